"""`luneta ingest`."""

import sys
from argparse import Namespace
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from pathlib import Path

from luneta.cli import exits, face, stream, terminal
from luneta.cli.clean import clean
from luneta.cli.vaults import chosen_vault
from luneta.errors import UsageError
from luneta.ingest.duplicates import routes
from luneta.ingest.filing import Applied, Filing
from luneta.ingest.profile import DIMENSIONS, Profile, load_profile
from luneta.ingest.readers import clipboard_signal
from luneta.ingest.routing import Decision
from luneta.ingest.run import Judged, judge_sources

#: Rows shown of each route; --json shows all.
_MOST_ROWS = 30
_MARKS = {"file": "file", "review": "review", "known": "known", "discard": "drop"}


def run(arguments: Namespace) -> int:
    """Judge signals, or with `review` and `undo` as the source finish or take back a run."""
    vault = chosen_vault(arguments.vault)
    profile = load_profile(Path(arguments.profile) if arguments.profile else None)
    filing = Filing(vault, profile)
    if arguments.sources in (["review"], ["undo"]):
        ended = filing.undo() if arguments.sources == ["undo"] else filing.review(date.today())
        return _tell(ended, arguments.json)
    if not arguments.sources:
        raise UsageError("Name a source: a file or folder of signals, or - for text on standard input.")
    typed = [clipboard_signal(sys.stdin.buffer.read().decode("utf-8", "replace"))] if "-" in arguments.sources else []
    judged = judge_sources(vault, [Path(name) for name in arguments.sources if name != "-"], profile, typed)
    done = filing.apply(judged.decisions, date.today()) if arguments.apply else None
    if arguments.json:
        stream.write_bytes(face.encode(_as_json(judged, done)))
        return exits.FINE
    stream.tell(judged.notices)
    stream.write("\n".join(_page(judged, profile, explain=arguments.explain)) + "\n")
    if done is None:
        stream.write("Nothing was written. --apply does what the table says; luneta ingest undo takes it back.\n")
        return exits.FINE
    return _tell(done, False)


def _page(judged: Judged, profile: Profile, *, explain: bool) -> Iterator[str]:
    screen = terminal.of_output()
    counts = routes(judged.decisions)
    yield (
        f"{len(judged.decisions)} signals: {counts['file']} to file (from {profile.file_from:g}), {counts['review']} "
        f"to review (from {profile.review_from:g}), {counts['known']} known already, {counts['discard']} to discard."
    )
    for route in ("file", "review", "known", "discard"):
        rows = sorted((d for d in judged.decisions if d.route == route), key=lambda d: -d.score.total)
        if rows:
            yield ""
        for decision in rows[:_MOST_ROWS]:
            yield _row(decision, screen)
            if explain:
                yield from _reasons(decision)
        if len(rows) > _MOST_ROWS:
            yield f"  and {len(rows) - _MOST_ROWS} more"
    if judged.unreadable:
        yield ""
        yield f"Not read: {len(judged.unreadable)}"
        yield from (f"  {clean(bad.where)}: {clean(bad.reason)}" for bad in judged.unreadable[:_MOST_ROWS])
    yield ""


def _row(decision: Decision, screen: terminal.Terminal) -> str:
    where = decision.folder if decision.route in ("file", "review") else ""
    if decision.like:
        where = f"{where + ', ' if where else ''}like {decision.like}"
    title = clean(" ".join(decision.signal.title.split()))[:80]
    mark = screen.style(f"{_MARKS[decision.route]:<6}", "good" if decision.route == "file" else "quiet")
    return f"{decision.score.total:.2f}  {mark}  {title}" + (f"  ({clean(where)})" if where else "")


def _reasons(decision: Decision) -> Iterator[str]:
    for name in DIMENSIONS:
        yield f"        {name:<14}{decision.score.dimensions[name]:.2f}  {clean(decision.score.reasons[name])}"


def _as_json(judged: Judged, done: Applied | None) -> Mapping[str, object]:
    return {
        "counts": dict(routes(judged.decisions)),
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
            for decision in judged.decisions
        ],
        "unreadable": [{"where": bad.where, "reason": bad.reason} for bad in judged.unreadable],
        "notices": judged.notices,
        "applied": None if done is None else _applied(done),
    }


def _applied(done: Applied) -> Mapping[str, object]:
    return {
        "filed": done.filed,
        "queued": done.queued,
        "discarded": done.discarded,
        "removed": done.removed,
        "left": done.left,
    }


def _tell(done: Applied, as_json: bool) -> int:
    if as_json:
        stream.write_bytes(face.encode(_applied(done)))
        return exits.FINE
    told: Sequence[tuple[int, str]] = (
        (len(done.filed), "filed"),
        (done.queued, "put into the review note"),
        (done.discarded, "discarded, and logged"),
        (len(done.removed), "removed again"),
    )
    said = ", ".join(f"{count} {what}" for count, what in told if count) or "nothing to do"
    lines = [
        f"{said[0].upper()}{said[1:]}.",
        *(f"  {clean(path)}" for path in [*done.filed, *done.removed][:_MOST_ROWS]),
    ]
    stream.write("\n".join([*lines, *map(clean, done.left)]) + "\n")
    return exits.FINE
