"""The profile: what a user's signals are scored by and where they go. Read from a TOML file over the defaults."""

import tomllib
from collections.abc import Mapping, Sequence
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


@dataclass(frozen=True, slots=True)
class Domain:
    """A folder of the vault, and the words that speak of what belongs there."""

    folder: str
    describes: str
    words: Lexicon
    weight: float = 1.0


@dataclass(frozen=True, slots=True)
class Profile:
    """Everything that scoring and routing go by. `weights` sum to 1."""

    weights: Mapping[Dimension, float]
    file_from: float
    review_from: float
    review_note: str
    domains: tuple[Domain, ...]
    actions: Lexicon
    trusted: tuple[str, ...]
    doubtful: tuple[str, ...]
    bait: Lexicon


def load_profile(path: Path | None = None) -> Profile:
    """The profile in `path` over the defaults; the defaults alone without one. Raises UsageError, which says what is
    wrong in which file."""
    if path is None:
        return default_profile()
    try:
        own = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise UsageError(f"The profile {path} cannot be read ({error.strerror}).") from error
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise UsageError(f"The profile {path} is no TOML in UTF-8 ({error}).") from error
    try:
        return _profile(_merged(_defaults(), own))
    except (KeyError, TypeError, ValueError) as error:
        raise UsageError(f"The profile {path} cannot be used: {error}.") from error


@cache
def default_profile() -> Profile:
    """The profile that comes with Luneta."""
    return _profile(_defaults())


def _defaults() -> dict[str, Any]:
    return tomllib.loads(resources.files(__package__).joinpath("profile.toml").read_text(encoding="utf-8"))


def _merged(defaults: Mapping[str, Any], own: Mapping[str, Any]) -> dict[str, Any]:
    merged = dict(defaults)
    for key, value in own.items():
        if key not in defaults:
            raise ValueError(f"“{key}” is none of {', '.join(defaults)}")
        both = isinstance(value, dict) and isinstance(defaults[key], dict)
        merged[key] = {**defaults[key], **value} if both else value
    return merged


def _profile(values: Mapping[str, Any]) -> Profile:
    file_from, review_from = (_share(values["thresholds"], name) for name in ("file", "review"))
    if review_from > file_from:
        raise ValueError("the threshold review is above the threshold file")
    weights = {name: _share(values["weights"], name, most=1000) for name in DIMENSIONS}
    total = sum(weights.values())
    if not total:
        raise ValueError("at least one of the weights must be above 0")
    authority = values["authority"]
    return Profile(
        weights={name: weight / total for name, weight in weights.items()},
        file_from=file_from,
        review_from=review_from,
        review_note=_place(values["places"]["review"]),
        domains=tuple(_domain(domain) for domain in values["domains"]),
        actions=Lexicon(_texts(values["actionability"]["words"])),
        trusted=tuple(_texts(authority["trusted"])),
        doubtful=tuple(_texts(authority["doubtful"])),
        bait=Lexicon(_texts(authority["bait"])),
    )


def _domain(values: Mapping[str, Any]) -> Domain:
    weight = _share({"weight": values.get("weight", 1)}, "weight", most=10)
    words = Lexicon(_texts(values["words"]))
    return Domain(_place(values["folder"]), str(values.get("describes", "")), words, weight)


def _share(values: Mapping[str, Any], name: str, *, most: float = 1) -> float:
    value = values[name]
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= most:
        raise ValueError(f"{name} must be a number from 0 to {most:g}")
    return float(value)


def _place(value: object) -> str:
    try:
        return check_folder(value if isinstance(value, str) else "").replace("\\", "/").strip("/")
    except SettingError as error:
        raise ValueError(f"a folder must be {error}") from error


def _texts(values: Sequence[object]) -> list[str]:
    if isinstance(values, str) or not all(isinstance(value, str) for value in values):
        raise ValueError("a list of words holds something else than texts")
    return [str(value) for value in values]
