"""luneta.cli.settings: `luneta config`."""

from pathlib import Path

import pytest

from cli_runs import Home, kitchen


@pytest.fixture
def home() -> Home:
    return kitchen()


def test_config_shows_and_changes_settings(home: Home, tmp_path: Path) -> None:
    (tmp_path / ".obsidian").mkdir()

    def config(*words: str) -> str:
        done = home.run("config", *words, "--vault", str(tmp_path))
        assert done.returncode == 0, done.stderr.decode()
        return done.stdout.decode()

    assert "limit = 10\n    Hits shown" in config("list")
    assert config() == config("list")
    assert config("get", "exclude") == ""
    assert config("add", "exclude", "Diary").startswith("exclude = Diary\nSearch obeys at once")
    config("add", "exclude", "Private/Keys")
    assert config("get", "exclude") == "Diary\nPrivate/Keys\n"
    assert config("set", "limit", "20") == "limit = 20\n"
    assert "limit = 20   (default: 10)" in config("list")
    assert config("set", "model", "none").endswith("Takes effect with the next `luneta index`.\n")
    assert config("remove", "exclude", "Diary").startswith("exclude = Private/Keys\n")
