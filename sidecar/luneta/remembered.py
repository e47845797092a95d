"""What searches have looked up in the index, for as long as nobody changes it."""

import apsw

from luneta.store import chunks, names, postings

#: Places of chunks kept: those of some hundred searches, about 4 MB.
_MOST_PLACES = 20_000
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

    def refresh(self) -> None:
        """Forget everything if another connection has changed the index, and what has grown too large."""
        version = int(self._db.pragma("data_version"))
        if version != self._version:
            self._version = version
            self._counts, self._names, self._places = {}, {}, {}
        if len(self._places) > _MOST_PLACES:
            self._places.clear()
        for words in (self._counts, self._names):
            if len(words) > _MOST_WORDS:
                words.clear()

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

    def places(self, wanted: list[int]) -> dict[int, chunks.ChunkPlace]:
        """As chunks.places."""
        known = self._places
        missing = [chunk for chunk in wanted if chunk not in known]
        if missing:
            known.update(chunks.places(self._db, missing))
        return {chunk: known[chunk] for chunk in wanted if chunk in known}
