"""Does to the vault what was decided, and takes it back. The only part of ingestion that changes a vault."""

import contextlib
import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from datetime import date
from pathlib import Path
from typing import Any

import orjson

from luneta import config
from luneta.errors import UsageError
from luneta.ingest import placing, reviewnote
from luneta.ingest.journal import DiscardLog, Journal, Line, write_private
from luneta.ingest.likeness import address
from luneta.ingest.notes import note_name, note_text
from luneta.ingest.profile import Profile
from luneta.ingest.routing import Decision, decide
from luneta.ingest.signals import Signal, key_of

_TRIES = 20


@dataclass(slots=True)
class Applied:
    """What a run did. `left` are sentences on what could not be done or taken back."""

    filed: list[str] = field(default_factory=list)
    queued: int = 0
    discarded: int = 0
    forgotten: int = 0
    waiting: int = 0
    removed: list[str] = field(default_factory=list)
    left: list[str] = field(default_factory=list)


class Filing:
    """The notes of one vault that ingestion makes, and the records beside its index: the journal of what was done,
    what waits for the user, and what was discarded."""

    def __init__(self, vault: Path, profile: Profile) -> None:
        self._vault = vault
        self._profile = profile
        self._records = config.index_dir(vault) / "ingest"
        self._journal = Journal(self._records / "journal.jsonl")
        self._names = placing.Names()

    def taken(self) -> Mapping[str, str]:
        """What earlier runs took, by key and by address, and where it went."""
        return self._journal.taken()

    # Doing

    def apply(self, decisions: Iterable[Decision], today: date) -> Applied:
        """File, queue and log. What was taken before is not taken again. Raises UsageError before anything is written
        if a folder leads out of the vault, or if another run is at work."""
        done = Applied()
        with self._alone():
            taken = self._journal.taken()
            fresh = [one for one in decisions if key_of(one.signal) not in taken]
            chosen = sorted(
                (one for one in fresh if one.route == "file"), key=lambda one: (-one.score.total, key_of(one.signal))
            )
            queue = [one for one in fresh if one.route == "review"]
            self._check_places({one.folder for one in chosen})
            if chosen or queue:
                self._begin()
            for decision in chosen:
                done.filed.append(self._file(decision, today))
            if queue:
                done.queued = self._queue(queue)
            if chosen or queue:
                self._journal.add("end")
            logged = [one for one in fresh if one.route in ("discard", "known")]
            done.discarded = sum(one.route == "discard" for one in logged)
            DiscardLog(self._records / "discarded.jsonl").add(map(_log_row, logged))
        return done

    def _file(self, decision: Decision, today: date) -> str:
        key, data = key_of(decision.signal), note_text(decision, today).encode("utf-8", "replace")
        folder = placing.folder_inside(self._vault, decision.folder)
        self._make(decision.folder)
        for name in self._names.free(folder, note_name(decision.signal.title)):
            path = f"{decision.folder}/{name}"
            page = address(decision.signal.origin)
            self._journal.add("file", path=path, digest=_digest(data), key=key, page=page)
            try:
                placing.write_new(folder / name, data)
            except FileExistsError:  # somebody was quicker: the next name
                self._journal.add("not", path=path)
                continue
            return path
        raise UsageError(f"There are a thousand notes called {note_name(decision.signal.title)} in {decision.folder}.")

    def _queue(self, decisions: Sequence[Decision]) -> int:
        rows = {key_of(one.signal): one for one in decisions}
        self._make(_folder_of(self._profile.review_note))
        if not self._review_path().exists():
            self._journal.add("note")
        for key, decision in rows.items():
            self._journal.add("queue", key=key, page=address(decision.signal.origin))
        self._keep_waiting({**self._waiting(), **{key: asdict(one.signal) for key, one in rows.items()}})
        self._edit_review(adding={key: reviewnote.entry(one, key) for key, one in rows.items()})
        return len(rows)

    def _begin(self) -> None:
        """Begin a run. Raises UsageError if the last one was cut short: what it left behind is to be cleared first."""
        if not self._journal.is_whole():
            raise UsageError(
                "The last run did not come to its end. luneta ingest undo takes back what it did; then run this again."
            )
        self._names = placing.Names()
        self._journal.add("run")

    def _check_places(self, folders: Iterable[str]) -> None:
        for folder in folders:
            placing.folder_inside(self._vault, folder)
        self._review_path()

    def _make(self, folder: str) -> None:
        for missing in placing.missing_folders(self._vault, folder) if folder else ():
            self._journal.add("folder", path=missing)
            (self._vault / missing).mkdir(exist_ok=True)

    # The review note

    def review(self, today: date, *, apply: bool) -> Applied:
        """File what is checked in the review note and forget what was deleted from it; without `apply` only say so.
        `filed` then names titles instead of paths."""
        path = self._review_path()
        if not path.exists():
            raise UsageError(f"There is no review note: {self._profile.review_note} is not in the vault.")
        with self._alone():
            entries = reviewnote.entries(_text(path.read_bytes()))
            waiting = self._waiting()
            done = Applied()
            checked = {
                key: _signal(waiting[key]) for key, is_checked in entries.items() if is_checked and key in waiting
            }
            deleted = [key for key in waiting if key not in entries]
            unknown = sum(is_checked and key not in waiting for key, is_checked in entries.items())
            if unknown:
                done.left.append(f"{unknown} checked entries are not known here and stay in the review note.")
            done.forgotten = len(deleted)
            done.waiting = sum(not is_checked and key in waiting for key, is_checked in entries.items())
            if not apply:
                done.filed = [signal.title for signal in checked.values()]
            elif checked or deleted:
                done.filed = self._finish(checked, deleted, waiting, today)
        return done

    def _finish(
        self, checked: Mapping[str, Signal], deleted: Sequence[str], waiting: dict[str, Any], today: date
    ) -> list[str]:
        decisions = {key: self._as_filed(signal) for key, signal in checked.items()}
        self._check_places({decision.folder for decision in decisions.values()})
        self._begin()
        filed = []
        for key in deleted:
            self._journal.add("take", key=key, row=waiting[key], filed=False)
        for key, decision in decisions.items():
            self._journal.add("take", key=key, row=waiting[key], filed=True)
            filed.append(self._file(decision, today))
        self._edit_review(removing=set(checked))
        self._keep_waiting({key: row for key, row in waiting.items() if key not in checked and key not in deleted})
        self._journal.add("end")
        return filed

    def _as_filed(self, signal: Signal) -> Decision:
        decision = decide(signal, self._profile)
        folder = decision.folder or _folder_of(self._profile.review_note) or self._profile.domains[0].folder
        return Decision(signal, decision.score, "file", folder)

    # Taking back

    def undo(self) -> Applied:
        """Take back what the last run did, killed or not. A note that was changed since stays, and is told of; of the
        folders those that the run made and that are empty go."""
        done = Applied()
        with self._alone():
            if not self._journal.has_run():
                raise UsageError("There is no run of luneta ingest to take back.")
            lines = self._journal.last_run()
            folders = [line["path"] for line in lines if line["do"] == "folder"]
            others = {line["path"] for line in lines if line["do"] == "not"}
            files = [line for line in lines if line["do"] == "file" and line["path"] not in others]
            kept = [{**line, "do": "kept"} for line in files if not self._unfile(line, done)]
            self._unqueue(lines)
            for folder in reversed(folders):
                (self._vault / folder / placing.UNFINISHED).unlink(missing_ok=True)
                placing.remove_if_empty(self._vault / folder)
            self._journal.forget_last_run(kept)
        return done

    def _unfile(self, line: Line, done: Applied) -> bool:
        """Remove a note. False if it stays."""
        path = placing.inside(self._vault, line["path"])
        path.with_name(placing.UNFINISHED).unlink(missing_ok=True)
        if not path.exists():
            return True
        if _digest(path.read_bytes()) != line["digest"]:
            done.left.append(f"{line['path']} was changed since and stays.")
            return False
        path.unlink()
        done.removed.append(line["path"])
        return True

    def _unqueue(self, lines: Sequence[Line]) -> None:
        """Take queued entries out of the review note, and put back those that a review took out of it."""
        queued = {line["key"] for line in lines if line["do"] == "queue"}
        rows = {line["key"]: line["row"] for line in lines if line["do"] == "take"}
        if not queued and not rows:
            return
        waiting = {key: row for key, row in self._waiting().items() if key not in queued}
        self._keep_waiting({**waiting, **rows})
        entries = {key: reviewnote.entry(decide(_signal(row), self._profile), key) for key, row in rows.items()}
        made = any(line["do"] == "note" for line in lines)
        self._edit_review(adding=entries, removing=queued, remove_if_bare=made)

    def _edit_review(
        self,
        adding: Mapping[str, str] | None = None,
        removing: Iterable[str] = (),
        *,
        remove_if_bare: bool = False,
    ) -> None:
        """Add and remove entries, whatever else somebody writes into the note meanwhile."""
        path, gone = self._review_path(), frozenset(removing)
        for _ in range(_TRIES):
            before = path.read_bytes() if path.exists() else None
            text = reviewnote.without_entries(_text(before or b""), gone)
            there = reviewnote.entries(text)
            lines = [line for key, line in (adding or {}).items() if key not in there]
            if before is None and not lines:
                return
            if remove_if_bare and not lines and reviewnote.is_bare(text):
                path.unlink(missing_ok=True)
                return
            after = (reviewnote.with_entries(text, lines) if lines else text).encode("utf-8", "surrogateescape")
            path.parent.mkdir(parents=True, exist_ok=True)  # somebody may have moved it since
            if after == before or placing.replace_text(path, before, after):
                return
        raise UsageError(f"{self._profile.review_note} changes all the time. Close what writes into it, and try again.")

    # Records

    @contextlib.contextmanager
    def _alone(self) -> Iterator[None]:
        from filelock import FileLock, Timeout  # brings asyncio with it

        config.ensure_private_dir(self._records.parent)
        config.ensure_private_dir(self._records)
        try:
            with FileLock(self._records / "lock", timeout=0, mode=0o600):
                yield
        except Timeout as error:
            raise UsageError("Another luneta ingest is at work on this vault. Wait for it to end.") from error
        finally:
            self._journal.close()

    def _review_path(self) -> Path:
        note = self._profile.review_note
        if folder := _folder_of(note):
            placing.folder_inside(self._vault, folder)
        path = placing.inside(self._vault, note)
        if path.is_dir():
            raise UsageError(f"The review note {note} is a folder. Set another one in the profile.")
        return path

    def _waiting(self) -> dict[str, Any]:
        path = self._records / "waiting.json"
        return dict(orjson.loads(path.read_bytes())) if path.exists() else {}

    def _keep_waiting(self, waiting: Mapping[str, Any]) -> None:
        write_private(self._records / "waiting.json", orjson.dumps(waiting))


def _log_row(decision: Decision) -> Mapping[str, object]:
    signal, scored = decision.signal, decision.score
    known = {"like": decision.like} if decision.like else {}
    return {
        "title": signal.title[:300],
        "origin": signal.origin[:300],
        "score": scored.total,
        "route": decision.route,
        "reasons": dict(scored.reasons),
        **known,
    }


def _folder_of(note: str) -> str:
    return note.rpartition("/")[0]


def _text(data: bytes) -> str:
    return data.decode("utf-8", "surrogateescape")


def _signal(stored: Mapping[str, Any]) -> Signal:
    return Signal(**{**stored, "tags": tuple(stored["tags"])})


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
