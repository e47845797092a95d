"""luneta.graph: what it proposes is nearly what the exact scan finds, whatever came and went."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from luneta.core.types import SearchOptions
from luneta.core.vectors import to_unit_length
from luneta.engine import Engine
from luneta.graph import GraphNearest
from luneta.nearest import ResidentNearest

DIMENSIONS = 32


def vectors(count: int, seed: int) -> np.ndarray:
    chance = np.random.default_rng(seed)
    centres = chance.normal(size=(40, DIMENSIONS)).astype(np.float32)
    spread = chance.normal(size=(count, DIMENSIONS)).astype(np.float32)
    return np.rint(to_unit_length(centres[chance.integers(0, 40, count)] + 0.7 * spread) * 127).astype(np.int8)


def recall(graph: GraphNearest, exact: ResidentNearest, seed: int) -> float:
    queries = to_unit_length(vectors(40, seed).astype(np.float32))
    shares = []
    for query in queries:
        best = [chunk for chunk, _ in sorted(exact.find(query, 30, None), key=lambda row: -row[1])[:30]]
        found = {chunk for chunk, _ in sorted(graph.find(query, 30, None), key=lambda row: -row[1])[:30]}
        shares.append(len(found.intersection(best)) / 30)
    return sum(shares) / len(shares)


@pytest.fixture
def pair(tmp_path: Path) -> tuple[GraphNearest, ResidentNearest]:
    matrix = vectors(2000, 1)
    ids = list(range(1, 2001))
    graph = GraphNearest(ids, ids, matrix, file=tmp_path / "vectors.usearch", version="1")
    graph.wait()
    assert graph.ready
    return graph, ResidentNearest(ids, ids, matrix)


def test_it_finds_nearly_what_the_scan_finds(pair: tuple[GraphNearest, ResidentNearest]) -> None:
    assert recall(*pair, seed=2) > 0.9


def test_what_came_and_went_is_obeyed(pair: tuple[GraphNearest, ResidentNearest]) -> None:
    graph, exact = pair
    new = vectors(200, 3)
    for nearest in pair:
        for chunk in range(1, 1001):
            nearest.remove(chunk)
        for place, vector in enumerate(new):
            nearest.add(7000 + place, 7000 + place, vector.tobytes())
    query = to_unit_length(new[:1].astype(np.float32))[0]
    assert max(graph.find(query, 30, None), key=lambda row: row[1])[0] == 7000
    assert all(chunk > 1000 for chunk, _ in graph.find(query, 90, None))
    assert recall(graph, exact, seed=4) > 0.9


def test_a_vector_that_changed_is_found_at_its_new_place(pair: tuple[GraphNearest, ResidentNearest]) -> None:
    graph, _ = pair
    new = vectors(1, 9)[0]
    graph.remove(5)
    graph.add(5, 5, new.tobytes())
    query = to_unit_length(new[None].astype(np.float32))[0]
    assert max(graph.find(query, 30, None), key=lambda row: row[1])[0] == 5


def test_changes_while_it_is_built_are_not_lost(tmp_path: Path) -> None:
    matrix = vectors(8_000, 1)
    ids = list(range(8_000))
    graph = GraphNearest(ids, ids, matrix, file=tmp_path / "v.usearch", version="1")
    graph.remove(7)
    new = vectors(1, 8)[0]
    graph.add(40_000, 40_000, new.tobytes())
    graph.wait()
    query = to_unit_length(new[None].astype(np.float32))[0]
    assert max(graph.find(query, 30, None), key=lambda row: row[1])[0] == 40_000
    seven = to_unit_length(matrix[7:8].astype(np.float32))[0]
    assert 7 not in {chunk for chunk, _ in graph.find(seven, 30, None)}


def test_the_file_is_used_only_for_the_very_vectors_it_was_made_of(
    pair: tuple[GraphNearest, ResidentNearest], tmp_path: Path
) -> None:
    exact = pair[1]
    assert (tmp_path / "vectors.usearch").exists()  # kept as soon as it is built
    matrix, ids, file = vectors(2000, 1), list(range(1, 2001)), tmp_path / "vectors.usearch"
    again = GraphNearest(ids, ids, matrix, file=file, version="1")
    assert again.ready  # without building
    assert recall(again, exact, seed=2) > 0.9
    other = GraphNearest(ids, ids, matrix, file=file, version="2")
    other.close()
    fewer = GraphNearest(ids[:-1], ids[:-1], matrix[:-1], file=file, version="1")
    fewer.wait()
    assert fewer.ready
    file.write_bytes(file.read_bytes()[:1000])
    damaged = GraphNearest(ids, ids, matrix, file=file, version="1")
    damaged.wait()
    assert recall(damaged, exact, seed=2) > 0.9


def test_a_process_that_stays_uses_it_when_the_settings_say_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("CACHE", "CONFIG"):
        monkeypatch.setenv(f"LUNETA_{name}_DIR", str(tmp_path / name))
    vault = tmp_path / "vault"
    settings = vault / ".obsidian" / "plugins" / "luneta" / "data.json"
    settings.parent.mkdir(parents=True)
    settings.write_text('{"nearest": "graph"}', encoding="utf-8")
    for place, subject in enumerate(("kayaks on the river", "tax law and invoices", "bread from the oven")):
        (vault / f"{place}.md").write_text(f"All about {subject}, at some length.\n", encoding="utf-8")
    options = SearchOptions(mode="semantic")
    with Engine.open(vault, resident=True) as engine:
        engine.index()
        assert engine.search("baking a loaf", options).hits[0].path == "2.md"
        (vault / "3.md").write_text("Sourdough loaves want a hot oven, steam, and patience.\n", encoding="utf-8")
        engine.index()
        assert "3.md" in [hit.path for hit in engine.search("baking a loaf", options).hits[:2]]
    kept = list((tmp_path / "CACHE").rglob("vectors.usearch"))
    assert len(kept) == 1
    with Engine.open(vault, resident=True) as engine:
        assert {hit.path for hit in engine.search("baking a loaf", options).hits[:2]} == {"2.md", "3.md"}


@pytest.mark.parametrize("order", [("usearch.index", "onnxruntime"), ("onnxruntime", "usearch.index")])
def test_both_libraries_live_in_one_process(order: tuple[str, str]) -> None:
    pytest.importorskip("onnxruntime")
    code = f"import {order[0]}, {order[1]}; print('alive')"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False, timeout=120)
    assert (done.returncode, done.stdout) == (0, b"alive\n"), done.stderr.decode()
