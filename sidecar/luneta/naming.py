"""The notes that a query names, best first."""

from collections.abc import Mapping
from typing import NamedTuple

import apsw

from luneta.core import grammar
from luneta.core.fold import fold
from luneta.core.names import NameQuery, name_key, score, terms, trust
from luneta.core.resolve import file_name
from luneta.core.types import Query
from luneta.remembered import Remembered
from luneta.spelling import Meant
from luneta.store import calls, names
from luneta.store.filters import NoteFilter

#: Names looked at before core.names puts them in order.
_READ = 80
#: A word that more notes than this are called by makes no candidate while rarer ones remain: to rank all that have it
#: is what takes long (names of 16,800 notes, p95: 4 ms, without this and with 200 names read; 2 ms so).
_COMMON = 300


class Fitting(NamedTuple):
    """A note and how well a query says what it is called, by core.names.score."""

    named: names.Named
    fit: float


def fitting(
    db: apsw.Connection, query: Query, meant: Meant, scope: NoteFilter | None, remembered: Remembered
) -> list[Fitting]:
    """Every note of which a name fits the query, in no order. `meant`: what its mistyped words may be."""
    rows = names.candidates(db, _match(query, meant, remembered), _READ, scope)
    wanted = NameQuery.of(query.text, meant)
    called = _called(db, wanted, rows)
    found = []
    for row in rows:
        own = {row.title, file_name(row.path), *row.aliases}
        fit = score(wanted, own, called.get(row.note), row.path.rpartition("/")[0])
        if fit > 0:
            found.append(Fitting(row, fit))
    return found


def _match(query: Query, meant: Meant, remembered: Remembered) -> str:
    """What a name must match: any word of the query, typed, unfinished or meant, and one that is not too common."""
    matches = [*grammar.names_matches(query), *(f'"{other}"' for others in meant.values() for other in others)]
    rarer = [match for match in matches if not remembered.is_common_name(match, _COMMON)] if len(matches) > 1 else []
    every = " OR ".join(matches)
    return f"({' OR '.join(rarer)}) AND ({every})" if 0 < len(rarer) < len(matches) else every


def _called(db: apsw.Connection, query: NameQuery, rows: list[names.Named]) -> Mapping[int, Mapping[str, float]]:
    """By note, what others call it in words of the query, and the trust in that."""
    asked = {*query.terms, *(other for others in query.meant.values() for other in others)}
    last = query.terms[-1] if query.terms else ""
    texts: dict[int, list[str]] = {}
    for row in rows:
        # Most of what notes are called has nothing to do with the query, and to say so of all at once is quick.
        said_of_it = fold(row.called)
        if not any(map(said_of_it.__contains__, asked)):
            continue
        for text in names.split_names(row.called):
            said = terms(text)
            if not asked.isdisjoint(said) or (last and any(term.startswith(last) for term in said)):
                texts.setdefault(row.note, []).append(text)
    if not texts:
        return {}
    counts = calls.counts(db, {name_key(text) for of in texts.values() for text in of})
    of_all = {key: sum(notes.values()) for key, notes in counts.items()}
    return {
        note: {text: trust(counts[key].get(note, 0), of_all[key]) for text in of if (key := name_key(text)) in counts}
        for note, of in texts.items()
    }
