"""From a new process to its first answer: `luneta search QUERY --json`, whole, for several queries."""

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
    _take_turns(course, queries[0], 1)  # finds the files on the disk; those that count find them in memory
    for query in queries:
        of_theirs, of_ours = _take_turns(course, query, course.runs)
        theirs += of_theirs
        ours += of_ours
    details = {
        "queries": queries,
        "luneta": {"cpu_seconds": [done.cpu_seconds for done in ours]},
        "yardstick": {"cpu_seconds": [done.cpu_seconds for done in theirs]},
    }
    seconds = [done.seconds for done in ours]
    return [Row("new process to first answer", "s", seconds, [done.seconds for done in theirs], BAR, details)]


def _take_turns(course: Course, query: str, runs: int) -> tuple[list[Finished], list[Finished]]:
    def ask_yardstick() -> Finished:
        assert course.yardstick is not None
        return course.yardstick.run("first_answer", "first", f"--query={query}")

    def ask_luneta() -> Finished:
        done = course.luneta.on_vault("first_answer: luneta search", "search", query)
        if reason := done.json()["degraded"]:
            raise StepError(f"first_answer: this would not be the search that is meant. {reason}")
        return done

    return alternate(runs, ask_yardstick if course.yardstick else None, ask_luneta)
