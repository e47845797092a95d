"""The journal tells what was done, whatever happened to the process that wrote it."""

from pathlib import Path

import orjson
import pytest

from luneta.ingest.journal import DiscardLog, Journal


@pytest.fixture
def journal(tmp_path: Path) -> Journal:
    return Journal(tmp_path / "index" / "ingest" / "journal.jsonl")


def test_runs_are_told_apart_and_dropped_one_by_one(journal: Journal) -> None:
    assert (journal.has_run(), journal.is_whole(), journal.last_run()) == (False, True, [])
    for key in ("one", "two"):
        journal.add("run")
        journal.add("file", path=f"{key}.md", digest="d", key=key, page=f"{key}.example")
        assert not journal.is_whole()
        journal.add("end")
    assert journal.taken() == {"one": "one.md", "one.example": "one.md", "two": "two.md", "two.example": "two.md"}
    kept = {"do": "kept", "path": "two.md", "key": "two", "page": ""}
    journal.forget_last_run([kept])
    assert [line.get("key") for line in journal.last_run()] == ["one", None]
    assert journal.taken() == {"one": "one.md", "one.example": "one.md", "two": "two.md"}
    journal.forget_last_run()
    assert not journal.has_run()


def test_a_half_line_is_passed_over_and_the_next_begins_afresh(journal: Journal) -> None:
    journal.add("run")
    journal.close()
    with journal.path.open("ab") as file:
        file.write(b'{"do":"file","pa')
    journal.add("end")
    assert [line["do"] for line in journal.lines()] == ["run", "end"]


def test_the_log_keeps_its_newest_half(tmp_path: Path) -> None:
    log = DiscardLog(tmp_path / "index" / "ingest" / "log.jsonl", most_bytes=1000)
    for number in range(100):
        log.add([{"title": f"Signal {number}"}])
    path = tmp_path / "index" / "ingest" / "log.jsonl"
    rows = [orjson.loads(line) for line in path.read_bytes().splitlines()]
    assert path.stat().st_size <= 1000
    assert rows[-1] == {"title": "Signal 99"}
    numbers = [int(row["title"].split()[1]) for row in rows]
    assert numbers == list(range(numbers[0], 100))
