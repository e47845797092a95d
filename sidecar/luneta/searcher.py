"""A query -> hits: three ranked lists, fused, grouped by note, with snippets."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import apsw
import numpy as np

from luneta.core import grammar
from luneta.core.budget import count_tokens, fit
from luneta.core.copies import original_of
from luneta.core.fuse import fuse
from luneta.core.names import NameQuery
from luneta.core.names import score as name_score
from luneta.core.snippet import Matcher
from luneta.core.types import Candidate, Hit, ListName, Mode, Passage, Query, RankedList, SearchOptions
from luneta.core.vectors import Floats, order, to_unit_length
from luneta.encoder import Encoder
from luneta.nearest import Nearest
from luneta.store import chunks, links, names, notes, postings, vectors
from luneta.store.connection import snapshot
from luneta.store.filters import NoteFilter, notes_matching

#: A word found in more than this share of the chunks tells notes apart so little that it is left out while rarer
#: ones remain; measured on 49,663 chunks, it makes the slowest queries ten times faster.
_COMMON_SHARE = 0.04
#: Below this many chunks everything is quick, and "common" means nothing.
_FEW_CHUNKS = 2000
#: Names looked at before core.names puts them in order.
_NAMES_READ = 200
_LISTS_OF: Mapping[Mode, tuple[ListName, ...]] = {
    "hybrid": ("postings", "vectors", "names"),
    "keyword": ("postings",),
    "semantic": ("vectors",),
    "names": ("names",),
}


@dataclass(slots=True)
class _Found:
    """What the lists gave: ranked lists of candidates, and the place of each.

    A candidate is a chunk, or, negative, a note that has no chunk.
    """

    lists: list[RankedList]
    places: dict[int, chunks.ChunkPlace]


class Searcher:
    """Answers queries from one connection, each within one snapshot of the index.

    `encoder` and `nearest` are both None when there are no vectors; then that list takes no part.
    `allows(path)` is the folder rules as they are now, obeyed whatever the index holds.
    """

    def __init__(
        self,
        db: apsw.Connection,
        *,
        encoder: Encoder | None,
        nearest: Nearest | None,
        allows: Callable[[str], bool] | None,
    ) -> None:
        self._db = db
        self._encoder = encoder
        self._nearest = nearest
        self._allows = allows
        self._common: dict[tuple[int, str], bool] = {}
        self._denied: tuple[int, frozenset[int]] | None = None

    def search(self, raw: str, options: SearchOptions) -> tuple[Hit, ...]:
        """The hits of a query, best first."""
        query = grammar.parse_query(raw)
        if query.blank:
            return ()
        with snapshot(self._db):
            passing = self._passing(query, options.folders)
            found = self._lists(query, options, passing)
            matcher = Matcher(query)
            return self._hits(found, options, matcher, None)

    def related(self, path: str, options: SearchOptions) -> tuple[Hit, ...] | None:
        """The notes nearest to a note, best first; None if the index does not have it."""
        with snapshot(self._db):
            stamp = notes.stamp(self._db, path)
            if stamp is None:
                return None
            linked = links.linked_with(self._db, stamp.id)
            found = self._related_lists(stamp, options, linked)
            return self._hits(found, options, Matcher(grammar.parse_query("")), linked)

    # The lists

    def _lists(self, query: Query, options: SearchOptions, passing: NoteFilter | None) -> _Found:
        wanted = _LISTS_OF[options.mode]
        scored: dict[ListName, list[tuple[int, float]]] = {}
        if "postings" in wanted:
            match = grammar.fts_match(query, drop=self._common_words(query))
            scored["postings"] = postings.best(self._db, match, options.pools["postings"], passing)
        if "vectors" in wanted and self._encoder and self._nearest:
            vector = self._encoder.encode([query.text])[0]
            if vector.any():
                scored["vectors"] = self._nearest.find(vector, options.pools["vectors"], passing)
        named = self._named(query, options.pools["names"], passing) if "names" in wanted else []
        return self._ranked(scored, named, options)

    def _ranked(
        self,
        scored: Mapping[ListName, Sequence[tuple[int, float]]],
        named: Sequence[names.Named],
        options: SearchOptions,
    ) -> _Found:
        """The lists in their final order, cut to their pools."""
        leading = {name: _with_ties(rows, options.pools[name]) for name, rows in scored.items()}
        places = chunks.places(self._db, {chunk for rows in leading.values() for chunk, _ in rows})
        lists = []
        for name, rows in leading.items():
            rows = [row for row in rows if row[0] in places]
            ties = [(places[chunk].path, places[chunk].ordinal) for chunk, _ in rows]
            best = order([score for _, score in rows], ties, options.pools[name])
            lists.append(RankedList(name, tuple(rows[i][0] for i in best)))
        if named:
            lists.append(RankedList("names", self._chunks_of(named, lists, places)))
        return _Found(lists, places)

    def _chunks_of(
        self, named: Sequence[names.Named], lists: Sequence[RankedList], places: dict[int, chunks.ChunkPlace]
    ) -> tuple[int, ...]:
        """For each named note the passage that the other lists rank best, else its first, else the note itself."""
        best: dict[int, int] = {}
        for chunk in (chunk for ranked in lists for chunk in ranked.chunk_ids):
            best.setdefault(places[chunk].note, chunk)
        first = chunks.first_of_notes(self._db, [n.note for n in named if n.note not in best])
        chosen = []
        for name in named:
            chunk = best.get(name.note) or first.get(name.note) or -name.note
            places.setdefault(chunk, chunks.ChunkPlace(name.note, name.path, 0))
            chosen.append(chunk)
        return tuple(chosen)

    def _named(self, query: Query, limit: int, passing: NoteFilter | None) -> list[names.Named]:
        rows = names.candidates(self._db, grammar.names_match(query), _NAMES_READ, passing)
        wanted = NameQuery.of(query.text)
        scores = [name_score(wanted, (row.title, *row.aliases, _file_name(row.path))) for row in rows]
        best = order(scores, [(row.path, len(row.title)) for row in rows], limit)
        return [rows[i] for i in best if scores[i] > 0]

    def _related_lists(self, stamp: notes.StoredStamp, options: SearchOptions, linked: set[int]) -> _Found:
        """By the note's own vectors, which are stored, and by its links."""
        scored: dict[ListName, list[tuple[int, float]]] = {}
        left_out = {stamp.id} | (linked if options.unlinked else set())
        own = chunks.of_note(self._db, stamp.id)
        near: list[tuple[int, float]] = []
        if self._nearest and self._encoder:
            _, stored = vectors.load(self._db, [chunk.id for chunk in own], self._encoder.dimensions)
            if len(stored):
                near = self._nearest.find(_centre(stored), options.pools["vectors"] + len(own), self._without(left_out))
                scored["vectors"] = near
        connected = sorted(linked - left_out)
        titles = notes.titles(self._db, connected)
        named = [names.Named(note, titles[note][0], titles[note][1], ()) for note in connected if note in titles]
        similarity = self._similarity(near)
        named.sort(key=lambda row: (-similarity.get(row.note, -1.0), row.path))
        return self._ranked(scored, named, options)

    def _similarity(self, near: Sequence[tuple[int, float]]) -> dict[int, float]:
        """Of each note with a chunk among these, the highest."""
        best: dict[int, float] = {}
        places = chunks.places(self._db, [chunk for chunk, _ in near])
        for chunk, cosine in near:
            if chunk in places:
                note = places[chunk].note
                best[note] = max(cosine, best.get(note, -1.0))
        return best

    # Filters

    def _passing(self, query: Query, folders: Sequence[str]) -> NoteFilter | None:
        """The notes that a search may speak of; None if that is all of them."""
        denied = self._denied_notes()
        inside = _inside(folders)
        unwanted = grammar.excluded_match(query)
        required = [unit.match for unit in grammar.units(query) if unit.phrase]
        if not (denied or inside or unwanted or required):
            return None
        passing = {note for note, path in notes.paths(self._db) if inside is None or inside(path)} - denied
        for match in required:
            passing &= notes_matching(self._db, match)
        if unwanted:
            passing -= notes_matching(self._db, unwanted)
        return NoteFilter(self._db, passing)

    def _without(self, left_out: set[int]) -> NoteFilter:
        every = {note for note, _ in notes.paths(self._db)}
        return NoteFilter(self._db, every - left_out - self._denied_notes())

    def _denied_notes(self) -> frozenset[int]:
        if self._allows is None:
            return frozenset()
        version = int(self._db.pragma("data_version"))
        if self._denied is None or self._denied[0] != version:
            denied = frozenset(note for note, path in notes.paths(self._db) if not self._allows(path))
            self._denied = (version, denied)
        return self._denied[1]

    def _common_words(self, query: Query) -> set[str]:
        """The words that too many chunks have. Remembered until another process changes the index."""
        units = [unit for unit in grammar.units(query) if not unit.phrase and not unit.function]
        if len(units) < 2:
            return set()
        total = chunks.count(self._db)
        if total < _FEW_CHUNKS:
            return set()
        version = int(self._db.pragma("data_version"))
        common = set()
        for unit in units:
            key = (version, unit.match)
            if key not in self._common:
                self._common[key] = postings.is_common(self._db, unit.match, int(total * _COMMON_SHARE))
            if self._common[key]:
                common.add(unit.word)
        return common

    # From candidates to hits

    def _hits(
        self, found: _Found, options: SearchOptions, matcher: Matcher, linked: set[int] | None
    ) -> tuple[Hit, ...]:
        places = found.places
        candidates = fuse(
            found.lists,
            options.weights,
            options.k,
            tie_key=lambda chunk: (places[chunk].path, places[chunk].ordinal),
        )
        by_note: dict[int, list[Candidate]] = {}
        for candidate in candidates:
            by_note.setdefault(places[candidate.chunk_id].note, []).append(candidate)
        ordered = _behind_originals([(places[own[0].chunk_id].path, note) for note, own in by_note.items()])
        chosen = [by_note[note][: options.passages] for note in ordered[: options.limit]]
        texts = chunks.load(self._db, [c.chunk_id for own in chosen for c in own if c.chunk_id > 0])
        titles = notes.titles(self._db, ordered[: options.limit])
        hits = []
        for note, own in zip(ordered, chosen, strict=False):
            path, title = titles[note]
            passages = tuple(_passage(c, texts.get(c.chunk_id), matcher, options) for c in own)
            is_linked = None if linked is None else note in linked
            hits.append(Hit(path, title, own[0].score, passages, is_linked))
        return _within_budget(hits, options.max_tokens)


def _with_ties(rows: Sequence[tuple[int, float]], count: int) -> list[tuple[int, float]]:
    """The `count` highest scores and every one equal to the last of them, best first."""
    ranked = sorted(rows, key=lambda row: -row[1])
    bound = ranked[count - 1][1] if len(ranked) > count else -np.inf
    return [row for row in ranked if row[1] >= bound]


def _passage(
    candidate: Candidate, stored: chunks.StoredChunk | None, matcher: Matcher, options: SearchOptions
) -> Passage:
    if stored is None:
        return Passage("", (), (1, 1), candidate.votes)
    shown = matcher.snippet(stored.text) if options.max_tokens is None else matcher.mark(stored.text)
    return Passage(stored.section, shown, stored.lines, candidate.votes, stored.text)


def _within_budget(hits: Sequence[Hit], max_tokens: int | None) -> tuple[Hit, ...]:
    """The hits with the whole passages that fit, each counted with its note's title and its section."""
    if max_tokens is None:
        return tuple(hits)
    offered = [(hit, passage) for hit in hits for passage in hit.passages]
    taken = fit(offered, lambda pair: _cost(*pair), max_tokens)
    kept: dict[str, list[Passage]] = {}
    for hit, passage in taken:
        kept.setdefault(hit.path, []).append(passage)
    return tuple(replace(hit, passages=tuple(kept[hit.path])) for hit in hits if hit.path in kept)


def _cost(hit: Hit, passage: Passage) -> int:
    return count_tokens(f"{hit.title}\n{passage.section}\n{passage.text}")


def _behind_originals(ranked: Sequence[tuple[str, int]]) -> list[int]:
    """Notes by rank, with every conflict copy moved behind the note that it is a copy of, if that is among them."""
    place = {path: i for i, (path, _) in enumerate(ranked)}
    keys = []
    for i, (path, _) in enumerate(ranked):
        original = place.get(original_of(path) or "", -1)
        keys.append((max(i, original), original > i, i))
    return [ranked[i][1] for i in sorted(range(len(ranked)), key=keys.__getitem__)]


def _inside(folders: Iterable[str]) -> Callable[[str], bool] | None:
    prefixes = tuple(folder.replace("\\", "/").strip("/") + "/" for folder in folders if folder.strip("/\\ ."))
    return (lambda path: path.startswith(prefixes)) if prefixes else None


def _file_name(path: str) -> str:
    return path.rpartition("/")[2].rpartition(".")[0]


def _centre(stored: "np.ndarray[tuple[int, ...], np.dtype[np.int8]]") -> Floats:
    """The direction in which a note's chunks lie: the mean of their unit vectors, at unit length."""
    unit = to_unit_length(stored.astype(np.float32))
    centre: Floats = to_unit_length(unit.mean(axis=0, keepdims=True))[0]
    return centre
