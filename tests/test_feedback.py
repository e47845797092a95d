"""The words that the first answers share."""

import numpy as np
import pytest

from luneta.core.feedback import counts, widened, words_of_leaders

WINGS = "The flutter of thin wings is found where wings are thin."
BOILERS = "The walls of boilers, and how they are riveted."


def said(*passages: str, order: tuple[int, ...] | None = None) -> list[float]:
    found = words_of_leaders([counts(one) for one in passages], order or tuple(range(len(passages))))
    return [float(value) for value in found]


def test_stems_are_counted_without_function_words_and_numbers() -> None:
    assert counts("The wings of a wing, 1958: x, ASAS and Açúcar") == {"wing": 2, "asa": 1, "acucar": 1}


def test_a_script_without_spaces_is_counted_by_pairs() -> None:
    assert counts("重跑测") == {"重跑": 1, "跑测": 1}


def test_who_says_what_most_leaders_say_is_like_them() -> None:
    """Of two candidates behind five leaders, four of which speak of wings."""
    others = ("Flutter of wings.", "Thin wings flutter.", WINGS, WINGS, BOILERS)
    *_, wings, boilers = said(*others, "Wings that flutter.", "Boilers and walls.")
    assert wings > 2 * boilers > 0


def test_only_the_first_ones_lead() -> None:
    passages = (WINGS, BOILERS, WINGS, WINGS, WINGS, WINGS, "Rivets.")
    one, other = said(*passages, order=(0, 2, 3, 4, 5, 1, 6))[-2:], said(*passages, order=(1, 0, 2, 3, 4, 5, 6))[-2:]
    assert said(*passages, order=(0, 2, 3, 4, 5, 1, 6))[1] == 0.0, "boilers are the sixth"
    assert said(*passages, order=(1, 0, 2, 3, 4, 5, 6))[1] > 0.0
    assert one[1] == other[1] == 0.0


def test_a_long_passage_needs_more_of_them() -> None:
    short, long = said(WINGS, WINGS, "Wings flutter.", "Wings flutter." + " Boilers have walls." * 20)[-2:]
    assert short > long > 0


def test_likeness_is_a_share() -> None:
    found = said(WINGS * 50, WINGS, BOILERS)
    assert all(0.0 <= value <= 1.0 for value in found)
    assert found[0] > found[1] > 0.2


def test_equal_terms_are_cut_the_same_way_whatever_their_order() -> None:
    """More terms than are taken, all as frequent."""
    words = [f"w{chr(97 + i % 26)}{chr(97 + i // 26)}" for i in range(60)]
    assert said(" ".join(words), words[0]) == said(" ".join(reversed(words)), words[0])


def test_passages_without_words_are_no_error() -> None:
    assert said("", "123", "the of") == [0.0, 0.0, 0.0]
    assert words_of_leaders([], []).shape == (0,)
    assert words_of_leaders([counts(WINGS)], [0]).dtype == np.float32


def test_the_same_words_are_equally_like() -> None:
    one, other = said(WINGS, WINGS.upper())
    assert one == pytest.approx(other)


def wide(*passages: str, asked: tuple[str, ...]) -> list[float]:
    found = widened([counts(one) for one in passages], range(len(passages)), asked)
    return [float(value) for value in found]


def test_headings_and_titles_are_counted_with_the_passage() -> None:
    assert counts("Thin wings.", "Wings", "Flutter") == {"thin": 1, "wing": 2, "flutte": 1}


def test_a_widened_question_finds_what_says_it_in_the_words_of_the_leaders() -> None:
    """Five leaders answer a question of vibration; behind them one note of wings, and one of nothing asked or said."""
    leaders = ("Vibration of wings.", "Wings flutter.", "Vibration: flutter.", "Flutter of wings.", "Vibration.")
    *_, flutter, walls = wide(*leaders, "Thin wings flutter.", "Boilers have walls.", asked=("vibrat",))
    assert flutter > 0.15
    assert walls == 0.0


def test_a_widened_question_is_still_the_question() -> None:
    """Two notes say as much of what the leaders say; one of them has the word that was asked for as well."""
    leaders = ("Wings flutter.",) * 5
    *_, with_it, without = wide(*leaders, "Wings and rivets.", "Wings and boilers.", asked=("rivet",))
    assert with_it > 2 * without > 0


def test_a_term_that_all_candidates_have_tells_little() -> None:
    """ "Wings" is of the subject; who flutters is told apart by it."""
    *_, flutter, wings = wide(
        "Wings flutter.", "Wings flutter.", "Wings.", "Wings.", "Wings flutter.", "Wings.", asked=()
    )
    assert flutter > 3 * wings > 0


def test_the_best_of_a_widened_question_has_all_of_it() -> None:
    assert max(wide(WINGS, BOILERS, asked=("wing",))) == pytest.approx(1.0)


def test_a_question_without_passages_or_words_is_no_error() -> None:
    assert widened([], [], ("wing",)).shape == (0,)
    assert wide("", "123", asked=("wing",)) == [0.0, 0.0]
    assert wide("", "123", asked=()) == [0.0, 0.0]
    assert widened([counts(WINGS)], [0], ("wing",)).dtype == np.float32
