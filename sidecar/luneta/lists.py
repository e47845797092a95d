"""The three ranked lists of candidates, each within a scope, in its final order, cut to its pool."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from operator import itemgetter
from typing import TYPE_CHECKING

import apsw
import numpy as np

from luneta.core import grammar
from luneta.core.intent import Evidence, spread
from luneta.core.synonyms import with_others
from luneta.core.terms import Terms
from luneta.core.types import ListName, Query, RankedList, SearchOptions
from luneta.core.vectors import Bytes, Floats, order, to_unit_length
from luneta.encoder import Encoder
from luneta.naming import Fitting, fitting
from luneta.nearest import Nearest
from luneta.remembered import Remembered
from luneta.spelling import Meant, Spelling, content_words, corrected, with_meant
from luneta.store import chunks, notes, postings, vectors
from luneta.store.filters import NoteFilter

#: A word that more chunks have is common, and makes no candidate while rarer ones remain: to rank all that have it is
#: what makes queries slow. (Leaving such words out altogether is no faster, and costs nDCG@10 up to .067.)
_COMMON = 2000
#: Neither do the less rare ones when those that have one are more than this together.
_MOST_RANKED = 2000
#: How much of the trust in the words' list goes when it had to look for another word in the place of each one typed.
_MISTYPED_DOUBT = 0.5
#: Times its pool that a list is asked for: of a note only a few chunks stay, and the evidence looks at twenty notes.
_ASKED = 3
#: Behind every rank.
_UNRANKED = (9, 0)
#: No list is asked for more than this (vec0's own limit).
_MOST_ASKED = vectors.MOST_NEIGHBOURS

if TYPE_CHECKING:
    from concurrent.futures import Executor

Scored = list[tuple[int, float]]


@dataclass(slots=True)
class Found:
    """What the lists gave: ranked lists of candidates, the place of each, and what went wrong with a list.

    A candidate is a chunk, or, negative, a note that has no chunk. `terms`: what the words' list looked for; `keyword`:
    of each note the BM25 scores of its chunks that it looked at, best first; `names`: how well the names of each note
    that was looked at fit; `cosines`: the query's with each note's nearest chunk, of those looked at. `vector`: the
    query's. `meant`: for words of the query that no note has, the words that were looked for as well. `also`: the
    terms of the query with other names in it.
    """

    lists: list[RankedList] = field(default_factory=list)
    evidence: Evidence = field(default_factory=Evidence)
    places: dict[int, chunks.ChunkPlace] = field(default_factory=dict)
    failures: list[str] = field(default_factory=list)
    terms: Terms | None = None
    keyword: dict[int, list[float]] = field(default_factory=dict)
    names: dict[int, float] = field(default_factory=dict)
    cosines: dict[int, float] = field(default_factory=dict)
    vector: Floats | None = None
    meant: Meant = field(default_factory=dict)
    also: list[Terms] = field(default_factory=list)


class Lists:
    """The ranked lists over one connection.

    `encoder` and `nearest` are both None when there are no vectors; then that list takes no part. `tolerant`: a list
    that fails is left out and told of, instead of raising.
    """

    def __init__(
        self,
        db: apsw.Connection,
        encoder: Encoder | None,
        nearest: Nearest | None,
        remembered: Remembered,
        *,
        tolerant: bool,
    ) -> None:
        self._db = db
        self._encoder = encoder
        self._nearest = nearest
        self._tolerant = tolerant
        self._remembered = remembered
        self._beside: Executor | None = None
        self._spelling = Spelling(db)

    def of_query(
        self,
        query: Query,
        wanted: Sequence[ListName],
        options: SearchOptions,
        scope: NoteFilter | None,
        also: Sequence[Query] = (),
    ) -> Found:
        """The lists `wanted` for a query. `also`: the same with another name of a note in the place of the one typed;
        of the words' list."""
        found = Found()
        self._remembered.refresh()
        if wanted != ("vectors",):
            found.meant = self._meant(query)
        nearest = self._scan(found, query, options, scope) if "vectors" in wanted else None
        fits: list[Fitting] = []
        steps: Sequence[tuple[ListName, Callable[[], None]]] = (
            ("postings", lambda: self._postings(found, query, options, scope, also)),
            # Before the vectors, which another thread still scans; their ranks decide only between equal names.
            ("names", lambda: fits.extend(fitting(self._db, query, found.meant, scope, self._remembered))),
            ("vectors", lambda: self._vectors(found, options, nearest)),
            ("names", lambda: self._names(found, fits, options)),
        )
        failed: set[ListName] = set()
        for name, step in steps:
            if name not in wanted or name in failed:
                continue
            try:
                step()
            except apsw.Error as error:
                if not self._tolerant:
                    raise
                failed.add(name)
                found.failures.append(f"the list of {_IN_WORDS[name]} failed ({error})")
        return found

    def of_note(self, note: int, linked: Iterable[int], options: SearchOptions, scope: NoteFilter) -> Found:
        """What is near to a note: by its own vectors, which are stored, and by its links."""
        found = Found()
        self._remembered.refresh()
        near: Scored = []
        own = chunks.at_line(self._db, note, options.line)
        if self._nearest and self._encoder:
            _, stored = vectors.load(self._db, own, self._encoder.dimensions)
            if len(stored):
                find, centre = self._nearest.find, _centre(stored)
                near = self._fill(found, "vectors", options, lambda count: find(centre, count, scope))
        connected = sorted(scope.notes.intersection(linked))
        heads = notes.heads(self._db, connected)
        similarity: dict[int, float] = {}
        for chunk, cosine in near:
            similarity.setdefault(found.places[chunk].note, cosine)
        connected.sort(key=lambda other: (-similarity.get(other, -1.0), heads[other].path))
        self._add_names(found, [(other, heads[other].path) for other in connected])
        return found

    def _postings(
        self, found: Found, query: Query, options: SearchOptions, scope: NoteFilter | None, also: Sequence[Query]
    ) -> None:
        found.terms, match = self._looked_for(query, found.meant)
        others = [self._looked_for(other, found.meant) for other in also]
        found.also = [terms for terms, _ in others]

        def fetch(count: int) -> Scored:
            rows = postings.best(self._db, match, count, scope)
            return with_others(rows, [postings.best(self._db, other, count, scope) for _, other in others])

        rows = self._fill(found, "postings", options, fetch)
        for chunk, score in rows:
            found.keyword.setdefault(found.places[chunk].note, []).append(score)
        few = len(rows) < _asked_first("postings", options)
        stands_out = spread([scores[0] for scores in found.keyword.values()], exhausted=few)
        trusted = 1.0 - _MISTYPED_DOUBT * len(found.meant) / max(len(content_words(query)), 1)
        found.evidence = Evidence(stands_out * trusted, known=found.terms.known)

    def _looked_for(self, query: Query, meant: Meant) -> tuple[Terms, str]:
        """What the words' list looks for: its terms, and the expression that they are in."""
        looked_for = with_meant(query, meant)
        counts = self._counted(looked_for)
        terms = Terms.of(corrected(query, meant), counts, chunks.count(self._db))
        return terms, grammar.fts_match(looked_for, common=self._common_words(looked_for))

    def _meant(self, query: Query) -> Meant:
        """What mistyped words of the query are meant for; nothing if the index cannot tell."""
        try:
            return self._spelling.meant(query)
        except apsw.Error:
            if not self._tolerant:
                raise
            return {}  # the words' list meets the same damage, and tells of it

    def _scan(
        self, found: Found, query: Query, options: SearchOptions, scope: NoteFilter | None
    ) -> Callable[[int], Scored] | None:
        """What gives the nearest of a query; None if it has no vector. Vectors in memory are scanned by another thread
        meanwhile: a third of a query's time, in which the database can work."""
        if self._encoder is None or self._nearest is None:
            return None
        find, vector = self._nearest.find, self._encoder.encode_query(query.text)
        if not vector.any():
            return None
        found.vector = vector
        if not self._nearest.in_memory:
            return lambda count: find(vector, count, scope)
        if self._beside is None:
            from concurrent.futures import ThreadPoolExecutor

            self._beside = ThreadPoolExecutor(1)
        first = _asked_first("vectors", options)
        ahead = self._beside.submit(find, vector, first, scope)
        return lambda count: ahead.result() if count == first else find(vector, count, scope)

    def _vectors(self, found: Found, options: SearchOptions, nearest: Callable[[int], Scored] | None) -> None:
        if nearest is not None:
            for chunk, cosine in self._fill(found, "vectors", options, nearest):
                found.cosines.setdefault(found.places[chunk].note, cosine)

    def _fill(self, found: Found, name: ListName, options: SearchOptions, fetch: Callable[[int], Scored]) -> Scored:
        """Add the best of what `fetch(count)` gives to `found`, at most `options.passages` of a note, so that one long
        note cannot fill the list. Returns all that was fetched with their scores, best first."""
        pool, asked = _pool(name, options), _asked_first(name, options)
        while True:
            rows = _with_ties(fetch(asked), asked)
            self._find_places(found, [chunk for chunk, _ in rows])
            ranked = self._ordered(rows, found.places)
            best = _few_of_each_note(ranked, found.places, options.passages)[:pool]
            notes_found = len({found.places[chunk].note for chunk, _ in best})
            if notes_found >= options.limit or len(rows) < asked or asked >= _MOST_ASKED:
                break
            asked = min(asked * 4, _MOST_ASKED)
        found.lists.append(RankedList(name, tuple(chunk for chunk, _ in best)))
        return ranked

    def _find_places(self, found: Found, wanted: Sequence[int]) -> None:
        unknown = [chunk for chunk in wanted if chunk not in found.places]
        if unknown:
            known = self._remembered.places(unknown)
            found.places.update({chunk: known[chunk] for chunk in unknown if chunk in known})

    def _ordered(self, rows: Scored, places: Mapping[int, chunks.ChunkPlace]) -> Scored:
        """Rows with a place, which come best first, with equal ones in the order of path and ordinal."""
        known = [row for row in rows if row[0] in places]
        if len({score for _, score in known}) == len(known):  # none are equal
            return known
        ties = [(places[chunk].path, places[chunk].ordinal) for chunk, _ in known]
        return [known[i] for i in order([score for _, score in known], ties, len(known))]

    def _names(self, found: Found, fits: list[Fitting], options: SearchOptions) -> None:
        ranks = _note_ranks(found)
        fits.sort(key=lambda one: (-one.fit, ranks.get(one.note, _UNRANKED), one.path))
        best = fits[: _pool("names", options)]
        found.names = {one.note: one.fit for one in fits}
        found.evidence = replace(found.evidence, name=best[0].fit if best else 0.0)
        self._add_names(found, [(one.note, one.path) for one in best], [min(one.fit, 1.0) for one in best])

    def _add_names(self, found: Found, named: Sequence[tuple[int, str]], fits: Sequence[float] = ()) -> None:
        """Notes, by id and path, as candidates: of each the passage that the other lists rank best, else its first,
        else the note."""
        if not named:
            return
        best: dict[int, int] = {}
        for chunk in (chunk for ranked in found.lists for chunk in ranked.chunk_ids):
            best.setdefault(found.places[chunk].note, chunk)
        first = self._remembered.first_of_notes([note for note, _ in named if note not in best])
        chosen = []
        for note, path in named:
            chunk = best.get(note) or first.get(note) or -note
            found.places.setdefault(chunk, chunks.ChunkPlace(note, path, 0))
            chosen.append(chunk)
        found.lists.append(RankedList("names", tuple(chosen), tuple(fits)))

    def _counted(self, query: Query) -> Mapping[str, int]:
        """How many chunks have each unit of a query, function words aside; counted only until a word is common."""
        units = [unit for unit in grammar.units(query) if not unit.function]
        return {unit.word: self._remembered.count(unit.match, _COMMON) for unit in units}

    def _common_words(self, query: Query) -> set[str]:
        """The words that too many chunks have; where all are such, all but the rarest. None beside a phrase, which
        must be there whatever the words are."""
        units = grammar.units(query)
        if any(unit.phrase for unit in units):
            return set()
        words = [unit for unit in units if not unit.function] or units
        counts = {unit.word: self._remembered.count(unit.match, _COMMON) for unit in words}
        common, ranked = set(), 0
        for word in sorted(counts, key=lambda word: (counts[word], word)):
            ranked += counts[word]
            if counts[word] > _COMMON or ranked > _MOST_RANKED:
                common.add(word)
        if 1 < len(common) == len(counts):
            every = chunks.count(self._db)
            rarest = min(words, key=lambda unit: (self._remembered.count(unit.match, every), unit.word))
            common.discard(rarest.word)
        return common if len(common) < len(counts) else set()


#: The lists as the interface calls them.
_IN_WORDS: Mapping[ListName, str] = {"postings": "words", "vectors": "meaning", "names": "names"}


def _pool(name: ListName, options: SearchOptions) -> int:
    """How many candidates a list hands over: its pool, and never fewer than the hits that are wanted."""
    return max(options.pools[name], options.limit)


def _asked_first(name: ListName, options: SearchOptions) -> int:
    """How many a list is asked for at first: what is scanned ahead must be what is then asked for."""
    return _pool(name, options) * _ASKED


def _with_ties(rows: Scored, count: int) -> Scored:
    """The `count` highest scores and every one equal to the last of them."""
    ranked = sorted(rows, key=itemgetter(1), reverse=True)
    bound = ranked[count - 1][1] if len(ranked) > count else -np.inf
    return [row for row in ranked if row[1] >= bound]


def _few_of_each_note(rows: Scored, places: Mapping[int, chunks.ChunkPlace], few: int) -> Scored:
    seen: dict[int, int] = {}
    kept = []
    for row in rows:
        note = places[row[0]].note
        seen[note] = seen.get(note, 0) + 1
        if seen[note] <= few:
            kept.append(row)
    return kept


def _note_ranks(found: Found) -> dict[int, tuple[int, int]]:
    """Where notes stand in the words' list, then in the meaning's: what orders notes of equal name."""
    ranks: dict[int, tuple[int, int]] = {}
    for number, ranked in enumerate(found.lists):
        for rank, chunk in enumerate(ranked.chunk_ids):
            ranks.setdefault(found.places[chunk].note, (number, rank))
    return ranks


def _centre(stored: Bytes) -> Floats:
    """The direction in which a note's chunks lie: the mean of their unit vectors, at unit length."""
    unit = to_unit_length(stored.astype(np.float32))
    centre: Floats = to_unit_length(unit.mean(axis=0, keepdims=True))[0]
    return centre
