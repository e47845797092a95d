"""A sidecar as a process of its own, with a vault and places of its own, and a client that can be rude."""

import asyncio
import json
import os
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable, Mapping
from contextlib import AbstractContextManager
from pathlib import Path
from types import TracebackType
from typing import Any, TypeVar

import aiohttp

from luneta import runfile
from luneta.client import Client, ClientError
from running import Place

T = TypeVar("T")
TOKEN = "the right token"
ORIGIN = "app://obsidian.md"
#: Far above what anything here takes on a slow machine, s.
PATIENCE = 30.0


class Sidecar(AbstractContextManager["Sidecar"]):
    """`luneta serve` for a place. It ends with the `with` block, or with our end of its standard input."""

    def __init__(self, place: Place, *arguments: str, environment: Mapping[str, str] | None = None) -> None:
        self.place = place
        self.began = time.perf_counter()
        self.process = subprocess.Popen(
            [sys.executable, "-m", "luneta", "serve", "--vault", str(place.vault), "--parent-pipe", *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={**place.environment, "LUNETA_TOKEN": TOKEN, **(environment or {})},
        )
        assert self.process.stdout is not None
        self.line = self.process.stdout.readline()
        self.ready: dict[str, Any] = json.loads(self.line) if self.line else {}

    @property
    def port(self) -> int:
        return int(self.ready["port"])

    def client(self, *, token: str = TOKEN, timeout: float = PATIENCE) -> Client:
        return Client("127.0.0.1", self.port, token, protocol=1, name="a test", timeout=timeout)

    def connect(self, work: Callable[["Rude"], Awaitable[T]]) -> T:
        """Do `work` with a connection that has said hello."""

        async def run() -> T:
            async with aiohttp.ClientSession() as session:
                rude = Rude(session, self.port)
                await rude.open()
                try:
                    await rude.hello()
                    return await work(rude)
                finally:
                    await rude.socket.close()

        return asyncio.run(run())

    def log(self) -> str:
        (path,) = self.place.cache.glob("*/luneta.log")
        return path.read_text(encoding="utf-8")

    def wait_until_ready(self) -> Client:
        """A client of a sidecar that has nothing more to index."""
        with self.client() as client:
            until(lambda: client.request({"type": "status"})["state"] == "ready")
        return self.client()

    def end(self) -> int:
        """Close its standard input, as a parent's death does. Its exit code."""
        assert self.process.stdin is not None
        self.process.stdin.close()
        return self.process.wait(PATIENCE)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if self.process.poll() is None:
            self.end()
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            if pipe is not None:
                pipe.close()


class Rude:
    """A WebSocket client that can say anything."""

    def __init__(self, session: aiohttp.ClientSession, port: int) -> None:
        self._session = session
        self._port = port
        self.socket: aiohttp.ClientWebSocketResponse

    async def open(self, **headers: str) -> None:
        url = f"ws://127.0.0.1:{self._port}/"
        self.socket = await self._session.ws_connect(url, headers=headers, max_msg_size=0, autoping=True)

    async def hello(self, token: str = TOKEN, protocol: int = 1) -> dict[str, Any]:
        await self.say({"type": "hello", "protocol": protocol, "token": token, "client": "rude"})
        return await self.hear()

    async def say(self, message: object) -> None:
        await self.socket.send_str(json.dumps(message))

    async def hear(self) -> dict[str, Any]:
        """The next message. AssertionError if the connection was closed instead."""
        message = await self.socket.receive(PATIENCE)
        assert message.type == aiohttp.WSMsgType.TEXT, message
        return dict(json.loads(message.data))

    async def answer(self, request: int | None) -> dict[str, Any]:
        """The answer to a request, events passed over."""
        while True:
            message = await self.hear()
            if "id" in message and message["id"] == request:
                return message


def connect(place: Place, timeout: float = PATIENCE) -> Client:
    """A client of the sidecar that serves a place, found by its run file as other programs find it."""
    (path,) = place.cache.glob("*/serve.json")
    running = runfile.read(path.parent)
    assert running is not None
    return Client(running.host, running.port, running.token, protocol=running.protocol, timeout=timeout)


def is_running(pid: int) -> bool:
    """Whether there is such a process."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return "Z" not in state.split()[:1] if (state := _state(pid)) else True


def _state(pid: int) -> str:
    path = Path(f"/proc/{pid}/stat")
    return path.read_text(encoding="utf-8").rpartition(")")[2] if path.exists() else ""


def until(condition: Callable[[], bool], patience: float = PATIENCE) -> float:
    """Wait for something to become true. The seconds that it took; AssertionError if it did not."""
    began = time.perf_counter()
    while not condition():
        assert time.perf_counter() - began < patience, "it did not happen"
        time.sleep(0.02)
    return time.perf_counter() - began


def paths(client: Client, query: str, **more: Any) -> list[str]:  # noqa: ANN401 - fields of the request
    """The paths of the notes found; empty while there is no index, or it is being built anew."""
    try:
        hits = client.request({"type": "search", "query": query, **more})["hits"]
    except ClientError as error:
        if error.code not in ("no_index", "damaged"):
            raise
        return []
    return [hit["path"] for hit in hits]


def words(client: Client, query: str) -> list[str]:
    """The paths of the notes found by their words."""
    return paths(client, query, mode="keyword")


def processor_seconds(pid: int) -> float:
    """What a process has taken so far (Linux)."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
