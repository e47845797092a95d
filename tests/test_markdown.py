"""core/markdown.py: what is a heading, where sections begin, what is code."""

import time
from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from luneta.core.markdown import Outline, parse, plain_heading, scan_lines
from luneta.core.types import Heading


def headings(text: str) -> list[tuple[int, str]]:
    return [(heading.level, heading.text) for heading in parse(text).headings]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("````\n```\n## not me\n```\n````\n## Real\n", ["Real"]),
        ("~~~\n```\n# no\n~~~\n# Real\n", ["Real"]),
        ("```\n# never closed\n## no\n", []),
        ("- item\n\n---\ntext", []),
        ("- item\n---\ntext", []),
        ("> quote\n---\ntext", []),
        ("> # in a quotation\n\n- # in a list\n", []),
        ("> [!note] callout\n> ## no\n", []),
        ("#Heading\n##Also not\n", []),
        ("    # indented code\n", []),
        ("<!--\n## hidden\n-->\n", []),
        ("%%\n## Drawing\n%%\n# Real", ["Real"]),
        ("Title\n===\n\nSecond\n---\n", ["Title", "Second"]),
        ("## Closed ##\n# \n", ["Closed", ""]),
        (f"{'long prose before a rule ' * 9}\n---\n", []),
        (f"# {'text that lost its line ends ' * 40}\n", []),
    ],
)
def test_headings_are_those_outside_code_and_quotations(text: str, found: list[str]) -> None:
    assert [name for _, name in headings(text)] == found


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("# The **bold** `code` [link](x.md) ~~gone~~", "The bold code link gone"),
        ("# A [[Note]] and [[Note|alias]] and ![[E]]", "A Note and alias and E"),
        ("# ==Marked== text ^block-id", "Marked text"),
        ("# Public %%private%% end", "Public end"),
        ("# 📖 Sobre / About #tag", "📖 Sobre / About #tag"),
        ("# C\\# and a &amp; b", "C# and a & b"),
        ("# <span>html</span>  spaced", "html spaced"),
    ],
)
def test_a_heading_is_its_text_as_read(source: str, text: str) -> None:
    assert headings(source) == [(1, text)]


def test_a_deeper_heading_does_not_stay_on_a_later_section() -> None:
    parsed = parse("before\n## A\na\n### A1\na1\n## B\nb\n", first_line=5)
    assert [(section.path, section.level, section.text, section.first_line) for section in parsed.sections] == [
        ((), 0, "before\n", 5),
        (("A",), 2, "a\n", 7),
        (("A", "A1"), 3, "a1\n", 9),
        (("B",), 2, "b\n", 11),
    ]
    assert parsed.headings[1] == Heading(3, "A1", 8)


def test_breaks_are_where_blocks_begin() -> None:
    text = "# É\npará\nstill\n\n- a\n- b\n\n\n```\nx\n\ny\n```\n> q\n\n| a |\n|---|\n| b |\n\n---\n  last\n"
    (section,) = parse(text).sections
    blocks = [section.text[start:].split("\n")[0] for start in section.breaks]
    assert blocks == ["pará", "- a", "```", "> q", "| a |", "---", "  last"]


def test_an_empty_body_has_nothing() -> None:
    assert parse("").sections == ()


PIECES = [
    "# A\n",
    "## B\n",
    "text é [[l]] #t\n",
    "\n",
    "```\n",
    "- i\n",
    "> q\n",
    "漢字。\n",
    "T\n===\n",
    "%%\n",
    "---\n",
    "    c\n",
]


@given(st.lists(st.sampled_from(PIECES), max_size=25), st.integers(1, 9))
def test_sections_and_heading_lines_are_the_body(pieces: list[str], first_line: int) -> None:
    text = "".join(pieces)
    parsed = parse(text, first_line)
    lines = text.split("\n")
    position = 0
    for section in parsed.sections:
        rest = "\n".join(lines[section.first_line - first_line :])
        assert rest.startswith(section.text)
        position = text.index(section.text, position) + len(section.text)
        assert list(section.breaks) == sorted(section.breaks)
        assert all(at == 0 or section.text[at - 1] == "\n" for at in section.breaks)
    covered = sum(len(section.text) for section in parsed.sections)
    assert covered + sum(_heading_length(lines, heading.line - first_line) for heading in parsed.headings) == len(text)


def _heading_length(lines: list[str], index: int) -> int:
    """Of the source of a heading: one line, or all lines down to its underline."""
    end = index
    if not lines[index].lstrip().startswith("#"):
        while not (end > index and set(lines[end]) in ({"="}, {"-"})):
            end += 1
    return sum(len(line) + 1 for line in lines[index : end + 1]) - (end == len(lines) - 1)


@given(
    st.lists(st.sampled_from(["# A\n", "### B b\n", "text\n", "\n", "~~~\n# x\n~~~\n", "```\ny\n```\n"]), max_size=20)
)
def test_the_line_scanner_agrees_with_the_parser_on_plain_notes(pieces: list[str]) -> None:
    text = "".join(pieces)
    assert parse(text, events=_broken).headings == parse(text).headings


def _broken(body: str) -> Iterable[tuple[Any, Any]]:
    raise ValueError("made to fail")


def test_a_failing_parser_costs_links_and_is_recorded() -> None:
    parsed = parse("# A\ntext [[B]] [c](d.md)\n", events=_broken)
    assert [section.text for section in parsed.sections] == ["text [[B]] [c](d.md)\n"]
    assert [link.target for link in parsed.links] == ["B"]
    assert [(problem.kind, "made to fail" in problem.reason) for problem in parsed.problems] == [("partial", True)]


def test_an_interrupt_is_not_taken_for_a_fault() -> None:
    def interrupted(body: str) -> Iterable[tuple[Any, Any]]:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        parse("text", events=interrupted)


def test_the_scanner_finds_blocks_and_fences() -> None:
    outline = scan_lines(b"# T\np\nq\n\np2\n```\n# no\n")
    assert isinstance(outline, Outline)
    assert outline.blocks == [0, 9, 12]
    assert 16 in outline.opaque
    assert plain_heading(outline.headings[0][3]) == "T"


@pytest.mark.parametrize(
    "unit",
    [
        "[",
        "*",
        "#",
        "- ",
        ">",
        "> ",
        "`",
        "![",
        "[[a",
        "<!--",
        "_a",
        "%%",
        "# a\n",
        "|a",
        "a\n---\n",
        "[^1]: ",
        "$",
        "&",
        "~",
    ],
)
def test_half_a_megabyte_of_anything_takes_linear_time(unit: str) -> None:
    started = time.process_time()
    parse(unit * (500_000 // len(unit)))
    assert time.process_time() - started < 6
