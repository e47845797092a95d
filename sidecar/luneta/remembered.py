"""What searches have looked up in the index, for as long as nobody changes it."""

from collections.abc import Callable, Collection, Mapping
from typing import TypeVar

import apsw

from luneta.store import calls, chunks, names, postings
from luneta.store.signals import NoteSignals, signals

K = TypeVar("K")
T = TypeVar("T")

#: Places of chunks kept: those of some hundred searches, about 4 MB.
_MOST_PLACES = 20_000
#: Passages kept: those of some hundred searches, 3 MB. Who types meets the same ones with every key.
_MOST_PASSAGES = 2000
#: Notes kept: as many as a large vault has, some 10 MB.
_MOST_NOTES = 20_000
#: Words kept, of each kind.
_MOST_WORDS = 10_000


class Remembered:
    """Memos over one connection. `refresh()` before each search."""

    def __init__(self, db: apsw.Connection) -> None:
        self._db = db
        self._version = -1
        self._counts: dict[tuple[str, int], int] = {}
        self._names: dict[tuple[str, int], bool] = {}
        self._called: dict[str, int] = {}
        self._places: dict[int, chunks.ChunkPlace] = {}
        self._passages: dict[int, chunks.StoredChunk] = {}
        self._signals: dict[int, NoteSignals] = {}
        self._first: dict[int, int | None] = {}

    def refresh(self) -> None:
        """Forget everything if another connection has changed the index, and what has grown too large."""
        version = int(self._db.pragma("data_version"))
        changed, self._version = version != self._version, version
        for memo, most in (
            (self._counts, _MOST_WORDS),
            (self._names, _MOST_WORDS),
            (self._called, _MOST_WORDS),
            (self._places, _MOST_PLACES),
            (self._passages, _MOST_PASSAGES),
            (self._signals, _MOST_NOTES),
            (self._first, _MOST_NOTES),
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

    def called(self, wanted: Collection[str]) -> Mapping[str, int]:
        """As calls.totals, of more than is wanted."""
        return _recall(self._called, wanted, lambda missing: calls.totals(self._db, missing))

    def places(self, wanted: Collection[int]) -> Mapping[int, chunks.ChunkPlace]:
        """As chunks.places, of more than is wanted."""
        return _recall(self._places, wanted, lambda missing: chunks.places(self._db, missing))

    def passages(self, wanted: Collection[int]) -> Mapping[int, chunks.StoredChunk]:
        """As chunks.load, of more than is wanted; a note without a chunk (negative) has no text."""
        ids = [chunk for chunk in wanted if chunk > 0]
        return _recall(self._passages, ids, lambda missing: chunks.load(self._db, missing))

    def signals(self, wanted: Collection[int]) -> Mapping[int, NoteSignals]:
        """As signals.signals, of more than is wanted."""
        return _recall(self._signals, wanted, lambda missing: signals(self._db, missing))

    def first_of_notes(self, wanted: Collection[int]) -> Mapping[int, int | None]:
        """As chunks.first_of_notes, of more than is wanted; None for a note without a chunk."""
        return _recall(
            self._first,
            wanted,
            lambda missing: {**dict.fromkeys(missing), **chunks.first_of_notes(self._db, missing)},
        )


def _recall(memo: dict[K, T], wanted: Collection[K], read: Callable[[list[K]], Mapping[K, T]]) -> Mapping[K, T]:
    """The memo, once what is wanted and it has not is read."""
    missing = [one for one in wanted if one not in memo]
    if missing:
        memo.update(read(missing))
    return memo
