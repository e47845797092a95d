"""Is this file still the one that was written?

A writer leaves a stamp when it has finished. A file with another stamp was changed by somebody else (a sync tool, a
failing disk) and is not trusted; one without was left by a killed writer, and is checked as a whole.
"""

import os
from pathlib import Path

import apsw
import orjson

from luneta.errors import IndexDamagedError
from luneta.onestep import replace_file
from luneta.store import connection, schema, vectors
from luneta.store.texts import DamagedTextError, unpack

#: What SQLite raises (SQLError: a table is missing; NoMemError: a damaged length asks for more memory than there is),
#: and of a text that is not what was stored.
DAMAGE = (apsw.NotADBError, apsw.CorruptError, apsw.SQLError, apsw.NoMemError, DamagedTextError)
#: Rows that no table may have without another's: SQLite's own check looks at each table alone.
_LEFT_OVER = (
    "SELECT id FROM chunks EXCEPT SELECT id FROM chunks_fts_docsize",
    "SELECT id FROM chunks_fts_docsize EXCEPT SELECT id FROM chunks",
    "SELECT id FROM notes EXCEPT SELECT rowid FROM names_fts",
    "SELECT rowid FROM names_fts EXCEPT SELECT id FROM notes",
    "SELECT note FROM chunks EXCEPT SELECT id FROM notes",
)


def _stamp_path(db_path: Path) -> Path:
    return db_path.with_suffix(".stamp")


def leave_stamp(db_path: Path, state: os.stat_result | None = None) -> None:
    """Record the file as it is now, or was (`state`). The writer calls it last, after its checkpoint."""
    state = state or os.stat(db_path)
    data = orjson.dumps({"size": state.st_size, "mtime_ns": state.st_mtime_ns})
    replace_file(_stamp_path(db_path), data, private=True)


def distrust(db_path: Path) -> None:
    """Forget the stamp, so that whoever opens the file next checks it."""
    _stamp_path(db_path).unlink(missing_ok=True)


def was_left(db_path: Path) -> bool:
    """Whether some writer has finished an index here."""
    return _stamp_path(db_path).exists()


def is_as_left(db_path: Path) -> bool:
    """Whether the file is the one its last writer left; False if a writer was killed before it could leave a stamp.

    Raises IndexDamagedError if there is a stamp, of another file: somebody else has changed this one. What was changed
    need not show: most of a small file is room that vec0 keeps for vectors, where any bytes pass for sound.
    """
    try:
        left = orjson.loads(_stamp_path(db_path).read_bytes())
        stamp = (left["size"], left["mtime_ns"])
        state = os.stat(db_path)
    except (OSError, orjson.JSONDecodeError, KeyError, TypeError):
        return False
    if stamp != (state.st_size, state.st_mtime_ns):
        raise IndexDamagedError("The index was changed by another program.")
    return True


def check(db: apsw.Connection) -> None:
    """Read the whole file. Raises IndexDamagedError with what SQLite says of the first fault."""
    try:
        verdict = db.execute("PRAGMA integrity_check(1)").get
        if verdict != "ok":
            raise IndexDamagedError(f"The index is damaged ({verdict}).")
        missing = schema.missing_tables(db)
        if missing:
            raise IndexDamagedError(f"The index is damaged (it has no table {missing[0]}).")
        for left_over in _LEFT_OVER:
            if db.execute(f"SELECT EXISTS({left_over})").get:
                raise IndexDamagedError("The index is damaged (its tables do not fit each other).")
        for (blob,) in db.execute("SELECT text FROM chunks"):
            unpack(blob)
        if vectors.exists(db) and not connection.load_vector_extension(db):
            vectors.check(db)
    except DAMAGE as error:
        raise IndexDamagedError(f"The index is damaged ({error}).") from error


def move_aside(db_path: Path) -> Path:
    """Rename a damaged file out of the way; the newest damaged one is kept. Its log is of no use without it."""
    aside = db_path.with_suffix(".damaged")
    os.replace(db_path, aside)
    remove(db_path)
    return aside


def remove(db_path: Path) -> None:
    """Delete the file, its log and its stamp."""
    for path in (db_path, db_path.with_name(db_path.name + "-wal"), db_path.with_name(db_path.name + "-shm")):
        path.unlink(missing_ok=True)
    distrust(db_path)
