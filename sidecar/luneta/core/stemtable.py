"""The stems of many chunks at once: what `core.stems.stem_terms` says of each, from words that have been read already.

Whether a word is a function word, and its stems, are kept by its place in the encoder's vocabulary, so that a batch of
chunks costs a few array operations, and only a word that is new is looked at.
"""

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from luneta.core.stems import ENGLISH_STEMS, PORTUGUESE_STEMS, WORD, Stems
from luneta.core.stopwords import ENGLISH, FUNCTION_WORDS, PORTUGUESE

Ints = npt.NDArray[np.int32]

#: Function words by number, from 1; 0 is any other word, and what follows the last is a word of several runs of
#: letters, as in "utf8encoder", which the arrays have no room for.
_FUNCTION = {word: number for number, word in enumerate(sorted(FUNCTION_WORDS), 1)}
_SEVERAL = len(_FUNCTION) + 1
_UNKNOWN = -1
#: Words that there is room for at least.
_ROOM = 4_096


def _columns(language: frozenset[str]) -> npt.NDArray[np.float32]:
    return np.array([word in language for word in ("", *sorted(FUNCTION_WORDS), "")], np.float32)


_LANGUAGES = np.stack([_columns(ENGLISH), _columns(PORTUGUESE)], axis=1)


class StemTable:
    """What is known of a vocabulary's words. It grows with the vocabulary, and begins anew with another one."""

    def __init__(self) -> None:
        self._strings: list[str] = [""]
        self._codes: dict[str, int] = {"": 0}
        self._begin([])

    def _begin(self, vocabulary: Sequence[bytes | str]) -> None:
        self._vocabulary = vocabulary
        self._runs: list[str | None] = []
        self._function = np.zeros(0, np.int16)
        self._english = _Language(ENGLISH_STEMS)
        self._portuguese = _Language(PORTUGUESE_STEMS)

    def stems(
        self, heads: Sequence[str], parts: Sequence[Ints], vocabulary: Sequence[bytes | str]
    ) -> list[list[str] | None]:
        """`stem_terms` of texts that consist of a head and, on lines of its own, the words of a part, by their places
        in the vocabulary of a literal Reading. None where it must be asked itself."""
        self._follow(vocabulary)
        places = np.concatenate([*parts, np.zeros(0, np.int32)]).astype(np.int32, copy=False)
        owners = np.repeat(np.arange(len(parts)), [len(part) for part in parts])
        words = [dict.fromkeys(WORD.findall(head.lower())) for head in heads]
        seen = np.zeros((len(parts), _SEVERAL + 1), np.float32)
        seen[owners, self._function.take(places)] = 1
        for row, own in enumerate(words):
            for word in FUNCTION_WORDS.intersection(own):
                seen[row, _FUNCTION[word]] = 1
        english, portuguese = (seen @ _LANGUAGES).T
        in_english, in_portuguese = english >= np.maximum(portuguese, 1), portuguese > english
        codes = np.zeros(len(places), np.int32)
        for spoken, language in ((in_english, self._english), (in_portuguese, self._portuguese)):
            chosen = np.flatnonzero(spoken.take(owners))
            codes[chosen] = language.codes(places.take(chosen), self)
        kept = np.flatnonzero(codes)
        bounds = owners.take(kept).searchsorted(np.arange(len(parts) + 1)).tolist()
        stems = [self._strings[code] for code in codes.take(kept).tolist()]
        several = seen[:, _SEVERAL].tolist()
        found: list[list[str] | None] = []
        for row, own in enumerate(words):
            memo = ENGLISH_STEMS if in_english[row] else PORTUGUESE_STEMS if in_portuguese[row] else None
            if several[row] or memo is None:
                found.append(None if several[row] else [])
                continue
            each = dict.fromkeys(map(memo.__getitem__, own))
            each.pop("", None)
            each.update(dict.fromkeys(stems[bounds[row] : bounds[row + 1]]))
            found.append(list(each))
        return found

    def _follow(self, vocabulary: Sequence[bytes | str]) -> None:
        if vocabulary is not self._vocabulary:
            self._begin(vocabulary)
        count = len(vocabulary)
        if count > len(self._function):
            more = np.zeros(count - len(self._function) + count // 2 + _ROOM, np.int16)
            self._function = np.concatenate((self._function, more))
            for language in (self._english, self._portuguese):
                language.grow(len(more))
        known = len(self._runs)
        if count > known:
            self._runs += map(_run_of, vocabulary[known:count])
            of = _FUNCTION.get
            new = [_SEVERAL if run is None else of(run, 0) for run in self._runs[known:]]
            self._function[known:count] = new

    def code(self, place: int, stems: Stems) -> int:
        """The number of the stem of the word at a place; 0 if it has none."""
        run = self._runs[place]
        stem = stems.make(run) if run else ""
        code = self._codes.get(stem)
        if code is None:
            code = self._codes[stem] = len(self._strings)
            self._strings.append(stem)
        return code


class _Language:
    """The numbers of the stems of a vocabulary's words in one language, found when first asked for."""

    def __init__(self, stems: Stems) -> None:
        self._stems = stems
        self._codes = np.zeros(0, np.int32)

    def grow(self, more: int) -> None:
        self._codes = np.concatenate((self._codes, np.full(more, _UNKNOWN, np.int32)))

    def codes(self, places: Ints, table: StemTable) -> Ints:
        codes: Ints = self._codes.take(places)
        unknown = np.flatnonzero(codes == _UNKNOWN)
        if len(unknown):
            new = np.unique(places.take(unknown))
            self._codes[new] = [table.code(place, self._stems) for place in new.tolist()]
            codes[unknown] = self._codes.take(places.take(unknown))
        return codes


def _run_of(word: bytes | str) -> str | None:
    """The one run of letters of a word, "" if it has none, None if it has several."""
    text = str(word, "cp1252") if isinstance(word, bytes) else word
    if text.isalpha():
        return text if len(text) > 2 else ""
    found = WORD.findall(text)
    return found[0] if len(found) == 1 else None if found else ""
