"""The words that the index knows: of names, all of them; of the text, those near to a word."""

import string
from collections.abc import Iterator

import apsw

from luneta.store import schema

#: Words read of one range of the text's words at most: the fullest pair of first letters of 202,000 words has 9,000.
_MOST_OF_RANGE = 12_000
_NAMES = "CREATE VIRTUAL TABLE IF NOT EXISTS temp.name_terms USING fts5vocab('main', 'names_fts', 'row')"
_TEXT = "CREATE VIRTUAL TABLE IF NOT EXISTS temp.text_terms USING fts5vocab('main', 'chunks_fts', 'row')"


def names_version(db: apsw.Connection) -> str:
    """Changes whenever a word of a name may have come or gone."""
    return schema.read_meta(db, "names_version") or ""


def raise_names_version(db: apsw.Connection) -> None:
    """Say that words of names may have come or gone."""
    schema.write_meta(db, "names_version", str(int(names_version(db) or 0) + 1))


def of_names(db: apsw.Connection) -> list[str]:
    """Every word of a name, in order."""
    db.execute(_NAMES)
    return [row[0] for row in db.execute("SELECT term FROM temp.name_terms")]


def in_text(db: apsw.Connection, match: str) -> bool:
    """Whether some chunk matches an FTS5 expression of core.grammar's."""
    return bool(db.execute("SELECT EXISTS(SELECT 1 FROM chunks_fts WHERE chunks_fts MATCH ?)", (match,)).get)


def near_in_text(db: apsw.Connection, word: str) -> Iterator[list[tuple[str, int]]]:
    """Words of the text, with how many chunks have each, among which are those that `word`, of three letters or more,
    is meant for: first those for an error behind the second letter (or in swapping the first two, or in doubling the
    first), then those for any other error in these two."""
    db.execute(_TEXT)
    first, second, third = word[0], word[1], word[2]
    yield _starting(db, {first + second, second + first, second + third, first + third})
    letters = string.ascii_lowercase
    missed = {letter + first + second for letter in letters} | {first + letter + second for letter in letters}
    wrong = {letter + second + third for letter in letters} | {first + letter + third for letter in letters}
    yield _starting(db, missed | wrong)


def _starting(db: apsw.Connection, beginnings: set[str]) -> list[tuple[str, int]]:
    found: list[tuple[str, int]] = []
    for beginning in sorted(beginnings):
        end = beginning[:-1] + chr(ord(beginning[-1]) + 1)
        rows = db.execute(
            "SELECT term, doc FROM temp.text_terms WHERE term >= ? AND term < ? LIMIT ?",
            (beginning, end, _MOST_OF_RANGE),
        )
        found += [(row[0], row[1]) for row in rows]
    return found
