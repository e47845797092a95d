"""The review note: a task for each signal that waits. The user may edit it in any way. Pure.

An entry is any task whose line has `^` and the twelve digits of a signal's key; all other lines are the user's own.
"""

import re
from collections.abc import Collection, Iterable
from urllib.parse import quote

from luneta.core.redact import redact
from luneta.ingest.profile import DIMENSIONS
from luneta.ingest.routing import Decision

HEADING = (
    "# Review queue\n\nCheck what should become a note and delete what should not; `luneta ingest review` then says"
    " what it will do, and `luneta ingest review --apply` does it.\n\n"
)
_ENTRY = re.compile(r"^[ \t>]*(?:[-*+]|\d+[.)]) \[(.)\] .*\^([0-9a-f]{12})(?![0-9a-zA-Z])")
_MOST_TITLE = 200


def entry(decision: Decision, key: str) -> str:
    """The task for a signal. `key` finds the signal again."""
    signal, scored = decision.signal, decision.score
    title = " ".join(redact(signal.title).text.split())[:_MOST_TITLE]
    title = title.translate(str.maketrans("[]^<>`", "()   '")).strip() or "Untitled"
    web = signal.origin.startswith(("http://", "https://"))
    named = f"[{title}]({quote(redact(signal.origin).text, safe=_SAFE)})" if web else title
    parts = ", ".join(f"{name} {scored.dimensions[name]:.2f}" for name in DIMENSIONS)
    where = f" to {decision.folder}" if decision.folder else ""
    return f"- [ ] {named}{where} ({scored.total:.2f}: {parts}) ^{key}"


_SAFE = "%/:?#[]@!$&'*+,;=~-._"


def entries(review: str) -> dict[str, bool]:
    """The keys of the entries, each with whether it is checked. Of copies of an entry one checked is enough."""
    found: dict[str, bool] = {}
    for line in review.splitlines():
        match = _ENTRY.match(line)
        if match:
            found[match[2]] = found.get(match[2], False) or match[1] in "xX"
    return found


def with_entries(review: str, lines: Iterable[str]) -> str:
    """The review note with entries added at its end; its own line ends are kept."""
    if not review.strip():
        return HEADING + "\n".join(lines) + "\n"
    end = "\r\n" if "\r\n" in review else "\n"
    return review.rstrip("\r\n") + end + end.join(lines) + end


def without_entries(review: str, keys: Collection[str]) -> str:
    """The review note without the entries of these keys; nothing else changes."""

    def stays(line: str) -> bool:
        match = _ENTRY.match(line)
        return match is None or match[2] not in keys

    return "".join(filter(stays, re.findall(r"[^\n]*\n|[^\n]+", review)))


def is_bare(review: str) -> bool:
    """Whether nothing but the heading is left."""
    return " ".join(review.split()) in ("", " ".join(HEADING.split()))
