"""Reading an index: a searcher that is in step with it, and what to do when it turns out to be damaged."""

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import apsw

from luneta.collector import paused
from luneta.errors import IndexBusyError, IndexDamagedError, NoIndexError
from luneta.inforce import InForce
from luneta.store import connection, integrity, schema, vectors
from luneta.store.index_file import IndexFile

if TYPE_CHECKING:
    from luneta.encoder import Encoder
    from luneta.memory import VectorMemory
    from luneta.nearest import Nearest
    from luneta.searcher import Searcher

T = TypeVar("T")


class Reading:
    """Reads the index of one vault.

    `memory`, of a process that stays, holds the vectors. `rebuild` makes a damaged index anew; None: IndexDamagedError
    is raised instead. `no_vectors`: why the last look at the index found search by words and names only, else "".
    """

    def __init__(
        self,
        in_force: InForce,
        file: IndexFile,
        memory: "VectorMemory | None",
        rebuild: Callable[[], object] | None,
    ) -> None:
        self._in_force = in_force
        self._file = file
        self._memory = memory
        self._rebuild = rebuild
        self.no_vectors = ""
        self._db: apsw.Connection | None = None
        self._identity = (0, 0)
        self._searcher: Searcher | None = None
        self._searched_with: Nearest | None = None
        self._searched_state: tuple[str | None, ...] = ()
        self._known: tuple[int, tuple[str | None, ...]] | None = None
        self._tolerant = False

    def do(self, work: "Callable[[Searcher], T]") -> T:
        """Do what reads the index; if that finds it damaged, rebuild it and do it again. Raises NoIndexError."""
        try:
            with paused:
                return self._in_step(work)
        except (IndexDamagedError, *integrity.DAMAGE) as error:
            self.close()
            if not isinstance(error, IndexDamagedError):  # seen on the way, in a file that looks as it was left
                integrity.distrust(self._file.path)
            if self._rebuild is None:
                raise IndexDamagedError(f"The index is damaged ({error}).") from error
            try:
                self._rebuild()
            except IndexBusyError:  # somebody else is at it: answer with the lists that still can
                self._tolerant = True
            try:
                return self._in_step(work)
            finally:
                self._tolerant = False
                self._searcher = None

    @property
    def moment(self) -> str:
        """The state that the last answer is of: another text after every commit."""
        return "/".join(map(str, (*self._searched_state, self.database().pragma("data_version"))))

    def another_searcher(self) -> None:
        """The settings are others: the next answer is a new searcher's."""
        self._searcher = None

    def database(self) -> apsw.Connection:
        """The connection for reading, opened again if the file was replaced by another. Raises NoIndexError."""
        if self._db is not None and not _is_same_file(self._file.path, self._identity):
            self.close()
        if self._db is None:
            self._db = self._file.reader()
            self._identity = _file_identity(self._file.path)
            if schema.read_meta(self._db, "encoder") is None:  # its first writer has only just begun
                self.close()
                raise NoIndexError("This vault has no index yet.")
        return self._db

    def vector_side(self, db: apsw.Connection) -> "tuple[Encoder | None, Nearest | None]":
        """What searches by meaning needs; both None, with the reason kept, if it cannot be had."""
        self._searched_with = None
        missing = connection.load_vector_extension(db)
        encoder = self._in_force.encoder()
        self.no_vectors = missing or self._in_force.no_encoder
        if encoder and not missing and schema.read_meta(db, "encoder") != encoder.fingerprint:
            self.no_vectors = "the index was made with another model; run `luneta index`"
        if encoder is None or self.no_vectors:
            return None, None
        return encoder, self._nearest(db, encoder.dimensions)

    def close(self) -> None:
        """Close the database, and let the vectors in memory go."""
        self._searcher = None
        if self._memory is not None:
            self._memory.forget()
        if self._db is not None:
            self._db.close()
            self._db = None
        self._known = None

    def _in_step(self, work: "Callable[[Searcher], T]") -> T:
        """The vectors in memory and the database must be of one moment: if a writer came between, ask again."""
        while True:
            db = self.database()
            answer = work(self._ready_searcher(db))
            if self._is_state(db):
                return answer

    def _ready_searcher(self, db: apsw.Connection) -> "Searcher":
        from luneta.searcher import Searcher

        state = self._state(db)
        if self._searcher is None or state[:-1] != self._searched_state[:-1] or not self._keep_up(db):
            encoder, nearest = self.vector_side(db)
            obeyed = schema.read_meta(db, "rules") == self._in_force.rules_key
            allows = None if obeyed else self._in_force.rules.allows
            self._searcher = Searcher(db, encoder=encoder, nearest=nearest, allows=allows, tolerant=self._tolerant)
        self._searched_state = state
        return self._searcher

    def _keep_up(self, db: apsw.Connection) -> bool:
        """Bring the vectors in memory up to date where the searcher has them. False if it needs others."""
        encoder = self._in_force.loaded
        if self._memory is None or self._searched_with is None or encoder is None:
            return True
        return self._memory.nearest(db, encoder.dimensions) is self._searched_with

    def _state(self, db: apsw.Connection) -> tuple[str | None, ...]:
        """What a searcher is made for. When another process changes it, it is time for another searcher."""
        commit = int(db.pragma("data_version"))
        if self._known is None or self._known[0] != commit:
            version = vectors.version(db) if self._memory else ""
            self._known = commit, (schema.read_meta(db, "encoder"), schema.read_meta(db, "rules"), version)
        return self._known[1]

    def _is_state(self, db: apsw.Connection) -> bool:
        """Whether the state is still the one that was searched, or near enough."""
        state = self._state(db)
        if self._memory and self._memory.may_lag:
            return state[:-1] == self._searched_state[:-1]
        return state == self._searched_state

    def _nearest(self, db: apsw.Connection, dimensions: int) -> "Nearest":
        from luneta.nearest import DatabaseNearest

        if self._memory is None:
            return DatabaseNearest(db, dimensions)
        self._searched_with = self._memory.nearest(db, dimensions)
        return self._searched_with


def _file_identity(path: Path) -> tuple[int, int]:
    state = path.stat()
    return state.st_dev, state.st_ino


def _is_same_file(path: Path, identity: tuple[int, int]) -> bool:
    try:
        return _file_identity(path) == identity
    except FileNotFoundError:
        return False
