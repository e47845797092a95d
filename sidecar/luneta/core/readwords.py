"""The words of a long text that an encoder has read: what `core.words` finds line by line, found for all at once."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from luneta.core.reading import Ints, Reading
from luneta.core.words import CLOSING, MAX_MEAN, ends_sentence, parts

#: By byte of cp1252: whether str.split() takes it for white space.
_IS_SPACE = np.array([bytes([code]).decode("cp1252", "replace").isspace() for code in range(256)])
_IS_CLOSING = np.array([bytes([code]).decode("cp1252", "replace") in CLOSING for code in range(256)])
_LINE_FEED = 10


class ReadWords:
    """See Words. `find` makes them."""

    def __init__(
        self, text: str, base: int, spans: tuple[Ints, Ints], before: Ints, stops: list[int], paragraphs: set[int]
    ) -> None:
        """`spans`: where the words start and end, counted from `base`. `before`: the tokens before each, and of all.
        `paragraphs`: the words with which one starts. `stops`: these, and the words after one that may end a
        sentence, ascending."""
        self.count = len(spans[0])
        self._text = text
        self._base = base
        self._starts, self._ends = spans
        self._before = before.data
        self._stops = stops
        self._paragraphs = paragraphs

    @classmethod
    def find(cls, text: str, start: int, end: int, reading: Reading) -> "ReadWords | None":
        """The words of text[start:end]. None if some border between them lies within a word of the reading, which
        has no tokens on either side then, or if there is white space that is not in cp1252. (Where `?` stands for
        another character, the text is asked whether it ends a sentence.)"""
        try:
            single = text[start:end].encode("cp1252") if reading.raw is None else reading.raw[start:end]
        except UnicodeEncodeError:
            return None
        raw = np.frombuffer(single, np.uint8)
        if not len(raw):
            return cls(text, start, (_NONE, _NONE), np.zeros(1, np.int32), [], set())
        lines = _Lines(raw)
        starts, ends = _runs(~_IS_SPACE.take(raw))
        firsts, counts = lines.words(starts)
        borders = np.array([0, len(raw)], np.int32)  # between them white space is in no word of the reading
        crowded = lines.crowded(counts)
        if len(crowded):
            starts, ends = _taken_apart(text[start:end], lines, crowded, starts, ends)
            firsts, counts = lines.words(starts)
            borders = np.concatenate((starts, ends))
        borders = borders + np.int32(start)
        if reading.cuts(borders[borders < len(reading.in_word)]):
            return None
        before = reading.pieces_before(np.concatenate((starts, np.array([len(raw)], np.int32))) + np.int32(start))
        paragraphs = _paragraphs(firsts, counts)
        stops = np.zeros(len(starts) + 1, np.bool_)
        stops[1:] = _IS_CLOSING.take(raw.take(ends - 1))
        stops[paragraphs] = True
        return cls(
            text, start, (starts, ends), before - before[0], np.flatnonzero(stops).tolist(), set(paragraphs.tolist())
        )

    def tokens_before(self, index: int) -> int:
        """See Words."""
        return self._before[index]

    def reach(self, tokens: int) -> int:
        """See Words."""
        return bisect_right(self._before, tokens) - 1

    def after(self, tokens: int) -> int:
        """See Words."""
        return bisect_left(self._before, tokens)

    def sentence_starts(self, low: int, high: int) -> Iterator[int]:
        """See Words."""
        for place in range(bisect_right(self._stops, high) - 1, -1, -1):
            index = self._stops[place]
            if index < low:
                return
            if index in self._paragraphs or ends_sentence(self._text[self.start(index - 1) : self.end(index - 1)]):
                yield index

    def start(self, index: int) -> int:
        """See Words."""
        return self._base + int(self._starts[index])

    def end(self, index: int) -> int:
        """See Words."""
        return self._base + int(self._ends[index])


_NONE = np.zeros(0, np.int32)


class _Lines:
    """Where the lines of a text start and end."""

    def __init__(self, raw: npt.NDArray[np.uint8]) -> None:
        feeds = np.flatnonzero(raw == _LINE_FEED).astype(np.int32)
        self.starts = np.concatenate((np.zeros(1, np.int32), feeds + np.int32(1)))
        self.ends = np.concatenate((feeds, np.array([len(raw)], np.int32)))

    def words(self, starts: Ints) -> tuple[Ints, Ints]:
        """The first word of each line, or the one after it if it has none, and how many it has."""
        firsts = np.searchsorted(starts, self.starts).astype(np.int32)
        return firsts, np.diff(firsts, append=np.int32(len(starts)))

    def crowded(self, counts: Ints) -> Ints:
        """The lines whose words, so many, are long on average: they hardly have any white space."""
        return np.flatnonzero((counts > 0) & (self.ends - self.starts > MAX_MEAN * counts)).astype(np.int32)


def _paragraphs(firsts: Ints, counts: Ints) -> Ints:
    """The words that are the first after a blank line, by the lines' first words and how many these have."""
    return firsts[np.flatnonzero((counts[1:] > 0) & (counts[:-1] == 0)) + 1]


def _runs(marked: npt.NDArray[np.bool_]) -> tuple[Ints, Ints]:
    """Where runs of marked places start and end."""
    padded = np.zeros(len(marked) + 2, np.bool_)
    padded[1:-1] = marked
    borders = np.flatnonzero(padded[1:] != padded[:-1]).astype(np.int32)
    return borders[::2], borders[1::2]


def _taken_apart(text: str, lines: _Lines, crowded: Ints, starts: Ints, ends: Ints) -> tuple[Ints, Ints]:
    """The words, with those of the lines that hardly have any white space cut at punctuation."""
    line_of = np.searchsorted(lines.starts, starts, side="right") - 1
    kept = ~np.isin(line_of, crowded)
    spans = [
        (first + line, last + line)
        for line, end in zip(lines.starts[crowded].tolist(), lines.ends[crowded].tolist(), strict=True)
        for first, last in parts(text[line:end])
    ]
    more = np.array(spans, np.int32).reshape(-1, 2)
    starts = np.concatenate((starts[kept], more[:, 0]))
    ends = np.concatenate((ends[kept], more[:, 1]))
    order = np.argsort(starts)
    return starts[order], ends[order]
