"""core/terms.py: what of a query is looked for in short texts."""

import pytest

from luneta.core.grammar import parse_query
from luneta.core.terms import ALIKE, Terms, stems_of, words_of


def terms(query: str, **counts: int) -> Terms:
    return Terms.of(parse_query(query), counts, 1000)


def test_function_words_are_left_out_unless_there_is_nothing_else() -> None:
    assert terms("how to handle authentication failures").words == ("handle", "authentication", "failures")
    assert terms("to be or not to be").words == ("to", "be", "or", "not")


def test_words_of_one_stem_are_one_term() -> None:
    assert terms("failure failures").words == ("failure",)


def test_a_rare_word_is_worth_more_than_a_common_one() -> None:
    rare = terms("acetone starter", acetone=2, starter=200)
    assert rare.rarity[0] > 2 * rare.rarity[1]
    assert rare.share([1.0, 0.0]) > 0.7
    assert rare.share([1.0, 1.0]) == pytest.approx(1.0)


def test_a_word_that_the_query_says_twice_is_worth_twice_as_much() -> None:
    once = terms("titles of articles", titles=9, articles=9)
    twice = terms("titles of articles, approximate titles", titles=9, articles=9)
    assert once.rarity[0] == once.rarity[1]
    assert twice.rarity[0] == pytest.approx(2 * twice.rarity[1])


def test_a_word_that_every_chunk_has_still_says_something() -> None:
    assert terms("note", note=1000).rarity[0] > 0


def test_a_stem_is_six_letters_without_a_plural_s() -> None:
    assert stems_of(["authentication", "cats", "glass", "its", "água"]) == ["authen", "cat", "glass", "its", "água"]


def test_a_word_that_shares_the_stem_counts_for_less() -> None:
    looked_for = terms("authentication failures")
    assert looked_for.found(words_of("Authenticating a failure")) == [ALIKE, ALIKE]
    assert looked_for.found(words_of("Authentication Failures")) == [1.0, 1.0]
    assert looked_for.found(words_of("Login error recovery")) == [0.0, 0.0]
