"""What the tests of the terminal share: the luneta command as a process, and one small indexed vault to run it in."""

import atexit
import functools
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

import luneta

PACKAGE_ROOT = Path(luneta.__file__).parent.parent
POSIX_ONLY = pytest.mark.skipif(os.name != "posix", reason="needs POSIX signals, permissions or terminals")

NOTES = {
    "Kitchen/Green tea.md": "# Green tea\n\nSteep green tea at eighty degrees.\n"
    "\n## Times\n\nTwo minutes are enough for the leaves.\n",
    "Kitchen/Bread.md": "---\ntags: [baking]\n---\n# Bread\n"
    "\nKeep bread in a linen bag, never in the fridge. See [[Green tea]].\n",
    "Diary/2026-01-05.md": "# Monday\n\nBought bread and green tea at the market, then rain all day.\n",
    "Awkward.md": "---\ntitle: Film → 🎬\n---\nAn arrow → and a clapper 🎬 that no code page from the west knows.\n"
    "\nEscape \x1b[31mred\x1b[0m \x1b]0;owned\x07 and one byte \x9b2J of control.\n",
    "Ação e reação.md": "# Ação e reação\n\nToda ação tem uma reação igual e contrária, diz a terceira lei.\n",
}


def write_notes(root: Path, notes: Mapping[str, str]) -> None:
    for name, text in notes.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_bytes(text.encode())


class Home:
    """A vault, and an environment whose index and settings folders are its own. `report`: of its first indexing;
    `as_made`: what `contents` was then."""

    report: dict[str, Any]
    as_made: Mapping[str, bytes]

    def __init__(self, base: Path, vault: Path) -> None:
        self.vault = vault
        self._base = base
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("LUNETA_", "LC_", "PYTHON"))}
        for name in ("NO_COLOR", "FORCE_COLOR", "FORCE_HYPERLINK"):
            kept.pop(name, None)
        self.environment = kept | {
            "LUNETA_CACHE_DIR": str(base / "cache"),
            "LUNETA_CONFIG_DIR": str(base / "config"),
            "PYTHONPATH": str(PACKAGE_ROOT),
            "PYTHONWARNINGS": "error",
        }

    def contents(self) -> dict[str, bytes]:
        """Every file of the vault and every setting, byte for byte; the indexes aside, which other vaults may have."""
        cache = self._base / "cache"
        return {
            path.relative_to(self._base).as_posix(): path.read_bytes()
            for path in self._base.rglob("*")
            if path.is_file() and not path.is_relative_to(cache)
        }

    @contextmanager
    def setting(self, action: str, name: str, value: str) -> Iterator[None]:
        """`luneta config` with these words holds meanwhile; then the settings are as they were."""
        source = Path(self.answer("config", "get", name)["file"])
        before = source.read_bytes() if source.exists() else None
        assert self.run("config", action, name, value).returncode == 0
        try:
            yield
        finally:
            if before is None:
                source.unlink()
            else:
                source.write_bytes(before)

    def run(
        self,
        *words: str | bytes,
        cwd: Path | None = None,
        env: Mapping[str, str] | None = None,
        input: bytes = b"",
    ) -> "subprocess.CompletedProcess[bytes]":
        """`luneta` with these words, finished; the working folder is the vault."""
        return subprocess.run(
            [sys.executable, "-m", "luneta", *words],
            cwd=cwd or self.vault,
            env=self.environment | dict(env or {}),
            input=input,
            capture_output=True,
            check=False,
            timeout=120,
        )

    def answer(self, *words: str) -> dict[str, Any]:
        """What the command prints with --json, when all is well."""
        done = self.run(*words, "--json")
        assert (done.returncode, done.stderr) == (0, b""), (done.stdout + done.stderr).decode()
        assert done.stdout.count(b"\n") == 1
        found: dict[str, Any] = json.loads(done.stdout)
        return found

    def python(self, script: str) -> "subprocess.CompletedProcess[bytes]":
        """A Python script that uses Luneta, finished; the working folder is the vault."""
        return subprocess.run(
            [sys.executable, "-c", script],
            cwd=self.vault,
            env=self.environment,
            capture_output=True,
            check=False,
            timeout=60,
        )

    def start(self, *words: str) -> "subprocess.Popen[bytes]":
        """The same, running, with a pipe at each end."""
        return subprocess.Popen(
            [sys.executable, "-m", "luneta", *words],
            cwd=self.vault,
            env=self.environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )


@functools.cache
def kitchen() -> Home:
    """The vault of NOTES, indexed, in a folder with spaces and an ampersand in its name; made once, and by every test
    file left as it was (conftest.py)."""
    folder = tempfile.TemporaryDirectory(prefix="luneta-cli-")
    atexit.register(folder.cleanup)
    base = Path(folder.name)
    vault = base / "My Vault & Co"
    (vault / ".obsidian").mkdir(parents=True)
    write_notes(vault, NOTES)
    home = Home(base, vault)
    home.report = home.answer("index")
    home.as_made = home.contents()
    return home


def paths(found: Mapping[str, Any]) -> list[str]:
    return [hit["path"] for hit in found["hits"]]


def on_a_terminal(home: Home, *words: str, env: Mapping[str, str] | None = None, keys: bytes = b"") -> tuple[int, str]:
    """Run the command on a pseudo-terminal of 80 columns; its exit code and all that it showed."""
    import fcntl
    import pty
    import struct
    import termios

    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    command = [sys.executable, "-m", "luneta", *words]
    environment = home.environment | dict(env or {})
    with subprocess.Popen(
        command, cwd=home.vault, env=environment, stdin=theirs, stdout=theirs, stderr=theirs
    ) as process:
        os.close(theirs)
        os.write(ours, keys)
        shown = b""
        while piece := _read(ours):
            shown += piece
    os.close(ours)
    return process.returncode, shown.decode()


def _read(terminal: int) -> bytes:
    try:
        return os.read(terminal, 65536)
    except OSError:  # Linux says EIO when the other end is closed
        return b""
