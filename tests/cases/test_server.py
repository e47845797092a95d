"""Cases N1, N2, N4, N5, P1, P4 (the sidecar's half), I5 (the service's half) and S1 of reports.md: real processes."""

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from luneta.client import Client, ClientError
from running import Place
from serving import ORIGIN, PATIENCE, TOKEN, Rude, Sidecar, connect, is_running, paths, until, words

NOTES = {
    "Lighthouse.md": "# Lighthouse\n\nThe keeper of the blue lighthouse counts ships and writes them down.\n",
    "Diary/Monday.md": "# Monday\n\nNobody may read about the quincunx that I saw in the garden today.\n",
    "People/Ana.md": "# Ana\n\nAna repairs kayaks by the river and sells them to the lighthouse keeper.\n",
}


@pytest.fixture(scope="module")
def sidecar(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Sidecar]:
    place = Place(tmp_path_factory.mktemp("server"))
    for path, text in NOTES.items():
        place.write(path, text)
    with Sidecar(place) as running:
        running.wait_until_ready().close()
        yield running


def knock(sidecar: Sidecar, *, token: str | None = TOKEN, **headers: str) -> str:
    """How far a stranger comes: the first thing that he hears, or the status that he is refused with."""

    async def run() -> str:
        async with aiohttp.ClientSession() as session:
            rude = Rude(session, sidecar.port)
            try:
                await rude.open(**headers)
            except aiohttp.WSServerHandshakeError as error:
                return str(error.status)
            if token is None:
                await rude.say({"type": "search", "id": 1, "query": "lighthouse"})
            else:
                await rude.say({"type": "hello", "protocol": 1, "token": token})
            message = await rude.socket.receive(PATIENCE)
            await rude.socket.close()
            if message.type == aiohttp.WSMsgType.TEXT:
                return str(json.loads(message.data)["type"])
            return f"closed {rude.socket.close_code}"

    return asyncio.run(run())


@pytest.mark.parametrize(
    "origin",
    [
        "https://evil.example",
        "http://127.0.0.1",
        "http://localhost:5173",
        "null",
        "app://obsidian.md.evil.example",
        "app://obsidian.md/",
        "app://obsidian.md:443",
        "APP://OBSIDIAN.MD",
        "capacitor://localhost",
        "",
    ],
)
def test_n1_no_web_page_is_let_in_though_it_has_the_token(sidecar: Sidecar, origin: str) -> None:
    assert knock(sidecar, Origin=origin) == "403"


def test_n1_obsidian_and_programs_are_let_in(sidecar: Sidecar) -> None:
    assert knock(sidecar, Origin=ORIGIN) == "welcome"
    assert knock(sidecar) == "welcome"


@pytest.mark.parametrize("token", ["", "the wrong token", TOKEN + " ", TOKEN[:-1], "ação", None])
def test_n1_without_the_token_there_is_no_data(sidecar: Sidecar, token: str | None) -> None:
    assert knock(sidecar, token=token, Origin=ORIGIN) == "closed 4401"


@pytest.mark.parametrize("host", ["evil.example:{}", "127.0.0.1", "127.0.0.1.evil.example:{}", "0.0.0.0:{}", "[::]:{}"])
def test_n2_another_name_that_leads_here_is_refused(sidecar: Sidecar, host: str) -> None:
    assert knock(sidecar, Host=host.format(sidecar.port)) == "403"
    assert knock(sidecar, Host=f"localhost:{sidecar.port}") == "welcome"


def raw(sidecar: Sidecar, head: str) -> bytes:
    with socket.create_connection(("127.0.0.1", sidecar.port), PATIENCE) as stream:
        stream.sendall(head.encode())
        return stream.recv(1000)


def test_n2_two_hosts_or_none_are_refused(sidecar: Sidecar) -> None:
    upgrade = (
        "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: AAAA\r\nSec-WebSocket-Version: 13\r\n\r\n"
    )
    good = f"Host: 127.0.0.1:{sidecar.port}\r\n"
    for hosts in ("", good + "Host: evil.example\r\n", "Host: evil.example\r\n" + good):
        answer = raw(sidecar, f"GET / HTTP/1.1\r\n{hosts}{upgrade}")
        assert answer.split(b" ")[1] in (b"400", b"403"), answer
    assert b"Access-Control" not in raw(sidecar, f"GET / HTTP/1.1\r\n{good}\r\n")


@pytest.mark.skipif(not Path("/proc/net/tcp").exists(), reason="only Linux lists its sockets there")
def test_n2_it_listens_on_loopback_only(sidecar: Sidecar) -> None:
    lines = [
        line.split() for name in ("tcp", "tcp6") for line in Path(f"/proc/net/{name}").read_text().splitlines()[1:]
    ]
    listening = [fields[1] for fields in lines if fields[3] == "0A" and fields[1].endswith(f":{sidecar.port:04X}")]
    assert listening == [f"0100007F:{sidecar.port:04X}"]


def test_n4_a_large_frame_closes_its_own_connection_only(sidecar: Sidecar) -> None:
    with sidecar.client() as other:

        async def shout_out(rude: Rude) -> int | None:
            try:
                await rude.socket.send_str(json.dumps({"type": "search", "id": 1, "query": "x" * 5 * 1024 * 1024}))
            except ConnectionError:
                return 1009  # closed while we still sent: the system then drops the good-bye that says so
            while not rude.socket.closed:
                await rude.socket.receive(PATIENCE)
            return rude.socket.close_code

        assert sidecar.connect(shout_out) in (1009, 1006)
        assert words(other, "kayaks") == ["People/Ana.md"]


BAD_FRAMES = [
    b"",
    b"not JSON",
    b"[]",
    b"null",
    b"7",
    b"{}",
    b'{"type": "nothing"}',
    b'{"type": "search"}',
    b'{"type": "search", "id": 1}',
    b'{"type": "search", "id": "one", "query": "x"}',
    b'{"type": "search", "id": 2, "query": 5}',
    b'{"type": "search", "id": 3, "query": "x", "mode": "magic"}',
    b'{"type": "reindex", "id": 4, "scope": "some"}',
    b'{"type": "search", "id": 5, "query": "\\ud800"}',
    b'{"type": "search", "id": 99999999999999999999999999999, "query": "x"}',
    b"[" * 100_000,
    b"\xff\xfe",
    b'{"type": "search", "id": 6, "query": "\xff"}',
]


def test_bad_frames_are_answered_and_the_connection_lives(sidecar: Sidecar) -> None:
    async def mumble(rude: Rude) -> list[dict[str, Any]]:
        answers = []
        for frame in BAD_FRAMES:
            await rude.socket.send_frame(frame, aiohttp.WSMsgType.TEXT)
            answers.append(await rude.hear())
        await rude.socket.send_bytes(b'{"type": "status", "id": 8}')
        answers.append(await rude.hear())
        await rude.hello()
        await rude.say({"type": "status", "id": 9})
        assert (await rude.answer(9))["type"] == "status_is"
        return answers

    answers = sidecar.connect(mumble)
    assert [(answer["type"], answer["code"]) for answer in answers] == [("failed", "bad_frame")] * len(answers)
    assert {answer["id"] for answer in answers} == {None, 1, 2, 3, 4}


@pytest.mark.parametrize(
    ("request_", "code"),
    [
        ({"type": "related", "note": "Nowhere.md"}, "not_indexed"),
        ({"type": "search", "query": "x", "limit": 0}, "bad_request"),
        ({"type": "search", "query": "x", "passages": -1}, "bad_request"),
        ({"type": "search", "query": "x", "max_tokens": 0}, "bad_request"),
        ({"type": "related", "note": "Lighthouse.md", "line": 0}, "bad_request"),
        ({"type": "reindex", "scope": "notes"}, "bad_request"),
        ({"type": "judge", "query": " ", "note": "Lighthouse.md"}, "bad_request"),
        ({"type": "count_notes", "exclude": ["../x"]}, "bad_request"),
    ],
)
def test_what_cannot_be_used_has_a_code(sidecar: Sidecar, request_: dict[str, Any], code: str) -> None:
    with sidecar.client() as client, pytest.raises(ClientError) as caught:
        client.request(request_)
    assert caught.value.code == code


@pytest.mark.parametrize("path", ["../../x", "..\\x", "a/../../x.md", "/etc/passwd", "C:\\x.md", "a\0b.md"])
@pytest.mark.parametrize("kind", ["related", "folders", "reindex", "judge", "related folders", "mentions"])
def test_n5_no_path_leaves_the_vault(sidecar: Sidecar, kind: str, path: str) -> None:
    request: dict[str, Any] = {
        "related": {"type": "related", "note": path},
        "folders": {"type": "search", "query": "x", "folders": [path]},
        "related folders": {"type": "related", "note": "Lighthouse.md", "folders": [path]},
        "reindex": {"type": "reindex", "scope": "notes", "paths": ["Lighthouse.md", path]},
        "judge": {"type": "judge", "query": "x", "note": path},
        "mentions": {"type": "mentions", "name": "Ana", "folders": [path]},
    }[kind]
    with sidecar.client() as client, pytest.raises(ClientError) as caught:
        client.request(request)
    assert caught.value.code == "outside_vault"


def test_ten_thousand_frames_are_all_answered(sidecar: Sidecar) -> None:
    """A key that hangs, or a mad client: each query gives up the one before, each mumble is told so."""

    async def flood(rude: Rude) -> tuple[dict[str, int], float]:
        async def send() -> None:
            for i in range(5000):
                await rude.say({"type": "search", "id": i, "query": "lighthouse"})
                await rude.socket.send_str("mumble")

        began = time.process_time()
        sending = asyncio.ensure_future(send())
        seen: dict[str, int] = {}
        last = None
        for _ in range(10_000):
            message = await rude.hear()
            kind = message.get("code", message["type"])
            seen[kind] = seen.get(kind, 0) + 1
            last = message if message.get("id") == 4999 else last
        await sending
        assert last is not None
        assert last["type"] == "hits"
        return seen, time.process_time() - began

    seen, _ = sidecar.connect(flood)
    assert seen["bad_frame"] == 5000
    assert seen["hits"] + seen["cancelled"] == 5000
    assert seen["cancelled"] > 2500, "queries that nobody waits for any more were answered"
    with sidecar.client() as client:
        assert words(client, "kayaks") == ["People/Ana.md"]


def test_a_newer_query_gives_up_an_older_one_unless_it_is_to_be_kept(sidecar: Sidecar) -> None:
    async def type_quickly(rude: Rude) -> dict[int, str]:
        await rude.say({"type": "search", "id": 100, "query": "lighthouse", "keep": True})
        for i in range(40):
            await rude.say({"type": "search", "id": i, "query": "lighthouse keeper kayaks river " * 20})
        seen: dict[int, str] = {}
        while len(seen) < 41:
            message = await rude.hear()
            seen[message["id"]] = message.get("code", message["type"])
        return seen

    seen = sidecar.connect(type_quickly)
    assert seen[100] == seen[39] == "hits"
    assert "cancelled" in seen.values()


def test_a_request_can_be_cancelled_and_another_client_is_not_touched(sidecar: Sidecar) -> None:
    async def change_mind(rude: Rude) -> list[tuple[int, str]]:
        for i in range(1, 11):
            await rude.say({"type": "search", "id": i, "query": "lighthouse " * 200, "keep": True})
        await rude.say({"type": "cancel", "id": 50, "target": 10})
        await rude.say({"type": "cancel", "id": 51, "target": 12345})
        heard = [await rude.hear() for _ in range(12)]
        return sorted((message["id"], message.get("code", message["type"])) for message in heard)

    heard = sidecar.connect(change_mind)
    assert heard == [*((i, "hits") for i in range(1, 10)), (10, "cancelled"), (50, "done"), (51, "done")]


def test_an_id_in_use_is_refused(sidecar: Sidecar) -> None:
    async def repeat(rude: Rude) -> list[str]:
        for _ in range(2):
            await rude.say({"type": "search", "id": 1, "query": "lighthouse " * 200, "keep": True})
        return sorted([(await rude.hear()).get("code", "hits") for _ in range(2)])

    assert sidecar.connect(repeat) == ["bad_request", "hits"]


def test_another_protocol_version_is_told_whom_to_update(sidecar: Sidecar) -> None:
    async def run(version: int) -> tuple[str, int | None]:
        async with aiohttp.ClientSession() as session:
            rude = Rude(session, sidecar.port)
            await rude.open()
            answer = await rude.hello(protocol=version)
            await rude.socket.receive(PATIENCE)
            return answer["message"], rude.socket.close_code

    assert asyncio.run(run(2)) == (
        "This sidecar (0.1.0) is too old for the plugin: run `uv tool upgrade luneta`.",
        4426,
    )
    assert asyncio.run(run(0)) == ("The plugin is too old for this sidecar (0.1.0): update the plugin Luneta.", 4426)


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="only Linux tells a process's memory there")
def test_a_client_that_does_not_read_costs_little_memory(sidecar: Sidecar) -> None:
    pages = Path(f"/proc/{sidecar.process.pid}/statm")

    def megabytes() -> float:
        return int(pages.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6

    before = megabytes()
    key = "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
    with socket.create_connection(("127.0.0.1", sidecar.port), PATIENCE) as deaf:
        deaf.sendall(
            f"GET / HTTP/1.1\r\nHost: 127.0.0.1:{sidecar.port}\r\n{key}Sec-WebSocket-Version: 13\r\n\r\n".encode()
        )
        deaf.sendall(frame({"type": "hello", "protocol": 1, "token": TOKEN}))
        deaf.settimeout(2)
        with pytest.raises(TimeoutError):  # it is not read any more: our own buffers are full
            shout(deaf)
        assert megabytes() - before < 60
        with sidecar.client() as client:
            assert words(client, "kayaks") == ["People/Ana.md"]


def shout(deaf: socket.socket) -> None:
    for i in range(1_000_000):
        deaf.send(frame({"type": "search", "id": i, "query": "y" * 2000, "keep": True}))


def frame(message: object) -> bytes:
    data = json.dumps(message).encode()
    size = bytes([0x80 | len(data)]) if len(data) < 126 else bytes([0xFE]) + len(data).to_bytes(2, "big")
    return b"\x81" + size + bytes(4) + data


def test_counts_and_judgments(sidecar: Sidecar) -> None:
    with sidecar.client() as client:
        counted = client.request({"type": "count_notes", "exclude": ["Diary"]})
        assert (counted["notes"], counted["total"]) == (2, 3)
        client.request({"type": "judge", "query": "où sont les bateaux ?", "note": "People/Ana.md"})
        client.request({"type": "judge", "query": "ships", "note": "Lighthouse.md", "right": False})
    (golden,) = Path(sidecar.place.environment["LUNETA_CONFIG_DIR"]).glob("vaults/*.judgments.jsonl")
    assert [json.loads(line) for line in golden.read_text(encoding="utf-8").splitlines()] == [
        {"query": "où sont les bateaux ?", "right": ["People/Ana.md"]},
        {"query": "ships", "wrong": ["Lighthouse.md"]},
    ]


def test_an_explained_answer_tells_weights_and_filters(sidecar: Sidecar) -> None:
    with sidecar.client() as client:
        asked = {"type": "search", "query": 'keeper "blue lighthouse" -kayaks', "folders": [""], "explain": True}
        answer = client.request(asked)
        plain = client.request({"type": "search", "query": "keeper"})
    assert set(answer["explanation"]["weights"]) == {"postings", "vectors", "names"}
    assert answer["filters"] == ["with the phrase “blue lighthouse”", "without “kayaks”"]
    assert plain["explanation"] is None
    assert [hit["path"] for hit in answer["hits"]] == ["Lighthouse.md"]


# Processes


@pytest.fixture
def place(tmp_path: Path) -> Place:
    made = Place(tmp_path)
    for path, text in NOTES.items():
        made.write(path, text)
    return made


def test_n4_it_ends_in_time_though_a_connection_idles(place: Place) -> None:
    with Sidecar(place) as sidecar:
        idle, mute = sidecar.wait_until_ready(), socket.create_connection(("127.0.0.1", sidecar.port))
        began = time.perf_counter()
        sidecar.process.terminate()
        sidecar.process.wait(PATIENCE)
        assert time.perf_counter() - began < 5
        if os.name == "posix":
            assert sidecar.process.returncode == 0
            with pytest.raises(ClientError, match="the sidecar ends"):
                idle.next_message()
        idle.close()
        mute.close()
    if os.name == "posix":  # Windows ends a process without asking it
        assert list(place.cache.glob("*/serve.json")) == []


def long_note(number: int) -> str:
    return f"# Note {number}\n\n" + f"Words of note number {number} and then some more of them. " * 40


PARENT = """
import subprocess, sys, time
child = subprocess.Popen([sys.executable, "-m", "luneta", "serve", "--vault", sys.argv[1], "--parent-pipe"],
                         stdin=subprocess.PIPE, stdout=subprocess.PIPE)
print(child.stdout.readline().decode(), flush=True)
time.sleep(600)
"""


def listen(client: Client) -> None:
    while True:
        client.next_message()


@pytest.mark.skipif(os.name == "nt", reason="there is no way to look for a process without a handle")
def test_p1_it_ends_when_its_parent_is_killed(place: Place) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", PARENT, str(place.vault)], stdout=subprocess.PIPE, env=dict(place.environment)
    ) as parent:
        assert parent.stdout is not None
        ready = json.loads(parent.stdout.readline())
        with connect(place) as idle:
            parent.kill()
            began = time.perf_counter()
            with pytest.raises(ClientError, match="the sidecar ends"):
                listen(idle)
            until(lambda: not is_running(ready["pid"]))
            assert time.perf_counter() - began < 5


def test_p1_it_ends_with_its_parent_while_it_indexes(place: Place) -> None:
    for i in range(3000):
        place.write(f"many/{i}.md", long_note(i))
    with Sidecar(place) as sidecar, sidecar.client() as client:
        until(lambda: client.next_message()["type"] == "progress")
        began = time.perf_counter()
        sidecar.end()
        assert time.perf_counter() - began < 5
        kept = list(place.cache.glob("*/index.db"))
        assert len(kept) == 1, "what was indexed is kept"


def test_p1_a_second_one_hands_back_the_first(place: Place) -> None:
    with Sidecar(place) as first, Sidecar(place, environment={"LUNETA_TOKEN": "another token"}) as second:
        assert second.process.wait(PATIENCE) == 0
        assert first.ready["first"] is True
        assert "token" not in first.ready
        assert second.ready == {**first.ready, "first": False, "token": TOKEN}
        with first.client() as client:
            assert client.welcome["pid"] == first.ready["pid"]
        run_file = next(place.cache.glob("*/serve.json"))
        if os.name == "posix":
            assert run_file.stat().st_mode & 0o077 == 0


@pytest.mark.parametrize("changed", [{"version": "0.0.9"}, {"protocol": 0}])
def test_p1_one_of_another_version_is_not_used(place: Place, changed: dict[str, Any]) -> None:
    with Sidecar(place):
        run_file = next(place.cache.glob("*/serve.json"))
        run_file.write_text(json.dumps({**json.loads(run_file.read_bytes()), **changed}), encoding="utf-8")
        with Sidecar(place, "--json") as second:
            assert second.process.wait(PATIENCE) == 1
            error = second.ready["error"]
    assert "port" not in second.ready
    assert "serves this vault already" in error["message"]
    assert f"Luneta {changed.get('version', '0.1.0')} " in error["message"]


@pytest.mark.skipif(os.name == "nt", reason="Windows knows no SIGKILL")
def test_p1_what_a_killed_one_left_does_not_matter(place: Place) -> None:
    """Its run file names a process number and a port that may be anybody's by now: ours, here."""
    with Sidecar(place) as killed:
        killed.wait_until_ready().close()
        killed.process.send_signal(signal.SIGKILL)
        killed.process.wait(PATIENCE)
    run_file = next(place.cache.glob("*/serve.json"))
    left = json.loads(run_file.read_bytes())
    with socket.create_server(("127.0.0.1", 0)) as stranger:
        stolen = {**left, "pid": os.getpid(), "port": stranger.getsockname()[1]}
        run_file.write_text(json.dumps(stolen), encoding="utf-8")
        with Sidecar(place) as heir, heir.wait_until_ready() as client:
            assert heir.ready["first"] is True
            assert words(client, "kayaks") == ["People/Ana.md"]


def test_p4_the_consoles_encoding_does_not_matter(place: Place) -> None:
    place.write("→ 🎬.md", "# → 🎬\n\nThe arrow and the clapper board stand here → 🎬 for a film.\n")
    environment = {"PYTHONIOENCODING": "cp1252"}
    with Sidecar(place, environment=environment) as sidecar, sidecar.wait_until_ready() as client:
        (hit,) = client.request({"type": "search", "query": "clapper", "mode": "keyword"})["hits"]
        assert hit["path"] == "→ 🎬.md"
        assert "→ 🎬" in "".join(segment["text"] for segment in hit["passages"][0]["snippet"])


def found_anywhere(client: Client) -> set[str]:
    """What search, related notes and mentions tell of the diary."""
    seen = set(paths(client, "quincunx garden")) | set(words(client, "quincunx")) | set(paths(client, "Monday"))
    seen |= {hit["path"] for hit in client.request({"type": "related", "note": "Lighthouse.md"})["hits"]}
    return {path for path in seen if path.startswith("Diary/")}


def test_i5_what_is_denied_is_silent_at_once(place: Place) -> None:
    """Denied in the settings, and said so: nothing of it is told from the answer on, nor after an edit."""
    settings = place.vault / ".obsidian" / "plugins" / "luneta" / "data.json"
    settings.parent.mkdir(parents=True)
    with Sidecar(place) as sidecar, sidecar.wait_until_ready() as client:
        assert found_anywhere(client) == {"Diary/Monday.md"}
        settings.write_text('{"exclude": ["Diary"]}', encoding="utf-8")
        client.request({"type": "settings_changed"})
        assert found_anywhere(client) == set()
        with pytest.raises(ClientError) as caught:
            client.request({"type": "related", "note": "Diary/Monday.md"})
        assert caught.value.code == "not_indexed"
        place.write("Diary/Monday.md", "# Monday\n\nAnother quincunx was seen in the garden.\n")
        client.request({"type": "reindex", "scope": "notes", "paths": ["Diary/Monday.md"]})
        assert found_anywhere(client) == set()
        until(lambda: client.request({"type": "status"})["notes"] == 2)
        settings.write_text("{", encoding="utf-8")
        with pytest.raises(ClientError) as caught:
            client.request({"type": "settings_changed"})
        assert caught.value.code == "bad_request"
        assert found_anywhere(client) == set(), "unknown rules were taken for none"
        settings.write_text('{"exclude": []}', encoding="utf-8")
        until(lambda: found_anywhere(client) == {"Diary/Monday.md"})  # seen without being told


def test_s1_searching_goes_on_while_notes_are_indexed(place: Place) -> None:
    """A thousand long notes, while 20 queries a second are asked: none fails, each is answered within a second."""
    with Sidecar(place) as sidecar, sidecar.wait_until_ready() as client:
        for i in range(1000):
            place.write(
                f"many/{i}.md", f"# Note {i}\n\n" + f"Words of note number {i} and then some more of them. " * 40
            )
        reindexed: dict[str, Any] = {}

        def reindex() -> None:
            with sidecar.client() as other:
                reindexed.update(other.request({"type": "reindex", "scope": "all"}))

        thread = threading.Thread(target=reindex)
        thread.start()
        took = []
        while thread.is_alive():
            began = time.perf_counter()
            assert words(client, "kayaks") == ["People/Ana.md"]
            took.append(time.perf_counter() - began)
            time.sleep(0.05)
        thread.join()
        assert reindexed["notes"] == 1003
        assert len(took) > 10
        assert max(took) < 1, sorted(took)[-3:]


def test_a_whole_reindex_can_be_given_up(place: Place) -> None:
    for i in range(600):
        place.write(f"many/{i}.md", long_note(i))
    with Sidecar(place) as sidecar:
        sidecar.wait_until_ready().close()

        async def give_up(rude: Rude) -> dict[str, Any]:
            await rude.say({"type": "reindex", "id": 1, "scope": "all"})
            while (await rude.hear())["type"] != "progress":
                pass
            await rude.say({"type": "cancel", "id": 2, "target": 1})
            answer = await rude.answer(1)
            await rude.say({"type": "search", "id": 3, "query": "kayaks", "mode": "keyword"})
            assert (await rude.answer(3))["hits"][0]["path"] == "People/Ana.md"
            return answer

        assert sidecar.connect(give_up)["code"] == "cancelled"
        with sidecar.client() as client:
            until(lambda: client.request({"type": "status"})["state"] == "ready")


def test_nothing_that_was_written_or_asked_is_in_the_log(place: Place) -> None:
    with Sidecar(place) as sidecar:
        with sidecar.wait_until_ready() as client:
            paths(client, "quincunx")
            with pytest.raises(ClientError):
                client.request({"type": "related", "note": "Diary/Secret name.md"})
        log = sidecar.log()
    assert "indexed: 3 notes" in log
    assert "connected: a test" in log
    for private in ("quincunx", "Monday", "Lighthouse", "Secret", "kayak", TOKEN):
        assert private not in log


def test_the_terminal_has_the_sidecar_index_while_that_is_writing(place: Place) -> None:
    for i in range(600):
        place.write(f"many/{i}.md", long_note(i))
    with Sidecar(place) as sidecar, sidecar.client() as client:
        until(lambda: client.next_message()["type"] == "progress")
        done = place.run("index", "--json")
        assert done.returncode == 0, done.stderr
        assert json.loads(done.stdout)["notes"] == 603
