"""What a conversation remembers: across processes, bounded, and not for ever."""

import os
import time
from pathlib import Path

from luneta.agents.sessions import Conversation


def files(folder: Path) -> list[Path]:
    return sorted((folder / "conversations").iterdir())


def test_what_was_shown_and_asked_is_remembered(tmp_path: Path) -> None:
    Conversation(str(tmp_path), "s/../1").add(["a", "b"], "first\nquestion")
    Conversation(str(tmp_path), "s/../1").add(["c"], "second ação")
    again = Conversation(str(tmp_path), "s/../1")
    assert again.seen() == ["a", "b", "c"]
    assert again.task() == "second ação"
    other = Conversation(str(tmp_path), "s2")
    assert (other.seen(), other.task()) == ([], "")
    (only,) = files(tmp_path)
    assert only.name.isalnum(), "a name from outside is hashed"
    if os.name == "posix":
        assert only.stat().st_mode & 0o777 == 0o600


def test_nothing_is_made_where_there_is_no_index(tmp_path: Path) -> None:
    Conversation(str(tmp_path / "none"), "s").add(["a"], "x")
    assert not (tmp_path / "none").exists()
    Conversation(str(tmp_path), "s").add([])
    assert list(tmp_path.iterdir()) == []


def test_a_file_does_not_grow_for_ever_and_keeps_what_is_new(tmp_path: Path) -> None:
    for number in range(80):
        Conversation(str(tmp_path), "s").add([f"{number:016}-{part}" for part in range(40)], f"task {number}")
    (only,) = files(tmp_path)
    assert only.stat().st_size <= 32_768
    again = Conversation(str(tmp_path), "s")
    assert again.seen()[-1] == f"{79:016}-39"
    assert again.task() == "task 79"


def test_old_and_too_many_conversations_are_forgotten(tmp_path: Path) -> None:
    for number in range(230):
        Conversation(str(tmp_path), str(number)).add(["a"])
    assert len(files(tmp_path)) == 200
    long_ago = time.time() - 8 * 24 * 3600
    for path in files(tmp_path):
        os.utime(path, (long_ago, long_ago))
    Conversation(str(tmp_path), "new").add(["a"])
    assert len(files(tmp_path)) == 1


def test_a_damaged_file_is_no_harm(tmp_path: Path) -> None:
    Conversation(str(tmp_path), "s").add(["a"])
    (only,) = files(tmp_path)
    only.write_bytes(b"\xff\x00\xfe\np x\nq\n")
    assert Conversation(str(tmp_path), "s").seen() == ["x"]
