"""core/signs.py: words whose signs are part of them."""

import pytest

from luneta.core.signs import TERM, signed_terms, signed_word


@pytest.mark.parametrize(
    ("text", "terms"),
    [
        ("In C++ and C#, not in C.", ["cplusplus", "csharp"]),
        ("C++, c++ and C++11", ["cplusplus"]),
        ("F♯ is F# here, and A# too", ["fsharp", "asharp"]),
        ("Ä++", ["aplusplus"]),
        ("# Heading\n\n#tag a #b c##", []),
        ("see issue#12 and 3++ and 2#", []),
        ("a+++b +++ ++ #", []),
        ("aLongIdentifier++", []),
        ("plain words", []),
    ],
)
def test_the_terms_of_such_words(text: str, terms: list[str]) -> None:
    assert signed_terms(text) == terms


def test_only_one_word_by_itself_is_looked_for_so() -> None:
    assert signed_word("C++") == ["cplusplus"]
    assert signed_word("in C++") == signed_word("C+") == signed_word("++") == []


def test_a_word_keeps_its_signs() -> None:
    assert TERM.findall("c++ or c#, a+b x#y c+++ plain") == ["c++", "or", "c#", "a", "b", "x", "y", "c", "plain"]
