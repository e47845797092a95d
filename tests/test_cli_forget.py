"""luneta.cli.forget: `luneta forget`."""

import shutil
from pathlib import Path

import pytest

from cli_runs import POSIX_ONLY, Home, kitchen, on_a_terminal, write_notes


@pytest.fixture
def home() -> Home:
    return kitchen()


def snapshot(root: Path) -> dict[str, bytes]:
    return {str(path.relative_to(root)): path.read_bytes() for path in root.rglob("*") if path.is_file()}


def test_forget_removes_the_index_and_never_the_vault(home: Home, tmp_path: Path) -> None:
    write_notes(tmp_path, {"A.md": "# A\n\nA note to be remembered for ever.\n"})
    home.run("index", "--vault", str(tmp_path))
    before, folder = snapshot(tmp_path), Path(home.answer("status", "--vault", str(tmp_path))["db_path"]).parent
    refused = home.run("forget", "--vault", str(tmp_path))
    assert (refused.returncode, folder.is_dir()) == (2, True)  # nobody there to ask
    assert b"--yes" in refused.stderr
    removed = home.answer("forget", "--yes", "--vault", str(tmp_path))
    assert Path(removed["removed"]) == folder
    assert removed["bytes"] > 0
    assert not folder.exists()
    assert snapshot(tmp_path) == before
    assert home.run("search", "x", "--vault", str(tmp_path)).returncode == 3
    assert home.run("forget", "--yes", "--vault", str(tmp_path)).returncode == 3


def test_the_index_of_a_vault_that_has_gone_can_be_forgotten(home: Home, tmp_path: Path) -> None:
    gone = tmp_path / "gone"
    write_notes(gone, {"A.md": "# A\n\nA note that will not be there for long.\n"})
    home.run("index", "--vault", str(gone))
    shutil.rmtree(gone)
    listed = home.run("status", "--all").stdout.decode()
    assert "not there now" in listed
    assert home.answer("forget", "--yes", "--vault", str(gone))["bytes"] > 0
    assert "not there now" not in home.run("status", "--all").stdout.decode()


@POSIX_ONLY
def test_forget_asks_on_a_terminal(home: Home, tmp_path: Path) -> None:
    write_notes(tmp_path, {"A.md": "# A\n\nA note to be asked about before it goes.\n"})
    home.run("index", "--vault", str(tmp_path))
    folder = Path(home.answer("status", "--vault", str(tmp_path))["db_path"]).parent
    code, shown = on_a_terminal(home, "forget", "--vault", str(tmp_path), keys=b"\n")
    assert (code, folder.is_dir()) == (1, True)
    assert "[y/N]" in shown
    assert "Nothing was removed." in shown
    code, shown = on_a_terminal(home, "forget", "--vault", str(tmp_path), keys=b"y\n")
    assert (code, folder.exists()) == (0, False)
    assert "The vault is as it was." in shown
