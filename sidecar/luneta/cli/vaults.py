"""Which vault a command is about."""

import os
from pathlib import Path

from luneta.config import find_vault
from luneta.errors import UsageError


def chosen_vault(given: str | None) -> Path:
    """The folder given with --vault, else the vault that the working folder is in. Raises UsageError if neither is."""
    if given is not None:
        if not given.strip():
            raise UsageError("--vault is empty: give the vault's folder.")
        return Path(os.path.abspath(os.path.expanduser(given)))
    vault = find_vault(Path.cwd())
    if vault is None:
        raise UsageError(
            "No vault here: neither this folder nor one above it has .obsidian.\n"
            "Go into a vault, or name it: --vault FOLDER. A plain folder of Markdown notes will do."
        )
    return vault


def name_of(vault: Path) -> str:
    """What Obsidian calls the vault: the name of its folder."""
    return vault.name or str(vault)


def shown(path: Path) -> str:
    """A path as one would type it: the home folder is ~."""
    home = os.path.expanduser("~")
    text = str(path)
    return "~" + text[len(home) :] if text == home or text.startswith(home.rstrip(os.sep) + os.sep) else text


def quoted(path: Path) -> str:
    """A path to paste behind --vault in a shell."""
    text = str(path)
    if os.name == "nt":
        return f'"{text}"' if " " in text or "&" in text else text
    import shlex

    return shlex.quote(text)
