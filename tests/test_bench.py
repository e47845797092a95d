"""The benchmark measures what it says: on the sample vault, with real processes of both programs."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

TESTS = Path(__file__).parent
BENCH = TESTS / "bench"
VAULT = TESTS / "vault"
YARDSTICK = TESTS.parents[1] / "shared" / "bench" / "reference.py"
NOTES = len(list(VAULT.rglob("*.md")))
#: Luneta indexes canvases too.
CANVASES = len(list(VAULT.rglob("*.canvas")))
ROWS = {
    "full_index": ["full index"],
    "database": ["database"],
    "query": ["query, p50", "query, p95"],
    "memory": ["memory while serving"],
    "first_answer": ["new process to first answer"],
    "no_change": ["no-change run beyond start-up"],
    "update": ["one note updated, p50"],
    "day_of_work": [f"a day of work, {NOTES} changed notes"],
    "service": [
        "sidecar: port open",
        "sidecar: first answer",
        "sidecar: save to searchable, p95",
        "sidecar: query p95 while all is indexed, by the quiet one",
    ],
    "novels": ["novels: query, p50", "novels: query, p95"],
}

#: Answers as the yardstick does, but cannot answer queries.
BROKEN = """
import json, pathlib, sys
if sys.argv[1] == "query":
    sys.exit("no such table: chunks")
pathlib.Path(sys.argv[sys.argv.index("--db") + 1]).touch()
print(json.dumps({"seconds": 1.0, "chunks": 1, "bytes": 1000000}))
"""

Part = Callable[[str], ModuleType]


@pytest.fixture
def part(monkeypatch: pytest.MonkeyPatch) -> Part:
    """Imports one of the benchmark's own files, which find each other as those of a script do."""
    monkeypatch.syspath_prepend(str(BENCH))
    return import_module


@pytest.fixture
def queries(tmp_path: Path) -> Path:
    file = tmp_path / "queries.txt"
    file.write_text("moon harbour\n\no farol azul\n", encoding="utf-8")
    return file


def bench(*arguments: object) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, str(BENCH / "run.py"), *map(str, arguments)],
        env=os.environ | {"PYTHONUTF8": "1"},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


def stamps(vault: Path) -> dict[str, tuple[int, int]]:
    found = {str(path): path.stat() for path in vault.rglob("*")}
    return {path: (state.st_size, state.st_mtime_ns) for path, state in found.items()}


def read(file: Path) -> dict[str, Any]:
    value: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return value


def test_luneta_alone(tmp_path: Path, queries: Path) -> None:
    """Every operation runs; a bar that is a comparison is neither met nor missed; the vault stays as it was."""
    before = stamps(VAULT)
    novels = tmp_path / "novels"
    novels.mkdir()
    chapter = "The old keeper of the Lighthouse climbed slowly up the stairs. Then he slept until the morning came.\n"
    (novels / "One.md").write_text(chapter * 30, encoding="utf-8")

    arguments = ["--vault", VAULT, "--novels", novels, "--queries", queries, "--runs", 1, "--json", tmp_path / "o.json"]
    done = bench(*arguments, "--without-yardstick")

    assert done.returncode == 0, done.stderr
    assert stamps(VAULT) == before
    found = read(tmp_path / "o.json")
    rows = {row["what"]: row for row in found["rows"]}
    left_out = ROWS["memory"] if sys.platform == "win32" else []
    assert list(rows) == [what for name in ROWS for what in ROWS[name] if what not in left_out]
    assert all(what in done.stdout for what in rows)
    compared = ["full_index", "database", "query", "first_answer", "update"]
    undecided = [what for what, row in rows.items() if row["met"] is None and row["bar"]]
    assert undecided == [what for name in compared for what in ROWS[name]]
    assert all(row["yardstick"] is None and row["luneta"]["median"] > 0 for row in rows.values())
    assert found["notes"] == NOTES
    assert rows["full index"]["details"]["luneta"]["notes"] == NOTES + CANVASES
    assert rows["query, p50"]["details"]["luneta"][0]["queries"] == 2
    assert rows["one note updated, p50"]["details"]["luneta"][0]["encoded"] >= 10, "half of the notes changed a chunk"
    asked = rows["novels: query, p50"]["details"]["queries"]
    assert asked[:3] == ["Lighthouse", "slept until the", "The old keeper of the Lighthouse climbed slowly"]
    assert found["yardstick_left_out"] == "--without-yardstick"
    assert found["machine"]["cores"] >= 1
    assert set(found["seconds"]) == set(ROWS)


@pytest.mark.skipif(not YARDSTICK.is_file(), reason="the yardstick is not beside the project")
@pytest.mark.skipif(sys.platform == "win32", reason="the yardstick needs Python's resource module")
def test_beside_the_yardstick(tmp_path: Path, queries: Path) -> None:
    """Both are measured on the same notes, and the database and the memory have the share that the bars speak of."""
    names = ["full_index", "database", "query", "memory", "first_answer", "update"]
    queries.write_text("farol azul\n", encoding="utf-8")
    report = tmp_path / "o.json"
    arguments = ["--vault", VAULT, "--queries", queries, "--yardstick", YARDSTICK, "--runs", 1, "--json", report]

    done = bench(*arguments, "--only", *names)

    assert done.returncode == 0, done.stderr
    rows = {row["what"]: row for row in read(report)["rows"]}
    assert list(rows) == [what for name in names for what in ROWS[name]]
    for row in rows.values():
        assert row["share"] == row["luneta"]["median"] / row["yardstick"]["median"]
        assert row["met"] is not None
    assert rows["full index"]["details"]["yardstick"]["files"] == NOTES
    updates = rows["one note updated, p50"]["details"]
    assert updates["yardstick"][0]["notes"] == updates["luneta"][0]["notes"] == len(updates["notes"]) == 20


def test_a_step_that_fails_is_named_and_ends_the_run(tmp_path: Path, queries: Path) -> None:
    script = tmp_path / "broken.py"
    script.write_text(BROKEN, encoding="utf-8")
    report = tmp_path / "o.json"
    arguments = ["--vault", VAULT, "--queries", queries, "--yardstick", script, "--runs", 1, "--json", report]
    done = bench(*arguments, "--only", "database", "query", "no_change")
    if sys.platform == "win32":
        assert "resource" in done.stdout, "no yardstick takes part there"
        return
    assert done.returncode == 1
    assert "query: yardstick failed with exit code 1" in done.stderr
    assert done.stderr.rstrip().endswith("no such table: chunks")
    found = read(report)
    assert [row["what"] for row in found["rows"]] == ["database"]
    assert "no such table: chunks" in found["failed"]


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--vault", "no/such/vault"], "--vault: there is no folder"),
        (["--vault", str(BENCH)], "--vault: there are no notes in"),
        (["--queries", "no-such-file"], "--queries: there are no queries in"),
        (["--keep", str(VAULT / "work")], "is inside the vault"),
        (["--runs", "0"], "--runs: at least 1"),
        (["--only", "everything"], "invalid choice"),
    ],
)
def test_a_command_line_that_cannot_be_used(arguments: list[str], complaint: str) -> None:
    done = bench(*arguments)
    assert done.returncode == 2
    assert complaint in done.stderr


def test_bars(part: Part) -> None:
    """Bars are met at their very value, and undecided when there is nothing to compare with."""
    rows = part("rows")
    faster, smaller, least = (rows.Bar(*bar) for bar in [("times as fast", 4), ("of it or less", 0.5), ("or less", 3)])
    assert [rows.Row("x", "s", [ours], [8.0], faster).met for ours in (2.0, 2.1)] == [True, False]
    assert [rows.Row("x", "s", [ours], [8.0], smaller).met for ours in (4.0, 4.1)] == [True, False]
    assert [rows.Row("x", "s", [ours], [8.0], least).met for ours in (3.0, 3.1)] == [True, False]
    assert [rows.Row("x", "s", [1.0], (), bar).met for bar in (faster, smaller, least, None)] == [
        None,
        None,
        True,
        None,
    ]
    assert rows.Row("x", "s", [9.0, 1.0, 2.0], [4.0, 100.0, 3.0], faster).share == 0.5, "of the medians"


def test_table(part: Part) -> None:
    rows, table = part("rows"), part("table")
    shown = table.lines(
        [
            rows.Row("full index", "s", [10.0], [25.0], rows.Bar("times as fast", 2.5), None, ("1 note failed.",)),
            rows.Row("database", "MB", [1200.0], [1000.0], rows.Bar("of it or less", 0.65)),
            rows.Row("no-change", "s", [0.25], (), rows.Bar("or less", 0.3)),
            rows.Row("novels", "ms", [0.5]),
        ]
    )
    assert shown == [
        "what         yardstick      Luneta               ratio  bar                 met",
        "----------  ----------  ----------  ------------------  ------------------  ---",
        "full index     25.00 s     10.00 s  2.50 times as fast  2.5 times as fast   yes",
        "database    1,000.0 MB  1,200.0 MB          1.20 of it  0.65 of it or less  NO",
        "no-change            -      0.25 s                   -  0.3 s or less       yes",
        "novels               -     0.50 ms                   -  -                   -",
        "",
        "full index: 1 note failed.",
    ]


@pytest.mark.parametrize(
    ("note", "changed"),
    [
        (f"---\ntitle: {'x' * 50}\n---\n# T\n\n{'a' * 50}\n", f"---\ntitle: {'x' * 50}\n---\n# T\n\n{'a' * 50} New.\n"),
        (f"```\n{'code ' * 10}\n```\n{'a' * 50}\r\nb", f"```\n{'code ' * 10}\n```\n{'a' * 50} New.\r\nb"),
        (f"- {'item' * 20}\n", f"- {'item' * 20}\n\n\nNew.\n"),
        ("", "\n\nNew.\n"),
    ],
    ids=["behind frontmatter", "behind a fence, line ending kept", "no paragraph", "empty"],
)
def test_a_change_goes_into_the_first_paragraph(part: Part, note: str, changed: str) -> None:
    """Metadata, code and lists are not it; the end of the note often is a section of links, which is no text."""
    assert part("edits").add_sentence(note, "New.") == changed


def test_notes_are_taken_evenly(part: Part) -> None:
    spread = part("edits").spread
    paths = [str(number) for number in range(10)]
    assert spread(paths, 3) == ["0", "3", "6"]
    assert spread(paths, 3, 1) == ["1", "4", "7"]
    assert spread(paths, 20, 5) == paths


def test_the_copy_follows_the_vault(part: Part, tmp_path: Path) -> None:
    """Hidden files stay behind, attachments are empty, a change made in the copy is undone, what is gone goes."""
    bring_up_to_date = part("vaultcopy").bring_up_to_date
    vault, copy = tmp_path / "vault", tmp_path / "copy"
    for path, text in {"a.md": "A", "f/b.md": "B", "f/p.png": "P", ".obsidian/c.md": "C", ".d.md": "D"}.items():
        (vault / path).parent.mkdir(parents=True, exist_ok=True)
        (vault / path).write_text(text, encoding="utf-8")

    bring_up_to_date(vault, copy)
    kept = {"a.md": "A", "f/b.md": "B", "f/p.png": ""}
    assert _texts(copy) == kept
    untouched = (copy / "a.md").stat().st_ctime_ns

    (copy / "f/b.md").write_text("changed", encoding="utf-8")
    (copy / "new.md").write_text("new", encoding="utf-8")
    bring_up_to_date(vault, copy)
    assert _texts(copy) == kept
    assert (copy / "a.md").stat().st_ctime_ns == untouched


def _texts(folder: Path) -> dict[str, str]:
    files = [path for path in folder.rglob("*") if path.is_file()]
    return {path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8") for path in files}


def test_turns_change_with_every_round(part: Part) -> None:
    """So that whoever goes second does not always find what the first has warmed."""
    turns: list[str] = []
    theirs, ours = part("rounds").alternate(
        3, lambda: turns.append("Y"), lambda: turns.append("L"), before=lambda number: turns.append(str(number))
    )
    assert "".join(turns) == "0YL1LY2YL"
    assert (len(theirs), len(ours)) == (3, 3)


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux tells what all programs compute")
def test_what_a_child_computes_is_not_what_others_compute(part: Part) -> None:
    """Half a second of a child that was waited for is both in what all programs computed and in one's own."""
    moment = part("machine").Moment
    before = moment.now()
    burn = "import time\nwhile time.process_time() < 0.5: pass"
    subprocess.run([sys.executable, "-c", burn], check=True)
    after = moment.now()
    assert after.own - before.own >= 0.45
    assert after.busy - before.busy >= 0.4
    assert before.others() is not None
