"""What the engine tells of its work, for people and programs."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from luneta.core.types import Problem


@dataclass(frozen=True, slots=True)
class Progress:
    """How far an indexing run is. `seconds` since its start; `chunks` written so far in this run."""

    notes_done: int
    notes_total: int
    chunks: int
    seconds: float


@dataclass(frozen=True, slots=True)
class IndexReport:
    """What an indexing run did.

    `notes` and `chunks` are what the index holds now; `encoded` the chunks encoded in this run; `skipped` and
    `failed` the notes that are not in the index, by kind of problem; `changed`, `removed` and `moved` count notes;
    `redactions` counts the secrets replaced in this run by pattern; `notices` are sentences for the user
    ("The model changed: every note was encoded again.").
    """

    notes: int
    chunks: int
    encoded: int
    skipped: int
    failed: int
    seconds: float
    changed: int = 0
    removed: int = 0
    moved: int = 0
    interrupted: bool = False
    redactions: Mapping[str, int] = field(default_factory=dict)
    notices: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Status:
    """The state of an index, for people and programs. `problems` are (path, problem), by path."""

    vault: Path
    notes: int
    chunks: int
    db_path: Path
    db_bytes: int
    model: str
    vec_available: bool
    degraded: str | None
    problems: tuple[tuple[str, Problem], ...]
    last_run: float | None
    redactions: Mapping[str, int] = field(default_factory=dict)


def no_index(vault: Path, db_path: Path) -> Status:
    """The state of an index that is not there yet."""
    return Status(vault, 0, 0, db_path, 0, "", False, None, (), None)


@dataclass(slots=True)
class Tally:
    """What a run did, as it goes. `problems`: what is known of some path's problems may be something else now."""

    done: int = 0
    total: int = 0
    encoded: int = 0
    chunks: int = 0
    changed: int = 0
    removed: int = 0
    moved: int = 0
    interrupted: bool = False
    problems: bool = False
    redactions: dict[str, int] = field(default_factory=dict)
