"""luneta.cli.topology: `luneta map`."""

from pathlib import Path

import pytest

from cli_runs import Home, write_notes

TEXT = "# {title}\n\nFeed the {word} starter with {word} flour and water, day {n}. {more}\n"


@pytest.fixture
def home(tmp_path: Path) -> Home:
    notes = {}
    for n in range(6):
        for word, more in (("rye", "Bake it in the oven. "), ("kayak", "Paddle along the coast. ")):
            notes[f"{word} {n}.md"] = TEXT.format(title=f"{word} {n}", word=word, n=n, more=more * 3)
    vault = tmp_path / "vault"
    write_notes(vault, notes)
    home = Home(tmp_path, vault)
    home.run("index", "--vault", str(vault))
    return home


def test_the_map_in_words_and_drawn(home: Home, tmp_path: Path) -> None:
    picture = tmp_path / "map.svg"
    shown = home.run("map", "--vault", str(home.vault), "--svg", str(picture)).stdout.decode()
    assert shown.startswith("12 notes in 2 clusters.")
    assert "Nearly the same:" in shown  # the notes of one word differ in a number
    assert "Orphans" not in shown
    assert picture.read_text(encoding="utf-8").startswith("<svg")


def test_the_map_for_programs(home: Home) -> None:
    found = home.answer("map", "--vault", str(home.vault))
    assert set(found) == {"notes", "clusters", "bridges", "orphans", "copies"}
    assert sorted(found["clusters"][0]["notes"]) in (
        [f"kayak {n}.md" for n in range(6)],
        [f"rye {n}.md" for n in range(6)],
    )


def test_a_picture_that_cannot_be_written_is_a_clear_error(home: Home, tmp_path: Path) -> None:
    failed = home.run("map", "--vault", str(home.vault), "--svg", str(tmp_path / "no such folder" / "map.svg"))
    assert failed.returncode == 2
    assert b"cannot be written" in failed.stderr
