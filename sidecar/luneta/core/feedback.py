"""The words that the first answers to a long question share, and how much of them each candidate has: what a good
answer says, the question may have put in other words.

Short queries have too little to say which of the first notes are right, and lose by it: what most notes about their
words share is only what most such notes share.
"""

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from luneta.core.fold import fold_with_offsets
from luneta.core.stopwords import FUNCTION_WORDS
from luneta.core.terms import stems_of, words_in
from luneta.core.vectors import Floats

#: Terms of a question that is long. Without a bound the gain over all seven sets is .0019 instead of .0026.
LONG = 8
#: Notes whose words are taken together; of 8 the gain is the same.
_LEADERS = 5
#: Terms that are taken, the most frequent ones. Rarity in the index, which costs a look-up for each, chose no better:
#: mean nDCG@10 of the seven sets 0.7164 with it and 20 terms, without it 0.7166, of 30 terms 0.7172, without all this
#: 0.7137.
_MOST_TERMS = 30
#: Shorter words of Latin letters are grammar, or signs of formulas.
_SHORTEST = 3
#: Saturation of term frequency and share of length normalization: the constants of BM25's authors.
_K1, _B = 1.2, 0.75
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


def counts(passage: str) -> Counter[str]:
    """How often each stem stands in a passage, function words and numbers aside."""
    return _counts(fold_with_offsets(passage)[0])


@lru_cache(_TEXTS_REMEMBERED)
def _counts(folded: str) -> Counter[str]:
    found = Counter(map(_SAID.__getitem__, words_in(folded)))
    found.pop("", None)
    return found


def words_of_leaders(passages: Sequence[Counter[str]], order: Sequence[int]) -> Floats:
    """How much each passage says of the terms that the first ones in `order` say most, 0 to 1: BM25 with each term's
    share of the words of these as its weight."""
    weights: dict[str, float] = {}
    for number in order[:_LEADERS]:
        size = max(passages[number].total(), 1)
        for term, often in passages[number].items():
            weights[term] = weights.get(term, 0.0) + often / size
    terms = sorted(weights, key=lambda term: (-weights[term], term))[:_MOST_TERMS]
    if not terms:
        return np.zeros(len(passages), np.float32)
    worth = np.array([weights[term] for term in terms], np.float32)
    stands = np.array([[one.get(term, 0) for term in terms] for one in passages], np.float32)
    lengths = np.array([one.total() for one in passages], np.float32)
    norm = _K1 * (1 - _B + _B * lengths / max(float(lengths.mean()), 1.0))
    likeness: Floats = (stands / (stands + norm[:, None])) @ (worth / worth.sum())
    return likeness
