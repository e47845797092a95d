"""The one durable copy of every vector: vec0 (sqlite-vec), int8, by chunk."""

import secrets
import zlib
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

import apsw

from luneta.errors import IndexDamagedError
from luneta.store import schema
from luneta.store.filters import NoteFilter

if TYPE_CHECKING:
    from luneta.core.vectors import Bytes

#: vec0 refuses more neighbours than this.
MOST_NEIGHBOURS = 4096


def version(db: apsw.Connection) -> str:
    """Which state of the vectors this is; another one after each commit that changed any."""
    return schema.read_meta(db, "vectors_version") or ""


def raise_version(db: apsw.Connection) -> None:
    """The vectors are no longer what they were. Part of the transaction that changed them.

    The count begins anywhere, so that what is remembered of one file is never taken for another's.
    """
    schema.write_meta(db, "vectors_version", str(int(version(db) or secrets.randbits(48)) + 1))


def checksum(vector: bytes) -> int:
    """Tells a vector from a damaged one; never 0. Any bytes are a vector, so nothing else would show the damage."""
    return 1 + zlib.crc32(vector)


def check(db: apsw.Connection) -> None:
    """Compare every vector with the checksum that its chunk has. Raises IndexDamagedError."""
    rows = db.execute("SELECT v.embedding, c.encoded FROM chunk_vecs v LEFT JOIN chunks c ON c.id = v.id")
    sound = sum(checksum(vector) == encoded for vector, encoded in rows)
    expected, found = db.execute(
        "SELECT (SELECT count(*) FROM chunks WHERE encoded > 0), (SELECT count(*) FROM chunk_vecs)"
    ).get
    if not sound == expected == found:
        raise IndexDamagedError(f"The index is damaged (of {expected} vectors, {sound} are sound).")


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


def load(db: apsw.Connection, chunks: Sequence[int], dimensions: int) -> "tuple[list[int], Bytes]":
    """The vectors of some chunks, shape (n, dimensions), and whose they are; chunks without one are left out."""
    rows = [(chunk, vector) for chunk in chunks if (vector := get(db, chunk)) is not None]
    return [row[0] for row in rows], _matrix([row[1] for row in rows], dimensions)


def load_all(db: apsw.Connection, dimensions: int) -> "tuple[list[int], list[int], Bytes]":
    """Every vector: chunk ids, the notes they belong to, and the matrix, shape (n, dimensions), by chunk id."""
    ids: list[int] = []
    notes: list[int] = []
    vectors = bytearray()
    rows = db.execute("SELECT v.id, c.note, v.embedding FROM chunk_vecs v JOIN chunks c ON c.id = v.id ORDER BY v.id")
    for chunk, note, vector in rows:
        ids.append(chunk)
        notes.append(note)
        vectors += vector
    return ids, notes, _matrix([bytes(vectors)], dimensions)


def nearest(
    db: apsw.Connection, query: bytes, limit: int, notes: NoteFilter | None = None, *, decided: int = 0
) -> list[int]:
    """The chunks nearest to an int8 query by cosine, nearest first; more than `limit` if that many tie.

    vec0 picks among equal vectors as it likes, so all that tie with the one at place `decided` are given (within
    MOST_NEIGHBOURS): which of them come first is for others to say.
    """
    if limit <= 0:
        return []
    within = "" if notes is None else f" AND id IN ({notes.chunks_sql})"
    sql = f"SELECT id, distance FROM chunk_vecs WHERE embedding MATCH vec_int8(?) AND k = ?{within}"
    while True:
        asked = min(limit, MOST_NEIGHBOURS)
        rows = [(row[0], row[1]) for row in db.execute(sql, (query, asked))]
        tied = bool(0 < decided <= len(rows) == asked and rows[-1][1] == rows[decided - 1][1])
        if not tied or asked == MOST_NEIGHBOURS:
            return [row[0] for row in rows]
        limit *= 4


def _matrix(vectors: Iterable[bytes], dimensions: int) -> "Bytes":
    import numpy as np  # not by everyone who imports the store: it takes longer than all the rest

    return np.frombuffer(b"".join(vectors), np.int8).reshape(-1, dimensions)
