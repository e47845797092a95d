"""core/snippet.py: the shown text is a slice of the passage, and the window is the best one."""

import itertools
import statistics
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from luneta.core.grammar import parse_query
from luneta.core.snippet import WIDTH, Matcher, mark, snippet
from luneta.core.types import Segment

FILLER = "Nothing of interest stands in this sentence. "


def shown(segments: tuple[Segment, ...]) -> str:
    return "".join(segment.text for segment in segments)


def matched(segments: tuple[Segment, ...]) -> list[str]:
    return [segment.text for segment in segments if segment.match]


def test_accents_stay_as_written_and_only_the_word_is_marked() -> None:
    text = "e\u0301e\u0301e\u0301 café ici"
    assert snippet(text, parse_query("cafe")) == (
        Segment("e\u0301e\u0301e\u0301 ", False),
        Segment("café", True),
        Segment(" ici", False),
    )


def test_the_window_shows_the_most_distinct_words() -> None:
    text = "rank rank rank. " + FILLER * 10 + "Here rank meets fusion. " + FILLER * 10 + "fusion. " + FILLER * 3
    segments = snippet(text, parse_query("rank fusion"))
    assert matched(segments) == ["rank", "fusion"]
    assert shown(segments).startswith("Here rank meets fusion. ")


def test_a_longer_word_wins_over_a_shorter_one() -> None:
    text = "An ox. " + FILLER * 10 + "Elephants. " + FILLER * 10
    assert matched(snippet(text, parse_query("ox elephants"))) == ["Elephants"]


def test_the_earliest_of_equal_places_is_shown() -> None:
    text = FILLER * 10 + "First fox. " + FILLER * 10 + "Second fox. " + FILLER * 10
    assert shown(snippet(text, parse_query("fox"))).startswith("First fox.")


def test_the_window_starts_at_words_when_no_sentence_is_in_reach_and_ends_at_a_word() -> None:
    text = "word " * 200 + "fox " + "tail " * 200
    segments = snippet(text, parse_query("fox"))
    whole = shown(segments)
    assert len(whole) <= WIDTH
    assert set(whole.split()) == {"word", "fox", "tail"}
    assert not whole.startswith(" ")
    assert not whole.endswith(" ")


def test_near_the_end_the_window_is_still_full() -> None:
    text = "word " * 200 + "fox"
    whole = shown(snippet(text, parse_query("fox")))
    assert whole.endswith("fox")
    assert WIDTH - 5 <= len(whole) <= WIDTH


def test_line_ends_are_kept() -> None:
    assert shown(snippet("a fox\r\n\r\n- b\n\tc", parse_query("fox"))) == "a fox\r\n\r\n- b\n\tc"


@pytest.mark.parametrize(
    ("text", "start"),
    [
        ("---\n\n# Title\n\nText", "Title\n\nText"),
        ("\n \n***\n* * *\n  ### Deep\nText", "Deep\nText"),
        ("plain", "plain"),
        ("  indented", "indented"),
        ("---", "---"),
        ("- item\n---\nText", "- item\n---\nText"),
        ("#tag first", "#tag first"),
        ("", ""),
        (" \n\t", ""),
    ],
)
def test_without_a_match_it_is_the_start_of_what_is_said(text: str, start: str) -> None:
    expected = (Segment(start, False),) if start else ()
    assert snippet(text, parse_query("zebra")) == expected
    assert snippet(text, parse_query("")) == expected


def test_the_start_of_a_long_text_ends_at_a_word() -> None:
    whole = shown(snippet(FILLER * 20, parse_query("zebra")))
    assert (FILLER * 20).startswith(whole + " ")
    assert WIDTH - 20 < len(whole) <= WIDTH


def test_a_redaction_marker_is_never_cut_nor_marked_inside() -> None:
    marker = "[REDACTED:github-token]"
    for shift in range(60):
        text = "x" * (WIDTH - 30 + shift) + marker + "y" * 300
        for typed in ("zebra", "redacted github"):
            whole = shown(snippet(text, parse_query(typed)))
            assert whole.count("[") == whole.count(marker)
            assert matched(snippet(text, parse_query(typed))) == []


def test_an_accent_is_not_parted_from_its_letter() -> None:
    text = "e\u0301" * 400
    for width in (9, 10, 11):
        assert shown(snippet(text, parse_query("zebra"), width=width)).endswith("\u0301")


def test_touching_and_overlapping_matches_are_one_segment() -> None:
    assert matched(mark("重跑测试", parse_query("重跑测试"))) == ["重跑测试"]
    assert matched(mark("机器学习", parse_query("重机器学"))) == ["机器学"]
    assert matched(mark("x rank fusion", parse_query('"rank fusion" fusion'))) == ["rank fusion"]


def test_mark_covers_the_whole_text() -> None:
    text = FILLER * 30 + "fox " + FILLER * 30
    segments = mark(text, parse_query("fox"))
    assert shown(segments) == text
    assert matched(segments) == ["fox"]


_PIECES = [
    *("fox", "Fóx", "fo\u0301x", "rank fusion", "state-of-the-art", "重跑", "ทดสอบ", "ß", "x" * 50, "😀"),
    *(" ", "\n\n", ". ", "。", "---\n", "# ", "\u0301", "[REDACTED:aws-key]"),
]
_TEXT = st.lists(st.one_of(st.sampled_from(_PIECES), st.text(max_size=5)), max_size=60).map("".join)
_TYPED = st.sampled_from(["fox", "fox rank", '"rank fusion" 重跑测', "state-of-the-art ß", "ทดสอบ", "zebra", "", "the"])


@given(_TEXT, _TYPED, st.integers(1, 120))
@settings(max_examples=400)
def test_invariants(text: str, typed: str, width: int) -> None:
    matcher = Matcher(parse_query(typed))
    segments = matcher.snippet(text, width=width)
    whole = shown(segments)
    assert whole in text
    assert bool(whole) == bool(text.strip())
    assert whole == whole.strip() or not whole.strip()
    assert len(whole.replace("[REDACTED:aws-key]", "").replace("\u0301", "")) <= width + 20
    for one, other in itertools.pairwise(segments):
        assert one.match != other.match
    assert all(segment.text for segment in segments)
    if matched(matcher.mark(text)) and not text.lstrip().startswith(("#", "-")):
        assert matched(segments)
    assert shown(matcher.mark(text)) == text


def test_thirty_passages_take_a_few_milliseconds() -> None:
    """The bar is 5 ms on a quiet machine; the bound leaves room for a busy one."""
    text = ("The ship left the harbour at dawn with a full crew and a hold of salt, and nobody saw it again. " * 21)[
        :2000
    ]
    spent = []
    for _ in range(5):
        start = time.process_time()
        matcher = Matcher(parse_query("where did the ship with the salt go"))
        for _ in range(30):
            matcher.snippet(text)
        spent.append(time.process_time() - start)
    assert statistics.median(spent) < 0.025
