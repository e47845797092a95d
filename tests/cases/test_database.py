"""The database: read while it is written, true after any edits, and rebuilt when it is damaged."""

import hashlib
import os
import random
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from cases.conftest import MakeVault
from cases.trial_vault import OTHERS, PAD, TrialVault
from luneta.core.types import LISTS, Hit, SearchOptions
from luneta.engine import Engine

#: Indexes with an encoder that takes its time: 200 ms for each text.
_SLOWLY = """
import sys, time
from pathlib import Path
from luneta import encoder
from luneta.engine import Engine

class Slow:
    def __init__(self, fast):
        self.fast, self.name = fast, fast.name
        self.dimensions, self.fingerprint = fast.dimensions, fast.fingerprint

    def encode_query(self, text):
        return self.fast.encode_query(text)

    def encode(self, texts):
        time.sleep(0.2 * len(texts))
        return self.fast.encode(texts)

    def count_each(self, words):
        return self.fast.count_each(words)

    def count_tokens(self, texts):
        return self.fast.count_tokens(texts)

load = encoder.load_encoder
encoder.load_encoder = lambda setting="": Slow(load(setting))
print("begins", flush=True)
Engine.open(Path(sys.argv[1])).index()
"""


def test_s1_searches_while_a_slow_encoder_writes(vault: TrialVault) -> None:
    """Readers met "database is locked" for as long as the encoder took, since the write lock was held meanwhile."""
    vault.write_all(OTHERS)
    vault.index()
    for number in range(12):
        vault.write(f"New/{number}.md", f"Fresh marzipan number {number}. {PAD}\n")
    writer = subprocess.Popen(
        [sys.executable, "-c", _SLOWLY, str(vault.root)],
        env=vault.environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert writer.stdout is not None
    assert writer.stdout.readline().startswith(b"begins")
    slowest, answered = 0.0, 0
    kept = Engine.open(vault.root, resident=True)
    for engine in (vault.engine, kept):
        engine.search("the model is loaded", SearchOptions())
    while writer.poll() is None:
        for engine in (vault.engine, kept):
            began = time.monotonic()
            hits = engine.search("water the tomatoes", SearchOptions()).hits
            slowest = max(slowest, time.monotonic() - began)
            assert hits[0].path == "Others/Garden.md"
            answered += 1
        time.sleep(0.05)
    kept.close()
    _, errors = writer.communicate()
    assert (writer.returncode, errors) == (0, b"")
    assert answered >= 20
    assert slowest < 1
    assert len(vault.by_words("marzipan", limit=100)) == 12


def test_s1_new_processes_read_while_one_writes(vault: TrialVault) -> None:
    """Each sees whole notes only: all of a note's sections, or none."""
    for number in range(60):
        sections = "".join(f"## Part {part}\n\nMarzipan {part} of {number}. {PAD}\n\n" for part in range(4))
        vault.write(f"Note {number}.md", sections)
    writer = subprocess.Popen(
        [sys.executable, "-m", "luneta", "index", "--vault", str(vault.root)],
        env=vault.environment(),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    seen = set[int]()
    while writer.poll() is None:
        done = vault.run("search", "marzipan", "--vault", str(vault.root), "--json")
        assert done.returncode in (0, 3), done.stdout  # 3: there is no index yet
        assert done.stderr == b""
        if vault.db_path.exists() and done.returncode == 0:
            with Engine.open(vault.root) as engine:
                options = SearchOptions(mode="keyword", limit=100, passages=100, pools=dict.fromkeys(LISTS, 1000))
                seen |= {len(hit.passages) for hit in engine.search("marzipan", options).hits}
    assert writer.returncode == 0
    assert seen <= {4}


def test_s2_the_postings_are_those_of_a_fresh_index(vault: TrialVault, make_vault: MakeVault) -> None:
    """The full-text index drifted from the notes with every edit, which no integrity check saw."""
    chance = random.Random(2)
    words = [f"word{n}" for n in range(60)]

    def text() -> str:
        parts = [" ".join(chance.choices(words, k=12)) for _ in range(chance.randint(1, 4))]
        return "".join(f"## {chance.choice(words)}\n\n{part}\n\n" for part in parts)

    names = [f"Folder {n % 3}/{n}.md" for n in range(12)]
    for _ in range(60):
        name = chance.choice(names)
        file = vault.root / name
        action = chance.random()
        if action < 0.6 or not file.exists():
            vault.write(name, text())
        elif action < 0.8:
            file.unlink()
        else:
            file.replace(vault.root / chance.choice([path for path in names if (vault.root / path).parent.exists()]))
        if chance.random() < 0.3:
            vault.index()
    vault.index()
    fresh = make_vault("Fresh")
    for file in vault.root.rglob("*.md"):
        fresh.write(file.relative_to(vault.root).as_posix(), file.read_bytes())
    fresh.index()
    with vault.reading() as one, fresh.reading() as other:
        assert vault.postings(one) == fresh.postings(other)
    assert vault.vectors() == fresh.vectors()
    for word in words:
        assert timeless(vault.hits(word, limit=100)) == timeless(fresh.hits(word, limit=100))


def timeless(hits: tuple[Hit, ...]) -> list[Hit]:
    """The hits without their files' times, which copies do not share."""
    return [replace(hit, modified_ns=0) for hit in hits]


def test_s2_deleted_words_give_nothing(vault: TrialVault) -> None:
    vault.write_all(OTHERS)
    vault.write("Note.md", f"# Sarcophagus\n\nThe word is alpha. {PAD}\n")
    vault.index()
    vault.write("Note.md", f"# Rebirth\n\nThe word is omega. {PAD}\n")
    vault.index()
    assert vault.by_words("alpha") == []
    assert vault.by_words("sarcophagus") == []
    vault.delete("Note.md")
    vault.index()
    assert vault.by_words("omega") == []
    assert not any("sarcophagus" in text or "rebirth" in text for text in map(str.lower, vault.stored_texts()))


def _digest(folder: Path) -> dict[str, tuple[str, int]]:
    return {
        path.relative_to(folder).as_posix(): (hashlib.sha256(path.read_bytes()).hexdigest(), path.stat().st_mtime_ns)
        for path in folder.rglob("*")
        if path.is_file()
    }


#: What somebody else does to a database.
Damage = Callable[[Path], object]


def _overwritten(at: float, with_what: bytes) -> Damage:
    def damage(file: Path) -> None:
        data = bytearray(file.read_bytes())
        start = int(len(data) * at) // 512 * 512
        data[start : start + 1024] = (with_what * 1024)[:1024]
        file.write_bytes(data)

    return damage


def _truncated(share: float) -> Damage:
    def damage(file: Path) -> None:
        os.truncate(file, int(file.stat().st_size * share))

    return damage


DAMAGES: dict[str, Damage] = {
    **{f"1 kB at {at:.0%}": _overwritten(at, bytes(range(256))) for at in (0, 0.1, 0.2, 0.35, 0.5, 0.65, 0.8, 0.95)},
    "1 kB of zeros in the middle": _overwritten(0.5, b"\0"),
    "half of it": _truncated(0.5),
    "all but the last page": _truncated(0.99),
    "nothing left": _truncated(0),
    "something else": lambda file: file.write_text("This is no database at all.\n" * 100),
}


@pytest.mark.parametrize("how", DAMAGES)
def test_s3_a_damaged_index_is_rebuilt(vault: TrialVault, how: str) -> None:
    """A synced or truncated database was an error at every start, or gave wrong answers in silence."""
    vault.write_all(OTHERS)
    vault.index()
    queries = ("water the tomatoes", "Saturn", "bees", "sonata with both hands")
    whole = [vault.hits(query) for query in queries]
    notes = _digest(vault.root)
    vault.restart()
    DAMAGES[how](vault.db_path)

    shown = [vault.hits(query) for query in queries] if how != "nothing left" else None
    notices = list(vault.engine.notices)
    vault.restart()
    report = vault.index()
    notices += report.notices
    assert any("anew" in notice for notice in notices) or how == "nothing left", notices
    assert shown in (whole, None)
    assert [vault.hits(query) for query in queries] == whole
    assert _digest(vault.root) == notes


def test_s3_from_the_terminal(vault: TrialVault) -> None:
    vault.write_all(OTHERS)
    vault.run_json("index")
    DAMAGES["1 kB at 50%"](vault.db_path)
    done = vault.run("search", "tomatoes", "--vault", str(vault.root))
    assert done.returncode == 0
    assert b"Garden" in done.stdout
    assert b"anew" in done.stderr
    again = vault.run("search", "tomatoes", "--vault", str(vault.root))
    assert (again.stdout, again.stderr) == (done.stdout, b"")


def test_s3_while_it_is_open(vault: TrialVault) -> None:
    """A sync tool puts another file in its place under an engine that stays."""
    vault.restart(resident=True)
    vault.write_all(OTHERS)
    vault.index()
    whole = vault.hits("water the tomatoes")
    other = vault.db_path.with_name("other")
    other.write_bytes(b"This is no database at all.\n" * 100)
    try:
        os.replace(other, vault.db_path)
    except PermissionError:
        pytest.skip("this system does not replace a file that is open")
    assert vault.hits("water the tomatoes") == whole
    assert any("anew" in notice for notice in vault.engine.notices)
