"""Could this value be a secret? What stands behind `password:` or `token =` is judged here, from its letters alone.

Decided: `changeme`, `example`, `password` and their like are placeholders, and so is anything in `<>`, `{{}}`,
`${}`, `%%` or made of one repeated character. Whole numbers, dates, versions, paths, URLs, links and expressions
of a program are not secrets. A password needs a letter and a digit or a sign, or must be a chain of four words
or more, or a single run of letters longer than words are.
"""

import base64
import math
import re
from collections import Counter
from itertools import pairwise

_PLACEHOLDER = re.compile(
    r"""
      (?:.*[_\W])?(?:your|dummy|fake|sample|example|placeholder|change|replace|insert|enter|todo|redacted)
          (?:[_\W].*|(?:me|this|here|with|password|passwd|token|secret|api|key|value)\w*)?
    | (?:my|the|some|any|new|old|current|admin|user|test|db|root|super|top|secret|strong|secure|plain|hashed|api|access
          |auth)?
          (?:[_\W]?(?:pass(?:word|wd|phrase|code)?|pwd|pw|senha|contrase.a|passwort|secret|token|api[_-]?key|key|credentials?)){1,3}
          [_\W]?(?:[0-9]|here|value)?
    | .*example.* | .*x{4}.* | .*\.\..* | .*…\W* | .*\*{3}.* | (.)\1*
    | (?:foo|bar|baz|qux|abc|test|demo|example|sample|none|null|nil|true|false|undefined|empty|yes|no|on|off|n/a|tbd)
          [0-9]{0,3}
    | (?:string|str|text|number|integer|boolean|bool|object|array|any|unknown|optional|required|hidden|include)[?\[\]]*
    """,
    re.IGNORECASE | re.VERBOSE,
)
_TEMPLATE = re.compile(
    r"""[<\[({]|\$\{|\$\(|\{\{|%[A-Za-z_({]|\$[A-Za-z_]\w*$|@@?[A-Za-z_]\w*$|&[a-z]+;|&\#|\\[ux]|\[REDACTED|!\[|=>|//|[*_~`]{2}
    |process\.env|os\.|env\.|import\.|System\.|getenv|secrets?\.|vault:|ref:|op://|keychain:|!(?:secret|vault|env|Ref|Sub)\b""",
    re.VERBOSE,
)
_DULL = re.compile(
    r"""
      # numbers, dates, times, durations, sizes
      [+-]?[0-9][0-9.,:_/-]*(?:%|[kmg]i?b|[kmx]|[nm]?s|m?in|h|hrs?|days?|[dwy]|px|r?em|[ap]m|th|[km]?[mg]|cm)?
    | v?[0-9]+(?:\.[0-9x*]+)+(?:[-+][A-Za-z0-9.]+)?  # versions
    | 0[xX][0-9A-Fa-f]{1,8} | \#[0-9A-Fa-f]{3,8}
    | \w+://.* | (?:[/~.]|[A-Za-z]:)?[/\\]?[\w. @-]*(?:[/\\][\w. @-]*)+\.[A-Za-z][A-Za-z0-9]{0,5}
    | [\w.+-]+@[\w-]+\.[\w.-]+
    | (?:ctrl|cmd|alt|shift|option|meta|super|mod|control|command)(?:\s?[+-].*)?
    """,
    re.IGNORECASE | re.VERBOSE,
)
_CODE = re.compile(
    r"""
      [A-Za-z_$][\w$]*(?:(?:\?)?\.[A-Za-z_$][\w$]*)+[(\[;,)]?.*    # a.b, a.b(), a.b[0]
    | [A-Za-z_$][\w$.:]*[(\[].*                                    # f(x), a[0], {{f("x")}}
    | [A-Z][a-z]+(?:[A-Z][a-z]+)*(?:<.*>)?[;,]?
    | .*(?:\)|\(|=>|\+\+[;)]?$|&&|\|\||\{|\}|;\S|<\w|</).*
    """,
    re.VERBOSE,
)
_WORDS = re.compile(r"[A-Za-z]+(?:[-_. /][A-Za-z]+)*(?:[-_. /]?[0-9]{1,4})?")
_PART = re.compile(
    r"[A-Z]?[a-z]*|[A-Z]+|[0-9]+|[A-Za-z]?[0-9]{1,4}|[a-z]{2,}[0-9]{1,2}|[0-9]{1,4}[a-z]{1,2}|[A-Z]{1,6}[0-9]{1,4}"
    r"|(?:[A-Z]{2,6})?(?:[A-Z]?[a-z]{2,}){1,6}[0-9]{0,4}"
)
_PIECE = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+|[^A-Za-z0-9]")
#: Random base62 falls into pieces of 2.3 characters (three in a hundred of 20 characters into longer ones than this),
#: names of programs into pieces of four and more.
_RANDOM_PIECE = 2.9
#: The same for fewer than 16 characters, of which names of programs may have fallen apart by chance.
_SHORT_RANDOM_PIECE = 2.4
_LONG_WORD = re.compile(r"[A-Z]?[a-z]{4,}")
_CONSONANTS = re.compile(r"[bcdfghjklmnpqrstvwxz]{7}", re.IGNORECASE)
_UUID = re.compile(r"[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}", re.IGNORECASE)
_UUID_START = re.compile(r"[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}", re.IGNORECASE)
_NOT_HEX = re.compile(r"[^0-9a-f-]")
_SAYING_SO = ("password", "passwd", "senha", "secret")
_HEX = re.compile(r"[0-9a-f]+|[0-9A-F]+")
_PROSE = re.compile(
    r"\b(?:your|the|an?|is|are|must|please|enter|of|to|for|and|or|password|with|that|may|can|not|de|um|uma|sua)\b"
)
_HASH_LABEL = re.compile(
    r"(?:sha[0-9]{1,3}|md5|nonce|pin-sha256|ssh-[a-z0-9]+|blake\w*)[-:=~].*|AAAA[A-Z0-9].*", re.IGNORECASE
)


def is_uuid(value: str) -> bool:
    return _UUID.fullmatch(value) is not None


def has_uuid(value: str) -> bool:
    """A UUID is a part of it, or the first four groups of one."""
    return _UUID_START.search(value) is not None


def is_hex(value: str) -> bool:
    """Hexadecimal throughout, in one case, with both digits and letters."""
    return _HEX.fullmatch(value) is not None and not value.isdigit() and not value.isalpha()


def is_placeholder(value: str) -> bool:
    """Stands for a secret, or is read from somewhere else, but is none itself."""
    return _TEMPLATE.match(value) is not None or _PLACEHOLDER.fullmatch(value) is not None


def entropy(value: str) -> float:
    """Shannon's, in bits a character, of the value's own characters."""
    return -sum(n / len(value) * math.log2(n / len(value)) for n in Counter(value).values()) if value else 0.0


def is_random(value: str, least: int, *, quoted: bool = False) -> bool:
    """A run of at least `least` characters that nobody would write as a name, a path, words or numbers.

    `quoted`: it stood in quotation marks or backticks, where programs keep none of their expressions.
    """
    if len(value) < least or _is_something_else(value) or any(map(str.isspace, value)):
        return False
    if is_uuid(value) or (is_hex(value) and len(value) >= 12):
        return True
    if (not quoted and _CODE.fullmatch(value)) or is_wordy(value, 0.6) or entropy(value) < 2.8:
        return False
    if _is_choppy(value) or (len(value) >= 16 and _is_unspeakable(value)):
        return True
    return not _WORDS.fullmatch(value) and _has_digits(value) and _changes(value) >= 0.2


def is_wordy(value: str, share: float) -> bool:
    """At least this share of the letters and digits is in pieces like words, numbers and names of programs."""
    parts = [part for part in re.split(r"[^A-Za-z0-9]+", value) if part]
    return sum(len(part) for part in parts if _PART.fullmatch(part)) >= share * sum(map(len, parts))


def is_password(value: str, *, quoted: bool) -> bool:
    """What a person may have chosen; `quoted` as for is_random."""
    if not 4 <= len(value) <= 256 or _is_something_else(value):
        return False
    if " " in value:
        return quoted and _is_phrase(value)
    if value.isalpha() and any(word in value.lower() for word in _SAYING_SO):
        return False
    if value.isalpha():
        plain = value.islower() and len(value) >= (8 if quoted else 14)
        return plain or (len(value) >= 8 and _is_choppy(value))
    if _WORDS.fullmatch(value) and not value[-1].isdigit():
        return len(re.findall(r"[-_.]", value)) >= 3 and "." not in value
    if not quoted and _CODE.fullmatch(value):
        return False
    return any(map(str.isalpha, value)) and any(c.isdigit() or c in "!@#$%^&*+~?=" for c in value)


def is_high_entropy(value: str) -> bool:
    """Base64 or base62 of 32 to 512 characters that is no word, path, name or text and lies as random text does.

    Hexadecimal, with whatever in front of it and behind, is not: it is the alphabet of hashes and identifiers.
    """
    if not 32 <= len(value) <= 512 or len(_NOT_HEX.findall(value)) < 0.4 * len(value) or has_uuid(value):
        return False
    upper, lower, digit = (sum(map(kind, value)) for kind in (str.isupper, str.islower, str.isdigit))
    if upper < 3 or lower < 3 or (not digit and len(value) < 40) or _piece(value) > 3.2 or entropy(value) < 3.9:
        return False
    spelled = sum(map(len, _LONG_WORD.findall(value))) if digit < 4 else 0
    if spelled >= 0.35 * len(value) or is_wordy(value, 0.4):
        return False
    return is_random(value, 32, quoted=True) and not is_encoded_text(value)


def is_encoded_text(value: str) -> bool:
    """Base64 of readable text."""
    try:
        plain = base64.b64decode(value.rstrip("=") + "=" * (-len(value.rstrip("=")) % 4), validate=True).decode()
    except ValueError:  # not base64, or not text
        return False
    return plain.isprintable()


def _is_something_else(value: str) -> bool:
    labelled = _HASH_LABEL.fullmatch(value) is not None
    path = "/" in value and is_wordy(value, 0.5)
    return labelled or path or is_placeholder(value) or _DULL.fullmatch(value) is not None


def _is_phrase(value: str) -> bool:
    words = value.split(" ")
    return len(words) >= 4 and all(w.isalpha() and w.islower() for w in words) and not _PROSE.search(value)


def _has_digits(value: str) -> bool:
    digits = sum(map(str.isdigit, value))
    return any(map(str.isalpha, value)) and digits >= (1 if len(value) <= 20 else 2)


def _is_choppy(value: str) -> bool:
    return _piece(value) <= (_RANDOM_PIECE if len(value) >= 16 else _SHORT_RANDOM_PIECE)


def _piece(value: str) -> float:
    """The mean length of the words in camel case, numbers and signs that it falls into: see _RANDOM_PIECE."""
    return len(value) / max(1, len(_PIECE.findall(value)))


def _is_unspeakable(value: str) -> bool:
    """Letters of one case, perhaps digits, with seven consonants in a row, as no language has them."""
    return value.isalnum() and (value.isupper() or value.islower()) and _CONSONANTS.search(value) is not None


def _changes(value: str) -> float:
    """How often, from one character to the next, the kind (upper, lower, digit, sign) changes: 0 to 1.

    Random base62 changes at about 0.62 of the places, words in camel case at 0.4 or less.
    """
    kinds = [0 if c.islower() else 1 if c.isupper() else 2 if c.isdigit() else 3 for c in value]
    return sum(a != b for a, b in pairwise(kinds)) / max(1, len(value) - 1)
