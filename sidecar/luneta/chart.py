"""An index -> the map of its vault."""

from collections.abc import Callable

import apsw
import numpy as np

from luneta.core.topology import MappedNote, Topology, topology
from luneta.core.vectors import to_unit_length
from luneta.store import links, notes, vectors


def chart_of(db: apsw.Connection, dimensions: int, allows: Callable[[str], bool]) -> Topology:
    """The map of the notes that `allows(path)` lets be shown, in the order of their paths."""
    shown = sorted((path, note) for note, path in notes.paths(db) if allows(path))
    place = {note: number for number, (_, note) in enumerate(shown)}
    heads = notes.heads(db, place)
    mapped = [MappedNote(path, heads[note].title, f"{heads[note].title} {_folder(path)}") for path, note in shown]
    _, owners, stored = vectors.load_all(db, dimensions)
    sums = np.zeros((len(shown), dimensions), np.float32)
    rows = [row for row, owner in enumerate(owners) if owner in place]
    np.add.at(sums, [place[owners[row]] for row in rows], to_unit_length(stored[rows].astype(np.float32)))
    pairs = [(place[one], place[other]) for one, other in links.linked_pairs(db) if one in place and other in place]
    return topology(mapped, sums, pairs)


def _folder(path: str) -> str:
    """The name of the folder that a note lies in: people name folders by what they hold."""
    return path.rpartition("/")[0].rpartition("/")[2]
