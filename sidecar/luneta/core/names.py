"""The order of the names list: how well a query says what a note is called."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import NamedTuple

from luneta.core.analyze import is_spaceless, script_runs
from luneta.core.fold import fold
from luneta.core.signs import TERM
from luneta.core.stopwords import FUNCTION_WORDS

#: Names whose terms are kept: those that queries keep meeting, some 4 MB.
_NAMES_REMEMBERED = 8192
#: Between texts that are looked at together; no term has it.
_BETWEEN = "\n"
#: A query that is a note's name letter for letter; nothing else comes near.
EXACT = 2.0
#: A word still being typed says a little less than the whole word.
_PREFIX_WORTH = 0.8
#: Shorter beginnings than this fit half the vault.
_SHORTEST_PREFIX = 2
#: What a word with one typing error says, or with two, of the word that was meant.
_TYPO_WORTH = {1: 0.85, 2: 0.7}
#: What a word that stands only in the names of the note's folders adds to what the query says of it.
_FOLDER_WORTH = 0.5
#: A name takes part if at least this share of it is in the query, or of the query in it.
_LEAST_SHARE = 0.5
#: From these lengths on a word may have one typing error, or two: shorter words are too near to each other.
_ONE_ERROR_FROM = 4
_TWO_ERRORS_FROM = 8


@dataclass(frozen=True, slots=True)
class NameQuery:
    """A query as names are compared with it: folded terms in order, without function words when others remain.

    `meant`: for terms that no name has, the terms that they may be, mistyped, and by how many errors they differ.
    `every`: all the terms.
    """

    whole: str
    terms: tuple[str, ...]
    meant: Mapping[str, Mapping[str, int]] = field(default_factory=dict)
    every: frozenset[str] = frozenset()

    @classmethod
    def of(cls, text: str, meant: Mapping[str, Mapping[str, int]] | None = None) -> "NameQuery":
        """Of what the user typed."""
        every = terms(text)
        content = tuple(term for term in every if term not in FUNCTION_WORDS)
        wanted = tuple(dict.fromkeys(content or every))
        return cls(" ".join(every), wanted, meant or {}, frozenset(wanted))


def errors_allowed(term: str) -> int:
    """How many typing errors a term may have: none in a short one, or in one with digits, which have no spelling."""
    if len(term) < _ONE_ERROR_FROM or any(char.isdigit() for char in term) or is_spaceless(term):
        return 0
    return 2 if len(term) >= _TWO_ERRORS_FROM else 1


@lru_cache(_NAMES_REMEMBERED)
def terms(text: str) -> tuple[str, ...]:
    """The folded terms of a text; of a script without spaces, its pairs of characters, as the index has them."""
    found: list[str] = []
    for term in TERM.findall(fold(text)):
        if is_spaceless(term):
            for run, spaceless in script_runs(term):
                found += [run[i : i + 2] for i in range(max(len(run) - 1, 1))] if spaceless else [run]
        else:
            found.append(term)
    return tuple(found)


class Name(NamedTuple):
    """A name as queries are compared with it: its terms in a row, and those that are more than grammar."""

    whole: str
    content: frozenset[str]


@lru_cache(_NAMES_REMEMBERED)
def read(name: str) -> Name:
    """A name, read."""
    every = terms(name)
    content = frozenset(term for term in every if term not in FUNCTION_WORDS) or frozenset(every)
    return Name(" ".join(every), content)


def name_key(name: str) -> str:
    """What names are compared by: their folded terms, one space between; "" if there is no letter or digit."""
    return " ".join(terms(name))


def may_say(texts: Collection[str], terms: Iterable[str]) -> bool:
    """Whether some of these texts (folded) may have one of these terms. Most of what notes are called has none of a
    query's, and to say so of all at once is quick."""
    return bool(texts) and any(map(_BETWEEN.join(texts).__contains__, terms))


def trust(notes: int, of_all: int) -> float:
    """How far a link text can be believed to be a name of the note it leads to, 0 to 1: `notes` say it of this note,
    `of_all` of any. "Here" leads everywhere; what one note says may be its own fancy, what five say is a name."""
    return notes / max(of_all, notes, 1) * notes / (notes + 1)


def score(
    query: NameQuery, names: Iterable[Name], called: Mapping[str, float] | None = None, folder: str = ""
) -> float:
    """How well the best of a note's names fits: 0 (not at all) to 2 (the query is that name, letter for letter).

    Below that, the share of the query's terms that stand in the name times the share of the name's terms that stand
    in the query: "morgan" fits "Morgan" wholly, "Morgan's staff" by half. A term still being typed, or mistyped,
    counts for less. `called`: link texts, as name_key has them, with the trust in each; the whole query being one
    counts up to 1.5, and any other fit is worth their trust. Words of the query that stand in `folder` count half,
    where something else fits.
    """
    best = max([_score(query, name, folder) for name in names], default=0.0)
    for text, trusted in called.items() if called else ():
        if best < EXACT and trusted > 0 and (best < trusted or text == query.whole):  # others cannot fit better
            fits = _score(query, read(text), folder)
            best = max(best, 0.5 + trusted if fits == EXACT else fits * trusted)
    return best


def _score(query: NameQuery, name: Name, folder: str) -> float:
    whole, content = name
    if not whole or not query.terms:
        return 0.0
    if whole == query.whole:
        return EXACT
    both = content & query.every
    said = named = float(len(both))
    if len(both) < len(query.every):
        left = query.every - both
        for term in sorted(left.intersection(query.meant)) if query.meant else ():
            near = [errors for other, errors in query.meant[term].items() if other in content and other not in both]
            if near:
                said += _TYPO_WORTH[min(near)]
                named += 1.0
                left -= {term}
        begun = _begun(query.terms[-1], whole, content, left)
        if begun:
            said += _PREFIX_WORTH
            named += _PREFIX_WORTH * begun
            left -= {query.terms[-1]}
        if said and left and folder:
            said += _FOLDER_WORTH * len(left.intersection(terms(folder)))
    of_query, of_name = min(said / len(query.terms), 1.0), min(named / len(content), 1.0)
    return of_query * of_name if max(of_query, of_name) >= _LEAST_SHARE else 0.0


def _begun(last: str, whole: str, content: frozenset[str], left: frozenset[str]) -> int:
    """How many of a name's terms begin with the last one of a query, if that is not one of them."""
    if last not in whole or last not in left or len(last) < _SHORTEST_PREFIX:
        return 0
    return len([term for term in content if term.startswith(last)])
