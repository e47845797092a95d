"""A full index of the vault, from nothing: each program as a whole process, from before its start to its end."""

from statistics import median

from course import Course
from rounds import alternate
from rows import Bar, Row

BAR = Bar("times as fast", 2.5)


def measure(course: Course) -> list[Row]:
    """Every round starts from an empty cache; what the last one made is what the other operations use."""
    _read_through(course)
    theirs, ours = alternate(
        course.runs,
        (lambda: course.index_yardstick("full_index")) if course.yardstick else None,
        lambda: course.index_luneta("full_index"),
    )
    last = ours[-1][2]
    cpu = {"luneta": [each[1] for each in ours], "yardstick": [each[1] for each in theirs]}
    details = {"cpu_seconds": cpu, "luneta": last, "yardstick": theirs[-1][2] if theirs else None}
    remarks = [f"CPU seconds: {', '.join(f'{name} {median(values):.1f}' for name, values in cpu.items() if values)}."]
    if last["failed"]:
        remarks.append(f"Luneta could not index {last['failed']} notes; `luneta status` says why.")
    seconds = [each[0] for each in ours]
    return [Row("full index", "s", seconds, [each[0] for each in theirs], BAR, details, remarks)]


def _read_through(course: Course) -> None:
    """Have the system hold the notes in memory, or the first to read them would wait for the disk."""
    for path in course.notes():
        (course.luneta.vault / path).read_bytes()
