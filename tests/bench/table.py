"""The rows as a table for the terminal."""

from collections.abc import Sequence
from statistics import median

from rows import Bar, Row

HEAD = ("what", "yardstick", "Luneta", "ratio", "bar", "met")
_DIGITS = {"s": 2, "ms": 2, "MB": 1, "times": 2}


def lines(rows: Sequence[Row]) -> list[str]:
    """The table with its head, numbers to the right, and the remarks of the rows below it."""
    cells = [HEAD, *(_cells(row) for row in rows)]
    widths = [max(len(line[column]) for line in cells) for column in range(len(HEAD))]
    table = [_line(line, widths) for line in cells]
    table.insert(1, "  ".join("-" * width for width in widths))
    remarks = [f"{row.what}: {remark}" for row in rows for remark in row.remarks]
    return table + (["", *remarks] if remarks else [])


def _cells(row: Row) -> tuple[str, ...]:
    return (
        row.what,
        _amount(row.yardstick, row.unit),
        _amount(row.luneta, row.unit),
        _ratio(row),
        _bar(row.bar, row.unit),
        {True: "yes", False: "NO", None: "-"}[row.met],
    )


def _line(texts: Sequence[str], widths: Sequence[int]) -> str:
    fields = [text.rjust(width) for text, width in zip(texts, widths, strict=True)]
    for column in (0, len(HEAD) - 2):
        fields[column] = texts[column].ljust(widths[column])
    return "  ".join([*fields[:-1], texts[-1]])


def _amount(values: Sequence[float], unit: str) -> str:
    return f"{median(values):,.{_DIGITS[unit]}f} {unit}" if values else "-"


def _ratio(row: Row) -> str:
    if row.share is None:
        return "-"
    if row.bar is not None and row.bar.rule == "times as fast":
        return f"{1 / row.share:.2f} times as fast"
    return f"{row.share:.2f} of it"


def _bar(bar: Bar | None, unit: str) -> str:
    if bar is None:
        return "-"
    if bar.rule == "or less":
        return f"{bar.value:g} {unit} or less"
    return f"{bar.value:g} {bar.rule}"
