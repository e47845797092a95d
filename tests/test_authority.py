"""core/authority.py and store/authority.py: how much weight the links of a vault give a note."""

import math
from pathlib import Path

import apsw
import pytest

from luneta.core.authority import authority
from luneta.engine import Engine
from luneta.store.signals import NoteSignals, signals


def test_a_note_that_much_is_built_on_stands_above_one_that_is_linked_once() -> None:
    """Three notes link to 9, one to 8: weight counts links. 7 has one link too, but from 9, which has weight to hand
    on: it counts who links, not only how many do."""
    found = authority([(1, 9), (2, 9), (3, 9), (4, 8), (9, 7)])
    assert found[7] > found[9] > found[8]
    assert set(found) == {7, 8, 9}


def test_the_weights_are_those_of_pagerank() -> None:
    """A ring of two and one note outside: w(1) = 1 + 0.85 w(2) + 0.85, w(2) = 1 + 0.85 w(1), solved by hand."""
    one = (1 + 0.85 + 0.85) / (1 - 0.85**2)
    two = 1 + 0.85 * one
    found = authority([(1, 2), (2, 1), (3, 1)])
    assert found == pytest.approx({1: math.log(one, 1000), 2: math.log(two, 1000)}, abs=1e-4)


def test_repeated_links_and_links_to_itself_do_not_count() -> None:
    assert authority([(1, 2), (1, 2), (2, 2)]) == authority([(1, 2)])
    assert authority([(5, 5)]) == {} == authority([])


def test_a_part_of_the_vault_that_is_not_linked_with_it_changes_nothing() -> None:
    alone = authority([(1, 2), (2, 3)])
    assert authority([(1, 2), (2, 3), (10, 11), (11, 12), (12, 10)]).items() >= alone.items()


def test_it_never_leaves_its_range() -> None:
    """A ring hands its weight round for ever; a thousand notes that link to it make it heavier still."""
    found = authority([(1, 2), (2, 1), *((source, 1) for source in range(3, 2000))])
    assert found[1] == 1.0
    assert all(0 < value <= 1 for value in found.values())


class Vault:
    """A vault with an index; what signals say of its notes, by name."""

    def __init__(self, root: Path) -> None:
        self.root = root
        root.mkdir()

    def write(self, **notes: str) -> None:
        for name, text in notes.items():
            (self.root / f"{name}.md").write_text(text, encoding="utf-8")

    def signals(self) -> dict[str, NoteSignals]:
        with Engine.open(self.root) as engine:
            engine.index()
            db = apsw.Connection(str(engine.db_path), flags=apsw.SQLITE_OPEN_READONLY)
            try:
                ids = dict(db.execute("SELECT id, path FROM notes"))
                return {ids[note].removesuffix(".md"): found for note, found in signals(db, [*ids, -5]).items()}
            finally:
                db.close()


@pytest.fixture
def vault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Vault:
    monkeypatch.setenv("LUNETA_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setenv("LUNETA_CONFIG_DIR", str(tmp_path / "config"))
    return Vault(tmp_path / "vault")


def test_signals_tell_what_is_known_of_a_note(vault: Vault) -> None:
    staff = "---\naliases: [Cajado]\ntags: [relic, lore/old]\n---\n# The staff\n\nIt broke on the bridge. #ash\n"
    vault.write(Staff=staff, One="The [[Staff|broken staff]] of old.", Two="His [[Staff|Broken  Staff]] and [[Staff]].")
    found = vault.signals()
    of_staff = found["Staff"]
    assert (of_staff.title, of_staff.aliases) == ("Staff", ("Cajado", "The staff"))
    assert of_staff.called == {"broken staff": 2, "staff": 1}
    assert of_staff.authority == pytest.approx(math.log(1 + 0.85 * 2, 1000), abs=1e-4)
    assert found["One"].authority == 0.0
    assert len(found) == 3


def test_signals_follow_the_links(vault: Vault) -> None:
    vault.write(Staff="It broke.", One="[[Staff|the rod]]", Two="[[Staff|the rod]]")
    assert vault.signals()["Staff"].called == {"the rod": 2}
    vault.write(Two="Nothing about it any more.")
    after = vault.signals()["Staff"]
    assert after.called == {"the rod": 1}
    assert after.authority == pytest.approx(math.log(1.85, 1000), abs=1e-4)
    (vault.root / "One.md").unlink()
    gone = vault.signals()["Staff"]
    assert (gone.called, gone.authority) == ({}, 0.0)


def test_a_note_whose_names_are_lost_still_has_what_the_notes_themselves_say(vault: Vault) -> None:
    vault.write(Staff="It broke.", One="[[Staff|the rod]]")
    vault.signals()
    with Engine.open(vault.root) as engine:
        db = apsw.Connection(str(engine.db_path))
        try:
            db.execute("DELETE FROM names_fts WHERE rowid = (SELECT id FROM notes WHERE path = 'Staff.md')")
            (found,) = signals(db, [db.execute("SELECT id FROM notes WHERE path = 'Staff.md'").get]).values()
        finally:
            db.close()
    assert (found.title, found.aliases, found.called) == ("Staff", (), {"the rod": 1})
