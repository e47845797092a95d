"""Every setting, once: its name, kind, default, bounds and meaning. Reading, checking and help all come from here."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from luneta.core.types import Json

Kind = Literal["folders", "flag", "whole", "number", "text", "choice"]


class SettingError(ValueError):
    """A value that a setting cannot take; the message says what is right, in words that follow "NAME must be"."""


@dataclass(frozen=True, slots=True)
class Setting:
    """One setting. A dot in `name` leads into an object of the settings file: `weights.vectors`.

    `low` and `high` bound numbers, both included; `choices` are the values of a "choice". A "folders" value is a
    tuple of strings here and a list in the file.
    """

    name: str
    kind: Kind
    default: bool | int | float | str | tuple[str, ...]
    meaning: str
    low: float = 0
    high: float = 0
    choices: tuple[str, ...] = ()

    def expected(self) -> str:
        """What a value must be, in words that follow "must be"."""
        if self.kind == "choice":
            return "one of: " + ", ".join(self.choices)
        if self.kind in ("whole", "number"):
            noun = "a whole number" if self.kind == "whole" else "a number"
            return f"{noun} from {self.low:g} to {self.high:g}"
        return {
            "folders": 'a list of folders, notes or patterns, for example ["Archive", "Private/Keys", "*.draft.md"]',
            "flag": "true or false",
            "text": "text",
        }[self.kind]


def _share(name: str, what: str) -> Setting:
    return Setting(f"weights.{name}", "number", 1.0, f"Weight of {what} when the lists are fused.", 0, 100)


def _pool(name: str, what: str) -> Setting:
    return Setting(f"pools.{name}", "whole", 30, f"Candidates that the list of {what} hands to the fusion.", 1, 1000)


SETTINGS: tuple[Setting, ...] = (
    Setting("include", "folders", (), "Only these folders, notes or patterns are searched; empty is the whole vault."),
    Setting("exclude", "folders", (), "These are never indexed nor shown; wins over include."),
    Setting("obsidian_excluded", "flag", False, "Leave out what Obsidian's own setting “Excluded files” names."),
    Setting("model", "text", "", "Empty: the embedded model. Or a local folder, the name of a hub model, or none."),
    Setting("limit", "whole", 10, "Hits shown when the command does not say.", 1, 1000),
    _share("postings", "words"),
    _share("vectors", "meaning"),
    _share("names", "names"),
    _pool("postings", "words"),
    _pool("vectors", "meaning"),
    _pool("names", "names"),
    Setting(
        "rrf_constant_k", "whole", 60, "The k of rank fusion, weight / (k + rank): small favours first ranks.", 0, 1000
    ),
    Setting(
        "recency_half_life_days",
        "number",
        0.0,
        "Days after which half of the preference for a changed note is gone; 0 prefers none.",
        0,
        36_500,
    ),
    Setting(
        "alias_synonyms",
        "flag",
        False,
        "A query that names a note by its title or an alias also finds, a little behind, what uses its other names.",
    ),
    Setting(
        "nearest",
        "choice",
        "auto",
        "How a process that stays finds the nearest vectors: among all (exact), by a graph, or as suits their number.",
        choices=("auto", "exact", "graph"),
    ),
    Setting("hnsw_param_m", "whole", 16, "Links of each node of that graph: more is surer, larger and slower.", 2, 64),
    Setting(
        "chunk_profile",
        "choice",
        "auto",
        "How notes are cut: by headings (notes), in windows (prose), or as suits each (auto).",
        choices=("auto", "notes", "prose"),
    ),
    Setting("chunk_min_characters", "whole", 30, "Shorter pieces are joined to their neighbour.", 0, 1000),
    Setting("chunk_max_characters", "whole", 2000, "Longer sections are cut further.", 200, 100_000),
    Setting("chunk_size_tokens", "whole", 384, "Window of the prose profile, in tokens.", 16, 8192),
    Setting(
        "chunk_overlap_percent", "whole", 10, "How much of a prose window its neighbour repeats, in percent.", 0, 50
    ),
)

#: What can be stored for a setting, checked.
Value = bool | int | float | str | tuple[str, ...]


def find_setting(name: str) -> Setting | None:
    """The setting of this name; None if there is none."""
    return next((setting for setting in SETTINGS if setting.name == name), None)


def check(setting: Setting, value: Json) -> Value:
    """A value from a settings file, checked. SettingError says what is right."""
    if setting.kind == "folders":
        if not isinstance(value, list):
            raise SettingError(setting.expected())
        return tuple(check_folder(item) for item in value)
    if setting.kind == "flag" and isinstance(value, bool):
        return value
    if setting.kind in ("text", "choice") and isinstance(value, str):
        if "\0" not in value and (setting.kind == "text" or value in setting.choices):
            return value
    elif setting.kind in ("whole", "number") and isinstance(value, int | float) and not isinstance(value, bool):
        return _check_number(setting, value)
    raise SettingError(setting.expected())


def _check_number(setting: Setting, value: int | float) -> Value:
    if setting.low <= value <= setting.high:  # not so for NaN
        if setting.kind == "number":
            return float(value)
        if value == int(value):
            return int(value)
    raise SettingError(setting.expected())


def check_folder(value: Json) -> str:
    """One entry of a "folders" setting. Refused: what is blank or cannot lie in the vault, since it would be obeyed
    in silence by denying nothing."""
    if not isinstance(value, str):
        raise SettingError('a list of texts, for example ["Archive", "Private/Keys"]')
    slashed = value.replace("\\", "/")
    if not value.strip() or "\0" in value:
        raise SettingError("free of blank entries; to name the whole vault write /")
    if ".." in slashed.split("/") or slashed[1:3] == ":/" or slashed.startswith(("//", "~/")):
        raise SettingError(f"relative to the vault: “{value}” lies outside it")
    return value


def parse(setting: Setting, text: str) -> Value:
    """A value typed in a terminal, checked. A folder list is one folder, a JSON list, or nothing for empty."""
    stripped = text.strip()
    if setting.kind == "folders":
        return check(setting, folder_entries(text))
    if setting.kind == "flag":
        flags = {
            "true": True,
            "yes": True,
            "on": True,
            "1": True,
            "false": False,
            "no": False,
            "off": False,
            "0": False,
        }
        return check(setting, flags.get(stripped.lower()))
    if setting.kind in ("whole", "number"):
        try:
            return check(setting, int(stripped) if setting.kind == "whole" else float(stripped))
        except ValueError:
            raise SettingError(setting.expected()) from None
    return check(setting, stripped)


def folder_entries(text: str) -> list[Json]:
    """What was typed for a "folders" setting as a list, not yet checked."""
    if not text.strip():
        return []
    if text.lstrip().startswith("["):
        try:
            value = json.loads(text)
        except ValueError:
            return [text]  # a folder whose name begins with a bracket
        if isinstance(value, list):
            return value
    return [text]


def conflict(values: Mapping[str, Value]) -> str | None:
    """What is wrong between values, by setting name, that are right one by one: a sentence, or None."""
    least, most = values["chunk_min_characters"], values["chunk_max_characters"]
    if isinstance(least, int) and isinstance(most, int) and least >= most:
        return "chunk_min_characters must be smaller than chunk_max_characters."
    if not any(value for name, value in values.items() if name.startswith("weights.")):
        return "at least one of the weights must be above 0."
    return None


def same_folder(one: str, other: str) -> bool:
    """Do two entries of a "folders" setting say the same but for slashes?"""
    return one.replace("\\", "/").strip("/") == other.replace("\\", "/").strip("/")
