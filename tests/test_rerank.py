"""The order that weights give to features."""

import numpy as np
import pytest

from luneta.core.features import LIKE_LEADERS, NAMES, WIDENED, WORDS_OF_LEADERS
from luneta.core.feedback import counts
from luneta.core.rerank import Known, Reranker
from luneta.core.vectors import Floats
from luneta.ranker import shipped

ALIKE = {"postings": 1.0, "vectors": 1.0, "names": 1.0}


def rows(*given: dict[str, float]) -> Floats:
    return np.array([[row.get(name, 0.0) for name in NAMES] for row in given], np.float32)


def reranker(**weights: float) -> Reranker:
    return Reranker({name: weights.get(name, 0.0) for name in NAMES})


def test_the_sum_of_weighted_features_decides() -> None:
    ranked = reranker(coverage=2.0, cosine=1.0).rank(Known(rows({"cosine": 1.0}, {"coverage": 0.6})), ALIKE)
    assert ranked.order == (1, 0)
    assert ranked.scores == pytest.approx((0.4, 1 / 3), abs=1e-6)


def test_equals_stay_in_the_order_they_came_in() -> None:
    assert reranker(coverage=1.0).rank(Known(rows({}, {}, {"coverage": 0.5}, {})), ALIKE).order == (2, 0, 1, 3)


def test_reasons_sum_up_to_the_score_and_the_greatest_is_first() -> None:
    ranked = shipped().rank(Known(rows({"coverage": 0.5, "cosine": 0.9, "fusion": 1.0})), ALIKE)
    reasons = ranked.reasons(0)
    assert set(reasons) == {"coverage", "cosine", "fusion"}
    assert sum(reasons.values()) == pytest.approx(ranked.scores[0], abs=1e-5)
    assert list(reasons.values()) == sorted(reasons.values(), reverse=True)


@pytest.mark.parametrize(
    ("turned_off", "feature", "other"),
    [("postings", "words_score", "cosine"), ("vectors", "cosine", "words_score"), ("names", "name_fit", "cosine")],
)
def test_a_list_that_the_user_turns_off_says_nothing(turned_off: str, feature: str, other: str) -> None:
    candidates = rows({feature: 1.0}, {other: 0.1})
    lists = {name: 0.0 if name == turned_off else 1.0 for name in ALIKE}
    assert shipped().rank(Known(candidates), ALIKE).order == (0, 1)
    assert shipped().rank(Known(candidates), lists).order == (1, 0)


def test_what_is_like_the_leaders_comes_next() -> None:
    """Notes 2 and 3 are alike but for their vectors; 3 lies where the first two do."""
    vectors = np.array([[1, 0], [1, 0], [0, 1], [1, 0], [0, 1]], np.float32)
    first = rows({"coverage": 1.0}, {"coverage": 0.9}, {"coverage": 0.3}, {"coverage": 0.3}, {})
    weights = reranker(**{"coverage": 1.0, LIKE_LEADERS: 0.5})
    assert weights.rank(Known(first), ALIKE).order == (0, 1, 2, 3, 4)
    assert weights.rank(Known(first, vectors), ALIKE).order == (0, 1, 3, 2, 4)


def test_what_says_the_words_of_the_leaders_comes_next() -> None:
    """Notes 2 and 3 are alike but for their words; 3 says what the first two say."""
    said = ("flutter of thin wings", "wings that flutter", "boilers and their walls", "thin wings", "boilers")
    first = rows({"coverage": 1.0}, {"coverage": 0.9}, {"coverage": 0.3}, {"coverage": 0.3}, {})
    weights = reranker(**{"coverage": 1.0, WORDS_OF_LEADERS: 1.0})
    assert weights.rank(Known(first), ALIKE).order == (0, 1, 2, 3, 4)
    assert weights.rank(Known(first, words=list(map(counts, said))), ALIKE).order == (0, 1, 3, 2, 4)


def test_a_widened_question_is_heard_as_far_as_its_words_are_in_doubt() -> None:
    """Behind five leaders note 5 says nothing that they say or that was asked, note 6 both."""
    said = (*["thin wings flutter"] * 5, "boilers and their walls", "vibration of thin wings")
    words = list(map(counts, said))
    first = rows(*({"coverage": 1.0 - i / 100} for i in range(5)), {"coverage": 0.31}, {"coverage": 0.3})
    weights = reranker(**{"coverage": 1.0, WIDENED: 0.5})
    for doubt, last in ((0.0, (5, 6)), (1.0, (6, 5))):
        assert weights.rank(Known(first, None, words, ("vibrat",), doubt), ALIKE).order[-2:] == last


def test_weights_must_be_of_the_features_there_are() -> None:
    with pytest.raises(ValueError, match="weights must be of exactly these features"):
        Reranker({"coverage": 1.0})


def test_no_feature_can_only_harm() -> None:
    """Weights are learnt not to be negative, so each feature's name says what is good."""
    ranked = shipped().rank(Known(np.eye(len(NAMES), dtype=np.float32)), ALIKE)
    assert min(ranked.scores) >= 0
    assert sum(ranked.scores) == pytest.approx(1.0, abs=1e-4)
