"""The luneta command as a process of its own, for tests of what several of them do to one index, and to each other."""

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import luneta

PACKAGE_ROOT = Path(luneta.__file__).parent.parent

#: Indexes a vault and dies at the n-th SQL statement, committing after every note.
DOOMED = """
import os, signal, sys
from pathlib import Path
import apsw
from luneta import indexer
from luneta.engine import Engine
left = int(sys.argv[2])
def count(cursor, sql, bindings):
    global left
    left -= 1
    if left == 0:
        os.kill(os.getpid(), getattr(signal, "SIGKILL", signal.SIGTERM))
    return True
apsw.connection_hooks.append(lambda db: setattr(db, "exec_trace", count))
indexer.COMMIT_SECONDS = 0.0
with Engine.open(Path(sys.argv[1])) as engine:
    print("indexing", flush=True)
    engine.index()
"""


class Place:
    """A vault, and a folder that its index is kept below."""

    def __init__(self, base: Path) -> None:
        self.vault = base / "vault"
        self.cache = base / "cache"
        self.vault.mkdir(parents=True, exist_ok=True)
        self.environment: Mapping[str, str] = os.environ | {
            "LUNETA_CACHE_DIR": str(self.cache),
            "LUNETA_CONFIG_DIR": str(base / "config"),
            "PYTHONPATH": str(PACKAGE_ROOT),
            "PYTHONWARNINGS": "error",
        }

    @property
    def database(self) -> Path:
        """The index; there must be one."""
        (found,) = self.cache.glob("*/index.db")
        return found

    def write(self, path: str, text: str) -> None:
        """A note of the vault."""
        full = self.vault / path
        full.parent.mkdir(parents=True, exist_ok=True)
        full.write_bytes(text.encode())

    def start(self, *words: str, new_group: bool = False) -> "subprocess.Popen[bytes]":
        """`luneta` with these words, running; in a process group of its own, as from a terminal, if asked for."""
        return subprocess.Popen(
            [sys.executable, "-m", "luneta", *words, "--vault", str(self.vault)],
            env=self.environment,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=new_group,
        )

    def run(self, *words: str, timeout: float = 120) -> "subprocess.CompletedProcess[bytes]":
        """The same, finished."""
        with self.start(*words) as process:
            try:
                output, errors = process.communicate(timeout=timeout)
            except BaseException:
                process.kill()
                raise
        return subprocess.CompletedProcess(process.args, process.returncode, output, errors)

    def bytes_of_vault(self) -> dict[str, bytes]:
        """Every file of the vault, byte for byte."""
        files = (path for path in self.vault.rglob("*") if path.is_file())
        return {path.relative_to(self.vault).as_posix(): path.read_bytes() for path in files}


def workers_of(pid: int) -> set[int]:
    """The indexing processes that this process has started and that still run."""
    return {child for child, parent, command in _processes() if parent == pid and "luneta.workers" in command}


def still_running(pids: set[int]) -> set[int]:
    """Those of these indexing processes that still run, whoever is their parent now."""
    return {pid for pid, _, command in _processes() if pid in pids and "luneta.workers" in command}


def _processes() -> list[tuple[int, int, str]]:
    """(process, parent, command) of all; a dead one that nobody has waited for has no command."""
    listing = subprocess.run(["ps", "-A", "-o", "pid=,ppid=,command="], capture_output=True, check=True, text=True)
    rows = (line.split(None, 2) for line in listing.stdout.splitlines())
    return [(int(pid), int(parent), command) for pid, parent, command in (row for row in rows if len(row) == 3)]
