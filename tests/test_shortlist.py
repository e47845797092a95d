"""Which notes are looked at closely."""

from luneta.core.fuse import fuse
from luneta.core.shortlist import shortlist
from luneta.core.types import Candidate, ListName, RankedList

ALIKE: dict[ListName, float] = {"postings": 1.0, "vectors": 1.0, "names": 1.0}
#: The words are certain, so that the fusion hears next to nothing of the meaning.
CERTAIN: dict[ListName, float] = {"postings": 1.0, "vectors": 0.001, "names": 1.0}


def fused() -> list[Candidate]:
    """Notes 1 to 30 by words, then 101 to 130 by meaning: none is in both lists."""
    lists = [RankedList("postings", tuple(range(1, 31))), RankedList("vectors", tuple(range(101, 131)))]
    return fuse(lists, CERTAIN, 60, tie_key=str)


def test_all_of_few_notes_are_looked_at() -> None:
    first, rest = shortlist(fused(), ALIKE, 60)
    assert (first, rest) == (fused(), [])


def test_the_best_of_a_list_that_is_not_trusted_are_looked_at_too() -> None:
    """Of 30 the fusion chooses 20; note 21 by words is not looked at before notes 101 to 110 by meaning."""
    first, rest = shortlist(fused(), ALIKE, 30)
    assert [note.chunk_id for note in first] == [*range(1, 21), *range(101, 111)]
    assert [note.chunk_id for note in rest] == [*range(21, 31), *range(111, 131)]


def test_what_the_user_turned_off_chooses_nobody() -> None:
    first, _ = shortlist(fused(), {**ALIKE, "vectors": 0.0}, 30)
    assert [note.chunk_id for note in first] == list(range(1, 31))


def test_nobody_is_looked_at_if_nothing_can_be_said() -> None:
    assert shortlist(fused(), ALIKE, 0) == ([], fused())
