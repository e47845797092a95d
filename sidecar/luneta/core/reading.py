"""A text that an encoder has read once, as a whole: where its words stand and their pieces, for windows and vectors."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class Reading:
    """`in_word`: of each character, whether it belongs to a word. `starts`: the offset at which each word starts.
    `before`: the pieces before each word, and at last of all. `pieces`: all of them, in the order of the text.
    `places`: of each word, its place in the `vocabulary`, which has it in lower case and in cp1252. `raw`: the
    text in cp1252, with `?` for what is no part of a word and not in it, unless there is white space among that.

    A word is the encoder's: a run of letters and digits, say. What the encoder makes of a text is the pieces of its
    words, so those of a part that cuts no word are a part of those of the whole.
    """

    in_word: npt.NDArray[np.bool_]
    starts: Ints
    before: Ints
    pieces: Ints
    places: Ints
    vocabulary: Sequence[bytes | str]
    raw: bytes | None = None

    def pieces_before(self, offsets: Ints) -> Ints:
        """How many pieces begin before each of these offsets of the text."""
        return self.before.take(np.searchsorted(self.starts, offsets))

    def cuts(self, offsets: Ints) -> bool:
        """Whether one of these offsets, all inside the text, lies within a word."""
        return bool((self.in_word.take(offsets) & self.in_word.take(offsets - 1) & (offsets > 0)).any())

    def parts(self, spans: Sequence[tuple[int, int]]) -> list[tuple[Ints, Ints] | None]:
        """Of text[start:end], for each of these, the words by their places in the vocabulary and the pieces; None where
        that cuts a word."""
        borders = np.array(spans, np.int32).reshape(-1)
        places = self.starts.searchsorted(borders)
        before = self.before.take(places).tolist()
        inside = np.zeros(len(self.in_word) + 2, np.bool_)  # with what is before the text and behind it
        inside[1:-1] = self.in_word
        broken, words = (inside.take(borders) & inside.take(borders + 1)).tolist(), places.tolist()
        return [
            None
            if broken[i] or broken[i + 1]
            else (self.places[words[i] : words[i + 1]], self.pieces[before[i] : before[i + 1]])
            for i in range(0, len(words), 2)
        ]
