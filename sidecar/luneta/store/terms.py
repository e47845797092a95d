"""The words that the index knows: of names, all of them; of the text, those near to a word."""

import string
from collections.abc import Iterator

import apsw
import orjson

from luneta.store import schema

#: Letters of the beginnings by which words are looked for: of 236,000 words some thousand begin so, which takes 5 ms
#: (by two letters ten times as many, and 20 to 40 ms).
_BEGINNING = 5
#: Words read at most.
_MOST_READ = 5_000
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


def near_in_text(db: apsw.Connection, word: str, errors: int) -> Iterator[list[tuple[str, int]]]:
    """Words of the text, with how many chunks have each, among which are those that `word` (three letters or more) is
    meant for: first those for an error behind the second letter, then those for any other. Of two errors at most one
    is in the first five letters."""
    db.execute(_TEXT)
    if not word.isascii():
        yield _starting(db, {word[:2], word[1::-1]}, word, errors)
        return
    late = _beginnings(word, range(2, _BEGINNING)) | {word[1] + word[0] + word[2:_BEGINNING]}
    yield _starting(db, late, word, errors)
    yield _starting(db, _beginnings(word, range(2)) - late, word, errors)


def _beginnings(word: str, places: range) -> set[str]:
    """How what is meant by `word` may begin: as it does, or with one error at one of `places`."""
    found = {word}
    for i in places:
        before, after = word[:i], word[i + 1 :]
        for letter in string.ascii_lowercase:
            found |= {before + letter + after, before + letter + word[i:]}
        found |= {before + after, before + after[:1] + word[i : i + 1] + after[1:]}
    return {beginning[:_BEGINNING] for beginning in found}


def _starting(db: apsw.Connection, beginnings: set[str], word: str, errors: int) -> list[tuple[str, int]]:
    """The words with one of these beginnings, of about the length of `word`. One statement: of its own, each of a
    hundred beginnings would take twice as long."""
    return [
        (row[0], row[1])
        for row in db.execute(
            "SELECT t.term, t.doc FROM json_each(?) b CROSS JOIN temp.text_terms t"
            " WHERE t.term >= b.value AND t.term < b.value || char(1114111) AND length(t.term) BETWEEN ? AND ?"
            " LIMIT ?",
            (orjson.dumps(sorted(beginnings)).decode(), len(word) - errors, len(word) + errors, _MOST_READ),
        )
    ]
