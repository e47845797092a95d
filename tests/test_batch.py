"""batch.py: one run's changes to the store."""

from pathlib import Path

import apsw
import pytest

from luneta.engine import Engine


def segments(db_path: Path) -> int:
    """How many pieces the postings are written in."""
    db = apsw.Connection(str(db_path), flags=apsw.SQLITE_OPEN_READONLY)
    found = db.execute("SELECT count(DISTINCT segid) FROM chunks_fts_idx").get
    db.close()
    return int(found)


def test_postings_are_not_written_out_for_each_note(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A statement that can fail halfway (an upsert, RETURNING) between two notes makes FTS5 write a segment for every
    one, and a full index half as slow again. What one transaction stores must be one segment."""
    monkeypatch.setenv("LUNETA_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setattr("luneta.indexer.COMMIT_SECONDS", 600.0)
    vault = tmp_path / "vault"
    vault.mkdir()
    for number in range(12):
        (vault / f"note {number}.md").write_text(
            f"Herons stand in shallow water, as seen {number} times from the bridge.\n"
        )
    with Engine.open(vault) as engine:
        engine.index()
        assert segments(engine.db_path) == 1


def test_changed_chunks_of_many_notes_are_one_segment(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A changed chunk keeps its id, and FTS5 writes out what it has gathered at every id below the last one: notes
    that come in another order than that of their ids must not cost a segment each."""
    monkeypatch.setenv("LUNETA_CACHE_DIR", str(tmp_path / "cache"))
    vault = tmp_path / "vault"
    vault.mkdir()
    texts = {
        f"note {n}.md": f"# Seen\n\nHerons stand in shallow water, {n} of them, near the bridge.\n" for n in range(12)
    }
    for name, text in texts.items():
        (vault / name).write_text(text)
    with Engine.open(vault) as engine:
        engine.index()
        before = segments(engine.db_path)
        for name, text in texts.items():
            (vault / name).write_text(text.replace("shallow", "muddy"))
        engine.index_notes(sorted(texts, reverse=True))
        assert segments(engine.db_path) <= before + 1
        db = apsw.Connection(str(engine.db_path), flags=apsw.SQLITE_OPEN_READONLY)
        assert db.execute("SELECT count(*), max(id) FROM chunks").get == (12, 12)
        matches = "SELECT count(*) FROM chunks_fts WHERE chunks_fts MATCH ?"
        assert [db.execute(matches, (word,)).get for word in ("shallow", "muddy")] == [0, 12]
        db.close()
