"""What people type for a note, and the paths that must not be followed."""

import os
import unicodedata
from pathlib import Path

import pytest

from luneta.errors import PathOutsideVaultError, UsageError
from luneta.notepath import case_insensitive, inside_path, name_problem, on_disk, resolve_note, vault_path

OUTSIDE = [
    "../../x",
    "..\\x",
    "..",
    "a/../../b.md",
    "a\\..\\..\\b.md",
    "/etc/passwd",
    "\\x",
    "//host/share",
    "C:\\x.md",
    "c:/x.md",
]


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    root = tmp_path / "My Väult & Co"
    (root / "Área" / "sub").mkdir(parents=True)
    (root / "Área" / "sub" / "Plan 1.2.md").write_text("x", encoding="utf-8")
    (root / "Board.canvas").write_text("{}", encoding="utf-8")
    (root / "🎉 party.md").write_text("x", encoding="utf-8")
    return root


@pytest.mark.parametrize("path", [*OUTSIDE, "", ".", "./", "a\0b"])
def test_paths_that_leave_the_vault_are_refused(path: str) -> None:
    with pytest.raises(PathOutsideVaultError):
        inside_path(path)


def test_a_path_inside_is_tidied() -> None:
    assert inside_path(".\\a\\\\b/c.md") == "a/b/c.md"
    assert vault_path("Cafe\u0301/x.md") == "Café/x.md"
    if os.name != "nt":
        assert inside_path("Q: what.md") == "Q: what.md"


@pytest.mark.parametrize("path", OUTSIDE)
def test_a_note_outside_the_vault_is_refused(vault: Path, path: str) -> None:
    with pytest.raises(PathOutsideVaultError):
        resolve_note(vault, path)


@pytest.mark.parametrize(
    "typed",
    [
        "Área/sub/Plan 1.2.md",
        "Área/sub/Plan 1.2",
        "Área\\sub\\Plan 1.2",
        "./Área//sub/Plan 1.2",
        unicodedata.normalize("NFD", "Área/sub/Plan 1.2"),
    ],
)
def test_ways_of_typing_a_note(vault: Path, typed: str) -> None:
    assert resolve_note(vault, typed) == "Área/sub/Plan 1.2.md"
    assert resolve_note(vault, str(vault / "Área" / "sub" / "Plan 1.2.md")) == "Área/sub/Plan 1.2.md"
    assert resolve_note(vault, str(vault / "Área" / "sub" / "Plan 1.2")) == "Área/sub/Plan 1.2.md"


def test_a_canvas_a_missing_note_and_nothing(vault: Path) -> None:
    assert resolve_note(vault, "Board") == "Board.canvas"
    assert resolve_note(vault, "🎉 party") == "🎉 party.md"
    assert resolve_note(vault, "not there") == "not there.md"
    assert resolve_note(vault, "n" * 5000) == "n" * 5000 + ".md"
    with pytest.raises(UsageError, match="Name a note"):
        resolve_note(vault, "  ")


def test_a_full_path_elsewhere_is_refused(vault: Path) -> None:
    neighbour = vault.parent / (vault.name + " 2") / "x.md"
    for path in (neighbour, vault, vault / ".." / "x.md"):
        with pytest.raises(PathOutsideVaultError):
            resolve_note(vault, str(path))


@pytest.mark.skipif(os.name != "posix", reason="links need rights on Windows")
def test_a_full_path_through_a_link_to_the_vault(vault: Path, tmp_path: Path) -> None:
    (tmp_path / "link").symlink_to(vault)
    assert resolve_note(vault, str(tmp_path / "link" / "Board.canvas")) == "Board.canvas"
    assert resolve_note(tmp_path / "link", str(vault / "Board.canvas")) == "Board.canvas"


def test_a_decomposed_name_on_disk_is_found_by_its_composed_one(tmp_path: Path) -> None:
    decomposed = unicodedata.normalize("NFD", "Résumé/Ação.md")
    (tmp_path / decomposed).parent.mkdir()
    (tmp_path / decomposed).write_text("x", encoding="utf-8")
    spelled = on_disk(tmp_path, "Résumé/Ação.md")
    assert spelled is not None
    assert (tmp_path / spelled).read_text(encoding="utf-8") == "x"
    assert resolve_note(tmp_path, decomposed) == "Résumé/Ação.md"
    assert on_disk(tmp_path, "Résumé/Outra.md") is None


def test_case_folds_where_asked(vault: Path) -> None:
    assert on_disk(vault, "área/SUB/plan 1.2.MD", fold=True) == "Área/sub/Plan 1.2.md"
    assert on_disk(vault, "board.canvas", exact=True) is None
    assert on_disk(vault, "Board.canvas", exact=True) == "Board.canvas"


def test_whether_case_counts_is_found_out_without_writing(vault: Path, tmp_path: Path) -> None:
    before = sorted(os.listdir(vault))
    assert case_insensitive(vault) == (vault / "bOARD.CANVAS").exists()
    assert sorted(os.listdir(vault)) == before
    assert not case_insensitive(tmp_path / "gone")


def test_names_that_cannot_be_kept() -> None:
    assert name_problem("Área/a b.md") is None
    assert "backslash" in str(name_problem("a\\b.md"))
    assert "not valid text" in str(name_problem("caf\udce9.md"))
