"""Text too random to be words, with no name in front of it: base64 on its own, and keys beside a vendor's name.

What is random but public is left out: embedded images and drawings, certificates and public keys, integrity
hashes and nonces, and whatever is part of a URL or a path.
"""

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass

from luneta.core.redact_value import is_high_entropy, is_random
from luneta.core.redact_view import Span, View

_TO_BASE64 = bytes(
    ord("a") if (code < 128 and chr(code).isalnum()) or code in b"+/_-" else ord(" ") for code in range(256)
)
#: How far back a name is looked for on the same line.
_LEAD = 80
#: What a key of 512 bits and a good deal more needs; longer than this it is data.
_LONGEST = 512
#: Names of what is random and no secret, in front of it.
_PUBLIC_NAME = re.compile(
    rb"(?:(?<![a-z])(?:(?:page|cursor|sync|next|continuation)[_-]?token|guid|c?nonce|opaque|etag|hash|sum|rev|revision|ref"
    rb"|blob|commit|checksum|digest|integrity|signature|fingerprint|thumbprint|sec-websocket-[\w-]+|public[\w -]{0,16}"
    rb"|pub[\w-]{0,8}|cursor|csp|hmac|sri|pins?|[xyne]|kid|x5[tc])"
    rb"|(?<!session)(?<!session[ _-])ids?|sha-?[0-9]{1,3}|md5|base64|data)[\"'`*:=,(|\[\s-]{1,12}$"
)
_IN_ADDRESS = re.compile(r"(?:://|www\.|\]\(|\[\[|[#?&%@])[^\s\"'`<>]*$|[.%#@?&\\]$")
_IN_NAME = re.compile(r"[.%(][A-Za-z0-9]|\(|\?[a-z]+=")
_NOT_KEYS = re.compile(r"-----BEGIN (?:(?!PRIVATE)[A-Z0-9 ]){1,40}-----|```compressed-json|;base64,")
#: So many full lines of base64 on end are a file in a mail, not a key (one of 16,384 bits has 200 of them).
_FILE = re.compile(
    r"(?:^[ \t>]{0,8}[A-Za-z0-9+/]{60,100}[ \t]{0,4}\r?\n){240,}[ \t>]{0,8}[A-Za-z0-9+/=]{0,100}", re.MULTILINE
)
_END_OF_NOT_KEYS = {"-": "-----END ", "`": "```"}
_END_OF_DATA = re.compile(r"[^A-Za-z0-9+/=%\\]|$")


@dataclass(frozen=True, slots=True)
class _Beside:
    """A key without a prefix, known by its length and by the vendor's name in front of it on the line."""

    name: str
    words: re.Pattern[bytes]
    value: re.Pattern[str]


_MIXED = r"(?=[^A-Z]*[A-Z])(?=[^a-z]*[a-z])(?=[^0-9]*[0-9])"
_BESIDE = (
    _Beside("aws-secret-key", re.compile(rb"aws|amazon|secret.?access"), re.compile(rf"{_MIXED}[A-Za-z0-9/+]{{40}}")),
    _Beside(
        "cloudflare-token",
        re.compile(rb"cloudflare|(?<![a-z])cf[_ -]"),
        re.compile(rf"{_MIXED}[A-Za-z0-9_-]{{40}}|[0-9a-f]{{37}}"),
    ),
    _Beside("twilio-key", re.compile(rb"twilio"), re.compile(r"[0-9a-f]{32}")),
    _Beside("datadog-key", re.compile(rb"datadog|(?<![a-z])dd[_-]"), re.compile(r"[0-9a-f]{32}")),
    _Beside("vercel-token", re.compile(rb"vercel"), re.compile(rf"{_MIXED}[A-Za-z0-9]{{24}}")),
    _Beside("azure-storage-key", re.compile(rb"azure|storage"), re.compile(rf"{_MIXED}[A-Za-z0-9+/]{{86}}")),
)
_ANY_VENDOR = re.compile(rb"aws|amazon|secret.?access|cloudflare|cf[_ -]|twilio|datadog|dd[_-]|vercel|azure|storage")


def entropy_spans(seen: View) -> Iterator[Span]:
    """Linear: every stretch of base64 is looked at once."""
    mapped = b""
    zones: list[tuple[int, int]] | None = None
    done = 0
    for start, end in seen.runs:
        if start < done or end - start > _LONGEST:
            continue
        mapped = mapped or seen.raw.translate(_TO_BASE64)
        first = mapped.rfind(b" ", max(0, start - _LONGEST), start) + 1
        last = mapped.find(b" ", end)
        done = last = len(mapped) if last < 0 else last
        if not 24 <= last - first <= _LONGEST or not (name := _judge(seen, first, last)):
            continue
        zones = _public_zones(seen.text) if zones is None else zones
        at = bisect_right(zones, (first, len(seen.text)))
        if at and first < zones[at - 1][1]:
            done = zones[at - 1][1]
        else:
            yield Span(first, last + _padding(seen.text, last), name)


def _judge(seen: View, start: int, end: int) -> str:
    """The name of the pattern that the stretch of base64 at `start` fits, or nothing."""
    text = seen.text
    value = text[start:end]
    furthest = max(0, start - _LONGEST)
    line = max(furthest, seen.low.rfind(b"\n", furthest, start) + 1)
    lead = seen.low[max(line, start - _LEAD) : start]
    if _PUBLIC_NAME.search(lead) or _IN_NAME.match(text, end) or _IN_ADDRESS.search(text[line:start]):
        return ""
    if _ANY_VENDOR.search(lead):
        for beside in _BESIDE:
            if beside.value.fullmatch(value) and beside.words.search(lead) and is_random(value, 24, quoted=True):
                return beside.name
    return "high-entropy-base64" if is_high_entropy(value) else ""


def _padding(text: str, end: int) -> int:
    return 2 if text.startswith("==", end) else 1 if text.startswith("=", end) else 0


def _public_zones(text: str) -> list[tuple[int, int]]:
    """Where certificates, public keys, drawings and embedded files stand, ascending."""
    zones = [found.span() for found in _FILE.finditer(text)]
    at = 0
    while found := _NOT_KEYS.search(text, at):
        mark = _END_OF_NOT_KEYS.get(found.group()[0])
        if mark is None:
            ending = _END_OF_DATA.search(text, found.end())
            at = ending.start() if ending else len(text)
        else:
            closing = text.find(mark, found.end())
            at = closing if closing >= 0 else len(text)
        at = max(at, found.end())
        zones.append((found.start(), at))
    return sorted(zones)
