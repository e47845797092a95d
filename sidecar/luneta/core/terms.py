"""The terms of a query as the ranking looks for them in short texts: folded, cut to a stem, each with its rarity."""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache

from luneta.core import grammar
from luneta.core.analyze import is_spaceless, script_runs
from luneta.core.fold import fold
from luneta.core.signs import TERM
from luneta.core.types import Query

#: Letters of a stem. Cutting words to six letters finds as much as the stemmers of the Snowball project (nDCG@10 of
#: BM25 alone over cranfield, cisi, claude-docs and pira-pt: 0.364, 0.391, 0.726, 0.881; Snowball's 0.374, 0.404,
#: 0.750, 0.870; whole words 0.358, 0.374, 0.758, 0.848), in every language, at no cost.
STEM = 6
#: Letters that a stem leaves out at most: of the longest endings. So "requestAnimationFrame" is not every "request"
#: (claude-docs +.003, the project's own +.001, nothing lost elsewhere).
_LONGEST_ENDING = 8
#: What a word says that shares only the stem, the exact word being 1.
ALIKE = 0.85
#: Stems remembered: the words of some thousand notes, about 5 MB.
_STEMS_REMEMBERED = 50_000
#: What a question of an event begins with, a preposition before it or not; folded.
_EVENT_WORDS = frozenset(["who", "whom", "whose", "where", "when", "quem", "onde", "quando", "aonde"])
_PREPOSITIONS = frozenset(
    ["em", "de", "por", "para", "com", "a", "ao", "in", "on", "at", "for", "to", "from", "by", "with"]
)
#: Names and headings whose words are kept: those that queries keep meeting, some 4 MB.
_NAMES_REMEMBERED = 8192
#: Rarity of a word that every chunk has: it still says a little.
_LEAST_RARITY = 0.1


class _Stems(dict[str, str]):
    """A memo of a pure function, bounded."""

    def __missing__(self, word: str) -> str:
        stem = word[:-1] if len(word) > 3 and word[-1] == "s" and word[-2] != "s" else word
        stem = stem[: max(STEM, len(stem) - _LONGEST_ENDING)]
        if len(self) < _STEMS_REMEMBERED:
            self[word] = stem
        return stem


_STEMS = _Stems()


@lru_cache(_NAMES_REMEMBERED)
def words_of(name: str) -> tuple[str, ...]:
    """The folded words of a name or heading in order; of a script without spaces, its pairs of characters."""
    return words_in(fold(name))


def words_in(folded: str) -> tuple[str, ...]:
    """The words of a folded text, as `words_of` has them."""
    words = TERM.findall(folded)
    if folded.isascii() or not is_spaceless(folded):
        return tuple(words)
    pieces: list[str] = []
    for word in words:
        for run, spaceless in script_runs(word) if is_spaceless(word) else ((word, False),):
            pieces += [run[i : i + 2] for i in range(max(len(run) - 1, 1))] if spaceless else [run]
    return tuple(pieces)


def stems_of(words: Iterable[str]) -> list[str]:
    """The stem of each word: no plural s, six letters, more of a very long word."""
    return [_STEMS[word] for word in words]


@dataclass(frozen=True, slots=True)
class Terms:
    """What of a query is looked for: distinct stems in the query's order, without function words when others remain.

    `place` gives a stem's number; `words` the word that gave each stem; `rarity` what finding each is worth
    (inverse document frequency, above 0, times how often the query says it); `total` the sum of these; `known` the
    share of it that some chunk has: of a word that nobody wrote, its synonyms may be found by meaning, and the other
    words prove less than they seem to. `of_event`: the query asks who, where or when: the page of the thing that it
    names tells that only if it has the rest of the question too.
    """

    place: Mapping[str, int]
    words: tuple[str, ...]
    rarity: tuple[float, ...]
    total: float
    known: float = 1.0
    of_event: bool = False

    @classmethod
    def of(cls, query: Query, counts: Mapping[str, int], chunks: int) -> "Terms":
        """`counts`: how many chunks have each unit (grammar.Unit.word), of `chunks` in all; one that was not counted is
        rare."""
        units = grammar.units(query)
        rarity: dict[str, float] = {}
        words: list[str] = []
        known = 0.0
        for unit in [unit for unit in units if not unit.function] or units:
            worth = max(math.log((chunks + 1) / (counts.get(unit.word, 0) + 0.5)), _LEAST_RARITY) * unit.times
            for word in words_of(unit.word):
                if _STEMS[word] not in rarity:
                    rarity[_STEMS[word]] = worth
                    known += worth if counts.get(unit.word, 1) else 0.0
                    words.append(word)
        total = sum(rarity.values())
        place = {stem: number for number, stem in enumerate(rarity)}
        known_share = known / total if total else 1.0
        return cls(place, tuple(words), tuple(rarity.values()), total, known_share, _asks_of_event(query))

    def found(self, words: Iterable[str]) -> list[float]:
        """How well each term stands among `words`: 1 the word itself, ALIKE another with its stem, 0 not at all."""
        best = [0.0] * len(self.words)
        for word in words:
            number = self.place.get(_STEMS[word])
            if number is not None and best[number] < 1.0:
                best[number] = 1.0 if word == self.words[number] else ALIKE
        return best

    def share(self, found: Iterable[float]) -> float:
        """How much of the query's rarity is found, 0 to 1."""
        return sum(map(float.__mul__, self.rarity, found)) / self.total if self.total else 0.0


def _asks_of_event(query: Query) -> bool:
    opening = [fold(word) for word in query.words[:2]]
    return bool(opening) and (
        opening[0] in _EVENT_WORDS or (opening[0] in _PREPOSITIONS and opening[-1] in _EVENT_WORDS)
    )
