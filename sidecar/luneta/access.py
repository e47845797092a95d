"""May this connection in? Pure: what a request says of itself, against what it must say.

Any web page in the user's browser can reach a port of this machine, and, by a name that is made to lead here (DNS
rebinding), read what it answers. Hence the three tests; there is no switch that weakens one.
"""

import hmac

#: What Obsidian's windows call themselves. Programs that are no browser say nothing.
ORIGIN = "app://obsidian.md"
_LOOPBACK = ("127.0.0.1", "localhost", "[::1]")


def may_connect(origins: list[str], hosts: list[str], port: int) -> bool:
    """By all values of the headers Origin and Host, for a server on this port: no Origin or exactly Obsidian's, and one
    Host that is a loopback address with this port."""
    if origins not in ([], [ORIGIN]):
        return False
    return len(hosts) == 1 and hosts[0].lower() in tuple(f"{name}:{port}" for name in _LOOPBACK)


def is_token(given: str, token: str) -> bool:
    """Whether this is the token, found out in a time that does not tell how much of it is right. None is nobody's."""
    return bool(token) and hmac.compare_digest(given.encode("utf-8", "surrogatepass"), token.encode())
