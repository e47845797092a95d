"""How good a ranking is: pure measures, each from 0 to 1.

A ranking is note ids, best first. Judgments give each judged note its gain; a note with a gain above 0 is right, a
note without a judgment counts as wrong. They are the measures of the same names of trec_eval, as the library
ir-measures gives them (nDCG with linear gains: the gain is the judgment's score itself). A note that a ranking repeats
counts once, at its best rank, and the notes after it move up; so no measure can leave its range.

A query without a right note has nothing to find: every measure gives 0, as trec_eval does.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import islice
from math import fsum, log2

Judgments = Mapping[str, float]
Measure = Callable[[Sequence[str], Judgments], float]


def ndcg(ranking: Sequence[str], judgments: Judgments, depth: int) -> float:
    """Normalised discounted cumulative gain: the sum of gain / log2(rank + 1) to `depth`, over the best possible."""
    best = _discounted(sorted(judgments.values(), reverse=True)[:depth])
    if best == 0.0:
        return 0.0
    return min(1.0, _discounted(judgments.get(note, 0.0) for note in _first(ranking, depth)) / best)


def reciprocal_rank(ranking: Sequence[str], judgments: Judgments) -> float:
    """1 / rank of the first right note; 0 if there is none. Its mean over queries is MRR."""
    for rank, note in enumerate(dict.fromkeys(ranking), start=1):
        if judgments.get(note, 0.0) > 0:
            return 1.0 / rank
    return 0.0


def hit(ranking: Sequence[str], judgments: Judgments, depth: int) -> float:
    """1 if a right note is among the first `depth`, else 0."""
    return float(any(judgments.get(note, 0.0) > 0 for note in _first(ranking, depth)))


def recall(ranking: Sequence[str], judgments: Judgments, depth: int) -> float:
    """The share of all right notes that is among the first `depth`."""
    right = sum(gain > 0 for gain in judgments.values())
    if right == 0:
        return 0.0
    return sum(judgments.get(note, 0.0) > 0 for note in _first(ranking, depth)) / right


#: The measures that every report gives, by the names it uses.
MEASURES: Mapping[str, Measure] = {
    "nDCG@5": lambda ranking, judgments: ndcg(ranking, judgments, 5),
    "nDCG@10": lambda ranking, judgments: ndcg(ranking, judgments, 10),
    "MRR": reciprocal_rank,
    "Hit@1": lambda ranking, judgments: hit(ranking, judgments, 1),
    "Recall@10": lambda ranking, judgments: recall(ranking, judgments, 10),
}


def _first(ranking: Sequence[str], depth: int) -> Iterable[str]:
    """The first `depth` different notes."""
    return islice(dict.fromkeys(ranking), depth)


def _discounted(gains: Iterable[float]) -> float:
    return fsum(gain / log2(rank + 1) for rank, gain in enumerate(gains, start=1) if gain > 0)
