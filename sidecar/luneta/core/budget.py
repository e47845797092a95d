"""Passages within a token budget: whole ones, never one token over."""

from collections.abc import Callable, Sequence
from typing import TypeVar

T = TypeVar("T")

#: Characters a token, when no tokenizer is at hand: the usual estimate for English; other languages take more tokens.
CHARACTERS_PER_TOKEN = 4


def count_tokens(text: str) -> int:
    """An estimate of the tokens of `text`, rounded up."""
    return -(-len(text) // CHARACTERS_PER_TOKEN)


def fit(passages: Sequence[T], cost: Callable[[T], int], max_tokens: int) -> list[T]:
    """The passages that fit, in the order given (best first).

    A passage is taken whole or not at all. One that does not fit is passed over and smaller ones after it still get
    their chance: half an answer more is worth more to the reader than the order of what is missing. A budget of 0 or
    less gives none. ValueError: a negative cost.
    """
    taken: list[T] = []
    left = max_tokens
    for passage in passages:
        if left <= 0:
            break
        price = cost(passage)
        if price < 0:
            raise ValueError(f"a passage cannot cost {price} tokens")
        if price <= left:
            taken.append(passage)
            left -= price
    return taken
