"""Where a name stands in the chunks of a note: every place once, though chunks overlap."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from luneta.core.highlight import Highlighter
from luneta.core.types import SECTION_SEPARATOR, Mention, Query, Segment

#: Characters shown of the line before and behind a place.
_BEFORE, _BEHIND = 80, 140
#: So much of a chunk's beginning is looked for in the one before it, to see where they overlap; a shorter overlap is
#: looked for letter by letter.
_PROBE = 12
_SPACE = re.compile(r"\s")


class Piece(NamedTuple):
    """A chunk of a note in which a name may stand. `lines`: its first and last in the file, from 1."""

    ordinal: int
    section: str
    text: str
    lines: tuple[int, int]


class Finder:
    """Finds the places of some names. Whole words, without regard to case and accents; where names overlap ("Morgan",
    "Morgan Vale") it is one place."""

    def __init__(self, names: Sequence[str]) -> None:
        self._highlighter = Highlighter(Query("", "", phrases=tuple(names)))

    def places(self, pieces: Iterable[Piece]) -> Iterator[Mention]:
        """The places in a note's pieces, given in order, by line. A name in a heading counts once for each heading, at
        the first line of the text below it (the index does not keep where headings stand)."""
        before: Piece | None = None
        for piece in pieces:
            yield from self._in_headings(piece, before)
            shared = _overlap(before, piece)
            for start, end in self._spans(piece.text):
                if end > shared:
                    line = min(piece.lines[0] + piece.text.count("\n", 0, start), piece.lines[1])
                    yield Mention(piece.section, _shown(piece.text, start, end), line)
            before = piece

    def _spans(self, text: str) -> list[tuple[int, int]]:
        merged: list[tuple[int, int]] = []
        for start, end, _ in self._highlighter.spans(text):
            if merged and start < merged[-1][1]:
                merged[-1] = (merged[-1][0], max(merged[-1][1], end))
            else:
                merged.append((start, end))
        return merged

    def _in_headings(self, piece: Piece, before: Piece | None) -> Iterator[Mention]:
        """Of the headings above a piece, those that the piece before it does not share."""
        path = piece.section.split(SECTION_SEPARATOR) if piece.section else []
        known = before.section.split(SECTION_SEPARATOR) if before and before.section else []
        shared = 0
        while shared < min(len(path), len(known)) and path[shared] == known[shared]:
            shared += 1
        for depth in range(shared, len(path)):
            for start, end in self._spans(path[depth]):
                yield Mention(piece.section, _shown(path[depth], start, end), piece.lines[0])


def _overlap(before: Piece | None, piece: Piece) -> int:
    """How many characters at the beginning of a piece are the end of the one before it."""
    if before is None or before.ordinal + 1 != piece.ordinal or piece.lines[0] > before.lines[1]:
        return 0
    start = before.text.find(piece.text[:_PROBE])
    while start >= 0:
        if piece.text.startswith(before.text[start:]):
            return len(before.text) - start
        start = before.text.find(piece.text[:_PROBE], start + 1)
    return next((size for size in range(_PROBE - 1, 0, -1) if before.text.endswith(piece.text[:size])), 0)


def _shown(text: str, start: int, end: int) -> tuple[Segment, ...]:
    """The place within its line, as much of it as is shown."""
    first = text.rfind("\n", 0, start) + 1
    last = text.find("\n", end)
    last = len(text) if last < 0 else last
    if start - first > _BEFORE:
        space = _SPACE.search(text, start - _BEFORE, start)
        first = space.end() if space else start - _BEFORE
    if last - end > _BEHIND:
        space_at = max(text.rfind(" ", end, end + _BEHIND), text.rfind("\t", end, end + _BEHIND))
        last = space_at if space_at > end else end + _BEHIND
    pieces = (
        Segment(text[first:start], False),
        Segment(text[start:end], True),
        Segment(text[end:last].rstrip(), False),
    )
    return tuple(piece for piece in pieces if piece.text)
