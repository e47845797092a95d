"""The credential filter: runs over a whole note before anything of it is stored, encoded or shown.

Each secret becomes `[REDACTED:pattern-name]`. Line ends within a secret stay, so line numbers stay true. The
secret itself is never kept, logged or part of an exception.
"""

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from hashlib import blake2b

from luneta.core.redact_assign import assignment_spans
from luneta.core.redact_blocks import block_spans
from luneta.core.redact_entropy import entropy_spans
from luneta.core.redact_generic import generic_spans
from luneta.core.redact_tables import table_spans
from luneta.core.redact_vendor import VENDORS, vendor_spans
from luneta.core.redact_view import Span, view

#: To be raised with every change of what is found: an index made by another version redacts its notes anew.
REDACTOR_VERSION = "2"

_LINE_ENDS = re.compile(r"\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]")
#: Removing one secret may lay bare the next, so the filter runs until it finds nothing; this often at most.
_ROUNDS = 4
_INVISIBLE = "\u200b\u200c\u200d\u2060\ufeff\u00ad"
_BROKEN = re.compile(rf"(?<=[A-Za-z0-9_-])[{_INVISIBLE}]{{1,8}}(?=[A-Za-z0-9_-])")


@dataclass(frozen=True, slots=True)
class Redacted:
    """The text with its secrets replaced, and how many each pattern replaced (empty if none)."""

    text: str
    counts: Mapping[str, int]


def redact(text: str) -> Redacted:
    """Replace every secret of `text`. Linear in its length; the number of lines stays; doing it twice changes nothing.

    Without a secret, `Redacted.text` is the very object that was handed in.
    """
    counts: Counter[str] = Counter()
    for _ in range(_ROUNDS):
        spans = _merge(_find(text))
        if not spans:
            break
        counts.update(span.name for span in spans)
        text = _replace(text, spans)
    return Redacted(text, dict(sorted(counts.items())))


def fingerprint() -> str:
    """Changes whenever a vendor's pattern or REDACTOR_VERSION does."""
    rows = "\n".join(f"{vendor.name} {vendor.pattern.pattern}" for vendor in VENDORS)
    return f"{REDACTOR_VERSION}-{blake2b(rows.encode(), digest_size=6).hexdigest()}"


def _find(text: str) -> list[Span]:
    spans = _detect(text)
    if any(character in text for character in _INVISIBLE) and _BROKEN.search(text):
        spans += _hidden(text)
    return spans


def _hidden(text: str) -> list[Span]:
    """What is found when the invisible characters within words are left out."""
    pieces = []
    starts = [0]
    offsets = [0]
    done = 0
    for found in _BROKEN.finditer(text):
        pieces.append(text[done : found.start()])
        done = found.end()
        starts.append(starts[-1] + len(pieces[-1]))
        offsets.append(done)

    def place(at: int) -> int:
        piece = bisect_right(starts, at) - 1
        return offsets[piece] + at - starts[piece]

    whole = "".join([*pieces, text[done:]])
    return [Span(place(span.start), place(span.end - 1) + 1, span.name) for span in _detect(whole)]


def _detect(text: str) -> list[Span]:
    """Every detector's spans, the most telling detector first; they may overlap."""
    seen = view(text)
    return [
        *block_spans(seen),
        *vendor_spans(seen),
        *generic_spans(seen),
        *assignment_spans(seen),
        *table_spans(seen),
        *entropy_spans(seen),
    ]


def _merge(spans: Iterable[Span]) -> list[Span]:
    """Spans apart from each other, ascending. Overlapping ones become one, named by the most telling of them."""
    ranked = sorted(enumerate(spans), key=lambda item: item[1].start)
    merged: list[tuple[tuple[int, int], Span]] = []
    for order, span in ranked:
        rank = (_rank(span.name), order)
        if merged and span.start < merged[-1][1].end:
            best, last = merged[-1]
            name = min((best, last.name), (rank, span.name))[1]
            merged[-1] = (min(best, rank), Span(last.start, max(last.end, span.end), name))
        else:
            merged.append((rank, span))
    return [span for _, span in merged]


def _rank(name: str) -> int:
    """0 for what names its vendor or form, 1 for what only its name gave away, 2 for what only looks random."""
    return 2 if name.startswith("high-entropy") else 1 if name.endswith(("-assignment", "-string")) else 0


def _replace(text: str, spans: Iterable[Span]) -> str:
    pieces = []
    done = 0
    for span in spans:
        mark = f"[REDACTED:{span.name}]"
        line_ends = _LINE_ENDS.findall(text, span.start, span.end)
        pieces += [text[done : span.start], mark, *line_ends]
        if line_ends and span.end == len(text):
            pieces.append(mark)  # or the last line would no longer count as one
        done = span.end
    return "".join([*pieces, text[done:]])
