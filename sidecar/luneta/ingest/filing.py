"""Writes what was decided into the vault, and takes it back. The only part of ingestion that changes a disk."""

import hashlib
import os
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field
from datetime import date
from pathlib import Path
from typing import Any

import orjson

from luneta import config
from luneta.errors import UsageError
from luneta.ingest.notes import checked_keys, note_name, note_text, review_entry, without_entries
from luneta.ingest.profile import Profile
from luneta.ingest.routing import Decision, decide
from luneta.ingest.signals import Signal

_HEADING = (
    "# Review queue\n\nCheck what should become a note, then run `luneta ingest review`. Delete what should not.\n\n"
)
#: The log of discarded signals is cut to its newest half when it grows beyond this.
_MOST_LOG_BYTES = 4 * 1024 * 1024


@dataclass(slots=True)
class Applied:
    """What a run wrote. `left` are sentences on what could not be done or taken back."""

    filed: list[str] = field(default_factory=list)
    queued: int = 0
    discarded: int = 0
    removed: list[str] = field(default_factory=list)
    left: list[str] = field(default_factory=list)


class Filing:
    """Notes of one vault, and the records beside its index: of the last run, of what waits, of what was discarded."""

    def __init__(self, vault: Path, profile: Profile) -> None:
        self._vault = vault
        self._profile = profile
        self._records = config.index_dir(vault) / "ingest"

    # Writing

    def apply(self, decisions: Iterable[Decision], today: date) -> Applied:
        """File, queue and log. What was written is recorded before it is: a killed run can be taken back too."""
        done = Applied()
        run = _Run()
        queue: list[Decision] = []
        for decision in decisions:
            if decision.route == "file":
                self._file(decision, today, run, done)
            elif decision.route == "review":
                queue.append(decision)
            elif decision.route == "discard":
                done.discarded += 1
                self._log(decision)
        if queue:
            done.queued = self._queue(queue, run)
        self._record(run)
        return done

    def _file(self, decision: Decision, today: date, run: "_Run", done: Applied) -> None:
        text = note_text(decision, today.isoformat()).encode()
        folder = self._inside(decision.folder)
        folder.mkdir(parents=True, exist_ok=True)
        name = note_name(decision.signal.title)
        for number in range(1, 1000):
            path = folder / f"{name}{'' if number == 1 else f' {number}'}.md"
            relative = path.relative_to(self._vault).as_posix()
            if path.exists():
                continue
            run.written[relative] = _digest(text)
            self._record(run)
            try:
                with path.open("xb") as file:
                    file.write(text)
            except FileExistsError:  # somebody was quicker, or the file system knows no capitals
                del run.written[relative]
                continue
            done.filed.append(relative)
            return
        raise UsageError(f"There are a thousand notes called {name} in {decision.folder} already.")

    def _inside(self, folder: str) -> Path:
        """The folder, which must lie in the vault whatever links there are on the way."""
        path = self._vault / folder
        root = os.path.realpath(self._vault)
        if os.path.commonpath([root, os.path.realpath(path)]) != root:
            raise UsageError(f"The folder {folder} lies outside the vault. Set another one in the profile.")
        return path

    def _queue(self, decisions: Sequence[Decision], run: "_Run") -> int:
        waiting = self._waiting()
        path = self._review_path()
        before = path.read_text(encoding="utf-8") if path.exists() else ""
        entries = []
        for decision in decisions:
            key = _key(decision.signal)
            if key in waiting and f"^{key}" in before:
                continue
            waiting[key] = asdict(decision.signal)
            run.queued.append(key)
            entries.append(review_entry(decision, key))
        self._keep_waiting(waiting)
        self._record(run)
        if entries:
            start = before.rstrip("\n") + "\n" if before else _HEADING
            _write(path, start + "\n".join(entries) + "\n")
        return len(entries)

    def review(self, today: date) -> Applied:
        """File what is checked in the review note; forget what was deleted from it."""
        path = self._review_path()
        if not path.exists():
            raise UsageError(f"There is no review note: {self._profile.review_note} is not in the vault.")
        text = path.read_text(encoding="utf-8")
        checked, open_keys = checked_keys(text)
        waiting = self._waiting()
        done, run = Applied(), _Run()
        filed = []
        for key in checked:
            if key not in waiting:
                done.left.append(f"An entry that is checked (^{key}) is not known here and stays in the review note.")
                continue
            signal = _signal(waiting[key])
            decision = decide(signal, self._profile)
            folder = decision.folder or str(Path(self._profile.review_note).parent.as_posix())
            self._file(Decision(signal, decision.score, "file", folder), today, run, done)
            filed.append(key)
        _write(path, without_entries(text, filed))
        self._keep_waiting({key: value for key, value in waiting.items() if key in open_keys})
        self._record(run)
        return done

    # Taking back

    def undo(self) -> Applied:
        """Remove what the last run wrote; a note that was changed since stays, and is told of."""
        record = self._records / "last.json"
        if not record.exists():
            raise UsageError("There is no run of `luneta ingest` to take back.")
        run = orjson.loads(record.read_bytes())
        done = Applied()
        for relative, digest in run["written"].items():
            path = self._vault / relative
            if not path.exists():
                continue
            if _digest(path.read_bytes()) != digest:
                done.left.append(f"{relative} was changed since and stays.")
                continue
            path.unlink()
            done.removed.append(relative)
        path = self._review_path()
        if run["queued"] and path.exists():
            left = without_entries(path.read_text(encoding="utf-8"), run["queued"])
            if left.strip() == _HEADING.strip():
                path.unlink()
            else:
                _write(path, left)
            waiting = self._waiting()
            self._keep_waiting({key: value for key, value in waiting.items() if key not in run["queued"]})
        record.unlink()
        return done

    # Records

    def _review_path(self) -> Path:
        path = self._inside(str(Path(self._profile.review_note).parent.as_posix()))
        return path / Path(self._profile.review_note).name

    def _record(self, run: "_Run") -> None:
        if run.written or run.queued:
            self._write_record("last.json", orjson.dumps({"written": run.written, "queued": run.queued}))

    def _waiting(self) -> dict[str, Any]:
        path = self._records / "waiting.json"
        return dict(orjson.loads(path.read_bytes())) if path.exists() else {}

    def _keep_waiting(self, waiting: dict[str, Any]) -> None:
        self._write_record("waiting.json", orjson.dumps(waiting))

    def _write_record(self, name: str, data: bytes) -> None:
        config.ensure_private_dir(self._records.parent)
        config.ensure_private_dir(self._records)
        _write_bytes(self._records / name, data)

    def _log(self, decision: Decision) -> None:
        config.ensure_private_dir(self._records.parent)
        config.ensure_private_dir(self._records)
        path = self._records / "discarded.jsonl"
        if path.exists() and path.stat().st_size > _MOST_LOG_BYTES:
            lines = path.read_bytes().splitlines(keepends=True)
            _write_bytes(path, b"".join(lines[len(lines) // 2 :]))
        row = {
            "title": decision.signal.title,
            "origin": decision.signal.origin,
            "score": decision.score.total,
            "reasons": dict(decision.score.reasons),
        }
        with path.open("ab") as file:
            file.write(orjson.dumps(row, option=orjson.OPT_APPEND_NEWLINE))


@dataclass(slots=True)
class _Run:
    """What a run wrote: notes with the digest of their bytes, and the keys that it put into the review note."""

    written: dict[str, str] = field(default_factory=dict)
    queued: list[str] = field(default_factory=list)


def _key(signal: Signal) -> str:
    said = "\0".join((signal.title, signal.origin, signal.text))
    return hashlib.sha256(said.encode("utf-8", "surrogatepass")).hexdigest()[:12]


def _signal(stored: dict[str, Any]) -> Signal:
    return Signal(**{**stored, "tags": tuple(stored["tags"])})


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    _write_bytes(path, text.encode())


def _write_bytes(path: Path, data: bytes) -> None:
    """In one step: a reader sees the old file or the new one."""
    temporary = path.with_name(f".{path.name}.tmp")
    temporary.write_bytes(data)
    temporary.replace(path)
