"""The nearest vectors: asked of the database (a process that answers once) or scanned in memory (one that stays).

Both hand the int8-nearest to core.vectors, which puts them in their final order, so both give the same list.
"""

from collections.abc import Sequence
from typing import Protocol

import apsw
import numpy as np
import numpy.typing as npt

from luneta.core.vectors import RESCORED, Bytes, Floats, quantize, similarities
from luneta.store import vectors
from luneta.store.filters import NoteFilter

#: Rows that a growing matrix is made longer by, at least.
_ROOM = 1024
#: Scores whose maximum is taken together. Many groups make the bound tight, few make it cheap.
_GROUP = 64


class Nearest(Protocol):
    """Finds the chunks whose vectors are nearest to a query. `in_memory`: without the database, from any thread."""

    in_memory: bool

    def find(self, query: Floats, limit: int, notes: NoteFilter | None) -> list[tuple[int, float]]:
        """(chunk, cosine) of the nearest, at least `limit` of them if there are so many, in no particular order.

        `query` is a unit vector, shape (d,).
        """
        ...

    def vectors(self, chunks: Sequence[int]) -> tuple[list[int], Bytes]:
        """The stored vectors of some chunks, shape (n, d), and whose they are; chunks without one are left out."""
        ...


class DatabaseNearest:
    """Asks vec0: nothing to load, about 0.2 ms for each thousand vectors."""

    in_memory = False

    def __init__(self, db: apsw.Connection, dimensions: int) -> None:
        self._db = db
        self._dimensions = dimensions

    def find(self, query: Floats, limit: int, notes: NoteFilter | None) -> list[tuple[int, float]]:
        """See Nearest."""
        asked = max(limit, RESCORED)
        found = vectors.nearest(self._db, quantize(query[None])[0].tobytes(), asked, notes, decided=limit)
        ids, stored = vectors.load(self._db, found, self._dimensions)
        return list(zip(ids, similarities(query, stored).tolist(), strict=True))

    def vectors(self, chunks: Sequence[int]) -> tuple[list[int], Bytes]:
        """See Nearest."""
        return vectors.load(self._db, chunks, self._dimensions)


class ResidentNearest:
    """Every vector in memory, int8, scanned exactly with SimSIMD: about 1 ms for 90,000 of 256 dimensions."""

    in_memory = True

    def __init__(self, ids: Sequence[int], notes: Sequence[int], matrix: Bytes) -> None:
        #: Which state of the index these vectors are of; whoever keeps them in step says so.
        self.version = ""
        self._count = len(ids)
        self._ids = np.array(ids, np.int64)
        self._notes = np.array(notes, np.int64)
        self._matrix = np.array(matrix, np.int8, order="C")
        self._scale = _inverse_norms(self._matrix)
        self._row_of = {chunk: row for row, chunk in enumerate(ids)}

    @classmethod
    def load(cls, db: apsw.Connection, dimensions: int) -> "ResidentNearest":
        """Read every vector of an index."""
        return cls(*vectors.load_all(db, dimensions))

    def find(self, query: Floats, limit: int, notes: NoteFilter | None) -> list[tuple[int, float]]:
        """See Nearest."""
        import simsimd

        if not self._count:
            return []
        matrix = self._matrix[: self._count]
        dots = np.asarray(simsimd.cdist(quantize(query[None]), matrix, "dot"), dtype=np.float32).reshape(-1)
        scores = dots * self._scale[: self._count]
        if notes is not None:
            passing = np.isin(self._notes[: self._count], np.fromiter(notes.notes, np.int64, len(notes.notes)))
            scores[~passing] = -np.inf
        rows = _highest(scores, max(limit, RESCORED))
        return list(zip(self._ids[rows].tolist(), similarities(query, matrix[rows]).tolist(), strict=True))

    def vectors(self, chunks: Sequence[int]) -> tuple[list[int], Bytes]:
        """See Nearest."""
        known = [chunk for chunk in chunks if chunk in self._row_of]
        return known, self._matrix[[self._row_of[chunk] for chunk in known]]

    def add(self, chunk: int, note: int, vector: bytes) -> None:
        """A chunk has this int8 vector now."""
        if self._count == len(self._ids):
            self._grow()
        row = self._count
        self._count += 1
        self._ids[row], self._notes[row] = chunk, note
        self._matrix[row] = np.frombuffer(vector, np.int8)
        self._scale[row] = _inverse_norms(self._matrix[row : row + 1])[0]
        self._row_of[chunk] = row

    def remove(self, chunk: int) -> None:
        """A chunk has no vector any more: the last row takes its place."""
        row = self._row_of.pop(chunk, None)
        if row is None:
            return
        last = self._count - 1
        if row != last:
            for array in (self._ids, self._notes, self._matrix, self._scale):
                array[row] = array[last]
            self._row_of[int(self._ids[row])] = row
        self._count = last

    def close(self) -> None:
        """Nobody asks any more."""

    def _grow(self) -> None:
        room = max(_ROOM, self._count // 8)
        self._ids = np.concatenate((self._ids, np.zeros(room, np.int64)))
        self._notes = np.concatenate((self._notes, np.zeros(room, np.int64)))
        self._scale = np.concatenate((self._scale, np.zeros(room, np.float32)))
        self._matrix = np.concatenate((self._matrix, np.zeros((room, self._matrix.shape[1]), np.int8)))


def _highest(scores: npt.NDArray[np.float32], count: int) -> npt.NDArray[np.int64]:
    """The places of at least the `count` highest finite scores, and few others, in no order.

    The count-th highest of the maxima of groups is a bound that at least `count` scores reach: finding it is twenty
    times cheaper than partitioning all of them. Groups are of scores far apart, since neighbours are much alike.
    """
    groups = len(scores) // _GROUP
    maxima = scores[: groups * _GROUP].reshape(_GROUP, groups).max(axis=0)
    among = maxima if groups > 4 * count else scores
    bound = np.partition(among, len(among) - count)[len(among) - count] if len(among) > count else np.float32(-np.inf)
    places = np.flatnonzero(scores >= bound)
    return places if np.isfinite(bound) else places[np.isfinite(scores[places])]


def _inverse_norms(matrix: Bytes) -> npt.NDArray[np.float32]:
    squares = np.einsum("ij,ij->i", matrix, matrix, dtype=np.float32, casting="unsafe") if len(matrix) else np.zeros(0)
    norms = np.sqrt(squares).astype(np.float32)
    return np.divide(np.float32(1), norms, out=np.zeros_like(norms), where=norms > 0)
