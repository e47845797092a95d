"""The lock of the running sidecar, and where it says it is."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from luneta import runfile
from luneta.runfile import Running
from running import PACKAGE_ROOT

RUNNING = Running("127.0.0.1", 1234, "a token", 99, "0.1.0", 1)

HOLD = """
import sys, time
from pathlib import Path
from luneta import runfile
with runfile.held(Path(sys.argv[1])) as mine:
    runfile.write(Path(sys.argv[1]), runfile.Running("127.0.0.1", 1, "t", 1, "0", 0))
    print(mine, flush=True)
    time.sleep(600)
"""


def test_what_is_written_is_read_by_its_owner_only(tmp_path: Path) -> None:
    runfile.write(tmp_path, RUNNING)
    assert runfile.read(tmp_path) == RUNNING
    assert [path.name for path in tmp_path.iterdir()] == ["serve.json"]
    if os.name == "posix":
        assert (tmp_path / "serve.json").stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize("text", [None, "", "{", "[]", "null", "{}", '{"host": "h", "port": "x"}', "\xff"])
def test_what_is_no_run_file_is_none(tmp_path: Path, text: str | None) -> None:
    if text is not None:
        (tmp_path / "serve.json").write_text(text, encoding="latin-1")
    assert runfile.read(tmp_path) is None


def test_one_holds_it_and_leaves_nothing(tmp_path: Path) -> None:
    runfile.write(tmp_path, RUNNING)  # left by one that was killed
    with runfile.held(tmp_path) as mine:
        assert mine
        assert runfile.read(tmp_path) is None
        runfile.write(tmp_path, RUNNING)
        with runfile.held(tmp_path) as second:
            assert not second
        assert runfile.read(tmp_path) == RUNNING, "the second one took the first one's file away"
    assert runfile.read(tmp_path) is None


def test_a_killed_process_holds_nothing(tmp_path: Path) -> None:
    """Though its process number, which is in no file that counts, may be another's by now."""
    environment = {**os.environ, "PYTHONPATH": str(PACKAGE_ROOT)}
    arguments = [sys.executable, "-c", HOLD, str(tmp_path)]
    with subprocess.Popen(arguments, stdout=subprocess.PIPE, env=environment) as holder:
        assert holder.stdout is not None
        assert holder.stdout.readline().strip() == b"True"
        with runfile.held(tmp_path) as mine:
            assert not mine
        holder.kill()
    assert runfile.read(tmp_path) is not None
    stolen = json.loads((tmp_path / "serve.json").read_bytes()) | {"pid": os.getpid()}
    (tmp_path / "serve.json").write_text(json.dumps(stolen), encoding="utf-8")
    with runfile.held(tmp_path) as mine:
        assert mine
