"""core/stopwords.py: the lists are in the form they are compared in, and leave names of things alone."""

from luneta.core.fold import fold
from luneta.core.stopwords import CONTRACTION_HEADS, CONTRACTION_TAILS, FUNCTION_WORDS


def test_words_are_folded() -> None:
    for words in (FUNCTION_WORDS, CONTRACTION_HEADS, CONTRACTION_TAILS):
        assert {fold(word) for word in words} == words


def test_words_that_name_things_are_not_among_them() -> None:
    assert FUNCTION_WORDS.isdisjoint(
        {"era", "will", "can", "may", "march", "sao", "use", "new", "state", "work", "mind"}
    )


def test_both_languages_are_there() -> None:
    assert {"the", "to", "how", "why", "do", "os", "para", "nao", "onde", "quem"} <= FUNCTION_WORDS
