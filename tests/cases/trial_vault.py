"""A vault of one test, with its own index and settings, driven as a person or a program drives it."""

import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

import apsw

import luneta
from luneta import configure
from luneta.core.types import Hit, Passage, SearchOptions, SearchResult
from luneta.engine import Engine
from luneta.reports import IndexReport, Status
from luneta.store.connection import load_vector_extension
from luneta.store.texts import unpack

PACKAGE_ROOT = Path(luneta.__file__).parent.parent
#: The two forms of one text in Unicode: composed, and with its accents as characters of their own.
Form = Literal["NFC", "NFD"]

#: More than the 30 characters under which a piece of a note is joined to its neighbour.
PAD = "Some ordinary words that make this body long enough to stand by itself."

#: Twenty notes on twenty subjects, for a case's note to stand among.
OTHERS = {
    f"Others/{subject}.md": text + "\n"
    for subject, text in {
        "Bread": "Knead the dough for ten minutes, let it rise twice and bake it on a hot stone.",
        "Bees": "A hive needs water close by and flowers from spring until the first frost.",
        "Piano": "Practise the left hand alone before playing the sonata with both hands.",
        "Chess": "In the endgame the king becomes a strong piece and should walk to the centre.",
        "Roof": "Two slates slipped in the storm and the gutter above the kitchen leaks again.",
        "Rome": "We walked from the forum to the river and ate artichokes in the old quarter.",
        "Marathon": "Long runs on Sunday, intervals on Wednesday, and a rest day before the race.",
        "Garden": "Plant tomatoes after the last frost, and water them early in the morning.",
        "Camera": "A wide aperture blurs the background and a short exposure freezes movement.",
        "Telescope": "The rings of Saturn were visible tonight in spite of the haze over the city.",
        "Dog": "The vet says the puppy needs a second vaccine and shorter walks this month.",
        "Opera": "The soprano sang the last act so softly that nobody in the hall dared to cough.",
        "Coffee": "Grind the beans just before brewing, and rinse the paper filter with hot water.",
        "Bicycle": "The chain skips under load because the cassette is worn; order a new one.",
        "Physics": "Entropy of an isolated system never decreases; that gives time its direction.",
        "Sewing": "Use a walking foot for quilts, and a longer stitch for thick layers of cloth.",
        "Chickens": "The hens lay fewer eggs in winter unless the coop has a lamp in the evening.",
        "Glacier": "The ice has lost forty metres of thickness since the first survey was made.",
        "Violin": "New strings need two days to settle before the instrument stays in tune.",
        "Poetry": "A sonnet turns at its ninth line, where the argument answers itself.",
    }.items()
}


class TrialVault:
    """A folder of notes and an engine on it. `path` arguments are relative to the vault, with `/`.

    The engine is opened when it is first needed and kept; `restart` closes it, as the end of a process does.
    """

    def __init__(self, root: Path, places: Mapping[str, str]) -> None:
        root.mkdir(parents=True, exist_ok=True)
        self.root = root
        self.resident = False
        self._places = places
        self._engine: Engine | None = None

    # The notes

    def write(self, path: str, content: str | bytes) -> Path:
        """Write a file, as UTF-8 with the line ends as given."""
        full = self.root / path
        full.parent.mkdir(parents=True, exist_ok=True)
        full.write_bytes(content.encode() if isinstance(content, str) else content)
        return full

    def write_all(self, notes: Mapping[str, str]) -> None:
        for path, content in notes.items():
            self.write(path, content)

    def delete(self, path: str) -> None:
        (self.root / path).unlink()

    # The engine

    @property
    def engine(self) -> Engine:
        if self._engine is None:
            self._engine = Engine.open(self.root, resident=self.resident)
        return self._engine

    @property
    def db_path(self) -> Path:
        return self.engine.db_path

    def restart(self, *, resident: bool | None = None) -> None:
        """End the engine; the next use opens another. `resident`: whether that one keeps the vectors in memory."""
        if self._engine is not None:
            self._engine.close()
            self._engine = None
        if resident is not None:
            self.resident = resident

    def index(self, *, full: bool = False) -> IndexReport:
        return self.engine.index(full=full)

    def rebuild(self) -> IndexReport:
        """Throw the index away and make it anew."""
        folder = self.db_path.parent
        self.restart()
        for file in folder.iterdir():
            file.unlink()
        return self.index()

    def status(self) -> Status:
        return self.engine.status()

    def problems(self) -> dict[str, str]:
        """The kind of problem of each path that has one."""
        return {path: problem.kind for path, problem in self.status().problems}

    def deny(self, folder: str) -> None:
        """Add to the denylist, as `luneta config add exclude` does, and start again."""
        configure.add_value(self.root, "exclude", folder)
        self.restart()

    def configure(self, name: str, value: str) -> None:
        """As `luneta config set`, and start again."""
        configure.set_value(self.root, name, value)
        self.restart()

    # Searching

    def search(self, query: str, **options: Any) -> SearchResult:  # noqa: ANN401 - the fields of SearchOptions
        return self.engine.search(query, SearchOptions(**options))

    def hits(self, query: str, **options: Any) -> tuple[Hit, ...]:  # noqa: ANN401
        return self.search(query, **options).hits

    def paths(self, query: str, **options: Any) -> list[str]:  # noqa: ANN401
        """The notes found, best first."""
        return [hit.path for hit in self.hits(query, **options)]

    def by_words(self, query: str, **options: Any) -> list[str]:  # noqa: ANN401
        """The notes that the postings find, best first."""
        return self.paths(query, mode="keyword", **options)

    def passages(self, query: str, **options: Any) -> list[Passage]:  # noqa: ANN401
        """Every passage that the postings find."""
        return [p for hit in self.hits(query, mode="keyword", passages=1000, **options) for p in hit.passages]

    def shown(self, query: str, **options: Any) -> str:  # noqa: ANN401
        """Everything that a search shows of notes: titles, paths, sections, snippets and whole passages."""
        return "\n".join(texts_of(self.hits(query, passages=1000, **options)))

    def related(self, note: str, **options: Any) -> list[str]:  # noqa: ANN401
        """The notes nearest to a note, best first."""
        return [hit.path for hit in self.engine.related(note, SearchOptions(**options)).hits]

    def linked(self, note: str) -> set[str]:
        """The notes that a note links to, or that link to it."""
        found = self.engine.related(note, SearchOptions(limit=1000)).hits
        return {hit.path for hit in found if hit.linked}

    # Processes

    def run(
        self, *words: str, env: Mapping[str, str] | None = None, input: bytes = b"", cwd: Path | None = None
    ) -> "subprocess.CompletedProcess[bytes]":
        """`luneta` with these words in a process of its own, whose working folder is the vault."""
        return subprocess.run(
            [sys.executable, "-m", "luneta", *words],
            cwd=cwd or self.root,
            env=self.environment(env),
            input=input,
            capture_output=True,
            check=False,
            timeout=120,
        )

    def run_json(self, *words: str, env: Mapping[str, str] | None = None) -> dict[str, Any]:
        """What `luneta ... --vault V --json` prints, when all goes well."""
        done = self.run(*words, "--vault", str(self.root), "--json", env=env)
        assert done.returncode == 0, done.stderr.decode(errors="replace")
        assert b"Traceback" not in done.stderr
        answer: dict[str, Any] = json.loads(done.stdout)
        return answer

    def script(
        self, code: str, *arguments: str, env: Mapping[str, str] | None = None
    ) -> "subprocess.CompletedProcess[bytes]":
        """A Python program in a process of its own; `sys.argv[1]` is the vault."""
        return subprocess.run(
            [sys.executable, "-c", code, str(self.root), *arguments],
            env=self.environment(env),
            capture_output=True,
            check=False,
            timeout=120,
        )

    def environment(self, more: Mapping[str, str] | None = None) -> dict[str, str]:
        """The environment of a process: with the test's own index and settings, in no particular locale."""
        kept = {k: v for k, v in os.environ.items() if not k.startswith(("LUNETA_", "LC_", "PYTHONIO", "PYTHONUTF"))}
        return {**kept, **self._places, "PYTHONPATH": str(PACKAGE_ROOT), **(more or {})}

    # What lies in the database

    def stored_texts(self) -> Iterator[str]:
        """Every text and every term that the database answers from, packed ones unpacked."""
        with self.reading() as db:
            tables = [row[0] for row in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
            for table in tables:
                if table.startswith("chunk_vecs") or table.endswith("_fts_data"):
                    continue  # numbers; and terms, which follow below
                for row in db.execute(f'SELECT * FROM "{table}"'):
                    yield from map(_text_of, row)
            yield from (unpack(blob) for (blob,) in db.execute("SELECT text FROM chunks"))
            yield from (row[0] for row in self.postings(db))
            db.execute("CREATE VIRTUAL TABLE temp.named USING fts5vocab(main, names_fts, 'row')")
            yield from (row[0] for row in db.execute("SELECT term FROM temp.named"))

    def postings(self, db: apsw.Connection) -> set[tuple[str, str, str, int, int]]:
        """Every posting: term, column, and by path and ordinal the chunk that has it, and where."""
        db.execute("CREATE VIRTUAL TABLE IF NOT EXISTS temp.terms USING fts5vocab(main, chunks_fts, 'instance')")
        rows = db.execute(
            "SELECT t.term, t.col, n.path, c.ordinal, t.offset FROM temp.terms t"
            " LEFT JOIN chunks c ON c.id = t.doc LEFT JOIN notes n ON n.id = c.note"
        )
        return set(rows)

    def vectors(self) -> dict[tuple[str, int], bytes]:
        """Every stored vector by path and ordinal."""
        with self.reading() as db:
            rows = db.execute(
                "SELECT n.path, c.ordinal, v.embedding FROM chunk_vecs v JOIN chunks c ON c.id = v.id"
                " JOIN notes n ON n.id = c.note"
            )
            found = {(path, ordinal): vector for path, ordinal, vector in rows}
            assert len(found) == db.execute("SELECT count(*) FROM chunk_vecs").get, "a vector of no chunk"
            return found

    def reading(self) -> "_Reading":
        return _Reading(self.db_path)


class _Reading:
    """The database, open to look at."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def __enter__(self) -> apsw.Connection:
        self._db = apsw.Connection(str(self._path))
        assert load_vector_extension(self._db) is None
        return self._db

    def __exit__(self, *exc: object) -> None:
        self._db.close()


def texts_of(hits: Sequence[Hit]) -> Iterator[str]:
    """Everything that hits show of notes."""
    for hit in hits:
        yield hit.path
        yield hit.title
        for passage in hit.passages:
            yield passage.section
            yield passage.text
            yield snippet_of(passage)


def snippet_of(passage: Passage) -> str:
    """A passage's snippet in one piece."""
    return "".join(segment.text for segment in passage.snippet)


def matched(passage: Passage) -> list[str]:
    """The marked segments of a snippet."""
    return [segment.text for segment in passage.snippet if segment.match]


def _text_of(value: object) -> str:
    return value.decode("latin-1") if isinstance(value, bytes) else str(value)
