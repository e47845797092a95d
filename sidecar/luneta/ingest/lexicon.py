"""Words and phrases to look for in a text, all at once."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping

from luneta.core.fold import fold

_WORD = re.compile(r"[^\W_]+(?:[+#]+|(?:[.'’-][^\W_]+)*)")
#: A longer text is looked at in its first so many words: enough to know what it is about.
MOST_WORDS = 4000
#: Longer texts are cut before they are read: more characters than so many words have.
_MOST_CHARACTERS = 16 * MOST_WORDS
#: Different words whose entries are remembered; a text of another language than the last cannot fill the memory.
_MOST_REMEMBERED = 100_000

Entry = tuple[str, str]


def words_of(text: str) -> list[str]:
    """The folded words of a text, in order; `fine-tuning`, `c++` and `arxiv.org` are one each."""
    return _WORD.findall(fold(text[:_MOST_CHARACTERS]).replace("’", "'"))[:MOST_WORDS]


class Lexicon:
    """Groups of entries: a word, a beginning (`embed*`), or a phrase of them."""

    def __init__(self, groups: Mapping[str, Iterable[str]]) -> None:
        self._words: dict[str, list[Entry]] = {}
        self._beginnings: dict[str, list[Entry]] = {}
        self._phrases: dict[str, list[tuple[tuple[str, ...], Entry]]] = {}
        self._remembered: dict[str, tuple[tuple[Entry, ...], list[tuple[tuple[str, ...], Entry]]]] = {}
        for group, entries in groups.items():
            for entry in dict.fromkeys(entries):
                self._add(entry, (group, entry))
        begun = [*self._beginnings, *(first[:-1] for first in self._phrases if first.endswith("*"))]
        self._lengths = sorted({len(beginning) for beginning in begun})

    def _add(self, entry: str, found: Entry) -> None:
        stars = ["*" if part.endswith("*") else "" for part in entry.split()]
        parts = tuple("".join(words_of(part)) + star for part, star in zip(entry.split(), stars, strict=True))
        if any(not part.strip("*") for part in parts) or not parts:
            raise ValueError(f"“{entry}” has no word to look for")
        if len(parts) > 1:
            self._phrases.setdefault(parts[0], []).append((parts, found))
        elif parts[0].endswith("*"):
            self._beginnings.setdefault(parts[0][:-1], []).append(found)
        else:
            self._words.setdefault(parts[0], []).append(found)

    def found(self, words: list[str]) -> dict[str, Counter[str]]:
        """How often each entry stands in a text, given as its folded words, by group; what is not there is left out.

        Of the beginnings that fit a word the longest of a group counts.
        """
        counts: Counter[Entry] = Counter()
        remembered = self._remembered
        for at, word in enumerate(words):
            entries, phrases = remembered.get(word) or self._begun_by(word)
            if entries:
                counts.update(entries)
            for parts, found in phrases:
                here = words[at : at + len(parts)]
                if len(here) == len(parts) and all(map(_fits, parts, here)):
                    counts[found] += 1
        groups: dict[str, Counter[str]] = {}
        for (group, entry), times in counts.items():
            groups.setdefault(group, Counter())[entry] = times
        return groups

    def _begun_by(self, word: str) -> tuple[tuple[Entry, ...], list[tuple[tuple[str, ...], Entry]]]:
        """The entries that this word is, and the phrases that it may begin."""
        if len(self._remembered) >= _MOST_REMEMBERED:
            self._remembered.clear()
        of_group: dict[str, str] = {}
        phrases = list(self._phrases.get(word, ()))
        for length in self._lengths:
            if length <= len(word):
                of_group.update(self._beginnings.get(word[:length], ()))
                phrases += self._phrases.get(word[:length] + "*", ())
        of_group.update(self._words.get(word, ()))
        self._remembered[word] = tuple(of_group.items()), phrases
        return self._remembered[word]


def _fits(part: str, word: str) -> bool:
    return word.startswith(part[:-1]) if part.endswith("*") else word == part
