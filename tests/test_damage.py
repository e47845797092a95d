"""A damaged index: a search right afterwards is right, the user is told of a rebuild, and the vault stays as it is."""

import os
import random
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import apsw
import pytest

from canonical import Dump, differences, dump, fresh, index_kept_in
from luneta.core.types import SearchOptions
from luneta.engine import Engine
from running import DOOMED, Place

KEYWORD = SearchOptions(mode="keyword")
SEA = ["kelp", "tide", "harbour", "lantern", "ropes", "maré", "vento", "storm", "gull", "anchor", "salt", "deck"]


class Sound(Place):
    """A place with an index as its writer left it, to be damaged again and again."""

    def __init__(self, base: Path) -> None:
        super().__init__(base)
        words = random.Random(3)
        for number in range(40):
            sections = [f"## Log {i}\n\n{' '.join(words.choices(SEA, k=40))} mark{number}at{i}." for i in range(4)]
            self.write(f"n{number}.md", f"# N{number}\n\n[[n{number // 2}]]\n\n" + "\n\n".join(sections))
        with index_kept_in(self.cache), Engine.open(self.vault) as engine:
            engine.index()
        self.right: Dump = dump(self.database)
        self.notes = self.bytes_of_vault()
        self._kept = base / "kept"
        shutil.copytree(self.cache, self._kept)

    def restore(self) -> None:
        """As it was, times included."""
        shutil.rmtree(self.cache)
        shutil.copytree(self._kept, self.cache)

    def searched(self) -> tuple[list[str], list[str]]:
        """The paths found by a word of one note, right away, and what the user is told."""
        with index_kept_in(self.cache), Engine.open(self.vault) as engine:
            result = engine.search("mark7at2", KEYWORD)
            return [hit.path for hit in result.hits], list(engine.notices)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Sound:
    return Sound(tmp_path_factory.mktemp("damage"))


@pytest.fixture
def place(made: Sound) -> Sound:
    made.restore()
    return made


def _overwritten(place: Sound, offset: int, data: bytes) -> None:
    with place.database.open("r+b") as file:
        file.seek(offset)
        file.write(data)


def _is_right_again(place: Sound, *, told: bool) -> None:
    found, notices = place.searched()
    assert found == ["n7.md"]  # the one note with that word
    assert any("built anew" in notice for notice in notices) or not told, notices
    assert place.bytes_of_vault() == place.notes
    assert differences(dump(place.database), place.right) == []
    assert place.searched() == (["n7.md"], [])  # told once


@pytest.mark.parametrize("share", [0, 0.07, 0.13, 0.21, 0.335, 0.42, 0.58, 0.66, 0.74, 0.87, 0.93, 0.999])
def test_1_kb_of_garbage(share: float, place: Sound) -> None:
    size = place.database.stat().st_size
    _overwritten(place, int(size * share), random.Random(share).randbytes(1024))
    _is_right_again(place, told=False)  # garbage in a page that holds nothing harms nothing


def test_1_kb_of_garbage_where_everything_is_in_use(place: Sound) -> None:
    size = place.database.stat().st_size
    for offset in (0, size - 1024):
        place.restore()
        _overwritten(place, offset, b"\xa5" * 1024)
        _is_right_again(place, told=True)


def test_garbage_among_the_vectors_is_found_though_any_bytes_are_a_vector(place: Sound) -> None:
    vector = next(row[2] for row in place.right["vectors"] if row[0] == "n20.md")
    assert isinstance(vector, bytes)
    at = place.database.read_bytes().index(vector)
    _overwritten(place, at + 100, b"\x01\x02\x03\x04")
    _is_right_again(place, told=True)


@pytest.mark.parametrize("length", [0, 1, 100, 4096, 0.5, -4096, -1])
def test_cut_off(length: float, place: Sound) -> None:
    size = place.database.stat().st_size
    os.truncate(place.database, int(size * length) if 0 < length < 1 else int(length) % size)
    _is_right_again(place, told=True)


def _other_database(path: Path) -> None:
    path.unlink()
    db = apsw.Connection(str(path))
    db.execute("CREATE TABLE notes(id, path)")
    db.close()


def _folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


REPLACED: dict[str, Callable[[Path], object]] = {
    "text": lambda path: path.write_text("# A note, not a database\n" * 500, encoding="utf-8"),
    "zeros": lambda path: path.write_bytes(bytes(path.stat().st_size)),
    "nothing": lambda path: path.write_bytes(b""),
    "another program's database": _other_database,
    "a folder": _folder,
}


@pytest.mark.parametrize("by", REPLACED)
def test_replaced(by: str, place: Sound) -> None:
    REPLACED[by](place.database)
    _is_right_again(place, told=True)


@pytest.mark.parametrize("stamp", [b"", b"garbage", b"[1, 2]", b"\xff\xfe", b'{"size": null}', b"null", None])
def test_a_lost_stamp_costs_a_check_and_nothing_else(stamp: bytes | None, place: Sound) -> None:
    path = place.database.with_suffix(".stamp")
    path.unlink() if stamp is None else path.write_bytes(stamp)
    before = place.database.read_bytes()
    assert place.searched() == (["n7.md"], [])
    assert place.database.read_bytes() == before


@pytest.mark.parametrize("beside", ["index.db-wal", "index.db-shm"])
@pytest.mark.parametrize("size", [0, 100, 50_000])
def test_a_strange_log_or_its_index_beside_the_database(beside: str, size: int, place: Sound) -> None:
    place.database.with_name(beside).write_bytes(random.Random(size).randbytes(size))
    _is_right_again(place, told=False)


@pytest.mark.parametrize("lost", [("-shm",), ("-wal",), ("-wal", "-shm")], ids=" and ".join)
@pytest.mark.parametrize("statements", [100, 700])
def test_what_a_killed_run_leaves_is_enough(
    statements: int, lost: tuple[str, ...], place: Sound, tmp_path: Path
) -> None:
    for number in range(40):
        place.write(
            f"n{number}.md",
            place.notes[f"n{number}.md"].decode() + f"\n\n## New\n\nnew{number} of the day, with the tide.\n",
        )
    try:
        command = [sys.executable, "-c", DOOMED, str(place.vault), str(statements)]
        subprocess.run(command, env=place.environment, capture_output=True, check=False)
        for suffix in lost:
            place.database.with_name(place.database.name + suffix).unlink(missing_ok=True)
        found, _ = place.searched()
        assert found == ["n7.md"]  # a search alone, before any run
        assert place.run("index").returncode == 0
        with index_kept_in(place.cache), Engine.open(place.vault) as engine:
            assert [hit.path for hit in engine.search("new31", KEYWORD).hits] == ["n31.md"]
            assert differences(dump(engine.db_path), fresh(place.vault, tmp_path)) == []
    finally:
        for path, data in place.notes.items():
            (place.vault / path).write_bytes(data)


def test_damage_that_is_met_on_the_way_is_mended_on_the_way(place: Sound) -> None:
    """The file looks as it was left, so it was not checked; its damage shows when a text is read."""
    db = apsw.Connection(str(place.database))
    blob = db.execute(
        "SELECT c.text FROM chunks c JOIN notes n ON n.id = note WHERE path = 'n7.md' AND ordinal = 2"
    ).get
    db.close()
    state = place.database.stat()
    at = place.database.read_bytes().index(blob)
    _overwritten(place, at + 20, b"\0\0\0\0")
    os.utime(place.database, ns=(state.st_atime_ns, state.st_mtime_ns))
    _is_right_again(place, told=True)
