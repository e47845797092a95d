"""core/highlight.py: which characters of the source a query marks."""

import time

import pytest

from luneta.core.grammar import parse_query
from luneta.core.highlight import Highlighter


def marked(typed: str, text: str) -> list[str]:
    return [text[start:end] for start, end, _ in Highlighter(parse_query(typed)).spans(text)]


@pytest.mark.parametrize(
    ("typed", "text", "found"),
    [
        ("cafe", "e\u0301e\u0301e\u0301 café ici", ["café"]),
        ("cafe", "ééé cafe\u0301 ici", ["cafe\u0301"]),
        ("CAFÉ", "a cafe, Café", ["cafe", "Café"]),
        ("fox", "Foxes fox firefox fox's _fox_", ["fox", "fox", "fox"]),
        ("lodz", "Łódź, Łódźki", ["Łódź"]),
        ("Łódź", "Lodz", ["Lodz"]),
        ("strasse", "Straße", ["Straße"]),
        ("state-of-the-art", "a state-of-the-art, state of\nthe art", ["state-of-the-art", "state of\nthe art"]),
        ("state-of-the-art", "state, of course the art", []),
        ("art", "state-of-the-art", ["art"]),
        ("C++", "C and C++ and c", ["C++"]),
        ("C++", "only C here", ["C"]),
        ("_rrf_fuse", "call _rrf_fuse(x) or rrf_fuse", ["_rrf_fuse"]),
        ("grammar::fa", "use grammar::fa;", ["grammar::fa"]),
        ("2026.04", "since v2026.04", ["v2026.04"]),
        ("Gandalf's", "Gandalf’s staff, Gandalf", ["Gandalf", "Gandalf’s", "Gandalf"]),
        ('"rank fusion"', "Rank\n  **fusion** and rank", ["Rank\n  **fusion"]),
        ("to the ship", "to the ship", ["ship"]),
        ("to be", "not to be", ["to", "be"]),
        ("itgc", "重跑gen-itgc后50条", ["itgc"]),
        ("重跑", "重跑gen", ["重跑"]),
        ("跑", "重跑gen", ["跑"]),
        ("カラス", "ガラスとカラス", ["ラス", "カラス", "カラ", "ラス"]),
        ("か", "か\u3099 か", ["か"]),
        ("हिन्दी", "हिन्दी हन्द", ["हिन्दी"]),
        ("m2", "10 m²", ["m²"]),
        ("dada", "dadada dada", ["dada"]),
        ("a-a", "xa-a-a", ["a-a"]),
        ("redacted aws", "redacted [REDACTED:aws-key] aws", ["redacted", "aws"]),
        ("-fox dog", "fox dog", ["dog"]),
        ("😀", "😀", []),
        ("", "text", []),
    ],
)
def test_what_is_marked(typed: str, text: str, found: list[str]) -> None:
    assert sorted(marked(typed, text)) == sorted(found)


def test_longer_words_weigh_more() -> None:
    highlighter = Highlighter(parse_query('ox elephants "rank fusion" ox'))
    assert highlighter.weights == [len("rank fusion"), len("ox"), len("elephants")]
    assert highlighter.spans("ox, elephants")[1] == (4, 13, 2)


def test_hostile_text_takes_linear_time() -> None:
    for typed, text in [
        ("a-b", "a " * 500_000),
        ("a-b", "a" + " " * 1_000_000),
        ("aa", "a" * 1_000_000),
        ("重重重", "重" * 100_000),
    ]:
        start = time.process_time()
        Highlighter(parse_query(typed)).spans(text)
        assert time.process_time() - start < 3


ENGLISH = "The {} was seen by all of the men who had been there, and they did not know what it was."
PORTUGUESE = "Não se sabe se a {} era para eles ou para os que já estavam no farol, como foi dito."


@pytest.mark.parametrize(
    ("typed", "text", "found"),
    [
        ("harbour", ENGLISH.format("harbours"), ["harbours"]),
        ("harbours", ENGLISH.format("Harbour"), ["Harbour"]),
        ("navegar", PORTUGUESE.format("navegação"), ["navegação"]),
        ("navegação", PORTUGUESE.format("nave"), []),
        ("navegar", ENGLISH.format("navegação"), []),  # it was not found by its stem there
        ("porto", PORTUGUESE.format("porta"), ["porta"]),  # the stemmer's mistake, and the search's as well
        ("porto", ENGLISH.format("porta"), []),
        ("harbour", "Harbours", ["Harbours"]),
        ("query", ENGLISH.format("queries"), ["queries"]),  # a word need not begin with the whole of its stem
        ("dependência", PORTUGUESE.format("dependentes"), ["dependentes"]),
        ("portos", "Porta", []),  # a title: nothing tells its language
        ("harbour", ENGLISH.format("harbours2"), []),
        ("cafés", ENGLISH.format("cafe\u0301s cafés"), ["cafe\u0301s", "cafés"]),
        ('"harbour wall"', ENGLISH.format("harbours wall"), []),  # phrases are meant to the letter
        ("theirs", ENGLISH.format("their"), []),
        ("harbour", ENGLISH.format("[REDACTED:harbours]"), []),
    ],
)
def test_other_forms_of_a_word_are_marked_where_they_are_found(typed: str, text: str, found: list[str]) -> None:
    assert marked(typed, text) == found


def test_the_words_that_a_mistyped_one_is_meant_for_are_marked_as_it() -> None:
    query = parse_query("mrogan staff")
    highlighter = Highlighter(query, {"mrogan": {"morgan": 1}})
    text = ENGLISH.format("staff of Morgan, of the Morgans,")
    assert [(text[a:b], n) for a, b, n in highlighter.spans(text)] == [("staff", 1), ("Morgan", 0), ("Morgans", 0)]
    assert highlighter.weights == [len("mrogan"), len("staff")]
    assert Highlighter(query).spans("Morgan") == []
