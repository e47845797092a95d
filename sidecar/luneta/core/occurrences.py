"""Where the terms of a query stand in many short texts: all texts are gone through at once, and the places are arrays,
so that what is counted of them takes no loop."""

import re
from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate

import numpy as np
import numpy.typing as npt

from luneta.core.analyze import is_spaceless
from luneta.core.terms import STEM, Terms

_TERM = re.compile(r"[^\W_]+")
#: Of one term in one text at most so many places are looked at.
_MOST = 12
#: Between two texts; no term has it.
_BETWEEN = "\n"

Ints = npt.NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Occurrences:
    """Places, a row each, by text and then by where they start, shape (p,) all.

    Term number `term` stands in text number `text`; `start` and `end` (the place after it) count from the beginning of
    the first text. `exact`: as the query has it, not only by its stem.
    """

    text: Ints
    start: Ints
    end: Ints
    term: Ints
    exact: npt.NDArray[np.bool_]

    def among(self, first: int, last: int) -> "Occurrences":
        """Those in texts `first` to before `last`, which then count from 0."""
        low, high = np.searchsorted(self.text, (first, last)).tolist()
        return Occurrences(
            self.text[low:high] - first,
            self.start[low:high],
            self.end[low:high],
            self.term[low:high],
            self.exact[low:high],
        )


def find(terms: Terms, folded: Sequence[str]) -> Occurrences:
    """Where the terms stand in folded texts (core.fold); of each term in each text at most the first `_MOST`."""
    joined = _BETWEEN.join(folded)
    begins = [0, *accumulate(len(text) + 1 for text in folded)]
    starts: list[int] = []
    ends: list[int] = []
    numbers: list[int] = []
    exact: list[bool] = []
    for stem, number in terms.place.items():
        word, size = terms.words[number], len(stem)
        anywhere = not stem.isascii() and is_spaceless(stem)
        after = seen = 0
        at = joined.find(stem)
        while at >= 0:
            end = at + size
            if not anywhere:
                before = joined[at - 1] if at else " "
                end = 0 if before != " " and _binds(before) else _word_end(joined, end, size)
            if not end:
                at = joined.find(stem, at + 1)
                continue
            if at >= after:
                after, seen = begins[bisect_right(begins, at)], 0
            starts.append(at)
            ends.append(end)
            numbers.append(number)
            exact.append(joined[at:end] == word)
            seen += 1
            at = joined.find(stem, end if seen < _MOST else after)
    start, end_, term = (np.array(values, np.int64) for values in (starts, ends, numbers))
    order = np.lexsort((term, end_, start))
    start = start[order]
    text = np.searchsorted(begins, start, "right") - 1
    return Occurrences(text, start, end_[order], term[order], np.array(exact, np.bool_)[order])


def _word_end(text: str, end: int, size: int) -> int:
    """Where the word ends that begins with a stem of `size` letters, which ends at `end`; 0 if it is another word."""
    after = text[end : end + 1]
    if after == " ":
        return end
    if size >= STEM:
        rest = _TERM.match(text, end)
        return rest.end() if rest else end
    if after == "s":
        end += 1
    return 0 if _binds(text[end : end + 1]) else end


def _binds(char: str) -> bool:
    """Whether `char` (or nothing) beside a word makes it another word; a script without spaces does not."""
    return char.isalnum() and (char.isascii() or not is_spaceless(char))
