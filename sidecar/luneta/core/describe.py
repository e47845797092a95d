"""What narrows a search, in words: what a user reads above the results.

`phrases` says it in a row of words of ours, of which every language can make its own; `in_english` is one of them.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Literal

from luneta.core.conditions import (
    AllOf,
    AnyOf,
    Condition,
    Dated,
    Expression,
    InField,
    InPart,
    Not,
    Property,
    Text,
)
from luneta.core.types import FilterWord, Phrase, Query, Remark, RemarkKind, Said

_ENGLISH: Mapping[FilterWord, str] = {
    "phrase": "with the phrase “{}”",
    "without": "without “{}”",
    "with": "with",
    "having": "that has",
    "in": "in the folder",
    "tag": "tagged",
    "file": "whose file name has",
    "path": "whose path has",
    "content": "whose text has",
    "line": "with a line",
    "block": "with a block",
    "section": "with a section",
    "task": "with a task",
    "task-todo": "with an open task",
    "task-done": "with a finished task",
    "property": "with the property “{}”",
    "empty": "with an empty property “{}”",
    "value": "whose “{}” is",
    "<": "below",
    "<=": "at most",
    ">": "above",
    ">=": "at least",
    "modified": "changed",
    "created": "written",
    "on": "on {}",
    "since": "since {}",
    "until": "until {}",
    "text": "“{}”",
    "expression": "/{}/",
    "and": "and",
    "or": "or",
    "not": "not",
    "no": "no",
}
_REMARKS: Mapping[RemarkKind, str] = {
    "no_property": "No note has the property “{}”.",
    "unreadable": "/{}/ is no regular expression that can be read.",
    "slow": "Reading the notes took too long: some that fit may be missing. Narrow the search further.",
}


def in_english(phrases: Sequence[Phrase]) -> tuple[str, ...]:
    """Phrases in words that follow "notes"."""
    return tuple(" ".join(_ENGLISH[said.word].format(said.text) for said in phrase) for phrase in phrases)


def remarks_in_english(remarks: Sequence[Remark]) -> tuple[str, ...]:
    """A sentence for each."""
    return tuple(_REMARKS[remark.kind].format(remark.text) for remark in remarks)


def phrases(query: Query, folders: Sequence[str]) -> tuple[Phrase, ...]:
    """One phrase for each thing that narrows the search, be it the query's own or the folders asked for beside it."""
    told: list[Phrase] = []
    named: list[Condition] = [Text(folder) for folder in folders if folder]
    if named:
        told.append((Said("in"), *_joined("or", named, _what)))
    told += [(Said("phrase", phrase),) for phrase in query.phrases]
    told += [(Said("without", unwanted),) for unwanted in query.excluded]
    if query.condition is not None:
        parts = query.condition.parts if isinstance(query.condition, AllOf) else (query.condition,)
        told += [tuple(_phrase(part)) for part in parts]
    return tuple(told)


def _phrase(condition: Condition) -> Iterator[Said]:
    """A condition on a note, in words that follow "notes"."""
    match condition:
        case Text() | Expression():
            yield Said("with")
            yield from _what(condition)
        case InField(field, of):
            yield Said(field)
            yield from _what(of)
        case InPart(part, of):
            yield Said(part)
            if of is not None:
                yield Said("having")
                yield from _what(of)
        case Property():
            yield from _property(condition)
        case Dated():
            yield from _dated(condition)
        case AllOf(parts):
            yield from _joined("and", parts, _phrase)
        case AnyOf(parts):
            yield from _joined("or", parts, _phrase)
        case Not(of):
            yield Said("not")
            yield from _phrase(of)


def _what(condition: Condition) -> Iterator[Said]:
    """Words and expressions, joined."""
    match condition:
        case Text(typed):
            yield Said("text", typed)
        case Expression(source):
            yield Said("expression", source)
        case AllOf(parts):
            yield from _joined("and", parts, _what)
        case AnyOf(parts):
            yield from _joined("or", parts, _what)
        case Not(of):
            yield Said("no")
            yield from _what(of)
        case _:
            yield from _phrase(condition)


def _joined(
    word: Literal["and", "or"], parts: Sequence[Condition], told: Callable[[Condition], Iterator[Said]]
) -> Iterator[Said]:
    yield from told(parts[0])
    for part in parts[1:]:
        yield Said(word)
        yield from told(part)


def _property(wanted: Property) -> Iterator[Said]:
    if wanted.empty or wanted.value is None:
        yield Said("empty" if wanted.empty else "property", wanted.name)
        return
    yield Said("value", wanted.name)
    if wanted.comparison != "is":
        yield Said(wanted.comparison)
    yield from _what(wanted.value)


def _dated(when: Dated) -> Iterator[Said]:
    yield Said(when.of)
    if when.first is not None and when.first == when.last:
        yield Said("on", when.first.isoformat())
        return
    if when.first is not None:
        yield Said("since", when.first.isoformat())
    if when.last is not None:
        yield Said("until", when.last.isoformat())
