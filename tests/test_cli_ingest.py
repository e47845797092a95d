"""`luneta ingest` as it is used: asked first, applied, reviewed, taken back; and what programs get."""

import json
import re
import shutil
from pathlib import Path

import pytest

from cli_runs import NOTES, POSIX_ONLY, Home, on_a_terminal, write_notes
from fake_secrets import made
from ingest.measure import HERE

ROOT = Path(__file__).parent.parent
TOKEN = "ghp_" + made(7, 36)
FLOWER = {"title": "Red tulip", "text": "Red tulip.", "tags": ["flower", "ai", "design", "science", "macro"]}
BREAD = {"title": "Bread", "text": "Keep bread in a linen bag, never in the fridge. See Green tea.", "tags": ["baking"]}


def signals() -> list[dict[str, object]]:
    rows = {}
    for line in (HERE / "labelled.jsonl").read_text("utf-8").splitlines():
        row = json.loads(line)
        rows[row["signal"]["title"]] = row["signal"]
    filed, asked = rows["How to bisect a flaky test"], rows["PostgreSQL minor releases fix a bug in index builds"]
    return [filed | {"text": filed["text"] + f"\n\nexport GITHUB_TOKEN={TOKEN}"}, asked, FLOWER]


@pytest.fixture
def home(tmp_path: Path) -> Home:
    (tmp_path / "vault" / ".obsidian").mkdir(parents=True)
    write_notes(tmp_path / "vault", NOTES)
    home = Home(tmp_path, tmp_path / "vault")
    home.answer("index")
    (tmp_path / "new.jsonl").write_text("".join(json.dumps(row) + "\n" for row in signals()), encoding="utf-8")
    return home


def files(home: Home) -> dict[str, bytes]:
    vault = home.vault
    return {path.relative_to(vault).as_posix(): path.read_bytes() for path in vault.rglob("*") if path.is_file()}


def test_asking_writes_nothing_and_applying_does_what_was_said(home: Home) -> None:
    before = files(home)
    asked = home.answer("ingest", "../new.jsonl")
    assert files(home) == before
    assert asked["applied"] is None
    assert [one["route"] for one in asked["signals"]] == ["file", "review", "discard"]
    assert asked["counts"] == {"file": 1, "review": 1, "known": 0, "discard": 1}

    done = home.answer("ingest", "../new.jsonl", "--apply")
    assert done["signals"] == asked["signals"]
    assert done["applied"]["filed"] == ["Areas/Software/How to bisect a flaky test.md"]
    assert set(files(home)) - set(before) == {"Areas/Software/How to bisect a flaky test.md", "Inbox/Review queue.md"}

    again = home.answer("ingest", "../new.jsonl", "--apply")
    assert again["counts"] == {"file": 0, "review": 0, "known": 2, "discard": 1}
    assert again["applied"]["filed"] == []

    undone = home.answer("ingest", "undo")
    assert undone["removed"] == ["Areas/Software/How to bisect a flaky test.md"]
    assert files(home) == before


def test_no_secret_reaches_the_vault_the_records_or_the_screen(home: Home) -> None:
    shown = home.run("ingest", "../new.jsonl", "--apply", "--explain").stdout
    assert TOKEN.encode() not in shown
    everything = [
        path.read_bytes() for path in home.vault.parent.rglob("*") if path.is_file() and path.suffix != ".jsonl"
    ]
    everything += [path.read_bytes() for path in (home.vault.parent / "cache").rglob("*.jsonl")]
    assert not any(TOKEN.encode() in data for data in everything)
    assert b"[REDACTED:" in (home.vault / "Areas/Software/How to bisect a flaky test.md").read_bytes()


def test_review_says_what_it_will_do_and_then_does_it(home: Home) -> None:
    home.answer("ingest", "../new.jsonl", "--apply")
    note = home.vault / "Inbox" / "Review queue.md"
    note.write_bytes(note.read_bytes().replace(b"- [ ]", b"- [x]"))
    before = files(home)
    said = home.run("ingest", "review").stdout.decode()
    assert said.startswith("1 to be filed.\n  PostgreSQL minor releases")
    assert "luneta ingest review --apply does it" in said
    assert files(home) == before
    done = home.answer("ingest", "review", "--apply")
    assert done["filed"] == ["Areas/Data and infrastructure/PostgreSQL minor releases fix a bug in index builds.md"]
    assert b"[x]" not in note.read_bytes()


def test_a_note_of_the_vault_is_known(home: Home) -> None:
    for threshold in ("--file-from", "--review-from"):
        found = home.run(
            "ingest", "-", threshold, "0.05", "--review-from", "0.05", "--json", input=json.dumps(BREAD).encode()
        )
        (one,) = json.loads(found.stdout)["signals"]
        assert (one["route"], one["like"]) == ("known", "Kitchen/Bread.md")


def test_thresholds_can_be_moved_and_are_checked(home: Home) -> None:
    assert home.answer("ingest", "../new.jsonl", "--file-from", "0.45")["counts"]["file"] == 2
    assert home.answer("ingest", "../new.jsonl", "--file-from", "0.3")["counts"]["review"] == 0
    wrong = home.run("ingest", "../new.jsonl", "--review-from", "0.9")
    assert (wrong.returncode, wrong.stdout) == (2, b"")
    assert b"--review-from <= --file-from" in wrong.stderr


def test_the_vaults_own_profile_is_used(home: Home) -> None:
    own = home.vault / ".obsidian" / "plugins" / "luneta" / "data.ingest.toml"
    own.parent.mkdir(parents=True)
    own.write_text('[[domains]]\nfolder = "Tests"\nwords = ["flaky", "test*", "bisect*"]\n')
    (one, *_) = home.answer("ingest", "../new.jsonl")["signals"]
    assert (one["route"], one["folder"]) == ("file", "Tests")
    own.write_text("[oops")
    wrong = home.run("ingest", "../new.jsonl")
    assert wrong.returncode == 2
    assert b"data.ingest.toml is no TOML" in wrong.stderr


def test_the_printed_profile_is_the_one_in_use(home: Home) -> None:
    (home.vault.parent / "mine.toml").write_bytes(home.run("ingest", "profile").stdout)
    own = home.answer("ingest", "../new.jsonl", "--profile", "../mine.toml")
    assert own == home.answer("ingest", "../new.jsonl")


def test_a_folder_that_the_rules_keep_out_is_told_of(home: Home) -> None:
    home.run("config", "add", "exclude", "Areas")
    told = home.run("ingest", "../new.jsonl")
    assert b"Areas/Software is kept out by your folder rules" in told.stderr


def test_without_an_index_or_a_source_it_says_so(home: Home) -> None:
    home.run("forget", "--yes")
    told = home.run("ingest", "../new.jsonl")
    assert told.returncode == 0
    assert b"nothing was compared with its notes" in told.stderr
    for words, says in (([], b"Name a source"), (["none.xml"], b"none.xml cannot be read"), (["undo"], b"no run")):
        wrong = home.run("ingest", *words)
        assert wrong.returncode == 2
        assert says in wrong.stderr


def test_unreadable_pieces_are_told_of(home: Home) -> None:
    (home.vault.parent / "new.jsonl").write_text('{"title": "One"}\n{broken\n')
    assert b"Not read: 1\n  ../new.jsonl:2: no JSON" in home.run("ingest", "../new.jsonl").stdout
    assert b"a note of this vault already" in home.run("ingest", "Awkward.md").stdout


@POSIX_ONLY
def test_the_table_fits_the_terminal(home: Home) -> None:
    code, shown = on_a_terminal(home, "ingest", "../new.jsonl", "--explain", env={"NO_COLOR": "1"})
    assert code == 0
    lines = shown.splitlines()
    assert max(map(len, lines[:-2])) <= 80
    assert lines[2] == "To file, from 0.55"
    assert lines[3].startswith("0.")
    assert lines[3].endswith("Areas/Software")
    assert [line.split()[0] for line in lines[4:8]] == ["relevance", "actionability", "depth", "authority"]


def test_the_guide_shows_what_it_does(tmp_path: Path) -> None:
    """Command after command of the guide's section, on the sample vault: the output shown is the output."""
    shutil.copytree(ROOT / "tests" / "vault", tmp_path / "Notes")
    shutil.copy(HERE / "feed.xml", tmp_path / "Notes")
    reader = Home(tmp_path, tmp_path / "Notes")
    reader.answer("index")
    section = (ROOT / "sidecar" / "README.md").read_text("utf-8").split("### luneta ingest\n")[1].split("\n### ")[0]
    blocks = re.findall(r"```console\n(.*?)```", section, re.DOTALL)
    shown = [part.partition("\n") for block in blocks for part in block.split("$ ")[1:]]
    assert len(shown) == 6
    for line, _, output in shown:
        assert reader.run(*line.split()[1:]).stdout.decode() == output, line


def test_every_key_of_the_json_is_in_the_guide(home: Home) -> None:
    guide = (
        (ROOT / "sidecar" / "README.md")
        .read_text("utf-8")
        .split("`luneta ingest SOURCE --json`")[1]
        .split("\n\nAn error")[0]
    )
    found = home.answer("ingest", "../new.jsonl", "--apply")
    for keys in (found, found["signals"][0], found["signals"][0]["dimensions"], found["applied"]):
        assert [key for key in keys if f"`{key}`" not in guide] == []
