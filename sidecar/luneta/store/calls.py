"""What other notes call a note: the texts of the links that mean it, each with how many notes say it.

Derived from the links after each batch, for the notes whose incoming links or own names changed.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from itertools import groupby
from operator import itemgetter
from typing import NamedTuple

import apsw
import orjson

from luneta.core.names import name_key
from luneta.store import names

#: Texts kept of a note, the commonest first: the longest tail seen (a glossary's entry) has a few hundred.
_MOST_TEXTS = 40
#: A longer link text (characters) is a sentence, not a name.
_LONGEST_TEXT = 100
_SELECT = (
    "SELECT resolved, source, target, text FROM links WHERE resolved IS NOT NULL AND resolved <> source"
    " AND resolved IN (SELECT value FROM json_each(?)) ORDER BY resolved"
)


class Call(NamedTuple):
    """A text by which links name a note. `key` is its folded terms; `notes`: how many notes say it."""

    key: str
    text: str
    notes: int


class Called(NamedTuple):
    """What others call a note, the commonest first, and how many notes link to it."""

    note: int
    calls: list[Call]
    incoming: int


def called(rows: Iterable[tuple[int, int, str, str]]) -> Iterator[Called]:
    """What notes are called by links: (note meant, source, target, text), each note's together."""
    for note, links in groupby(rows, key=itemgetter(0)):
        said = [(source, shown_text(target, text)) for _, source, target, text in links]
        yield Called(note, _counted(said), len({source for source, _ in said}))


def put_all(db: apsw.Connection, found: Iterable[Called]) -> None:
    """Store what every note is called by others."""
    _store(db, {note for (note,) in db.execute("SELECT id FROM notes WHERE incoming > 0")}, found)


def derive(db: apsw.Connection, touched: Iterable[int]) -> None:
    """Derive it for some notes; those that are gone have nothing left."""
    wanted = set(touched)
    if wanted:
        chosen = orjson.dumps(sorted(wanted)).decode()
        _store(db, wanted, called(db.execute(_SELECT, (chosen,))))


def _store(db: apsw.Connection, wanted: set[int], found: Iterable[Called]) -> None:
    left = set(wanted)
    for one in found:
        left.discard(one.note)
        _put(db, *one)
    for note in sorted(left):
        _put(db, note, [], 0)


def shown_text(target: str, text: str) -> str:
    """What a reader of the linking note sees: the link's own text, else its target without its folders."""
    return " ".join((text or target.rpartition("/")[2]).split())


def _counted(said: Iterable[tuple[int, str]]) -> list[Call]:
    """(linking note, text) pairs -> calls, the commonest first; texts of one key are one call, under the commonest."""
    sources: defaultdict[str, set[int]] = defaultdict(set)
    texts: defaultdict[str, Counter[str]] = defaultdict(Counter)
    for source, text in said:
        key = name_key(text) if len(text) <= _LONGEST_TEXT else ""
        if key:
            sources[key].add(source)
            texts[key][text] += 1
    calls = [Call(key, min(of, key=lambda t: (-of[t], t)), len(sources[key])) for key, of in texts.items()]
    return sorted(calls, key=lambda call: (-call.notes, call.key))[:_MOST_TEXTS]


def _put(db: apsw.Connection, note: int, calls: list[Call], incoming: int) -> None:
    db.execute("UPDATE notes SET incoming = ?1 WHERE id = ?2 AND incoming <> ?1", (incoming, note))
    if sorted(calls) != sorted(of_note(db, note)):
        db.execute("DELETE FROM calls WHERE note = ?", (note,))
        db.executemany(
            "INSERT INTO calls(key, note, text, notes) VALUES(?, ?, ?, ?)",
            ((c.key, note, c.text, c.notes) for c in calls),
        )
    names.put_called(db, note, [call.text for call in calls])


def remove(db: apsw.Connection, note: int) -> None:
    """Forget what a note was called by others."""
    db.execute("DELETE FROM calls WHERE note = ?", (note,))


def of_note(db: apsw.Connection, note: int) -> list[Call]:
    """What others call a note, the commonest first."""
    rows = db.execute("SELECT key, text, notes FROM calls WHERE note = ? ORDER BY notes DESC, key", (note,))
    return [Call(*row) for row in rows]


def of_notes(db: apsw.Connection, notes: Iterable[int]) -> dict[int, list[Call]]:
    """What others call each of some notes, the commonest first; notes that nobody links to are left out."""
    rows = db.execute(
        "SELECT note, key, text, notes FROM calls WHERE note IN (SELECT value FROM json_each(?))"
        " ORDER BY note, notes DESC, key",
        (orjson.dumps(list(notes)).decode(),),
    )
    return {note: [Call(*row[1:]) for row in group] for note, group in groupby(rows, key=itemgetter(0))}


def totals(db: apsw.Connection, keys: Iterable[str]) -> dict[str, int]:
    """For texts by their keys: how many times a note calls another so; texts that no link says are left out."""
    rows = db.execute(
        "SELECT key, sum(notes) FROM calls WHERE key IN (SELECT value FROM json_each(?)) GROUP BY key",
        (orjson.dumps(list(keys)).decode(),),
    )
    return {key: total for key, total in rows}
