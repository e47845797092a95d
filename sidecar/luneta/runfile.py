"""Who serves a vault: the lock of the running sidecar, and where it can be reached.

Both lie in the folder of the vault's index. The lock is the system's own, which ends with its process, so that a
process number used again by another program means nothing.
"""

import contextlib
import json
import os

from luneta.onestep import replace_file

TYPE_CHECKING = False  # typing, pathlib and dataclasses take longer than all that a hook does with this
if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_LOCK = "serve.lock"
_RUN_FILE = "serve.json"


class Running:
    """A sidecar that runs. `protocol` is the version of the wire's messages."""

    __slots__ = ("host", "pid", "port", "protocol", "token", "version")

    def __init__(self, host: str, port: int, token: str, pid: int, version: str, protocol: int) -> None:
        self.host = host
        self.port = port
        self.token = token
        self.pid = pid
        self.version = version
        self.protocol = protocol

    def fields(self) -> "dict[str, object]":
        """All of it, by name."""
        return {name: getattr(self, name) for name in self.__slots__}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Running) and self.fields() == other.fields()

    def __hash__(self) -> int:
        return hash((self.host, self.port, self.token))


@contextlib.contextmanager
def held(folder: "Path") -> "Iterator[bool]":
    """Be the one sidecar of this vault; False if another one is. What the last one wrote is removed at both ends."""
    from filelock import FileLock, Timeout  # it brings asyncio with it, and readers of the run file need neither

    lock = FileLock(folder / _LOCK, timeout=0, mode=0o600)
    try:
        lock.acquire()
    except Timeout:
        yield False
        return
    try:
        _forget(folder)
        yield True
    finally:
        _forget(folder)
        lock.release()


def write(folder: "Path", running: Running) -> None:
    """Tell where this sidecar is, in a file that only its owner can read, whole from the first moment."""
    replace_file(folder / _RUN_FILE, json.dumps(running.fields()).encode(), private=True)


def read(folder: "str | os.PathLike[str]") -> "Running | None":
    """What the file says; None if there is none. It may be of a sidecar that was killed: only an answer proves it."""
    try:
        with open(os.path.join(folder, _RUN_FILE), "rb") as stream:
            value = json.load(stream)
        return Running(
            host=str(value["host"]),
            port=int(value["port"]),
            token=str(value["token"]),
            pid=int(value["pid"]),
            version=str(value["version"]),
            protocol=int(value["protocol"]),
        )
    except (OSError, ValueError, KeyError, TypeError):  # none, or of another program's making
        return None


def _forget(folder: "Path") -> None:
    (folder / _RUN_FILE).unlink(missing_ok=True)
