"""core/words.py: words, their places and tokens, found line by line."""

import re

from hypothesis import given
from hypothesis import strategies as st

from luneta.core.words import TokenCounts, Words

TEXTS = st.lists(
    st.sampled_from(
        ["word", "é", " ", "  ", "\t", "\n", "\n\n", "end.", "漢字漢字漢字漢字漢字。", "x" * 90, "a-b", "\u00a0"]
    ),
    max_size=60,
).map("".join)


def words_of(text: str, start: int, end: int) -> Words:
    return Words(text, start, end, TokenCounts(len))


@given(TEXTS, st.integers(0, 3))
def test_the_words_are_the_text_without_its_spaces(text: str, start: int) -> None:
    words = words_of(text, start, len(text))
    found = [text[words.start(index) : words.end(index)] for index in range(words.count)]
    assert "".join(found) == "".join(text[start:].split())
    assert all(not re.search(r"\s", word) for word in found)


@given(TEXTS, st.integers(0, 200))
def test_tokens_add_up_and_both_searches_agree_with_a_plain_one(text: str, tokens: int) -> None:
    words = words_of(text, 0, len(text))
    before = [words.tokens_before(index) for index in range(words.count + 1)]
    assert before[-1] == sum(map(len, text.split()))
    assert words.reach(tokens) == max(index for index, total in enumerate(before) if total <= tokens)
    wanted = [index for index, total in enumerate(before) if total >= tokens]
    if wanted:
        assert words.after(tokens) == wanted[0]


def test_sentences_start_after_full_stops_and_blank_lines() -> None:
    text = 'One two. "Three!" four\nfive\n\nsix seven'
    words = words_of(text, 0, len(text))
    starts = [text[words.start(index) :].split()[0] for index in words.sentence_starts(1, words.count - 1)]
    assert starts == ["six", "four", '"Three!"']


def test_each_word_is_counted_once_whatever_the_notes() -> None:
    asked: list[str] = []

    def count(word: str) -> int:
        asked.append(word)
        return 1

    counts = TokenCounts(count)
    for text in ("a b a\nb c", "c a d"):
        Words(text, 0, len(text), counts)
    assert asked == ["a", "b", "c", "d"]
    assert counts("a") == 1
