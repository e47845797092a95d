"""What the terminal can do, and how to ask it: width, styles, links. Settings are elsewhere (`luneta.config`)."""

import os
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

Style = Literal["title", "match", "quiet", "good", "bad"]

_CODES: Mapping[Style, str] = {"title": "1", "match": "1;35", "quiet": "2", "good": "32", "bad": "1;31"}
#: Wider lines are hard to read.
MOST_COLUMNS = 100
FEWEST_COLUMNS = 30
#: Programs known to show OSC 8 links: their TERM_PROGRAM, their TERM, and variables that only they set.
_LINK_PROGRAMS = frozenset({"iTerm.app", "WezTerm", "vscode", "ghostty", "Hyper", "Tabby", "rio", "zed"})
_LINK_TERMS = ("xterm-kitty", "xterm-ghostty", "alacritty", "foot", "contour", "wezterm")
_LINK_VARIABLES = ("WT_SESSION", "KITTY_WINDOW_ID", "KONSOLE_VERSION", "DOMTERM", "GHOSTTY_RESOURCES_DIR")
#: The first VTE (GNOME Terminal, Tilix ...) whose links do not crash it is 0.50.1, written 5001.
_VTE_WITH_LINKS = 5001


@dataclass(frozen=True, slots=True)
class Terminal:
    """What standard output can show: its width in columns, styles (bold, colours), clickable links."""

    columns: int
    styles: bool
    links: bool

    def style(self, text: str, style: Style) -> str:
        """The text in a style, or as it is."""
        return f"\x1b[{_CODES[style]}m{text}\x1b[0m" if self.styles and text else text

    def link(self, text: str, address: str) -> str:
        """The text as a link (OSC 8), or as it is. `address` must be percent-encoded."""
        return f"\x1b]8;;{address}\x1b\\{text}\x1b]8;;\x1b\\" if self.links else text


def of_output() -> Terminal:
    """The terminal behind standard output; a pipe or a file is 100 columns wide, plain, without links."""
    is_terminal = sys.stdout is not None and sys.stdout.isatty()
    columns = _columns() if is_terminal else MOST_COLUMNS
    return describe(os.environ, is_terminal=is_terminal and _understands_escapes(), columns=columns)


def _columns() -> int:
    try:
        return os.get_terminal_size(sys.stdout.fileno()).columns or MOST_COLUMNS
    except OSError:  # a terminal that does not know how wide it is
        return MOST_COLUMNS


def describe(environment: Mapping[str, str], *, is_terminal: bool, columns: int) -> Terminal:
    """What a terminal can do, from its environment (NO_COLOR, FORCE_COLOR, FORCE_HYPERLINK, TERM ...)."""
    able = is_terminal and environment.get("TERM") != "dumb"
    styles = able
    if environment.get("FORCE_COLOR", "") not in ("", "0"):
        styles = True
    if environment.get("NO_COLOR"):
        styles = False
    forced = environment.get("FORCE_HYPERLINK")
    links = forced != "0" if forced else able and _shows_links(environment)
    return Terminal(max(FEWEST_COLUMNS, min(columns, MOST_COLUMNS)), styles, links)


def _shows_links(environment: Mapping[str, str]) -> bool:
    vte = environment.get("VTE_VERSION", "")
    return (
        environment.get("TERM_PROGRAM", "") in _LINK_PROGRAMS
        or environment.get("TERM", "").startswith(_LINK_TERMS)
        or any(environment.get(name) for name in _LINK_VARIABLES)
        or (vte.isdecimal() and int(vte) >= _VTE_WITH_LINKS)
    )


def someone_answers() -> bool:
    """Whether a question can be asked: both ends are a terminal."""
    ends = (sys.stdin, sys.stderr)
    return all(end is not None and end.isatty() for end in ends)


def debugging() -> bool:
    """Whether LUNETA_DEBUG asks for tracebacks."""
    return os.environ.get("LUNETA_DEBUG", "") not in ("", "0")


def _understands_escapes() -> bool:
    """Windows consoles take escape sequences only after being asked; everything else always does."""
    if sys.platform == "win32":
        import ctypes

        kernel = ctypes.windll.kernel32
        handle, mode = kernel.GetStdHandle(-11), ctypes.c_uint32()
        if not kernel.GetConsoleMode(handle, ctypes.byref(mode)):
            return False
        return bool(kernel.SetConsoleMode(handle, mode.value | 0x0004))
    return True
