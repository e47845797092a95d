"""`luneta hook install` and `remove`."""

import json
import shlex
import subprocess
from pathlib import Path

import pytest

from cli_runs import kitchen

OTHERS = '{\n  "model": "opus",\n  "hooks": {"Stop": [{"hooks": [{"type": "command", "command": "say ação"}]}]}\n}\n'


class Owner:
    """Someone with a home folder of their own, and the kitchen's vault."""

    def __init__(self, base: Path) -> None:
        self.home = kitchen()
        self.settings = base / ".claude" / "settings.json"
        self.environment = {"HOME": str(base), "USERPROFILE": str(base)}

    def run(self, *words: str) -> "subprocess.CompletedProcess[bytes]":
        return self.home.run("hook", *words, env=self.environment)

    def read(self) -> dict[str, object]:
        return dict(json.loads(self.settings.read_text(encoding="utf-8")))


@pytest.fixture
def owner(tmp_path: Path) -> Owner:
    return Owner(tmp_path)


def test_it_shows_and_does_not_write_unless_told(owner: Owner) -> None:
    done = owner.run("install")
    assert done.returncode == 0
    shown = done.stdout.decode()
    assert '"UserPromptSubmit": [' in shown
    assert "--yes" in shown
    assert not owner.settings.exists()


def test_what_is_written_runs(owner: Owner) -> None:
    assert owner.run("install", "--yes").returncode == 0
    hooks = owner.read()["hooks"]
    assert isinstance(hooks, dict)
    command = hooks["UserPromptSubmit"][0]["hooks"][0]["command"]
    assert Path(shlex.split(command)[0]).is_absolute()
    given = json.dumps({"session_id": "", "prompt": "How long do I steep the leaves of green tea, two minutes?"})
    done = subprocess.run(
        command,
        shell=True,
        input=given.encode(),
        capture_output=True,
        env=owner.home.environment,
        check=True,
        timeout=60,
    )
    assert json.loads(done.stdout)["hookSpecificOutput"]["hookEventName"] == "UserPromptSubmit"
    assert b"Kitchen/Green tea.md" in done.stdout


def test_others_stay_a_backup_is_made_once_and_all_goes_again(owner: Owner) -> None:
    owner.settings.parent.mkdir()
    owner.settings.write_text(OTHERS, encoding="utf-8")
    assert owner.run("install", "--yes").returncode == 0
    first = owner.settings.read_bytes()
    assert b"say a\xc3\xa7\xc3\xa3o" in first
    assert list(owner.read()) == ["model", "hooks"]
    again = owner.run("install", "--yes")
    assert b"already" in again.stdout
    assert owner.settings.read_bytes() == first
    assert owner.run("remove", "--yes").returncode == 0
    assert owner.read() == json.loads(OTHERS)
    backup = owner.settings.with_name("settings.json.before-luneta")
    assert backup.read_text(encoding="utf-8") == OTHERS
    assert sorted(path.name for path in owner.settings.parent.iterdir()) == [owner.settings.name, backup.name]
    assert b"not there" in owner.run("remove").stdout


def test_several_vaults_and_a_project(owner: Owner, tmp_path: Path) -> None:
    (tmp_path / "project").mkdir()
    (tmp_path / "more notes").mkdir()
    more = ("--vault", str(owner.home.vault), "--vault", str(tmp_path / "more notes"))
    done = owner.run("install", *more, "--project", str(tmp_path / "project"), "--yes", "--json")
    answer = json.loads(done.stdout)
    assert (answer["written"], answer["installed"]) == (True, True)
    path = tmp_path / "project" / ".claude" / "settings.local.json"
    assert answer["file"] == str(path)
    command = json.loads(path.read_text(encoding="utf-8"))["hooks"]["PreToolUse"][0]["hooks"][0]["command"]
    named = [Path(word) for word in shlex.split(command)[-4:] if word != "--vault"]
    assert named == [owner.home.vault, tmp_path / "more notes"]
    assert not owner.settings.exists()


def test_a_link_to_settings_elsewhere_stays_a_link(owner: Owner, tmp_path: Path) -> None:
    elsewhere = tmp_path / "dotfiles.json"
    elsewhere.write_text(OTHERS, encoding="utf-8")
    owner.settings.parent.mkdir()
    try:
        owner.settings.symlink_to(elsewhere)
    except OSError:
        pytest.skip("no links here")
    assert owner.run("install", "--yes").returncode == 0
    assert owner.settings.is_symlink()
    assert "UserPromptSubmit" in elsewhere.read_text(encoding="utf-8")


@pytest.mark.parametrize("text", ["{", "[]", '{"hooks": []}'])
def test_settings_that_cannot_be_understood_are_not_touched(owner: Owner, text: str) -> None:
    owner.settings.parent.mkdir()
    owner.settings.write_text(text, encoding="utf-8")
    assert owner.run("install", "--yes").returncode == 2
    assert owner.settings.read_text(encoding="utf-8") == text


def test_a_vault_or_project_that_is_not_there(owner: Owner, tmp_path: Path) -> None:
    assert b"no folder" in owner.run("install", "--vault", str(tmp_path / "none"), "--yes").stderr
    assert b"no folder" in owner.run("install", "--project", str(tmp_path / "none"), "--yes").stderr
    assert b"not both" in owner.run("install", "--project", str(tmp_path), "--user", "--yes").stderr
