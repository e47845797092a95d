"""The same index and the same query give the same bytes; the same notes give the same index, in whatever order."""

import json
import os
import random
import shutil
from pathlib import Path

import pytest

from canonical import differences, dump, fresh, index_kept_in
from luneta.cli import face
from luneta.core.types import Mode, SearchOptions
from luneta.engine import Engine
from running import Place
from vault_edits import Edits

QUERIES = (
    "kelp harbour",
    "lighthouse keeper",
    '"the ships" lamp',
    "maré -vento",
    "鯨の歌",
    "todo",
    "Plan",
    "salt tide buoy",
)
MODES: tuple[Mode, ...] = ("hybrid", "keyword", "semantic", "names")


@pytest.fixture
def place(tmp_path: Path) -> Place:
    """Notes by chance, and twenty of one text, which tie in every list."""
    place = Place(tmp_path)
    edits = Edits(place.vault, 21)
    for _ in range(60):
        edits.create()
    for link in edits.links():
        link.unlink()
    for number in range(20):
        place.write(
            f"Copies/{number % 3}/Plan.{number}.md",
            "---\ntitle: Plan\n---\n\nThe lighthouse keeper counts the ships.\n",
        )
    return place


def _answers(engine: Engine) -> list[bytes]:
    """Every query in every mode as the machine's face, without the time taken; then what is related."""
    found = [engine.search(query, SearchOptions(mode=mode)) for query in QUERIES for mode in MODES]
    found += [engine.related("Copies/1/Plan.7.md", SearchOptions(limit=limit)) for limit in (1, 5, 30)]
    answers = []
    for result in found:
        answer = face.search(result)
        del answer["took_ms"]
        answers.append(json.dumps(answer, sort_keys=False).encode())
    return answers


def test_the_same_bytes_each_time(place: Place) -> None:
    with index_kept_in(place.cache), Engine.open(place.vault) as engine:
        engine.index()
        first = _answers(engine)
        assert _answers(engine) == first
        with Engine.open(place.vault, resident=True) as resident:
            assert _answers(resident) == first
    outputs = set()
    for seed in ("0", "1", "42"):  # whatever order sets and dictionaries of a process have
        place.environment = {**place.environment, "PYTHONHASHSEED": seed}
        answer = json.loads(place.run("search", "lighthouse keeper plan", "--json", "--explain").stdout)
        assert answer.pop("took_ms") > 0
        outputs.add(json.dumps(answer))
    assert len(outputs) == 1


@pytest.mark.parametrize("seed", [1, 2])
def test_the_same_index_in_whatever_order_notes_come(seed: int, place: Place, tmp_path: Path) -> None:
    right = fresh(place.vault, tmp_path / "right")
    with index_kept_in(tmp_path / "right"), Engine.open(place.vault) as engine:
        expected = _answers(engine)
    paths = [path.relative_to(place.vault) for path in place.vault.rglob("*") if path.is_file()]
    random.Random(seed).shuffle(paths)
    other = tmp_path / "other"
    (other / ".obsidian").mkdir(parents=True)
    with index_kept_in(place.cache), Engine.open(other, resident=seed == 1) as engine:
        for first in range(0, len(paths), 9):  # in several runs, so that ids have another order too
            for path in paths[first : first + 9]:
                (other / path).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(place.vault / path, other / path)
            engine.index()
        assert differences(dump(engine.db_path), right) == []
        assert _answers(engine) == expected


def test_ties_go_by_path(place: Place) -> None:
    with index_kept_in(place.cache), Engine.open(place.vault) as engine:
        engine.index()
        for mode in MODES:
            hits = engine.search("plan lighthouse keeper counts ships", SearchOptions(mode=mode, limit=50)).hits
            copies = [hit.path for hit in hits if hit.path.startswith("Copies/")]
            scores = [hit.score for hit in hits if hit.path.startswith("Copies/")]
            if mode in ("semantic", "names"):
                assert len(copies) == 20, mode
            assert scores == sorted(scores, reverse=True)
            assert copies == sorted(copies), mode


def test_the_clock_and_the_locale_decide_nothing(place: Place) -> None:
    assert place.run("index").returncode == 0
    answers = set()
    for zone, language in (("UTC", "C"), ("Asia/Tokyo", "tr_TR.UTF-8"), ("America/Sao_Paulo", "pt_BR.UTF-8")):
        place.environment = {**os.environ, **place.environment, "TZ": zone, "LC_ALL": language, "LANG": language}
        answer = json.loads(place.run("search", "ISPARTA İzmir kelp", "--json").stdout)
        assert answer.pop("took_ms") > 0
        answers.add(json.dumps(answer))
    assert len(answers) == 1
