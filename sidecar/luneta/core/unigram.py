"""A Unigram tokenizer for static encoders, word by word, so that each distinct word is cut into pieces once.

The pieces are exactly those of the `tokenizers` library for the one shape of tokenizer.json that this module
knows (see `is_supported`): NFKC, lower case, everything but letters, numbers and marks a space; runs of Chinese
and Japanese characters stand alone; every word starts with a metaspace. Other shapes are left to the library.
"""

import re
import unicodedata
from collections.abc import Collection, Sequence
from functools import cache
from typing import Any, NamedTuple

from luneta.core.lattice import Lattice

#: Added to the lowest score of the vocabulary for a character that no piece covers (tokenizers, unigram/model.rs).
_UNKNOWN_PENALTY = 10.0
#: What NFKC makes another letter or digit of, and cp1252 has a byte for.
_REWRITTEN = "ªº²³¹"
_CP1252 = frozenset(bytes(range(256)).decode("cp1252", "ignore"))
#: Words to be cut before a table of 20 ms makes up for itself.
_WORDS_THAT_PAY = 1000
#: From so many words on, cutting them together pays (one by one 14 microseconds each, of 1,000 together 4). For the
#: two hundred new words of a single note it does not: the tables are then in no cache of the processor.
_TOGETHER = 400
#: The same in a process that has the tables already, since it reads many notes.
_TOGETHER_AGAIN = 150
_NOT_REACHED = float("-inf")
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
#: Compatibility characters of Unicode 12 to 14: found by comparing every code point with tokenizers 0.23.
_UNKNOWN_TO_NFKC = re.compile(
    "([\ua7f2-\ua7f4\uab69\U00010781-\U00010785\U00010787-\U000107b0\U000107b2-\U000107ba\U0001f16c\U0001fbf0-\U0001fbf9]+)"
)
_CJK_RUN = re.compile(f"([{_CJK}]+)")
_CJK_WORDS = re.compile(f"[{_CJK_WORD}]+")
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
def _is_mark(character: str) -> bool:
    return unicodedata.category(character)[0] == "M"


@cache
def _word_pattern(marks: str) -> re.Pattern[str]:
    """Runs of letters, numbers and these marks, in a text without underscores.

    The marks that a text has, not all there are: a class of all of them makes the search twenty times slower.
    """
    return re.compile(f"[\\w{marks}]+")


@cache
def _is_space(character: str) -> bool:
    """Whether the normalizer makes a space of a character outside cp1252, whatever stands beside it."""
    folded = unicodedata.normalize("NFKC", character).lower()
    return not (_is_word(character) or any(map(_is_word, folded)))


class SingleBytes(NamedTuple):
    """A text in cp1252, with `?` for arrows, pictures and whatever else is a space to the normalizer; `shows_space`
    unless there is white space among these."""

    raw: bytes
    shows_space: bool

    def normalized(self) -> bytes:
        """The text with its words as `words_of` has them and spaces for everything else."""
        return self.raw.translate(_cp1252_table()[0])


def single_bytes(text: str) -> SingleBytes | None:
    """The text with one byte for each character. None if some character cannot be one, and be normalized as one."""
    if text.isascii():
        return SingleBytes(text.encode(), True)  # ten times as fast, and there is nothing unsafe in it
    shows_space = True
    try:
        raw = text.encode("cp1252")
    except UnicodeEncodeError:
        others = set(text) - _CP1252
        if not all(map(_is_space, others)):
            return None
        raw, shows_space = text.encode("cp1252", "replace"), not any(map(str.isspace, others))
    unsafe = _cp1252_table()[1]
    return SingleBytes(raw, shows_space) if len(raw.translate(None, unsafe)) == len(raw) else None


def words_of(text: str) -> Sequence[Word]:
    """The words of a text, normalized, in order. Linear in the text."""
    single = single_bytes(text)
    return _words_of_any(text) if single is None else single.normalized().split()


def is_literal(text: str) -> bool:
    """Whether the normalizer does no more to the letters and digits of a text in cp1252 than to lower them."""
    return text.isascii() or not any(map(text.__contains__, _REWRITTEN))


def words_of_each(words: Sequence[str]) -> list[Sequence[Word]]:
    """As `words_of` of each of many short texts without line feeds, at a fraction of the cost."""
    table, unsafe = _cp1252_table()
    try:
        raw = "\n".join(words).encode("cp1252")
    except UnicodeEncodeError:
        return [words_of(word) for word in words]
    if len(raw.translate(None, unsafe)) != len(raw):
        return [words_of(word) for word in words]
    lines = raw.translate(table[: ord("\n")] + b"\n" + table[ord("\n") + 1 :]).split(b"\n")
    return [line.split() for line in lines[: len(words)]]


def _nfkc(text: str) -> str:
    """As the library does it, whose tables do not know some characters that Python's take apart."""
    if not _UNKNOWN_TO_NFKC.search(text):
        return unicodedata.normalize("NFKC", text)
    parts = enumerate(_UNKNOWN_TO_NFKC.split(text))
    return "".join(part if number % 2 else unicodedata.normalize("NFKC", part) for number, part in parts)


def _words_of_any(text: str) -> Sequence[Word]:
    # The library lowers character by character, so a final sigma stays a plain one.
    lowered = _nfkc(text).replace("\u03a3", "\u03c3").lower().replace("_", " ")
    find = _word_pattern("".join(sorted(filter(_is_mark, set(lowered))))).findall
    if not _CJK_RUN.search(lowered):
        return find(lowered)
    words: list[str] = []
    for number, part in enumerate(_CJK_RUN.split(lowered)):
        words += _CJK_WORDS.findall(part) if number % 2 else find(part)
    return words


def _as_text(word: Word) -> str:
    return METASPACE + (word.decode("cp1252") if isinstance(word, bytes) else word)


class UnigramTokenizer:
    """Words to pieces by the best path through the vocabulary (Viterbi).

    `vocabulary` is tokenizer.json's list of (piece, log probability); a piece's id is its place in it. `split`: the ids
    of all pieces that are whole words and yet are cut further, if that is known; then the others need no search, three
    of four words of a note.
    """

    def __init__(
        self, vocabulary: Sequence[tuple[str, float]], unknown_id: int, split: Collection[int] | None = None
    ) -> None:
        self._ids = {piece: index for index, (piece, _) in enumerate(vocabulary) if index != unknown_id}
        self._scores = dict(vocabulary)
        self._unknown_score = min(self._scores.values()) - _UNKNOWN_PENALTY
        self._most = max(map(len, self._scores))
        self._longest: dict[str, int] | None = None
        self._words_cut = 0
        self._lattice: Lattice | None = None
        self._split = frozenset(self._ids.values() if split is None else split)

    def pieces_of_each(self, words: Sequence[Word]) -> list[list[int]]:
        """As `pieces` of each of many words, at a fraction of the cost."""
        texts = list(map(_as_text, words))
        found = list(map(self._whole, texts))
        left = [i for i, pieces in enumerate(found) if pieces is None]
        if len(left) >= (_TOGETHER if self._lattice is None else _TOGETHER_AGAIN):
            if self._lattice is None:
                self._lattice = Lattice(self._scores, self._ids, self._unknown_score)
            for i, pieces in zip(left, self._lattice.cut([texts[i] for i in left]), strict=True):
                found[i] = pieces
        return [self._search(text) if pieces is None else pieces for text, pieces in zip(texts, found, strict=True)]

    def _whole(self, text: str) -> list[int] | None:
        """The one piece that a word is known to be."""
        whole = self._ids.get(text)
        return None if whole is None or whole in self._split else [whole]

    def split_pieces(self) -> list[int]:
        """The ids for `split`, ascending. Takes a good second of a vocabulary of 80,000."""
        whole = [(piece, found) for piece, found in self._ids.items() if piece.startswith(METASPACE) and piece[1:]]
        cut = self.pieces_of_each([piece[1:] for piece, _ in whole])
        return sorted(found for (_, found), pieces in zip(whole, cut, strict=True) if pieces != [found])

    def pieces(self, word: Word) -> list[int]:
        """The ids of a word's pieces, in order, without the unknown ones."""
        text = _as_text(word)
        return self._whole(text) or self._search(text)

    def _search(self, text: str) -> list[int]:
        came_from = self._best_path(text)
        found, at = [], len(text)
        while at > 0:
            start = came_from[at]
            piece = self._ids.get(text[start:at])
            if piece is not None:
                found.append(piece)
            at = start
        found.reverse()
        return found

    def _best_path(self, text: str) -> list[int]:
        """For each place in the text, where the last piece of the best path to it begins."""
        size = len(text)
        best = [_NOT_REACHED] * (size + 1)
        best[0] = 0.0
        came_from = [0] * (size + 1)
        score_of, longest = self._scores.get, self._reaches()
        for start in range(size):
            so_far = best[start]
            end = start + 1
            score = so_far + score_of(text[start], self._unknown_score)
            if score > best[end]:
                best[end], came_from[end] = score, start
            reach = start + (longest.get(text[start : start + _STEM], _STEM - 1) if longest else self._most)
            for end in range(start + 2, (reach if reach < size else size) + 1):
                piece_score = score_of(text[start:end])
                if piece_score is not None:
                    score = so_far + piece_score
                    if score > best[end]:
                        best[end], came_from[end] = score, start
        return came_from

    def _reaches(self) -> dict[str, int] | None:
        """How long the pieces with a given beginning can be. Made once it pays: not for one query."""
        if self._longest is None:
            self._words_cut += 1
            if self._words_cut > _WORDS_THAT_PAY:
                by_length = sorted((piece for piece in self._scores if len(piece) >= _STEM), key=len)
                self._longest = {piece[:_STEM]: len(piece) for piece in by_length}
        return self._longest
