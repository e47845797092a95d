"""The words of a long text, with their places and tokens. Built line by line, since a vault of novels has millions of
words and few of them are looked at: only those of the lines in which a window starts or ends.

`core.readwords` has the same for a text that the encoder has read as a whole."""

import re
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import accumulate

from luneta.core.reading import Reading

#: Words whose counts are kept, as they stand in the text: those of a vault of novels, some 50 MB.
_MAX_COUNTS = 500_000
#: A line whose words are longer than this on average has none (Chinese, Japanese, Thai, addresses): it is taken apart
#: at punctuation, then every so many characters, fewer where each may be a token.
MAX_MEAN = 16
_MAX_ASCII_PART = 256
_MAX_OTHER_PART = 32
_PART = re.compile(r"\w+[^\w\s]*|[^\w\s]+")
_WORD = re.compile(r"\S+")
#: The tokens of a line of more words are added up one by one at once: a window is likely to end in it.
_LONG_LINE = 40
#: What the last word of a sentence ends with.
CLOSING = frozenset(".!?…。！？｡।؟።\"'”’»)]*_」』）")
_ENDS_SENTENCE = re.compile(r"""[.!?…。！？｡।؟።]["'”’»)\]*_」』）]*\Z""")


class TokenCounts(dict[str, int]):
    """The tokens of words, each counted when it is first asked for: a `count_tokens` that remembers.

    Hand the same one to every note of a run: the words of a vault are few, those of its notes taken together many.
    `count_each` counts many words at less cost; `read_each` reads whole texts (or says None), at still less.
    """

    def __init__(
        self,
        count_tokens: Callable[[str], int],
        count_each: Callable[[Sequence[str]], Sequence[int]] | None = None,
        read_each: Callable[[Sequence[str]], Sequence[Reading | None]] | None = None,
    ) -> None:
        super().__init__()
        self._count_tokens = count_tokens
        self._count_each = count_each
        self._read_each = read_each
        self._ahead: dict[str, Reading | None] = {}
        self._last: tuple[str, Reading | None] = ("", None)

    def read(self, text: str) -> Reading | None:
        """What whoever counts makes of the whole of a text, read once however often it is asked for in a row."""
        if self._read_each is None or text in self._ahead:
            return self._ahead.get(text)
        if self._last[0] is not text:
            self._last = text, self._read_each([text])[0]
        return self._last[1]

    def read_ahead(self, texts: Sequence[str]) -> None:
        """Read these texts together, at less cost than one by one. What was read before is forgotten."""
        self._last = "", None
        self._ahead = dict(zip(texts, self._read_each(texts), strict=True)) if texts and self._read_each else {}

    def known_reading(self, text: str) -> Reading | None:
        """The reading of a text that was read last, or ahead."""
        return self._ahead.get(text) or (self._last[1] if self._last[0] is text else None)

    def __call__(self, word: str) -> int:
        """The tokens of a word."""
        return self[word]

    def learn(self, words: Iterable[str]) -> None:
        """Count many words together, if whoever counts can do that at less cost."""
        if self._count_each is not None:
            if len(self) >= _MAX_COUNTS:
                self.clear()
            new = [word for word in set(words) if word not in self]
            self.update(zip(new, self._count_each(new), strict=True))

    def __missing__(self, word: str) -> int:
        if len(self) >= _MAX_COUNTS:
            self.clear()
        count = self[word] = self._count_tokens(word)
        return count


class Words:
    """The words of text[start:end] by their index, from 0 to `count`: runs without white space.

    The tokens of a text are taken to be the sum of those of its words.
    """

    def __init__(self, text: str, start: int, end: int, counts: TokenCounts) -> None:
        self.count = 0
        self._counts = counts
        #: of each line with words: its words, the index of the first, the tokens before it, its text, its offset
        self._words: list[list[str]] = []
        self._firsts: list[int] = []
        self._sums: list[int] = []
        self._lines: list[str] = []
        self._offsets: list[int] = []
        #: lines that come after a blank one
        self._paragraphs: set[int] = set()
        self._inside: dict[int, list[int]] = {}
        self._places: dict[int, tuple[list[int], int]] = {}
        counts.learn(text[start:end].split())
        self._read(text[start:end].split("\n"), start)

    def _read(self, lines: list[str], position: int) -> None:
        tokens = 0
        blank = False
        count_of = self._counts.__getitem__
        for line in lines:
            words = line.split()
            if words:
                if len(line) > MAX_MEAN * len(words):
                    words = [line[first:last] for first, last in parts(line)]
                if blank:
                    self._paragraphs.add(len(self._words))
                self._words.append(words)
                self._firsts.append(self.count)
                self._sums.append(tokens)
                self._lines.append(line)
                self._offsets.append(position)
                self.count += len(words)
                if len(words) > _LONG_LINE:
                    sums = list(accumulate(map(count_of, words), initial=0))
                    self._inside[len(self._words) - 1] = sums
                    tokens += sums[-1]
                else:
                    tokens += sum(map(count_of, words))
            blank = not words
            position += len(line) + 1
        self._sums.append(tokens)

    def tokens_before(self, index: int) -> int:
        """The tokens of all the words before `index` (at most `count`)."""
        if index >= self.count:
            return self._sums[-1]
        line = bisect_right(self._firsts, index) - 1
        return self._sums[line] + self._inside_sums(line)[index - self._firsts[line]]

    def reach(self, tokens: int) -> int:
        """The last index before which there are at most so many tokens."""
        line = bisect_right(self._sums, tokens) - 1
        if line >= len(self._words):
            return self.count
        return self._firsts[line] + bisect_right(self._inside_sums(line), tokens - self._sums[line]) - 1

    def after(self, tokens: int) -> int:
        """The first index before which there are at least so many tokens."""
        line = bisect_left(self._sums, tokens) - 1
        if line < 0:
            return 0
        return self._firsts[line] + bisect_left(self._inside_sums(line), tokens - self._sums[line])

    def _inside_sums(self, line: int) -> list[int]:
        if line not in self._inside:
            self._inside[line] = list(accumulate(map(self._counts.__getitem__, self._words[line]), initial=0))
        return self._inside[line]

    def sentence_starts(self, low: int, high: int) -> Iterator[int]:
        """The indexes from `high` down to `low` (at least 1) before which a sentence or a paragraph ends."""
        line = bisect_right(self._firsts, high - 1) - 1
        index = high
        while index >= low:
            first, words = self._firsts[line], self._words[line]
            if index - first == len(words) and line + 1 in self._paragraphs:
                yield index
                index -= 1
            for at in range(index, max(first, low - 1), -1):
                if ends_sentence(words[at - 1 - first]):
                    yield at
            index = first
            line -= 1

    def start(self, index: int) -> int:
        """The offset in the text at which a word starts."""
        line = bisect_right(self._firsts, index) - 1
        inside = index - self._firsts[line]
        places, gap = self._starts(line)
        return self._offsets[line] + places[inside] + gap * inside

    def end(self, index: int) -> int:
        """The offset in the text at which a word ends."""
        line = bisect_right(self._firsts, index) - 1
        return self.start(index) + len(self._words[line][index - self._firsts[line]])

    def _starts(self, line: int) -> tuple[list[int], int]:
        """Where the words of a line start: a list, and what to add to it for each word before."""
        if line not in self._places:
            text, words = self._lines[line], self._words[line]
            indent = len(text) - len(text.lstrip())
            lengths = list(accumulate(map(len, words), initial=indent))
            if len(text) > MAX_MEAN * len(text.split()):
                self._places[line] = [first for first, _ in parts(text)], 0
            elif lengths[-1] + len(words) - 1 == len(text.rstrip()):  # single spaces between
                self._places[line] = lengths, 1
            else:
                self._places[line] = [match.start() for match in _WORD.finditer(text)], 0
        return self._places[line]


def ends_sentence(word: str) -> bool:
    """Whether a word is the last of a sentence."""
    return word[-1] in CLOSING and _ENDS_SENTENCE.search(word, max(0, len(word) - 12)) is not None


def parts(line: str) -> list[tuple[int, int]]:
    """The (start, end) of the words of a line that hardly has any white space."""
    found: list[tuple[int, int]] = []
    for match in _PART.finditer(line):
        step = _MAX_ASCII_PART if match[0].isascii() else _MAX_OTHER_PART
        first, last = match.span()
        found.extend((at, min(at + step, last)) for at in range(first, last, step))
    return found
