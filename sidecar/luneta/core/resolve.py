"""Which note a link means."""

import posixpath
import unicodedata
from collections.abc import Iterable


def target_key(target: str) -> str:
    """What a link's target and a note's file name are compared by: the last part, NFC, no .md, lower case."""
    name = unicodedata.normalize("NFC", target).replace("\\", "/").rstrip("/").rpartition("/")[2]
    return _without_extension(name).casefold()


def _without_extension(path: str) -> str:
    return path[:-3] if path[-3:].casefold() == ".md" else path


class LinkIndex:
    """Resolves links among some notes: (id, path) pairs; only notes named like a link's target matter to it.

    A target with folders means the note at that path from the linking note's folder, else from the vault's root,
    else one whose path ends so. Of several, the one in the linking note's folder, else the shortest path, else the
    first by path.
    """

    def __init__(self, notes: Iterable[tuple[int, str]]) -> None:
        self._by_key: dict[str, list[tuple[str, str, int]]] = {}
        self._by_path: dict[str, int] = {}
        for note, path in sorted(notes, key=lambda pair: pair[1]):
            comparable = _without_extension(path).casefold()
            self._by_key.setdefault(target_key(path), []).append((comparable, path, note))
            self._by_path.setdefault(comparable, note)
        self._known: dict[tuple[str, str], int | None] = {}

    def resolve(self, target: str, source_path: str) -> int | None:
        """The note meant, or None."""
        asked = (target, posixpath.dirname(source_path))
        if asked not in self._known:
            self._known[asked] = self._resolve(*asked)
        return self._known[asked]

    def _resolve(self, target: str, folder: str) -> int | None:
        wanted = unicodedata.normalize("NFC", target).replace("\\", "/").strip("/")
        named = self._by_key.get(target_key(wanted))
        if not named:
            return None
        wanted = _without_extension(wanted).casefold()
        for exact in (posixpath.join(folder.casefold(), wanted), wanted):
            note = self._by_path.get(posixpath.normpath(exact))
            if note is not None:
                return note
        tail = "/" + wanted.removeprefix("./")
        ending = [entry for entry in named if ("/" + entry[0]).endswith(tail)]
        if not ending:
            return None
        return min(ending, key=lambda e: (posixpath.dirname(e[1]) != folder, e[1].count("/"), len(e[1]), e[1]))[2]
