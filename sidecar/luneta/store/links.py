"""Links between notes: as written, and which note each means.

Which note a link means depends on the whole vault, so it is derived after each batch: for the links of notes that
changed, and for links whose target has a key of a note that came or went.
"""

from collections.abc import Iterable, Sequence
from operator import itemgetter
from typing import Any, NamedTuple

import apsw
import orjson

from luneta.core.resolve import LinkIndex, target_key
from luneta.core.types import Link
from luneta.store import notes as notes_table

#: From so many changed notes and names on, reading all links is quicker than choosing.
_MANY = 1000
_SELECT = (
    "SELECT l.source, l.ordinal, n.path, l.target, l.text, l.resolved FROM links l JOIN notes n ON n.id = l.source"
)
_CHOSEN = "WHERE l.source IN (SELECT value FROM json_each(?1)) OR l.target_key IN (SELECT value FROM json_each(?2))"


class Meaning(NamedTuple):
    """A link, the note that it means, and what the index has for that note so far."""

    source: int
    ordinal: int
    target: str
    text: str
    meant: int | None
    before: int | None


def put(
    db: apsw.Connection, note: int, path: str, links: Sequence[Link], *, new: bool, moved: bool = False
) -> set[int] | None:
    """Record the links of the note at `path`, unresolved; `new`: it has none yet; `moved`: it had another path, of
    which its links' keys may be. Returns the notes that those it had before meant, or None if these are the same."""
    meant: set[int] = set()
    if not new:
        known = db.execute("SELECT target, text FROM links WHERE source = ? ORDER BY ordinal", (note,)).fetchall()
        if not moved and known == [(link.target, link.text) for link in links]:
            return None
        meant = remove(db, note)
    db.executemany(
        "INSERT INTO links(source, ordinal, target, target_key, text) VALUES(?, ?, ?, ?, ?)",
        ((note, i, link.target, target_key(link.target, path), link.text) for i, link in enumerate(links)),
    )
    return meant


def remove(db: apsw.Connection, note: int) -> set[int]:
    """Forget a note's links; returns the notes that they meant. Links to it are resolved again by `resolve`."""
    meant = {
        row[0] for row in db.execute("SELECT resolved FROM links WHERE source = ? AND resolved IS NOT NULL", (note,))
    }
    db.execute("DELETE FROM links WHERE source = ?", (note,))
    return meant


def resolve(db: apsw.Connection, sources: Iterable[int], names: Iterable[str]) -> set[int]:
    """Derive what links mean: those of the notes `sources`, and those to any of `names` (keys of notes).

    Returns the notes of which the incoming links changed by that.
    """
    of_sources, to_names = sorted(sources), sorted(names)
    if not of_sources and not to_names:
        return set()
    if len(of_sources) + len(to_names) > _MANY:
        return resolve_all(db)
    chosen = (orjson.dumps(of_sources).decode(), orjson.dumps(to_names).decode())
    rows = db.execute(f"{_SELECT} {_CHOSEN}", chosen)
    return put_meanings(db, _meanings(rows, LinkIndex(_notes_named(db, chosen))))


def resolve_all(db: apsw.Connection) -> set[int]:
    """Derive what every link means. Returns the notes of which the incoming links changed by that."""
    return put_meanings(db, meanings(db))


def meanings(db: apsw.Connection) -> list[Meaning]:
    """What every link means. Nothing is stored."""
    return _meanings(db.execute(_SELECT), LinkIndex(notes_table.paths(db)))


def _meanings(rows: Iterable[tuple[Any, ...]], index: LinkIndex) -> list[Meaning]:
    resolve = index.resolve
    return [
        Meaning(source, ordinal, target, text, resolve(target, path), resolved)
        for source, ordinal, path, target, text, resolved in rows
    ]


def put_meanings(db: apsw.Connection, found: Iterable[Meaning]) -> set[int]:
    """Store what links mean. Returns the notes of which the incoming links changed by that."""
    changed = [link for link in found if link.meant != link.before]
    db.executemany(
        "UPDATE links SET resolved = ? WHERE source = ? AND ordinal = ?",
        ((link.meant, link.source, link.ordinal) for link in changed),
    )
    return {note for link in changed for note in (link.meant, link.before) if note is not None}


def said(found: Iterable[Meaning]) -> list[tuple[int, int, str, str]]:
    """The links from one note to another as calls.called takes them: (note meant, source, target, text), by the note
    meant."""
    rows = [
        (link.meant, link.source, link.target, link.text)
        for link in found
        if link.meant is not None and link.meant != link.source
    ]
    return sorted(rows, key=itemgetter(0))


def _notes_named(db: apsw.Connection, chosen: tuple[str, str]) -> list[tuple[int, str]]:
    """The notes that the chosen links can mean: only one with the key of a link can be its target."""
    keys = f"(SELECT l.target_key FROM links l {_CHOSEN})"
    rows = db.execute(
        f"SELECT id, path FROM notes WHERE name_key IN {keys}"
        f" UNION SELECT id, path FROM notes WHERE folder_key IN {keys}",
        chosen,
    )
    return [(row[0], row[1]) for row in rows]


def linked_with(db: apsw.Connection, note: int) -> set[int]:
    """The notes that this note links to or that link to it."""
    rows = db.execute(
        "SELECT resolved FROM links WHERE source = ?1 AND resolved IS NOT NULL"
        " UNION SELECT source FROM links WHERE resolved = ?1",
        (note,),
    )
    return {row[0] for row in rows} - {note}


def linked_pairs(db: apsw.Connection) -> list[tuple[int, int]]:
    """Every pair of notes of which the first links to the second, once."""
    return list(
        db.execute("SELECT DISTINCT source, resolved FROM links WHERE resolved IS NOT NULL ORDER BY source, resolved")
    )
