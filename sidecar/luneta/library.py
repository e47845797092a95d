"""A vault for programs in Python: `from luneta import open_vault`."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from types import TracebackType
from typing import Self

from luneta.config import load_config
from luneta.core.note import read_note
from luneta.core.redact import redact
from luneta.core.types import Hit, Mode, Note, Problem, SearchOptions, SearchResult
from luneta.engine import Engine
from luneta.errors import NoIndexError, UsageError
from luneta.reports import IndexReport, Status
from luneta.vault import read_bytes, resolve_note


class Vault:
    """A vault of notes, searched by words, by meaning and by name. One thread at a time; close it, or use `with`.

    Folder rules are obeyed everywhere, and secrets never come out of it.
    """

    def __init__(self, path: Path, *, resident: bool) -> None:
        self._engine = Engine.open(path, resident=resident)
        self.path = self._engine.vault

    def search(
        self,
        query: str,
        *,
        limit: int | None = None,
        mode: Mode = "hybrid",
        folders: Sequence[str] = (),
        max_tokens: int | None = None,
    ) -> SearchResult:
        """The answer to a query, exactly as `luneta search` gives it. Indexes the vault first if that never happened.

        `max_tokens`: whole passages within this budget instead of snippets. Raises PathOutsideVaultError.
        """
        options = replace(self._options(limit), mode=mode, folders=tuple(folders), max_tokens=max_tokens)
        try:
            return self._engine.search(query, options)
        except NoIndexError:
            self._engine.index()
            return self._engine.search(query, options)

    def for_agent(self, result: SearchResult) -> SearchResult:
        """The same without `%%comments%%`, which are between a note and its author. Read snippets, not texts."""
        return self._engine.for_agent(result)

    def related(self, note: str, *, limit: int | None = None, unlinked: bool = False) -> tuple[Hit, ...]:
        """The notes nearest to a note (its path in the vault; `.md` can be left out), nearest first.

        Raises UsageError if the index does not have it.
        """
        options = replace(self._options(limit), unlinked=unlinked)
        return self._engine.related(resolve_note(self.path, note), options).hits

    def read(self, note: str) -> Note:
        """A note as it is now, parsed, its secrets replaced. Raises UsageError if there is none that may be read."""
        path = resolve_note(self.path, note)
        if not self._engine.allows(path):
            raise UsageError(f"{note} is kept out by the folder rules of this vault.")
        contents = read_bytes(self.path, path)
        if contents is None:
            raise UsageError(f"There is no note {note} in this vault.")
        if isinstance(contents, Problem):
            raise UsageError(f"{note} cannot be read: {contents.reason}.")
        return read_note(path, contents.data, redact=redact)

    def index(self, *, full: bool = False) -> IndexReport:
        """Bring the index up to date with the vault."""
        return self._engine.index(full=full)

    def status(self) -> Status:
        """What the index holds. Raises NoIndexError."""
        return self._engine.status()

    def _options(self, limit: int | None) -> SearchOptions:
        return load_config(self.path).search_options(limit or None)

    def close(self) -> None:
        """Close the index."""
        self._engine.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def open_vault(path: str | Path, *, resident: bool = False) -> Vault:
    """Open the vault in the folder `path`. `resident` keeps the vectors in memory, for a program that asks often.

    Raises VaultError if there is no such folder.
    """
    return Vault(Path(path), resident=resident)
