"""The part of a passage that is shown."""

from hypothesis import given
from hypothesis import strategies as st

from luneta.core.focus import focused

LONG = " ".join(f"Sentence number {n} tells of nothing in particular." for n in range(40))


def test_what_fits_is_left_as_it_is() -> None:
    assert focused("Short.\nEnough.", {"short": 1.0}, 100) == "Short.\nEnough."


def test_the_sentences_with_the_words_are_shown_whole_with_ellipses() -> None:
    text = LONG.replace("Sentence number 20 tells", "The lighthouse 20 tells")
    shown = focused(text, {"lighthouse": 1.0}, 200)
    assert "The lighthouse 20 tells of nothing in particular." in shown
    assert shown.startswith("… ")
    assert shown.endswith(" …")
    assert len(shown) <= 200


def test_without_a_word_of_it_the_beginning_is_shown() -> None:
    assert focused(LONG, {"lighthouse": 1.0}, 120).startswith("Sentence number 0 tells")


@given(st.text(max_size=600), st.integers(20, 200))
def test_never_too_long_and_never_invented(text: str, most: int) -> None:
    shown = focused(text, {"a": 0.5, "ab": 0.2}, most)
    assert len(shown) <= most or shown == text
    assert shown.removeprefix("… ").removesuffix(" …").strip() in text
