"""Reports say what the trials found, and say the same again when read back."""

import json
from pathlib import Path

import pytest

from luneta.errors import UsageError
from luneta.evaluate.compare import changes, describe
from luneta.evaluate.golden import GoldenQuery
from luneta.evaluate.report import details, load_answers, overview, save, summarize
from luneta.evaluate.trial import Answer, Trial, measure

NAME, QUESTION = GoldenQuery("n1", "Ana", "name"), GoldenQuery("q1", "who is the queen?", "question")
JUDGMENTS = {"n1": {"ana.md": 1.0}, "q1": {"queen.md": 2.0, "court.md": 1.0}}


def _trial(name: str, found: dict[str, dict[str, tuple[str, ...]]]) -> Trial:
    """A trial of the two queries from what each system found for each."""
    answers = [
        measure(query, system, by_query[query.id], JUDGMENTS[query.id])
        for query in (NAME, QUESTION)
        for system, by_query in found.items()
    ]
    return Trial(name, notes=3, chunks=5, model="m", answers=tuple(answers))


TRIAL = _trial(
    "own",
    {
        "keyword": {"n1": ("ana.md",), "q1": ("court.md",)},
        "names": {"n1": ("ana.md",), "q1": ()},
        "equal": {"n1": ("x.md", "ana.md"), "q1": ("court.md",)},
        "default": {"n1": ("ana.md",), "q1": ("queen.md", "court.md")},
    },
)


def test_means_count_every_query_the_same() -> None:
    """keyword: 1 for the name, and for the question one of two right notes, the lesser, first."""
    report = summarize(TRIAL)
    assert (report.queries, report.notes, report.chunks) == (2, 3, 5)
    ndcg_question = 1 / (2 + 1 / 1.5849625)
    assert report.means["keyword"]["nDCG@10"] == pytest.approx((1 + ndcg_question) / 2)
    assert report.means["keyword"]["Recall@10"] == 0.75
    assert report.means["names"]["MRR"] == 0.5
    assert {kind: count for kind, (count, _) in report.kinds.items()} == {"name": 1, "question": 1}
    assert report.kinds["name"][1]["equal"]["MRR"] == 0.5
    assert report.kinds["question"][1]["default"]["nDCG@10"] == 1.0


def test_the_overview_shows_where_the_default_stands() -> None:
    """Bold is the best of the row; the differences are to the best single list (not the fusion) and to the fusion."""
    lines = [[cell.strip() for cell in line.split("|")[1:-1]] for line in overview([summarize(TRIAL)]).splitlines()]
    assert lines[0] == ["nDCG@10", "queries", *TRIAL_SYSTEMS, "default - best list", "default - equal"]
    assert lines[2] == ["own", "2", "0.690", "0.500", "0.506", "**1.000**", "+0.310", "+0.494"]
    two = overview([summarize(TRIAL), summarize(_trial("other", {s: {"n1": (), "q1": ()} for s in TRIAL_SYSTEMS}))])
    assert [cell.strip() for cell in two.splitlines()[-1].split("|")[1:4]] == ["mean of sets", "4", "0.345"]


TRIAL_SYSTEMS = ["keyword", "names", "equal", "default"]


def test_details_have_a_row_for_each_kind_and_system() -> None:
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in details([summarize(TRIAL)]).splitlines()]
    assert rows[0] == ["set", "queries", "system", "nDCG@5", "nDCG@10", "MRR", "Hit@1", "Recall@10"]
    groups = ["own", "own: name", "own: question"]
    assert [row[0::2][:2] for row in rows[2:]] == [[group, system] for group in groups for system in TRIAL_SYSTEMS]
    assert rows[2 + 4 + 2] == ["own: name", "1", "equal", "0.631", "0.631", "0.500", "0.000", "1.000"]


def test_saved_runs_come_back_and_equal_runs_are_equal_files(tmp_path: Path) -> None:
    path = save([TRIAL], tmp_path, "first", "9.9")
    save([TRIAL], tmp_path, "again", "9.9")
    assert path.read_bytes() == (tmp_path / "again.json").read_bytes()
    assert (tmp_path / "first.answers.jsonl").read_bytes() == (tmp_path / "again.answers.jsonl").read_bytes()
    saved = json.loads(path.read_text(encoding="utf-8"))
    assert saved["luneta"] == "9.9"
    assert saved["sets"]["own"]["kinds"]["name"]["means"]["equal"]["MRR"] == 0.5
    answers = load_answers(tmp_path, "first")
    assert [(a.query, a.system, a.hits) for a in answers["own"]] == [(a.query, a.system, a.hits) for a in TRIAL.answers]
    with pytest.raises(UsageError, match="no saved run 'none'"):
        load_answers(tmp_path, "none")


def test_comparison_names_what_changed() -> None:
    """The name got worse, the question better, in another run; a set of one run alone is said to be so."""
    after = _trial("own", {"default": {"n1": ("x.md", "ana.md"), "q1": ("queen.md", "court.md")}})
    before = _trial("own", {"default": {"n1": ("ana.md",), "q1": ("court.md",)}})
    found = changes(before.answers, after.answers, "default")
    assert [(change.after.query.id, round(change.gain, 3)) for change in found] == [("n1", -0.369), ("q1", 0.62)]
    text = describe({"own": before.answers, "gone": ()}, {"own": after.answers, "new": ()})
    lines = text.splitlines()
    assert lines[0] == "own, default: nDCG@10 0.690 -> 0.815, 1 queries better, 1 worse"
    assert lines[1:4] == ["  worse", "    -0.369  n1  Ana", "            before: ana.md"]
    assert lines[-2:] == ["new: only in the second run", "gone: only in the first run"]
    assert changes(after.answers, after.answers, "default") == []


def test_comparison_takes_only_queries_of_both_runs() -> None:
    lone = Answer(GoldenQuery("z", "new"), "default", (), {"nDCG@10": 1.0})
    assert changes(TRIAL.answers, (*TRIAL.answers, lone), "default") == []
