"""Words of a text told apart all at once: by hashes of their bytes, and a table of those met before.

To look up the words of 100 MB of notes one by one takes Python three seconds and more, most of them spent waiting for
memory. Here a text is a handful of array operations; only a word that is new is ever made.
"""

from functools import cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

Ints = npt.NDArray[np.int32]
Hashes = npt.NDArray[np.uint64]

_SPACE = ord(" ")
#: Hashes are polynomials in this odd number, modulo 2^64 (its golden section).
_BASE = 0x9E3779B97F4A7C15
#: A second odd number, which spreads them over the table (MurmurHash3's finalizer).
SPREAD = np.uint64(0xFF51AFD7ED558CCD)
#: Bytes of a text that are taken together: the tables of the powers stay in the processor's cache.
BLOCK = 1 << 17
#: Longer words have no hash: polynomials modulo a power of two tell some texts of 1,024 bytes and more not apart.
_LONGEST = 64
_FEWEST_BITS = 10
#: Slots for each word at least.
_ROOM = 2


class WordSpans(NamedTuple):
    """Where words start and end, and their hashes: 0 for one that has none."""

    starts: Ints
    ends: Ints
    hashes: Hashes


@cache
def _powers() -> tuple[Hashes, Hashes]:
    """The powers of the base, and of its inverse."""
    inverse = pow(_BASE, -1, 1 << 64)
    rows = np.ones((2, BLOCK + 1), np.uint64)
    rows[0, 1:], rows[1, 1:] = np.uint64(_BASE), np.uint64(inverse)
    rows = np.cumprod(rows, axis=1)
    return rows[0], rows[1]


def find_words(normal: bytes) -> WordSpans:
    """The words of a text: its runs of bytes between spaces. Linear."""
    data = np.frombuffer(normal, np.uint8)
    marks = np.zeros(len(data) + 2, np.int8)
    np.not_equal(data, _SPACE, out=marks[1:-1], casting="unsafe")
    borders = np.flatnonzero(marks[1:] != marks[:-1]).astype(np.int32)
    starts, ends = borders[::2], borders[1::2]
    hashes = np.zeros(len(starts), np.uint64)
    powers, inverses = _powers()
    for at in range(0, len(data), BLOCK):
        block = data[at : at + BLOCK]
        first, last = starts.searchsorted((at, at + len(block))).tolist()
        if first == last:
            continue
        if ends[last - 1] > at + len(block):
            last -= 1  # it goes on in the next block
        sums = np.zeros(len(block) + 1, np.uint64)
        np.multiply(block, powers[: len(block)], out=sums[1:])
        np.cumsum(sums, out=sums)
        begins = starts[first:last] - at
        hashes[first:last] = (sums.take(ends[first:last] - at) - sums.take(begins)) * inverses.take(begins)
    hashes[ends - starts > _LONGEST] = 0
    return WordSpans(starts, ends, hashes)


class WordTable:
    """The places of words by their hashes: open addressing, each step for all words together."""

    def __init__(self) -> None:
        self._count = 0
        self._make(_FEWEST_BITS)

    def _make(self, bits: int) -> None:
        self._shift = np.uint64(64 - bits)
        self._last = (1 << bits) - 1
        self._hashes = np.zeros(1 << bits, np.uint64)
        self._places = np.full(1 << bits, -1, np.int32)

    def _slots(self, hashes: Hashes) -> npt.NDArray[np.int64]:
        return ((hashes * SPREAD) >> self._shift).astype(np.int64)

    def find(self, hashes: Hashes) -> Ints:
        """The place of each; -1 for those that are not here."""
        slots = self._slots(hashes)
        held = self._hashes.take(slots)
        places = self._places.take(slots)
        left = np.flatnonzero(held != hashes)
        places[left] = -1
        left = left[held.take(left) != 0]
        slots = slots.take(left)
        while len(left):
            slots = slots + 1 & self._last
            held = self._hashes.take(slots)
            same = held == hashes.take(left)
            places[left[same]] = self._places.take(slots[same])
            on = (held != 0) & ~same
            left, slots = left[on], slots[on]
        return places

    def add(self, hashes: Hashes, places: Ints) -> None:
        """Put in words that are not here yet, each once; those without a hash stay out."""
        kept = hashes != 0
        hashes, places = hashes[kept], places[kept]
        self._count += len(hashes)
        if self._count * _ROOM > len(self._hashes):
            held = self._hashes != 0
            hashes = np.concatenate((self._hashes[held], hashes))
            places = np.concatenate((self._places[held], places))
            self._make((self._count * _ROOM * 2).bit_length())
        slots = self._slots(hashes)
        while len(hashes):
            free = self._hashes.take(slots) == 0
            self._hashes[slots[free]] = hashes[free]  # of several at one slot one gets it
            own = self._hashes.take(slots) == hashes
            self._places[slots[own]] = places[own]
            hashes, places, slots = hashes[~own], places[~own], slots[~own] + 1 & self._last
