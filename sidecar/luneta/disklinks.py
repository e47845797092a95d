"""Symbolic links and junctions in a vault. They are never followed: through one, a person or a program could get around
the folder rules, and what they lead to inside the vault is found by its real path anyway."""

import os
import stat
from pathlib import Path

from luneta.core.types import Problem
from luneta.notepath import below, is_note_name

_REPARSE_POINT = 0x400  # FILE_ATTRIBUTE_REPARSE_POINT


def told_of(real_root: str, full: str, *, is_note: bool) -> Problem | None:
    """What is to be told of the link at `full`: a note or a folder is lost by it. None: nothing is. `real_root`: the
    vault's real path; `is_note`: the link has the name of a note."""
    try:
        real = os.path.realpath(full, strict=True)
        is_folder = os.path.isdir(real)
    except OSError:
        return Problem("skipped", "a link that leads nowhere") if is_note else None
    inside = below(real_root, real)
    if inside is None:
        lost = (is_note or is_folder) and real != real_root
        return Problem("skipped", "a link that leads out of the vault; links are not followed") if lost else None
    if is_note and not is_folder and not is_note_name(inside):
        return Problem("skipped", "a link to a file that is not a note")
    return None


def is_direct(root: Path, disk_path: str) -> bool:
    """Whether this folder is where it seems to be: none of its parts is a link. "" is the vault itself."""
    if not disk_path:
        return True
    if os.name != "nt":
        return not _has_link(str(root), disk_path)
    real_root = os.path.realpath(root)
    inside = below(real_root, os.path.realpath(os.path.join(real_root, disk_path)))
    return inside is not None and os.path.normcase(inside) == os.path.normcase(disk_path)


def _has_link(root: str, disk_path: str) -> bool:
    """Whether some part of a path below the root is a symbolic link. What cannot be looked at is none."""
    full = root
    try:
        for part in disk_path.split("/"):
            full = f"{full}/{part}"
            if stat.S_ISLNK(os.lstat(full).st_mode):
                return True
    except OSError:
        return False
    return False


def is_junction(entry: os.DirEntry[str]) -> bool:
    """Windows' other links to folders, which Python 3.11 takes for folders. (So are the folders of cloud drives
    marked, but those lead to themselves.)"""
    if os.name != "nt" or not getattr(entry.stat(follow_symlinks=False), "st_file_attributes", 0) & _REPARSE_POINT:
        return False
    return os.path.normcase(os.path.realpath(entry.path)) != os.path.normcase(entry.path)
