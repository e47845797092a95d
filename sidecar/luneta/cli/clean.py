"""Text of notes made fit for a terminal: nothing in a note may steer the screen, and lines fit its width."""

import re
import unicodedata
from collections.abc import Iterator

#: Control characters (C0, DEL, C1), overriding and isolating direction marks.
_UNFIT = re.compile("[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]")
_SURROGATES = re.compile("[\ud800-\udfff]")
_SPACES = re.compile(r"\s+")
_WORD = re.compile(r"\S+")
_REPLACEMENT = "\ufffd"


def clean(text: str) -> str:
    """Text on one line: runs of white space are one space, control characters become visible pictures (ESC is ␛)."""
    return clean_line(_SPACES.sub(" ", text))


def clean_line(text: str) -> str:
    """A line with its spaces kept; tabs are two spaces, other control characters become visible pictures."""
    return _UNFIT.sub(_picture, mend_surrogates(text).replace("\t", "  "))


def mend_surrogates(text: str) -> str:
    """Text that UTF-8 can carry.

    Bytes that Python could not read in this locale (PEP 383) are read as UTF-8; other halves of surrogate pairs are
    joined where they are whole, and U+FFFD where not.
    """
    if not _SURROGATES.search(text):
        return text
    try:
        return text.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
    except UnicodeEncodeError:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def _picture(match: re.Match[str]) -> str:
    code = ord(match[0])
    if code < 0x20:
        return chr(0x2400 + code)
    return "␡" if code == 0x7F else _REPLACEMENT


def columns_of(text: str) -> int:
    """How many columns a terminal gives to the text: two for wide letters, none for marks that combine."""
    if text.isascii():
        return len(text)
    return sum(_columns_of_letter(letter) for letter in text)


def _columns_of_letter(letter: str) -> int:
    if unicodedata.category(letter) in ("Mn", "Me", "Cf"):
        return 0
    return 2 if unicodedata.east_asian_width(letter) in ("W", "F") else 1


def wrap(text: str, columns: int) -> Iterator[tuple[int, int]]:
    """Where the lines of `text` begin and end (offsets, end excluded) when none is wider than `columns`.

    Breaks at spaces, and inside a word only when it is wider than a whole line.
    """
    start = end = used = 0
    begun = False  # a word of no width (a soft hyphen) is a word all the same
    for word in _WORD.finditer(text):
        wide = columns_of(word[0])
        gap = columns_of(text[end : word.start()]) if begun else 0
        if begun and used + gap + wide > columns:
            yield start, end
            begun, used, gap = False, 0, 0
        if not begun:
            start, begun = word.start(), True
        end, used = word.end(), used + gap + wide
        if used > columns:
            breaks = list(_break(text, start, end, columns))
            yield from breaks[:-1]
            start, end = breaks[-1]
            used = columns_of(text[start:end])
    if begun:
        yield start, end


def _break(text: str, start: int, end: int, columns: int) -> Iterator[tuple[int, int]]:
    used = 0
    for offset in range(start, end):
        wide = _columns_of_letter(text[offset])
        if used and used + wide > columns:
            yield start, offset
            start, used = offset, 0
        used += wide
    yield start, end


def shorten(text: str, columns: int) -> str:
    """The text if it fits, else its beginning with an ellipsis."""
    if columns_of(text) <= columns:
        return text
    used = 0
    for offset, letter in enumerate(text):
        used += _columns_of_letter(letter)
        if used > columns - 1:
            return text[:offset].rstrip() + "…"
    return text


def shorten_left(text: str, columns: int) -> str:
    """The text if it fits, else its end after an ellipsis: of a path the end says most."""
    if columns_of(text) <= columns:
        return text
    used = 0
    for offset in range(len(text) - 1, -1, -1):
        used += _columns_of_letter(text[offset])
        if used > columns - 1:
            return "…" + text[offset + 1 :].lstrip()
    return text
