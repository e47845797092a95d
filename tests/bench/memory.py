"""Memory while serving: the most that the process which answers all queries has had resident."""

import sys

from course import Course
from query import served
from rows import Bar, Row

BAR = Bar("or less", 200)


def measure(course: Course) -> list[Row]:
    """In units of 1,048,576 bytes, as the yardstick counts. No row where the system does not tell."""
    theirs, ours = served(course)
    # The yardstick takes what the system says for KiB; macOS says bytes.
    unit = 1024 if sys.platform == "darwin" else 1
    peaks = [said["peak_mb"] for said in ours]
    if None in peaks:
        print("memory: left out, as this system does not tell a process its peak", file=sys.stderr)
        return []
    return [Row("memory while serving", "MB", peaks, [said["peak_mb"] / unit for said in theirs], BAR)]
