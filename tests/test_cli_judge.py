"""luneta.cli.judge and luneta.cli.eval: marking right notes, and measuring by the marks."""

import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from cli_runs import Home, kitchen


@pytest.fixture
def home() -> Iterator[Home]:
    """Everybody's home, left as it was found: without marks, and with the product's own settings."""
    home = kitchen()
    yield home
    shutil.rmtree(home.vault / ".obsidian" / "plugins", ignore_errors=True)


def test_marks_are_what_eval_measures_by(home: Home) -> None:
    before = home.run("eval")
    assert before.returncode == 2
    assert "luneta judge" in before.stderr.decode()
    assert "is the right note for: green tea" in home.run("judge", "green tea", "Kitchen/Green tea").stdout.decode()
    marked = home.answer("judge", "sourdough bread", "Kitchen/Bread.md", "--partly")
    assert marked["verdict"] == "partly"
    report = home.answer("eval")
    assert report["queries"] == 2
    assert set(report["means"]) == {"keyword", "semantic", "names", "equal", "default"}
    assert report["means"]["default"]["Hit@1"] == 1.0
    shown = home.run("eval").stdout.decode()
    assert "nDCG@10" in shown
    assert "default against" in shown
    home.run("config", "set", "weights.vectors", "0")
    assert "settings" in home.answer("eval")["means"]


def test_judgments_written_by_hand(home: Home, tmp_path: Path) -> None:
    file = tmp_path / "hand.jsonl"
    file.write_text(json.dumps({"query": "green tea", "right": ["Kitchen/Bread.md"]}), encoding="utf-8")
    assert home.answer("eval", str(file))["means"]["default"]["Hit@1"] == 0.0
    gone = home.run("eval", str(file.with_name("gone.jsonl")))
    assert (gone.returncode, b"There is no golden set" in gone.stderr) == (2, True)


def test_a_note_that_is_not_there_cannot_be_marked(home: Home) -> None:
    assert home.run("judge", "green tea", "Kitchen/Gone.md").returncode == 2
