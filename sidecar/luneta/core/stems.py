"""Stems of English and Portuguese words: what "harbours" and "harbour", "navegou" and "navegar" have in common.

The stem of a word is indexed only where it differs from the word, under the terms of the chunk that the word stands in.
So a query finds its own word with that word's whole weight, and others of the same stem with a little.

English loses only its s: the whole of the Snowball stemmer gained nothing beyond that on the English sets, and made the
index of 16,800 notes 20 MB larger. Portuguese, whose verbs have fifty forms, has Snowball's.
"""

import re
import unicodedata
from collections.abc import Callable, Collection, Iterable, Sequence
from functools import lru_cache

import Stemmer

from luneta.core.fold import fold
from luneta.core.stopwords import ENGLISH, FUNCTION_WORDS, PORTUGUESE

#: Words of letters alone. Shorter ones have no ending to lose.
WORD = re.compile(r"[^\W\d_]{3,}")
#: The same in lower case and ASCII: to ask whether a character is a letter takes twice as long.
_ASCII_WORD = re.compile(r"[a-z]{3,}")
#: Stems remembered, of each language: as many words as a large vault uses often.
_MEMO_LIMIT = 100_000
_SHORTEST_PLURAL = 4
#: A shorter stem is a word of its own too often: that of "café" is "caf".
_SHORTEST_STEM = 4
#: Texts whose language is kept: the passages that queries keep meeting.
_TEXTS_REMEMBERED = 2000
#: Letters at the end of a stem that its words may not have: -y of -ies, -ent of -ência.
_CHANGED = 1


class Stems(dict[str, str]):
    """The folded stem of a lower-case word; "" if that is the folded word. A memo of a pure function, bounded."""

    def __init__(self, stem: Callable[[str], str]) -> None:
        self._stem = stem

    def make(self, word: str) -> str:
        """The same, not remembered."""
        stem = self._stem(word)
        if stem == word:
            return ""
        folded = fold(word)
        bare = "" if folded in FUNCTION_WORDS else fold(stem)
        return "" if bare == folded else bare

    def __missing__(self, word: str) -> str:
        stem = self.make(word)
        if len(self) < _MEMO_LIMIT:
            self[word] = stem
        return stem


def _singular(word: str) -> str:
    """An English word without the s of a plural or of a verb (Harman's S-stemmer, 1991)."""
    if not word.endswith("s") or len(word) < _SHORTEST_PLURAL or word.endswith(("us", "ss", "is")):
        return word
    if word.endswith("ies") and not word.endswith(("eies", "aies")):
        return word[:-3] + "y"
    return word[:-1]


_snowball = Stemmer.Stemmer("portuguese", 0).stemWord


def _portuguese(word: str) -> str:
    """The stem, or of a word that has next to none (café, casas) only the word without the s of a plural."""
    stem: str = _snowball(word)
    return stem if len(stem) >= _SHORTEST_STEM else _singular(word)


ENGLISH_STEMS, PORTUGUESE_STEMS = Stems(_singular), Stems(_portuguese)


def words_in(text: str) -> list[str]:
    """The words of `text` by WORD, in lower case."""
    lower = text.lower()
    return (_ASCII_WORD if lower.isascii() else WORD).findall(lower)


def stem_terms(text: str) -> list[str]:
    """The stems of the words of `text` by its language, each once, in the order of the text.

    The language is that of which more function words stand there; without any (code, a list of names) there are none.
    """
    words = dict.fromkeys(words_in(text))
    stems = _of_language(words)
    if stems is None:
        return []
    # English words that end otherwise have none: to say so takes less than to look each up in a large memo
    likely = [word for word in words if word[-1] == "s"] if stems is ENGLISH_STEMS else words
    found = dict.fromkeys(map(stems.__getitem__, likely))
    found.pop("", None)
    return list(found)


def _of_language(words: Collection[str]) -> Stems | None:
    english = len(ENGLISH.intersection(words))
    portuguese = len(PORTUGUESE.intersection(words))
    if not english and not portuguese:
        return None
    return ENGLISH_STEMS if english >= portuguese else PORTUGUESE_STEMS


@lru_cache(_TEXTS_REMEMBERED)
def _is_english(text: str) -> bool:
    """Whether it is more English than Portuguese, or neither."""
    return (_of_language(set(words_in(text))) or ENGLISH_STEMS) is ENGLISH_STEMS


class StemSearch:
    """Finds the words of texts that share their stem with one of some lower-case `words`, each with its number."""

    def __init__(self, words: Iterable[tuple[str, int]]) -> None:
        self._english: dict[str, int] = {}
        self._portuguese: dict[str, int] = {}
        for word, number in words:
            if WORD.fullmatch(word) is not None and fold(word) not in FUNCTION_WORDS:
                self._english.setdefault(ENGLISH_STEMS[word] or fold(word), number)
                self._portuguese.setdefault(PORTUGUESE_STEMS[word] or fold(word), number)
        self._known: dict[str, tuple[int | None, int | None]] = {}
        self._beginnings = _shortest({form[:-_CHANGED] for form in (*self._english, *self._portuguese)})

    def places(self, text: str, folded: str, offsets: Sequence[int]) -> list[tuple[int, int, int]]:
        """Where these words stand in `text`: start, end, number. A text whose language does not show (a title) has
        its plurals only, which both languages share. `folded` and `offsets` are core.fold.fold_with_offsets(text)."""
        found = []
        known, word_at = self._known, WORD.match
        for beginning in self._beginnings:
            at = folded.find(beginning)
            while at >= 0:
                start = offsets[at]
                at = folded.find(beginning, at + 1)
                before = text[start - 1] if start else " "
                match = None if before.isalnum() else word_at(text, start)
                if match is None:
                    continue
                one, other = known.get(match[0]) or self._numbers(match[0])
                number = one if one == other or _is_english(text) else other
                if number is not None and not _is_accent(before) and not _goes_on(text, match.end()):
                    found.append((start, match.end(), number))
        return found

    def _numbers(self, word: str) -> tuple[int | None, int | None]:
        """The numbers of the words that share the stem of this one: in English, in Portuguese."""
        lower = word.lower()
        english, portuguese = (stems[lower] or fold(lower) for stems in (ENGLISH_STEMS, PORTUGUESE_STEMS))
        known = self._known[word] = self._english.get(english), self._portuguese.get(portuguese)
        return known


def _shortest(beginnings: Collection[str]) -> list[str]:
    """Those that begin with no other of them."""
    kept: list[str] = []
    for beginning in sorted(beginnings):
        if not kept or not beginning.startswith(kept[-1]):
            kept.append(beginning)
    return kept


def _goes_on(text: str, end: int) -> bool:
    """Whether the word that ends before `end` is part of a longer one: a digit follows, or an accent apart."""
    after = text[end : end + 1]
    return after.isdigit() or _is_accent(after)


def _is_accent(char: str) -> bool:
    return not char.isascii() and unicodedata.category(char) == "Mn"


def stems_of(word: str) -> tuple[str, ...]:
    """What to look for beside a word that was typed: its stem in either language, where it differs from the word."""
    if WORD.fullmatch(word) is None:
        return ()
    lower = word.lower()
    return tuple(stem for stem in dict.fromkeys((ENGLISH_STEMS[lower], PORTUGUESE_STEMS[lower])) if stem)
