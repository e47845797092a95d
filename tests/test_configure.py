"""`luneta config get|set|add|remove`: the file keeps whatever else is in it."""

import json
import os
import stat
from pathlib import Path

import pytest

from luneta.config import load_config, settings_file
from luneta.configure import add_value, get_value, remove_value, set_value
from luneta.errors import ConfigError, UsageError


@pytest.fixture
def vault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("LUNETA_CONFIG_DIR", str(tmp_path / "config"))
    root = tmp_path / "Cofre é"
    (root / ".obsidian").mkdir(parents=True)
    return root


def stored(vault: Path) -> object:
    return json.loads(settings_file(vault).read_text(encoding="utf-8"))


def test_a_value_set_is_the_value_read(vault: Path) -> None:
    assert get_value(vault, "limit") == 10
    assert set_value(vault, "limit", "25") == 25
    assert get_value(vault, "limit") == load_config(vault).limit == 25
    set_value(vault, "weights.vectors", "0.5")
    assert load_config(vault).weights["vectors"] == get_value(vault, "weights.vectors") == 0.5
    assert stored(vault) == {"limit": 25, "weights": {"vectors": 0.5}}


def test_folders_are_added_once_and_removed(vault: Path) -> None:
    assert add_value(vault, "exclude", "Diário") == ("Diário",)
    assert add_value(vault, "exclude", "Private\\Keys") == ("Diário", "Private\\Keys")
    assert add_value(vault, "exclude", "/Private/Keys/") == ("Diário", "Private\\Keys")
    assert load_config(vault).exclude == ("Diário", "Private\\Keys")
    assert remove_value(vault, "exclude", "Private/Keys") == ("Diário",)
    with pytest.raises(UsageError, match="holds: Diário"):
        remove_value(vault, "exclude", "Other")
    assert set_value(vault, "exclude", '["A", "B"]') == ("A", "B")
    assert set_value(vault, "exclude", "") == ()


def test_other_keys_keep_their_values_and_places(vault: Path) -> None:
    path = settings_file(vault)
    path.parent.mkdir(parents=True)
    path.write_text('{"z": {"é": [1, null]}, "limit": 3, "a": "\\ud800", "weights": {"x": 1}}', encoding="utf-8")
    set_value(vault, "limit", "4")
    set_value(vault, "weights.names", "2")
    value = json.loads(path.read_text(encoding="utf-8"))
    assert list(value) == ["z", "limit", "a", "weights"]
    assert value == {"z": {"é": [1, None]}, "limit": 4, "a": "\ud800", "weights": {"x": 1, "names": 2.0}}
    assert os.listdir(path.parent) == ["data.json"]


def test_a_plain_folder_is_not_written_into(tmp_path: Path, vault: Path) -> None:
    root = tmp_path / "plain"
    root.mkdir()
    add_value(root, "exclude", "Old")
    assert os.listdir(root) == []
    assert load_config(root).exclude == ("Old",)


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("limit", "many", "limit must be a whole number from 1 to 1000"),
        ("exclude", "../x", "lies outside"),
        ("exclude", "[1]", "list of texts"),
        ("chunk_min_characters", "1000", "must be smaller"),
    ],
)
def test_wrong_values_are_not_stored(vault: Path, name: str, text: str, said: str) -> None:
    set_value(vault, "chunk_max_characters", "500")
    with pytest.raises(ConfigError, match=said):
        set_value(vault, name, text)
    assert stored(vault) == {"chunk_max_characters": 500}


def test_names_that_are_not_settings(vault: Path) -> None:
    for act in (lambda: get_value(vault, "colour"), lambda: set_value(vault, "weights", "1")):
        with pytest.raises(UsageError, match="There is no setting"):
            act()
    with pytest.raises(UsageError, match="luneta config set limit"):
        add_value(vault, "limit", "3")


def test_broken_json_is_not_overwritten(vault: Path) -> None:
    path = settings_file(vault)
    path.parent.mkdir(parents=True)
    path.write_text('{"limit": 3', encoding="utf-8")
    with pytest.raises(ConfigError, match="not valid JSON"):
        set_value(vault, "limit", "4")
    assert path.read_text(encoding="utf-8") == '{"limit": 3'


def test_wrong_stored_values_can_be_set_right_one_by_one(vault: Path) -> None:
    path = settings_file(vault)
    path.parent.mkdir(parents=True)
    path.write_text('{"limit": "x", "exclude": "y", "weights": 1}', encoding="utf-8")
    set_value(vault, "limit", "4")
    set_value(vault, "exclude", "y")
    set_value(vault, "weights.names", "1")
    assert load_config(vault).exclude == ("y",)


def test_a_full_path_in_the_vault_is_made_relative(vault: Path, tmp_path: Path) -> None:
    (vault / "Private").mkdir()
    assert add_value(vault, "exclude", str(vault / "Private")) == ("Private",)
    assert set_value(vault, "include", str(vault / "Work")) == ("Work",)
    with pytest.raises(ConfigError, match="is not in the vault"):
        add_value(vault, "exclude", str(tmp_path))


@pytest.mark.skipif(os.name != "posix", reason="modes and links are POSIX's")
def test_the_files_mode_and_a_link_to_it_stay(vault: Path, tmp_path: Path) -> None:
    path = settings_file(vault)
    path.parent.mkdir(parents=True)
    real = tmp_path / "dotfiles.json"
    real.write_text("{}", encoding="utf-8")
    real.chmod(0o640)
    path.symlink_to(real)
    set_value(vault, "limit", "4")
    assert path.is_symlink()
    assert json.loads(real.read_text(encoding="utf-8")) == {"limit": 4}
    assert stat.S_IMODE(real.stat().st_mode) == 0o640
