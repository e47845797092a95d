"""The notes table: what is known of each note, and the stamps by which a change is seen."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

import apsw
import orjson

from luneta.core.resolve import folder_key, name_key
from luneta.core.types import Json
from luneta.store import schema


class StoredStamp(NamedTuple):
    """A note as the index knows it. `hash` is of the file's bytes; times in nanoseconds."""

    id: int
    path: str
    mtime_ns: int
    ctime_ns: int
    size: int
    hash: bytes


@dataclass(frozen=True, slots=True)
class NoteRow:
    """What the notes and names tables hold of a note. `redactions` counts replaced secrets by pattern."""

    path: str
    title: str
    aliases: tuple[str, ...]
    heading_context: str
    tags: tuple[str, ...]
    properties: Mapping[str, Json]
    mtime_ns: int
    ctime_ns: int
    size: int
    hash: bytes
    redactions: Mapping[str, int]


def link_keys(path: str) -> set[str]:
    """What the links that can mean the note at a path are looked up by."""
    of_folder = folder_key(path)
    return {name_key(path)} if of_folder is None else {name_key(path), of_folder}


def file_stamps(db: apsw.Connection) -> list[tuple[str, int, int, int]]:
    """What the files of all notes looked like: path, mtime_ns, size, ctime_ns; in order of path."""
    rows: list[Any] = db.execute("SELECT path, mtime_ns, size, ctime_ns FROM notes ORDER BY path").fetchall()
    return rows


def stamp(db: apsw.Connection, path: str) -> StoredStamp | None:
    """One note's stamp."""
    row = db.execute("SELECT id, path, mtime_ns, ctime_ns, size, hash FROM notes WHERE path = ?", (path,)).fetchone()
    return None if row is None else StoredStamp(*row)


def restamp(db: apsw.Connection, note: int, mtime_ns: int, ctime_ns: int, size: int) -> None:
    """Record that an unchanged note's file has other stamps now."""
    db.execute("UPDATE notes SET mtime_ns = ?, ctime_ns = ?, size = ? WHERE id = ?", (mtime_ns, ctime_ns, size, note))


def next_id(db: apsw.Connection) -> int:
    """An id that no note has, nor any above it."""
    return int(db.execute("SELECT coalesce(max(id), 0) + 1 FROM notes").get)


# A statement that can fail halfway (an upsert, RETURNING) makes SQLite begin a savepoint, at which FTS5 writes out what
# it has gathered: a segment for every note, and a full index half as slow again. Hence two plain statements.


def insert(db: apsw.Connection, note: int, row: NoteRow) -> None:
    """Add a note's row."""
    db.execute(
        "INSERT INTO notes(path, name_key, folder_key, title, heading_context, tags, properties, mtime_ns, ctime_ns,"
        " size, hash, redactions, id) VALUES(?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        (*_values(row), note),
    )


def update(db: apsw.Connection, note: int, row: NoteRow, *, moved: bool) -> None:
    """Replace a note's row; `moved`: its path too. What an index is over is written again even if it is the same."""
    path, others = "path = ?, name_key = ?, folder_key = ?, " if moved else "", _values(row)
    db.execute(
        f"UPDATE notes SET {path}title = ?, heading_context = ?, tags = ?, properties = ?, mtime_ns = ?, ctime_ns = ?,"
        " size = ?, hash = ?, redactions = ? WHERE id = ?",
        (*(others if moved else others[3:]), note),
    )


def _values(row: NoteRow) -> tuple[str | int | bytes | None, ...]:
    return (
        row.path,
        name_key(row.path),
        folder_key(row.path),
        row.title,
        row.heading_context,
        orjson.dumps(row.tags).decode(),
        orjson.dumps(row.properties).decode(),
        row.mtime_ns,
        row.ctime_ns,
        row.size,
        row.hash,
        orjson.dumps(row.redactions, option=orjson.OPT_SORT_KEYS).decode(),
    )


def remove(db: apsw.Connection, note: int) -> None:
    """Forget a note's row."""
    db.execute("DELETE FROM notes WHERE id = ?", (note,))


def expire(db: apsw.Connection) -> None:
    """Make every note look changed, so that the next run reads all of them again."""
    db.execute("UPDATE notes SET mtime_ns = -1, hash = x''")


def count(db: apsw.Connection) -> int:
    """How many notes the index holds."""
    return schema.count(db, "notes")


def paths(db: apsw.Connection) -> list[tuple[int, str]]:
    """Every note's id and path."""
    return list(db.execute("SELECT id, path FROM notes"))


def paths_below(db: apsw.Connection, folder: str) -> list[str]:
    """The paths of the notes in a folder and below it."""
    rows = db.execute("SELECT path FROM notes WHERE path >= ? AND path < ? ORDER BY path", (f"{folder}/", f"{folder}0"))
    return [row[0] for row in rows]


class Head(NamedTuple):
    """What a result shows of a note."""

    path: str
    title: str
    modified_ns: int


def heads(db: apsw.Connection, notes: Iterable[int]) -> dict[int, Head]:
    """What results show of some notes, by id."""
    wanted = orjson.dumps(list(notes)).decode()
    rows = db.execute(
        "SELECT id, path, title, mtime_ns FROM notes WHERE id IN (SELECT value FROM json_each(?))", (wanted,)
    )
    return {row[0]: Head(*row[1:]) for row in rows}


def redaction_totals(db: apsw.Connection) -> dict[str, int]:
    """How often each pattern fired in the notes of the index."""
    totals: dict[str, int] = {}
    for (counts,) in _redacted(db):
        for pattern, times in orjson.loads(counts).items():
            totals[pattern] = totals.get(pattern, 0) + times
    return dict(sorted(totals.items()))


def _redacted(db: apsw.Connection) -> Iterator[tuple[str]]:
    return iter(db.execute("SELECT redactions FROM notes WHERE redactions <> '{}'"))


def tagged(db: apsw.Connection) -> Iterator[tuple[int, tuple[str, ...]]]:
    """Every note that has tags, with them."""
    for note, tags in db.execute("SELECT id, tags FROM notes WHERE tags <> '[]'"):
        yield note, tuple(orjson.loads(tags))


def with_properties(db: apsw.Connection) -> Iterator[tuple[int, dict[str, Json]]]:
    """Every note that has properties, with them."""
    for note, properties in db.execute("SELECT id, properties FROM notes WHERE properties <> '{}'"):
        yield note, orjson.loads(properties)


def changed_between(db: apsw.Connection, first_ns: int, last_ns: int) -> set[int]:
    """The notes whose files were changed from `first_ns` to before `last_ns`."""
    return {
        row[0] for row in db.execute("SELECT id FROM notes WHERE mtime_ns >= ? AND mtime_ns < ?", (first_ns, last_ns))
    }


def latest(db: apsw.Connection, among: str, limit: int) -> list[int]:
    """Of the notes that the SQL `among` names, those changed last, newest first, ties by path."""
    rows = db.execute(f"SELECT id FROM notes WHERE id IN ({among}) ORDER BY mtime_ns DESC, path LIMIT ?", (limit,))
    return [row[0] for row in rows]
