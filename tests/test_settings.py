"""The table of settings: values are checked, text is understood, help can be made from it."""

import pytest

from luneta.core.settings import SETTINGS, SettingError, check, conflict, find_setting, parse, same_folder
from luneta.core.types import Json


def setting(name: str):  # noqa: ANN201
    found = find_setting(name)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("name", "value", "right"),
    [
        ("exclude", "Archive", "a list of folders"),
        ("exclude", ["ok", 3], "a list of texts"),
        ("exclude", ["  "], "blank"),
        ("include", ["../other"], "relative to the vault"),
        ("include", ["C:\\Notes"], "relative to the vault"),
        ("include", ["~/Notes"], "relative to the vault"),
        ("obsidian_excluded", 1, "true or false"),
        ("limit", True, "a whole number from 1 to 1000"),
        ("limit", 0, "a whole number from 1 to 1000"),
        ("limit", 2.5, "a whole number from 1 to 1000"),
        ("limit", "10", "a whole number from 1 to 1000"),
        ("weights.vectors", float("nan"), "a number from 0 to 100"),
        ("weights.vectors", -0.1, "a number from 0 to 100"),
        ("weights.vectors", 10**400, "a number from 0 to 100"),
        ("chunk_profile", "novel", "one of: auto, notes, prose"),
        ("chunk_overlap_percent", 51, "from 0 to 50"),
        ("model", None, "text"),
    ],
)
def test_a_wrong_value_says_what_is_right(name: str, value: Json, right: str) -> None:
    with pytest.raises(SettingError, match=right):
        check(setting(name), value)


@pytest.mark.parametrize(
    ("name", "text", "value"),
    [
        ("limit", " 25 ", 25),
        ("obsidian_excluded", "Yes", True),
        ("obsidian_excluded", "off", False),
        ("weights.names", "0.5", 0.5),
        ("chunk_profile", "prose", "prose"),
        ("model", "minishlab/potion-base-8M", "minishlab/potion-base-8M"),
        ("exclude", '["A", "B, C"]', ("A", "B, C")),
        ("exclude", "A, B", ("A, B",)),
        ("exclude", "[2024] old", ("[2024] old",)),
        ("exclude", "", ()),
    ],
)
def test_typed_text_is_understood(name: str, text: str, value: object) -> None:
    assert parse(setting(name), text) == value


@pytest.mark.parametrize(
    ("name", "text"), [("limit", "ten"), ("limit", "1e3"), ("obsidian_excluded", "maybe"), ("weights.names", "inf")]
)
def test_typed_text_that_is_wrong(name: str, text: str) -> None:
    with pytest.raises(SettingError):
        parse(setting(name), text)


def test_a_whole_number_written_with_a_point_is_whole() -> None:
    value = check(setting("limit"), 10.0)
    assert (value, type(value)) == (10, int)


def test_every_default_is_a_value_its_setting_takes() -> None:
    for one in SETTINGS:
        stored: Json = list(one.default) if isinstance(one.default, tuple) else one.default
        assert check(one, stored) == one.default, one.name
        assert one.meaning.endswith("."), one.name
    assert len({one.name for one in SETTINGS}) == len(SETTINGS)


def test_values_that_clash() -> None:
    values = {one.name: one.default for one in SETTINGS}
    assert conflict(values) is None
    assert "smaller" in str(conflict(values | {"chunk_min_characters": 500, "chunk_max_characters": 300}))
    off = {"weights.postings": 0.0, "weights.vectors": 0.0, "weights.names": 0.0}
    assert "above 0" in str(conflict(values | off))


def test_entries_that_say_the_same() -> None:
    assert same_folder("Private\\Keys", "/Private/Keys/")
    assert not same_folder("Private", "Private/Keys")
