"""`luneta serve`: the sidecar."""

import asyncio
import json
import os
import secrets
import signal
import socket
import sys
import threading
import time
from argparse import Namespace
from pathlib import Path

from luneta import __version__, config, runfile
from luneta.cli import exits, stream
from luneta.cli.vaults import chosen_vault
from luneta.errors import LunetaError
from luneta.wire import PROTOCOL_VERSION

#: Whoever starts the sidecar hands it the token so, and not as an argument, which others can see.
TOKEN = "LUNETA_TOKEN"
#: How long a sidecar that was started just now may take to say where it is, s.
_PATIENCE = 5.0
#: Connections that wait while the server starts.
_BACKLOG = 64
#: How long a thread may go on while another waits for its turn. A query asks for it at each row that it reads, and
#: would wait Python's own 5 ms each time while a note is being indexed.
_SWITCH_SECONDS = 0.0005
#: After this many seconds of ending it ends in any case.
_LAST_MOMENT = 4.0


def run(arguments: Namespace) -> int:
    """Serve a vault until the end; or say who serves it already."""
    vault = chosen_vault(arguments.vault)
    config.load_config(vault, config_dir=arguments.config_dir)
    folder = config.index_dir(vault)
    config.ensure_private_dir(folder)
    with runfile.held(folder) as mine:
        if mine:
            return _serve(vault, folder, arguments)
    _say(_other(folder))
    return exits.FINE


def _other(folder: Path) -> dict[str, object]:
    """Where the sidecar that serves this vault already is. LunetaError: it is another version, or does not answer."""
    from luneta.client import Client, ClientError

    until = time.monotonic() + _PATIENCE
    while True:
        running = runfile.read(folder)
        if running is not None and (running.version, running.protocol) != (__version__, PROTOCOL_VERSION):
            raise LunetaError(
                f"Luneta {running.version} serves this vault already (process {running.pid}); this is {__version__}. "
                "Close the Obsidian window that started it, or end that process, and try again."
            )
        if running is not None:
            try:
                at = (running.host, running.port, running.token)
                Client(*at, protocol=running.protocol, name=f"luneta {__version__}", timeout=2).close()
                return {**running.fields(), "first": False}
            except ClientError:
                pass  # it has only just begun, or ends just now
        if time.monotonic() > until:
            raise LunetaError("Another sidecar serves this vault, but does not answer. End it, and try again.")
        time.sleep(0.05)


def _serve(vault: Path, folder: Path, arguments: Namespace) -> int:
    """The port is open, and said to be, before anything heavy is imported: who connects waits for the rest of it."""
    token = os.environ.get(TOKEN) or secrets.token_urlsafe(32)
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        listening.listen(_BACKLOG)
        port = int(listening.getsockname()[1])
        running = runfile.Running("127.0.0.1", port, token, os.getpid(), __version__, PROTOCOL_VERSION)
        runfile.write(folder, running)
        _say({name: value for name, value in running.fields().items() if name != "token"} | {"first": True})
        from luneta import logs

        logs.begin(folder)
        sys.setswitchinterval(_SWITCH_SECONDS)
        asyncio.run(_live(vault, token, listening, arguments))
    return exits.FINE


async def _live(vault: Path, token: str, listening: socket.socket, arguments: Namespace) -> None:
    end = asyncio.Event()
    _end_on_signals(end)
    if arguments.parent_pipe:
        _end_with_parent(end)
    from luneta.service import Service

    service = Service(vault, arguments.config_dir)
    service.start()
    from luneta.server import Server

    async with Server(service, token, listening).running():
        await end.wait()
        _end_at_last()
        await service.close()


def _say(ready: dict[str, object]) -> None:
    """The ready line: one line of JSON, in ASCII, whatever the console's encoding is."""
    stream.write_bytes(json.dumps(ready).encode() + b"\n")


def _end_on_signals(end: asyncio.Event) -> None:
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        try:
            loop.add_signal_handler(number, end.set)
        except NotImplementedError:  # Windows
            signal.signal(number, lambda *_: loop.call_soon_threadsafe(end.set))


def _end_with_parent(end: asyncio.Event) -> None:
    """When the parent dies, however, the system closes the other end of our standard input."""
    loop = asyncio.get_running_loop()

    def listen() -> None:
        try:
            while os.read(0, 1024):
                pass
        except OSError:
            pass  # as good as closed
        _end_at_last()
        loop.call_soon_threadsafe(end.set)

    threading.Thread(target=listen, name="parent", daemon=True).start()


def _end_at_last() -> None:
    """Whatever hangs then, the process is gone in time. What was committed is safe."""

    def wait() -> None:
        time.sleep(_LAST_MOMENT)
        sys.stderr.flush()
        os._exit(exits.ERROR)

    threading.Thread(target=wait, name="last moment", daemon=True).start()
