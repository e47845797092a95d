"""luneta.cli.index: `luneta index`, Ctrl-C and the live bar."""

import json
import re
import signal
from pathlib import Path

import pytest

from cli_runs import NOTES, POSIX_ONLY, Home, kitchen, on_a_terminal, write_notes


@pytest.fixture
def home() -> Home:
    return kitchen()


def test_index_reports_what_it_did(home: Home) -> None:
    assert home.report["notes"] == len(NOTES)
    assert home.report["changed"] == len(NOTES)
    assert (home.report["skipped"], home.report["failed"], home.report["interrupted"]) == (0, 0, False)
    assert home.report["encoded"] == home.report["chunks"] >= len(NOTES)
    again = home.answer("index")
    assert (again["encoded"], again["changed"], again["chunks"]) == (0, 0, home.report["chunks"])
    full = home.answer("index", "--full")
    assert (full["notes"], full["encoded"]) == (len(NOTES), 0)  # read again, and found to be the same


def test_index_for_a_person(home: Home) -> None:
    done = home.run("index")
    assert done.returncode == 0
    assert done.stdout.decode().startswith(
        f"{len(NOTES)} notes, {home.report['chunks']} chunks in the index. This run: nothing"
    )
    assert done.stderr == b""


@POSIX_ONLY
def test_ctrl_c_finishes_the_note_at_hand_and_the_next_run_goes_on(home: Home, tmp_path: Path) -> None:
    many = 3000
    text = "\n\n".join(f"## Part {part}\n\n" + f"words about the subject number {part} " * 20 for part in range(4))
    write_notes(tmp_path, {f"{number % 20}/{number}.md": f"# Note {number}\n\n{text}" for number in range(many)})
    process = home.start("index", "--vault", str(tmp_path), "--json")
    assert process.stderr is not None
    first = process.stderr.readline().decode()  # "500 of 3000 notes, ..."
    assert first.split(" of ")[1].startswith(f"{many} notes, ")
    process.send_signal(signal.SIGINT)
    output, messages = process.communicate(timeout=60)
    report = json.loads(output)
    assert (process.returncode, report["interrupted"]) == (130, True)
    assert 500 <= report["notes"] < many
    assert b"Traceback" not in messages
    assert b"the next `luneta index` goes on from there" in messages
    assert home.answer("status", "--vault", str(tmp_path))["notes"] == report["notes"]
    rest = json.loads(home.run("index", "--vault", str(tmp_path), "--json").stdout)
    assert (rest["notes"], rest["changed"], rest["interrupted"]) == (many, many - report["notes"], False)


@POSIX_ONLY
def test_a_second_ctrl_c_ends_at_once(home: Home) -> None:
    script = (
        "import os, signal\nfrom luneta.cli.index import stop_flag\n"
        "with stop_flag() as stop:\n"
        "    assert not stop()\n    os.kill(os.getpid(), signal.SIGINT)\n    assert stop()\n"
        "    os.kill(os.getpid(), signal.SIGINT)\n    print('still here')\n"
    )
    done = home.python(script)
    assert (done.returncode, done.stdout) == (130, b"")
    assert b"Ctrl-C again ends at once" in done.stderr


@POSIX_ONLY
def test_a_terminal_gets_a_live_bar_and_then_the_summary(home: Home, tmp_path: Path) -> None:
    write_notes(
        tmp_path, {f"{number}.md": f"# Note {number}\n\nWords about the subject {number}.\n" for number in range(40)}
    )
    code, shown = on_a_terminal(home, "index", "--vault", str(tmp_path), env={"TERM": "xterm-256color"})
    assert code == 0
    assert "\x1b[?25l" in shown  # the cursor is hidden while the bar lives
    assert shown.rindex("\x1b[?25h") > shown.rindex("\x1b[?25l")
    assert "Indexing" in shown
    assert "of 40 notes" in shown
    assert re.sub(r"\x1b\[\d*[AK]", "", shown).rstrip().splitlines()[-1].startswith("40 notes, 40 chunks in the index.")
