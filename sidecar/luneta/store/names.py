"""What notes are called: title, aliases, file name, and the texts of the links that others point to them with; not the
folder, whose name thousands of notes may share."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import apsw
import orjson

from luneta.core.analyze import extra_terms
from luneta.core.names import name_key
from luneta.core.resolve import file_name
from luneta.store.filters import NoteFilter, beside_match

#: BM25 weights of the columns; the last has the terms that the plain tokenizer cannot make of the names.
_WEIGHTS = "2.0, 2.0, 1.0, 1.0, 1.0"
#: Between a note's aliases in their column; no tokenizer keeps it.
_BETWEEN = "\n"


@dataclass(frozen=True, slots=True)
class Named:
    """A note by its own names."""

    note: int
    path: str
    title: str
    aliases: tuple[str, ...]


def put(db: apsw.Connection, note: int, path: str, title: str, aliases: tuple[str, ...], *, new: bool) -> bool:
    """Record what a note is called now; `new`: nothing of it is recorded yet. Returns whether that differs from what
    it was called before; what others call it is to be derived again then."""
    names = (title, _BETWEEN.join(aliases), file_name(path))
    if not new:
        if db.execute("SELECT title, aliases, file_name FROM names_fts WHERE rowid = ?", (note,)).get == names:
            return False
        remove(db, note)
    _insert(db, note, names, "")
    return True


def put_called(db: apsw.Connection, note: int, texts: Sequence[str]) -> None:
    """Record what others call a note, the commonest first; those that are its own names are left out."""
    row = db.execute("SELECT title, aliases, file_name, called FROM names_fts WHERE rowid = ?", (note,)).fetchone()
    if row is None:
        return
    *names, was = row
    own = {name_key(name) for name in (names[0], *split_names(names[1]), names[2])}
    called = _BETWEEN.join(text for text in texts if name_key(text) not in own)
    if called != was:
        remove(db, note)
        _insert(db, note, (names[0], names[1], names[2]), called)


def _insert(db: apsw.Connection, note: int, names: tuple[str, str, str], called: str) -> None:
    extra = extra_terms(_BETWEEN.join((*names, called)))
    db.execute(
        "INSERT INTO names_fts(rowid, title, aliases, file_name, called, extra) VALUES(?, ?, ?, ?, ?, ?)",
        (note, *names, called, extra),
    )


def remove(db: apsw.Connection, note: int) -> None:
    """Forget what a note was called."""
    db.execute("DELETE FROM names_fts WHERE rowid = ?", (note,))


def candidates(db: apsw.Connection, match: str, limit: int, notes: NoteFilter | None = None) -> list[int]:
    """The notes of which some name matches, likeliest first; core.names puts them in their final order."""
    if not match:
        return []
    within = "" if notes is None else beside_match("rowid", notes.notes_sql)
    rows = db.execute(
        f"SELECT rowid, bm25(names_fts, {_WEIGHTS}) AS score FROM names_fts WHERE names_fts MATCH ?{within}"
        " ORDER BY score LIMIT ?",
        (match, limit),
    )
    return [row[0] for row in rows]


def load(db: apsw.Connection, notes: Iterable[int]) -> list[Named]:
    """Some notes by their own names, in the order of their paths."""
    rows = db.execute(
        "SELECT f.rowid, n.path, f.title, f.aliases FROM json_each(?) w JOIN notes n ON n.id = w.value"
        " JOIN names_fts f ON f.rowid = n.id ORDER BY n.path",
        (orjson.dumps(list(notes)).decode(),),
    )
    return [Named(r[0], r[1], r[2], split_names(r[3])) for r in rows]


def with_aliases(db: apsw.Connection) -> list[Named]:
    """The notes whose properties give them aliases, by id; some 3 ms among 16,900 notes. A note's first heading, where
    it is not its title, is among its aliases here, and makes none of these by itself."""
    rows = db.execute(
        "SELECT f.rowid, n.path, f.title, f.aliases FROM names_fts f CROSS JOIN notes n ON n.id = f.rowid"
        """ WHERE f.aliases <> '' AND n.properties LIKE '%"alias%' ORDER BY f.rowid"""
    )
    return [Named(r[0], r[1], r[2], split_names(r[3])) for r in rows]


def is_common(db: apsw.Connection, match: str, bound: int) -> bool:
    """Whether more than `bound` notes are called something that matches; never reads further than that."""
    found = db.execute(
        "SELECT count(*) FROM (SELECT 1 FROM names_fts WHERE names_fts MATCH ? LIMIT ?)", (match, bound + 1)
    ).get
    return bool(found > bound)


def split_names(stored: str) -> tuple[str, ...]:
    """Aliases, or what others call a note, as their columns hold them."""
    return tuple(name for name in stored.split(_BETWEEN) if name) if stored else ()
