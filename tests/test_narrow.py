"""The whole grammar of Obsidian's search over a real index: which notes are left, and what is said of it."""

import os
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

import pytest

from luneta.core.types import SearchOptions
from luneta.engine import Engine

NOTES = {
    "Work/Plan.md": "---\nstatus: draft\nrating: 4\ndue: 2026-03-01\ntags: [project/alpha]\n---\n# Plan\n\n"
    "The budget for the green tea garden.\n\n- [ ] call Ana about the budget\n- [x] order the seeds\n",
    "Work/Deep/Notes.md": "---\nstatus: Done\nrating: 2\nempty:\n---\nBlack tea and a budget line.\n\n"
    "Another block about kayaks on the river.\n",
    "Home/Tea.md": "Green leaves make tea. #project\n\nThe Luneta of the harbour saw kayaks; luneta in small.\n",
    "Home/2025-07-14.md": "A day at the river with kayaks and nothing else to tell.\n",
    "Log.md": "## Monday\n\nInvoice 2024-11 was paid by the bank.\n\n## Tuesday\n\nRain on the river, tea at four.\n",
}
EVERYTHING = tuple(sorted(NOTES))


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    base = tmp_path_factory.mktemp("narrow")
    patch = pytest.MonkeyPatch()
    patch.setenv("LUNETA_CACHE_DIR", str(base / "cache"))
    patch.setenv("LUNETA_CONFIG_DIR", str(base / "config"))
    vault = base / "vault"
    for path, text in NOTES.items():
        note = vault / path
        note.parent.mkdir(parents=True, exist_ok=True)
        note.write_text(text, encoding="utf-8")
        stamp = datetime(2026, 5, 1 + EVERYTHING.index(path), 12).timestamp()
        os.utime(note, (stamp, stamp))
    with Engine.open(vault) as opened:
        opened.index()
        yield opened
    patch.undo()


def found(engine: Engine, query: str) -> tuple[str, ...]:
    return tuple(sorted(hit.path for hit in engine.search(query, SearchOptions(limit=50)).hits))


PLAN, DEEP, TEA, DAY, LOG = "Work/Plan.md", "Work/Deep/Notes.md", "Home/Tea.md", "Home/2025-07-14.md", "Log.md"


@pytest.mark.parametrize(
    ("query", "paths"),
    [
        ("file:plan", (PLAN,)),
        ("file:PLAN budget", (PLAN,)),
        ("path:deep", (DEEP,)),
        ("path:Work/ -path:Deep", (PLAN,)),
        ("in:Work", (DEEP, PLAN)),
        ("in:Deep", (DEEP,)),  # a folder of that name anywhere
        ("in:Wor", ()),  # a folder's name is whole: Work is another one
        ('in:"Home" kayaks', (DAY, TEA)),
        ("tag:project", (TEA, PLAN)),
        ("tag:#project/alpha", (PLAN,)),
        ("tag:proj", ()),
        ("-tag:project tea", (DAY, LOG, DEEP)),  # a day at the river is near to tea in meaning
        ("content:river", (DAY, LOG, DEEP)),
        ("content:plan", (PLAN,)),
        ("content:project", (TEA,)),  # a tag of the properties is not the text
        ('"green tea"', (PLAN,)),
        ('"green tea" OR "black tea"', (PLAN, DEEP)),
        ("line:(green garden)", (PLAN,)),
        ("line:(green budget)", (PLAN,)),
        ("line:(call seeds)", ()),
        ("block:(black budget)", (DEEP,)),
        ("block:(black kayaks)", ()),
        ("section:(invoice bank)", (LOG,)),
        ("section:(invoice rain)", ()),
        ("task:budget", (PLAN,)),
        ('task:""', (PLAN,)),
        ("task-todo:ana", (PLAN,)),
        ("task-todo:seeds", ()),
        ("task-done:seeds", (PLAN,)),
        ("match-case:Luneta", (TEA,)),
        ("match-case:LUNETA", ()),
        ("content:LUNETA", (TEA,)),
        ("[status]", (PLAN, DEEP)),
        ("[STATUS:draft]", (PLAN,)),
        ("[status:dra]", (PLAN,)),
        ('[status:"dra"]', ()),
        ("[status:draft OR done]", (PLAN, DEEP)),
        ("[rating:>3]", (PLAN,)),
        ("[rating:<=2]", (DEEP,)),
        ("[due:<2026-06]", (PLAN,)),
        ("[empty:null]", (DEEP,)),
        ("[rating:4] [status:done]", ()),
        (r"/\d{4}-\d{2}/", (LOG,)),
        (r"/INVOICE \d+/", (LOG,)),
        (r"match-case:/INVOICE \d+/", ()),
        (r"file:/^\d{4}/", (DAY,)),
        ("line:/^Rain/", (LOG,)),
        ("created:2025", (DAY,)),
        ("created:2025-07..2025-08", (DAY,)),
        ("modified:2026-05-01", (EVERYTHING[0],)),
        ("after:2026-05-04", EVERYTHING[3:]),
        ("before:2026-05-03", EVERYTHING[:2]),
        ("after:2026-05-02 before:2026-05-04", EVERYTHING[1:3]),
        ("modified:2026-05", EVERYTHING),
        ("in:Work (tag:project OR [rating:2])", (PLAN, DEEP)),
        ("in:Work -(tag:project OR kayaks)", ()),
        ("path:(work OR home) file:(plan OR tea)", (TEA, PLAN)),
        ("tag:(project -alpha)", (TEA, PLAN)),
    ],
)
def test_which_notes_are_left(engine: Engine, query: str, paths: tuple[str, ...]) -> None:
    assert found(engine, query) == tuple(sorted(paths))


def test_notes_that_only_a_filter_asks_for_come_latest_first(engine: Engine) -> None:
    hits = engine.search("after:2026-05-01", SearchOptions()).hits
    assert [hit.path for hit in hits] == list(reversed(EVERYTHING))
    assert all(hit.passages[0].snippet for hit in hits)


def test_words_beside_a_filter_rank(engine: Engine) -> None:
    hits = engine.search("in:Work kayaks", SearchOptions()).hits
    assert hits[0].path == DEEP  # the only one of the two that has the word


@pytest.mark.parametrize("mode", ["hybrid", "keyword", "semantic", "names"])
def test_every_list_obeys(engine: Engine, mode: str) -> None:
    hits = engine.search("tea plan river -in:Home -in:Work", SearchOptions(mode=mode)).hits  # type: ignore[arg-type]
    assert {hit.path for hit in hits} <= {LOG}


@pytest.mark.parametrize(
    ("query", "told"),
    [
        ("in:Work tag:project", ("in the folder “Work”", "tagged “project”")),
        ('"green tea" -kayaks', ("with the phrase “green tea”", "without “kayaks”")),
        ("after:2026-05-02", ("changed since 2026-05-02",)),
        ("created:2025-07-14", ("written on 2025-07-14",)),
        ("[rating:>3]", ("whose “rating” is above “3”",)),
        ("task-todo:(call OR ring)", ("with an open task that has “call” or “ring”",)),
        ("-file:old", ("not whose file name has “old”",)),
        ("only words here", ()),
    ],
)
def test_filters_in_words(engine: Engine, query: str, told: tuple[str, ...]) -> None:
    assert engine.search(query, SearchOptions()).filters == told


def test_square_brackets_of_the_users_own_rule_nothing_out(engine: Engine) -> None:
    result = engine.search("[ERROR] kayaks", SearchOptions())
    assert {hit.path for hit in result.hits} >= {DEEP, TEA, DAY}
    assert result.remarks == ("No note has the property “ERROR”.",)


def test_an_expression_that_cannot_be_read_is_told_of(engine: Engine) -> None:
    result = engine.search("/(river/ tea", SearchOptions())
    assert result.hits
    assert result.remarks == ("/(river/ is no regular expression that can be read.",)


def test_a_hostile_expression_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUNETA_CACHE_DIR", str(tmp_path / "cache"))
    vault = tmp_path / "vault"
    vault.mkdir()
    (vault / "a.md").write_text("a" * 5000 + "!", encoding="utf-8")
    with Engine.open(vault) as engine:
        engine.index()
        result = engine.search("/^(a|aa)+$/", SearchOptions())
        assert result.hits == ()
        assert result.took_ms < 3000
        if result.remarks:  # the library may be clever enough not to need its time
            assert result.remarks[0].startswith("Reading the notes took too long")


def test_five_matching_notes_are_found_among_300_nearer_ones(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LUNETA_CACHE_DIR", str(tmp_path / "cache"))
    vault = tmp_path / "vault"
    for number in range(300):
        note = vault / "Near" / f"kayak {number}.md"
        note.parent.mkdir(parents=True, exist_ok=True)
        note.write_text("Kayak kayak kayak: paddles for the kayak on the river.\n", encoding="utf-8")
    for number in range(5):
        note = vault / "Far" / f"n{number}.md"
        note.parent.mkdir(parents=True, exist_ok=True)
        note.write_text(
            f"---\ntags: [rare]\n---\nLong notes on other things, a kayak once. {number}\n", encoding="utf-8"
        )
    with Engine.open(vault) as engine:
        engine.index()
        for mode in ("hybrid", "keyword", "semantic"):
            hits = engine.search("kayak tag:rare", SearchOptions(mode=mode)).hits  # type: ignore[arg-type]
            assert sorted(hit.path for hit in hits) == [f"Far/n{number}.md" for number in range(5)], mode
