"""The worker processes of an indexing run: starting them, perhaps before it is known what they have to do, ending them.

A worker takes a third of a second to import what it needs and to read its model. That of a new index can be done while
its parent imports the same and looks through the vault. Nothing heavy is imported here.
"""

import contextlib
import os
import pickle
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import IO

from luneta.notepath import is_note_name

#: From so many notes to read on, starting processes (a third of a second each) pays.
PARALLEL_FROM = 400
#: Processes at the most, on however many cores.
_MOST = 8
#: Names that are looked at to find so many notes.
_GLANCE = 4_000

Worker = subprocess.Popen[bytes]


@cache
def usual_count() -> int:
    """How many workers a run has: a core each, and one for the process that writes, which helps them meanwhile."""
    return min((os.cpu_count() or 1) - 1, _MOST)


def seems_to_pay(root: Path) -> bool:
    """Whether the folders below `root` that are met first hold enough notes. A guess, by their names alone: it takes
    some ms, and the worst that it can do is to start processes in vain, or too late."""
    notes = names = 0
    pending = [str(root)]
    while pending and names < _GLANCE:
        try:
            with os.scandir(pending.pop()) as entries:
                for entry in entries:
                    names += 1
                    if entry.name[0] == ".":
                        continue
                    if entry.is_dir(follow_symlinks=False):
                        pending.append(entry.path)
                    elif is_note_name(entry.name):
                        notes += 1
        except OSError:
            continue  # whoever looks through the vault says so
        if notes >= PARALLEL_FROM:
            return True
    return False


def start(model: str | None) -> Worker:
    """Start a worker, which reads the model of this setting (None: none) and waits for its arguments. OSError."""
    package_root = str(Path(__file__).parent.parent)
    environment = {
        "OPENBLAS_NUM_THREADS": "1",  # each process is one of many: threads of its own would only be in the way
        **os.environ,
        "PYTHONPATH": os.pathsep.join(filter(None, (package_root, os.environ.get("PYTHONPATH")))),
    }
    process = subprocess.Popen(
        [sys.executable, "-m", "luneta.workers"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env=environment,
        start_new_session=True,  # Ctrl-C is for the parent, which then closes the standard input
        creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
    )
    assert process.stdin is not None
    try:
        write(process.stdin, pickle.dumps(model))
    except OSError:
        end(process)
        raise
    return process


def end(process: Worker) -> None:
    """Stop a worker, whatever it does; once more does no harm."""
    process.kill()
    process.wait()
    for pipe in (process.stdin, process.stdout):
        if pipe is not None:
            with contextlib.suppress(BrokenPipeError):  # bytes for a process that is no more
                pipe.close()


def write(pipe: IO[bytes], message: bytes | memoryview) -> None:
    """Send a message, its length before it."""
    pipe.write(len(message).to_bytes(8, "little"))
    pipe.write(message)
    pipe.flush()


@contextlib.contextmanager
def started(model: str | None, count: int) -> Iterator[list[Worker]]:
    """Workers that get ready meanwhile, and that end with this. None of them if the system has no room for them all."""
    workers: list[Worker] = []
    try:
        with contextlib.suppress(OSError):  # the run itself will start them, or do without
            for _ in range(count):
                workers.append(start(model))
        yield workers if len(workers) == count else []
    finally:
        for worker in workers:
            end(worker)
