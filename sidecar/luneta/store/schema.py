"""The tables, and the record of what made them.

The index can always be built again from the vault, so an older schema is not migrated: it is rebuilt.
"""

import re

import apsw

from luneta.errors import IndexDamagedError

#: "LUNE": marks the file as ours (PRAGMA application_id).
APPLICATION_ID = 0x4C554E45
SCHEMA_VERSION = 7

#: Bytes of new postings that FTS5 gathers before it writes them out: a sixth less time for a full index than with its
#: own 1 MB, since there is less to merge.
_POSTINGS_IN_MEMORY = 16 * 1024 * 1024

_TABLES = """
CREATE TABLE meta(key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
CREATE TABLE notes(
  id INTEGER PRIMARY KEY,
  path TEXT NOT NULL UNIQUE,
  name_key TEXT NOT NULL,
  folder_key TEXT,
  title TEXT NOT NULL,
  heading_context TEXT NOT NULL,
  tags TEXT NOT NULL,
  properties TEXT NOT NULL,
  mtime_ns INTEGER NOT NULL,
  ctime_ns INTEGER NOT NULL,
  size INTEGER NOT NULL,
  hash BLOB NOT NULL,
  redactions TEXT NOT NULL,
  incoming INTEGER NOT NULL DEFAULT 0,
  authority REAL NOT NULL DEFAULT 0
);
CREATE INDEX notes_name_key ON notes(name_key);
CREATE INDEX notes_folder_key ON notes(folder_key) WHERE folder_key IS NOT NULL;
CREATE TABLE chunks(
  id INTEGER PRIMARY KEY,
  note INTEGER NOT NULL,
  ordinal INTEGER NOT NULL,
  section TEXT NOT NULL,
  text BLOB NOT NULL,
  first_line INTEGER NOT NULL,
  last_line INTEGER NOT NULL,
  hash BLOB NOT NULL,
  encoded INTEGER
);
CREATE INDEX chunks_note ON chunks(note, ordinal);
CREATE INDEX chunks_hash ON chunks(hash);
CREATE VIRTUAL TABLE chunks_fts USING fts5(
  chunk_text, section, heading_context, extra,
  content='', contentless_delete=1, tokenize='unicode61 remove_diacritics 2'
);
CREATE VIRTUAL TABLE names_fts USING fts5(
  title, aliases, file_name, called, extra,
  tokenize='unicode61 remove_diacritics 2'
);
CREATE TABLE links(
  source INTEGER NOT NULL,
  ordinal INTEGER NOT NULL,
  target TEXT NOT NULL,
  target_key TEXT NOT NULL,
  text TEXT NOT NULL,
  resolved INTEGER,
  PRIMARY KEY(source, ordinal)
) WITHOUT ROWID;
CREATE INDEX links_target_key ON links(target_key);
CREATE INDEX links_resolved ON links(resolved) WHERE resolved IS NOT NULL;
CREATE TABLE calls(
  key TEXT NOT NULL,
  note INTEGER NOT NULL,
  text TEXT NOT NULL,
  notes INTEGER NOT NULL,
  PRIMARY KEY(key, note)
) WITHOUT ROWID;
CREATE INDEX calls_note ON calls(note);
CREATE TABLE problems(path TEXT NOT NULL, kind TEXT NOT NULL, reason TEXT NOT NULL, noted_at REAL NOT NULL);
CREATE INDEX problems_path ON problems(path);
"""


def create(db: apsw.Connection) -> None:
    """Make every table but the vectors' (whose width the encoder decides), in one transaction."""
    with db:
        db.execute(_TABLES)
        db.execute("INSERT INTO chunks_fts(chunks_fts, rank) VALUES('hashsize', ?)", (_POSTINGS_IN_MEMORY,))
        db.pragma("application_id", APPLICATION_ID)
        db.pragma("user_version", SCHEMA_VERSION)


def missing_tables(db: apsw.Connection) -> list[str]:
    """The tables that an index must have and this one has not."""
    present = {row[0] for row in db.execute("SELECT name FROM sqlite_schema")}
    return [name for name in re.findall(r"TABLE (\w+)", _TABLES) if name not in present]


def is_empty(db: apsw.Connection) -> bool:
    """Whether the file has no table yet."""
    return not db.execute("SELECT EXISTS(SELECT 1 FROM sqlite_schema)").get


def is_current(db: apsw.Connection) -> bool:
    """Whether this file is an index of this version's schema. Raises IndexDamagedError if it is none of ours."""
    if db.pragma("application_id") != APPLICATION_ID:
        raise IndexDamagedError("The index file is not an index of Luneta's.")
    return bool(db.pragma("user_version") == SCHEMA_VERSION)


def is_derived(db: apsw.Connection) -> bool:
    """Whether what depends on the whole vault has been derived from the notes as they are."""
    return read_meta(db, "derived") == "yes"


def set_derived(db: apsw.Connection, derived: bool) -> None:
    """Record it: false with notes that are committed before that, true once all is derived. A killed run leaves it
    false, unless it committed nothing."""
    write_meta(db, "derived", "yes" if derived else "no")


def count(db: apsw.Connection, what: str) -> int:
    """How many "notes" or "chunks" there are. Kept, since counting rows takes as long as a search."""
    return int(read_meta(db, f"{what}_count") or 0)


def add_to_count(db: apsw.Connection, what: str, more: int) -> None:
    """Keep the count, in the transaction that changes the rows."""
    write_meta(db, f"{what}_count", str(count(db, what) + more))


def read_meta(db: apsw.Connection, key: str) -> str | None:
    """A recorded value: a fingerprint, or when the last run ended."""
    value = db.execute("SELECT value FROM meta WHERE key = ?", (key,)).get
    return None if value is None else str(value)


def write_meta(db: apsw.Connection, key: str, value: str) -> None:
    """Record a value. Not by an upsert: see store.notes."""
    db.execute("UPDATE meta SET value = ? WHERE key = ?", (value, key))
    if not db.changes():
        db.execute("INSERT INTO meta(key, value) VALUES(?, ?)", (key, value))
