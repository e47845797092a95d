"""core/occurrences.py: where the terms of a query stand in many texts at once."""

import pytest

from luneta.core.grammar import parse_query
from luneta.core.occurrences import Occurrences, find
from luneta.core.terms import Terms


def places(query: str, *texts: str) -> Occurrences:
    return find(Terms.of(parse_query(query), {}, 1000), texts)


@pytest.mark.parametrize(
    ("query", "text", "found"),
    [
        ("cat", "a cat, two cats, no category, bobcat", [("cat", True), ("cats", False)]),
        ("cats", "a cat, two cats", [("cat", False), ("cats", True)]),
        ("failures", "failing on failure; failures", [("failure", False), ("failures", True)]),
        ("requestAnimationFrame", "a request; requestanimationframe(tick)", [("requestanimationframe", True)]),
        ("internationalization", "an internationalized or internal site", [("internationalized", False)]),
        ("_rrf_fuse", "call _rrf_fuse(lists) or rrf-fused", [("rrf", True), ("fuse", True), ("rrf", True)]),
        ("東京", "重跑東京タワー", [("東京", True)]),
        ("itgc", "重跑itgc后50条", [("itgc", True)]),
    ],
)
def test_where_terms_stand(query: str, text: str, found: list[tuple[str, bool]]) -> None:
    """At the begin of a word only; a short one with nothing but a plural s behind it, a long one with any ending,
    and a very long one with no more than an ending."""
    seen = places(query, text)
    spans = zip(seen.start, seen.end, seen.exact, strict=True)
    assert [(text[start:end], bool(exact)) for start, end, exact in spans] == found


def test_each_place_is_of_its_text_and_in_order() -> None:
    seen = places("bees hive", "the hive", "", "bees", "hive and bees and hive")
    assert seen.text.tolist() == [0, 2, 3, 3, 3]
    assert seen.term.tolist() == [1, 0, 1, 0, 1]


def test_a_word_does_not_go_on_in_the_next_text() -> None:
    seen = places("failures", "a failur", "es bobs", "failure")
    assert seen.text.tolist() == [0, 2]
    assert (seen.end - seen.start).tolist() == [6, 7]


def test_some_of_the_texts_alone() -> None:
    seen = places("bees", "bees", "no", "bees bees", "bees").among(1, 3)
    assert seen.text.tolist() == [1, 1]


def test_of_one_text_that_repeats_a_word_twelve_places_are_looked_at_and_then_the_next_text() -> None:
    seen = places("spam", "spam " * 100_000, "spam")
    assert seen.text.tolist() == [0] * 12 + [1]


def test_no_text_has_no_place() -> None:
    assert len(places("spam").text) == 0
    assert len(places("spam", "eggs").text) == 0
