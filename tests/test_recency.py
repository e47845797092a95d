"""luneta.core.recency, and the setting that switches it on."""

import os
import time
from datetime import date
from pathlib import Path

import pytest

from luneta.core.recency import prefer_recent
from luneta.core.types import Candidate, SearchOptions
from luneta.engine import Engine

TODAY = date(2026, 6, 1)
DAY = 86_400 * 10**9


def day_ns(day: date) -> int:
    return (day - date(1970, 1, 1)).days * DAY


def test_off_means_untouched() -> None:
    ranked = [Candidate(1, 0.5, {}), Candidate(2, 0.4, {})]
    assert prefer_recent(ranked, {1: 0, 2: 0}, 0, TODAY) == ranked


def test_half_of_what_can_be_lost_is_lost_after_a_half_life() -> None:
    ranked = [Candidate(1, 1.0, {}), Candidate(2, 1.0, {}), Candidate(3, 1.0, {})]
    modified = {1: day_ns(date(2026, 5, 2)), 2: day_ns(TODAY), 3: day_ns(date(2027, 1, 1))}
    scores = {note.chunk_id: note.score for note in prefer_recent(ranked, modified, 30, TODAY)}
    assert scores[1] == pytest.approx(0.8)
    assert scores[2] == scores[3] == 1.0  # a stamp from the future is no merit


def test_a_much_better_match_stays_before_a_newer_note() -> None:
    ranked = [Candidate(1, 1.0, {}), Candidate(2, 0.5, {})]
    assert [n.chunk_id for n in prefer_recent(ranked, {1: 0, 2: day_ns(TODAY)}, 1, TODAY)] == [1, 2]


def test_of_two_equal_notes_the_newer_is_first_only_when_asked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUNETA_CACHE_DIR", str(tmp_path / "cache"))
    vault = tmp_path / "vault"
    vault.mkdir()
    for name, days in (("A old.md", 2000), ("B new.md", 1)):
        (vault / name).write_text("Kayaks on the river, and how to paddle them upstream.\n", encoding="utf-8")
        stamp = time.time() - days * 86_400
        os.utime(vault / name, (stamp, stamp))
    with Engine.open(vault) as engine:
        engine.index()
        plain = engine.search("kayaks upstream", SearchOptions())
        recent = engine.search("kayaks upstream", SearchOptions(recency_half_life_days=90))
    assert [hit.path for hit in plain.hits] == ["A old.md", "B new.md"]
    assert [hit.path for hit in recent.hits] == ["B new.md", "A old.md"]
