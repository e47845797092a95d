"""Time, memory and recall of the exact scan and of the graph, from 50,000 to 1,000,000 vectors.

Vectors are those of a real index, moved a little at random until there are enough:

    python tests/bench/graph_curve.py INDEX.db [--most 1000000]
"""

import argparse
import sys
import tempfile
import time
from pathlib import Path

import apsw
import numpy as np

sys.path.insert(0, str(Path(__file__).parents[2] / "sidecar"))

from luneta.core.vectors import to_unit_length
from luneta.graph import GraphNearest
from luneta.nearest import ResidentNearest
from luneta.store import connection, vectors

SIZES = (50_000, 100_000, 250_000, 500_000, 1_000_000)
QUERIES = 100
WANTED = 30


def real_vectors(path: Path, dimensions: int) -> np.ndarray:
    """The vectors of an index."""
    db = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY)
    missing = connection.load_vector_extension(db)
    if missing:
        raise SystemExit(missing)
    return np.array(vectors.load_all(db, dimensions)[2])


def enough(real: np.ndarray, count: int, seed: int) -> np.ndarray:
    """`count` vectors: the real ones, and copies moved by a fifth of their length."""
    chance = np.random.default_rng(seed)
    unit = to_unit_length(real[chance.integers(0, len(real), count)].astype(np.float32))
    noise = chance.normal(0, 0.2 / np.sqrt(real.shape[1]), unit.shape).astype(np.float32)
    moved = to_unit_length(unit + noise)
    return np.rint(moved * (127 / np.abs(moved).max(axis=1, keepdims=True))).astype(np.int8)


def best(nearest: ResidentNearest, query: np.ndarray) -> list[int]:
    """The nearest chunks to a query, best first."""
    return [chunk for chunk, _ in sorted(nearest.find(query, WANTED, None), key=lambda row: -row[1])[:WANTED]]


def median_ms(nearest: ResidentNearest, queries: np.ndarray) -> float:
    """The median time of a query."""
    times = []
    for query in queries:
        began = time.perf_counter()
        nearest.find(query, WANTED, None)
        times.append(time.perf_counter() - began)
    return float(np.median(times)) * 1000


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("index", type=Path)
    parser.add_argument("--most", type=int, default=SIZES[-1])
    parser.add_argument("--dimensions", type=int, default=256)
    given = parser.parse_args()
    real = real_vectors(given.index, given.dimensions)
    print("| vectors | exact, ms | graph, ms | recall@30 | built in, s | graph file, MB |\n|---|---|---|---|---|---|")
    for size in SIZES:
        if size > given.most:
            break
        matrix, ids = enough(real, size, 1), list(range(size))
        queries = to_unit_length(enough(real, QUERIES, 2).astype(np.float32))
        exact = ResidentNearest(ids, ids, matrix)
        with tempfile.TemporaryDirectory() as folder:
            file = Path(folder) / "vectors.usearch"
            began = time.perf_counter()
            graph = GraphNearest(ids, ids, matrix, file=file, version="1")
            graph.wait()
            built = time.perf_counter() - began
            shares = [len(set(best(graph, query)) & set(best(exact, query))) / WANTED for query in queries]
            row = (median_ms(exact, queries), median_ms(graph, queries), np.mean(shares), built)
            megabytes = file.stat().st_size / 1e6
        print(f"| {size:,} | {row[0]:.1f} | {row[1]:.1f} | {row[2]:.3f} | {row[3]:.0f} | {megabytes:.0f} |", flush=True)


if __name__ == "__main__":
    main()
