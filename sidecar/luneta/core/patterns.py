"""Patterns that people write for folders and notes: a path from the vault's root, or a glob.

They become regular expressions that match in linear time, by atomic groups (nothing is tried twice): a settings file
may come with a vault from somebody else, and no pattern in it may make a search hang.
"""

import re
import unicodedata
from collections.abc import Iterable

_WILD = re.compile(r"[*?]")


def comparable(path: str, casefold: bool) -> str:
    """A path or pattern in the form in which the two are compared: NFC, and folded where case does not count."""
    if casefold:
        path = path.casefold()
    return path if path.isascii() else unicodedata.normalize("NFC", path)


def other_case(name: str) -> str:
    """The name with its ASCII letters in the other case, to ask a file system whether case counts. Only those: ß has
    two letters in the other case, and file systems do not take the one for the other."""
    return "".join(char.swapcase() if char.isascii() else char for char in name)


def tidy(pattern: str) -> str:
    """Forward slashes only; no `./`, no doubled or trailing slash. A leading slash stays: it ties globs to the root."""
    anchored = pattern.startswith(("/", "\\", "./", ".\\"))
    parts = [part for part in pattern.replace("\\", "/").split("/") if part not in ("", ".")]
    while parts and parts[-1] == "**":
        parts.pop()
        anchored = anchored or bool(parts)
    return ("/" if anchored else "") + "/".join(parts)


def literal_root(pattern: str) -> str:
    """The folder that holds everything a pattern can match: its leading parts without wildcards ("" is the root)."""
    tidied = tidy(pattern)
    if "/" not in tidied and _WILD.search(tidied):
        return ""
    parts = tidied.strip("/").split("/")
    wild = next((index for index, part in enumerate(parts) if _WILD.search(part)), len(parts))
    return "/".join(parts[:wild])


def path_expression(patterns: Iterable[str], casefold: bool) -> re.Pattern[str] | None:
    """One expression whose `match` tells whether a comparable path is, or lies below, what a pattern names.

    Without wildcards a pattern names one folder or note, from the root: `Archive` matches `Archive` and
    `Archive/x.md`, neither `Archives/x.md` nor `Old/Archive/x.md`. `*` and `?` stay within a name, `**` stands for
    any number of folders; a glob without a slash counts at any depth (`*.excalidraw.md`), one that starts with a
    slash at the root only. Brackets and braces are ordinary characters: folders have them in their names. What is
    below a matched folder is matched. `/` and `**` match everything, blank patterns nothing. None: no pattern.
    """
    alternatives = [_glob(comparable(pattern, casefold)) for pattern in patterns if pattern.strip()]
    return re.compile("|".join(alternatives), re.DOTALL) if alternatives else None


def _glob(pattern: str) -> str:
    tidied = tidy(pattern)
    parts = tidied.strip("/").split("/")
    if "/" not in tidied and _WILD.search(tidied):
        parts.insert(0, "**")
    groups: list[list[str]] = [[]]
    for part in parts:
        if part == "**":
            groups.append([])
        elif part:
            groups[-1].append(_name(part))
    first, *others = ["/".join(group) for group in groups]
    others = [group for group in others if group]
    end = r"(?:/|\Z)"
    if not others:
        return first + end if first else ""
    head = f"{first}/" if first else ""
    middle = "".join(rf"(?>(?:[^/]+/)*?{group}/)" for group in others[:-1])
    last, star = others[-1], "[^/]*?"
    # "any folders, then any beginning of a name" is any text: several times as fast when written so
    tail = f".*?{last.removeprefix(star)}" if last.startswith(star) else rf"(?:[^/]+/)*?{last}"
    return f"{head}{middle}{tail}{end}"


def _name(part: str) -> str:
    """One name of a glob. The text after each star is found at its first place and never tried again."""
    pieces = ["".join("[^/]" if char == "?" else re.escape(char) for char in piece) for piece in part.split("*")]
    if len(pieces) == 1:
        return pieces[0]
    middle = "".join(rf"(?>[^/]*?{piece})" for piece in pieces[1:-1] if piece)
    return rf"{pieces[0]}{middle}[^/]*?{pieces[-1]}(?=/|\Z)"
