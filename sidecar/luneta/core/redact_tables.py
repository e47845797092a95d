"""Secrets in a column of a table whose head promises them: `| user | password |`."""

import re
from collections.abc import Iterator

from luneta.core.redact_names import WORDS, Promise, keeps, promise
from luneta.core.redact_view import Span, View

#: The second line of a table: bars, hyphens, colons (GitHub Flavored Markdown, 4.10).
_RULE = re.compile(r"\n[ \t>]{0,16}(?=[^\n]{0,999}\|)\|?[ \t]{0,99}:?-[-:| \t]{0,999}\r?(?=\n)")
_BAR = re.compile(r"(?<!\\)\|")
_WORD = re.compile(b"|".join(WORDS).decode("ascii"))
_WIDEST_HEAD = 2000
_DECORATION = " \t\r`*_\"'~"


def table_spans(seen: View) -> Iterator[Span]:
    """Cells under a head that promises a secret. A table ends at the first line without a bar."""
    if b"|" not in seen.raw or not any(word in seen.low for word in WORDS):
        return
    text = seen.text
    for rule in _RULE.finditer(text):
        widest = max(0, rule.start() - _WIDEST_HEAD)
        head = text[max(text.rfind("\n", widest, rule.start()) + 1, widest) : rule.start()]
        columns = {at: kind for at, cell in enumerate(_BAR.split(head)) if (kind := _kind(cell))}
        if columns:
            yield from _column_spans(text, rule.end() + 1, columns)


def _kind(head: str) -> Promise | None:
    cell = head.strip(_DECORATION).lower()
    found = _WORD.search(cell)
    return promise(found.group(), cell[: found.start()], cell[found.end() :]) if found else None


def _column_spans(text: str, start: int, columns: dict[int, Promise]) -> Iterator[Span]:
    while start < len(text):
        end = text.find("\n", start)
        end = len(text) if end < 0 else end
        bars = [start, *(bar.end() for bar in _BAR.finditer(text, start, end))]
        if len(bars) == 1:
            return
        for at, kind in columns.items():
            if at < len(bars):
                closing = bars[at + 1] - 1 if at + 1 < len(bars) else end
                yield from _cell_span(text, bars[at], closing, kind)
        start = end + 1


def _cell_span(text: str, start: int, end: int, kind: Promise) -> Iterator[Span]:
    cell = text[start:end]
    value = cell.strip(_DECORATION)
    name = keeps(kind, value, "told", quoted=cell.strip().startswith("`"))
    if name:
        at = start + cell.index(value)
        yield Span(at, at + len(value), name)
