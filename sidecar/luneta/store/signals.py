"""What is known of a note beside its text: what ranking may ask of the notes that it puts in order."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import apsw
import orjson

from luneta.core.names import Name, read
from luneta.core.resolve import file_name
from luneta.store import calls, names


@dataclass(frozen=True, slots=True)
class NoteSignals:
    """A note's signals.

    `modified_ns` as the file's clock has it. `authority`: its weight among the vault's links, 0 (nobody links to it) to
    1 (core.authority). `aliases` include the first heading when it is not the title. `own`: title, aliases and file
    name, read. `called`: the texts of links to it, as core.names.name_key has them (folded terms, one space between),
    and how many notes say each; the commonest 40.
    """

    path: str
    title: str
    aliases: tuple[str, ...]
    modified_ns: int
    authority: float
    own: tuple[Name, ...]
    called: Mapping[str, int]


def signals(db: apsw.Connection, note_ids: Iterable[int]) -> dict[int, NoteSignals]:
    """The signals of some notes, by id; ids that are no notes are left out."""
    ids = list(note_ids)
    called = calls.of_notes(db, ids)
    rows = db.execute(
        "SELECT n.id, n.path, n.title, f.aliases, n.mtime_ns, n.authority FROM json_each(?) w"
        " JOIN notes n ON n.id = w.value LEFT JOIN names_fts f ON f.rowid = n.id",
        (orjson.dumps(ids).decode(),),
    )
    found = {}
    for note, path, title, stored, modified_ns, authority in rows:
        aliases = names.split_names(stored or "")
        own = tuple(dict.fromkeys(map(read, (title, *aliases, file_name(path)))))
        said = {call.key: call.notes for call in called.get(note, ())}
        found[note] = NoteSignals(path, title, aliases, modified_ns, authority, own, said)
    return found
