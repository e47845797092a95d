"""Where Luneta keeps what belongs to a vault on this machine. Paths as text and the standard library alone: programs
that must answer in milliseconds ask here, and `config` does too.
"""

import hashlib
import os
import re
import unicodedata

from luneta.core.patterns import other_case


def user_folder(variable: str, kind: str) -> str:
    """The folder of this environment variable, else the user's own for Luneta: of the `kind` "cache" or "config"."""
    override = os.environ.get(variable)
    if override:
        return os.path.abspath(os.path.expanduser(override))
    import platformdirs  # 5 ms, and not needed where the environment decides

    find = platformdirs.user_cache_dir if kind == "cache" else platformdirs.user_config_dir
    return find("luneta", appauthor=False)


def vault_id(root: "str | os.PathLike[str]") -> str:
    """A name for this vault on this machine: its folder's name, readable, and 16 hex digits of its real path.

    The same for every way of writing the path: through links, composed or decomposed, and in another letter case
    where case does not count.
    """
    real = os.fsencode(os.path.realpath(root)).decode("utf-8", "surrogateescape")  # whatever the locale
    path = unicodedata.normalize("NFC", real)
    if _same_folder(real, other_case(real)):
        path = path.casefold()
    name = unicodedata.normalize("NFC", os.path.basename(real))
    slug = re.sub(r"[^\w-]+", "-", name)[:40].strip("-") or "vault"
    return f"{slug}-{hashlib.sha256(path.encode('utf-8', 'surrogateescape')).hexdigest()[:16]}"


def index_folder(root: "str | os.PathLike[str]") -> str:
    """The folder of this vault's index and run file; it may not exist."""
    return os.path.join(user_folder("LUNETA_CACHE_DIR", "cache"), vault_id(root))


def _same_folder(one: str, other: str) -> bool:
    try:
        return os.path.samefile(one, other)
    except (OSError, ValueError):
        return False
