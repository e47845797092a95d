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
            ours.append(_undisturbed(luneta))
        if yardstick is not None:
            theirs.append(_undisturbed(yardstick))
        if not number % 2:
            ours.append(_undisturbed(luneta))
    return theirs, ours


def _undisturbed(work: Callable[[], L]) -> L:
    """Do the work when nothing that came before is still being written to the disk."""
    if hasattr(os, "sync"):
        os.sync()
    return work()
