"""Whether a difference between two ways of searching is more than chance."""

from collections.abc import Sequence

import numpy as np

_ROUNDS = 10_000
#: Sign flips drawn at a time: bounds the memory, for sets of thousands of queries.
_AT_ONCE = 500


def chance(differences: Sequence[float]) -> float:
    """The chance of a mean difference at least this large if the two were alike: 0 to 1, 0.05 or less being usually
    called significant.

    `differences` are one measure's, query by query. Fisher's randomization test, which supposes nothing of how they
    are spread: which of the two did better is drawn anew 10,000 times, from a fixed seed.
    """
    values = np.asarray(differences, dtype=np.float64)
    if not values.any():
        return 1.0
    draw = np.random.default_rng(0)
    seen = abs(values.mean()) - 1e-12
    reached = 0
    for _ in range(_ROUNDS // _AT_ONCE):
        signs = draw.integers(0, 2, size=(_AT_ONCE, len(values))) * 2 - 1
        reached += int((np.abs((signs * values).mean(axis=1)) >= seen).sum())
    return (reached + 1) / (_ROUNDS + 1)
