"""What happens to the files of a vault, as an asynchronous stream of debounced sets of changes.

Nothing is read here but the names of what changed, and once a second whether the vault's folder is still there.
"""

import asyncio
import os
import threading
import unicodedata
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from pathlib import Path

from watchfiles import Change
from watchfiles._rust_notify import RustNotify  # documented: https://watchfiles.helpmanual.io/api/rust_backend/

from luneta.core.rules import FolderRules
from luneta.notepath import below, is_note_name

#: A set is complete when nothing has changed for so long, ms; what a save takes to be seen.
STEP_MS = 50
#: But after so long in any case, ms.
DEBOUNCE_MS = 800
#: How often the vault's folder is looked at, ms.
TICK_MS = 1000
#: Between two looks at every file, where the file system tells nothing, ms.
POLL_MS = 3000
#: From so many raw changes in a set on, some may have been lost in the system's own queue (16,384 on Linux).
MANY = 4096
#: File systems whose changes made elsewhere are not told of.
_SILENT = frozenset(
    {"nfs", "nfs4", "cifs", "smb3", "smbfs", "9p", "afs", "vboxsf", "fuse.sshfs", "fuse.rclone", "prl_fs"}
)


@dataclass(frozen=True, slots=True)
class Seen:
    """What changed. `paths`: relative to the vault, with `/`, in NFC: notes, or folders that came or went.
    `everything`: anything may have changed. `missing`: the vault's folder is not there. A set in which nothing changed
    says that a second went by."""

    paths: frozenset[str] = frozenset()
    everything: bool = False
    missing: bool = False


async def changes(root: Path, rules: Callable[[], FolderRules], stop: threading.Event) -> AsyncIterator[Seen]:
    """The changes of a vault from now on, until `stop` is set. The first set says, by `everything`, that watching has
    begun; so does one whenever something may have been missed."""
    loop = asyncio.get_running_loop()
    arrived: asyncio.Queue[Seen | None] = asyncio.Queue()

    def tell(seen: Seen | None) -> None:
        try:
            loop.call_soon_threadsafe(arrived.put_nowait, seen)
        except RuntimeError:  # the loop is closed: nobody listens any more
            stop.set()

    watching = threading.Thread(target=_Watch(root, rules, tell, stop).run, name="watcher", daemon=True)
    watching.start()
    try:
        while (seen := await arrived.get()) is not None:
            yield seen
    finally:
        stop.set()


class _Watch:
    """The thread's side: begins again whenever the vault's folder comes back or is another one."""

    def __init__(
        self, root: Path, rules: Callable[[], FolderRules], tell: Callable[[Seen | None], None], stop: threading.Event
    ) -> None:
        self._root = root
        self._rules = rules
        self._tell = tell
        self._stop = stop
        self._polling = False

    def run(self) -> None:
        try:
            while not self._stop.is_set():
                identity = _identity(self._root)
                if identity is None:
                    self._tell(Seen(missing=True))
                    self._stop.wait(TICK_MS / 1000)
                    continue
                try:
                    self._watch(identity)
                except FileNotFoundError:
                    continue
                except OSError:
                    # As many folders as this are more than the system watches, or it cannot watch this file system.
                    if self._polling:
                        self._stop.wait(TICK_MS / 1000)
                    self._polling = True
        finally:
            self._tell(None)

    def _watch(self, identity: tuple[int, int]) -> None:
        """Until the folder is another one, or is gone."""
        real = os.path.realpath(self._root)
        polling = self._polling or is_silent(real)
        with RustNotify([real], False, polling, POLL_MS, True, True) as notify:
            self._tell(Seen(everything=True))
            while True:
                found = notify.watch(DEBOUNCE_MS, STEP_MS, TICK_MS, self._stop)
                if isinstance(found, str) and found != "timeout":
                    return
                if _identity(self._root) != identity:
                    return
                raw = set() if isinstance(found, str) else found
                self._tell(Seen(self._wanted(raw, real), everything=len(raw) >= MANY))

    def _wanted(self, raw: set[tuple[int, str]], real: str) -> frozenset[str]:
        """The paths that matter: relative, in NFC."""
        changed = ((Change(kind), full, _relative(full, real)) for kind, full in raw)
        return frozenset(path for kind, full, path in changed if path and self._is_wanted(kind, full, path))

    def _is_wanted(self, change: Change, full: str, path: str) -> bool:
        """A note that the rules allow, or what may be a folder that came or went. An editor's temporary file is
        neither: it is hidden, or not called as a note is."""
        rules = self._rules()
        if is_note_name(path) and rules.allows(path):
            return True
        if change == Change.modified or not rules.allows_folder(path):
            return False
        return change == Change.deleted or os.path.isdir(full)


def _relative(full: str, real: str) -> str | None:
    path = below(real, full)
    return None if path is None else unicodedata.normalize("NFC", path)


def _identity(root: Path) -> tuple[int, int] | None:
    """Which folder this is; None if there is none."""
    try:
        found = os.stat(root)
    except OSError:
        return None
    return (found.st_dev, found.st_ino) if os.path.isdir(root) else None


def is_silent(folder: str, mounts: Path = Path("/proc/self/mountinfo")) -> bool:
    """Whether this folder is on a file system that does not tell of changes which others make (known on Linux only)."""
    try:
        lines = mounts.read_text(encoding="utf-8", errors="surrogateescape").splitlines()
    except OSError:
        return False
    best = ("", "")
    for line in lines:
        fields, _, rest = line.partition(" - ")
        point = fields.split(" ")[4].replace("\\040", " ") if fields.count(" ") >= 4 else ""
        if point and (folder + "/").startswith(point.rstrip("/") + "/") and len(point) >= len(best[0]):
            best = (point, rest.split(" ")[0])
    return best[1] in _SILENT
