"""core/intent.py: how far each list is trusted."""

import pytest

from luneta.core.intent import Evidence, spread, weigh

EVEN = {"postings": 1.0, "vectors": 1.0, "names": 1.0}


@pytest.mark.parametrize(
    ("scores", "exhausted", "expected"),
    [
        ([], True, 0.0),
        ([5.0], True, 1.0),  # the words occur in one note only
        ([5.0], False, 0.0),  # one note of many that were not looked at
        ([4.0, 2.0], False, 0.5),
        ([10.0, *[9.0] * 18, 4.0, 1.0], False, 0.6),  # the 20th counts, not the last
        ([3.0] * 30, False, 0.0),
    ],
)
def test_spread(scores: list[float], exhausted: bool, expected: float) -> None:
    assert spread(scores, exhausted=exhausted) == pytest.approx(expected)


def test_words_that_single_out_a_note_silence_the_meaning() -> None:
    assert weigh(EVEN, Evidence(spread=0.9))["vectors"] == 0.001
    assert weigh(EVEN, Evidence(spread=0.35))["vectors"] == pytest.approx(0.5)
    assert weigh(EVEN, Evidence(spread=0.0)) == EVEN


def test_a_name_that_fits_wholly_keeps_its_weight() -> None:
    assert weigh(EVEN, Evidence(spread=0.5, name=1.0))["names"] == 1.0
    assert weigh(EVEN, Evidence(spread=0.5, name=0.6))["names"] == pytest.approx(0.6)


def test_the_users_weights_scale_the_result() -> None:
    mine = {"postings": 2.0, "vectors": 0.0, "names": 0.5}
    assert weigh(mine, Evidence(spread=0.35, name=2.0)) == {"postings": 2.0, "vectors": 0.0, "names": 0.5}
