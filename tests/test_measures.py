"""The measures, against ir-measures on random runs and by hand where that library says nothing."""

import random
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from ir_measures import RR, Qrel, R, ScoredDoc, Success, iter_calc, nDCG

from luneta.evaluate.measures import MEASURES, Judgments, hit, ndcg, recall, reciprocal_rank

REFERENCE = {"nDCG@5": nDCG @ 5, "nDCG@10": nDCG @ 10, "MRR": RR, "Hit@1": Success @ 1, "Recall@10": R @ 10}
NOTES = [f"n{number:02}" for number in range(40)]


def _reference(scored: list[tuple[str, float]], judgments: Judgments) -> dict[str, float]:
    """What ir-measures says of one query; a query that it has no answer for counts 0."""
    qrels = [Qrel("q", note, int(gain)) for note, gain in judgments.items()]
    run = [ScoredDoc("q", note, score) for note, score in scored]
    names = {measure: name for name, measure in REFERENCE.items()}
    found = {names[value.measure]: value.value for value in iter_calc(list(names), qrels, run)}
    return {name: found.get(name, 0.0) for name in REFERENCE}


def _ours(ranking: Sequence[str], judgments: Judgments) -> dict[str, float]:
    return {name: measure(ranking, judgments) for name, measure in MEASURES.items()}


def test_every_measure_has_a_reference() -> None:
    assert list(MEASURES) == list(REFERENCE)


@pytest.mark.parametrize("seed", range(300))
def test_as_ir_measures(seed: int) -> None:
    """Random graded judgments (0 and -1 too, equal grades often), random runs with tied scores and unjudged notes."""
    rng = random.Random(seed)
    judgments = {note: float(rng.choice([-1, 0, 1, 1, 2, 4])) for note in rng.sample(NOTES, rng.randint(1, 25))}
    scored = [(note, float(rng.randint(0, 12))) for note in rng.sample(NOTES, rng.randint(1, 30))]
    # trec_eval, which ir-measures calls, breaks ties by note id, the greater one first.
    ranking = [note for note, _ in sorted(scored, key=lambda pair: (pair[1], pair[0]), reverse=True)]
    assert _ours(ranking, judgments) == pytest.approx(_reference(scored, judgments), abs=1e-9)


def test_nothing_found_and_nothing_judged() -> None:
    """As ir-measures has it: no answer, or no right note to find, is 0."""
    nothing = dict.fromkeys(MEASURES, 0.0)
    assert _ours([], {"a": 1.0}) == nothing == _reference([], {"a": 1.0})
    assert _ours(["a", "b"], {"a": 0.0}) == nothing == _reference([("a", 2.0), ("b", 1.0)], {"a": 0.0})
    assert _ours(["a", "b"], {}) == nothing


def test_gains_are_linear() -> None:
    """Gains 1 and 3 in the wrong order: (1/1 + 3/1.585) / (3/1 + 1/1.585), not the exponential (1 + 7/1.585) / ..."""
    assert ndcg(["one", "three"], {"one": 1, "three": 3}, 10) == pytest.approx(0.79671, abs=1e-5)


def test_a_better_order_is_better() -> None:
    """Each step moves a more relevant note up, so nDCG rises at each."""
    judgments = {"best": 3.0, "good": 1.0}
    orders = [["x", "good", "best"], ["x", "best", "good"], ["good", "best", "x"], ["best", "good", "x"]]
    values = [ndcg(order, judgments, 10) for order in orders]
    assert values == sorted(values)
    assert len(set(values)) == 4
    assert values[-1] == 1.0


def test_partly_right_notes_may_have_fractions() -> None:
    assert ndcg(["half"], {"half": 0.5}, 10) == 1.0
    assert reciprocal_rank(["no", "half"], {"half": 0.5}) == 0.5


def test_depth_cuts() -> None:
    ranking, judgments = ["a", "b", "c"], {"c": 1.0, "z": 1.0}
    assert [hit(ranking, judgments, depth) for depth in (1, 2, 3)] == [0.0, 0.0, 1.0]
    assert [recall(ranking, judgments, depth) for depth in (2, 3)] == [0.0, 0.5]
    assert ndcg(ranking, judgments, 2) == 0.0


def test_a_repeated_note_counts_once() -> None:
    """The right note ten times over is one right note; the next one stands at rank 2, not 11."""
    judgments = {"a": 2.0, "b": 1.0}
    assert _ours(["a"] * 10 + ["b"], judgments) == _ours(["a", "b"], judgments)
    assert _ours(["a"] * 10, judgments)["Recall@10"] == 0.5
    assert _ours(["x", "x", "a"], judgments)["MRR"] == 0.5


@given(
    ranking=st.lists(st.sampled_from(NOTES), max_size=60),
    judgments=st.dictionaries(st.sampled_from(NOTES), st.floats(-5, 5), max_size=40),
)
def test_no_measure_leaves_its_range(ranking: list[str], judgments: dict[str, float]) -> None:
    values = _ours(ranking, judgments)
    assert all(0.0 <= value <= 1.0 for value in values.values()), values
    right = sorted((note for note, gain in judgments.items() if gain > 0), key=lambda note: -judgments[note])
    if right:
        best = _ours(right, judgments)
        assert best["nDCG@10"] == best["nDCG@5"] == best["MRR"] == best["Hit@1"] == 1.0
        assert best["Recall@10"] == min(10, len(right)) / len(right)
