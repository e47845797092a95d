"""lists.py: a query of which every word is common looks only at what has the rarest of them; and a filter beside such
words costs no search of its own."""

import contextlib
import time
from collections.abc import Iterator
from typing import Any

import apsw
import pytest

from canonical import index_kept_in
from luneta.core.types import SearchOptions
from luneta.engine import Engine
from luneta.store import mentions, names, postings
from luneta.store.connection import open_reader
from luneta.store.filters import NoteFilter

#: More chunks than a word may have before it is common (lists._COMMON), whose ranking is what takes long.
MANY = 2_050
KEYWORDS = SearchOptions(mode="keyword", limit=5)


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    base = tmp_path_factory.mktemp("common")
    vault = base / "vault"
    (vault / ".obsidian").mkdir(parents=True)
    walks = (f"## Walk {n}\n\nFrom here to the harbour, and from there back, number {n}.\n" for n in range(2 * MANY))
    asks = (f"## Question {n}\n\nNobody knows how the tide of number {n} was reckoned.\n" for n in range(MANY))
    for name, text in {
        "Walks.md": "\n".join(walks),
        "Questions.md": "\n".join(asks),
        "Knots.md": "To begin with, this note says how to tie a bowline.\n",
        "Roads.md": "To and fro, to and fro, to the sea and to the hills, to the end.\n",
    }.items():
        (vault / name).write_text(text, encoding="utf-8")
    with index_kept_in(base / "cache"), Engine.open(vault, resident=True) as opened:
        opened.index()
        yield opened


def found(engine: Engine, query: str) -> list[str]:
    return [hit.path for hit in engine.search(query, KEYWORDS).hits]


@pytest.mark.parametrize("query", ["how to", "to how", "how harbour to from"])
def test_the_rarest_of_common_words_must_be_there(engine: Engine, query: str) -> None:
    hits = found(engine, query)
    assert "Roads.md" not in hits
    if query == "how to":
        assert hits[0] == "Knots.md"  # which says just that


def test_a_common_word_alone_is_still_found(engine: Engine) -> None:
    assert found(engine, "to")[0] == "Roads.md"  # which says nothing else


def test_no_filter_asks_the_full_text_index_for_each_id_that_passes(engine: Engine) -> None:
    """Of what SQLite plans, `=` says that FTS5 is asked for one row, which it would be for each of these."""
    plans: list[str] = []
    with contextlib.closing(open_reader(engine.db_path)) as db:
        passing = NoteFilter(db, [1, 2])

        def plan(cursor: apsw.Cursor, sql: str, bindings: Any) -> bool:  # noqa: ANN401 - apsw's
            if "MATCH" in sql and not sql.startswith("EXPLAIN"):
                plans.extend(row[3] for row in db.execute(f"EXPLAIN QUERY PLAN {sql}", bindings))
            return True

        db.exec_trace = plan
        postings.best(db, '"to"', 5, passing)
        names.candidates(db, '"knots"', 5, passing)
        list(mentions.notes_with(db, '"to"', passing))
    asked = [line for line in plans if "VIRTUAL TABLE" in line]
    assert len(asked) == 3
    assert not [line for line in asked if "=" in line]


def test_an_exclusion_is_no_search_for_each_chunk_that_stays(engine: Engine) -> None:
    """SQLite would ask FTS5 anew for every chunk of the notes that pass: 23 s for this with 59,000 of them."""

    def cpu(query: str) -> float:
        spent = []
        for _ in range(3):
            start = time.process_time()
            found(engine, query)
            spent.append(time.process_time() - start)
        return min(spent)

    assert "Knots.md" not in found(engine, "how to -bowline")
    assert cpu("how to -bowline") < 10 * cpu("how to")
