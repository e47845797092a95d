"""Every place where a name, or another name of the note that is called so, stands in the vault."""

import apsw

from luneta.core import grammar
from luneta.core.mentions import Finder
from luneta.core.names import name_key
from luneta.core.resolve import file_name
from luneta.core.types import MentioningNote, MentionsResult, Query
from luneta.store import mentions, names
from luneta.store.filters import NoteFilter

#: A name that more notes bear than this ("index") is nobody's: no other names are looked for.
_MOST_BEARERS = 5
#: Names that are looked at to find the bearers of one.
_READ = 100
#: An alias shorter than this (characters of its key) stands everywhere.
_SHORTEST_ALIAS = 2


def find_mentions(db: apsw.Connection, name: str, scope: NoteFilter | None) -> MentionsResult:
    """The places of a name in the notes of a scope (None: all), by path and then by line: all of them."""
    looked_for = _names(db, name, scope)
    query = Query(name, name, phrases=looked_for)
    match = " OR ".join(unit.match for unit in grammar.units(query))
    found = []
    if match:
        finder = Finder(looked_for)
        for note in mentions.notes_with(db, match, scope):
            places = tuple(finder.places(note.pieces))
            if places:
                found.append(MentioningNote(note.path, note.title, len(places), places))
    return MentionsResult(looked_for, sum(note.count for note in found), tuple(found))


def _names(db: apsw.Connection, name: str, scope: NoteFilter | None) -> tuple[str, ...]:
    """The name as typed, then title and aliases of the notes that are called so; each once, whatever its case."""
    typed = " ".join(name.split())
    key = name_key(typed)
    if not key:
        return (typed,) if typed else ()
    match = grammar.names_match(Query(typed, typed, phrases=(typed,)))
    bearers = []
    for row in names.load(db, names.candidates(db, match, _READ, scope)):
        own = (row.title, *row.aliases, file_name(row.path))
        if any(name_key(one) == key for one in own):
            bearers.append((row.title, *row.aliases))
    others = [one for of in bearers for one in of] if len(bearers) <= _MOST_BEARERS else []
    chosen = {key: typed}
    for one in others:
        other = name_key(one)
        if len(other) >= _SHORTEST_ALIAS:
            chosen.setdefault(other, one)
    return tuple(chosen.values())
