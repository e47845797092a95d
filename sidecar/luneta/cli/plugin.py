"""`luneta plugin`: puts the Obsidian plugin of this same version into a vault."""

import json
import sys
from argparse import Namespace
from collections.abc import Mapping
from pathlib import Path

import luneta
from luneta import config
from luneta.cli import exits, face, stream, terminal
from luneta.cli.clean import clean
from luneta.cli.vaults import chosen_vault, shown
from luneta.errors import LunetaError, UsageError, VaultError
from luneta.onestep import replace_file

#: What a vault's plugin folder holds, the manifest last: only a whole plugin is taken for one.
FILES = ("main.js", "styles.css", "manifest.json")
#: In an installed package, and in a checkout where `npm run build` has run.
_PLACES = ("obsidian_plugin", "../../plugin/dist")


def run(arguments: Namespace) -> int:
    """Write the plugin into a vault, after asking. Returns 1 when the person said no."""
    vault = chosen_vault(arguments.vault)
    if not vault.is_dir():
        raise VaultError(f"There is no folder {vault}. Give the path of your vault's folder.")
    plugin = _carried()
    folder = vault / config.CONFIG_DIR / "plugins" / "luneta"
    written = not _holds(folder, plugin)
    if written:
        if not arguments.yes and not _agreed(folder):
            stream.complain("Nothing was written into the vault.")
            return exits.ERROR
        _write(folder, plugin)
    _tell(arguments, vault, folder, written=written)
    return exits.FINE


def _carried() -> dict[str, bytes]:
    """The plugin's files, by name. LunetaError: this installation has none, or one of another version."""
    package = Path(luneta.__file__).parent
    for place in _PLACES:
        folder = package / place
        try:
            files = {name: (folder / name).read_bytes() for name in FILES}
            version = json.loads(files["manifest.json"])["version"]
        except FileNotFoundError:
            continue
        if version != luneta.__version__:
            raise LunetaError(
                f"The plugin in {folder.resolve()} is of version {version}, and this is {luneta.__version__}. "
                "Build it again: npm run build."
            )
        return files
    raise LunetaError(
        "This installation of Luneta carries no plugin. In a copy of the project, `npm run build` makes one; "
        f"otherwise take the files {', '.join(FILES)} from the release {luneta.__version__}."
    )


def _holds(folder: Path, plugin: Mapping[str, bytes]) -> bool:
    """Whether the vault has just these files already."""
    try:
        return all((folder / name).read_bytes() == content for name, content in plugin.items())
    except OSError:
        return False  # not there, or unreadable: writing it mends the one and tells of the other


def _agreed(folder: Path) -> bool:
    if not terminal.someone_answers():
        raise UsageError("Without a terminal to ask on, luneta plugin install needs --yes.")
    present = _version(folder)
    instead = f", in place of version {present}" if present else ""
    sys.stderr.write(
        f"Luneta's plugin {luneta.__version__} can be put into this vault{clean(instead)}: "
        f"{', '.join(FILES)} in {clean(shown(folder))}.\nWrite it there? [y/N] "
    )
    sys.stderr.flush()
    return sys.stdin.readline().strip().lower() in ("y", "yes")


def _version(folder: Path) -> str | None:
    """The version of the plugin that the vault has; None if it has none that can be read."""
    try:
        manifest = json.loads((folder / "manifest.json").read_bytes())
    except (OSError, ValueError):
        return None
    version = manifest.get("version") if isinstance(manifest, dict) else None
    return version if isinstance(version, str) else None


def _write(folder: Path, plugin: Mapping[str, bytes]) -> None:
    """Each file in one step, so that Obsidian reads the old one or the new one. Settings beside them stay."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        for name in FILES:
            replace_file(folder / name, plugin[name])
    except OSError as error:
        raise LunetaError(f"The plugin cannot be written into {folder}: {error.strerror or error}.") from error


def _tell(arguments: Namespace, vault: Path, folder: Path, *, written: bool) -> None:
    if arguments.json:
        stream.write_bytes(face.encode(face.plugin_installed(vault, folder, luneta.__version__, written=written)))
        return
    place = clean(shown(folder))
    if not written:
        stream.write(f"The Luneta plugin is in this vault already, in this version ({place}).\n")
        return
    stream.write(
        f"The plugin is in {place}.\n"
        "In Obsidian: Settings, Community plugins, switch Luneta on. If it was on already, switch it off and on.\n"
    )
