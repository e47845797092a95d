"""The best window of a passage, as alternating plain and matched segments.

The segments joined are always one slice of the passage, character for character: what is shown is what the file says.
"""

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence

from luneta.core.highlight import REDACTION, Highlighter, Span
from luneta.core.types import Query, Segment

#: Length of a snippet, in characters: about three lines of a search result.
WIDTH = 240
#: What a window gains by one more match of a term it already shows, against `Highlighter.weights` of 1000 each.
_REPEAT = 1
_DISTINCT = 1000

#: Blank lines, rules and the marks of a heading, which say nothing at the top of a snippet.
_OPENING = re.compile(r"(?:[ \t]*(?:[-*_][ \t]*){3,}(?:\r?\n|\Z)|[ \t\r]*\n)*[ \t]*(?:#{1,6}[ \t]+)?")
_SENTENCE_END = re.compile(r"[.!?…][\"'”’»)\]*_]*\s+|[。！？]\s*|\n\s*")
_SPACE = re.compile(r"\s")
_SPACES = re.compile(r"\s+")
#: Longer than any redaction marker, in characters.
_MARKER_REACH = 100


class Matcher:
    """Makes the snippets of one query. Build it once and use it for every passage of the answer."""

    def __init__(self, query: Query, meant: Mapping[str, Iterable[str]] | None = None) -> None:
        """`meant` as Highlighter has it."""
        self._highlighter = Highlighter(query, meant)

    def snippet(self, text: str, *, width: int = WIDTH) -> tuple[Segment, ...]:
        """At most `width` characters of `text`, where the most distinct terms stand together, longer words counting
        for more; the earliest of equally good places.

        It starts at a sentence if one starts in reach, else at a word, and ends at a word; accents are not parted from
        their letters nor redaction markers cut, for which it may be a little longer. Without a match it is the start
        of the text. Empty for a blank text. Neighbouring segments differ in `match`, and none is empty.
        """
        spans = self._highlighter.spans(text)
        start, end = _window(text, spans, self._highlighter.weights, max(width, 1))
        return _segments(text, spans, start, end)

    def mark(self, text: str) -> tuple[Segment, ...]:
        """The whole of `text` with its matches."""
        return _segments(text, self._highlighter.spans(text), 0, len(text))


def snippet(text: str, query: Query, *, width: int = WIDTH) -> tuple[Segment, ...]:
    """As `Matcher.snippet`, for one text."""
    return Matcher(query).snippet(text, width=width)


def mark(text: str, query: Query) -> tuple[Segment, ...]:
    """As `Matcher.mark`, for one text."""
    return Matcher(query).mark(text)


def _segments(text: str, spans: Sequence[Span], start: int, end: int) -> tuple[Segment, ...]:
    """`text[start:end]` with what `spans` cover of it; overlapping and touching spans are one segment."""
    covered: list[list[int]] = []
    for span_start, span_end, _ in spans:
        first, last = max(span_start, start), min(span_end, end)
        if first >= last:
            continue
        if covered and first <= covered[-1][1]:
            covered[-1][1] = max(covered[-1][1], last)
        else:
            covered.append([first, last])
    segments: list[Segment] = []
    done = start
    for first, last in covered:
        segments += [Segment(text[done:first], False), Segment(text[first:last], True)]
        done = last
    segments.append(Segment(text[done:end], False))
    return tuple(segment for segment in segments if segment.text)


def _window(text: str, spans: Sequence[Span], weights: Sequence[int], width: int) -> tuple[int, int]:
    stop = len(text.rstrip())
    opening = _OPENING.match(text)
    begin = opening.end() if opening is not None and opening.end() < stop else 0
    begin = len(text) - len(text[begin:].lstrip())
    if stop <= begin:
        return 0, 0
    spans = [span for span in spans if span[0] >= begin]
    first, last = _best_place(spans, weights, width) if spans else (begin, begin)
    start = _start(text, begin, stop, first, last, width)
    end = _end(text, stop, start, last, width)
    return start, end


def _best_place(spans: Sequence[Span], weights: Sequence[int], width: int) -> tuple[int, int]:
    """The first and last index of the best matches that fit into `width` together."""
    best = (-1, 0, 0)
    shown: dict[int, int] = {}
    worth, left = 0, 0
    for right, (_, end, term) in enumerate(spans):
        shown[term] = shown.get(term, 0) + 1
        worth += _REPEAT + (weights[term] * _DISTINCT if shown[term] == 1 else 0)
        while left < right and end - spans[left][0] > width:
            gone = spans[left][2]
            shown[gone] -= 1
            worth -= _REPEAT + (weights[gone] * _DISTINCT if shown[gone] == 0 else 0)
            left += 1
        if worth > best[0]:
            best = (worth, spans[left][0], max(end, spans[left][1]))
    return best[1], min(best[2], best[1] + width)


def _start(text: str, begin: int, stop: int, first: int, last: int, width: int) -> int:
    """Where a window that shows `first` to `last` starts: the nearest sentence before it, or some words before it.
    Near the end of the text it starts earlier, so that the window is full."""
    if stop - begin <= width:
        return begin
    low = max(begin, last - width)
    full = max(begin, stop - width)
    starts = [begin] if low == begin else []
    starts += [match.end() for match in _SENTENCE_END.finditer(text, max(begin, low - 2), first) if match.end() >= low]
    if starts:
        return next((start for start in starts if start >= full), starts[-1])
    wanted = max(low, min(full, first - (width - (last - first)) // 3))
    space = _SPACES.search(text, max(wanted - 1, begin), first)
    return space.end() if space is not None else _back_to_whole(text, wanted, begin)


def _end(text: str, stop: int, start: int, last: int, width: int) -> int:
    """Where a window that starts at `start` and shows up to `last` ends: at a word, unless that is far back."""
    end = max(start + width, last)
    if end >= stop:
        return stop
    if _SPACE.match(text, end) is None:
        spaces = [match.start() for match in _SPACE.finditer(text, max(last, end - width // 3), end)]
        end = spaces[-1] if spaces else _on_to_whole(text, end, stop)
    return start + len(text[start:end].rstrip())


def _back_to_whole(text: str, at: int, begin: int) -> int:
    for marker in REDACTION.finditer(text, max(at - _MARKER_REACH, begin), at + _MARKER_REACH):
        if marker.start() < at < marker.end():
            return marker.start()
    while at > begin and _is_mark(text[at]):
        at -= 1
    return at


def _on_to_whole(text: str, at: int, stop: int) -> int:
    for marker in REDACTION.finditer(text, max(at - _MARKER_REACH, 0), at + _MARKER_REACH):
        if marker.start() < at < marker.end():
            return marker.end()
    while at < stop and _is_mark(text[at]):
        at += 1
    return at


def _is_mark(char: str) -> bool:
    return not char.isascii() and unicodedata.category(char)[0] == "M"
