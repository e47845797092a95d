"""Nearest vectors by a graph (HNSW, usearch): for vaults so large that scanning every vector takes too long.

The graph stands beside the exact vectors in memory and only proposes candidates; core.vectors puts them in order as
ever. It lies in a file beside the database, and is built again, beside the searching, when it disagrees with it.
"""

import os
import threading
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import orjson
import simsimd  # noqa: F401 - before usearch: imported after it, simsimd no longer tells data types apart

from luneta.core.vectors import RESCORED, Bytes, Floats, quantize, similarities
from luneta.nearest import ResidentNearest
from luneta.store.filters import NoteFilter

if TYPE_CHECKING:
    from usearch.index import Index

#: Links of a node, and candidates looked at while building and while searching.
M, EF_CONSTRUCTION, EF_SEARCH = 16, 200, 128
#: Vectors handed over at a time while building, so that the builder can be stopped.
_BATCH = 20_000


class GraphNearest(ResidentNearest):
    """Exact vectors with a graph over them. A search within a filter, and any while the graph is built, is exact."""

    def __init__(
        self, ids: Sequence[int], notes: Sequence[int], matrix: Bytes, *, file: Path, version: str, m: int = M
    ) -> None:
        super().__init__(ids, notes, matrix)
        self._file = file
        self._m = m
        self._dimensions = int(matrix.shape[1])
        self._graph: Index | None = self._stored(version)
        self._late: list[tuple[int, bytes | None]] | None = None
        self._lock = threading.Lock()
        self._stopped = False
        self._builder: threading.Thread | None = None
        self.version = version
        self._changed = False
        if self._graph is None:
            self._late = []
            snapshot = (self._ids[: self._count].copy(), self._matrix[: self._count].copy())
            self._builder = threading.Thread(target=self._build, args=snapshot, name="graph", daemon=True)
            self._builder.start()

    @property
    def ready(self) -> bool:
        """Whether the graph answers."""
        return self._graph is not None

    def wait(self) -> None:
        """Until the graph is built."""
        if self._builder is not None:
            self._builder.join()

    def close(self) -> None:
        """Stop building, or keep what was built."""
        self._stopped = True
        self.wait()
        if self._changed:
            self.save()

    def find(self, query: Floats, limit: int, notes: NoteFilter | None) -> list[tuple[int, float]]:
        """See Nearest."""
        with self._lock:
            graph = self._graph
        if graph is None or notes is not None or not self._count:
            return super().find(query, limit, notes)
        count = min(max(limit, RESCORED), self._count)
        found = graph.search(quantize(query[None])[0], count).keys.tolist()
        rows = [self._row_of[chunk] for chunk in found if chunk in self._row_of]
        return list(zip(self._ids[rows].tolist(), similarities(query, self._matrix[rows]).tolist(), strict=True))

    def add(self, chunk: int, note: int, vector: bytes) -> None:
        """See ResidentNearest."""
        super().add(chunk, note, vector)
        self._change(chunk, vector)

    def remove(self, chunk: int) -> None:
        """See ResidentNearest."""
        super().remove(chunk)
        self._change(chunk, None)

    def save(self) -> None:
        """Write the graph beside the database; nothing while it is built."""
        with self._lock:
            if self._graph is None:
                return
            temporary = self._file.with_suffix(".tmp")
            self._record().unlink(missing_ok=True)  # a record without its graph is believed, one less is not
            self._graph.save(str(temporary))
            os.replace(temporary, self._file)
            self._record().write_bytes(orjson.dumps(self._facts(self.version, len(self._graph))))
            self._changed = False

    def _change(self, chunk: int, vector: bytes | None) -> None:
        with self._lock:
            if self._graph is None:
                if self._late is not None:
                    self._late.append((chunk, vector))
                return
            _apply(self._graph, chunk, vector)
            self._changed = True

    def _build(self, ids: "np.typing.NDArray[np.int64]", matrix: Bytes) -> None:
        graph = self._empty()
        for start in range(0, len(ids), _BATCH):
            if self._stopped:
                return
            graph.add(ids[start : start + _BATCH].astype(np.uint64), matrix[start : start + _BATCH])
        with self._lock:
            for chunk, vector in self._late or ():
                _apply(graph, chunk, vector)
            self._late = None
            self._graph = graph
        self.save()

    def _empty(self) -> "Index":
        from usearch.index import Index

        return Index(
            ndim=self._dimensions,
            metric="cos",
            dtype="i8",
            connectivity=self._m,
            expansion_add=EF_CONSTRUCTION,
            expansion_search=EF_SEARCH,
        )

    def _stored(self, version: str) -> "Index | None":
        """The graph of the file, if it is that of these very vectors."""
        try:
            facts = orjson.loads(self._record().read_bytes())
        except (OSError, orjson.JSONDecodeError):
            return None
        if facts != self._facts(version, self._count):
            return None
        graph = self._empty()
        try:
            graph.load(str(self._file))
        except RuntimeError:  # a file that was cut short or belongs to another program
            return None
        known = len(graph) == self._count and bool(self._count == 0 or graph.contains(int(self._ids[0])))
        return graph if known else None

    def _record(self) -> Path:
        return self._file.with_suffix(".json")

    def _facts(self, version: str, count: int) -> dict[str, Any]:
        return {"version": version, "count": count, "dimensions": self._dimensions, "m": self._m}


def _apply(graph: "Index", chunk: int, vector: bytes | None) -> None:
    if graph.contains(chunk):
        graph.remove(chunk)
    if vector is not None:
        graph.add(chunk, np.frombuffer(vector, np.int8))
