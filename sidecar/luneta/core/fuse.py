"""Reciprocal Rank Fusion: ranked lists -> candidates, every vote kept."""

import math
from collections.abc import Callable, Mapping, Sequence
from itertools import repeat
from typing import Any

from luneta.core.types import LISTS, Candidate, ListName, RankedList, Vote


def fuse(
    lists: Sequence[RankedList],
    weights: Mapping[ListName, float],
    k: int = 60,
    *,
    tie_key: Callable[[int], Any],
) -> list[Candidate]:
    """The chunks of `lists`, best first: score = sum over the lists of fit x weight / (k + rank), the fit being 1
    unless the list says otherwise.

    Ranks start at 1; a list gives nothing to a chunk it does not have; a chunk named twice in a list counts once, at
    its better rank, and takes up no other. Equal scores are ordered by `tie_key(chunk_id)`, whatever sorts (path and
    ordinal, say). A list of weight 0 brings in no chunk of its own, but its vote is kept on the chunks of the others.
    The order in which the lists are given changes nothing. k = 60 is the constant of the method's authors (Cormack,
    Clarke and Buettcher, 2009); a smaller one makes the first ranks weigh more.

    ValueError: k below 0; a weight that is missing, negative or not finite; two lists of one name.
    """
    _check(lists, weights, k)
    votes: dict[int, dict[ListName, Vote]] = {}
    for ranked in sorted(lists, key=lambda ranked: LISTS.index(ranked.name)):
        weight = weights[ranked.name]
        rank = 0
        for chunk_id, fit in zip(ranked.chunk_ids, ranked.fits or repeat(1.0)):  # noqa: B905 - one of them may not end
            given = votes.setdefault(chunk_id, {})
            if ranked.name not in given:
                rank += 1
                given[ranked.name] = Vote(rank, fit * weight / (k + rank))
    heard = {name for name, weight in weights.items() if weight > 0}
    candidates = [
        Candidate(chunk_id, math.fsum([vote.share for vote in given.values()]), given)
        for chunk_id, given in votes.items()
        if not heard.isdisjoint(given)
    ]
    return sorted(candidates, key=lambda candidate: (-candidate.score, tie_key(candidate.chunk_id)))


def _check(lists: Sequence[RankedList], weights: Mapping[ListName, float], k: int) -> None:
    if k < 0:
        raise ValueError(f"k must be 0 or more, not {k}")
    names = [ranked.name for ranked in lists]
    if len(set(names)) < len(names):
        raise ValueError(f"each list can take part once: {', '.join(names)}")
    for name in names:
        if name not in weights:
            raise ValueError(f"the list {name} has no weight")
    for name, weight in weights.items():
        if not math.isfinite(weight) or weight < 0:
            raise ValueError(f"the weight of {name} must be a number of 0 or more, not {weight}")
