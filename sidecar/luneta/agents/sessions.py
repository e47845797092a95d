"""What a conversation with an agent has been given already, so that it is not given again. Standard library.

A small file for each conversation beside the vault's run file, under a hashed name. Lines are appended whole, since an
agent's hooks run side by side: one line for each piece that was shown, and one for what was asked last.
"""

import hashlib
import os
import time

from luneta.onestep import replace_file

_FOLDER = "conversations"
#: A conversation that was silent for so long is over, s.
_EXPIRES = 7 * 24 * 3600
#: Files kept, and bytes of one of which the newer half stays.
_MOST_FILES = 200
_MOST_BYTES = 32_768
_PIECE, _TASK = "p ", "t "


class Conversation:
    """One conversation about one vault. `folder`: of the vault's index; if it is not there, nothing is remembered."""

    def __init__(self, folder: str, session: str) -> None:
        self._home = folder
        self._folder = os.path.join(folder, _FOLDER)
        self._path = os.path.join(self._folder, hashlib.sha256(session.encode("utf-8", "replace")).hexdigest()[:32])
        self._lines: list[str] | None = None

    def seen(self) -> "list[str]":
        """The keys of the pieces that were shown, oldest first."""
        return [line[len(_PIECE) :] for line in self._read() if line.startswith(_PIECE)]

    def task(self) -> str:
        """What was asked last; "" if nothing is known."""
        return next((line[len(_TASK) :] for line in reversed(self._read()) if line.startswith(_TASK)), "")

    def add(self, keys: "list[str]", task: str = "") -> None:
        """Remember what is shown now, and what was asked. OSError: it cannot be written."""
        lines = [f"{_PIECE}{key}" for key in keys]
        if task:
            lines.append(f"{_TASK}{' '.join(task.split())[:1200]}")
        if not lines or not os.path.isdir(self._home):
            return
        if not os.path.exists(self._path):
            os.makedirs(self._folder, mode=0o700, exist_ok=True)
            _expire(self._folder)
        text = "".join(f"{line}\n" for line in lines).encode("utf-8", "replace")
        with open(os.open(self._path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600), "ab", buffering=0) as stream:
            stream.write(text)
        if os.path.getsize(self._path) > _MOST_BYTES:
            self._halve()

    def _read(self) -> "list[str]":
        if self._lines is None:
            try:
                with open(self._path, "rb") as stream:
                    data = stream.read(4 * _MOST_BYTES)
            except OSError:  # nothing has been shown in this conversation
                data = b""
            self._lines = data.decode("utf-8", "replace").split("\n")
        return self._lines

    def _halve(self) -> None:
        with open(self._path, "rb") as stream:
            data = stream.read()
        kept = data[len(data) // 2 :].partition(b"\n")[2]
        replace_file(self._path, kept, private=True)


def _expire(folder: str) -> None:
    """Remove what is over, and the oldest of too many."""
    now = time.time()
    with os.scandir(folder) as entries:
        ages = sorted((now - entry.stat().st_mtime, entry.path) for entry in entries)
    for place, (age, path) in enumerate(ages):
        if age > _EXPIRES or place >= _MOST_FILES - 1:
            try:
                os.unlink(path)
            except FileNotFoundError:  # another hook was quicker
                continue
