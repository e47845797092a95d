"""Text too long for one chunk -> spans of at most so many characters, each cut at the best place near its end.

From best to worst: the start of a block (never inside one that fits in a chunk), a line end in a table, fence, list
or quotation, the end of a sentence, a line end, white space, the border of a word, and at last anywhere. Linear.
"""

import re
import unicodedata
from bisect import bisect_left, bisect_right
from collections.abc import Sequence

#: A run of so many characters of base64 without a break is data, not words; the longest in the real notes that is
#: neither a data URI nor a rule has 240.
_DATA_RUN = 1_000
#: A data URI shorter than this may stay.
_DATA_URI = 200
_DATA = re.compile(
    rf"data:[\w/+.;=-]{{1,100}}?;base64,[A-Za-z0-9+/=%]{{{_DATA_URI},}}+"
    rf"|(?<![A-Za-z0-9+/=_-])[A-Za-z0-9+/=_-]{{{_DATA_RUN},}}+"
)
_LINE_BLOCK = re.compile(
    r"[ \t]{0,3}(?:`{3}|~{3}|\||[-*+][ \t]|\d{1,9}[.)][ \t]|>|<|\[\^)|(?: {4}|\t)"
    r"|[^\n]{0,2000}\n[ \t]{0,3}\|?[ \t]*:?-+:?[ \t]*\|"
)
_SENTENCE_END = re.compile(r"(?<![.!?…])[.!?…]++[\"'”’»)\]*_]*+(?=\s)|[。！？｡।؟។]+[\"'”’」』）]*|\n[ \t]*\n")
_SPACE = re.compile(r"\s+|\u200b+")
_WORD_BORDER = re.compile(r"\W")


def data_spans(text: str, start: int, end: int) -> list[tuple[int, int]]:
    """The (start, end) of base64 data in text[start:end]: pictures and fonts pasted into a note are no words."""
    if text.find("base64,", start, end) < 0 and not _has_long_run(text, start, end):
        return []
    return [match.span() for match in _DATA.finditer(text, start, end)]


def _has_long_run(text: str, start: int, end: int) -> bool:
    """Whether there may be so long a run without white space: jumps from one space within reach to the next."""
    position = start
    while end - position >= _DATA_RUN:
        reach = position + _DATA_RUN
        space = text.rfind(" ", position, reach)
        if space < 0:
            space = text.rfind("\n", position, reach)
            if space < 0:
                return True
        position = space + 1
    return False


def cut(text: str, start: int, end: int, breaks: Sequence[int], size: int) -> list[tuple[int, int]]:
    """Consecutive (start, end) that cover text[start:end], each at most `size` long.

    `breaks` are the offsets in `text` at which blocks start, ascending.
    """
    spans: list[tuple[int, int]] = []
    position = start
    while end - position > size:
        at = _block_cut(breaks, position, end, size) or _inner_cut(text, breaks, position, size)
        spans.append((position, at))
        position = at
    if position < end:
        spans.append((position, end))
    return spans


def _block_cut(breaks: Sequence[int], position: int, end: int, size: int) -> int | None:
    """The last block start that leaves a chunk no longer than `size`, unless little is before it and the block after
    it would have to be cut anyway."""
    index = bisect_right(breaks, position + size) - 1
    if index < 0 or breaks[index] <= position:
        return None
    found = breaks[index]
    following = breaks[index + 1] if index + 1 < len(breaks) else end
    if found - position < size // 2 and min(following, end) - found > size:
        return None
    return found


def _inner_cut(text: str, breaks: Sequence[int], position: int, size: int) -> int:
    low, high = position + size // 2, position + size
    # the block that is to be cut is the one that runs through `low`
    index = bisect_left(breaks, low) - 1
    by_line = is_line_block(text, breaks[index] if index >= 0 else position)
    if by_line and (at := text.rfind("\n", low, high)) >= 0:
        return at + 1
    if sentence := _last_end(_SENTENCE_END, text, low, high):
        return sentence
    if (at := text.rfind("\n", low, high)) >= 0:
        return at + 1
    space = _last_end(_SPACE, text, low, high)
    return space or _last_end(_WORD_BORDER, text, low, high) or _anywhere(text, low, high)


def is_line_block(text: str, block: int) -> bool:
    """Whether the block that starts at `block` is made of lines: a table, code, list, quotation or HTML."""
    return _LINE_BLOCK.match(text, block) is not None


def _last_end(pattern: re.Pattern[str], text: str, low: int, high: int) -> int | None:
    last = None
    for match in pattern.finditer(text, low, high):
        last = match.end()
    return last


def _anywhere(text: str, low: int, high: int) -> int:
    """Not between a letter and its marks, if that can be helped."""
    at = high
    while at > low and (unicodedata.combining(text[at]) or text[at] in "\u200d\ufe0e\ufe0f"):
        at -= 1
    return at if at > low else high
