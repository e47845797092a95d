"""The log: its owner's, of a bounded size, and without the words of errors."""

import logging
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from luneta import logs


@pytest.fixture
def log(tmp_path: Path) -> Iterator[logging.Logger]:
    logger = logging.getLogger("luneta")
    logs.begin(tmp_path)
    yield logger
    for handler in list(logger.handlers):
        logger.removeHandler(handler)
        handler.close()
    logger.propagate = True


def test_it_is_rotated_and_its_owners(log: logging.Logger, tmp_path: Path) -> None:
    for _ in range(9000):
        log.info("x" * 200)
    files = sorted(path.name for path in tmp_path.iterdir())
    assert files == ["luneta.log", "luneta.log.1", "luneta.log.2"]
    assert sum(path.stat().st_size for path in tmp_path.iterdir()) < 3 * 600 * 1024
    if os.name == "posix":
        assert {path.stat().st_mode & 0o777 for path in tmp_path.iterdir()} == {0o600}


def test_an_error_is_told_by_place_and_kind_only(log: logging.Logger, tmp_path: Path) -> None:
    try:
        raise ValueError("the note says: my secret")
    except ValueError as error:
        logs.unforeseen(log, "a request failed", error)
    text = (tmp_path / "luneta.log").read_text(encoding="utf-8")
    assert "a request failed: ValueError at test_logs.py:" in text
    assert "secret" not in text


def test_other_libraries_words_are_not_in_it(
    log: logging.Logger, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    logging.getLogger("aiohttp.server").error("GET /the-secret")
    assert "secret" not in (tmp_path / "luneta.log").read_text(encoding="utf-8")
    assert "secret" not in capsys.readouterr().err
