"""The YAML block at the top of a note -> title, aliases, tags, type, properties.

YAML's own reading of scalars (`12:30` is 750, `No` is false, `0123` is 83) is not what people mean, so scalars are
resolved here: `null`, `true`, `false` and plain decimal numbers are what JSON says, and everything else is text.
Where text is wanted (title, aliases, tags, type) a scalar is always its source text.

Broken YAML costs only what is broken: each top-level `key:` is then read alone, and the problem is recorded.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from luneta.core import yamlnodes
from luneta.core.types import Json, Problem
from luneta.core.yamlnodes import UnreadableError, Value

#: A block longer than this (characters) between two `---` is not metadata; the longest seen in real vaults has 5,300.
_MAX_BLOCK = 65_536
#: Keys named in one problem.
_MAX_SHOWN = 5
_CLOSING = re.compile(r"\n---[ \t]*(?=\n|\Z)")
_KEY = re.compile(
    r"""(?:([^\s"'#\[\]{},&*!|>%@`:-][^:\n]*?|-[^\s:][^:\n]*?)|"([^"\n]+)"|'([^'\n]+)')[ \t]*:(?=[ \t\n]|\Z)"""
)
_SEPARATORS = re.compile(r"[,\s]+")


@dataclass(frozen=True, slots=True)
class Frontmatter:
    """What a note says of itself. `end` is the offset in the text at which the body starts (0: no frontmatter)."""

    end: int = 0
    title: str = ""
    aliases: tuple[str, ...] = ()
    tags: tuple[str, ...] = ()
    type: str = ""
    properties: dict[str, Json] = field(default_factory=dict)
    problems: tuple[Problem, ...] = ()


def read(text: str) -> Frontmatter:
    """The frontmatter of `text` (LF line ends, no byte order mark).

    It stands between a first line that is exactly `---` and the next such line (spaces may follow), and is a YAML
    mapping. Text between two rules is not frontmatter: it is body, and nothing is wrong with it.
    """
    opening = re.match(r"---[ \t]*\n", text)
    if opening is None:
        return Frontmatter()
    closing = _CLOSING.search(text, opening.end() - 1)
    if closing is None:
        if _KEY.match(text, opening.end()):
            return Frontmatter(problems=(Problem("partial", "frontmatter is opened by --- and never closed"),))
        return Frontmatter()
    block = text[opening.end() : closing.start() + 1]
    end = min(closing.end() + 1, len(text))
    if len(block) > _MAX_BLOCK:
        return Frontmatter()
    if not block.strip():
        return Frontmatter(end=end)
    problems: list[Problem] = []
    entries = _entries(block, problems)
    if entries is None:
        return Frontmatter()
    return _frontmatter(entries, end, problems)


def _entries(block: str, problems: list[Problem]) -> list[tuple[str, Value]] | None:
    """The top-level keys with their values in order; None if the block is not metadata."""
    odd: dict[str, list[str]] = {}
    try:
        entries = yamlnodes.mapping(block, odd)
    except UnreadableError as error:
        if not _starts_with_key(block):
            return None
        problems.append(Problem("partial", f"frontmatter is not valid YAML: {error}"))
        return list(_salvaged(block))
    problems.extend(
        Problem("partial", f"frontmatter: {_listed(list(dict.fromkeys(keys)))} {reason}")
        for reason, keys in odd.items()
    )
    return entries


def _starts_with_key(block: str) -> bool:
    for line in block.split("\n"):
        if line.strip() and not line.startswith("#"):
            return _KEY.match(line) is not None
    return False


def _salvaged(block: str) -> Iterator[tuple[str, Value]]:
    """Each top-level key of broken YAML, read alone; a line that cannot be read even so is text as written."""
    pieces: list[list[str]] = []
    for line in block.split("\n"):
        if _KEY.match(line):
            pieces.append([line])
        elif pieces:
            pieces[-1].append(line)
    for lines in pieces:
        piece = "\n".join(line.replace("\t", "  ") for line in lines)
        try:
            entries = yamlnodes.mapping(piece, {})
        except UnreadableError:
            match = _KEY.match(lines[0])
            if match is not None:
                value = lines[0][match.end() :].strip()
                is_text = bool(value) and value[0] not in "[{&*!|>%@`"
                yield match[1] or match[2] or match[3], Value(value, (value,) if is_text else ())
        else:
            yield from entries or ()


def _frontmatter(entries: list[tuple[str, Value]], end: int, problems: list[Problem]) -> Frontmatter:
    properties: dict[str, Json] = {}
    named: dict[str, list[Value]] = {}
    twice: dict[str, None] = {}
    for key, value in entries:
        if key in properties:
            twice[key] = None
        properties[key] = value.json
        named.setdefault(key.strip().lower(), []).append(value)

    if twice:
        problems.append(Problem("partial", f"frontmatter gives {_listed(list(twice))} more than once"))

    def values(*keys: str) -> list[Value]:
        return [value for key in keys for value in named.get(key, ())]

    def first(key: str) -> str:
        return next((" ".join(text.split()) for value in values(key) for text in value.texts if text.strip()), "")

    return Frontmatter(
        end=end,
        title=first("title"),
        aliases=_aliases(values("alias", "aliases")),
        tags=_tags(values("tag", "tags")),
        type=first("type"),
        properties=properties,
        problems=tuple(problems),
    )


def _listed(keys: list[str]) -> str:
    shown = ", ".join(repr(key) for key in keys[:_MAX_SHOWN])
    return shown if len(keys) <= _MAX_SHOWN else f"{shown} and {len(keys) - _MAX_SHOWN} more"


def _aliases(values: list[Value]) -> tuple[str, ...]:
    """Aliases in order, each once. One given as text, not as a list, may be several with commas between."""
    found: list[str] = []
    for value in values:
        for text in value.texts:
            found.extend([text] if value.listed else text.split(","))
    return tuple(dict.fromkeys(alias for text in found if (alias := " ".join(text.split()))))


def _tags(values: list[Value]) -> tuple[str, ...]:
    """Tags in order without `#`, each once. Given as text, they are split at commas and spaces."""
    found: list[str] = []
    for value in values:
        for text in value.texts:
            found.extend([text] if value.listed else _SEPARATORS.split(text))
    return unique_tags(found)


def unique_tags(tags: list[str]) -> tuple[str, ...]:
    """The tags without `#` and outer slashes, in order, each once whatever its case (the first spelling stays)."""
    kept: dict[str, str] = {}
    for tag in tags:
        plain = " ".join(tag.split()).lstrip("#").strip("/ ")
        if plain:
            kept.setdefault(plain.casefold(), plain)
    return tuple(kept.values())
