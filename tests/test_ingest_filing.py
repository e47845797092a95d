"""Filing changes a vault as told, can be killed at any moment, and can be taken back to the byte."""

import contextlib
import json
import os
import signal as signals
import subprocess
import sys
import unicodedata
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from cli_runs import PACKAGE_ROOT, POSIX_ONLY
from luneta import config
from luneta.errors import UsageError
from luneta.ingest.filing import Filing
from luneta.ingest.placing import UNFINISHED
from luneta.ingest.profile import default_profile
from luneta.ingest.routing import Decision, Route, decide
from luneta.ingest.signals import Signal

DAY = date(2026, 3, 4)
PROFILE = default_profile()
REVIEW = PROFILE.review_note


def decision(title: str, route: Route = "file", text: str = "Text.", folder: str = "Areas/Software") -> Decision:
    signal = Signal(title, text, f"https://a.example/{title}")
    return Decision(signal, decide(signal, PROFILE).score, route, folder)


@pytest.fixture
def vault(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("LUNETA_CACHE_DIR", str(tmp_path / "cache"))
    monkeypatch.setenv("LUNETA_CONFIG_DIR", str(tmp_path / "config"))
    (tmp_path / "vault" / "Areas").mkdir(parents=True)
    (tmp_path / "vault" / "Areas" / "Own.md").write_text("mine")
    return tmp_path / "vault"


def state(vault: Path) -> dict[str, bytes | None]:
    """Every file and folder of the vault."""
    return {
        path.relative_to(vault).as_posix(): path.read_bytes() if path.is_file() else None
        for path in sorted(vault.rglob("*"))
    }


def test_undo_restores_the_vault_to_the_byte_and_removes_only_folders_it_made(vault: Path) -> None:
    before = state(vault)
    done = Filing(vault, PROFILE).apply([decision("One"), decision("Two"), decision("Three", "review")], DAY)
    assert sorted(done.filed) == ["Areas/Software/One.md", "Areas/Software/Two.md"]
    assert done.queued == 1
    assert (vault / REVIEW).exists()
    Filing(vault, PROFILE).undo()
    assert state(vault) == before
    with pytest.raises(UsageError, match="no run"):
        Filing(vault, PROFILE).undo()


def test_a_folder_that_was_there_or_that_got_something_of_the_users_stays(vault: Path) -> None:
    (vault / "Areas" / "Security").mkdir()
    Filing(vault, PROFILE).apply([decision("One"), decision("Two", folder="Areas/Security")], DAY)
    (vault / "Areas" / "Software" / "mine.txt").write_text("mine")
    Filing(vault, PROFILE).undo()
    assert set(state(vault)) == {"Areas", "Areas/Own.md", "Areas/Security", "Areas/Software", "Areas/Software/mine.txt"}


def test_a_changed_note_stays_is_told_of_and_is_not_filed_again(vault: Path) -> None:
    Filing(vault, PROFILE).apply([decision("One")], DAY)
    (vault / "Areas/Software/One.md").write_text("changed")
    done = Filing(vault, PROFILE).undo()
    assert done.left == ["Areas/Software/One.md was changed since and stays."]
    assert (vault / "Areas/Software/One.md").read_text() == "changed"
    assert Filing(vault, PROFILE).apply([decision("One")], DAY).filed == []


def test_runs_are_taken_back_one_after_the_other(vault: Path) -> None:
    before = state(vault)
    Filing(vault, PROFILE).apply([decision("One")], DAY)
    between = state(vault)
    Filing(vault, PROFILE).apply([decision("Two")], DAY)
    Filing(vault, PROFILE).undo()
    assert state(vault) == between
    Filing(vault, PROFILE).undo()
    assert state(vault) == before


def test_a_second_run_of_the_same_signals_does_nothing(vault: Path) -> None:
    all_of_them = [decision("One"), decision("Two", "review")]
    Filing(vault, PROFILE).apply(all_of_them, DAY)
    after = state(vault)
    done = Filing(vault, PROFILE).apply(all_of_them, DAY)
    assert (done.filed, done.queued) == ([], 0)
    assert state(vault) == after


def test_names_differ_by_more_than_letter_case_and_accents_and_never_overwrite(vault: Path) -> None:
    (vault / "Areas/Software").mkdir()
    (vault / "Areas/Software" / unicodedata.normalize("NFD", "AÇÃO.md")).write_text("mine")
    titles = ["ação", "Ação", "AÇÃO"]
    filed = (
        Filing(vault, PROFILE).apply([decision(title, text=f"Text {n}") for n, title in enumerate(titles)], DAY).filed
    )
    names = [unicodedata.normalize("NFC", path).casefold() for path in filed]
    assert sorted(names) == [f"areas/software/ação {n}.md" for n in (2, 3, 4)]
    assert (vault / "Areas/Software" / unicodedata.normalize("NFD", "AÇÃO.md")).read_text() == "mine"


def test_the_order_of_the_signals_does_not_matter(vault: Path) -> None:
    some = [decision("Same title", text=f"Text {n} " * n) for n in range(1, 6)]
    Filing(vault, PROFILE).apply(some, DAY)
    one = state(vault)
    Filing(vault, PROFILE).undo()
    Filing(vault, PROFILE).apply(some[::-1], DAY)
    assert state(vault) == one


@POSIX_ONLY
@pytest.mark.parametrize("link", ["Areas/Software", "Inbox", REVIEW])
def test_a_link_that_leads_out_of_the_vault_is_refused_before_anything_is_written(
    vault: Path, tmp_path: Path, link: str
) -> None:
    (tmp_path / "outside").mkdir()
    (vault / link).parent.mkdir(parents=True, exist_ok=True)
    (vault / link).symlink_to(tmp_path / "outside" / ("x.md" if link == REVIEW else ""))
    before = state(vault)
    with pytest.raises(UsageError, match="leads out of the vault"):
        Filing(vault, PROFILE).apply([decision("One"), decision("Two", "review")], DAY)
    assert state(vault) == before
    assert list((tmp_path / "outside").iterdir()) == []


def test_a_file_where_a_folder_should_be_is_told(vault: Path) -> None:
    (vault / "Areas/Software").write_text("a file")
    with pytest.raises(UsageError, match="Software is a file"):
        Filing(vault, PROFILE).apply([decision("One")], DAY)


# The review note


def edited(vault: Path, change: "list[tuple[str, str]]") -> None:
    text = (vault / REVIEW).read_bytes().decode()
    for old, new in change:
        assert old in text
        text = text.replace(old, new)
    (vault / REVIEW).write_bytes(text.encode())


def test_checked_entries_are_filed_deleted_ones_forgotten_and_all_else_stays(vault: Path) -> None:
    Filing(vault, PROFILE).apply([decision(name, "review") for name in ("One", "Two", "Three")], DAY)
    lines = (vault / REVIEW).read_text().splitlines()
    entries = {name: next(line for line in lines if f"[{name}]" in line) for name in ("One", "Two", "Three")}
    mine = ["my words", entries["Three"], "", f"  {entries['One'].replace('[ ]', '[x]')}", "- [x] my own task", "end"]
    (vault / REVIEW).write_bytes("\r\n".join(mine).encode())
    before = state(vault)

    asked = Filing(vault, PROFILE).review(DAY, apply=False)
    assert (asked.filed, asked.forgotten, asked.waiting) == (["One"], 1, 1)
    assert state(vault) == before

    done = Filing(vault, PROFILE).review(DAY, apply=True)
    assert len(done.filed) == 1
    assert (vault / done.filed[0]).read_text("utf-8").startswith("---\ntitle: One\n")
    kept = ["my words", entries["Three"], "", "- [x] my own task", "end"]
    assert (vault / REVIEW).read_bytes() == "\r\n".join(kept).encode()
    again = [decision(name, "review") for name in ("One", "Two", "Three")]
    assert Filing(vault, PROFILE).apply(again, DAY).queued == 0  # filed, refused, waiting: none is asked about again

    Filing(vault, PROFILE).undo()
    text = (vault / REVIEW).read_bytes().decode()
    assert not (vault / done.filed[0]).exists()
    assert all(text.count(f"[{name}]") == 1 for name in ("One", "Two", "Three"))
    assert text.startswith("\r\n".join(kept))


def test_without_a_review_note_there_is_nothing_to_review(vault: Path) -> None:
    with pytest.raises(UsageError, match="There is no review note"):
        Filing(vault, PROFILE).review(DAY, apply=True)


def test_a_checked_entry_that_nobody_knows_stays(vault: Path) -> None:
    Filing(vault, PROFILE).apply([decision("One", "review")], DAY)
    edited(vault, [("- [ ] ", f"- [x] not mine ^{'0' * 12}\n- [ ] ")])
    done = Filing(vault, PROFILE).review(DAY, apply=True)
    assert done.filed == []
    assert "1 checked entries are not known" in done.left[0]
    assert "not mine" in (vault / REVIEW).read_text()


# Records


def test_the_log_of_what_was_discarded_is_private_and_holds_no_text(vault: Path) -> None:
    Filing(vault, PROFILE).apply([decision("Ad", "discard", "secret body")], DAY)
    log = config.index_dir(vault) / "ingest" / "discarded.jsonl"
    assert json.loads(log.read_text())["title"] == "Ad"
    assert "secret body" not in log.read_text()
    if os.name == "posix":
        assert {path.stat().st_mode & 0o077 for path in log.parent.iterdir()} == {0}


def test_two_runs_at_once_do_not_mix(vault: Path) -> None:
    from filelock import FileLock

    folder = config.index_dir(vault) / "ingest"
    config.ensure_private_dir(folder)
    with FileLock(folder / "lock"), pytest.raises(UsageError, match="Another luneta ingest is at work"):
        Filing(vault, PROFILE).apply([decision("One")], DAY)


KILLED = """
import os, signal, sys
from datetime import date
from pathlib import Path
import pytest
from luneta.ingest.filing import Filing
sys.path.insert(0, TESTS)
from test_ingest_filing import PROFILE, decision
left = int(sys.argv[2])
def audit(event, arguments):
    # Each call to the system that changes a disk is a moment to die at.
    global left
    if event in ("open", "os.mkdir", "os.rename", "os.remove", "os.link", "os.rmdir"):
        left -= 1
        if left == 0:
            os.kill(os.getpid(), signal.SIGKILL)
work = [decision(f"Note {n}") for n in range(4)] + [decision(f"Ask {n}", "review") for n in range(3)]
filing = Filing(Path(sys.argv[1]), PROFILE)
sys.addaudithook(audit)
filing.apply(work, date(2026, 3, 4))
print("whole")
"""


@POSIX_ONLY
def test_a_run_killed_at_any_moment_leaves_whole_notes_and_can_be_taken_back(vault: Path) -> None:
    before = state(vault)
    script = KILLED.replace("TESTS", repr(str(Path(__file__).parent)))
    whole = {decision(f"Note {n}").signal.title for n in range(4)}
    moment, killed = 1, 0
    while True:
        done = subprocess.run(
            [sys.executable, "-c", script, str(vault), str(moment)],
            env=os.environ | {"PYTHONPATH": str(PACKAGE_ROOT)},
            capture_output=True,
            check=False,
        )
        if done.returncode == 0:
            break
        assert done.returncode == -signals.SIGKILL, done.stderr.decode()
        killed += 1
        for path in vault.rglob("*.md"):
            text = path.read_text("utf-8")
            assert path.stem not in whole or text.endswith("Text.\n"), f"half a note after {moment} calls"
        if (vault / REVIEW).exists() or len(state(vault)) > len(before):
            with pytest.raises(UsageError, match="undo"):
                Filing(vault, PROFILE).apply([decision("Other")], DAY)
        with contextlib.suppress(UsageError):  # killed before it began: there is no run
            Filing(vault, PROFILE).undo()
        assert state(vault) == before, f"killed after {moment} calls"
        moment += 3
    assert killed > 10
    assert not list(vault.rglob(UNFINISHED))


def test_a_half_line_at_the_end_of_the_journal_tells_of_nothing(vault: Path) -> None:
    Filing(vault, PROFILE).apply([decision("One")], DAY)
    journal = config.index_dir(vault) / "ingest" / "journal.jsonl"
    with journal.open("ab") as file:
        file.write(b'{"do":"file","path":"Areas/Own.m')
    assert Filing(vault, PROFILE).undo().removed == ["Areas/Software/One.md"]
    assert (vault / "Areas/Own.md").read_text() == "mine"


def test_a_known_signal_is_not_filed(vault: Path) -> None:
    known = replace(decision("One"), route="known", like="Areas/Own.md")
    assert Filing(vault, PROFILE).apply([known], DAY).filed == []
