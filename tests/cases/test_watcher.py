"""Cases W1, W2 and W3 of reports.md, and what else happens to a vault's files while a sidecar serves it."""

import json
import os
import shutil
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from luneta.client import Client
from running import Place
from serving import Sidecar, paths, processor_seconds, until, words

NOTES = {
    "Kayaks.md": "# Kayaks\n\nAna repairs kayaks by the river and sells them in spring.\n",
    "Folder/One.md": "# One\n\nThe first note of the folder tells of beekeeping in winter.\n",
    "Folder/Two.md": "# Two\n\nThe second note of the folder tells of sourdough bread.\n",
    "Folder/Deep/Three.md": "# Three\n\nThe third note of the folder tells of tidal clocks.\n",
}


@pytest.fixture
def place(tmp_path: Path) -> Place:
    made = Place(tmp_path)
    for path, text in NOTES.items():
        made.write(path, text)
    return made


def finds(client: Client, word: str, *expected: str) -> Callable[[], bool]:
    """Whether the words find these notes, in any order."""
    return lambda: sorted(words(client, word)) == sorted(expected)


def all_paths(client: Client) -> set[str]:
    return set(paths(client, "note folder tells", limit=100)) | set(paths(client, "kayaks", limit=100))


def test_w1_an_editors_temporary_file_is_no_note_and_what_it_replaces_is(place: Place) -> None:
    with Sidecar(place) as sidecar, sidecar.wait_until_ready() as client:
        temporary = place.vault / "Kayaks.md.tmp"
        temporary.write_text("# Kayaks\n\nNow all about zeppelins over the lake.\n", encoding="utf-8")
        os.replace(temporary, place.vault / "Kayaks.md")
        until(finds(client, "zeppelins", "Kayaks.md"))
        assert words(client, "river") == []
        for name in (".Kayaks.md.swp", "4913", "Kayaks.md~", ".#Kayaks.md", "#Kayaks.md#", "Kayaks.md.sb-1a2b-x"):
            (place.vault / name).write_text("# Kayaks\n\nNow all about hovercrafts.\n", encoding="utf-8")
        place.write("Last.md", "# Last\n\nWritten after them, about hovercrafts in earnest.\n")
        until(finds(client, "hovercrafts", "Last.md"))
        status = client.request({"type": "status"})
        assert (status["notes"], status["problems"]) == (5, [])


def test_w2_nothing_happens_while_nothing_happens(place: Place) -> None:
    """Indexing reads files; if that woke the watcher, it would index for ever."""
    with Sidecar(place) as sidecar, sidecar.wait_until_ready() as client:
        place.write("Kayaks.md", "# Kayaks\n\nNow all about zeppelins over the lake.\n")
        until(finds(client, "zeppelins", "Kayaks.md"))
        time.sleep(1.5)
        database = place.database
        files = [database, database.with_name("index.db-wal"), database.with_suffix(".stamp")]
        before = [(path.stat().st_mtime_ns, path.read_bytes()) for path in files if path.exists()]
        last_run, log = client.request({"type": "status"})["last_run"], sidecar.log()
        began, used = time.perf_counter(), 0.0
        if Path("/proc/self/stat").exists():
            used = processor_seconds(sidecar.process.pid)
        time.sleep(8)
        if used:
            share = (processor_seconds(sidecar.process.pid) - used) / (time.perf_counter() - began)
            assert share < 0.02, "idle, it takes 0.3 % of a processor; twice that in the noise of a test"
        assert [(path.stat().st_mtime_ns, path.read_bytes()) for path in files if path.exists()] == before
        assert client.request({"type": "status"})["last_run"] == last_run
        assert sidecar.log() == log


def test_w3_a_folder_that_moves_takes_its_notes_along(place: Place) -> None:
    with Sidecar(place) as sidecar, sidecar.wait_until_ready() as client:
        os.rename(place.vault / "Folder", place.vault / "Elsewhere")
        until(finds(client, "beekeeping", "Elsewhere/One.md"))
        until(finds(client, "tidal", "Elsewhere/Deep/Three.md"))
        place.write("Elsewhere/Two.md", "# Two\n\nThe second note tells of rye bread and of quinces.\n")
        until(finds(client, "quinces", "Elsewhere/Two.md"))
        until(lambda: not any(path.startswith("Folder/") for path in all_paths(client)))
        assert client.request({"type": "status"})["notes"] == 4


def test_a_folder_that_is_deleted_and_one_that_is_put_in(place: Place, tmp_path: Path) -> None:
    with Sidecar(place) as sidecar, sidecar.wait_until_ready() as client:
        shutil.move(place.vault / "Folder", tmp_path / "outside")
        until(lambda: client.request({"type": "status"})["notes"] == 1)
        assert words(client, "beekeeping") == []
        shutil.move(tmp_path / "outside", place.vault / "Back again")
        until(finds(client, "tidal", "Back again/Deep/Three.md"))
        assert client.request({"type": "status"})["notes"] == 4


def test_notes_that_are_made_renamed_and_deleted(place: Place) -> None:
    with Sidecar(place) as sidecar, sidecar.wait_until_ready() as client:
        place.write("New/Deeper/Note.md", "# Note\n\nA new note in a new folder about quasars.\n")
        until(finds(client, "quasars", "New/Deeper/Note.md"))
        os.rename(place.vault / "New/Deeper/Note.md", place.vault / "Renamed.md")
        until(finds(client, "quasars", "Renamed.md"))
        os.rename(place.vault / "Renamed.md", place.vault / "renamed.md")
        until(finds(client, "quasars", "renamed.md"))
        os.rename(place.vault / "renamed.md", place.vault / "Café.md")
        until(finds(client, "quasars", "Café.md"))
        (place.vault / "Café.md").unlink()
        until(finds(client, "quasars"))


def test_a_note_whose_name_is_decomposed_on_disk(place: Place) -> None:
    """I4: the event says NFD, the index NFC; there is one note of that name."""
    with Sidecar(place) as sidecar, sidecar.wait_until_ready() as client:
        name = "Re\N{COMBINING ACUTE ACCENT}sume\N{COMBINING ACUTE ACCENT}.md"
        for word in ("quasars", "pulsars"):
            place.write(name, f"# Note\n\nA note whose name is decomposed, about {word}.\n")
            until(finds(client, word, "Résumé.md"))
        assert client.request({"type": "status"})["notes"] == 5


def test_a_mass_change_is_found_whole(place: Place) -> None:
    """As a checkout or a sync does it: more notes at once than a run in the same process would take."""
    with Sidecar(place) as sidecar, sidecar.wait_until_ready() as client:
        for i in range(1200):
            place.write(f"many/{i % 40}/{i}.md", f"# Note {i}\n\nNote number n{i}n of a checkout of a branch.\n")
        until(lambda: client.request({"type": "status"})["notes"] == 1204, 60)
        for number in (0, 599, 1199):
            assert words(client, f"n{number}n") == [f"many/{number % 40}/{number}.md"]
        shutil.rmtree(place.vault / "many")
        until(lambda: client.request({"type": "status"})["notes"] == 4, 60)


def test_a_vault_that_goes_and_comes_back(place: Place) -> None:
    """An unmounted drive: the index is kept and can be searched, the state says why; afterwards all is as before."""
    with Sidecar(place) as sidecar, sidecar.wait_until_ready() as client:
        away = place.vault.with_name("away")
        os.rename(place.vault, away)
        until(lambda: client.request({"type": "status"})["state"] == "failed")
        status = client.request({"type": "status"})
        assert "Is its drive connected?" in status["reason"]
        assert (status["notes"], words(client, "beekeeping")) == (4, ["Folder/One.md"])
        place.vault.mkdir()  # the mount point, with nothing mounted
        until(lambda: "is empty, but its index is not" in (client.request({"type": "status"})["reason"] or ""))
        assert client.request({"type": "status"})["notes"] == 4
        place.vault.rmdir()
        (away / "Kayaks.md").write_text("# Kayaks\n\nNow all about zeppelins over the lake.\n", encoding="utf-8")
        os.rename(away, place.vault)
        until(finds(client, "zeppelins", "Kayaks.md"))
        until(lambda: client.request({"type": "status"})["state"] == "ready")
        place.write("Kayaks.md", "# Kayaks\n\nNow all about hovercrafts over the lake.\n")
        until(finds(client, "hovercrafts", "Kayaks.md"))


def test_what_changed_while_nobody_looked_is_found_at_start(place: Place) -> None:
    with Sidecar(place) as sidecar:
        sidecar.wait_until_ready().close()
    place.write("Kayaks.md", "# Kayaks\n\nNow all about zeppelins over the lake.\n")
    (place.vault / "Folder/One.md").unlink()
    os.rename(place.vault / "Folder/Two.md", place.vault / "Moved.md")
    with Sidecar(place) as sidecar, sidecar.client() as client:
        until(finds(client, "zeppelins", "Kayaks.md"))
        until(finds(client, "sourdough", "Moved.md"))
        until(finds(client, "beekeeping"))


def test_another_process_that_indexes_is_noticed(place: Place) -> None:
    """`luneta index --full` in a terminal: the sidecar's memory follows, and says that the index changed."""
    with Sidecar(place) as sidecar, sidecar.wait_until_ready() as client:
        done = place.run("index", "--full", "--json")
        assert json.loads(done.stdout)["changed"] == 4
        until(lambda: client.next_message()["type"] == "indexed")
        assert paths(client, "bees in the cold season", mode="semantic")[0] == "Folder/One.md"


def test_what_a_damaged_index_had_is_found_again(place: Place) -> None:
    """S3, in the service: the file is overwritten in the middle while it is served, and before the next start."""
    with Sidecar(place) as sidecar:
        sidecar.wait_until_ready().close()
    database = place.database
    with database.open("r+b") as stream:
        stream.seek(8192)
        stream.write(b"\xa5" * 4096)
    with Sidecar(place) as sidecar, sidecar.client() as client:
        until(finds(client, "beekeeping", "Folder/One.md"))
        until(lambda: client.request({"type": "status"})["state"] == "ready")
        assert client.request({"type": "status"})["notes"] == 4
    assert {path: (place.vault / path).read_text(encoding="utf-8") for path in NOTES} == NOTES
