"""`luneta ingest`: what is asked for. What it shows is in intake.py."""

import sys
from argparse import Namespace
from collections.abc import Iterable
from dataclasses import replace
from datetime import date
from pathlib import Path

from luneta import config
from luneta.cli import exits, face, intake, stream
from luneta.cli.vaults import chosen_vault
from luneta.errors import UsageError
from luneta.ingest.filing import Filing
from luneta.ingest.profile import Profile, default_profile_text, load_profile
from luneta.ingest.readers import typed_signals
from luneta.ingest.run import judge_sources
from luneta.ingest.signals import Signal, Unreadable


def run(arguments: Namespace) -> int:
    """Judge signals; or, with one of the words review, undo and profile as the source, what these say."""
    if arguments.sources == ["profile"]:
        stream.write(default_profile_text())
        return exits.FINE
    vault = chosen_vault(arguments.vault)
    profile = _profile(vault, arguments)
    filing = Filing(vault, profile)
    if arguments.sources == ["undo"]:
        return _tell(intake.undone(filing.undo()), arguments)
    if arguments.sources == ["review"]:
        reviewed = filing.review(date.today(), apply=arguments.apply)
        return _tell(intake.reviewed(reviewed, applied=arguments.apply), arguments)
    if not arguments.sources:
        raise UsageError("Name a source: a file or folder of signals, or - for text on standard input.")
    sources = [Path(name) for name in arguments.sources if name != "-"]
    judged = judge_sources(vault, sources, profile, _typed(arguments.sources), filing.taken())
    done = filing.apply(judged.decisions, date.today()) if arguments.apply else None
    if not arguments.json:
        stream.tell(judged.notices)
    return _tell(intake.judged(judged, profile, done, explain=arguments.explain), arguments)


def _tell(shown: intake.Shown, arguments: Namespace) -> int:
    if arguments.json:
        stream.write_bytes(face.encode(shown.as_json()))
    else:
        stream.write("\n".join(shown.lines()) + "\n")
    return exits.FINE


def _profile(vault: Path, arguments: Namespace) -> Profile:
    """The profile named on the command line, or the vault's own, or the default; with the thresholds of the line."""
    own = config.settings_file(vault).with_suffix(".ingest.toml")
    chosen = Path(arguments.profile) if arguments.profile else own if own.exists() else None
    profile = load_profile(chosen)
    file_from = profile.file_from if arguments.file_from is None else arguments.file_from
    review_from = profile.review_from if arguments.review_from is None else arguments.review_from
    if arguments.file_from is not None and arguments.review_from is None:
        review_from = min(review_from, file_from)
    if not 0 <= review_from <= file_from <= 1:
        raise UsageError(
            f"0 <= --review-from <= --file-from <= 1 must hold; they are {review_from:g} and {file_from:g}."
        )
    return replace(profile, file_from=file_from, review_from=review_from)


def _typed(sources: Iterable[str]) -> Iterable[Signal | Unreadable]:
    return typed_signals(sys.stdin.buffer.read()) if "-" in sources else ()
