"""core/yamlnodes.py: YAML without YAML's surprises, the same with and without libyaml."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from luneta.core import yamlnodes
from luneta.core.yamlnodes import PurePythonReading, UnreadableError, mapping, tree


def test_a_mapping_keeps_order_and_repeated_keys() -> None:
    odd: dict[str, list[str]] = {}
    entries = mapping("b: 1\na: [x, 2, null]\nb: {c: d}\n", odd)
    assert entries is not None
    assert [(key, value.json, value.texts, value.listed) for key, value in entries] == [
        ("b", 1, ("1",), False),
        ("a", ["x", 2, None], ("x", "2"), True),
        ("b", {"c": "d"}, ("d",), False),
    ]
    assert odd == {}


@pytest.mark.parametrize("text", ["just text", "- a\n- b", "", "# comment"])
def test_other_documents_are_no_mapping(text: str) -> None:
    assert mapping(text, {}) is None


@pytest.mark.parametrize(
    "text", ["a: b: c", "a: [", "\tx: y", "*unknown", "[" * 3000, "a: 1\n---\nb: 2", 'x: "\\ud800"']
)
def test_what_is_no_yaml_is_unreadable_in_one_line(text: str) -> None:
    with pytest.raises(UnreadableError) as caught:
        tree(text)
    assert str(caught.value)
    assert "\n" not in str(caught.value)


def test_tags_run_nothing() -> None:
    assert tree("a: !!python/object/apply:os.getcwd []") == {"a": []}


def test_large_numbers_stay_exact() -> None:
    assert tree("[123456789012345, 1234567890123456, 1e5, 0x1F, .nan, 1_000]") == [
        123456789012345,
        "1234567890123456",
        "1e5",
        "0x1F",
        ".nan",
        "1_000",
    ]


SCALARS = st.sampled_from(["x", "12:30", "0123", "true", "~", "'q: r'", '"é\\n"', "2024-05-01", "a b", "-5", "1.25"])
VALUES = st.recursive(SCALARS, lambda inner: st.lists(inner, max_size=4).map(lambda items: f"[{', '.join(items)}]"))


@given(st.lists(st.tuples(st.sampled_from(["a", "b c", "é", "1"]), VALUES), max_size=6))
def test_the_parser_without_libyaml_reads_the_same(pairs: list[tuple[str, str]]) -> None:
    text = "".join(f"{key}: {value}\n" for key, value in pairs)
    assert mapping(text, {}) == mapping(text, {}, PurePythonReading)
    assert yamlnodes.tree(text) == yamlnodes.tree(text, PurePythonReading)
