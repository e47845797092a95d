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
