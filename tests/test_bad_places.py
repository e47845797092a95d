"""An index folder that cannot be written, is full, or goes away: a sentence that says so, and no harm to the index."""

import contextlib
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from canonical import differences, dump, fresh, index_kept_in
from luneta.core.types import SearchOptions
from luneta.engine import Engine
from luneta.errors import LunetaError, NoIndexError
from running import Place

NOTES = 60
KEYWORD = SearchOptions(mode="keyword")


@pytest.fixture
def place(tmp_path: Path) -> Place:
    place = Place(tmp_path)
    for number in range(NOTES):
        text = " ".join(f"word{number * i % 97}" for i in range(200))
        place.write(f"n{number}.md", f"# N{number}\n\n{text} mark{number}\n")
    return place


@contextlib.contextmanager
def _disk(folder: Path, size: str) -> Iterator[None]:
    """A file system of its own in this folder, or the test is skipped."""
    folder.mkdir()
    if not sys.platform.startswith("linux") or os.geteuid() != 0:
        pytest.skip("needs Linux and root to mount a small file system")
    done = subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(folder)], capture_output=True)
    if done.returncode:
        pytest.skip(f"no file system can be mounted here: {done.stderr.decode().strip()}")
    try:
        yield
    finally:
        subprocess.run(["umount", str(folder)], check=True)


def _remounted(folder: Path, options: str) -> None:
    subprocess.run(["mount", "-o", f"remount,{options}", str(folder)], check=True)


def _error(done: "subprocess.CompletedProcess[bytes]") -> str:
    """The sentence that the command ended with."""
    assert done.returncode == 1, done.stdout
    error = json.loads(done.stdout)["error"]
    assert error["type"] == "LunetaError", error
    return str(error["message"])


def _found(place: Place, word: str) -> list[str]:
    done = place.run("search", word, "--mode", "keyword", "--json")
    assert done.returncode == 0, done.stdout + done.stderr
    return [hit["path"] for hit in json.loads(done.stdout)["hits"]]


@pytest.mark.parametrize("size", ["300k", "700k"])
def test_a_full_disk(size: str, place: Place, tmp_path: Path) -> None:
    with _disk(place.cache, size):
        for _ in range(2):
            assert "disk" in _error(place.run("index", "--json"))
        assert not list(place.cache.glob("*/*.damaged"))  # a full disk is no damage
        _remounted(place.cache, "size=20m")
        assert place.run("index").returncode == 0
        assert differences(dump(place.database), fresh(place.vault, tmp_path / "fresh")) == []


def test_a_disk_that_fills_up_later_leaves_the_index_usable(place: Place, tmp_path: Path) -> None:
    with _disk(place.cache, "3m"):
        assert place.run("index").returncode == 0
        filler = place.cache / "filler"
        with contextlib.suppress(OSError), filler.open("wb", buffering=0) as file:
            while True:
                file.write(bytes(4096))
        for number in range(NOTES):
            place.write(f"new {number}.md", f"# New {number}\n\n" + f"newer{number} " * 500)
        assert "disk" in _error(place.run("index", "--json"))
        assert _found(place, "mark7") == ["n7.md"]
        assert not list(place.cache.glob("*/*.damaged"))
        filler.unlink()
        assert place.run("index").returncode == 0
        assert differences(dump(place.database), fresh(place.vault, tmp_path / "fresh")) == []


def test_a_read_only_disk_can_be_searched(place: Place) -> None:
    with _disk(place.cache, "20m"):
        assert place.run("index").returncode == 0
        _remounted(place.cache, "ro")
        assert _found(place, "mark7") == ["n7.md"]
        assert json.loads(place.run("status", "--json").stdout)["notes"] == NOTES
        assert "cannot be written" in _error(place.run("index", "--json"))


@pytest.mark.skipif(os.name != "posix", reason="an open file cannot be removed here")
@pytest.mark.parametrize("resident", [False, True])
def test_the_index_is_removed_while_an_engine_has_it_open(resident: bool, place: Place) -> None:
    with index_kept_in(place.cache), Engine.open(place.vault, resident=resident) as engine:
        engine.index()
        assert [hit.path for hit in engine.search("mark7", KEYWORD).hits] == ["n7.md"]
        shutil.rmtree(engine.db_path.parent)
        with pytest.raises(NoIndexError):
            engine.search("mark7", KEYWORD)
        assert engine.index().encoded == NOTES
        assert [hit.path for hit in engine.search("mark7", KEYWORD).hits] == ["n7.md"]


def _index_and_remove(engine: Engine) -> None:
    with engine.writing():
        engine.index()
        shutil.rmtree(engine.db_path.parent)


@pytest.mark.skipif(os.name != "posix", reason="an open file cannot be removed here")
def test_the_index_is_removed_while_it_is_written(place: Place) -> None:
    with index_kept_in(place.cache), Engine.open(place.vault) as engine:
        with pytest.raises(LunetaError, match="cannot be written"):
            _index_and_remove(engine)
        assert engine.index().encoded == NOTES
        assert [hit.path for hit in engine.search("mark7", KEYWORD).hits] == ["n7.md"]
