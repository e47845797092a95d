"""The order of the first candidates: a weighted sum of named features.

The weights were learnt from judged queries (tests/eval/train.py); they are few enough to read, and each says how much
its feature can do.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from luneta.core.features import LIKE_LEADERS, NAMES, SPEAKS_FOR, WIDENED, WORDS_OF_LEADERS, like_leaders
from luneta.core.feedback import widened, words_of_leaders
from luneta.core.types import ListName
from luneta.core.vectors import Floats

#: Scores closer than this are equal: the fusion's order then stands.
_DECIMALS = 6


@dataclass(frozen=True, slots=True)
class Known:
    """What is known of candidates, in the fusion's order.

    `features` as core.features.measure gives them; `vectors` the unit vector of each one's passage, zeros where there
    is none, or None without vectors; `words` those of each passage (core.feedback.counts) if the query is long. `asked`
    are the stems of the query, and `doubt` how little its words have found what was meant, 0 to 1 (core.intent).
    """

    features: Floats
    vectors: Floats | None = None
    words: Sequence[Counter[str]] = ()
    asked: Sequence[str] = ()
    doubt: float = 0.0


@dataclass(frozen=True, slots=True)
class Ranked:
    """Candidates in their new order: their numbers and their scores. `given`: what each feature gave to the score of
    each, a row for each candidate as they came, a column for each of core.features.NAMES."""

    order: tuple[int, ...]
    scores: tuple[float, ...]
    given: Floats

    def reasons(self, number: int) -> Mapping[str, float]:
        """What gave candidate `number` its score, by feature, the greatest first."""
        return _Reasons(self.given[number])


class _Reasons(Mapping[str, float]):
    """What gave a score; put together only when somebody asks, which few do."""

    def __init__(self, given: Floats) -> None:
        self._given = given

    @cached_property
    def _shares(self) -> Mapping[str, float]:
        parts = zip(NAMES, self._given.tolist(), strict=True)
        return dict(sorted(((name, share) for name, share in parts if share), key=lambda part: -part[1]))

    def __getitem__(self, name: str) -> float:
        return self._shares[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._shares)

    def __len__(self) -> int:
        return len(self._shares)


class Reranker:
    """Orders candidates by `weights`, which has a number of 0 or more for every feature.

    ValueError: a feature without a weight, or one that is not known.
    """

    def __init__(self, weights: Mapping[str, float]) -> None:
        if set(weights) != set(NAMES):
            raise ValueError(f"weights must be of exactly these features: {', '.join(NAMES)}")
        self._weights = np.array([weights[name] for name in NAMES], np.float32)

    def rank(self, known: Known, lists: Mapping[ListName, float]) -> Ranked:
        """Order candidates; between equals the order that they come in decides. `lists`: the user's weight of each
        list, 1 being as learnt.

        A score is the share that was reached of what all features together could give.
        """
        weights = self._weights * np.array(
            [lists[SPEAKS_FOR[n]] if n in SPEAKS_FOR else 1.0 for n in NAMES], np.float32
        )
        weights = weights / max(float(weights.sum()), 1e-9)
        given = known.features * weights
        leaders = _order(given.sum(axis=1))
        for column, likeness in likenesses(known, leaders).items():
            given[:, column] = likeness * weights[column]
        scores = given.sum(axis=1)
        order = _order(scores)
        return Ranked(tuple(order), tuple(np.round(scores[order], _DECIMALS).tolist()), given)


def likenesses(known: Known, leaders: Sequence[int]) -> dict[int, Floats]:
    """The likeness of each candidate to the first ones in the order `leaders`, by the number of the feature."""
    found = {}
    if known.vectors is not None:
        found[NAMES.index(LIKE_LEADERS)] = like_leaders(known.vectors, leaders)
    if known.words:
        found[NAMES.index(WORDS_OF_LEADERS)] = words_of_leaders(known.words, leaders)
        if known.doubt:
            found[NAMES.index(WIDENED)] = known.doubt * widened(known.words, leaders, known.asked)
    return found


def _order(scores: Floats) -> Sequence[int]:
    order: list[int] = np.argsort(-np.round(scores, _DECIMALS), kind="stable").tolist()
    return order
