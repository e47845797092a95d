"""core/terms.py: what of a query is looked for, and where it stands in a text."""

import pytest

from luneta.core.grammar import parse_query
from luneta.core.terms import ALIKE, Terms, stems_of, words_of


def terms(query: str, **counts: int) -> Terms:
    return Terms.of(parse_query(query), counts, 1000)


def stand(query: str, text: str) -> list[tuple[str, bool]]:
    """The places of a query's terms in a folded text, as (text found, exact)."""
    return [(text[place.start : place.end], place.exact) for place in terms(query).places(text)]


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


def test_a_word_that_every_chunk_has_still_says_something() -> None:
    assert terms("note", note=1000).rarity[0] > 0


def test_a_stem_is_six_letters_without_a_plural_s() -> None:
    assert stems_of(["authentication", "cats", "glass", "its", "água"]) == ["authen", "cat", "glass", "its", "água"]


@pytest.mark.parametrize(
    ("query", "text", "found"),
    [
        ("cat", "a cat, two cats, no category, bobcat", [("cat", True), ("cats", False)]),
        ("cats", "a cat, two cats", [("cat", False), ("cats", True)]),
        ("failures", "failing on failure; failures", [("failure", False), ("failures", True)]),
        ("_rrf_fuse", "call _rrf_fuse(lists) or rrf-fused", [("rrf", True), ("fuse", True), ("rrf", True)]),
        ("東京", "重跑東京タワー", [("東京", True)]),
        ("itgc", "重跑itgc后50条", [("itgc", True)]),
    ],
)
def test_where_terms_stand(query: str, text: str, found: list[tuple[str, bool]]) -> None:
    """At the begin of a word only; a short one with nothing but a plural s behind it, a long one with any ending."""
    assert stand(query, text) == found


def test_a_word_that_shares_the_stem_counts_for_less() -> None:
    looked_for = terms("authentication failures")
    assert looked_for.found(words_of("Authenticating a failure")) == [ALIKE, ALIKE]
    assert looked_for.found(words_of("Authentication Failures")) == [1.0, 1.0]
    assert looked_for.found(words_of("Login error recovery")) == [0.0, 0.0]


def test_one_text_that_repeats_a_word_cannot_take_for_ever() -> None:
    assert len(terms("spam").places("spam " * 100_000)) == 12
