"""Signals of some sources -> decisions, compared with a vault."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from luneta.engine import Engine
from luneta.errors import NoIndexError
from luneta.ingest.duplicates import Known
from luneta.ingest.profile import Profile
from luneta.ingest.readers import read_source
from luneta.ingest.routing import Decision, decide
from luneta.ingest.signals import Signal, Unreadable


@dataclass(slots=True)
class Judged:
    """Decisions in the order of their signals, what could not be read, and what the user should know."""

    decisions: list[Decision] = field(default_factory=list)
    unreadable: list[Unreadable] = field(default_factory=list)
    notices: list[str] = field(default_factory=list)


def judge_sources(vault: Path, sources: Iterable[Path], profile: Profile, more: Iterable[Signal] = ()) -> Judged:
    """Read, score and compare. Raises UsageError for a source that is not there, VaultError."""
    judged = Judged()
    signals: list[Signal] = list(more)
    for source in sources:
        for read in read_source(source):
            if isinstance(read, Signal):
                signals.append(read)
            else:
                judged.unreadable.append(read)
    with Engine.open(vault, resident=len(signals) > 100) as engine:
        try:
            engine.status()
            known = Known(engine, lambda path: _text(vault, path))
        except NoIndexError:
            known = Known(None, lambda _: "")
            judged.notices.append("The vault has no index yet: nothing was compared with its notes (luneta index).")
        judged.decisions = [known.settle(decide(signal, profile)) for signal in signals]
        judged.notices.extend(engine.notices)
    return judged


def _text(vault: Path, path: str) -> str:
    try:
        return (vault / path).read_text(encoding="utf-8", errors="replace")
    except OSError:  # gone or unreadable since it was indexed: then it is like nothing
        return ""
