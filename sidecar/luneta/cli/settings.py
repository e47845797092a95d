"""`luneta config`."""

import textwrap
from argparse import Namespace
from collections.abc import Iterator, Mapping
from pathlib import Path

from luneta.cli import exits, face, stream
from luneta.cli.clean import clean, mend_surrogates
from luneta.cli.vaults import chosen_vault, shown
from luneta.config import load_config, settings_file
from luneta.configure import add_value, get_value, remove_value, set_value
from luneta.core.settings import SETTINGS, Value
from luneta.errors import UsageError

#: How a line of a setting's meaning begins, and where it ends.
INDENT, COLUMNS = "    ", 100


def run(arguments: Namespace) -> int:
    """Show or change settings."""
    vault = chosen_vault(arguments.vault)
    if arguments.action == "list":
        if arguments.name is not None:
            raise UsageError(f"luneta config list shows every setting; for one: luneta config get {arguments.name}")
        load_config(vault)  # says what is wrong with the file as a whole
        values = {setting.name: get_value(vault, setting.name) for setting in SETTINGS}
    else:
        values = {_needed(arguments, "name"): _act(vault, arguments)}
    if arguments.json:
        stream.write_bytes(face.encode(face.settings(vault, settings_file(vault), values)))
    elif arguments.action == "list":
        stream.write("\n".join(_list_lines(vault, values)) + "\n")
    elif arguments.action == "get":
        stream.write("".join(f"{clean(line)}\n" for value in values.values() for line in _bare(value)))
    else:
        stream.write("".join(f"{name} = {in_words(value)}{_when(name)}\n" for name, value in values.items()))
    return exits.FINE


def _bare(value: Value) -> Iterator[str]:
    """A value for a script: nothing else, one item of a list on a line."""
    if isinstance(value, tuple):
        yield from value
    elif value != "":
        yield in_words(value)


def _when(name: str) -> str:
    """When a change takes effect, if not at once."""
    if name in ("include", "exclude", "obsidian_excluded"):
        return "\nSearch obeys at once; the next `luneta index` brings the index into line."
    if name == "model" or name.startswith("chunk_"):
        return "\nTakes effect with the next `luneta index`."
    return ""


def _act(vault: Path, arguments: Namespace) -> Value:
    name = _needed(arguments, "name")
    if arguments.action == "get":
        if arguments.value is not None:
            raise UsageError(f"luneta config get takes no value; to change it: luneta config set {name} ...")
        return get_value(vault, name)
    value = _needed(arguments, "value")
    change = {"set": set_value, "add": add_value, "remove": remove_value}[arguments.action]
    return change(vault, name, value)


def _needed(arguments: Namespace, what: str) -> str:
    given: str | None = getattr(arguments, what)
    if given is None:
        example = {
            "get": "get limit",
            "set": "set limit 20",
            "add": "add exclude Diary",
            "remove": "remove exclude Diary",
        }
        raise UsageError(
            f"luneta config {arguments.action} needs a {what.upper()}, for example: "
            f"luneta config {example[arguments.action]}"
        )
    return mend_surrogates(given)


def _list_lines(vault: Path, values: Mapping[str, Value]) -> Iterator[str]:
    yield f"Settings of {clean(shown(vault))}, kept in {clean(shown(settings_file(vault)))}"
    for setting in SETTINGS:
        value = values[setting.name]
        changed = "" if value == setting.default else f"   (default: {in_words(setting.default)})"
        yield ""
        yield f"{setting.name} = {in_words(value)}{changed}"
        yield from textwrap.wrap(setting.meaning, COLUMNS, initial_indent=INDENT, subsequent_indent=INDENT)


def in_words(value: Value) -> str:
    """A value as one types it: `true`, `20`, `Diary, Private/Keys`; `(empty)` for nothing."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return f"{value:g}"
    text = ", ".join(value) if isinstance(value, tuple) else str(value)
    return clean(text) or "(empty)"
