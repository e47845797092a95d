"""Whether a property's value is what a search asks for."""

import re
from typing import TypeVar

from luneta.core.conditions import Expression, Property, Text, holds
from luneta.core.fold import fold
from luneta.core.types import Json

_Comparable = TypeVar("_Comparable", float, str)

_NUMBER = re.compile(r"-?\d+(?:\.\d+)?")


def meets(wanted: Property, value: Json) -> bool:
    """Whether a property with this value meets the condition. A list meets it if one of its items does."""
    if wanted.empty:
        return value is None or value in ("", [], {})
    if wanted.value is None:
        return True
    items = value if isinstance(value, list) else [value]
    if wanted.comparison != "is":
        typed = wanted.value.typed if isinstance(wanted.value, Text) else ""
        return any(_compares(item, wanted.comparison, typed) for item in items)
    condition = wanted.value
    return holds(condition, lambda what: any(_says(item, what) for item in items))


def _says(item: Json, what: Text | Expression) -> bool:
    """Text is asked for by any part of it, a quoted one wholly; numbers and flags are asked for as they are."""
    shown = _shown(item)
    if isinstance(what, Expression):
        return False
    if what.exact_case:
        return what.typed in shown
    wanted, own = fold(what.typed), fold(shown)
    if isinstance(item, bool | int | float):
        return _number(wanted) == _number(own) if _number(own) is not None else wanted == own
    return wanted == own if what.quoted else wanted in own


def _shown(item: Json) -> str:
    if isinstance(item, bool):
        return "true" if item else "false"
    return item if isinstance(item, str) else "" if item is None else str(item)


def _compares(item: Json, sign: str, typed: str) -> bool:
    """Numbers as numbers; what is no number (a date, a word) by its letters."""
    one, other = _number(_shown(item)), _number(typed)
    if one is not None and other is not None:
        return _in_order(one, sign, other)
    own, wanted = fold(_shown(item)), fold(typed)
    return bool(own) and _in_order(own, sign, wanted)


def _in_order(one: _Comparable, sign: str, other: _Comparable) -> bool:
    return {"<": one < other, "<=": one <= other, ">": one > other, ">=": one >= other}[sign]


def _number(text: str) -> float | None:
    return float(text) if _NUMBER.fullmatch(text.strip()) else None
