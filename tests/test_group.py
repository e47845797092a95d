"""core/group.py: one note, one hit."""

from luneta.core.fuse import fuse
from luneta.core.group import by_note
from luneta.core.types import RankedList

NOTES = {1: 10, 2: 10, 3: 20, 4: 30}


def test_a_note_stands_where_its_best_chunk_stands() -> None:
    lists = [RankedList("postings", (2, 1, 3, 4)), RankedList("vectors", (4, 2))]
    assert by_note(lists, NOTES) == [RankedList("postings", (10, 20, 30)), RankedList("vectors", (30, 10))]


def test_a_note_of_many_chunks_takes_one_place() -> None:
    """Twelve sections of one note lead the list; the notes behind it move up to the ranks after the first."""
    notes = {number: 0 if number < 12 else number for number in range(16)}
    (grouped,) = by_note([RankedList("postings", tuple(range(16)))], notes.__getitem__)
    assert grouped.chunk_ids == (0, 12, 13, 14, 15)


def test_votes_for_two_chunks_of_a_note_are_votes_for_the_note() -> None:
    """Note 10 is second by words and second by meaning, in two different places; 20 and 30 are each first once."""
    notes = {1: 10, 2: 10, 3: 20, 4: 30}
    lists = [RankedList("postings", (3, 1)), RankedList("vectors", (4, 2))]
    weights = {"postings": 1.0, "vectors": 1.0, "names": 1.0}
    by_chunk = fuse(lists, weights, tie_key=lambda chunk: chunk)
    fused = fuse(by_note(lists, notes), weights, tie_key=lambda note: note)
    assert [notes[c.chunk_id] for c in by_chunk][:2] == [20, 30]
    assert [c.chunk_id for c in fused] == [10, 20, 30]
    assert fused[0].score == 2 / 62


def test_how_well_the_best_one_fits_is_kept() -> None:
    (grouped,) = by_note([RankedList("names", (1, 3, 2), (0.9, 0.5, 0.4))], NOTES)
    assert grouped == RankedList("names", (10, 20), (0.9, 0.5))
