"""core/structured.py: JSON and YAML as `key.path: value` lines."""

import json
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from luneta.core.structured import flatten, flatten_fences


@pytest.mark.parametrize(
    ("text", "language", "lines"),
    [
        ('{"a": {"b": [1, {"c": true}], "d": null}, "e": "x y"}', "json", "a.b: 1\na.b.c: true\ne: x y"),
        ('["x", {"k": 2.5}]', "json", "x\nk: 2.5"),
        (
            "server:\n  port: 8080\n  hosts: [a, b]\non: No\n",
            "yaml",
            "server.port: 8080\nserver.hosts: a\nserver.hosts: b\non: No",
        ),
    ],
)
def test_nested_keys_become_paths(text: str, language: str, lines: str) -> None:
    assert flatten(text, language) == lines


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("{", "json"),
        ("7", "json"),
        ("[]", "json"),
        ("a: b: c", "yaml"),
        ("just text", "yaml"),
        ("[" * 9000, "json"),
        ("{}" + " " * 100_000, "json"),
    ],
)
def test_what_is_no_structure_is_none(text: str, language: str) -> None:
    assert flatten(text, language) is None


def test_the_result_is_bounded_however_long_the_paths_are() -> None:
    deep = '{"' + "k" * 400 + '": ' + json.dumps([1] * 20_000) + "}"
    flat = flatten(deep, "json")
    assert flat is not None
    assert len(flat) <= 5 * len(deep) + 1000


def test_fences_lose_their_marks_and_other_code_stays() -> None:
    other = '```js\n{"a": 1}\n```\n```json\n{broken\n```\n'
    text = 'Before\n```json\n{"a": {"b": 2}}\n```\nmid\n~~~yml title\nx: 1\n~~~\n' + other
    assert flatten_fences(text) == "Before\na.b: 2\nmid\nx: 1\n" + other


def test_a_text_that_is_json_as_a_whole_is_flattened() -> None:
    assert flatten_fences(' {"name": "Luneta", "tags": ["a"]}\n') == "name: Luneta\ntags: a"
    assert flatten_fences("[ ] a task [x]") == "[ ] a task [x]"


JSONS = st.recursive(
    st.integers() | st.text(max_size=5) | st.booleans(), lambda i: st.lists(i) | st.dictionaries(st.text(max_size=5), i)
)


@given(JSONS)
def test_every_value_is_in_the_lines(value: object) -> None:
    flat = flatten(json.dumps(value), "json")
    if isinstance(value, dict | list) and value:
        assert flat is not None
        for leaf in _leaves(value):
            assert leaf in flat


def _leaves(value: object) -> list[str]:
    if isinstance(value, dict):
        return [leaf for item in value.values() for leaf in _leaves(item)]
    if isinstance(value, list):
        return [leaf for item in value for leaf in _leaves(item)]
    return [str(value).lower() if isinstance(value, bool) else str(value).encode(errors="replace").decode()]


def test_hostile_fences_take_linear_time() -> None:
    started = time.process_time()
    flatten_fences("```json\n" * 300)
    flatten('{"a":' * 15_000, "json")
    flatten("a: &a [x]\nb: [" + "*a, " * 20_000 + "]", "yaml")
    assert time.process_time() - started < 2
