"""The program as a process: in any folder, in any locale, and never out of the vault."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from cases.conftest import MakeVault
from cases.trial_vault import OTHERS, PAD, TrialVault
from luneta.cli import main
from luneta.core.types import SearchOptions
from luneta.errors import PathOutsideVaultError

AWKWARD_NAMES = ("My Väult & Co", "Ana's 100% [x] {y} $HOME (2)", "#hash; 日本語, ノート")


@pytest.mark.parametrize("name", AWKWARD_NAMES)
def test_p3_a_vault_of_any_name(make_vault: MakeVault, name: str) -> None:
    """A space in the path ended it, and an ampersand ran what followed."""
    vault = make_vault(name)
    vault.write_all(OTHERS)
    note = "Ação & Reação/Nota 1%.md"
    vault.write(note, f"Marzipan, e mais nada. {PAD}\n")
    assert vault.run_json("index")["notes"] == len(OTHERS) + 1
    (hit,) = vault.run_json("search", "marzipan", "--mode", "keyword", "--folder", "Ação & Reação")["hits"]
    assert hit["path"] == note
    assert vault.related(note)
    within = vault.run("search", "marzipan", "--vault", ".", "--json")
    assert json.loads(within.stdout)["hits"][0]["path"] == note


def test_p3_every_command(make_vault: MakeVault) -> None:
    vault = make_vault(AWKWARD_NAMES[0])
    vault.write_all(OTHERS)
    vault.run_json("index")
    root = str(vault.root)
    assert vault.run_json("related", "Others/Bees.md")["hits"]
    state = vault.run_json("status")
    assert (state["vault"], state["problems"]) == (root, [])
    assert vault.run("config", "add", "exclude", "Others", "--vault", root).returncode == 0
    assert vault.run_json("search", "hive")["hits"] == []
    done = vault.run("forget", "--yes", "--json", "--vault", root, cwd=vault.root.parent)
    assert done.returncode == 0, done.stdout


def test_p3_the_program_itself_in_a_folder_with_spaces(vault: TrialVault, tmp_path: Path) -> None:
    """Its own files, the model and the worker processes are found from such a folder as well."""
    place = tmp_path / "Programs & Mör" / "site packages"
    import luneta

    shutil.copytree(Path(luneta.__file__).parent, place / "luneta", ignore=shutil.ignore_patterns("__pycache__"))
    for number in range(420):  # so many that worker processes are started
        vault.write(f"{number}.md", f"Note number {number}. {PAD}\n")
    env = {"PYTHONPATH": str(place)}
    report = vault.run_json("index", env=env)
    assert (report["notes"], report["failed"]) == (420, 0)
    assert report["encoded"] == report["chunks"]
    where = vault.run("status", "--vault", str(vault.root), env=env)
    assert where.returncode == 0


#: Code pages that cannot say what the note says.
ENCODINGS = ("cp1252", "ascii:strict")


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_p4_any_character_through_any_pipe(vault: TrialVault, encoding: str) -> None:
    """A pipe in the locale's code page killed the process at the first arrow."""
    vault.write("Film → 🎬.md", f"---\ntitle: Film → 🎬\n---\nAn arrow → and a clapper 🎬 in marzipan. {PAD}\n")
    vault.write("Broken.md", b"marzipan \xff, and a body long enough to stand by itself, I should think.\n")
    env = {"PYTHONIOENCODING": encoding, "PYTHONUTF8": "0"}
    root = str(vault.root)
    for words in (
        ("index", "--vault", root),
        ("search", "marzipan", "→", "--vault", root),
        ("search", "marzipan", "--vault", root, "--explain", "--max-tokens", "500"),
        ("related", "Film → 🎬.md", "--vault", root),
        ("status", "--vault", root),
        ("search", "marzipan", "--vault", root, "--json"),
        ("search", "--batch", "-", "--vault", root),
    ):
        done = vault.run(*words, env=env, input="clapper 🎬 →\n".encode())
        assert done.returncode == 0, (words, done.stderr)
        assert b"Traceback" not in done.stderr
        if words[0] == "search":
            assert "Film → 🎬" in done.stdout.decode(), words
    answer = vault.run_json("search", "clapper", env=env)
    assert answer["hits"][0]["title"] == "Film → 🎬"


OUTSIDE = ("../../x", "../Secret.md", "/etc/passwd", "..\\x", "..\\..\\Secret.md", "Others/../../Secret.md", "..", "/")


def _with_secret_outside(vault: TrialVault) -> None:
    vault.write_all(OTHERS)
    (vault.root.parent / "Secret.md").write_text(f"Marzipan outside the vault. {PAD}\n", encoding="utf-8")
    vault.index()
    vault.restart()


def test_n5_a_path_argument_stays_in_the_vault(vault: TrialVault, capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    """`../` led out of the vault."""
    _with_secret_outside(vault)
    full = str(vault.root.parent)
    asked = [["related", path] for path in (*OUTSIDE[:-1], f"{full}/Secret.md")]
    asked += [["search", "marzipan", "--folder", path] for path in (*OUTSIDE[:-1], full)]
    for words in asked:
        assert main([*words, "--vault", str(vault.root), "--json"]) == 2, words
        printed = capfdbinary.readouterr()
        assert json.loads(printed.out)["error"]["type"] == "PathOutsideVaultError", words
        assert main([*words, "--vault", str(vault.root)]) == 2, words
        told = capfdbinary.readouterr()
        assert told.out == b""
        assert b"vault" in told.err
        assert b"arzipan outside" not in printed.out + printed.err + told.err


def test_n5_in_a_process_of_its_own(vault: TrialVault) -> None:
    _with_secret_outside(vault)
    done = vault.run("related", "../Secret.md", "--vault", str(vault.root), "--json")
    assert (done.returncode, done.stderr) == (2, b"")
    assert json.loads(done.stdout)["error"]["type"] == "PathOutsideVaultError"


@pytest.mark.parametrize("path", OUTSIDE)
def test_n5_nor_does_the_engine_leave_it(vault: TrialVault, path: str) -> None:
    _with_secret_outside(vault)
    with pytest.raises(PathOutsideVaultError):
        vault.engine.related(path, SearchOptions())
    with pytest.raises(PathOutsideVaultError):
        vault.engine.index_notes([path])
    if path != "/":
        with pytest.raises(PathOutsideVaultError):
            vault.search("marzipan", folders=(path,))
    assert vault.status().notes == len(OTHERS)
    assert vault.by_words("marzipan") == []


def test_n5_links_do_not_lead_out(vault: TrialVault) -> None:
    """Neither a link on the disk nor a link in a note."""
    _with_secret_outside(vault)
    vault.write("Link.md", f"[x](../Secret.md) [[../Secret]] ![[../Secret]] {PAD}\n")
    try:
        (vault.root / "Out.md").symlink_to(vault.root.parent / "Secret.md")
        (vault.root / "Folder out").symlink_to(vault.root.parent, target_is_directory=True)
    except OSError:
        pytest.skip("this system makes no symbolic links")
    vault.index()
    assert vault.by_words("marzipan") == []
    assert vault.linked("Link.md") == set()
    assert set(vault.problems()) == {"Out.md", "Folder out"}
    vault.engine.index_notes(["Out.md", "Folder out/Secret.md"])
    assert vault.by_words("marzipan") == []
    assert vault.status().notes == len(OTHERS) + 1


def test_p4_output_into_a_pipe_that_closes(vault: TrialVault) -> None:
    """`luneta search ... | head -1` is no error."""
    vault.write_all(OTHERS)
    vault.index()
    process = subprocess.Popen(
        [sys.executable, "-m", "luneta", "search", "water", "--vault", str(vault.root), "--max-tokens", "5000"],
        env=vault.environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    errors = process.stderr.read()
    process.stderr.close()
    assert (process.wait(60), errors) == (0, b"")
