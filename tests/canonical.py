"""An index in words that two builds of one vault must share: everything it holds, without row ids and times."""

import contextlib
import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import apsw
import orjson

from luneta.engine import Engine
from luneta.store.connection import load_vector_extension
from luneta.store.texts import unpack

#: What tells when or how often something was done, or by which files, and not what the index holds.
_TIMES = ("last_run", "vectors_version", "makers", "authority_stale", "names_version")
Dump = dict[str, list[tuple[object, ...]]]


def dump(db_path: Path) -> Dump:
    """Every table of an index, by name, as sorted rows in which a row id is replaced by what it stands for."""
    db = apsw.Connection(str(db_path))
    missing = load_vector_extension(db)
    assert missing is None, missing
    try:
        return _tables(db)
    finally:
        db.close()


def _tables(db: apsw.Connection) -> Dump:
    paths = dict(db.execute("SELECT id, path FROM notes"))
    places = {
        chunk: (paths.get(note, f"no note {note}"), ordinal)
        for chunk, note, ordinal in db.execute("SELECT id, note, ordinal FROM chunks")
    }
    found: Dump = {
        "meta": [row for row in db.execute("SELECT key, value FROM meta") if row[0] not in _TIMES],
        "notes": [
            (
                path,
                key,
                title,
                context,
                tags,
                orjson.dumps(orjson.loads(properties), option=orjson.OPT_SORT_KEYS),
                *rest,
            )
            for path, key, title, context, tags, properties, *rest in db.execute(
                "SELECT path, name_key || coalesce('/' || folder_key, ''), title, heading_context, tags, properties,"
                " size, hash, redactions, incoming, authority FROM notes"
            )
        ],
        "chunks": [
            (*places[chunk], section, unpack(text), *rest)
            for chunk, section, text, *rest in db.execute(
                "SELECT id, section, text, first_line, last_line, hash, encoded FROM chunks"
            )
        ],
        "postings": _postings(db, "chunks_fts", places),
        "posting lengths": _lengths(db, "chunks_fts", places),
        "names": [
            (paths.get(note, f"no note {note}"), *rest)
            for note, *rest in db.execute("SELECT rowid, title, aliases, file_name, called, extra FROM names_fts")
        ],
        "calls": [
            (paths.get(note, f"no note {note}"), *rest)
            for note, *rest in db.execute("SELECT note, key, text, notes FROM calls")
        ],
        "name postings": _postings(db, "names_fts", {note: (path, 0) for note, path in paths.items()}),
        "name lengths": _lengths(db, "names_fts", {note: (path, 0) for note, path in paths.items()}),
        "links": [
            (paths.get(source, f"no note {source}"), *rest, meant and paths.get(meant, f"no note {meant}"))
            for source, *rest, meant in db.execute(
                "SELECT source, ordinal, target, target_key, text, resolved FROM links"
            )
        ],
        "problems": list(db.execute("SELECT path, kind, reason FROM problems")),
        "vectors": [],
    }
    if db.execute("SELECT count(*) FROM sqlite_schema WHERE name = 'chunk_vecs'").get:
        found["vectors"] = [
            (*places.get(chunk, ("no chunk", chunk)), vector)
            for chunk, vector in db.execute("SELECT id, embedding FROM chunk_vecs")
        ]
    return {name: sorted(rows, key=repr) for name, rows in found.items()}


def _postings(db: apsw.Connection, table: str, places: dict[int, tuple[str, int]]) -> list[tuple[object, ...]]:
    """Every word of an FTS5 table: where it stands, in which column, at which position."""
    db.execute(f"CREATE VIRTUAL TABLE temp.words_of_{table} USING fts5vocab('main', '{table}', 'instance')")
    rows = db.execute(f"SELECT doc, term, col, offset FROM temp.words_of_{table}")
    return [(*places.get(row, ("no row", row)), *rest) for row, *rest in rows]


def _lengths(db: apsw.Connection, table: str, places: dict[int, tuple[str, int]]) -> list[tuple[object, ...]]:
    """How many words each row has, and all of them together: what BM25 divides by."""
    rows = [
        (*places.get(row, ("no row", row)), size) for row, size in db.execute(f"SELECT id, sz FROM {table}_docsize")
    ]
    totals = [("all", 0, block) for (block,) in db.execute(f"SELECT block FROM {table}_data WHERE id = 1")]
    return rows + totals


def differences(found: Dump, right: Dump) -> list[str]:
    """What one dump has and the other has not: at most five rows of each table, each as a line."""
    lines = []
    for name in sorted({*found, *right}):
        one, other = (Counter(map(repr, rows.get(name, []))) for rows in (found, right))
        lines += [f"{name}: too much: {row[:300]}" for row in sorted((one - other).elements())[:5]]
        lines += [f"{name}: missing: {row[:300]}" for row in sorted((other - one).elements())[:5]]
    return lines


@contextlib.contextmanager
def index_kept_in(folder: Path) -> Iterator[None]:
    """Indexes are kept below this folder meanwhile."""
    before = os.environ.get("LUNETA_CACHE_DIR")
    os.environ["LUNETA_CACHE_DIR"] = str(folder)
    try:
        yield
    finally:
        if before is None:
            del os.environ["LUNETA_CACHE_DIR"]
        else:
            os.environ["LUNETA_CACHE_DIR"] = before


def fresh(vault: Path, folder: Path) -> Dump:
    """The dump of an index of this vault that is built from nothing, below `folder`."""
    with index_kept_in(folder), Engine.open(vault) as engine:
        engine.index()
        return dump(engine.db_path)
