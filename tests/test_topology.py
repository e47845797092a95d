"""The map of a vault: clusters that hold together, few ties between them, and what belongs nowhere."""

import numpy as np
import pytest

from luneta.core.drawing import draw
from luneta.core.likeness import likeness, runs_of
from luneta.core.topology import MappedNote, Topology, topology

SUBJECTS = ("Sourdough", "Kayaks", "Compilers")


def world() -> tuple[list[MappedNote], np.ndarray, list[tuple[int, int]]]:
    """Three subjects of twelve notes each in directions of their own, a note that is like none, and one link between
    bread and boats."""
    chance = np.random.default_rng(7)
    notes, vectors = [], []
    for number, subject in enumerate(SUBJECTS):
        for n in range(12):
            direction = np.zeros(32)
            direction[number] = 1.0
            vectors.append(direction + chance.normal(0, 0.12, 32))
            notes.append(MappedNote(f"{subject}/{n}.md", f"{subject} {n}", f"{subject} number {n} of the series"))
    lone = np.zeros(32)
    lone[20] = 1.0
    vectors.append(lone)
    notes.append(MappedNote("Alone.md", "Alone", "Alone"))
    return notes, np.array(vectors, np.float32), [(0, 12)]


@pytest.fixture(scope="module")
def found() -> Topology:
    return topology(*world())


def test_each_subject_is_a_cluster_named_by_its_own_word(found: Topology) -> None:
    largest = found.clusters[:3]
    for cluster in largest:
        subjects = {found.notes[note].title.split()[0] for note in cluster.notes} - {"Alone"}
        assert len(subjects) == 1
        assert subjects.pop().lower() in cluster.name  # not "number" or "series", which all have


def test_the_link_between_two_subjects_is_their_bridge(found: Topology) -> None:
    ties = [tie for bridge in found.bridges for tie in bridge.ties]
    assert (0, 12) in ties or (12, 0) in ties


def test_what_is_like_nothing_and_linked_with_nothing_is_an_orphan(found: Topology) -> None:
    assert "Alone.md" in [found.notes[note].path for note in found.orphans]
    assert not {"Sourdough/0.md", "Kayaks/0.md"} & {found.notes[note].path for note in found.orphans}


def test_the_same_vault_gives_the_same_map_and_picture(found: Topology) -> None:
    again = topology(*world())
    assert (again.clusters, again.bridges, again.orphans) == (found.clusters, found.bridges, found.orphans)
    assert draw(again, "A") == draw(found, "A")


def test_copies_are_close_pairs() -> None:
    notes, vectors, links = world()
    vectors = np.concatenate([vectors, vectors[5:6]])
    notes.append(MappedNote("Copy.md", "Copy", "Copy"))
    pairs = [(one, other) for one, other, _ in topology(notes, vectors, links).close_pairs]
    assert (5, len(notes) - 1) in pairs


@pytest.mark.parametrize("count", [0, 1, 2, 5])
def test_tiny_vaults_have_a_map_too(count: int) -> None:
    notes, vectors, _ = world()
    found = topology(notes[:count], vectors[:count], [])
    assert sum(len(cluster.notes) for cluster in found.clusters) + len(found.strays) == count
    assert draw(found, "tiny").startswith("<svg")


def test_notes_without_a_vector_are_held_by_their_links_alone() -> None:
    notes = [MappedNote(f"{n}.md", f"Note {n}", f"Note {n}") for n in range(6)]
    links = [(n, n + 1) for n in range(4)]
    found = topology(notes, np.zeros((6, 8), np.float32), links)
    assert 5 in found.orphans
    assert 0 not in found.orphans


def test_the_picture_shows_every_note_once_and_escapes_titles(found: Topology) -> None:
    picture = draw(found, "Tom & <Jerry>")
    clustered = sum(len(cluster.notes) for cluster in found.clusters)
    assert picture.count('class="dot') == clustered
    assert "Tom &amp; &lt;Jerry&gt;" in picture


def test_likeness_of_texts() -> None:
    text = "The ferry leaves the northern quay at nine and comes back with the tide at seven in the evening."
    assert likeness(runs_of(text), runs_of(text.upper() + " And more.")) == 1.0
    assert likeness(runs_of(text), runs_of("Bread rises twice before it is baked in the morning.")) == 0.0
    assert likeness(runs_of(""), runs_of(text)) == 0.0
