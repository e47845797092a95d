"""luneta.cli.mentions: `luneta mentions`."""

import pytest

from cli_runs import Home, kitchen


@pytest.fixture
def home() -> Home:
    return kitchen()


def test_mentions(home: Home) -> None:
    found = home.answer("mentions", "green", "tea")
    assert list(found) == ["names", "took_ms", "degraded", "total", "notes"]
    assert found["names"][0] == "green tea"
    assert found["total"] == sum(note["count"] for note in found["notes"])
    assert [note["path"] for note in found["notes"]] == sorted(note["path"] for note in found["notes"])
    for note in found["notes"]:
        for place in note["places"]:
            assert any(piece["match"] and piece["text"].lower() == "green tea" for piece in place["snippet"])
    shown = home.run("mentions", "green", "tea").stdout.decode()
    for note in found["notes"]:
        assert f"{note['path']} ({note['count']})" in shown


def test_what_stands_nowhere(home: Home) -> None:
    assert home.answer("mentions", "Zorgulon")["notes"] == []
    assert "“Zorgulon” stands in no note." in home.run("mentions", "Zorgulon").stdout.decode()
