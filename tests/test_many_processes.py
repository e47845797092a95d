"""Several processes and one index: those who search see no error, no lock and no half a note, whoever writes."""

import json
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from canonical import index_kept_in
from luneta.core.types import Hit, SearchOptions
from luneta.encoder import EMBEDDED_MODEL
from luneta.engine import Engine
from luneta.errors import IndexBusyError
from luneta.indexer import PARALLEL_FROM
from running import Place
from vault_edits import Edits

#: Enough that a full index takes several processes and several commits.
NOTES = PARALLEL_FROM + 50
QUERIES = (
    "kelp harbour",
    "lighthouse keeper ships",
    "the log of the storm",
    "maré vento",
    "鯨の歌",
    "Todo",
    "Plan salt",
)

#: Searches until it is told to stop. Every version of note i names that version in both of its sections.
SEARCHER = """
import random, re, sys
from pathlib import Path
from luneta.core.types import SearchOptions
from luneta.encoder import EMBEDDED_MODEL
from luneta.engine import Engine
from luneta.errors import NoIndexError
vault, stop, resident, seed = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3] == "resident", int(sys.argv[4])
choice, answers, seen = random.Random(seed), 0, False
with Engine.open(vault, resident=resident) as engine:
    while not stop.exists():
        number, mode = choice.randrange({0}), choice.choice(["keyword", "keyword", "hybrid", "semantic"])
        try:
            result = engine.search(f"pair{number}", SearchOptions(mode=mode, limit=5))
        except NoIndexError:
            assert not seen, "the index was there, and is no more"
            continue
        seen = True
        assert result.degraded is None, result.degraded
        for hit in result.hits:
            texts = [passage.text for passage in hit.passages]
            versions = {version for text in texts for version in re.findall(r"version(\\d+)", text)}
            assert len(versions) == 1, (hit.path, texts)
            assert all(f"pair{hit.path[1:-3]} " in text for text in texts), (hit.path, texts)
            if mode == "keyword":
                assert sorted(re.findall("(first|second) half", " ".join(texts))) == ["first", "second"], texts
            answers += 1
print(answers)
"""


def _note(number: int, version: int) -> str:
    halves = (
        f"## The {half}\n\nThe {half} half of pair{number} in version{version} here." for half in ("first", "second")
    )
    return f"# N{number}\n\n" + "\n\n".join(halves) + "\n"


@pytest.fixture
def place(tmp_path: Path) -> Place:
    return Place(tmp_path)


class Searching:
    """Six engines and two people with a shell, all searching."""

    def __init__(self, place: Place) -> None:
        self._place = place
        self._stop = place.cache.parent / "stop"
        script = SEARCHER.replace("{0}", str(NOTES))
        kinds = ["resident", "asking"] * 3
        self._engines = [
            subprocess.Popen(
                [sys.executable, "-c", script, str(place.vault), str(self._stop), kind, str(seed)],
                env=place.environment,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
            )
            for seed, kind in enumerate(kinds)
        ]
        self._complaints: list[str] = []
        self._shells = [threading.Thread(target=self._shell, args=(number,)) for number in range(2)]
        for shell in self._shells:
            shell.start()

    def _shell(self, number: int) -> None:
        seen = False
        while not self._stop.exists():
            done = self._place.run("search", f"pair{number}", "--mode", "keyword", "--json")
            seen = seen or done.returncode == 0
            if done.returncode and (seen or done.returncode != 3):  # 3: there is no index yet
                self._complaints.append((done.stdout + done.stderr).decode())

    def stop(self) -> tuple[list[int], list[str]]:
        """How many hits each engine has looked at, and every complaint."""
        self._stop.touch()
        looked = []
        for engine in self._engines:
            output, errors = engine.communicate(timeout=60)
            looked.append(int(output or 0))
            self._complaints += [errors.decode()] if engine.returncode else []
        for shell in self._shells:
            shell.join()
        return looked, self._complaints


def test_eight_search_while_one_writes(place: Place) -> None:
    for number in range(NOTES):
        place.write(f"n{number}.md", _note(number, 0))
    searching = Searching(place)
    try:
        assert place.run("index").returncode == 0
        with index_kept_in(place.cache), Engine.open(place.vault) as engine:
            for version in range(1, 7):
                for number in range(version % 5, NOTES, 5):
                    place.write(f"n{number}.md", _note(number, version))
                engine.index()
        place.write("n0.md", _note(0, 99))
        assert place.run("index").returncode == 0
    finally:
        looked, complaints = searching.stop()
    assert complaints == []
    assert min(looked) > 10  # each has seen the index


def test_a_second_writer_is_told_at_once(place: Place) -> None:
    place.write("n1.md", _note(1, 0))
    with index_kept_in(place.cache), Engine.open(place.vault) as engine, engine.writing():
        engine.index()
        with Engine.open(place.vault) as other:
            began = time.monotonic()
            with pytest.raises(IndexBusyError):
                other.index()
            assert time.monotonic() - began < 1.0
            assert [hit.path for hit in other.search("pair1", SearchOptions()).hits] == ["n1.md"]
        done = place.run("index", "--json")
        assert json.loads(done.stdout)["error"]["type"] == "IndexBusyError"
        assert [hit["path"] for hit in json.loads(place.run("search", "pair1", "--json").stdout)["hits"]] == ["n1.md"]
    assert place.run("index").returncode == 0


@pytest.mark.parametrize("resident", [False, True])
def test_who_had_the_index_open_before_a_rebuild_sees_the_new_one(resident: bool, place: Place) -> None:
    place.write("n1.md", _note(1, 0))
    with index_kept_in(place.cache), Engine.open(place.vault, resident=resident) as engine:
        engine.index()
        assert [hit.path for hit in engine.search("pair1", SearchOptions()).hits] == ["n1.md"]
        place.write("n2.md", _note(2, 0))
        if sys.platform == "win32":
            pytest.skip("an open database cannot be replaced here")
        place.database.write_bytes(b"damaged" * 1000)
        assert place.run("index").returncode == 0
        found = {hit.path for hit in engine.search("pair1 pair2", SearchOptions()).hits}
        assert found == {"n1.md", "n2.md"}


@pytest.fixture
def edited(place: Place) -> Iterator[tuple[Place, Edits]]:
    edits = Edits(place.vault, 11)
    for _ in range(25):
        edits.create()
    with index_kept_in(place.cache):
        yield place, edits


def _answers(engine: Engine) -> list[tuple[Hit, ...]]:
    found = []
    for query in QUERIES:
        for mode in ("hybrid", "semantic"):
            result = engine.search(query, SearchOptions(mode=mode, limit=20))
            assert result.degraded is None
            found.append(result.hits)
    return found


def test_vectors_in_memory_stay_equal_to_those_on_disk(edited: tuple[Place, Edits]) -> None:
    """Whether the engine that keeps them writes itself, or another one does, or they take turns."""
    place, edits = edited
    with (
        Engine.open(place.vault, resident=True) as writing,
        Engine.open(place.vault, resident=True) as reading,
        Engine.open(place.vault, resident=False) as asking,
        Engine.open(place.vault, resident=False) as other,
    ):
        writing.index()
        for step in range(24):
            touched = [path for _ in range(3) for path in edits.change()[1]]
            writer = other if step % 4 == 3 else writing
            if step % 2 and not edits.links():
                writer.index_notes(touched)
            else:
                writer.index()
            expected = _answers(asking)
            assert _answers(writing) == expected, step
            assert _answers(reading) == expected, step


@pytest.mark.parametrize("resident", [False, True])
def test_an_engine_that_is_open_while_the_model_changes(resident: bool, edited: tuple[Place, Edits]) -> None:
    """It was opened with the old model: it says that it searches by words only, and never mixes the two."""
    place, edits = edited
    with Engine.open(place.vault, resident=resident) as before:
        before.index()
        assert before.search(QUERIES[0], SearchOptions(mode="semantic")).hits != ()
        edits.set_model("none")
        with Engine.open(place.vault) as after:
            after.index()
        result = before.search(QUERIES[0], SearchOptions())
        assert result.degraded is not None
        assert "another model" in result.degraded
        assert result.hits != ()
        edits.set_model("")
        with Engine.open(place.vault) as after:
            after.index()
            expected = _answers(after)
        assert _answers(before) == expected


def test_an_index_that_is_forgotten_and_made_again(place: Place) -> None:
    place.write("n1.md", _note(1, 0))
    with index_kept_in(place.cache), Engine.open(place.vault, resident=True) as engine:
        engine.index()
        shutil.rmtree(place.cache)
        place.write("n1.md", _note(1, 5))
        assert place.run("index").returncode == 0
        (hit,) = engine.search("pair1", SearchOptions()).hits
        assert all("version5" in passage.text for passage in hit.passages)


def test_a_model_that_comes_back_is_used_again(edited: tuple[Place, Edits], tmp_path: Path) -> None:
    """A drive that was not there, a download that failed: the next run must not take that for the user's wish."""
    place, edits = edited
    model = tmp_path / "model"
    edits.set_model(str(model))
    with Engine.open(place.vault) as engine:
        assert engine.index().encoded == 0
        degraded = engine.search(QUERIES[0], SearchOptions()).degraded
        assert degraded is not None
        assert str(model) in degraded
    shutil.copytree(EMBEDDED_MODEL, model)
    with Engine.open(place.vault) as engine:
        report = engine.index()
        assert report.encoded > 0
        assert engine.search(QUERIES[0], SearchOptions(mode="semantic")).hits != ()
        assert engine.search(QUERIES[0], SearchOptions()).degraded is None
