"""`luneta index`."""

import os
import signal
import sys
from argparse import Namespace
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from types import FrameType

from luneta.cli import exits, face, progress, stream
from luneta.cli.clean import clean
from luneta.cli.vaults import chosen_vault
from luneta.engine import Engine
from luneta.errors import IndexBusyError
from luneta.reports import IndexReport

STOPPING = "Stopping after the note at hand (Ctrl-C again ends at once)."
GO_ON = "Stopped. What is done is kept: the next `luneta index` goes on from there."


def run(arguments: Namespace) -> int:
    """Index the vault and say what was done. Returns 130 when Ctrl-C stopped it."""
    vault = chosen_vault(arguments.vault)
    with Engine.open(vault) as engine, stop_flag() as stop, progress.shown() as show:
        try:
            report = engine.index(full=arguments.full, progress=show, stop=stop)
        except (
            IndexBusyError
        ):  # if it is the sidecar, which also writes whenever a note is saved, it can do this as well
            from luneta.cli.asking import reindex

            report = reindex(vault, full=arguments.full, progress=show, stop=stop)
    if arguments.json:
        stream.write_bytes(face.encode(face.index(report)))
    else:
        stream.write(summary(report))
    if report.interrupted:
        stream.complain(GO_ON)
        return exits.INTERRUPTED
    return exits.FINE


@contextmanager
def stop_flag() -> Iterator[Callable[[], bool]]:
    """Whether Ctrl-C was pressed. A second Ctrl-C ends the process there and then; the index survives that."""
    pressed = False

    def press(number: int, frame: FrameType | None) -> None:
        nonlocal pressed
        if pressed:
            _end_at_once()
        pressed = True
        _say(f"\n{STOPPING}\n")

    before = signal.signal(signal.SIGINT, press)
    try:
        yield lambda: pressed
    finally:
        signal.signal(signal.SIGINT, before)


def _end_at_once() -> None:
    if sys.stderr is not None and sys.stderr.isatty():
        _say("\x1b[?25h")  # the live bar hides the cursor
    os._exit(exits.INTERRUPTED)


def _say(text: str) -> None:
    """To standard error past Python's buffer, which a signal in the middle of a write must not enter again."""
    with suppress(OSError):  # nobody reads it
        os.write(2, text.encode())


def summary(report: IndexReport) -> str:
    """What a run did, in lines for a person."""
    did = [f"{count} {word}" for count, word in _deeds(report) if count] or ["nothing had changed"]
    lines = [
        f"{report.notes} notes, {report.chunks} chunks in the index. "
        f"This run: {', '.join(did)}, in {progress.duration(report.seconds)}."
    ]
    left_out = [f"{count} {word}" for count, word in ((report.skipped, "skipped"), (report.failed, "failed")) if count]
    if left_out:
        lines.append(f"Not in the index: {' and '.join(left_out)}. `luneta status` says which and why.")
    if report.redactions:
        found = ", ".join(f"{clean(name)} {count}" for name, count in sorted(report.redactions.items()))
        lines.append(f"Secrets kept out of the index: {found}.")
    lines += [clean(notice) for notice in report.notices]
    return "\n".join(lines) + "\n"


def _deeds(report: IndexReport) -> tuple[tuple[int, str], ...]:
    return (
        (report.changed, "new or changed"),
        (report.removed, "removed"),
        (report.moved, "moved"),
        (report.encoded, "chunks encoded"),
    )
