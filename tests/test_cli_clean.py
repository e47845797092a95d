"""luneta.cli.clean: what stands in notes must not steer the terminal, and lines must fit."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from luneta.cli.clean import clean, clean_line, columns_of, shorten, shorten_left, wrap

ANY_TEXT = st.text(alphabet=st.characters(), max_size=200)
CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")


@pytest.mark.parametrize(
    ("raw", "shown"),
    [
        ("\x1b[31mred\x1b[0m", "␛[31mred␛[0m"),
        ("\x1b]0;owned\x07", "␛]0;owned␇"),
        ("one-byte CSI \x9b31m", "one-byte CSI \ufffd31m"),
        ("user\u202etxt.exe", "user\ufffdtxt.exe"),
        ("half \ud83d pair", "half \ufffd pair"),
        ("a\udcc3\udca7\udca3o in a C locale \udcff", "aç\ufffdo in a C locale \ufffd"),
        ("a whole pair \ud83c\udfac", "a whole pair 🎬"),
        ("NUL \x00 and DEL \x7f", "NUL ␀ and DEL ␡"),
        ("tabs\tand\r\nlines\u2028and more", "tabs and lines and more"),
        ("plain → 🎬 ação", "plain → 🎬 ação"),
    ],
)
def test_control_characters_become_visible(raw: str, shown: str) -> None:
    assert clean(raw) == shown


@given(ANY_TEXT)
def test_nothing_that_steers_a_terminal_survives(text: str) -> None:
    assert not CONTROL.search(clean(text))
    assert not CONTROL.search(clean_line(text))


def test_a_line_keeps_its_indentation() -> None:
    assert clean_line("    code\tx") == "    code  x"


@pytest.mark.parametrize(
    ("text", "columns"), [("abc", 3), ("ção", 3), ("c\u0327a\u0303o", 3), ("重跑", 4), ("🎬", 2), ("", 0)]
)
def test_columns(text: str, columns: int) -> None:
    assert columns_of(text) == columns


@given(ANY_TEXT.map(clean), st.integers(min_value=2, max_value=40))
def test_lines_fit_and_lose_only_spaces(text: str, columns: int) -> None:
    lines = [text[start:end] for start, end in wrap(text, columns)]
    assert all(columns_of(line) <= columns for line in lines)
    assert "".join("".join(lines).split()) == "".join(text.split())


def test_a_line_breaks_at_spaces_and_breaks_a_word_only_when_it_must() -> None:
    def lines(text: str) -> list[str]:
        return [text[start:end] for start, end in wrap(text, 10)]

    assert lines("one two three four") == ["one two", "three four"]
    assert lines("a abcdefghijklmno b") == ["a", "abcdefghij", "klmno b"]
    assert lines("重跑重跑重跑重跑") == ["重跑重跑重", "跑重跑"]
    assert lines("   ") == []


def test_shorten_says_that_something_is_missing() -> None:
    assert shorten("short", 10) == "short"
    assert shorten("a longer line", 10) == "a longer…"
    assert shorten("重跑重跑重跑", 6) == "重跑…"
    assert shorten_left("a/long/path/Tea.md", 12) == "…path/Tea.md"
    assert shorten_left("Tea.md", 12) == "Tea.md"
