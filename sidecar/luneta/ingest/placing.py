"""Writing into a vault: inside it, whole or not at all, and never over what is there."""

import errno
import os
import unicodedata
from collections.abc import Iterator
from pathlib import Path

from luneta.errors import UsageError

#: What a note is called until it is whole. Hidden: neither Obsidian nor Luneta reads it.
UNFINISHED = ".luneta-ingest.tmp"
#: A file system that has no hard links says one of these (FAT, some network drives).
_NO_LINKS = {errno.EPERM, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS, errno.EMLINK, errno.EACCES, errno.EINVAL}
_MOST_OF_A_NAME = 1000


def inside(vault: Path, path: str) -> Path:
    """The place of a path in the vault. Raises UsageError if links (symlinks) on the way lead out of it."""
    place = vault / path
    root = os.path.realpath(vault)
    real = os.path.realpath(place)
    if real != root and not real.startswith(root.rstrip(os.sep) + os.sep):
        raise UsageError(f"{path} leads out of the vault through a link. Set another place in the profile.")
    return place


def folder_inside(vault: Path, folder: str) -> Path:
    """The same for a folder, which need not be there yet. Raises UsageError, too, if a file has its place."""
    place = inside(vault, folder)
    for part in (place, *place.parents):
        if part == vault:
            break
        if part.exists() and not part.is_dir():
            raise UsageError(
                f"The folder {folder} cannot be made: {part.name} is a file. Set another one in the profile."
            )
    return place


def missing_folders(vault: Path, folder: str) -> Iterator[str]:
    """The folders on the way to `folder` that are not there, outermost first."""
    parts = folder.split("/")
    for count in range(1, len(parts) + 1):
        path = "/".join(parts[:count])
        if not (vault / path).exists():
            yield path


class Names:
    """Names of notes that are free, folder by folder. Letter case and the form of accents never tell two apart: the
    vault may be synced to a system where they do not."""

    def __init__(self) -> None:
        self._taken: dict[Path, set[str]] = {}

    def free(self, folder: Path, name: str) -> Iterator[str]:
        """File names made of `name`, the plain one first, that no file of the folder has. Each is taken when given."""
        if folder not in self._taken:
            self._taken[folder] = {_same(entry.name) for entry in os.scandir(folder)} if folder.exists() else set()
        taken = self._taken[folder]
        for number in range(1, _MOST_OF_A_NAME):
            file_name = f"{name}{'' if number == 1 else f' {number}'}.md"
            if _same(file_name) not in taken:
                taken.add(_same(file_name))
                yield file_name


def _same(name: str) -> str:
    return unicodedata.normalize("NFC", name).casefold()


def write_new(path: Path, data: bytes) -> None:
    """Write a file that is not there yet. A process killed on the way leaves no half of it under its name. Raises
    FileExistsError if somebody was quicker."""
    unfinished = path.with_name(UNFINISHED)
    unfinished.unlink(missing_ok=True)
    with open(unfinished, "xb") as file:
        file.write(data)
    try:
        os.link(unfinished, path)
    except FileExistsError:
        raise
    except OSError as error:
        if error.errno not in _NO_LINKS:
            raise
        open(path, "xb").close()  # no hard links here: claim the name, then put the whole file in its place
        unfinished.replace(path)
    finally:
        unfinished.unlink(missing_ok=True)


def replace_text(path: Path, before: bytes | None, after: bytes) -> bool:
    """Put `after` in the place of a file whose bytes were `before` (None: there was none), in one step. False if it
    has other bytes by now."""
    unfinished = path.with_name(UNFINISHED)
    unfinished.unlink(missing_ok=True)
    unfinished.write_bytes(after)
    now = path.read_bytes() if path.exists() else None
    if now != before:
        unfinished.unlink()
        return False
    unfinished.replace(path)
    return True


def remove_if_empty(folder: Path) -> bool:
    """Remove a folder that has nothing in it."""
    try:
        folder.rmdir()
    except OSError:  # not empty, or gone: either way it is no longer ours
        return False
    return True
