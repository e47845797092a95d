"""Passages -> the block of text that an agent is given, within a budget. Pure: the same passages, the same bytes."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from luneta.agents.safe import CLOSING, safe_line, safe_text, squeezed
from luneta.core.budget import count_tokens
from luneta.core.types import SECTION_SEPARATOR

HEADING = "## Relevant Memory Context"
#: Tokens of a block, by the estimate of core.budget.
BUDGET = 500
#: A passage is cut to this many tokens when it would not fit whole: less says too little to be worth its heading.
_LEAST_PASSAGE = 40


@dataclass(frozen=True, slots=True)
class Excerpt:
    """A passage for an agent: its note's path and title, its section ("" if none), its text, its lines in the file."""

    path: str
    title: str
    section: str
    text: str
    lines: tuple[int, int]


def memory_block(excerpts: Iterable[Excerpt], max_tokens: int = BUDGET) -> tuple[str, list[Excerpt]]:
    """The block, and the excerpts that stand in it; "" if none fits. Never one token over `max_tokens`."""
    head, tail = f"{HEADING}\n", f"\n{CLOSING}\n"
    written: list[str] = []
    taken: list[Excerpt] = []
    left = max_tokens - count_tokens(head + tail) - 1
    for excerpt in excerpts:
        piece = _piece(excerpt, left)
        if piece is None:
            continue
        written.append(piece)
        taken.append(excerpt)
        left -= count_tokens(piece)
    return (head + "".join(written) + tail if written else ""), taken


def _piece(excerpt: Excerpt, max_tokens: int) -> str | None:
    """One passage under its heading, cut at a sentence if it is too long; None if too little of it would be left."""
    heading = _heading(excerpt)
    text = squeezed(safe_text(excerpt.text))
    if not text.strip():
        return None
    room = max_tokens - count_tokens(heading) - 1
    if count_tokens(text) > room:
        if room < _LEAST_PASSAGE:
            return None
        text = _cut(text, room * 4)
    return f"{heading}{text}\n"


def _heading(excerpt: Excerpt) -> str:
    last = excerpt.section.split(SECTION_SEPARATOR)[-1] if excerpt.section else excerpt.title
    first, end = excerpt.lines
    place = f"{safe_line(excerpt.path)}:{first}" + (f"-{end}" if end != first else "")
    named = safe_line(excerpt.title) if excerpt.section else safe_line(excerpt.path.rpartition("/")[0] or "vault")
    return f"\n### {safe_line(last)} ({named})\n{place}\n\n"


def _cut(text: str, characters: int) -> str:
    """The beginning of a text, ended at a sentence or a line if one ends in its second half, else at a word."""
    head = text[: characters - 2]
    ends = [head.rfind(mark) + len(mark) - 1 for mark in (". ", "! ", "? ", "\n")]
    best = max(ends)
    if best < characters // 2:
        best = max(head.rfind(" "), characters // 2)
    return head[:best].rstrip() + " …"


def listed(excerpts: Sequence[Excerpt]) -> list[str]:
    """What identifies excerpts that were shown already."""
    return [f"{excerpt.path}:{excerpt.lines[0]}-{excerpt.lines[1]}" for excerpt in excerpts]
