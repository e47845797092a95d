"""How an indexing run shows how far it is: a live bar on a terminal, else a line for every 500 notes."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from luneta.cli.stream import complain
from luneta.reports import Progress

#: Notes between two lines when standard error is no terminal.
LINE_EVERY = 500

Report = Callable[[Progress], None]


@contextmanager
def shown() -> Iterator[Report]:
    """What to hand to `Engine.index(progress=...)`; the bar is taken away at the end. All of it on standard error."""
    if sys.stderr is not None and sys.stderr.isatty():
        with _bar() as report:
            yield report
    else:
        yield _lines()


def sentence(progress: Progress) -> str:
    """`1000 of 16894 notes, 5210 chunks, 812 notes/s, 20 s left`."""
    done, total = progress.notes_done, progress.notes_total
    parts = [f"{done} of {total} notes", f"{progress.chunks} chunks"]
    if progress.seconds > 0 and done:
        parts.append(f"{done / progress.seconds:.0f} notes/s")
        parts.append(f"{duration(progress.seconds * (total - done) / done)} left")
    return ", ".join(parts)


def duration(seconds: float) -> str:
    """`0.4 s`, `12 s`, `3 min 05 s`, `1 h 02 min`."""
    if seconds < 9.95:
        return f"{seconds:.1f} s"
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60:02} s"
    return f"{whole // 3600} h {whole % 3600 // 60:02} min"


def _lines() -> Report:
    shown_up_to = 0

    def report(progress: Progress) -> None:
        nonlocal shown_up_to
        if progress.notes_done // LINE_EVERY > shown_up_to:
            shown_up_to = progress.notes_done // LINE_EVERY
            complain(sentence(progress))

    return report


@contextmanager
def _bar() -> Iterator[Report]:
    # rich takes a tenth of a second to import, and only an indexing run on a terminal needs it.
    from rich.console import Console
    from rich.progress import BarColumn, TextColumn
    from rich.progress import Progress as Bar

    columns = (TextColumn("Indexing"), BarColumn(), TextColumn("{task.percentage:>3.0f} %  {task.description}"))
    with Bar(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("looking for changes", total=None)

        def report(progress: Progress) -> None:
            bar.update(task, total=progress.notes_total, completed=progress.notes_done, description=sentence(progress))

        yield report
