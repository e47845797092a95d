"""A text that an encoder has read once, as a whole: where its words stand and their pieces, for windows and vectors."""

from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int32]


@dataclass(frozen=True, slots=True)
class Reading:
    """`in_word`: of each character, whether it belongs to a word. `starts`: the offset at which each word starts.
    `before`: the pieces before each word, and at last of all. `pieces`: all of them, in the order of the text.

    A word is the encoder's: a run of letters and digits, say. What the encoder makes of a text is the pieces of its
    words, so those of a part that cuts no word are a part of those of the whole.
    """

    in_word: npt.NDArray[np.bool_]
    starts: Ints
    before: Ints
    pieces: Ints

    def pieces_before(self, offsets: Ints) -> Ints:
        """How many pieces begin before each of these offsets of the text."""
        return self.before.take(np.searchsorted(self.starts, offsets))

    def cuts(self, offsets: Ints) -> bool:
        """Whether one of these offsets, all inside the text, lies within a word."""
        return bool((self.in_word.take(offsets) & self.in_word.take(offsets - 1) & (offsets > 0)).any())

    def part(self, start: int, end: int) -> Ints | None:
        """The pieces of text[start:end]; None if that cuts a word."""
        inside = self.in_word
        if any(0 < at < len(inside) and inside[at] and inside[at - 1] for at in (start, end)):
            return None
        first, last = self.before.take(self.starts.searchsorted((start, end))).tolist()
        return self.pieces[first:last]
