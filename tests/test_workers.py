"""workers.py: a large run's outcomes, of worker processes and of the process that writes."""

import pickle
from pathlib import Path

from luneta import crew
from luneta.changes import Task
from luneta.core.chunk import ChunkSettings
from luneta.core.rules import FolderRules
from luneta.prepare import Outcome, PreparedNote, Preparer
from luneta.vault import FileState, scan
from luneta.workers import BATCH, _portions, prepare_in_parallel


def tasks_of(folder: Path, count: int) -> list[Task]:
    for n in range(count):
        (folder / f"{n:04}.md").write_text(f"Herons stand in shallow water, as seen {n} times from the bridge.\n")
    return [Task(state, None) for state in scan(folder, FolderRules()).files.values()]


def test_every_note_is_prepared_once_by_the_workers_or_by_whoever_waits(tmp_path: Path) -> None:
    """Both take part: the process itself has its first batch before a worker has read its model."""
    tasks = tasks_of(tmp_path, 30 * BATCH)
    preparer = Preparer(tmp_path, ChunkSettings(), None, lambda digest: False)
    helped: list[Outcome] = []

    def helping(batch: list[Task]) -> list[Outcome]:
        prepared = preparer.prepare(batch)
        helped.extend(prepared)
        return prepared

    outcomes = [
        outcome
        for batch in prepare_in_parallel(
            tasks,
            root=tmp_path,
            settings=ChunkSettings(),
            model=None,
            db_path=None,
            workers=1,
            stop=lambda: False,
            helping=helping,
        )
        for outcome in batch
    ]
    paths = [outcome.row.path for outcome in outcomes if isinstance(outcome, PreparedNote)]
    assert sorted(paths) == [task.file.path for task in tasks]
    assert helped[0] in outcomes
    assert len(helped) >= BATCH


def test_no_batch_of_long_notes_is_prepared_without_a_look_at_the_wish_to_stop() -> None:
    sizes = [10, 999_000, 2_000, 5_000_000, 1, 2, 600_000, 600_000]
    batch = [Task(FileState(f"{n}.md", 0, size, 0, f"{n}.md"), None) for n, size in enumerate(sizes)]
    parts = list(_portions(batch))
    assert [[task.file.size for task in part] for part in parts] == [
        [10, 999_000],
        [2_000],
        [5_000_000],
        [1, 2, 600_000],
        [600_000],
    ]
    assert [task for part in parts for task in part] == batch


def test_a_worker_that_fails_ends(tmp_path: Path) -> None:
    """Whatever goes wrong in its threads: whoever waits for its outcomes must not wait for ever."""
    with crew.started(None, 1) as workers:
        assert workers[0].stdin is not None
        crew.write(workers[0].stdin, pickle.dumps((tmp_path, ChunkSettings(), None)))
        crew.write(workers[0].stdin, pickle.dumps(["no task"]))
        assert workers[0].wait(30) is not None
