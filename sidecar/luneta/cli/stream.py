"""Bytes to standard output and standard error: UTF-8 whatever the locale says, and quiet when nobody reads."""

import errno
import os
import sys
from collections.abc import Iterable
from typing import BinaryIO, TextIO

from luneta.cli.clean import clean, mend_surrogates
from luneta.errors import LunetaError


class ReaderGone(Exception):  # noqa: N818 - it is no error
    """Whoever read standard output has closed it: nothing is wrong, and nothing more is wanted."""


class OutputError(LunetaError):
    """Standard output cannot be written: a full disk, for one."""


def write(text: str) -> None:
    """Write text to standard output as UTF-8; half a surrogate pair becomes U+FFFD. Raises ReaderGone, OutputError."""
    write_bytes(to_utf8(text))


def write_bytes(data: bytes) -> None:
    """Write to standard output and flush. Raises ReaderGone and OutputError."""
    if sys.stdout is None:  # `luneta ... >&-`, and pythonw
        return
    try:
        pipe = _binary(sys.stdout)
        pipe.write(data)
        pipe.flush()
    except OSError as error:
        _let_go()
        # Windows has no EPIPE for a closed pipe: it says EINVAL.
        if isinstance(error, BrokenPipeError) or (sys.platform == "win32" and error.errno == errno.EINVAL):
            raise ReaderGone from error
        raise OutputError(f"Cannot write the output: {error.strerror or error}.") from error


def complain(text: str) -> bool:
    """Write a line for the person to standard error. False when nobody can read it: that stops no command."""
    if sys.stderr is None:
        return False
    try:
        pipe = _binary(sys.stderr)
        pipe.write(to_utf8(text + "\n"))
        pipe.flush()
    except OSError:
        return False
    return True


def tell(notices: Iterable[str]) -> None:
    """Sentences for the person, such as that a damaged index was rebuilt, on standard error."""
    for notice in notices:
        complain(clean(notice))


def to_utf8(text: str) -> bytes:
    """Text as UTF-8; what UTF-8 cannot say (half a surrogate pair) becomes U+FFFD."""
    try:
        return text.encode()
    except UnicodeEncodeError:
        return mend_surrogates(text).encode()


def _binary(stream: TextIO) -> BinaryIO:
    stream.flush()
    return stream.buffer


def _let_go() -> None:
    """Point standard output at nothing, so that Python's own flush at the end does not fail a second time."""
    nothing = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nothing, 1)
    os.close(nothing)
