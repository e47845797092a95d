"""core/cut.py: where a long text is cut, and what is no text."""

import re
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from luneta.core.cut import cut, data_spans, is_line_block


def pieces(text: str, size: int, breaks: tuple[int, ...] = (0,)) -> list[str]:
    return [text[start:end] for start, end in cut(text, 0, len(text), breaks, size)]


def test_blocks_are_not_cut_if_they_fit() -> None:
    text = "intro\n\n```\n" + "x = 1\n" * 10 + "```\n\nafter\n"
    breaks = (0, text.index("```"), text.index("after"))
    assert pieces(text, 70, breaks) == ["intro\n\n", text[7 : breaks[2]], "after\n"]


def test_an_oversize_table_is_cut_between_rows() -> None:
    text = "| a | b |\n|---|---|\n" + "| one. two | three four |\n" * 20
    assert all(piece.endswith("|\n") for piece in pieces(text, 120))


def test_a_paragraph_is_cut_after_a_sentence() -> None:
    text = "First sentence here. Second one is here! And a third one? Then the last of them."
    assert pieces(text, 60) == ["First sentence here. Second one is here! And a third one?", " Then the last of them."]


def test_a_sentence_is_cut_between_words_and_a_word_only_if_it_must_be() -> None:
    assert all(re.fullmatch(r"(word )+|word", piece) for piece in pieces("word " * 60, 50))
    assert pieces("a/" * 40, 30)[0] == "a/" * 15
    assert [len(piece) for piece in pieces("x" * 100, 30)] == [30, 30, 30, 10]


def test_a_letter_keeps_its_marks() -> None:
    assert not any(piece.startswith("\u0301") for piece in pieces("e\u0301" * 50, 31))


def test_chinese_is_cut_after_a_full_stop() -> None:
    assert all(piece.endswith("。") for piece in pieces("这是一个句子。" * 20, 30))


@pytest.mark.parametrize(
    "block", ["| a |\n", "- a\n", "12. a\n", "> q\n", "```\n", "    code\n", "<div>\n", "a | b\n--- | ---\n"]
)
def test_blocks_made_of_lines_are_known(block: str) -> None:
    assert is_line_block(block, 0)


@pytest.mark.parametrize("block", ["A paragraph.\n", "*emphasis* first\n", "-no list\n", "a | b\nc\n"])
def test_paragraphs_are_not_made_of_lines(block: str) -> None:
    assert not is_line_block(block, 0)


def test_pasted_data_is_found_and_words_are_not() -> None:
    blob = "iVBORw0KGgo" * 300
    text = f"before ![x](data:image/png;base64,{blob}) after " + "word " * 300 + "A" * 1000 + " end"
    spans = data_spans(text, 0, len(text))
    assert [(text[start - 8 : start], text[end : end + 4]) for start, end in spans] == [
        ("re ![x](", ") af"),
        ("rd word ", " end"),
    ]
    assert data_spans("https://a.example/" + "b" * 900, 0, 918) == []
    assert data_spans("漢" * 5000, 0, 5000) == []


TEXTS = st.lists(
    st.sampled_from(["word ", "long" * 9, "\n", "\n\n", ". ", "。", "| c |\n", "é\u0301", "  "]), max_size=60
).map("".join)


@given(TEXTS, st.integers(10, 80))
def test_cut_covers_everything_within_the_size(text: str, size: int) -> None:
    breaks = [match.start() for match in re.finditer(r"(?:(?<=\n\n)|\A)\S", text)]
    spans = cut(text, 0, len(text), breaks, size)
    assert "".join(text[start:end] for start, end in spans) == text
    assert all(0 < end - start <= size for start, end in spans)


@pytest.mark.parametrize(
    "unit", [".", "a", "漢", "。", "\n", " ", "a.b ", "data:", "data:a;base64,", "|", "a\u0301", "😀"]
)
def test_a_megabyte_of_anything_is_cut_in_linear_time(unit: str) -> None:
    text = unit * (1_000_000 // len(unit))
    started = time.process_time()
    cut(text, 0, len(text), (0,), 2000)
    data_spans(text, 0, len(text))
    assert time.process_time() - started < 3
