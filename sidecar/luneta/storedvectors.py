"""The stored vectors as one run changes them: by chunk, and by content."""

from collections.abc import Iterable, Sequence
from typing import Protocol

import apsw

from luneta.prepare import Embedding
from luneta.store import chunks, vectors


class VectorSink(Protocol):
    """Whoever keeps the vectors in memory beside the store."""

    def add(self, chunk: int, note: int, vector: bytes) -> None:
        """A chunk has this int8 vector now."""

    def remove(self, chunk: int) -> None:
        """A chunk has no vector any more."""

    def close_step(self, before: str, after: str) -> None:
        """All of that since the last step leads from one version of the vectors to the next."""


class StoredVectors:
    """The stored vectors, by chunk, and by content: an unchanged text is not encoded again, wherever it stands now."""

    def __init__(self, db: apsw.Connection, sink: VectorSink | None) -> None:
        self._db = db
        self._sink = sink
        self._removed: dict[bytes, Embedding] = {}
        self._changed = False
        self._expected: set[bytes] = set()
        self.enabled = vectors.exists(db)

    def knows(self, digest: bytes) -> bool:
        """Whether this content's embedding can be had without encoding."""
        return self.enabled and (
            digest in self._expected or digest in self._removed or chunks.encoded_twin(self._db, digest) is not None
        )

    def expect(self, stored: Iterable[chunks.KnownChunk]) -> None:
        """Chunks of notes that are to be read, most of whose content is probably the same: they are not looked for."""
        self._expected.update(chunk.hash for chunk in stored if chunk.encoded is not None)

    def known(self, digest: bytes) -> Embedding | None:
        """This content's embedding, if some chunk of the index has it, or had it in this run."""
        twin = chunks.encoded_twin(self._db, digest)
        if twin is None:
            return self._removed.get(digest)
        return Embedding(vectors.get(self._db, twin[0]) if twin[1] else None)

    def add(self, note: int, rows: Sequence[tuple[int, bytes]]) -> None:
        """Store the vectors of some chunks of a note: (chunk, vector)."""
        if not rows:
            return
        vectors.insert(self._db, rows)
        self._changed = True
        if self._sink:
            for chunk, vector in rows:
                self._sink.add(chunk, note, vector)

    def replace(self, note: int, known: chunks.KnownChunk, now: Embedding | None) -> None:
        """A chunk has another content now, with this embedding: before its row is told of it."""
        vector = now.vector if now else None
        if not (vector is not None and known.encoded and self.enabled):
            self.remove(known)
            self.add(note, [] if vector is None else [(known.id, vector)])
            return
        self._removed[known.hash] = Embedding(vectors.replace(self._db, known.id, known.encoded, vector))
        self._changed = True
        if self._sink:
            self._sink.remove(known.id)
            self._sink.add(known.id, note, vector)

    def remove(self, known: chunks.KnownChunk) -> None:
        """Before the chunk itself is removed."""
        if known.encoded is None or not self.enabled:
            return
        self._removed[known.hash] = Embedding(vectors.get(self._db, known.id) if known.encoded else None)
        if known.encoded:
            vectors.remove(self._db, known.id)
            self._changed = True
            if self._sink:
                self._sink.remove(known.id)

    def mark(self) -> None:
        """Before a commit: whoever keeps a copy of the vectors must see that it is no longer true."""
        if self._changed:
            before, now = vectors.raise_version(self._db)
            self._changed = False
            if self._sink:
                self._sink.close_step(before, now)
