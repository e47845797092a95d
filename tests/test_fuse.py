"""core/fuse.py: the figures of Reciprocal Rank Fusion, by hand."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from luneta.core.fuse import fuse
from luneta.core.types import LISTS, ListName, RankedList, Vote

EQUAL: dict[ListName, float] = {"postings": 1.0, "vectors": 1.0, "names": 1.0}


def ranked(name: ListName, *chunk_ids: int) -> RankedList:
    return RankedList(name, chunk_ids)


def by_id(chunk_id: int) -> int:
    return chunk_id


def test_two_votes_beat_one_and_an_absent_chunk_gets_nothing() -> None:
    x, a, y, b, c = 1, 2, 3, 4, 5
    fused = fuse([ranked("postings", x, a, y), ranked("vectors", b, c, y)], EQUAL, 60, tie_key=by_id)
    assert [candidate.chunk_id for candidate in fused] == [y, x, b, a, c]
    scores = {candidate.chunk_id: candidate.score for candidate in fused}
    assert scores == {y: 1 / 63 + 1 / 63, x: 1 / 61, b: 1 / 61, a: 1 / 62, c: 1 / 62}


def test_every_vote_is_kept_with_its_rank_and_share() -> None:
    weights: dict[ListName, float] = {"postings": 2.0, "vectors": 0.5, "names": 1.0}
    fused = fuse([ranked("vectors", 7, 8), ranked("postings", 9, 8)], weights, 10, tie_key=by_id)
    votes = {candidate.chunk_id: dict(candidate.votes) for candidate in fused}
    assert votes == {
        8: {"postings": Vote(2, 2 / 12), "vectors": Vote(2, 0.5 / 12)},
        9: {"postings": Vote(1, 2 / 11)},
        7: {"vectors": Vote(1, 0.5 / 11)},
    }
    assert fused[0].score == pytest.approx(2.5 / 12)


def test_a_chunk_named_twice_counts_once() -> None:
    fused = fuse([ranked("postings", 1, 1, 2)], EQUAL, tie_key=by_id)
    assert [(candidate.chunk_id, candidate.score) for candidate in fused] == [(1, 1 / 61), (2, 1 / 62)]


def test_ties_are_ordered_by_the_given_key() -> None:
    places = {1: ("b.md", 0), 2: ("a.md", 3), 3: ("a.md", 1)}
    lists = [ranked("postings", 1), ranked("vectors", 2), ranked("names", 3)]
    assert [candidate.chunk_id for candidate in fuse(lists, EQUAL, tie_key=places.__getitem__)] == [3, 2, 1]


def test_a_list_of_weight_zero_brings_in_nothing() -> None:
    weights: dict[ListName, float] = {"postings": 1.0, "vectors": 0.0}
    fused = fuse([ranked("postings", 1), ranked("vectors", 2, 1)], weights, tie_key=by_id)
    assert [candidate.chunk_id for candidate in fused] == [1]
    assert fused[0].votes["vectors"] == Vote(2, 0.0)


def test_no_lists_give_no_candidates() -> None:
    assert fuse([], {}, tie_key=by_id) == []
    assert fuse([ranked("names")], EQUAL, tie_key=by_id) == []


@pytest.mark.parametrize(
    ("weights", "k", "message"),
    [
        ({"names": 1.0}, -1, "k must be 0 or more"),
        ({"names": -0.1}, 60, "the weight of names must be"),
        ({"names": float("nan")}, 60, "the weight of names must be"),
        ({"names": float("inf")}, 60, "the weight of names must be"),
        ({"postings": 1.0}, 60, "names has no weight"),
    ],
)
def test_settings_that_mean_nothing_are_refused(weights: dict[ListName, float], k: int, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        fuse([ranked("names", 1)], weights, k, tie_key=by_id)


def test_a_list_takes_part_once() -> None:
    with pytest.raises(ValueError, match="each list can take part once"):
        fuse([ranked("names", 1), ranked("names", 2)], EQUAL, tie_key=by_id)


_IDS = st.lists(st.integers(0, 30), max_size=20).map(tuple)
_WEIGHT = st.floats(0, 10, allow_subnormal=False)


@given(st.permutations(LISTS), st.tuples(_IDS, _IDS, _IDS), st.tuples(_WEIGHT, _WEIGHT, _WEIGHT), st.integers(0, 100))
def test_invariants(order: list[ListName], ids: tuple[Any, ...], given_weights: tuple[float, ...], k: int) -> None:
    weights = dict(zip(LISTS, given_weights, strict=True))
    lists = {name: RankedList(name, chunk_ids) for name, chunk_ids in zip(LISTS, ids, strict=True)}
    fused = fuse(list(lists.values()), weights, k, tie_key=by_id)
    assert fuse([lists[name] for name in order], weights, k, tie_key=by_id) == fused
    keys = [(-candidate.score, candidate.chunk_id) for candidate in fused]
    assert keys == sorted(keys)
    expected = {chunk_id for name in LISTS if weights[name] > 0 for chunk_id in lists[name].chunk_ids}
    assert {candidate.chunk_id for candidate in fused} == expected
    for candidate in fused:
        shares = [weights[name] / (k + vote.rank) for name, vote in candidate.votes.items()]
        assert candidate.score == pytest.approx(sum(shares))
