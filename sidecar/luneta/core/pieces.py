"""A note's sections -> the pieces of its text that become chunks: how the notes and the prose profile cut.

A piece is a slice of the note's text. Together they hold every word that is not in a section of links, in pasted
data, or in a heading that the path of a piece names.
"""

from bisect import bisect_right
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise

from luneta.core.cut import cut, data_spans
from luneta.core.places import Place

#: Sections of this level and above never share a piece, unless one of them is too short to stand alone.
_BORDER_LEVEL = 2

#: Cuts text[start:end] into ascending spans that hold its words.
Cutter = Callable[[int, int], list[tuple[int, int]]]


@dataclass(slots=True)
class Piece:
    """text[start:end], under the headings `path`. `head` is where the heading lines begin that only `path` names.

    `longest` is the length of the longest piece that it was joined from. `bare`: nothing but headings. `apart`:
    something that is not indexed lies between it and the piece before.
    """

    start: int
    end: int
    path: tuple[str, ...]
    head: int
    longest: int
    bare: bool = False
    apart: bool = False

    @property
    def length(self) -> int:
        return self.end - self.start


class Pieces:
    """Cuts one note. `text` is the note's, `places` where its sections stand, `max_chars` the longest piece."""

    def __init__(self, text: str, places: list[Place], max_chars: int) -> None:
        self._text = text
        self._places = places
        self._max = max_chars
        self._starts = [place.start for place in places]
        self._apart = False
        self._found: list[Piece] = []

    def of_notes(self) -> list[Piece]:
        """Each section down to level 2 is a piece; one too long is cut at its sub-headings, then at its blocks."""
        for first, last in self._groups():
            self._split(first, last)
        return self._found

    def of_prose(self, windows: Cutter) -> list[Piece]:
        """Each section down to level 2, with all that is below it, is cut in windows."""
        for first, last in self._groups():
            at = first
            while at < last:
                if self._places[at].skipped:
                    self._apart = True
                    at += 1
                    continue
                end = next((i for i in range(at, last) if self._places[i].skipped), last)
                self._window(at, end, windows)
                at = end
        return self._found

    def _groups(self) -> Iterator[tuple[int, int]]:
        borders = [i for i, place in enumerate(self._places) if i == 0 or place.level <= _BORDER_LEVEL]
        yield from pairwise([*borders, len(self._places)])

    def _split(self, first: int, last: int) -> None:
        place = self._places[first]
        whole = not any(self._places[i].skipped for i in range(first, last))
        start, end = self._trim(place.start, self._places[last - 1].end)
        if whole and start == end:
            self._add_bare(first, last)
        elif whole and end - start <= self._max:
            self._add(start, end, first)
        elif last - first == 1:
            self._leaf(first)
        else:
            self._split(first, first + 1)
            at = first + 1
            while at < last:
                end = at + 1
                while end < last and self._places[end].level > self._places[at].level:
                    end += 1
                self._split(at, end)
                at = end

    def _leaf(self, index: int) -> None:
        place = self._places[index]
        if place.skipped:
            self._apart = True
            return
        breaks = [place.start + at for at in place.section.breaks]
        self._cut(index, place.start, place.end, lambda start, end: cut(self._text, start, end, breaks, self._max))

    def _window(self, first: int, last: int, windows: Cutter) -> None:
        start, end = self._trim(self._places[first].start, self._places[last - 1].end)
        if start == end:
            self._add_bare(first, last)
            return
        self._cut(first, start, end, windows)

    def _cut(self, index: int, start: int, end: int, cutter: Cutter) -> None:
        """Cut text[start:end], which begins in section `index`, around pasted data."""
        data = data_spans(self._text, start, end)
        position = start
        for data_start, data_end in [*data, (end, end)]:
            for low, high in cutter(position, data_start):
                low, high = self._trim(low, high)
                if low < high and not (data and not any(c.isalnum() for c in self._text[low:high])):
                    self._add(low, high, index)
            self._apart = self._apart or data_start < data_end
            position = data_end

    def _trim(self, start: int, end: int) -> tuple[int, int]:
        """The span without white space at its ends; empty if it is nothing else."""
        if start < end and not (self._text[start].isspace() or self._text[end - 1].isspace()):
            return start, end
        part = self._text[start:end]
        start += len(part) - len(part.lstrip())
        return start, start + len(part.strip())

    def _add(self, start: int, end: int, index: int) -> None:
        is_first = not self._found or self._found[-1].end <= self._places[index].head
        head = self._head(index) if is_first else start
        index = max(index, bisect_right(self._starts, start) - 1)
        self._found.append(Piece(start, end, self._places[index].path, head, end - start, apart=self._apart))
        self._apart = False

    def _add_bare(self, first: int, last: int) -> None:
        """Headings without text that no path names; nothing for a heading that the path of a later piece names."""
        place = self._places[first]
        if place.live or not place.level:
            return
        start, end = self._trim(place.head, self._places[last - 1].start)
        self._found.append(Piece(start, end, place.path, start, 0, bare=True, apart=self._apart))
        self._apart = False

    def _head(self, index: int) -> int:
        """Where the heading of a section begins, and those directly above it that have no text of their own."""
        while index and self._places[index - 1].blank and 0 < self._places[index - 1].level < self._places[index].level:
            index -= 1
        return self._places[index].head
