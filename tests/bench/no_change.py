"""Indexing when nothing has changed: `luneta index`, whole, beyond what starting costs (`luneta --version`)."""

from course import Course
from rounds import alternate
from rows import Bar, Row

BAR = Bar("or less", 0.3)


def measure(course: Course) -> list[Row]:
    """Each round starts both; the difference is what counts. The yardstick has nothing like it."""
    course.luneta.on_vault("no_change: luneta index", "index")
    starts, runs = alternate(
        3 * course.runs,
        lambda: course.luneta.command("no_change: luneta --version", "--version"),
        lambda: course.luneta.on_vault("no_change: luneta index", "index"),
    )
    beyond = [round(run.seconds - start.seconds, 4) for start, run in zip(starts, runs, strict=True)]
    details = {
        "whole_seconds": [run.seconds for run in runs],
        "start_seconds": [start.seconds for start in starts],
        "whole_cpu_seconds": [run.cpu_seconds for run in runs],
        "start_cpu_seconds": [start.cpu_seconds for start in starts],
    }
    return [Row("no-change run beyond start-up", "s", beyond, (), BAR, details)]
