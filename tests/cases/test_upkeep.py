"""The index follows the vault: every change is seen, nothing is lost, and nothing is done twice."""

import json
import os
import shutil
import sys
import unicodedata
from pathlib import Path

import pytest

from cases.trial_vault import OTHERS, PAD, Form, TrialVault
from luneta.errors import UsageError, VaultError
from luneta.notepath import case_insensitive

POSIX = pytest.mark.skipif(os.name != "posix", reason="Windows has no time of a file's last change of state")


def assert_found(vault: TrialVault, word: str, *paths: str) -> None:
    """The postings find the word in these notes, and no others."""
    assert sorted(vault.by_words(word)) == sorted(paths), word


def assert_nowhere(vault: TrialVault, word: str) -> None:
    """Neither found by the postings nor shown in any answer."""
    assert vault.by_words(word) == []
    for mode in ("hybrid", "semantic", "names"):
        assert word not in vault.shown(word, mode=mode, limit=1000)


def _edit_in_secret(vault: TrialVault) -> None:
    """alpha becomes omega: same size, same stamp of the last edit."""
    file = vault.root / "Note.md"
    before = file.stat()
    file.write_bytes(file.read_bytes().replace(b"alpha", b"omega"))
    os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns))
    after = file.stat()
    assert (after.st_size, after.st_mtime_ns) == (before.st_size, before.st_mtime_ns)


@pytest.mark.parametrize("how", ["event", "full", pytest.param("run", marks=POSIX)])
def test_i1_an_edit_of_the_same_size_and_stamp(vault: TrialVault, how: str) -> None:
    """An edit that left size and time alone was never seen."""
    vault.write("Note.md", f"The word is alpha. {PAD}\n")
    vault.write_all(OTHERS)
    vault.index()
    assert_found(vault, "alpha", "Note.md")
    _edit_in_secret(vault)
    if how == "event":
        vault.engine.index_notes(["Note.md"])
    else:
        vault.index(full=how == "full")
    assert_found(vault, "omega", "Note.md")
    assert_nowhere(vault, "alpha")


def test_i1_an_older_file_put_back(vault: TrialVault, tmp_path: Path) -> None:
    """A restored backup is older than what the index has of it."""
    vault.write("Note.md", f"The word is alpha. {PAD}\n")
    backup = tmp_path / "backup.md"
    shutil.copy2(vault.root / "Note.md", backup)
    os.utime(backup, (1_000_000_000, 1_000_000_000))
    vault.write("Note.md", f"The word is omega. {PAD}\n")
    vault.index()
    shutil.copy2(backup, vault.root / "Note.md")
    vault.index()
    assert_found(vault, "alpha", "Note.md")
    assert_nowhere(vault, "omega")


def test_i1_two_notes_swap_their_names(vault: TrialVault) -> None:
    """Same sizes, and each keeps its stamp."""
    one, two, aside = (vault.root / name for name in ("One.md", "Two.md", "aside"))
    vault.write("One.md", f"The word is alpha. {PAD}\n")
    vault.write("Two.md", f"The word is omega. {PAD}\n")
    for file in (one, two):
        os.utime(file, (1_700_000_000, 1_700_000_000))
    vault.index()
    one.rename(aside)
    two.rename(one)
    aside.rename(two)
    report = vault.index(full=os.name != "posix")
    assert_found(vault, "alpha", "Two.md")
    assert_found(vault, "omega", "One.md")
    assert report.notes == 2


@pytest.mark.parametrize("how", ["run", "events", "event of the new name"])
def test_i4_a_renaming_of_letter_case_only(vault: TrialVault, how: str) -> None:
    """`config.md` -> `Config.md` left two rows, or the old text."""
    vault.write("config.md", f"The word is alpha. {PAD}\n")
    vault.write_all(OTHERS)
    vault.index()
    (vault.root / "config.md").rename(vault.root / "Config.md")
    vault.write("Config.md", f"The word is omega. {PAD}\n")
    if how == "run":
        vault.index()
    elif how == "events":
        vault.engine.index_notes(["config.md", "Config.md"])
    else:
        vault.engine.index_notes(["Config.md"])
        if case_insensitive(vault.root):
            pytest.skip(
                "told only of the new name, a file system that ignores case keeps the old note till the next run"
            )
        vault.engine.index_notes(["config.md"])
    assert_found(vault, "omega", "Config.md")
    assert_nowhere(vault, "alpha")
    assert vault.status().notes == len(OTHERS) + 1


@pytest.mark.parametrize("event", ["NFC", "NFD"])
@pytest.mark.parametrize("disk", ["NFC", "NFD"])
def test_i4_a_path_in_two_unicode_forms(vault: TrialVault, disk: Form, event: Form) -> None:
    """The disk spells the name decomposed, the event names it composed: two rows for one file."""
    composed = "Ação/Résumé.md"
    file = vault.write(unicodedata.normalize(disk, composed), f"The word is alpha. {PAD}\n")
    vault.index()
    file.write_text(f"The word is omega. {PAD}\n")
    vault.engine.index_notes([unicodedata.normalize(event, composed)])
    assert_found(vault, "omega", composed)
    assert_nowhere(vault, "alpha")
    assert vault.index().changed == 0
    assert vault.status().notes == 1
    assert vault.related(composed) == []
    file.unlink()
    vault.engine.index_notes([unicodedata.normalize(event, composed)])
    assert vault.status().notes == 0


SECRET = "Confession: I ate the last marzipan."


def _with_diary(vault: TrialVault) -> None:
    vault.write_all(OTHERS)
    vault.write("Diary/Day.md", f"# Marzipan day\n\n{SECRET} See [[Hub]]. {PAD}\n")
    vault.write("Diary/sub/Night.md", f"---\naliases: [Marzipan]\n---\n{SECRET} {PAD}\n")
    vault.write("Hub.md", f"Confessions of the year, listed in [[Day]] and [[Night]]. {PAD}\n")
    vault.index()
    assert set(vault.by_words("marzipan")) == {"Diary/Day.md", "Diary/sub/Night.md"}
    assert {"Diary/Day.md", "Diary/sub/Night.md"} <= set(vault.related("Hub.md", limit=100))


def _assert_no_diary(vault: TrialVault) -> None:
    for resident in (False, True):
        vault.restart(resident=resident)
        for mode in ("hybrid", "keyword", "semantic", "names"):
            for query in ("marzipan", SECRET, '"the last marzipan"', "Night"):
                for options in ({}, {"folders": ("Diary",)}, {"max_tokens": 10_000}):
                    shown = vault.shown(query, mode=mode, limit=1000, **options)
                    assert "marzipan" not in shown.lower(), (mode, query, options)
                    assert "Diary" not in shown, (mode, query, options)
        for note in ("Hub.md", "Others/Bees.md"):
            for unlinked in (False, True):
                assert not any("Diary" in path for path in vault.related(note, limit=1000, unlinked=unlinked))
        for note in ("Diary/Day.md", "Diary/sub/Night.md"):
            with pytest.raises(UsageError, match="not in the index"):
                vault.related(note)


@pytest.mark.parametrize("rule", ["Diary", "/Diary/", "Di*"])
def test_i5_a_denied_folder_is_silent_at_once(vault: TrialVault, rule: str) -> None:
    """Notes of a folder denied a moment ago were still returned, by one way or another."""
    _with_diary(vault)
    vault.deny(rule)
    _assert_no_diary(vault)
    vault.write("Diary/Day.md", f"# Marzipan day\n\n{SECRET} And the last but one. {PAD}\n")
    vault.engine.index_notes(["Diary/Day.md"])
    _assert_no_diary(vault)
    vault.index()
    _assert_no_diary(vault)
    assert not any("marzipan" in text.lower() for text in vault.stored_texts()), "the next run removes what is denied"


def test_i5_a_folder_that_is_not_allowed(vault: TrialVault) -> None:
    _with_diary(vault)
    vault.configure("include", json.dumps(["Others", "Hub.md"]))
    _assert_no_diary(vault)
    vault.index()
    _assert_no_diary(vault)


def test_i5_obsidians_own_excluded_files(vault: TrialVault) -> None:
    (vault.root / ".obsidian").mkdir()
    _with_diary(vault)
    vault.write(".obsidian/app.json", json.dumps({"userIgnoreFilters": ["Diary/"]}))
    vault.configure("obsidian_excluded", "true")
    _assert_no_diary(vault)


def test_i5_from_the_terminal(vault: TrialVault) -> None:
    _with_diary(vault)
    vault.restart()
    assert vault.run("config", "add", "exclude", "Diary", "--vault", str(vault.root)).returncode == 0
    for words in (("search", "marzipan"), ("related", "Hub.md"), ("search", "marzipan", "--max-tokens", "9999")):
        printed = json.dumps(vault.run_json(*words)["hits"])
        assert "arzipan" not in printed
        assert "Diary" not in printed
    assert vault.run("related", "Diary/Day.md", "--vault", str(vault.root)).returncode == 2
    batch = vault.run("search", "--batch", "-", "--vault", str(vault.root), input=b"marzipan\nDay\n")
    assert [json.loads(line)["query"] for line in batch.stdout.splitlines()] == ["marzipan", "Day"]
    assert b"Diary" not in batch.stdout


def test_i5_allowed_again(vault: TrialVault) -> None:
    _with_diary(vault)
    vault.deny("Diary")
    vault.index()
    vault.configure("exclude", "")
    report = vault.index()
    assert report.changed == 2
    assert set(vault.by_words("marzipan")) == {"Diary/Day.md", "Diary/sub/Night.md"}
    assert vault.linked("Hub.md") == {"Diary/Day.md", "Diary/sub/Night.md"}


#: Locales that are not UTF-8: as a service has it, and with everything by which Python helps itself turned off.
LOCALES = {
    "C": {"LC_ALL": "C", "PYTHONIOENCODING": "cp1252"},
    "ASCII": {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "PYTHONIOENCODING": "cp1252"},
}


@pytest.mark.parametrize(("locale", "bad"), [("C", "Bad é.md"), ("ASCII", "Bad.md")])
def test_i6_a_bad_byte_costs_nothing_else(vault: TrialVault, locale: str, bad: str) -> None:
    """One byte that is no UTF-8 stopped the run; so did a locale that is not UTF-8."""
    env = LOCALES[locale]
    for number in range(9):
        vault.write(f"Good {number}.md", f"Zażółć gęślą jaźń → 🎬 {PAD} number {number}\n")
    vault.write(bad, b"A body about the harbour \xff and the sea, long enough to stand by itself.\n")
    report = vault.run_json("index", env=env)
    assert (report["notes"], report["failed"], report["skipped"]) == (10, 0, 0)
    found = {hit["path"] for hit in vault.run_json("search", "gesla", "--limit", "20", env=env)["hits"]}
    assert {f"Good {number}.md" for number in range(9)} <= found
    (problem,) = vault.run_json("status", env=env)["problems"]
    assert (problem["path"], problem["kind"]) == (bad, "partial")
    harbour = vault.run_json("search", "harbour", "--mode", "keyword", env=env)
    assert [hit["path"] for hit in harbour["hits"]] == [bad]
    assert bad in vault.run("status", "--vault", str(vault.root), env=env).stdout.decode()


def test_i7_a_vault_that_is_not_there_is_no_deletion(vault: TrialVault) -> None:
    """A drive that was not connected, read as an empty vault, emptied the index."""
    vault.write_all(OTHERS)
    vault.index()
    away = vault.root.with_name("Away")
    vault.root.rename(away)
    with pytest.raises(VaultError):
        vault.index()
    done = vault.run("index", "--vault", str(vault.root), "--json", cwd=away)
    assert done.returncode == 1
    assert json.loads(done.stdout)["error"]["type"] == "VaultError"
    assert len(vault.paths("tomatoes", limit=100)) == len(OTHERS), "an engine that is open goes on answering"

    vault.root.mkdir()  # the empty mount point
    with pytest.raises(VaultError, match="empty"):
        vault.index()
    with pytest.raises(VaultError, match="empty"):
        vault.index(full=True)
    vault.root.rmdir()

    away.rename(vault.root)
    vault.restart()
    report = vault.index()
    assert (report.notes, report.encoded, report.removed, report.changed) == (len(OTHERS), 0, 0, 0)


#: A run by somebody who is not the superuser, to whom permissions say nothing.
_AS_ANYBODY = """
import ctypes, json, os, sys
from pathlib import Path
from luneta.engine import Engine

if os.geteuid() == 0:  # lay down the rights to read everything
    libc = ctypes.CDLL(None, use_errno=True)
    header = (ctypes.c_uint32 * 2)(0x20080522, 0)
    rights = (ctypes.c_uint32 * 6)()
    assert libc.capget(header, rights) == 0, os.strerror(ctypes.get_errno())
    for i in (0, 1):
        rights[i] &= ~0b110  # CAP_DAC_OVERRIDE, CAP_DAC_READ_SEARCH
    assert libc.capset(header, rights) == 0, os.strerror(ctypes.get_errno())
with Engine.open(Path(sys.argv[1])) as engine:
    report = engine.index(full="full" in sys.argv)
    print(json.dumps({
        "notes": report.notes, "removed": report.removed, "encoded": report.encoded,
        "problems": {path: problem.kind for path, problem in engine.status().problems},
    }))
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="lays down the superuser's rights as Linux has them")
@pytest.mark.parametrize("full", [(), ("full",)], ids=["run", "full"])
def test_i7_an_unreadable_folder_is_no_deletion(vault: TrialVault, full: tuple[str, ...]) -> None:
    vault.write_all(OTHERS)
    vault.write("Private/Note.md", f"The word is alpha. {PAD}\n")
    vault.write("Private/deep/Note.md", f"The word is beta. {PAD}\n")
    vault.index()
    vault.restart()
    folder = vault.root / "Private"
    folder.chmod(0)
    try:
        done = vault.script(_AS_ANYBODY, *full)
    finally:
        folder.chmod(0o755)
    assert done.returncode == 0, done.stderr.decode()
    told = json.loads(done.stdout)
    assert (told["notes"], told["removed"]) == (len(OTHERS) + 2, 0)
    assert told["problems"] == {"Private": "failed"}
    assert_found(vault, "alpha", "Private/Note.md")
    report = vault.index()
    assert (report.encoded, report.removed, report.failed) == (0, 0, 0)
    assert vault.problems() == {}


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="lays down the superuser's rights as Linux has them")
def test_i7_an_unreadable_note_is_no_deletion(vault: TrialVault) -> None:
    vault.write_all(OTHERS)
    file = vault.write("Note.md", f"The word is alpha. {PAD}\n")
    vault.index()
    vault.restart()
    file.chmod(0)
    try:
        done = vault.script(_AS_ANYBODY, "full")
    finally:
        file.chmod(0o644)
    told = json.loads(done.stdout)
    assert (told["notes"], told["removed"]) == (len(OTHERS) + 1, 0)
    assert told["problems"] == {"Note.md": "failed"}
    assert_found(vault, "alpha", "Note.md")
    assert vault.index().encoded == 0
    assert vault.problems() == {}


def test_i8_a_second_start_encodes_nothing(vault: TrialVault) -> None:
    """Everything was embedded anew at each start."""
    vault.write_all(OTHERS)
    first = vault.run_json("index")
    assert first["encoded"] == first["chunks"] == len(OTHERS)
    again = vault.run_json("index")
    assert (again["encoded"], again["changed"]) == (0, 0)
    assert vault.run_json("index", "--full")["encoded"] == 0


def test_i8_touched_moved_and_copied_notes_encode_nothing(vault: TrialVault) -> None:
    vault.write_all(OTHERS)
    vault.index()
    for path in OTHERS:
        os.utime(vault.root / path)
    assert vault.index().encoded == 0
    (vault.root / "Others").rename(vault.root / "Elsewhere")
    report = vault.index()
    assert (report.encoded, report.moved, report.removed, report.notes) == (0, len(OTHERS), 0, len(OTHERS))
    shutil.copytree(vault.root / "Elsewhere", vault.root / "Copy")
    report = vault.index()
    assert (report.encoded, report.notes) == (0, 2 * len(OTHERS))
    assert len(vault.vectors()) == 2 * len(OTHERS)


def test_i8_only_the_edited_chunk_is_encoded(vault: TrialVault) -> None:
    sections = [f"## Section {n}\n\nWhat section {n} says. {PAD}\n" for n in range(10)]
    vault.write("Note.md", "\n".join(sections))
    assert vault.index().encoded == 10
    sections[4] = f"## Section 4\n\nWhat section 4 says now. {PAD}\n"
    vault.write("Note.md", "An opening paragraph, new, that moves every line below it.\n\n" + "\n".join(sections))
    assert vault.index().encoded == 2


COPIES = (
    "N.sync-conflict-20260101-101010-ABCDEFG.md",
    "N (conflicted copy).md",
    "N (Ana's conflicted copy 2026-01-01).md",
    "N (conflicted copy 2026-01-01 101010).md",
)


@pytest.mark.parametrize("copy", COPIES)
def test_i9_a_conflict_copy_never_displaces_its_note(vault: TrialVault, copy: str) -> None:
    """The copy that a sync tool left came first, or became the target of links."""
    for folder in ("", "Folder/"):
        vault.write(f"{folder}N.md", f"The hive needs water in spring. {PAD}\n")
        vault.write(f"{folder}{copy}", f"hive water spring: the hive needs water in spring. Hive, water! {PAD}\n")
    vault.write_all(OTHERS)
    vault.write("Hub.md", f"[[N]] {PAD}\n")
    vault.index()
    for mode in ("hybrid", "keyword", "semantic"):
        found = vault.paths("hive water spring", mode=mode, limit=100)
        for folder in ("", "Folder/"):
            assert found.index(f"{folder}N.md") < found.index(f"{folder}{copy}"), mode
        assert not vault.paths("hive water spring", mode=mode, limit=1)[0].endswith(copy), mode
    assert set(vault.paths("N", mode="names")[:2]) == {"N.md", "Folder/N.md"}
    assert vault.linked("Hub.md") == {"N.md"}
    (vault.root / "N.md").unlink()
    vault.index()
    assert copy in vault.by_words("hive"), "a copy is a note, and may be all that is left"


def test_i9_a_stub_is_no_note(vault: TrialVault) -> None:
    """What iCloud leaves in place of a file that is not on this machine."""
    stub = b"bplist00\xd3\x01\x02\x03 Note.md NSURLNameKey"
    vault.write(".Note.md.icloud", stub)
    vault.write("Folder/.Other.md.icloud", stub)
    vault.write("Visible.md.icloud", stub)
    vault.write_all(OTHERS)
    report = vault.index()
    assert (report.notes, report.failed) == (len(OTHERS), 0)
    assert vault.by_words("bplist00") == []
    assert vault.paths("Note", mode="names") == []
    report = vault.engine.index_notes([".Note.md.icloud", "Folder/.Other.md.icloud", "Visible.md.icloud"])
    assert report.notes == len(OTHERS)
