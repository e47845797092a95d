"""The words of a long text with their places, found fast: a vault of novels has millions of them."""

import re
from bisect import bisect_right
from itertools import accumulate

#: A run without white space longer than this is taken apart (Chinese, Japanese, Thai, addresses): at punctuation, then
#: every so many characters, fewer where each may be a token.
_MAX_WORD = 64
_MAX_ASCII_PART = 256
_MAX_OTHER_PART = 32
_PART = re.compile(r"\w+[^\w\s]*|[^\w\s]+")
#: The places of the words of a line that has more are kept, not added up each time.
_LONG_LINE = 200


class Words:
    """The words of text[start:end] in order (`words`): runs without white space, very long ones taken apart.

    `paragraphs` are the indexes of the words before which there is a blank line.
    """

    def __init__(self, text: str, start: int, end: int) -> None:
        self.words: list[str] = []
        self.paragraphs: set[int] = set()
        #: of each line with words: the index of its first word, and the offset of that word
        self._firsts: list[int] = []
        self._offsets: list[int] = []
        #: by the index of a line's first word: the offsets of its words, where they are not lengths and single spaces
        self._places: dict[int, list[int]] = {}
        self._read(text[start:end].split("\n"), start)

    def start(self, index: int) -> int:
        """The offset in the text at which a word starts."""
        line = bisect_right(self._firsts, index) - 1
        first = self._firsts[line]
        if first in self._places:
            return self._places[first][index - first]
        return self._offsets[line] + sum(map(len, self.words[first:index])) + index - first

    def end(self, index: int) -> int:
        """The offset in the text at which a word ends."""
        return self.start(index) + len(self.words[index])

    def _read(self, lines: list[str], position: int) -> None:
        words = self.words
        blank = False
        for line in lines:
            found = line.split()
            if found:
                first = len(words)
                if blank:
                    self.paragraphs.add(first)
                lengths = list(map(len, found))
                offset = position + len(line) - len(line.lstrip())
                if max(lengths) > _MAX_WORD or sum(lengths) + len(lengths) - 1 != len(line.strip()):
                    found, self._places[first] = _taken_apart(line, position)
                elif len(lengths) > _LONG_LINE:
                    self._places[first] = list(accumulate((length + 1 for length in lengths), initial=offset))
                self._firsts.append(first)
                self._offsets.append(offset)
                words.extend(found)
            blank = not found
            position += len(line) + 1


def _taken_apart(line: str, position: int) -> tuple[list[str], list[int]]:
    """The words of a line and their offsets, one by one; `position` is the offset of the line."""
    words: list[str] = []
    places: list[int] = []
    for match in re.finditer(r"\S+", line):
        if len(match[0]) <= _MAX_WORD:
            words.append(match[0])
            places.append(position + match.start())
            continue
        for part in _PART.finditer(line, *match.span()):
            step = _MAX_ASCII_PART if part[0].isascii() else _MAX_OTHER_PART
            starts = range(0, len(part[0]), step)
            words.extend(part[0][at : at + step] for at in starts)
            places.extend(position + part.start() + at for at in starts)
    return words, places
