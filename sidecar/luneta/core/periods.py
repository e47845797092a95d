"""Days as people write them in a search -> a first and a last day."""

import re
from calendar import monthrange
from datetime import date, timedelta

_FULL = re.compile(r"(\d{4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?")
_AGO = re.compile(r"(\d{1,4})([dwmy])")
_DAYS = {"d": 1, "w": 7}
_NAMED = {"today": 0, "hoje": 0, "yesterday": 1, "ontem": 1}
#: A date in a file's name or a property, wherever it stands.
_WRITTEN = re.compile(r"(?<!\d)(\d{4})-(\d{2})-(\d{2})(?!\d)")

Period = tuple[date, date]


def period(text: str, today: date) -> Period | None:
    """The days that `text` means, both included; None if it means none.

    `2024`, `2024-05`, `2024-05-17`, `today`, `yesterday`, and `7d`, `2w`, `3m`, `1y`: the day that long ago.
    """
    folded = text.strip().lower()
    if folded in _NAMED:
        day = today - timedelta(days=_NAMED[folded])
        return day, day
    try:
        if ago := _AGO.fullmatch(folded):
            day = _earlier(today, int(ago[1]), ago[2])
            return day, day
        if full := _FULL.fullmatch(folded):
            return _whole(int(full[1]), full[2], full[3])
    except (ValueError, OverflowError):  # no such day
        return None
    return None


def _earlier(today: date, count: int, unit: str) -> date:
    if unit in _DAYS:
        return today - timedelta(days=count * _DAYS[unit])
    months = today.year * 12 + today.month - 1 - count * (12 if unit == "y" else 1)
    year, month = divmod(months, 12)
    return date(year, month + 1, min(today.day, monthrange(year, month + 1)[1]))


def _whole(year: int, month: str | None, day: str | None) -> Period:
    if month is None:
        return date(year, 1, 1), date(year, 12, 31)
    if day is None:
        return date(year, int(month), 1), date(year, int(month), monthrange(year, int(month))[1])
    exact = date(year, int(month), int(day))
    return exact, exact


def between(text: str, today: date) -> tuple[date | None, date | None] | None:
    """The days that a value with a comparison or a range means: `>2024-05`, `2024..2025-03`; None if none. `7d` alone
    is the last seven days."""
    if _AGO.fullmatch(text.lower()):
        text = f">={text}"
    if comparison := re.match(r"[<>]=?", text):
        days = period(text[comparison.end() :], today)
        if days is None:
            return None
        first, last = days
        try:
            return {
                ">": (last + timedelta(days=1), None),
                ">=": (first, None),
                "<": (None, first - timedelta(days=1)),
                "<=": (None, last),
            }[comparison[0]]
        except OverflowError:  # the first or the last day there is
            return None
    begin, dots, end = text.partition("..")
    if not dots:
        return period(text, today)
    first_days, last_days = period(begin, today), period(end, today)
    if (begin and first_days is None) or (end and last_days is None) or not (begin or end):
        return None
    return (first_days[0] if first_days else None), (last_days[1] if last_days else None)


def written_date(text: str) -> date | None:
    """The first date (2024-05-17) in a text, if there is one."""
    for found in _WRITTEN.finditer(text):
        try:
            return date(int(found[1]), int(found[2]), int(found[3]))
        except ValueError:
            continue
    return None
