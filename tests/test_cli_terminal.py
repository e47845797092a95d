"""luneta.cli.terminal: styles and links only where they are understood and wanted."""

import pytest

from luneta.cli.terminal import FEWEST_COLUMNS, MOST_COLUMNS, Terminal, describe

GNOME = {"TERM": "xterm-256color", "VTE_VERSION": "7600"}


@pytest.mark.parametrize(
    ("environment", "is_terminal", "styles", "links"),
    [
        (GNOME, True, True, True),
        (GNOME, False, False, False),
        (GNOME | {"NO_COLOR": "1"}, True, False, True),
        (GNOME | {"NO_COLOR": ""}, True, True, True),
        (GNOME | {"TERM": "dumb"}, True, False, False),
        (GNOME | {"VTE_VERSION": "4999"}, True, True, False),
        (GNOME | {"FORCE_HYPERLINK": "0"}, True, True, False),
        ({"TERM": "xterm-256color"}, True, True, False),
        ({"TERM": "xterm-kitty"}, True, True, True),
        ({"WT_SESSION": "x"}, True, True, True),
        ({"TERM_PROGRAM": "iTerm.app"}, True, True, True),
        ({"FORCE_COLOR": "1", "FORCE_HYPERLINK": "1"}, False, True, True),
        ({"FORCE_COLOR": "1", "NO_COLOR": "1"}, False, False, False),
    ],
)
def test_what_a_terminal_can_do(environment: dict[str, str], is_terminal: bool, styles: bool, links: bool) -> None:
    terminal = describe(environment, is_terminal=is_terminal, columns=80)
    assert (terminal.styles, terminal.links) == (styles, links)


def test_the_width_is_kept_readable() -> None:
    assert describe({}, is_terminal=True, columns=300).columns == MOST_COLUMNS
    assert describe({}, is_terminal=True, columns=80).columns == 80
    assert describe({}, is_terminal=True, columns=0).columns == FEWEST_COLUMNS


def test_styles_and_links_are_written_or_left_out() -> None:
    rich, plain = Terminal(80, True, True), Terminal(80, False, False)
    assert rich.style("x", "title") == "\x1b[1mx\x1b[0m"
    assert rich.link("x", "obsidian://open") == "\x1b]8;;obsidian://open\x1b\\x\x1b]8;;\x1b\\"
    assert plain.link(plain.style("x", "match"), "obsidian://open") == "x"
