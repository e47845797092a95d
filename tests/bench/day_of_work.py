"""A day of work: `luneta index`, whole, after 200 notes have changed. The yardstick has nothing like it."""

import edits
from course import Course
from programs import Finished, StepError
from rounds import alternate, settle
from rows import Bar, Row

BAR = Bar("or less", 2)
NOTES = 200


def measure(course: Course) -> list[Row]:
    """Every round changes others of the copy's notes, as far as there are others."""
    luneta = course.changeable_luneta()
    luneta.on_vault("day_of_work: luneta index", "index")
    changed = min(NOTES, len(course.notes()))

    def work(number: int) -> None:
        edits.change(course.original, luneta.vault, edits.spread(course.notes(), NOTES, number), 100 + number)
        settle()

    def index() -> Finished:
        done = luneta.on_vault("day_of_work: luneta index", "index")
        if (encoded := done.json()["encoded"]) < changed / 2:
            raise StepError(f"day_of_work: {changed} notes were changed, and Luneta encoded only {encoded} chunks.")
        return done

    _, runs = alternate(course.runs, None, index, before=work)
    details = {
        "notes": changed,
        "encoded": [run.json()["encoded"] for run in runs],
        "cpu_seconds": [run.cpu_seconds for run in runs],
    }
    return [Row(f"a day of work, {changed} changed notes", "s", [run.seconds for run in runs], (), BAR, details)]
