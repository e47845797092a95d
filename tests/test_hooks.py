"""Hooks as processes: what they say, and that they are silent, quick and harmless whatever is wrong."""

import json
import os
import shutil
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from hook_runs import LONGEST, NOTES, QUESTION, Ran, asked, hook, spoken
from luneta import runfile
from luneta.agents.block import BUDGET, CLOSING
from luneta.core.budget import count_tokens
from running import PACKAGE_ROOT, Place
from serving import Sidecar


@pytest.fixture(scope="module")
def indexed(tmp_path_factory: pytest.TempPathFactory) -> Place:
    """A vault with an index and no sidecar. Read only."""
    place = Place(tmp_path_factory.mktemp("hooks"))
    for path, text in NOTES.items():
        place.write(path, text)
    assert place.run("index").returncode == 0
    return place


@pytest.fixture
def place(indexed: Place, tmp_path: Path) -> Place:
    """The same, to be spoiled: another cache folder with a copy of the index."""
    shutil.copytree(indexed.cache, tmp_path / "cache")
    mine = Place(tmp_path)
    mine.vault = indexed.vault
    mine.environment = {**indexed.environment, "LUNETA_CACHE_DIR": str(tmp_path / "cache")}
    return mine


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Sidecar]:
    place = Place(tmp_path_factory.mktemp("served"))
    for path, text in NOTES.items():
        place.write(path, text)
    with Sidecar(place) as sidecar:
        sidecar.wait_until_ready().close()
        yield sidecar


def test_a_prompt_gets_the_passages_it_is_about(served: Sidecar) -> None:
    ran = hook(served.place, "user-prompt", asked(QUESTION))
    assert ran.specific["hookEventName"] == "UserPromptSubmit"
    text = ran.context
    assert text.startswith(f"## Relevant Memory Context\n\nNotes in {served.place.vault}\n\n### Island bread (Bread)\n")
    assert "Island/Bread.md:3\n\nSourdough of the island, baked at dawn." in text
    assert text.endswith(f"\n{CLOSING}\n")
    assert count_tokens(text) <= BUDGET
    assert "quincunx" not in text
    assert ran.output.isascii()


def test_with_and_without_a_sidecar_the_same_bytes(served: Sidecar, indexed: Place) -> None:
    there = hook(served.place, "user-prompt", asked(QUESTION)).context
    here = spoken(indexed, "user-prompt", asked(QUESTION)).context
    assert here.replace(str(indexed.vault), str(served.place.vault)) == there
    assert spoken(indexed, "user-prompt", asked(QUESTION)).context == here


@pytest.mark.parametrize(
    "prompt", ["", "yes", "continue", "fix the test", "thanks", "What is the capital of Mongolia?"]
)
def test_what_has_nothing_to_do_with_the_vault_gets_nothing(served: Sidecar, prompt: str) -> None:
    assert hook(served.place, "user-prompt", asked(prompt)).silent


def test_no_passage_twice_in_one_conversation(served: Sidecar, indexed: Place) -> None:
    for place in (served.place, indexed):
        first = spoken(place, "user-prompt", asked(QUESTION, "one")).context
        assert "Island/Bread.md" in first
        again = hook(place, "user-prompt", asked(QUESTION, "one"))
        assert again.silent or "Island/Bread.md" not in again.context
        assert spoken(place, "user-prompt", asked(QUESTION, "another")).context == first
        tool = {"session_id": "one", "tool_name": "Grep", "tool_input": {"pattern": "sourdough island dawn"}}
        ran = hook(place, "pre-tool", tool)
        assert ran.silent or "Island/Bread.md" not in ran.context


def test_before_a_tool(served: Sidecar) -> None:
    given = {
        "session_id": "",
        "tool_name": "WebSearch",
        "tool_input": {"query": "sourdough of the island, rye flour mill"},
    }
    ran = hook(served.place, "pre-tool", given)
    assert ran.specific["hookEventName"] == "PreToolUse"
    assert set(ran.specific) == {"hookEventName", "additionalContext"}, "nothing is decided"
    assert "Island/Mill.md:5" in ran.context


def test_after_a_tool_by_the_words_of_the_conversation(served: Sidecar) -> None:
    lines = [f"{chr(97 + n % 26)}{n * 7919 % 1000} {'lorem ipsum dolor ' * (1 + n % 5)}" for n in range(400)]
    lines[200] = "the sourdough was reached"
    response = {"stdout": "\n".join(lines), "stderr": "", "interrupted": False, "isImage": False}
    given = {"session_id": "focus", "tool_name": "Bash", "tool_input": {"command": "make"}, "tool_response": response}
    before = hook(served.place, "post-tool", given).specific["updatedToolOutput"]
    assert lines[200] not in before["stdout"]
    hook(served.place, "user-prompt", asked("why does the sourdough step take so long?", "focus"))
    after = hook(served.place, "post-tool", given).specific
    assert after["hookEventName"] == "PostToolUse"
    assert lines[200] in after["updatedToolOutput"]["stdout"]
    assert len(after["updatedToolOutput"]["stdout"]) < 10_000


def test_after_a_tool_no_vault_is_needed(tmp_path: Path) -> None:
    response = {"stdout": "the same line\n" * 1000, "stderr": ""}
    ran = hook(Place(tmp_path), "post-tool", {"tool_name": "Bash", "tool_input": {}, "tool_response": response})
    assert "[1000 times]" in ran.specific["updatedToolOutput"]["stdout"]


def test_several_vaults(served: Sidecar, indexed: Place) -> None:
    """Both have the same notes; passages of both stand under the names of their vaults. The second has no sidecar, and
    its index is in the same cache folder."""
    other = Place(served.place.vault.parent / "second")
    other.environment = served.place.environment
    other.write("Tides.md", "# Tides\n\nThe sourdough of the island is late when the tide is high at dawn.\n")
    assert other.run("index").returncode == 0
    for _ in range(4):  # the second vault is left out when the machine is too busy
        text = hook(served.place, "user-prompt", asked(QUESTION), "--vault", str(other.vault)).context
        assert f"Notes in {served.place.vault}\n" in text
        if f"Notes in {other.vault}\n\n### Tides (vault)" in text:
            break
    else:
        raise AssertionError(text)
    assert count_tokens(text) <= BUDGET


# Whatever is wrong


def harmless(ran: Ran) -> None:
    assert ran.silent, (ran.output, ran.errors)
    assert ran.seconds < LONGEST + 1.0, "the process's start is in this"


@pytest.mark.parametrize(
    "given",
    [b"", b"{", b"[]", b"null", b"\xff\xfe{}", b'{"prompt": 3}', b'{"prompt": null}', b'{"tool_input": []}',
     b'{"prompt": "\\ud800 sourdough"}', b"[" * 100_000, b"{}" * 9],
    ids=range(11),
)  # fmt: skip
@pytest.mark.parametrize("event", ["user-prompt", "pre-tool", "post-tool"])
def test_malformed_input(indexed: Place, event: str, given: bytes) -> None:
    ran = hook(indexed, event, given)
    assert ran.code == 0
    assert ran.errors == b""
    assert ran.output == b"" or b"sourdough" in given


def test_a_prompt_of_10_megabytes(indexed: Place) -> None:
    harmless(hook(indexed, "user-prompt", asked("nonsense " * 1_200_000)))
    harmless(hook(indexed, "user-prompt", b" " * 30_000_000 + json.dumps(asked(QUESTION)).encode()))


def test_a_missing_index_and_a_missing_vault(tmp_path: Path, place: Place) -> None:
    empty = Place(tmp_path / "empty")
    harmless(hook(empty, "user-prompt", asked(QUESTION, "s")))
    assert not empty.cache.exists(), "a hook builds nothing"
    place.vault = tmp_path / "gone"
    harmless(hook(place, "user-prompt", asked(QUESTION, "s")))


@pytest.mark.parametrize("damage", [b"", b"no database", None])
def test_a_damaged_index(place: Place, damage: bytes | None) -> None:
    data = place.database.read_bytes()
    for beside in place.database.parent.glob("index.db-*"):
        beside.unlink()
    if damage is None:
        damage = data[:8192] + os.urandom(len(data) - 8192)
    place.database.write_bytes(damage)
    harmless(hook(place, "user-prompt", asked(QUESTION)))


def test_settings_that_cannot_be_read_are_no_settings(place: Place, tmp_path: Path) -> None:
    """Unknown folder rules must not read as no rules."""
    place.vault = Path(shutil.copytree(place.vault, tmp_path / "copy"))
    (place.vault / ".obsidian" / "plugins" / "luneta").mkdir(parents=True)
    (place.vault / ".obsidian" / "plugins" / "luneta" / "data.json").write_text("{", encoding="utf-8")
    harmless(hook(place, "user-prompt", asked(QUESTION)))


def test_a_locked_index(place: Place) -> None:
    lock = """
import sys, apsw
db = apsw.Connection(sys.argv[1])
db.execute("PRAGMA locking_mode=EXCLUSIVE; BEGIN EXCLUSIVE; UPDATE meta SET value = value")
print("locked", flush=True)
sys.stdin.read()
"""
    command = [sys.executable, "-c", lock, str(place.database)]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=dict(place.environment)
    ) as holder:
        assert holder.stdout is not None
        assert holder.stdin is not None
        assert holder.stdout.readline().strip() == b"locked"
        ran = hook(place, "user-prompt", asked(QUESTION))
        holder.stdin.close()
    assert ran.code == 0
    assert ran.seconds < LONGEST + 1.0


class Impostor:
    """Something that listens where the run file says a sidecar is."""

    def __init__(self, place: Place, answer: Callable[[socket.socket], None]) -> None:
        self.listening = socket.create_server(("127.0.0.1", 0))
        port = self.listening.getsockname()[1]
        runfile.write(place.database.parent, runfile.Running("127.0.0.1", port, "t", os.getpid(), "0.1.0", 1))
        self._kept: list[socket.socket] = []
        self._answer = answer
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        while True:
            try:
                connection, _ = self.listening.accept()
                self._kept.append(connection)
                self._answer(connection)
            except OSError:
                return

    def __enter__(self) -> "Impostor":
        return self

    def __exit__(self, *exc: object) -> None:
        self.listening.close()
        for connection in self._kept:
            connection.close()


def _garbage(connection: socket.socket) -> None:
    connection.recv(4096)
    connection.sendall(b"HTTP/1.1 200 OK\r\n\r\n" + os.urandom(200_000))


def _drip(connection: socket.socket) -> None:
    """A byte now and then, which must not be taken for progress."""
    for _ in range(200):
        connection.sendall(b"H")
        threading.Event().wait(0.1)


@pytest.mark.parametrize("answer", [lambda connection: None, _drip], ids=["mute", "dripping"])
def test_a_sidecar_that_does_not_answer(place: Place, answer: Callable[[socket.socket], None]) -> None:
    with Impostor(place, answer):
        harmless(hook(place, "user-prompt", asked(QUESTION)))


@pytest.mark.parametrize("answer", [_garbage, socket.socket.close], ids=["garbage", "hanging up"])
def test_what_is_no_sidecar_is_passed_over(place: Place, answer: Callable[[socket.socket], None]) -> None:
    """The index answers in its place."""
    with Impostor(place, answer):
        assert "Island/Bread.md" in spoken(place, "user-prompt", asked(QUESTION)).context


def test_a_sidecar_that_was_killed(place: Place) -> None:
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    runfile.write(place.database.parent, runfile.Running("127.0.0.1", port, "t", os.getpid(), "0.1.0", 1))
    assert "Island/Bread.md" in spoken(place, "user-prompt", asked(QUESTION)).context


@pytest.mark.skipif(not hasattr(os, "kill") or os.name != "posix", reason="needs SIGSTOP")
def test_a_stopped_sidecar(tmp_path: Path) -> None:
    import signal

    place = Place(tmp_path)
    place.write("Bread.md", NOTES["Island/Bread.md"])
    with Sidecar(place) as sidecar:
        sidecar.wait_until_ready().close()
        os.kill(sidecar.process.pid, signal.SIGSTOP)
        try:
            ran = hook(place, "user-prompt", asked(QUESTION))
        finally:
            os.kill(sidecar.process.pid, signal.SIGCONT)
    harmless(ran)


def test_standard_input_that_never_ends(indexed: Place) -> None:
    command = [sys.executable, "-m", "luneta", "hook", "user-prompt", "--vault", str(indexed.vault)]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=dict(indexed.environment)
    ) as process:
        code = process.wait(LONGEST + 2)
        assert process.stdout is not None
        assert process.stderr is not None
        assert (code, process.stdout.read(), process.stderr.read()) == (0, b"", b"")


def test_the_fast_path_is_light() -> None:
    script = """
import sys
before = set(sys.modules)
from luneta.agents import hooks, block, prompts, sessions
from luneta import client, runfile, whereabouts
print(*sorted(set(sys.modules) - before))
"""
    environment = {**os.environ, "PYTHONPATH": str(PACKAGE_ROOT)}
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, env=environment, check=True, timeout=60)
    loaded = set(done.stdout.decode().split())
    heavy = {"typing", "dataclasses", "inspect", "pathlib", "argparse", "orjson", "msgspec", "apsw", "numpy", "asyncio"}
    assert not loaded & (heavy | {"platformdirs", "luneta.config", "luneta.core.types", "luneta.engine", "logging"})
