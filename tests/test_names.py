"""core/names.py: how well a query says what a note is called."""

import pytest

from luneta.core.names import EXACT, NameQuery, errors_allowed, may_say, name_key, read, score, trust


def of(query: str, *names: str, **more: object) -> float:
    return score(NameQuery.of(query), map(read, names), **more)  # type: ignore[arg-type]


def test_the_name_letter_for_letter_comes_before_everything() -> None:
    """Case, accents and signs are no letters; the same words in another order are the name, but not its letters."""
    assert of("o cajado de morgan", "O Cajado de Mórgan") == EXACT
    assert of("morgan cajado", "O Cajado de Morgan") == 1.0
    assert 0 < of("morgan", "O Cajado de Morgan") < 1.0


def test_a_name_that_says_more_than_the_query_fits_less() -> None:
    assert of("morgan", "Morgan") > of("morgan", "Morgan's staff") > of("morgan", "Morgan's first staff and sword")


def test_the_last_word_may_still_be_typed() -> None:
    assert of("the broken sta", "The broken staff") > 0.8
    assert of("sta broken", "The broken staff") < of("broken sta", "The broken staff") < 1.0
    assert of("s", "Staff") == 0.0


def test_a_mistyped_word_counts_for_less_than_the_word_itself() -> None:
    once, twice = ({"mrogan": {"morgan": errors}} for errors in (1, 2))
    by_errors = [score(NameQuery.of("mrogan", meant), [read("Morgan")]) for meant in (once, twice)]
    assert of("morgan", "Morgan") > by_errors[0] > by_errors[1] > 0.6
    assert of("mrogan", "Morgan") == 0.0


def test_what_others_call_a_note_counts_as_far_as_it_can_be_believed() -> None:
    """Five notes that say "the broken staff" make a name of it; its own name still comes first."""
    believed, fancy, generic = trust(5, 5), trust(1, 1), trust(3, 300)
    assert EXACT > of("broken staff", "Cajado", called={"broken staff": believed}) > 1.0
    assert of("broken staff", "Cajado", called={"broken staff": fancy}) == 1.0
    assert of("here", "Cajado", called={"here": generic}) < 0.55
    assert of("staff", "Cajado", called={"broken staff": believed}) == pytest.approx(0.5 * believed)


def test_what_cannot_say_a_term_is_told_of_all_texts_at_once() -> None:
    """No term is found across the border of two texts."""
    assert may_say(["the rod", "broken staff"], ["morgan", "staff"])
    assert not may_say(["the rod", "broken staff"], ["morgan"])
    assert not may_say(["rod", "broken"], ["rodbroken"])
    assert not may_say([], ["staff"])


def test_trust_in_a_link_text_grows_with_those_who_say_it_and_falls_with_what_else_it_is_said_of() -> None:
    assert 0 < trust(1, 1) < trust(2, 2) < trust(20, 20) < 1
    assert trust(5, 5) > trust(5, 10) > trust(5, 100)
    assert trust(0, 0) == 0.0


def test_words_that_stand_in_the_folder_help_a_name_that_fits() -> None:
    assert of("rome hotels", "Hotels", folder="Trips/Rome") > of("rome hotels", "Hotels", folder="Trips/Oslo")
    assert of("rome", "Hotels", folder="Trips/Rome") == 0.0


@pytest.mark.parametrize(
    ("word", "errors"), [("eco", 0), ("morgan", 1), ("fernanda", 2), ("s2013b", 0), ("重跑重跑", 0)]
)
def test_short_words_and_numbers_have_no_typing_errors(word: str, errors: int) -> None:
    assert errors_allowed(word) == errors


def test_the_key_of_a_name_is_its_folded_words() -> None:
    assert name_key(" O  Cajado_de Mórgan! ") == "o cajado de morgan"
    assert name_key("…") == ""
