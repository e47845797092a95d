"""The notes that a query names, best first."""

from collections.abc import Mapping
from typing import NamedTuple

import apsw

from luneta.core import grammar
from luneta.core.names import NameQuery, may_say, score, terms, trust
from luneta.core.types import Query
from luneta.remembered import Remembered
from luneta.spelling import Meant
from luneta.store import names
from luneta.store.filters import NoteFilter

#: Names looked at before core.names puts them in order.
_READ = 80
#: A word that more notes than this are called by makes no candidate while rarer ones remain: to rank all that have it
#: is what takes long (names of 16,800 notes, p95: 4 ms, without this and with 200 names read; 2 ms so).
_COMMON = 300


class Fitting(NamedTuple):
    """A note and how well a query says what it is called, by core.names.score."""

    note: int
    path: str
    fit: float


def fitting(
    db: apsw.Connection, query: Query, meant: Meant, scope: NoteFilter | None, remembered: Remembered
) -> list[Fitting]:
    """Every note of which a name fits the query, in no order. `meant`: what its mistyped words may be."""
    wanted = NameQuery.of(query.text, meant)
    candidates = names.candidates(db, _match(query, meant, remembered), _READ, scope)
    known = remembered.signals(candidates)
    named = [note for note in candidates if note in known]
    called = _called({note: known[note].called for note in named}, wanted, remembered)
    found = []
    for note in named:
        path = known[note].path
        fit = score(wanted, known[note].own, called.get(note), path.rpartition("/")[0])
        if fit > 0:
            found.append(Fitting(note, path, fit))
    return found


def _match(query: Query, meant: Meant, remembered: Remembered) -> str:
    """What a name must match: any word of the query, typed, unfinished or meant, and one that is not too common."""
    matches = [*grammar.names_matches(query), *(f'"{other}"' for others in meant.values() for other in others)]
    rarer = [match for match in matches if not remembered.is_common_name(match, _COMMON)] if len(matches) > 1 else []
    every = " OR ".join(matches)
    return f"({' OR '.join(rarer)}) AND ({every})" if 0 < len(rarer) < len(matches) else every


def _called(
    calls: Mapping[int, Mapping[str, int]], query: NameQuery, remembered: Remembered
) -> Mapping[int, Mapping[str, float]]:
    """By note, what others call it in words of the query, and the trust in that. `calls`: how many notes say what."""
    if not query.terms:
        return {}
    asked = {*query.terms, *(other for others in query.meant.values() for other in others)}
    last, later = query.terms[-1], f" {query.terms[-1]}"
    said: dict[int, list[str]] = {}
    for note, of_note in calls.items():
        if not may_say(of_note, asked):
            continue
        for text in of_note:
            # Texts are terms with a space between, so that one that begins so is seen without taking them apart.
            if not asked.isdisjoint(terms(text)) or text.startswith(last) or later in text:
                said.setdefault(note, []).append(text)
    totals = remembered.called({text for texts in said.values() for text in texts})
    return {note: {text: trust(calls[note][text], totals[text]) for text in texts} for note, texts in said.items()}
