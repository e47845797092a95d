"""`luneta hook install|remove`: Luneta's hooks in Claude Code's settings. What they do is in agents/hooks.py."""

import json
import os
import shlex
import shutil
import sys
from argparse import Namespace
from pathlib import Path
from typing import Any

from luneta.agents.claude_settings import has_hooks, with_hooks, without_hooks
from luneta.cli import exits, face, stream, terminal
from luneta.cli.clean import clean, clean_line
from luneta.cli.vaults import chosen_vault, shown
from luneta.config import read_settings
from luneta.errors import ConfigError, UsageError, VaultError
from luneta.onestep import replace_file

#: Beside the settings: what they were before the first change.
BACKUP = ".before-luneta"


def run(arguments: Namespace) -> int:
    """Show what would be written, and write it if told so. Returns 1 when the person said no."""
    if arguments.user and arguments.project:
        raise UsageError("Give --user or --project, not both.")
    path = _settings_path(arguments.project)
    old = read_settings(path)
    made = without_hooks(old) if arguments.action == "remove" else _installed(old, arguments.vault)
    changed = made != old
    if changed and not arguments.json:
        _show(path, made, arguments.action)
    agreed = changed and (arguments.yes or _agreed(path))
    if agreed:
        _write(path, made)
    _tell(arguments, path, made, changed=changed, written=agreed)
    return exits.ERROR if changed and not agreed and terminal.someone_answers() else exits.FINE


def _settings_path(project: str | None) -> Path:
    """Of a project the settings that are its user's own, since the paths in it are of this machine."""
    if project is None:
        home = os.environ.get("CLAUDE_CONFIG_DIR") or os.path.join(os.path.expanduser("~"), ".claude")
        return Path(home, "settings.json")
    folder = Path(os.path.abspath(os.path.expanduser(project)))
    if not folder.is_dir():
        raise UsageError(f"There is no folder {folder}.")
    return folder / ".claude" / "settings.local.json"


def _installed(old: dict[str, Any], given: list[str]) -> dict[str, Any]:
    vaults = [chosen_vault(one) for one in given] or [chosen_vault(None)]
    for vault in vaults:
        if not vault.is_dir():
            raise VaultError(f"There is no folder {vault}. Give the path of your vault's folder.")
    return with_hooks(old, _command(), " ".join(f"--vault {_quoted(vault)}" for vault in dict.fromkeys(vaults)))


def _command() -> str:
    """How this luneta is run from anywhere: the executable, by its absolute path."""
    ending = ".exe" if os.name == "nt" else ""
    started = Path(os.path.abspath(sys.argv[0]))
    candidates = (started, started.with_name(f"luneta{ending}"), Path(sys.executable).with_name(f"luneta{ending}"))
    for candidate in candidates:
        if candidate.name == f"luneta{ending}" and candidate.is_file():
            return _quoted(candidate)
    found = shutil.which("luneta")
    return _quoted(Path(found)) if found else f"{_quoted(Path(sys.executable))} -m luneta"


def _quoted(path: Path) -> str:
    """For a shell. On Windows that is cmd or Git's bash; forward slashes in double quotes are right for both."""
    return f'"{path.as_posix()}"' if os.name == "nt" else shlex.quote(str(path))


def _show(path: Path, made: dict[str, Any], action: str) -> None:
    if action == "remove":
        stream.write(f"Luneta's hooks can be taken out of {clean(shown(path))}.\n")
        return
    text = json.dumps({"hooks": made["hooks"]}, indent=2, ensure_ascii=False)
    stream.write(f"In {clean(shown(path))}, beside what else is there:\n\n")
    stream.write("".join(f"{clean_line(line)}\n" for line in text.split("\n")) + "\n")


def _agreed(path: Path) -> bool:
    if not terminal.someone_answers():
        return False
    sys.stderr.write(f"Write it to {clean(shown(path))}? [y/N] ")
    sys.stderr.flush()
    return sys.stdin.readline().strip().lower() in ("y", "yes")


def _write(path: Path, made: dict[str, Any]) -> None:
    """In one step; what was there before the first change stays beside it."""
    backup = path.with_name(path.name + BACKUP)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.exists() and not backup.exists():
            shutil.copy2(path, backup)
        replace_file(path, f"{json.dumps(made, indent=2, ensure_ascii=False)}\n".encode())
    except OSError as error:
        raise ConfigError(f"{path} cannot be written: {error.strerror or error}.") from error


def _tell(arguments: Namespace, path: Path, made: dict[str, Any], *, changed: bool, written: bool) -> None:
    if arguments.json:
        stream.write_bytes(face.encode(face.hooks(path, made, written=written, installed=has_hooks(made))))
        return
    place = clean(shown(path))
    if not changed:
        there = "Luneta's hooks are there already" if arguments.action == "install" else "Luneta's hooks are not there"
        stream.write(f"{there}: {place}.\n")
    elif written:
        stream.write(f"Written to {place}. Claude Code takes it from its next start.\n")
    else:
        stream.write("Nothing was written. With --yes it is.\n")
