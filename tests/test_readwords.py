"""core/readwords.py: the words of a text that was read as a whole are those that core/words.py finds line by line."""

import numpy as np
import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from luneta.core.reading import Reading
from luneta.core.readwords import ReadWords
from luneta.core.windows import windows
from luneta.core.words import TokenCounts, Words
from luneta.encoder import UnigramEncoder, load_encoder

#: All letters in cp1252, or nothing is read; lines without white space, odd white space, blank lines, sentence ends.
PARTS = [
    "word", "Ação", " ", "  ", "\t", "\n", "\n\n", " \n\n\n", "end.", 'said.”', "…", "x" * 90, "x" * 300, "é" * 40,
    "a-b_c", "\u00a0", "\x1c", "\r", "https://example.org/a/very/long/path/of/some/page.html", "|", "**", "1234",
    "[UNK", "'", "→", "end→", "o fim。", "\u2003", "−" * 50,
]  # fmt: skip
TEXTS = st.lists(st.sampled_from(PARTS), max_size=80).map("".join)


@pytest.fixture(scope="module")
def encoder() -> UnigramEncoder:
    encoder = load_encoder()
    assert isinstance(encoder, UnigramEncoder)
    return encoder


def read(encoder: UnigramEncoder, text: str) -> Reading:
    (reading,) = encoder.read_each([text])
    assert reading is not None
    return reading


@settings(deadline=None)
@given(TEXTS, st.integers(0, 30), st.integers(0, 30))
def test_the_same_words_tokens_and_sentences(encoder: UnigramEncoder, text: str, start: int, less: int) -> None:
    start = min(start, len(text))
    end = max(start, len(text) - less)
    found = ReadWords.find(text, start, end, read(encoder, text))
    if found is None:
        return  # the windows are found in the other way then: see below
    right = Words(text, start, end, TokenCounts(encoder.count_tokens, encoder.count_each))
    every = range(found.count)
    assert found.count == right.count
    assert [(found.start(i), found.end(i)) for i in every] == [(right.start(i), right.end(i)) for i in every]
    before = [right.tokens_before(i) for i in range(found.count + 1)]
    assert [found.tokens_before(i) for i in range(found.count + 1)] == before
    for tokens in range(before[-1] + 2):
        assert found.reach(tokens) == right.reach(tokens)
    for tokens in range(before[-1] + 1):
        assert found.after(tokens) == right.after(tokens)
    if found.count:
        assert list(found.sentence_starts(1, found.count)) == list(right.sentence_starts(1, right.count))


@settings(deadline=None)
@given(TEXTS, st.integers(8, 60), st.integers(0, 7))
def test_the_same_windows(encoder: UnigramEncoder, text: str, size: int, overlap: int) -> None:
    plain = TokenCounts(encoder.count_tokens, encoder.count_each)
    reading = TokenCounts(encoder.count_tokens, encoder.count_each, encoder.read_each)
    expected = windows(text, 0, len(text), plain, size, overlap)
    assert windows(text, 0, len(text), reading, size, overlap) == expected


def test_a_border_within_a_word_is_not_found_here(encoder: UnigramEncoder) -> None:
    """What is counted of the whole word says nothing of its halves."""
    long = "x" * 300  # taken apart after 256 characters
    assert ReadWords.find(long, 0, 300, read(encoder, long)) is None
    assert ReadWords.find("one another", 5, 11, read(encoder, "one another")) is None
    assert ReadWords.find("one another", 4, 11, read(encoder, "one another")) is not None


def test_texts_that_cannot_be_read_as_a_whole(encoder: UnigramEncoder) -> None:
    texts = ["漢字", "an [UNK] of the model's own", "x½", "plain"]
    assert [reading is None for reading in encoder.read_each(texts)] == [True, True, True, False]


@settings(deadline=None)
@given(st.lists(TEXTS, min_size=1, max_size=5))
@example(["", "a-b_c", "", "", "end. word", ""])
def test_texts_are_read_together_as_alone(encoder: UnigramEncoder, texts: list[str]) -> None:
    for text, together in zip(texts, encoder.read_each(texts), strict=True):
        assert together is not None
        alone = read(encoder, text)
        assert together.pieces.tolist() == alone.pieces.tolist()
        assert together.before.tolist() == alone.before.tolist()
        assert together.before[-1] == encoder.count_tokens(text)
        assert np.array_equal(together.starts, alone.starts)
        assert np.array_equal(together.in_word, alone.in_word)
        assert np.array_equal(together.places, alone.places)
        assert len(together.in_word) == len(text)


def test_a_reading_is_of_the_text_it_was_asked_for(encoder: UnigramEncoder) -> None:
    counts = TokenCounts(encoder.count_tokens, None, encoder.read_each)
    counts.read_ahead(["one two", "three"])
    ahead = counts.read("three")
    assert ahead is counts.known_reading("three")
    assert ahead is not None
    assert ahead.starts.tolist() == [0]
    text = "four five"
    assert counts.read(text) is counts.read(text)
    assert counts.known_reading(text) is counts.read(text)
    assert counts.known_reading("six") is None
    counts.read_ahead([])
    assert counts.known_reading("three") is None
    assert counts.known_reading(text) is None


@pytest.mark.parametrize("odd", ["→", "✅", "\u2003", "。", "≥"])
def test_a_text_that_is_not_all_in_cp1252_is_left_to_the_lines(encoder: UnigramEncoder, odd: str) -> None:
    """Its reading takes them for spaces; whether they end words or sentences only the characters themselves tell."""
    text = f"One{odd}two {odd} three. " * 20
    reading = TokenCounts(encoder.count_tokens, encoder.count_each, encoder.read_each)
    plain = TokenCounts(encoder.count_tokens, encoder.count_each)
    assert reading.read(text) is not None
    assert windows(text, 0, len(text), reading, 12, 3) == windows(text, 0, len(text), plain, 12, 3)
