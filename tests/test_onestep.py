"""onestep.py: a file is the old one or the new one, whole."""

import os
import stat
import threading
from pathlib import Path

import pytest

from cli_runs import POSIX_ONLY
from luneta.onestep import replace_file


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


@POSIX_ONLY  # Windows replaces no file that somebody reads at that moment
def test_a_reader_never_sees_a_half(tmp_path: Path) -> None:
    path = tmp_path / "file"
    wholes = [letter * 200_000 for letter in (b"a", b"b")]
    replace_file(path, wholes[0])
    writer = threading.Thread(target=lambda: [replace_file(path, wholes[n % 2]) for n in range(100)])
    writer.start()
    seen = set()
    while writer.is_alive():
        seen.add(path.read_bytes())
    writer.join()
    assert seen <= set(wholes)
    assert os.listdir(tmp_path) == ["file"]


@POSIX_ONLY
def test_rights(tmp_path: Path) -> None:
    path = tmp_path / "file"
    replace_file(path, b"1", private=True)
    assert mode(path) == 0o600
    path.chmod(0o640)
    replace_file(path, b"2")
    assert (mode(path), path.read_bytes()) == (0o640, b"2")
    replace_file(path, b"3", private=True)
    assert (mode(path), path.read_bytes()) == (0o600, b"3")


@POSIX_ONLY
def test_a_link_is_followed(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to(Path("real", "file"))
    for text in (b"1", b"2"):
        replace_file(tmp_path / "link", text, durable=True)
        assert (tmp_path / "link").is_symlink()
        assert (tmp_path / "real" / "file").read_bytes() == text


def test_what_cannot_be_written_leaves_nothing_behind(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    with pytest.raises(OSError, match="folder"):
        replace_file(tmp_path / "folder", b"1")
    with pytest.raises(FileNotFoundError):
        replace_file(tmp_path / "gone" / "file", b"1")
    assert os.listdir(tmp_path) == ["folder"]
