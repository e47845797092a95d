"""Who is let in, by what a connection says of itself. (With sockets: cases/test_server.py.)"""

import pytest

from luneta.access import ORIGIN, is_token, may_connect

PORT = 4321
HERE = [f"127.0.0.1:{PORT}"]


@pytest.mark.parametrize("host", [f"127.0.0.1:{PORT}", f"localhost:{PORT}", f"LOCALHOST:{PORT}", f"[::1]:{PORT}"])
def test_loopback_by_any_of_its_names(host: str) -> None:
    assert may_connect([ORIGIN], [host], PORT)
    assert may_connect([], [host], PORT)


@pytest.mark.parametrize(
    "origins",
    [
        ["https://evil.example"],
        ["app://obsidian.md.evil.example"],
        ["app://obsidian.md/"],
        ["app://obsidian.mdx"],
        ["xapp://obsidian.md"],
        ["App://obsidian.md"],
        [" app://obsidian.md"],
        ["null"],
        [""],
        [ORIGIN, ORIGIN],
        [ORIGIN, "https://evil.example"],
        ["http://127.0.0.1:4321"],
    ],
)
def test_any_other_origin_is_refused(origins: list[str]) -> None:
    assert not may_connect(origins, HERE, PORT)


@pytest.mark.parametrize(
    "hosts",
    [
        [],
        HERE + HERE,
        ["evil.example:4321"],
        ["127.0.0.1"],
        ["127.0.0.1:4322"],
        ["127.0.0.1:43210"],
        ["127.0.0.1:4321.evil.example"],
        ["127.0.0.1.evil.example:4321"],
        ["localhost.evil.example:4321"],
        ["127.0.0.2:4321"],
        ["0.0.0.0:4321"],
        ["[::]:4321"],
        ["127.1:4321"],
        [""],
    ],
)
def test_any_other_host_is_refused(hosts: list[str]) -> None:
    assert not may_connect([], hosts, PORT)


@pytest.mark.parametrize(
    ("given", "right"), [("token", True), ("Token", False), ("toke", False), ("", False), ("\ud800", False)]
)
def test_only_the_token_is_the_token(given: str, right: bool) -> None:
    assert is_token(given, "token") is right


def test_no_token_is_nobodys() -> None:
    assert not is_token("", "")
