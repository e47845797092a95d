"""Settings and places: the only reader of the environment and of settings files.

Settings live in the vault's own plugin folder (`.obsidian/plugins/luneta/data.json`), so that Obsidian and the
terminal obey the same rules; those of a plain folder of Markdown live in the user's config folder. The index lives in
the user's cache folder, never in the vault, because synced folders corrupt databases.

Environment: LUNETA_CACHE_DIR replaces `<user cache folder>/luneta`, LUNETA_CONFIG_DIR `<user config folder>/luneta`.
"""

import json
import os
import stat
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple, cast

from luneta.core.rules import FolderRules
from luneta.core.settings import SETTINGS, Setting, SettingError, Value, check, conflict
from luneta.core.types import LISTS, Json, ListName, NearestSetting, ProfileSetting, SearchOptions
from luneta.errors import ConfigError, VaultError
from luneta.whereabouts import index_folder, user_folder
from luneta.whereabouts import vault_id as vault_id

CONFIG_DIR = ".obsidian"
DATABASE = "index.db"
#: Beside each database: which vault it is of.
RECORD = "vault.json"
#: Obsidian rewrites data.json in place: one that is found half written is read once more after this many seconds.
SECOND_LOOK = 0.05


@dataclass(frozen=True, slots=True)
class Config:
    """The settings of one vault, checked; core/settings.py tells what each means. `source`: the file they came from
    (it may not exist yet). `ignore`: Obsidian's own excluded files, empty unless `obsidian_excluded`."""

    source: Path
    config_dir: str = CONFIG_DIR
    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    obsidian_excluded: bool = False
    ignore: tuple[str, ...] = ()
    model: str = ""
    limit: int = 10
    weights: Mapping[ListName, float] = field(default_factory=lambda: {"postings": 1.0, "vectors": 1.0, "names": 1.0})
    pools: Mapping[ListName, int] = field(default_factory=lambda: {"postings": 30, "vectors": 30, "names": 30})
    rrf_constant_k: int = 60
    recency_half_life_days: float = 0.0
    alias_synonyms: bool = False
    nearest: NearestSetting = "auto"
    hnsw_param_m: int = 16
    chunk_profile: ProfileSetting = "auto"
    chunk_min_characters: int = 30
    chunk_max_characters: int = 2000
    chunk_size_tokens: int = 384
    chunk_overlap_percent: int = 10

    def rules(self, *, casefold: bool = False) -> FolderRules:
        """The folder rules; `casefold` for a vault on a file system where letter case does not count."""
        hidden = () if self.config_dir.startswith(".") else ("/" + self.config_dir,)
        return FolderRules(self.include, self.exclude + hidden, self.ignore, casefold)

    def search_options(self, limit: int | None = None) -> SearchOptions:
        """How to search where whoever asks says nothing else; `limit`: the hits asked for, if a number is."""
        return SearchOptions(
            limit=self.limit if limit is None else limit,
            pools=self.pools,
            weights=self.weights,
            k=self.rrf_constant_k,
            recency_half_life_days=self.recency_half_life_days,
            synonyms=self.alias_synonyms,
        )


def load_config(vault: Path, *, config_dir: str = CONFIG_DIR) -> Config:
    """The settings of a vault; defaults where the file says nothing.

    ConfigError names the file, the setting and what is right. VaultError: there is no such folder (its rules are then
    unknown, and unknown rules must not read as no rules).
    """
    if not os.path.isdir(vault):
        raise VaultError(f"There is no folder {vault}. Check the path, and that its drive is connected.")
    source = settings_file(vault, config_dir=config_dir)
    stored = read_settings(source)
    values = {setting.name: stored_value(setting, stored, source) for setting in SETTINGS}
    if clash := conflict(values):
        raise ConfigError(f"{source}: {clash}")
    grouped: dict[str, Any] = {name: value for name, value in values.items() if "." not in name}
    for group in ("weights", "pools"):
        grouped[group] = {name: values[f"{group}.{name}"] for name in LISTS}
    ignore = _obsidian_filters(vault / config_dir / "app.json") if grouped["obsidian_excluded"] else ()
    return Config(source=source, config_dir=config_dir, ignore=ignore, **grouped)


def settings_file(vault: Path, *, config_dir: str = CONFIG_DIR) -> Path:
    """Where the settings of this vault are: its plugin folder if it is Obsidian's, else the user's config folder."""
    try:
        if stat.S_ISDIR(os.stat(vault / config_dir).st_mode):
            return vault / config_dir / "plugins" / "luneta" / "data.json"
    except (FileNotFoundError, NotADirectoryError):
        pass  # a plain folder of Markdown; any other failure must not read as "no rules"
    except OSError as error:
        raise ConfigError(f"{vault / config_dir} cannot be read: {error.strerror}.") from error
    return Path(user_folder("LUNETA_CONFIG_DIR", "config"), "vaults") / f"{vault_id(vault)}.json"


def stored_value(setting: Setting, stored: Mapping[str, Json], source: Path) -> Value:
    """One setting out of what a file holds, checked, or its default."""
    outer, _, inner = setting.name.partition(".")
    holder: Mapping[str, Json] = stored
    if inner:
        group = stored.get(outer, {})
        if not isinstance(group, dict):
            raise ConfigError(f'{source}: {outer} must be an object, for example {{"{inner}": {setting.default}}}.')
        holder = group
    name = inner or outer
    if name not in holder:
        return setting.default
    try:
        return check(setting, holder[name])
    except SettingError as error:
        mend = f"To mend it: `luneta config set {setting.name} VALUE`."
        raise ConfigError(f"{source}: {setting.name} must be {error}. {mend}") from None


def read_settings(source: Path) -> dict[str, Json]:
    """The object in a settings file; empty if there is no file."""
    try:
        try:
            value = _parse_json(source)
        except ValueError:
            time.sleep(SECOND_LOOK)
            value = _parse_json(source)
    except FileNotFoundError:
        return {}
    except OSError as error:
        raise ConfigError(f"{source} cannot be read: {error.strerror}.") from error
    except (ValueError, RecursionError) as error:
        raise ConfigError(
            f"{source} is not valid JSON ({error}). Correct it in a text editor, or rename it to start from defaults."
        ) from error
    if not isinstance(value, dict):
        raise ConfigError(
            f"{source} must hold a JSON object, {{...}}. Correct it, or rename it to start from defaults."
        )
    return value


def _parse_json(source: Path) -> Json:
    return cast("Json", json.loads(source.read_bytes().decode("utf-8-sig")))


def _obsidian_filters(app: Path) -> tuple[str, ...]:
    filters = read_settings(app).get("userIgnoreFilters") or []
    if not isinstance(filters, list):
        raise ConfigError(f"{app}: userIgnoreFilters must be a list. Set it in Obsidian, under Files and links.")
    return tuple(item for item in filters if isinstance(item, str))


def find_vault(start: Path, *, config_dir: str = CONFIG_DIR) -> Path | None:
    """The nearest folder, from `start` upwards, that holds a config folder of Obsidian's. None: there is none."""
    here = Path(os.path.abspath(start))
    return next((folder for folder in (here, *here.parents) if os.path.isdir(folder / config_dir)), None)


def index_dir(root: Path) -> Path:
    """The folder of this vault's index; it may not exist yet. ConfigError if it would lie inside the vault."""
    folder = Path(index_folder(root))
    if Path(os.path.realpath(folder)).is_relative_to(os.path.realpath(root)):
        raise ConfigError(
            f"The index would be kept inside the vault, in {folder}, where syncing can damage it. "
            "Set LUNETA_CACHE_DIR to a folder outside the vault."
        )
    return folder


def index_path(root: Path) -> Path:
    """The database of this vault's index; it may not exist yet. ConfigError as `index_dir`."""
    return index_dir(root) / DATABASE


def ensure_private_dir(folder: Path) -> None:
    """Makes the folder, and the missing ones above it, for their owner only (0700; on Windows they inherit the
    rights of the user's own folder). An existing folder is closed to others. ConfigError: not possible."""
    try:
        missing = [parent for parent in (folder, *folder.parents) if not parent.exists()]
        for parent in reversed(missing):
            parent.mkdir(mode=0o700, exist_ok=True)
        if os.name == "posix" and folder.stat().st_mode & 0o077:
            folder.chmod(0o700)
    except OSError as error:
        raise ConfigError(
            f"The folder of the index, {folder}, cannot be made private: {error.strerror}. "
            "Set LUNETA_CACHE_DIR to a folder of your own."
        ) from error


def ensure_private_file(path: Path) -> None:
    """Makes an empty file for its owner only (0600), or closes an existing one to others. What SQLite puts beside
    a database (-wal, -shm) takes the database's own rights."""
    os.close(os.open(path, os.O_RDWR | os.O_CREAT, 0o600))
    if os.name == "posix" and path.stat().st_mode & 0o077:
        path.chmod(0o600)


class StoredIndex(NamedTuple):
    """An index on this machine. `root`: its vault, None if the record is lost. `size`: bytes of all its files."""

    root: Path | None
    db_path: Path
    size: int


def write_vault_record(root: Path) -> None:
    """Notes beside the index which vault it is of, making the private folder if need be."""
    folder = index_dir(root)
    ensure_private_dir(folder)
    if read_vault_record(folder) == Path(os.path.realpath(root)):
        return
    record = folder / RECORD
    ensure_private_file(record)
    record.write_text(json.dumps({"root": os.path.realpath(root)}), encoding="utf-8")


def read_vault_record(folder: Path) -> Path | None:
    """The vault whose index is in this folder; None if no readable record says so."""
    try:
        value = json.loads((folder / RECORD).read_bytes())
    except (OSError, ValueError):
        return None
    root = value.get("root") if isinstance(value, dict) else None
    return Path(root) if isinstance(root, str) else None


def list_indexes() -> list[StoredIndex]:
    """Every index on this machine, by the name of its folder."""
    cache = Path(user_folder("LUNETA_CACHE_DIR", "cache"))
    databases = sorted(cache.glob(f"*/{DATABASE}"))
    return [StoredIndex(read_vault_record(path.parent), path, _bytes_below(path.parent)) for path in databases]


def _bytes_below(folder: Path) -> int:
    total = 0
    for path in folder.rglob("*"):
        try:
            total += path.stat().st_size if path.is_file() else 0
        except FileNotFoundError:  # SQLite removes -wal and -shm when the last reader closes
            continue
    return total
