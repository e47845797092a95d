"""Opening the database: to write (one process) or to read (any number), with the vector extension if it loads."""

import contextlib
from collections.abc import Iterator
from pathlib import Path

import apsw

from luneta.errors import IndexDamagedError, NoIndexError

#: How long a statement waits for a lock, ms. Readers in WAL mode wait only while the log is being recovered.
_BUSY_MS = 10_000
#: Pages of cache, KiB (negative by SQLite's convention).
_READER_CACHE = -16_384
_WRITER_CACHE = -65_536
#: Pages of log after which it is copied into the file: 64 MB, so that a full index does it a few times only.
_CHECKPOINT_PAGES = 16_000


def open_writer(path: Path) -> apsw.Connection:
    """Open or make the file for the one process that writes. Raises IndexDamagedError."""
    try:
        db = apsw.Connection(str(path))
        db.set_busy_timeout(_BUSY_MS)
        db.pragma("journal_mode", "wal")
    except (apsw.NotADBError, apsw.CorruptError, apsw.CantOpenError, apsw.IOError) as error:
        raise IndexDamagedError(f"The index {path} cannot be opened ({error}).") from error
    db.pragma("synchronous", "normal")
    db.pragma("cache_size", _WRITER_CACHE)
    db.pragma("temp_store", "memory")
    db.wal_autocheckpoint(_CHECKPOINT_PAGES)
    return db


def open_reader(path: Path) -> apsw.Connection:
    """Open the file to read. Raises NoIndexError if there is none, IndexDamagedError."""
    if not path.exists():
        raise NoIndexError("This vault has no index yet.")
    try:
        # Not PRAGMA query_only, which forbids temporary tables as well (a search within folders needs one).
        db = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY)
        db.set_busy_timeout(_BUSY_MS)
        db.execute("SELECT count(*) FROM sqlite_schema").get  # noqa: B018 - reads the header: a damaged file shows here
    except (apsw.NotADBError, apsw.CorruptError, apsw.CantOpenError, apsw.IOError) as error:
        raise IndexDamagedError(f"The index {path} cannot be opened ({error}).") from error
    db.pragma("cache_size", _READER_CACHE)
    db.pragma("temp_store", "memory")
    return db


def load_vector_extension(db: apsw.Connection) -> str | None:
    """Load sqlite-vec into a connection. Returns why it could not, or None."""
    try:
        import sqlite_vec

        db.enable_load_extension(True)
        try:
            db.load_extension(sqlite_vec.loadable_path())
        finally:
            db.enable_load_extension(False)
    except (ImportError, AttributeError, apsw.Error, OSError) as error:
        return f"the sqlite-vec extension cannot be loaded ({error})"
    return None


@contextlib.contextmanager
def snapshot(db: apsw.Connection) -> Iterator[None]:
    """Everything read within is of one moment, whatever a writer does meanwhile."""
    db.execute("BEGIN")
    try:
        yield
    finally:
        db.execute("COMMIT")
