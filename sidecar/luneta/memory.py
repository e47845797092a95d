"""An index's vectors in memory: kept in step by what the writer in the same process tells, else read again."""

import threading
import time
from collections import deque
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import apsw

from luneta.core.types import NearestSetting
from luneta.store import vectors

if TYPE_CHECKING:
    from luneta.nearest import ResidentNearest

#: Changed vectors that wait for a reader. With more it reads all of them again (0.3 s for 90,000), and none wait.
MOST_WAITING = 20_000
#: From so many vectors on a graph is worth its building: to look at all of them takes as long as the rest of a query
#: (6.7 ms, by the graph 0.6; tests/bench/graph_curve.py).
GRAPH_FROM = 500_000


class _Change(NamedTuple):
    """A chunk has this vector now, or, with None, no vector any more."""

    chunk: int
    note: int
    vector: bytes | None


class _Step(NamedTuple):
    """What led from one version of the vectors to the next."""

    before: str
    after: str
    changes: list[_Change]


class VectorJournal:
    """What a writer changes, for a reader in the same process. The writer's side is a storedvectors.VectorSink; each
    side may be in a thread of its own."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._open: list[_Change] = []
        self._steps: deque[_Step] = deque()
        self._waiting = 0

    def add(self, chunk: int, note: int, vector: bytes) -> None:
        """A chunk has this int8 vector now."""
        self._open.append(_Change(chunk, note, vector))

    def remove(self, chunk: int) -> None:
        """A chunk has no vector any more."""
        self._open.append(_Change(chunk, 0, None))

    def close_step(self, before: str, after: str) -> None:
        """All of that since the last step is what leads from one version to the next, which is about to be committed.

        Nobody asks for a version that is not committed yet.
        """
        with self._lock:
            self._steps.append(_Step(before, after, self._open))
            self._waiting += len(self._open)
            self._open = []
            if self._waiting > MOST_WAITING:
                self._forget()

    def spoil(self) -> None:
        """What was told is not what is stored: a transaction was undone, or the file is another one."""
        with self._lock:
            self._open = []
            self._forget()

    def between(self, before: str, after: str) -> list[_Change] | None:
        """The changes that lead from one version to another, or None if they are not known. They are told once."""
        found: list[_Change] = []
        with self._lock:
            at = before
            while self._steps and at != after:
                step = self._steps.popleft()
                self._waiting -= len(step.changes)
                if step.before == at:
                    found += step.changes
                    at = step.after
        return found if at == after else None

    def _forget(self) -> None:
        self._steps.clear()
        self._waiting = 0


class VectorMemory:
    """The vectors of one index.

    `lag`: for so many seconds after all were read, a state in which they are not of the database's moment is good
    enough, while another process goes on changing them: it would have all read again each second.
    """

    def __init__(self, journal: VectorJournal, *, choice: NearestSetting, m: int, graph_file: Path) -> None:
        """`choice` and `m` as the settings `nearest` and `hnsw_param_m`; `graph_file` is where a graph is kept."""
        self._journal = journal
        self._choice = choice
        self._m = m
        self._graph_file = graph_file
        self._nearest: ResidentNearest | None = None
        self._version = ""
        self._read_at = 0.0
        self.lag = 0.0

    def nearest(self, db: apsw.Connection, dimensions: int) -> "ResidentNearest":
        """The vectors as the database has them now. The same object as before if they could be brought up to date."""
        version = vectors.version(db)
        if self._nearest is not None and (version == self._version or self.may_lag):
            return self._nearest
        changes = self._journal.between(self._version, version) if self._nearest is not None else None
        if self._nearest is None or changes is None:
            self.forget()
            self._nearest = self._loaded(db, dimensions, version)
            self._read_at = time.monotonic()
        else:
            _apply(self._nearest, changes)
        self._version = self._nearest.version = version
        return self._nearest

    def _loaded(self, db: apsw.Connection, dimensions: int, version: str) -> "ResidentNearest":
        """Every vector, read. numpy, and more so the graph's library, are not imported before they are needed."""
        ids, notes, matrix = vectors.load_all(db, dimensions)
        if self._choice == "graph" or (self._choice == "auto" and len(ids) >= GRAPH_FROM):
            from luneta.graph import GraphNearest

            return GraphNearest(ids, notes, matrix, file=self._graph_file, version=version, m=self._m)
        from luneta.nearest import ResidentNearest

        return ResidentNearest(ids, notes, matrix)

    @property
    def may_lag(self) -> bool:
        """Whether what was read is recent enough, as things are."""
        return time.monotonic() - self._read_at < self.lag

    def forget(self) -> None:
        """The database is another one now, or all is over."""
        if self._nearest is not None:
            self._nearest.close()
        self._nearest = None


def _apply(nearest: "ResidentNearest", changes: list[_Change]) -> None:
    for change in changes:
        if change.vector is None:
            nearest.remove(change.chunk)
        else:
            nearest.add(change.chunk, change.note, change.vector)
