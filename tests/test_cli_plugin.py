"""luneta.cli.plugin: `luneta plugin install`; plugin/scripts/hatch_build.py: the wheel carries the plugin."""

import copy
import json
import os
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Mapping
from pathlib import Path

import pytest

import luneta
from cli_runs import POSIX_ONLY, Home, kitchen, on_a_terminal, write_notes
from real_notes import unpack

PROJECT = Path(__file__).resolve().parent.parent
FILES = {
    "main.js": "/* built */\n",
    "manifest.json": json.dumps({"id": "luneta", "version": luneta.__version__}),
    "styles.css": ".luneta {}\n",
}


@pytest.fixture
def home() -> Home:
    return kitchen()


def package(folder: Path, plugin: Mapping[str, str] | None) -> dict[str, str]:
    """The environment of an installed package that carries this plugin. The model is not needed here."""
    site = folder / "site"
    left_out = shutil.ignore_patterns("model", "__pycache__")
    shutil.copytree(Path(luneta.__file__).parent, site / "luneta", ignore=left_out)
    write_notes(site / "luneta" / "obsidian_plugin", plugin or {})
    return {"PYTHONPATH": str(site)}


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    folder = tmp_path / "My Väult & Co"
    (folder / ".obsidian").mkdir(parents=True)
    return folder


def held(vault: Path) -> dict[str, str]:
    folder = vault / ".obsidian" / "plugins" / "luneta"
    return {path.name: path.read_text("utf-8") for path in folder.iterdir()} if folder.is_dir() else {}


def test_it_is_put_in_with_a_yes_and_settings_stay(home: Home, tmp_path: Path, vault: Path) -> None:
    env = package(tmp_path, FILES)
    write_notes(vault, {".obsidian/plugins/luneta/data.json": '{"limit": 7}'})
    refused = home.run("plugin", "install", str(vault), env=env)
    assert (refused.returncode, held(vault)) == (2, {"data.json": '{"limit": 7}'})
    assert b"--yes" in refused.stderr
    done = home.run("plugin", "install", str(vault), "--yes", env=env)
    assert (done.returncode, held(vault)) == (0, FILES | {"data.json": '{"limit": 7}'}), done.stderr
    assert b"switch Luneta on" in done.stdout


def test_a_second_time_there_is_nothing_to_do_and_nothing_to_ask(home: Home, tmp_path: Path, vault: Path) -> None:
    env = package(tmp_path, FILES)
    line = ("plugin", "install", str(vault), "--json")
    folder = str(vault / ".obsidian" / "plugins" / "luneta")
    told = {"vault": str(vault), "folder": folder, "version": luneta.__version__}
    assert json.loads(home.run(*line, "--yes", env=env).stdout) == told | {"written": True}
    assert json.loads(home.run(*line, env=env).stdout) == told | {"written": False}
    (Path(folder) / "main.js").write_text("/* damaged", "utf-8")
    assert json.loads(home.run(*line, "--yes", env=env).stdout) == told | {"written": True}
    assert held(vault) == FILES


def test_without_a_name_it_is_the_vault_that_one_is_in(home: Home, tmp_path: Path, vault: Path) -> None:
    (vault / "Deep" / "er").mkdir(parents=True)
    done = home.run("plugin", "install", "--yes", cwd=vault / "Deep" / "er", env=package(tmp_path, FILES))
    assert (done.returncode, held(vault)) == (0, FILES)


@POSIX_ONLY
@pytest.mark.parametrize(("keys", "code", "written"), [(b"y\n", 0, FILES), (b"\n", 1, {})], ids=["yes", "no"])
def test_on_a_terminal_it_asks(
    keys: bytes, code: int, written: dict[str, str], home: Home, tmp_path: Path, vault: Path
) -> None:
    own = copy.copy(home)  # the home itself is everybody's
    own.environment = home.environment | package(tmp_path, FILES)
    ended, shown = on_a_terminal(own, "plugin", "install", str(vault), keys=keys)
    assert (ended, held(vault)) == (code, written)
    assert "[y/N]" in shown


@pytest.mark.parametrize(
    ("plugin", "words"),
    [
        (None, "carries no plugin"),
        ({name: FILES[name] for name in ("main.js", "manifest.json")}, "carries no plugin"),
        (FILES | {"manifest.json": '{"version": "0.0.1"}'}, "is of version 0.0.1"),
    ],
    ids=["none", "a part", "another version"],
)
def test_an_installation_without_the_right_plugin_says_what_to_do(
    plugin: dict[str, str] | None, words: str, home: Home, tmp_path: Path, vault: Path
) -> None:
    done = home.run("plugin", "install", str(vault), "--yes", env=package(tmp_path, plugin))
    assert (done.returncode, held(vault)) == (1, {})
    assert words in done.stderr.decode()
    assert "npm run build" in done.stderr.decode()


def test_a_vault_that_is_not_there_is_not_made(home: Home, tmp_path: Path) -> None:
    done = home.run("plugin", "install", str(tmp_path / "gone"), "--yes", env=package(tmp_path, FILES))
    assert (done.returncode, (tmp_path / "gone").exists()) == (1, False)
    assert b"There is no folder" in done.stderr


@POSIX_ONLY
@pytest.mark.skipif(os.name == "posix" and os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_cannot_be_written_is_named(home: Home, tmp_path: Path, vault: Path) -> None:
    (vault / ".obsidian").chmod(0o500)
    done = home.run("plugin", "install", str(vault), "--yes", env=package(tmp_path, FILES))
    (vault / ".obsidian").chmod(0o700)
    assert done.returncode == 1
    assert b"cannot be written" in done.stderr


def project(folder: Path, plugin: Mapping[str, str]) -> Path:
    """The project as the build sees it, but for what it is about."""
    for name in ("pyproject.toml", "README.md", "LICENSE", "plugin/scripts/hatch_build.py"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(PROJECT / name, folder / name)
    licence = "sidecar/luneta/model/LICENSE.teachers.txt"
    write_notes(folder, {"sidecar/luneta/__init__.py": "", licence: "", ".gitignore": "/plugin/dist/\n"})
    write_notes(folder / "plugin" / "dist", plugin)
    return folder


def build(folder: Path, target: str) -> subprocess.CompletedProcess[str]:
    """Build with the build system that pyproject.toml names, as it is installed here."""
    pytest.importorskip("hatchling")
    line = [sys.executable, "-m", "hatchling", "build", "-t", target, "-d", str(folder / "out")]
    return subprocess.run(line, cwd=folder, capture_output=True, encoding="utf-8")


def in_wheel(folder: Path) -> dict[str, str]:
    (wheel,) = (folder / "out").glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        names = [name for name in archive.namelist() if "obsidian_plugin" in name]
        return {name: archive.read(name).decode() for name in names}


def test_the_wheel_carries_the_built_plugin(tmp_path: Path) -> None:
    done = build(project(tmp_path, FILES), "wheel")
    assert done.returncode == 0, done.stderr
    assert in_wheel(tmp_path) == {f"luneta/obsidian_plugin/{name}": text for name, text in FILES.items()}


def test_so_does_a_wheel_that_is_made_from_the_sdist(tmp_path: Path) -> None:
    assert build(project(tmp_path / "a", FILES), "sdist").returncode == 0
    (archive,) = (tmp_path / "a" / "out").glob("*.tar.gz")
    unpack(archive, tmp_path / "b")
    (unpacked,) = (tmp_path / "b").iterdir()
    assert build(unpacked, "wheel").returncode == 0
    assert in_wheel(unpacked) == {f"luneta/obsidian_plugin/{name}": text for name, text in FILES.items()}


def test_a_wheel_without_a_built_plugin_says_so_and_one_of_another_version_is_not_made(tmp_path: Path) -> None:
    done = build(project(tmp_path / "a", {}), "wheel")
    assert (done.returncode, in_wheel(tmp_path / "a")) == (0, {})
    assert "Without the Obsidian plugin" in done.stdout + done.stderr
    other = build(project(tmp_path / "b", FILES | {"manifest.json": '{"version": "0.0.1"}'}), "wheel")
    assert other.returncode != 0
    assert "is of version 0.0.1" in other.stderr
