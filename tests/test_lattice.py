"""core/lattice.py: many words cut at once as each is cut by itself."""

from pathlib import Path

import orjson
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from luneta.core.lattice import LONGEST, Lattice
from luneta.core.unigram import METASPACE, UnigramTokenizer, words_of
from luneta.encoder import EMBEDDED_MODEL


@pytest.fixture(scope="module")
def tokenizer() -> UnigramTokenizer:
    model = orjson.loads((EMBEDDED_MODEL / "tokenizer.json").read_bytes())["model"]
    return UnigramTokenizer(model["vocab"], model["unk_id"])


@settings(deadline=None, max_examples=30)
@given(
    st.lists(
        st.text("abceinorstãçé0123", min_size=1, max_size=40) | st.text("ab漢字かñж\U0001d7ce", min_size=1, max_size=9),
        min_size=1,
        max_size=60,
    )
)
def test_words_of_any_letters(tokenizer: UnigramTokenizer, words: list[str]) -> None:
    many = words * 400  # few are cut one by one
    assert tokenizer.pieces_of_each(many)[: len(words)] == [tokenizer.pieces(word) for word in words]


def test_the_words_of_the_sample_vault(tokenizer: UnigramTokenizer) -> None:
    texts = [path.read_text(encoding="utf-8") for path in (Path(__file__).parent / "vault").rglob("*.md")]
    words = list({word for text in texts for word in words_of(text)})
    assert len(words) > 1000
    assert tokenizer.pieces_of_each(words) == [tokenizer.pieces(word) for word in words]


def test_of_equally_good_paths_the_same_one() -> None:
    scores = {"a": -1.0, "b": -1.0, "ab": -2.0, "ba": -2.0, "aba": -3.0, METASPACE: -1.0}
    ids = {piece: place for place, piece in enumerate(scores)}
    tokenizer = UnigramTokenizer(list(scores.items()), unknown_id=99)
    lattice = Lattice(scores, ids, -13.0)
    words = ["a" * m + "ab" * n + "ba" * m for m in range(4) for n in range(1, 6)]
    assert lattice.cut([METASPACE + word for word in words]) == [tokenizer.pieces(word) for word in words]


def test_what_it_leaves_to_others_and_what_not() -> None:
    lattice = Lattice({"a": -1.0, "b": -1.5}, {"a": 7, "b": 3}, -11.5)
    longest = "ab" * (LONGEST // 2)
    found = lattice.cut(["ab", longest + "a", "axb", longest, "b"])
    assert found == [[7, 3], None, None, [7, 3] * (LONGEST // 2), [3]]


def test_pieces_of_one_hash_bucket_are_told_apart() -> None:
    """Ten times as many pieces as the filter has room for: every bucket holds several."""
    pieces = [f"{number:x}" for number in range(1 << 16, (1 << 16) + 300_000, 1)]
    lattice = Lattice(dict.fromkeys(pieces, -1.0), {piece: place for place, piece in enumerate(pieces)}, -11.0)
    assert lattice.cut(pieces[::997]) == [[place] for place in range(0, len(pieces), 997)]
