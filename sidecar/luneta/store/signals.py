"""What is known of a note beside its text: what ranking may ask of the notes that it puts in order."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

import apsw
import orjson

from luneta.store import calls, names


@dataclass(frozen=True, slots=True)
class NoteSignals:
    """A note's signals.

    `authority`: its weight among the vault's links, 0 (nobody links to it) to 1 (core.authority). `called`: the texts
    of links to it, as core.names.name_key has them (folded terms, one space between), and how many notes say each; the
    commonest 40. `aliases` include the first heading when it is not the title.
    """

    authority: float
    title: str
    aliases: tuple[str, ...]
    called: Mapping[str, int]


def signals(db: apsw.Connection, note_ids: Iterable[int]) -> dict[int, NoteSignals]:
    """The signals of some notes, by id; ids that are no notes are left out."""
    ids = list(note_ids)
    called = calls.of_notes(db, ids)
    rows = db.execute(
        "SELECT n.id, n.authority, f.title, f.aliases FROM json_each(?) w JOIN notes n ON n.id = w.value"
        " JOIN names_fts f ON f.rowid = n.id",
        (orjson.dumps(ids).decode(),),
    )
    return {
        note: NoteSignals(
            authority, title, names.split_names(aliases), {call.key: call.notes for call in called.get(note, ())}
        )
        for note, authority, title, aliases in rows
    }
