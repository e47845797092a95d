"""One run's changes to the store: every note is replaced whole; what depends on the whole vault is derived last."""

import time
from collections.abc import Sequence
from operator import attrgetter

import apsw

from luneta.changes import Changes
from luneta.core.types import Problem
from luneta.derived import Derived, derive
from luneta.derived import put as put_derived
from luneta.prepare import Embedding, Outcome, PreparedChunk, PreparedNote, Preparer, Unchanged, Unusable, terms_of
from luneta.reports import Tally
from luneta.store import authority, calls, chunks, links, names, notes, postings, problems, schema, terms, vectors
from luneta.store.texts import pack
from luneta.storedvectors import StoredVectors

#: Up to so many notes, which are prepared together, are asked for what the index has of them before that.
_FEW = 8


class Batch:
    """One run's changes to the store."""

    def __init__(self, db: apsw.Connection, stored: StoredVectors, preparer: Preparer, changes: Changes) -> None:
        self._db = db
        self._vectors = stored
        self._preparer = preparer
        self._changes = changes
        self.tally = Tally(total=len(changes.tasks))
        self._gone: dict[str, notes.StoredStamp] = {}
        self._gone_by_hash: dict[bytes, list[str]] = {}
        for path in changes.gone:
            stamp = notes.stamp(db, path)
            if stamp is not None:
                self._gone[path] = stamp
                self._gone_by_hash.setdefault(stamp.hash, []).append(path)
        self._next_note: int | None = None
        self._next_chunk: int | None = None
        self._troubled = changes.troubled
        self._recorded_derived = schema.is_derived(db)
        self._all_links = not self._recorded_derived
        self._finished = False
        self._old: dict[int, list[chunks.KnownChunk]] = {}
        if len(changes.tasks) <= _FEW:
            for stamp in changes.stamps.values():
                if stamp is not None:
                    old = self._old[stamp.id] = chunks.of_note(db, stamp.id)
                    stored.expect(old)
        self._more_notes = self._more_chunks = 0
        self._words_anew: dict[int, postings.Words] = {}
        self._sources: set[int] = set()
        self._named_anew: set[int] = set()
        self._linked_anew: set[int] = set()
        self._names: set[str] = set().union(*map(notes.link_keys, self._gone))
        self._now = time.time()

    def store(self, outcome: Outcome) -> None:
        if isinstance(outcome, PreparedNote):
            self._store_note(outcome)
        elif isinstance(outcome, Unchanged):
            stamp = self._stamp(outcome.state.path)
            if stamp is not None:
                notes.restamp(self._db, stamp.id, outcome.state.mtime_ns, outcome.state.ctime_ns, outcome.state.size)
        else:
            self._store_unusable(outcome)

    def _stamp(self, path: str) -> notes.StoredStamp | None:
        """What the index knows of a task: nothing but this run changes it."""
        known = self._changes.stamps
        return known[path] if path in known else notes.stamp(self._db, path)

    def _chunks_of(self, note: int) -> list[chunks.KnownChunk]:
        old = self._old.pop(note, None)
        return chunks.of_note(self._db, note) if old is None else old

    def _store_unusable(self, outcome: Unusable) -> None:
        """What is no longer true leaves the index, with the reason; a note that cannot be read just now stays."""
        stamp = self._stamp(outcome.path)
        self._put_problems(outcome.path, [outcome.problem] if outcome.problem else [])
        if stamp is not None and outcome.gone:
            self._names |= notes.link_keys(outcome.path)
            self._remove(stamp)

    def _store_note(self, prepared: PreparedNote) -> None:
        path = was_at = prepared.row.path
        stamp = self._stamp(path)
        if stamp is None:
            self._names |= notes.link_keys(path)
            stamp = self._moved_from(prepared)
            was_at = stamp.path if stamp else path
        old = self._chunks_of(stamp.id) if stamp else []
        new = stamp is None
        self._more_notes += new
        self._more_chunks += len(prepared.chunks) - len(old)
        if stamp is None:
            note = notes.next_id(self._db) if self._next_note is None else self._next_note
            self._next_note = note + 1
            notes.insert(self._db, note, prepared.row)
        else:
            note = stamp.id
            notes.update(self._db, note, prepared.row, moved=path != stamp.path)
        if names.put(self._db, note, path, prepared.row.title, prepared.row.aliases, new=new):
            self._named_anew.add(note)
        meant = links.put(self._db, note, path, prepared.links, new=new, moved=path != was_at)
        if meant is not None or path != was_at:
            self._sources.add(note)
            self._linked_anew |= meant or set()
        self._store_chunks(note, old, prepared)
        self._put_problems(path, prepared.problems)
        self.tally.changed += 1
        self.tally.encoded += prepared.encoded
        self.tally.chunks += len(prepared.chunks)
        for pattern, times in prepared.row.redactions.items():
            self.tally.redactions[pattern] = self.tally.redactions.get(pattern, 0) + times

    def _moved_from(self, prepared: PreparedNote) -> notes.StoredStamp | None:
        """A note of the same bytes that is gone from its place: this one is it, moved."""
        former = self._gone_by_hash.get(prepared.row.hash)
        if not former:
            return None
        stamp = self._gone.pop(former.pop(0))
        self._put_problems(stamp.path, [])
        self.tally.moved += 1
        return stamp

    def _store_chunks(self, note: int, old: list[chunks.KnownChunk], prepared: PreparedNote) -> None:
        """Keep the chunks whose hash is known; of the rest, new ones take the places of old ones, in order: what most
        tables hold of a chunk that is only changed stays where it is."""
        left: dict[bytes, list[chunks.KnownChunk]] = {}
        for known in old:
            left.setdefault(known.hash, []).append(known)
        new = []
        for chunk in prepared.chunks:
            same = left.get(chunk.row.hash)
            if same:
                self._keep(note, same.pop(0), chunk)
            else:
                new.append(chunk)
        rest = [known for same in left.values() for known in same]
        rest.sort(key=attrgetter("ordinal"))
        made = [self._embedding(chunk) for chunk in new]
        context = prepared.row.heading_context
        for known, chunk, embedding in zip(rest, new, made, strict=False):
            self._replace(note, known, chunk, embedding, context)
        self._add(note, new[len(rest) :], made[len(rest) :], context)
        for known in rest[len(new) :]:
            self._remove_chunk(known)

    def _keep(self, note: int, known: chunks.KnownChunk, chunk: PreparedChunk) -> None:
        row, encoded = chunk.row, known.encoded
        if encoded is None:
            embedding = self._embedding(chunk)
            encoded = _seen(embedding)
            if embedding and embedding.vector is not None:
                self._vectors.add(note, [(known.id, embedding.vector)])
        now = (row.ordinal, row.first_line, row.last_line, encoded)
        if now != (known.ordinal, known.first_line, known.last_line, known.encoded):
            chunks.place(self._db, known, row, encoded)

    def _replace(
        self, note: int, known: chunks.KnownChunk, chunk: PreparedChunk, embedding: Embedding | None, context: str
    ) -> None:
        self._vectors.replace(note, known, embedding)
        chunks.replace(self._db, known, _packed(chunk), _seen(embedding))
        self._words_anew[known.id] = _words(chunk, context)

    def _add(self, note: int, new: Sequence[PreparedChunk], made: Sequence[Embedding | None], context: str) -> None:
        if not new:
            return
        first = chunks.next_id(self._db) if self._next_chunk is None else self._next_chunk
        self._next_chunk = first + len(new)
        ids = range(first, self._next_chunk)
        chunks.insert(self._db, note, zip(ids, map(_packed, new), map(_seen, made), strict=True))
        postings.insert(self._db, ((i, *_words(chunk, context)) for i, chunk in zip(ids, new, strict=True)))
        rows = [(i, e.vector) for i, e in zip(ids, made, strict=True) if e and e.vector is not None]
        self._vectors.add(note, rows)

    def _embedding(self, chunk: PreparedChunk) -> Embedding | None:
        """The chunk's own, or that of the same content elsewhere in the index; None without an encoder."""
        if not self._vectors.enabled:
            return None
        found = chunk.embedding or self._vectors.known(chunk.row.hash)
        if found is None:
            made = self._preparer.embed([chunk.encoded_text])
            self.tally.encoded += len(made)
            found = made[0] if made else None
        return found

    def _remove_chunk(self, known: chunks.KnownChunk) -> None:
        self._words_anew.pop(known.id, None)
        postings.remove(self._db, known.id)
        self._vectors.remove(known)
        chunks.remove(self._db, known.id)

    def _remove(self, stamp: notes.StoredStamp) -> None:
        old = self._chunks_of(stamp.id)
        for known in old:
            self._remove_chunk(known)
        self._more_notes -= 1
        self._more_chunks -= len(old)
        names.remove(self._db, stamp.id)
        self._linked_anew |= links.remove(self._db, stamp.id)
        calls.remove(self._db, stamp.id)
        notes.remove(self._db, stamp.id)
        self.tally.removed += 1

    def before_commit(self) -> None:
        """What must be right in every state that others can see."""
        postings.replace(self._db, self._words_anew)
        self._words_anew.clear()
        self._vectors.mark()
        for what, more in (("notes", self._more_notes), ("chunks", self._more_chunks)):
            if more:
                schema.add_to_count(self._db, what, more)
        self._more_notes = self._more_chunks = 0
        if self._recorded_derived != self._finished:
            schema.set_derived(self._db, self._finished)
            self._recorded_derived = self._finished

    def finish(self, derived: Derived | None = None) -> None:
        """Remove what is gone, then derive what depends on the whole vault, if that was not `derived` of the very notes
        that are stored."""
        if not self.tally.interrupted:
            for stamp in self._gone.values():
                self._remove(stamp)
            for path in self._changes.gone:
                self._put_problems(path, [])
            for path, problem in self._changes.problems.items():
                self._put_problems(path, [problem] if problem else [])
        self._derive(derived)
        self._finished = True
        schema.write_meta(self._db, "last_run", str(time.time()))

    def _derive(self, derived: Derived | None) -> None:
        """What links mean, what notes are called by others, and the authority that links give them."""
        if self._all_links:
            put_derived(self._db, derived or derive(self._db))
        else:
            self._linked_anew |= links.resolve(self._db, self._sources, self._names)
            calls.derive(self._db, self._linked_anew | self._named_anew)
        if self._named_anew or self._linked_anew or self._all_links:
            terms.raise_names_version(self._db)
        authority.derive(self._db, len(self._linked_anew), everything=self._all_links)

    def _put_problems(self, path: str, found: Sequence[Problem]) -> None:
        if path in self._changes.beside:
            found = [*found, self._changes.beside[path]]
        if found or path in self._troubled:
            problems.put(self._db, path, found, self._now)
            self.tally.problems = True
        if found:
            self._troubled.add(path)


def _packed(chunk: PreparedChunk) -> chunks.ChunkRow:
    return chunk.row if chunk.row.text is not None else chunk.row._replace(text=pack(chunk.text))


def _words(chunk: PreparedChunk, heading_context: str) -> postings.Words:
    extra = terms_of(chunk.row.section, heading_context, chunk.text) if chunk.extra is None else chunk.extra
    return chunk.text, chunk.row.section, heading_context, extra


def _seen(embedding: Embedding | None) -> int | None:
    """As KnownChunk.encoded has it."""
    if embedding is None:
        return None
    return 0 if embedding.vector is None else vectors.checksum(embedding.vector)
