"""The one composition root: a vault, its settings, its index and its encoder, put together."""

import contextlib
import os
import shutil
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, Self, TypeVar

import apsw

from luneta import changes, config, makers
from luneta.core.describe import in_english, phrases, remarks_in_english
from luneta.core.rules import FolderRules
from luneta.core.types import MentionsResult, Query, SearchOptions, SearchResult
from luneta.errors import EncoderError, IndexBusyError, IndexDamagedError, NoIndexError, NotIndexedError
from luneta.notepath import vault_folder, vault_path
from luneta.reports import IndexReport, Progress, Status, Tally
from luneta.store import chunks, connection, integrity, notes, problems, schema, vectors
from luneta.store.index_file import IndexFile
from luneta.vault import case_insensitive

if TYPE_CHECKING:
    from luneta.core.relevance import Prompt
    from luneta.core.topology import Topology
    from luneta.encoder import Encoder
    from luneta.memory import VectorJournal, VectorMemory
    from luneta.nearest import Nearest
    from luneta.recollect import Recollection
    from luneta.searcher import Searcher

T = TypeVar("T")


class Engine:
    """A vault that can be indexed and searched. Use as a context manager; from one thread at a time.

    `notices` are sentences for the user about what was found and mended on the way (a damaged index, a new model).
    `memory`, of a process that stays, holds the vectors. `repairs`: what is asked of a damaged index has it built anew
    first, else IndexDamagedError is raised.
    """

    def __init__(
        self,
        vault: Path,
        settings: config.Config,
        *,
        memory: "VectorMemory | None" = None,
        journal: "VectorJournal | None" = None,
        repairs: bool = True,
    ) -> None:
        self.vault = vault
        self.config = settings
        self.db_path = config.index_path(vault)
        self.memory = memory
        self._journal = journal
        self._repairs = repairs
        self._rules = settings.rules(casefold=case_insensitive(vault))
        self._file = IndexFile(self.db_path, makers.ANALYZER_VERSION)
        self._writer: apsw.Connection | None = None
        self._compared = False
        self._writer_lacks: str | None = None
        self._reader: apsw.Connection | None = None
        self._reader_file = (0, 0)
        self._searcher: Searcher | None = None
        self._searched_with: Nearest | None = None
        self._encoder: Encoder | None = None
        self._encoder_asked = False
        self._encoder_failed = False
        self._tolerant = False
        self._no_encoder = ""
        self._no_vectors = ""
        self._searched_state: tuple[str | None, ...] = ()

    @classmethod
    def open(
        cls,
        vault: Path,
        *,
        resident: bool = False,
        journal: "VectorJournal | None" = None,
        config_dir: str = config.CONFIG_DIR,
        repairs: bool = True,
    ) -> Self:
        """Open `vault`. `resident`: keep the vectors in memory (a process that stays), else ask the database.

        `journal`: how an engine that writes tells one that is resident, in the same process, of changed vectors.
        Raises VaultError (missing or unreadable root) and ConfigError.
        """
        root = Path(os.path.abspath(vault.expanduser()))
        settings = config.load_config(root, config_dir=config_dir)
        memory = None
        if resident:
            from luneta.memory import VectorJournal, VectorMemory

            journal = journal or VectorJournal()
            memory = VectorMemory(
                journal,
                choice=settings.nearest,
                m=settings.hnsw_param_m,
                graph_file=config.index_path(root).with_name("vectors.usearch"),
            )
        return cls(root, settings, memory=memory, journal=journal, repairs=repairs)

    def reconfigure(self, settings: config.Config) -> None:
        """Obey these settings from now on. What was indexed under others is brought up to date by `index`."""
        if settings.model != self.config.model:
            self._encoder_asked = self._encoder_failed = False
            self._encoder = None
        self.config = settings
        self._rules = settings.rules(casefold=case_insensitive(self.vault))
        self._searcher = None
        self._compared = False

    @property
    def notices(self) -> list[str]:
        """What the user should know of this engine's index, oldest first."""
        return self._file.notices

    def allows(self, path: str) -> bool:
        """Whether the folder rules let a note (a path in the vault) be shown."""
        return self._rules.allows(path)

    # Indexing

    def index(
        self,
        *,
        full: bool = False,
        progress: Callable[[Progress], None] | None = None,
        stop: Callable[[], bool] = lambda: False,
    ) -> IndexReport:
        """Bring the index up to date with the vault; `full` reads every note again.

        `stop` is asked after each note; when it says so the work done is committed and the report says `interrupted`.
        Raises VaultError, IndexBusyError.
        """
        began = time.monotonic()

        def report(tally: Tally) -> None:
            if progress is not None:
                progress(Progress(tally.done, tally.total, tally.chunks, time.monotonic() - began))

        with self.writing() as db:
            return self._write(db, lambda: changes.in_vault(db, self.vault, self._rules, full=full), report, stop)

    def index_notes(self, paths: Sequence[str]) -> IndexReport:
        """Bring these notes (vault-relative) up to date, whatever their stamps say.

        Raises PathOutsideVaultError, IndexBusyError.
        """
        with self.writing() as db:
            return self._write(db, lambda: changes.of_notes(db, self.vault, self._rules, paths))

    def changed_notes(self, paths: Iterable[str]) -> list[str]:
        """The notes that are meant when these paths (vault-relative) have changed: of a folder, all that the index has
        below it and all that are there now. Raises NoIndexError, VaultError, PathOutsideVaultError."""
        return changes.of_folders(self._open_reader(), self.vault, self._rules, paths)

    @contextlib.contextmanager
    def writing(self) -> Iterator[apsw.Connection]:
        """Be the one writer of this index. Runs within keep the database open, so that each costs less.

        Raises IndexBusyError.
        """
        if self._writer is not None:
            yield self._writer
            return
        config.ensure_private_dir(self.db_path.parent)
        with self._file.writer() as db:
            config.ensure_private_file(self.db_path)
            config.write_vault_record(self.vault)
            self._writer_lacks = connection.load_vector_extension(db)
            self._writer = db
            self._compared = False
            try:
                yield db
            finally:
                self._writer = None

    def _write(
        self,
        db: apsw.Connection,
        find: Callable[[], changes.Changes],
        report: Callable[[Tally], None] = lambda tally: None,
        stop: Callable[[], bool] = lambda: False,
    ) -> IndexReport:
        """Find changes and store them."""
        began = time.monotonic()
        told = len(self.notices)
        if not self._compared:
            self._compare_makers(db)
            self._compared = True
        found = find()
        tally = Tally() if found.none and schema.is_derived(db) else self._store(db, found, report, stop)
        schema.write_meta(db, "last_run", str(time.time()))
        counts = problems.counts(db)
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
            notices=tuple(self.notices[told:]),
        )

    def _store(
        self,
        db: apsw.Connection,
        found: changes.Changes,
        report: Callable[[Tally], None],
        stop: Callable[[], bool],
    ) -> Tally:
        from luneta.indexer import Indexer

        if schema.read_meta(db, "rules") != self._rules_key():
            schema.write_meta(db, "rules", "")  # true of no rules until this run is over
        indexer = Indexer(
            db,
            self.vault,
            db_path=self.db_path,
            settings=makers.chunk_settings(self.config),
            encoder=self._encoder_to_write(),
            model=self.config.model,
            sink=self._journal,
        )
        try:
            tally = indexer.run(found, report=report, stop=stop)
        except BaseException:
            if self._journal:
                self._journal.spoil()
            raise
        if found.complete and not tally.interrupted:
            schema.write_meta(db, "rules", self._rules_key())
        return tally

    def _compare_makers(self, db: apsw.Connection) -> None:
        """Compare what made the index with what runs now; make what differs look changed."""
        seen = makers.glance(self.config, vectors=self._writer_lacks is None)
        if schema.read_meta(db, "makers") == seen:
            return
        encoder = self._encoder_to_write()
        now = makers.fingerprints(self.config, encoder)
        was = {key: schema.read_meta(db, key) for key in now}
        with db:
            if was != now and notes.count(db):
                notes.expire(db)
                self.notices.extend(makers.CHANGED[key] for key in now if was[key] != now[key])
            if was["encoder"] != now["encoder"]:
                self._renew_vectors(db, encoder, droppable=self._writer_lacks is None)
            if self._encoder_failed:
                seen = ""  # a model that cannot be had today, by whatever cause, is asked for again by the next run
            for key, value in {**now, "makers": seen}.items():
                schema.write_meta(db, key, value)

    def _encoder_to_write(self) -> "Encoder | None":
        return None if self._writer_lacks else self._load_encoder()

    def _renew_vectors(self, db: apsw.Connection, encoder: "Encoder | None", *, droppable: bool) -> None:
        self._close_reader()
        if self._journal:
            self._journal.spoil()
        vectors.raise_version(db)
        chunks.forget_vectors(db)
        if encoder:
            vectors.create(db, encoder.dimensions)
        elif droppable:
            vectors.drop(db)

    def _rules_key(self) -> str:
        """The folder rules in words: an index left by a whole run under the same ones holds nothing they deny."""
        return repr(self._rules)

    def _load_encoder(self) -> "Encoder | None":
        """The encoder of the settings, loaded once; None, with the reason kept, if there is none."""
        if not self._encoder_asked:
            from luneta.encoder import load_encoder

            self._encoder_asked = True
            try:
                self._encoder = load_encoder(self.config.model)
                self._no_encoder = "" if self._encoder else "no model is set (`luneta config set model VALUE`)"
            except EncoderError as error:
                self._no_encoder = str(error)
                self._encoder_failed = True
        return self._encoder

    # Searching

    def search(self, query: str, options: SearchOptions) -> SearchResult:
        """Answer a query. Raises NoIndexError when the vault has no index yet, PathOutsideVaultError for a folder."""
        began = time.perf_counter()
        options = _in_vault(options)
        today = date.today()
        answer = self._read(lambda searcher: searcher.search(query, options, today))
        return SearchResult(
            query,
            answer.hits,
            self._shortfall(answer.failures),
            _milliseconds_since(began),
            in_english(answer.narrowed),
            remarks_in_english(answer.unmet),
            answer.weights,
            answer.narrowed,
            answer.unmet,
            answer.also,
        )

    def related(self, note: str, options: SearchOptions) -> SearchResult:
        """The notes nearest to a note (a vault-relative path). Raises NoIndexError, UsageError, among them
        PathOutsideVaultError for the note or a folder."""
        began = time.perf_counter()
        path, options = vault_path(note), _in_vault(options)
        answer = self._read(lambda searcher: searcher.related(path, options)) if self._rules.allows(path) else None
        if answer is None:
            raise NotIndexedError(
                f"{note} is not in the index. Check the path; if the note is new, run `luneta index`."
            )
        narrowed = phrases(Query("", ""), options.folders)
        return SearchResult(
            note,
            answer.hits,
            self._shortfall(answer.failures),
            _milliseconds_since(began),
            in_english(narrowed),
            narrowed=narrowed,
        )

    def recollect(self, prompt: str, *, limit: int) -> "tuple[Prompt, list[Recollection]]":
        """Passages of at most `limit` notes by their relevance for a prompt, and how the prompt was understood.

        Whether one is relevant enough is for the caller to say. Raises NoIndexError.
        """
        options = self.config.search_options(limit)
        # What is put in a prompt is chosen by its relevance for the words of it alone.
        options = replace(options, passages=2, recency_half_life_days=0.0, synonyms=False)
        today = date.today()
        return self._read(lambda searcher: searcher.recollect(prompt, options, today))

    def for_agent(self, result: SearchResult) -> SearchResult:
        """The same without what authors put between `%%`, which no agent reads."""
        from luneta.discretion import without_comments
        from luneta.prepare import token_counts

        settings, counts = makers.chunk_settings(self.config), token_counts(self._load_encoder())
        return replace(result, hits=without_comments(result.hits, self.vault, settings, counts))

    def refresh(self) -> str:
        """Bring what is in memory up to date now, so that no query has to. The state that it is of: another text after
        every commit. Raises NoIndexError."""
        self._read(lambda searcher: None)
        return "/".join(map(str, (*self._searched_state, self._open_reader().pragma("data_version"))))

    def mentions(self, name: str, folders: Sequence[str] = ()) -> MentionsResult:
        """Every place where a name stands, or the title or an alias of the note that is called so, in the notes of
        `folders` (all, if there are none). Raises NoIndexError, PathOutsideVaultError."""
        began = time.perf_counter()
        inside = tuple(map(vault_folder, folders))
        found = self._read(lambda searcher: searcher.mentions(name, inside))
        return replace(found, took_ms=_milliseconds_since(began))

    def ask(self, work: "Callable[[Searcher], T]") -> T:
        """Do what reads the index with this engine's searcher. Raises NoIndexError."""
        return self._read(work)

    def _shortfall(self, failures: Sequence[str]) -> str | None:
        """Why an answer is less than it could be, or None."""
        told = [reason for reason in (self.degraded,) if reason]
        if failures:
            told.append(f"The index is damaged and is rebuilt by the next `luneta index`: {'; '.join(failures)}.")
        return " ".join(told) or None

    @property
    def rules(self) -> FolderRules:
        """The folder rules in force."""
        return self._rules

    @property
    def degraded(self) -> str | None:
        """Why search is by words and names only, or None."""
        return f"Search is by words and names only: {self._no_vectors}." if self._no_vectors else None

    def _read(self, work: "Callable[[Searcher], T]") -> T:
        """Do what reads the index; if that finds it damaged, rebuild it and do it again."""
        try:
            return self._in_step(work)
        except (IndexDamagedError, *integrity.DAMAGE) as error:
            self._close_reader()
            if not isinstance(error, IndexDamagedError):  # seen on the way, in a file that looks as it was left
                integrity.distrust(self.db_path)
            if not self._repairs:
                raise IndexDamagedError(f"The index is damaged ({error}).") from error
            try:
                self.index()
            except IndexBusyError:  # somebody else is at it: answer with the lists that still can
                self._tolerant = True
            try:
                return self._in_step(work)
            finally:
                self._tolerant = False
                self._searcher = None

    def _in_step(self, work: "Callable[[Searcher], T]") -> T:
        """The vectors in memory and the database must be of one moment: if a writer came between, ask again."""
        while True:
            answer = work(self._ready_searcher())
            if self._is_state(self._open_reader()):
                return answer

    def _ready_searcher(self) -> "Searcher":
        from luneta.searcher import Searcher

        db = self._open_reader()
        state = self._state(db)
        if self._searcher is None or state[:-1] != self._searched_state[:-1] or not self._keep_up(db):
            encoder, nearest = self._vector_side(db)
            obeyed = schema.read_meta(db, "rules") == self._rules_key()
            allows = None if obeyed else self._rules.allows
            self._searcher = Searcher(db, encoder=encoder, nearest=nearest, allows=allows, tolerant=self._tolerant)
        self._searched_state = state
        return self._searcher

    def _keep_up(self, db: apsw.Connection) -> bool:
        """Bring the vectors in memory up to date where the searcher has them. False if it needs others."""
        if self.memory is None or self._searched_with is None or self._encoder is None:
            return True
        return self.memory.nearest(db, self._encoder.dimensions) is self._searched_with

    def _open_reader(self) -> apsw.Connection:
        """The connection for reading, opened again if the file was replaced by another."""
        if self._reader is not None and not _is_same_file(self.db_path, self._reader_file):
            self._close_reader()
        if self._reader is None:
            self._reader = self._file.reader()
            self._reader_file = _file_identity(self.db_path)
            if schema.read_meta(self._reader, "encoder") is None:  # its first writer has only just begun
                self._close_reader()
                raise NoIndexError("This vault has no index yet.")
        return self._reader

    def _state(self, db: apsw.Connection) -> tuple[str | None, ...]:
        """What a searcher is made for. When another process changes it, it is time for another searcher."""
        version = vectors.version(db) if self.memory else ""
        return schema.read_meta(db, "encoder"), schema.read_meta(db, "rules"), version

    def _is_state(self, db: apsw.Connection) -> bool:
        """Whether the state is still the one that was searched, or near enough."""
        state = self._state(db)
        if self.memory and self.memory.may_lag:
            return state[:-1] == self._searched_state[:-1]
        return state == self._searched_state

    def _vector_side(self, db: apsw.Connection) -> "tuple[Encoder | None, Nearest | None]":
        """What searches by meaning needs; both None, with the reason kept, if it cannot be had."""
        self._searched_with = None
        missing = connection.load_vector_extension(db)
        encoder = self._load_encoder()
        self._no_vectors = missing or self._no_encoder
        if encoder and not missing and schema.read_meta(db, "encoder") != encoder.fingerprint:
            self._no_vectors = "the index was made with another model; run `luneta index`"
        if encoder is None or self._no_vectors:
            return None, None
        return encoder, self._nearest(db, encoder.dimensions)

    def _nearest(self, db: apsw.Connection, dimensions: int) -> "Nearest":
        from luneta.nearest import DatabaseNearest

        if self.memory is None:
            return DatabaseNearest(db, dimensions)
        self._searched_with = self.memory.nearest(db, dimensions)
        return self._searched_with

    def map(self) -> "Topology":
        """The shape of the vault (core.topology). Raises NoIndexError, EncoderError if there are no vectors."""
        from luneta.chart import chart_of

        db = self._open_reader()
        encoder, _ = self._vector_side(db)
        if encoder is None:
            raise EncoderError(f"A map needs vectors, and there are none: {self._no_vectors}.")
        with connection.snapshot(db):
            return chart_of(db, encoder.dimensions, self._rules.allows)

    # The state of the index

    def status(self) -> Status:
        """What the index holds. Raises NoIndexError."""
        db = self._open_reader()
        self._vector_side(db)
        last_run = schema.read_meta(db, "last_run")
        return Status(
            vault=self.vault,
            notes=notes.count(db),
            chunks=chunks.count(db),
            db_path=self.db_path,
            db_bytes=self.db_path.stat().st_size,
            model=self._encoder.name if self._encoder else "none",
            vec_available=not self._no_vectors,
            degraded=self.degraded,
            problems=tuple(problems.all_of(db)),
            last_run=None if last_run is None else float(last_run),
            redactions=notes.redaction_totals(db),
        )

    def _close_reader(self) -> None:
        self._searcher = None
        if self.memory is not None:
            self.memory.forget()
        if self._reader is not None:
            self._reader.close()
            self._reader = None

    def close(self) -> None:
        """Close the database."""
        self._close_reader()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()


def forget(vault: Path) -> int:
    """Remove a vault's index from this machine; the vault itself is not touched. Returns the bytes freed.

    Raises NoIndexError if there is none, IndexBusyError while it is being written.
    """
    folder = config.index_dir(Path(os.path.abspath(vault.expanduser())))
    if not folder.is_dir():
        raise NoIndexError(f"There is no index of {vault} on this machine.")
    freed = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    with IndexFile(folder / config.DATABASE, makers.ANALYZER_VERSION).exclusive():
        integrity.remove(folder / config.DATABASE)
    shutil.rmtree(folder)
    return freed


def _in_vault(options: SearchOptions) -> SearchOptions:
    """The options with their folders as the index has them. PathOutsideVaultError."""
    return replace(options, folders=tuple(map(vault_folder, options.folders))) if options.folders else options


def _milliseconds_since(began: float) -> float:
    return round((time.perf_counter() - began) * 1000, 2)


def _file_identity(path: Path) -> tuple[int, int]:
    state = path.stat()
    return state.st_dev, state.st_ino


def _is_same_file(path: Path, identity: tuple[int, int]) -> bool:
    try:
        return _file_identity(path) == identity
    except FileNotFoundError:
        return False
