"""What a name promises: `db_password`, `API key`, `chave secreta`, `client-secret` stand in front of secrets;
`public key`, `key id`, `password_hash`, `next_page_token` do not.
"""

import re
from typing import Literal

from luneta.core.redact_value import is_encoded_text, is_hex, is_password, is_random, is_uuid, is_wordy

#: What is expected behind the name. `password`: what a person chose. `secret`: either. `key`: what a machine made,
#: behind a name that means a credential. `maybe`: the same behind a name that often means something else.
Promise = Literal["password", "secret", "key", "maybe"]

#: The words a name is found by, in lower case. Each is looked for in the whole text.
WORDS = (
    b"pass",
    b"pwd",
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
    r"|object|row|map|group|react|translation|i18n|lookup|design|color|syntax|next|page|continuation|cursor|sync"
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
    if word == "pass":
        rest = _PASS_WORD.match(right)
        if not rest and (right[:1].isalpha() or left[-1:].isalpha()):
            return None
        right = right[rest.end() :] if rest else right
    elif left[-1:].isalpha() and word in ("key", "auth", "chave") and not _STRONG_LEFT.search(left):
        return None
    if not _TAIL_LETTERS.match(right) or _ELSE_RIGHT.search(right) or _ELSE_GLUED.search(right.split(" ")[0]):
        return None
    if word in ("pass", "pwd", "senha", "contrase"):
        return "password"
    if word in ("secret", "segredo", "credential"):
        return "secret"
    if _PUBLIC_LEFT.search(left):
        return None
    return "key" if _STRONG_LEFT.search(left) or _STRONG_RIGHT.search(right) else "maybe"


def keeps(kind: Promise, value: str, *, quoted: bool, said: bool) -> str:
    """The name of the pattern if `value` is what was promised, or nothing.

    `said`: only words, or nothing at all, stand between name and value, so that it must speak for itself.
    """
    if is_hex(value) and len(value) >= 32:
        plain = said and len(value) in _COMMIT_LENGTHS
        return "" if plain else "high-entropy-hex"
    if is_uuid(value):
        return "secret-assignment" if kind != "maybe" and not said else ""
    least = 16 if kind == "maybe" and not said else _LEAST[kind]
    random = is_random(value, least, quoted=quoted)
    if kind == "password":
        return "password-assignment" if random or _chosen(value, quoted=quoted, said=said) else ""
    if random:
        return "" if kind == "maybe" and is_encoded_text(value) else "secret-assignment"
    if kind != "secret" or len(value) < 8 or not any(map(str.isdigit, value)) or is_wordy(value, 0.6):
        return ""
    return "secret-assignment" if _chosen(value, quoted=quoted, said=said) else ""


def _chosen(value: str, *, quoted: bool, said: bool) -> bool:
    if said and not quoted and (len(value) < 6 or value.isalpha() or not any(map(str.isdigit, value))):
        return False
    return is_password(value, quoted=quoted)
