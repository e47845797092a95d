"""Words and phrases to look for in a text, all at once."""

import re
from collections.abc import Iterable, Iterator

from luneta.core.fold import fold

_WORD = re.compile(r"[^\W_]+(?:[+#]+|(?:[.'’-][^\W_]+)*)")
#: A longer text is looked at in its first so many words: enough to know what it is about.
MOST_WORDS = 4000


def words_of(text: str) -> list[str]:
    """The folded words of a text, in order; `fine-tuning`, `c++` and `arxiv.org` are one each."""
    return _WORD.findall(fold(text))[:MOST_WORDS]


class Lexicon:
    """Entries: a word, a beginning (`embed*`), or a phrase of them."""

    def __init__(self, entries: Iterable[str]) -> None:
        self._words: dict[str, str] = {}
        self._beginnings: dict[str, str] = {}
        self._phrases: dict[str, list[tuple[tuple[str, ...], str]]] = {}
        self._shortest = 64
        for entry in entries:
            parts = tuple(fold(entry).split())
            if len(parts) > 1:
                self._phrases.setdefault(parts[0].rstrip("*"), []).append((parts, entry))
            elif parts and parts[0].endswith("*"):
                self._beginnings[parts[0][:-1]] = entry
                self._shortest = min(self._shortest, len(parts[0]) - 1)
            elif parts:
                self._words[parts[0]] = entry

    def found(self, words: list[str]) -> Iterator[str]:
        """The entries that stand in a text, given as its folded words: one for each place."""
        for at, word in enumerate(words):
            for parts, entry in self._phrases.get(word, ()):
                if all(map(_fits, parts, words[at : at + len(parts)])) and at + len(parts) <= len(words):
                    yield entry
            entry_of_word = self._words.get(word) or self._begun(word)
            if entry_of_word is not None:
                yield entry_of_word

    def _begun(self, word: str) -> str | None:
        for length in range(len(word), self._shortest - 1, -1):
            entry = self._beginnings.get(word[:length])
            if entry is not None:
                return entry
        return None


def _fits(part: str, word: str) -> bool:
    return word.startswith(part[:-1]) if part.endswith("*") else word == part
