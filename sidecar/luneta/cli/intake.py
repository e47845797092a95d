"""What `luneta ingest` shows: a table for people, one object for programs."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass

from luneta.cli import terminal
from luneta.cli.clean import clean, columns_of, shorten, shorten_left
from luneta.ingest.duplicates import routes
from luneta.ingest.filing import Applied
from luneta.ingest.profile import DIMENSIONS, Profile
from luneta.ingest.routing import Decision, Route
from luneta.ingest.run import Judged

#: Rows shown of each route; --json shows all.
_MOST_ROWS: Mapping[Route, int] = {"file": 50, "review": 50, "known": 20, "discard": 10}
_MOST_PATHS = 30
#: Thresholds whose effect --explain tells.
_STEPS = (0.45, 0.5, 0.55, 0.6, 0.65, 0.7)
_SCORE_COLUMNS = 6


@dataclass(frozen=True, slots=True)
class Shown:
    """One answer in its two faces."""

    lines: Callable[[], Iterator[str]]
    as_json: Callable[[], Mapping[str, object]]


def judged(found: Judged, profile: Profile, done: Applied | None, *, explain: bool) -> Shown:
    """The table of decisions, and what was done about them, None if it was only asked."""

    def lines() -> Iterator[str]:
        yield from _table(found, profile, explain=explain)
        if done is None:
            yield "Nothing was written. --apply does what the table says, and luneta ingest undo takes it back."
        else:
            yield _sentence(
                (len(done.filed), "filed"), (done.queued, "put into the review note"), (done.discarded, "discarded")
            )
            yield from (f"  {clean(path)}" for path in done.filed[:_MOST_PATHS])
            yield from _more(len(done.filed) - _MOST_PATHS)
            if done.filed:
                yield "luneta index makes them findable; luneta ingest undo takes them back."

    return Shown(lines, lambda: _as_json(found, done))


def reviewed(done: Applied, *, applied: bool) -> Shown:
    """What became, or would become, of the entries of the review note."""

    def lines() -> Iterator[str]:
        tense = "" if applied else "to be "
        yield _sentence(
            (len(done.filed), f"{tense}filed"), (done.forgotten, f"{tense}forgotten"), (done.waiting, "waiting")
        )
        yield from (f"  {clean(path)}" for path in done.filed[:_MOST_PATHS])
        yield from _more(len(done.filed) - _MOST_PATHS)
        yield from map(clean, done.left)
        if not applied and (done.filed or done.forgotten):
            yield "Nothing was written. luneta ingest review --apply does it, and luneta ingest undo takes it back."

    return Shown(lines, lambda: {"applied": applied, **_done(done)})


def undone(done: Applied) -> Shown:
    """What was taken back."""

    def lines() -> Iterator[str]:
        yield _sentence((len(done.removed), "removed again")) if done.removed else "Taken back."
        yield from (f"  {clean(path)}" for path in done.removed[:_MOST_PATHS])
        yield from _more(len(done.removed) - _MOST_PATHS)
        yield from map(clean, done.left)

    return Shown(lines, lambda: _done(done))


def _table(found: Judged, profile: Profile, *, explain: bool) -> Iterator[str]:
    counts = routes(found.decisions)
    titles: Mapping[Route, str] = {
        "file": f"To file, from {profile.file_from:g}",
        "review": f"For you to decide in {profile.review_note}, from {profile.review_from:g}",
        "known": "Known already",
        "discard": "Discarded",
    }
    yield (
        f"{len(found.decisions)} signals: {counts['file']} to file, {counts['review']} for you to decide, "
        f"{counts['known']} known already, {counts['discard']} to discard."
    )
    screen = terminal.of_output()
    for route, title in titles.items():
        rows = sorted((one for one in found.decisions if one.route == route), key=lambda one: -one.score.total)
        if rows:
            yield ""
            yield screen.style(title, "title")
        for decision in rows[: _MOST_ROWS[route]]:
            yield _row(decision, screen)
            if explain:
                yield from _reasons(decision, screen)
        yield from _more(len(rows) - _MOST_ROWS[route])
    if found.unreadable:
        yield ""
        yield screen.style(f"Not read: {len(found.unreadable)}", "bad")
        yield from (f"  {clean(bad.where)}: {clean(bad.reason)}" for bad in found.unreadable[:_MOST_PATHS])
        yield from _more(len(found.unreadable) - _MOST_PATHS)
    if explain and found.decisions:
        totals = [one.score.total for one in found.decisions if one.route != "known" and one.folder]
        yield ""
        yield "Filed from " + ", ".join(f"{step:.2f}: {sum(total >= step for total in totals)}" for step in _STEPS)
    yield ""


def _row(decision: Decision, screen: terminal.Terminal) -> str:
    """Score, title and place on one line; of the place the end says most."""
    where = decision.folder if decision.route in ("file", "review") else ""
    if decision.like:
        where += f"{', ' if where else ''}like {decision.like}"
    room = screen.columns - _SCORE_COLUMNS
    place = shorten_left(clean(where), room * 2 // 5)
    title_room = room - (columns_of(place) + 2 if place else 0)
    title = shorten(clean(decision.signal.title), title_room)
    gap = " " * (title_room - columns_of(title) + 2) if place else ""
    score = screen.style(f"{decision.score.total:.2f}", "good" if decision.route == "file" else "quiet")
    return f"{score}  {title}{gap}{screen.style(place, 'quiet')}"


def _reasons(decision: Decision, screen: terminal.Terminal) -> Iterator[str]:
    for name in DIMENSIONS:
        said = f"{name:<13} {decision.score.dimensions[name]:.2f}  {clean(decision.score.reasons[name])}"
        yield " " * _SCORE_COLUMNS + screen.style(shorten(said, screen.columns - _SCORE_COLUMNS), "quiet")


def _more(count: int) -> Iterator[str]:
    if count > 0:
        yield f"  and {count} more"


def _sentence(*parts: tuple[int, str]) -> str:
    said = ", ".join(f"{count} {what}" for count, what in parts if count) or "nothing to do"
    return f"{said[0].upper()}{said[1:]}."


def _as_json(found: Judged, done: Applied | None) -> Mapping[str, object]:
    return {
        "counts": dict(routes(found.decisions)),
        "signals": [
            {
                "title": decision.signal.title,
                "origin": decision.signal.origin,
                "route": decision.route,
                "folder": decision.folder,
                "like": decision.like,
                "score": decision.score.total,
                "dimensions": dict(decision.score.dimensions),
                "reasons": dict(decision.score.reasons),
            }
            for decision in found.decisions
        ],
        "unreadable": [{"where": bad.where, "reason": bad.reason} for bad in found.unreadable],
        "notices": found.notices,
        "applied": None if done is None else _done(done),
    }


def _done(done: Applied) -> Mapping[str, object]:
    return {
        "filed": done.filed,
        "queued": done.queued,
        "discarded": done.discarded,
        "forgotten": done.forgotten,
        "waiting": done.waiting,
        "removed": done.removed,
        "left": done.left,
    }
