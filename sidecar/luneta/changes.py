"""What differs between a vault and its index. Found out by looking at files' stamps; nothing is read yet."""

import os
from collections.abc import Iterable
from dataclasses import dataclass, field
from operator import itemgetter
from pathlib import Path

import apsw

from luneta.core.rules import FolderRules
from luneta.core.types import Problem
from luneta.errors import VaultError
from luneta.notepath import is_note_name, vault_path
from luneta.store import notes, problems
from luneta.vault import TWINS, FileState, look, scan

#: Of a FileState what `notes.file_stamps` has of a note: path, mtime_ns, size, ctime_ns.
_STAMPS = itemgetter(slice(4))


@dataclass(frozen=True, slots=True)
class Task:
    """A note to be read. `known_hash`: of the bytes that the index has of it; None reads it in any case."""

    file: FileState
    known_hash: bytes | None


@dataclass(frozen=True, slots=True)
class Changes:
    """What an indexing run has to do.

    `tasks`: notes to be read. `gone`: paths of notes that are no more. `problems`: what was found wrong with paths
    that are no tasks, and None for paths with which nothing is wrong any more. `beside`: what is wrong with tasks as
    seen from outside, whatever reading them finds. `complete`: this is about the whole
    vault, so when it is done the index obeys the folder rules. `troubled`: the paths, of all these, of which the index
    knows a problem. `stamps`: what the index knows of tasks, so far as it was looked up.
    """

    tasks: list[Task]
    gone: list[str]
    problems: dict[str, Problem | None]
    complete: bool
    troubled: set[str]
    beside: dict[str, Problem] = field(default_factory=dict)
    stamps: dict[str, notes.StoredStamp | None] = field(default_factory=dict)

    @property
    def none(self) -> bool:
        """Nothing to do."""
        return not (self.tasks or self.gone or self.problems)


def in_vault(db: apsw.Connection, root: Path, rules: FolderRules, *, full: bool) -> Changes:
    """Everything that changed since the last run; `full`: as if every note had. Raises VaultError."""
    found = scan(root, rules)
    known = notes.file_stamps(db)
    if not found.files and known and found.looks_unmounted:
        raise VaultError(
            f"The vault {root} is empty, but its index is not: is its drive connected? Nothing was changed. "
            "If the notes are gone for good, run `luneta forget`."
        )
    told = problems.by_path(db)
    failed = {path for path, reasons in told.items() if any(problem.kind == "failed" for problem in reasons)}
    # What could not be read is read anew, even if its bytes are the old ones: its problems may be over.
    anew = failed | {
        path for path in {*told, *found.problems} if (path in found.problems) != (TWINS in told.get(path, ()))
    }
    seen = list(map(_STAMPS, found.files.values()))
    tasks: list[Task] = []
    gone: list[str] = []
    if full or anew or seen != known:  # both in order of path: most runs find nothing, and need not look at each note
        same = set(known)
        for state, stamps in zip(found.files.values(), seen, strict=True):
            if full or state.path in anew:
                tasks.append(Task(state, None))
            elif stamps not in same:
                stamp = notes.stamp(db, state.path)
                tasks.append(Task(state, stamp.hash if stamp else None))
        gone = [path for path, *_ in known if path not in found.files and not found.unknown(path)]
    unseen = [path for path in {*told, *found.problems} if path not in found.files and not found.unknown(path)]
    now = {path: found.problems.get(path) for path in unseen}
    wrong = {path: problem for path, problem in now.items() if told.get(path) != [problem]}
    beside = {task.file.path: TWINS for task in tasks if task.file.path in found.problems}
    return Changes(tasks, gone, wrong, complete=True, troubled=set(told), beside=beside)


def of_notes(db: apsw.Connection, root: Path, rules: FolderRules, paths: Iterable[str]) -> Changes:
    """What to do about some notes that are said to have changed. Raises PathOutsideVaultError for a path like ../x."""
    changes = Changes([], [], {}, complete=False, troubled=set())
    for path in dict.fromkeys(map(vault_path, paths)):
        told = problems.of_path(db, path)
        if told:
            changes.troubled.add(path)
        state, beside = look(root, path, rules)
        stamp = notes.stamp(db, path)
        if isinstance(state, FileState):
            anew = any(problem.kind == "failed" for problem in told) or (beside is not None) != (TWINS in told)
            changes.tasks.append(Task(state, stamp.hash if stamp and not anew else None))
            changes.stamps[path] = stamp
            if beside is not None:
                changes.beside[path] = beside
            continue
        if state is not None or told:
            changes.problems[path] = state
        if stamp is not None and (state is None or state.kind != "failed"):
            changes.gone.append(path)  # what cannot be read just now is not gone
    return changes


def of_folders(db: apsw.Connection, root: Path, rules: FolderRules, paths: Iterable[str]) -> list[str]:
    """The notes that are meant by paths of notes and of folders that came or went: what the index has below a folder,
    and what is there. Raises PathOutsideVaultError, VaultError."""
    meant: dict[str, None] = {}
    for path in map(vault_path, paths):
        if is_note_name(path):
            meant[path] = None
        meant.update(dict.fromkeys(notes.paths_below(db, path)))
        if os.path.isdir(root / path):
            meant.update(dict.fromkeys(scan(root, rules, below=path).files))
    return list(meant)
