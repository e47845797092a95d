"""core/stemtable.py: of many chunks at once, the stems that core/stems.py finds in each."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from luneta.core.stems import stem_terms
from luneta.core.stemtable import StemTable
from luneta.core.unigram import is_literal
from luneta.encoder import UnigramEncoder, load_encoder

WORDS = [
    "the", "of", "and", "with", "The", "não", "para", "que", "dos", "harbours", "Harbour", "navegação", "navegar",
    "ships", "navios", "café", "h264streams", "utf8words4all", "the4", "x1", "2nd", "snake_cases", "HTTPServers", "s",
    "l'été", "...", "\n", "—", "→", "✅done", "≥", "“quotes”", "açúcares",
]  # fmt: skip
TEXTS = st.lists(st.sampled_from(WORDS), max_size=40).map(" ".join)


@pytest.fixture(scope="module")
def encoder() -> UnigramEncoder:
    encoder = load_encoder()
    assert isinstance(encoder, UnigramEncoder)
    return encoder


@settings(deadline=None, max_examples=200)
@given(st.lists(st.tuples(TEXTS, TEXTS), min_size=1, max_size=6))
def test_the_same_stems_in_the_same_order(encoder: UnigramEncoder, chunks: list[tuple[str, str]]) -> None:
    readings = [reading for reading in encoder.read_each([text for _, text in chunks]) if reading is not None]
    assert len(readings) == len(chunks)
    table = StemTable()
    for _ in range(2):  # what is new, and what is known
        found = table.stems([head for head, _ in chunks], [each.places for each in readings], readings[0].vocabulary)
        for (head, text), stems in zip(chunks, found, strict=True):
            if stems is None:
                assert "4all" in text  # several runs of letters in a word
            else:
                assert stems == stem_terms(f"{head}\n{text}")


def test_a_vocabulary_that_grows_and_another_one(encoder: UnigramEncoder) -> None:
    table = StemTable()
    for first in range(0, 20_000, 5_000):
        text = "the keepers of " + " ".join(f"{_letters(number)}s" for number in range(first, first + 5_000))
        (reading,) = encoder.read_each([text])
        assert reading is not None
        assert table.stems([""], [reading.places], reading.vocabulary) == [stem_terms(text)]
    assert table.stems([""], [reading.places[:0]], [b"other"]) == [[]]
    assert table.stems(["the lamps"], [reading.places[:1] * 0], [b"keepers"]) == [["lamp", "keeper"]]


def test_without_chunks_there_is_nothing() -> None:
    assert StemTable().stems([], [], []) == []


def test_what_was_rewritten_is_not_literal() -> None:
    """Its words are not those that the index's stems are made of."""
    assert [is_literal(text) for text in ("plain é", "IIIª", "m² cm³", "1º")] == [True, False, False, False]


def _letters(number: int) -> str:
    return "".join(chr(ord("a") + int(digit)) for digit in f"{number:06d}")
