"""core/note.py: the bytes of a file -> a Note, in the right order of steps."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from luneta.core.note import note_name, read_note
from luneta.core.redact import redact
from luneta.core.types import Link, Note
from real_notes import unpack_nasty_files


@dataclass(frozen=True)
class Unchanged:
    text: str
    counts: Mapping[str, int] = field(default_factory=dict)


def read(path: str, text: str | bytes) -> Note:
    return read_note(path, text if isinstance(text, bytes) else text.encode(), redact=Unchanged)


SAVED = "---\ntags: [um, dois]\ntitle: Título\n---\n# Olá\n\nTexto com #três.\n"


@pytest.mark.parametrize(
    "data",
    [SAVED.encode(), SAVED.replace("\n", "\r\n").encode(), b"\xef\xbb\xbf" + SAVED.encode(), SAVED.encode("utf-16")],
    ids=["lf", "crlf", "bom", "utf-16"],
)
def test_a_note_is_the_same_however_it_was_saved(data: bytes) -> None:
    note = read("n.md", data)
    assert note == read("n.md", SAVED)
    assert (note.title, note.tags) == ("Título", ("um", "dois", "três"))
    assert note.sections[-1].first_line == 6


@pytest.mark.parametrize(
    ("path", "text", "title"),
    [
        ("a/Plan.md", "# Another heading\n", "Plan"),
        ("a/Plan.md", "---\ntitle: Given\n---\n", "Given"),
        ("a/index.md", "text\n\n# The Real Name\n", "The Real Name"),
        ("README.md", "no heading", "README"),
        ("a/b. c..md", "", "b. c."),
        (".md", "", ".md"),
        ("Board.canvas", "", "Board"),
        ("Sketch.excalidraw.md", "", "Sketch"),
        ("Upper.MD", "", "Upper"),
    ],
)
def test_the_title_is_the_given_one_or_the_file_name(path: str, text: str, title: str) -> None:
    assert read(path, text).title == title


def test_the_name_of_a_note_is_kept_whatever_its_title() -> None:
    assert note_name("a/index.md") == "index"


def test_links_come_from_properties_and_text_each_once() -> None:
    note = read("n.md", '---\nup: "[[Home]]"\n---\n[[A]] [[A]] [x](B.md)\n')
    assert sorted(note.links, key=lambda link: link.target) == [Link("A"), Link("B", "x"), Link("Home")]


def test_secrets_go_before_anything_is_read_from_the_note() -> None:
    secret = "gh" + "p_" + "q7Rt2LmZx9Vb4Nc8Kd1Wf6Hs3Jg5Py0Ta2Ue"
    text = f"---\ntitle: key {secret}\ntoken: {secret}\n---\n# Head {secret}\n\n[[{secret}]]\n"
    note = read_note("n.md", text.encode(), redact=redact)
    assert secret not in repr(note)
    assert note.text.count("\n") == text.count("\n")
    assert sum(note.redactions.values()) == 4
    assert note.sections[-1].first_line == 6


def test_secrets_on_canvas_cards_go_too_and_the_cards_stay_apart() -> None:
    secret = "gh" + "p_" + "q7Rt2LmZx9Vb4Nc8Kd1Wf6Hs3Jg5Py0Ta2Ue"
    card = '{"nodes":[{"type":"text","text":"# A ' + secret + ' x\\n\\nbody"},\n{"type":"text","text":"second"}]}'
    note = read_note("n.canvas", card.encode(), redact=redact)
    assert secret not in repr(note)
    assert [section.text for section in note.sections] == ["\nbody", "second"]
    assert [section.path[1:] for section in note.sections] == [(), ()]
    assert note.file_lines == (1, 1, 1, 1, 2)


def test_a_heading_or_a_fence_on_one_card_says_nothing_of_the_next() -> None:
    note = read(
        "n.canvas", '{"nodes":[{"type":"text","text":"# A\\n```\\nopen"},{"type":"text","text":"# B\\n[[L]]"}]}'
    )
    assert [heading.text for heading in note.headings] == ["A", "B"]
    assert [link.target for link in note.links] == ["L"]


def test_problems_of_every_step_are_kept() -> None:
    note = read("n.md", b"---\ntitle: Re: plan\n---\nbad \xff byte\n")
    assert [problem.kind for problem in note.problems] == ["partial", "partial"]
    assert note.title == "Re: plan"
    assert [section.text for section in note.sections] == ["bad \ufffd byte\n"]


def test_failures_are_named() -> None:
    assert [problem.kind for problem in read("n.canvas", "{").problems] == ["failed"]
    assert [problem.kind for problem in read("n.md", b"\0" * 999).problems] == ["failed"]


@pytest.mark.parametrize("text", ["", "\n", "---\na: b\n---", "---\n---\n", "# "])
def test_notes_with_nothing_in_them_are_notes(text: str) -> None:
    note = read("a/Empty.md", text)
    assert (note.title, note.links, note.problems) == ("Empty", (), ())


def test_real_awkward_files_are_read_as_they_should(tmp_path: Path) -> None:
    folder = unpack_nasty_files(tmp_path)

    def nasty(name: str) -> Note:
        return read(name, (folder / name).read_bytes())

    assert nasty("08-heading-in-fence.md").headings[0].line == 10
    assert nasty("15-prose-between-rules.md").problems == ()
    assert "AVISO" in nasty("15-prose-between-rules.md").sections[0].text
    assert nasty("17-frontmatter-duplicate-key-2.md").aliases == ("Hotkeys", "Hotkeysshortcuts-for-editing")
    assert nasty("24-bom-frontmatter.md").title == "Write-Host"
    assert nasty("26-crlf-frontmatter.md").tags == ("security", "networking")
    assert nasty("21-only-frontmatter.md").links == (Link("Trips"), Link("Kyoto"), Link("Japan"))
    assert [link.target for link in nasty("46-links-everywhere.md").links] == [
        "link_in_yaml",
        "link_in_file_body",
        "link_in_heading",
        "link_in_task_wikilink",
    ]
    assert nasty("47-link-in-heading.md").headings[1].text == "I link to multiple_headings"
    assert nasty("51-heading-no-space.md").headings == ()
    assert nasty("75-derived-utf16le.md").headings[0].text == "Galeria das Bestas (sub-location)"
    assert nasty("81-derived-1mb-single-line.md").headings == ()
    assert {link.text for link in nasty("67-table-escaped-pipe-wikilink.md").links} >= {"Obsidian Publish"}
