"""What was skipped, failed or lost, for people to read."""

from collections.abc import Iterable

import apsw

from luneta.core.types import Problem


def put(db: apsw.Connection, path: str, problems: Iterable[Problem], now: float) -> None:
    """Replace what is known of a path. `now`: seconds since the epoch."""
    db.execute("DELETE FROM problems WHERE path = ?", (path,))
    db.executemany(
        "INSERT INTO problems(path, kind, reason, noted_at) VALUES(?, ?, ?, ?)",
        ((path, problem.kind, problem.reason, now) for problem in problems),
    )


def by_path(db: apsw.Connection) -> dict[str, list[Problem]]:
    """Every problem, of each path that has one."""
    found: dict[str, list[Problem]] = {}
    for path, problem in all_of(db):
        found.setdefault(path, []).append(problem)
    return found


def of_path(db: apsw.Connection, path: str) -> list[Problem]:
    """What is known of one path."""
    rows = db.execute("SELECT kind, reason FROM problems WHERE path = ? ORDER BY rowid", (path,))
    return [Problem(*row) for row in rows]


def all_of(db: apsw.Connection) -> list[tuple[str, Problem]]:
    """Every problem, by path."""
    rows = db.execute("SELECT path, kind, reason FROM problems ORDER BY path, rowid")
    return [(path, Problem(kind, reason)) for path, kind, reason in rows]


def counts(db: apsw.Connection) -> dict[str, int]:
    """How many paths have a problem of each kind."""
    return dict(db.execute("SELECT kind, count(DISTINCT path) FROM problems GROUP BY kind"))
