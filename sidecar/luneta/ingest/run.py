"""Signals of some sources -> decisions, compared with a vault."""

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from luneta import config
from luneta.engine import Engine
from luneta.errors import NoIndexError
from luneta.ingest.duplicates import Known
from luneta.ingest.profile import Profile
from luneta.ingest.readers import read_source
from luneta.ingest.routing import Decision, decide
from luneta.ingest.signals import Signal, Unreadable, without_secrets
from luneta.vault import case_insensitive


@dataclass(slots=True)
class Judged:
    """Decisions in the order of their signals, what could not be read, and what the user should know."""

    decisions: list[Decision] = field(default_factory=list)
    unreadable: list[Unreadable] = field(default_factory=list)
    notices: list[str] = field(default_factory=list)


def judge_sources(
    vault: Path,
    sources: Iterable[Path],
    profile: Profile,
    typed: Iterable[Signal | Unreadable] = (),
    taken: Mapping[str, str] | None = None,
) -> Judged:
    """Read, score and compare. `taken`: what earlier runs took (Filing.taken). Raises UsageError for a source that is
    not there, VaultError."""
    judged = Judged()
    for read in _all(vault, sources, typed):
        if isinstance(read, Signal):
            judged.decisions.append(decide(without_secrets(read), profile))
        else:
            judged.unreadable.append(read)
    with Engine.open(vault) as engine:
        try:
            engine.status()
            known = Known(engine, lambda path: _text(vault, path), taken)
        except NoIndexError:
            known = Known(None, lambda _: "", taken)
            judged.notices.append("The vault has no index yet: nothing was compared with its notes (luneta index).")
        judged.decisions = known.settle_all(judged.decisions)
        judged.notices.extend(engine.notices)
    judged.notices.extend(_kept_out(vault, judged.decisions))
    return judged


def _all(vault: Path, sources: Iterable[Path], typed: Iterable[Signal | Unreadable]) -> Iterable[Signal | Unreadable]:
    yield from typed
    root = os.path.realpath(vault) + os.sep
    for source in sources:
        if source.suffix.lower() == ".md" and os.path.realpath(source).startswith(root):
            yield Unreadable(str(source), "a note of this vault already")
        else:
            yield from read_source(source)


def _kept_out(vault: Path, decisions: Iterable[Decision]) -> list[str]:
    """Sentences on folders that would take notes and that the vault's folder rules keep out of every search."""
    rules = config.load_config(vault).rules(casefold=case_insensitive(vault))
    folders = sorted({decision.folder for decision in decisions if decision.route == "file"})
    return [
        f"{folder} is kept out by your folder rules: what is filed there cannot be found (luneta config get exclude)."
        for folder in folders
        if not rules.allows(f"{folder}/note.md")
    ]


def _text(vault: Path, path: str) -> str:
    try:
        return (vault / path).read_text(encoding="utf-8", errors="replace")
    except OSError:  # gone or unreadable since it was indexed: then it is like nothing
        return ""
