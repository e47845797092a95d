"""An indexing run that is killed or stopped, or loses its helpers: nothing stays behind; the next run completes it."""

import json
import os
import random
import shutil
import signal
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from canonical import Dump, differences, dump, fresh
from luneta.indexer import PARALLEL_FROM
from running import Place, still_running, workers_of

pytestmark = [
    pytest.mark.skipif(os.name != "posix", reason="signals and process groups as POSIX has them"),
    pytest.mark.skipif(shutil.which("ps") is None, reason="needs ps to see which processes run"),
]
NOTES = PARALLEL_FROM + 60
#: What a process may take to notice that its parent is gone, s.
ORPHANS_LIVE = 5.0


@pytest.fixture(scope="module")
def notes() -> dict[str, str]:
    """More notes than one process prepares alone, with links, twins and a common text."""
    words = random.Random(7)
    sea = ["kelp", "tide", "harbour", "lantern", "ropes", "maré", "vento", "storm", "gull", "anchor", "salt", "deck"]
    notes = {}
    for number in range(NOTES):
        sections = [
            f"## Log {i}\n\n{' '.join(words.choices(sea, k=60))}, see [[Note {number // 2}]]." for i in range(4)
        ]
        notes[f"Folder {number % 7}/Note {number}.md"] = f"# Note {number}\n\n" + "\n\n".join(sections)
    return notes


@pytest.fixture(scope="module")
def right(notes: dict[str, str], tmp_path_factory: pytest.TempPathFactory) -> Dump:
    """What a run that nobody disturbs makes of these notes."""
    return fresh(_vault(tmp_path_factory.mktemp("undisturbed"), notes).vault, tmp_path_factory.mktemp("right"))


@pytest.fixture
def place(notes: dict[str, str], tmp_path: Path) -> Place:
    return _vault(tmp_path, notes)


def _vault(base: Path, notes: dict[str, str]) -> Place:
    place = Place(base)
    for path, text in notes.items():
        place.write(path, text)
    return place


def _wait(condition: Callable[[], object], seconds: float) -> bool:
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.02)
    return True


def _completed(place: Place, right: Dump) -> None:
    """The next run says nothing is wrong, and leaves what an undisturbed one would."""
    done = place.run("index", "--json")
    assert done.returncode == 0, done.stderr.decode()
    assert b"Traceback" not in done.stderr, done.stderr.decode()
    report = json.loads(done.stdout)
    assert (report["notes"], report["failed"], report["interrupted"]) == (NOTES, 0, False)
    assert differences(dump(place.database), right) == []


@pytest.mark.parametrize("moment", [0.0, 0.3, 0.6, 1.0])
def test_killed_at_any_moment_the_next_run_completes(moment: float, place: Place, right: Dump) -> None:
    with place.start("index") as process:
        assert _wait(lambda: workers_of(process.pid), 30) or process.poll() is not None
        time.sleep(moment)
        helpers = workers_of(process.pid)
        process.kill()
    assert _wait(lambda: not still_running(helpers), ORPHANS_LIVE), "indexing processes outlive their parent"
    _completed(place, right)


def test_helpers_with_much_to_do_do_not_outlive_their_parent(tmp_path: Path) -> None:
    place = Place(tmp_path)
    text = " ".join(f"word{i % 50_000} of a long book." for i in range(60_000))
    for number in range(PARALLEL_FROM):
        place.write(f"Book {number}.md", f"# Book {number}\n\n{text if number < 96 else 'A short one.'}\n")
    with place.start("index") as process:
        assert _wait(lambda: workers_of(process.pid), 30)
        time.sleep(2.0)  # they are in the middle of their first books
        helpers = workers_of(process.pid)
        assert helpers
        process.kill()
    assert _wait(lambda: not still_running(helpers), ORPHANS_LIVE), "indexing processes outlive their parent"


def test_helpers_that_are_killed_are_done_without(place: Place, right: Dump) -> None:
    with place.start("index", "--json") as process:
        assert _wait(lambda: workers_of(process.pid), 30)
        time.sleep(0.3)
        for helper in workers_of(process.pid):
            os.kill(helper, signal.SIGKILL)
        output, errors = process.communicate(timeout=120)
    assert process.returncode == 0, errors.decode()
    assert json.loads(output)["notes"] == NOTES
    assert differences(dump(place.database), right) == []


@pytest.mark.parametrize(
    ("moment", "whole_group"), [(0.0, True), (0.7, True), (0.7, False)], ids=["Ctrl-C at once", "Ctrl-C", "kill -INT"]
)
def test_interrupted_it_keeps_what_is_done(moment: float, whole_group: bool, place: Place, right: Dump) -> None:
    with place.start("index", new_group=True) as process:
        assert _wait(lambda: workers_of(process.pid), 30)
        time.sleep(moment)
        helpers = workers_of(process.pid)
        (os.killpg if whole_group else os.kill)(process.pid, signal.SIGINT)
        _, errors = process.communicate(timeout=60)
    assert b"Traceback" not in errors, errors.decode()
    kept = len(dump(place.database)["notes"])
    if process.returncode == 0:
        assert kept == NOTES, "it was stopped, and says that it has done its work"
        pytest.skip(f"the run was over {moment} s after its helpers had been started")
    assert process.returncode == 130, errors.decode()
    assert b"Stopped. What is done is kept" in errors
    assert _wait(lambda: not still_running(helpers), ORPHANS_LIVE)
    done = place.run("index", "--json")
    assert json.loads(done.stdout)["changed"] == NOTES - kept  # it goes on, it does not begin again
    assert differences(dump(place.database), right) == []


def test_interrupted_twice_it_ends_at_once(place: Place, right: Dump) -> None:
    with place.start("index", new_group=True) as process:
        assert _wait(lambda: workers_of(process.pid), 30)
        helpers = workers_of(process.pid)
        for _ in range(2):
            os.killpg(process.pid, signal.SIGINT)
            time.sleep(0.05)
        _, errors = process.communicate(timeout=5)
    assert process.returncode in (130, -signal.SIGINT)  # which a shell shows as 130 too
    assert b"Traceback" not in errors, errors.decode()
    assert _wait(lambda: not still_running(helpers), ORPHANS_LIVE)
    _completed(place, right)
