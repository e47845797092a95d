"""luneta.cli.face: the JSON that other programs rely on, key by key."""

import json
from pathlib import Path

from luneta.cli import face
from luneta.core.types import Hit, ListName, Passage, Problem, SearchResult, Segment, Vote
from luneta.reports import IndexReport, Status

VOTES: dict[ListName, Vote] = {"postings": Vote(2, 0.015), "names": Vote(1, 0.016)}
PASSAGE = Passage(
    section="Tea > Green",
    snippet=(Segment("a cup of ", False), Segment("tea", True)),
    lines=(3, 9),
    votes={"postings": Vote(1, 0.016), "names": Vote(4, 0.015)},
)


def test_an_answer() -> None:
    result = SearchResult("tea", (Hit("A/Tea.md", "Tea", 0.031, (PASSAGE,), votes=VOTES),), None, 1.23456)
    assert json.loads(face.encode(face.search(result, explain=True))) == {
        "query": "tea",
        "took_ms": 1.235,
        "degraded": None,
        "hits": [
            {
                "path": "A/Tea.md",
                "title": "Tea",
                "score": 0.031,
                "votes": {"postings": {"rank": 2, "share": 0.015}, "names": {"rank": 1, "share": 0.016}},
                "reasons": {},
                "passages": [
                    {
                        "section": "Tea > Green",
                        "snippet": [{"text": "a cup of ", "match": False}, {"text": "tea", "match": True}],
                        "lines": [3, 9],
                        "votes": {"postings": {"rank": 1, "share": 0.016}, "names": {"rank": 4, "share": 0.015}},
                    }
                ],
            }
        ],
        "filters": [],
        "remarks": [],
        "also": [],
    }


def test_related_says_which_notes_are_linked() -> None:
    hits = (Hit("A.md", "A", 1.0, (), linked=True), Hit("B.md", "B", 0.5, (), linked=False))
    shown = face.search(SearchResult("C.md", hits, "no model", 1.0))
    assert [(hit["path"], hit["linked"]) for hit in shown["hits"]] == [("A.md", True), ("B.md", False)]  # type: ignore[attr-defined]
    assert shown["degraded"] == "no model"


def test_a_run() -> None:
    report = IndexReport(5, 9, 7, 1, 2, 0.51239, 3, 1, 1, True, {"aws-key-id": 2}, ("The model changed.",))
    assert json.loads(face.encode(face.index(report))) == {
        "notes": 5,
        "chunks": 9,
        "encoded": 7,
        "skipped": 1,
        "failed": 2,
        "seconds": 0.512,
        "changed": 3,
        "removed": 1,
        "moved": 1,
        "interrupted": True,
        "redactions": {"aws-key-id": 2},
        "notices": ["The model changed."],
    }


def test_a_state() -> None:
    vault, database = Path("vault"), Path("cache", "index.db")
    problems = (("A.md", Problem("partial", "bad bytes")),)
    state = Status(vault, 5, 9, database, 4096, "built in", False, "no extension", problems, 12.5, {"jwt": 1})
    assert json.loads(face.encode(face.status(state))) == {
        "notes": 5,
        "chunks": 9,
        "db_path": str(database),
        "db_bytes": 4096,
        "model": "built in",
        "vec_available": False,
        "degraded": "no extension",
        "problems": [{"path": "A.md", "kind": "partial", "reason": "bad bytes"}],
        "vault": str(vault),
        "last_run": 12.5,
        "redactions": {"jwt": 1},
    }


def test_halves_of_surrogate_pairs_do_not_stop_the_answer() -> None:
    line = face.encode({"a": ["x\ud800", ("y\udfff",)], "k\ud83d": 1})
    assert json.loads(line.decode()) == {"a": ["x\ufffd", ["y\ufffd"]], "k\ufffd": 1}


def test_one_line_of_utf8_without_control_characters() -> None:
    text = "tab\t, line\n, ESC \x1b, DEL \x7f, one-byte CSI \x9b, next line \x85, no-break\xa0space, → 🎬"
    line = face.encode(text)
    assert json.loads(line.decode()) == text
    assert line.endswith(b"\n")
    assert not any(ord(letter) < 32 or 127 <= ord(letter) < 160 for letter in line[:-1].decode())
