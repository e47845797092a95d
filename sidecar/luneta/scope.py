"""Which notes a search may speak of: folder rules as they are now, folders asked for, phrases, exclusions."""

from collections.abc import Callable, Sequence

import apsw

from luneta.core import grammar
from luneta.core.types import Query, Remark
from luneta.narrow import Narrower
from luneta.store import notes
from luneta.store.filters import NoteFilter, notes_matching


class Scope:
    """The scopes of searches over one connection.

    `allows(path)` is the folder rules, obeyed whatever the index holds; None if the index is known to obey them.
    """

    def __init__(self, db: apsw.Connection, allows: Callable[[str], bool] | None) -> None:
        self._db = db
        self._allows = allows
        self.remarks: tuple[Remark, ...] = ()
        self._denied: tuple[int, frozenset[int]] | None = None

    def of_query(self, query: Query, folders: Sequence[str]) -> NoteFilter | None:
        """The notes in `folders` (all, if there are none) that have every phrase and nothing excluded, and meet the
        query's condition; None is all. `remarks` then says what of the condition could not be obeyed."""
        self.remarks = ()
        denied = self._denied_notes()
        inside = _inside(folders)
        unwanted = grammar.excluded_match(query)
        required = [unit.match for unit in grammar.units(query) if unit.phrase]
        if not (denied or inside or unwanted or required or query.condition):
            return None
        passing = {note for note, path in notes.paths(self._db) if inside is None or inside(path)} - denied
        for match in required:
            passing &= notes_matching(self._db, match)
        if unwanted:
            passing -= notes_matching(self._db, unwanted)
        if query.condition is not None:
            narrower = Narrower(self._db)
            passing = narrower.meeting(query.condition, passing)
            self.remarks = narrower.remarks()
        return NoteFilter(self._db, passing)

    def without(self, left_out: set[int], folders: Sequence[str]) -> NoteFilter:
        """The notes in `folders` but for some."""
        inside = _inside(folders)
        passing = {note for note, path in notes.paths(self._db) if inside is None or inside(path)}
        return NoteFilter(self._db, passing - left_out - self._denied_notes())

    def _denied_notes(self) -> frozenset[int]:
        if self._allows is None:
            return frozenset()
        version = int(self._db.pragma("data_version"))
        if self._denied is None or self._denied[0] != version:
            denied = frozenset(note for note, path in notes.paths(self._db) if not self._allows(path))
            self._denied = (version, denied)
        return self._denied[1]


def _inside(folders: Sequence[str]) -> Callable[[str], bool] | None:
    prefixes = tuple(folder.replace("\\", "/").strip("/") + "/" for folder in folders if folder.strip("/\\ ."))
    return (lambda path: path.startswith(prefixes)) if prefixes else None
