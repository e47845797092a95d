"""What an agent can ask of a vault: each tool's name, description, parameters and answer. Knows nothing of MCP."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, get_args

from luneta.agents.excerpt import Excerpt
from luneta.agents.safe import safe_line, safe_text, squeezed
from luneta.core.budget import CHARACTERS_PER_TOKEN, count_tokens
from luneta.core.types import SECTION_SEPARATOR, Hit, Mode, Passage, SearchResult
from luneta.errors import NoIndexError, UsageError
from luneta.library import Vault

#: Tokens of text that a tool returns at most, unless asked for others.
BUDGET = 2000
MOST_TOKENS = 20_000
MOST_HITS = 50

Arguments = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Reply:
    """A tool's answer: a short text for the model, and the same for programs."""

    text: str
    data: dict[str, Any]


@dataclass(frozen=True, slots=True)
class Tool:
    """One tool. `names` gives the other names under which a parameter is taken."""

    name: str
    title: str
    description: str
    parameters: Mapping[str, Mapping[str, Any]]
    names: Mapping[str, tuple[str, ...]]
    run: Callable[[Vault, Arguments], Reply]

    def schema(self) -> dict[str, Any]:
        """The parameters as JSON Schema. Nothing is required by it, since other names are taken too."""
        return {"type": "object", "properties": dict(self.parameters), "additionalProperties": True}

    def call(self, vault: Vault, given: Arguments) -> Reply:
        """Run it with parameters under any of their names. Raises LunetaError."""
        known: dict[str, Any] = {}
        for name in self.parameters:
            for other in (name, *self.names.get(name, ())):
                if given.get(other) is not None:
                    known[name] = given[other]
                    break
        return self.run(vault, known)


def _search(vault: Vault, given: Arguments) -> Reply:
    query = _text(given, "query", "Give `query`: what to look for, in words or as a question.")
    mode = given.get("mode", "hybrid")
    if mode not in get_args(Mode):
        raise UsageError(f"`mode` must be one of: {', '.join(get_args(Mode))}.")
    budget = _whole(given, "max_tokens", BUDGET, MOST_TOKENS)
    limit = _whole(given, "limit", 8, MOST_HITS)
    folders = _texts(given, "folders")
    result = vault.for_agent(vault.search(query, limit=limit, mode=mode, folders=folders, max_tokens=budget))
    return _hits(result, budget)


def _related(vault: Vault, given: Arguments) -> Reply:
    note = _text(given, "note", "Give `note`: the path of a note, relative to the vault.")
    limit = _whole(given, "limit", 8, MOST_HITS)
    hits = vault.related(note, limit=limit, unlinked=bool(given.get("unlinked", False)))
    lines = [f"{place}. {_head(hit)}" for place, hit in enumerate(hits, start=1)]
    data = {"note": note, "hits": [{**_hit(hit), "linked": hit.linked} for hit in hits]}
    return Reply("\n".join(lines) or "No note is near to this one.", data)


def _read(vault: Vault, given: Arguments) -> Reply:
    path, first, count = _place(given)
    budget = _whole(given, "max_tokens", BUDGET, MOST_TOKENS)
    note = vault.read(path)
    lines = safe_text(note.text, in_block=False).split("\n")
    if section := str(given.get("section") or "").strip():
        first, count = _section_lines(note.headings, section, len(lines), note.path)
    first = min(max(first, 1), max(len(lines), 1))
    chosen = lines[first - 1 : None if count is None else first - 1 + count]
    largest = len(lines)
    around = f"{note.path}:{largest}-{largest} of {largest}\n\n\n[{largest} more lines: read {note.path}:{largest}]"
    left = budget - count_tokens(around)
    shown: list[str] = []
    for line in chosen:
        cost = count_tokens(line + "\n")
        if cost > left and shown:
            break
        shown.append(line if cost <= left else line[: max(left, 0) * CHARACTERS_PER_TOKEN])
        left -= cost
    last = first + len(shown) - 1
    rest = len(lines) - last
    more = (
        f"\n[{rest} more lines: read {note.path}:{last + 1}]"
        if rest > 0 and (count is None or len(shown) < len(chosen))
        else ""
    )
    data = {"path": note.path, "title": safe_line(note.title), "lines": [first, last], "of": len(lines)}
    text = "\n".join(shown)
    return Reply(f"{note.path}:{first}-{last} of {len(lines)}\n\n{text}{more}", {**data, "text": text})


def _status(vault: Vault, given: Arguments) -> Reply:
    try:
        state = vault.status()
    except NoIndexError:
        return Reply("The vault is not indexed yet: the first search does that.", {"notes": 0, "indexed": False})
    text = f"{state.notes} notes, {state.chunks} passages indexed." + (f" {state.degraded}" if state.degraded else "")
    skipped = [{"path": safe_line(path), "reason": safe_line(problem.reason)} for path, problem in state.problems]
    data = {
        "indexed": True,
        "notes": state.notes,
        "passages": state.chunks,
        "last_run": state.last_run,
        "degraded": state.degraded,
        "problems": skipped[:50],
    }
    return Reply(text, data)


def _hits(result: SearchResult, budget: int) -> Reply:
    lines: list[str] = [f"Only notes {', '.join(map(safe_line, result.filters))}."] if result.filters else []
    lines += [f"Also looked for: {', '.join(map(safe_line, result.also))}."] if result.also else []
    lines += [*map(safe_line, result.remarks)]
    degraded = [result.degraded] if result.degraded else []
    left = budget - sum(count_tokens(line) + 1 for line in (*lines, *degraded))
    shown = []
    for place, hit in enumerate(result.hits, start=1):
        excerpts = [_excerpt(hit, passage) for passage in hit.passages]
        pieces = [f"{place}. {_head(hit)}"]
        for excerpt in excerpts:
            if text := squeezed(safe_text(excerpt.text)).strip():
                pieces.append(f"{_where(excerpt)}\n{text}")
        piece = "\n".join(pieces) + "\n"
        if (cost := count_tokens(piece)) > left:
            continue
        left -= cost
        lines.append(piece)
        shown.append(_hit(hit))
    lines += degraded
    data = {"query": result.query, "hits": shown, "filters": list(result.filters), "degraded": result.degraded}
    return Reply("\n".join(lines) if shown else "\n".join([*lines, "Nothing found."]), data)


def _excerpt(hit: Hit, passage: Passage) -> Excerpt:
    text = "".join(segment.text for segment in passage.snippet)
    return Excerpt(hit.path, hit.title, passage.section, text, passage.lines)


def _where(excerpt: Excerpt) -> str:
    first, last = excerpt.lines
    section = f" › {safe_line(excerpt.section.replace(SECTION_SEPARATOR, ' › '))}" if excerpt.section else ""
    return f"{safe_line(excerpt.path)}:{first}:{last - first + 1}{section}"


def _head(hit: Hit) -> str:
    return f"{safe_line(hit.title)} ({safe_line(hit.path)})"


def _hit(hit: Hit) -> dict[str, Any]:
    return {
        "path": hit.path,
        "title": safe_line(hit.title),
        "score": hit.score,
        "passages": [{"section": safe_line(passage.section), "lines": list(passage.lines)} for passage in hit.passages],
    }


def _place(given: Arguments) -> tuple[str, int, int | None]:
    """Path, first line and number of lines: `path:from:count`, `path:from`, or the parameters."""
    path = _text(given, "path", "Give `path`: the path of a note, relative to the vault.")
    first, count = given.get("first_line"), given.get("count")
    parts = path.rsplit(":", 2)
    if len(parts) == 3 and parts[1].isdigit() and parts[2].isdigit():
        return parts[0], int(parts[1]), int(parts[2])
    if len(parts) > 1 and parts[-1].isdigit():
        return ":".join(parts[:-1]), int(parts[-1]), _count(count)
    return path, _count(first) or 1, _count(count)


def _count(value: object) -> int | None:
    return int(str(value)) if str(value).isdigit() else None


def _section_lines(headings: Any, section: str, end: int, path: str) -> tuple[int, int]:  # noqa: ANN401
    wanted = section.split(SECTION_SEPARATOR)[-1].split("›")[-1].strip().lstrip("#").strip().casefold()
    for number, heading in enumerate(headings):
        if heading.text.casefold() == wanted:
            later = (other.line for other in headings[number + 1 :] if other.level <= heading.level)
            return heading.line, next(later, end + 1) - heading.line
    raise UsageError(f"{path} has no section “{section}”.")


def _text(given: Arguments, name: str, missing: str) -> str:
    value = given.get(name)
    if not isinstance(value, str) or not value.strip():
        raise UsageError(missing)
    return value


def _texts(given: Arguments, name: str) -> tuple[str, ...]:
    value = given.get(name) or ()
    return (value,) if isinstance(value, str) else tuple(str(item) for item in value)


def _whole(given: Arguments, name: str, otherwise: int, most: int) -> int:
    value = given.get(name, otherwise)
    if isinstance(value, str) and value.strip().isdigit():
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int | float) or value < 1:
        raise UsageError(f"`{name}` must be a whole number from 1 to {most}.")
    return min(int(value), most)


def _parameter(kind: str, says: str, **more: object) -> dict[str, Any]:
    return {"type": kind, "description": says, **more}


_LIMIT = _parameter("integer", "At most so many notes.", minimum=1, maximum=MOST_HITS, default=8)
_TOKENS = _parameter("integer", "Tokens of text at most.", minimum=1, maximum=MOST_TOKENS, default=BUDGET)
_NAMES: Mapping[str, tuple[str, ...]] = {
    "query": ("q", "text", "question", "search", "prompt"),
    "limit": ("k", "n", "top_k", "max_results", "count"),
    "max_tokens": ("budget", "tokens"),
    "folders": ("folder", "in"),
    "note": ("path", "file", "file_path", "name"),
    "path": ("note", "file", "file_path", "name"),
    "first_line": ("from", "start", "line", "offset"),
    "count": ("limit", "lines", "length"),
    "section": ("heading",),
    "unlinked": ("only_unlinked",),
    "mode": ("type",),
}


TOOLS: tuple[Tool, ...] = (
    Tool(
        "search",
        "Search the vault",
        "Find passages in the user's own notes by words, meaning and names. Returns the best notes, each with its "
        "path, the places of its passages (path:first line:number of lines) and their text, within a token budget. "
        "Use it whenever the user's notes may hold the answer, the decision or the context. Takes words or a "
        'question; "phrases", -exclusions and operators (tag:x, path:x, in:Folder, [property:value], after:2026-05) '
        "narrow it. It does not search the web and never changes a note.",
        {
            "query": _parameter("string", "What to look for: words, a name, or a question."),
            "limit": _LIMIT,
            "folders": _parameter("array", "Only notes in these folders.", items={"type": "string"}),
            "mode": _parameter("string", "Which lists answer.", enum=list(get_args(Mode)), default="hybrid"),
            "max_tokens": _TOKENS,
        },
        _NAMES,
        _search,
    ),
    Tool(
        "related",
        "Notes near to a note",
        "Given a note's path, list the notes nearest to it in meaning and by links, nearest first, with their "
        "paths. Use it to see what else belongs to a subject. Returns no note text: read what you need.",
        {
            "note": _parameter("string", "Path of the note, relative to the vault; .md can be left out."),
            "limit": _LIMIT,
            "unlinked": _parameter("boolean", "Leave out notes that are linked with it already.", default=False),
        },
        _NAMES,
        _related,
    ),
    Tool(
        "read",
        "Read a note",
        "The text of one note, whole or a part: path, path:first line:number of lines (as search gives it), or a "
        "section by its heading. Secrets and comments are left out. Stops at the token budget, and says where to read "
        "on.",
        {
            "path": _parameter("string", "Path relative to the vault, or path:first line:number of lines."),
            "section": _parameter("string", "Only the section under this heading."),
            "first_line": _parameter("integer", "First line, from 1.", minimum=1),
            "count": _parameter("integer", "How many lines.", minimum=1),
            "max_tokens": _TOKENS,
        },
        _NAMES,
        _read,
    ),
    Tool(
        "status",
        "State of the index",
        "How many notes are indexed, when, and which were left out and why. Use it when a search finds nothing that "
        "should be there.",
        {},
        _NAMES,
        _status,
    ),
)
