"""The user's own golden set."""

import json
import os
from pathlib import Path

import pytest

from luneta import judgments
from luneta.errors import ConfigError


def lines(path: Path) -> list[object]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_it_grows_line_by_line_for_its_owner(tmp_path: Path) -> None:
    path = tmp_path / "deep" / "golden.jsonl"
    judgments.add(path, "o que é luz?", "a/Luz.md")
    judgments.add(path, "o que é luz?", "b.md", "wrong")
    expected = [{"query": "o que é luz?", "right": ["a/Luz.md"]}, {"query": "o que é luz?", "wrong": ["b.md"]}]
    assert lines(path) == expected
    if os.name == "posix":
        assert path.stat().st_mode & 0o077 == 0


def test_what_was_written_by_hand_without_an_end_of_line_stays_whole(tmp_path: Path) -> None:
    path = tmp_path / "golden.jsonl"
    path.write_text('{"query": "x", "right": ["a.md"]}', encoding="utf-8")
    judgments.add(path, "half \ud800 a pair", "b.md")
    assert lines(path) == [{"query": "x", "right": ["a.md"]}, {"query": "half ? a pair", "right": ["b.md"]}]


def test_a_place_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(ConfigError, match="cannot be written"):
        judgments.add(tmp_path / "file" / "golden.jsonl", "x", "a.md")
