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


def raise_version(db: apsw.Connection) -> tuple[str, str]:
    """The vectors are no longer what they were: the version before, and now. Part of the transaction that changed them.

    The count begins anywhere, so that what is remembered of one file is never taken for another's.
    """
    before = version(db)
    now = str(int(before or secrets.randbits(48)) + 1)
    schema.write_meta(db, "vectors_version", now)
    return before, now


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
    return db.table_exists("main", "chunk_vecs")


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


def insert(db: apsw.Connection, rows: Iterable[tuple[int, bytes]]) -> None:
    """Store the vectors of chunks: (chunk, vector). vec0 knows no upsert: the chunks must have none."""
    db.executemany("INSERT INTO chunk_vecs(id, embedding) VALUES(?, vec_int8(?))", rows)


def remove(db: apsw.Connection, chunk: int) -> None:
    """Forget a chunk's vector, if it has one."""
    db.execute("DELETE FROM chunk_vecs WHERE id = ?", (chunk,))


def replace(db: apsw.Connection, chunk: int, was: int, vector: bytes) -> bytes | None:
    """Give a chunk another vector than the one that it has, of which `was` is the checksum; returns that one.

    Written over it where vec0 keeps it (its ARCHITECTURE.md), once it is seen to be there: one page, where vec0 would
    clear one place and take another in seven. (Its own UPDATE takes no int8.)
    """
    place = db.execute("SELECT chunk_id, chunk_offset FROM chunk_vecs_rowids WHERE rowid = ?", (chunk,)).get
    if place is not None:
        block, row = place
        with db.blob_open("main", "chunk_vecs_vector_chunks00", "vectors", block, True) as stored:
            if (row + 1) * len(vector) <= stored.length():
                stored.seek(row * len(vector))
                before = bytes(stored.read(len(vector)))
                if checksum(before) == was:
                    stored.seek(row * len(vector))
                    stored.write(vector)
                    return before
    found = get(db, chunk)
    remove(db, chunk)
    insert(db, [(chunk, vector)])
    return found


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
    import numpy as np

    ids, matrix = _read_blocks(db, dimensions) or _read_rows(db, dimensions)
    rows = list(db.execute("SELECT id, note FROM chunks"))
    note_of = np.array(rows, np.int64).reshape(-1, 2)
    note_of = note_of[np.argsort(note_of[:, 0])]
    ids_now = np.array(ids, np.int64)
    kept = np.flatnonzero(np.isin(ids_now, note_of[:, 0]))
    kept = kept[np.argsort(ids_now[kept])]
    notes = note_of[np.searchsorted(note_of[:, 0], ids_now[kept]), 1]
    return ids_now[kept].tolist(), notes.tolist(), matrix[kept]


def _read_blocks(db: apsw.Connection, dimensions: int) -> "tuple[list[int], Bytes] | None":
    """The vectors as vec0 keeps them (its ARCHITECTURE.md): blocks of so many, with the ids and which places are taken.

    0.03 s for 90,000, where asking row by row takes 0.45 s. None if a block is not as expected.
    """
    import numpy as np

    blocks = db.execute(
        "SELECT c.size, c.rowids, c.validity, v.vectors"
        " FROM chunk_vecs_chunks c LEFT JOIN chunk_vecs_vector_chunks00 v ON v.rowid = c.chunk_id"
    )
    ids: list[int] = []
    parts = []
    for size, rowids, validity, stored in blocks:
        if (len(rowids), len(validity) * 8, len(stored or b"")) != (size * 8, size, size * dimensions):
            return None
        taken = np.unpackbits(np.frombuffer(validity, np.uint8), bitorder="little").astype(bool)
        ids += np.frombuffer(rowids, "<i8")[taken].tolist()
        parts.append(np.frombuffer(stored, np.int8).reshape(size, dimensions)[taken])
    return ids, np.concatenate(parts) if parts else np.zeros((0, dimensions), np.int8)


def _read_rows(db: apsw.Connection, dimensions: int) -> "tuple[list[int], Bytes]":
    rows = list(db.execute("SELECT id, embedding FROM chunk_vecs"))
    return [row[0] for row in rows], _matrix([row[1] for row in rows], dimensions)


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
