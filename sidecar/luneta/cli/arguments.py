"""The command line, read: which command, with what. Only the parser of the command at hand is built."""

from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections.abc import Sequence
from typing import NoReturn

from luneta.cli.commands import COMMANDS, WORD_MARK, Command
from luneta.errors import UsageError

_HELP = ("-h", "--help")
#: Between a command and its explanation in examples.
_GAP = 3


class HelpAsked(Exception):  # noqa: N818 - it is no error
    """The command line asks for help; `str(...)` is the help."""


class _Parser(ArgumentParser):
    def error(self, message: str) -> NoReturn:
        # argparse quotes words as it got them, with their marks.
        plain = message.replace(WORD_MARK, "").replace(repr(WORD_MARK)[1:-1], "")
        raise UsageError(f"{plain[0].upper()}{plain[1:]}.\nSee {self.prog} --help.")


def read(words: Sequence[str]) -> Namespace:
    """The command line as a namespace: `command`, and what that command takes.

    Raises HelpAsked and UsageError.
    """
    if not words or words[0] in _HELP:
        raise HelpAsked(overview())
    name, rest = words[0], list(words[1:])
    if name == "help":
        raise HelpAsked(_help(rest))
    if name not in COMMANDS:
        raise UsageError(_unknown(name))
    parser = parser_of(name)
    end = rest.index("--") if "--" in rest else len(rest)
    if any(item in _HELP for item in rest[:end]):
        raise HelpAsked(parser.format_help())
    marked = [_mark(item) for item in rest[:end]] + [WORD_MARK + item for item in rest[end + 1 :]]
    return parser.parse_intermixed_args(marked, Namespace(command=name))


def parser_of(name: str) -> ArgumentParser:
    """The parser of a command in COMMANDS; its help is plain ASCII."""
    command = COMMANDS[name]
    parser = _Parser(
        prog=f"luneta {name}",
        description=f"{_sentence(command.summary)}\n\n{command.about}",
        epilog=_examples(command),
        formatter_class=RawDescriptionHelpFormatter,
        add_help=False,
        allow_abbrev=False,
    )
    command.add_arguments(parser)
    parser.add_argument("-h", "--help", action="store_true", help="show this help")
    return parser


def overview() -> str:
    """The help of `luneta` itself."""
    width = max(map(len, COMMANDS)) + _GAP
    lines = "\n".join(f"  {name:<{width}}{command.summary}" for name, command in COMMANDS.items())
    return f"""Luneta finds things in a vault of Markdown notes: by words, by meaning and by name, on your own machine.

usage: luneta COMMAND ...

{lines}

  luneta index --vault ~/Notes     once, and again when notes have changed
  luneta search green tea          from inside the vault, or with --vault
  luneta help search               what a command takes, with examples
  luneta --version

Exit codes: 0 fine, 1 an error, 2 the command line or a setting cannot be used, 3 no index yet, 130 Ctrl-C.
"""


def _help(words: Sequence[str]) -> str:
    if not words or words[0] in _HELP:
        return overview()
    if words[0] not in COMMANDS:
        raise UsageError(_unknown(words[0]))
    return parser_of(words[0]).format_help()


def _mark(item: str) -> str:
    """`-tea` is a word to leave out, not an option: Luneta has no options with one dash but -h."""
    return WORD_MARK + item if item.startswith("-") and item != "-" and not item.startswith("--") else item


def _sentence(summary: str) -> str:
    return f"{summary[0].upper()}{summary[1:]}."


def _examples(command: Command) -> str:
    width = max(len(line) for line, _ in command.examples) + _GAP
    return "examples:\n" + "\n".join(f"  {line:<{width}}{meaning}" for line, meaning in command.examples)


def _unknown(name: str) -> str:
    if name.startswith("-"):
        return f"The command comes first, then its options ({name} came first).\nSee luneta --help."
    from difflib import get_close_matches

    near = get_close_matches(name, COMMANDS, 1)
    guess = f" Did you mean luneta {near[0]}?" if near else ""
    return f"There is no command {name!r}.{guess}\nSee luneta --help."
