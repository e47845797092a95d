"""Changes of the vault -> the store. One writer; every note is replaced in one transaction."""

import os
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

import apsw

from luneta.core.chunk import ChunkSettings
from luneta.core.rules import FolderRules
from luneta.core.types import Problem
from luneta.encoder import Encoder
from luneta.errors import VaultError
from luneta.prepare import Embedding, Outcome, PreparedChunk, PreparedNote, Preparer, Task, Unchanged, Unusable
from luneta.store import chunks, links, names, notes, postings, problems, vectors
from luneta.vault import FileState, Scan, look, scan
from luneta.workers import BATCH, WorkerDiedError, prepare_in_parallel

#: From so many notes to read on, starting processes (half a second each) pays.
PARALLEL_FROM = 400
#: What is done is committed after so many seconds: what a killed process loses at the most.
_COMMIT_SECONDS = 1.0


class VectorSink(Protocol):
    """Whoever keeps the vectors in memory beside the store."""

    def add(self, chunk: int, note: int, vector: bytes) -> None:
        """A chunk has this int8 vector now."""

    def remove(self, chunk: int) -> None:
        """A chunk has no vector any more."""


@dataclass(slots=True)
class Tally:
    """What a run did, as it goes."""

    done: int = 0
    total: int = 0
    encoded: int = 0
    chunks: int = 0
    changed: int = 0
    removed: int = 0
    moved: int = 0
    interrupted: bool = False
    redactions: dict[str, int] = field(default_factory=dict)


class Indexer:
    """Brings one index up to date with one vault.

    Without an encoder, or a table of vectors, chunks are stored unencoded. `model` is the setting by which worker
    processes load their encoder; `sink` is told of every vector that is stored or removed.
    """

    def __init__(
        self,
        db: apsw.Connection,
        root: Path,
        *,
        db_path: Path,
        rules: FolderRules,
        settings: ChunkSettings,
        encoder: Encoder | None,
        model: str,
        sink: VectorSink | None = None,
        workers: int | None = None,
    ) -> None:
        self._db = db
        self._root = root
        self._db_path = db_path
        self._rules = rules
        self._settings = settings
        self._encoder = encoder
        self._model = model if encoder else None
        self._workers = workers if workers is not None else min(os.cpu_count() or 1, 8)
        self._vectors = _Vectors(db, sink)
        self._preparer = Preparer(root, settings, encoder, self._vectors.knows)

    def run(self, *, full: bool, report: Callable[[Tally], None], stop: Callable[[], bool]) -> Tally:
        """Find what changed since the last run and store it. Raises VaultError before anything is changed."""
        found = scan(self._root, self._rules)
        known = notes.stamps(self._db)
        failed = {path for path, problem in problems.all_of(self._db) if problem.kind == "failed"}
        if not found.files and known and found.looks_unmounted:
            raise VaultError(
                f"The vault {self._root} is empty, but its index is not: is its drive connected? Nothing was changed. "
                "If the notes are gone for good, run `luneta forget`."
            )
        tasks = [
            Task(state, None if full or stamp is None else stamp.hash)
            for path, state in found.files.items()
            if _looks_changed(stamp := known.get(path), state) or full or path in failed
        ]
        gone = [path for path in known if path not in found.files and not found.unknown(path)]
        return self._store(tasks, gone, found, report, stop)

    def run_notes(self, paths: Iterable[str]) -> Tally:
        """Bring these notes up to date, whatever their stamps say."""
        tasks: list[Task] = []
        gone: list[str] = []
        found: dict[str, Problem] = {}
        for path in dict.fromkeys(paths):
            state = look(self._root, path, self._rules)
            stamp = notes.stamp(self._db, path)
            if isinstance(state, FileState):
                tasks.append(Task(state, stamp.hash if stamp else None))
                continue
            if isinstance(state, Problem):
                found[path] = state
            if stamp is not None:
                gone.append(path)
        return self._store(tasks, gone, Scan({}, found, (), False), lambda tally: None, lambda: False, partial=True)

    def _store(
        self,
        tasks: list[Task],
        gone: list[str],
        found: Scan,
        report: Callable[[Tally], None],
        stop: Callable[[], bool],
        *,
        partial: bool = False,
    ) -> Tally:
        batch = _Batch(self._db, self._vectors, self._preparer, gone, found, Tally(total=len(tasks)))
        with _Transactions(self._db) as transactions:
            outcomes = self._outcomes(tasks, stop)
            for outcome in outcomes:
                batch.store(outcome)
                batch.tally.done += 1
                transactions.commit_if_due()
                report(batch.tally)
                if batch.tally.done < batch.tally.total and stop():
                    batch.tally.interrupted = True
                    outcomes.close()
                    break
            batch.finish(partial=partial)
        return batch.tally

    def _outcomes(self, tasks: list[Task], stop: Callable[[], bool]) -> Iterator[Outcome]:
        waiting = {task.file.path: task for task in tasks}
        if len(tasks) >= PARALLEL_FROM and self._workers > 1:
            fresh = notes.count(self._db) == 0
            try:
                for outcomes in prepare_in_parallel(
                    tasks,
                    root=self._root,
                    settings=self._settings,
                    model=self._model,
                    db_path=None if fresh else self._db_path,
                    workers=self._workers,
                    stop=stop,
                ):
                    for outcome in outcomes:
                        waiting.pop(_path(outcome), None)
                        yield outcome
            except (WorkerDiedError, OSError):
                pass  # what is left is prepared in this process, below
            if stop():
                return
        left = list(waiting.values())
        step = BATCH if len(left) > BATCH else 8
        for start in range(0, len(left), step):
            yield from self._preparer.prepare(left[start : start + step])


def _looks_changed(stamp: notes.StoredStamp | None, state: FileState) -> bool:
    return stamp is None or (stamp.mtime_ns, stamp.size, stamp.ctime_ns) != (state.mtime_ns, state.size, state.ctime_ns)


def _path(outcome: Outcome) -> str:
    if isinstance(outcome, PreparedNote):
        return outcome.row.path
    return outcome.state.path if isinstance(outcome, Unchanged) else outcome.path


class _Transactions:
    """Commits what is done every second or so, and at the end; an error undoes what was not committed, so that no
    half a note stays."""

    def __init__(self, db: apsw.Connection) -> None:
        self._db = db

    def __enter__(self) -> "_Transactions":
        self._begin()
        return self

    def _begin(self) -> None:
        self._db.execute("BEGIN IMMEDIATE")
        self._began = time.monotonic()

    def commit_if_due(self) -> None:
        if time.monotonic() - self._began > _COMMIT_SECONDS:
            self._db.execute("COMMIT")
            self._begin()

    def __exit__(self, kind: type[BaseException] | None, *rest: object) -> None:
        if self._db.in_transaction:
            self._db.execute("COMMIT" if kind is None else "ROLLBACK")


class _Vectors:
    """The stored vectors, by chunk, and by content: an unchanged text is not encoded again, wherever it stands now."""

    def __init__(self, db: apsw.Connection, sink: VectorSink | None) -> None:
        self._db = db
        self._sink = sink
        self._removed: dict[bytes, Embedding] = {}
        self.enabled = vectors.exists(db)

    def knows(self, digest: bytes) -> bool:
        """Whether this content's embedding can be had without encoding."""
        return self.enabled and (digest in self._removed or chunks.encoded_twin(self._db, digest) is not None)

    def known(self, digest: bytes) -> Embedding | None:
        """This content's embedding, if some chunk of the index has it, or had it in this run."""
        twin = chunks.encoded_twin(self._db, digest)
        if twin is None:
            return self._removed.get(digest)
        return Embedding(vectors.get(self._db, twin[0]) if twin[1] else None)

    def add(self, chunk: int, note: int, vector: bytes) -> None:
        vectors.insert(self._db, chunk, vector)
        if self._sink:
            self._sink.add(chunk, note, vector)

    def remove(self, known: chunks.KnownChunk) -> None:
        """Before the chunk itself is removed."""
        if known.encoded is None or not self.enabled:
            return
        self._removed[known.hash] = Embedding(vectors.get(self._db, known.id) if known.encoded else None)
        if known.encoded:
            vectors.remove(self._db, known.id)
            if self._sink:
                self._sink.remove(known.id)


class _Batch:
    """One run's changes to the store."""

    def __init__(
        self, db: apsw.Connection, stored: _Vectors, preparer: Preparer, gone: list[str], found: Scan, tally: Tally
    ) -> None:
        self._db = db
        self._vectors = stored
        self._preparer = preparer
        self._found = found
        self.tally = tally
        self._gone: dict[str, notes.StoredStamp] = {}
        self._gone_by_hash: dict[bytes, list[str]] = {}
        for path in gone:
            stamp = notes.stamp(db, path)
            if stamp is not None:
                self._gone[path] = stamp
                self._gone_by_hash.setdefault(stamp.hash, []).append(path)
        self._sources: set[int] = set()
        self._names: set[str] = {notes.name_key(path) for path in self._gone}
        self._now = time.time()

    def store(self, outcome: Outcome) -> None:
        if isinstance(outcome, PreparedNote):
            self._store_note(outcome)
        elif isinstance(outcome, Unchanged):
            stamp = notes.stamp(self._db, outcome.state.path)
            if stamp is not None:
                notes.restamp(self._db, stamp.id, outcome.state.mtime_ns, outcome.state.ctime_ns, outcome.state.size)
        else:
            self._store_unusable(outcome)

    def _store_unusable(self, outcome: Unusable) -> None:
        """What is no longer true leaves the index, with the reason; a note that cannot be read just now stays."""
        stamp = notes.stamp(self._db, outcome.path)
        problems.put(self._db, outcome.path, [outcome.problem] if outcome.problem else [], self._now)
        if stamp is not None and outcome.gone:
            self._names.add(notes.name_key(outcome.path))
            self._remove(stamp)

    def _store_note(self, prepared: PreparedNote) -> None:
        path = prepared.row.path
        stamp = notes.stamp(self._db, path)
        if stamp is None:
            self._names.add(notes.name_key(path))
            stamp = self._moved_from(prepared)
        old = chunks.of_note(self._db, stamp.id) if stamp else []
        note = notes.put(self._db, prepared.row)
        names.put(self._db, note, path, prepared.row.title, prepared.row.aliases)
        links.put(self._db, note, prepared.links)
        self._sources.add(note)
        self._store_chunks(note, old, prepared)
        problems.put(self._db, path, prepared.problems, self._now)
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
        notes.set_path(self._db, stamp.id, prepared.row.path)
        problems.put(self._db, stamp.path, [], self._now)
        self.tally.moved += 1
        return stamp

    def _store_chunks(self, note: int, old: list[chunks.KnownChunk], prepared: PreparedNote) -> None:
        """Keep the chunks whose hash is known, add the new ones, then remove what is left."""
        left: dict[bytes, list[chunks.KnownChunk]] = {}
        for known in old:
            left.setdefault(known.hash, []).append(known)
        for chunk in prepared.chunks:
            same = left.get(chunk.row.hash)
            if same:
                self._keep(note, same.pop(0), chunk)
            else:
                self._add(note, chunk, prepared.row.heading_context)
        for rest in left.values():
            for known in rest:
                self._remove_chunk(known)

    def _keep(self, note: int, known: chunks.KnownChunk, chunk: PreparedChunk) -> None:
        row, encoded = chunk.row, known.encoded
        if encoded is None:
            embedding = self._embedding(chunk)
            encoded = _seen(embedding)
            if embedding and embedding.vector is not None:
                self._vectors.add(known.id, note, embedding.vector)
        now = (row.ordinal, row.first_line, row.last_line, encoded)
        if now != (known.ordinal, known.first_line, known.last_line, known.encoded):
            chunks.place(self._db, known.id, row, encoded)

    def _add(self, note: int, chunk: PreparedChunk, heading_context: str) -> None:
        embedding = self._embedding(chunk)
        added = chunks.insert(self._db, note, chunk.row, _seen(embedding))
        postings.insert(self._db, added, chunk.text, chunk.row.section, heading_context, chunk.extra)
        if embedding and embedding.vector is not None:
            self._vectors.add(added, note, embedding.vector)

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
        postings.remove(self._db, known.id)
        self._vectors.remove(known)
        chunks.remove(self._db, known.id)

    def _remove(self, stamp: notes.StoredStamp) -> None:
        for known in chunks.of_note(self._db, stamp.id):
            self._remove_chunk(known)
        names.remove(self._db, stamp.id)
        links.remove(self._db, stamp.id)
        notes.remove(self._db, stamp.id)
        self.tally.removed += 1

    def finish(self, *, partial: bool) -> None:
        """Remove what is gone, then derive what depends on the whole vault."""
        if not self.tally.interrupted:
            for path, stamp in self._gone.items():
                self._remove(stamp)
                problems.put(self._db, path, [], self._now)
        self._record_problems(self._found.problems, partial)
        links.resolve(self._db, self._sources, self._names)

    def _record_problems(self, found: Mapping[str, Problem], partial: bool) -> None:
        if not partial and not self.tally.interrupted:
            problems.keep_only(self._db, {*self._found.files, *found})
        for path, problem in found.items():
            if path not in self._found.files:
                problems.put(self._db, path, [problem], self._now)


def _seen(embedding: Embedding | None) -> int | None:
    """As KnownChunk.encoded has it."""
    if embedding is None:
        return None
    return 0 if embedding.vector is None else 1
