"""core/frontmatter.py: metadata means what people meant; broken YAML costs only what is broken."""

import time

import pytest

from luneta.core.frontmatter import read

BODY = "body stays here\n"


def test_yaml_types_are_their_source_text_where_text_is_wanted() -> None:
    front = read("---\ntags: [2017, 2024-05-01, Yes, null]\ntitle: 2026-05-26\naliases: No\ntype: 12:30\n---\n" + BODY)
    assert front.title == "2026-05-26"
    assert front.aliases == ("No",)
    assert front.tags == ("2017", "2024-05-01", "Yes")
    assert front.type == "12:30"
    assert front.problems == ()


def test_properties_are_json_without_the_traps_of_yaml_1_1() -> None:
    block = "at: 12:30\ncode: 0123\nn: 5\nx: 1.5\nok: true\nno: No\nday: 2024-05-01\nnil:\nl: [a, {b: 1}]\nq: '7'\n"
    assert read(f"---\n{block}---\n").properties == {
        "at": "12:30",
        "code": "0123",
        "n": 5,
        "x": 1.5,
        "ok": True,
        "no": "No",
        "day": "2024-05-01",
        "nil": None,
        "l": ["a", {"b": 1}],
        "q": "7",
    }


@pytest.mark.parametrize(
    ("yaml", "tags"),
    [
        ("tags:", ()),
        ("tags: 004/7,004/56", ("004/7", "004/56")),
        ("tags: '#a, b #c/d'", ("a", "b", "c/d")),
        ("tag: solo", ("solo",)),
        ("tags: [x, X, '', y/]", ("x", "y")),
        ("Tags:\n- um\n- dois", ("um", "dois")),
        ("tags:\n- 0🌲", ("0🌲",)),
        ("tag: a\ntags: [b]", ("a", "b")),
    ],
)
def test_tags_are_read_however_they_are_written(yaml: str, tags: tuple[str, ...]) -> None:
    assert read(f"---\n{yaml}\n---\n").tags == tags


@pytest.mark.parametrize(
    ("yaml", "aliases"),
    [
        ("aliases: [Ana, 7, null]", ("Ana", "7")),
        ("alias: Ana Li, A. Li", ("Ana Li", "A. Li")),
        ("aliases:\n- 'One, Two'", ("One, Two",)),
        ("aliases:\n  - Hotkeys\nx: 1\naliases:\n  - Keys", ("Hotkeys", "Keys")),
    ],
)
def test_aliases_are_read_however_they_are_written(yaml: str, aliases: tuple[str, ...]) -> None:
    assert read(f"---\n{yaml}\n---\n").aliases == aliases


@pytest.mark.parametrize(
    ("yaml", "title"),
    [
        ("title: Re: plan\ntags: [ok]", "Re: plan"),
        ("title: {{title}}\ntags: [ok]", ""),
        ("title: Kept\nlist:\n\t- tab\ntags: [ok]", "Kept"),
        ("x: &a [*a]\ntitle: Kept\ntags: [ok]", "Kept"),
        ("open: [\ntitle: Kept\ntags: [ok]", "Kept"),
        ("title: Kept\ntitle: Twice\ntags: [ok]", "Kept"),
        ('title: Kept\nquote: "open\ntags: [ok]', "Kept"),
        ("title: Kept\ncreated: {{date}}\ntags: [ok]", "Kept"),
    ],
)
def test_broken_yaml_costs_only_what_is_broken(yaml: str, title: str) -> None:
    text = f"---\n{yaml}\n---\n{BODY}"
    front = read(text)
    assert text[front.end :] == BODY
    assert front.title == title
    assert front.tags == ("ok",)
    assert {problem.kind for problem in front.problems} == {"partial"}
    assert "frontmatter" in front.problems[0].reason


def test_the_line_of_the_fault_is_that_of_the_file() -> None:
    assert "(line 3)" in read("---\na: b\ntitle: Re: plan\n---\n").problems[0].reason


def test_a_billion_laughs_cost_a_moment_and_their_own_keys() -> None:
    lines = ["a0: &a0 [lol, lol, lol, lol, lol, lol, lol, lol]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 8)}]" for n in range(1, 12)]
    started = time.process_time()
    front = read("---\n" + "\n".join(lines) + "\ntitle: Kept\n---\n")
    assert time.process_time() - started < 1
    assert front.title == "Kept"
    assert "a11" not in front.properties
    assert any("too large" in problem.reason for problem in front.problems)


@pytest.mark.parametrize(
    "text",
    [
        "---a--- talk about b",
        "---\ntitle: never closed\n\ntext",
        "---\n**AVISO:** prose between two rules\n---\n\n# Kairo\n",
        "---\njust a sentence\n---\nbody",
        "---\n# a heading between two rules\n---\nbody",
        "\n---\ntitle: not in the first line\n---\n",
        "text\n---\ntitle: x\n---\n",
        " ---\na: b\n---\n",
        "----\na: b\n----\n",
        "",
        "---",
    ],
)
def test_what_is_not_frontmatter_is_body(text: str) -> None:
    front = read(text)
    assert (front.end, front.properties, front.title) == (0, {}, "")


def test_only_what_was_meant_as_frontmatter_is_reported_when_it_is_never_closed() -> None:
    assert "never closed" in read("---\ntitle: x\n\ntext").problems[0].reason
    assert read("---\n\na rule, then text").problems == ()


@pytest.mark.parametrize(
    ("text", "body"),
    [
        ("---\n---\nbody", "body"),
        ("---\n\nkanban-plugin: basic\n\n---\nbody", "body"),
        ("---\na: b\n---", ""),
        ("--- \na: b\n---\t\nbody\n---\nafter a rule", "body\n---\nafter a rule"),
    ],
)
def test_the_body_begins_after_the_closing_line(text: str, body: str) -> None:
    assert text[read(text).end :] == body


@pytest.mark.parametrize("block", ["a: [\n" * 12_000, "x: {{a}}\n" * 7_000, "- " * 30_000 + "\n", "a: b\n" * 12_000])
def test_hostile_blocks_take_linear_time(block: str) -> None:
    started = time.process_time()
    read(f"---\n{block}---\n")
    assert time.process_time() - started < 2
