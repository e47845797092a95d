"""core/mentions.py, mentions.py: every place where a name stands, once."""

import random
import re
from pathlib import Path

import pytest

from luneta import configure
from luneta.core.fold import fold
from luneta.core.mentions import Finder, Piece
from luneta.core.types import MentionsResult
from luneta.engine import Engine


def places(text: str, *names: str) -> list[tuple[int, str]]:
    found = Finder(names).places([Piece(0, "", text, (1, 1 + text.count("\n")))])
    return [(place.line, next(s.text for s in place.snippet if s.match)) for place in found]


def test_whole_words_in_any_case_and_with_any_accents() -> None:
    text = "MORGAN and Mórgan,\nmorgan's, not Morgana or\nCaptainmorgan; (morgan)"
    assert places(text, "Morgan") == [(1, "MORGAN"), (1, "Mórgan"), (2, "morgan"), (3, "morgan")]


def test_names_that_overlap_are_one_place() -> None:
    assert places("Morgan Vale met Vale.", "Morgan", "Morgan Vale", "Vale") == [(1, "Morgan Vale"), (1, "Vale")]


def test_a_name_runs_across_a_line_end() -> None:
    assert places("the staff of\nMorgan broke", "staff of Morgan") == [(1, "staff of\nMorgan")]


def test_what_two_windows_share_is_counted_once() -> None:
    """The second window repeats the end of the first; a name that the first one cuts off belongs to the second."""
    one = "Morgan came. " + "And the rain fell on them all day. " * 3 + "Then Morgan left, with the staff of"
    shared = "Then Morgan left, with the staff of"
    two = shared + " Morgan in his hand. Morgan slept."
    pieces = [Piece(4, "I", one, (9, 9)), Piece(5, "I", two, (9, 9))]
    assert len(list(Finder(["Morgan"]).places(pieces))) == 4
    assert len(list(Finder(["staff of Morgan"]).places(pieces))) == 1
    apart = [pieces[0], Piece(7, "I", two, (20, 20))]
    assert len(list(Finder(["Morgan"]).places(apart))) == 5


def test_a_heading_counts_once_and_not_for_every_piece_below_it() -> None:
    pieces = [
        Piece(n, "Tales > Morgan > Youth" if n else "Tales > Morgan", "A text.", (n * 5 + 3, n * 5 + 3))
        for n in (0, 1, 2)
    ]
    assert [(place.line, place.snippet[0].text) for place in Finder(["morgan"]).places(pieces)] == [(3, "Morgan")]


def test_the_snippet_is_a_part_of_the_line() -> None:
    line = "word " * 60 + "Morgan " + "other " * 60
    (place,) = Finder(["Morgan"]).places([Piece(0, "", "before\n" + line + "\nafter", (1, 3))])
    shown = "".join(segment.text for segment in place.snippet)
    assert shown in line
    assert len(shown) < 240
    assert [segment.text for segment in place.snippet if segment.match] == ["Morgan"]
    assert place.line == 2


class Vault:
    def __init__(self, root: Path) -> None:
        self.root = root

    def write(self, path: str, text: str) -> None:
        full = self.root / path
        full.parent.mkdir(parents=True, exist_ok=True)
        full.write_text(text, encoding="utf-8")

    def mentions(self, name: str, *folders: str) -> MentionsResult:
        with Engine.open(self.root) as engine:
            engine.index()
            return engine.mentions(name, folders)


@pytest.fixture
def vault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Vault:
    monkeypatch.setenv("LUNETA_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setenv("LUNETA_CONFIG_DIR", str(tmp_path / "config"))
    return Vault(tmp_path / "vault")


def summary(result: MentionsResult) -> list[tuple[str, int, list[int]]]:
    assert result.total == sum(note.count for note in result.notes)
    return [(note.path, note.count, [place.line for place in note.places]) for note in result.notes]


def test_the_note_called_so_lends_its_other_names(vault: Vault) -> None:
    vault.write("People/Kaelen.md", "---\naliases: [The Ashen Knight]\n---\nA knight without a lord.\n")
    vault.write("B.md", "First line.\nThe ashen knight rode on.\n\nKaelen slept; Kaelena did not.\n")
    vault.write("A.md", "Kaelen!\n")
    found = vault.mentions("kaelen")
    assert found.names == ("kaelen", "The Ashen Knight")
    assert summary(found) == [("A.md", 1, [1]), ("B.md", 2, [2, 4])]
    assert summary(vault.mentions("the ashen knight")) == summary(found)


def test_folders_and_rules_hold_at_once(vault: Vault) -> None:
    for folder in ("Work", "Diary", "Workshop"):
        vault.write(f"{folder}/Note.md", "Kaelen was here, in this very place.\n")
    assert [path for path, *_ in summary(vault.mentions("Kaelen", "Work"))] == ["Work/Note.md"]
    configure.add_value(vault.root, "exclude", "Diary")
    with Engine.open(vault.root) as engine:  # before any rebuild
        found = engine.mentions("Kaelen")
    assert [note.path for note in found.notes] == ["Work/Note.md", "Workshop/Note.md"]


def test_what_is_nowhere_and_what_is_no_name(vault: Vault) -> None:
    vault.write("A.md", "A text of no importance whatever.\n")
    for name in ("Kaelen", "", "  ", "…", "☃", '"', "importance AND text", "x\0y"):
        assert vault.mentions(name).total == 0, repr(name)


def test_every_place_of_long_prose_is_found_once(vault: Vault) -> None:
    """A chapter of one paragraph, cut into windows that overlap: as many places as a plain count finds."""
    chance = random.Random(11)
    words = ["rio", "noite", "barca", "Kaelen", "o Cavaleiro Cinzento", "pedra.", "vento,", "Kaelena", "e", "depois"]
    chapters = {f"Chapter {n}.md": " ".join(chance.choices(words, k=3000)) + "\n" for n in range(3)}
    for path, text in chapters.items():
        vault.write(path, text)
    vault.write(
        "Kaelen.md", "---\naliases: [Cavaleiro Cinzento]\n---\nA man of the river, of whom the chapters speak.\n"
    )
    found = {note.path: note.count for note in vault.mentions("Kaelen").notes}
    assert found == {
        path: len(re.findall(r"\bkaelen\b|cavaleiro cinzento", fold(text))) for path, text in chapters.items()
    }
