"""What the sidecar does for its clients: every request's answer, the events, the state. Nothing here knows of sockets.

Lives on the event loop. The engine that reads is on one lane, so that queries are answered one after the other and
never wait for a write; the one that writes is on another.
"""

import asyncio
import contextlib
import functools
import logging
import threading
import time
from collections.abc import Callable
from pathlib import Path

from luneta import __version__, judgments, logs, views
from luneta.answers import Answers, Counts
from luneta.config import Config, load_config, settings_file
from luneta.core.rules import FolderRules
from luneta.engine import Engine
from luneta.errors import ConfigError, IndexDamagedError, LunetaError, NoIndexError, UsageError, VaultError
from luneta.lane import Lane
from luneta.machine import memory_bytes
from luneta.memory import VectorJournal
from luneta.notepath import vault_path
from luneta.protocol import frames, replies, requests
from luneta.reports import IndexReport, Progress, no_index
from luneta.upkeep import Upkeep

#: At most so many progress events a second.
PROGRESS_SECONDS = 0.1
#: Paths that an `Indexed` event names.
MOST_PATHS = 100
#: While another process changes the index, vectors in memory may be so many seconds old.
LAG_SECONDS = 3.0

log = logging.getLogger(__name__)

Listener = Callable[[frames.Message], None]


class Service:
    """One vault, served. `start` opens it in the background; `close` ends it."""

    def __init__(self, vault: Path, config_dir: str) -> None:
        """Raises VaultError, ConfigError."""
        self.vault = vault
        self.state: frames.State = "starting"
        self.reason: str | None = None
        self._config_dir = config_dir
        self._listeners: set[Listener] = set()
        self._read_lane, self._write_lane, self._count_lane = Lane("reader"), Lane("writer"), Lane("counter")
        journal = VectorJournal()
        self._reader = Engine.open(vault, resident=True, journal=journal, config_dir=config_dir, repairs=False)
        self._writer = Engine.open(vault, journal=journal, config_dir=config_dir, repairs=False)
        self._upkeep = Upkeep(vault, config_dir, self._writer, self._write_lane, self)
        self._tasks: set[asyncio.Task[None]] = set()
        self._stop = threading.Event()
        self._running = False
        self._trouble: str | None = None
        self._told_at = 0.0
        self._index_state = ""
        self._settings_seen = _stamp(self._reader.config)
        self._answers = Answers(self._reader)
        self._counts = Counts(vault)

    # Life

    def start(self) -> None:
        """Open the index, watch the vault, look for what changed while nobody did. Returns at once."""
        for work in (self._begin(), self._upkeep.run()):
            task = asyncio.get_running_loop().create_task(work)
            self._tasks.add(task)
            task.add_done_callback(self._ended_task)

    def _ended_task(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            logs.unforeseen(log, "a task of the service ended", error)
            self._tell_state("failed", "Luneta has met with an error of its own. Restart it; the log says where.")

    async def close(self) -> None:
        """End the watcher and the runs, and close the index."""
        self._stop.set()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        with contextlib.suppress(TimeoutError):  # a query that takes longer ends with the process
            await asyncio.wait_for(asyncio.gather(*map(self._close, self._lanes())), 1.5)
        for lane in (self._read_lane, self._write_lane, self._count_lane):
            lane.close()

    def _lanes(self) -> tuple[tuple[Lane, Engine], ...]:
        return ((self._read_lane, self._reader), (self._write_lane, self._writer))

    async def _close(self, pair: tuple[Lane, Engine]) -> None:
        await pair[0].do(pair[1].close)

    async def _begin(self) -> None:
        await self._refresh()
        from luneta import watcher  # after the first answer

        async for seen in watcher.changes(self.vault, self._rules, self._stop):
            if seen.missing:
                if self.state != "failed":
                    self._fail(VaultError(f"The vault {self.vault} is not there. Is its drive connected?"))
            elif seen.everything:
                self._upkeep.anything_changed()
            elif seen.paths:
                self._upkeep.changed(seen.paths)
            else:
                await self._look_round()

    def _rules(self) -> FolderRules:
        return self._writer.rules

    async def _look_round(self) -> None:
        """Once a second while nothing happens: has somebody else changed the settings, or the index?"""
        if _stamp(self._reader.config) != self._settings_seen:
            try:
                await self._read_settings()
            except (ConfigError, VaultError) as error:
                log.warning("the settings cannot be read: %s", type(error).__name__)
        if not self._running:
            before = self._index_state
            await self._refresh()
            if before and self._index_state != before:
                await self._tell_indexed((), True, ())

    async def _refresh(self) -> None:
        """Bring the reader's memory up to date, and the state with it."""
        try:
            self._index_state = await self._read_lane.do(self._reader.refresh)
        except NoIndexError:
            self._index_state = ""
        except IndexDamagedError:
            self._index_state = ""
            self._upkeep.anything_changed()
        if self._index_state and self.state in ("starting", "ready", "degraded"):
            self._tell_ready()

    # What the upkeep tells

    def began(self, *, apart: bool) -> None:
        """See upkeep.Watcher."""
        self._running = True
        if self._reader.memory:
            self._reader.memory.lag = LAG_SECONDS
        self._tell_state("indexing")

    def progressed(self, now: Progress) -> None:
        """See upkeep.Watcher."""
        moment = time.monotonic()
        if moment - self._told_at >= PROGRESS_SECONDS or now.notes_done == now.notes_total:
            self._told_at = moment
            self._tell(views.progress(now))

    async def ended(self, report: IndexReport, paths: tuple[str, ...]) -> None:
        """See upkeep.Watcher."""
        self._running = False
        self._trouble = None
        if self._reader.memory:
            self._reader.memory.lag = 0.0
        await self._refresh()
        if not paths:
            log.info(
                "indexed: %d notes, %d chunks, %d changed, %d removed, %d encoded, %.1f s",
                *(report.notes, report.chunks, report.changed, report.removed, report.encoded, report.seconds),
            )
        if report.changed or report.removed or report.moved or report.notices:
            self._tell(
                replies.Indexed(
                    paths=paths[:MOST_PATHS],
                    more=not paths or len(paths) > MOST_PATHS,
                    notes=report.notes,
                    chunks=report.chunks,
                    notices=report.notices,
                )
            )
        self._tell_ready()

    def failed(self, error: LunetaError) -> None:
        """See upkeep.Watcher."""
        self._running = False
        if self._reader.memory:
            self._reader.memory.lag = 0.0
        self._fail(error)

    def _fail(self, error: LunetaError) -> None:
        """The vault is not there, or cannot be indexed. What is indexed can be searched; the reason says so."""
        self._trouble = str(error)
        searchable = bool(self._index_state) and not isinstance(error, VaultError)
        self._tell_state("degraded" if searchable else "failed", self._trouble)

    # State and events

    def listen(self, listener: Listener) -> Callable[[], None]:
        """Be told of every event; the result ends that."""
        self._listeners.add(listener)
        return lambda: self._listeners.discard(listener)

    def _tell(self, event: frames.Message) -> None:
        for listener in tuple(self._listeners):
            listener(event)

    def _tell_state(self, state: frames.State, reason: str | None = None) -> None:
        if (state, reason) != (self.state, self.reason):
            self.state, self.reason = state, reason
            log.info("state: %s", state)
            self._tell(replies.StateChanged(state=state, reason=reason))

    def _tell_ready(self) -> None:
        if self._running:
            return
        reason = self._trouble or self._reader.degraded
        self._tell_state("degraded" if reason else "ready", reason)

    async def _tell_indexed(self, paths: tuple[str, ...], more: bool, notices: tuple[str, ...]) -> None:
        now = await self._read_lane.do(self._reader.status)
        self._tell(
            replies.Indexed(paths=paths, more=more, notes=now.notes, chunks=now.chunks, notices=notices),
        )

    # Requests

    async def answer(self, request: requests.AnyRequest) -> frames.Message:
        """The reply. Raises LunetaError; cancelled, the request is given up as far as that can still be done."""
        match request:
            case requests.GetStatus():
                return await self._status(request)
            case requests.SettingsChanged():
                await self._read_settings()
                return replies.Done(id=request.id)
            case requests.Reindex():
                return await self._reindex(request)
            case requests.CountNotes():
                return await self._count_lane.do(functools.partial(self._counts.answer, request, self._reader.config))
            case requests.Judge():
                return await self._count_lane.do(functools.partial(self._judge, request))
            case requests.Recall() if _stamp(self._reader.config) != self._settings_seen:
                await self._read_settings()  # an agent must not see what was denied a moment ago
            case requests.Cancel():
                raise UsageError("To cancel is up to the connection.")
        try:
            return await self._read_lane.do(functools.partial(self._answers.answer, request))
        except IndexDamagedError as error:
            self._upkeep.anything_changed()
            sentence = "The index was damaged, and is being built anew from the vault. Search again in a moment."
            raise IndexDamagedError(sentence) from error

    async def _status(self, request: requests.GetStatus) -> replies.Status:
        try:
            now = await self._read_lane.do(self._reader.status)
        except NoIndexError:
            now = no_index(self.vault, self._reader.db_path)
        return views.status(
            request.id, now, version=__version__, state=self.state, reason=self.reason, memory=memory_bytes()
        )

    async def _reindex(self, request: requests.Reindex) -> replies.Reindexed:
        if request.scope != "notes":
            return views.reindexed(request.id, await self._upkeep.reindex(full=request.scope == "all"))
        paths = tuple(dict.fromkeys(map(vault_path, request.paths)))
        if not paths:
            raise UsageError("Name the notes that are to be indexed again.")
        return views.reindexed(request.id, await self._upkeep.reindex_notes(paths))

    def _judge(self, request: requests.Judge) -> replies.Done:
        if not request.query.strip():
            raise UsageError("A judgment is about a query: this one is empty.")
        path = judgments.judgments_file(settings_file(self.vault, config_dir=self._config_dir))
        judgments.add(path, request.query, vault_path(request.note), "right" if request.right else "wrong")
        return replies.Done(id=request.id)

    async def _read_settings(self) -> None:
        """Obey the settings file as it is now: in every answer from here on, and in the index as soon as may be."""
        settings = load_config(self.vault, config_dir=self._config_dir)
        self._settings_seen = _stamp(settings)
        if settings == self._reader.config:
            return
        for lane, engine in self._lanes():
            await lane.do(functools.partial(engine.reconfigure, settings))
        log.info("the settings changed")
        self._upkeep.begin_again()


def _stamp(config: Config) -> tuple[float, ...]:
    """By which a change of the settings file is seen, and of Obsidian's own if that counts."""
    files = [config.source]
    if config.obsidian_excluded:
        files.append(config.source.parents[2] / "app.json")
    return tuple(_modified(path) for path in files)


def _modified(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:
        return 0.0
