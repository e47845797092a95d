"""derived.py: what is derived apart, while a new index's postings are merged, is what is derived of a finished one."""

from pathlib import Path

import apsw
import pytest

from canonical import differences, dump
from luneta.crew import PARALLEL_FROM
from luneta.engine import Engine
from luneta.store import schema


def test_a_new_index_of_many_notes_is_derived_as_any_other(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUNETA_CACHE_DIR", str(tmp_path / "cache"))
    vault = tmp_path / "vault"
    count = PARALLEL_FROM + 20
    for n in range(count):
        folder = vault / f"part {n % 7}"
        folder.mkdir(parents=True, exist_ok=True)
        (folder / f"Note {n}.md").write_text(
            f"---\naliases: [the {n}th]\n---\nAfter [[Note {(n * 7) % count}|number {n % 5}]] and [[part {n % 3}/Note "
            f"{n % 90}]] comes [itself](Note%20{n}.md), then [[Nobody {n}]].\n"
        )
    with Engine.open(vault) as engine:
        engine.index()
        at_once = dump(engine.db_path)
        db = apsw.Connection(str(engine.db_path))
        db.execute("UPDATE links SET resolved = NULL")
        db.execute("DELETE FROM calls")
        db.execute("UPDATE notes SET incoming = 0, authority = 0")
        schema.set_derived(db, False)
        db.close()
        engine.index()
        again = dump(engine.db_path)
    assert len(at_once["links"]) == 4 * count
    assert sum(row[-1] is not None for row in at_once["links"]) == 3 * count - _missing(count)
    assert differences(at_once, again) == []


def _missing(count: int) -> int:
    """Links to a note in a folder where there is none of that name."""
    return sum(n % 3 != n % 90 % 7 for n in range(count))
