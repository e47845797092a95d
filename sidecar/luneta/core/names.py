"""The order of the names list: how well a query says what a note is called."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache

from luneta.core.analyze import is_spaceless, script_runs
from luneta.core.fold import fold
from luneta.core.stopwords import FUNCTION_WORDS

_TERM = re.compile(r"[^\W_]+")
#: Names whose terms are kept: those that queries keep meeting, some 4 MB.
_NAMES_REMEMBERED = 8192
#: A word still being typed says a little less than the whole word.
_PREFIX_WORTH = 0.8
#: Shorter beginnings than this fit half the vault.
_SHORTEST_PREFIX = 2
#: A name takes part if at least this share of it is in the query, or of the query in it.
_LEAST_SHARE = 0.5


@dataclass(frozen=True, slots=True)
class NameQuery:
    """A query as names are compared with it: folded terms in order, without function words when others remain."""

    whole: str
    terms: tuple[str, ...]

    @classmethod
    def of(cls, text: str) -> "NameQuery":
        """Of what the user typed."""
        every = _terms(text)
        content = tuple(term for term in every if term not in FUNCTION_WORDS)
        return cls(" ".join(every), tuple(dict.fromkeys(content or every)))


@lru_cache(_NAMES_REMEMBERED)
def _terms(text: str) -> tuple[str, ...]:
    """The folded terms of a text; of a script without spaces, its pairs of characters, as the index has them."""
    terms: list[str] = []
    for term in _TERM.findall(fold(text)):
        if is_spaceless(term):
            for run, spaceless in script_runs(term):
                terms += [run[i : i + 2] for i in range(max(len(run) - 1, 1))] if spaceless else [run]
        else:
            terms.append(term)
    return tuple(terms)


def name_key(name: str) -> str:
    """What names are compared by: their folded terms, one space between; "" if there is no letter or digit."""
    return " ".join(_terms(name))


def score(query: NameQuery, names: Iterable[str]) -> float:
    """How well the best of a note's names fits: 0 (not at all) to 2 (the query is that name, letter for letter).

    Below that, the share of the query's terms that stand in the name times the share of the name's terms that stand
    in the query: "morgan" fits "Morgan" wholly, "Morgan's staff" by half.
    """
    return max((_score(query, name) for name in names), default=0.0)


def _score(query: NameQuery, name: str) -> float:
    every = _terms(name)
    if not every or not query.terms:
        return 0.0
    if " ".join(every) == query.whole:
        return 2.0
    terms = {term for term in every if term not in FUNCTION_WORDS} or set(every)
    both = len(terms.intersection(query.terms))
    said, named = float(both), float(both)
    last = query.terms[-1]
    if last not in terms and len(last) >= _SHORTEST_PREFIX:
        begun = sum(term.startswith(last) for term in terms)
        said += _PREFIX_WORTH * bool(begun)
        named += _PREFIX_WORTH * begun
    of_query, of_name = said / len(query.terms), named / len(terms)
    return of_query * of_name if max(of_query, of_name) >= _LEAST_SHARE else 0.0
