"""Requests that only read -> their answers. Runs on the reader's thread."""

import time
from dataclasses import replace
from pathlib import Path

from luneta import views
from luneta.config import Config
from luneta.core.settings import SettingError, check_folder
from luneta.core.types import SearchOptions
from luneta.engine import Engine
from luneta.errors import UsageError
from luneta.notepath import case_insensitive, vault_folder
from luneta.protocol import frames, replies, requests
from luneta.recall import recall
from luneta.vault import scan

#: While folder rules are being typed, the names of all notes are read once in so many seconds.
COUNT_SECONDS = 5.0


class Answers:
    """What one engine answers."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def answer(
        self, request: requests.Search | requests.Related | requests.Recall | requests.Mentions
    ) -> frames.Message:
        """The reply. Raises LunetaError."""
        match request:
            case requests.Search():
                return self._search(request)
            case requests.Related():
                return self._related(request)
            case requests.Recall():
                return self._recall(request)
            case requests.Mentions():
                return self._mentions(request)

    def _search(self, request: requests.Search) -> replies.Hits:
        options = self._options(request.limit, request.folders, request.passages)
        if request.mode is not None:
            options = replace(options, mode=request.mode)
        if request.max_tokens is not None:
            options = replace(options, max_tokens=_within("max_tokens", request.max_tokens, 1_000_000))
        result = self._engine.search(request.query, options)
        if request.audience == "agent":
            result = self._engine.for_agent(result)
        return views.hits(request.id, result, explain=request.explain)

    def _related(self, request: requests.Related) -> replies.Hits:
        options = replace(
            self._options(request.limit, request.folders, request.passages),
            unlinked=request.unlinked,
            line=None if request.line is None else _within("line", request.line, 1_000_000_000),
        )
        result = self._engine.related(request.note, options)
        if request.audience == "agent":
            result = self._engine.for_agent(result)
        return views.hits(request.id, result)

    def _recall(self, request: requests.Recall) -> replies.Recalled:
        budget = _within("max_tokens", request.max_tokens, 100_000)
        pieces = recall(self._engine, request.query, budget, frozenset(request.seen))
        views_of = (replies.Piece(key=one.key, text=one.text, relevance=one.relevance) for one in pieces)
        return replies.Recalled(id=request.id, pieces=tuple(views_of))

    def _mentions(self, request: requests.Mentions) -> replies.MentionsFound:
        return views.mentions(request.id, self._engine.mentions(request.name, request.folders))

    def _options(self, limit: int | None, folders: tuple[str, ...], passages: int) -> SearchOptions:
        asked = None if limit is None else _within("limit", limit, 1000)
        return replace(
            self._engine.config.search_options(asked),
            folders=tuple(map(vault_folder, folders)),
            passages=_within("passages", passages, 100),
            marks=True,
        )


class Counts:
    """How many of a vault's notes some folder rules would leave."""

    def __init__(self, vault: Path) -> None:
        self._vault = vault
        self._names: list[str] = []
        self._read_at = -COUNT_SECONDS

    def answer(self, request: requests.CountNotes, config: Config) -> replies.Counted:
        """The reply. UsageError: an entry that could not be saved either; VaultError."""
        try:
            include, exclude = (tuple(map(check_folder, entries)) for entries in (request.include, request.exclude))
        except SettingError as error:
            raise UsageError(f"A folder in a list must be {error}.") from None
        fold = case_insensitive(self._vault)
        if time.monotonic() - self._read_at > COUNT_SECONDS:
            everything = replace(config, include=(), exclude=(), ignore=())
            self._names = list(scan(self._vault, everything.rules(casefold=fold)).files)
            self._read_at = time.monotonic()
        proposed = replace(config, include=include, exclude=exclude).rules(casefold=fold)
        return replies.Counted(id=request.id, notes=sum(map(proposed.allows, self._names)), total=len(self._names))


def _within(name: str, value: int, most: int) -> int:
    """UsageError: the number is out of its bounds."""
    if not 1 <= value <= most:
        raise UsageError(f"{name} must be a whole number from 1 to {most}.")
    return value
