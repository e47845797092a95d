"""Queries on a vault of novels, warm, in process, as in query.py."""

import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import vaultcopy
from course import Course
from query import serve
from rows import Bar, Row

BAR = Bar("or less", 10)
QUERIES = 50


def measure(course: Course) -> list[Row]:
    """The bar is absolute; what the yardstick takes is shown beside it."""
    course.index_both("novels")
    theirs, ours = serve("novels", course.luneta, course.yardstick, course.queries, course.runs)
    details = {"queries": course.query_lines(), "luneta": ours, "yardstick": theirs}
    return [
        Row("novels: query, p50", "ms", [r["p50_ms"] for r in ours], [r["p50_ms"] for r in theirs], None, details),
        Row("novels: query, p95", "ms", [r["p95_ms"] for r in ours], [r["p95_ms"] for r in theirs], BAR),
    ]


def queries_from(vault: Path) -> list[str]:
    """Queries such as a reader asks, out of the text itself and always the same: in turns a name, three words that
    stand together, and the beginning of a sentence."""
    paths = vaultcopy.notes_of(vault)
    found: list[str] = []
    for number in range(QUERIES):
        path = paths[number * len(paths) // QUERIES]
        sentences = _sentences(_without_frontmatter((vault / path).read_text(encoding="utf-8", errors="replace")))
        asked = (_query(sentence, number % 3) for sentence in islice(sentences, number % 7, None))
        query = next(filter(None, asked), None)
        if query:
            found.append(query)
    return found


def _without_frontmatter(text: str) -> str:
    return re.sub(r"\A---\n.*?\n---\n", "", text, flags=re.DOTALL)


def _sentences(text: str) -> Iterator[list[str]]:
    for sentence in re.split(r"[.!?]\s+", text):
        words = re.findall(r"[^\W\d_]+", sentence)
        if len(words) >= 6:
            yield words


def _query(words: list[str], kind: int) -> str | None:
    if kind == 0:
        return next((word for word in words[1:] if word.istitle() and len(word) > 3), None)
    return " ".join(words[2:5] if kind == 1 else words[:8])
