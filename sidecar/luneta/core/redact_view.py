"""One text, seen in the cheap ways the credential detectors need.

Everything here is done by byte operations in C, so that a note without a secret costs almost nothing. The bytes
are made with one byte per character (`?` stands for anything outside ASCII), so an offset means the same in
`text`, `raw` and `low`.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

#: Every token known to us holds an unbroken run of this many letters, digits, `_` and `-` ...
TOKEN_LENGTH = 16
#: ... and so much is likely between the signs of 40 characters of base64.
RUN_LENGTH = 12
#: How much in front of a run is looked at for a prefix that holds dots, slashes or colons
#: (`hooks.slack.com/services/T.../B.../` is the longest).
LEAD = 64

#: What is longer without a break is data; only its beginning is searched for tokens.
_DATA_LENGTH = 65_536

_TOKEN_BYTES = frozenset(b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-")
_TO_RUNS = bytes(ord("a") if code in _TOKEN_BYTES else ord(" ") for code in range(256))
_RUN = b"a" * RUN_LENGTH
#: Words joined by hyphens or in camel case have none of these. Of random base62 without a digit (itself three in a
#: hundred of 20 characters, two in a thousand of 36) nine in ten have the second.
_UNLIKE_WORDS = re.compile(rb"[0-9]|[a-z][A-Z]{1,3}[a-z]{1,2}[A-Z]|[A-Z]{16}")


@dataclass(frozen=True, slots=True)
class Span:
    """A secret at `text[start:end]`, found by the pattern `name`."""

    start: int
    end: int
    name: str


@dataclass(frozen=True, slots=True)
class View:
    """`runs` are the unbroken runs that may be (a part of) a token, ascending; `hay` the long ones with their lead."""

    text: str
    raw: bytes
    low: bytes
    runs: tuple[tuple[int, int], ...] = field(default=())
    hay: str = ""


def view(text: str) -> View:
    """Linear in the length of `text`."""
    raw = text.encode("ascii", "replace")
    runs = tuple(_runs(raw))
    hay = b"\n".join(_pieces(raw, runs)).decode("ascii")
    return View(text, raw, raw.lower(), runs, hay)


def _pieces(raw: bytes, runs: tuple[tuple[int, int], ...]) -> Iterator[bytes]:
    """The long runs with their lead, none of them twice."""
    done = 0
    for start, end in runs:
        if end - start >= TOKEN_LENGTH:
            yield raw[max(done - TOKEN_LENGTH, start - LEAD, 0) : min(end + 1, start + _DATA_LENGTH)]
            done = end


def _runs(raw: bytes) -> Iterator[tuple[int, int]]:
    mapped = raw.translate(_TO_RUNS)
    start = mapped.find(_RUN)
    while start >= 0:
        end = mapped.find(b" ", start)
        if end < 0:
            end = len(mapped)
        if _UNLIKE_WORDS.search(raw, start, end):
            yield start, end
        start = mapped.find(_RUN, end)
