"""A thin client of a running sidecar, on the standard library alone: for programs that must start in milliseconds.

with Client.connect(vault) as client:
    hits = client.request({"type": "search", "query": "lighthouse"})["hits"]
"""

import binascii
import hashlib
import json
import os
import socket
import struct
import time

TYPE_CHECKING = False  # typing and pathlib would be a third of a hook's time
if TYPE_CHECKING:
    from typing import Any, Self

    Json = dict[str, Any]

#: RFC 6455.
_GUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
_CONTINUATION, _TEXT, _CLOSE, _PING, _PONG = 0, 1, 8, 9, 10
_LARGEST_ANSWER = 64 * 1024 * 1024


class ClientError(Exception):
    """What was asked was not answered. `code` is the wire's error code, or "unreachable"."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code


class TookTooLongError(ClientError):
    """Nothing has come in the time that was given."""

    def __init__(self) -> None:
        super().__init__("unreachable", "the sidecar does not answer in time")


class Client:
    """A connection. Not for several threads. Every wait together takes no longer than `timeout` a request, in s."""

    def __init__(
        self, host: str, port: int, token: str, *, protocol: int, name: str = "", timeout: float = 5.0
    ) -> None:
        """Connect and say hello. ClientError: nobody there, or not let in."""
        self._timeout = timeout
        self._until = time.monotonic() + timeout
        self._buffer = b""
        self._last_id = 0
        # Not by create_connection, which loads the tables of international names to look up 127.0.0.1.
        self._socket = socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET)
        try:
            self._socket.settimeout(timeout)
            self._socket.connect((host, port))
        except OSError as error:
            self._socket.close()
            if isinstance(error, TimeoutError):
                raise TookTooLongError from error
            raise ClientError("unreachable", f"no sidecar answers at {host}:{port} ({error})") from error
        try:
            self._shake_hands(host, port)
            hello = {"type": "hello", "protocol": protocol, "token": token, "client": name}
            self._send(_TEXT, json.dumps(hello).encode())
            self.welcome = self._next()
            if self.welcome.get("type") != "welcome":
                raise _refusal(self.welcome)
        except BaseException:
            self._socket.close()
            raise

    @classmethod
    def connect(cls, vault: "str | os.PathLike[str]", *, name: str = "", timeout: float = 5.0) -> "Client":
        """Connect to the sidecar that serves a vault. ClientError: none does, or it speaks another protocol."""
        from luneta import runfile
        from luneta.whereabouts import index_folder

        running = runfile.read(index_folder(os.path.abspath(os.path.expanduser(vault))))
        if running is None:
            raise ClientError("unreachable", "no sidecar serves this vault")
        return cls(running.host, running.port, running.token, protocol=running.protocol, name=name, timeout=timeout)

    def request(self, message: "Json", *, timeout: float | None = None) -> "Json":
        """Send a request (without its id) and wait for its answer; events are passed over. ClientError if it failed."""
        self._until = time.monotonic() + (timeout or self._timeout)
        request = self.send(message)
        while True:
            answer = self._next()
            if answer.get("id") == request:
                if answer.get("type") == "failed":
                    raise _refusal(answer)
                return answer

    def send(self, message: "Json") -> int:
        """Send a request (without its id) and do not wait. The id that its answer will have."""
        self._last_id += 1
        self._send(_TEXT, json.dumps({**message, "id": self._last_id}).encode())
        return self._last_id

    def next_message(self, *, timeout: float | None = None) -> "Json":
        """The next thing the sidecar sends: an event, or the answer to what `send` sent. TookTooLongError: nothing."""
        self._until = time.monotonic() + (timeout or self._timeout)
        return self._next()

    def close(self) -> None:
        """Say good-bye. Never fails."""
        try:
            self._until = time.monotonic() + 0.2
            self._send(_CLOSE, struct.pack("!H", 1000))
        except ClientError:
            return  # the other side is gone already
        finally:
            self._socket.close()

    def __enter__(self) -> "Self":
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    def _shake_hands(self, host: str, port: int) -> None:
        key = _base64(os.urandom(16))
        head = (
            f"GET / HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n"
        )
        self._write(head.encode())
        while b"\r\n\r\n" not in self._buffer:
            self._more()
            if len(self._buffer) > 65536:
                raise ClientError("unreachable", "what answers there is no sidecar")
        answer, _, self._buffer = self._buffer.partition(b"\r\n\r\n")
        status, *lines = answer.decode("latin-1").split("\r\n")
        if status.split(" ")[1:2] != ["101"]:
            raise ClientError("unreachable", f"not let in: {status}")
        fields = {name.strip().lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
        proof = _base64(hashlib.sha1((key + _GUID).encode(), usedforsecurity=False).digest())
        if fields.get("sec-websocket-accept") != proof:
            raise ClientError("unreachable", "what answers there is no sidecar")

    def _next(self) -> "Json":
        text = b""
        while True:
            final, kind, data = self._frame()
            if kind == _CLOSE:
                reason = data[2:].decode("utf-8", "replace")
                raise ClientError("unreachable", f"the sidecar closed the connection{': ' + reason if reason else ''}")
            if kind == _PING:
                self._send(_PONG, data)
            elif kind in (_TEXT, _CONTINUATION):
                text += data
                if final:
                    return self._message(text)

    def _message(self, text: bytes) -> "Json":
        try:
            message = json.loads(text)
        except ValueError as error:
            raise ClientError("unreachable", f"the sidecar's answer cannot be read ({error})") from error
        if not isinstance(message, dict):
            raise ClientError("unreachable", "the sidecar's answer cannot be read")
        return message

    def _frame(self) -> tuple[bool, int, bytes]:
        """The next frame. Nothing is lost if the time is over before it has come whole."""
        first, second = self._look(2)
        start, size = 2, second & 0x7F
        if size == 126:
            start, (size,) = 4, struct.unpack("!H", self._look(4)[2:])
        elif size == 127:
            start, (size,) = 10, struct.unpack("!Q", self._look(10)[2:])
        if size > _LARGEST_ANSWER:
            raise ClientError("unreachable", "the sidecar's answer is too large")
        data = self._look(start + size)[start:]
        self._buffer = self._buffer[start + size :]
        return bool(first & 0x80), first & 0x0F, data

    def _look(self, count: int) -> bytes:
        """The first bytes that are not taken yet, once they are there."""
        while len(self._buffer) < count:
            self._more()
        return self._buffer[:count]

    def _more(self) -> None:
        try:
            self._socket.settimeout(self._left())
            data = self._socket.recv(65536)
        except TimeoutError:
            raise TookTooLongError from None
        except OSError as error:
            raise ClientError("unreachable", f"the sidecar does not answer ({error})") from error
        if not data:
            raise ClientError("unreachable", "the sidecar closed the connection")
        self._buffer += data

    def _send(self, kind: int, data: bytes) -> None:
        mask = os.urandom(4)
        head = bytes([0x80 | kind])
        if len(data) < 126:
            head += bytes([0x80 | len(data)])
        elif len(data) < 65536:
            head += bytes([0x80 | 126]) + struct.pack("!H", len(data))
        else:
            head += bytes([0x80 | 127]) + struct.pack("!Q", len(data))
        repeated = (mask * (len(data) // 4 + 1))[: len(data)]
        masked = (int.from_bytes(data, "big") ^ int.from_bytes(repeated, "big")).to_bytes(len(data), "big")
        self._write(head + mask + masked)

    def _write(self, data: bytes) -> None:
        try:
            self._socket.settimeout(self._left())
            self._socket.sendall(data)
        except OSError as error:
            raise ClientError("unreachable", f"the sidecar cannot be reached ({error})") from error

    def _left(self) -> float:
        left = self._until - time.monotonic()
        if left <= 0:
            raise TookTooLongError
        return left


def _base64(data: bytes) -> str:
    return binascii.b2a_base64(data, newline=False).decode()


def _refusal(message: "Json") -> ClientError:
    return ClientError(str(message.get("code", "internal")), str(message.get("message", "refused")))
