"""Words that the vault does not have -> the words that may have been meant."""

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

import apsw

from luneta.core.fold import fold
from luneta.core.grammar import Unit, units
from luneta.core.names import errors_allowed
from luneta.core.types import Query
from luneta.store import terms

if TYPE_CHECKING:
    from collections.abc import Sequence

#: A query of more words is a text: it has enough that are right.
_MOST_WORDS = 16
#: Of these words at most so many are looked for, and each for so many others.
_MOST_MISTYPED = 4
_MOST_MEANT = 4
_REMEMBERED = 1000
#: A shorter word is near to too many words of a text, and not only to names.
_SHORTEST_IN_TEXT = 5
_TWO_ERRORS_IN_TEXT_FROM = 10
#: Only in a query of so few words are errors in the first two letters looked for in texts, which takes longest.
_FEW_WORDS = 3

#: For a mistyped word the words that may have been meant, and by how many errors they differ from it.
Meant = Mapping[str, Mapping[str, int]]


class Spelling:
    """What mistyped words are meant for, over one connection."""

    def __init__(self, db: apsw.Connection) -> None:
        self._db = db
        self._names: Sequence[str] = ()
        self._names_version: str | None = None
        self._known: dict[tuple[int, str], dict[str, int]] = {}

    def meant(self, query: Query) -> Meant:
        """For each word of the query that no note has, the nearest words of names, else of texts; none for most
        queries. Every word is looked up in the index, some 50 us each; a mistyped one takes 2 to 8 ms, once."""
        words = _content(query)
        if len(words) > _MOST_WORDS:
            return {}
        suspects = [unit for unit in words if errors_allowed(unit.word) and unit.word.isalpha()]
        unfinished = fold(query.words[-1]) if query.words else ""
        version = int(self._db.pragma("data_version"))
        found: dict[str, Mapping[str, int]] = {}
        for unit in suspects:
            if len(found) == _MOST_MISTYPED:
                break
            thorough = len(words) <= _FEW_WORDS
            nearest = self._nearest(version, unit, may_go_on=unit.word == unfinished, thorough=thorough)
            if nearest:
                found[unit.word] = nearest
        return found

    def _nearest(self, version: int, unit: Unit, *, may_go_on: bool, thorough: bool) -> Mapping[str, int]:
        key = (version, f"{unit.word} {may_go_on} {thorough}")
        if key not in self._known:
            if len(self._known) >= _REMEMBERED:
                self._known.clear()
            self._known[key] = self._look_for(unit, may_go_on=may_go_on, thorough=thorough)
        return self._known[key]

    def _look_for(self, unit: Unit, *, may_go_on: bool, thorough: bool) -> dict[str, int]:
        if terms.in_text(self._db, unit.match):
            return {}
        word = unit.word
        self._read_names()
        if word in self._names or (may_go_on and any(name.startswith(word) for name in self._names)):
            return {}
        near = _near(word, dict.fromkeys(self._names, 0), errors_allowed(word))
        most = 2 if len(word) >= _TWO_ERRORS_IN_TEXT_FROM else 1
        ranges = terms.near_in_text(self._db, word, most) if len(word) >= _SHORTEST_IN_TEXT else ()
        for candidates in ranges:
            in_text = _near(word, dict(candidates), most)
            if in_text and (not near or min(in_text.values()) <= min(near.values())):
                near = near | in_text
            if near or not thorough:
                break
        least = min(near.values(), default=0)
        return {other: errors for other, errors in near.items() if errors == least}

    def _read_names(self) -> None:
        version = terms.names_version(self._db)
        if version != self._names_version:
            self._names = terms.of_names(self._db)
            self._names_version = version


def content_words(query: Query) -> list[str]:
    """The words of a query (folded) that are more than grammar."""
    return [unit.word for unit in _content(query)]


def _content(query: Query) -> list[Unit]:
    return [unit for unit in units(query) if not unit.phrase and not unit.function]


def with_meant(query: Query, meant: Meant) -> Query:
    """The query with the words that were meant beside those typed."""
    others = [other for of in meant.values() for other in of]
    return replace(query, words=(*query.words, *others)) if others else query


def corrected(query: Query, meant: Meant) -> Query:
    """The query with each mistyped word replaced by the likeliest that was meant: what its matches are judged by."""
    if not meant:
        return query
    best = {word: next(iter(others)) for word, others in meant.items()}
    return replace(query, words=tuple(best.get(fold(word), word) for word in query.words))


def _near(word: str, counts: Mapping[str, int], most: int) -> dict[str, int]:
    """The nearest of some words (with how many have each), by at most `most` errors; of equals the commonest."""
    from rapidfuzz.distance import OSA  # only a mistyped word needs it
    from rapidfuzz.process import extract

    close = extract(word, list(counts), scorer=OSA.distance, score_cutoff=most, limit=None)
    best = sorted((int(errors), -counts[other], other) for other, errors, _ in close if errors > 0)
    return {other: errors for errors, _, other in best[:_MOST_MEANT] if errors == best[0][0]}
