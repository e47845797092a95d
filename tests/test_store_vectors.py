"""Every vector at once: read block by block as vec0 keeps them, which must be what it gives row by row."""

from pathlib import Path

import apsw
import numpy as np
import pytest

from luneta.store import connection, schema, vectors

DIMENSIONS = 8


@pytest.fixture
def db(tmp_path: Path) -> apsw.Connection:
    opened = connection.open_writer(tmp_path / "index.db")
    schema.create(opened)
    if reason := connection.load_vector_extension(opened):
        pytest.skip(reason)
    vectors.create(opened, DIMENSIONS)
    return opened


def fill(db: apsw.Connection, count: int) -> dict[int, bytes]:
    made = np.random.default_rng(1).integers(-127, 127, (count, DIMENSIONS)).astype(np.int8)
    with db:
        for chunk, vector in enumerate(made, start=1):
            db.execute(
                "INSERT INTO chunks(id, note, ordinal, section, text, first_line, last_line, hash, encoded)"
                " VALUES(?, ?, 0, '', x'', 1, 1, x'', 1)",
                (chunk, chunk % 7),
            )
            vectors.insert(db, [(chunk, vector.tobytes())])
    return {chunk: vector.tobytes() for chunk, vector in enumerate(made, start=1)}


def test_blocks_hold_what_rows_give_also_after_many_changes(db: apsw.Connection) -> None:
    """2,500 vectors are three blocks of vec0's; every third goes, some come back elsewhere."""
    expected = fill(db, 2500)
    with db:
        for chunk in range(1, 2500, 3):
            vectors.remove(db, chunk)
            del expected[chunk]
        for chunk in (2401, 4, 1):
            vectors.insert(db, [(chunk, bytes(DIMENSIONS))])
            expected[chunk] = bytes(DIMENSIONS)
    assert vectors._read_blocks(db, DIMENSIONS) is not None
    ids, notes, matrix = vectors.load_all(db, DIMENSIONS)
    assert ids == sorted(expected)
    assert notes == [chunk % 7 for chunk in ids]
    assert [row.tobytes() for row in matrix] == [expected[chunk] for chunk in ids]


def test_blocks_of_another_form_are_not_guessed_at(db: apsw.Connection) -> None:
    expected = fill(db, 10)
    db.execute("UPDATE chunk_vecs_chunks SET validity = x'ff'")
    assert vectors._read_blocks(db, DIMENSIONS) is None
    db.execute("UPDATE chunk_vecs_chunks SET validity = ?", (bytes([255, 3]) + bytes(126),))
    assert vectors.load_all(db, DIMENSIONS)[0] == sorted(expected)


def test_a_vector_without_a_chunk_is_left_out(db: apsw.Connection) -> None:
    fill(db, 5)
    db.execute("DELETE FROM chunks WHERE id = 3")
    assert vectors.load_all(db, DIMENSIONS)[0] == [1, 2, 4, 5]


def test_an_empty_table(db: apsw.Connection) -> None:
    ids, notes, matrix = vectors.load_all(db, DIMENSIONS)
    assert (ids, notes, matrix.shape) == ([], [], (0, DIMENSIONS))


def test_versions_of_two_files_are_never_the_same(tmp_path: Path) -> None:
    seen = set()
    for name in "ab":
        opened = connection.open_writer(tmp_path / name)
        schema.create(opened)
        for _ in range(3):
            vectors.raise_version(opened)
            seen.add(vectors.version(opened))
    assert len(seen) == 6


def test_another_vector_takes_the_place_of_the_one_before(db: apsw.Connection) -> None:
    """In every block, and only there: its neighbours, and what vec0 itself finds, show that it is the right place."""
    expected = fill(db, 2500)
    with db:
        for chunk in (1, 2, 1024, 1025, 2500):
            now = bytes([chunk % 100 + 1] * DIMENSIONS)
            assert vectors.replace(db, chunk, vectors.checksum(expected[chunk]), now) == expected[chunk]
            expected[chunk] = now
    ids, _, matrix = vectors.load_all(db, DIMENSIONS)
    assert ids == list(expected)
    assert [row.tobytes() for row in matrix] == list(expected.values())
    assert [vectors.get(db, chunk) for chunk in expected] == list(expected.values())


def test_a_vector_that_is_not_where_it_should_be_is_replaced_by_vec0(db: apsw.Connection) -> None:
    """Nothing is written over what has another checksum, and a place that is not known is not guessed."""
    expected = fill(db, 3)
    places = "UPDATE chunk_vecs_rowids SET chunk_offset = ? WHERE rowid = 2"
    db.execute(places, (2,))
    assert vectors.replace(db, 2, vectors.checksum(expected[2]), bytes(DIMENSIONS)) == expected[3]
    db.execute(places, (5000,))
    with pytest.raises(apsw.SQLError):
        vectors.replace(db, 2, vectors.checksum(expected[2]), bytes(DIMENSIONS))
    assert vectors.replace(db, 9, 1, b"\1" * DIMENSIONS) is None
    assert vectors.get(db, 9) == b"\1" * DIMENSIONS
