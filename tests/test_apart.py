"""An indexing run in a process of its own: what it tells, how it ends early, what it raises."""

import asyncio
import time
from pathlib import Path

import pytest

from luneta.apart import Run
from luneta.engine import Engine
from luneta.errors import ConfigError, IndexBusyError, VaultError
from luneta.reports import IndexReport, Progress


@pytest.fixture
def vault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    for name in ("LUNETA_CACHE_DIR", "LUNETA_CONFIG_DIR"):
        monkeypatch.setenv(name, str(tmp_path / name))
    folder = tmp_path / "My Väult & Co"
    folder.mkdir()
    for i in range(40):
        text = f"# Note {i}\n\nThe note number {i} of a vault that is indexed apart. password: hunter2-{i}-Zx9\n"
        (folder / f"{i}.md").write_text(text, encoding="utf-8")
    return folder


def run(vault: Path, *, full: bool = False) -> tuple[IndexReport, list[Progress]]:
    told: list[Progress] = []
    return asyncio.run(Run(vault, ".obsidian", full=full).run(told.append)), told


def test_it_indexes_as_the_engine_does(vault: Path) -> None:
    report, told = run(vault)
    with Engine.open(vault) as engine:
        again = engine.index(full=True)
    assert (report.notes, report.changed, report.redactions) == (40, 40, again.redactions)
    assert told[-1].notes_done == told[-1].notes_total == 40
    report, told = run(vault)
    assert (report.changed, told) == (0, [])
    assert run(vault, full=True)[0].changed == 40


def test_it_obeys_another_config_folder(vault: Path) -> None:
    settings = vault / ".other" / "plugins" / "luneta" / "data.json"
    settings.parent.mkdir(parents=True)
    settings.write_text('{"exclude": ["1*"]}', encoding="utf-8")
    report = asyncio.run(Run(vault, ".other", full=False).run(lambda _: None))
    assert report.notes == 40 - 11


def test_it_is_stopped(vault: Path) -> None:
    for i in range(300):
        (vault / f"more {i}.md").write_text(f"# {i}\n\n" + f"Many words of note {i} are here. " * 500, encoding="utf-8")

    async def stop_soon() -> IndexReport:
        one = Run(vault, ".obsidian", full=True)
        return await one.run(lambda _: one.stop())

    report = asyncio.run(stop_soon())
    assert report.interrupted
    assert report.changed < 340


def test_stopped_before_it_began(vault: Path) -> None:
    async def never() -> IndexReport:
        one = Run(vault, ".obsidian", full=True)
        one.stop()
        return await one.run(lambda _: None)

    assert asyncio.run(never()).interrupted


def test_cancelled_it_leaves_no_process(vault: Path) -> None:
    async def cancel() -> float:
        task = asyncio.ensure_future(Run(vault, ".obsidian", full=True).run(lambda _: None))
        await asyncio.sleep(0.1)
        task.cancel()
        began = time.perf_counter()
        with pytest.raises(asyncio.CancelledError):
            await task
        return time.perf_counter() - began

    assert asyncio.run(cancel()) < 5
    with Engine.open(vault) as engine:
        assert engine.index().notes == 40, "the lock is free"


def test_what_it_raises_is_raised_here(vault: Path, tmp_path: Path) -> None:
    with pytest.raises(VaultError, match="no folder"):
        run(tmp_path / "nowhere")
    with Engine.open(vault) as engine, engine.writing(), pytest.raises(IndexBusyError):
        run(vault)
    (vault / ".obsidian" / "plugins" / "luneta").mkdir(parents=True)
    (vault / ".obsidian" / "plugins" / "luneta" / "data.json").write_text("{", encoding="utf-8")
    with pytest.raises(ConfigError, match="not valid JSON"):
        run(vault)
