"""An indexing run over the whole vault, in a process of its own.

The run is much Python, and in the server's process would take turns with every query, step by step. Apart, and at a
lower priority, queries do not notice it. What it says are lines of JSON on its standard output; when its standard input
closes it stops after the note at hand, so it outlives nobody.
"""

import asyncio
import contextlib
import os
import subprocess
import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import orjson

from luneta import errors
from luneta.machine import step_back
from luneta.reports import IndexReport, Progress

#: Added to the process's niceness, where there is such a thing; its workers have the same.
NICENESS = 10
#: Lines are of a few hundred bytes; notices are sentences.
_LONGEST_LINE = 1024 * 1024
#: How long it may take to stop after it was told to, s.
_PATIENCE = 3.0
_ERRORS: Final = {
    kind.__name__: kind
    for kind in (
        errors.LunetaError,
        errors.UsageError,
        errors.ConfigError,
        errors.VaultError,
        errors.IndexBusyError,
        errors.IndexDamagedError,
        errors.EncoderError,
    )
}


class Run:
    """One run. `stop` ends it early; what is done is kept."""

    def __init__(self, vault: Path, config_dir: str, *, full: bool) -> None:
        self._arguments = (os.fspath(vault), config_dir, "full" if full else "changed")
        self._process: asyncio.subprocess.Process | None = None
        self._stopped = False

    async def run(self, progress: Callable[[Progress], None]) -> IndexReport:
        """Raises what the run raised, if it is of errors.py, else LunetaError. Cancelled, it ends the process."""
        process = self._process = await _start(self._arguments)
        if self._stopped:
            self.stop()
        assert process.stdout is not None
        said: dict[str, Any] = {}
        try:
            while line := await process.stdout.readline():
                said = orjson.loads(line)
                if "progress" in said:
                    progress(Progress(**said["progress"]))
            code = await process.wait()
        finally:
            await _end(process)
        if "report" in said:
            return IndexReport(**{**said["report"], "notices": tuple(said["report"]["notices"])})
        if "error" in said:
            raise _ERRORS.get(said["error"], errors.LunetaError)(said["message"])
        raise errors.LunetaError(
            f"An indexing run ended before it was done (code {code}). The next change tries again."
        )

    def stop(self) -> None:
        """End it after the note at hand."""
        self._stopped = True
        if self._process is not None and self._process.stdin is not None:
            self._process.stdin.close()


async def _start(arguments: tuple[str, ...]) -> asyncio.subprocess.Process:
    package_root = str(Path(__file__).parent.parent)
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(filter(None, (package_root, os.environ.get("PYTHONPATH")))),
    }
    return await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "luneta.apart",
        *arguments,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=environment,
        limit=_LONGEST_LINE,
        start_new_session=True,  # Ctrl-C is for the server, which then closes the standard input
        creationflags=_low_priority(),
    )


def _low_priority() -> int:
    return getattr(subprocess, "BELOW_NORMAL_PRIORITY_CLASS", 0) | getattr(subprocess, "CREATE_NO_WINDOW", 0)


async def _end(process: asyncio.subprocess.Process) -> None:
    if process.stdin is not None:
        process.stdin.close()
    if process.returncode is None:
        try:
            await asyncio.wait_for(process.wait(), _PATIENCE)
        except TimeoutError:
            with contextlib.suppress(ProcessLookupError):  # it ended just now
                process.kill()
            await process.wait()


def main() -> None:
    """The process's life."""
    from luneta.engine import Engine

    vault, config_dir, scope = sys.argv[1:4]
    step_back(NICENESS)
    stop = threading.Event()
    threading.Thread(target=_listen, args=(stop,), daemon=True).start()
    output = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)

    def say(message: dict[str, object]) -> None:
        output.write(orjson.dumps(message, option=orjson.OPT_APPEND_NEWLINE))
        output.flush()

    last = 0.0

    def progress(now: Progress) -> None:
        nonlocal last
        if now.seconds - last >= 0.1 or now.notes_done == now.notes_total:
            last = now.seconds
            say({"progress": now})

    try:
        with Engine.open(Path(vault), config_dir=config_dir) as engine:
            say({"report": engine.index(full=scope == "full", progress=progress, stop=stop.is_set)})
    except errors.LunetaError as error:
        say({"error": type(error).__name__, "message": str(error)})


def _listen(stop: threading.Event) -> None:
    """Until the standard input closes: nothing is ever said there."""
    try:
        while os.read(0, 1024):
            pass
    finally:
        stop.set()


if __name__ == "__main__":
    main()
