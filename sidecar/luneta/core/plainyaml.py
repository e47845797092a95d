"""The plain part of YAML, of which nearly all frontmatter is made, read line by line at a fraction of the cost.

Plain is a mapping of one level whose values stand behind their keys, or below them as a list with one item a line.
Anything else (comments, anchors, brackets, nesting, escapes, blank lines, ...) is left to `core.yamlnodes`.
"""

import re

from luneta.core.types import Json
from luneta.core.yamlnodes import Value, scalar

#: What YAML forbids, or takes for white space or a line end, besides a space and a line feed.
_ODD = re.compile("[^\n -~\xa1-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\U00010000-\U0010ffff]")
#: A line: a key or the indent of an item, and the value with its quotes. Of a line that is not plain, three times "".
_LINE = re.compile(
    r"""(?:([A-Za-z_](?:[\w\ -]{0,60}[\w-])?):|(\ *)-(?=\ ))
    (?:\ ++("[^"\\\n]*+"|'(?:[^'\n]++|'')*+'|[^\s"'\#\[\]{},&*!|>%@`:?=~-][^\n]*+)?\ *+)?\n
    |[^\n]*+\n""",
    re.VERBOSE | re.ASCII,
)
_NULL = Value(None)


def plain_mapping(block: str) -> list[tuple[str, Value]] | None:
    """As `yamlnodes.mapping` of a block that is plain and ends with a line feed; None if it is not plain."""
    if not block or " #" in block or _ODD.search(block):
        return None
    found: list[tuple[str, str, list[str]]] = []
    own = place = ""
    items: list[str] = []
    for key, indent, written in _LINE.findall(block):
        if key:
            items = []
            found.append((key, written, items))
            own, place = written, ""
        elif not written or own or not found or (items and indent != place):
            return None
        else:
            items.append(written)
            place = indent
    try:
        return [(key, _list(items) if items else _value(written)) for key, written, items in found]
    except _NotPlainError:
        return None


class _NotPlainError(Exception):
    """Something that only looked like a plain scalar."""


def _value(written: str) -> Value:
    if not written:
        return _NULL
    json, text = _scalar(written)
    return _NULL if json is None else Value(json, (text,))


def _list(items: list[str]) -> Value:
    scalars = [_scalar(written) for written in items]
    texts = tuple([text for json, text in scalars if json is not None])
    return Value([json for json, _ in scalars], texts, listed=True)


def _scalar(written: str) -> tuple[Json, str]:
    """What a scalar means, and its text."""
    first = written[0]
    if first == '"':
        text = written[1:-1]
        return text, text
    if first == "'":
        text = written[1:-1].replace("''", "'")
        return text, text
    text = written.rstrip(" ")
    if ": " in text or text[-1] == ":":
        raise _NotPlainError
    return scalar(text), text
