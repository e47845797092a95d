"""What narrows a search, in words of ours for any language, and in English."""

from datetime import date
from typing import get_args

import pytest

from luneta.core.describe import in_english, phrases, remarks_in_english
from luneta.core.grammar import parse_query
from luneta.core.types import FilterWord, Remark, RemarkKind, Said


def told(raw: str, folders: tuple[str, ...] = ()) -> tuple[str, ...]:
    return in_english(phrases(parse_query(raw, today=date(2026, 5, 4)), folders))


@pytest.mark.parametrize(
    ("raw", "english"),
    [
        ("content:plan", ("whose text has “plan”",)),
        ("tag:(a OR b)", ("tagged “a” or “b”",)),
        ("-in:Work", ("not in the folder “Work”",)),
        ("[rating:>=3]", ("whose “rating” is at least “3”",)),
        ("[due]", ("with the property “due”",)),
        ("[due:null]", ("with an empty property “due”",)),
        ("/a{2}/", ("with /a{2}/",)),
        ('"a {b}" -{}', ("with the phrase “a {b}”",)),
        ("line:(one two)", ("with a line that has “one” and “two”",)),
        ("task:x before:2026-01-02", ("with a task that has “x”", "changed until 2026-01-01")),
    ],
)
def test_in_english(raw: str, english: tuple[str, ...]) -> None:
    assert told(raw) == english


def test_folders_asked_for_come_first_and_blank_ones_are_none() -> None:
    assert told("tag:a", ("Work", "", "Home")) == ("in the folder “Work” or “Home”", "tagged “a”")
    assert told("", ("",)) == ()


def test_a_phrase_is_a_row_of_words_that_any_language_can_say() -> None:
    assert phrases(parse_query("task-todo:call"), ()) == ((Said("task-todo"), Said("having"), Said("text", "call")),)


def test_every_word_and_every_remark_can_be_said() -> None:
    for word in get_args(FilterWord):
        assert "{}" not in in_english([(Said(word, "x"),)])[0]
    for kind in get_args(RemarkKind):
        assert remarks_in_english([Remark(kind, "x{}")])[0].endswith(".")
