"""Secrets known by where they stand: in a header, in a URL, in a signed token.

A password of a URL is replaced alone, so that host and path can still be searched for.
"""

import base64
import re
from collections.abc import Iterator

from luneta.core.redact_value import is_password, is_placeholder, is_random
from luneta.core.redact_view import Span, View

_W = "[A-Za-z0-9_-]"
#: Header, payload, signature (RFC 7519), or the five parts of an encrypted one (RFC 7516).
_JWT = re.compile(rf"eyJ{_W}{{6,}}\.{_W}{{6,}}\.{_W}*(?:\.{_W}+){{0,2}}")

_AUTHORIZATION = re.compile(
    r"authorization[\"'`*\\\]]{0,4}[ \t]{0,8}(?:=>|[:=,|])[ \t]{0,8}[\"'`*\\]{0,4}"
    r"(?:(bearer|basic|token|api-?key|key)[ \t]{1,4}[\"'`]?)?([A-Za-z0-9._~+/-]{6,}={0,2})",
    re.IGNORECASE,
)
_BEARER = re.compile(r"(?<![a-z0-9])bearer[ \t]{1,4}[\"'`*]{0,3}([A-Za-z0-9._~+/-]{16,}={0,2})", re.IGNORECASE)
_BASIC = re.compile(r"(?<![a-z0-9])basic[ \t]{1,4}[\"'`*]{0,3}([A-Za-z0-9+/]{8,2048}={0,2})", re.IGNORECASE)

_DATABASE = re.compile(
    rb"(?:postgres(?:ql)?|mysqlx?|mariadb|mongodb|rediss?|valkeys?|amqps?|mssql|sqlserver|oracle|clickhouse|cockroachdb"
    rb"|influxdb|neo4j|bolt|couchdb|cassandra|memcached?|nats|kafka|db2|snowflake|libsql)(?:[+.:][a-z0-9+._:@-]{1,24})?$"
)
_SCHEME_LENGTH = 40
#: The user, who may be missing, then the password up to the last `@` in front of a host.
_USER = r"://[^\s/:\"'<>()`|\[\]]{0,128}:"
_WEB_PASSWORD = re.compile(_USER + r"([^\s/?#\"'<>`|]{1,256})@(?=[\w\[{$.-])")
_DATABASE_PASSWORD = re.compile(_USER + r"([^\s\"<>`|]{1,256})@(?=[\w\[{$.-]|:[0-9])")
_URL_REACH = 400
#: A token in the place of the user; that of a Sentry address is public.
_TOKEN_USER = re.compile(r"://([A-Za-z0-9_-]{20,255})@(?![a-z0-9.-]{0,64}sentry)")
_DOCUMENTED_USER = re.compile(r"://(?:your_?)?(?:user(?:name)?|login|usuario|usu.rio|name|foo|me):$", re.IGNORECASE)
_DOCUMENTED_PASSWORD = re.compile(r"pass(?:word|wd)?|pwd|pw|senha|bar|secret", re.IGNORECASE)

#: Passwords on a command line: the command, what must be there too (looked for first, as it is rare), the expression.
_COMMANDS = (
    (b"curl", b"curl", re.compile(r"curl\b[^\n]{0,200}?\s(?:-u|--user)[ =]?[\"']?[^\s:\"']{0,64}:([^\s\"'`]{4,128})")),
    (b"sshpass", b" -p", re.compile(r"sshpass\s+-p\s?[\"']?([^\s\"'`]{4,128})")),
    (b"mysql", b" -p", re.compile(r"mysql\w{0,8}\s[^\n]{0,80}?-p([^\s\"'`]{4,128})")),
)
_SEED = re.compile(
    r"(?i:mnemonic|(?:(?<=seed)|(?<=recovery)|(?<=backup)|(?<=mnemonic)) phrase)"
    r"[\"'`*]{0,3}[ \t]{0,4}(?:[:=]|is)[*\s>\"'`]{0,8}"
    r"((?:[a-z]{3,8} ){11,23}[a-z]{3,8})(?=[\"'`.*]{0,4}[ \t]{0,8}(?:\n|$))"
)
_SEED_LENGTHS = (12, 15, 18, 21, 24)


def generic_spans(seen: View) -> Iterator[Span]:
    """Tokens, headers and URLs; spans may overlap those of other detectors."""
    text, low = seen.text, seen.low
    if "eyJ" in seen.hay:
        for start, _ in seen.runs:
            if found := _JWT.match(text, start):
                yield Span(found.start(), found.end(), "jwt")
    yield from _headers(seen)
    if b"@" in low and b"://" in low:
        yield from _urls(seen)
    yield from _commands(seen)
    for anchor in (b"mnemonic", b" phrase"):
        for found in _each(_SEED, anchor, low, text):
            if found.group(1).count(" ") + 1 in _SEED_LENGTHS:
                yield Span(found.start(1), found.end(1), "seed-phrase")


def _commands(seen: View) -> Iterator[Span]:
    for word, option, pattern in _COMMANDS:
        if option in seen.low and word in seen.low:
            for found in _each(pattern, word, seen.low, seen.text):
                if is_password(found.group(1), quoted=False):
                    yield Span(found.start(1), found.end(1), "basic-auth" if word == b"curl" else "password-assignment")


def _each(pattern: re.Pattern[str], anchor: bytes, where: bytes, text: str) -> Iterator[re.Match[str]]:
    """The matches of `pattern` in `text` that start where `anchor` stands in `where`, which has the same offsets."""
    at = where.find(anchor)
    while at >= 0:
        found = pattern.match(text, at)
        if found:
            yield found
        at = where.find(anchor, found.end() if found else at + len(anchor))


def _headers(seen: View) -> Iterator[Span]:
    for found in _each(_AUTHORIZATION, b"authorization", seen.low, seen.text):
        kind = (found.group(1) or "").lower()
        value = found.group(2)
        if _is_basic(value) if kind == "basic" else is_random(value, 8 if kind else 16):
            yield Span(found.start(2), found.end(2), "basic-auth" if kind == "basic" else "bearer-token")
    if not seen.runs:
        return
    for found in _each(_BEARER, b"bearer", seen.low, seen.text):
        if is_random(found.group(1), 16):
            yield Span(found.start(1), found.end(1), "bearer-token")
    for found in _each(_BASIC, b"basic", seen.low, seen.text):
        if _is_basic(found.group(1)):
            yield Span(found.start(1), found.end(1), "basic-auth")


def _is_basic(value: str) -> bool:
    """Base64 of `user:password` (RFC 7617)."""
    try:
        plain = base64.b64decode(value + "=" * (-len(value) % 4), validate=True).decode()
    except ValueError:  # not base64, or not text
        return False
    user, colon, password = plain.partition(":")
    return bool(user + password) and bool(colon) and plain.isprintable() and not is_placeholder(password)


def _urls(seen: View) -> Iterator[Span]:
    text, low = seen.text, seen.low
    at = low.find(b"://")
    while at >= 0:
        after = at + 3
        if low.find(b"@", after, at + _URL_REACH) >= 0:
            database = _DATABASE.search(low, max(0, at - _SCHEME_LENGTH), at) is not None
            found = (_DATABASE_PASSWORD if database else _WEB_PASSWORD).match(text, at)
            if found:
                if not _is_documentation(text[at : found.start(1)], found.group(1)):
                    yield Span(found.start(1), found.end(1), "database-url" if database else "url-credentials")
                after = found.end()
            elif (found := _TOKEN_USER.match(text, at)) and is_random(found.group(1), 20):
                yield Span(found.start(1), found.end(1), "url-credentials")
        at = low.find(b"://", after)


def _is_documentation(user: str, password: str) -> bool:
    if _DOCUMENTED_PASSWORD.fullmatch(password):
        return _DOCUMENTED_USER.match(user) is not None
    return is_placeholder(password)
