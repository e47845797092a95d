"""The stems of many chunks at once: what `core.stems.stem_terms` says of each, from words that have been read already.

Whether a word is a function word, and its stems, are kept by its place in the encoder's vocabulary, so that a batch of
chunks costs a few array operations, and only a word that is new is looked at.
"""

from collections.abc import Callable, Sequence

import numpy as np
import numpy.typing as npt

from luneta.core.stems import ENGLISH_STEMS, PORTUGUESE_STEMS, WORD, Stems, words_in
from luneta.core.stopwords import ENGLISH, FUNCTION_WORDS, PORTUGUESE

Ints = npt.NDArray[np.int32]

#: Function words by number, from 1; 0 is any other word, and what follows the last is a word of several runs of
#: letters, as in "utf8encoder", which the arrays have no room for.
_FUNCTION = {word: number for number, word in enumerate(sorted(FUNCTION_WORDS), 1)}
_SEVERAL = len(_FUNCTION) + 1
_UNKNOWN = -1


def _columns(language: frozenset[str]) -> npt.NDArray[np.float32]:
    return np.array([word in language for word in ("", *sorted(FUNCTION_WORDS), "")], np.float32)


_LANGUAGES = np.stack([_columns(ENGLISH), _columns(PORTUGUESE)], axis=1)


class StemTable:
    """What is known of a vocabulary's words. It grows with the vocabulary, and begins anew with another one."""

    def __init__(self) -> None:
        self._begin([])

    def _begin(self, vocabulary: Sequence[bytes | str]) -> None:
        self._vocabulary = vocabulary
        self._strings = [""]
        self._codes = {"": 0}
        self._functions = _Column(self._functions_of)
        self._english = _Column(lambda places: self._codes_of(places, ENGLISH_STEMS))
        self._portuguese = _Column(lambda places: self._codes_of(places, PORTUGUESE_STEMS))

    def stems(
        self, heads: Sequence[str], parts: Sequence[Ints], vocabulary: Sequence[bytes | str]
    ) -> list[list[str] | None]:
        """`stem_terms` of texts that consist of a head and, on lines of its own, the words of a part, by their places
        in the vocabulary of a literal Reading. None where it must be asked itself."""
        if vocabulary is not self._vocabulary:
            self._begin(vocabulary)
        places = np.concatenate([*parts, np.zeros(0, np.int32)]).astype(np.int32, copy=False)
        owners = np.repeat(np.arange(len(parts)), [len(part) for part in parts])
        words_of = {head: dict.fromkeys(words_in(head)) for head in dict.fromkeys(heads)}
        words = [words_of[head] for head in heads]
        seen = np.zeros((len(parts), _SEVERAL + 1), np.float32)
        seen[owners, self._functions.values(places)] = 1
        for row, own in enumerate(words):
            for word in FUNCTION_WORDS.intersection(own):
                seen[row, _FUNCTION[word]] = 1
        english, portuguese = (seen @ _LANGUAGES).T
        in_english, in_portuguese = english >= np.maximum(portuguese, 1), portuguese > english
        codes = np.zeros(len(places), np.int32)
        for spoken, column in ((in_english, self._english), (in_portuguese, self._portuguese)):
            chosen = np.flatnonzero(spoken.take(owners))
            codes[chosen] = column.values(places.take(chosen))
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

    def _runs_of(self, places: list[int]) -> list[str | None]:
        """The one run of letters of each word, "" if it has none, None if it has several."""
        words = b"\n".join([_bytes(self._vocabulary[place]) for place in places]).decode("cp1252").split("\n")
        return [(word if len(word) > 2 else "") if word.isalpha() else _run_of(word) for word in words]

    def _functions_of(self, places: list[int]) -> list[int]:
        return [_SEVERAL if run is None else _FUNCTION.get(run, 0) for run in self._runs_of(places)]

    def _codes_of(self, places: list[int], stems: Stems) -> list[int]:
        """The number of each word's stem; 0 if it has none."""
        made = [stems.make(run) if run else "" for run in self._runs_of(places)]
        new = [stem for stem in dict.fromkeys(made) if stem not in self._codes]
        self._codes.update(zip(new, range(len(self._strings), len(self._strings) + len(new)), strict=True))
        self._strings += new
        return [self._codes[stem] for stem in made]


class _Column:
    """A number for each place of a vocabulary, made when it is first asked for."""

    def __init__(self, make: Callable[[list[int]], list[int]]) -> None:
        self._make = make
        self._values = np.zeros(0, np.int32)

    def values(self, places: Ints) -> Ints:
        least = int(places.max(initial=-1)) + 1
        if least > len(self._values):
            more = np.full(least - len(self._values) + least // 2, _UNKNOWN, np.int32)
            self._values = np.concatenate((self._values, more))
        values: Ints = self._values.take(places)
        unknown = np.flatnonzero(values == _UNKNOWN)
        if len(unknown):
            new = np.unique(places.take(unknown))
            self._values[new] = self._make(new.tolist())
            values[unknown] = self._values.take(places.take(unknown))
        return values


def _bytes(word: bytes | str) -> bytes:
    assert isinstance(word, bytes)  # no literal reading has any other
    return word


def _run_of(word: str) -> str | None:
    found = WORD.findall(word)
    return found[0] if len(found) == 1 else None if found else ""
