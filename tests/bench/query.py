"""A query, warm, in process: each line of the queries once unmeasured and then five times, as the yardstick does it.

Run as a program it is the measured process: it opens the vault as a process that stays does, and prints one JSON line.
"""

import argparse
import json
import statistics
import time
from functools import cache
from pathlib import Path

from course import Course
from machine import peak_megabytes
from programs import Luneta, Yardstick
from rounds import alternate
from rows import Bar, Json, Row

P50_BAR = Bar("times as fast", 8)
P95_BAR = Bar("times as fast", 10)
_WARM_RUNS = 5


def measure(course: Course) -> list[Row]:
    """The median and the 95th percentile over all queries."""
    theirs, ours = served(course)
    details = {"luneta": ours, "yardstick": theirs}
    return [
        Row("query, p50", "ms", [r["p50_ms"] for r in ours], [r["p50_ms"] for r in theirs], P50_BAR, details),
        Row("query, p95", "ms", [r["p95_ms"] for r in ours], [r["p95_ms"] for r in theirs], P95_BAR),
    ]


@cache
def served(course: Course) -> tuple[list[Json], list[Json]]:
    """What the yardstick's and Luneta's processes said after answering all queries, a round each.

    Measured once for each course: `memory` reads it too.
    """
    return serve("query", course.luneta, course.yardstick, course.queries, course.runs)


def serve(
    step: str, luneta: Luneta, yardstick: Yardstick | None, queries: Path, runs: int
) -> tuple[list[Json], list[Json]]:
    """Have both answer these queries in turns, each time in a new process."""

    def ask_yardstick() -> Json:
        assert yardstick is not None
        said: Json = yardstick.run(step, "query", "--queries", str(queries)).json()
        return said

    return alternate(
        runs, ask_yardstick if yardstick else None, lambda: luneta.inside("query", "--queries", str(queries))
    )


def _answer_all(vault: Path, lines: list[str]) -> Json:
    from luneta.core.types import SearchOptions
    from luneta.engine import Engine

    options = SearchOptions()
    times, answered = [], 0
    with Engine.open(vault, resident=True) as engine:
        for line in lines:
            answered += bool(engine.search(line, options).hits)
            for _ in range(_WARM_RUNS):
                start = time.perf_counter()
                engine.search(line, options)
                times.append((time.perf_counter() - start) * 1000)
        if engine.degraded:
            raise SystemExit(f"This would not be the search that is meant. {engine.degraded}")
    return {
        "queries": len(lines),
        "answered": answered,
        "p50_ms": round(statistics.median(times), 3),
        "p95_ms": round(statistics.quantiles(times, n=20)[18], 3),
        "max_ms": round(max(times), 3),
        "peak_mb": peak_megabytes(),
    }


def main() -> None:
    """Answer the queries in this process."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--vault", type=Path, required=True)
    parser.add_argument("--queries", type=Path, required=True)
    options = parser.parse_args()
    lines = [line for line in options.queries.read_text(encoding="utf-8").splitlines() if line.strip()]
    print(json.dumps(_answer_all(options.vault, lines)))


if __name__ == "__main__":
    main()
