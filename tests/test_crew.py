"""crew: workers that get ready before there is work for them, and end with whoever started them."""

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from luneta import crew
from luneta.engine import Engine
from luneta.reports import Progress
from running import still_running, workers_of

ENOUGH = crew.PARALLEL_FROM
NEEDS_PS = pytest.mark.skipif(os.name == "nt", reason="processes are told by ps")


def _vault(folder: Path, notes: int) -> Path:
    for number in range(notes):
        below = folder / f"part{number // 50}"
        below.mkdir(parents=True, exist_ok=True)
        (below / f"n{number}.md").write_text(f"# Note {number}\n\nA word{number} of the harbour.\n", "utf-8")
    return folder


def test_only_many_notes_seem_to_pay(tmp_path: Path) -> None:
    assert crew.seems_to_pay(_vault(tmp_path / "large", ENOUGH))
    assert not crew.seems_to_pay(_vault(tmp_path / "small", ENOUGH - 1))


def test_what_is_no_note_does_not_count(tmp_path: Path) -> None:
    vault = _vault(tmp_path / "v", ENOUGH - 1)
    (vault / "picture.png").write_bytes(b"")
    (vault / ".obsidian").mkdir()
    (vault / ".obsidian" / "hidden.md").write_bytes(b"")
    assert not crew.seems_to_pay(vault)
    (vault / "board.CANVAS").write_bytes(b"")
    assert crew.seems_to_pay(vault)


def test_a_folder_that_is_missing_seems_not_to_pay(tmp_path: Path) -> None:
    assert not crew.seems_to_pay(tmp_path / "none")


@NEEDS_PS
def test_workers_end_with_the_block_even_by_an_error() -> None:
    pids: set[int] = set()

    def fail(workers: list[crew.Worker]) -> None:
        pids.update(worker.pid for worker in workers)
        assert workers_of(os.getpid()) >= pids
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError), crew.started("", 2) as workers:
        fail(workers)
    assert len(pids) == 2
    assert not still_running(pids)


def test_ending_a_worker_twice_does_no_harm() -> None:
    worker = crew.start(None)
    crew.end(worker)
    crew.end(worker)
    assert worker.returncode is not None


@pytest.mark.skipif(os.name == "nt", reason="Windows has classes of priority instead")
def test_a_worker_lets_other_programs_go_first_as_far_as_who_started_it() -> None:
    """Obsidian is one of them: its window must answer while a vault is indexed on all cores. Linux weighs sessions
    against each other, and a worker has one of its own."""
    start = "import os, sys; from luneta import crew; os.nice(10); print(crew.start(None).pid, flush=True); input()"
    with subprocess.Popen(
        [sys.executable, "-c", start], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as parent:
        assert parent.stdout is not None
        worker = int(parent.stdout.readline())
        niceness = os.getpriority(os.PRIO_PROCESS, 0) + 10
        assert os.getpriority(os.PRIO_PROCESS, worker) == niceness
        group, end = Path(f"/proc/{worker}/autogroup"), time.monotonic() + 20
        while group.exists() and not group.read_text().endswith(f"nice {niceness}\n"):
            assert time.monotonic() < end
            time.sleep(0.01)
        parent.communicate("\n")


def test_no_worker_at_all_where_the_system_has_no_room(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.executable", "/no/such/python")
    with crew.started("", 2) as workers:
        assert workers == []


@NEEDS_PS
@pytest.mark.skipif(crew.usual_count() < 1, reason="one core: no workers")
def test_a_new_index_is_made_by_the_workers_that_were_started_first(tmp_path: Path) -> None:
    vault = _vault(tmp_path / "v", ENOUGH + 50)
    seen: set[int] = set()

    def look(progress: Progress) -> None:
        if not seen:
            seen.update(workers_of(os.getpid()))

    with Engine.open(vault) as engine:
        report = engine.index(progress=look)
    assert (report.notes, report.encoded) == (ENOUGH + 50, report.chunks)
    assert len(seen) == crew.usual_count(), "no second set of workers beside the first"
    assert not still_running(seen)
