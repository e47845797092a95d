"""How to search: what the command line says, and the vault's settings where it says nothing."""

import os
from argparse import Namespace
from dataclasses import replace
from pathlib import Path

from luneta.cli.clean import mend_surrogates
from luneta.config import Config
from luneta.core.types import SearchOptions
from luneta.errors import PathOutsideVaultError


def search_options(arguments: Namespace, config: Config, vault: Path) -> SearchOptions:
    """The options of `luneta search` and `luneta related`. Raises PathOutsideVaultError."""
    return replace(
        config.search_options(arguments.limit),
        mode=getattr(arguments, "mode", None) or "hybrid",
        folders=tuple(folder_in_vault(folder, vault) for folder in getattr(arguments, "folder", ())),
        max_tokens=getattr(arguments, "max_tokens", None),
        unlinked=getattr(arguments, "unlinked", False),
    )


def folder_in_vault(given: str, vault: Path) -> str:
    """A folder as typed, relative to the vault, with `/`; a full path into the vault is made relative.

    The vault itself is the empty text. Raises PathOutsideVaultError.
    """
    path = given
    if os.path.isabs(path):
        for root in (os.path.abspath(vault), os.path.realpath(vault)):
            inside = os.path.relpath(os.path.normpath(path), root)
            if not inside.startswith(".."):
                path = inside
                break
    parts = [part for part in path.replace("\\", "/").split("/") if part not in ("", ".")]
    if os.path.isabs(path) or ".." in parts:
        raise PathOutsideVaultError(f"--folder {given} is not in the vault: give a folder relative to {vault}.")
    return mend_surrogates("/".join(parts))
