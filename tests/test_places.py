"""core/places.py: where sections stand, which are only links, which have text."""

from dataclasses import dataclass, field

from luneta.core.note import read_note
from luneta.core.places import Place, find_places


@dataclass(frozen=True)
class Unchanged:
    text: str
    counts: dict[str, int] = field(default_factory=dict)


def places(text: str, path: str = "n.md") -> list[Place]:
    note = read_note(path, text.encode(), redact=Unchanged)
    found = find_places(note)
    assert [note.text[place.start : place.end] for place in found] == [section.text for section in note.sections]
    return found


def test_the_heading_line_of_each_section_is_found_after_frontmatter() -> None:
    text = "---\na: b\n---\n\n# É\nx\n\nB\n---\ny\n## Last"
    assert [text[place.head : place.start] for place in places(text)] == ["", "# É\n", "B\n---\n", "## Last"]


def test_a_heading_that_comes_first_begins_after_the_frontmatter() -> None:
    text = "---\na: b\n---\n## A\nx\n"
    assert [text[place.head : place.start] for place in places(text)] == ["## A\n"]


def test_cards_of_a_canvas_have_places() -> None:
    source = '{"nodes":[{"type":"text","text":"# A"},{"type":"text","text":"b\\n\\n# C\\nd"}]}'
    assert [place.path for place in places(source, "n.canvas")] == [("A",), (), ("C",)]


def test_sections_of_links_are_skipped_with_what_is_below_them() -> None:
    text = (
        "# Note\n## See also\n- [[A]]\n### More\n- [[B]]\n## Text\nwords\n## References\nLong prose "
        + "word " * 60
        + "\n"
    )
    skipped = [place.path[-1] for place in places(text) if place.skipped]
    assert skipped == ["See also", "More"]


def test_a_note_called_links_is_not_skipped_but_a_later_chapter_is() -> None:
    assert [place.skipped for place in places("# Links\n- [[A]]\n")] == [False]
    assert [place.skipped for place in places("# Paper\ntext\n# References\n- https://a.example\n")] == [False, True]


def test_a_section_lives_by_its_own_text_or_by_that_below_it() -> None:
    text = "# Day\n## Scenes\n### One\ntext\n## Empty\n## Links\n- [[A]]\n# Alone\n"
    assert [(place.path[-1], place.live) for place in places(text)] == [
        ("Day", True),
        ("Scenes", True),
        ("One", True),
        ("Empty", False),
        ("Links", False),
        ("Alone", False),
    ]
