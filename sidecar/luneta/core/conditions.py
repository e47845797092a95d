"""What narrows a search to some notes: conditions on a note, and on parts of it.

Obsidian's search operators and a few of our own as a tree; `core.reader` makes it, `narrow` finds the notes.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date
from typing import Literal

from luneta.core.fold import fold

#: Where a word is looked for. `content` is text and headings; `file` the file's name, `path` the whole path, both by
#: any part; `in` a folder with all that lies in it.
Field = Literal["content", "file", "path", "tag", "in"]
#: A part of a note in which everything must stand together.
Part = Literal["line", "block", "section", "task", "task-todo", "task-done"]
Comparison = Literal["is", "<", "<=", ">", ">="]


@dataclass(frozen=True, slots=True)
class Text:
    """A word, or a phrase (`quoted`). `exact_case`: capitals count."""

    typed: str
    quoted: bool = False
    exact_case: bool = False


@dataclass(frozen=True, slots=True)
class Expression:
    """A regular expression, without its slashes."""

    source: str
    exact_case: bool = False


@dataclass(frozen=True, slots=True)
class InField:
    """What must be true of one field of the note."""

    field: Field
    of: "Condition"


@dataclass(frozen=True, slots=True)
class InPart:
    """Some part of the note for which `of` is true; None is any such part."""

    part: Part
    of: "Condition | None"


@dataclass(frozen=True, slots=True)
class Property:
    """A property: that it is there (`value` None), is there without a value (`empty`), or how its value compares."""

    name: str
    value: "Condition | None" = None
    comparison: Comparison = "is"
    empty: bool = False


@dataclass(frozen=True, slots=True)
class Dated:
    """When the note was changed or written: from `first` to `last`, both included; None is open."""

    of: Literal["modified", "created"]
    first: date | None
    last: date | None


@dataclass(frozen=True, slots=True)
class AllOf:
    """Every one of these."""

    parts: "tuple[Condition, ...]"


@dataclass(frozen=True, slots=True)
class AnyOf:
    """One of these at least."""

    parts: "tuple[Condition, ...]"


@dataclass(frozen=True, slots=True)
class Not:
    """The opposite."""

    of: "Condition"


Condition = Text | Expression | InField | InPart | Property | Dated | AllOf | AnyOf | Not


def all_of(parts: "list[Condition]") -> "Condition | None":
    """All of some conditions; None if there are none."""
    if not parts:
        return None
    return parts[0] if len(parts) == 1 else AllOf(tuple(parts))


def sought_texts(condition: "Condition | None") -> Iterator[Text]:
    """The words and phrases that a note's text must or may have: what it is ranked by and what is highlighted."""
    match condition:
        case Text():
            yield condition
        case InField(field="content", of=of) | InPart(of=of):
            yield from sought_texts(of)
        case AllOf(parts) | AnyOf(parts):
            for part in parts:
                yield from sought_texts(part)
        case _:
            return


def holds(condition: "Condition", has: Callable[[Text | Expression], bool]) -> bool:
    """Whether a condition made of words and expressions is true of one text, of which `has` knows what it has.

    Conditions that speak of a whole note are never true of a text.
    """
    match condition:
        case Text() | Expression():
            return has(condition)
        case AllOf(parts):
            return all(holds(part, has) for part in parts)
        case AnyOf(parts):
            return any(holds(part, has) for part in parts)
        case Not(of):
            return not holds(of, has)
        case _:
            return False


def is_inside(path: str, folder: str) -> bool:
    """Whether a note lies in a folder, or in one of that name (or of these last names) anywhere in the vault."""
    wanted = fold(folder.replace("\\", "/").strip("/"))
    return not wanted or f"/{wanted}/" in f"/{fold(path.rpartition('/')[0])}/"


def has_tag(tags: "tuple[str, ...]", wanted: str) -> bool:
    """Whether one of the tags is this one, or lies below it (`a/b` below `a`)."""
    folded = fold(wanted.lstrip("#").strip("/"))
    return any(tag == folded or tag.startswith(folded + "/") for tag in map(fold, tags))
