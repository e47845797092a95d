"""The two programs that are measured, each always in a process of its own."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rows import Json

HERE = Path(__file__).resolve().parent
#: Nothing here takes so long; what does hangs.
PATIENCE_SECONDS = 3600
#: How much of what a failed program said is repeated.
_LAST_LINES = 12


class StepError(Exception):
    """A step of the measurement failed; the message says which, how it was run and what it said."""


@dataclass(frozen=True, slots=True)
class Finished:
    """A process that ended well. `seconds`: from before its start to its end. `cpu_seconds`: what it and its own
    processes computed (0 on Windows, which does not tell). `output`: what it printed."""

    seconds: float
    cpu_seconds: float
    output: str

    def json(self) -> Any:  # noqa: ANN401 - whatever the program printed
        """The one JSON value printed. Raises StepError if that is not what was printed."""
        try:
            return json.loads(self.output)
        except ValueError as error:
            raise StepError(f"Expected one JSON value, got {self.output[:200]!r} ({error}).") from None


def run(step: str, command: Sequence[str], environment: Mapping[str, str]) -> Finished:
    """Run a Python program to its end. `step` names it in the StepError that is raised if it fails."""
    words = [sys.executable, *command]
    before, cpu_before = time.perf_counter(), _children_seconds()
    try:
        done = subprocess.run(
            words,
            env={**os.environ, **environment},
            stdin=subprocess.DEVNULL,
            capture_output=True,
            encoding="utf-8",
            errors="replace",
            timeout=PATIENCE_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        raise StepError(f"{step} did not end within {PATIENCE_SECONDS} s: {' '.join(words)}") from None
    seconds, cpu_seconds = time.perf_counter() - before, _children_seconds() - cpu_before
    if done.returncode != 0:
        said = "\n".join((done.stderr or done.stdout).strip().splitlines()[-_LAST_LINES:])
        raise StepError(f"{step} failed with exit code {done.returncode}: {' '.join(words)}\n{said}")
    return Finished(round(seconds, 4), round(cpu_seconds, 3), done.stdout)


def _children_seconds() -> float:
    times = os.times()
    return times.children_user + times.children_system


@dataclass(frozen=True, slots=True)
class Luneta:
    """Luneta on one vault, with everything that it keeps in `cache`; the user's own settings play no part."""

    vault: Path
    cache: Path

    def command(self, step: str, *words: str) -> Finished:
        """`luneta WORDS`, as a whole process, with the Python that runs this."""
        return run(step, ["-m", "luneta", *words], self._environment())

    def on_vault(self, step: str, command: str, *words: str) -> Finished:
        """`luneta COMMAND WORDS --vault VAULT --json`."""
        return self.command(step, command, *words, "--vault", str(self.vault), "--json")

    def inside(self, operation: str, *words: str) -> Json:
        """What an operation's own file, run as a program, measures within its process."""
        program = [str(HERE / f"{operation}.py"), "--vault", str(self.vault), *words]
        found: Json = run(f"{operation}: Luneta", program, self._environment()).json()
        return found

    def bytes_kept(self) -> int:
        """The size of all files that Luneta keeps for the vault."""
        return sum(path.stat().st_size for path in self.cache.rglob("*") if path.is_file())

    def _environment(self) -> dict[str, str]:
        return {
            "LUNETA_CACHE_DIR": str(self.cache),
            "LUNETA_CONFIG_DIR": str(self.cache.parent / "no-settings"),
            "PYTHONUTF8": "1",
        }


@dataclass(frozen=True, slots=True)
class Yardstick:
    """The yardstick's script on one vault, with its database in `db`, encoding with the folder `model`."""

    script: Path
    vault: Path
    db: Path
    model: Path

    def run(self, step: str, what: str, *words: str) -> Finished:
        """One of the script's four commands, as a whole process. It has no business with the network."""
        places = ["--vault", str(self.vault), "--db", str(self.db), "--model", str(self.model)]
        environment = {"PYTHONUTF8": "1", "HF_HUB_OFFLINE": "1"}
        return run(f"{step}: yardstick", [str(self.script), what, *places, *words], environment)
