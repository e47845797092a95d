"""Changes of the vault -> the store. One writer; every note is replaced in one transaction."""

import os
import time
from collections.abc import Callable, Generator, Iterable
from pathlib import Path

import apsw

from luneta.batch import Batch, StoredVectors, Tally, VectorSink
from luneta.core.chunk import ChunkSettings
from luneta.core.rules import FolderRules
from luneta.core.types import Problem
from luneta.encoder import Encoder
from luneta.errors import VaultError
from luneta.notepath import vault_path
from luneta.prepare import Outcome, PreparedNote, Preparer, Task, Unchanged
from luneta.store import notes, problems
from luneta.vault import FileState, Scan, look, scan
from luneta.workers import BATCH, WorkerDiedError, prepare_in_parallel

#: From so many notes to read on, starting processes (half a second each) pays.
PARALLEL_FROM = 400
#: What is done is committed after so many seconds: what a killed process loses at the most.
COMMIT_SECONDS = 1.0


class Indexer:
    """Brings one index up to date with one vault.

    Without an encoder, or a table of vectors, chunks are stored unencoded. `model` is the setting by which worker
    processes load their encoder; `sink` is told of every vector that is stored or removed.
    """

    def __init__(
        self,
        db: apsw.Connection,
        root: Path,
        *,
        db_path: Path,
        rules: FolderRules,
        settings: ChunkSettings,
        encoder: Encoder | None,
        model: str,
        sink: VectorSink | None = None,
        workers: int | None = None,
    ) -> None:
        self._db = db
        self._root = root
        self._db_path = db_path
        self._rules = rules
        self._settings = settings
        self._encoder = encoder
        self._model = model if encoder else None
        self._workers = workers if workers is not None else min(os.cpu_count() or 1, 8)
        self._vectors = StoredVectors(db, sink)
        self._preparer = Preparer(root, settings, encoder, self._vectors.knows)

    def run(self, *, full: bool, report: Callable[[Tally], None], stop: Callable[[], bool]) -> Tally:
        """Find what changed since the last run and store it. Raises VaultError before anything is changed."""
        found = scan(self._root, self._rules)
        known = notes.stamps(self._db)
        failed = self._failed()
        if not found.files and known and found.looks_unmounted:
            raise VaultError(
                f"The vault {self._root} is empty, but its index is not: is its drive connected? Nothing was changed. "
                "If the notes are gone for good, run `luneta forget`."
            )
        tasks = [
            # What could not be read is read anew, even if its bytes are the old ones: its problems may be over.
            Task(state, None if full or stamp is None or path in failed else stamp.hash)
            for path, state in found.files.items()
            if _looks_changed(stamp := known.get(path), state) or full or path in failed
        ]
        gone = [path for path in known if path not in found.files and not found.unknown(path)]
        return self._store(tasks, gone, found, report, stop)

    def _failed(self) -> set[str]:
        return {path for path, problem in problems.all_of(self._db) if problem.kind == "failed"}

    def run_notes(self, paths: Iterable[str]) -> Tally:
        """Bring these notes up to date, whatever their stamps say."""
        tasks: list[Task] = []
        gone: list[str] = []
        found: dict[str, Problem] = {}
        failed = self._failed()
        for path in dict.fromkeys(map(vault_path, paths)):
            state = look(self._root, path, self._rules)
            stamp = notes.stamp(self._db, path)
            if isinstance(state, FileState):
                tasks.append(Task(state, stamp.hash if stamp and path not in failed else None))
                continue
            if isinstance(state, Problem):
                found[path] = state
            if stamp is not None and not (isinstance(state, Problem) and state.kind == "failed"):
                gone.append(path)  # what cannot be read just now is not gone
        return self._store(tasks, gone, Scan({}, found, (), False), lambda tally: None, lambda: False, partial=True)

    def _store(
        self,
        tasks: list[Task],
        gone: list[str],
        found: Scan,
        report: Callable[[Tally], None],
        stop: Callable[[], bool],
        *,
        partial: bool = False,
    ) -> Tally:
        with _Transactions(self._db, self._vectors.mark) as transactions:
            batch = Batch(self._db, self._vectors, self._preparer, gone, found, Tally(total=len(tasks)))
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
            batch.finish(partial=partial)
        return batch.tally

    def _outcomes(self, tasks: list[Task], stop: Callable[[], bool]) -> Generator[Outcome]:
        waiting = {task.file.path: task for task in tasks}
        if len(tasks) >= PARALLEL_FROM and self._workers > 1:
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


def _looks_changed(stamp: notes.StoredStamp | None, state: FileState) -> bool:
    return stamp is None or (stamp.mtime_ns, stamp.size, stamp.ctime_ns) != (state.mtime_ns, state.size, state.ctime_ns)


def _path(outcome: Outcome) -> str:
    if isinstance(outcome, PreparedNote):
        return outcome.row.path
    return outcome.state.path if isinstance(outcome, Unchanged) else outcome.path


class _Transactions:
    """Commits what is done every second or so, and at the end; an error undoes what was not committed, so that no
    half a note stays."""

    def __init__(self, db: apsw.Connection, before_commit: Callable[[], None]) -> None:
        self._db = db
        self._before_commit = before_commit

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

    def _commit(self) -> None:
        self._before_commit()
        self._db.execute("COMMIT")

    def __exit__(self, kind: type[BaseException] | None, *rest: object) -> None:
        if kind is None:
            self._commit()
        elif self._db.in_transaction:
            self._db.execute("ROLLBACK")
