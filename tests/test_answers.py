"""Requests that only read, from message to message."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from canonical import index_kept_in
from luneta.answers import Answers, Counts
from luneta.engine import Engine
from luneta.errors import NotIndexedError, PathOutsideVaultError, UsageError
from luneta.protocol import replies, requests

NOTES = {
    "Kayaks.md": "# Kayaks\n\nAna paddles kayaks and canoes down the river, and repairs their hulls in winter.\n",
    "Taxes.md": "# Taxes\n\nThe income tax declaration is due in April; deductions need receipts and invoices.\n",
    "Bees.md": "---\naliases: [Apiary book]\n---\n# Bees\n\nBeekeeping in winter: the hive, honey and the queen.\n",
    "Journal.md": (
        "---\ntags: [day]\n---\nSee [[Taxes]].\n\n## Morning\n\nOut on the water with kayaks and canoes, the river was"
        " high and the hull leaked.\n\n## Evening\n\nReceipts and invoices for the income tax declaration, deductions"
        " until late.\n"
    ),
    "Agent.md": "# Agent\n\nKayaks are for %%quincunx%% rivers.\n",
}


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    base = tmp_path_factory.mktemp("answers")
    vault = base / "vault"
    vault.mkdir()
    for path, text in NOTES.items():
        (vault / path).write_text(text, encoding="utf-8")
    with index_kept_in(base / "cache"), Engine.open(vault, resident=True) as opened:
        opened.index()
        yield opened


def search(engine: Engine, query: str, **more: object) -> replies.Hits:
    answer = Answers(engine).answer(requests.Search(id=5, query=query, **more))  # type: ignore[arg-type]
    assert isinstance(answer, replies.Hits)
    return answer


def related(engine: Engine, note: str, **more: object) -> replies.Hits:
    answer = Answers(engine).answer(requests.Related(id=6, note=note, **more))  # type: ignore[arg-type]
    assert isinstance(answer, replies.Hits)
    return answer


def marked(segments: tuple[replies.Segment, ...]) -> str:
    return "".join(f"[{segment.text}]" if segment.match else segment.text for segment in segments)


def test_a_hit_has_all_that_is_shown_of_it(engine: Engine) -> None:
    answer = search(engine, "beekeeping honey")
    hit = answer.hits[0]
    assert (answer.id, answer.query, answer.degraded, hit.path) == (5, "beekeeping honey", None, "Bees.md")
    assert marked(hit.title_marks) == "Bees"
    assert "[Beekeeping] in winter: the hive, [honey]" in marked(hit.passages[0].snippet)
    assert hit.modified == (engine.vault / "Bees.md").stat().st_mtime_ns // 1_000_000
    assert set(hit.lists) == set(hit.votes) >= {"postings", "vectors"}
    assert 0 < hit.score <= 1  # the share that was reached of what all features of the match could give
    assert hit.linked is None
    (alias,) = (hit for hit in search(engine, "apiary").hits if hit.path == "Bees.md")
    assert marked(alias.alias_marks) == "[Apiary] book"


def test_modes_limits_and_budgets(engine: Engine) -> None:
    assert {name for hit in search(engine, "kayaks", mode="names").hits for name in hit.lists} == {"names"}
    assert len(search(engine, "kayaks", limit=1).hits) == 1
    whole = search(engine, "declaration", max_tokens=30).hits
    assert sum(len(passage.snippet) for hit in whole for passage in hit.passages) >= 1
    assert len(whole) < len(search(engine, "declaration").hits)


def test_related_notes_of_a_section(engine: Engine) -> None:
    """The morning was on the river, the evening over taxes; each line is nearest to its own subject, whatever the whole
    note is linked with."""

    def first(line: int | None) -> str:
        hits = related(engine, "Journal.md", line=line).hits
        (nearest,) = (hit.path for hit in hits if "vectors" in hit.votes and hit.votes["vectors"].rank == 1)
        return nearest

    lines = NOTES["Journal.md"].splitlines()
    morning, evening = lines.index("## Morning") + 1, lines.index("## Evening") + 1
    assert {first(line) for line in (morning, morning + 2)} == {"Kayaks.md"}
    assert {first(line) for line in (evening, evening + 2, 9999)} == {"Taxes.md"}
    assert all(hit.path != "Journal.md" for hit in related(engine, "Journal.md").hits)
    linked = {hit.path: hit.linked for hit in related(engine, "Journal.md").hits}
    assert linked["Taxes.md"] is True
    assert linked["Kayaks.md"] is False
    assert "Taxes.md" not in {hit.path for hit in related(engine, "Journal.md", unlinked=True).hits}


def test_an_agent_is_not_shown_comments(engine: Engine) -> None:
    def text(answer: replies.Hits) -> str:
        hits = {hit.path: hit for hit in answer.hits}
        return "".join(segment.text for passage in hits["Agent.md"].passages for segment in passage.snippet)

    assert "quincunx" in text(search(engine, "kayaks rivers"))
    assert text(search(engine, "kayaks rivers", audience="agent")).endswith("Kayaks are for  rivers.")
    assert "quincunx" not in text(related(engine, "Kayaks.md", audience="agent"))


def test_what_cannot_be_answered(engine: Engine) -> None:
    with pytest.raises(NotIndexedError):
        related(engine, "Nowhere.md")
    with pytest.raises(PathOutsideVaultError):
        search(engine, "x", folders=("../x",))
    for wrong in ({"limit": 0}, {"limit": 1001}, {"passages": 0}, {"max_tokens": -1}):
        with pytest.raises(UsageError, match="whole number"):
            search(engine, "x", **wrong)


def test_counts_are_of_notes_that_rules_would_leave(engine: Engine) -> None:
    (engine.vault / "Work").mkdir(exist_ok=True)
    (engine.vault / ".trash").mkdir(exist_ok=True)
    for path in ("Work/a.md", "Work/b.canvas", "Work/c.png", ".trash/d.md"):
        (engine.vault / path).write_bytes(b"{}")
    counts = Counts(engine.vault)

    def counted(include: tuple[str, ...], exclude: tuple[str, ...]) -> tuple[int, int]:
        answer = counts.answer(requests.CountNotes(id=1, include=include, exclude=exclude), engine.config)
        return answer.notes, answer.total

    assert counted((), ()) == (7, 7)
    assert counted(("Work",), ()) == (2, 7)
    assert counted((), ("Work", "Bees.md")) == (4, 7)
    assert counted(("Work",), ("*.canvas",)) == (1, 7)
    with pytest.raises(UsageError, match="outside"):
        counted((), ("../x",))


def test_the_index_of_the_last_settings_is_obeyed(engine: Engine, tmp_path: Path) -> None:
    from dataclasses import replace

    before = engine.config
    try:
        engine.reconfigure(replace(before, exclude=("Bees.md",), limit=2))
        assert len(search(engine, "kayaks").hits) == 2
        assert "Bees.md" not in {hit.path for hit in search(engine, "beekeeping honey", limit=9).hits}
    finally:
        engine.reconfigure(before)
    assert search(engine, "beekeeping honey").hits[0].path == "Bees.md"


def test_what_gave_a_note_its_score_is_told_when_asked_for(engine: Engine) -> None:
    plain, explained = search(engine, "kayaks river"), search(engine, "kayaks river", explain=True)
    assert [hit.reasons for hit in plain.hits] == [{} for _ in plain.hits]
    first = explained.hits[0]
    given = list(first.reasons.values())
    assert given == sorted(given, reverse=True)
    assert sum(given) == pytest.approx(first.score, abs=1e-4)
    assert first.path == "Kayaks.md"
    assert first.reasons["title_precision"] > 0
    by_votes = search(engine, "kayaks river", explain=True, mode="keyword").hits[0]
    assert (by_votes.reasons, by_votes.votes != {}) == ({}, True)
