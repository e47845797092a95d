"""The one durable copy of every vector: vec0 (sqlite-vec), int8, by chunk."""

from collections.abc import Iterable, Sequence

import apsw
import numpy as np

from luneta.core.vectors import Bytes
from luneta.store import schema
from luneta.store.filters import NoteFilter

#: vec0 refuses more neighbours than this.
MOST_NEIGHBOURS = 4096


def version(db: apsw.Connection) -> str:
    """Which state of the vectors this is; another one after each commit that changed any."""
    return schema.read_meta(db, "vectors_version") or ""


def raise_version(db: apsw.Connection) -> None:
    """The vectors are no longer what they were. Part of the transaction that changed them."""
    schema.write_meta(db, "vectors_version", str(int(version(db) or 0) + 1))


def exists(db: apsw.Connection) -> bool:
    """Whether the index has a table of vectors (readable only with the extension)."""
    return bool(db.execute("SELECT EXISTS(SELECT 1 FROM sqlite_schema WHERE name = 'chunk_vecs')").get)


def create(db: apsw.Connection, dimensions: int) -> None:
    """Make the table anew for vectors of this width."""
    drop(db)
    db.execute(
        "CREATE VIRTUAL TABLE chunk_vecs USING vec0"
        f"(id INTEGER PRIMARY KEY, embedding int8[{dimensions:d}] distance_metric=cosine)"
    )


def drop(db: apsw.Connection) -> None:
    """Remove the table."""
    db.execute("DROP TABLE IF EXISTS chunk_vecs")


def insert(db: apsw.Connection, chunk: int, vector: bytes) -> None:
    """Store a chunk's vector. vec0 knows no upsert: the chunk must have none."""
    db.execute("INSERT INTO chunk_vecs(id, embedding) VALUES(?, vec_int8(?))", (chunk, vector))


def remove(db: apsw.Connection, chunk: int) -> None:
    """Forget a chunk's vector, if it has one."""
    db.execute("DELETE FROM chunk_vecs WHERE id = ?", (chunk,))


def get(db: apsw.Connection, chunk: int) -> bytes | None:
    """A chunk's vector."""
    found = db.execute("SELECT embedding FROM chunk_vecs WHERE id = ?", (chunk,)).get
    return None if found is None else bytes(found)


def load(db: apsw.Connection, chunks: Sequence[int], dimensions: int) -> tuple[list[int], Bytes]:
    """The vectors of some chunks, shape (n, dimensions), and whose they are; chunks without one are left out."""
    rows = [(chunk, vector) for chunk in chunks if (vector := get(db, chunk)) is not None]
    return [row[0] for row in rows], _matrix([row[1] for row in rows], dimensions)


def load_all(db: apsw.Connection, dimensions: int) -> tuple[list[int], list[int], Bytes]:
    """Every vector: chunk ids, the notes they belong to, and the matrix, shape (n, dimensions), by chunk id."""
    ids: list[int] = []
    notes: list[int] = []
    vectors = bytearray()
    rows = db.execute("SELECT v.id, c.note, v.embedding FROM chunk_vecs v JOIN chunks c ON c.id = v.id ORDER BY v.id")
    for chunk, note, vector in rows:
        ids.append(chunk)
        notes.append(note)
        vectors += vector
    return ids, notes, np.frombuffer(bytes(vectors), np.int8).reshape(-1, dimensions)


def nearest(db: apsw.Connection, query: bytes, limit: int, notes: NoteFilter | None = None) -> list[int]:
    """The chunks nearest to an int8 query by cosine, nearest first."""
    if limit <= 0:
        return []
    within = "" if notes is None else f" AND id IN ({notes.chunks_sql})"
    rows = db.execute(
        f"SELECT id FROM chunk_vecs WHERE embedding MATCH vec_int8(?) AND k = ?{within}",
        (query, min(limit, MOST_NEIGHBOURS)),
    )
    return [row[0] for row in rows]


def _matrix(vectors: Iterable[bytes], dimensions: int) -> Bytes:
    return np.frombuffer(b"".join(vectors), np.int8).reshape(-1, dimensions)
