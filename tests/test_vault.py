"""The scan and the safe reading of a vault, on real files."""

import os
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time
import unicodedata
from pathlib import Path

import pytest

from luneta.core.rules import FolderRules
from luneta.core.types import Problem
from luneta.errors import PathOutsideVaultError, VaultError
from luneta.vault import Contents, FileState, look, read_bytes, scan

posix = pytest.mark.skipif(os.name != "posix", reason="links, special files and modes of POSIX")
ALL = FolderRules()


def put(root: Path, path: str, text: str = "text") -> Path:
    file = root / path
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(text, encoding="utf-8")
    return file


@pytest.fixture
def vault(tmp_path: Path) -> Path:
    root = tmp_path / "My Väult & Co 🎉"
    for path in ("a.md", "Área/B c.md", "Área/sub/🎬.md", "Board.canvas", "UPPER.MD", "x.excalidraw.md"):
        put(root, path)
    return root


def data(result: Contents | Problem | None) -> bytes:
    assert isinstance(result, Contents), result
    return result.data


def test_notes_are_listed_in_order_with_their_states(vault: Path) -> None:
    for path in ("a.txt", "b.markdown", "c.md.tmp", "image.png", ".hidden.md", ".N.md.icloud", ".trash/d.md", "md"):
        put(vault, path)
    (vault / "folder.md").mkdir()
    put(vault, "folder.md/inside.md")
    found = scan(vault, ALL)
    expected = [
        "a.md",
        "Área/B c.md",
        "Área/sub/🎬.md",
        "Board.canvas",
        "UPPER.MD",
        "x.excalidraw.md",
        "folder.md/inside.md",
    ]
    assert list(found.files) == sorted(expected)
    status = (vault / "a.md").stat()
    assert found.files["a.md"] == FileState("a.md", status.st_mtime_ns, 4, status.st_ctime_ns, "a.md")
    assert (found.problems, found.unreadable, found.looks_unmounted) == ({}, (), False)


def test_rules_are_obeyed(vault: Path) -> None:
    found = scan(vault, FolderRules(include=("Área",), exclude=("*/sub",)))
    assert list(found.files) == ["Área/B c.md"]


def test_paths_are_composed_and_files_open_by_their_own_names(tmp_path: Path) -> None:
    decomposed = unicodedata.normalize("NFD", "Résumé/Ação.md")
    put(tmp_path, decomposed, "corpo")
    found = scan(tmp_path, ALL)
    assert list(found.files) == ["Résumé/Ação.md"]
    assert data(read_bytes(tmp_path, found.files["Résumé/Ação.md"])) == b"corpo"
    assert data(read_bytes(tmp_path, "Résumé/Ação.md")) == b"corpo"
    assert look(tmp_path, decomposed, ALL)[0] == found.files["Résumé/Ação.md"]


def test_two_files_with_one_name_in_nfc_are_one_note_and_a_problem(tmp_path: Path) -> None:
    put(tmp_path, unicodedata.normalize("NFC", "é.md"), "composed")
    put(tmp_path, unicodedata.normalize("NFD", "é.md"), "decomposed")
    if len(os.listdir(tmp_path)) == 1:
        pytest.skip("this file system takes both Unicode forms for one name")
    found = scan(tmp_path, ALL)
    assert list(found.files) == ["é.md"]
    assert data(read_bytes(tmp_path, found.files["é.md"])) == b"composed"
    assert found.problems["é.md"].kind == "partial"


def test_a_root_that_is_missing_or_a_file_is_an_error(tmp_path: Path) -> None:
    file = put(tmp_path, "f.md")
    with pytest.raises(VaultError, match="cannot be read"):
        scan(tmp_path / "gone", ALL)
    with pytest.raises(VaultError, match="is a file"):
        scan(file, ALL)


def test_an_empty_root_looks_unmounted_a_vault_without_notes_does_not(tmp_path: Path) -> None:
    assert scan(tmp_path, ALL).looks_unmounted
    (tmp_path / ".obsidian").mkdir()
    assert not scan(tmp_path, ALL).looks_unmounted


@posix
def test_a_root_that_is_replaced_during_the_scan_is_an_error(vault: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Renaming(FolderRules):
        """Rules that take the vault away when they are first asked, as a drive that is pulled out."""

        def allows_folder(self, path: str) -> bool:
            if vault.exists():
                vault.rename(vault.with_name("away"))
            return super().allows_folder(path)

    with pytest.raises(VaultError):
        scan(vault, Renaming())


@posix
def test_links_are_not_followed(vault: Path, tmp_path: Path) -> None:
    outside = put(tmp_path, "outside/secret.md", "secret")
    put(vault, "Diary/day.md", "private")
    put(vault, "plain.txt", "text")
    links = {
        "out.md": outside,
        "outfolder": outside.parent,
        "again.md": vault / "a.md",
        "area": vault / "Área",
        "day.md": vault / "Diary" / "day.md",
        "diary": vault / "Diary",
        "loop": vault,
        "gone.md": vault / "nothing.md",
        "text.md": vault / "plain.txt",
        "self.md": vault / "self.md",
        "settings.md": vault / ".obsidian" / "x.md",
        "picture.png": outside,
    }
    put(vault, ".obsidian/x.md")
    for name, target in links.items():
        (vault / name).symlink_to(target)
    found = scan(vault, FolderRules(exclude=("Diary",)))
    assert list(found.files) == sorted(
        ["a.md", "Área/B c.md", "Área/sub/🎬.md", "Board.canvas", "UPPER.MD", "x.excalidraw.md"]
    )
    assert {path: problem.reason.split(";")[0] for path, problem in found.problems.items()} == {
        "out.md": "a link that leads out of the vault",
        "outfolder": "a link that leads out of the vault",
        "gone.md": "a link that leads nowhere",
        "self.md": "a link that leads nowhere",
        "text.md": "a link to a file that is not a note",
    }


@posix
def test_no_reading_through_links(vault: Path, tmp_path: Path) -> None:
    put(tmp_path, "outside/secret.md", "secret")
    put(vault, "Diary/day.md", "private")
    (vault / "out").symlink_to(tmp_path / "outside")
    (vault / "in").symlink_to(vault / "Diary")
    (vault / "day.md").symlink_to(vault / "Diary" / "day.md")
    with pytest.raises(PathOutsideVaultError, match="through a link"):
        read_bytes(vault, "out/secret.md")
    for path in ("in/day.md", "day.md"):
        result = read_bytes(vault, path)
        assert isinstance(result, Problem)
        assert "reached through a link" in result.reason
    for path in ("out/secret.md", "in/day.md", "day.md"):  # as a scan, which finds day.md by its real path
        assert look(vault, path, ALL)[0] is None
    assert data(read_bytes(vault, "Diary/day.md")) == b"private"


@posix
def test_a_vault_that_is_itself_a_link_is_read(vault: Path, tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to(vault)
    found = scan(link, ALL)
    assert found.files == scan(vault, ALL).files
    assert data(read_bytes(link, found.files["a.md"])) == b"text"


@posix
def test_special_files_are_named_and_never_opened(vault: Path) -> None:
    os.mkfifo(vault / "pipe.md")
    with socket.socket(socket.AF_UNIX) as server:
        here = os.getcwd()
        os.chdir(vault)  # the path of a socket is short
        try:
            server.bind("socket.md")
        finally:
            os.chdir(here)
        found = scan(vault, ALL)
        assert {path: problem.reason for path, problem in found.problems.items()} == {
            "pipe.md": "not an ordinary file",
            "socket.md": "not an ordinary file",
        }
        for path in ("pipe.md", "socket.md"):
            assert read_bytes(vault, path) == look(vault, path, ALL)[0] == Problem("skipped", "not an ordinary file")


@posix
def test_names_that_are_not_text_or_hold_a_backslash_are_skipped_and_named(vault: Path) -> None:
    try:
        with open(os.fsencode(vault) + b"/caf\xe9.md", "wb") as file:
            file.write(b"x")
        os.mkdir(os.fsencode(vault) + b"/\xff")
    except OSError:
        pytest.skip("this file system takes only names in UTF-8")
    put(vault, "a\\b.md")
    put(vault, "line\nbreak.md")
    put(vault, "n" * 200 + ".md")
    found = scan(vault, ALL)
    assert sorted(found.problems) == ["\\udcff", "a\\b.md", "caf\\udce9.md"]
    assert {"line\nbreak.md", "n" * 200 + ".md"} <= found.files.keys()
    assert data(read_bytes(vault, "line\nbreak.md")) == b"text"


UNREADABLE = """
import os, sys
from pathlib import Path
from luneta.core.rules import FolderRules
from luneta.errors import VaultError
from luneta.vault import read_bytes, scan
if os.getuid() == 0:
    os.setgroups([])
    os.setgid(65534)
    os.setuid(65534)
root = Path(sys.argv[1])
try:
    found = scan(root, FolderRules())
except VaultError:
    print("VaultError")
else:
    print(list(found.files), found.unreadable, sorted(found.problems))
    print([path for path in ("no r/a.md", "no x/deep/n.md", "no x.md", "ok.md") if found.unknown(path)])
    print(read_bytes(root, "mute.md"))
"""


@posix
def test_folders_that_cannot_be_read_are_unknown_not_empty() -> None:
    """Without root's rights, which would read them: in a process that gives those up, in a folder open to it."""
    modes = {"no r": 0o111, "no x": 0o444, "mute.md": 0}
    with tempfile.TemporaryDirectory() as place:
        root = Path(place)
        root.chmod(0o755)
        for path in ("ok.md", "mute.md", "no r/a.md", "no x/b.md", "no x/deep/n.md"):
            put(root, path)

        def run() -> list[str]:
            command = [sys.executable, "-c", UNREADABLE, place]
            done = subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=True)
            return done.stdout.splitlines()

        try:
            for name, mode in modes.items():
                (root / name).chmod(mode)
            assert run() == [
                "['mute.md', 'ok.md'] ('no r', 'no x', 'no x/deep') ['no r', 'no x', 'no x/deep']",
                "['no r/a.md', 'no x/deep/n.md']",
                "Problem(kind='failed', reason='cannot be read: Permission denied')",
            ]
            root.chmod(0)
            assert run() == ["VaultError"]
        finally:
            root.chmod(0o755)
            for name in modes:
                (root / name).chmod(0o755)


@pytest.mark.parametrize("path", ["../../x", "..\\x", "/etc/passwd", "a/../../x.md", "C:\\x"])
def test_no_reading_outside(vault: Path, path: str) -> None:
    put(vault.parent, "x", "secret")
    with pytest.raises(PathOutsideVaultError):
        read_bytes(vault, path)
    with pytest.raises(PathOutsideVaultError):
        read_bytes(vault, FileState("a.md", 0, 0, 0, path))
    with pytest.raises(PathOutsideVaultError):
        look(vault, path, ALL)


def test_reading_gives_the_bytes_and_the_state_they_are_of(vault: Path) -> None:
    old = scan(vault, ALL).files["a.md"]
    (vault / "a.md").write_bytes(b"\xff\r\nlonger now\0")
    result = read_bytes(vault, old)
    assert isinstance(result, Contents)
    assert result.data == b"\xff\r\nlonger now\0"
    assert result.state == scan(vault, ALL).files["a.md"] == look(vault, "a.md", ALL)[0]
    put(vault, "empty.md", "")
    assert data(read_bytes(vault, "empty.md")) == b""


def test_a_vanished_note_is_none_and_a_large_one_a_problem(vault: Path) -> None:
    state = scan(vault, ALL).files["a.md"]
    (vault / "a.md").unlink()
    assert read_bytes(vault, state) is None
    assert read_bytes(vault, "a.md") is None
    assert look(vault, "a.md", ALL)[0] is None
    assert read_bytes(vault, "Board.canvas/below.md") is None
    put(vault, "big.md", "x" * 2_000_001)
    assert read_bytes(vault, "big.md", largest=2_000_000) == Problem("skipped", "larger than 2 MB")
    assert len(data(read_bytes(vault, "big.md", largest=2_000_001))) == 2_000_001


def test_looking_at_what_is_denied_or_no_note_finds_nothing(vault: Path) -> None:
    put(vault, ".obsidian/x.md")
    put(vault, "t.txt")
    (vault / "folder.md").mkdir()
    for path in (".obsidian/x.md", "t.txt", "folder.md", "Área/B c.md"):
        assert look(vault, path, FolderRules(exclude=("Área",)))[0] is None


def test_a_rename_of_case_only_shows_the_new_name_alone(tmp_path: Path) -> None:
    put(tmp_path, "config.md")
    (tmp_path / "config.md").rename(tmp_path / "Config.md")
    assert list(scan(tmp_path, ALL).files) == ["Config.md"]
    folded = FolderRules(casefold=True)
    assert look(tmp_path, "config.md", folded)[0] is None
    assert isinstance(look(tmp_path, "Config.md", folded)[0], FileState)


def test_a_note_that_is_written_while_it_is_read_is_never_torn(tmp_path: Path) -> None:
    """A writer that changes length and content without pause; each reading is one of its texts, or says it was not."""
    texts = [bytes([65 + number]) * (200_000 + number * 1000) for number in range(8)]
    file = put(tmp_path, "n.md")
    file.write_bytes(texts[0])
    stop = threading.Event()

    def write() -> None:
        while not stop.is_set():
            for text in texts:
                new = tmp_path / "new"
                new.write_bytes(text)
                os.replace(new, file)

    writer = threading.Thread(target=write)
    writer.start()
    try:
        read = [read_bytes(tmp_path, "n.md") for _ in range(200)]
    finally:
        stop.set()
        writer.join()
    whole = [result for result in read if isinstance(result, Contents)]
    assert len(whole) == 200
    assert {result.data for result in whole} <= set(texts)


@pytest.mark.skipif(not os.path.exists("/proc/self/status"), reason="needs Linux's /proc")
def test_a_file_that_never_agrees_with_its_size_is_a_problem() -> None:
    """As one that grows during every reading: the kernel's own files say that they have 0 bytes, and have more."""
    result = read_bytes(Path("/proc/self"), "status")
    assert result == Problem("failed", "changed each time it was read; the next run tries again")


def test_a_large_vault_is_scanned_quickly(tmp_path: Path) -> None:
    for number in range(1500):
        put(tmp_path, f"f{number % 100}/note {number}.md", "x")
    times = []
    for _ in range(3):
        started = time.process_time()
        assert len(scan(tmp_path, FolderRules(exclude=("Archive",))).files) == 1500
        times.append(time.process_time() - started)
    assert min(times) < 0.1  # 15 ms on an idle machine


def test_nothing_is_written_into_the_vault(vault: Path) -> None:
    before = {path: path.stat().st_mtime_ns for path in [vault, *vault.rglob("*")]}
    found = scan(vault, ALL)
    for state in found.files.values():
        data(read_bytes(vault, state))
    assert {path: path.stat().st_mtime_ns for path in [vault, *vault.rglob("*")]} == before
    shutil.rmtree(vault)
    assert all(read_bytes(vault, state) is None for state in found.files.values())
