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
