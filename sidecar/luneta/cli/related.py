"""`luneta related`."""

import os
from argparse import Namespace
from pathlib import Path

from luneta.cli import exits, face, stream, terminal
from luneta.cli.clean import clean, mend_surrogates
from luneta.cli.options import search_options
from luneta.cli.vaults import chosen_vault, name_of
from luneta.config import load_config
from luneta.engine import Engine
from luneta.vault import resolve_note


def run(arguments: Namespace) -> int:
    """Show the notes nearest to a note."""
    vault = chosen_vault(arguments.vault)
    config = load_config(vault)
    note = mend_surrogates(resolve_note(vault, typed_path(vault, arguments.note)))
    with Engine.open(vault) as engine:
        result = engine.related(note, search_options(arguments, config, vault))
        stream.tell(engine.notices)
    if arguments.json:
        stream.write_bytes(face.encode(face.search(result)))
        return exits.FINE
    screen = terminal.of_output()
    if result.hits:
        from luneta.cli.hits import lines_of_hits

        lines = list(lines_of_hits(result.hits, name_of(vault), screen))
    else:
        kind = "unlinked " if arguments.unlinked else ""
        lines = [f"No {kind}notes are near {clean(note)}: it may be empty, or too new for the index (luneta index)."]
    if result.degraded:
        lines += ["", screen.style(f"Degraded: {clean(result.degraded)}", "bad")]
    stream.write("\n".join(lines) + "\n")
    return exits.FINE


def typed_path(vault: Path, text: str) -> str:
    """What was typed; a full path when the working folder lies in the vault and has that note, as a shell completes it.

    Raises nothing: whether it is a note of the vault is for `resolve_note` to say.
    """
    here = os.path.join(os.getcwd(), text)
    if not os.path.realpath(here).startswith(os.path.join(os.path.realpath(vault), "")):
        return text
    return here if text.strip() and any(os.path.isfile(here + suffix) for suffix in ("", ".md")) else text
