"""Changes of the vault -> the store. One writer; every note is replaced in one transaction."""

import contextlib
import time
from collections.abc import Callable, Generator, Iterator, Sequence
from functools import partial
from pathlib import Path

import apsw

from luneta import crew
from luneta.batch import Batch
from luneta.changes import Changes, Task
from luneta.collector import paused
from luneta.core.chunk import ChunkSettings
from luneta.crew import PARALLEL_FROM as PARALLEL_FROM
from luneta.derived import derive_apart
from luneta.encoder import Encoder
from luneta.prepare import Outcome, PreparedNote, Preparer, Unchanged
from luneta.reports import Tally
from luneta.store import notes, postings
from luneta.storedvectors import StoredVectors, VectorSink
from luneta.workers import BATCH, WorkerDiedError, prepare_in_parallel

#: What is done is committed after so many seconds: what a killed process loses at the most.
COMMIT_SECONDS = 1.0


class Indexer:
    """Brings one index up to date with one vault.

    Without an encoder, or a table of vectors, chunks are stored unencoded. `model` is the setting by which worker
    processes load their encoder; `started` are some that have done so. `sink` is told of every vector that is stored or
    removed.
    """

    def __init__(
        self,
        db: apsw.Connection,
        root: Path,
        *,
        db_path: Path,
        settings: ChunkSettings,
        encoder: Encoder | None,
        model: str,
        sink: VectorSink | None = None,
        workers: int | None = None,
        started: Sequence[crew.Worker] = (),
    ) -> None:
        self._db = db
        self._root = root
        self._db_path = db_path
        self._settings = settings
        self._encoder = encoder
        self._model = model if encoder else None
        self._workers = workers if workers is not None else crew.usual_count()
        self._started = started
        self._vectors = StoredVectors(db, sink)
        self._preparer = Preparer(root, settings, encoder, self._vectors.knows)

    def run(self, changes: Changes, *, report: Callable[[Tally], None], stop: Callable[[], bool]) -> Tally:
        """Store what changed. `report` is told after each note, and `stop` asked."""
        tasks = changes.tasks
        anew = len(tasks) >= PARALLEL_FROM and notes.count(self._db) == 0
        if anew:
            postings.hold_merges(self._db)
        with paused, _Transactions(self._db) as transactions:
            batch = Batch(self._db, self._vectors, self._preparer, changes)
            transactions.before_commit = batch.before_commit
            outcomes = self._outcomes(tasks, stop)
            for outcome in outcomes:
                batch.store(outcome)
                batch.tally.done += 1
                transactions.commit_if_due()
                report(batch.tally)
                if batch.tally.done < batch.tally.total and stop():
                    outcomes.close()
                    break
            batch.tally.interrupted = batch.tally.done < batch.tally.total
            derived = None
            if anew and not batch.tally.interrupted:
                with transactions.left(), _meanwhile(partial(postings.merge_if_held, self._db)):
                    derived = derive_apart(self._db_path)
            batch.finish(derived)
        if changes.complete and not batch.tally.interrupted:
            postings.merge_if_held(self._db)
        return batch.tally

    def _outcomes(self, tasks: list[Task], stop: Callable[[], bool]) -> Generator[Outcome]:
        waiting = {task.file.path: task for task in tasks}
        if len(tasks) >= PARALLEL_FROM and self._workers:
            fresh = notes.count(self._db) == 0
            try:
                for outcomes in prepare_in_parallel(
                    tasks,
                    root=self._root,
                    settings=self._settings,
                    model=self._model,
                    db_path=None if fresh else self._db_path,
                    workers=self._workers,
                    stop=stop,
                    helping=self._preparer.prepare,
                    started=self._started,
                ):
                    for outcome in outcomes:
                        waiting.pop(_path(outcome), None)
                        yield outcome
            except (WorkerDiedError, OSError):
                pass  # what is left is prepared in this process, below
            if stop():
                return
        left = list(waiting.values())
        step = BATCH if len(left) > BATCH else 8
        for start in range(0, len(left), step):
            yield from self._preparer.prepare(left[start : start + step])


def _path(outcome: Outcome) -> str:
    if isinstance(outcome, PreparedNote):
        return outcome.row.path
    return outcome.state.path if isinstance(outcome, Unchanged) else outcome.path


@contextlib.contextmanager
def _meanwhile(work: Callable[[], None]) -> Iterator[None]:
    """Do something in a thread, all of it, before this is left."""
    from concurrent.futures import ThreadPoolExecutor  # takes some ms, which only a new index of many notes needs

    with ThreadPoolExecutor(1) as pool:
        done = pool.submit(work)
        yield
        done.result()


class _Transactions:
    """Commits what is done every second or so, and at the end; an error undoes what was not committed, so that no
    half a note stays."""

    def __init__(self, db: apsw.Connection) -> None:
        self._db = db
        self.before_commit: Callable[[], None] = lambda: None

    def __enter__(self) -> "_Transactions":
        self._begin()
        return self

    def _begin(self) -> None:
        self._db.execute("BEGIN IMMEDIATE")
        self._began = time.monotonic()

    def commit_if_due(self) -> None:
        if time.monotonic() - self._began > COMMIT_SECONDS:
            self._commit()
            self._begin()

    @contextlib.contextmanager
    def left(self) -> Iterator[None]:
        """What is done is committed, and within there is no transaction."""
        self._commit()
        yield
        self._begin()

    def _commit(self) -> None:
        self.before_commit()
        self._db.execute("COMMIT")

    def __exit__(self, kind: type[BaseException] | None, *rest: object) -> None:
        if kind is None:
            self._commit()
        elif self._db.in_transaction:
            self._db.execute("ROLLBACK")
