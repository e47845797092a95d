"""Which notes may be seen: the allowlist, the denylist, Obsidian's excluded files, and what is always out.

Used when a vault is scanned and again on the hits of every query, so that a folder denied a moment ago is silent at
once, before anything is rebuilt.
"""

import re
from dataclasses import dataclass, field
from functools import lru_cache

from luneta.core.patterns import comparable, literal_root, path_expression


@dataclass(frozen=True, slots=True)
class FolderRules:
    """The rules of a vault. Paths are relative to it, with `/`, in NFC.

    `include`, `exclude`: folders, notes and globs (core/patterns.py tells how they are written). Nothing in
    `include` is everything; `exclude` wins over `include`. `ignore`: Obsidian's own excluded files, each the
    beginning of a path, or a regular expression between slashes. `casefold`: letter case does not count, for file
    systems where it does not. Whatever has a part that begins with a dot is out always (the config folder,
    `.trash`, `.git`, and parts like `..`).

    `problems` names the filters of `ignore` that are not obeyed, and why: sentences for the user.
    """

    include: tuple[str, ...] = ()
    exclude: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    casefold: bool = False
    problems: tuple[str, ...] = field(init=False, compare=False)
    _included: re.Pattern[str] | None = field(init=False, repr=False, compare=False)
    _excluded: re.Pattern[str] | None = field(init=False, repr=False, compare=False)
    _include_roots: tuple[str, ...] = field(init=False, repr=False, compare=False)
    _ignored_starts: tuple[str, ...] = field(init=False, repr=False, compare=False)
    _ignored_expressions: tuple[re.Pattern[str], ...] = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        starts, expressions, problems = _read_ignore(self.ignore, self.casefold) if self.ignore else ((), (), ())
        parts = {
            "problems": problems,
            "_included": path_expression(self.include, self.casefold),
            "_excluded": path_expression(self.exclude, self.casefold),
            "_include_roots": tuple(literal_root(comparable(p, self.casefold)) for p in self.include if p.strip()),
            "_ignored_starts": starts,
            "_ignored_expressions": expressions,
        }
        for name, value in parts.items():
            object.__setattr__(self, name, value)

    def allows(self, path: str) -> bool:
        """May this note be indexed and shown? About a microsecond."""
        if not path or path[0] == "." or "/." in path:
            return False
        key = path if path.isascii() and not self.casefold else comparable(path, self.casefold)
        if self._excluded is not None and self._excluded.match(key):
            return False
        if self._included is not None and not self._included.match(key):
            return False
        if self._ignored_starts and key.startswith(self._ignored_starts):
            return False
        return not (self._ignored_expressions and any(e.search(path) for e in self._ignored_expressions))

    def allows_folder(self, path: str) -> bool:
        """Can this folder hold a note that is allowed? The root, "", can. False only if `allows` denies all below."""
        if not path:
            return True
        if path[0] == "." or "/." in path:
            return False
        key = path if path.isascii() and not self.casefold else comparable(path, self.casefold)
        if self._excluded is not None and self._excluded.match(key):
            return False
        inside = key + "/"
        if self._ignored_starts and inside.startswith(self._ignored_starts):
            return False
        return self._included is None or any(
            not root or inside.startswith(root + "/") or root.startswith(inside) for root in self._include_roots
        )


@lru_cache(maxsize=32)
def _read_ignore(
    filters: tuple[str, ...], casefold: bool
) -> tuple[tuple[str, ...], tuple[re.Pattern[str], ...], tuple[str, ...]]:
    """Obsidian's filters -> beginnings of paths, regular expressions, and sentences about those not obeyed."""
    starts: list[str] = []
    expressions: list[re.Pattern[str]] = []
    problems: list[str] = []
    from luneta.core.expressions import PatternError, obsidian_expression  # few need it, and each start pays for it

    for text in filters:
        if len(text) > 2 and text.startswith("/") and text.endswith("/"):
            try:
                expressions.append(obsidian_expression(text[1:-1], casefold))
            except PatternError as error:
                problems.append(f"Obsidian's excluded files: {text} is not obeyed, because it {error}.")
        elif start := comparable(text.replace("\\", "/").removeprefix("./").lstrip("/"), casefold):
            starts.append(start)
    return tuple(starts), tuple(expressions), tuple(problems)
