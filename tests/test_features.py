"""What each feature says of a match."""

import numpy as np
import pytest

from luneta.core.features import NAMES, SPEAKS_FOR, Material, like_leaders, measure
from luneta.core.grammar import parse_query
from luneta.core.terms import Terms


def features(query: str, *notes: Material, **counts: int) -> list[dict[str, float]]:
    """The features of each note for a query whose words are in `counts` of 1,000 chunks."""
    matrix = measure(notes, Terms.of(parse_query(query), counts, 1000))
    return [dict(zip(NAMES, row.tolist(), strict=True)) for row in matrix]


def test_every_feature_is_about_between_0_and_1() -> None:
    best = Material(
        "Sourdough starter",
        section="Sourdough starter > Sourdough starter",
        passage="sourdough starter " * 50,
        aliases=("sourdough starter",),
        keyword=(12.0, 11.0),
        ranks={"postings": 1, "vectors": 1, "names": 1},
        fused=0.05,
        name=2.0,
        called={"sourdough starter": 500},
        authority=1.0,
        cosine=1.0,
        title_cosine=1.0,
    )
    high, low = features("sourdough starter", best, Material("Bees"))
    assert all(0 <= value <= 1.000001 for value in high.values()), high
    of_leaders = {"like_leaders", "words_of_leaders", "widened"}
    assert {name for name, value in high.items() if value < 0.8} == {*of_leaders, "answers"}
    asked, _ = features("who sourdough starter", best, Material("Bees"))
    assert {name for name, value in asked.items() if value < 0.8} == of_leaders
    assert set(low.values()) == {0.0}


@pytest.mark.parametrize(
    ("feature", "query", "better", "worse"),
    [
        ("coverage", "bread acetone", Material("Bread", passage="It smells of acetone."), Material("Bread")),
        ("title_precision", "import notes", Material("Import notes"), Material("Import notes from Apple Journal")),
        ("title_precision", "import", Material("X", aliases=("Import",)), Material("X", aliases=("Import notes",))),
        (
            "section_fit",
            "quiet hours",
            Material("A", section="A > Quiet hours"),
            Material("A", section="Quiet hours > B"),
        ),
        (
            "body_pairs",
            "review queue",
            Material("A", passage="the review queue"),
            Material("A", passage="queue review"),
        ),
        (
            "window",
            "bees hive",
            Material("A", passage="bees hive"),
            Material("A", passage="bees" + " x" * 300 + " hive"),
        ),
        ("text_score", "bees", Material("A", passage="bees bees"), Material("A", passage="bees" + " other" * 100)),
        ("called_fit", "the crew", Material("A", called={"crew": 9}), Material("A", called={"crew of the ship": 9})),
        ("called_fit", "crew", Material("A", called={"crew": 9}), Material("A", called={"crew": 1})),
        ("words_second", "a", Material("A", keyword=(9.0, 8.0)), Material("A", keyword=(9.0,))),
        ("words_rank", "a", Material("A", ranks={"postings": 1}), Material("A", ranks={"postings": 2})),
    ],
)
def test_what_is_better(feature: str, query: str, better: Material, worse: Material) -> None:
    one, other = features(query, better, worse)
    assert one[feature] > other[feature]


def test_the_rarest_term_is_the_one_that_the_fewest_chunks_have() -> None:
    has, lacks = features(
        "bread acetone", Material("A", passage="acetone"), Material("A", passage="bread"), bread=300, acetone=1
    )
    assert (has["rarest_term"], lacks["rarest_term"]) == (1.0, 0.0)


def test_accents_and_case_make_no_difference() -> None:
    one, other = features(
        "pao de queijo", Material("Pão de Queijo", passage="PÃO"), Material("pao de queijo", passage="pao")
    )
    assert one == other


def test_only_known_features_speak_for_a_list() -> None:
    assert set(SPEAKS_FOR) <= set(NAMES)


def test_likeness_to_the_leaders_is_the_cosine_with_their_mean() -> None:
    vectors = np.array([[1, 0], [0, 1], [0.6, 0.8], [1, 0]], np.float32)
    likeness = like_leaders(vectors, [0, 3, 2, 1])
    centre = np.array([2.6, 0.8]) / np.hypot(2.6, 0.8)
    assert likeness == pytest.approx(vectors @ centre, abs=1e-6)
    assert like_leaders(np.zeros((0, 2), np.float32), []).shape == (0,)


def test_no_candidate_and_no_term_are_no_error() -> None:
    assert measure([], Terms.of(parse_query("bees"), {}, 10)).shape == (0, len(NAMES))
    assert features("☃", Material("Snow"))[0]["coverage"] == 0.0
