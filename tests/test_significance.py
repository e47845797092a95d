"""The chance of a difference, against the t test of a statistics library."""

import random

import pytest
from scipy.stats import ttest_1samp

from luneta.evaluate.significance import chance


@pytest.mark.parametrize("seed", range(6))
def test_it_agrees_with_the_paired_t_test_where_that_holds(seed: int) -> None:
    """Of normal differences in numbers, both tests give nearly the same chance."""
    draw = random.Random(seed)
    differences = [draw.gauss(0.03, 0.2) for _ in range(150)]
    assert chance(differences) == pytest.approx(ttest_1samp(differences, 0).pvalue, abs=0.02)


def test_no_difference_is_chance_and_a_constant_one_is_not() -> None:
    assert chance([0.0] * 50) == 1.0
    assert chance([0.1] * 50) < 0.001
    assert chance([0.1, -0.1] * 20) == pytest.approx(1.0)


def test_the_same_differences_give_the_same_chance() -> None:
    differences = [0.1, 0.0, -0.3, 0.2, 0.2] * 9
    assert chance(differences) == chance(differences)
