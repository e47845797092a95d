"""Obsidian's `%%comments%%`: where they are, and the text without them. Linear in the length of the text."""

import re
from bisect import bisect_right

#: A fence, a run of backticks, a blank line or a comment mark: all that decides where a comment starts.
_TOKEN = re.compile(
    r"^[ \t>]*(?P<fence>`{3,}(?=[^`\n]*$)|~{3,})|(?P<ticks>(?<!`)`++)|(?P<blank>\n[ \t]*\n)|(?P<mark>%%)", re.M
)
_NOT_LINE_ENDS = re.compile(r"[^\n]+")


def comment_spans(text: str) -> tuple[tuple[int, int], ...]:
    """The comments' (start, end) in characters, marks included, ascending.

    A mark in a code span or a fence opens nothing; an open comment ends at the next mark whatever it stands in. An
    opening mark with none after it is a comment to the end if it stands first in its line, else two percent signs.
    """
    if "%" not in text or "%%" not in text:  # one character is found ten times as fast as two
        return ()
    tokens = _Tokens(text)
    spans: list[tuple[int, int]] = []
    position = 0
    while (start := tokens.next_mark(position)) is not None:
        end = text.find("%%", start + 2)
        if end >= 0:
            position = end + 2
            spans.append((start, position))
            continue
        if not text[text.rfind("\n", 0, start) + 1 : start].strip():
            spans.append((start, len(text)))
        break
    return tuple(spans)


def is_inside(spans: tuple[tuple[int, int], ...], offset: int) -> bool:
    """Whether a character offset lies in one of the spans (ascending)."""
    index = bisect_right(spans, offset, key=lambda span: span[0]) - 1
    return index >= 0 and offset < spans[index][1]


def strip_comments(text: str) -> str:
    """`text` without its comments, for readers who must not see them. The line count stays."""
    return without_spans(text, comment_spans(text))


def without_spans(text: str, spans: tuple[tuple[int, int], ...]) -> str:
    """`text` without the characters of `spans` (ascending), line ends kept."""
    if not spans:
        return text
    pieces: list[str] = []
    position = 0
    for start, end in spans:
        pieces.append(text[position:start])
        pieces.append(_NOT_LINE_ENDS.sub("", text[start:end]))
        position = end
    pieces.append(text[position:])
    return "".join(pieces)


class _Tokens:
    """The marks of a text that stand outside code, read from the left."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._runs: dict[int, list[int]] = {}
        self._paragraph_ends: list[int] = []
        for match in re.finditer(r"(?<!`)`++|\n[ \t]*\n", text):
            if match[0][0] == "`":
                self._runs.setdefault(len(match[0]), []).append(match.start())
            else:
                self._paragraph_ends.append(match.start())

    def next_mark(self, position: int) -> int | None:
        """The offset of the first comment mark at or after `position` that is not in code."""
        while (match := _TOKEN.search(self._text, position)) is not None:
            if match["mark"]:
                return match.start()
            if match["fence"]:
                position = self._fence_end(match["fence"], match.end())
            elif match["ticks"]:
                position = self._code_end(match["ticks"], match.end())
            else:
                position = match.end() - 1
        return None

    def _fence_end(self, fence: str, position: int) -> int:
        closing = re.compile(rf"^[ \t>]*{re.escape(fence[0])}{{{len(fence)},}}[ \t]*$", re.M)
        match = closing.search(self._text, position)
        return len(self._text) if match is None else match.end()

    def _code_end(self, ticks: str, position: int) -> int:
        """The end of the code span that `ticks` opens, or of the ticks if nothing in the paragraph closes it."""
        runs = self._runs[len(ticks)]
        after = bisect_right(runs, position - 1)
        if after == len(runs):
            return position
        border = bisect_right(self._paragraph_ends, position - 1)
        if border < len(self._paragraph_ends) and runs[after] > self._paragraph_ends[border]:
            return position
        return runs[after] + len(ticks)
