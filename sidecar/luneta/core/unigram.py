"""A Unigram tokenizer for static encoders, word by word, so that each distinct word is cut into pieces once.

The pieces are exactly those of the `tokenizers` library for the one shape of tokenizer.json that this module
knows (see `is_supported`): NFKC, lower case, everything but letters, numbers and marks a space; runs of Chinese
and Japanese characters stand alone; every word starts with a metaspace. Other shapes are left to the library.
"""

import re
import unicodedata
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

#: Added to the lowest score of the vocabulary for a character that no piece covers (tokenizers, unigram/model.rs).
_UNKNOWN_PENALTY = 10.0
#: Words to be cut before a table of 20 ms makes up for itself.
_WORDS_THAT_PAY = 1000
#: Characters of a beginning: with four, half as many pieces are looked up in vain as with two.
_STEM = 4
#: What the pieces have for a space.
METASPACE = "\u2581"
_CJK = "\u3005\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
#: The same without what is no letter, number or mark (the middle dot of katakana, unassigned places).
_CJK_WORD = (
    "\u3005\u3041-\u3096\u3099\u309a\u309d-\u309f\u30a1-\u30fa\u30fc-\u30ff"
    "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufa6d\ufa70-\ufad9"
)
_NORMALIZERS = [
    {"type": "NFKC"},
    {"type": "Lowercase"},
    {"type": "Replace", "pattern": {"Regex": "[^\\p{L}\\p{N}\\p{M}]+"}, "content": " "},
    {"type": "Strip", "strip_left": True, "strip_right": True},
]
_CJK_SPLIT_REGEX = "[" + _CJK.encode("unicode_escape").decode("ascii") + "]+"

#: A word as it is looked up: bytes in cp1252 on the fast path, text otherwise.
Word = bytes | str


def is_supported(tokenizer: dict[str, Any]) -> bool:
    """Whether a parsed tokenizer.json has the shape that `UnigramTokenizer` reproduces exactly."""
    model = tokenizer.get("model") or {}
    normalizer = tokenizer.get("normalizer") or {}
    splits = (tokenizer.get("pre_tokenizer") or {}).get("pretokenizers") or []
    return (
        model.get("type") == "Unigram"
        and not model.get("byte_fallback")
        and model.get("unk_id") is not None
        and normalizer.get("normalizers") == _NORMALIZERS
        and len(splits) == 2
        and (splits[0].get("pattern") or {}).get("Regex") == _CJK_SPLIT_REGEX
        and (splits[0].get("behavior"), splits[0].get("invert")) == ("Isolated", False)
        and splits[1].get("type") == "Metaspace"
        and (splits[1].get("prepend_scheme"), splits[1].get("split")) == ("always", True)
        and tokenizer.get("post_processor") is None
        and all(t.get("special") and not t.get("normalized") for t in tokenizer.get("added_tokens") or [])
    )


def _is_word(character: str) -> bool:
    return unicodedata.category(character)[0] in "LNM"


@cache
def _cp1252_table() -> tuple[bytes, bytes]:
    """The normalizer as a table of 256 bytes, and the bytes that no table of single bytes can serve."""
    table, unsafe = bytearray(256), bytearray()
    for code in range(256):
        table[code] = ord(" ")
        try:
            character = bytes([code]).decode("cp1252")
        except UnicodeDecodeError:
            unsafe.append(code)
            continue
        folded = unicodedata.normalize("NFKC", character).lower()
        if not any(map(_is_word, folded)):
            continue
        try:
            encoded = folded.encode("cp1252")
        except UnicodeEncodeError:
            encoded = b""
        if len(encoded) == 1:
            table[code] = encoded[0]
        else:
            unsafe.append(code)
    return bytes(table), bytes(unsafe)


@cache
def _word_pattern() -> re.Pattern[str]:
    """Runs of CJK, or runs of letters, numbers and marks without CJK."""
    marks = "".join(chr(c) for c in (*range(0x300, 0x20000), *range(0xE0100, 0xE01F0)) if _is_mark(c))
    return re.compile(f"[{_CJK_WORD}]+|(?:(?![{_CJK}])(?:[^\\W_]|[{marks}]))+")


def _is_mark(code: int) -> bool:
    return unicodedata.category(chr(code))[0] == "M"


def words_of(text: str) -> Sequence[Word]:
    """The words of a text, normalized, in order. Linear in the text."""
    try:
        raw = text.encode("cp1252")
    except UnicodeEncodeError:
        return _words_of_any(text)
    table, unsafe = _cp1252_table()
    if len(raw.translate(None, unsafe)) != len(raw):
        return _words_of_any(text)
    return raw.translate(table).split()


def _words_of_any(text: str) -> Sequence[Word]:
    # The library lowers character by character, so a final sigma stays a plain one.
    lowered = unicodedata.normalize("NFKC", text).replace("\u03a3", "\u03c3").lower()
    return _word_pattern().findall(lowered)


class UnigramTokenizer:
    """Words to pieces by the best path through the vocabulary (Viterbi).

    `vocabulary` is tokenizer.json's list of (piece, log probability); a piece's id is its place in it.
    """

    def __init__(self, vocabulary: Sequence[tuple[str, float]], unknown_id: int, specials: Iterable[str] = ()) -> None:
        self._ids = {piece: index for index, (piece, _) in enumerate(vocabulary)}
        self._scores = [score for _, score in vocabulary]
        self._unknown_id = unknown_id
        self._unknown_score = min(self._scores) - _UNKNOWN_PENALTY
        self._most = max(map(len, self._ids))
        self._longest: dict[str, int] | None = None
        self._words_cut = 0
        self.specials = tuple(specials)

    def pieces(self, word: Word) -> list[int]:
        """The ids of a word's pieces, in order, without the unknown ones."""
        text = METASPACE + (word.decode("cp1252") if isinstance(word, bytes) else word)
        size = len(text)
        best = [0.0] * (size + 1)
        came_from = [-1] * (size + 1)
        by_piece = [0] * (size + 1)
        ids, scores, longest = self._ids, self._scores, self._reaches()
        for start in range(size):
            so_far = best[start]
            single = False
            reach = start + (longest.get(text[start : start + _STEM], _STEM - 1) if longest else self._most)
            for end in range(start + 1, (reach if reach < size else size) + 1):
                piece = ids.get(text[start:end])
                if piece is None:
                    continue
                score = so_far + scores[piece]
                if came_from[end] < 0 or score > best[end]:
                    best[end], came_from[end], by_piece[end] = score, start, piece
                single = single or end == start + 1
            if not single:
                score = so_far + self._unknown_score
                if came_from[start + 1] < 0 or score > best[start + 1]:
                    best[start + 1], came_from[start + 1], by_piece[start + 1] = score, start, self._unknown_id
        found, at = [], size
        while at > 0:
            if by_piece[at] != self._unknown_id:
                found.append(by_piece[at])
            at = came_from[at]
        found.reverse()
        return found

    def _reaches(self) -> dict[str, int] | None:
        """How long the pieces with a given beginning can be. Made once it pays: not for one query."""
        if self._longest is None:
            self._words_cut += 1
            if self._words_cut > _WORDS_THAT_PAY:
                by_length = sorted((piece for piece in self._ids if len(piece) >= _STEM), key=len)
                self._longest = {piece[:_STEM]: len(piece) for piece in by_length}
        return self._longest
