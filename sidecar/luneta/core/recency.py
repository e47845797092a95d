"""Newer notes first, as far as the user wants it: off unless a half-life is set. No clock: the day is an argument."""

from collections.abc import Mapping, Sequence
from datetime import date

from luneta.core.types import Candidate

#: What a very old note keeps of its score: the match still decides between what is near in time.
_LEAST = 0.6
_DAY_NS = 86_400 * 10**9
_EPOCH = date(1970, 1, 1)


def prefer_recent(
    ranked: Sequence[Candidate], modified_ns: Mapping[int, int], half_life_days: float, today: date
) -> list[Candidate]:
    """Candidates (notes) with their scores lowered by age, in the order that this gives; equals stay as they were.

    A note changed `half_life_days` before `today` has lost half of what it can lose; one from the future nothing.
    """
    if half_life_days <= 0:
        return list(ranked)
    days = (today - _EPOCH).days
    aged = []
    for note in ranked:
        age = max(days - modified_ns[note.chunk_id] / _DAY_NS, 0.0)
        kept = _LEAST + (1 - _LEAST) * 0.5 ** (age / half_life_days)
        aged.append(note._replace(score=note.score * kept))
    return sorted(aged, key=lambda note: -note.score)
