"""store/connection.py: the pages of a file, and how one that became emptier gives its room back."""

import contextlib
import os
from pathlib import Path

import apsw
import pytest

from luneta.store.connection import give_back_room, open_reader, open_writer

ROWS = 2_000


def _file_with_rows(path: Path) -> int:
    db = open_writer(path)
    db.execute("CREATE TABLE t(id INTEGER PRIMARY KEY, x TEXT)")
    with db:
        db.executemany("INSERT INTO t(x) VALUES(?)", (("lamp " * 200,) for _ in range(ROWS)))
    db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    db.close()
    return path.stat().st_size


def test_room_is_given_back_while_others_read(tmp_path: Path) -> None:
    path = tmp_path / "index.db"
    before = _file_with_rows(path)
    db = open_writer(path)
    with db:
        db.execute("DELETE FROM t WHERE id <= ?", (ROWS // 2,))
    reader = open_reader(path)
    reader.execute("BEGIN")
    assert reader.execute("SELECT count(*) FROM t").get == ROWS // 2
    give_back_room(db)
    assert reader.execute("SELECT count(*), max(length(x)) FROM t").get == (ROWS // 2, 1_000)
    reader.execute("COMMIT")
    reader.close()
    db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    assert db.execute("PRAGMA integrity_check").get == "ok"
    db.close()
    assert path.stat().st_size < 0.6 * before


def test_a_little_room_stays_for_what_comes(tmp_path: Path) -> None:
    """To move pages costs more than they take."""
    path = tmp_path / "index.db"
    before = _file_with_rows(path)
    db = open_writer(path)
    with db:
        db.execute("DELETE FROM t WHERE id <= 20")
    give_back_room(db)
    db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
    db.close()
    assert path.stat().st_size == before


def test_a_new_file_has_large_pages_and_an_older_one_keeps_its_own(tmp_path: Path) -> None:
    new, old = tmp_path / "new.db", tmp_path / "old.db"
    with contextlib.closing(apsw.Connection(str(old))) as db:
        db.pragma("page_size", 4096)
        db.execute("CREATE TABLE kept(value); INSERT INTO kept VALUES(7)")
    sizes = {}
    for path in (new, old):
        with contextlib.closing(open_writer(path)) as db:
            db.execute("CREATE TABLE more(value)")
            sizes[path.stem] = db.pragma("page_size")
    assert sizes == {"new": 16_384, "old": 4096}
    with contextlib.closing(open_reader(old)) as db:
        assert db.execute("SELECT value FROM kept").get == 7


@pytest.mark.skipif(os.name != "posix", reason="rights of files are POSIX's")
def test_nobody_else_may_read_what_is_being_written(tmp_path: Path) -> None:
    """The log holds the text of notes too, while a run goes on and after one that was killed."""
    with contextlib.closing(open_writer(tmp_path / "index.db")) as db:
        db.execute("CREATE TABLE t(a)")
        rights = {path.name: path.stat().st_mode & 0o777 for path in tmp_path.iterdir()}
    assert rights == {"index.db": 0o600, "index.db-wal": 0o600, "index.db-shm": 0o600}
