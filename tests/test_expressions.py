"""Obsidian's regular expressions: read as JavaScript reads them, and never slow."""

import re
import time

import pytest

from luneta.core.expressions import LONGEST_EXPRESSION, PatternError, obsidian_expression


@pytest.mark.parametrize(
    ("source", "matched", "unmatched"),
    [
        ("^Templates\\/", ["Templates/a.md"], ["x/Templates/a.md"]),
        (".*\\.excalidraw\\.md$", ["a/b.excalidraw.md"], ["a.excalidraw.mdx", "a.md"]),
        ("a.*b.*c", ["xaybzc", "abc"], ["acb", "ab"]),
        ("a.+b", ["axb"], ["ab"]),
        ("\\d{4}-\\d{2}", ["2024-05.md"], ["24-05.md", "٢٠٢٤-٠٥.md"]),
        ("^(Anexos|Modelos)/.*", ["Anexos/a.md", "Modelos/b.md"], ["Notas/Anexos/a.md"]),
        ("[\\w-]+\\.canvas", ["my-board.canvas"], [".canvas"]),
        ("^[^/]+$", ["root.md"], ["a/b.md"]),
        ("x{,2}", ["x{,2}"], ["xx"]),
        ("[[]a", ["[a"], ["a"]),
        ("colou?r", ["color", "colour"], ["colouur"]),
        ("São", ["São/a.md", "São/a.md".replace("ã", "ã")], ["Sao/a.md"]),
        ("a|b$", ["xa1", "b"], ["bc"]),
    ],
)
def test_accepted(source: str, matched: list[str], unmatched: list[str]) -> None:
    expression = obsidian_expression(source, casefold=False)
    assert [text for text in matched + unmatched if expression.search(text)] == matched


def test_where_case_does_not_count() -> None:
    assert obsidian_expression("^\\D+\\.MD$", casefold=True).search("abc.md")


@pytest.mark.parametrize(
    ("source", "reason"),
    [
        ("(a+)+$", "repeats a group"),
        ("(a|a)*b", "repeats a group"),
        ("(a?){30}", "repeats a group"),
        ("((a{32}){32}){32}", "repeats a group"),
        ("\\w*\\w*!", "too long"),
        ("a?" * 20 + "b", "too long"),
        ("(a|a)" * 12 + "b", "too long"),
        ("(?=a)b", "looks around"),
        ("(?<x>a)", "looks around"),
        ("(a)\\1", "not supported"),
        ("\\p{L}", "not supported"),
        ("a**", "repeats nothing"),
        ("*", "repeats nothing"),
        ("(", "never closed"),
        ("a)", "not open"),
        ("[a", "never closed"),
        ("[]", "empty brackets"),
        ("[z-a]", "cannot be read"),
        ("a{3,1}", "backwards"),
        ("a{999}", "more than"),
        ("\\", "not supported"),
        ("a" * (LONGEST_EXPRESSION + 1), "longer than"),
        ("(" * 50 + "a" + ")" * 50, "nests"),
    ],
)
def test_refused_with_the_reason(source: str, reason: str) -> None:
    with pytest.raises(PatternError, match=re.escape(reason)):
        obsidian_expression(source, casefold=False)


@pytest.mark.parametrize("source", [".*.*.*.*.*.*.*.*b", "a.*a.*a.*a.*a.*a.*b", "[^b]*a?a?b", "(a|a)(a|a)(a|a)a*b"])
def test_what_is_accepted_is_quick_on_hostile_paths(source: str) -> None:
    expression = obsidian_expression(source, casefold=False)
    started = time.process_time()
    assert expression.search("a" * 400) is None
    assert time.process_time() - started < 0.5
