"""The nearest vectors: in memory and in the database the same ones, and those that are nearest indeed."""

import random
from collections.abc import Iterator
from pathlib import Path

import apsw
import numpy as np
import pytest

from luneta.core.vectors import RESCORED, Bytes, Floats, order, quantize, similarities, to_unit_length
from luneta.nearest import DatabaseNearest, Nearest, ResidentNearest
from luneta.store import connection, schema, vectors
from luneta.store.filters import NoteFilter

DIMENSIONS = 32
#: Chunks of a note.
CHUNKS = 5
WANTED = 30


class Vectors:
    """A database of vectors, chunk i of note i // CHUNKS, and what it should hold."""

    def __init__(self, path: Path) -> None:
        self.db = connection.open_writer(path)
        assert connection.load_vector_extension(self.db) is None
        schema.create(self.db)
        vectors.create(self.db, DIMENSIONS)
        self.rows: dict[int, Bytes] = {}

    def add(self, chunk: int, vector: Bytes) -> None:
        self.rows[chunk] = vector
        vectors.insert(self.db, [(chunk, vector.tobytes())])
        self.db.execute(
            "INSERT INTO chunks(id, note, ordinal, section, text, first_line, last_line, hash, encoded)"
            " VALUES(?, ?, ?, '', x'', 1, 1, x'', ?)",
            (chunk, chunk // CHUNKS, chunk % CHUNKS, vectors.checksum(vector.tobytes())),
        )

    def remove(self, chunk: int) -> None:
        del self.rows[chunk]
        vectors.remove(self.db, chunk)
        self.db.execute("DELETE FROM chunks WHERE id = ?", (chunk,))

    def right(self, query: Floats, among: set[int] | None = None) -> list[tuple[int, float]]:
        """The nearest, by the float query and every stored vector; of equal ones the lower chunk first."""
        ids = [chunk for chunk in sorted(self.rows) if among is None or chunk // CHUNKS in among]
        if not ids:
            return []
        cosines = similarities(query, np.stack([self.rows[chunk] for chunk in ids])).tolist()
        return [(ids[i], cosines[i]) for i in order(cosines, [("", chunk) for chunk in ids], WANTED)]

    def found(self, nearest: Nearest, query: Floats, among: set[int] | None = None) -> list[tuple[int, float]]:
        """What this one finds, in the final order."""
        notes = None if among is None else NoteFilter(self.db, among)
        rows = nearest.find(query, WANTED, notes)
        best = order([cosine for _, cosine in rows], [("", chunk) for chunk, _ in rows], WANTED)
        return [rows[i] for i in best]


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Vectors]:
    made = Vectors(tmp_path / "index.db")
    yield made
    made.db.close()


def _some(count: int, seed: int) -> Floats:
    return to_unit_length(np.random.default_rng(seed).normal(size=(count, DIMENSIONS)).astype(np.float32))


def _both(store: Vectors) -> list[Nearest]:
    return [DatabaseNearest(store.db, DIMENSIONS), ResidentNearest.load(store.db, DIMENSIONS)]


@pytest.mark.parametrize("count", [0, 1, 29, 31, 89, 91, 700, 5000])
def test_both_find_what_is_nearest(count: int, store: Vectors) -> None:
    with store.db:
        for chunk, vector in enumerate(quantize(_some(count, 1))):
            store.add(chunk + 1, vector)
    for nearest in _both(store):
        for query in _some(5, 2):
            assert store.found(nearest, query) == store.right(query)


def test_both_keep_to_the_notes_that_pass(store: Vectors) -> None:
    with store.db:
        for chunk, vector in enumerate(quantize(_some(900, 3))):
            store.add(chunk + 1, vector)
    for nearest in _both(store):
        for query, size in zip(_some(5, 4), (0, 1, 4, 60, 181), strict=True):
            among = set(random.Random(size).sample(range(181), size))
            assert store.found(nearest, query, among) == store.right(query, among)


@pytest.mark.parametrize("twins", [2, 60, 91, 300, 1500])
def test_both_give_all_that_tie_so_that_others_can_choose(twins: int, store: Vectors) -> None:
    """Of many equal vectors (notes made from a template) those of the first paths must win, wherever stored."""
    same, *others = quantize(_some(400, 5))
    chunks = random.Random(6).sample(range(1, 5000), twins + len(others))
    with store.db:
        for chunk, vector in zip(chunks, [*[same] * twins, *others], strict=True):
            store.add(chunk, vector)
    query = to_unit_length(same[None].astype(np.float32))[0]
    for nearest in _both(store):
        assert store.found(nearest, query) == store.right(query)


def test_vectors_in_memory_follow_every_change(store: Vectors) -> None:
    choice = random.Random(7)
    pool = quantize(_some(3000, 8))
    resident = ResidentNearest.load(store.db, DIMENSIONS)  # of an index that has none yet
    with store.db:
        for step, vector in enumerate(pool):
            if store.rows and choice.random() < 0.3:
                gone = choice.choice([max(store.rows), min(store.rows), choice.choice(list(store.rows))])
                store.remove(gone)
                resident.remove(gone)
            chunk = choice.choice([step + 1, 10_000 + step])
            store.add(chunk, vector)
            resident.add(chunk, chunk // CHUNKS, vector.tobytes())
    for query in _some(10, 9):
        assert store.found(resident, query) == store.right(query)
        among = {chunk // CHUNKS for chunk in list(store.rows)[::3]}
        assert store.found(resident, query, among) == store.right(query, among)


def test_vectors_in_memory_can_all_go(store: Vectors) -> None:
    resident = ResidentNearest([1, 2], [1, 1], quantize(_some(2, 10)))
    resident.remove(3)  # was never there
    resident.remove(1)
    resident.remove(2)
    resident.remove(2)
    assert resident.find(_some(1, 11)[0], WANTED, None) == []
    resident.add(4, 2, quantize(_some(1, 12))[0].tobytes())
    assert [chunk for chunk, _ in resident.find(_some(1, 11)[0], WANTED, None)] == [4]


def test_more_may_be_asked_for_than_there_are_or_than_vec0_gives(store: Vectors) -> None:
    with store.db:
        for chunk, vector in enumerate(quantize(_some(5000, 13))):
            store.add(chunk + 1, vector)
    query = _some(1, 14)[0]
    from_database, from_memory = (nearest.find(query, 6000, None) for nearest in _both(store))
    assert len(from_database) == vectors.MOST_NEIGHBOURS
    assert len(from_memory) == 5000
    assert set(from_database) < set(from_memory)


def test_at_least_as_many_are_found_as_are_put_in_order(store: Vectors) -> None:
    with store.db:
        for chunk, vector in enumerate(quantize(_some(400, 15))):
            store.add(chunk + 1, vector)
    for nearest in _both(store):
        assert len(nearest.find(_some(1, 16)[0], 1, None)) >= RESCORED


def test_a_lone_direction_is_found_among_its_like(store: Vectors) -> None:
    """int8 has 255 steps: vectors that differ by less than one are told apart by the exact pass, if at all."""
    base = _some(1, 17)[0]
    near = to_unit_length(base + 0.01 * _some(200, 18))
    with store.db:
        for chunk, vector in enumerate(quantize(np.concatenate((near, base[None])))):
            store.add(chunk + 1, vector)
    for nearest in _both(store):
        assert store.found(nearest, base)[0][0] == store.right(base)[0][0] == 201


def test_the_database_survives_a_zero_query(store: Vectors) -> None:
    with store.db:
        for chunk, vector in enumerate(quantize(_some(5, 19))):
            store.add(chunk + 1, vector)
    nothing = np.zeros(DIMENSIONS, np.float32)
    for nearest in _both(store):
        assert all(cosine == 0 for _, cosine in nearest.find(nothing, WANTED, None))


def test_a_vector_is_stored_once(store: Vectors) -> None:
    store.add(1, quantize(_some(1, 20))[0])
    with pytest.raises(
        apsw.SQLError, match="UNIQUE"
    ):  # vec0 knows no upsert: whoever changes a vector removes it first
        vectors.insert(store.db, [(1, quantize(_some(1, 21))[0].tobytes())])
