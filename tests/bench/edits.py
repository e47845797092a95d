"""Changing notes as a person does: a sentence more in a paragraph."""

from pathlib import Path

#: A line with at least so many characters, that begins with a letter, is a paragraph worth changing.
_PARAGRAPH = 40
_FENCES = ("```", "~~~")


def add_sentence(text: str, sentence: str) -> str:
    """The note with a sentence at the end of its first line of plain text, or of the note if it has none.

    Not simply at the end: that is often a section of links, which is no text, and then no chunk would change.
    """
    lines = text.split("\n")
    start = 0
    if lines[0].rstrip() == "---":
        start = next((at + 1 for at, line in enumerate(lines) if at and line.rstrip() == "---"), 0)
    fenced = False
    for at in range(start, len(lines)):
        line = lines[at].rstrip()
        if line.lstrip().startswith(_FENCES):
            fenced = not fenced
        elif not fenced and len(line) >= _PARAGRAPH and line[0].isalpha():
            lines[at] = f"{line} {sentence}" + lines[at][len(line) :]
            return "\n".join(lines)
    return f"{text}\n\n{sentence}\n"


def change(original: Path, copy: Path, paths: list[str], number: int) -> None:
    """Write these notes of `original` into `copy`, each with a sentence that tells the `number` of the change."""
    for path in paths:
        text = (original / path).read_bytes().decode("utf-8", "surrogateescape")
        changed = add_sentence(text, f"This sentence came with change number {number}.")
        (copy / path).write_bytes(changed.encode("utf-8", "surrogateescape"))


def spread(paths: list[str], count: int, offset: int = 0) -> list[str]:
    """`count` of the paths, or all if there are fewer, evenly apart; another `offset` gives others."""
    step = max(1, len(paths) // count)
    return paths[offset % step :: step][:count]
