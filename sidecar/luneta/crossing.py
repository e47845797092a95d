"""What a worker has prepared, as bytes on their way to the process that writes.

By `marshal`, which knows plain values only and takes less than half of pickle's time on both sides: both ends are the
same Python, started from the same files. A note's chunks go column by column.
"""

import marshal
from collections.abc import Sequence
from dataclasses import astuple, fields
from operator import attrgetter
from typing import Any

from luneta.core.types import Link, Problem
from luneta.prepare import Embedding, Outcome, PreparedChunk, PreparedNote, Unchanged, Unusable
from luneta.store.chunks import ChunkRow
from luneta.store.notes import NoteRow
from luneta.vault import FileState

_PREPARED, _UNCHANGED, _UNUSABLE = range(3)
_of_row = attrgetter(*(field.name for field in fields(NoteRow)))
_NO_CHUNKS: tuple[tuple[Any, ...], ...] = ((), (), (), (), ())


def pack_outcomes(outcomes: Sequence[Outcome]) -> bytes:
    """Some outcomes for `unpack_outcomes`."""
    return marshal.dumps([_plain(outcome) for outcome in outcomes])


def unpack_outcomes(data: bytes | bytearray) -> list[Outcome]:
    """What was packed, equal to it."""
    return [_outcome(*plain) for plain in marshal.loads(data)]


def _plain(outcome: Outcome) -> tuple[Any, ...]:
    if isinstance(outcome, PreparedNote):
        rows, *texts, made = zip(*outcome.chunks, strict=True) if outcome.chunks else _NO_CHUNKS
        problems = [(problem.kind, problem.reason) for problem in outcome.problems]
        columns = (list(map(tuple, rows)), *texts, list(map(_vector, made)))
        links = list(map(tuple, outcome.links))
        return _PREPARED, _of_row(outcome.row), columns, links, problems, outcome.encoded
    if isinstance(outcome, Unchanged):
        return _UNCHANGED, tuple(outcome.state)
    return _UNUSABLE, outcome.path, outcome.problem and astuple(outcome.problem), outcome.gone


def _outcome(kind: int, *values: Any) -> Outcome:  # noqa: ANN401 - as `_plain` gives them
    if kind == _PREPARED:
        row, (rows, texts, extras, rests, made), links, problems, encoded = values
        columns = zip(map(ChunkRow._make, rows), texts, extras, rests, map(_embedding, made), strict=True)
        return PreparedNote(
            NoteRow(*row),
            tuple(map(PreparedChunk._make, columns)),
            tuple(map(Link._make, links)),
            tuple(Problem(*problem) for problem in problems),
            encoded,
        )
    if kind == _UNCHANGED:
        return Unchanged(FileState(*values[0]))
    path, problem, gone = values
    return Unusable(path, problem and Problem(*problem), gone)


def _vector(embedding: Embedding | None) -> bytes | None:
    """Without a vector as no bytes, since None stands for no embedding."""
    return None if embedding is None else embedding.vector or b""


def _embedding(vector: bytes | None) -> Embedding | None:
    return None if vector is None else Embedding(vector or None)
