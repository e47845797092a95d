"""Whether two texts say the same: by the runs of words that they share."""

import re
import zlib

from luneta.core.fold import fold

#: Words of a run: long enough that two texts which share many were not written apart.
RUN = 4
#: From this share of the shorter text's runs on, one repeats the other.
SAME = 0.6
#: A longer text is compared by its first so many words.
MOST_WORDS = 4000

_WORD = re.compile(r"[^\W_]+")


def runs_of(text: str) -> frozenset[int]:
    """The runs of words of a text, as numbers that are the same in every process."""
    words = _WORD.findall(fold(text))[:MOST_WORDS]
    ends = range(max(len(words) - RUN + 1, min(len(words), 1)))
    return frozenset(zlib.crc32(" ".join(words[at : at + RUN]).encode()) for at in ends)


def likeness(one: frozenset[int], other: frozenset[int]) -> float:
    """The share of the runs of the shorter one that stand in the other, 0 to 1."""
    fewer = min(len(one), len(other))
    return len(one & other) / fewer if fewer else 0.0
