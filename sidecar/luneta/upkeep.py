"""Keeps one index in step with its vault: gathers what is said to have changed, and has it indexed, one run at a time.

A few notes are brought up to date in this process, in milliseconds; everything else is a run apart. Lives on the event
loop; the engine that writes lives on a lane of its own.
"""

import asyncio
import logging
from collections.abc import Iterable
from pathlib import Path
from typing import Protocol

from luneta.apart import Run
from luneta.engine import Engine
from luneta.errors import IndexBusyError, IndexDamagedError, LunetaError, NoIndexError
from luneta.lane import Lane
from luneta.reports import IndexReport, Progress

#: More changed notes than this are a run apart: it costs half a second to begin, they five milliseconds each.
FEW = 32
#: How long to wait before trying again while another process writes the index, s.
BUSY_SECONDS = 1.0
#: Sets of many changes (a checkout, a sync) are waited for until nothing has come for so long, s.
QUIET_SECONDS = 0.4
#: But no longer than this, s.
MOST_QUIET_SECONDS = 5.0

log = logging.getLogger(__name__)


class Watcher(Protocol):
    """Whoever wants to know how it goes. Called on the event loop."""

    def began(self, *, apart: bool) -> None:
        """A run begins; `apart`: over the whole vault."""

    def progressed(self, now: Progress) -> None:
        """A run apart is so far."""

    async def ended(self, report: IndexReport, paths: tuple[str, ...]) -> None:
        """A run has ended; `paths` are the notes that it was about, empty if it was about all."""

    def failed(self, error: LunetaError) -> None:
        """A run could not be done."""


class _Order:
    """What somebody waits for: a run that begins from now on."""

    def __init__(self, *, full: bool) -> None:
        self.full = full
        self.done: asyncio.Future[IndexReport] = asyncio.get_running_loop().create_future()


class Upkeep:
    """The upkeep of one index. `run` is its life."""

    def __init__(self, vault: Path, config_dir: str, writer: Engine, lane: Lane, watcher: Watcher) -> None:
        self._vault = vault
        self._config_dir = config_dir
        self._writer = writer
        self._lane = lane
        self._watcher = watcher
        self._paths: dict[str, None] = {}
        self._everything = False
        self._orders: list[_Order] = []
        self._wake = asyncio.Event()
        self._running: Run | None = None
        self._again = False

    def changed(self, paths: Iterable[str]) -> None:
        """These notes and folders are said to have changed."""
        self._paths.update(dict.fromkeys(paths))
        self._wake.set()

    def anything_changed(self) -> None:
        """Anything may have changed."""
        self._everything = True
        self._wake.set()

    async def reindex(self, *, full: bool) -> IndexReport:
        """Bring everything up to date; `full`: read every note again. Cancelled, a full run ends early.

        Raises LunetaError.
        """
        order = _Order(full=full)
        self._orders.append(order)
        self._wake.set()
        try:
            return await order.done
        except asyncio.CancelledError:
            if order in self._orders:
                self._orders.remove(order)
            elif full and self._running is not None:
                self._running.stop()
            raise

    async def reindex_notes(self, paths: tuple[str, ...]) -> IndexReport:
        """Bring these notes up to date, whatever their stamps say. Raises PathOutsideVaultError, LunetaError."""
        while True:
            try:
                report = await self._lane.do(lambda: self._writer.index_notes(paths))
            except IndexBusyError:
                await asyncio.sleep(BUSY_SECONDS)
                continue
            await self._watcher.ended(report, paths)
            return report

    def begin_again(self) -> None:
        """What runs was begun under other settings: end it, and do all of it again."""
        if self._running is not None:
            self._again = True
            self._running.stop()
        self.anything_changed()

    async def run(self) -> None:
        """Until it is cancelled."""
        while True:
            await self._wake.wait()
            self._wake.clear()
            try:
                await self._work()
            except IndexBusyError:
                await asyncio.sleep(BUSY_SECONDS)
                self._wake.set()
            except IndexDamagedError:
                await asyncio.sleep(BUSY_SECONDS)
                self.anything_changed()
            except LunetaError as error:
                log.warning("a run failed: %s", type(error).__name__)
                self._watcher.failed(error)

    async def _work(self) -> None:
        if len(self._paths) > FEW:
            await self._wait_for_quiet()
        if self._everything or self._orders or len(self._paths) > FEW:
            await self._run_apart()
        elif self._paths:
            await self._update()

    async def _wait_for_quiet(self) -> None:
        """While a checkout or a sync goes on, each set of changes would only be the first part of it."""
        loop = asyncio.get_running_loop()
        until = loop.time() + MOST_QUIET_SECONDS
        seen = -1
        while seen != len(self._paths) and loop.time() < until:
            seen = len(self._paths)
            await asyncio.sleep(QUIET_SECONDS)

    async def _update(self) -> None:
        paths, self._paths = self._paths, {}

        def update() -> tuple[IndexReport | None, tuple[str, ...]]:
            meant = self._writer.changed_notes(paths)
            report = self._writer.index_notes(meant) if 0 < len(meant) <= FEW else None
            self._writer.close()  # an open file cannot be moved aside on Windows, should it be found damaged
            return report, tuple(meant)

        try:
            report, meant = await self._lane.do(update)
        except NoIndexError:
            self.anything_changed()
            return
        except BaseException:
            self._paths = {**paths, **self._paths}
            raise
        if report is not None:
            await self._watcher.ended(report, meant)
        elif meant:
            self.changed(meant)

    async def _run_apart(self) -> None:
        orders, self._orders = self._orders, []
        paths, self._paths = self._paths, {}
        everything, self._everything = self._everything, False
        full = any(order.full for order in orders)
        run = self._running = Run(self._vault, self._config_dir, full=full)
        self._watcher.began(apart=True)
        try:
            report = await run.run(self._watcher.progressed)
        except IndexBusyError:
            self._orders = orders + self._orders
            self._paths = {**paths, **self._paths}
            self._everything = self._everything or everything
            raise
        except LunetaError as error:
            for order in orders:
                if not order.done.done():
                    order.done.set_exception(error)
            raise
        finally:
            self._running = None
        if report.interrupted and self._again:
            self._orders = orders + self._orders
            self._again = False
            return
        self._again = False
        await self._watcher.ended(report, ())
        for order in orders:
            if not order.done.done():
                order.done.set_result(report)
