"""JSON and YAML -> `key.path: value` lines, for the encoder only: brackets and quotes mean nothing to it."""

import json
import re

from luneta.core import yamlnodes
from luneta.core.types import Json

#: More than this (characters) is not flattened, nor are more lines made: a chunk is 2,000 characters.
_MAX_SOURCE = 100_000
_MAX_LINES = 2_000
#: The lines of one block may be this many times as long as its source: every value repeats the path of its keys.
_MAX_GROWTH = 4
_LANGUAGES = ("json", "yaml", "yml")
_FENCED = re.compile(
    r"^[ \t]{0,3}(?P<fence>`{3,}|~{3,})[ \t]*(?P<language>json|yaml|yml)\b[^\n]*\n"
    r"(?P<inside>.*?)^[ \t]{0,3}(?P=fence)[`~]*[ \t]*$",
    re.MULTILINE | re.DOTALL | re.IGNORECASE,
)


def flatten(text: str, language: str) -> str | None:
    """`text`, in "json" or "yaml", as lines `key.path: value`; items of a list share their list's path.

    None if it is no such text, holds no keys, or is larger than a chunk ever is.
    """
    if len(text) > _MAX_SOURCE:
        return None
    try:
        value: Json = json.loads(text) if language == "json" else yamlnodes.tree(text)
    except (ValueError, RecursionError, yamlnodes.UnreadableError):
        return None
    if not isinstance(value, dict | list) or not value:
        return None
    return _lines(value, _MAX_GROWTH * len(text) + 200)


def flatten_fences(text: str) -> str:
    """`text` with the inside of each JSON or YAML fence that can be read replaced by its lines, fence marks gone.

    A text that is one JSON value as a whole is flattened too.
    """
    stripped = text.strip()
    if stripped and stripped[0] + stripped[-1] in ("{}", "[]"):
        return flatten(stripped, "json") or text
    # one character is found ten times as fast as three
    if ("`" not in text or "```" not in text) and ("~" not in text or "~~~" not in text):
        return text
    folded = text.casefold()
    if not any(map(folded.__contains__, _LANGUAGES)):
        return text
    return _FENCED.sub(_flat, text)


def _flat(match: re.Match[str]) -> str:
    language = "json" if match["language"].lower() == "json" else "yaml"
    return flatten(match["inside"], language) or match[0]


def _lines(value: Json, budget: int) -> str:
    """Walks with its own stack: what the parser can nest, this can."""
    lines: list[str] = []
    stack: list[tuple[str, Json]] = [("", value)]
    while stack and len(lines) < _MAX_LINES and budget > 0:
        path, item = stack.pop()
        if isinstance(item, dict):
            stack.extend((f"{path}.{key}" if path else key, inner) for key, inner in reversed(item.items()))
        elif isinstance(item, list):
            stack.extend((path, inner) for inner in reversed(item))
        elif item is not None and item != "":
            shown = str(item).lower() if isinstance(item, bool) else str(item)
            line = f"{path}: {shown}" if path else shown
            lines.append(line.encode(errors="replace").decode())
            budget -= len(line)
    return "\n".join(lines)
