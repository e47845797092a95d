"""The thin client: against a sidecar, and against what is none."""

import json
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from luneta.client import Client, ClientError
from running import PACKAGE_ROOT, Place
from serving import TOKEN, Sidecar


@pytest.fixture(scope="module")
def sidecar(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Sidecar]:
    place = Place(tmp_path_factory.mktemp("client"))
    for i in range(40):
        place.write(f"{i}.md", f"# Note {i}\n\nThe note number {i} of a vault for the client's test.\n" * 8)
    with Sidecar(place) as running:
        running.wait_until_ready().close()
        yield running


def test_it_finds_the_sidecar_of_a_vault(sidecar: Sidecar, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LUNETA_CACHE_DIR", "LUNETA_CONFIG_DIR"):
        monkeypatch.setenv(name, sidecar.place.environment[name])
    with Client.connect(sidecar.place.vault, name="a hook") as client:
        assert client.welcome["vault"] == str(sidecar.place.vault)
        assert client.request({"type": "status"})["notes"] == 40


def test_long_questions_and_long_answers(sidecar: Sidecar) -> None:
    """Lengths of WebSocket frames are written in three ways: below 126 bytes, below 65,536, and above."""
    with sidecar.client() as client:
        for length in (1, 100, 1000, 100_000):
            asked = "note " * (length // 5 + 1)
            answer = client.request({"type": "search", "query": asked, "limit": 40, "max_tokens": 1_000_000})
            assert answer["query"] == asked
            assert len(answer["hits"]) == 40


def test_a_wrong_token(sidecar: Sidecar) -> None:
    with pytest.raises(ClientError, match="right token") as caught:
        sidecar.client(token="another")
    assert caught.value.code == "unreachable"


def test_another_protocol(sidecar: Sidecar) -> None:
    with pytest.raises(ClientError, match="too old for the plugin") as caught:
        Client("127.0.0.1", sidecar.port, TOKEN, protocol=2)
    assert caught.value.code == "bad_request"


def test_no_sidecar(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUNETA_CACHE_DIR", str(tmp_path / "cache"))
    with pytest.raises(ClientError, match="no sidecar serves this vault"):
        Client.connect(tmp_path / "vault")
    with socket.create_server(("127.0.0.1", 0)) as listening:
        port = listening.getsockname()[1]
    with pytest.raises(ClientError, match="no sidecar answers"):
        Client("127.0.0.1", port, TOKEN, protocol=1)


def other(answer: Callable[[socket.socket], object]) -> tuple[socket.socket, int]:
    """A server that is no sidecar."""
    listening = socket.create_server(("127.0.0.1", 0))

    def serve() -> None:
        stream, _ = listening.accept()
        with stream:
            answer(stream)

    threading.Thread(target=serve, daemon=True).start()
    return listening, listening.getsockname()[1]


@pytest.mark.parametrize(
    ("answer", "told"),
    [
        (lambda stream: time.sleep(2), "does not answer in time"),
        (lambda stream: stream.sendall(b"x" * 100_000), "is no sidecar"),
        (lambda stream: stream.sendall(b"HTTP/1.1 200 OK\r\n\r\n"), "not let in: HTTP/1.1 200 OK"),
        (lambda stream: stream.sendall(b"HTTP/1.1 101 X\r\nSec-WebSocket-Accept: x\r\n\r\n"), "is no sidecar"),
        (lambda stream: stream.recv(10), "closed the connection|reset"),
    ],
)
def test_what_is_no_sidecar_is_told_in_time(answer: Callable[[socket.socket], object], told: str) -> None:
    listening, port = other(answer)
    began = time.perf_counter()
    with listening, pytest.raises(ClientError, match=told):
        Client("127.0.0.1", port, TOKEN, protocol=1, timeout=0.5)
    assert time.perf_counter() - began < 2


def test_it_brings_nothing_but_the_standard_library() -> None:
    """And of that nothing slow: hooks start with each prompt."""
    code = "import sys; import luneta.client, json; print(json.dumps(sorted(sys.modules)))"
    done = subprocess.run(
        [sys.executable, "-I", "-c", f"import sys; sys.path.insert(0, {str(PACKAGE_ROOT)!r}); {code}"],
        capture_output=True,
        check=True,
    )
    modules = json.loads(done.stdout)
    assert [name for name in modules if name.startswith("luneta")] == ["luneta", "luneta.client"]
    outside = {name.split(".")[0] for name in modules} - sys.stdlib_module_names - {"luneta", "__main__"}
    assert {name for name in outside if not name.startswith("_")} <= {"sitecustomize"}
    assert not {"asyncio", "ssl", "concurrent", "typing_extensions"} & set(modules)
