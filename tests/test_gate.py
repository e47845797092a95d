"""What search finds may not get worse: the project's own judged queries over the sample vault against a record of it.

`npm run eval -- --record` writes the record anew, after a change for the better, or one whose loss was weighed and is
told in its commit.
"""

import json
from math import fsum
from pathlib import Path

import pytest

from luneta.engine import Engine
from luneta.evaluate.golden import read_golden
from luneta.evaluate.trial import SYSTEMS, try_engine

HERE = Path(__file__).parent
RECORD = json.loads((HERE / "eval" / "results" / "gate.json").read_text("utf-8"))
#: What rounding and another machine's floating point may do to one query of two hundred.
ROOM = 0.003


def test_recall_and_ndcg_are_not_below_the_record(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUNETA_CACHE_DIR", str(tmp_path / "cache"))
    golden = read_golden(HERE / "eval" / "golden", HERE / "vault")
    assert len(golden.queries) >= 200
    with Engine.open(HERE / "vault", resident=True) as engine:
        engine.index()
        trial = try_engine(golden, engine, systems={"default": SYSTEMS["default"]})
    for measure, recorded in RECORD.items():
        found = fsum(answer.values[measure] for answer in trial.answers) / len(trial.answers)
        assert found >= recorded - ROOM, f"{measure} was {recorded}"
        assert found <= recorded + 0.02, f"{measure} was {recorded}: record the better one"
