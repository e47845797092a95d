"""Canvas and Excalidraw files -> Markdown text that goes the way of every note.

A canvas becomes its cards, in the order of the file: a text card is its text, a card that shows a file is a
wiki-link, a card that shows a page is its address, a group and an edge are their labels.
"""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from luneta.core.source import normal_lines
from luneta.core.types import Problem

#: Cards whose line in the file could not be found; after so many the search is given up, so that it stays linear.
_MAX_MISSES = 20
#: Characters of a card's text by which it is found in the file.
_NEEDLE = 80

_TEXT_HEADING = re.compile(r"#{1,2} Text Elements[ \t]*\Z")
_DATA_HEADING = re.compile(r"# Excalidraw Data[ \t]*\Z")
_BANNER = re.compile(r"==\W*Switch to EXCALIDRAW VIEW\b.*==")
_AFTER_TEXT = re.compile(r"#{1,2} (?:Embedded [Ff]iles|Element Links|Drawing)[ \t]*\Z|%%[ \t]*\Z")
_MARKER = re.compile(r"[ \t]*\^[A-Za-z0-9_-]{8}[ \t]*\Z")


@dataclass(frozen=True, slots=True)
class Rendition:
    """A canvas as text: the (start, end) of its cards in `text`, and the file's line of each line of `text`."""

    text: str = ""
    cards: tuple[tuple[int, int], ...] = ()
    file_lines: tuple[int, ...] = ()
    problems: tuple[Problem, ...] = ()


def render_canvas(source: str) -> Rendition:
    """The Markdown of a `.canvas` file. An empty file is an empty canvas; broken JSON is a "failed" problem."""
    if not source.strip():
        return Rendition()
    try:
        document = json.loads(source)
    except (ValueError, RecursionError) as error:
        return Rendition(problems=(Problem("failed", f"not a canvas: {error}"),))
    if not isinstance(document, dict):
        return Rendition(problems=(Problem("failed", "not a canvas: no object with nodes and edges"),))
    lines = _Lines(source)
    texts: list[str] = []
    cards: list[tuple[int, int]] = []
    file_lines: list[int] = []
    start = 0
    for raw, needles in _cards(document):
        text = _clean(raw)
        if not text:
            continue
        texts.append(text)
        cards.append((start, start + len(text)))
        start += len(text) + 2
        file_lines.extend([lines.find(needles)] * (text.count("\n") + 2))
    return Rendition("\n\n".join(texts), tuple(cards), tuple(file_lines[:-1]))


def _cards(document: dict[str, Any]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The text of each card and labelled edge, and by what it is found in the file, in the order of the file."""
    for node in _objects(document.get("nodes")):
        written = json.dumps(_string(node, "text"), ensure_ascii=False)[1 : _NEEDLE + 1]
        yield _card(node), (written.rstrip('"\\'), _string(node, "id"))
    for edge in _objects(document.get("edges")):
        yield _string(edge, "label"), (_string(edge, "id"),)


def _card(node: dict[str, Any]) -> str:
    match node.get("type"):
        case "text":
            return _string(node, "text")
        case "file":
            target = _string(node, "file") + _string(node, "subpath")
            return f"[[{target}]]" if target else ""
        case "link":
            return _string(node, "url")
        case "group":
            return _string(node, "label")
    return ""


def _objects(value: Any) -> list[dict[str, Any]]:  # noqa: ANN401
    return [item for item in value if isinstance(item, dict)] if isinstance(value, list) else []


def _string(item: dict[str, Any], key: str) -> str:
    value = item.get(key)
    return value if isinstance(value, str) else ""


def _clean(text: str) -> str:
    """Normal line ends, no NUL, no lone surrogates (JSON may hold both)."""
    return normal_lines(text.replace("\0", "")).encode(errors="replace").decode().strip("\n")


class _Lines:
    """Finds the lines on which the cards stand, in order: each search goes on where the last one ended."""

    def __init__(self, source: str) -> None:
        self._source = source
        self._position = 0
        self._line = 1
        self._misses = 0

    def find(self, needles: tuple[str, ...]) -> int:
        """The line (from 1) on which the first of the needles stands; that of the last one found if none does."""
        for needle in needles:
            if needle and self._misses < _MAX_MISSES:
                found = self._source.find(needle, self._position)
                if found >= 0:
                    self._line += self._source.count("\n", self._position, found)
                    self._position = found + len(needle)
                    break
                self._misses += 1
        return self._line


def excalidraw_text(source: str) -> str:
    """An `.excalidraw.md` file with every line emptied that is neither frontmatter, nor the user's own, nor drawn text.

    What stays: what the user wrote before the drawing's data, and its text elements without their `^id` marks. Links
    to images and the drawing itself go. The line count stays.
    """
    kept: list[str] = []
    keeping, drawn = True, False
    for line in source.split("\n"):
        if _TEXT_HEADING.match(line):
            keeping, drawn = True, True
            kept.append("")
        elif _DATA_HEADING.match(line) or (drawn and _AFTER_TEXT.match(line)):
            keeping = False
            kept.append("")
        elif not keeping or (not drawn and _BANNER.match(line)):
            kept.append("")
        else:
            kept.append(_MARKER.sub("", line) if drawn else line)
    return "\n".join(kept)
