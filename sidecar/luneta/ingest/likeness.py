"""Whether two texts say the same: by the runs of words that they share."""

import zlib
from urllib.parse import parse_qsl, urlencode, urlsplit

from luneta.ingest.lexicon import words_of

#: Words of a run: long enough that two texts which share many were not written apart.
RUN = 4
#: From this share of the shorter text's runs on, one repeats the other; from the lower one on, they are worth a link.
SAME, NEAR = 0.6, 0.2
#: Parameters of links that only say how somebody came to the page.
_TRACKING = ("utm_", "fbclid", "gclid", "ref", "mc_cid", "mc_eid", "igshid")


def runs_of(text: str) -> frozenset[int]:
    """The runs of words of a text, as numbers."""
    words = words_of(text)
    ends = range(max(len(words) - RUN + 1, min(len(words), 1)))
    return frozenset(zlib.crc32(" ".join(words[at : at + RUN]).encode()) for at in ends)


def likeness(one: frozenset[int], other: frozenset[int]) -> float:
    """The share of the runs of the shorter one that stand in the other, 0 to 1."""
    fewer = min(len(one), len(other))
    return len(one & other) / fewer if fewer else 0.0


def address(url: str) -> str:
    """A link without what does not tell pages apart: scheme, `www.`, tracking parameters, fragment, a last slash."""
    parts = urlsplit(url.strip())
    if not parts.netloc:
        return ""
    host = parts.netloc.lower().removeprefix("www.")
    kept = [(key, value) for key, value in parse_qsl(parts.query) if not key.lower().startswith(_TRACKING)]
    return f"{host}{parts.path.rstrip('/')}" + (f"?{urlencode(kept)}" if kept else "")
