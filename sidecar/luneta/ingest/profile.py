"""The profile: what a user's signals are scored by and where they go. Read from a TOML file over the defaults."""

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib import resources
from pathlib import Path
from typing import Any, Literal, get_args

from luneta.core.settings import SettingError, check_folder
from luneta.errors import UsageError
from luneta.ingest.lexicon import Lexicon

Dimension = Literal["relevance", "actionability", "depth", "authority"]
DIMENSIONS: tuple[Dimension, ...] = get_args(Dimension)
#: Groups of the lexicon that are no folder's.
ACTIONS, BAIT = "[actionability]", "[bait]"


@dataclass(frozen=True, slots=True)
class Domain:
    """A folder of the vault, what belongs there, and how much that matters to the user."""

    folder: str
    describes: str
    weight: float = 1.0


@dataclass(frozen=True, slots=True)
class Profile:
    """Everything that scoring and routing go by. `weights` sum to 1. `lexicon` has a group for each domain, named by
    its folder, and the groups ACTIONS and BAIT."""

    weights: Mapping[Dimension, float]
    file_from: float
    review_from: float
    review_note: str
    domains: tuple[Domain, ...]
    lexicon: Lexicon
    trusted: tuple[str, ...]
    doubtful: tuple[str, ...]


def load_profile(path: Path | None = None) -> Profile:
    """The profile in `path` over the defaults; the defaults alone without one. Raises UsageError, which says what is
    wrong in which file."""
    if path is None:
        return default_profile()
    try:
        own = tomllib.loads(path.read_text(encoding="utf-8-sig"))
    except OSError as error:
        raise UsageError(f"The profile {path} cannot be read ({error.strerror}).") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise UsageError(f"The profile {path} is no TOML in UTF-8 ({error}).") from error
    try:
        return _profile(_merged(_defaults(), own))
    except ValueError as error:
        raise UsageError(f"The profile {path} cannot be used: {error}.") from error


@cache
def default_profile() -> Profile:
    """The profile that comes with Luneta."""
    return _profile(_defaults())


def default_profile_text() -> str:
    """The file of the default profile, to copy and change."""
    return resources.files(__package__).joinpath("profile.toml").read_text(encoding="utf-8")


def _defaults() -> dict[str, Any]:
    return tomllib.loads(default_profile_text())


def _merged(defaults: Mapping[str, Any], own: Mapping[str, Any]) -> dict[str, Any]:
    """The own values over the defaults, one level deep; domains are replaced as a whole."""
    merged = dict(defaults)
    for key, value in own.items():
        if key not in defaults:
            raise ValueError(f"“{key}” is none of {', '.join(defaults)}")
        if isinstance(defaults[key], dict):
            if not isinstance(value, dict):
                raise ValueError(f"{key} must be a table, written [{key}]")
            unknown = [name for name in value if name not in defaults[key]]
            if unknown:
                raise ValueError(f"“{unknown[0]}” in [{key}] is none of {', '.join(defaults[key])}")
            value = {**defaults[key], **value}
        merged[key] = value
    return merged


def _profile(values: Mapping[str, Any]) -> Profile:
    file_from, review_from = (_number(values["thresholds"][name], name, most=1) for name in ("file", "review"))
    if review_from > file_from:
        raise ValueError("the threshold review is above the threshold file")
    weights = {name: _number(values["weights"][name], name, most=1000) for name in DIMENSIONS}
    total = sum(weights.values())
    if not total:
        raise ValueError("at least one of the weights must be above 0")
    authority = values["authority"]
    domains, words = _domains(values["domains"])
    words |= {
        ACTIONS: _texts(values["actionability"]["words"], "words in [actionability]"),
        BAIT: _texts(authority["bait"], "bait in [authority]"),
    }
    return Profile(
        weights={name: weight / total for name, weight in weights.items()},
        file_from=file_from,
        review_from=review_from,
        review_note=_review_note(values["places"]["review"]),
        domains=domains,
        lexicon=Lexicon(words),
        trusted=tuple(_texts(authority["trusted"], "trusted in [authority]")),
        doubtful=tuple(_texts(authority["doubtful"], "doubtful in [authority]")),
    )


def _domains(values: object) -> tuple[tuple[Domain, ...], dict[str, list[str]]]:
    if not isinstance(values, list) or not values or not all(isinstance(value, dict) for value in values):
        raise ValueError("domains must be written as one [[domains]] for each, with folder and words")
    domains: list[Domain] = []
    words: dict[str, list[str]] = {}
    for number, value in enumerate(values, start=1):
        named = f"domain {number}"
        if unknown := [key for key in value if key not in ("folder", "describes", "words", "weight")]:
            raise ValueError(f"“{unknown[0]}” in {named} is none of folder, describes, words, weight")
        folder = _place(value.get("folder"), f"the folder of {named}")
        if folder in words:
            raise ValueError(f"two domains have the folder {folder}")
        words[folder] = _texts(value.get("words"), f"the words of {named}, {folder}")
        weight = _number(value.get("weight", 1), f"the weight of {named}, {folder}", most=10)
        domains.append(Domain(folder, str(value.get("describes", "")), weight))
    return tuple(domains), words


def _number(value: object, name: str, *, most: float) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= most:
        raise ValueError(f"{name} must be a number from 0 to {most:g}")
    return float(value)


def _review_note(value: object) -> str:
    place = _place(value, "review in [places]")
    if not place.lower().endswith(".md"):
        raise ValueError("review in [places] must be a note, whose name ends in .md")
    return place


def _place(value: object, name: str) -> str:
    if not isinstance(value, str):
        raise ValueError(f"{name} must be a text")
    try:
        place = check_folder(value).replace("\\", "/").strip("/ ")
    except SettingError as error:
        raise ValueError(f"{name} must be {error}") from error
    if any(part in ("", ".") or part.startswith(".") for part in place.split("/")):
        raise ValueError(f"{name} must be a folder or note of the vault that is not hidden: “{value}”")
    return place


def _texts(values: object, name: str) -> list[str]:
    if not isinstance(values, list) or not all(isinstance(value, str) for value in values):
        raise ValueError(f"{name} must be a list of texts")
    return [str(value) for value in values]
