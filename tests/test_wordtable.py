"""core/wordtable.py: the words of a text are those that split() gives, and each keeps its place."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from luneta.core.wordtable import BLOCK, SPREAD, WordTable, find_words

TEXTS = st.lists(st.sampled_from([b"one", b"two", b"ab", b"ba", b"x" * 70, b" ", b"  ", b"\xe9t\xe9"]), max_size=60)


def words(text: bytes) -> list[bytes]:
    found = find_words(text)
    return [text[start:end] for start, end in zip(found.starts, found.ends, strict=True)]


@settings(deadline=None)
@given(TEXTS.map(b"".join))
def test_words_are_what_stands_between_spaces(text: bytes) -> None:
    assert words(text) == text.split()


@settings(deadline=None)
@given(TEXTS.map(b" ".join), TEXTS.map(b" ".join))
def test_a_hash_tells_words_apart_wherever_they_stand(one: bytes, other: bytes) -> None:
    """The same word has the same hash in every text, another word another."""
    met: dict[int, bytes] = {}
    for text in (one, other, one + b" " + other):
        for word, value in zip(words(text), find_words(text).hashes.tolist(), strict=True):
            assert met.setdefault(value, word) == word if value else len(word) > 64


def test_what_goes_on_in_the_next_block_has_no_hash() -> None:
    """Its own dictionary knows such a word; all around it have theirs."""
    text = b"a" * (BLOCK - 4) + b" across " + b"b" * 10 + b" end"
    assert words(text)[1:] == [b"across", b"b" * 10, b"end"]
    hashes = find_words(text).hashes.tolist()
    assert hashes[:2] == [0, 0]  # too long; across the border
    assert hashes[2:] == find_words(b"b" * 10 + b" end").hashes.tolist()


def test_a_word_that_fills_a_block_to_its_end_has_its_hash() -> None:
    text = b" " * (BLOCK - 3) + b"end next"
    assert find_words(text).hashes.tolist() == find_words(b"end next").hashes.tolist()


def test_an_empty_text_has_no_words() -> None:
    assert words(b"") == words(b"   ") == []


def test_the_table_finds_what_was_put_in_and_nothing_else() -> None:
    """Grown many times over, with far more words than it began with."""
    random = np.random.default_rng(7)
    hashes = np.unique(random.integers(1, 2**63, 50_000, dtype=np.uint64))
    places = np.arange(len(hashes), dtype=np.int32)
    table = WordTable()
    for start in range(0, len(hashes), 777):
        chosen = slice(start, start + 777)
        assert set(table.find(hashes[chosen]).tolist()) == {-1}
        table.add(hashes[chosen], places[chosen])
        assert table.find(hashes[: start + 777]).tolist() == places[: start + 777].tolist()
    assert set(table.find(hashes + np.uint64(1)).tolist()) <= {-1, *places.tolist()}
    others = random.integers(2**63, 2**64, 50_000, dtype=np.uint64)
    assert set(table.find(others).tolist()) == {-1}


def test_words_that_share_a_slot_are_kept_apart() -> None:
    """Hashes that differ in nothing that decides their first slot."""
    inverse = pow(int(SPREAD), -1, 1 << 64)
    hashes = np.array([low * inverse % (1 << 64) for low in range(1, 40)], np.uint64)
    table = WordTable()
    table.add(hashes, np.arange(39, dtype=np.int32))
    assert table.find(hashes).tolist() == list(range(39))


def test_what_has_no_hash_stays_out() -> None:
    table = WordTable()
    table.add(np.zeros(2, np.uint64), np.array([5, 6], np.int32))
    assert table.find(np.zeros(1, np.uint64)).tolist() == [-1]
