"""What notes are called: title, aliases, file name; not the folder, whose name thousands of notes may share."""

from dataclasses import dataclass

import apsw

from luneta.core.analyze import extra_terms
from luneta.store.filters import NoteFilter

#: BM25 weights of the columns; the last has the terms that the plain tokenizer cannot make of the names.
_WEIGHTS = "2.0, 2.0, 1.0, 1.0"
#: Between a note's aliases in their column; no tokenizer keeps it.
_BETWEEN = "\n"


@dataclass(frozen=True, slots=True)
class Named:
    """A note by its names."""

    note: int
    path: str
    title: str
    aliases: tuple[str, ...]


def put(db: apsw.Connection, note: int, path: str, title: str, aliases: tuple[str, ...], *, new: bool) -> None:
    """Record what a note is called now; `new`: nothing of it is recorded yet."""
    name = path.rpartition("/")[2].rpartition(".")[0]
    extra = extra_terms(_BETWEEN.join((title, *aliases, name)))
    names = (title, _BETWEEN.join(aliases), name, extra)
    if not new:
        if db.execute("SELECT title, aliases, file_name, extra FROM names_fts WHERE rowid = ?", (note,)).get == names:
            return
        remove(db, note)
    db.execute("INSERT INTO names_fts(rowid, title, aliases, file_name, extra) VALUES(?, ?, ?, ?, ?)", (note, *names))


def remove(db: apsw.Connection, note: int) -> None:
    """Forget what a note was called."""
    db.execute("DELETE FROM names_fts WHERE rowid = ?", (note,))


def candidates(db: apsw.Connection, match: str, limit: int, notes: NoteFilter | None = None) -> list[Named]:
    """The notes of which some name matches, likeliest first; core.names puts them in their final order."""
    if not match:
        return []
    within = "" if notes is None else f" AND f.rowid IN ({notes.notes_sql})"
    rows = db.execute(
        "SELECT f.rowid, n.path, f.title, f.aliases FROM names_fts f JOIN notes n ON n.id = f.rowid"
        f" WHERE names_fts MATCH ?{within} ORDER BY bm25(names_fts, {_WEIGHTS}), n.path LIMIT ?",
        (match, limit),
    )
    return [Named(r[0], r[1], r[2], tuple(a for a in r[3].split(_BETWEEN) if a)) for r in rows]


def aliases(db: apsw.Connection, note: int) -> tuple[str, ...]:
    """A note's aliases, in their order."""
    stored = db.execute("SELECT aliases FROM names_fts WHERE rowid = ?", (note,)).get
    return tuple(alias for alias in (stored or "").split(_BETWEEN) if alias)
