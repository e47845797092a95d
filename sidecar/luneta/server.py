"""The wire: lets clients in, decodes what they say, hands it to the service, encodes what it answers."""

import asyncio
import logging
import os
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import msgspec
import orjson
from aiohttp import WSCloseCode, WSMsgType, web

from luneta import __version__, access, logs, wire
from luneta.errors import LunetaError
from luneta.protocol import frames, replies, requests
from luneta.service import Service

#: Requests of one connection that may wait for an answer; it is not read while there are more.
MOST_WAITING = 64
#: Frames that may wait to be read by a client: that many answers, and events.
MOST_UNREAD = MOST_WAITING + 128
#: Connections at a time.
MOST_CONNECTIONS = 64
#: In which a client must say hello, s.
HELLO_SECONDS = 5.0
#: In which a client must read something when its frames pile up, s.
READ_SECONDS = 20.0
#: How long the last frames may take when the server ends, s.
_GOODBYE_SECONDS = 1.0

log = logging.getLogger(__name__)


class Server:
    """The WebSocket server of one service, on a socket that listens on a loopback address."""

    def __init__(self, service: Service, token: str, listening: socket.socket) -> None:
        self._service = service
        self._token = token
        self._listening = listening
        self._port = int(listening.getsockname()[1])
        self._connections: set[Connection] = set()

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Accept connections."""
        app = web.Application()
        app.router.add_get("/", self._accept)
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=_GOODBYE_SECONDS)
        await runner.setup()
        try:
            await web.SockSite(runner, self._listening).start()
            yield
            await self._say_goodbye()
        finally:
            await runner.cleanup()

    async def _say_goodbye(self) -> None:
        ending = [asyncio.ensure_future(c.close(WSCloseCode.GOING_AWAY, "the sidecar ends")) for c in self._connections]
        if ending:
            await asyncio.wait(ending, timeout=_GOODBYE_SECONDS)

    async def _accept(self, request: web.Request) -> web.StreamResponse:
        headers = request.headers
        if not access.may_connect(headers.getall("Origin", []), headers.getall("Host", []), self._port):
            log.warning("refused: a connection that is not from Obsidian or not for this address")
            raise web.HTTPForbidden
        if len(self._connections) >= MOST_CONNECTIONS:
            raise web.HTTPServiceUnavailable
        # Texts are taken as bytes: one that is not UTF-8 costs an answer, and not the connection.
        answering = web.WebSocketResponse(
            compress=False, max_msg_size=frames.MAX_FRAME_BYTES, decode_text=False, timeout=_GOODBYE_SECONDS
        )
        await answering.prepare(request)
        connection = Connection(answering, request, self._service, self._token)
        self._connections.add(connection)
        try:
            await connection.run()
        finally:
            self._connections.discard(connection)
        return answering


class Connection:
    """One client."""

    def __init__(self, socket: web.WebSocketResponse, request: web.Request, service: Service, token: str) -> None:
        self._socket = socket
        self._request = request
        self._service = service
        self._token = token
        self._unread: asyncio.Queue[bytes] = asyncio.Queue(MOST_UNREAD)
        self._waiting: dict[int, asyncio.Task[None]] = {}
        self._answering: dict[int, asyncio.Task[frames.Message]] = {}
        self._room = asyncio.Semaphore(MOST_WAITING)
        self._newest: int | None = None

    async def run(self) -> None:
        """Until either side ends it."""
        if not await self._let_in():
            return
        writing = asyncio.ensure_future(self._write())
        forget = self._service.listen(self._tell)
        try:
            async for message in self._socket:
                if message.type not in (WSMsgType.TEXT, WSMsgType.BINARY):
                    break
                await self._take(message.type, message.data)
        finally:
            forget()
            tasks = [*self._answering.values(), *self._waiting.values(), writing]
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def close(self, code: int, reason: str) -> None:
        """End it. A reason is at most 123 bytes."""
        await self._socket.close(code=code, message=reason.encode()[:123])

    async def _let_in(self) -> bool:
        """Whether the first frame was the right one, answered by `Welcome`."""
        try:
            message = await self._socket.receive(HELLO_SECONDS)
        except TimeoutError:
            await self.close(frames.CLOSE_TOKEN, "no hello")
            return False
        if message.type != WSMsgType.TEXT:
            await self.close(frames.CLOSE_TOKEN, "the first frame must be a hello")
            return False
        try:
            hello = _decode(message.data)
        except _BadFrameError:
            hello = None
        if not isinstance(hello, requests.Hello) or not access.is_token(hello.token, self._token):
            log.warning("refused: no hello, or a wrong token")
            await self.close(frames.CLOSE_TOKEN, "the first frame must be a hello with the right token")
            return False
        if hello.protocol != wire.PROTOCOL_VERSION:
            sentence = which_to_update(hello.protocol)
            await self._send(replies.Failed(id=None, code="bad_request", message=sentence))
            await self.close(frames.CLOSE_PROTOCOL, sentence)
            return False
        log.info("connected: %s", "".join(char for char in hello.client if char.isprintable())[:60])
        await self._send(self._welcome())
        return True

    def _welcome(self) -> replies.Welcome:
        service = self._service
        return replies.Welcome(
            protocol=wire.PROTOCOL_VERSION,
            version=__version__,
            pid=os.getpid(),
            vault=str(service.vault),
            state=service.state,
            reason=service.reason,
        )

    async def _take(self, kind: WSMsgType, data: bytes) -> None:
        """Do what a frame asks for. Waits while the client has too much to read already."""
        try:
            if kind != WSMsgType.TEXT:
                raise _BadFrameError(None, "Frames must be text.")
            message = _decode(data)
        except _BadFrameError as error:
            await self._put(replies.Failed(id=error.id, code="bad_frame", message=str(error)))
            return
        if isinstance(message, requests.Hello):
            await self._put(replies.Failed(id=None, code="bad_request", message="You have said hello already."))
        elif message.id in self._waiting:
            text = "A request of this id is not answered yet."
            await self._put(replies.Failed(id=message.id, code="bad_request", message=text))
        elif isinstance(message, requests.Cancel):
            self._cancel(message.target)
            await self._put(replies.Done(id=message.id))
        else:
            if isinstance(message, requests.Search) and not message.keep:
                if self._newest is not None:
                    self._cancel(self._newest)
                self._newest = message.id
            await self._room.acquire()
            self._begin(message)

    def _begin(self, request: requests.AnyRequest) -> None:
        """Have it answered; only the making of the answer can be cancelled, not the sending."""
        making = self._answering[request.id] = asyncio.ensure_future(self._service.answer(request))
        task = self._waiting[request.id] = asyncio.ensure_future(self._answer(request, making))
        task.add_done_callback(lambda _: self._finish(request.id))

    def _finish(self, request: int) -> None:
        del self._waiting[request]
        self._room.release()

    def _cancel(self, request: int) -> None:
        if (making := self._answering.get(request)) is not None:
            making.cancel()

    async def _answer(self, request: requests.AnyRequest, making: "asyncio.Task[frames.Message]") -> None:
        await asyncio.wait((making,))
        del self._answering[request.id]
        await self._put(_reply(request, making))

    def _tell(self, event: frames.Message) -> None:
        """An event. A client that does not read gets no more of how far a run is, and in the end is let go."""
        if self._unread.qsize() >= MOST_UNREAD - MOST_WAITING:
            if isinstance(event, replies.Progress):
                return
            if self._unread.full():
                self._drop()
                return
        self._unread.put_nowait(_encode(event))

    async def _put(self, message: frames.Message) -> None:
        await self._unread.put(_encode(message))

    async def _write(self) -> None:
        while True:
            frame = await self._unread.get()
            try:
                async with asyncio.timeout(READ_SECONDS):
                    await self._socket.send_frame(frame, WSMsgType.TEXT)
            except TimeoutError:
                self._drop()
                return
            except ConnectionError:
                return  # it is gone; whoever reads from it will notice

    async def _send(self, message: frames.Message) -> None:
        with suppress(ConnectionError):  # as above
            await self._socket.send_frame(_encode(message), WSMsgType.TEXT)

    def _drop(self) -> None:
        """Let go of a client that does not read: it would not read a good-bye either."""
        log.warning("dropped: a client that does not read what it is sent")
        if self._request.transport is not None:
            self._request.transport.abort()


class _BadFrameError(Exception):
    """What was sent is not a message. `id`: of the request that it would have been, if it can be read."""

    def __init__(self, request: int | None, message: str) -> None:
        super().__init__(message)
        self.id = request


def _reply(request: requests.AnyRequest, made: "asyncio.Task[frames.Message]") -> frames.Message:
    """The answer, or why there is none."""
    if made.cancelled():
        return replies.Failed(
            id=request.id, code="cancelled", message="Given up: it was cancelled, or is an old query."
        )
    error = made.exception()
    if error is None:
        return made.result()
    if isinstance(error, LunetaError):
        return replies.Failed(id=request.id, code=frames.error_code(error), message=str(error))
    # A fault of ours must cost one answer, and not the connection.
    logs.unforeseen(log, f"a request ({type(request).__name__}) failed", error)
    message = "Luneta has met with an error of its own; its log says where."
    return replies.Failed(id=request.id, code="internal", message=message)


def _decode(data: bytes) -> requests.FromClient:
    """The message in a frame. Raises _BadFrameError."""
    try:
        value = orjson.loads(data)
    except orjson.JSONDecodeError:
        raise _BadFrameError(None, "This frame is not JSON.") from None
    try:
        message: requests.FromClient = msgspec.convert(value, requests.FromClient)
    except msgspec.ValidationError as error:
        request = value.get("id") if isinstance(value, dict) else None
        known = request if isinstance(request, int) and not isinstance(request, bool) else None
        raise _BadFrameError(known, f"This frame is no message of this protocol: {error}.") from None
    return message


def _encode(message: frames.Message) -> bytes:
    return orjson.dumps(msgspec.to_builtins(message))


def which_to_update(theirs: int) -> str:
    """What to tell a client of another protocol version."""
    if theirs > wire.PROTOCOL_VERSION:
        return f"This sidecar ({__version__}) is too old for the plugin: run `uv tool upgrade luneta`."
    return f"The plugin is too old for this sidecar ({__version__}): update the plugin Luneta."
