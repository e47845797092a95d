"""crossing.py: what a worker has prepared arrives as it was."""

from luneta.core.types import Link, Problem
from luneta.crossing import pack_outcomes, unpack_outcomes
from luneta.prepare import Embedding, Outcome, PreparedChunk, PreparedNote, Unchanged, Unusable
from luneta.store.chunks import ChunkRow
from luneta.store.notes import NoteRow
from luneta.vault import FileState

PROPERTIES = {"rating": 4.5, "big": 10**30, "done": None, "list": [True, {"a": "b"}], "torn": "\ud800"}


def prepared(*chunks: PreparedChunk) -> PreparedNote:
    row = NoteRow("a/é.md", "é", ("Alias",), "é | log", ("t/u",), PROPERTIES, 1, 2, 3, b"\0" * 16, {"jwt": 2})
    links = (Link("B"), Link("C", "text", "#part", embed=True))
    return PreparedNote(row, chunks, links, (Problem("partial", "cut off"),), len(chunks))


def chunk(embedding: Embedding | None, packed: bytes | None = b"\x01\x02", extra: str | None = "stem") -> PreparedChunk:
    return PreparedChunk(ChunkRow(0, "A > B", packed, 1, 9, b"\1" * 16), "text \ud800", extra, "rest", embedding)


def test_outcomes_of_every_kind_arrive_equal_and_of_their_own_types() -> None:
    outcomes: list[Outcome] = [
        prepared(),
        prepared(chunk(Embedding(b"\5" * 8)), chunk(Embedding(None)), chunk(None, packed=None, extra=None)),
        Unchanged(FileState("a.md", 1, 2, 3, "a.md")),
        Unusable("b.md", Problem("failed", "why"), gone=True),
        Unusable("c.md", None, gone=False),
    ]
    arrived = unpack_outcomes(pack_outcomes(outcomes))
    assert arrived == outcomes
    note = arrived[1]
    assert isinstance(note, PreparedNote)
    assert [type(one) for one in (note.chunks[0], note.chunks[0].row, note.chunks[0].embedding, note.links[1])] == [
        PreparedChunk,
        ChunkRow,
        Embedding,
        Link,
    ]
    assert isinstance(arrived[2], Unchanged)
    assert arrived[2].state.disk_path == "a.md"
