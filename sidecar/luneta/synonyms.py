"""The other names of the notes that a query names: what to look for as well, if the settings say so."""

from collections.abc import Callable, Mapping
from typing import NamedTuple

import apsw

from luneta.core import grammar
from luneta.core.copies import original_of
from luneta.core.names import terms
from luneta.core.resolve import file_name
from luneta.core.synonyms import Run, replaced, runs, synonym_key
from luneta.core.types import Query
from luneta.store import chunks, names, postings
from luneta.store.names import Named

#: Other names looked for at most: each asks the words' list once more.
_MOST = 4
#: A query of more words is a text, and names much in passing.
_MOST_WORDS = 16
#: Notes of a name that are looked at to see whether another one is called so.
_READ = 100
#: A name in more of the chunks than this share, and than so many, is a common word: to look for it by itself takes
#: long and tells little.
_COMMON_SHARE, _COMMON = 0.03, 2000


class Synonym(NamedTuple):
    """Another name of a note that the query names, as the note has it, and the query with it in that one's place."""

    name: str
    query: Query


class Synonyms:
    """Other names, over one connection. `allows(path)` is the folder rules as they are now; None if the index is known
    to obey them: a name that only a denied note has is not told."""

    def __init__(self, db: apsw.Connection, allows: Callable[[str], bool] | None) -> None:
        self._db = db
        self._allows = allows
        self._version = -1
        self._bearers: Mapping[str, Named] = {}
        self._longest = 0

    def of(self, query: Query) -> tuple[Synonym, ...]:
        """What to look for besides: of each name in the query the other names of the one note that is called so, its
        title first. None of them is ambiguous, a common word, in no passage, typed already, or ruled out."""
        if not query.words or len(query.words) > _MOST_WORDS:
            return ()
        self._read()
        found: dict[str, Synonym] = {}
        for run in runs(query.words, self._bearers, self._longest):
            bearer = self._bearers[run.key]
            others = self._others(query, run, bearer)
            if not others or self._uses(run.key) > self._bound() or self._is_shared(run.key, bearer):
                continue
            for key, name in others.items():
                fit = len(found) < _MOST and key not in found and 0 < self._uses(key) <= self._bound()
                if fit and not self._is_shared(key, bearer):
                    found[key] = Synonym(name, replaced(query, run, name))
        return tuple(found.values())

    def _others(self, query: Query, run: Run, bearer: Named) -> Mapping[str, str]:
        """A note's names by their keys, but for those that the query has elsewhere or rules out, and those with another
        one in them: whatever says "Morgan Vale" says "Morgan"."""
        beside = " ".join((*query.words[: run.first], *query.words[run.end :], *query.phrases))
        typed = f" {' '.join(terms(beside))} "
        ruled_out = set(map(synonym_key, query.excluded))
        others = {
            key: name
            for name in (bearer.title, *bearer.aliases)
            if (key := synonym_key(name)) in self._bearers and key not in ruled_out and f" {key} " not in typed
        }
        parts = {run.key, *others}
        return {
            key: name
            for key, name in others.items()
            if key != run.key and not any(f" {part} " in f" {key} " for part in parts if part != key)
        }

    def _read(self) -> None:
        """Who bears which name, of the notes with aliases: names that only one of them has. A sync tool's copy of a
        note is nobody."""
        version = int(self._db.pragma("data_version"))
        if version == self._version:
            return
        bearers: dict[str, Named | None] = {}
        for note in names.with_aliases(self._db):
            if self._counts(note):
                own = (note.title, *note.aliases, file_name(note.path))
                for key in {synonym_key(name) for name in own}:
                    bearers[key] = None if key in bearers else note
        self._bearers = {key: note for key, note in bearers.items() if key and note is not None}
        self._longest = max((key.count(" ") + 1 for key in self._bearers), default=0)
        self._version = version

    def _counts(self, note: Named) -> bool:
        return original_of(note.path) is None and (self._allows is None or self._allows(note.path))

    def _is_shared(self, key: str, bearer: Named) -> bool:
        """Whether another note is called so as well."""
        for other in names.load(self._db, names.candidates(self._db, grammar.text_match(key), _READ)):
            own = (other.title, *other.aliases, file_name(other.path))
            if other.note != bearer.note and self._counts(other) and key in map(synonym_key, own):
                return True
        return False

    def _uses(self, key: str) -> int:
        """How many passages have a name, counted until it is a common word."""
        return postings.count(self._db, grammar.text_match(key), self._bound())

    def _bound(self) -> int:
        return max(int(chunks.count(self._db) * _COMMON_SHARE), _COMMON)
