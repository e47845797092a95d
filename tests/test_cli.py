"""The luneta command as a shell meets it: how it starts, and how it ends."""

import json
import os
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

import luneta
from cli_runs import PACKAGE_ROOT, Home, kitchen, paths, write_notes
from luneta.cli import main


@pytest.fixture
def home() -> Home:
    return kitchen()


@pytest.mark.parametrize(
    ("words", "code", "kind"),
    [
        (["search", "x", "--limit", "0"], 2, "UsageError"),
        (["serch", "x"], 2, "UsageError"),
        (["search"], 2, "UsageError"),
        (["search", "x", "--folder", "../other"], 2, "PathOutsideVaultError"),
        (["related", "../other.md"], 2, "PathOutsideVaultError"),
        (["related", "No such note.md"], 2, "NotIndexedError"),
        (["config", "set", "limit", "many"], 2, "ConfigError"),
        (["config", "set", "no_such", "1"], 2, "UsageError"),
        (["config", "set"], 2, "UsageError"),
        (["config", "get", "limit", "5"], 2, "UsageError"),
        (["config", "list", "limit"], 2, "UsageError"),
        (["index", "--vault", "no such folder"], 1, "VaultError"),
        (["search", "x", "--vault", "no such folder"], 1, "VaultError"),
        (["status", "--vault", "Kitchen"], 3, "NoIndexError"),
        (["search", "x", "--vault", "Kitchen"], 3, "NoIndexError"),
        (["related", "Bread.md", "--vault", "Kitchen"], 3, "NoIndexError"),
        (["forget", "--yes", "--vault", "Kitchen"], 3, "NoIndexError"),
    ],
)
def test_errors_have_a_code_a_type_and_a_sentence(home: Home, words: Sequence[str], code: int, kind: str) -> None:
    shown = home.run(*words)
    assert (shown.returncode, shown.stdout) == (code, b"")
    assert shown.stderr.startswith(b"luneta: ")
    assert b"Traceback" not in shown.stderr
    told = home.run(*words, "--json")
    assert (told.returncode, told.stderr) == (code, b"")
    error = json.loads(told.stdout)["error"]
    assert error["type"] == kind
    assert error["message"] in shown.stderr.decode()
    if code == 3:
        assert "luneta index" in error["message"]


def test_no_vault_here_is_said(home: Home, tmp_path: Path) -> None:
    done = home.run("search", "x", cwd=tmp_path)
    assert done.returncode == 2
    assert b"--vault FOLDER" in done.stderr


def test_the_vault_is_found_from_below(home: Home) -> None:
    assert (
        json.loads(home.run("search", "linen", "--json", cwd=home.vault / "Kitchen").stdout)["hits"][0]["title"]
        == "Bread"
    )


def test_a_vault_with_accents_and_spaces_in_its_name(home: Home, tmp_path: Path) -> None:
    root = tmp_path / "Väult dos Pão & Co"
    write_notes(root, {"Notas/Café.md": "# Café\n\nO café da manhã com pão de queijo.\n"})
    (root / ".obsidian").mkdir()
    assert home.run("index", cwd=root / "Notas").returncode == 0
    assert paths(json.loads(home.run("search", "queijo", "--json", "--vault", str(root)).stdout)) == ["Notas/Café.md"]


def test_help_and_version(home: Home) -> None:
    assert home.run("--version").stdout.decode().strip() == f"luneta {luneta.__version__}"
    assert home.run().stdout == home.run("--help").stdout == home.run("help").stdout
    assert b"examples:" in home.run("search", "--help").stdout


def test_a_surprise_is_one_line_and_a_traceback_only_on_demand(home: Home, tmp_path: Path) -> None:
    (tmp_path / "platformdirs.py").write_text("raise RuntimeError('out of\\x1b order')")
    broken = {"PYTHONPATH": os.pathsep.join([str(tmp_path), str(PACKAGE_ROOT)]), "LUNETA_CACHE_DIR": ""}
    shown = home.run("status", "--all", env=broken)
    assert shown.returncode == 1
    assert shown.stderr.decode().startswith("luneta: Unexpected error: RuntimeError (out of␛ order). ")
    assert shown.stderr.count(b"\n") == 1
    traced = home.run("status", "--all", env=broken | {"LUNETA_DEBUG": "1"})
    assert b"Traceback" in traced.stderr


def test_a_search_imports_nothing_that_it_does_not_need(home: Home) -> None:
    script = (
        "import sys\nfrom luneta.cli import main\nmain(['search', 'tea', '--json'])\n"
        "print(*sys.modules, file=sys.stderr)"
    )
    done = home.python(script)
    loaded = {name.split(".")[0] for name in done.stderr.decode().split()}
    assert "orjson" in loaded
    unneeded = {"rich", "model2vec", "tokenizers", "aiohttp", "pyromark", "platformdirs", "huggingface_hub", "shlex"}
    assert not loaded & unneeded


def test_the_terminal_itself_imports_only_the_standard_library_and_orjson(home: Home) -> None:
    script = (
        "import sys\nfrom luneta.cli import arguments, exits, face, stream, terminal\n"
        "from luneta.cli.hits import lines_of_hits\narguments.read(['search', 'x'])\nprint(*sys.modules)"
    )
    done = home.python(script)
    outside = {name.split(".")[0] for name in done.stdout.decode().split()} - set(sys.stdlib_module_names)
    outside.discard("sitecustomize")  # some systems give Python one, and it is there before the program is
    assert {name for name in outside if not name.startswith("_")} == {"luneta", "orjson"}


def test_main_raises_nothing(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["nonsense"]) == 2
    assert main(["--version"]) == 0
    assert capfd.readouterr().out == f"luneta {luneta.__version__}\n"
