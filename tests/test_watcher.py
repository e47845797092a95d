"""The stream of changes: what is told, what is not, and what happens where the file system tells nothing.
(What becomes of it in the index: cases/test_watcher.py.)"""

import asyncio
import os
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from luneta import watcher
from luneta.core.rules import FolderRules
from luneta.watcher import Seen

RULES = FolderRules(exclude=("Denied",))
PATIENCE = 20.0


async def told(root: Path, act: Callable[[], None], until: Callable[[list[Seen]], bool]) -> list[Seen]:
    """What is told after watching has begun and `act` was done, until it is enough."""
    stop = threading.Event()
    seen: list[Seen] = []
    async with asyncio.timeout(PATIENCE):
        async for one in watcher.changes(root, lambda: RULES, stop):
            if not seen:
                assert one == Seen(everything=True)
                act()
            seen.append(one)
            if until(seen):
                break
    stop.set()
    return seen[1:]


def paths_told(root: Path, act: Callable[[], None], last: str) -> set[str]:
    """The paths that are told until `last` is."""
    seen = asyncio.run(told(root, act, lambda seen: any(last in one.paths for one in seen)))
    return {path for one in seen for path in one.paths}


def test_notes_and_folders_are_told_and_nothing_else(tmp_path: Path) -> None:
    for folder in ("Denied", ".obsidian", "Folder", "Leaving/Deep"):
        (tmp_path / folder).mkdir(parents=True)

    def act() -> None:
        for name in ("a.md", "b.CANVAS", "Folder/c.md", "picture.png", "Folder/d.md.tmp", ".hidden.md", "x.md~"):
            (tmp_path / name).write_text("text", encoding="utf-8")
        for name in ("Denied/secret.md", ".obsidian/workspace.md", ".obsidian/workspace.json"):
            (tmp_path / name).write_text("text", encoding="utf-8")
        (tmp_path / "New folder").mkdir()
        os.rename(tmp_path / "Leaving", tmp_path / "Arriving")
        (tmp_path / "last.md").write_text("text", encoding="utf-8")

    assert paths_told(tmp_path, act, "last.md") == {
        "a.md",
        "b.CANVAS",
        "Folder/c.md",
        "New folder",
        "Leaving",
        "Arriving",
        "last.md",
    }


def test_names_are_told_in_nfc(tmp_path: Path) -> None:
    decomposed = "Cafe\N{COMBINING ACUTE ACCENT}.md"
    assert paths_told(tmp_path, lambda: void((tmp_path / decomposed).write_bytes(b"x")), "Café.md") == {"Café.md"}


def void(_: object) -> None:
    return None


def test_reading_is_no_change(tmp_path: Path) -> None:
    note = tmp_path / "a.md"
    note.write_bytes(b"text")
    seen = asyncio.run(told(tmp_path, lambda: void(note.read_bytes()), lambda seen: len(seen) == 4))
    assert seen == [Seen()] * 3, "three seconds in which nothing happened"


def test_a_root_that_leaves_and_another_that_comes(tmp_path: Path) -> None:
    root = tmp_path / "vault"
    root.mkdir()
    steps = iter((lambda: root.rename(tmp_path / "away"), root.mkdir))
    next_step = next(steps)

    def until(seen: list[Seen]) -> bool:
        if seen[-1].missing and sum(one.missing for one in seen) == 1:
            next(steps)()
        return len(seen) > 1 and seen[-1].everything

    seen = asyncio.run(told(root, lambda: void(next_step()), until))
    assert [one for one in seen if one != Seen() and not one.missing] == [Seen(everything=True)]
    assert any(one.missing for one in seen)


def test_where_nothing_is_told_it_looks_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watcher, "is_silent", lambda folder: True)
    monkeypatch.setattr(watcher, "POLL_MS", 200)
    assert paths_told(tmp_path, lambda: void((tmp_path / "a.md").write_bytes(b"x")), "a.md") == {"a.md"}


def test_where_it_cannot_watch_it_looks_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As when there are more folders than the system watches."""
    real = watcher.RustNotify
    asked: list[bool] = []

    def notify(paths: list[str], debug: bool, polling: bool, *rest: object) -> object:
        asked.append(polling)
        if not polling:
            raise OSError("OS file watch limit reached")
        return real(paths, debug, polling, *rest)

    monkeypatch.setattr(watcher, "RustNotify", notify)
    monkeypatch.setattr(watcher, "POLL_MS", 200)
    assert paths_told(tmp_path, lambda: void((tmp_path / "a.md").write_bytes(b"x")), "a.md") == {"a.md"}
    assert asked == [False, True]


def test_more_changes_than_the_system_may_have_kept_are_everything(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watcher, "MANY", 50)

    def act() -> None:
        for i in range(200):
            (tmp_path / f"{i}.png").write_bytes(b"x")

    seen = asyncio.run(told(tmp_path, act, lambda seen: len(seen) > 1 and seen[-1].everything))
    assert seen[-1].everything


MOUNTS = """\
22 1 8:1 / / rw,relatime - ext4 /dev/sda1 rw
30 22 0:40 / /mnt/my\\040share rw - cifs //server/share rw
31 22 0:41 / /mnt/far rw - nfs4 server:/export rw
32 31 8:2 / /mnt/far/near rw - ext4 /dev/sdb1 rw
"""


@pytest.mark.parametrize(
    ("folder", "silent"),
    [
        ("/home/me/vault", False),
        ("/mnt/my share/vault", True),
        ("/mnt/far", True),
        ("/mnt/farther", False),
        ("/mnt/far/near/vault", False),
    ],
)
def test_file_systems_of_other_machines(tmp_path: Path, folder: str, silent: bool) -> None:
    mounts = tmp_path / "mountinfo"
    mounts.write_text(MOUNTS, encoding="utf-8")
    assert watcher.is_silent(folder, mounts) is silent
    assert not watcher.is_silent(folder, tmp_path / "none")
