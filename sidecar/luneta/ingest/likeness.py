"""Whether two links lead to the same page, and from which likeness of texts on a link between them is worth it."""

import re
from urllib.parse import parse_qsl, urlencode, urlsplit

#: From this share of the shorter text's runs of words on (core/likeness.py), two texts are worth a link.
NEAR = 0.2
#: Parameters of links that only say how somebody came to the page.
_TRACKING = re.compile(r"utm_\w*|fbclid|gclid|ref|ref_src|source|mc_cid|mc_eid|igshid|si", re.IGNORECASE)


def address(url: str) -> str:
    """A web link without what does not tell pages apart: scheme, `www.`, tracking parameters and their order,
    fragment, a last slash. "" for what is no link."""
    try:
        parts = urlsplit(url.strip())
        host = (parts.hostname or "") + (f":{parts.port}" if parts.port not in (None, 80, 443) else "")
    except ValueError:  # half an address of IPv6, a port that is no number
        return ""
    if parts.scheme not in ("http", "https") or not host:
        return ""
    kept = sorted(pair for pair in parse_qsl(parts.query) if not _TRACKING.fullmatch(pair[0]))
    return f"{host.removeprefix('www.')}{parts.path.rstrip('/')}" + (f"?{urlencode(kept)}" if kept else "")
