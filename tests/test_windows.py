"""core/windows.py: windows of tokens over long prose."""

import re
import time
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from luneta.core.windows import windows
from luneta.core.words import TokenCounts


def tokens(word: str) -> int:
    return 1 + len(word) // 4


def total(text: str) -> int:
    return sum(map(tokens, text.split()))


SENTENCES = st.lists(
    st.sampled_from(["A short one.", "Then, much longer, goes on", "para.\n\nNew", "x" * 40, "fim!"]), max_size=60
)


@given(SENTENCES.map(" ".join), st.integers(8, 60), st.integers(0, 7))
def test_windows_cover_every_word_and_none_lies_in_its_neighbour(text: str, size: int, overlap: int) -> None:
    spans = windows(text, 0, len(text), TokenCounts(tokens), size, overlap)
    covered = {offset for start, end in spans for offset in range(start, end)}
    assert all(offset in covered for match in re.finditer(r"\S+", text) for offset in range(*match.span()))
    for (start, end), (following, following_end) in pairwise(spans):
        assert start < following <= end + 2
        assert end < following_end
    for start, end in spans:
        assert total(text[start:end]) <= max(size, max(map(tokens, text[start:end].split())))


def test_neighbours_share_about_the_overlap_and_begin_with_a_sentence() -> None:
    text = "This sentence has exactly nine words in it now. " * 300
    spans = windows(text, 0, len(text), TokenCounts(lambda word: 1), 384, 38)
    shared = [len(text[start:end].split()) for (_, end), (start, _) in pairwise(spans)]
    assert all(19 <= count <= 38 for count in shared)
    assert all(text[start:].startswith("This") for start, _ in spans)
    assert all(text[:end].endswith(".") for _, end in spans)


def test_one_word_larger_than_a_window_is_a_window() -> None:
    text = "a " + "b" * 60 + " c"
    assert windows(text, 0, len(text), TokenCounts(len), 10, 3) == [(0, 1), (2, 62), (63, 64)]


def test_nothing_gives_no_window() -> None:
    assert windows("  \n ", 0, 4, TokenCounts(len), 10, 1) == []


def test_only_the_asked_part_is_read() -> None:
    assert windows("aa bb cc dd", 3, 8, TokenCounts(len), 100, 1) == [(3, 8)]


@pytest.mark.parametrize("unit", ["word ", "word", "漢字。", "a\n", "x. ", "\n\nab", "\t"])
def test_a_megabyte_takes_linear_time(unit: str) -> None:
    text = unit * (1_000_000 // len(unit))
    started = time.process_time()
    windows(text, 0, len(text), TokenCounts(tokens), 384, 38)
    assert time.process_time() - started < 5
