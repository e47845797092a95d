"""How a command ends, for the shell and for programs: the one place where an exception becomes an exit code."""

import json

from luneta.errors import LunetaError, NoIndexError, UsageError

FINE = 0
ERROR = 1
USAGE = 2
NO_INDEX = 3
#: 128 + SIGINT, as shells have it.
INTERRUPTED = 130

#: What an exception that nobody foresaw is called in the machine's face.
INTERNAL = "InternalError"
#: What Ctrl-C is called there.
INTERRUPT = "Interrupted"


def exit_code(error: LunetaError) -> int:
    """The exit code of a foreseen error: 2 for what was typed or set, 3 for a missing index, 1 for the rest."""
    if isinstance(error, UsageError):
        return USAGE
    if isinstance(error, NoIndexError):
        return NO_INDEX
    return ERROR


def sentence(error: LunetaError) -> str:
    """What to tell: the error's own words, and for a missing index the command that makes one."""
    message = str(error)
    if isinstance(error, NoIndexError) and "luneta index" not in message:
        return f"{message} `luneta index` makes one."
    return message


def error_line(kind: str, message: str) -> bytes:
    """What stands on standard output instead of an answer, with --json: `kind` is the name of the exception.

    Made with the standard library alone, so that a broken installation can be told too.
    """
    return json.dumps({"error": {"type": kind, "message": message}}, separators=(",", ":")).encode() + b"\n"
