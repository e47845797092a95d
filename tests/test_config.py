"""Settings of a vault, and where Luneta keeps its files."""

import json
import os
import stat
import subprocess
import sys
import unicodedata
from dataclasses import fields, replace
from pathlib import Path

import pytest

from luneta.config import (
    Config,
    ensure_private_dir,
    ensure_private_file,
    find_vault,
    index_dir,
    index_path,
    list_indexes,
    load_config,
    read_vault_record,
    settings_file,
    vault_id,
    write_vault_record,
)
from luneta.core.settings import SETTINGS
from luneta.core.types import SearchOptions
from luneta.errors import ConfigError, VaultError


@pytest.fixture(autouse=True)
def _places(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUNETA_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setenv("LUNETA_CONFIG_DIR", str(tmp_path / "config"))


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    """A vault of Obsidian's, with a name as people give them."""
    root = tmp_path / "Meu cofre & Ideias 🎉"
    (root / ".obsidian").mkdir(parents=True)
    return root


def write_settings(vault: Path, text: str | bytes) -> Path:
    path = settings_file(vault)
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


def test_defaults_are_those_of_the_table_and_of_the_search(vault: Path) -> None:
    config = load_config(vault)
    assert config == Config(source=vault / ".obsidian" / "plugins" / "luneta" / "data.json")
    options = SearchOptions()
    assert (config.limit, config.weights, config.pools, config.rrf_constant_k) == (
        options.limit,
        options.weights,
        options.pools,
        options.k,
    )
    named = {one.name.partition(".")[0] for one in SETTINGS}
    assert {one.name for one in fields(Config)} == named | {"source", "config_dir", "ignore"}


def test_the_settings_say_how_to_search(vault: Path) -> None:
    assert load_config(vault).search_options() == SearchOptions()
    write_settings(
        vault,
        '{"limit": 5, "weights": {"vectors": 0.5}, "pools": {"names": 7}, "rrf_constant_k": 20,'
        ' "recency_half_life_days": 90, "alias_synonyms": true}',
    )
    options = load_config(vault).search_options()
    assert options == SearchOptions(
        limit=5,
        weights={"postings": 1.0, "vectors": 0.5, "names": 1.0},
        pools={"postings": 30, "vectors": 30, "names": 7},
        k=20,
        recency_half_life_days=90.0,
        synonyms=True,
    )
    assert load_config(vault).search_options(3) == replace(options, limit=3)


def test_settings_are_read_from_the_plugins_own_file(vault: Path) -> None:
    write_settings(
        vault,
        '{"exclude": ["Diário", "Private\\\\Keys"], "limit": 5, "weights": {"vectors": 0.5}, "panel": {"x": 1}}',
    )
    config = load_config(vault)
    assert config.exclude == ("Diário", "Private\\Keys")
    assert (config.limit, config.weights) == (5, {"postings": 1.0, "vectors": 0.5, "names": 1.0})
    rules = config.rules()
    assert [p for p in ("Diário/a.md", "Private/Keys/b.md", "Private/c.md") if rules.allows(p)] == ["Private/c.md"]


def test_a_byte_order_mark_is_no_fault(vault: Path) -> None:
    write_settings(vault, b'\xef\xbb\xbf{"limit": 7}')
    assert load_config(vault).limit == 7


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "not valid JSON"),
        ('{"limit": 5,', "not valid JSON"),
        (b'{"limit": "\xff"}', "not valid JSON"),
        ("[" * 100_000, "not valid JSON"),
        ("[1]", "must hold a JSON object"),
        ('{"limit": "5"}', "limit must be a whole number from 1 to 1000"),
        ('{"limit": null}', "limit must be a whole number"),
        ('{"exclude": "Diary"}', "exclude must be a list"),
        ('{"weights": 3}', "weights must be an object"),
        ('{"weights": {"vectors": NaN}}', "weights.vectors must be a number"),
        ('{"chunk_min_characters": 900, "chunk_max_characters": 300}', "must be smaller"),
    ],
)
def test_what_is_wrong_names_the_file_and_what_is_right(vault: Path, text: str | bytes, said: str) -> None:
    path = write_settings(vault, text)
    with pytest.raises(ConfigError) as caught:
        load_config(vault)
    assert said in str(caught.value)
    assert str(path) in str(caught.value)


def test_a_folder_in_the_place_of_the_file(vault: Path) -> None:
    settings_file(vault).mkdir(parents=True)
    with pytest.raises(ConfigError, match="cannot be read"):
        load_config(vault)


def test_another_config_folder_is_read_and_is_out_of_the_vault(vault: Path) -> None:
    path = vault / "settings" / "plugins" / "luneta" / "data.json"
    path.parent.mkdir(parents=True)
    path.write_text('{"limit": 3}', encoding="utf-8")
    config = load_config(vault, config_dir="settings")
    assert (config.limit, config.source) == (3, path)
    rules = config.rules()
    assert [p for p in ("settings/a.md", "x/settings/b.md") if rules.allows(p)] == ["x/settings/b.md"]


def test_obsidians_excluded_files_are_read_only_when_asked(vault: Path) -> None:
    (vault / ".obsidian" / "app.json").write_text(
        '{"userIgnoreFilters": ["Old/", "/\\\\.tmp\\\\.md$/"]}', encoding="utf-8"
    )
    assert load_config(vault).ignore == ()
    write_settings(vault, '{"obsidian_excluded": true}')
    config = load_config(vault)
    assert config.ignore == ("Old/", "/\\.tmp\\.md$/")
    assert [p for p in ("Old/a.md", "x.tmp.md", "b.md") if config.rules().allows(p)] == ["b.md"]
    (vault / ".obsidian" / "app.json").write_text("{", encoding="utf-8")
    with pytest.raises(ConfigError, match=r"app\.json"):
        load_config(vault)


def test_a_plain_folder_has_its_settings_in_the_users_config_folder(tmp_path: Path) -> None:
    root = tmp_path / "plain notes"
    root.mkdir()
    path = settings_file(root)
    assert path == tmp_path / "config" / "vaults" / f"{vault_id(root)}.json"
    path.parent.mkdir(parents=True)
    path.write_text('{"exclude": ["Old"]}', encoding="utf-8")
    assert load_config(root).exclude == ("Old",)


def test_no_vault_is_not_a_vault_without_rules(tmp_path: Path) -> None:
    with pytest.raises(VaultError, match="There is no folder"):
        load_config(tmp_path / "gone")


@pytest.mark.skipif(os.name != "posix", reason="links need rights on Windows")
def test_a_vault_has_one_name_however_it_is_reached(tmp_path: Path) -> None:
    root = tmp_path / unicodedata.normalize("NFC", "Résumé de física")
    root.mkdir()
    (tmp_path / "link").symlink_to(root)
    assert vault_id(tmp_path / "link") == vault_id(root) == vault_id(root / ".." / root.name)
    assert vault_id(root).startswith("Résumé-de-física-")
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / root.name).mkdir()
    assert vault_id(tmp_path / "other" / root.name) != vault_id(root)


def test_two_vaults_that_differ_in_case_only_are_two_where_case_counts(tmp_path: Path) -> None:
    (tmp_path / "Vault").mkdir()
    if (tmp_path / "vault").exists():
        assert vault_id(tmp_path / "Vault") == vault_id(tmp_path / "vault")
    else:
        assert vault_id(tmp_path / "Vault") != vault_id(tmp_path / "vault")


def test_the_vault_is_found_from_any_folder_in_it(vault: Path, tmp_path: Path) -> None:
    deep = vault / "a" / "b"
    deep.mkdir(parents=True)
    (deep / "n.md").write_text("x", encoding="utf-8")
    assert [find_vault(p) for p in (vault, deep, deep / "n.md", vault / ".obsidian")] == [vault] * 4
    (tmp_path / "elsewhere").mkdir()
    assert find_vault(tmp_path / "elsewhere") is None


def test_an_index_inside_the_vault_is_refused(vault: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUNETA_CACHE_DIR", str(vault / "cache"))
    with pytest.raises(ConfigError, match="inside the vault"):
        index_path(vault)


@pytest.mark.skipif(os.name != "posix", reason="links need rights on Windows")
def test_an_index_inside_the_vault_through_a_link_is_refused(
    vault: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "link").symlink_to(vault)
    monkeypatch.setenv("LUNETA_CACHE_DIR", str(tmp_path / "link"))
    with pytest.raises(ConfigError, match="inside the vault"):
        index_dir(vault)


def test_without_the_environment_the_index_is_in_the_users_cache_folder(
    vault: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import platformdirs

    monkeypatch.delenv("LUNETA_CACHE_DIR")
    expected = platformdirs.user_cache_path("luneta", appauthor=False) / vault_id(vault) / "index.db"
    assert index_path(vault) == expected


@pytest.mark.skipif(os.name != "posix", reason="modes are POSIX's")
def test_the_index_is_its_owners_alone(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "er" / "index"
    ensure_private_dir(folder)
    ensure_private_file(folder / "index.db")
    modes = [stat.S_IMODE(p.stat().st_mode) for p in (tmp_path / "new", tmp_path / "new" / "er", folder)]
    assert modes == [0o700] * 3
    assert stat.S_IMODE((folder / "index.db").stat().st_mode) == 0o600
    folder.chmod(0o755)
    (folder / "index.db").chmod(0o644)
    (folder / "index.db").write_bytes(b"kept")
    ensure_private_dir(folder)
    ensure_private_file(folder / "index.db")
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert stat.S_IMODE((folder / "index.db").stat().st_mode) == 0o600
    assert (folder / "index.db").read_bytes() == b"kept"


def test_a_folder_that_cannot_be_made_says_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(ConfigError, match="LUNETA_CACHE_DIR"):
        ensure_private_dir(tmp_path / "file" / "below")


def test_indexes_on_this_machine_are_listed_with_their_vaults(vault: Path, tmp_path: Path) -> None:
    assert list_indexes() == []
    write_vault_record(vault)
    folder = index_dir(vault)
    assert list_indexes() == []  # a record without a database is no index
    (folder / "index.db").write_bytes(b"x" * 1000)
    (folder / "index.db-wal").write_bytes(b"x" * 100)
    lost = tmp_path / "cache" / "lost-1"
    lost.mkdir()
    (lost / "index.db").write_bytes(b"x" * 10)
    (lost / "vault.json").write_text("{broken", encoding="utf-8")
    record = (folder / "vault.json").stat().st_size
    lost_size = 10 + len("{broken")
    found = {entry.db_path: (entry.root, entry.size) for entry in list_indexes()}
    assert found == {
        folder / "index.db": (Path(os.path.realpath(vault)), 1100 + record),
        lost / "index.db": (None, lost_size),
    }
    assert read_vault_record(folder) == Path(os.path.realpath(vault))
    before = (folder / "vault.json").stat().st_mtime_ns
    write_vault_record(vault)
    assert (folder / "vault.json").stat().st_mtime_ns == before  # a run without changes writes nothing


def test_reading_settings_imports_nothing_heavy() -> None:
    code = (
        "import sys, luneta.config; print([m for m in ('platformdirs', 'numpy', 'apsw', 'orjson') if m in sys.modules])"
    )
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, encoding="utf-8")
    assert json.loads(out.stdout.replace("'", '"')) == []
