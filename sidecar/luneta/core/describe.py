"""What narrows a search, in words: what a user reads above the results."""

from collections.abc import Mapping
from datetime import date

from luneta.core.conditions import (
    AllOf,
    AnyOf,
    Condition,
    Dated,
    Expression,
    Field,
    InField,
    InPart,
    Not,
    Part,
    Property,
    Text,
)
from luneta.core.types import Query

_FIELDS: Mapping[Field, str] = {
    "content": "with {} in the text",
    "tag": "tagged {}",
    "in": "in the folder {}",
    "file": "whose file name has {}",
    "path": "whose path has {}",
}
_PARTS: Mapping[Part, str] = {
    "line": "a line",
    "block": "a block",
    "section": "a section",
    "task": "a task",
    "task-todo": "an open task",
    "task-done": "a finished task",
}
_SIGNS = {"<": "below", "<=": "at most", ">": "above", ">=": "at least"}


def describe(query: Query) -> tuple[str, ...]:
    """One phrase for each thing that narrows the search, in words that follow "notes"."""
    told = [f"with the phrase “{phrase}”" for phrase in query.phrases]
    told += [f"without “{unwanted}”" for unwanted in query.excluded]
    if query.condition is not None:
        parts = query.condition.parts if isinstance(query.condition, AllOf) else (query.condition,)
        told += [_phrase(part) for part in parts]
    return tuple(told)


def _phrase(condition: Condition) -> str:
    """A condition on a note, in words that follow "notes"."""
    match condition:
        case Text() | Expression():
            return f"with {_what(condition)}"
        case InField(field, of):
            return _FIELDS[field].format(_what(of))
        case InPart(part, of):
            return f"with {_PARTS[part]}" + (f" that has {_what(of)}" if of is not None else "")
        case Property():
            return _property(condition)
        case Dated():
            return _dated(condition)
        case AllOf(parts):
            return " and ".join(map(_phrase, parts))
        case AnyOf(parts):
            return " or ".join(map(_phrase, parts))
        case Not(of):
            return f"not {_phrase(of)}"
    raise AssertionError(condition)


def _what(condition: Condition) -> str:
    """Words and expressions, joined."""
    match condition:
        case Text(typed):
            return f"“{typed}”"
        case Expression(source):
            return f"/{source}/"
        case AllOf(parts):
            return " and ".join(map(_what, parts))
        case AnyOf(parts):
            return " or ".join(map(_what, parts))
        case Not(of):
            return f"no {_what(of)}"
        case _:
            return _phrase(condition)


def _property(wanted: Property) -> str:
    if wanted.empty:
        return f"with an empty property “{wanted.name}”"
    if wanted.value is None:
        return f"with the property “{wanted.name}”"
    sign = _SIGNS.get(wanted.comparison, "")
    return f"whose “{wanted.name}” is {sign + ' ' if sign else ''}{_what(wanted.value)}"


def _dated(when: Dated) -> str:
    verb = "changed" if when.of == "modified" else "written"
    if when.first is not None and when.first == when.last:
        return f"{verb} on {_day(when.first)}"
    since = f"since {_day(when.first)}" if when.first is not None else ""
    until = f"until {_day(when.last)}" if when.last is not None else ""
    return " ".join(word for word in (verb, since, until) if word)


def _day(day: date) -> str:
    return day.isoformat()
