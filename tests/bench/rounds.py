"""Taking turns: both programs in every round, so that a machine that slows down slows both."""

import os
from collections.abc import Callable
from typing import TypeVar

Y = TypeVar("Y")
L = TypeVar("L")


def alternate(
    count: int,
    yardstick: Callable[[], Y] | None,
    luneta: Callable[[], L],
    *,
    before: Callable[[int], None] = lambda number: None,
) -> tuple[list[Y], list[L]]:
    """What both gave in each of `count` rounds; the one that goes first changes with every round.

    Without a yardstick its list is empty. `before` prepares a round; rounds are numbered from 0.
    """
    theirs: list[Y] = []
    ours: list[L] = []
    for number in range(count):
        before(number)
        if number % 2:
            ours.append(luneta())
        if yardstick is not None:
            theirs.append(yardstick())
        if not number % 2:
            ours.append(luneta())
    return theirs, ours


def settle() -> None:
    """Wait until what was written so far is on the disk, so that what comes next does not have to share it."""
    if hasattr(os, "sync"):
        os.sync()
