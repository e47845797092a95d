"""The sidecar on an index that is there: how soon it answers, how soon a saved note is found, and whether queries
notice that notes are indexed.

Run as a program it is the measured sidecar's only client: it starts `luneta serve` on the vault, and prints one line of
JSON.
"""

import argparse
import json
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from pathlib import Path

from course import Course
from rounds import alternate, settle
from rows import Bar, Json, Row

from luneta.client import Client

READY = Bar("or less", 1.0)
FIRST = Bar("or less", 1.5)
SAVED = Bar("or less", 1000)
SHARE = Bar("or less", 2.0)
SAVES = 50
#: Queries of the quiet measure, and the pause between two: somebody who types.
QUERIES, PAUSE_SECONDS = 100, 0.03
_PATIENCE = 600


def measure(course: Course) -> list[Row]:
    """Each round is a sidecar of its own, on a copy of the index."""
    listed = course.work / "service-queries.json"
    listed.write_text(json.dumps(course.query_lines()[:50]), encoding="utf-8")
    settle()
    _, ours = alternate(
        course.runs, None, lambda: course.changeable_luneta().inside("service", "--queries", str(listed))
    )

    def row(what: str, unit: str, key: str, bar: Bar) -> Row:
        return Row(what, unit, [said[key] for said in ours], (), bar, {"luneta": ours})

    return [
        row("sidecar: port open", "s", "ready", READY),
        row("sidecar: first answer", "s", "first", FIRST),
        row("sidecar: save to searchable, p95", "ms", "saved_p95_ms", SAVED),
        row("sidecar: query p95 while all is indexed, by the quiet one", "times", "share", SHARE),
    ]


def _serve(vault: Path, queries: Sequence[str]) -> Json:
    began = time.perf_counter()
    command = [sys.executable, "-m", "luneta", "serve", "--vault", str(vault), "--parent-pipe"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as sidecar:
        assert sidecar.stdin is not None
        assert sidecar.stdout is not None
        sidecar.stdout.readline()
        ready = time.perf_counter() - began
        try:
            with Client.connect(vault, timeout=_PATIENCE) as client:
                client.request({"type": "search", "query": queries[0]})
                first = time.perf_counter() - began
                while client.request({"type": "status"})["state"] not in ("ready", "degraded"):
                    time.sleep(0.1)
                quiet = _ask(client, queries, QUERIES)
                saved = _save(client, vault)
                busy = _ask_while_indexing(client, vault, queries)
        finally:
            sidecar.stdin.close()
    return {
        "ready": ready,
        "first": first,
        "saved_p95_ms": _p95(saved) * 1000,
        "quiet_p95_ms": _p95(quiet) * 1000,
        "busy_p95_ms": _p95(busy) * 1000,
        "busy_queries": len(busy),
        "share": _p95(busy) / _p95(quiet),
    }


def _ask(client: Client, queries: Sequence[str], count: int, until: threading.Event | None = None) -> list[float]:
    """The seconds of so many queries, or of as many as are asked until something has happened (and one more)."""
    took: list[float] = []
    while len(took) < count if until is None else not (took and until.is_set()):
        began = time.perf_counter()
        client.request({"type": "search", "query": queries[len(took) % len(queries)]})
        took.append(time.perf_counter() - began)
        time.sleep(PAUSE_SECONDS)
    return took


def _save(client: Client, vault: Path) -> list[float]:
    """The seconds from a save until a query finds the new word."""
    note = vault / "A note that is saved.md"
    took = []
    for number in range(SAVES):
        word = f"zqx{number}saved"
        began = time.perf_counter()
        note.write_text(f"# Saved\n\nThe word {word} of a note that is saved again and again.\n", encoding="utf-8")
        while not client.request({"type": "search", "query": word, "mode": "keyword"})["hits"]:
            time.sleep(0.005)
        took.append(time.perf_counter() - began)
    note.unlink()
    return took


def _ask_while_indexing(client: Client, vault: Path, queries: Sequence[str]) -> list[float]:
    done = threading.Event()

    def reindex() -> None:
        with Client.connect(vault, timeout=_PATIENCE) as other:
            other.request({"type": "reindex", "scope": "all"})
        done.set()

    thread = threading.Thread(target=reindex)
    thread.start()
    took = _ask(client, queries, 0, done)
    thread.join()
    return took


def _p95(times: Sequence[float]) -> float:
    return statistics.quantiles(times, n=20)[-1] if len(times) > 1 else times[0]


def main() -> None:
    """Measure a sidecar from this process."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--vault", type=Path, required=True)
    parser.add_argument("--queries", type=Path, required=True, help="a file with a JSON list")
    options = parser.parse_args()
    print(json.dumps(_serve(options.vault, json.loads(options.queries.read_text(encoding="utf-8")))))


if __name__ == "__main__":
    main()
