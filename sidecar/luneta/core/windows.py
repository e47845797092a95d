"""Long prose -> overlapping windows of so many tokens, cut at sentences where one ends near, else at words."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable
from itertools import accumulate

from luneta.core.words import Words

#: A window is cut back to a sentence end if that leaves at least this share of it.
_MIN_SHARE = 0.6
_ENDS_SENTENCE = re.compile(r"""[.!?…。！？｡।؟።]["'”’»)\]*_」』）]*\Z""")


#: Words whose counts are kept: those of a vault of novels, some 20 MB.
_MAX_COUNTS = 200_000


class TokenCounts(dict[str, int]):
    """The tokens of words, each counted when it is first asked for: a `count_tokens` that remembers.

    Hand the same one to every note of a run: the words of a vault are few, those of its notes taken together many.
    """

    def __init__(self, count_tokens: Callable[[str], int]) -> None:
        super().__init__()
        self._count_tokens = count_tokens

    def __call__(self, word: str) -> int:
        """The tokens of a word."""
        return self[word]

    def __missing__(self, word: str) -> int:
        if len(self) >= _MAX_COUNTS:
            self.clear()
        count = self[word] = self._count_tokens(word)
        return count


def windows(text: str, start: int, end: int, counts: TokenCounts, size: int, overlap: int) -> list[tuple[int, int]]:
    """The (start, end) in `text` of windows that cover the words of text[start:end].

    A window holds at most `size` tokens (more only if a single word does) and repeats about `overlap` of the one
    before; none lies inside its neighbour. The tokens of a text are taken to be the sum of those of its words.
    Linear in the length of the text.
    """
    words = Words(text, start, end)
    sums = list(accumulate(map(counts.__getitem__, words.words), initial=0))
    plan = _Plan(words, sums, size, overlap).windows()
    return [(words.start(first), words.end(last - 1)) for first, last in plan]


class _Plan:
    """Which words make which window. `sums` are the tokens before each word."""

    def __init__(self, words: Words, sums: list[int], size: int, overlap: int) -> None:
        self._words = words
        self._sums = sums
        self._size = size
        self._overlap = overlap

    def windows(self) -> list[tuple[int, int]]:
        """The windows as (first word, word after the last)."""
        plan: list[tuple[int, int]] = []
        count = len(self._sums) - 1
        first = covered = 0
        while covered < count:
            last = self._reach(first)
            if last <= covered:  # nothing new would fit behind the overlap
                first = covered
                last = max(self._reach(first), first + 1)
            if last < count:
                last = self._back_to_sentence(first, last, covered)
            plan.append((first, last))
            covered = last
            first = self._next_start(first, last)
        return plan

    def _reach(self, first: int) -> int:
        return bisect_right(self._sums, self._sums[first] + self._size) - 1

    def _back_to_sentence(self, first: int, last: int, covered: int) -> int:
        least = max(bisect_left(self._sums, self._sums[first] + int(_MIN_SHARE * self._size)), covered + 1)
        return next((at for at in range(last, least - 1, -1) if self._starts_sentence(at)), last)

    def _next_start(self, first: int, last: int) -> int:
        """About `overlap` tokens before `last`: where a sentence begins in the first half of these, if one does."""
        earliest = min(max(bisect_left(self._sums, self._sums[last] - self._overlap), first + 1), last)
        latest = min(bisect_right(self._sums, self._sums[last] - self._overlap // 2) - 1, last)
        return next((at for at in range(earliest, latest + 1) if self._starts_sentence(at)), earliest)

    def _starts_sentence(self, at: int) -> bool:
        return at in self._words.paragraphs or _ENDS_SENTENCE.search(self._words.words[at - 1], -12) is not None
