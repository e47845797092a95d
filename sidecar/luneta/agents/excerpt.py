"""A passage -> a piece of a block for an agent: heading, place, and the part of its text that matters."""

from collections.abc import Mapping
from dataclasses import dataclass

from luneta.agents.safe import safe_line, safe_text, squeezed
from luneta.core.budget import CHARACTERS_PER_TOKEN, count_tokens
from luneta.core.focus import focused
from luneta.core.types import SECTION_SEPARATOR

#: Tokens of a passage in a piece: two or three of them in a block, each long enough to understand.
PIECE = 180
#: A passage is cut to what room is left unless that is less than this: too little to be worth its heading.
LEAST = 40
#: One that was cut is closed, or all that follows would stand in it.
_FENCE = "```"


@dataclass(frozen=True, slots=True)
class Excerpt:
    """A passage for an agent: its note's path and title, its section ("" if none), its text, its lines in the file."""

    path: str
    title: str
    section: str
    text: str
    lines: tuple[int, int]


def piece(excerpt: Excerpt, weights: Mapping[str, float], max_tokens: int) -> str | None:
    """The piece, at most `max_tokens`; None if too little of the passage, or nothing, would be left of it."""
    heading = _heading(excerpt)
    text = squeezed(safe_text(excerpt.text)).strip()
    room = min(max_tokens - count_tokens(heading) - 1, PIECE)
    if not text or room < min(LEAST, count_tokens(text)):
        return None
    shown = focused(text, weights, room * CHARACTERS_PER_TOKEN - len(_FENCE) - 1)
    fences = sum(line.lstrip("> ").startswith(_FENCE) for line in shown.split("\n"))
    return f"{heading}{shown}\n" + (f"{_FENCE}\n" if fences % 2 else "")


def _heading(excerpt: Excerpt) -> str:
    """Section and note; of a note without sections, or whose section only repeats its name, the note and its folder."""
    section = excerpt.section.split(SECTION_SEPARATOR)[-1]
    first, end = excerpt.lines
    place = f"{safe_line(excerpt.path)}:{first}" + (f"-{end}" if end != first else "")
    if section in ("", excerpt.title):
        section, note = excerpt.title, excerpt.path.rpartition("/")[0].rpartition("/")[2] or "vault"
    else:
        note = excerpt.title
    return f"\n### {safe_line(section)} ({safe_line(note)})\n{place}\n\n"
