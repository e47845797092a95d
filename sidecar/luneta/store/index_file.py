"""The index as a file: one writer at a time, any number of readers, checked when it is not as its writer left it."""

import contextlib
from collections.abc import Iterator
from pathlib import Path

import apsw

from luneta.errors import IndexBusyError, IndexDamagedError, LunetaError, NoIndexError
from luneta.store import connection, integrity, schema

#: How long a writer waits for its turn, s: long enough for a reader that only looks whether there is a writer.
_PATIENCE = 0.2
_BUSY = "Another process is writing this vault's index. Search works meanwhile; try again when it has finished."


class IndexFile:
    """The database of one vault. `notices` are sentences for the user about what was found and mended.

    `version` names whatever else the tables' content depends on; an index of another version is built anew.
    """

    def __init__(self, path: Path, version: str) -> None:
        self.path = path
        self.notices: list[str] = []
        self._version = version

    @contextlib.contextmanager
    def writer(self) -> Iterator[apsw.Connection]:
        """The database, open to write, while no other process writes it.

        Raises IndexBusyError, IndexDamagedError (if the damage shows only on the way), LunetaError (full disk).
        """
        try:
            with self.exclusive():
                with self._telling_of_files():
                    db = self._open_to_write()
                    integrity.distrust(self.path)
                try:
                    yield db
                    connection.give_back_room(db)
                    db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
                finally:
                    db.close()
                with self._telling_of_files():
                    integrity.leave_stamp(self.path)
        except integrity.DAMAGE as error:
            integrity.distrust(self.path)
            raise IndexDamagedError(f"The index is damaged ({error}).") from error
        except apsw.FullError as error:
            raise LunetaError(
                f"The disk is full. The index in {self.path.parent} holds what was finished before; make room and run "
                "`luneta index` again."
            ) from error
        except (apsw.IOError, apsw.CantOpenError, apsw.ReadOnlyError) as error:
            raise self._unwritable(error) from error

    @contextlib.contextmanager
    def _telling_of_files(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise self._unwritable(error) from error

    def _unwritable(self, error: Exception) -> LunetaError:
        return LunetaError(
            f"The index in {self.path.parent} cannot be written ({error}). Check the rights of this folder and the "
            "free space of its disk, and run `luneta index` again."
        )

    @contextlib.contextmanager
    def exclusive(self) -> Iterator[None]:
        """While no other process writes the index. Raises IndexBusyError."""
        from filelock import FileLock, Timeout  # with asyncio, twenty times the time that a search needs to open

        lock = FileLock(self.path.with_suffix(".lock"), timeout=_PATIENCE, poll_interval=0.02, mode=0o600)
        try:
            lock.acquire()
        except Timeout:
            raise IndexBusyError(_BUSY) from None
        except OSError as error:
            raise self._unwritable(error) from error
        try:
            yield
        finally:
            lock.release()

    def reader(self) -> apsw.Connection:
        """The database, open to read. Raises NoIndexError, IndexDamagedError."""
        if not self.path.exists():
            raise NoIndexError("This vault has no index yet.")
        db = connection.open_reader(self.path)
        try:
            self._verify(db)
            if schema.is_empty(db):
                raise NoIndexError("This vault has no index yet.")
            if not self._is_of_this_version(db):
                raise NoIndexError("The index of this vault was made by another version of Luneta.")
        except BaseException:
            db.close()
            raise
        return db

    def _verify(self, db: apsw.Connection) -> None:
        """Check a file that is not as its writer left it, unless it is being written."""
        if integrity.is_as_left(self.path):
            return
        try:
            with self.exclusive():
                pass
        except LunetaError:
            return  # it is being written just now, or may not be
        if integrity.is_as_left(self.path):
            return  # its writer has finished since
        # The lock is free again: a writer need not wait, and what is checked is the state as it was.
        state = self.path.stat()
        integrity.check(db)
        with contextlib.suppress(OSError):  # without the right to write there is no stamp
            integrity.leave_stamp(self.path, state)

    def _open_to_write(self) -> apsw.Connection:
        """A usable database of this version: a damaged one is moved aside, one of another version removed."""
        try:
            db = self._opened()
        except IndexDamagedError as error:
            aside = integrity.move_aside(self.path)
            self.notices.append(f"{error} It was moved to {aside}, and is built anew from the vault.")
            db = self._opened()
        if not schema.is_empty(db) and not self._is_of_this_version(db):
            db.close()
            integrity.remove(self.path)
            self.notices.append("The index was made by another version of Luneta, and is built anew from the vault.")
            db = self._opened()
        if schema.is_empty(db):
            if integrity.was_left(self.path):
                self.notices.append("The index had been emptied, and is built anew from the vault.")
            schema.create(db)
            schema.write_meta(db, "version", self._version)
        return db

    def _opened(self) -> apsw.Connection:
        db = connection.open_writer(self.path)
        try:
            if not schema.is_empty(db) and not integrity.is_as_left(self.path):
                connection.load_vector_extension(db)
                integrity.check(db)
        except BaseException:
            db.close()
            raise
        return db

    def _is_of_this_version(self, db: apsw.Connection) -> bool:
        return schema.is_current(db) and schema.read_meta(db, "version") == self._version
