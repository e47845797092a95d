"""One note updated, in a process that stays and is warm: from the changed file to the commit.

The yardstick chooses its twenty notes itself, and removes and inserts them as a whole whether or not they changed.
So that both do the work that a changed note means, a sentence is first added to each of these notes, in the copy of
the vault; Luneta then updates the same notes one by one. Every round starts from fresh copies of both indexes.

Run as a program it is the measured process: it opens the vault for writing, and prints one JSON line.
"""

import argparse
import json
import sqlite3
import statistics
import time
from contextlib import closing
from pathlib import Path

import edits
from course import Course
from programs import Luneta, StepError, Yardstick
from rounds import alternate, settle
from rows import Bar, Json, Row

BAR = Bar("of it or less", 0.5)
NOTES = 20


def measure(course: Course) -> list[Row]:
    """The median over the notes."""
    paths = _notes(course)
    listed = course.work / "changed" / "paths.json"
    now: dict[str, Luneta | Yardstick | None] = {}

    def prepare(number: int) -> None:
        now.update(luneta=course.changeable_luneta(), yardstick=course.changeable_yardstick())
        edits.change(course.original, course.luneta.vault, paths, number)
        listed.write_text(json.dumps(paths), encoding="utf-8")
        settle()

    def update_yardstick() -> Json:
        yardstick = now["yardstick"]
        assert isinstance(yardstick, Yardstick)
        began = time.time()
        said: Json = yardstick.run("update", "update").json()
        if sorted(paths) != sorted(_embedded_since(yardstick.db, began)):
            raise StepError("update: the yardstick did not take the notes that were changed.")
        return said

    def update_luneta() -> Json:
        luneta = now["luneta"]
        assert isinstance(luneta, Luneta)
        return luneta.inside("update", "--paths", str(listed))

    theirs, ours = alternate(course.runs, update_yardstick if course.yardstick else None, update_luneta, before=prepare)
    details = {"notes": paths, "luneta": ours, "yardstick": theirs}
    luneta, yardstick = [said["p50_ms"] for said in ours], [said["p50_ms"] for said in theirs]
    return [Row("one note updated, p50", "ms", luneta, yardstick, BAR, details)]


def _notes(course: Course) -> list[str]:
    """Those that the yardstick takes, found by a rehearsal on a copy of its database; else some, evenly apart."""
    rehearsal = course.changeable_yardstick()
    if rehearsal is None:
        return edits.spread(course.notes(), NOTES)
    began = time.time()
    rehearsal.run("update", "update")
    return _embedded_since(rehearsal.db, began)


def _embedded_since(db: Path, began: float) -> list[str]:
    with closing(sqlite3.connect(db)) as connection:
        rows = connection.execute("SELECT DISTINCT file_path FROM chunks WHERE embedded_at >= ? ORDER BY 1", (began,))
        return [Path(path).as_posix() for (path,) in rows]


def _update_each(vault: Path, paths: list[str]) -> Json:
    from luneta.core.types import SearchOptions
    from luneta.engine import Engine

    times, encoded = [], 0
    with Engine.open(vault, resident=True) as engine:
        engine.search("warm", SearchOptions())  # loads the model and the vectors, as a process that stays has
        with engine.writing():
            engine.index_notes([])
            for path in paths:
                start = time.perf_counter()
                report = engine.index_notes([path])
                times.append((time.perf_counter() - start) * 1000)
                encoded += report.encoded
                if report.changed != 1:
                    raise SystemExit(f"{path} was changed, and Luneta did not see it.")
        if engine.degraded:
            raise SystemExit(f"This would not be the index that is meant. {engine.degraded}")
    return {
        "notes": len(times),
        "encoded": encoded,
        "p50_ms": round(statistics.median(times), 3),
        "max_ms": round(max(times), 3),
    }


def main() -> None:
    """Update the notes in this process."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--vault", type=Path, required=True)
    parser.add_argument("--paths", type=Path, required=True, help="a file with a JSON list")
    options = parser.parse_args()
    print(json.dumps(_update_each(options.vault, json.loads(options.paths.read_text(encoding="utf-8")))))


if __name__ == "__main__":
    main()
