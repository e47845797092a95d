"""Many words to pieces at once: the search of `core.unigram` with numpy, character by character for all words together.

Same sums in the same order, so the same path: a piece is looked for by a 64-bit hash of its characters, and the pieces
found must spell the words again. Words that they do not spell (a character that no piece covers, equal hashes) and
words that are too long are left to the caller, who cuts them one by one.
"""

from collections.abc import Mapping, Sequence

import numpy as np
import numpy.typing as npt

#: Characters of the longest word that is cut here: the steps grow with its square, and few words are longer.
LONGEST = 28
_BASE = np.uint64(0x9E3779B97F4A7C15)
#: Spreads the codes of characters over the high bits, by which the filter is asked.
_SPREAD = np.uint64(0xD6E8FEB86659FD93)
#: Bits of the filter's size: a byte each, a twelfth of them set by 84,000 pieces.
_FILTER_BITS = 20

_Hashes = npt.NDArray[np.uint64]


class Lattice:
    """Cuts words by the best path through a vocabulary: `scores` by piece, `ids` of the pieces that count."""

    def __init__(self, scores: Mapping[str, float], ids: Mapping[str, int], unknown_score: float) -> None:
        self._unknown_score = unknown_score
        self._pieces = list(scores)
        lengths = np.fromiter(map(len, self._pieces), np.int64, len(self._pieces))
        hashes = _prefixes("".join(self._pieces), lengths)[lengths, np.arange(len(lengths))]
        order = np.argsort(hashes)
        self._hashes: _Hashes = hashes[order]
        self._order = order
        self._scores = np.fromiter(scores.values(), np.float64, len(scores))[order]
        self._ids = np.fromiter((ids.get(piece, -1) for piece in self._pieces), np.int64, len(scores))[order]
        buckets = _bucket(self._hashes)
        self._filter = np.zeros(1 << _FILTER_BITS, np.bool_)
        self._filter[buckets] = True
        self._first = np.zeros(1 << _FILTER_BITS, np.int32)
        self._first[buckets[::-1]] = np.arange(len(buckets) - 1, -1, -1, dtype=np.int32)
        #: whether the next piece is in the same bucket
        self._more = np.append(buckets[1:] == buckets[:-1], False)
        self._most = int(lengths.max())

    def cut(self, words: Sequence[str]) -> list[list[int] | None]:
        """The ids of each word's pieces, in order; None for a word that is to be cut by itself. No word is empty."""
        lengths = np.fromiter(map(len, words), np.int64, len(words))
        order = np.argsort(-lengths, kind="stable")
        order = order[np.searchsorted(-lengths[order], -LONGEST) :]
        found: list[list[int] | None] = [None] * len(words)
        if len(order):
            chosen = [words[i] for i in order.tolist()]
            for i, pieces in zip(order.tolist(), self._cut(chosen, lengths[order]), strict=True):
                found[i] = pieces
        return found

    def _cut(self, words: list[str], lengths: npt.NDArray[np.int64]) -> list[list[int] | None]:
        """As `cut`, for words ordered by length, longest first."""
        prefixes = _prefixes("".join(words), lengths)
        longest, count = int(lengths[0]), len(words)
        best = np.full((longest + 1, count), -np.inf)
        best[0] = 0.0
        came_from = np.zeros((longest + 1, count), np.int64)
        by = np.full((longest + 1, count), -1, np.int64)
        powers = _powers(longest)[:, None]
        for end in range(1, longest + 1):
            reaching = int(np.searchsorted(-lengths, -end, side="right"))
            first = max(0, end - self._most)
            hashes = prefixes[end, :reaching] - prefixes[first:end, :reaching] * powers[longest - (end - first) :]
            flat, places = self._known(hashes.ravel())
            sums = np.full((end - first, reaching), -np.inf)
            sums[-1] = best[end - 1, :reaching] + self._unknown_score
            sums.ravel()[flat] = best[first:end, :reaching].ravel().take(flat) + self._scores.take(places)
            step = np.full((end - first) * reaching, -1, np.int32)
            step[flat] = places
            chosen = sums.argmax(axis=0)  # of equal ones the first: the longest last piece
            every = np.arange(reaching)
            best[end, :reaching] = sums[chosen, every]
            came_from[end, :reaching] = chosen + first
            by[end, :reaching] = step.take(chosen * reaching + every)
        return self._paths(words, lengths, came_from, by)

    def _known(self, hashes: _Hashes) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.int32]]:
        """Which of these are pieces, and the places of those among the sorted ones."""
        buckets = _bucket(hashes)
        found = np.flatnonzero(self._filter.take(buckets))
        wanted, places = hashes.take(found), self._first.take(buckets.take(found))
        same = self._hashes.take(places) == wanted
        left = np.flatnonzero(~same)
        while len(left := left[self._more.take(places.take(left))]):
            places[left] += 1
            hit = self._hashes.take(places.take(left)) == wanted.take(left)
            same[left[hit]] = True
            left = left[~hit]
        return found[same], places[same]

    def _paths(
        self,
        words: list[str],
        lengths: npt.NDArray[np.int64],
        came_from: npt.NDArray[np.int64],
        by: npt.NDArray[np.int64],
    ) -> list[list[int] | None]:
        """Back from each word's end."""
        where, at = np.arange(len(words)), lengths
        steps = []
        while len(where):
            steps.append((where, at, by[at, where]))
            at = came_from[at, where]
            where, at = where[at > 0], at[at > 0]
        owners, ends, places = (np.concatenate(part) for part in zip(*steps, strict=True))
        order = np.argsort(owners * (LONGEST + 1) + ends)
        places = places[order]
        bounds = np.cumsum(np.bincount(owners, minlength=len(words))).tolist()
        ids = np.where(places < 0, -1, self._ids.take(places)).tolist()
        texts = [self._pieces[i] for i in self._order.take(places).tolist()]
        found: list[list[int] | None] = []
        first = 0
        for word, last in zip(words, bounds, strict=True):
            pieces = ids[first:last]
            spelled = -1 not in pieces and "".join(texts[first:last]) == word
            found.append(pieces if spelled else None)
            first = last
        return found


def _bucket(hashes: _Hashes) -> npt.NDArray[np.int64]:
    return (hashes >> np.uint64(64 - _FILTER_BITS)).astype(np.int64)


def _powers(count: int) -> _Hashes:
    """The base to the powers from `count` down to 1."""
    return np.multiply.accumulate(np.full(count, _BASE, np.uint64))[::-1]


def _prefixes(joined: str, lengths: npt.NDArray[np.int64]) -> _Hashes:
    """The hashes of the beginnings of words that stand in a row, shape (longest + 1, words): those of i characters in
    row i. What is longer than the word itself means nothing."""
    codes = np.frombuffer(joined.encode("utf-32-le", "surrogatepass"), np.uint32)
    firsts = np.cumsum(lengths) - lengths
    hashes = np.zeros((int(lengths.max()) + 1, len(lengths)), np.uint64)
    for i in range(len(hashes) - 1):
        code = codes.take(firsts + i, mode="clip").astype(np.uint64) * _SPREAD
        hashes[i + 1] = hashes[i] * _BASE + code
    return hashes
