"""Golden sets are put to the real engine, and the script behind `npm run eval` does it from end to end."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from luneta.core.types import SearchOptions
from luneta.engine import Engine
from luneta.evaluate.golden import corpus_paths, read_golden, write_vault
from luneta.evaluate.trial import SYSTEMS, try_engine

SCRIPT = Path(__file__).parent / "eval" / "run.py"
CORPUS = [
    {
        "id": "fish?1",
        "title": "Salt cod",
        "text": "Soak the fish in cold water for two days and change the water often.",
    },
    {
        "id": "tax#2",
        "title": "Income tax",
        "text": "The return is due in June; late returns cost a fine for every month.",
    },
    {"id": "sea/3.md", "title": "", "text": "# Tides\n\nThe moon pulls the ocean twice a day."},
]
QUERIES = [
    {"id": "q1", "text": "salt cod", "kind": "name"},
    {"id": "q2", "text": "late returns fine", "kind": "words"},
    {"id": "q3", "text": "moon ocean", "kind": "words"},
    {"id": "q4", "text": "nothing is right"},
]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A golden set of three notes whose ids no file system would take as they are."""
    folder = tmp_path / "tiny"
    folder.mkdir()
    for name, rows in (("corpus", CORPUS), ("queries", QUERIES)):
        (folder / f"{name}.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    qrels = "head\nq1\tfish?1\t1\nq2\ttax#2\t1\nq3\tsea/3.md\t2\n"
    (folder / "qrels.tsv").write_text(qrels, encoding="utf-8")
    return folder


def run(*arguments: object) -> subprocess.CompletedProcess[str]:
    """`npm run eval -- ARGUMENTS`, in a process of its own."""
    environment = os.environ | {"PYTHONUTF8": "1"}
    command = [sys.executable, str(SCRIPT), *map(str, arguments)]
    return subprocess.run(command, capture_output=True, text=True, encoding="utf-8", env=environment, check=False)


def test_answers_are_the_judgments_ids(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each query has the right note first in every list that has its words; the paths of the notes are ids again."""
    monkeypatch.setenv("LUNETA_CACHE_DIR", str(tmp_path / "cache"))
    golden = read_golden(folder)
    assert golden.corpus is not None
    write_vault(golden.corpus, tmp_path / "vault")
    ids = {path: document for document, path in corpus_paths(golden.corpus).items()}
    told: list[tuple[int, int]] = []
    with Engine.open(tmp_path / "vault") as engine:
        engine.index()
        trial = try_engine(golden, engine, ids, progress=lambda done, total: told.append((done, total)))
    assert (trial.name, trial.notes) == ("tiny", 3)
    assert told == [(1, 3), (2, 3), (3, 3)]
    assert [(answer.query.id, answer.system) for answer in trial.answers] == [
        (query, system) for query in ("q1", "q2", "q3") for system in SYSTEMS
    ]
    first = {(answer.query.id, answer.system): answer.hits[:1] for answer in trial.answers}
    right = {"q1": "fish?1", "q2": "tax#2", "q3": "sea/3.md"}
    for query, note in right.items():
        for system in ("keyword", "equal", "default"):
            assert first[query, system] == (note,)
    assert first["q1", "names"] == ("fish?1",)
    assert all(answer.values["MRR"] == 1.0 for answer in trial.answers if answer.system == "default")


def test_only_the_systems_asked_for(folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUNETA_CACHE_DIR", str(tmp_path / "cache"))
    golden = read_golden(folder)
    assert golden.corpus is not None
    write_vault(golden.corpus, tmp_path / "vault")
    with Engine.open(tmp_path / "vault") as engine:
        engine.index()
        trial = try_engine(golden, engine, systems={"one": SearchOptions(limit=1, mode="keyword")})
    assert [(answer.system, len(answer.hits)) for answer in trial.answers] == [("one", 1)] * 3
    # Without the ids of the paths, the hits are paths, which the judgments do not know.
    assert trial.answers[0].hits == ("fish 1.md",)
    assert trial.answers[0].values["Hit@1"] == 0.0


def test_the_script_reports_saves_and_compares(folder: Path, tmp_path: Path) -> None:
    """Two runs over the same kept vault give the same files, and a comparison that finds nothing changed."""
    kept = ["--keep", tmp_path / "kept", "--results", tmp_path / "results"]
    for name in ("one", "two"):
        done = run(folder, *kept, "--save", name)
        assert done.returncode == 0, done.stderr
    table = [[cell.strip(" *") for cell in line.split("|")[1:-1]] for line in done.stdout.splitlines()]
    assert table[0][:2] == ["nDCG@10", "queries"]
    assert dict(zip(table[0], table[2], strict=True))["default"] == "1.000"
    assert "1 queries without a right note are left out" in done.stderr
    assert (tmp_path / "results" / "one.json").read_bytes() == (tmp_path / "results" / "two.json").read_bytes()
    assert sorted(file.name for file in (tmp_path / "kept").iterdir() if file.name.startswith("tiny-")) != []
    compared = run("--compare", "one", "two", "--results", tmp_path / "results")
    assert compared.stdout == "tiny, default: nDCG@10 1.000 -> 1.000, 0 queries better, 0 worse\n"


def test_the_script_says_what_is_wrong(tmp_path: Path) -> None:
    done = run(tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"{tmp_path / 'qrels.tsv'} is missing.\n"
    done = run("--compare", "a", "b", "--results", tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert "no saved run 'a'" in done.stderr
