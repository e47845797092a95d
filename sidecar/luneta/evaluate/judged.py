"""The short form of a golden set: one file that a person writes by hand, or grows by marking results.

A line is an object: `{"query": "...", "right": ["Note.md"], "partly": ["Other.md"], "wrong": [], "kind": "question"}`.
Only `query` is needed. Notes are paths in the vault, with `/`. Lines of one query (spaces aside) add up; of a note
named more than once the last line says what it is, so a mark is taken back by another one.
"""

from collections.abc import Iterable
from pathlib import Path

from luneta.errors import UsageError
from luneta.evaluate.golden import GoldenQuery, GoldenSet, objects
from luneta.judgments import Verdict

#: What each verdict is worth, as in qrels.tsv.
GAINS: dict[Verdict, float] = {"right": 2.0, "partly": 1.0, "wrong": 0.0}


def read_judged(file: Path, vault: Path) -> GoldenSet:
    """The golden set of a short form over the notes of `vault`. Raises UsageError, naming the line."""
    gains: dict[str, dict[str, float]] = {}
    kinds: dict[str, str] = {}
    for where, row in objects(file):
        text = row.get("query")
        if not isinstance(text, str) or not text.strip():
            raise UsageError(f'{where}: "query" must be text.')
        query = " ".join(text.split())
        kinds[query] = str(row.get("kind") or kinds.get(query, ""))
        judged = gains.setdefault(query, {})
        for verdict, gain in GAINS.items():
            judged.update(dict.fromkeys(_notes(where, row, verdict), gain))
    queries = [GoldenQuery(query, query, kind) for query, kind in kinds.items()]
    answered = {query for query, judged in gains.items() if any(judged.values())}
    return GoldenSet(
        name=file.stem,
        queries=tuple(query for query in queries if query.id in answered),
        judgments=gains,
        vault=vault,
        unanswered=tuple(query.id for query in queries if query.id not in answered),
    )


def _notes(where: str, row: dict[str, object], verdict: Verdict) -> Iterable[str]:
    notes = row.get(verdict) or []
    notes = [notes] if isinstance(notes, str) else notes
    if not isinstance(notes, list) or not all(isinstance(note, str) and note for note in notes):
        raise UsageError(f'{where}: "{verdict}" must be a list of notes.')
    return notes
