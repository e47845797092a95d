"""Passages -> hits: one note, one hit."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from luneta.core.types import Candidate

Key = TypeVar("Key")


@dataclass(frozen=True, slots=True)
class Group(Generic[Key]):
    """A note's best candidates, best first. `key` names the note, `score` is that of its best candidate."""

    key: Key
    score: float
    candidates: tuple[Candidate, ...]


def group(
    candidates: Sequence[Candidate], note_of: Callable[[int], Key], limit: int, passages: int
) -> list[Group[Key]]:
    """At most `limit` notes, best first, with at most `passages` of their candidates each.

    A note scores what its best chunk scores, not the sum: a sum would grow with the number of chunks, and a long note
    that touches the subject in twelve places would push out the short one that is about it. Notes of equal score are
    ordered by their key (which must sort: the path), chunks of equal score stay as they came. A chunk given twice
    counts once, with its better score. A limit or a number of passages below 1 gives none.
    """
    ranked = sorted(candidates, key=lambda candidate: -candidate.score)
    notes: dict[Key, dict[int, Candidate]] = {}
    for candidate in ranked:
        notes.setdefault(note_of(candidate.chunk_id), {}).setdefault(candidate.chunk_id, candidate)
    groups = [
        Group(key, chunks[0].score, tuple(chunks[: max(passages, 0)]))
        for key, chunks in ((key, list(found.values())) for key, found in notes.items())
    ]
    return sorted(groups, key=_order)[: max(limit, 0)]


def _order(note: Group[Any]) -> tuple[float, Any]:
    return -note.score, note.key
