"""A query -> hits: three ranked lists, fused, grouped by note, with snippets."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date

import apsw
import numpy as np

from luneta.core import grammar
from luneta.core.budget import count_tokens, fit
from luneta.core.copies import original_of
from luneta.core.describe import phrases
from luneta.core.features import NAMES
from luneta.core.fuse import fuse
from luneta.core.group import by_note
from luneta.core.intent import weigh
from luneta.core.recency import prefer_recent
from luneta.core.relevance import Prompt, content_words, says_something
from luneta.core.rerank import Known
from luneta.core.shortlist import shortlist
from luneta.core.snippet import Matcher
from luneta.core.synonyms import looked_for
from luneta.core.terms import Terms
from luneta.core.types import (
    LISTS,
    Candidate,
    Hit,
    ListName,
    MentionsResult,
    Mode,
    Passage,
    Phrase,
    Query,
    Remark,
    SearchOptions,
    Segment,
)
from luneta.encoder import Encoder
from luneta.lists import Found, Lists
from luneta.mentions import find_mentions
from luneta.nearest import Nearest
from luneta.ranker import Ranker, looked_at
from luneta.recollect import Recollection, Sample, Weighing
from luneta.remembered import Remembered
from luneta.scope import Scope
from luneta.store import chunks, links, notes
from luneta.store.connection import snapshot
from luneta.store.filters import NoteFilter
from luneta.store.signals import NoteSignals
from luneta.synonyms import Synonyms

_LISTS_OF: Mapping[Mode, tuple[ListName, ...]] = {
    "hybrid": ("postings", "vectors", "names"),
    "keyword": ("postings",),
    "semantic": ("vectors",),
    "names": ("names",),
}

#: What each feature gave to a note's score, by the note's id; nothing if the fusion alone placed it.
Reasons = Callable[[int], Mapping[str, float]]

#: A link says that two notes have to do with each other, not that they are alike: it weighs less than likeness.
_LINK_SHARE = 0.5


@dataclass(frozen=True, slots=True)
class Answer:
    """Hits, best first, what went wrong with a list on the way, and how the lists were weighed. `narrowed`, `unmet` and
    `also` as in SearchResult."""

    hits: tuple[Hit, ...]
    failures: tuple[str, ...] = ()
    narrowed: tuple[Phrase, ...] = ()
    unmet: tuple[Remark, ...] = ()
    weights: Mapping[ListName, float] = field(default_factory=dict)
    also: tuple[str, ...] = ()


class Searcher:
    """Answers queries from one connection, each within one snapshot of the index.

    `encoder` and `nearest` are both None when there are no vectors; then that list takes no part. `allows(path)` is
    the folder rules as they are now; None if the index is known to obey them. `tolerant`: a list that fails is left
    out and told of, instead of raising.
    """

    def __init__(
        self,
        db: apsw.Connection,
        *,
        encoder: Encoder | None,
        nearest: Nearest | None,
        allows: Callable[[str], bool] | None,
        tolerant: bool = False,
    ) -> None:
        self._db = db
        self._encoder = encoder
        self._sample = Sample(db)
        self._remembered = Remembered(db)
        self._lists = Lists(db, encoder, nearest, self._remembered, tolerant=tolerant)
        self._scope = Scope(db, allows)
        self._synonyms = Synonyms(db, allows)
        self._ranker = Ranker(self._remembered, encoder, nearest)

    def search(self, raw: str, options: SearchOptions, today: date) -> Answer:
        """The hits of a query; of one that only narrows, the notes that meet it, those changed last first."""
        query = grammar.parse_query(raw, today=today)
        if query.blank and query.condition is None:
            return Answer(())
        narrowed = phrases(query, options.folders)
        with snapshot(self._db):
            scope = self._scope.of_query(query, options.folders)
            if query.blank and scope is not None:
                return Answer(self._listed(scope, options), (), narrowed, self._scope.remarks)
            wanted = _LISTS_OF[options.mode]
            also = self._synonyms.of(query) if options.synonyms and "postings" in wanted else ()
            found = self._lists.of_query(query, wanted, options, scope, [other.query for other in also])
            names_also = tuple(other.name for other in also)
            hits = self._hits(found, options, query, None, today, names_also)
            weights = _weights(found, options)
            return Answer(hits, tuple(found.failures), narrowed, self._scope.remarks, weights, names_also)

    def recollect(self, prompt: str, options: SearchOptions, today: date) -> tuple[Prompt, list[Recollection]]:
        """What the vault has to say to a prompt, the most relevant first, and how the prompt was understood."""
        words = content_words(prompt)
        if not says_something(words):
            return Prompt({}, ()), []
        found = self.search(" ".join(words), options, today)
        with snapshot(self._db):
            weighing = Weighing(self._db, self._encoder, prompt, self._sample)
            return weighing.prompt, weighing.weighed(found.hits)

    def related(self, path: str, options: SearchOptions) -> Answer | None:
        """The notes nearest to a note; None if the index does not have it."""
        with snapshot(self._db):
            stamp = notes.stamp(self._db, path)
            if stamp is None:
                return None
            linked = links.linked_with(self._db, stamp.id)
            left_out = {stamp.id} | (linked if options.unlinked else set())
            scope = self._scope.without(left_out, options.folders)
            found = self._lists.of_note(stamp.id, linked, options, scope)
            weights = {**options.weights, "names": options.weights["names"] * _LINK_SHARE}
            return Answer(self._hits(found, replace(options, weights=weights), grammar.parse_query(""), linked, None))

    def candidates(self, raw: str, options: SearchOptions) -> tuple[list[str], Known]:
        """The notes that the ranking of a query puts in order, in the fusion's order: their paths, and what is known
        of them. What weights are learnt from."""
        query = grammar.parse_query(raw)
        with snapshot(self._db):
            found = self._lists.of_query(query, LISTS, options, self._scope.of_query(query, options.folders))
            fused, passages = _fuse(found, options)
            terms = found.terms or Terms.of(query, {}, 1)
            first, _ = shortlist(fused, options.weights, looked_at(terms))
            if not first:
                return [], Known(np.zeros((0, len(NAMES)), np.float32))
            best = [passages[note.chunk_id][0].chunk_id for note in first]
            known = self._ranker.known(first, terms, found, best, self._remembered.passages(best))
            heads = self._remembered.signals([note.chunk_id for note in first])
            return [heads[note.chunk_id].path for note in first], known

    def mentions(self, name: str, folders: Sequence[str]) -> MentionsResult:
        """Every place where a name stands in the notes of these folders (of all, if there are none)."""
        with snapshot(self._db):
            return find_mentions(self._db, name, self._scope.of_query(Query("", ""), folders))

    def _listed(self, scope: NoteFilter, options: SearchOptions) -> tuple[Hit, ...]:
        """The notes in scope, those changed last first, each with its beginning."""
        wanted = notes.latest(self._db, scope.notes_sql, options.limit)
        heads = notes.heads(self._db, wanted)
        first = chunks.first_of_notes(self._db, wanted)
        texts = chunks.load(self._db, first.values())
        matcher = Matcher(grammar.parse_query(""))
        hits = []
        for note in wanted:
            head = heads[note]
            beginning = Candidate(first.get(note, -note), 0.0, {})
            shown = _passage(beginning, texts.get(beginning.chunk_id), matcher, options)
            title_marks = matcher.mark(head.title) if options.marks else ()
            hits.append(
                Hit(head.path, head.title, 0.0, (shown,), modified_ns=head.modified_ns, title_marks=title_marks)
            )
        return _within_budget(hits, options.max_tokens)

    def _hits(
        self,
        found: Found,
        options: SearchOptions,
        query: Query,
        linked: set[int] | None,
        today: date | None,
        also: Sequence[str] = (),
    ) -> tuple[Hit, ...]:
        fused, passages = _fuse(found, options)
        ordered, reasons = self._in_order(fused, passages, found, options, query)
        if options.recency_half_life_days and today is not None:
            modified = {note: head.modified_ns for note, head in notes.heads(self._db, passages).items()}
            ordered = prefer_recent(ordered, modified, options.recency_half_life_days, today)
        paths = {place.note: place.path for place in found.places.values()}
        ranked = _behind_originals(ordered, paths)[: options.limit]
        heads = self._remembered.signals([note.chunk_id for note in ranked])
        chosen = [passages[note.chunk_id][: options.passages] for note in ranked]
        texts = self._remembered.passages([c.chunk_id for own in chosen for c in own])
        shown = replace(query, phrases=(*query.phrases, *map(looked_for, also))) if also else query
        matcher = Matcher(shown, found.meant)
        hits = []
        for note, own in zip(ranked, chosen, strict=True):
            head = heads[note.chunk_id]
            marks = _name_marks(head, matcher) if options.marks else ((), ())
            hits.append(
                Hit(
                    head.path,
                    head.title,
                    note.score,
                    tuple(_passage(c, texts.get(c.chunk_id), matcher, options) for c in own),
                    None if linked is None else note.chunk_id in linked,
                    note.votes,
                    head.modified_ns,
                    *marks,
                    reasons(note.chunk_id),
                )
            )
        return _within_budget(hits, options.max_tokens)

    def _in_order(
        self,
        fused: Sequence[Candidate],
        passages: Mapping[int, Sequence[Candidate]],
        found: Found,
        options: SearchOptions,
        query: Query,
    ) -> tuple[list[Candidate], Reasons]:
        """The notes in their final order, and why: the fusion's, but for a query to all lists, of which the first ones
        are ranked by all that is known of them."""
        if options.mode != "hybrid" or not options.adaptive or query.blank:
            return list(fused), lambda note: {}
        terms = found.terms or Terms.of(query, {}, 1)
        first, rest = shortlist(fused, options.weights, looked_at(terms))
        best = [passages[note.chunk_id][0].chunk_id for note in first]
        texts = self._remembered.passages(best)
        return self._ranker.rank(first, rest, terms, found, best, texts, options.weights)


def _weights(found: Found, options: SearchOptions) -> Mapping[ListName, float]:
    return weigh(options.weights, found.evidence) if options.adaptive else options.weights


def _fuse(found: Found, options: SearchOptions) -> tuple[list[Candidate], dict[int, list[Candidate]]]:
    """The notes in the fusion's order, and each one's passages in theirs."""
    weights = _weights(found, options)
    place = found.places
    lists = by_note(found.lists, lambda chunk: place[chunk].note)
    paths = {p.note: p.path for p in place.values()}
    fused = fuse(lists, weights, options.k, tie_key=paths.__getitem__)
    passages: dict[int, list[Candidate]] = {}
    ties = {chunk: (p.path, p.ordinal) for chunk, p in place.items()}
    for candidate in fuse(found.lists, weights, options.k, tie_key=ties.__getitem__):
        passages.setdefault(place[candidate.chunk_id].note, []).append(candidate)
    return fused, passages


def _name_marks(note: NoteSignals, matcher: Matcher) -> tuple[tuple[Segment, ...], tuple[Segment, ...]]:
    """The title with its matches, and the alias that has more matched letters, if one has."""
    marked = [matcher.mark(name) for name in (note.title, *note.aliases)]
    letters = [sum(len(segment.text) for segment in name if segment.match) for name in marked]
    best = letters.index(max(letters))
    return marked[0], marked[best] if best else ()


def _passage(
    candidate: Candidate, stored: chunks.StoredChunk | None, matcher: Matcher, options: SearchOptions
) -> Passage:
    if stored is None:
        return Passage("", (), (1, 1), candidate.votes)
    shown = matcher.snippet(stored.text) if options.max_tokens is None else matcher.mark(stored.text)
    section_marks = matcher.mark(stored.section) if options.marks else ()
    return Passage(stored.section, shown, stored.lines, candidate.votes, stored.text, section_marks, stored.id)


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


def _behind_originals(ranked: Sequence[Candidate], path_of: Mapping[int, str]) -> list[Candidate]:
    """Notes by rank, with every conflict copy moved behind the note that it is a copy of, if that is among them."""
    originals = [original_of(path_of[note.chunk_id]) for note in ranked]
    if not any(originals):
        return list(ranked)
    place = {path_of[note.chunk_id]: i for i, note in enumerate(ranked)}
    keys = []
    for i, path in enumerate(originals):
        original = place.get(path or "", -1)
        keys.append((max(i, original), original > i, i))
    return [ranked[i] for i in sorted(range(len(ranked)), key=keys.__getitem__)]
