"""Frontmatter and tags: YAML is what people make of it, and never costs more than itself."""

import json

import pytest

from cases.trial_vault import OTHERS, PAD, TrialVault
from luneta.core.note import read_note
from luneta.core.redact import redact
from luneta.core.types import Note


def parsed(vault: TrialVault, path: str) -> Note:
    return read_note(path, (vault.root / path).read_bytes(), redact=redact)


def test_f1_yaml_gives_dates_numbers_and_booleans_where_text_is_wanted(vault: TrialVault) -> None:
    """YAML made 2026-05-26 a date, No a boolean and 2017 a number, and the program failed or lost them."""
    block = "tags: [2017, 2024-05-01, Yes, null]\ntitle: 2026-05-26\naliases: No"
    vault.write("Typed.md", f"---\n{block}\n---\nA body about the harbour. {PAD}\n")
    vault.write("Bare.md", f"---\ntags:\ntitle:\naliases:\ntype:\n---\nA body about the lighthouse. {PAD}\n")
    vault.write_all(OTHERS)
    report = vault.index()
    assert (report.notes, report.failed, report.skipped) == (len(OTHERS) + 2, 0, 0)
    assert vault.problems() == {}
    for mode in ("hybrid", "keyword", "names"):
        assert vault.paths("2026-05-26", mode=mode)[0] == "Typed.md", mode
    assert vault.hits("harbour")[0].title == "2026-05-26"
    for tag in ("2017", "2024-05-01", "Yes"):
        assert vault.by_words(tag)[0] == "Typed.md", tag
    assert vault.paths("No", mode="names") == ["Typed.md"]
    assert vault.by_words("null") == [], "no tag at all is not a tag called null"
    assert vault.hits("lighthouse")[0].title == "Bare"
    note = parsed(vault, "Typed.md")
    assert (note.title, note.aliases, note.tags) == ("2026-05-26", ("No",), ("2017", "2024-05-01", "Yes"))
    assert parsed(vault, "Bare.md").tags == ()


@pytest.mark.parametrize(
    ("written", "title"),
    [
        ("12:30", "12:30"),
        ("0123", "0123"),
        ("1e3", "1e3"),
        ("0x1F", "0x1F"),
        ("1.10", "1.10"),
        ("yes", "yes"),
        ("2026-05-26T10:00:00", "2026-05-26T10:00:00"),
        ("'quoted: text'", "quoted: text"),
        ("null", "Named"),
        ("~", "Named"),
        ("[]", "Named"),
        ("{}", "Named"),
    ],
)
def test_f1_titles_are_their_source_text(vault: TrialVault, written: str, title: str) -> None:
    vault.write("Named.md", f"---\ntitle: {written}\nother: 12:30\n---\nA body about the harbour. {PAD}\n")
    vault.index()
    (hit,) = vault.hits("harbour", mode="keyword")
    assert hit.title == title
    assert vault.problems() == {}
    assert json.dumps(dict(parsed(vault, "Named.md").properties))  # plain JSON: no dates, no sets


BROKEN = {
    "Colon.md": "title: Re: plan",
    "Template.md": "title: {{title}}",
    "Tab.md": "title: Fine\n\tkey: value",
    "Itself.md": "x: &a [*a]",
    "Bracket.md": "tags: [one, two",
    "Quote.md": 'title: "never closed',
    "Bomb.md": "a: &a [x,x,x,x,x,x,x,x,x]\n"
    + "\n".join(f"{chr(98 + i)}: &{chr(98 + i)} [{','.join(['*' + chr(97 + i)] * 9)}]" for i in range(9)),
    "Deep.md": "x: " + "[" * 5000,
}


@pytest.mark.parametrize("name", BROKEN)
def test_f2_a_broken_block_costs_only_itself(vault: TrialVault, name: str) -> None:
    """One note whose YAML cannot be read stopped the whole run."""
    vault.write(name, f"---\n{BROKEN[name]}\n---\nThe body speaks of zebras. {PAD}\n")
    vault.write_all(OTHERS)
    report = vault.index()
    assert (report.notes, report.failed, report.skipped) == (len(OTHERS) + 1, 0, 0)
    assert vault.by_words("zebras") == [name]
    assert vault.by_words("tomatoes") == ["Others/Garden.md"]
    assert vault.problems() == {name: "partial"}


def test_f2_the_terminal_names_the_file(vault: TrialVault) -> None:
    for name, block in BROKEN.items():
        vault.write(name, f"---\n{block}\n---\nThe body speaks of zebras. {PAD}\n")
    assert vault.run_json("index")["notes"] == len(BROKEN)
    told = vault.run_json("status")["problems"]
    assert {problem["path"] for problem in told} == set(BROKEN)
    assert {problem["kind"] for problem in told} == {"partial"}
    assert all("frontmatter" in problem["reason"] for problem in told)


def test_f2_what_can_be_read_of_a_broken_block_is_kept(vault: TrialVault) -> None:
    vault.write("Colon.md", f"---\ntitle: Re: plan\ntags: [kept]\n---\nThe body speaks of zebras. {PAD}\n")
    vault.index()
    assert parsed(vault, "Colon.md").tags == ("kept",)
    assert vault.hits("zebras")[0].title == "Re: plan"


def test_f2_yaml_makes_nothing_but_data(vault: TrialVault) -> None:
    """A tag that asks for a Python object gives its text, and runs nothing."""
    block = "title: Fine\nx: !!python/object/apply:os.mkdir ['made by yaml']"
    vault.write("Tag.md", f"---\n{block}\n---\nThe body speaks of zebras. {PAD}\n")
    done = vault.run("index", "--vault", str(vault.root))
    assert done.returncode == 0
    assert vault.by_words("zebras") == ["Tag.md"]
    assert [path.name for path in vault.root.iterdir()] == ["Tag.md"]


def test_f3_line_ends_and_byte_order_marks_change_nothing(vault: TrialVault) -> None:
    """A byte order mark or CRLF hid the whole frontmatter."""
    text = (
        "---\ntitle: Harbour log\ntags: [sea, ships]\n---\n# Harbour log\n\nThe pilot came aboard at dawn, and\n"
        "we lay at the quay by noon.\n\n## Cargo\n\nSalt, timber and eleven barrels of the pilot's oil. #cargo\n"
    )
    crlf = text.replace("\n", "\r\n")
    forms = {
        "LF": text.encode(),
        "CRLF": crlf.encode(),
        "CR": text.replace("\n", "\r").encode(),
        "BOM": b"\xef\xbb\xbf" + text.encode(),
        "BOM and CRLF": b"\xef\xbb\xbf" + crlf.encode(),
        "UTF-16": text.encode("utf-16"),
        "UTF-16 big-endian": b"\xfe\xff" + crlf.encode("utf-16-be"),
    }
    for form, data in forms.items():
        vault.write(f"{form}/Note.md", data)
    vault.index()
    assert vault.problems() == {}
    found = {hit.path: hit for hit in vault.hits("pilot", mode="keyword")}
    assert set(found) == {f"{form}/Note.md" for form in forms}
    plain = found["LF/Note.md"]
    assert plain.title == "Harbour log"
    for path, hit in found.items():
        assert hit.title == plain.title, path
        as_in_lf = [(p.section, p.text, p.lines, p.snippet) for p in plain.passages]
        assert [(p.section, p.text, p.lines, p.snippet) for p in hit.passages] == as_in_lf, path
        assert parsed(vault, path).tags == ("sea", "ships", "cargo"), path


def test_f4_dashes_inside_a_line_are_no_fence(vault: TrialVault) -> None:
    """`---` anywhere in a line was taken for the end of a metadata block, and the text before it was lost."""
    line = "---a--- talk about b, and about how the harbour froze over"
    vault.write("Line.md", line)
    vault.index()
    for word in ("talk", "harbour", "froze"):
        assert vault.by_words(word) == ["Line.md"]
    (passage,) = vault.passages("talk")
    assert passage.text == line
    note = parsed(vault, "Line.md")
    assert (note.title, dict(note.properties), note.tags) == ("Line", {}, ())


@pytest.mark.parametrize(
    "text",
    [
        "----\ntitle: not metadata\n----\nThe harbour froze over in the coldest winter.\n",
        " ---\ntitle: not metadata\n---\nThe harbour froze over in the coldest winter.\n",
        "\n---\ntitle: not metadata\n---\nThe harbour froze over in the coldest winter.\n",
        "---\nThe harbour froze over in the coldest winter.\n---\nAnd then came the thaw, not metadata.\n",
        "---\ntitle: not metadata\nThe harbour froze over in the coldest winter.\n",
        "---\ntitle: not metadata --- \nThe harbour froze over in the coldest winter.\n",
    ],
)
def test_f4_only_whole_lines_of_dashes_are_fences(vault: TrialVault, text: str) -> None:
    vault.write("Line.md", text)
    vault.index()
    assert vault.by_words("harbour") == ["Line.md"]
    assert vault.by_words('"not metadata"') == ["Line.md"]
    assert vault.hits("harbour")[0].title == "Line"


def test_f6_tags_are_only_what_obsidian_takes_for_tags(vault: TrialVault) -> None:
    """Fragments of URLs, colours and code became tags."""
    vault.write(
        "Tags.md",
        "See https://x.example/p#frag and <https://x.example/q#other>, [text](https://x.example/#third).\n"
        "The colour is `#fff`, and in prose it is issue #12 and C#, a#b, ##two and [[Note#Heading]].\n\n"
        "```css\na { color: #abcdef; } /* #code */\n```\n\n~~~\n#tilde\n~~~\n\n    #indented\n\n"
        "<a href='#html'>x</a> <!-- #comment -->\n\n[ref]: https://x.example/#ref\n\nBut this is #real/tag, really.\n",
    )
    vault.index()
    assert set(parsed(vault, "Tags.md").tags) == {"real/tag"}
    assert vault.by_words("real tag") == ["Tags.md"]
