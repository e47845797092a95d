"""`npm start`, as real processes: plugin/scripts/start.mjs under Node.

The tests that need an installed Luneta run in the environment these tests run in, which `npm test` made and stamped;
they are skipped in any other. Setting one up from nothing takes minutes and the network: that test is marked slow.
"""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

PROJECT = Path(__file__).resolve().parent.parent
START = PROJECT / "plugin" / "scripts" / "start.mjs"
NODE = shutil.which("node")
WINDOWS = os.name == "nt"

pytestmark = pytest.mark.skipif(NODE is None, reason="there is no Node on this machine")
posix = pytest.mark.skipif(WINDOWS, reason="the stand-in programs are shell scripts")
stamped = pytest.mark.skipif(
    not (Path(sys.prefix) / "luneta-stamp.json").is_file(),
    reason="these tests do not run in an environment that npm test made",
)

#: Where the systems keep a user's files.
HOMES = ("HOME", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "LOCALAPPDATA", "APPDATA", "USERPROFILE")
#: Seconds; far above what a run takes on a slow machine.
PATIENCE = 120


def outside_npm() -> dict[str, str]:
    """Our environment variables without a trace of an npm around us, or of a set-up meant for other runs."""
    return {
        name: value for name, value in os.environ.items() if not name.lower().startswith(("npm_", "init_cwd", "luneta"))
    }


@pytest.fixture
def place(tmp_path: Path) -> dict[str, str]:
    """Environment variables with which everything that is written stays under tmp_path."""
    kept = outside_npm()
    for name in HOMES:
        folder = tmp_path / "home" / name.lower()
        folder.mkdir(parents=True)
        kept[name] = str(folder)
    return kept | {"LUNETA_VENV": str(tmp_path / "no environment yet")}


@pytest.fixture
def ready(place: dict[str, str]) -> dict[str, str]:
    """The same, with the environment that runs these tests."""
    return place | {"LUNETA_VENV": sys.prefix}


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    folder = tmp_path / "My Väult & Co"
    folder.mkdir()
    (folder / "Lighthouse.md").write_text("# Lighthouse\n\nThe keeper counts ships in the fog.\n", "utf-8")
    (folder / "Bread.md").write_text("# Bread\n\nFlour, water, salt and a night of waiting.\n", "utf-8")
    os.utime(folder / "Lighthouse.md", (1_000_000_000, 1_000_000_000))
    return folder


def start(
    *args: str, env: dict[str, str], cwd: Path = PROJECT, patience: float = PATIENCE
) -> subprocess.CompletedProcess[str]:
    """Runs it without a terminal."""
    assert NODE is not None
    return subprocess.run(
        [NODE, str(START), *args],
        cwd=cwd,
        env=env,
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        timeout=patience,
    )


def programs(folder: Path, **scripts: str) -> str:
    """A folder with shell scripts of those names, to be the whole PATH."""
    folder.mkdir()
    for name, text in scripts.items():
        (folder / name).write_text(f"#!/bin/sh\n{text}\n", "utf-8")
        (folder / name).chmod(0o755)
    return str(folder)


def bytes_in(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


def test_help(place: dict[str, str]) -> None:
    done = start("--help", env=place)
    assert (done.returncode, done.stderr) == (0, "")
    assert "Usage: npm start -- [VAULT] [--query TEXT] [--yes]" in done.stdout


@pytest.mark.parametrize("args", [("--colour",), ("--query",), ("one", "two")], ids=" ".join)
def test_a_command_line_that_makes_no_sense_shows_the_usage(args: tuple[str, ...], place: dict[str, str]) -> None:
    done = start(*args, env=place)
    assert (done.returncode, done.stdout) == (2, "")
    assert "Usage: npm start" in done.stderr


def test_a_vault_that_does_not_exist(tmp_path: Path, place: dict[str, str]) -> None:
    done = start(str(tmp_path / "Nö such & folder"), env=place)
    assert (done.returncode, done.stdout) == (2, "")
    assert f"There is no folder {tmp_path / 'Nö such & folder'}." in done.stderr


def test_a_vault_that_is_a_file(vault: Path, place: dict[str, str]) -> None:
    done = start(str(vault / "Bread.md"), env=place)
    assert (done.returncode, done.stdout) == (2, "")
    assert "Bread.md is a file." in done.stderr


def test_npm_tells_from_where_a_relative_path_counts(vault: Path, place: dict[str, str]) -> None:
    npm = {"INIT_CWD": str(vault), "npm_lifecycle_event": "start"}
    assert "Bread.md is a file." in start("Bread.md", env=place | npm).stderr
    # A variable left over from another script of npm's does not count.
    npm["npm_lifecycle_event"] = "test"
    assert f"There is no folder {PROJECT / 'Bread.md'}." in start("Bread.md", env=place | npm).stderr


@posix
def test_no_python(tmp_path: Path, vault: Path, place: dict[str, str]) -> None:
    # Less than the time a Python is given to answer (20 s): a program that does not exist must not be waited for.
    done = start(str(vault), env=place | {"PATH": programs(tmp_path / "bin")}, patience=15)
    assert (done.returncode, done.stdout) == (1, "")
    assert "Luneta needs Python 3.11 or newer, and none that can be used was found." in done.stderr
    assert "no Python at all" in done.stderr
    assert "What to do:" in done.stderr


@posix
def test_what_is_not_a_python_is_named_with_its_reason(tmp_path: Path, vault: Path, place: dict[str, str]) -> None:
    # Windows' placeholder exits with 9009, of which a POSIX exit code keeps the last byte, and its words go to stderr.
    path = programs(tmp_path / "bin", python3="echo 'Python was not found' >&2; exit 9009", python="exit 0")
    done = start(str(vault), env=place | {"PATH": path})
    assert (done.returncode, done.stdout) == (1, "")
    assert "python3: printed nothing" in done.stderr
    assert "python: printed nothing" in done.stderr


def old_python(version: str) -> str:
    """A script that answers the probe as that version would, on any machine."""
    answer = {
        "version": [int(part) for part in version.split(".")],
        "complete": True,
        "wide": True,
        "executable": "/old",
    }
    return f"echo '{json.dumps(answer)}'"


@posix
@pytest.mark.parametrize("version", ["2.7.18", "3.10.13"])
def test_a_python_that_is_too_old(version: str, tmp_path: Path, vault: Path, place: dict[str, str]) -> None:
    done = start(str(vault), env=place | {"PATH": programs(tmp_path / "bin", python3=old_python(version))})
    assert (done.returncode, done.stdout) == (1, "")
    assert f"python3: Python {version} (/old), too old" in done.stderr
    assert not (tmp_path / "no environment yet").exists()


@posix
def test_the_first_that_will_do_is_taken_past_all_others(tmp_path: Path, vault: Path, place: dict[str, str]) -> None:
    good = f'case "$*" in *venv*--clear*) echo "asked: $*"; exit 7;; *) exec "{sys.executable}" "$@";; esac'
    path = programs(tmp_path / "bin", **{"python3.12": "exit 127", "python3": old_python("3.9.2"), "python": good})
    done = start(str(vault), env=place | {"PATH": path})
    assert done.returncode == 1
    assert f"asked: -m venv --clear {tmp_path / 'no environment yet'}" in done.stdout
    assert "could not make an environment" in done.stderr


@posix
def test_a_named_python_is_the_only_one_tried(tmp_path: Path, vault: Path, place: dict[str, str]) -> None:
    named = {"LUNETA_PYTHON": str(tmp_path / "gone")}
    done = start(str(vault), env=place | named)
    assert done.returncode == 1
    assert f"LUNETA_PYTHON ({tmp_path / 'gone'}) is none that can be used" in done.stderr


def test_a_folder_of_other_things_is_never_emptied_for_an_environment(vault: Path, place: dict[str, str]) -> None:
    before = bytes_in(vault)
    done = start(str(vault), env=place | {"LUNETA_VENV": str(vault)})
    assert done.returncode == 1
    assert "is a folder with other things in it" in done.stderr
    assert bytes_in(vault) == before


@posix
@pytest.mark.parametrize(("number", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
def test_a_signal_ends_the_child_too(
    number: signal.Signals, code: int, tmp_path: Path, vault: Path, place: dict[str, str]
) -> None:
    assert NODE is not None
    slow = f"""case "$*" in
*venv*--clear*) echo $$ > "{tmp_path}/pid"; exec /bin/sleep {PATIENCE};;
*) exec "{sys.executable}" "$@";;
esac"""
    path = programs(tmp_path / "bin", python3=slow)
    with subprocess.Popen(
        [NODE, str(START), str(vault)],
        env=place | {"PATH": path},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    ) as running:
        child = int(awaited(tmp_path / "pid"))
        running.send_signal(number)
        _, errors = running.communicate(timeout=PATIENCE)
    assert (running.returncode, errors) == (code, "\nStopped.\n")
    with pytest.raises(ProcessLookupError):
        os.kill(child, 0)


def awaited(path: Path) -> str:
    """What stands in a file, once something does."""
    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        if path.is_file() and (text := path.read_text("utf-8").strip()):
            return text
        time.sleep(0.02)
    raise TimeoutError(path)


@stamped
def test_a_foreign_vault_is_indexed_and_searched_and_not_written_to(vault: Path, ready: dict[str, str]) -> None:
    before = bytes_in(vault)
    first = start(str(vault), env=ready)
    again = start(vault.name, env=ready, cwd=vault.parent)
    for done in (first, again):
        assert (done.returncode, done.stderr.count("Traceback")) == (0, 0), done.stderr
        # The newest note is the one to ask for: the other is from 2001.
        assert "Searching for: Bread" in done.stdout
        assert "Flour, water, salt" in done.stdout
        assert "was not put into this vault" in done.stdout
        assert "Installing" not in done.stdout
    assert bytes_in(vault) == before


@stamped
def test_the_query_can_be_given(vault: Path, ready: dict[str, str]) -> None:
    done = start(str(vault), "--query", "ships in the fog", env=ready)
    assert done.returncode == 0, done.stderr
    assert "Searching for: ships in the fog" in done.stdout
    assert "The keeper counts" in done.stdout


@stamped
def test_an_empty_vault_has_nothing_to_search(tmp_path: Path, ready: dict[str, str]) -> None:
    (tmp_path / "empty").mkdir()
    done = start(str(tmp_path / "empty"), env=ready)
    assert done.returncode == 0, done.stderr
    assert "There is no note in this folder yet." in done.stdout
    assert "Searching for" not in done.stdout


@stamped
def test_yes_puts_the_plugin_in_and_keeps_its_settings(vault: Path, ready: dict[str, str]) -> None:
    plugin = vault / ".obsidian" / "plugins" / "luneta"
    plugin.mkdir(parents=True)
    (plugin / "data.json").write_text('{"kept": true}', "utf-8")
    done = start(str(vault), "--yes", env=ready)
    assert done.returncode == 0, done.stderr
    assert sorted(path.name for path in plugin.iterdir()) == ["data.json", "main.js", "manifest.json", "styles.css"]
    assert (plugin / "manifest.json").read_bytes() == (PROJECT / "manifest.json").read_bytes()
    assert (plugin / "data.json").read_text("utf-8") == '{"kept": true}'
    assert "is in this vault already, in this version" in start(str(vault), env=ready).stdout


@posix
@stamped
@pytest.mark.parametrize(("typed", "written"), [("y\n", True), ("n\n", False), ("\n", False), ("\x04", False)])
def test_on_a_terminal_it_asks_first(typed: str, written: bool, vault: Path, ready: dict[str, str]) -> None:
    import pty  # not on Windows

    assert NODE is not None
    ours, theirs = pty.openpty()
    line = [NODE, str(START), str(vault)]
    try:
        with subprocess.Popen(
            line, env=ready, stdin=theirs, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, bufsize=0
        ) as running:
            assert running.stdout is not None
            seen = b""
            while not seen.endswith(b"Write it there? [y/N] "):
                more = running.stdout.read(4096)
                assert more, seen.decode()
                seen += more
            assert not (vault / ".obsidian").exists()
            os.write(ours, typed.encode())
            rest, _ = running.communicate(timeout=PATIENCE)
    finally:
        os.close(ours)
        os.close(theirs)
    assert (running.returncode, (vault / ".obsidian").exists()) == (0, written)
    assert (b"Nothing was written into the vault." in rest) is not written


@stamped
def test_the_sample_vault_is_the_default_and_stays_as_it_is(ready: dict[str, str]) -> None:
    sample = PROJECT / "tests" / "vault"
    before = bytes_in(sample)
    done = start("--yes", env=ready)
    assert done.returncode == 0, done.stderr
    assert "Searching for: Onde o cajado de Morgan foi quebrado?" in done.stdout
    assert "plugin" not in done.stdout.lower()
    assert bytes_in(sample) == before


@pytest.mark.slow
@pytest.mark.timeout(1200)
def test_from_nothing_in_a_folder_with_an_awkward_name(tmp_path: Path, vault: Path) -> None:
    """A new copy of the project sets itself up with the network, and then answers without it."""
    assert NODE is not None
    copy = tmp_path / "Lunéta & co"
    left_out = shutil.ignore_patterns(".git", ".venv", "node_modules", "dist", ".*_cache", "__pycache__")
    shutil.copytree(PROJECT, copy, ignore=left_out)
    # With the user's own settings of pip and npm, which may be what makes the packages reachable.
    env = outside_npm() | {"XDG_CACHE_HOME": str(tmp_path / "cache")}
    line = [NODE, str(copy / "plugin" / "scripts" / "start.mjs"), str(vault)]
    offline = {"PIP_NO_INDEX": "1", "http_proxy": "http://127.0.0.1:9", "https_proxy": "http://127.0.0.1:9"}
    first = subprocess.run(line, env=env, stdin=subprocess.DEVNULL, capture_output=True, encoding="utf-8")
    assert (first.returncode, "Installing" in first.stdout) == (0, True), first.stderr
    second = subprocess.run(line, env=env | offline, stdin=subprocess.DEVNULL, capture_output=True, encoding="utf-8")
    assert (second.returncode, "Installing" in second.stdout) == (0, False), second.stderr
    assert "Flour, water, salt" in second.stdout
