"""Fixtures of the cases."""

from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest

from cases.trial_vault import TrialVault
from luneta import encoder

MakeVault = Callable[[str], TrialVault]

_load = encoder.load_encoder
_load_once = cache(_load)


@pytest.fixture(autouse=True)
def _embedded_model_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The embedded model never changes: the hundreds of engines of these tests share it. Other models are loaded."""
    monkeypatch.setattr(encoder, "load_encoder", lambda setting="": _load(setting) if setting else _load_once())


@pytest.fixture
def make_vault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[MakeVault]:
    """`make_vault("Name")`: an empty vault in a folder of that name, with index and settings of the test's own."""
    places = {"LUNETA_CACHE_DIR": str(tmp_path / "cache"), "LUNETA_CONFIG_DIR": str(tmp_path / "config")}
    for name, value in places.items():
        monkeypatch.setenv(name, value)
    made: list[TrialVault] = []

    def make(name: str) -> TrialVault:
        made.append(TrialVault(tmp_path / "vaults" / name, places))
        return made[-1]

    yield make
    for vault in made:
        vault.restart()


@pytest.fixture
def vault(make_vault: MakeVault) -> TrialVault:
    """An empty vault."""
    return make_vault("Vault")
