"""core/stems.py: other forms of a word are found, and its own form first."""

import pytest

from luneta.core.stems import WORD, stem_terms, stems_of, words_in

ENGLISH = "The keeper of the {} had seen it before, and so did all of those who were with him at the time."
PORTUGUESE = "O guarda do farol disse que a {} não era para os que chegam de noite, como ele já tinha visto."


def test_stems_are_those_of_the_language_of_the_text() -> None:
    assert stem_terms(ENGLISH.format("harbours")) == ["harbour"]
    assert "naveg" in stem_terms(PORTUGUESE.format("navegação"))
    assert stem_terms("harbours navegação") == []  # no language without its grammar


def test_each_stem_once_and_only_where_it_differs() -> None:
    assert stem_terms("The harbour and the Harbours of the harbours") == ["harbour"]


@pytest.mark.parametrize(
    ("word", "stem"),
    [("ponies", "pony"), ("houses", "house"), ("glass", ""), ("virus", ""), ("gas", ""), ("thesis", "")],
)
def test_english_loses_its_s_and_nothing_else(word: str, stem: str) -> None:
    assert stem_terms(f"the {word} of the town") == ([stem] if stem else [])


@pytest.mark.parametrize("word", ["v2026", "C++", "_rrf_fuse", "grammar::fa", "重跑", "de", "the", ""])
def test_only_plain_words_have_stems(word: str) -> None:
    assert stems_of(word) == ()


def test_a_stem_too_short_to_tell_words_apart_is_none() -> None:
    """The stem of "café" is "caf", a word of other notes; "casas" loses its s only."""
    assert stems_of("café") == ()
    assert stems_of("casas") == ("casa",)


@pytest.mark.parametrize(
    "text", ["The harbour_mouth at 5pm, v2x", "The Harbour at \u212aelvin's, naïve of ÁGUA", "", "a1bcd2efg é"]
)
def test_words_of_ascii_are_those_of_any_text(text: str) -> None:
    """Two expressions, one meaning; the sign of the kelvin is a k in lower case, which is ASCII."""
    assert words_in(text) == WORD.findall(text.lower())
