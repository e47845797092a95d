"""The vault on disk: which notes there are, and reading one safely. Nothing here writes into the vault.

A note is a `.md` or `.canvas` file (in any letter case), as in Obsidian; `.markdown` is not opened by Obsidian and is
not a note here. Paths are relative to the vault, with `/`, in NFC, in the letter case of the disk. Symbolic links (and
junctions) inside the vault are never followed: what they lead to inside the vault is found by its real path, once;
what lies outside or in a denied folder stays out.
"""

import os
import stat
import unicodedata
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from luneta.core.rules import FolderRules
from luneta.core.types import Problem
from luneta.disklinks import is_direct, is_junction, told_of
from luneta.errors import PathOutsideVaultError, VaultError
from luneta.notepath import below, inside_path, is_note_name, name_problem, on_disk, printable, spellings, vault_path
from luneta.notepath import case_insensitive as case_insensitive
from luneta.notepath import resolve_note as resolve_note

#: Bytes; a larger file is no note that somebody wrote.
LARGEST_NOTE = 64 * 1024 * 1024
#: A file that changes while it is read is read again this often.
READ_ATTEMPTS = 3

_SPECIAL = Problem("skipped", "not an ordinary file")
#: Of two notes, one of which is read.
TWINS = Problem("partial", "two files have this name, written with different Unicode characters; only one is read")
_NO_FOLLOW = getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)


class FileState(NamedTuple):
    """A note's file as seen at one moment. `disk_path`: relative, with `/`, as the disk spells it (perhaps NFD)."""

    path: str
    mtime_ns: int
    size: int
    ctime_ns: int
    disk_path: str


@dataclass(frozen=True, slots=True)
class Scan:
    """All notes that the rules allow, by path, in order of path.

    `problems`: by path, what was left out and should be known; of a path among `files` only TWINS. `unreadable`:
    folders ("" never among them) that could not be read, or not wholly: nothing is known of the notes below them, so
    none may be taken for deleted.
    `looks_unmounted`: the root holds nothing whatever, not even a config folder, as the mount point of a drive that
    is not connected; deleting a whole index because of it would be wrong.
    """

    files: dict[str, FileState]
    problems: dict[str, Problem]
    unreadable: tuple[str, ...]
    looks_unmounted: bool

    def unknown(self, path: str) -> bool:
        """Does this note lie below a folder that could not be read?"""
        return path.startswith(tuple(folder + "/" for folder in self.unreadable))


@dataclass(frozen=True, slots=True)
class Contents:
    """A note's bytes, whole, and the state of the file that they are of."""

    data: bytes
    state: FileState


def scan(root: Path, rules: FolderRules, *, below: str = "") -> Scan:
    """Looks at every folder that the rules allow; only at one and those below it, if it is named (NFC, with `/`).
    VaultError: the root is missing, no folder, or unreadable, also if that happens while the scan runs."""
    walk = _Walk(root, rules)
    if not below:
        walk.run("", "")
    elif rules.allows_folder(below):
        for disk_path in spellings(root, below):
            if is_direct(root, disk_path):
                walk.run(disk_path, below)
    return walk.result()


class _Walk:
    def __init__(self, root: Path, rules: FolderRules) -> None:
        self._root = root
        self._real_root = os.path.realpath(root)
        self._rules = rules
        self._files: dict[str, FileState] = {}
        self._problems: dict[str, Problem] = {}
        self._unreadable: set[str] = set()
        self._entries = 0

    def run(self, disk_path: str, path: str) -> None:
        before = _identity(self._root)
        prefix = os.path.join(self._real_root, "")
        pending = [(disk_path, path)]
        while pending:
            disk_path, path = pending.pop()
            try:
                with os.scandir(prefix + disk_path if disk_path else self._real_root) as entries:
                    for entry in entries:
                        self._entries += 1
                        if entry.name[0] != ".":
                            self._visit(entry, disk_path, path, pending)
            except (FileNotFoundError, NotADirectoryError):
                continue  # gone since its parent was read; if the root went with it, the check below sees that
            except OSError as error:
                if not path:
                    raise _root_error(self._root, error) from error
                self._failed(path, error)
        if _identity(self._root) != before:
            raise VaultError(f"The vault {self._root} changed place while it was read. Nothing was changed; try again.")

    def result(self) -> Scan:
        files = {path: self._files[path] for path in sorted(self._files)}
        problems = {path: self._problems[path] for path in sorted(self._problems)}
        return Scan(files, problems, tuple(sorted(self._unreadable)), self._entries == 0)

    def _visit(self, entry: os.DirEntry[str], parent: str, path: str, pending: list[tuple[str, str]]) -> None:
        name = entry.name
        disk_path = f"{parent}/{name}" if parent else name
        if disk_path.isascii():
            path = disk_path
        else:
            name = unicodedata.normalize("NFC", name)
            path = f"{path}/{name}" if path else name
        if entry.is_dir(follow_symlinks=False):
            if is_junction(entry):
                self._note_link(entry, path)
            elif self._rules.allows_folder(path) and self._usable(path):
                pending.append((disk_path, path))
        elif is_note_name(name):
            if self._rules.allows(path) and self._usable(path):
                self._add(entry, disk_path, path)
        elif entry.is_symlink():
            self._note_link(entry, path)

    def _usable(self, path: str) -> bool:
        """Names that are not text cannot be stored or shown; a backslash would be read as a folder elsewhere."""
        reason = name_problem(path)
        if reason:
            self._problems[printable(path)] = Problem("skipped", reason)
        return not reason

    def _add(self, entry: os.DirEntry[str], disk_path: str, path: str) -> None:
        try:
            found = entry.stat(follow_symlinks=False)
        except FileNotFoundError:
            return
        except OSError as error:
            self._failed(path.rpartition("/")[0], error)
            return
        if stat.S_ISLNK(found.st_mode):
            self._note_link(entry, path)
        elif not stat.S_ISREG(found.st_mode):
            self._problems[path] = _SPECIAL
        elif path not in self._files or self._displaces(disk_path, path):
            self._files[path] = _state(path, disk_path, found)

    def _displaces(self, disk_path: str, path: str) -> bool:
        """Of two files that have one path in NFC: the one written so, else the first by its name on disk."""
        self._problems[path] = TWINS
        return _first([disk_path, self._files[path].disk_path], path) == disk_path

    def _failed(self, folder: str, error: OSError) -> None:
        if not folder:
            raise _root_error(self._root, error) from error
        self._unreadable.add(folder)
        self._problems[folder] = Problem("failed", f"this folder cannot be read: {error.strerror}")

    def _note_link(self, entry: os.DirEntry[str], path: str) -> None:
        """A link is never followed; it is mentioned if a note or a folder is lost by that and no rule denies it."""
        if not (self._rules.allows(path) and self._usable(path)):
            return
        problem = told_of(self._real_root, entry.path, is_note=is_note_name(path))
        if problem is not None:
            self._problems[path] = problem


def look(root: Path, path: str, rules: FolderRules) -> tuple[FileState | Problem | None, Problem | None]:
    """One note as `scan` would see it, for a path that is said to have changed, and what `scan` would find wrong with
    it although it takes it. None for the note: no such note, denied, or only reached through a link.
    PathOutsideVaultError: the path itself leaves the vault."""
    found = _look_at_all(root, path, rules)
    twins = len(found) > 1 and sum(isinstance(one, FileState) for one in found) > 1
    return found[0] if found else None, TWINS if twins else None


def _look_at_all(root: Path, path: str, rules: FolderRules) -> list[FileState | Problem]:
    """Whatever has this path in NFC, and is not reached through a link: first the note that is taken, if one is."""
    path = vault_path(path)
    if not is_note_name(path) or not rules.allows(path):
        return []
    if reason := name_problem(path):
        return [Problem("skipped", reason)]
    seen = [_look_at(root, path, disk_path) for disk_path in spellings(root, path, exact=rules.casefold)]
    states = {one.disk_path: one for one in seen if isinstance(one, FileState)}
    if not states:
        return [one for one in seen if one is not None]
    first = _first(list(states), path)
    return [states.pop(first), *states.values()]


def _look_at(root: Path, path: str, disk_path: str) -> FileState | Problem | None:
    full = os.path.join(root, disk_path)
    try:
        if not is_direct(root, disk_path.rpartition("/")[0]):
            return None
        found = os.lstat(full)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        return Problem("failed", f"cannot be read: {error.strerror}") if os.path.lexists(full) else None
    if stat.S_ISLNK(found.st_mode):
        return told_of(os.path.realpath(root), full, is_note=True)
    if stat.S_ISDIR(found.st_mode):
        return None
    return _state(path, disk_path, found) if stat.S_ISREG(found.st_mode) else _SPECIAL


def _first(disk_paths: list[str], path: str) -> str:
    """Of files that have one path in NFC the one that is read: the one written so, else the first by its name."""
    return min(disk_paths, key=lambda disk_path: (disk_path != path, disk_path))


def read_bytes(root: Path, file: FileState | str, *, largest: int = LARGEST_NOTE) -> Contents | Problem | None:
    """The bytes of a note, as they were at one moment. None: there is no such file (any more).

    A Problem if it is larger than `largest` bytes, no ordinary file (it is not opened then), reached through a link,
    changing all the time, or not readable. PathOutsideVaultError: the path, or a link on it, leaves the vault.
    """
    if isinstance(file, FileState):
        path, disk_path = file.path, inside_path(file.disk_path)
    else:
        path = vault_path(file)
        spelled = on_disk(root, path)
        if spelled is None:
            return None
        disk_path = spelled
    try:
        found = _seen(root, disk_path)
        if isinstance(found, Problem):
            return found
        if not stat.S_ISREG(found.st_mode):
            return _SPECIAL
        return _read(os.path.join(root, disk_path), path, disk_path, largest)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError as error:
        return Problem("failed", f"cannot be read: {error.strerror}")


def _read(full: str, path: str, disk_path: str, largest: int) -> Contents | Problem:
    for _ in range(READ_ATTEMPTS):
        opened = os.open(full, os.O_RDONLY | _NO_FOLLOW)
        try:
            before = os.fstat(opened)
            if not stat.S_ISREG(before.st_mode):
                return _SPECIAL
            if before.st_size > largest:
                return Problem("skipped", f"larger than {largest / 1_000_000:.0f} MB")
            data = os.read(opened, before.st_size + 1)
            after = os.fstat(opened)
        finally:
            os.close(opened)
        same = (before.st_size, before.st_mtime_ns) == (after.st_size, after.st_mtime_ns)
        if same and len(data) == before.st_size:
            return Contents(data, _state(path, disk_path, after))
    return Problem("failed", "changed each time it was read; the next run tries again")


def _seen(root: Path, disk_path: str) -> os.stat_result | Problem:
    """What is at this place, if no part of the way below the root is a link: through one, a person or a program could
    get around the folder rules. OSError as `os.lstat`."""
    full = str(root)
    linked = False
    for part in disk_path.split("/"):
        full = f"{full}{os.sep}{part}"
        found = os.lstat(full)
        linked = linked or stat.S_ISLNK(found.st_mode)
    if not linked and os.name != "nt":
        return found
    real_root = os.path.realpath(root)
    inside = below(real_root, os.path.realpath(os.path.join(real_root, disk_path)))
    if inside is None:
        raise PathOutsideVaultError(f"“{printable(disk_path)}” leads out of the vault through a link.")
    if linked or os.path.normcase(inside) != os.path.normcase(disk_path):
        return Problem("skipped", "reached through a link; a note is read by its real path only")
    return found


def _state(path: str, disk_path: str, found: os.stat_result) -> FileState:
    return FileState(path, found.st_mtime_ns, found.st_size, found.st_ctime_ns, disk_path)


def _identity(root: Path) -> tuple[int, int]:
    """Which folder this is. VaultError: none."""
    try:
        found = os.stat(root)
    except OSError as error:
        raise _root_error(root, error) from error
    if not stat.S_ISDIR(found.st_mode):
        raise VaultError(f"{root} is a file. A vault is a folder.")
    return found.st_dev, found.st_ino


def _root_error(root: Path, error: OSError) -> VaultError:
    return VaultError(
        f"The vault {root} cannot be read ({error.strerror}). Nothing was changed. Check the path, its permissions, "
        "and that its drive is connected."
    )
