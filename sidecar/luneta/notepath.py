"""Names of notes: what a person or a program hands in -> a path inside the vault, as the index or the disk has it."""

import os
import re
import unicodedata
from pathlib import Path

from luneta.core.patterns import other_case
from luneta.errors import PathOutsideVaultError, UsageError

NOTE_SUFFIXES = (".md", ".canvas")

_DRIVE = re.compile(r"[A-Za-z]:[\\/]")


def is_note_name(name: str) -> bool:
    """Does a file of this name hold a note?"""
    return name.lower().endswith(NOTE_SUFFIXES)


def resolve_note(root: Path, text: str) -> str:
    """What a person typed for a note -> its path in the vault: relative or full, with either slash, in any Unicode
    form, with or without `.md`, and in any letter case where the file system does not mind.

    The note need not exist. UsageError: nothing was typed. PathOutsideVaultError: it lies outside the vault.
    """
    if not text.strip():
        raise UsageError("Name a note: its path in the vault, with or without .md.")
    path = vault_path(_relative(root, text))
    wanted = [path] if path.lower().endswith(NOTE_SUFFIXES) else [path + suffix for suffix in NOTE_SUFFIXES]
    fold = case_insensitive(root)
    for candidate in wanted:
        found = on_disk(root, candidate, fold=fold)
        if found is not None:
            return vault_path(found)
    return wanted[0]


def inside_path(path: str) -> str:
    """A relative path with `/`, otherwise as written. PathOutsideVaultError if by its own words it may leave the
    vault: a full path, one with `..`, a drive, none at all."""
    if _is_plain(path):
        return path
    slashed = path.replace("\\", "/")
    parts = [part for part in slashed.split("/") if part not in ("", ".")]
    absolute = slashed.startswith("/") or _DRIVE.match(path) or (os.name == "nt" and ":" in path)
    if absolute or ".." in parts or not parts or "\0" in path:
        raise PathOutsideVaultError(f"“{printable(path)}” is not a path inside the vault.")
    return "/".join(parts)


def _is_plain(path: str) -> bool:
    """Whether a path is surely as `inside_path` gives it, at a fifth of the cost: nearly every one that a run hands
    in."""
    return (
        path[:1] not in ("", "/", ".")
        and path[-1] != "/"
        and "\\" not in path
        and "/." not in path
        and "//" not in path
        and ":" not in path
        and "\0" not in path
    )


def vault_path(path: str) -> str:
    """A path as the index has it: `inside_path`, in NFC."""
    return unicodedata.normalize("NFC", inside_path(path))


def vault_folder(folder: str) -> str:
    """A folder as the paths in the index begin: as `vault_path`; "" for the vault itself."""
    return "" if folder.replace("\\", "/").strip("/ ") in ("", ".") else vault_path(folder)


def case_insensitive(root: Path) -> bool:
    """Does the vault's file system take names that differ in letter case for the same? Found out by looking only."""
    try:
        with os.scandir(root) as entries:
            for entry in entries:
                swapped = other_case(entry.name)
                if swapped != entry.name:
                    here, there = os.path.join(root, entry.name), os.path.join(root, swapped)
                    return os.path.lexists(there) and os.path.samestat(os.lstat(here), os.lstat(there))
    except OSError:
        return False
    return False


def _relative(root: Path, text: str) -> str:
    """A full path inside the vault made relative; any other text as it is."""
    if not os.path.isabs(text):
        return text
    full = os.path.normpath(text)
    parent = os.path.join(os.path.realpath(os.path.dirname(full)), os.path.basename(full))
    for candidate, folder in ((full, os.path.abspath(root)), (parent, os.path.realpath(root))):
        inside = below(folder, candidate)
        if inside:
            return inside
    return text


def below(folder: str, path: str) -> str | None:
    """`path` relative to `folder`, with `/`; None if it is not below it (or is the folder itself)."""
    prefix = os.path.join(os.path.normcase(folder), "")
    return path[len(prefix) :].replace(os.sep, "/") if os.path.normcase(path).startswith(prefix) else None


def on_disk(root: Path, path: str, *, fold: bool = False, exact: bool = False) -> str | None:
    """The path as the disk spells it; None if there is no such file. `fold`: letter case does not count. `exact`: it
    does, although the file system does not mind, so that after a renaming the old name is gone."""
    try:
        if path.isascii() and not fold and not exact:
            return path if os.path.lexists(os.path.join(root, path)) else None
        disk_path = ""
        for part in path.split("/"):
            name = _spelled(os.listdir(os.path.join(root, disk_path)), part, fold)
            if name is None:
                return None
            disk_path = f"{disk_path}/{name}" if disk_path else name
    except OSError:
        return path if os.path.lexists(os.path.join(root, path)) else None
    return disk_path


def spellings(root: Path, path: str, *, exact: bool = False) -> list[str]:
    """Every path on disk that is this one (in NFC), in whatever Unicode form its parts are written, in order. `exact`
    as `on_disk` has it. One that can be written in one way only is given whether or not it is there."""
    if path.isascii():
        if not exact:
            return [path]
        found = on_disk(root, path, exact=True)
        return [] if found is None else [found]
    spelled = [""]
    for part in path.split("/"):
        spelled = [f"{folder}/{name}" if folder else name for folder in spelled for name in _called(root, folder, part)]
    return sorted(spelled)


def _called(root: Path, folder: str, part: str) -> list[str]:
    """The names in a folder that are this one in NFC; of a folder that cannot be listed, the name itself if there is
    something of that name."""
    place = os.path.join(root, folder)
    try:
        return [name for name in os.listdir(place) if unicodedata.normalize("NFC", name) == part]
    except OSError:
        return [part] if os.path.lexists(os.path.join(place, part)) else []


def _spelled(names: list[str], wanted: str, fold: bool) -> str | None:
    """The one of the names on disk that is meant: the same, or else in another Unicode form, or another case."""
    if wanted in names:
        return wanted
    same = sorted(name for name in names if unicodedata.normalize("NFC", name) == wanted)
    if not same and fold:
        same = sorted(n for n in names if unicodedata.normalize("NFC", n).casefold() == wanted.casefold())
    return same[0] if same else None


def name_problem(path: str) -> str | None:
    if "\\" in path:
        return "a name with a backslash means a folder on other systems; rename it"
    if path.isascii():
        return None
    try:
        path.encode()
    except UnicodeEncodeError:
        return "a name that is not valid text; rename it"
    return None


def printable(path: str) -> str:
    return path.encode("utf-8", "backslashreplace").decode()
