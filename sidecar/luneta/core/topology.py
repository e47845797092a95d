"""The shape of a vault: dense clusters of notes, the thin bridges between them, orphans and near-duplicates.

Pure: the same notes give the same map. Notes are near when their vectors are, or when one links to the other.
"""

import math
import re
from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import networkx
import numpy as np
import numpy.typing as npt

from luneta.core.fold import fold
from luneta.core.stopwords import FUNCTION_WORDS

Floats = npt.NDArray[np.float32]

#: Neighbours that a note is tied to by meaning; a link between two notes weighs as much as this likeness.
NEIGHBOURS = 8
LINK_WEIGHT = 0.5
#: Smaller groups are no clusters; their notes are told of as strays.
SMALLEST = 4
#: Notes whose vectors are this near may be copies of each other: whoever has their texts decides.
COPIES = 0.97
#: A pair of clusters is bridged, not merged, if so few of the smaller one's notes reach over.
THIN = 0.1
#: Rows of likenesses computed at a time: 64 MB for 17,000 notes.
_BLOCK = 1024
_TERM = re.compile(r"[^\W\d_]{3,}")


@dataclass(frozen=True, slots=True)
class MappedNote:
    """A note on the map. `words` is what its cluster may be named by: its title and folder."""

    path: str
    title: str
    words: str


@dataclass(frozen=True, slots=True)
class Cluster:
    """Notes that belong together, the most central first. `density` is the mean likeness to their centre, 0 to 1."""

    name: str
    notes: tuple[int, ...]
    density: float


@dataclass(frozen=True, slots=True)
class Bridge:
    """Few notes that tie two clusters together: (from, to) pairs, the strongest first."""

    clusters: tuple[int, int]
    ties: tuple[tuple[int, int], ...]
    strength: float


@dataclass(frozen=True, slots=True)
class Topology:
    """The map. Notes are numbered as they were given; clusters by size, largest first."""

    notes: tuple[MappedNote, ...]
    clusters: tuple[Cluster, ...]
    bridges: tuple[Bridge, ...]
    strays: tuple[int, ...]
    orphans: tuple[int, ...]
    close_pairs: tuple[tuple[int, int, float], ...]
    centres: Floats


def topology(notes: Sequence[MappedNote], vectors: Floats, links: Sequence[tuple[int, int]]) -> Topology:
    """The map of notes with a vector each, shape (n, d), zero if a note has none, and resolved links between them."""
    unit = _centred(vectors)
    near, likeness = _neighbours(unit, min(NEIGHBOURS, max(len(notes) - 1, 0)))
    graph = _graph(near, likeness, links)
    groups = networkx.community.louvain_communities(graph, weight="weight", seed=0, resolution=1.0)
    ordered = sorted((sorted(group) for group in groups), key=lambda group: (-len(group), group[0]))
    large = [group for group in ordered if len(group) >= SMALLEST]
    names = _names(notes, large)
    centres = np.array([_mean_direction(unit[group]) for group in large], np.float32).reshape(-1, unit.shape[1])
    clusters = tuple(
        Cluster(names[number], *_from_the_middle(group, unit[group] @ centres[number]))
        for number, group in enumerate(large)
    )
    linked = {note for pair in links for note in pair}
    bound = float(np.median(likeness[:, 0])) / 2 if likeness.shape[1] else np.inf
    lone = [n for n in range(len(notes)) if n not in linked and not _has_kin(likeness[n], bound)]
    strays = tuple(note for group in ordered if len(group) < SMALLEST for note in group)
    return Topology(
        notes=tuple(notes),
        clusters=clusters,
        bridges=_bridges(graph, clusters),
        strays=strays,
        orphans=tuple(lone),
        close_pairs=_close_pairs(vectors, near),
        centres=centres,
    )


def _centred(vectors: Floats) -> Floats:
    """Unit vectors without what all notes share, which would make everything near to everything."""
    present = np.linalg.norm(vectors, axis=1) > 0
    moved = vectors.astype(np.float32, copy=True)
    if present.any():
        moved[present] -= moved[present].mean(axis=0)
    return _to_unit(moved)


def _to_unit(vectors: Floats) -> Floats:
    norms = np.linalg.norm(vectors, axis=1, keepdims=True)
    unit: Floats = np.divide(vectors, norms, out=np.zeros_like(vectors), where=norms > 0)
    return unit


def _mean_direction(unit: Floats) -> Floats:
    mean: Floats = _to_unit(unit.mean(axis=0, keepdims=True))[0]
    return mean


def _neighbours(unit: Floats, count: int) -> tuple[npt.NDArray[np.int64], Floats]:
    """The `count` nearest of each note and how near they are, both of shape (n, count), nearest first."""
    near = np.zeros((len(unit), count), np.int64)
    likeness = np.zeros((len(unit), count), np.float32)
    for start in range(0, len(unit) if count else 0, _BLOCK):
        scores = unit[start : start + _BLOCK] @ unit.T
        rows = np.arange(len(scores))
        scores[rows, start + rows] = -np.inf
        # By score, then by number: equal notes come in the same order on every machine.
        best = np.argpartition(-scores, count - 1, axis=1)[:, :count]
        order = np.lexsort((best, -np.round(np.take_along_axis(scores, best, axis=1), 5)), axis=1)
        best = np.take_along_axis(best, order, axis=1)
        near[start : start + len(rows)] = best
        likeness[start : start + len(rows)] = np.take_along_axis(scores, best, axis=1)
    return near, likeness


def _graph(near: npt.NDArray[np.int64], likeness: Floats, links: Sequence[tuple[int, int]]) -> "networkx.Graph[int]":
    """Notes tied to those that are near both ways, and to those that they link to."""
    graph: networkx.Graph[int] = networkx.Graph()
    graph.add_nodes_from(range(len(near)))
    sets = [set(row.tolist()) for row in near]
    for note, row in enumerate(near.tolist()):
        for place, other in enumerate(row):
            weight = float(likeness[note, place])
            if note < other and note in sets[other] and weight > 0:
                graph.add_edge(note, other, weight=round(weight, 4))
    for one, other in links:
        if one != other:
            known = graph.get_edge_data(one, other, {"weight": 0.0})["weight"]
            graph.add_edge(one, other, weight=known + LINK_WEIGHT)
    return graph


def _from_the_middle(group: Sequence[int], nearness: Floats) -> tuple[tuple[int, ...], float]:
    order = np.lexsort((np.array(group), -np.round(nearness, 5)))
    return tuple(group[place] for place in order), round(float(np.clip(nearness.mean(), 0, 1)), 4)


def _has_kin(likeness: Floats, bound: float) -> bool:
    """Whether a note is half as like its nearest one as most notes are like theirs, or more."""
    return bool(len(likeness) and likeness[0] > 0 and likeness[0] >= bound)


def _names(notes: Sequence[MappedNote], groups: Sequence[Sequence[int]]) -> list[str]:
    """Names of clusters: the terms that most of their notes have and few others."""
    forms: dict[str, Counter[str]] = defaultdict(Counter)
    of_note = []
    for note in notes:
        terms = set()
        for written in _TERM.findall(note.words):
            term = fold(written)
            if term not in FUNCTION_WORDS:
                terms.add(term)
                forms[term][written.lower()] += 1
        of_note.append(terms)
    everywhere = Counter(term for terms in of_note for term in terms)
    names: list[str] = []
    for group in groups:
        here = Counter(term for note in group for term in of_note[note])
        share = {
            term: (count / len(group)) * math.log(len(notes) / everywhere[term])
            for term, count in here.items()
            if count > 1
        }
        best = sorted(share, key=lambda term: (-share[term], term))[:3]
        name = ", ".join(forms[term].most_common(1)[0][0] for term in best) or notes[group[0]].title
        names.append(name if name not in names else f"{name} ({notes[group[0]].title})")
    return names


def _bridges(graph: "networkx.Graph[int]", clusters: Sequence[Cluster]) -> tuple[Bridge, ...]:
    home = {note: number for number, cluster in enumerate(clusters) for note in cluster.notes}
    ties: dict[tuple[int, int], list[tuple[float, int, int]]] = defaultdict(list)
    for one, other, data in graph.edges(data=True):
        weight = float(data["weight"])
        here, there = home.get(one), home.get(other)
        if here is None or there is None or here == there:
            continue
        first, second = (one, other) if here < there else (other, one)
        ties[min(here, there), max(here, there)].append((weight, first, second))
    bridges = []
    for pair, found in ties.items():
        found.sort(key=lambda tie: (-tie[0], tie[1], tie[2]))
        smaller = min(len(clusters[number].notes) for number in pair)
        if len({note for _, one, other in found for note in (one, other)}) <= max(2, THIN * 2 * smaller):
            strength = round(sum(tie[0] for tie in found), 4)
            bridges.append(Bridge(pair, tuple((one, other) for _, one, other in found), strength))
    # What ties the largest clusters together is the most telling.
    weight_of = {bridge.clusters: min(len(clusters[n].notes) for n in bridge.clusters) for bridge in bridges}
    return tuple(sorted(bridges, key=lambda bridge: (-weight_of[bridge.clusters] * bridge.strength, bridge.clusters)))


def _close_pairs(vectors: Floats, near: npt.NDArray[np.int64]) -> tuple[tuple[int, int, float], ...]:
    unit = _to_unit(vectors.astype(np.float32))
    pairs: Mapping[tuple[int, int], float] = {
        (note, other): float(unit[note] @ unit[other])
        for note, row in enumerate(near.tolist())
        for other in row
        if note < other
    }
    found = [(one, other, round(likeness, 4)) for (one, other), likeness in pairs.items() if likeness >= COPIES]
    return tuple(sorted(found, key=lambda pair: (-pair[2], pair[0], pair[1])))
