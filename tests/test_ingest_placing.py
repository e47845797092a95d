"""Files come into being whole or not at all, inside the vault, and never over another."""

import errno
import os
from pathlib import Path

import pytest

from cli_runs import POSIX_ONLY
from luneta.errors import UsageError
from luneta.ingest import placing


def test_a_file_that_is_there_is_never_written_over(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("mine")
    with pytest.raises(FileExistsError):
        placing.write_new(tmp_path / "a.md", b"other")
    assert [(path.name, path.read_text()) for path in tmp_path.iterdir()] == [("a.md", "mine")]


@pytest.mark.parametrize("number", [errno.EPERM, errno.ENOTSUP, errno.ENOSYS])
def test_a_file_system_without_links_will_do(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    def no_links(*_: object) -> None:
        raise OSError(number, "no links here")

    monkeypatch.setattr(os, "link", no_links)
    placing.write_new(tmp_path / "a.md", b"text")
    with pytest.raises(FileExistsError):
        placing.write_new(tmp_path / "a.md", b"other")
    assert [(path.name, path.read_text()) for path in tmp_path.iterdir()] == [("a.md", "text")]


def test_other_faults_of_the_disk_are_not_hidden(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: object) -> None:
        raise OSError(errno.ENOSPC, "full")

    monkeypatch.setattr(os, "link", full)
    with pytest.raises(OSError, match="full"):
        placing.write_new(tmp_path / "a.md", b"text")
    assert list(tmp_path.iterdir()) == []


def test_what_somebody_wrote_meanwhile_is_not_lost(tmp_path: Path) -> None:
    note = tmp_path / "a.md"
    note.write_bytes(b"new")
    assert not placing.replace_text(note, b"old", b"mine")
    assert not placing.replace_text(note, None, b"mine")
    assert note.read_bytes() == b"new"
    assert placing.replace_text(note, b"new", b"mine")
    assert [(path.name, path.read_bytes()) for path in tmp_path.iterdir()] == [("a.md", b"mine")]


@POSIX_ONLY
def test_links_within_the_vault_are_followed_and_others_refused(tmp_path: Path) -> None:
    for folder in ("vault/real", "vault-other"):
        (tmp_path / folder).mkdir(parents=True)
    (tmp_path / "vault/inner").symlink_to(tmp_path / "vault/real")
    (tmp_path / "vault/outer").symlink_to(tmp_path / "vault-other")  # its path begins like the vault's
    placing.folder_inside(tmp_path / "vault", "inner/deep")
    with pytest.raises(UsageError, match="leads out of the vault"):
        placing.folder_inside(tmp_path / "vault", "outer/deep")


def test_missing_folders_are_named_outermost_first(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    assert list(placing.missing_folders(tmp_path, "a/b/c")) == ["a/b", "a/b/c"]
    assert list(placing.missing_folders(tmp_path, "a")) == []
