"""core/comments.py: `%%comments%%` go, everything else and the line count stay."""

import re
import time
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from luneta.core.comments import comment_spans, strip_comments


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a %%private%% b", "a  b"),
        ("a %%one\ntwo%% b", "a \n b"),
        ("%%a%%%%b%%c", "c"),
        ("%%\nwhole\n\nparagraphs\n%%\nafter", "\n\n\n\n\nafter"),
        ("%% kanban\n```\n{}\n```\n%%\nafter", "\n\n\n\n\nafter"),
        ("%% see `100%%` more", " see `100%%` more".replace(" see `100%%", "")),
        ("> [!note]\n> %%hidden%% shown", "> [!note]\n>  shown"),
        ("before\n%% never closed\nto the end", "before\n\n"),
    ],
)
def test_comments_go_and_lines_stay(text: str, shown: str) -> None:
    assert strip_comments(text) == shown


@pytest.mark.parametrize(
    "text",
    [
        "strftime `%%Y` and `%%d`",
        "```\n%%x%%\n```\n",
        "~~~~\n```\n%%x%%\n~~~\n~~~~",
        "> ```\n> %%x%%\n> ```\n",
        "``a ` %%b%% ``",
        "100%% sure",
        "no comment",
    ],
)
def test_code_and_percent_signs_are_no_comments(text: str) -> None:
    assert strip_comments(text) == text


def test_an_open_backtick_hides_nothing_beyond_its_paragraph() -> None:
    assert strip_comments("a ` b\n\n%%secret%% and `c`") == "a ` b\n\n and `c`"


def test_a_comment_after_a_fence_in_a_comment_is_still_found() -> None:
    assert "secret" not in strip_comments("%%\n```\nopen fence\n%%\n\n%%secret%%\n")


@given(st.text(alphabet="a%`~\n >", max_size=80))
def test_spans_ascend_and_the_line_count_stays(text: str) -> None:
    spans = comment_spans(text)
    assert all(first[1] <= second[0] for first, second in pairwise(spans))
    assert strip_comments(text).count("\n") == text.count("\n")


@given(st.lists(st.sampled_from(["word ", "%%secret%% ", "%%sec\nret%% ", "\n\n", "*b* "]), max_size=20))
def test_no_secret_survives(parts: list[str]) -> None:
    assert re.search("sec|ret", strip_comments("".join(parts))) is None


@pytest.mark.parametrize(
    "text", ["%" * 1_000_000, "`%% a\n" * 150_000, "%% ` `` ``` \n\n" * 70_000, "```%%\n" * 150_000]
)
def test_a_megabyte_takes_linear_time(text: str) -> None:
    started = time.process_time()
    strip_comments(text)
    assert time.process_time() - started < 2.5
