"""What searches have looked up in the index, for as long as nobody changes it."""

from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

import apsw

from luneta.store import chunks, names, postings
from luneta.store.signals import NoteSignals, signals

T = TypeVar("T")

#: Places of chunks kept: those of some hundred searches, about 4 MB.
_MOST_PLACES = 20_000
#: Passages kept, and notes: those of some hundred searches, 3 MB each. Who types meets the same ones with every key.
_MOST_PASSAGES = 2000
_MOST_NOTES = 2000
#: Words kept, of each kind.
_MOST_WORDS = 10_000


class Remembered:
    """Memos over one connection. `refresh()` before each search."""

    def __init__(self, db: apsw.Connection) -> None:
        self._db = db
        self._version = -1
        self._counts: dict[tuple[str, int], int] = {}
        self._names: dict[tuple[str, int], bool] = {}
        self._places: dict[int, chunks.ChunkPlace] = {}
        self._passages: dict[int, chunks.StoredChunk] = {}
        self._signals: dict[int, NoteSignals] = {}

    def refresh(self) -> None:
        """Forget everything if another connection has changed the index, and what has grown too large."""
        version = int(self._db.pragma("data_version"))
        changed, self._version = version != self._version, version
        for memo, most in (
            (self._counts, _MOST_WORDS),
            (self._names, _MOST_WORDS),
            (self._places, _MOST_PLACES),
            (self._passages, _MOST_PASSAGES),
            (self._signals, _MOST_NOTES),
        ):
            if changed or len(memo) > most:
                memo.clear()

    def count(self, match: str, bound: int) -> int:
        """As postings.count."""
        key = (match, bound)
        if key not in self._counts:
            self._counts[key] = postings.count(self._db, match, bound)
        return self._counts[key]

    def is_common_name(self, match: str, bound: int) -> bool:
        """As names.is_common."""
        key = (match, bound)
        if key not in self._names:
            self._names[key] = names.is_common(self._db, match, bound)
        return self._names[key]

    def places(self, wanted: Iterable[int]) -> Mapping[int, chunks.ChunkPlace]:
        """As chunks.places."""
        return _recalled(self._places, wanted, lambda missing: chunks.places(self._db, missing))

    def passages(self, wanted: Iterable[int]) -> Mapping[int, chunks.StoredChunk]:
        """As chunks.load; a note without a chunk (negative) has no text."""
        ids = (chunk for chunk in wanted if chunk > 0)
        return _recalled(self._passages, ids, lambda missing: chunks.load(self._db, missing))

    def signals(self, wanted: Iterable[int]) -> Mapping[int, NoteSignals]:
        """As signals.signals."""
        return _recalled(self._signals, wanted, lambda missing: signals(self._db, missing))


def _recalled(memo: dict[int, T], wanted: Iterable[int], read: Callable[[list[int]], Mapping[int, T]]) -> dict[int, T]:
    """What is wanted, if there is such a thing; what the memo has not is read."""
    ids = list(wanted)
    missing = [one for one in ids if one not in memo]
    if missing:
        memo.update(read(missing))
    return {one: memo[one] for one in ids if one in memo}
