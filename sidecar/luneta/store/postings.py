"""The keyword list: FTS5 over the chunks, ranked by BM25."""

import math
from collections.abc import Iterable, Mapping

import apsw

from luneta.store.filters import NoteFilter, beside_match

#: BM25 weights of the columns: text, section, heading context, and extra terms, which are other forms of the text's
#: own words. The design's 1.0, 0.5, 0.3 for the first three gave this list a mean nDCG@10 of 0.547 on the six
#: development sets with titles; these give 0.599, and more on each of the six.
_WEIGHTS = "1.0, 1.0, 2.0, 0.5"
#: FTS5's own settings of when it merges, and more segments than a run writes (FTS5 itself ends at 2,000).
_AUTOMERGE, _CRISISMERGE, _NEVER = 4, 16, 1000


#: What is indexed of a chunk: text, section, heading context, extra terms.
Words = tuple[str, str, str, str]


def insert(db: apsw.Connection, rows: Iterable[tuple[int, str, str, str, str]]) -> None:
    """Index the words of chunks: (id, *Words)."""
    db.executemany(
        "INSERT INTO chunks_fts(rowid, chunk_text, section, heading_context, extra) VALUES(?, ?, ?, ?, ?)", rows
    )


def remove(db: apsw.Connection, chunk: int) -> None:
    """Forget a chunk's words."""
    db.execute("DELETE FROM chunks_fts WHERE rowid = ?", (chunk,))


def replace(db: apsw.Connection, words: Mapping[int, Words]) -> None:
    """Index chunks that have other words now. In the order of their ids, all at once: at an id below the last one FTS5
    writes out what it has gathered."""
    if words:
        db.executemany("DELETE FROM chunks_fts WHERE rowid = ?", ((chunk,) for chunk in words))
        insert(db, ((chunk, *words[chunk]) for chunk in sorted(words)))


def hold_merges(db: apsw.Connection) -> None:
    """Write postings out without merging them with what is there, for a run that writes nearly all of them."""
    _configure(db, automerge=0, crisismerge=_NEVER)


def merge_if_held(db: apsw.Connection) -> None:
    """Merge all postings into one segment, if merges were held, by this run or by one that was killed.

    Done once at the end this takes no longer than the merges on the way, and queries of words are a quarter faster.
    """
    if db.execute("SELECT v FROM chunks_fts_config WHERE k = 'automerge'").get == 0:
        _configure(db, automerge=_AUTOMERGE, crisismerge=_CRISISMERGE)
        db.execute("INSERT INTO chunks_fts(chunks_fts) VALUES('optimize')")


def _configure(db: apsw.Connection, **options: int) -> None:
    db.executemany("INSERT INTO chunks_fts(chunks_fts, rank) VALUES(?, ?)", options.items())


def best(db: apsw.Connection, match: str, limit: int, notes: NoteFilter | None = None) -> list[tuple[int, float]]:
    """The chunks that match best: (id, score, higher is better), with every one that ties with the last.

    `match` is an FTS5 expression of core.grammar's.
    """
    if not match or limit <= 0:
        return []
    within = "" if notes is None else beside_match("rowid", notes.chunks_sql)
    sql = (
        f"SELECT rowid, -bm25(chunks_fts, {_WEIGHTS}) AS score FROM chunks_fts WHERE chunks_fts MATCH ?{within}"
        " ORDER BY score DESC LIMIT ?"
    )
    asked = limit + 10
    while True:
        rows = [(int(row[0]), float(row[1])) for row in db.execute(sql, (match, asked))]
        if len(rows) < asked or not math.isclose(rows[-1][1], rows[limit - 1][1], rel_tol=1e-9):
            return rows
        asked *= 4


def count(db: apsw.Connection, match: str, bound: int) -> int:
    """How many chunks match; `bound` + 1 if more than that do, for it never reads further. 0 for an empty match."""
    if not match:
        return 0
    found = db.execute(
        "SELECT count(*) FROM (SELECT 1 FROM chunks_fts WHERE chunks_fts MATCH ? LIMIT ?)", (match, bound + 1)
    ).get
    return int(found)
