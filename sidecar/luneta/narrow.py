"""A query's condition -> the notes that meet it, found in the index."""

import itertools
import time
from collections.abc import Callable, Iterable, Iterator
from datetime import date, datetime, timedelta
from functools import partial, reduce

import apsw
import regex

from luneta.core import parts, properties
from luneta.core.conditions import (
    AllOf,
    AnyOf,
    Condition,
    Dated,
    Expression,
    InField,
    InPart,
    Not,
    Part,
    Property,
    Text,
    has_tag,
    holds,
    is_inside,
)
from luneta.core.fold import fold
from luneta.core.grammar import parse_query, text_match
from luneta.core.highlight import Highlighter
from luneta.core.periods import written_date
from luneta.core.types import Remark
from luneta.store import chunks, notes
from luneta.store.filters import notes_matching

#: Reading the text of notes (for a line, a regular expression, capitals) ends after so many seconds.
MOST_SECONDS = 1.0
#: Columns of the postings that hold a note's own text: not what its title or tags say.
_CONTENT = "{chunk_text section extra}"
_NAMES_OF_CREATION = ("created", "date", "date created", "created_at", "creation date")

Notes = set[int]


class Narrower:
    """Finds the notes that meet conditions, over one connection, within one snapshot.

    `stopped` is true once reading texts took too long: notes that were not read by then are left out.
    """

    def __init__(self, db: apsw.Connection, *, seconds: float = MOST_SECONDS) -> None:
        self._db = db
        self._until = time.monotonic() + seconds
        self._paths: dict[int, str] | None = None
        self.stopped = False
        #: Properties asked for that no note has; square brackets around words of the user's own, most likely.
        self.unknown_properties: list[str] = []
        #: What stands between slashes and is no regular expression.
        self.unreadable: list[str] = []

    def remarks(self) -> tuple[Remark, ...]:
        """What of the conditions could not be obeyed."""
        told = [Remark("no_property", name) for name in self.unknown_properties]
        told += [Remark("unreadable", source) for source in self.unreadable]
        if self.stopped:
            told.append(Remark("slow"))
        return tuple(dict.fromkeys(told))

    def meeting(self, condition: Condition, within: Notes) -> Notes:
        """Those of `within` that meet the condition."""
        match condition:
            case Text():
                return self._with_text(condition, within)
            case Expression():
                return self._described(condition, within)
            case InField(field, of):
                return self._in_field(field, of, within)
            case InPart(part, of):
                return self._in_part(part, of, within)
            case Property():
                return self._with_property(condition, within)
            case Dated():
                return self._dated(condition, within)
            case AllOf(of_all):
                return reduce(lambda left, one: self.meeting(one, left), sorted(of_all, key=_cost), within)
            case AnyOf(of_any):
                return reduce(lambda had, one: had | self.meeting(one, within - had), sorted(of_any, key=_cost), set())
            case Not(of):
                return within - self.meeting(of, within)

    def _described(self, what: Expression, within: Notes) -> Notes:
        if _compiled(what) is None:
            self.unreadable.append(what.source)
            return within
        return self._reading(within, lambda _, has: has(what))

    def _with_text(self, text: Text, within: Notes, columns: str = "") -> Notes:
        found = within & self._matching(text, columns)
        return self._reading(found, lambda _, has: has(text)) if text.exact_case and found else found

    def _matching(self, text: Text, columns: str = "") -> Notes:
        match = text_match(text.typed)
        return notes_matching(self._db, f"{columns} : ({match})" if columns else match) if match else set()

    def _in_field(self, field: str, of: Condition, within: Notes) -> Notes:
        if field == "content":
            return self._in_content(of, within)
        if field == "tag":
            tagged = (row for row in notes.tagged(self._db) if row[0] in within)
            return {note for note, tags in tagged if holds(of, partial(_is_tagged, tags))}
        test = {"in": _lies_in, "file": _is_called, "path": _stands_in}[field]
        paths = self._note_paths()
        return {note for note in within if holds(of, partial(test, paths[note]))}

    def _in_content(self, of: Condition, within: Notes) -> Notes:
        match of:
            case Text():
                return self._with_text(of, within, _CONTENT)
            case AllOf(of_all):
                for one in of_all:
                    within = self._in_content(one, within)
                return within
            case AnyOf(of_any):
                return set().union(*(self._in_content(one, within) for one in of_any))
            case Not(unwanted):
                return within - self._in_content(unwanted, within)
            case _:
                return self.meeting(of, within)

    def _in_part(self, part: Part, of: Condition | None, within: Notes) -> Notes:
        """Notes with a part of which the condition is true. Only notes that have its words at all are read."""
        if of is not None:
            within = within & self._may_hold(of, within)
        if part == "section":
            return self._reading_sections(within, of)
        return self._reading(
            within, lambda text, has: any(of is None or holds(of, has_in) for has_in in _pieces(part, text, has))
        )

    def _may_hold(self, of: Condition, within: Notes) -> Notes:
        match of:
            case Text():
                return self._matching(of)
            case AllOf(of_all):
                return within.intersection(*(self._may_hold(one, within) for one in of_all))
            case AnyOf(of_any):
                return set().union(*(self._may_hold(one, within) for one in of_any))
            case _:
                return within

    def _reading(self, within: Notes, true_of: "Callable[[str, Has], bool]") -> Notes:
        """The notes of which `true_of` holds for the text of some chunk."""
        found: Notes = set()
        for note, _, text in self._texts(within):
            if note not in found and self._in_time(true_of, text):
                found.add(note)
        return found

    def _reading_sections(self, within: Notes, of: Condition | None) -> Notes:
        found: Notes = set()
        for (note, _), run in itertools.groupby(self._texts(within), key=lambda row: row[:2]):
            text = "\n".join(text for _, _, text in run)
            if note not in found and (of is None or self._in_time(lambda _, has: holds(of, has), text)):
                found.add(note)
        return found

    def _texts(self, within: Notes) -> Iterator[tuple[int, str, str]]:
        for row in chunks.texts_of_notes(self._db, within):
            if time.monotonic() > self._until:
                self.stopped = True
                return
            yield row

    def _in_time(self, true_of: "Callable[[str, Has], bool]", text: str) -> bool:
        try:
            return true_of(text, Has(text, self._until))
        except TimeoutError:
            self.stopped = True
            return False

    def _with_property(self, wanted: Property, within: Notes) -> Notes:
        name = fold(wanted.name)
        known = False
        found: Notes = set()
        for note, own in notes.with_properties(self._db):
            for key, value in own.items():
                if fold(key) == name:
                    known = True
                    if note in within and properties.meets(wanted, value):
                        found.add(note)
        if known:
            return found
        self.unknown_properties.append(wanted.name)
        return within if wanted.value is None and not wanted.empty else set()

    def _dated(self, when: Dated, within: Notes) -> Notes:
        if when.of == "modified":
            return within & notes.changed_between(self._db, *_nanoseconds(when.first, when.last))
        first, last = when.first or date.min, when.last or date.max
        written = {
            note: day for note, path in self._note_paths().items() if (day := written_date(path.rpartition("/")[2]))
        }
        for note, own in notes.with_properties(self._db):
            named = {fold(key): value for key, value in own.items()}
            for name in _NAMES_OF_CREATION:
                if isinstance(value := named.get(name), str) and (day := written_date(value)):
                    written[note] = day
                    break
        return {note for note in within if note in written and first <= written[note] <= last}

    def _note_paths(self) -> dict[int, str]:
        if self._paths is None:
            self._paths = dict(notes.paths(self._db))
        return self._paths


class Has:
    """Whether a text has a word, a phrase or what an expression describes. TimeoutError after `until`."""

    def __init__(self, text: str, until: float) -> None:
        self._text = text
        self._until = until

    def __call__(self, what: Text | Expression) -> bool:
        if isinstance(what, Text):
            return bool(_places(what, self._text))
        compiled = _compiled(what)
        left = self._until - time.monotonic()
        if left <= 0:
            raise TimeoutError
        return compiled is not None and compiled.search(self._text, timeout=left) is not None

    def of(self, piece: str) -> "Has":
        """The same of a piece of the text."""
        return Has(piece, self._until)


def _pieces(part: Part, text: str, has: Has) -> Iterable[Has]:
    return map(has.of, parts.pieces(part, text))


def _places(what: Text, text: str) -> list[str]:
    quoted = parse_query(f'"{what.typed}"')
    found = [text[start:end] for start, end, _ in Highlighter(quoted).spans(text)]
    return [place for place in found if place == what.typed] if what.exact_case else found


def _compiled(what: Expression) -> "regex.Pattern[str] | None":
    try:
        return regex.compile(what.source, regex.MULTILINE | (0 if what.exact_case else regex.IGNORECASE))
    except regex.error:
        return None


def _lies_in(path: str, what: Text | Expression) -> bool:
    return isinstance(what, Text) and is_inside(path, what.typed)


def _is_called(path: str, what: Text | Expression) -> bool:
    return _stands_in(path.rpartition("/")[2], what)


def _stands_in(name: str, what: Text | Expression) -> bool:
    if isinstance(what, Expression):
        compiled = _compiled(what)
        return compiled is not None and compiled.search(name, timeout=MOST_SECONDS) is not None
    typed = what.typed.replace("\\", "/")
    return typed in name if what.exact_case else fold(typed) in fold(name)


def _is_tagged(tags: tuple[str, ...], what: Text | Expression) -> bool:
    if isinstance(what, Text):
        return has_tag(tags, what.typed)
    return any(_stands_in(tag, what) for tag in tags)


def _nanoseconds(first: date | None, last: date | None) -> tuple[int, int]:
    """From the beginning of the first day to the end of the last, by this machine's clock."""
    low, high = -(2**63), 2**63 - 1
    try:
        if first is not None:
            low = int(datetime.combine(first, datetime.min.time()).timestamp()) * 10**9
        if last is not None:
            high = int(datetime.combine(last + timedelta(days=1), datetime.min.time()).timestamp()) * 10**9
    except (OverflowError, ValueError, OSError):  # a day that the clock does not know: as good as open
        return low, high
    return low, high


def _cost(condition: Condition) -> int:
    """Roughly how much work it is: what needs no texts comes first."""
    match condition:
        case InField() | Property() | Dated():
            return 0
        case Text(exact_case=False):
            return 1
        case AllOf(parts=own) | AnyOf(parts=own):
            return max(map(_cost, own))
        case Not(of=of):
            return _cost(of)
        case InPart():
            return 2
        case _:
            return 3
