"""Patterns of folders and notes; what they match is tested with the rules (test_rules.py)."""

import pytest

from luneta.core.patterns import comparable, literal_root, other_case, path_expression, tidy


@pytest.mark.parametrize(
    ("pattern", "root"),
    [("A/B", "A/B"), ("A/*/C", "A"), ("*.md", ""), ("**/x", ""), ("/A/b?/c", "A"), ("20??/**", ""), ("A/**", "A")],
)
def test_the_folder_that_holds_all_a_pattern_can_match(pattern: str, root: str) -> None:
    assert literal_root(pattern) == root


@pytest.mark.parametrize(
    ("written", "tidied"),
    [("A\\B\\", "A/B"), ("./A//B", "/A/B"), ("/", "/"), ("A/**/**", "/A"), ("**/A", "**/A"), ("A/./B", "A/B")],
)
def test_tidy(written: str, tidied: str) -> None:
    assert tidy(written) == tidied


def test_comparable_composes_and_folds() -> None:
    assert comparable("Cafe\u0301", casefold=False) == "Café"
    assert comparable("CAFE\u0301", casefold=True) == "café"


def test_other_case_changes_ascii_letters_only() -> None:
    assert other_case("Straße É a1") == "sTRAßE É A1"


def test_no_pattern_is_no_expression() -> None:
    assert path_expression([], casefold=False) is None
    assert path_expression([" "], casefold=False) is None
