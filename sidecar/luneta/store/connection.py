"""Opening the database: to write (one process) or to read (any number), with the vector extension if it loads."""

import contextlib
import importlib.util
import os
from collections.abc import Iterator
from pathlib import Path

import apsw

from luneta.errors import IndexDamagedError, LunetaError, NoIndexError

#: How long a statement waits for a lock, ms. Readers in WAL mode wait only while the log is being recovered.
_BUSY_MS = 10_000
#: Pages of cache, KiB (negative by SQLite's convention).
_READER_CACHE = -16_384
_WRITER_CACHE = -65_536
#: Bytes of a page of a new file. With four times SQLite's own 4 KiB a full index of 16,800 notes takes its writer 0.8 s
#: of 8.4 less, vectors that are asked of the file come 7 % sooner, and the file is 2 % smaller; one note takes as long.
_PAGE = 16_384
#: Pages of log after which it is copied into the file: 64 MB, so that a full index does it a few times only.
_CHECKPOINT_PAGES = 4_000
#: So much of the file must be empty for the work to pay.
_EMPTY_SHARE = 0.02
#: The errors by which a disk says that it cannot give back what was written.
_UNREADABLE = (apsw.SQLITE_IOERR_READ, apsw.SQLITE_IOERR_SHORT_READ, apsw.SQLITE_IOERR_CORRUPTFS)


def open_writer(path: Path) -> apsw.Connection:
    """Open or make the file for the one process that writes. Raises IndexDamagedError, LunetaError.

    A new file is its owner's only, and so is what SQLite puts beside it, which takes the rights that it finds.
    """
    try:
        if not path.exists():
            os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
        db = apsw.Connection(str(path))
        db.set_busy_timeout(_BUSY_MS)
        db.pragma("page_size", _PAGE)  # as the next one, it changes no file that is there
        db.pragma("auto_vacuum", "incremental")  # of a new file; so `give_back_room` can
        db.pragma("journal_mode", "wal")
    except (apsw.Error, OSError) as error:
        raise _refusal(path, error) from error
    db.pragma("synchronous", "normal")
    db.pragma("cache_size", _WRITER_CACHE)
    db.pragma("temp_store", "memory")
    db.wal_autocheckpoint(_CHECKPOINT_PAGES)
    return db


def open_reader(path: Path) -> apsw.Connection:
    """Open the file to read. Raises NoIndexError if there is none, IndexDamagedError, LunetaError."""
    if not path.exists():
        raise NoIndexError("This vault has no index yet.")
    try:
        db = _connect_to_read(str(path), apsw.SQLITE_OPEN_READONLY)
    except (apsw.CantOpenError, apsw.IOError) as error:
        # On a read-only or a full disk no memory can be shared with a writer; but neither is there a writer.
        refusal = _refusal(path, error)
        if isinstance(refusal, IndexDamagedError) or _has_log(path):
            raise refusal from error
        return _open_alone(path)
    except apsw.Error as error:
        raise _refusal(path, error) from error
    return db


def _open_alone(path: Path) -> apsw.Connection:
    try:
        alone = f"{path.absolute().as_uri()}?immutable=1"
        return _connect_to_read(alone, apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI)
    except apsw.Error as error:
        raise _refusal(path, error) from error


def _connect_to_read(name: str, flags: int) -> apsw.Connection:
    # Not PRAGMA query_only, which forbids temporary tables as well (a search within folders needs one).
    db = apsw.Connection(name, flags=flags)
    db.set_busy_timeout(_BUSY_MS)
    db.execute("SELECT count(*) FROM sqlite_schema").get  # noqa: B018 - reads the header: a damaged file shows here
    db.pragma("cache_size", _READER_CACHE)
    db.pragma("temp_store", "memory")
    return db


def _has_log(path: Path) -> bool:
    log = path.with_name(path.name + "-wal")
    return log.exists() and log.stat().st_size > 0


def _refusal(path: Path, error: apsw.Error | OSError) -> LunetaError:
    """A damaged file can be built anew. A full disk or a lack of rights is no damage: the file must stay as it is."""
    damaged = isinstance(error, apsw.NotADBError | apsw.CorruptError) or (path.exists() and not path.is_file())
    if damaged or getattr(error, "extendedresult", 0) in _UNREADABLE:
        return IndexDamagedError(f"The index {path} cannot be opened ({error}).")
    return LunetaError(
        f"The index {path} cannot be opened ({error}). Check the rights of its folder and the free space of its disk."
    )


def load_vector_extension(db: apsw.Connection) -> str | None:
    """Load sqlite-vec into a connection. Returns why it could not, or None."""
    try:
        path = _vector_extension()
        db.enable_load_extension(True)
        try:
            db.load_extension(path)
        finally:
            db.enable_load_extension(False)
    except (ImportError, ValueError, AttributeError, apsw.Error, OSError) as error:
        return f"the sqlite-vec extension cannot be loaded ({error})"
    return None


def _vector_extension() -> str:
    """Where it lies (sqlite_vec.loadable_path). The package is not imported: with it comes numpy."""
    found = importlib.util.find_spec("sqlite_vec")
    if found is None or not found.submodule_search_locations:
        raise ImportError("the package sqlite-vec is not installed")
    return os.path.join(found.submodule_search_locations[0], "vec0")


def give_back_room(db: apsw.Connection) -> None:
    """Make the file as small as what it holds, if enough of it is empty: the postings leave room behind when they are
    merged, after a full index up to a tenth of the file."""
    if db.pragma("freelist_count") > _EMPTY_SHARE * db.pragma("page_count"):
        db.execute("PRAGMA incremental_vacuum").fetchall()


@contextlib.contextmanager
def snapshot(db: apsw.Connection) -> Iterator[None]:
    """Everything read within is of one moment, whatever a writer does meanwhile."""
    db.execute("BEGIN")
    try:
        yield
    finally:
        db.execute("COMMIT")
