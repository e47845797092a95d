"""Vectors in memory: what the writer tells leads to the same as reading all of them again."""

from pathlib import Path

import pytest

from canonical import index_kept_in
from luneta import memory
from luneta.core.types import SearchOptions
from luneta.engine import Engine
from luneta.memory import VectorJournal

TEXTS = ("kayaks by the river", "income tax in spring", "bees in winter", "bread with rye", "clocks and tides")
OPTIONS = SearchOptions(mode="semantic", limit=30)


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    folder = tmp_path / "vault"
    folder.mkdir()
    for i in range(20):
        write(folder, i, TEXTS[i % 5])
    return folder


def write(vault: Path, number: int, text: str) -> str:
    (vault / f"{number}.md").write_text(f"# {number}\n\nThis note tells of {text} at some length.\n", encoding="utf-8")
    return f"{number}.md"


def hits(engine: Engine, query: str) -> list[tuple[str, float]]:
    return [(hit.path, hit.score) for hit in engine.search(query, OPTIONS).hits]


def test_a_reader_follows_the_writer_without_reading_everything(
    vault: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    journal = VectorJournal()
    with index_kept_in(tmp_path / "cache"), Engine.open(vault, journal=journal) as writer:
        writer.index()
        with Engine.open(vault, resident=True, journal=journal) as reader:
            hits(reader, "tax")
            loads: list[object] = []
            from luneta.nearest import ResidentNearest

            load = ResidentNearest.load
            monkeypatch.setattr(ResidentNearest, "load", lambda *given: loads.append(given) or load(*given))
            for step in range(12):
                writer.index_notes([write(vault, step, f"{TEXTS[step % 5]} and {step} zeppelins")])
                if step % 3 == 0:
                    (vault / f"{19 - step // 3}.md").unlink()
                    writer.index_notes([f"{19 - step // 3}.md"])
                if step % 4 == 3:
                    for query in ("zeppelins", "rye bread", "tax in spring"):
                        with Engine.open(vault) as fresh:
                            assert hits(reader, query) == hits(fresh, query)
            assert loads == []


def test_what_the_journal_does_not_know_is_read_again(vault: Path, tmp_path: Path) -> None:
    """Another process's changes, those of a run that failed halfway, and more than wait."""
    journal = VectorJournal()
    with index_kept_in(tmp_path / "cache"), Engine.open(vault, journal=journal) as writer:
        writer.index()
        with Engine.open(vault, resident=True, journal=journal) as reader, Engine.open(vault) as stranger:
            hits(reader, "tax")
            for write_with in (writer, stranger, writer, stranger):
                write_with.index_notes([write(vault, 3, f"zeppelins of {id(write_with)}")])
                assert hits(reader, "zeppelins")[0] == hits(stranger, "zeppelins")[0]
            journal.spoil()
            writer.index_notes([write(vault, 4, "hovercrafts over the lake")])
            assert hits(reader, "hovercrafts over the lake")[0][0] == "4.md"


def test_journals_tell_a_way_only_if_it_is_whole() -> None:
    journal = VectorJournal()
    journal.add(1, 10, b"a")
    journal.close_step("5", "6")
    journal.remove(1)
    journal.close_step("6", "7")
    assert journal.between("4", "7") is None
    journal.add(2, 10, b"b")
    journal.close_step("7", "8")
    assert journal.between("8", "8") == []
    assert journal.between("7", "8") is not None
    assert journal.between("7", "8") is None, "told twice"


def test_a_journal_that_nobody_reads_stays_small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "MOST_WAITING", 10)
    journal = VectorJournal()
    for i in range(30):
        journal.add(i, 1, b"x")
        journal.close_step(str(i), str(i + 1))
    assert journal.between("0", "30") is None
    assert len(journal._steps) <= 10


def test_while_others_write_memory_may_lag_and_then_catches_up(vault: Path, tmp_path: Path) -> None:
    with index_kept_in(tmp_path / "cache"), Engine.open(vault) as stranger:
        stranger.index()
        with Engine.open(vault, resident=True) as reader:
            assert reader.memory is not None
            hits(reader, "tax")
            reader.memory.lag = 3600.0
            before = hits(reader, "zeppelins over the sea")
            stranger.index_notes([write(vault, 3, "zeppelins over the sea")])
            assert [path for path, _ in hits(reader, "zeppelins over the sea")] != []
            assert len(before) == 20
            reader.memory.lag = 0.0
            assert hits(reader, "zeppelins over the sea") == hits(stranger, "zeppelins over the sea")
