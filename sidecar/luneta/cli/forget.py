"""`luneta forget`."""

import sys
from argparse import Namespace
from pathlib import Path

from luneta import engine
from luneta.cli import exits, face, stream, terminal
from luneta.cli.clean import clean
from luneta.cli.status import size
from luneta.cli.vaults import chosen_vault, shown
from luneta.config import index_dir
from luneta.errors import UsageError


def run(arguments: Namespace) -> int:
    """Remove the index of a vault, after asking. Returns 1 when the person said no."""
    vault = chosen_vault(arguments.vault)
    folder = index_dir(vault)
    if folder.is_dir() and not arguments.yes and not _agreed(vault):
        stream.complain("Nothing was removed.")
        return exits.ERROR
    freed = engine.forget(vault)
    if arguments.json:
        stream.write_bytes(face.encode(face.forgotten(vault, folder, freed)))
    else:
        stream.write(f"Removed the index of {clean(shown(vault))} ({size(freed)}). The vault is as it was.\n")
    return exits.FINE


def _agreed(vault: Path) -> bool:
    if not terminal.someone_answers():
        raise UsageError("Without a terminal to ask on, luneta forget needs --yes.")
    sys.stderr.write(f"Remove the index of {clean(shown(vault))}? The vault is not touched. [y/N] ")
    sys.stderr.flush()
    return sys.stdin.readline().strip().lower() in ("y", "yes")
