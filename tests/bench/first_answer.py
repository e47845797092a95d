"""From a new process to its first answer: `luneta search QUERY --json`, whole, for several queries."""

from functools import partial

from course import Course
from programs import Finished, StepError
from rounds import alternate
from rows import Bar, Row

BAR = Bar("of it or less", 0.5)
#: With three runs that makes nine measurements.
QUERIES = 3


def measure(course: Course) -> list[Row]:
    """The queries are taken evenly from the list; every one is asked once a round by both."""
    lines = course.query_lines()
    queries = lines[:: max(1, len(lines) // QUERIES)][:QUERIES]
    theirs: list[Finished] = []
    ours: list[Finished] = []
    # The first one finds its files on the disk, those that count find them in memory.
    for query, runs, counts in [(queries[0], 1, False), *((query, course.runs, True) for query in queries)]:
        of_theirs, of_ours = alternate(
            runs, partial(_ask_yardstick, course, query) if course.yardstick else None, partial(_ask, course, query)
        )
        theirs += of_theirs if counts else []
        ours += of_ours if counts else []
    details = {
        "queries": queries,
        "luneta": {"cpu_seconds": [done.cpu_seconds for done in ours]},
        "yardstick": {"cpu_seconds": [done.cpu_seconds for done in theirs]},
    }
    seconds = [done.seconds for done in ours]
    return [Row("new process to first answer", "s", seconds, [done.seconds for done in theirs], BAR, details)]


def _ask_yardstick(course: Course, query: str) -> Finished:
    assert course.yardstick is not None
    return course.yardstick.run("first_answer", "first", f"--query={query}")


def _ask(course: Course, query: str) -> Finished:
    done = course.luneta.on_vault("first_answer: luneta search", "search", query)
    if reason := done.json()["degraded"]:
        raise StepError(f"first_answer: this would not be the search that is meant. {reason}")
    return done
