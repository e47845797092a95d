"""What depends on the whole vault, found by reading alone: what every link means, and what notes are called by others.

So that it can be found while the file is busy with something else; whoever writes stores it.
"""

from pathlib import Path
from typing import NamedTuple

import apsw

from luneta.store import calls, connection, links


class Derived(NamedTuple):
    """What every link means, and what every note that some link means is called."""

    links: list[links.Meaning]
    called: list[calls.Called]


def derive(db: apsw.Connection) -> Derived:
    """Of the notes as this connection sees them."""
    found = links.meanings(db)
    return Derived(found, list(calls.called(links.said(found))))


def derive_apart(db_path: Path) -> Derived:
    """Of what is committed, by a connection of its own."""
    db = connection.open_reader(db_path)
    try:
        return derive(db)
    finally:
        db.close()


def put(db: apsw.Connection, derived: Derived) -> None:
    """Store it."""
    links.put_meanings(db, derived.links)
    calls.put_all(db, derived.called)
