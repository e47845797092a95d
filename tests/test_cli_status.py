"""luneta.cli.status: `luneta status`."""

import time
from pathlib import Path

import pytest

from cli_runs import NOTES, Home, kitchen, write_notes


@pytest.fixture
def home() -> Home:
    return kitchen()


def test_status(home: Home) -> None:
    state = home.answer("status")
    assert (state["notes"], state["chunks"]) == (len(NOTES), home.report["chunks"])
    assert Path(state["vault"]).samefile(home.vault)
    database = Path(state["db_path"])
    assert database.is_relative_to(home.environment["LUNETA_CACHE_DIR"])
    assert state["db_bytes"] >= database.stat().st_size
    assert (state["vec_available"], state["degraded"]) == (True, None)
    assert abs(state["last_run"] - time.time()) < 3600
    every = home.answer("status", "--all")
    mine = next(index for index in every["indexes"] if index["db_path"] == str(database))
    assert Path(mine["vault"]).samefile(home.vault)
    assert every["bytes"] == sum(index["bytes"] for index in every["indexes"])
    shown = home.run("status").stdout.decode()
    assert f"{len(NOTES)} notes, {home.report['chunks']} chunks" in shown
    assert "in all" in home.run("status", "--all").stdout.decode()


def test_status_names_what_is_missing_and_why(home: Home, tmp_path: Path) -> None:
    write_notes(tmp_path, {"Good.md": "# Good\n\nA perfectly good note about nothing.\n"})
    for number in range(25):
        (tmp_path / f"Bytes {number:02}.md").write_bytes(
            b"# Bytes\n\nA note with a bad byte \xff in the middle of it.\n"
        )
    assert home.run("index", "--vault", str(tmp_path)).returncode == 0
    state = home.answer("status", "--vault", str(tmp_path))
    assert sorted(problem["path"] for problem in state["problems"]) == [f"Bytes {number:02}.md" for number in range(25)]
    assert {problem["kind"] for problem in state["problems"]} == {"partial"}
    shown = home.run("status", "--vault", str(tmp_path)).stdout.decode()
    assert "partial, 25: " in shown
    assert "Bytes 19.md" in shown
    assert "Bytes 20.md" not in shown
    assert "--json lists all" in shown
