"""A Markdown body -> headings, sections with their blocks, links and inline tags.

CommonMark as pulldown-cmark reads it (code fences, setext headings, quotations), with what Obsidian adds. Headings in
fences, quotations, callouts, list items and `%%comments%%` are not headings; `#Heading` without a space is a tag.
Everything else (callouts, footnotes, math, HTML, block ids) stays in the sections' text.
"""

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import numpy as np
import pyromark

from luneta.core.comments import comment_spans, is_inside
from luneta.core.links import Spans, inline_tags, markdown_link, wiki_links
from luneta.core.types import Heading, Link, Problem, Section

_OPTIONS = (
    pyromark.Options.ENABLE_TABLES
    | pyromark.Options.ENABLE_FOOTNOTES
    | pyromark.Options.ENABLE_STRIKETHROUGH
    | pyromark.Options.ENABLE_TASKLISTS
)
#: Of a link's text, the first pieces: images nested without end would otherwise cost the square of their number.
_MAX_LINK_PIECES = 50
#: A longer paragraph underlined by `---` or `===` is a paragraph before a rule, not a heading (characters of source).
_MAX_SETEXT = 120
#: A longer line that begins with `#` is text that lost its line ends, not a heading (characters of source).
_MAX_ATX = 500
_LINE_FEED = 10
#: Of UTF-8, as signed bytes: less than this are the bytes of a character after its first.
_FIRST_BYTES = -64
_ATX = re.compile(r" {0,3}(#{1,6})(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*\Z")
_FENCE = re.compile(r" {0,3}(`{3,}|~{3,})")
_WIKI_TEXT = re.compile(r"!?\[\[(?:[^\[\]|\n]*\|)?([^\[\]\n]*)\]\]")
_HIGHLIGHT = re.compile(r"==(?=\S)([^=\n]+)==")
_COMMENT = re.compile(r"%%.*?(?:%%|\Z)", re.S)
_BLOCK_ID = re.compile(r"(?:^|\s)\^[\w-]+\s*\Z")

Events = Callable[[str], Iterable[tuple[Any, Any]]]


@dataclass(frozen=True, slots=True)
class Parsed:
    """What the body of a note holds. Offsets and lines are those of the whole text it was cut from."""

    sections: tuple[Section, ...] = ()
    headings: tuple[Heading, ...] = ()
    links: tuple[Link, ...] = ()
    tags: tuple[str, ...] = ()
    problems: tuple[Problem, ...] = ()


@dataclass(slots=True)
class Outline:
    """What was found in a body, in byte offsets: top-level blocks, headings (level, start, end, text), code, HTML."""

    blocks: list[int] = field(default_factory=list)
    headings: list[tuple[int, int, int, str]] = field(default_factory=list)
    links: list[Link] = field(default_factory=list)
    opaque: Spans = field(default_factory=Spans)
    link_spans: Spans = field(default_factory=Spans)


def _events(body: str) -> Iterable[tuple[Any, Any]]:
    return pyromark.events_with_range(body, options=_OPTIONS)


def parse(body: str, first_line: int = 1, events: Events = _events) -> Parsed:
    """Parse `body`, whose first line is line `first_line` of the file.

    The sections cover the body without a gap, their heading lines aside. If the parser fails, headings and fences are
    found line by line and the problem is recorded.
    """
    if not body:
        return Parsed()
    data = body.encode()
    problems: tuple[Problem, ...] = ()
    try:
        outline = _Reader().read(events(body))
    except BaseException as error:
        # a panic of the Rust parser is no Exception, but no reason to lose a note either
        if not isinstance(error, Exception) and type(error).__name__ != "PanicException":
            raise
        outline = scan_lines(data)
        problems = (
            Problem("partial", f"the Markdown parser failed ({error}): read line by line, links may be missing"),
        )
    headings, sections = _sections(body, data, outline, first_line)
    has_wiki = b"[" in data and b"[[" in data  # one byte is found ten times as fast as two
    return Parsed(
        sections=sections,
        headings=headings,
        links=(*outline.links, *(wiki_links(data, outline.opaque) if has_wiki else ())),
        tags=tuple(inline_tags(data, outline.opaque, outline.link_spans)) if b"#" in data else (),
        problems=problems,
    )


class _Reader:
    """Builds the outline from the parser's events."""

    def __init__(self) -> None:
        self.outline = Outline()
        self._texts: list[str] = []
        #: headings and links that are open: where their texts begin, and the destination of a link
        self._open: list[tuple[int, str]] = []

    def read(self, events: Iterable[tuple[Any, Any]]) -> Outline:
        """Walk the events once: some 180 of them for each note, so the frequent ones are dealt with here."""
        blocks, opaque, texts, opened = self.outline.blocks, self.outline.opaque, self._texts, self._open
        depth = 0
        for event, span in events:
            if event.__class__ is str:  # a rule or a line break
                if depth == 0:
                    blocks.append(span["start"])
                texts.append(" ")
            elif "Text" in event:
                if opened:
                    texts.append(event["Text"])
            elif "Start" in event:
                tag = event["Start"]
                if depth == 0:
                    blocks.append(span["start"])
                depth += 1
                if tag.__class__ is not str or tag == "HtmlBlock":
                    self._start(tag, span)
            elif "End" in event:
                depth -= 1
                if opened:
                    self._end(event["End"], span, depth)
            elif "Code" in event or "InlineHtml" in event:
                opaque.add(span["start"], span["end"])
                texts.append(event.get("Code", ""))
        return self.outline

    def _start(self, tag: Any, span: Any) -> None:  # noqa: ANN401
        if "Heading" in tag:
            self._open.append((len(self._texts), ""))
        elif "Link" in tag or "Image" in tag:
            inside = tag.get("Link") or tag.get("Image")
            self._open.append((len(self._texts), inside["dest_url"] if inside["link_type"] != "Email" else ""))
            self.outline.link_spans.add(span["start"], span["end"])
        elif tag == "HtmlBlock" or "CodeBlock" in tag:
            self.outline.opaque.add(span["start"], span["end"])

    def _end(self, tag: Any, span: Any, depth: int) -> None:  # noqa: ANN401
        if tag == "Link" or tag == "Image":
            first, destination = self._open.pop()
            text = "".join(self._texts[first : first + _MAX_LINK_PIECES]).strip()
            link = markdown_link(destination, text, embed=tag == "Image")
            if link is not None:
                self.outline.links.append(link)
        elif tag.__class__ is not str and "Heading" in tag:
            first, _ = self._open.pop()
            if depth == 0:
                text = "".join(self._texts[first:])
                self.outline.headings.append((int(tag["Heading"][1]), span["start"], span["end"], text))


def scan_lines(data: bytes) -> Outline:
    """The outline found without a parser: `#` headings, paragraphs after blank lines, fences."""
    outline = Outline()
    position, fence, fence_start, blank = 0, "", 0, True
    for raw in data.splitlines(keepends=True) if b"\r" not in data else [data]:
        line = raw.decode().rstrip("\n")
        opening = _FENCE.match(line)
        if fence:
            if opening and opening[1].startswith(fence) and not line.strip(" `~"):
                outline.opaque.add(fence_start, position + len(raw))
                fence = ""
        elif opening:
            fence, fence_start = opening[1], position
            outline.blocks.append(position)
        elif heading := _ATX.match(line):
            outline.blocks.append(position)
            outline.headings.append((len(heading[1]), position, position + len(raw), heading[2] or ""))
        elif blank and line.strip():
            outline.blocks.append(position)
        blank = not line.strip()
        position += len(raw)
    if fence:
        outline.opaque.add(fence_start, len(data))
    return outline


def _sections(
    body: str, data: bytes, outline: Outline, first_line: int
) -> tuple[tuple[Heading, ...], tuple[Section, ...]]:
    blocks = [
        block if not block or data[block - 1] == _LINE_FEED else data.rfind(b"\n", 0, block) + 1
        for block in outline.blocks
    ]
    found = [
        (level, data.rfind(b"\n", 0, start) + 1, end, text)
        for level, start, end, text in outline.headings
        if not _is_paragraph(data[start:end])
    ]
    starts = _characters(data, [start for _, start, _, _ in found])
    ends = _characters(data, [end for _, _, end, _ in found])
    marks = [
        (level, start, end, plain_heading(text))
        for (level, _, _, text), start, end in zip(found, starts, ends, strict=True)
    ]
    if marks and (comments := comment_spans(body)):
        marks = [mark for mark in marks if not is_inside(comments, mark[1])]
    return _cut(body, marks, _characters(data, blocks), first_line)


def _is_paragraph(source: bytes) -> bool:
    """Whether what CommonMark takes for a heading is too long for one."""
    if len(source) <= _MAX_SETEXT:
        return False
    return len(source.decode()) > (_MAX_ATX if source.lstrip()[:1] == b"#" else _MAX_SETEXT)


def _characters(data: bytes, offsets: list[int]) -> list[int]:
    """Byte offsets, each at the start of a character -> character offsets."""
    if data.isascii() or not offsets:
        return offsets
    later = np.flatnonzero(np.frombuffer(data, np.int8) < _FIRST_BYTES)
    places = np.array(offsets)
    characters: list[int] = (places - later.searchsorted(places)).tolist()
    return characters


def _cut(
    body: str, marks: list[tuple[int, int, int, str]], blocks: list[int], first_line: int
) -> tuple[tuple[Heading, ...], tuple[Section, ...]]:
    """Cut the body at the headings `marks` (level, start, end, text), all in characters and ascending."""
    headings: list[Heading] = []
    sections: list[Section] = []
    path: list[tuple[int, str]] = []
    line, last, block = first_line, 0, 0
    for (level, start, end, text), (_, following, _, _) in pairwise([(0, 0, 0, ""), *marks, (0, len(body), 0, "")]):
        if level:
            line += body.count("\n", last, start)
            headings.append(Heading(level, text, line))
            while path and path[-1][0] >= level:
                path.pop()
            path.append((level, text))
            line += body.count("\n", start, end)
            last = end
        first = bisect_left(blocks, end, block)
        block = bisect_left(blocks, following, first)
        if level or following > end:
            shown = tuple([name for _, name in path if name])
            breaks = tuple([at - end for at in blocks[first:block]])
            sections.append(Section(shown, level, body[end:following], line, breaks))
    return tuple(headings), tuple(sections)


def plain_heading(text: str) -> str:
    """A heading's text as read: links by their text, no highlights, comments, block ids, runs of white space."""
    if "%%" in text:
        text = _COMMENT.sub("", text)
    if "[[" in text:
        text = _WIKI_TEXT.sub(r"\1", text)
    if "==" in text:
        text = _HIGHLIGHT.sub(r"\1", text)
    if "^" in text:
        text = _BLOCK_ID.sub("", text)
    return " ".join(text.split())
