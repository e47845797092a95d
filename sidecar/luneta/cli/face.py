"""The machine's face: what every command prints with --json. Other programs rely on it; sidecar/README.md documents it.

Keys may be added; none is renamed, removed or given another meaning.
"""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import orjson

from luneta.cli.clean import mend_surrogates

if TYPE_CHECKING:  # the engine brings much with it, and not every command needs it
    from luneta.cli.checks import Check
    from luneta.config import StoredIndex
    from luneta.core.types import Hit, ListName, MentionsResult, Passage, Problem, SearchResult, Segment, Vote
    from luneta.reports import IndexReport, Status

#: DEL and the C1 controls in UTF-8: legal in JSON, but a terminal may obey them.
_CONTROLS = re.compile(rb"\x7f|\xc2[\x80-\x9f]")


def encode(value: object) -> bytes:
    """One line of JSON, its newline included, in UTF-8, free of control characters."""
    try:
        line = orjson.dumps(value, option=orjson.OPT_APPEND_NEWLINE)
    except orjson.JSONEncodeError:
        line = orjson.dumps(_mended(value), option=orjson.OPT_APPEND_NEWLINE)
    return _CONTROLS.sub(lambda match: b"\\u%04x" % match[0][-1], line)


def _mended(value: Any) -> Any:  # noqa: ANN401  # a JSON tree
    """The tree without halves of surrogate pairs, which JSON in UTF-8 cannot carry."""
    if isinstance(value, str):
        return mend_surrogates(value)
    if isinstance(value, Mapping):
        return {mend_surrogates(key): _mended(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [_mended(item) for item in value]
    return value


def search(result: "SearchResult", *, explain: bool = False) -> dict[str, object]:
    """The answer to a query, and to `related`. `explain`: with the votes for each note, and what each
    feature of the match gave to its score."""
    return {
        "query": result.query,
        "took_ms": round(result.took_ms, 3),
        "degraded": result.degraded,
        "hits": [_hit(hit, explain) for hit in result.hits],
        "filters": list(result.filters),
        "remarks": list(result.remarks),
        "also": list(result.also),
    }


def _hit(hit: "Hit", explain: bool) -> dict[str, object]:
    shown: dict[str, object] = {
        "path": hit.path,
        "title": hit.title,
        "score": hit.score,
        "passages": [_passage(passage) for passage in hit.passages],
    }
    if explain:
        shown["votes"] = _votes(hit.votes)
        shown["reasons"] = {name: round(share, 6) for name, share in hit.reasons.items()}
    if hit.linked is not None:
        shown["linked"] = hit.linked
    return shown


def _passage(passage: "Passage") -> dict[str, object]:
    return {
        "section": passage.section,
        "snippet": _segments(passage.snippet),
        "lines": list(passage.lines),
        "votes": _votes(passage.votes),
    }


def _segments(snippet: "Sequence[Segment]") -> list[dict[str, object]]:
    return [{"text": segment.text, "match": segment.match} for segment in snippet]


def _votes(votes: "Mapping[ListName, Vote]") -> dict[str, object]:
    return {name: {"rank": vote.rank, "share": vote.share} for name, vote in votes.items()}


def mentions(result: "MentionsResult") -> dict[str, object]:
    """Every place where a name stands."""
    return {
        "names": list(result.names),
        "took_ms": round(result.took_ms, 3),
        "degraded": result.degraded,
        "total": result.total,
        "notes": [
            {
                "path": note.path,
                "title": note.title,
                "count": note.count,
                "places": [
                    {"section": place.section, "line": place.line, "snippet": _segments(place.snippet)}
                    for place in note.places
                ],
            }
            for note in result.notes
        ],
    }


def index(report: "IndexReport") -> dict[str, object]:
    """What an indexing run did."""
    return {
        "notes": report.notes,
        "chunks": report.chunks,
        "encoded": report.encoded,
        "skipped": report.skipped,
        "failed": report.failed,
        "seconds": round(report.seconds, 3),
        "changed": report.changed,
        "removed": report.removed,
        "moved": report.moved,
        "interrupted": report.interrupted,
        "redactions": dict(report.redactions),
        "notices": list(report.notices),
    }


def status(state: "Status") -> dict[str, object]:
    """The state of an index. `last_run` is in seconds since 1970, or null."""
    return {
        "notes": state.notes,
        "chunks": state.chunks,
        "db_path": path_text(state.db_path),
        "db_bytes": state.db_bytes,
        "model": state.model,
        "vec_available": state.vec_available,
        "degraded": state.degraded,
        "problems": [_problem(path, problem) for path, problem in state.problems],
        "vault": path_text(state.vault),
        "last_run": state.last_run,
        "redactions": dict(state.redactions),
    }


def _problem(path: str, problem: "Problem") -> dict[str, object]:
    return {"path": path, "kind": problem.kind, "reason": problem.reason}


def path_text(path: Path) -> str:
    """A path of this machine, as the machine writes it."""
    return str(path)


def indexes(found: "Sequence[StoredIndex]") -> dict[str, object]:
    """Every index on this machine. `vault` is null when no record says whose it is; `bytes` counts all its files."""
    return {
        "indexes": [
            {
                "vault": None if index.root is None else path_text(index.root),
                "db_path": path_text(index.db_path),
                "bytes": index.size,
            }
            for index in found
        ],
        "bytes": sum(index.size for index in found),
    }


def settings(vault: Path, source: Path, values: Mapping[str, object]) -> dict[str, object]:
    """Settings in force, by name, and the file that they are kept in."""
    return {"vault": path_text(vault), "file": path_text(source), "settings": dict(values)}


def checks(found: "Sequence[Check]") -> dict[str, object]:
    """What the doctor found. `state` is ok, note or wrong; `mend` is empty when nothing is to be done."""
    return {
        "ok": all(check.state != "wrong" for check in found),
        "checks": [
            {"name": check.name, "state": check.state, "detail": check.detail, "mend": check.mend} for check in found
        ],
    }


def forgotten(vault: Path, folder: Path, freed: int) -> dict[str, object]:
    """What `forget` removed, and how many bytes that freed."""
    return {"vault": path_text(vault), "removed": path_text(folder), "bytes": freed}


def plugin_installed(vault: Path, folder: Path, version: str, *, written: bool) -> dict[str, object]:
    """What `luneta plugin install` did. `written`: false when it was there already."""
    return {"vault": path_text(vault), "folder": path_text(folder), "version": version, "written": written}


def hooks(path: Path, settings: Mapping[str, object], *, written: bool, installed: bool) -> dict[str, object]:
    """What `luneta hook install` and `remove` did, or would do, to a settings file."""
    return {"file": path_text(path), "written": written, "installed": installed, "hooks": settings.get("hooks", {})}


def mcp_ready(vault: Path, url: str, token: str) -> dict[str, object]:
    """Where the MCP server is, and the word by which it lets in."""
    return {"vault": path_text(vault), "url": url, "token": token}
