"""Where things are kept: one answer for light programs and for the engine."""

import os
from pathlib import Path

import platformdirs
import pytest

from luneta import config, whereabouts


def test_the_engine_and_the_hooks_agree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUNETA_CACHE_DIR", str(tmp_path / "cache"))
    vault = tmp_path / "My Vault"
    vault.mkdir()
    assert Path(whereabouts.index_folder(vault)) == config.index_dir(vault)
    assert Path(whereabouts.index_folder(str(vault) + os.sep)) == config.index_dir(vault)
    assert Path(whereabouts.index_folder(vault)).name.startswith("My-Vault-")


def test_without_the_environment_it_is_the_users_own_folder(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("LUNETA_CACHE_DIR", raising=False)
    monkeypatch.delenv("LUNETA_CONFIG_DIR", raising=False)
    find = whereabouts.user_folder
    assert find("LUNETA_CACHE_DIR", "cache") == platformdirs.user_cache_dir("luneta", appauthor=False)
    assert find("LUNETA_CONFIG_DIR", "config") == platformdirs.user_config_dir("luneta", appauthor=False)
    monkeypatch.setenv("LUNETA_CACHE_DIR", "~/somewhere")
    assert find("LUNETA_CACHE_DIR", "cache") == os.path.join(os.path.expanduser("~"), "somewhere")
