"""A note's other names in the place of the one that was typed: where such a name stands in a query, and the query with
another one there."""

import math
import re
from collections.abc import Container, Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from luneta.core.names import terms
from luneta.core.stopwords import FUNCTION_WORDS
from luneta.core.types import Query

#: What a query finds with another name of a note in the place of the one typed, as a share of what it finds as typed.
OTHER_NAME = 0.75
#: A shorter name (characters of its key) stands everywhere.
_SHORTEST = 2
_ARTICLES = frozenset(["the", "a", "an", "o", "os", "as", "um", "uma", "uns", "umas"])
_POSSESSIVE = re.compile(r"['’]s$", re.IGNORECASE)

#: Chunks by their scores.
Scored = list[tuple[int, float]]


class Run(NamedTuple):
    """Words of a query in a row that are a name: from `first` to before `end`; `key` as synonym_key gives it."""

    first: int
    end: int
    key: str


def synonym_key(name: str) -> str:
    """What names are compared by here: folded terms, one space between, without an article before two words or more
    ("The Ashen Knight" is "an ashen knight" too, while "The Hobbit" is no hobbit); "" for what is too short, or only
    grammar."""
    every = terms(name)
    if len(every) > 2 and every[0] in _ARTICLES:
        every = every[1:]
    key = " ".join(every)
    return key if len(key) >= _SHORTEST and not FUNCTION_WORDS.issuperset(every) else ""


def runs(words: Sequence[str], known: Container[str], longest: int) -> Iterator[Run]:
    """The names among the words of a query, in its order: whole words, of names that overlap the longest. `known`: the
    keys of names; `longest`: how many terms the longest of them has."""
    said = [terms(_POSSESSIVE.sub("", word)) for word in words]
    first = 0
    while first < len(words):
        run = _longest_run(said, first, known, longest)
        if run is not None:
            yield run
        first = run.end if run else first + 1


def _longest_run(said: Sequence[tuple[str, ...]], first: int, known: Container[str], longest: int) -> Run | None:
    found, named = None, list[str]()
    for end in range(first, len(said)):
        named += said[end]
        if len(named) > longest:
            break
        key = " ".join(named)
        if said[first] and said[end] and key in known:
            found = Run(first, end + 1, key)
    return found


def replaced(query: Query, run: Run, name: str) -> Query:
    """The query with another name, as it is looked for, in the place of the one that it has: one word of it, found as
    a phrase."""
    words = (*query.words[: run.first], looked_for(name), *query.words[run.end :])
    return replace(query, words=words, text=" ".join(words))


def looked_for(name: str) -> str:
    """A name without the article that its key is without."""
    first, _, rest = name.partition(" ")
    return rest if len(terms(name)) > 2 and terms(first)[:1] and terms(first)[0] in _ARTICLES else name


def with_others(rows: Scored, others: Sequence[Scored]) -> Scored:
    """The scores of chunks for a query as typed (`rows`) and for the same with other names, each chunk's best. The best
    of each other one counts OTHER_NAME of the best of what was typed, and at most that share of its own."""
    if not others:
        return rows
    best = dict(rows)
    most = max(best.values(), default=math.inf)
    for other in others:
        share = OTHER_NAME * min(1.0, most / max((score for _, score in other), default=1.0))
        for chunk, score in other:
            best[chunk] = max(best.get(chunk, 0.0), share * score)
    return list(best.items())
