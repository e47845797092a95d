"""What ingestion did in a vault, line by line, so that it can be taken back and is not done twice.

Each line is written before what it tells of is done, so a killed run can be taken back too. The file lies beside the
vault's index, for its owner only; of texts it holds only what was taken out of the review note, to put it back.
"""

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import orjson

from luneta import config
from luneta.onestep import replace_file

#: A line: {"do": one of the below, ...}
#: run      a run begins
#: folder   a folder is made: path
#: file     a note is written: path, digest (of its bytes), key, page (address of its origin)
#: queue    a signal is put into the review note: key, page
#: note     the review note is made
#: take     an entry leaves the review note: key, row (what waited)
#: not      somebody else has written there first: path
#: end      the run is over
#: kept     a note or entry of a run that was taken back stays known: key, page, path
Line = Mapping[str, Any]


@dataclass(slots=True)
class Journal:
    """The lines of all runs that were not taken back. `last_run` may come before `kept` lines of one that was."""

    path: Path
    _open: int | None = field(default=None, repr=False)

    def lines(self) -> list[Line]:
        """All of them, oldest first. The half line of a run that was killed while it wrote tells of nothing."""
        if not self.path.exists():
            return []
        found: list[Line] = []
        for row in self.path.read_bytes().split(b"\n"):
            try:
                line = orjson.loads(row) if row else None
            except orjson.JSONDecodeError:  # the process was killed while it wrote this line: it did nothing yet
                continue
            if isinstance(line, dict) and "do" in line:
                found.append(line)
        return found

    def taken(self) -> dict[str, str]:
        """Where what was taken went, by the signal's key and by its page's address: a path, or what became of it."""
        found: dict[str, str] = {}
        for line in self.lines():
            do = line["do"]
            where = {"file": line.get("path", ""), "kept": line.get("path", ""), "queue": "the review note"}
            if do == "take" and not line["filed"]:
                where["take"] = "an entry that you deleted from the review note"
            if do in where:
                found |= {name: where[do] for name in (line["key"], line.get("page")) if name}
        return found

    def last_run(self) -> list[Line]:
        """The lines of the last run, without its first; empty if there is none."""
        found: list[Line] = []
        for line in reversed(self.lines()):
            if line["do"] == "run":
                return found[::-1]
            if line["do"] != "kept":
                found.append(line)
        return []

    def is_whole(self) -> bool:
        """Whether the last run came to its end."""
        last = self.last_run()
        return not self.has_run() or (bool(last) and any(line["do"] == "end" for line in last))

    def has_run(self) -> bool:
        """Whether there is a run to take back."""
        return any(line["do"] == "run" for line in self.lines())

    def forget_last_run(self, kept: Iterable[Line] = ()) -> None:
        """Drop the lines of the last run, and remember what of it stays, in one step."""
        self.close()
        lines = self.lines()
        start = max(number for number, line in enumerate(lines) if line["do"] == "run")
        lines = [*lines[:start], *kept]
        write_private(self.path, b"".join(orjson.dumps(line, option=orjson.OPT_APPEND_NEWLINE) for line in lines))

    def add(self, do: str, **values: object) -> None:
        """Write one line. It is with the system when this returns, so that the end of this process loses nothing."""
        data = orjson.dumps({"do": do, **values}, option=orjson.OPT_APPEND_NEWLINE)
        if self._open is None:
            make_room(self.path)
            self._open = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0), 0o600)
            if not _ends_with_a_line(self.path):
                data = b"\n" + data
        os.write(self._open, data)

    def close(self) -> None:
        """Let the file go; the next line opens it again."""
        if self._open is not None:
            os.close(self._open)
            self._open = None


def _ends_with_a_line(path: Path) -> bool:
    with path.open("rb") as file:
        if file.seek(0, os.SEEK_END) == 0:
            return True
        file.seek(-1, os.SEEK_END)
        return file.read(1) == b"\n"


def make_room(path: Path) -> None:
    """Make the folder of a record, for its owner only."""
    config.ensure_private_dir(path.parent.parent)
    config.ensure_private_dir(path.parent)


def write_private(path: Path, data: bytes) -> None:
    """Write a record in one step, for its owner only."""
    make_room(path)
    replace_file(path, data, private=True)


class DiscardLog:
    """What was discarded, or known already, newest last: title, origin, score and reasons, no text. It is cut to its
    newest half when it grows beyond `most_bytes`."""

    def __init__(self, path: Path, most_bytes: int = 4 * 1024 * 1024) -> None:
        self._path = path
        self._most_bytes = most_bytes

    def add(self, rows: Iterable[Mapping[str, object]]) -> None:
        """Add rows, all at once."""
        before = self._path.read_bytes() if self._path.exists() else b""
        data = before + b"".join(orjson.dumps(row, option=orjson.OPT_APPEND_NEWLINE) for row in rows)
        if len(data) > self._most_bytes:
            cut = data.find(b"\n", len(data) - self._most_bytes // 2) + 1
            data = data[cut:]
        if data != before:
            write_private(self._path, data)
