"""The bytes of a file -> a Note: decoded, redacted, parsed. The one place that knows the order of these steps."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import chain
from pathlib import PurePosixPath
from typing import Protocol

from luneta.core import canvas, frontmatter, markdown
from luneta.core.frontmatter import Frontmatter, unique_tags
from luneta.core.links import property_links
from luneta.core.markdown import Parsed
from luneta.core.source import decode
from luneta.core.types import Note, Problem

#: File names that say nothing: such a note is called by its first heading, if it has no title of its own.
_GENERIC_NAMES = frozenset({"index", "readme", "_index", "untitled", "sem título", "sem titulo"})
_NOTE_SUFFIXES = (".excalidraw.md", ".md", ".canvas")


class Redacted(Protocol):
    """A text without its secrets, with as many lines as before, and how often each pattern fired."""

    @property
    def text(self) -> str: ...

    @property
    def counts(self) -> Mapping[str, int]: ...


def read_note(path: str, data: bytes, *, redact: Callable[[str], Redacted]) -> Note:
    """The note in the file `path` (relative to the vault, `/`, NFC) that holds `data`.

    Secrets go before anything else is read, frontmatter included. The title is that of the frontmatter, else the file
    name; a file name that says nothing (`index`, `README`) gives way to the note's first heading. Tags are those of
    the frontmatter, then those in the text. Never raises: `problems` says what was lost.
    """
    source, problems = decode(data)
    if path.lower().endswith(".canvas"):
        return _canvas_note(path, source, problems, redact)
    if path.lower().endswith(".excalidraw.md"):
        source = canvas.excalidraw_text(source)
    redacted = redact(source)
    text = redacted.text
    front = frontmatter.read(text)
    parsed = markdown.parse(text[front.end :], 1 + text.count("\n", 0, front.end)) if text else Parsed()
    return _note(path, text, front, parsed, redacted.counts, (*problems, *front.problems, *parsed.problems))


def _note(
    path: str,
    text: str,
    front: Frontmatter,
    parsed: Parsed,
    redactions: Mapping[str, int],
    problems: tuple[Problem, ...],
    file_lines: tuple[int, ...] = (),
) -> Note:
    links = chain(chain.from_iterable(property_links(value) for value in front.properties.values()), parsed.links)
    return Note(
        path=path,
        title=front.title or _title(path, parsed),
        text=text,
        aliases=front.aliases,
        tags=unique_tags([*front.tags, *parsed.tags]) if parsed.tags else front.tags,
        type=front.type,
        properties=front.properties,
        headings=parsed.headings,
        links=tuple(dict.fromkeys(links)),
        sections=parsed.sections,
        redactions=redactions,
        problems=problems,
        file_lines=file_lines,
    )


def _title(path: str, parsed: Parsed) -> str:
    name = note_name(path)
    if name.casefold() in _GENERIC_NAMES and parsed.headings and parsed.headings[0].text:
        return parsed.headings[0].text
    return name


def note_name(path: str) -> str:
    """The file name without the extension of a note; a file called only `.md` keeps its name."""
    name = PurePosixPath(path).name
    for suffix in _NOTE_SUFFIXES:
        if name.lower().endswith(suffix):
            return name[: -len(suffix)] or name
    return name


def _canvas_note(path: str, source: str, problems: tuple[Problem, ...], redact: Callable[[str], Redacted]) -> Note:
    """Each card is parsed alone: a heading or an open fence in one card says nothing of the next."""
    rendition = canvas.render_canvas(source)
    redacted = redact(rendition.text)
    text = redacted.text
    cards = rendition.cards if len(text) == len(rendition.text) else _moved(rendition.text, text, rendition.cards)
    parsed = [markdown.parse(text[start:end], 1 + text.count("\n", 0, start)) for start, end in cards]
    lines = rendition.file_lines
    whole = Parsed(
        sections=tuple(section for card in parsed for section in card.sections),
        headings=tuple(replace(head, line=lines[head.line - 1]) for card in parsed for head in card.headings),
        links=tuple(link for card in parsed for link in card.links),
        tags=tuple(tag for card in parsed for tag in card.tags),
    )
    found = tuple(problem for card in parsed for problem in card.problems)
    every = (*problems, *rendition.problems, *found)
    return _note(path, text, Frontmatter(), whole, redacted.counts, every, lines)


def _moved(before: str, after: str, cards: tuple[tuple[int, int], ...]) -> tuple[tuple[int, int], ...]:
    """The cards' places after redaction, which keeps lines but not lengths."""
    starts = [0]
    for written in after.split("\n"):
        starts.append(starts[-1] + len(written) + 1)
    moved = []
    line = 0
    last = 0
    for start, end in cards:
        line += before.count("\n", last, start)
        following = line + before.count("\n", start, end) + 1
        moved.append((starts[line], starts[following] - 1))
        last = start
    return tuple(moved)
