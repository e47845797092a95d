"""Fusion: no made-up ranks, one order for ever, and different notes."""

import pytest

from cases.conftest import MakeVault
from cases.trial_vault import OTHERS, PAD, TrialVault
from luneta.core.fuse import fuse
from luneta.core.types import LISTS, Candidate, RankedList


def fused(*lists: tuple[int, ...]) -> list[Candidate]:
    ranked = [RankedList(name, chunks) for name, chunks in zip(LISTS, lists, strict=False)]
    return fuse(ranked, {"postings": 1.0, "vectors": 1.0, "names": 1.0}, 60, tie_key=lambda chunk: chunk)


def test_r1_what_a_list_lacks_gets_nothing_from_it() -> None:
    """An absent document was given a made-up rank, and ranks began at 0."""
    x, a, y, b, c = range(5)
    best, *others = fused((x, a, y), (b, c, y))
    assert best.chunk_id == y
    assert best.score == pytest.approx(2 / 63)
    scores = {candidate.chunk_id: candidate.score for candidate in others}
    assert scores == {x: 1 / 61, b: 1 / 61, a: 1 / 62, c: 1 / 62}


def test_r1_in_a_real_answer(vault: TrialVault) -> None:
    """The fusion's score is the sum of what lists that have the passage give: the list's weight / (60 + its rank)."""
    vault.write_all(OTHERS)
    vault.index()
    for query in ("water the tomatoes", "Saturn", "bees in the garden"):
        hits = vault.hits(query, limit=100, adaptive=False)
        for hit in hits:
            votes = hit.passages[0].votes
            assert hit.score == pytest.approx(sum(vote.share for vote in votes.values()))
        for name in ("postings", "vectors", "names"):
            votes_of = [p.votes[name] for hit in hits for p in hit.passages if name in p.votes]
            weights = [vote.share * (60 + vote.rank) for vote in votes_of]
            assert weights == pytest.approx(weights[:1] * len(weights)), "one weight for the whole list"
            ranks = sorted(vote.rank for vote in votes_of)
            assert ranks == list(range(1, len(ranks) + 1)), (query, name)


def test_r2_equal_scores_have_one_order(vault: TrialVault) -> None:
    """Notes of equal score came in random order: vec0's ties are in no order at all."""
    for name in "bdace":
        vault.write(f"{name}/Twin.md", f"The hive needs water and flowers from spring on. {PAD}\n")
    vault.write_all(dict(list(OTHERS.items())[:5]))
    notes = [path.relative_to(vault.root).as_posix() for path in vault.root.rglob("*.md")]
    queries = ["hive", "water for the flowers", "twin", "spring", "ordinary words"] * 4
    vault.index()
    answers = []
    for order in (sorted(notes), sorted(notes, reverse=True), sorted(notes, key=lambda path: path[::-1])):
        for note in notes:
            (vault.root / note).rename(vault.root / f"{note}.away")
        vault.rebuild()
        for note in order:
            (vault.root / f"{note}.away").rename(vault.root / note)
            vault.engine.index_notes([note])
        for resident in (False, True):
            vault.restart(resident=resident)
            answers.append([vault.hits(query) for query in queries])
    assert all(answer == answers[0] for answer in answers)
    twins = [f"{name}/Twin.md" for name in "abcde"]
    for mode in ("keyword", "semantic", "names"):
        found = vault.paths("hive" if mode != "names" else "twin", mode=mode)
        assert [path for path in found if path.endswith("Twin.md")] == twins, "ties are broken by path"


def test_r2_a_tie_at_the_end_of_a_pool(vault: TrialVault) -> None:
    """Of fifty equal notes, those that the pool takes in are the first by path, however they were indexed."""
    for number in range(50):
        vault.write(f"{(number * 37) % 50:02}.md", f"---\ntitle: Twin\n---\nThe hive needs water in spring. {PAD}\n")
    vault.index()
    expected = [f"{number:02}.md" for number in range(10)]
    for resident in (False, True):
        vault.restart(resident=resident)
        for mode in ("hybrid", "keyword", "semantic", "names"):
            assert vault.paths("twin" if mode == "names" else "hive in spring", mode=mode) == expected, mode
    small = {"postings": 3, "vectors": 3, "names": 3}
    assert vault.paths("hive in spring", pools=small, limit=3) == expected[:3]


@pytest.mark.parametrize("matching", [12, 60])
def test_r3_the_hits_are_different_notes(vault: TrialVault, matching: int) -> None:
    """The chunks of one note filled the whole list, and one chunk came twice."""
    sections = "\n\n".join(f"## Visit {n}\n\nThe hive had honey on visit number {n}. {PAD}" for n in range(matching))
    vault.write("Diary.md", sections + "\n")
    for name in "abcd":
        vault.write(f"{name}.md", f"Some honey is left from last year, in jar {name}. {PAD}\n")
    vault.index()
    for resident in (False, True):
        vault.restart(resident=resident)
        for mode in ("hybrid", "keyword", "semantic"):
            hits = vault.hits("honey", limit=5, mode=mode)
            assert sorted(hit.path for hit in hits) == ["Diary.md", "a.md", "b.md", "c.md", "d.md"], mode
            for hit in hits:
                places = [passage.lines for passage in hit.passages]
                assert len(set(places)) == len(places), "no chunk twice"
                assert len(places) <= 3


def test_r3_related_notes_are_different_notes(vault: TrialVault) -> None:
    vault.write("Subject.md", f"The hive needs water close by and flowers from spring on. {PAD}\n")
    sections = "\n\n".join(f"## Visit {n}\n\nThe hive had water and flowers, visit {n}. {PAD}" for n in range(60))
    vault.write("Diary.md", sections + "\n")
    vault.write_all(OTHERS)
    vault.index()
    for resident in (False, True):
        vault.restart(resident=resident)
        found = vault.related("Subject.md", limit=5)
        assert len(set(found)) == 5
        assert "Diary.md" in found


def test_r2_the_same_index_gives_the_same_bytes(make_vault: MakeVault) -> None:
    """From two processes over two indexes of the same notes, `took_ms` aside."""
    printed = []
    for name in ("One", "Two"):
        vault = make_vault(f"{name}/Vault")
        vault.write_all(OTHERS)
        vault.run_json("index")
        answer = vault.run_json("search", "water", "for", "the", "bees", "--explain")
        answer.pop("took_ms")
        printed.append(answer)
    assert printed[0] == printed[1]
