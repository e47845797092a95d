"""The size of the index after a full indexing."""

from course import Course
from rows import Bar, Row

BAR = Bar("of it or less", 0.65)
_MB = 1_000_000


def measure(course: Course) -> list[Row]:
    """For Luneta everything that it keeps for the vault counts, not the database alone."""
    ours = course.luneta.bytes_kept()
    state = course.luneta.on_vault("database: luneta status", "status").json()
    theirs = course.yardstick_said()["bytes"] if course.yardstick else None
    details = {
        "notes_bytes": sum((course.luneta.vault / path).stat().st_size for path in course.notes()),
        "luneta": {"bytes": ours, "db_bytes": state["db_bytes"], "chunks": state["chunks"]},
        "yardstick": {"bytes": theirs},
    }
    return [Row("database", "MB", [ours / _MB], [theirs / _MB] if theirs else [], BAR, details)]
