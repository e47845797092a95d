"""The note that is written: a name for every system, properties that read back, nothing secret, nothing that runs."""

import unicodedata
from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from fake_secrets import made
from luneta.core import frontmatter
from luneta.ingest.notes import inert, note_name, note_text
from luneta.ingest.profile import default_profile
from luneta.ingest.routing import Decision, decide
from luneta.ingest.signals import Signal

DAY = date(2026, 3, 4)


def text_of(signal: Signal, like: str = "") -> str:
    found = decide(signal, default_profile())
    return note_text(Decision(signal, found.score, "file", "Areas/Software", like), DAY)


@given(st.text(max_size=300))
@settings(max_examples=200, deadline=None)
def test_any_title_gives_a_name_that_every_system_bears(title: str) -> None:
    name = note_name(title)
    assert name
    assert len(f"{name} 999.md".encode()) <= 255
    assert not set(name) & set('\\/:*?"<>|#^[]\n\r\t\0')
    assert name.strip(". ") == name
    assert not {"Cc", "Cf"} & {unicodedata.category(letter) for letter in name}


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("CON", "CON note"),
        ("com1.txt", "com1.txt note"),
        ("LPT³", "LPT³ note"),
        ("console", "console"),
        ("...", "Untitled"),
        (".hidden", "hidden"),
        ("a/b: c?", "a b c"),
        ("[[x]]#y^z|w", "x y z w"),
        ("right\u202eleft\u200b", "right left"),
        ("Ac\u0327a\u0303o", "Ação"),
    ],
)
def test_names_that_some_system_forbids_are_changed(title: str, name: str) -> None:
    assert note_name(title) == name


@given(st.text(max_size=200), st.lists(st.text(max_size=20), max_size=5))
@settings(max_examples=150, deadline=None)
def test_the_properties_of_any_title_read_back(title: str, tags: list[str]) -> None:
    text = text_of(Signal(title, "Text.", "https://a.example/?q=1: 2", tags=tuple(tags)))
    front = frontmatter.read(text)
    assert front.properties["title"] == " ".join(title.split())
    assert front.properties["source"] == "https://a.example/?q=1: 2"
    assert text[front.end :].strip().endswith("Text.")


def test_a_note_has_source_scores_tags_and_date() -> None:
    front = frontmatter.read(
        text_of(Signal("Title", "Text.", "https://a.example/x", "Feed", "Ann", "2026-01-02", ("Rank Fusion", "2024")))
    )
    assert list(front.properties) == [
        *("title", "source", "from", "author", "published", "tags", "date"),
        *("score", "score_relevance", "score_actionability", "score_depth", "score_authority"),
    ]
    assert str(front.properties["date"]) == "2026-03-04"
    assert front.tags == ("Rank-Fusion",)  # a tag of digits alone is none in Obsidian


def test_a_note_that_is_like_it_is_linked() -> None:
    assert text_of(Signal("T", "Text."), like="Code/Rank fusion.md").endswith(
        "Text.\n\nSee also: [[Code/Rank fusion]]\n"
    )


def test_a_text_with_its_own_heading_gets_no_second_one() -> None:
    assert text_of(Signal("T", "# Own\n\nText.")).count("\n# ") == 1


@pytest.mark.parametrize(
    "secret", ["ghp_" + made(5, 36), "sk-ant-api03-" + made(6, 80) + "AA", "AKIA" + "Q7ZX2KMPL4RTV8WN"]
)
def test_secrets_are_replaced_everywhere(secret: str) -> None:
    signal = Signal(secret, f"Key {secret}", f"https://a.example/{secret}", secret, secret, secret, (secret,))
    assert secret not in text_of(signal)
    assert secret not in note_name(secret)


def test_what_plugins_would_run_is_text() -> None:
    bad = "```dataviewjs\nx\n```\n> ~~~js-engine\n\n`$= dv.io` <% tp.file %>\n```python\nok()\n```\n`code`"
    done = inert(bad)
    assert "```text dataviewjs" in done
    assert "> ~~~text js-engine" in done
    assert "`$=" not in done
    assert "<%" not in done
    assert "```python\nok()\n```\n`code`" in done
