"""The lines, blocks and tasks of a text."""

import re
from collections.abc import Iterator

from luneta.core.conditions import Part

_TASK = re.compile(r"[ \t>]*(?:[-*+]|\d{1,9}[.)])[ \t]+\[(.)\][ \t]+(.*)")
_BLANK_LINES = re.compile(r"\n[ \t]*(?:\r?\n[ \t]*)+")


def pieces(part: Part, text: str) -> Iterator[str]:
    """The parts of a text, in order: its lines, its blocks (what blank lines part), its tasks' words, or all of it."""
    if part == "line":
        yield from text.splitlines()
    elif part == "block":
        yield from _BLANK_LINES.split(text)
    elif part == "section":
        yield text
    else:
        for line in text.splitlines():
            task = _TASK.match(line)
            if task is not None and part in ("task", "task-todo" if task[1] == " " else "task-done"):
                yield task[2]
