"""core/grammar.py: anything typed is understood, and what it becomes is asked of a real FTS5 table."""

import re
import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from luneta.core.grammar import (
    MAX_PHRASE_TERMS,
    MAX_WORDS,
    MOST_TIMES,
    Unit,
    excluded_match,
    fts_match,
    parse_query,
    searched_words,
    units,
)
from luneta.core.types import Query
from postings_table import Postings

NOTES = [
    "state-of-the-art retriever v2026.04 grammar::fa",
    "AND gate",
    "invoice retries stall overnight",
    "C++ and _rrf_fuse in foo/bar.md",
    "café au lait",
    "rank fusion of lists",
    "fusion, then rank",
]


@pytest.fixture(scope="module")
def postings() -> Postings:
    return Postings(NOTES)


@pytest.mark.parametrize(
    ("raw", "words", "phrases", "excluded", "text"),
    [
        ("two  words", ("two", "words"), (), (), "two words"),
        ("", (), (), (), ""),
        ("   \n\t", (), (), (), ""),
        ("* () {} ^ : \" - -- ''", (), (), (), ""),
        ("state-of-the-art 2026.04", ("state-of-the-art", "2026.04"), (), (), "state-of-the-art 2026.04"),
        (
            "C++ C# .env _rrf_fuse foo/bar.md @ana #tag",
            ("C++", "C#", ".env", "_rrf_fuse", "foo/bar.md", "@ana", "#tag"),
            (),
            (),
            "C++ C# .env _rrf_fuse foo/bar.md @ana #tag",
        ),
        ("What is it, then?", ("What", "is", "it", "then"), (), (), "What is it, then?"),
        ('"rank fusion" k', ("k",), ("rank fusion",), (), "rank fusion k"),
        (
            "“rank  fusion” «deux mots» „drei“",
            (),
            ("rank fusion", "deux mots", "drei"),
            (),
            "rank fusion deux mots drei",
        ),
        ('("rank fusion" k)', ("k",), ("rank fusion",), (), "rank fusion k"),
        ("a -b c", ("a", "c"), (), ("b",), "a c"),
        ('a -"b c" -“d e”', ("a",), (), ("b c", "d e"), "a"),
        ("-cafe", (), (), ("cafe",), ""),
        ("a - b --json -", ("a", "b", "--json"), (), (), "a b --json"),
        ('"unclosed phrase', ("unclosed", "phrase"), (), (), "unclosed phrase"),
        ('27" and 32" monitors', ("27", "and", "32", "monitors"), (), (), "27 and 32 monitors"),
        ('"" "!!" x', ("x",), (), (), "x"),
        ("NEAR(a b", ("NEAR(a", "b"), (), (), "NEAR(a b"),
        ("a\x00b\x07c\ud800d", ("a", "b", "c", "d"), (), (), "a b c d"),
        ("soft\u00adhyphen zero\u200bwidth \ufeffbom", ("softhyphen", "zero", "width", "bom"), (), (), None),
        ("😀 ☃☃", ("😀", "☃☃"), (), (), "😀 ☃☃"),
    ],
)
def test_parse_query(
    raw: str, words: tuple[str, ...], phrases: tuple[str, ...], excluded: tuple[str, ...], text: str | None
) -> None:
    query = parse_query(raw)
    assert (query.words, query.phrases, query.excluded) == (words, phrases, excluded)
    assert text is None or query.text == text
    assert query.blank == (not words and not phrases)


def test_what_was_typed_is_kept_in_a_form_that_can_be_sent() -> None:
    assert parse_query("a\x00 -b").raw == "a\x00 -b"
    assert parse_query("a\udc80").raw == "a\ufffd"


@pytest.mark.parametrize(
    ("typed", "found"),
    [
        # Q1: signs inside a word.
        ("state-of-the-art", [0]),
        ("2026.04", [0]),
        ("v2026.04", [0]),
        ("grammar::fa", [0]),
        ("_rrf_fuse", [3]),
        ("foo/bar.md", [3]),
        ("C++", [3]),
        # Q2: operators are words or nothing.
        ("AND", [1, 3]),
        ("foo AND", [3]),
        ("NEAR(a b", []),
        ("gate*", [1]),
        ("(gate)", [1]),
        ("gate^2", []),
        ("*", []),
        ("-cafe", []),
        ('"unclosed', []),
        ("()", []),
        ("   ", []),
        ("", []),
        ("gate\x00", [1]),
        ("😀", []),
        ("😀 gate", [1]),
        ("chunk_text : gate", [1]),
        # Q4: a question need not be in the note word by word.
        ("why do the invoice retries keep stalling at night", [2]),
        # Phrases are required, exclusions taken away, other words optional.
        ('"rank fusion"', [5]),
        ('"rank fusion" nothing', [5]),
        ('"rank fusion" "lists"', [5]),
        ('"rank fusion" "gate"', []),
        ('"!!!" gate', [1]),
        ("fusion -lists", [6]),
        ('fusion -"rank fusion"', [6]),
        ("fusion -CAFÉ -😀", [6, 5]),
        ("cafe -cafe", []),
    ],
)
def test_what_a_query_finds(postings: Postings, typed: str, found: list[int]) -> None:
    assert sorted(postings.search(typed)) == sorted(found)


def test_the_note_that_has_the_word_comes_first_not_the_one_full_of_function_words() -> None:
    notes = [f"to the end, to the start, to the {number}" for number in range(20)] + ["ship checklist"]
    assert Postings(notes).search("to the ship")[0] == 20


def test_a_note_with_more_of_the_words_comes_first() -> None:
    notes = [*(f"filler {number}" for number in range(9)), "rank lists", "rank fusion of lists by votes"]
    assert Postings(notes).search("rank fusion lists votes")[0] == 10


@pytest.mark.parametrize(
    ("typed", "searched"),
    [
        ("to the ship", ("ship",)),
        ("to be or not to be", ("to", "be", "or", "not", "to", "be")),
        ("foo AND bar", ("foo", "bar")),
        ("AND", ("AND",)),
        ("why don't the tests pass", ("tests", "pass")),
        ("what’s new in release", ("new", "release")),
        ("onde está o cajado de Morgan?", ("cajado", "Morgan")),
        ("IT support for US elections", ("IT", "support", "US", "elections")),
        ("vitamin E", ("vitamin", "E")),
        ("O cajado", ("cajado",)),
        ("HOW TO SHIP", ("SHIP",)),
        ("to-do list", ("to-do", "list")),
        ('the "to be" of', ("to be",)),
    ],
)
def test_function_words_are_left_out_when_others_remain(typed: str, searched: tuple[str, ...]) -> None:
    query = parse_query(typed)
    assert searched_words(query) == searched
    expression = fts_match(query)
    for word in query.words:
        assert (f'"{word}"' in expression) == (word in searched)


def test_units_name_everything_once_with_a_match_of_its_own() -> None:
    assert units(parse_query('Łódź "to be" the lodz LODZ 重跑测 😀 -x')) == (
        Unit("to be", '"to be"', phrase=True),
        Unit("lodz", '("Łódź" OR "lodz")', times=3),
        Unit("the", '"the"', function=True),
        Unit("重跑测", '("重跑测" OR "重跑 跑测")'),
        Unit("重跑", '"重跑"'),
        Unit("跑测", '"跑测"'),
    )


def test_a_word_counts_as_often_as_it_was_typed_up_to_a_bound() -> None:
    """Not function words, nor a phrase, nor what a word's own parts say again."""
    expression = fts_match(parse_query("the fusion of the Fusion lists"))
    assert expression == '("fusion" OR "fusion" OR ("lists" OR "list") OR "fusion of the Fusion lists")'
    assert fts_match(parse_query("fusion " * 60)).count('"fusion"') == MOST_TIMES
    assert {unit.times for unit in units(parse_query("重跑 the the"))} == {1}
    assert {unit.times for unit in units(parse_query('"rank fusion" "rank fusion"'))} == {1}


def test_common_words_count_but_do_not_suffice() -> None:
    query = parse_query("the rank fusion")
    assert fts_match(query, common=["rank"]) == '"fusion" AND ("rank" OR "fusion" OR "rank fusion")'
    assert fts_match(query, common={"rank", "fusion"}) == '("rank" OR "fusion" OR "rank fusion")'
    assert fts_match(parse_query('"rank fusion" list'), common=["list", "rank fusion"]) == (
        '"rank fusion" AND ("list" OR "rank fusion")'
    )
    assert fts_match(parse_query("the"), common=["the"]) == '"the"'


@pytest.mark.parametrize(
    ("typed", "run"),
    [
        ("what is the rank fusion", "rank fusion"),
        ("how do I stop an event from bubbling up", "stop an event from bubbling"),
        ("of one small lantern and the harbour master of old", "lantern and the harbour master"),
        ("to be or not to be", "to be or not to be"),
        ("what is fusion", None),
    ],
)
def test_the_run_of_words_that_says_most_is_looked_for_as_it_stands(typed: str, run: str | None) -> None:
    expression = fts_match(parse_query(typed))
    rows = [quoted for quoted in re.findall('"([^"]*)"', expression) if " " in quoted]
    assert rows == ([run] if run else [])


def test_exclusions_alone_have_an_expression_for_the_other_lists(postings: Postings) -> None:
    assert excluded_match(parse_query("a")) == ""
    assert postings.match(excluded_match(parse_query('x -gate -"rank fusion" -!'))) == [1, 5]


def test_a_huge_query_is_bounded() -> None:
    for raw in ("word " * 20_000, "-word " * 20_000, '"' * 100_000, "a-" * 50_000, "重" * 100_000, "(" * 100_000):
        start = time.process_time()
        query = parse_query(raw)
        assert len(query.words) + len(query.phrases) + len(query.excluded) <= MAX_WORDS
        assert len(units(query)) <= MAX_WORDS
        Postings(NOTES).search(raw)
        assert time.process_time() - start < 1
    many = " ".join(f"w{number}" for number in range(1000))
    assert parse_query(many).words == tuple(f"w{number}" for number in range(MAX_WORDS))
    assert fts_match(parse_query(f'"{many}"')).count("w") == MAX_PHRASE_TERMS


_SYNTAX = st.sampled_from(
    [
        *"\"'“”«»()[]{}*^:+-,.|&~\\/\x00\ud800😀ł重跑กำ\u0301\u3099 \n",
        " AND ",
        " OR ",
        " NOT ",
        "NEAR(",
        "chunk_text:",
        "a",
    ]
)
_TYPED = st.one_of(st.text(), st.lists(_SYNTAX, max_size=30).map("".join))


@given(_TYPED)
@settings(max_examples=400)
def test_nothing_typed_is_an_error(postings: Postings, typed: str) -> None:
    query = parse_query(typed)
    assert isinstance(query, Query)
    query.text.encode()
    query.raw.encode()
    expression = fts_match(query)
    assert (expression == "") == (not units(query))
    for part in (expression, excluded_match(query), *(unit.match for unit in units(query))):
        if part:
            postings.match(part)


@given(st.lists(st.text(alphabet="abçdéłø重跑一กม12_-.", min_size=1, max_size=8), min_size=1, max_size=5))
def test_a_note_is_found_by_each_of_its_own_words(words: list[str]) -> None:
    note = Postings([" ".join(words)])
    for word in words:
        query = parse_query(word)
        if units(query):
            assert note.search(word) == [0], word
            assert note.search(f'"{word}"') == [0] or not parse_query(f'"{word}"').phrases


def test_words_typed_in_a_row_count_as_a_phrase_too() -> None:
    assert fts_match(parse_query("rank fusion")) == '("rank" OR "fusion" OR "rank fusion")'
    assert fts_match(parse_query("fusion")) == '"fusion"'
    assert fts_match(parse_query("rank fusion tag:lists")) == fts_match(parse_query("tag:lists rank fusion"))
    assert '"rank fusion"' not in fts_match(parse_query("rank fusion tag:lists"))
    assert " ".join(["word"] * 13) not in fts_match(parse_query(" ".join(["word"] * 13)))
