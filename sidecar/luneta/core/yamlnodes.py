"""YAML text -> values, by way of PyYAML's nodes: linear, never expanding aliases without bound, running no tags."""

import re
from dataclasses import dataclass
from typing import Any, TypeAlias

import yaml
from yaml.composer import Composer
from yaml.parser import Parser
from yaml.reader import Reader
from yaml.scanner import Scanner

from luneta.core.types import Json

#: More nodes than this in one document, aliases followed, are refused ("billion laughs").
_MAX_NODES = 20_000
#: Nested deeper than this is refused; real frontmatter nests three deep.
_MAX_DEPTH = 50
_PLAIN, _QUOTED = "plain", "quoted"
_INTEGER = re.compile(r"[-+]?(?:0|[1-9][0-9]{0,14})\Z")
_FLOAT = re.compile(r"[-+]?(?:0|[1-9][0-9]{0,14})\.[0-9]{1,15}\Z")
_CONSTANTS: dict[str, Json] = {
    "": None, "~": None, "null": None, "Null": None, "NULL": None,
    "true": True, "True": True, "TRUE": True, "false": False, "False": False, "FALSE": False,
}  # fmt: skip


class UnreadableError(Exception):
    """The text is no YAML that can be used; `str(error)` says where and why in one line."""


@dataclass(frozen=True, slots=True)
class Value:
    """A YAML value: as JSON; as the source texts of its scalars (nulls left out); whether it was written as a list."""

    json: Json
    texts: tuple[str, ...] = ()
    listed: bool = False


class _Resolving:
    """Stands in for PyYAML's resolver: a scalar is only plain or quoted, `value` decides what it means."""

    def resolve(self, kind: type[Any], value: Any, implicit: Any) -> str:  # noqa: ANN401
        return _PLAIN if kind is yaml.ScalarNode and implicit[0] else _QUOTED

    def descend_resolver(self, current_node: Any, current_index: Any) -> None:  # noqa: ANN401
        return

    def ascend_resolver(self) -> None:
        return


class PurePythonReading(Reader, Scanner, Parser, _Resolving, Composer):
    """Reads YAML without libyaml, for a PyYAML that was built without it."""

    def __init__(self, text: str) -> None:
        Reader.__init__(self, text)
        Scanner.__init__(self)
        Parser.__init__(self)
        Composer.__init__(self)


#: A reader class of PyYAML, made with the text.
Reading: TypeAlias = Any
try:
    from yaml.cyaml import CParser  # type: ignore[attr-defined]
except ImportError:  # PyYAML built without libyaml: the same, slower
    _reading: Reading = PurePythonReading
else:

    class _WithLibyaml(_Resolving, CParser):
        pass

    _reading = _WithLibyaml


def mapping(block: str, odd: dict[str, list[str]], reading: Reading = _reading) -> list[tuple[str, Value]] | None:
    """The entries of a YAML mapping in order, keys given twice included; None if the text is no mapping.

    A value that refers to itself or grows without bound is left out, one that is a template (`{{date}}`) is kept as
    source text in `json` only; of both, `odd` gets the keys under what happened. Raises UnreadableError if the text is
    not YAML.
    """
    root = _compose(block, reading)
    if not isinstance(root, yaml.MappingNode):
        return None
    reader = _Reader(block)
    entries: list[tuple[str, Value]] = []
    for key_node, value_node in root.value:
        key = key_node.value if isinstance(key_node, yaml.ScalarNode) else reader.source(key_node)
        try:
            entries.append((_clean(key), reader.value(value_node)))
        except _TemplateError:
            entries.append((_clean(key), Value(_clean(reader.source(value_node)))))
            odd.setdefault("kept as text: a template, not a value", []).append(key)
        except UnreadableError as error:
            odd.setdefault(f"left out: {error}", []).append(key)
    return entries


def tree(text: str, reading: Reading = _reading) -> Json:
    """A whole YAML document as JSON. Raises UnreadableError."""
    root = _compose(text, reading)
    reader = _Reader(text)
    try:
        return None if root is None else reader.value(root).json
    except _TemplateError as error:
        raise UnreadableError("a key is not text") from error


class _TemplateError(Exception):
    """A key that is itself a mapping or list: `{{date}}` without quotes."""


def _compose(text: str, reading: Reading) -> yaml.Node | None:
    try:
        node: yaml.Node | None = reading(text).get_single_node()
    except (yaml.YAMLError, RecursionError, UnicodeError) as error:
        raise UnreadableError(_in_words(error)) from error
    return node


def _in_words(error: Exception) -> str:
    """One line; the block's first line is the file's second."""
    problem = getattr(error, "problem", None) or str(error).partition("\n")[0] or "nested too deeply"
    mark = getattr(error, "problem_mark", None)
    return f"{problem} (line {mark.line + 2})" if mark is not None else str(problem)


class _Reader:
    """Turns nodes into values, counting them over the whole document."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._left = _MAX_NODES
        self._open: set[int] = set()

    def source(self, node: yaml.Node) -> str:
        return self._text[node.start_mark.index : node.end_mark.index].strip()

    def value(self, node: yaml.Node) -> Value:
        texts: list[str] = []
        json = self._json(node, texts, 0)
        return Value(json, tuple(texts), isinstance(node, yaml.SequenceNode))

    def _json(self, node: yaml.Node, texts: list[str], depth: int) -> Json:
        if isinstance(node, yaml.ScalarNode):
            text = _clean(node.value)
            value = _scalar(text) if node.tag == _PLAIN else text
            if value is not None:
                texts.append(text)
            return value
        if id(node) in self._open:
            raise UnreadableError("refers to itself")
        self._left -= 1 + len(node.value)
        if self._left < 0 or depth > _MAX_DEPTH:
            raise UnreadableError("too large or nested too deeply")
        self._open.add(id(node))
        try:
            if isinstance(node, yaml.SequenceNode):
                return [self._json(item, texts, depth + 1) for item in node.value]
            return {self._key(key): self._json(item, texts, depth + 1) for key, item in node.value}
        finally:
            self._open.discard(id(node))

    def _key(self, node: yaml.Node) -> str:
        if not isinstance(node, yaml.ScalarNode):
            raise _TemplateError
        return _clean(node.value)


def _scalar(text: str) -> Json:
    if text in _CONSTANTS:
        return _CONSTANTS[text]
    if _INTEGER.match(text):
        return int(text)
    if _FLOAT.match(text):
        return float(text)
    return text


def _clean(text: str) -> str:
    """Without lone surrogates, which no UTF-8 can hold (`"\\ud800"` in a quoted scalar)."""
    return text if text.isascii() else text.encode(errors="replace").decode()
