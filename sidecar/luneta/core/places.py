"""Where each section of a note stands in its text, which sections are only links, and which have text to index."""

from dataclasses import dataclass

from luneta.core.links import is_link_section_name, is_mostly_links
from luneta.core.types import Note, Section


@dataclass(slots=True)
class Place:
    """A section in the note's text: its heading line begins at `head`, its own text is text[start:end].

    `skipped`: a section of links. `blank`: without text of its own. `live`: it or a section below it has text that
    is indexed, whose path names its heading.
    """

    section: Section
    head: int
    start: int
    end: int
    skipped: bool = False
    blank: bool = False
    live: bool = False

    @property
    def level(self) -> int:
        return self.section.level

    @property
    def path(self) -> tuple[str, ...]:
        return self.section.path


def find_places(note: Note) -> list[Place]:
    """The places of the note's sections, in order."""
    text = note.text
    places: list[Place] = []
    position, line = 0, 1
    for section in note.sections:
        head = position
        if not places and section.level and not note.file_lines:  # there may be frontmatter before the first heading
            head = position = _forward(text, position, note.headings[0].line - line)
            line = note.headings[0].line
        position = _forward(text, position, section.first_line - line)
        if section.level and position == head:  # a heading that ends the text, with no line end
            position = len(text) if (at := text.find("\n", head)) < 0 else at
        start = position
        position += len(section.text)
        line = section.first_line + section.text.count("\n")
        places.append(Place(section, head if section.level else start, start, position))
        places[-1].blank = not section.text or section.text.isspace()
    _find_link_sections(places)
    _find_live(places)
    return places


def _forward(text: str, position: int, lines: int) -> int:
    for _ in range(lines):
        position = text.find("\n", position) + 1 or len(text)
    return position


def _find_link_sections(places: list[Place]) -> None:
    """A section is skipped if its heading, or one above it, names links and its text is mostly links.

    The first heading of a note, if of level 1, is the note's title: a note called "Links" is not skipped.
    """
    below = 0  # the level of the link heading that we are under
    titled = False
    for place in places:
        if not place.level:
            below = 0
            continue
        is_title, titled = not titled and place.level == 1, True
        if below and place.level <= below:
            below = 0
        if not below and not is_title and place.path and is_link_section_name(place.path[-1]):
            below = place.level
        place.skipped = bool(below) and is_mostly_links(place.section.text)


def _find_live(places: list[Place]) -> None:
    pending: list[tuple[int, bool]] = []  # later sections that no section above them has claimed yet: level, live
    for place in reversed(places):
        live = not place.blank and not place.skipped
        while pending and pending[-1][0] > place.level > 0:
            live = pending.pop()[1] or live
        place.live = live
        pending.append((place.level, live))
