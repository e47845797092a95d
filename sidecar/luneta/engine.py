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

from luneta import changes, makers
from luneta.config import CONFIG_DIR, DATABASE, Config, index_dir, index_path, load_config
from luneta.core.describe import in_english, phrases, remarks_in_english
from luneta.core.rules import FolderRules
from luneta.core.types import MentionsResult, Query, SearchOptions, SearchResult
from luneta.errors import EncoderError, NoIndexError, NotIndexedError
from luneta.inforce import InForce
from luneta.notepath import vault_folder, vault_path
from luneta.reading import Reading
from luneta.reports import IndexReport, Progress, Status, Tally
from luneta.store import chunks, connection, integrity, notes, problems, schema
from luneta.store.index_file import IndexFile
from luneta.writing import Writing

if TYPE_CHECKING:
    from luneta.core.relevance import Prompt
    from luneta.core.topology import Topology
    from luneta.memory import VectorJournal, VectorMemory
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
        settings: Config,
        *,
        memory: "VectorMemory | None" = None,
        journal: "VectorJournal | None" = None,
        repairs: bool = True,
    ) -> None:
        self.vault = vault
        self.db_path = index_path(vault)
        self.memory = memory
        self._in_force = InForce(vault, settings)
        self._file = IndexFile(self.db_path, makers.ANALYZER_VERSION)
        self._reading = Reading(self._in_force, self._file, memory, self.index if repairs else None)
        self._writing = Writing(self._in_force, self._file, journal, self._reading.close)

    @classmethod
    def open(
        cls,
        vault: Path,
        *,
        resident: bool = False,
        journal: "VectorJournal | None" = None,
        config_dir: str = CONFIG_DIR,
        repairs: bool = True,
    ) -> Self:
        """Open `vault`. `resident`: keep the vectors in memory (a process that stays), else ask the database.

        `journal`: how an engine that writes tells one that is resident, in the same process, of changed vectors.
        Raises VaultError (missing or unreadable root) and ConfigError.
        """
        root = Path(os.path.abspath(vault.expanduser()))
        settings = load_config(root, config_dir=config_dir)
        memory = None
        if resident:
            from luneta.memory import VectorJournal, VectorMemory

            journal = journal or VectorJournal()
            memory = VectorMemory(
                journal,
                choice=settings.nearest,
                m=settings.hnsw_param_m,
                graph_file=index_path(root).with_name("vectors.usearch"),
            )
        return cls(root, settings, memory=memory, journal=journal, repairs=repairs)

    def reconfigure(self, settings: Config) -> None:
        """Obey these settings from now on. What was indexed under others is brought up to date by `index`."""
        self._in_force.obey(settings)
        self._reading.another_searcher()
        self._writing.compare_again()

    @property
    def config(self) -> Config:
        """The settings in force."""
        return self._in_force.config

    @property
    def rules(self) -> FolderRules:
        """The folder rules in force."""
        return self._in_force.rules

    @property
    def notices(self) -> list[str]:
        """What the user should know of this engine's index, oldest first."""
        return self._file.notices

    def allows(self, path: str) -> bool:
        """Whether the folder rules let a note (a path in the vault) be shown."""
        return self.rules.allows(path)

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

        return self._writing.run(
            lambda db: changes.in_vault(db, self.vault, self.rules, full=full), report, stop, whole=True
        )

    def index_notes(self, paths: Sequence[str]) -> IndexReport:
        """Bring these notes (vault-relative) up to date, whatever their stamps say.

        Raises PathOutsideVaultError, IndexBusyError.
        """
        return self._writing.run(lambda db: changes.of_notes(db, self.vault, self.rules, paths))

    def changed_notes(self, paths: Iterable[str]) -> list[str]:
        """The notes that are meant when these paths (vault-relative) have changed: of a folder, all that the index has
        below it and all that are there now. Raises NoIndexError, VaultError, PathOutsideVaultError."""
        return changes.of_folders(self._reading.database(), self.vault, self.rules, paths)

    @contextlib.contextmanager
    def writing(self) -> Iterator[apsw.Connection]:
        """Be the one writer of this index. Runs within keep the database open, so that each costs less.

        Raises IndexBusyError.
        """
        with self._writing.held() as db:
            yield db

    # Searching

    def search(self, query: str, options: SearchOptions) -> SearchResult:
        """Answer a query. Raises NoIndexError when the vault has no index yet, PathOutsideVaultError for a folder."""
        began = time.perf_counter()
        options = _in_vault(options)
        today = date.today()
        answer = self._reading.do(lambda searcher: searcher.search(query, options, today))
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
        answer = self._reading.do(lambda searcher: searcher.related(path, options)) if self.rules.allows(path) else None
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
        return self._reading.do(lambda searcher: searcher.recollect(prompt, options, today))

    def for_agent(self, result: SearchResult) -> SearchResult:
        """The same without what authors put between `%%`, which no agent reads."""
        from luneta.discretion import without_comments
        from luneta.prepare import token_counts

        settings, counts = makers.chunk_settings(self.config), token_counts(self._in_force.encoder())
        return replace(result, hits=without_comments(result.hits, self.vault, settings, counts))

    def refresh(self) -> str:
        """Bring what is in memory up to date now, so that no query has to. The state that it is of: another text after
        every commit. Raises NoIndexError."""
        self._reading.do(lambda searcher: None)
        return self._reading.moment

    def mentions(self, name: str, folders: Sequence[str] = ()) -> MentionsResult:
        """Every place where a name stands, or the title or an alias of the note that is called so, in the notes of
        `folders` (all, if there are none). Raises NoIndexError, PathOutsideVaultError."""
        began = time.perf_counter()
        inside = tuple(map(vault_folder, folders))
        found = self._reading.do(lambda searcher: searcher.mentions(name, inside))
        return replace(found, took_ms=_milliseconds_since(began))

    def ask(self, work: "Callable[[Searcher], T]") -> T:
        """Do what reads the index with this engine's searcher. Raises NoIndexError."""
        return self._reading.do(work)

    def _shortfall(self, failures: Sequence[str]) -> str | None:
        """Why an answer is less than it could be, or None."""
        told = [reason for reason in (self.degraded,) if reason]
        if failures:
            told.append(f"The index is damaged and is rebuilt by the next `luneta index`: {'; '.join(failures)}.")
        return " ".join(told) or None

    @property
    def degraded(self) -> str | None:
        """Why search is by words and names only, or None."""
        return f"Search is by words and names only: {self._reading.no_vectors}." if self._reading.no_vectors else None

    def map(self) -> "Topology":
        """The shape of the vault (core.topology). Raises NoIndexError, EncoderError if there are no vectors."""
        from luneta.chart import chart_of

        db = self._reading.database()
        encoder, _ = self._reading.vector_side(db)
        if encoder is None:
            raise EncoderError(f"A map needs vectors, and there are none: {self._reading.no_vectors}.")
        with connection.snapshot(db):
            return chart_of(db, encoder.dimensions, self.rules.allows)

    # The state of the index

    def status(self) -> Status:
        """What the index holds. Raises NoIndexError."""
        db = self._reading.database()
        self._reading.vector_side(db)
        encoder = self._in_force.loaded
        last_run = schema.read_meta(db, "last_run")
        return Status(
            vault=self.vault,
            notes=notes.count(db),
            chunks=chunks.count(db),
            db_path=self.db_path,
            db_bytes=self.db_path.stat().st_size,
            model=encoder.name if encoder else "none",
            vec_available=not self._reading.no_vectors,
            degraded=self.degraded,
            problems=tuple(problems.all_of(db)),
            last_run=None if last_run is None else float(last_run),
            redactions=notes.redaction_totals(db),
        )

    def close(self) -> None:
        """Close the database."""
        self._reading.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()


def forget(vault: Path) -> int:
    """Remove a vault's index from this machine; the vault itself is not touched. Returns the bytes freed.

    Raises NoIndexError if there is none, IndexBusyError while it is being written.
    """
    folder = index_dir(Path(os.path.abspath(vault.expanduser())))
    if not folder.is_dir():
        raise NoIndexError(f"There is no index of {vault} on this machine.")
    freed = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    with IndexFile(folder / DATABASE, makers.ANALYZER_VERSION).exclusive():
        integrity.remove(folder / DATABASE)
    shutil.rmtree(folder)
    return freed


def _in_vault(options: SearchOptions) -> SearchOptions:
    """The options with their folders as the index has them. PathOutsideVaultError."""
    return replace(options, folders=tuple(map(vault_folder, options.folders))) if options.folders else options


def _milliseconds_since(began: float) -> float:
    return round((time.perf_counter() - began) * 1000, 2)
