"""Text -> a tree of conditions: Obsidian's search syntax and a few operators of our own. Nothing typed is an error.

What is no well-formed operator is a word, as typed: a bracket without its partner, `foo:` without a value, `[1]`.
Words side by side are all wanted, `OR` parts alternatives and binds more loosely, `-` turns what follows.
"""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import date
from typing import get_args

from luneta.core import periods
from luneta.core.conditions import (
    AllOf,
    AnyOf,
    Comparison,
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
    all_of,
)

QUOTES = '"“”„‟«»＂'
#: Punctuation around a word; signs that belong to a word (_x, .env, #tag, C++) stay.
_BEFORE = "()[]{}<>'‘’`*^,;:!?|&=~" + QUOTES
_AFTER = _BEFORE + ".…"
#: How deep brackets may stand in brackets.
_DEEPEST = 16

_SPACE = re.compile(r"\s*")
_WORD = re.compile(r"\S+")
_PHRASE = re.compile(rf"[{QUOTES}]([^{QUOTES}]*)[{QUOTES}]")
_EXPRESSION = re.compile(r"/((?:[^/\\\s]|\\.| )+)/(?=[\s)]|\Z)")
_PROPERTY = re.compile(r'\[(?![\[\s])([^\[\]:"]{2,100})(?::((?:"[^"]*"|[^\[\]"])*))?\](?=[\s)]|\Z)')
_OPERATOR = re.compile(
    r"(file|path|content|tag|in|line|block|section|task-todo|task-done|task|match-case|ignore-case"
    r"|modified|created|after|before):(?=[^\s):/]|/(?!/))"
)
_OR = re.compile(r"OR(?=\s+[^\s)])")
_COMPARISON = re.compile(r"[<>]=?")
_FIELDS = frozenset(get_args(Field))
_PARTS = frozenset(get_args(Part))


@dataclass(frozen=True, slots=True)
class Typed(Text):
    """A word or phrase that stood in the query. `raw`: as it was typed, with its signs."""

    raw: str = ""


def read(text: str, today: date) -> Condition | None:
    """The tree of `text` (free of control characters); None if it says nothing. `today` gives `7d` its meaning."""
    return _Reader(text, today).group()


class _Reader:
    def __init__(self, text: str, today: date) -> None:
        self._text = text
        self._today = today
        self._at = 0
        self._closing = _closing_brackets(text)
        self._ends = [len(text)]

    def group(self) -> Condition | None:
        """Everything up to the end of the group at hand."""
        alternatives: list[list[Condition]] = [[]]
        while not self._at_end():
            if alternatives[-1] and self._take(_OR):
                alternatives.append([])
                continue
            operand = self._operand()
            if operand is not None:
                alternatives[-1].append(operand)
        read = [part for parts in alternatives if (part := all_of(parts)) is not None]
        return AnyOf(tuple(read)) if len(read) > 1 else (read[0] if read else None)

    def _at_end(self) -> bool:
        self._at = min(_SPACE.match(self._text, self._at).end(), self._ends[-1])  # type: ignore[union-attr]
        return self._at >= self._ends[-1]

    def _take(self, pattern: re.Pattern[str]) -> re.Match[str] | None:
        found = pattern.match(self._text, self._at, self._ends[-1])
        if found is not None:
            self._at = found.end()
        return found

    def _operand(self) -> Condition | None:
        """One thing to look for, or None if the next signs say nothing; goes on by at least one sign."""
        begin = self._at
        if self._text[begin] == "-" and begin + 1 < self._ends[-1] and self._text[begin + 1] not in "- \t":
            self._at += 1
            unwanted = self._operand()
            return None if unwanted is None else Not(unwanted)
        if self._text[begin] == "(":
            return self._bracket()
        if self._text[begin] in "[{(" and self._text[begin + 1 : begin + 2] in tuple(QUOTES):
            self._at += 1
            return None
        if self._text[begin] in QUOTES and (phrase := self._take(_PHRASE)):
            typed = " ".join(phrase[1].split())
            return Typed(typed, quoted=True, raw=typed)
        return self._narrowing() or self._word()

    def _narrowing(self) -> Condition | None:
        """An operator, a property or a regular expression, if one begins here."""
        begin = self._at
        if self._text[begin] == "/" and (expression := self._take(_EXPRESSION)):
            return Expression(expression[1])
        if self._text[begin] == "[" and (found := self._take(_PROPERTY)) and any(map(str.isalpha, found[1])):
            return self._property(found[1].strip(), found[2])
        self._at = begin
        if (operator := self._take(_OPERATOR)) and (condition := self._operator(operator[1])) is not None:
            return condition
        self._at = begin
        return None

    def _bracket(self) -> Condition | None:
        end = self._closing.get(self._at)
        self._at += 1
        if end is None or end > self._ends[-1] or len(self._ends) > _DEEPEST:
            return None
        with self._within(end):
            inside = self.group()
        self._at = end + 1
        return inside

    @contextmanager
    def _within(self, end: int) -> Iterator[None]:
        self._ends.append(end)
        yield
        self._ends.pop()

    def _word(self) -> Condition | None:
        raw = self._raw()
        typed = raw.lstrip(_BEFORE).rstrip(_AFTER)
        return Typed(typed, raw=raw.strip(QUOTES + "*^")) if typed else None

    def _raw(self) -> str:
        """All up to the next space, or to the end of the group."""
        found = self._take(_WORD)
        if found is None:
            raise AssertionError("asked for a word where there is none")
        return found[0]

    def _operator(self, name: str) -> Condition | None:
        """What `name:` says of the operand behind it; None if it is no operator there."""
        if name in ("modified", "created", "after", "before"):
            return self._dated(name, self._raw())
        if name in ("tag", "in", "file", "path") and self._text[self._at] not in '("“/':
            value = self._raw()
            return InField(_field(name), Typed(value, raw=value))
        of = self._operand()
        if name in _PARTS and (of is None or (isinstance(of, Text) and not of.typed)):
            return InPart(_part(name), None)
        if of is None:
            return None
        if name == "match-case":
            return _in_case(of, True)
        if name == "ignore-case":
            return _in_case(of, False)
        return InField(_field(name), of) if name in _FIELDS else InPart(_part(name), of)

    def _dated(self, name: str, value: str) -> Condition | None:
        typed = value.rstrip(",;")
        comparison = {"after": ">=", "before": "<"}.get(name, "")
        if comparison and typed[:1] in ("<", ">"):
            return None
        days = periods.between(comparison + typed, self._today)
        return None if days is None else Dated("created" if name == "created" else "modified", *days)

    def _property(self, name: str, value: str | None) -> Condition:
        if value is None:
            return Property(name)
        typed = value.strip()
        if typed.lower() == "null" or not typed:
            return Property(name, empty=True)
        if comparison := _COMPARISON.match(typed):
            return Property(name, Text(typed[comparison.end() :].strip(' "')), _comparison(comparison[0]))
        inside = _Reader(typed, self._today).group()
        return Property(name, inside) if inside is not None else Property(name, Text(typed))


def _closing_brackets(text: str) -> dict[int, int]:
    """Where each round bracket that has a partner is closed; what stands in quotation marks does not count."""
    if "(" not in text:
        return {}
    closing: dict[int, int] = {}
    open_at: list[int] = []
    quoted = {at for phrase in _PHRASE.finditer(text) for at in range(phrase.start() + 1, phrase.end() - 1)}
    for at, char in enumerate(text):
        if at in quoted:
            continue
        if char == "(":
            open_at.append(at)
        elif char == ")" and open_at:
            closing[open_at.pop()] = at
    return closing


def _in_case(condition: Condition, exact: bool) -> Condition:
    """The condition with capitals that count, or not."""
    match condition:
        case Text() | Expression():
            return replace(condition, exact_case=exact)
        case InField(field, of):
            return InField(field, _in_case(of, exact))
        case InPart(part, of):
            return InPart(part, None if of is None else _in_case(of, exact))
        case AllOf(parts):
            return AllOf(tuple(_in_case(part, exact) for part in parts))
        case AnyOf(parts):
            return AnyOf(tuple(_in_case(part, exact) for part in parts))
        case Not(of):
            return Not(_in_case(of, exact))
        case _:
            return condition


def _field(name: str) -> Field:
    return next(field for field in get_args(Field) if field == name)


def _part(name: str) -> Part:
    return next(part for part in get_args(Part) if part == name)


def _comparison(sign: str) -> Comparison:
    return next(known for known in get_args(Comparison) if known == sign)
