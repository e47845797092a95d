"""luneta.cli.doctor and luneta.cli.checks: `luneta doctor`."""

import json
import os
import shlex
from pathlib import Path

import pytest

from cli_runs import PACKAGE_ROOT, POSIX_ONLY, Home, kitchen, write_notes


@pytest.fixture
def home() -> Home:
    return kitchen()


def test_doctor_finds_nothing_wrong(home: Home, tmp_path: Path) -> None:
    found = home.answer("doctor")
    assert found["ok"] is True
    names = [check["name"] for check in found["checks"]]
    assert names == ["Python", "Packages", "SQLite", "sqlite-vec", "Vault", "Model", "Index folder", "Index"]
    assert {check["state"] for check in found["checks"]} == {"ok"}
    assert home.run("doctor").stdout.decode().endswith("Nothing is wrong.\n")
    outside = json.loads(home.run("doctor", "--json", cwd=tmp_path).stdout)
    assert [check["state"] for check in outside["checks"] if check["name"] == "Vault"] == ["note"]


def test_doctor_finds_a_damaged_index(home: Home, tmp_path: Path) -> None:
    write_notes(
        tmp_path, {f"{number}.md": f"# Note {number}\n\n" + "words to fill pages " * 50 for number in range(50)}
    )
    assert home.run("index", "--vault", str(tmp_path)).returncode == 0
    database = Path(home.answer("status", "--vault", str(tmp_path))["db_path"])
    with database.open("r+b") as file:
        file.seek(database.stat().st_size // 2)
        file.write(b"\xa5" * 8192)
    done = home.run("doctor", "--json", "--vault", str(tmp_path))
    assert done.returncode == 1
    index = next(check for check in json.loads(done.stdout)["checks"] if check["name"] == "Index")
    assert index["state"] == "wrong"
    assert "luneta index" in index["mend"]


@POSIX_ONLY
def test_doctor_finds_an_index_that_others_can_read(home: Home, tmp_path: Path) -> None:
    write_notes(tmp_path, {"A.md": "# A\n\nA note that nobody else should read.\n"})
    assert home.run("index", "--vault", str(tmp_path)).returncode == 0
    folder = Path(home.answer("status", "--vault", str(tmp_path))["db_path"]).parent
    folder.chmod(0o755)
    done = home.run("doctor", "--json", "--vault", str(tmp_path))
    place = next(check for check in json.loads(done.stdout)["checks"] if check["name"] == "Index folder")
    assert (done.returncode, place["state"]) == (1, "wrong")
    assert place["mend"] == f"chmod -R go= {shlex.quote(str(folder))}"


def test_doctor_reports_a_broken_installation(home: Home, tmp_path: Path) -> None:
    (tmp_path / "simsimd.py").write_text("raise ImportError('built for another machine')")
    (tmp_path / "orjson.py").write_text("raise ImportError('built for another machine')")
    broken = {"PYTHONPATH": os.pathsep.join([str(tmp_path), str(PACKAGE_ROOT)])}
    searched = home.run("search", "x", "--json", env=broken)
    assert searched.returncode == 1
    assert json.loads(searched.stdout)["error"]["type"] == "InternalError"
    (tmp_path / "orjson.py").unlink()
    done = home.run("doctor", "--json", env=broken)
    packages = next(check for check in json.loads(done.stdout)["checks"] if check["name"] == "Packages")
    assert (done.returncode, packages["state"]) == (1, "wrong")
    assert "simsimd (built for another machine)" in packages["detail"]
