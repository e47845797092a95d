"""The pure part of a large indexing run, in several processes.

Each worker is a process of its own module (`python -m luneta.workers`), not a fork or a spawned copy of the caller's
main module: a program that uses Luneta as a library needs no guard, and no thread of it is copied. Tasks pass through
the worker's standard input as pickles, outcomes through its standard output (see crossing.py), a length before each.
"""

import contextlib
import gc
import os
import pickle
import queue
import sys
import threading
from collections import deque
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import IO, Any

from luneta import crew
from luneta.changes import Task
from luneta.core.chunk import ChunkSettings
from luneta.crossing import pack_outcomes, unpack_outcomes
from luneta.encoder import load_encoder
from luneta.errors import EncoderError
from luneta.machine import step_back
from luneta.prepare import Outcome, Preparer
from luneta.store import chunks as chunks_table
from luneta.store.connection import open_reader

#: Notes a worker prepares at once: large enough to encode some hundred chunks together.
BATCH = 48
#: Batches prepared ahead of the writer, for each worker: keeps all busy, bounds what waits in memory.
_AHEAD = 3
#: Batches that a worker knows of at once: the one at hand and the next.
_TOLD = 2

#: Bytes that the process that writes prepares at once, some 0.3 s, unless one note has more.
_PORTION = 1_000_000
#: How often the user's wish to stop is looked at while nothing is ready, s.
_PATIENCE = 0.1


class WorkerDiedError(Exception):
    """A worker process ended before its work was done."""


def prepare_in_parallel(
    tasks: Sequence[Task],
    *,
    root: Path,
    settings: ChunkSettings,
    model: str | None,
    db_path: Path | None,
    workers: int,
    stop: Callable[[], bool],
    helping: Callable[[list[Task]], list[Outcome]],
    started: Sequence[crew.Worker] = (),
) -> Iterator[list[Outcome]]:
    """The outcomes of all tasks, batch by batch, in the order in which they are ready.

    `model`: the setting of the encoder, None for no encoder. `db_path`: an index whose known chunks need not be
    encoded, or None. `helping` prepares tasks in this process, while no outcome is ready. `started`: workers that have
    been started with this very model; they do it then. Raises WorkerDiedError; then the tasks without an outcome have
    not been prepared.
    """
    batches = deque(list(tasks[at : at + BATCH]) for at in range(0, len(tasks), BATCH))
    pool = _Pool(started or [crew.start(model) for _ in range(workers)], batches, (root, settings, db_path))
    try:
        yield from pool.run(stop, helping)
    finally:
        pool.close()


class _Pool:
    """Worker processes, and a thread for each that feeds it.

    Every other one, counting the process itself as the last, takes its batches from the far end: neighbouring notes
    share their words, and who stays among neighbours has fewer words to cut into pieces.
    """

    def __init__(
        self,
        processes: Sequence[crew.Worker],
        batches: deque[list[Task]],
        arguments: tuple[Path, ChunkSettings, Path | None],
    ) -> None:
        self._batches = batches
        self._arguments = arguments
        self._count = len(batches)
        self._results: queue.Queue[bytes | WorkerDiedError] = queue.Queue(_AHEAD * len(processes))
        self._processes = processes
        ends = [batches.pop if i % 2 else batches.popleft for i in range(len(processes) + 1)]
        self._take = ends.pop()
        self._threads = [
            threading.Thread(target=self._serve, args=(process, take), daemon=True)
            for process, take in zip(processes, ends, strict=True)
        ]
        for thread in self._threads:
            thread.start()

    def run(self, stop: Callable[[], bool], helping: Callable[[list[Task]], list[Outcome]]) -> Iterator[list[Outcome]]:
        for _ in range(self._count):
            if self._results.empty() and (batch := _taken(self._take)):
                yield from map(helping, _portions(batch))
                continue
            result = self._next(stop)
            if result is None:
                return
            if isinstance(result, WorkerDiedError):
                raise result
            yield unpack_outcomes(result)
            if stop():
                return

    def _next(self, stop: Callable[[], bool]) -> bytes | WorkerDiedError | None:
        """The next result; None if the user wants to stop before there is one."""
        while not stop():
            with contextlib.suppress(queue.Empty):
                return self._results.get(timeout=_PATIENCE)
        return None

    def _serve(self, process: crew.Worker, take: Callable[[], list[Task]]) -> None:
        """Have a worker prepare batch after batch. It is told of the next one before it is done with the last, or it
        would wait for this thread, which has to wait for its turn among those of a busy process."""
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            _send(process.stdin, self._arguments)
            told = 0
            while True:
                while told < _TOLD and (batch := _taken(take)):
                    _send(process.stdin, batch)
                    told += 1
                if not told:
                    return
                self._results.put(_read(process.stdout))
                told -= 1
        except (OSError, EOFError, ValueError) as error:
            self._results.put(WorkerDiedError(f"an indexing process ended with code {process.poll()} ({error})"))

    def close(self) -> None:
        self._batches.clear()
        for process in self._processes:
            process.kill()
        for process, thread in zip(self._processes, self._threads, strict=True):
            while thread.is_alive():
                with contextlib.suppress(queue.Empty):  # a thread may be waiting for room
                    self._results.get_nowait()
                thread.join(0.05)
            crew.end(process)


def _portions(batch: list[Task]) -> Iterator[list[Task]]:
    """A batch in parts after each of which the user's wish to stop can be looked at."""
    portion: list[Task] = []
    size = 0
    for task in batch:
        if portion and size + task.file.size > _PORTION:
            yield portion
            portion, size = [], 0
        portion.append(task)
        size += task.file.size
    yield portion


def _taken(take: Callable[[], list[Task]]) -> list[Task] | None:
    try:
        return take()
    except IndexError:
        return None


def _send(pipe: IO[bytes], message: object) -> None:
    crew.write(pipe, pickle.dumps(message, pickle.HIGHEST_PROTOCOL))


def _receive(pipe: IO[bytes]) -> Any:  # noqa: ANN401 - whatever the other end has sent
    return pickle.loads(_read(pipe))


def _read(pipe: IO[bytes]) -> bytes:
    size = pipe.read(8)
    if len(size) < 8:
        raise EOFError("no more")
    data = pipe.read(int.from_bytes(size, "little"))
    if len(data) < int.from_bytes(size, "little"):
        raise EOFError("cut off")
    return data


def main() -> None:
    """A worker's life: model, arguments, then batches, until its input closes (the parent is gone, or has done)."""
    step_back(0)
    source, sink = sys.stdin.buffer, os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    received: queue.SimpleQueue[Any] = queue.SimpleQueue()
    threading.Thread(target=_listen, args=(source, received), daemon=True).start()
    gc.disable()  # a batch leaves no cycles worth looking for, and there are millions of objects to look through
    model = received.get()
    try:
        encoder = None if model is None else load_encoder(model)
    except EncoderError:
        return  # the parent, which reads the same, says so
    root, settings, db_path = received.get()
    preparer = Preparer(root, settings, encoder, _lookup(db_path))
    done: queue.Queue[list[Outcome] | None] = queue.Queue(1)
    threading.Thread(target=_prepare, args=(preparer, received, done), daemon=True).start()
    with contextlib.suppress(BrokenPipeError):
        while (outcomes := done.get()) is not None:  # sent while the next batch is prepared: the parent may be busy
            crew.write(sink, pack_outcomes(outcomes))


def _prepare(preparer: Preparer, received: "queue.SimpleQueue[Any]", done: "queue.Queue[list[Outcome] | None]") -> None:
    try:
        while True:
            done.put(preparer.prepare(received.get()))
    finally:
        done.put(None)  # it has failed, and so ends the process


def _listen(source: IO[bytes], received: "queue.SimpleQueue[Any]") -> None:
    """Pass on what the parent sends. Once it is gone nobody wants the rest of a batch, which may be a long book."""
    try:
        while True:
            received.put(_receive(source))
    except (EOFError, OSError):
        os._exit(0)


def _lookup(db_path: Path | None) -> Callable[[bytes], bool]:
    if db_path is None:
        return lambda digest: False
    db = open_reader(db_path)
    return lambda digest: chunks_table.encoded_twin(db, digest) is not None


if __name__ == "__main__":
    main()
