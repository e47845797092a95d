"""A copy of a vault that may be changed: the vault itself is only read."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

#: What either program reads. Of other files only the names matter, so their copies are empty.
_READ = (".md", ".canvas")


def bring_up_to_date(original: Path, copy: Path) -> None:
    """Make `copy` what `original` is, touching only the files that differ in size or time.

    Hidden files and folders stay behind: Luneta does not look into them, the yardstick would; and settings kept in
    the vault would make the two measure different things. Links are not followed.
    """
    wanted = set(_files(original))
    for path in set(_files(copy)) - wanted:
        (copy / path).unlink()
    for path in sorted(wanted):
        source, target = original / path, copy / path
        target.parent.mkdir(parents=True, exist_ok=True)
        if not path.endswith(_READ):
            target.touch()
        elif not target.exists() or _stamp(source) != _stamp(target):
            shutil.copy2(source, target)


def notes_of(vault: Path) -> list[str]:
    """The vault-relative paths of the Markdown notes, with `/`, in order."""
    return sorted(path for path in _files(vault) if path.endswith(".md"))


def _files(root: Path) -> Iterator[str]:
    for folder, folders, files in os.walk(root):
        folders[:] = [name for name in folders if not name.startswith(".")]
        inside = Path(folder).relative_to(root)
        for name in files:
            if not name.startswith(".") and not (Path(folder) / name).is_symlink():
                yield (inside / name).as_posix()


def _stamp(path: Path) -> tuple[int, int]:
    state = path.stat()
    return state.st_size, state.st_mtime_ns
