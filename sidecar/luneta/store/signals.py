"""What is known of a note beside its text: what ranking may ask of the notes that it puts in order."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import apsw
import orjson

from luneta.store import calls, names


@dataclass(frozen=True, slots=True)
class NoteSignals:
    """A note's signals.

    `authority`: its weight among the vault's links, 0 (nobody links to it) to 1 (core.authority). `incoming`: how many
    notes link to it. `called`: the texts of these links, as core.names.name_key has them (folded terms, one space
    between), and how many notes say each; the commonest 40. `aliases` include the first heading when it is not the
    title. `tags` as written, without #. `chunks`: how many it has; `length`: of its file, in bytes.
    """

    authority: float
    incoming: int
    title: str
    aliases: tuple[str, ...]
    called: Mapping[str, int]
    tags: tuple[str, ...]
    mtime_ns: int
    chunks: int
    length: int


def signals(db: apsw.Connection, note_ids: Iterable[int]) -> dict[int, NoteSignals]:
    """The signals of some notes, by id; ids that are no notes are left out."""
    wanted = orjson.dumps(list(note_ids)).decode()
    called = calls.of_notes(db, orjson.loads(wanted))
    rows = db.execute(
        "SELECT n.id, n.authority, n.incoming, n.title, f.aliases, n.tags, n.mtime_ns, n.size,"
        " (SELECT count(*) FROM chunks c WHERE c.note = n.id)"
        " FROM notes n JOIN names_fts f ON f.rowid = n.id WHERE n.id IN (SELECT value FROM json_each(?))",
        (wanted,),
    )
    return {
        note: NoteSignals(
            authority=authority,
            incoming=incoming,
            title=title,
            aliases=names.split_aliases(aliases),
            called={call.key: call.notes for call in called.get(note, ())},
            tags=tuple(orjson.loads(tags)),
            mtime_ns=mtime_ns,
            chunks=chunks,
            length=size,
        )
        for note, authority, incoming, title, aliases, tags, mtime_ns, size, chunks in rows
    }
