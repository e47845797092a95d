"""Case and accent folding: one form of a text to compare by, and the way back to the exact characters.

Folding works character by character, so `fold(a + b) == fold(a) + fold(b)` and a composed letter folds like its
decomposed form. A letter, digit or mark becomes its compatibility decomposition (NFKD) without accents, case-folded;
letters that Unicode does not decompose (ł, ø, æ, đ ...) become the plain letters people type for them. Marks that make
another letter or carry a vowel (the voicing marks of kana, the vowel signs of Indic scripts, Thai tones) are kept, and
Hangul syllables stay whole.
"""

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from itertools import chain

#: Letters without a decomposition, and what people type for them.
PLAIN_LETTERS = {
    "ł": "l", "ø": "o", "œ": "oe", "æ": "ae", "đ": "d", "ð": "d", "þ": "th", "ħ": "h", "ŧ": "t", "ı": "i",
    "ŋ": "n", "ĸ": "k", "ƀ": "b", "ɓ": "b", "ɖ": "d", "ɗ": "d", "ƒ": "f", "ɠ": "g", "ƙ": "k", "ƚ": "l", "ɲ": "n",
    "ŀ": "l",
}  # fmt: skip
#: Compatibility forms whose decomposition brings in a sign that nobody types: l·, ʼn, 1⁄4.
_UNTYPED = str.maketrans({"·": "", "ʼ": "", "⁄": "/"})

_NOT_ASCII = re.compile(r"[^\x00-\x7f]+")
_MEMO_LIMIT = 20_000
#: Up to this many different letters are cheaper to replace one by one than to translate the text.
_FEW = 24
#: Texts kept with their folded forms: the passages that queries keep meeting, some 4 MB.
_TEXTS_REMEMBERED = 2000
#: A shorter text is quicker to translate than to look through for its letters.
_LONG = 100


def _is_accent(char: str) -> bool:
    """Whether a mark only modifies its letter. By canonical combining class: overlays, Hebrew points, Arabic vowel
    marks, and everything attached or placed above and below (200 and up)."""
    placed = unicodedata.combining(char)
    return placed >= 200 or placed == 1 or 10 <= placed <= 36


def _is_mark(char: str) -> bool:
    return unicodedata.category(char)[0] == "M"


def _without_accents(text: str) -> str:
    return "".join(char for char in unicodedata.normalize("NFKD", text) if not _is_accent(char))


def _fold_char(char: str) -> str:
    if "가" <= char <= "힣" or not (char.isalnum() or _is_mark(char)):
        return char
    bare = _without_accents(_without_accents(char).casefold())
    if bare != char:
        bare = bare.translate(_UNTYPED)
    return "".join(PLAIN_LETTERS.get(letter, letter) for letter in bare)


class _FoldTable(dict[int, str]):
    """What `str.translate` asks; a memo of a pure function, bounded."""

    def __missing__(self, code: int) -> str:
        folded = _fold_char(chr(code))
        if len(self) < _MEMO_LIMIT:
            self[code] = folded
        return folded


_TABLE = _FoldTable()


def fold(text: str) -> str:
    """`text` for comparing: no accents, no case, plain letters. Never raises; lone surrogates stay."""
    if text.isascii():
        return text.lower()
    even = _fold_evenly(text) if len(text) >= _LONG else None
    return text.translate(_TABLE) if even is None else even


def fold_with_offsets(text: str) -> tuple[str, Sequence[int]]:
    """`fold(text)` and where each of its characters comes from.

    `offsets[i]` is the index in `text` of the character that gave folded character i; the last entry, at
    `len(folded)`, is `len(text)`. Use `source_span` to map a match back.
    """
    return _remembered(text) if len(text) >= _LONG else _with_offsets(text)


def _with_offsets(text: str) -> tuple[str, Sequence[int]]:
    if text.isascii():
        return text.lower(), range(len(text) + 1)
    even = _fold_evenly(text)
    if even is not None:
        return even, range(len(text) + 1)
    pieces: list[str] = []
    offsets: list[Sequence[int]] = []
    done = 0
    for run in _NOT_ASCII.finditer(text):
        start, end = run.span()
        pieces.append(text[done:start].lower())
        offsets.append(range(done, start))
        for index in range(start, end):
            folded = _TABLE[ord(text[index])]
            pieces.append(folded)
            offsets.append((index,) * len(folded))
        done = end
    pieces.append(text[done:].lower())
    offsets.append(range(done, len(text) + 1))
    return "".join(pieces), list(chain.from_iterable(offsets))


_remembered = lru_cache(_TEXTS_REMEMBERED)(_with_offsets)


def _fold_evenly(text: str) -> str | None:
    """`fold(text)` if every character of `text` gives exactly one, else None. Most notes are like that, and this is
    seven times as fast as going through them."""
    changed: list[tuple[str, str]] = []
    for char in set(text):
        folded = char if char <= "\x7f" else _TABLE[ord(char)]
        if len(folded) != 1:
            return None
        if folded != char:
            changed.append((char, folded))
    if len(changed) > _FEW or any(folded != folded.lower() for _, folded in changed):
        return text.translate(_TABLE)
    for char, folded in changed:
        text = text.replace(char, folded)
    return text.lower()


def source_span(offsets: Sequence[int], start: int, end: int) -> tuple[int, int]:
    """The slice of the source behind `folded[start:end]`, not empty, whole characters with the accents on them."""
    if isinstance(offsets, range):
        return start, end
    last = offsets[end - 1]
    while end < len(offsets) - 1 and offsets[end] == last:
        end += 1
    return offsets[start], offsets[end]
