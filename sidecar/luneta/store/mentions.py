"""The chunks in which a name stands, complete and in the vault's order."""

from collections.abc import Iterator
from itertools import groupby
from typing import NamedTuple

import apsw

from luneta.core.mentions import Piece
from luneta.store.filters import NoteFilter, beside_match
from luneta.store.texts import unpack


class NotePieces(NamedTuple):
    """A note with those of its chunks in which the words of a name stand in a row, in order."""

    path: str
    title: str
    pieces: list[Piece]


def notes_with(db: apsw.Connection, match: str, scope: NoteFilter | None = None) -> Iterator[NotePieces]:
    """The notes of which some chunk, or a heading above it, matches; by path."""
    within = "" if scope is None else beside_match("f.rowid", scope.chunks_sql)
    rows = db.execute(
        "SELECT n.path, n.title, c.ordinal, c.section, c.text, c.first_line, c.last_line FROM chunks_fts f"
        " JOIN chunks c ON c.id = f.rowid JOIN notes n ON n.id = c.note"
        f" WHERE chunks_fts MATCH ?{within} ORDER BY n.path, c.ordinal",
        (f"{{chunk_text section extra}} : ({match})",),
    )
    for (path, title), group in groupby(rows, key=lambda row: (row[0], row[1])):
        yield NotePieces(path, title, [Piece(r[2], r[3], unpack(r[4]), (r[5], r[6])) for r in group])
