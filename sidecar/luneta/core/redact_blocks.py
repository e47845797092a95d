"""Private keys: blocks between BEGIN and END lines, and those that lost their END line.

A block may be indented, quoted, in a table, in a string with its line ends written as `\\n`, or cut off. It ends
at its END line; without one, at the first line that cannot be part of a key.
"""

import re
from collections.abc import Iterator

from luneta.core.redact_view import Span, View

_BEGIN = re.compile(
    r"-{4,5} ?BEGIN ((?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?) ?-{4,5}",
)
_END = re.compile(r"-{4,5} ?END [A-Z0-9 ]{1,48}-{4,5}")
#: A block longer than this is taken for one that lost its END line (a key of 16,384 bits has some 13,000 characters).
_REACH = 65_536
#: What a line of a key may be wrapped in: marks of quotations, lists, tables, strings and comments.
_WRAP = " \t\r\n>|*#\"'`,;\\-"
_COMMENT = re.compile(r"(?://|\+|<br ?/?>)\s*|\s*<br ?/?>$")
_KEY_TEXT = re.compile(r"(?:[A-Za-z0-9+/=]|\\+[nrt/])+")
_HEADER = re.compile(r"(?:Proc-Type|DEK-Info|Version|Comment|Charset|Hash|Subject|MessageID)\s?:.{0,200}")
_LONG = re.compile(r"[A-Za-z0-9+/]{16}")
_VERY_LONG = re.compile(r"[A-Za-z0-9+/]{24}")
_ESCAPE = re.compile(r"\\+[nrt]")
#: Fewer different characters than this stand for a key: XXXX, ..., 0000.
_FEWEST_LETTERS = 4
_WORD = re.compile(r"[A-Za-z]?[a-z]{1,15}")
_PUTTY = re.compile(r"Private-Lines: [0-9]{1,3}\r?\n((?:[ \t>]{0,8}[A-Za-z0-9+/=]{1,80}\r?\n?){1,200})")


def block_spans(seen: View) -> Iterator[Span]:
    """Every private key block of the text, in time linear in its length."""
    text = seen.text
    if "PRIVATE KEY" in text:
        done = 0
        for begin in _BEGIN.finditer(text):
            if begin.start() >= done and (end := _end_of_block(text, begin.end())):
                done = end
                yield Span(begin.start(), end, _name(begin.group(1)))
    if "Private-Lines: " in text:
        for lines in _PUTTY.finditer(text):
            yield Span(lines.start(1), lines.end(1), "ssh-private-key")


def _name(label: str) -> str:
    if "OPENSSH" in label or "SSH2" in label:
        return "ssh-private-key"
    return "pgp-private-key" if "PGP" in label else "private-key"


def _end_of_block(text: str, start: int) -> int:
    """Where the key that begins at `start` ends, or 0 if no key follows."""
    other = text.find("-BEGIN ", start, start + _REACH)
    limit = other if other >= 0 else min(len(text), start + _REACH)
    end = _END.search(text, start, limit)
    if end and _is_body(text[start : end.start()]):
        return end.end()
    return _end_by_lines(text, start, end.start() if end else limit)


def _is_body(body: str) -> bool:
    lines = [line for line in map(_bare, body.split("\n")) if line]
    if not lines or len(set(_ESCAPE.sub("", "".join(lines)))) < _FEWEST_LETTERS:
        return False
    if all(_KEY_TEXT.fullmatch(line) or _HEADER.fullmatch(line) for line in lines):
        return not all(_WORD.fullmatch(line) for line in lines)
    solid = "".join(body.split())
    key_text = sum(len(piece) for piece in _LONG.findall(solid))
    return _VERY_LONG.search(body) is not None and key_text >= 0.6 * len(solid)


def _end_by_lines(text: str, start: int, limit: int) -> int:
    first = _KEY_TEXT.match(text, start, limit)
    end = first.end() if first and _LONG.search(first.group()) else 0
    line_start = text.find("\n", start, limit) + 1
    if not line_start or _bare(text[max(start, end) : line_start]):
        return end
    while line_start < limit:
        line_end = text.find("\n", line_start, limit)
        line_end = limit if line_end < 0 else line_end
        line = _bare(text[line_start:line_end])
        if line and not _HEADER.fullmatch(line):
            if not _KEY_TEXT.fullmatch(line) or _WORD.fullmatch(line) or (not end and not _LONG.search(line)):
                break
            end = line_end
        line_start = line_end + 1
    return end


def _bare(line: str) -> str:
    return _COMMENT.sub("", line.strip(_WRAP)).strip(_WRAP)
