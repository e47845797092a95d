"""luneta.cli.stream: what comes out, in any locale, whoever reads."""

import json
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from cli_runs import POSIX_ONLY, Home, kitchen, paths


@pytest.fixture
def home() -> Home:
    return kitchen()


LOCALES = [
    {"PYTHONIOENCODING": "cp1252"},
    {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"},
    {"LC_ALL": "POSIX"},
    {"PYTHONUTF8": "1"},
]


@pytest.mark.parametrize("locale", LOCALES)
def test_output_is_utf8_whatever_the_locale(home: Home, locale: Mapping[str, str]) -> None:
    found = json.loads(home.run("search", "clapper", "--json", env=locale).stdout.decode())
    assert found["hits"][0]["title"] == "Film → 🎬"
    assert "1.  Film → 🎬\n" in home.run("search", "clapper", env=locale).stdout.decode()
    refused = home.run("search", "x", "--folder", "../é", env=locale)
    assert "../é" in refused.stderr.decode()


@POSIX_ONLY
@pytest.mark.parametrize("locale", LOCALES[1:3])
def test_a_query_is_read_as_utf8_and_bad_bytes_do_not_stop_it(home: Home, locale: Mapping[str, str]) -> None:
    found = json.loads(home.run("search", "ação".encode(), "--mode", "keyword", "--json", env=locale).stdout.decode())
    assert (found["query"], paths(found)) == ("ação", ["Ação e reação.md"])
    torn = home.run("search", b"linen \xff\xed\xa0\x80", "--json", env=locale)
    assert json.loads(torn.stdout.decode())["hits"][0]["path"] == "Kitchen/Bread.md"
    for words in ([b"related", b"\xff.md"], [b"config", b"get", b"\xff"], [b"\xff"], [b"status", b"--vault", b"\xff"]):
        done = home.run(*words, env=locale)
        assert done.returncode in (1, 2)
        assert b"Unexpected" not in done.stderr


@pytest.mark.parametrize("words", [["search", "clapper", "control"], ["search", "clapper", "--max-tokens", "500"]])
def test_escape_sequences_in_notes_do_not_reach_the_terminal(home: Home, words: list[str]) -> None:
    plain = home.run(*words).stdout.decode()
    assert "␛[31mred" in plain or "␛]0;owned␇" in plain
    assert not {"\x1b", "\x07", "\x9b"} & set(plain)
    machine = home.run(*words, "--json").stdout.decode()
    assert not {"\x1b", "\x07", "\x9b"} & set(machine)


@pytest.mark.parametrize("json_wanted", [True, False])
def test_a_reader_that_has_gone_is_no_error(home: Home, json_wanted: bool) -> None:
    with home.start("search", "tea", *(["--json"] if json_wanted else [])) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(60) == 0


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full, a device that is always full")
@pytest.mark.parametrize("words", [["search", "tea"], ["search", "tea", "--json"], ["help"]])
def test_a_full_disk_is_said(home: Home, words: list[str]) -> None:
    with open("/dev/full", "wb") as full:
        command = [sys.executable, "-m", "luneta", *words]
        done = subprocess.run(
            command, cwd=home.vault, env=home.environment, stdout=full, stderr=subprocess.PIPE, check=False, timeout=60
        )
    assert done.returncode == 1
    assert done.stderr.startswith(b"luneta: Cannot write the output: ")
