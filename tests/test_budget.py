"""core/budget.py: never one token over."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from luneta.core.budget import count_tokens, fit


@pytest.mark.parametrize(("text", "tokens"), [("", 0), ("a", 1), ("abcd", 1), ("abcde", 2), ("é" * 400, 100)])
def test_count_tokens_rounds_up(text: str, tokens: int) -> None:
    assert count_tokens(text) == tokens


def test_a_passage_that_does_not_fit_is_passed_over() -> None:
    assert fit(["aaaa", "bbbbbbbb", "cc"], len, 7) == ["aaaa", "cc"]


def test_a_budget_is_used_up_to_the_last_token() -> None:
    assert fit(["aaaa", "bbb"], len, 7) == ["aaaa", "bbb"]
    assert fit(["aaaa", "bbb"], len, 6) == ["aaaa"]


@pytest.mark.parametrize("budget", [0, -1])
def test_no_budget_gives_nothing(budget: int) -> None:
    assert fit(["", "a"], len, budget) == []


def test_a_negative_cost_is_refused() -> None:
    with pytest.raises(ValueError, match="cannot cost -1 tokens"):
        fit(["a"], lambda _: -1, 10)


@given(st.lists(st.integers(0, 50)), st.integers(-5, 200))
def test_invariants(costs: list[int], budget: int) -> None:
    passages = list(enumerate(costs))
    taken = fit(passages, lambda passage: passage[1], budget)
    spent = sum(cost for _, cost in taken)
    assert spent <= max(budget, 0)
    assert taken == sorted(taken)
    left_out = [cost for index, cost in passages if (index, cost) not in taken]
    assert budget <= 0 or spent == budget or all(cost > budget - spent for cost in left_out)
