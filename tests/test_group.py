"""core/group.py: one note, one hit."""

from hypothesis import given
from hypothesis import strategies as st

from luneta.core.group import group
from luneta.core.types import Candidate


def candidate(chunk_id: int, score: float) -> Candidate:
    return Candidate(chunk_id, score, {})


def test_a_note_of_many_chunks_takes_one_place() -> None:
    """Twelve sections of one note lead the list; the four others still show, and five hits are five notes."""
    candidates = [candidate(number, 1 - number / 100) for number in range(16)]
    notes = {number: "long.md" if number < 12 else f"{number}.md" for number in range(16)}
    hits = group(candidates, notes.__getitem__, limit=5, passages=3)
    assert [hit.key for hit in hits] == ["long.md", "12.md", "13.md", "14.md", "15.md"]
    assert [chunk.chunk_id for chunk in hits[0].candidates] == [0, 1, 2]


def test_the_best_chunk_decides_not_the_sum() -> None:
    candidates = [candidate(1, 0.5), candidate(2, 0.4), candidate(3, 0.4), candidate(4, 0.4)]
    notes = {1: "short.md", 2: "long.md", 3: "long.md", 4: "long.md"}
    hits = group(candidates, notes.__getitem__, limit=10, passages=2)
    assert [(hit.key, hit.score, len(hit.candidates)) for hit in hits] == [("short.md", 0.5, 1), ("long.md", 0.4, 2)]


def test_equal_notes_are_ordered_by_path_and_equal_chunks_stay_as_they_came() -> None:
    candidates = [candidate(3, 0.2), candidate(1, 0.2), candidate(2, 0.2)]
    hits = group(candidates, {1: "b.md", 2: "a.md", 3: "b.md"}.__getitem__, limit=10, passages=5)
    assert [(hit.key, [chunk.chunk_id for chunk in hit.candidates]) for hit in hits] == [
        ("a.md", [2]),
        ("b.md", [3, 1]),
    ]


def test_a_chunk_given_twice_counts_once_with_its_better_score() -> None:
    hits = group([candidate(1, 0.1), candidate(1, 0.3)], {1: "a.md"}.__getitem__, limit=10, passages=5)
    assert [(hit.score, hit.candidates) for hit in hits] == [(0.3, (candidate(1, 0.3),))]


def test_limits_below_one_give_none() -> None:
    candidates = [candidate(1, 0.1)]
    assert group(candidates, str, limit=0, passages=3) == []
    assert group(candidates, str, limit=-1, passages=3) == []
    assert group(candidates, str, limit=1, passages=0)[0].candidates == ()
    assert group([], str, limit=10, passages=3) == []


@given(st.lists(st.tuples(st.integers(0, 20), st.floats(0, 1))), st.integers(0, 8), st.integers(1, 4))
def test_invariants(pairs: list[tuple[int, float]], limit: int, passages: int) -> None:
    hits = group([candidate(*pair) for pair in pairs], lambda chunk_id: chunk_id % 5, limit, passages)
    assert len(hits) == min(limit, len({chunk_id % 5 for chunk_id, _ in pairs}))
    assert [(-hit.score, hit.key) for hit in hits] == sorted((-hit.score, hit.key) for hit in hits)
    for hit in hits:
        scores = [chunk.score for chunk in hit.candidates]
        assert hit.score == scores[0] == max(score for chunk_id, score in pairs if chunk_id % 5 == hit.key)
        assert scores == sorted(scores, reverse=True)
        assert len({chunk.chunk_id for chunk in hit.candidates}) == len(hit.candidates) <= passages
