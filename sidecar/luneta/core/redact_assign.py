"""Secrets behind their name: `password: ...`, `API_KEY=...`, `| token | ... |`, "my password is ...".

The name is found in the lower-case bytes; what stands between it and the value (quotes, bold, backticks, a colon,
an equals sign, a table's bar, `is`) by one expression; the value is judged by its letters.
"""

import re
from collections.abc import Iterator

from luneta.core.redact_names import WORDS, Joint, Promise, keeps, promise
from luneta.core.redact_view import Span, View

# From the name to the value. Bounded everywhere, so that a name costs at most a constant.
_REST = rb"[a-z0-9_.?-]{0,24}"
_WORDS_BETWEEN = rb"(?:[ ]{1,2}[a-z0-9_()?&/@.-]{1,16}){0,3}?"
_CLOSE = rb"[\"'`*\\\])~]{0,5}[ \t]{0,24}"
_SIGN = (
    rb"(:=|=>|->|={1,3}|::?|>|\|(?!\|)|\?:?(?= )|(?:is|eh|are|was)(?= )|(?<=[ \t])-(?= )"
    rb"|\n[ \t]{0,3}:(?=[ \t])|,?[ \t\n]{0,24}[\"']?value[\"']?[ ]?[:=])"
)
_OPEN = rb"[ \t*_~>(]{0,24}(?:\n{1,2}[ \t>]{0,8})?(\\?[\"'`]{0,3})"
_ADJACENT = rb"(?<=[ \t\"'`*])\(?([\"'`]{0,3})"
#: Cheap to see, and what a text made of names and signs alone would otherwise be slow by.
_NOT_A_NAME = (
    rb"(?!\[\[|[<{]|\$[{(]|(?:pass|pwd|senha|token|secret|key|segredo|auth|credential)[a-z_]{0,8}(?:[:=]| is ))"
)
_CHOSEN = (rb"(?=[^\s\"'`]{4})", rb"(?=[^\s\"'`]{8})")
_MACHINE_MADE = (rb"(?=[a-z0-9+/_.~-]{8})", rb"(?=[a-z0-9+/_.~-]{20})")


def _pattern(word: bytes) -> re.Pattern[bytes]:
    """Groups: rest of the name, sign, opening quote; or, without a sign, rest of the name, opening quote."""
    value, alone = _MACHINE_MADE if word in (b"token", b"key", b"chave", b"auth") else _CHOSEN
    told = rb"(" + _REST + _WORDS_BETWEEN + rb")" + _CLOSE + _SIGN + _OPEN + _NOT_A_NAME + value
    near = rb"(" + _REST + rb")" + _CLOSE + _ADJACENT + _NOT_A_NAME + alone
    return re.compile(word + rb"(?:" + told + rb"|" + near + rb")")


_PATTERNS = tuple((word, _pattern(word)) for word in WORDS)
#: What `?` in the bytes may have been, if it joined the name and the value.
_JOINTS = "é→：＝➜➡›—–"
_SPEECH = (b"is", b"eh", b"are", b"was", b"?", b"?:", b"->", b">", b"-")
_LEFT = 32
_STRING_REACH = 200
_LONGEST = 512
_MARK = b"[redacted:"
_MARK_LENGTH = 64
_BARE = re.compile(r"[^\s\"'`<>|]{1,512}")
_CUT = re.compile(r";|[,&](?=[\w. -]{1,24}=)|\\[nr\"]|\*\*|,(?=[\"'])")
_QUERY = re.compile(rb"[?&][a-z0-9_.-]{0,31}$")
_QUERY_END = re.compile(r"[&#]")
_TRAILING = ".,:)]}*_~\\"


def assignment_spans(seen: View) -> Iterator[Span]:
    """The values of names that promise a secret."""
    for word, pattern in _PATTERNS:
        if word in seen.low:
            for found in pattern.finditer(seen.low):
                span = _span(seen, word, found)
                if span:
                    yield span


def _span(seen: View, word: bytes, found: re.Match[bytes]) -> Span | None:
    sign = found.group(2) or b""
    if sign.startswith(b"?") and seen.text[found.start(2)] not in _JOINTS:
        return None
    kind = _promise(seen, word, found)
    if kind is None:
        return None
    start, end, quoted = _value(seen.text, found.end(), found.group(3) or found.group(5) or b"")
    if _in_query(seen.low, found.start()):
        end = start + len(_QUERY_END.split(seen.text[start:end], maxsplit=1)[0])
    how: Joint = "near" if not sign else "said" if sign in _SPEECH else "told"
    name = keeps(kind, seen.text[start:end], how, quoted=quoted)
    if not name or _in_mark(seen.low, found.start()):
        return None
    if name == "password-assignment" and sign == b"=" and _in_connection_string(seen.low, found.start(), end):
        name = "connection-string"
    return Span(start, end, name)


def _promise(seen: View, word: bytes, found: re.Match[bytes]) -> Promise | None:
    at = found.start()
    left = seen.low[_line_start(seen.low, at, _LEFT) : at].decode("ascii")
    if seen.raw[at : at + 1].isupper() and seen.raw[at - 1 : at].islower():
        left += " "  # a new word in camel case
    right = (found.group(1) if found.group(2) else found.group(4)).decode("ascii")
    if not found.group(2) and word == b"pass" and not right:
        return None  # the verb
    return promise(word.decode("ascii"), left, right)


def _value(text: str, start: int, opening: bytes) -> tuple[int, int, bool]:
    """Where the value that begins at `start` ends, and whether it is quoted."""
    if opening and opening != b"\\":
        line = text.find("\n", start, start + _LONGEST)
        close = text.find(chr(opening[-1]), start, line if line >= 0 else start + _LONGEST)
        if close > start:
            return start, close - (text[close - 1] == "\\"), True
    bare = _BARE.match(text, start)
    if not bare:
        return start, start, False
    value = bare.group()
    cut = _CUT.search(value)
    value = (value[: cut.start()] if cut else value).rstrip(_TRAILING)
    return start, start + len(value), False


def _line_start(low: bytes, at: int, reach: int) -> int:
    """Where the line of `at` begins, or the place `reach` before it if that is nearer."""
    first = max(0, at - reach)
    return max(first, low.rfind(b"\n", first, at) + 1)


def _in_query(low: bytes, at: int) -> bool:
    """The name is that of a parameter of a URL."""
    return _QUERY.search(low, max(0, at - _LEFT), at) is not None


def _in_mark(low: bytes, at: int) -> bool:
    mark = low.rfind(_MARK, max(0, at - _MARK_LENGTH), at)
    return mark >= 0 and low.find(b"]", mark, at) < 0


def _in_connection_string(low: bytes, start: int, end: int) -> bool:
    line = low[_line_start(low, start, _STRING_REACH) : start]
    return (b";" in line and b"=" in line) or (low[end : end + 1] == b";" and b"=" in low[end : end + 40])
