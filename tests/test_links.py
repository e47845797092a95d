"""core/links.py: what is a link, what is a tag, and which sections are only links."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from luneta.core.links import Spans, is_link_section_name, is_mostly_links, property_links
from luneta.core.markdown import parse
from luneta.core.types import Json, Link


def links(text: str) -> list[Link]:
    return list(parse(text).links)


def test_alias_heading_block_and_embed_all_lead_to_the_note() -> None:
    text = "[[Plan|the plan]], [[Plan#Goals]], [[Plan#^b1]], ![[Plan]], `[[Ghost]]`\n\n```\n[[Ghost]]\n```\n"
    assert links(text) == [
        Link("Plan", "the plan"),
        Link("Plan", "", "#Goals"),
        Link("Plan", "", "#^b1"),
        Link("Plan", embed=True),
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("[x](People/Ana%20Li.md)", Link("People/Ana Li", "x")),
        ("[*x* `y`](<a b.md#h>)", Link("a b", "x y", "#h")),
        ("![alt](pic.png)", Link("pic.png", "alt", embed=True)),
        ("[x][r]\n\n[r]: note.md", Link("note", "x")),
        ("| [[a\\|b]] |\n|---|\n| c |", Link("a", "b")),
        ("[[Note.md]]", Link("Note")),
        ("[[Re\u0301sume\u0301]]", Link("Résumé")),
        ("[x](Re%CC%81sume%CC%81.md)", Link("Résumé", "x")),
        ("[[ a / b #c ]]", Link("a / b", "", "#c")),
        ("[[日本|日]]", Link("日本", "日")),
    ],
)
def test_one_link_is_read_as_written(text: str, expected: Link) -> None:
    assert links(text) == [expected]


@pytest.mark.parametrize(
    "text",
    [
        "[x](https://a.example/b)",
        "<https://a.example>",
        "<me@a.example>",
        "[x](mailto:me@a.example)",
        "[x](//a.example)",
        "[[#Here]]",
        "[x](#here)",
        "[[]]",
        "`` [[Ghost]] ``",
        "    [[Ghost]]",
        "<!-- [[Ghost]] -->",
        "~~~\n[[Ghost]]\n",
        "[[a\nb]]",
    ],
)
def test_what_leads_to_no_note_is_no_link(text: str) -> None:
    assert links(text) == []


def test_links_in_properties_count_wherever_they_are_nested() -> None:
    value: Json = ["[[Kyoto]]", {"x": "see [[Osaka|o]] and [[Nara#Park]]"}, 7, None]
    assert list(property_links(value)) == [Link("Kyoto"), Link("Osaka", "o"), Link("Nara", "", "#Park")]


@pytest.mark.parametrize(
    ("text", "tags"),
    [
        ("https://x.example/p#frag `#fff` #real/tag in prose", ("real/tag",)),
        ("```css\n.a { color: #fff }\n```\n#a", ("a",)),
        ("#1984 #y1984 #1-2 #", ("y1984",)),
        ("#ação, #日本。 #0🌲 #a_b-c/d.", ("ação", "日本", "0🌲", "a_b-c/d")),
        ("a#b C# &#35; \\#no ##no [[#no]] [t](#no) [t](x#no)", ()),
        ("(#paren) *#star* >#quote |#cell", ("paren", "star", "quote", "cell")),
        ("#Heading\n\n# Real #inheading", ("Heading", "inheading")),
        ("é#no 字#no 。#yes", ("yes",)),
        ('[r]: #frag\n\n<a href="#no">x</a> [text #no](y)', ()),
        ("- [ ] #task do it #task/", ("task", "task")),
    ],
)
def test_inline_tags_follow_obsidian(text: str, tags: tuple[str, ...]) -> None:
    assert parse(text).tags == tags


@pytest.mark.parametrize(
    "name",
    [
        "Related",
        "See also:",
        "LINKS",
        "References",
        "Relacionadas",
        "🔗 Ligações",
        "Ver também",
        "Veja Tambe\u0301m",
        "**Referências**",
    ],
)
def test_sections_of_links_are_known_in_both_languages(name: str) -> None:
    assert is_link_section_name(name)


@pytest.mark.parametrize("name", ["Linked lists", "Related work in physics", "Referencing", "", "Ver", "Linka"])
def test_other_sections_are_not(name: str) -> None:
    assert not is_link_section_name(name)


def test_a_section_is_mostly_links_by_its_lines() -> None:
    assert is_mostly_links("- [[A]]\n- [b](c.md)\n\n- https://d.example\n- plain\n")
    prose = "Long prose that cites [[A]] once and then goes on about its subject for a good while. " * 5
    assert not is_mostly_links(f"{prose}\n\n{prose}\n- [[A]]\n")
    assert not is_mostly_links(
        "Smith, J. (2010). A title that is long enough to be looked for by its words. Journal 5.\n"
    )
    assert not is_mostly_links("")


@pytest.mark.parametrize(
    "sentence",
    [
        "A line was added.",
        "“Ask Maria about it first!”",
        "**Where is the *second* one?**",
        "¿Y dónde está el otro?",
        "也見這裡。",
    ],
)
def test_what_is_written_among_links_is_not_left_out(sentence: str) -> None:
    """A sentence of the author's own must be found, wherever it stands."""
    assert not is_mostly_links(f"- [[A]]\n- [[B]]\n- [[C]]\n\n{sentence}\n")


@pytest.mark.parametrize(
    "label",
    ["Books:", "By Maria and others", "Wikipedia.", "- A list item of many words.", "Read [[D]] before anything else."],
)
def test_labels_list_items_and_lines_with_links_are_no_sentences(label: str) -> None:
    assert is_mostly_links(f"- [[A]]\n- [[B]]\n- [[C]]\n\n{label}\n")


@given(st.lists(st.tuples(st.integers(0, 60), st.integers(1, 9)), max_size=12))
def test_spans_hold_what_they_were_given(pairs: list[tuple[int, int]]) -> None:
    spans = Spans()
    inside: set[int] = set()
    end = 0
    for start, length in sorted(pairs):
        if start >= end:
            end = start + length
            inside |= set(range(start, end))
        spans.add(start, start + length)
    assert {offset for offset in range(80) if offset in spans} == inside
