"""What a name promises: `db_password`, `API key`, `chave secreta`, `client-secret` stand in front of secrets;
`public key`, `key id`, `password_hash`, `next_page_token` do not.
"""

import re
from typing import Literal

from luneta.core.redact_value import is_encoded_text, is_hex, is_password, is_random, is_uuid, is_wordy

#: What is expected behind the name. `password`: what a person chose. `secret`: either. `key`: what a machine made,
#: behind a name that means a credential. `maybe`: the same behind a name that often means something else.
Promise = Literal["password", "secret", "key", "maybe"]

#: How name and value are joined: by a sign, by a verb or a dash (so that the value must speak for itself), or by
#: standing near each other.
Joint = Literal["told", "said", "near"]

#: The words a name is found by, in lower case. Each is looked for in the whole text.
WORDS = (
    b"pass",
    b"pwd",
    b"pw",
    b"senha",
    b"contrase",
    b"secret",
    b"segredo",
    b"credential",
    b"token",
    b"key",
    b"chave",
    b"auth",
)

_PASS_WORD = re.compile(r"(?:word|wd|phrase|code|wort|key)s?|e(?![a-z])")
_STRONG_LEFT = re.compile(
    r"(?:api|access|secret|private|o?auth|app|application|client|account|shared|master|sign(?:ing)?|(?:en|de)crypt(?:ion)?"
    r"|session|service|admin|bot|refresh|bearer|personal|deploy|webhook|licen[cs]e|subscription|write|read|ingest|rest"
    r"|consumer|server|github|gitlab|slack|npm|pypi|discord|telegram|stripe|openai|anthropic|aws|azure|google|cloudflare"
    r"|twilio|notion|jwt|vault)[_\-. ]?$"
)
_STRONG_RIGHT = re.compile(
    r"\b(?:d[eao] )?(?:api|acesso|access|secret[ao]?|privad[ao]|autentica\S*|criptografia|mestr[ae])\b"
)
_PUBLIC_LEFT = re.compile(
    r"(?:public|pub|publishable|primary|foreign|unique|cache|partition|sort|shortcut|hot|idempotency|host|index|composite"
    r"|object|row|map|group|react|translation|i18n|lookup|design|color|syntax|next|page|starting|change|continuation|cursor|sync"
    r"|cancel(?:lation)?|arrow|enter|no|not|answer|registry|dedup|commit|hash|sha|md5|track|routing|shard|bucket|s3|trans"
    r"|p.blica|prim.ria|estrangeira|press|modifier|websocket)[_\-. ]?$"
)
_ELSE_RIGHT = re.compile(
    r"(?:^|[_\-. (/])(?:ids?|identifiers?|names?|types?|ur[il]s?|path|file|filename|field|input|length|len|hash(?:ed)?"
    r"|digest|policy|hint|label|placeholder|count|limit|size|min|max|expir\w*|ttl|age|reset|manager|format|refs?|rotation"
    r"|alias|fingerprint|usage|index|event|press|down|up|strokes?|words?|points?|frames?|board|map|generat\w*|valid\w*"
    r"|verif\w*|check|confirm\w*|strength|regex|pattern|prompt|form|error|class|button|icon|element|selector|endpoint"
    r"|store|protected|required|enabled|commits?|change[ds]?|changelog|version|sha|md5|arn|at|public|p.blica|algorithm"
    r"|alg|rules?|scope|provider|method|mode|scheme|handler)(?:[_\-. ]|$)"
)
_ELSE_GLUED = re.compile(
    r"(?:id|name|type|ur[il]|path|file|field|input|length|hash|hint|label|size|count|code|expiry|expires|pattern|ref|pair)s?$"
)
_TAIL_LETTERS = re.compile(r"s?(?:value|string|prod|dev|test|live|staging|base64|b64|hex|[0-9]{1,3})?(?![a-z])")
#: Bits of a machine's key, in characters.
_LEAST = {"password": 12, "secret": 12, "key": 12, "maybe": 20}
_COMMIT_LENGTHS = (40, 64)


def promise(word: str, left: str, right: str) -> Promise | None:
    """What a name promises that is made of `left`, one of WORDS and `right`, all in lower case; None: no secret.

    `left` ends in a space where a new word of camel case begins.
    """
    glued = left[-1:].isalpha()
    if word == "pass":
        rest = _PASS_WORD.match(right)
        if not rest and (glued or right[:1].isalpha()):
            return None
        right = right[rest.end() :] if rest else right
    if glued and (word == "pw" or (word in ("key", "auth", "chave") and not _STRONG_LEFT.search(left))):
        return None
    if not _TAIL_LETTERS.match(right) or _ELSE_RIGHT.search(right) or _ELSE_GLUED.search(right.split(" ")[0]):
        return None
    if word in ("pass", "pwd", "pw", "senha", "contrase"):
        return "password"
    if word in ("secret", "segredo", "credential"):
        return "secret"
    if _PUBLIC_LEFT.search(left):
        return None
    if word == "auth" and left.endswith("_"):
        return "key"
    return "key" if _STRONG_LEFT.search(left) or _STRONG_RIGHT.search(right) else "maybe"


def keeps(kind: Promise, value: str, how: Joint, *, quoted: bool) -> str:
    """The name of the pattern if `value` is what was promised, or nothing."""
    if is_hex(value) and len(value) >= 32:
        commit = len(value) in _COMMIT_LENGTHS and how != "told" and kind == "maybe"
        return "" if commit else "high-entropy-hex"
    if is_uuid(value):
        return "secret-assignment" if kind != "maybe" and how == "told" else ""
    random = is_random(value, 16 if kind == "maybe" and how == "told" else _LEAST[kind], quoted=quoted)
    if kind == "password":
        return "password-assignment" if random or _chosen(value, how, quoted=quoted) else ""
    if random:
        return "" if kind == "maybe" and is_encoded_text(value) else "secret-assignment"
    if kind != "secret" or len(value) < 8 or not any(map(str.isdigit, value)) or is_wordy(value, 0.6):
        return ""
    return "secret-assignment" if _chosen(value, how, quoted=quoted) else ""


def _chosen(value: str, how: Joint, *, quoted: bool) -> bool:
    digits = any(map(str.isdigit, value))
    if how == "said" and not quoted and not (len(value) >= 6 and digits):
        return False
    if how == "near" and not (len(value) >= 8 and digits and _kinds(value) >= 3):
        return False
    return is_password(value, quoted=quoted)


def _kinds(value: str) -> int:
    """Of lower case, upper case, digits and signs, how many there are."""
    return len({0 if c.islower() else 1 if c.isupper() else 2 if c.isdigit() else 3 for c in value})
