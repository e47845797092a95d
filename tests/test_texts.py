"""store/texts.py: stored texts are small, come back as they were, and show damage."""

import random
import zlib
from concurrent.futures import ThreadPoolExecutor

import pytest
from hypothesis import given
from hypothesis import strategies as st

from luneta.store.texts import DamagedTextError, pack, unpack

NOTE = """The observatory opens at eight. Each visitor gets a lamp, a map of the southern sky and a chair by the wall.

- [ ] ask [[Teresa]] for the key of the dome
- [x] new batteries for the lamps
"""


@given(st.text(st.characters(codec=None), max_size=300))
def test_every_text_comes_back(text: str) -> None:
    assert unpack(pack(text)) == text


def test_lone_surrogates_and_long_texts_come_back() -> None:
    assert unpack(pack("a\ud800b")) == "a\ud800b"
    long = "".join(random.Random(1).choices("abcdefghij \n", k=1_000_000))
    assert unpack(pack(long)) == long


def test_a_short_note_takes_less_than_zlib_needs() -> None:
    """The dictionary knows how notes are written: without it a text so short hardly shrinks."""
    assert len(pack(NOTE)) < 0.9 * len(zlib.compress(NOTE.encode(), 9))


def test_the_same_text_gives_the_same_bytes() -> None:
    with ThreadPoolExecutor(4) as pool:
        assert set(pool.map(pack, [NOTE] * 200)) == {pack(NOTE)}


def test_each_byte_that_changes_shows() -> None:
    """Every single bit of every byte: the header, whose lengths can claim anything, too."""
    blob = pack(NOTE)
    for place in range(len(blob)):
        for bit in range(8):
            damaged = bytearray(blob)
            damaged[place] ^= 1 << bit
            try:
                read = unpack(bytes(damaged))
            except DamagedTextError:
                continue
            assert read == NOTE  # a bit that means nothing


@pytest.mark.parametrize("blob", [b"", b"\xff" * 40, b"\x00" * 40, b"no text of ours"])
def test_what_is_no_text_of_ours_is_damaged(blob: bytes) -> None:
    with pytest.raises(DamagedTextError):
        unpack(blob)
