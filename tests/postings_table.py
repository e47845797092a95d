"""A real FTS5 table as the index has it, for the tests of what is put into it and asked of it."""

from collections.abc import Sequence

import apsw

from luneta.core.analyze import extra_terms
from luneta.core.grammar import fts_match, parse_query

_CREATE = """create virtual table postings using fts5(
    chunk_text, section, heading_context, extra,
    content = '', contentless_delete = 1, tokenize = 'unicode61 remove_diacritics 2')"""
_INSERT = "insert into postings(rowid, chunk_text, section, heading_context, extra) values (?, ?, '', '', ?)"
_SELECT = "select rowid from postings where postings match ? order by bm25(postings, 1.0, 0.5, 0.3, 0.5), rowid"


class Postings:
    """Texts, numbered from 0, in an FTS5 table."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._db = apsw.Connection(":memory:")
        self._db.execute(_CREATE)
        for row, text in enumerate(texts):
            self._db.execute(_INSERT, (row, text.replace("\x00", " "), extra_terms(text)))

    def match(self, expression: str) -> list[int]:
        """The rows that match an expression, best first."""
        return [row for (row,) in self._db.execute(_SELECT, (expression,))]

    def search(self, typed: str) -> list[int]:
        """The rows found by what a user types, best first."""
        expression = fts_match(parse_query(typed))
        return self.match(expression) if expression else []
