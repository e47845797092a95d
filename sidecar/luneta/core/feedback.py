"""The words that the first answers to a long question share, and how much of them each candidate has, with those of
the question or without: what a good answer says, the question may have put in other words.

Short queries have too little to say which of the first notes are right, and lose by it: what most notes about their
words share is only what most such notes share.
"""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from luneta.core.fold import fold_with_offsets
from luneta.core.stopwords import FUNCTION_WORDS
from luneta.core.terms import stems_of, words_in, words_of
from luneta.core.vectors import Floats

#: Terms of a question that is long. Without a bound the gain over all seven sets is .0019 instead of .0026.
LONG = 8
#: Notes whose words are taken together; of 8 the gain is the same.
_LEADERS = 5
#: Terms that are taken, the most frequent ones. Rarity in the index, which costs a look-up for each, chose no better:
#: mean nDCG@10 of the seven sets 0.7164 with it and 20 terms, without it 0.7166, of 30 terms 0.7172, without all this
#: 0.7137.
_MOST_TERMS = 30
#: Terms that a question is widened by. 12 of them, 8 leaders, or other shares of the two change the mean nDCG@10 of the
#: seven sets by less than .001, 30 terms or 3 leaders take .0015 from it.
_ADDED = 20
#: What the question's own terms weigh beside the added ones.
_ASKED = 0.5
#: Shorter words of Latin letters are grammar, or signs of formulas.
_SHORTEST = 3
#: Saturation of term frequency and share of length normalization: the constants of BM25's authors, and for a widened
#: question, whose terms have to be told of, not only named.
_K1, _B = 1.2, 0.75
_K1_WIDE, _B_WIDE = 2.0, 0.6
#: Passages whose terms are kept: as many as core.fold keeps, some 10 MB if all queries are long.
_TEXTS_REMEMBERED = 2000
#: Words remembered: those of some thousand notes, about 5 MB.
_WORDS_REMEMBERED = 50_000


class _Said(dict[str, str]):
    """The stem of a folded word; "" of function words and numbers. A memo of a pure function, bounded."""

    def __missing__(self, word: str) -> str:
        short = len(word) < _SHORTEST and word.isascii()
        stem = "" if short or word in FUNCTION_WORDS or word.isdecimal() else stems_of([word])[0]
        if len(self) < _WORDS_REMEMBERED:
            self[word] = stem
        return stem


_SAID = _Said()


def counts(passage: str, *names: str) -> Counter[str]:
    """How often each stem stands in a passage and in its headings and titles, function words and numbers aside."""
    return _counts(fold_with_offsets(passage)[0], names)


@lru_cache(_TEXTS_REMEMBERED)
def _counts(folded: str, names: tuple[str, ...]) -> Counter[str]:
    found = Counter(map(_SAID.__getitem__, words_in(folded)))
    for name in names:
        found.update(map(_SAID.__getitem__, words_of(name)))
    found.pop("", None)
    return found


def words_of_leaders(passages: Sequence[Counter[str]], order: Sequence[int]) -> Floats:
    """How much each passage says of the terms that the first ones in `order` say most, 0 to 1: BM25 with each term's
    share of the words of these as its weight."""
    weights = _most_said(passages, order, _MOST_TERMS)
    stands = _stands(passages, list(weights))
    worth = np.array(list(weights.values()), np.float32)
    likeness: Floats = _saturated(stands, passages, _K1, _B) @ (worth / max(float(worth.sum()), 1e-9))
    return likeness


def widened(passages: Sequence[Counter[str]], order: Sequence[int], asked: Sequence[str]) -> Floats:
    """BM25 of a question, stems, widened by the terms that the first ones in `order` say most, as a share of the best
    one's (the feedback of Lavrenko and Croft, 2001, as RM3 has it).

    How rare a term is says what it tells of these candidates: one that all have is of the subject, and tells nothing.
    """
    added = _most_said(passages, order, _ADDED)
    share = (1 - _ASKED) / max(sum(added.values()), 1e-9)
    weights = {term: often * share for term, often in added.items()}
    for term in asked:
        weights[term] = weights.get(term, 0.0) + _ASKED / len(asked)
    stands = _stands(passages, list(weights))
    rarity = np.log((len(passages) + 1) / ((stands > 0).sum(axis=0) + 0.5))
    worth = (np.array(list(weights.values())) * rarity).astype(np.float32)
    scores: Floats = _saturated(stands, passages, _K1_WIDE, _B_WIDE) @ worth
    best = max(float(scores.max(initial=0.0)), 1e-9)
    return (scores / best).astype(np.float32)


def _most_said(passages: Sequence[Counter[str]], order: Sequence[int], most: int) -> dict[str, float]:
    """The terms that the leaders say most, and the sum of their shares of each one's words."""
    said: dict[str, float] = {}
    for number in order[:_LEADERS]:
        size = max(passages[number].total(), 1)
        for term, often in passages[number].items():
            said[term] = said.get(term, 0.0) + often / size
    return {term: said[term] for term in sorted(said, key=lambda term: (-said[term], term))[:most]}


def _stands(passages: Sequence[Counter[str]], terms: Sequence[str]) -> Floats:
    """How often each term stands in each passage, shape (n, t)."""
    stands = [[one.get(term, 0) for term in terms] for one in passages]
    return np.array(stands, np.float32).reshape(len(passages), len(terms))


def _saturated(stands: Floats, passages: Sequence[Counter[str]], k1: float, b: float) -> Floats:
    """BM25's share of each occurrence, 0 to 1."""
    lengths = np.array([one.total() for one in passages], np.float32)
    norm = k1 * (1 - b + b * lengths / max(float(lengths.mean()) if len(lengths) else 0.0, 1.0))
    return (stands / (stands + norm[:, None])).astype(np.float32)
