"""luneta.cli.exits: exceptions become exit codes here and nowhere else."""

import json

import pytest

from luneta import errors
from luneta.cli.exits import error_line, exit_code, sentence


@pytest.mark.parametrize(
    ("kind", "code"),
    [
        (errors.UsageError, 2),
        (errors.ConfigError, 2),
        (errors.PathOutsideVaultError, 2),
        (errors.NoIndexError, 3),
        (errors.VaultError, 1),
        (errors.IndexBusyError, 1),
        (errors.IndexDamagedError, 1),
        (errors.EncoderError, 1),
    ],
)
def test_every_foreseen_error_has_its_code(kind: type[errors.LunetaError], code: int) -> None:
    assert exit_code(kind("x")) == code


def test_an_error_in_the_machines_face_is_one_ascii_line() -> None:
    line = error_line("NoIndexError", "Führe\n`luneta index` \x9b aus.")
    assert json.loads(line) == {"error": {"type": "NoIndexError", "message": "Führe\n`luneta index` \x9b aus."}}
    assert line.endswith(b"\n")
    assert line.isascii()
    assert line.count(b"\n") == 1


def test_a_missing_index_comes_with_the_command_that_makes_one() -> None:
    assert sentence(errors.NoIndexError("No index yet.")) == "No index yet. `luneta index` makes one."
    assert sentence(errors.NoIndexError("Run luneta index.")) == "Run luneta index."
    assert sentence(errors.VaultError("No vault.")) == "No vault."
