"""The order of the first candidates: a weighted sum of named features.

The weights were learnt from judged queries (tests/eval/train.py); they are few enough to read, and each says how much
its feature can do.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from luneta.core.features import LIKE_LEADERS, NAMES, SPEAKS_FOR, like_leaders
from luneta.core.types import ListName
from luneta.core.vectors import Floats

#: How many of the fusion's first notes are put in a new order.
RERANKED = 30
#: Scores closer than this are equal: the fusion's order then stands.
_DECIMALS = 6


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

    def rank(self, features: Floats, vectors: Floats | None, lists: Mapping[ListName, float]) -> Ranked:
        """Order candidates by their features (core.features.measure), given in the fusion's order, which decides
        between equals. `vectors`: the unit vector of each one's passage, zeros where there is none; None without
        vectors. `lists`: the user's weight of each list, 1 being as learnt.

        A score is the share that was reached of what all features together could give.
        """
        weights = self._weights * np.array(
            [lists[SPEAKS_FOR[n]] if n in SPEAKS_FOR else 1.0 for n in NAMES], np.float32
        )
        weights = weights / max(float(weights.sum()), 1e-9)
        given = features * weights
        if vectors is not None:
            leaders = _order(given.sum(axis=1))
            column = NAMES.index(LIKE_LEADERS)
            given[:, column] = like_leaders(vectors, leaders) * weights[column]
        scores = given.sum(axis=1)
        order = _order(scores)
        return Ranked(tuple(order), tuple(np.round(scores[order], _DECIMALS).tolist()), given)


def _order(scores: Floats) -> Sequence[int]:
    order: list[int] = np.argsort(-np.round(scores, _DECIMALS), kind="stable").tolist()
    return order
