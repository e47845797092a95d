"""The chunks table."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import apsw
import orjson

from luneta.store import schema
from luneta.store.texts import unpack


class ChunkRow(NamedTuple):
    """A chunk to be stored; `text` is packed, or None if it has not been yet."""

    ordinal: int
    section: str
    text: bytes | None
    first_line: int
    last_line: int
    hash: bytes


class KnownChunk(NamedTuple):
    """A stored chunk as the indexer compares it.

    `encoded`: the checksum of its vector, 0 if that is zero, None if no encoder has seen it.
    """

    id: int
    ordinal: int
    first_line: int
    last_line: int
    hash: bytes
    encoded: int | None


class ChunkPlace(NamedTuple):
    """Where a chunk stands: enough to order ties and to group by note."""

    note: int
    path: str
    ordinal: int


@dataclass(frozen=True, slots=True)
class StoredChunk:
    """A chunk as it is shown."""

    id: int
    note: int
    section: str
    text: str
    lines: tuple[int, int]


def of_note(db: apsw.Connection, note: int) -> list[KnownChunk]:
    """A note's chunks in order."""
    rows = db.execute(
        "SELECT id, ordinal, first_line, last_line, hash, encoded FROM chunks WHERE note = ? ORDER BY ordinal", (note,)
    )
    return [KnownChunk(*row) for row in rows]


def at_line(db: apsw.Connection, note: int, line: int | None) -> list[int]:
    """A note's chunks of the section that a line stands in, in order; without a line, all of them.

    A line that is in no chunk, such as a heading, counts to what follows it.
    """
    own = list(
        db.execute("SELECT id, section, last_line FROM chunks WHERE note = ? ORDER BY first_line, ordinal", (note,))
    )
    if line is None or not own:
        return [chunk for chunk, _, _ in own]
    section = next((section for _, section, last in own if line <= last), own[-1][1])
    return [chunk for chunk, other, _ in own if other == section]


def next_id(db: apsw.Connection) -> int:
    """An id that no chunk has, nor any above it."""
    return int(db.execute("SELECT coalesce(max(id), 0) + 1 FROM chunks").get)


def insert(db: apsw.Connection, note: int, rows: Iterable[tuple[int, ChunkRow, int | None]]) -> None:
    """Store chunks of a note: (id, row, encoded as in KnownChunk)."""
    db.executemany(
        "INSERT INTO chunks(id, note, ordinal, section, text, first_line, last_line, hash, encoded)"
        " VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (
            (chunk, note, row.ordinal, row.section, row.text, row.first_line, row.last_line, row.hash, encoded)
            for chunk, row, encoded in rows
        ),
    )


def place(db: apsw.Connection, known: KnownChunk, row: ChunkRow, encoded: int | None) -> None:
    """Record where an unchanged chunk stands now, and whether it has a vector."""
    _reorder(db, known, row)
    db.execute(
        "UPDATE chunks SET first_line = ?, last_line = ?, encoded = ? WHERE id = ?",
        (row.first_line, row.last_line, encoded, known.id),
    )


def replace(db: apsw.Connection, known: KnownChunk, row: ChunkRow, encoded: int | None) -> None:
    """Record that a chunk has another content now; its note is the same."""
    _reorder(db, known, row)
    db.execute(
        "UPDATE chunks SET section = ?, text = ?, first_line = ?, last_line = ?, hash = ?, encoded = ? WHERE id = ?",
        (row.section, row.text, row.first_line, row.last_line, row.hash, encoded, known.id),
    )


def _reorder(db: apsw.Connection, known: KnownChunk, row: ChunkRow) -> None:
    """Alone, since SQLite writes an index again when a column of it is set, be it to the same."""
    if row.ordinal != known.ordinal:
        db.execute("UPDATE chunks SET ordinal = ? WHERE id = ?", (row.ordinal, known.id))


def remove(db: apsw.Connection, chunk: int) -> None:
    """Forget a chunk's row."""
    db.execute("DELETE FROM chunks WHERE id = ?", (chunk,))


def encoded_twin(db: apsw.Connection, digest: bytes) -> tuple[int, int] | None:
    """Some chunk of this very content that an encoder has seen: its id, and `encoded` as in KnownChunk."""
    row = db.execute(
        "SELECT id, encoded FROM chunks WHERE hash = ? AND encoded IS NOT NULL LIMIT 1", (digest,)
    ).fetchone()
    return None if row is None else (int(row[0]), int(row[1]))


def forget_vectors(db: apsw.Connection) -> None:
    """Record that no chunk has been seen by the encoder."""
    db.execute("UPDATE chunks SET encoded = NULL WHERE encoded IS NOT NULL")


def count(db: apsw.Connection) -> int:
    """How many chunks the index holds."""
    return schema.count(db, "chunks")


def sample(db: apsw.Connection, count: int) -> list[int]:
    """Some chunks that have a vector, at most `count`, spread evenly over the ids; the same ones until the index
    changes."""
    last = next_id(db) - 1
    step = max(last // count, 1)
    rows = db.execute(
        "SELECT (SELECT id FROM chunks WHERE id >= w.value AND encoded > 0 ORDER BY id LIMIT 1) FROM json_each(?) w",
        (orjson.dumps(list(range(1, last + 1, step))[:count]).decode(),),
    )
    return list(dict.fromkeys(row[0] for row in rows if row[0] is not None))


def places(db: apsw.Connection, chunks: Iterable[int]) -> dict[int, ChunkPlace]:
    """Where some chunks stand, by id."""
    rows = db.execute(
        "SELECT c.id, c.note, n.path, c.ordinal FROM json_each(?) w JOIN chunks c ON c.id = w.value"
        " JOIN notes n ON n.id = c.note",
        (orjson.dumps(list(chunks)).decode(),),
    )
    return {row[0]: ChunkPlace(row[1], row[2], row[3]) for row in rows}


def first_of_notes(db: apsw.Connection, notes: Sequence[int]) -> dict[int, int]:
    """The first chunk of each of these notes that has one."""
    rows = db.execute(
        "SELECT c.note, c.id FROM json_each(?) w JOIN chunks c ON c.note = w.value AND c.ordinal = 0",
        (orjson.dumps(list(notes)).decode(),),
    )
    return dict(rows)


def load(db: apsw.Connection, chunks: Iterable[int]) -> Mapping[int, StoredChunk]:
    """Some chunks with their text, by id."""
    rows = db.execute(
        "SELECT c.id, c.note, c.section, c.text, c.first_line, c.last_line FROM json_each(?) w"
        " JOIN chunks c ON c.id = w.value",
        (orjson.dumps(list(chunks)).decode(),),
    )
    return {r[0]: StoredChunk(r[0], r[1], r[2], unpack(r[3]), (r[4], r[5])) for r in rows}


def texts_of_notes(db: apsw.Connection, notes: Iterable[int]) -> Iterator[tuple[int, str, str]]:
    """The chunks of some notes as (note, section, text), each note's together and in order, notes by id."""
    rows = db.execute(
        "SELECT c.note, c.section, c.text FROM json_each(?) w JOIN chunks c ON c.note = w.value"
        " ORDER BY c.note, c.ordinal",
        (orjson.dumps(sorted(notes)).decode(),),
    )
    return ((note, section, unpack(text)) for note, section, text in rows)
