"""Changing an index: being its one writer, comparing what made it with what runs now, storing what has changed."""

import contextlib
import time
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

import apsw

from luneta import config, crew, makers
from luneta.changes import Changes
from luneta.inforce import InForce
from luneta.reports import IndexReport, Tally
from luneta.store import chunks, connection, notes, problems, schema, vectors
from luneta.store.index_file import IndexFile

if TYPE_CHECKING:
    from luneta.encoder import Encoder
    from luneta.memory import VectorJournal


class Writing:
    """Writes the index of one vault.

    `journal`: where changed vectors are told, for whoever has them in memory; `let_go`: closes what reads this index in
    the same engine, before its vectors are made anew.
    """

    def __init__(
        self, in_force: InForce, file: IndexFile, journal: "VectorJournal | None", let_go: Callable[[], None]
    ) -> None:
        self._in_force = in_force
        self._file = file
        self._journal = journal
        self._let_go = let_go
        self._db: apsw.Connection | None = None
        self._compared = False
        self._problems: dict[str, int] | None = None
        self._lacks: str | None = None

    def compare_again(self) -> None:
        """The settings are others: the next run compares what made the index with what runs now."""
        self._compared = False

    @contextlib.contextmanager
    def held(self) -> Iterator[apsw.Connection]:
        """Be the one writer of this index. Runs within keep the database open, so that each costs less.

        Raises IndexBusyError.
        """
        if self._db is not None:
            yield self._db
            return
        path = self._file.path
        config.ensure_private_dir(path.parent)
        with self._file.writer() as db:
            config.ensure_private_file(path)
            config.write_vault_record(self._in_force.vault)
            self._lacks = connection.load_vector_extension(db)
            self._db = db
            self._compared = False
            self._problems = None
            try:
                yield db
            finally:
                self._db = None

    def run(
        self,
        find: Callable[[apsw.Connection], Changes],
        report: Callable[[Tally], None] = lambda tally: None,
        stop: Callable[[], bool] = lambda: False,
        *,
        whole: bool = False,
    ) -> IndexReport:
        """Find changes and store them; `whole`: of the whole vault. Raises IndexBusyError."""
        with self.held() as db, self._crew(db, whole) as started:
            began = time.monotonic()
            told = len(self._file.notices)
            if not self._compared:
                self._compare_makers(db)
                self._compared = True
            found = find(db)
            if found.none and schema.is_derived(db):
                tally = Tally()
                schema.write_meta(db, "last_run", str(time.time()))
            else:
                tally = self._store(db, found, started, report, stop)
            counts = self._problem_counts(db)
            return IndexReport(
                notes=notes.count(db),
                chunks=chunks.count(db),
                encoded=tally.encoded,
                skipped=counts.get("skipped", 0),
                failed=counts.get("failed", 0),
                seconds=round(time.monotonic() - began, 3),
                changed=tally.changed,
                removed=tally.removed,
                moved=tally.moved,
                interrupted=tally.interrupted,
                redactions=dict(sorted(tally.redactions.items())),
                notices=tuple(self._file.notices[told:]),
            )

    def _crew(self, db: apsw.Connection, whole: bool) -> contextlib.AbstractContextManager[Sequence[crew.Worker]]:
        """The workers of a new index of many notes: they get ready while this process does. Only with our own model,
        since another may have to be downloaded first, and once."""
        new = whole and notes.count(db) == 0 and not self._lacks and not self._in_force.config.model
        if new and crew.usual_count() and crew.seems_to_pay(self._in_force.vault):
            return crew.started(self._in_force.config.model, crew.usual_count())
        return contextlib.nullcontext(())

    def _store(
        self,
        db: apsw.Connection,
        found: Changes,
        started: Sequence[crew.Worker],
        report: Callable[[Tally], None],
        stop: Callable[[], bool],
    ) -> Tally:
        from luneta.indexer import Indexer

        rules_key, settings = self._in_force.rules_key, self._in_force.config
        if schema.read_meta(db, "rules") != rules_key:
            schema.write_meta(db, "rules", "")  # true of no rules until this run is over
        encoder = self._encoder()
        indexer = Indexer(
            db,
            self._in_force.vault,
            db_path=self._file.path,
            settings=makers.chunk_settings(settings),
            encoder=encoder,
            model=settings.model,
            sink=self._journal,
            started=started if encoder else (),
        )
        try:
            tally = indexer.run(found, report=report, stop=stop)
        except BaseException:
            self._problems = None
            if self._journal:
                self._journal.spoil()
            raise
        if tally.problems:
            self._problems = None
        if found.complete and not tally.interrupted:
            schema.write_meta(db, "rules", rules_key)
        return tally

    def _problem_counts(self, db: apsw.Connection) -> dict[str, int]:
        """How many paths have a problem of each kind. Counted only if it may differ, since each note pays for it."""
        if self._problems is None:
            self._problems = problems.counts(db)
        return self._problems

    def _compare_makers(self, db: apsw.Connection) -> None:
        """Compare what made the index with what runs now; make what differs look changed."""
        settings = self._in_force.config
        seen = makers.glance(settings, vectors=self._lacks is None)
        if schema.read_meta(db, "makers") == seen:
            return
        encoder = self._encoder()
        now = makers.fingerprints(settings, encoder)
        was = {key: schema.read_meta(db, key) for key in now}
        with db:
            if was != now and notes.count(db):
                notes.expire(db)
                self._file.notices.extend(makers.CHANGED[key] for key in now if was[key] != now[key])
            if was["encoder"] != now["encoder"]:
                self._renew_vectors(db, encoder)
            if self._in_force.encoder_failed:
                seen = ""  # a model that cannot be had today, by whatever cause, is asked for again by the next run
            for key, value in {**now, "makers": seen}.items():
                schema.write_meta(db, key, value)

    def _encoder(self) -> "Encoder | None":
        return None if self._lacks else self._in_force.encoder()

    def _renew_vectors(self, db: apsw.Connection, encoder: "Encoder | None") -> None:
        self._let_go()
        if self._journal:
            self._journal.spoil()
        vectors.raise_version(db)
        chunks.forget_vectors(db)
        if encoder:
            vectors.create(db, encoder.dimensions)
        elif self._lacks is None:
            vectors.drop(db)
