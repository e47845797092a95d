"""Changing settings: what `luneta config get|set|add|remove` does."""

import json
import os
from collections.abc import Mapping
from pathlib import Path
from typing import cast

from luneta.config import CONFIG_DIR, read_settings, settings_file, stored_value
from luneta.core.settings import (
    SETTINGS,
    Setting,
    SettingError,
    Value,
    check_folder,
    conflict,
    find_setting,
    folder_entries,
    parse,
    same_folder,
)
from luneta.core.types import Json
from luneta.errors import ConfigError, UsageError
from luneta.onestep import replace_file


def get_value(vault: Path, name: str, *, config_dir: str = CONFIG_DIR) -> Value:
    """The value in force: the stored one or the default."""
    source = settings_file(vault, config_dir=config_dir)
    return stored_value(_setting(name), read_settings(source), source)


def set_value(vault: Path, name: str, text: str, *, config_dir: str = CONFIG_DIR) -> Value:
    """Stores what was typed, checked. For a folder list: one folder, a JSON list, or "" for none. The value stored."""
    setting = _setting(name)
    value: Value
    if setting.kind == "folders":
        value = tuple(_in_vault(vault, entry) for entry in folder_entries(text))
    else:
        try:
            value = parse(setting, text)
        except SettingError as error:
            raise ConfigError(f"{name} must be {error}.") from None
    return _store(vault, config_dir, setting, value)


def add_value(vault: Path, name: str, text: str, *, config_dir: str = CONFIG_DIR) -> Value:
    """Adds one entry to a folder list, once. The list stored."""
    setting = _list_setting(name)
    entry = _in_vault(vault, text)
    entries = _entries(vault, name, config_dir)
    present = any(same_folder(entry, other) for other in entries)
    return _store(vault, config_dir, setting, entries if present else (*entries, entry))


def remove_value(vault: Path, name: str, text: str, *, config_dir: str = CONFIG_DIR) -> Value:
    """Takes one entry out of a folder list. The list stored. UsageError: it is not there."""
    setting = _list_setting(name)
    entry = _in_vault(vault, text)
    entries = _entries(vault, name, config_dir)
    kept = tuple(other for other in entries if not same_folder(entry, other))
    if len(kept) == len(entries):
        raise UsageError(f"“{text}” is not in {name}, which holds: {', '.join(entries) if entries else 'nothing'}.")
    return _store(vault, config_dir, setting, kept)


def _entries(vault: Path, name: str, config_dir: str) -> tuple[str, ...]:
    value = get_value(vault, name, config_dir=config_dir)
    return value if isinstance(value, tuple) else ()


def _setting(name: str) -> Setting:
    setting = find_setting(name)
    if setting is None:
        raise UsageError(f"There is no setting “{name}”. Settings: {', '.join(s.name for s in SETTINGS)}.")
    return setting


def _list_setting(name: str) -> Setting:
    setting = _setting(name)
    if setting.kind != "folders":
        raise UsageError(f"{name} is a single value: use `luneta config set {name} VALUE`.")
    return setting


def _in_vault(vault: Path, entry: Json) -> str:
    """An entry of a folder list; a full path, as a shell completes it, is made relative to the vault."""
    if isinstance(entry, str) and os.path.isabs(entry):
        full = os.path.normpath(entry)
        for folder in (os.path.abspath(vault), os.path.realpath(vault)):
            if full.startswith(folder + os.sep):
                entry = full.removeprefix(folder + os.sep).replace(os.sep, "/")
                break
        else:
            if os.path.lexists(full) and not os.path.lexists(vault / entry.lstrip("/\\")):
                raise ConfigError(f"{entry} is not in the vault: folder rules are about the vault's own folders.")
    try:
        return check_folder(entry)
    except SettingError as error:
        raise ConfigError(f"A folder in a list must be {error}.") from None


def _store(vault: Path, config_dir: str, setting: Setting, value: Value) -> Value:
    """Changes one setting in the file and nothing else in it."""
    source = settings_file(vault, config_dir=config_dir)
    stored = read_settings(source)
    outer, _, inner = setting.name.partition(".")
    if inner:
        holder = stored.get(outer)
        stored[outer] = (holder if isinstance(holder, dict) else {}) | {inner: cast("Json", value)}
    else:
        stored[outer] = list(value) if isinstance(value, tuple) else value
    if clash := conflict(_values(stored, source)):
        raise ConfigError(f"Not stored: {clash}")
    try:
        _write_json(source, stored)
    except OSError as error:
        raise ConfigError(f"{source} cannot be written: {error.strerror}.") from error
    return value


def _values(stored: Mapping[str, Json], source: Path) -> dict[str, Value]:
    """Every setting. A wrong value in the file counts as the default here: load_config reports it, and it must not
    keep another one from being set right."""
    values: dict[str, Value] = {}
    for setting in SETTINGS:
        try:
            values[setting.name] = stored_value(setting, stored, source)
        except ConfigError:
            values[setting.name] = setting.default
    return values


def _write_json(path: Path, value: Mapping[str, Json]) -> None:
    text = json.dumps(value, indent=2, ensure_ascii=False)
    try:
        data = text.encode()
    except UnicodeEncodeError:  # half a surrogate pair in some other key: as an escape it survives
        data = json.dumps(value, indent=2).encode()
    Path(os.path.realpath(path)).parent.mkdir(parents=True, exist_ok=True)
    replace_file(path, data, durable=True)
