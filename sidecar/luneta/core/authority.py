"""Link authority: how much weight the links of a vault give a note (PageRank)."""

import math
from collections.abc import Iterable

import numpy as np

#: The share of its own weight that a note hands on through its links; the value of the original paper.
DAMPING = 0.85
#: Rounds of the power iteration: what is still missing then is 0.85^100, a ten-millionth.
_ROUNDS = 100
#: The weight, in multiples of that of a note which nobody links to, from which on authority is 1.
_TOP = 1000.0
#: Places kept: more would be noise, and each change of one is a row to write.
_PLACES = 4


def authority(links: Iterable[tuple[int, int]]) -> dict[int, float]:
    """The authority of every note that links lead to, 0 to 1; other notes have 0.

    `links` are (source, target) pairs; repeated ones and those of a note to itself do not count. Each note has the
    weight 1 and what the notes that link to it hand on: 0.85 of their own, shared evenly among their links. That is
    PageRank in multiples of its smallest value, so a link changes only what can be reached from it, and the same links
    give the same numbers whatever else the vault holds. Authority is the logarithm of the weight, to the base of
    1,000.
    """
    pairs = sorted({(source, target) for source, target in links if source != target})
    if not pairs:
        return {}
    ids, flat = np.unique(np.array(pairs, dtype=np.int64), return_inverse=True)
    sources, targets = flat.reshape(-1, 2).T
    size = len(ids)
    handed_on = DAMPING / np.bincount(sources, minlength=size)[sources]
    weight = np.ones(size)
    for _ in range(_ROUNDS):
        weight[:] = 1.0 + np.bincount(targets, weight[sources] * handed_on, minlength=size)
    scaled = np.minimum(np.log(weight) / math.log(_TOP), 1.0).round(_PLACES)
    return {int(note): float(value) for note, value in zip(ids, scaled, strict=True) if value > 0}
