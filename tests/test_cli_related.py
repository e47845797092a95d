"""luneta.cli.related: `luneta related`."""

import json

import pytest

from cli_runs import Home, kitchen, paths


@pytest.fixture
def home() -> Home:
    return kitchen()


def test_related_notes(home: Home) -> None:
    found = home.answer("related", "Kitchen/Bread.md")
    assert list(found) == ["query", "took_ms", "degraded", "hits", "filters", "remarks", "also"]
    assert "Kitchen/Bread.md" not in paths(found)
    assert {hit["path"]: hit["linked"] for hit in found["hits"]}["Kitchen/Green tea.md"] is True
    assert "Kitchen/Green tea.md" not in paths(home.answer("related", "Kitchen/Bread", "--unlinked"))
    inside = home.run("related", "Bread.md", "--json", cwd=home.vault / "Kitchen")
    assert paths(json.loads(inside.stdout)) == paths(found)
    shown = home.run("related", "Kitchen/Bread.md").stdout.decode()
    assert "Green tea (linked)" in shown
