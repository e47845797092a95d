"""The luneta command as a shell and other programs meet it: real processes on a real vault."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

import luneta
from luneta.cli import main

PACKAGE_ROOT = Path(luneta.__file__).parent.parent
POSIX_ONLY = pytest.mark.skipif(os.name != "posix", reason="needs POSIX signals, permissions or terminals")

NOTES = {
    "Kitchen/Green tea.md": "# Green tea\n\nSteep green tea at eighty degrees.\n"
    "\n## Times\n\nTwo minutes are enough for the leaves.\n",
    "Kitchen/Bread.md": "---\ntags: [baking]\n---\n# Bread\n"
    "\nKeep bread in a linen bag, never in the fridge. See [[Green tea]].\n",
    "Diary/2026-01-05.md": "# Monday\n\nBought bread and green tea at the market, then rain all day.\n",
    "Awkward.md": "---\ntitle: Film → 🎬\n---\nAn arrow → and a clapper 🎬 that no code page from the west knows.\n"
    "\nEscape \x1b[31mred\x1b[0m \x1b]0;owned\x07 and one byte \x9b2J of control.\n",
    "Ação e reação.md": "# Ação e reação\n\nToda ação tem uma reação igual e contrária, diz a terceira lei.\n",
}

Run = Callable[..., "subprocess.CompletedProcess[bytes]"]


@pytest.fixture(scope="module")
def places(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, str]:
    """An environment whose index and settings folders are the test's own."""
    base = tmp_path_factory.mktemp("places")
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("LUNETA_", "LC_", "PYTHONIO"))}
    kept.pop("NO_COLOR", None)
    kept.pop("FORCE_COLOR", None)
    return kept | {
        "LUNETA_CACHE_DIR": str(base / "cache"),
        "LUNETA_CONFIG_DIR": str(base / "config"),
        "PYTHONPATH": str(PACKAGE_ROOT),
        "PYTHONWARNINGS": "error",
    }


@pytest.fixture(scope="module")
def vault(tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("My Vault & Co", numbered=False)
    (root / ".obsidian").mkdir()
    write_notes(root, NOTES)
    return root


@pytest.fixture(scope="module")
def run(places: Mapping[str, str], vault: Path) -> Run:
    """`run("search", "x", cwd=..., env=..., input=...)`: the finished process; the working folder is the vault."""

    def finished(
        *words: str | bytes, cwd: Path = vault, env: Mapping[str, str] | None = None, input: bytes = b""
    ) -> "subprocess.CompletedProcess[bytes]":
        return subprocess.run(
            [sys.executable, "-m", "luneta", *words],
            cwd=cwd,
            env=places | (env or {}),
            input=input,
            capture_output=True,
            check=False,
            timeout=120,
        )

    return finished


@pytest.fixture(scope="module")
def indexed(run: Run) -> dict[str, Any]:
    """The report of the first `luneta index --json` of the vault."""
    done = run("index", "--json")
    assert done.returncode == 0, done.stderr.decode()
    report: dict[str, Any] = json.loads(done.stdout)
    return report


def write_notes(root: Path, notes: Mapping[str, str]) -> None:
    for name, text in notes.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_bytes(text.encode())


def answer(run: Run, *words: str) -> dict[str, Any]:
    done = run(*words, "--json")
    assert (done.returncode, done.stderr) == (0, b""), (done.stdout + done.stderr).decode()
    assert done.stdout.count(b"\n") == 1
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def paths(found: Mapping[str, Any]) -> list[str]:
    return [hit["path"] for hit in found["hits"]]


# -- index ------------------------------------------------------------------------------------------------------


def test_index_reports_what_it_did(indexed: dict[str, Any], run: Run) -> None:
    assert indexed["notes"] == len(NOTES)
    assert indexed["changed"] == len(NOTES)
    assert (indexed["skipped"], indexed["failed"], indexed["interrupted"]) == (0, 0, False)
    assert indexed["encoded"] == indexed["chunks"] >= len(NOTES)
    again = answer(run, "index")
    assert (again["encoded"], again["changed"], again["chunks"]) == (0, 0, indexed["chunks"])
    full = answer(run, "index", "--full")
    assert (full["notes"], full["encoded"]) == (len(NOTES), 0)  # read again, and found to be the same


def test_index_for_a_person(indexed: dict[str, Any], run: Run) -> None:
    done = run("index")
    assert done.returncode == 0
    assert done.stdout.decode().startswith(
        f"{len(NOTES)} notes, {indexed['chunks']} chunks in the index. This run: nothing"
    )
    assert done.stderr == b""


# -- search -----------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("indexed")
def test_search_prints_one_object(run: Run) -> None:
    found = answer(run, "search", "linen", "bag")
    assert list(found) == ["query", "took_ms", "degraded", "hits"]
    assert (found["query"], found["degraded"]) == ("linen bag", None)
    best = found["hits"][0]
    assert list(best) == ["path", "title", "score", "passages"]
    assert (best["path"], best["title"]) == ("Kitchen/Bread.md", "Bread")  # the only note with either word
    passage = best["passages"][0]
    assert list(passage) == ["section", "snippet", "lines", "votes"]
    assert [segment["text"] for segment in passage["snippet"] if segment["match"]] == ["linen", "bag"]
    text = "".join(segment["text"] for segment in passage["snippet"])
    first, last = passage["lines"]
    assert text.strip() in "\n".join(NOTES["Kitchen/Bread.md"].split("\n")[first - 1 : last])
    assert passage["votes"]["postings"]["rank"] == 1
    assert all(set(vote) == {"rank", "share"} for vote in passage["votes"].values())


@pytest.mark.usefixtures("indexed")
def test_the_same_query_gives_the_same_bytes_but_for_the_time_taken(run: Run) -> None:
    one, other = (run("search", "green tea", "--json").stdout for _ in range(2))
    assert one.replace(_took(one), b"") == other.replace(_took(other), b"")


def _took(line: bytes) -> bytes:
    return line[line.index(b'"took_ms"') : line.index(b',"degraded"')]


@pytest.mark.usefixtures("indexed")
def test_what_narrows_a_search(run: Run) -> None:
    assert set(paths(answer(run, "search", "bread", "--mode", "keyword"))) == {
        "Kitchen/Bread.md",
        "Diary/2026-01-05.md",
    }
    assert paths(answer(run, "search", "bread", "-market", "--mode", "keyword")) == ["Kitchen/Bread.md"]
    assert paths(answer(run, "search", "bread", "--mode", "keyword", "--folder", "Diary/")) == ["Diary/2026-01-05.md"]
    assert paths(answer(run, "search", "bread", "--mode", "names"))[0] == "Kitchen/Bread.md"
    both = answer(run, "search", "bread", "--folder", "Diary", "--folder", "Kitchen")
    assert {path.split("/")[0] for path in paths(both)} == {"Diary", "Kitchen"}
    assert len(answer(run, "search", "tea", "--limit", "1")["hits"]) == 1


@pytest.mark.usefixtures("indexed")
def test_the_setting_says_how_many_hits_when_the_command_does_not(run: Run, vault: Path) -> None:
    run("config", "set", "limit", "1")
    try:
        assert len(answer(run, "search", "tea")["hits"]) == 1
        assert len(answer(run, "search", "tea", "--limit", "2")["hits"]) == 2
    finally:
        run("config", "set", "limit", "10")


@pytest.mark.usefixtures("indexed")
def test_a_denied_folder_is_silent_at_once(run: Run) -> None:
    assert "Diary/2026-01-05.md" in paths(answer(run, "search", "market"))
    assert answer(run, "config", "add", "exclude", "Diary")["settings"] == {"exclude": ["Diary"]}
    try:
        assert "Diary/2026-01-05.md" not in paths(answer(run, "search", "market"))
    finally:
        run("config", "remove", "exclude", "Diary")
    assert "Diary/2026-01-05.md" in paths(answer(run, "search", "market"))


@pytest.mark.usefixtures("indexed")
def test_max_tokens_gives_whole_passages(run: Run) -> None:
    found = answer(run, "search", "steep green tea", "--max-tokens", "500", "--folder", "Kitchen")
    texts = ["".join(s["text"] for s in p["snippet"]) for hit in found["hits"] for p in hit["passages"]]
    assert any("Steep green tea at eighty degrees." in text for text in texts)
    assert sum(len(text) for text in texts) <= 500 * 4
    assert answer(run, "search", "steep green tea", "--max-tokens", "1")["hits"] == []


@pytest.mark.usefixtures("indexed")
def test_a_batch_answers_line_by_line(run: Run, tmp_path: Path) -> None:
    lines = ["linen bag", "", "ação", "  ", "unfindable\u2028in keyword", "linen bag"]
    (tmp_path / "queries.txt").write_bytes("\ufeff".encode() + "\r\n".join(lines).encode())
    done = run("search", "--batch", str(tmp_path / "queries.txt"), "--mode", "keyword")
    answers = [json.loads(line) for line in done.stdout.split(b"\n")[:-1]]
    assert [found["query"] for found in answers] == lines
    assert [bool(found["hits"]) for found in answers] == [True, False, True, False, False, True]
    alone = answer(run, "search", "linen bag", "--mode", "keyword")
    assert answers[0]["hits"] == answers[5]["hits"] == alone["hits"]
    piped = run("search", "--batch", "-", "--mode", "keyword", input="\n".join([*lines, ""]).encode())
    assert [json.loads(line)["hits"] for line in piped.stdout.splitlines()] == [found["hits"] for found in answers]


@pytest.mark.usefixtures("indexed")
def test_a_batch_answers_each_line_as_it_comes(places: Mapping[str, str], vault: Path) -> None:
    command = [sys.executable, "-m", "luneta", "search", "--batch", "-", "--vault", str(vault)]
    with subprocess.Popen(command, env=places, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for query in ("linen", "ação"):
            process.stdin.write(query.encode() + b"\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["query"] == query
        process.stdin.close()
        assert process.wait(30) == 0


@pytest.mark.usefixtures("indexed")
def test_search_for_a_person(run: Run) -> None:
    shown = run("search", "linen", "bag", "--explain").stdout.decode().splitlines()
    assert shown[:2] == ["1.  Bread", "    Kitchen/Bread.md"]
    assert any("Keep bread in a linen bag" in line for line in shown)
    assert any(line.split()[:2] == ["words", "1"] for line in shown)


@pytest.mark.usefixtures("indexed")
def test_nothing_found_says_what_was_tried(run: Run) -> None:
    shown = run("search", "qwertzuiop", "--mode", "keyword", "--folder", "Diary").stdout.decode()
    assert shown.startswith("Nothing found for “qwertzuiop” in Diary (tried: words only).")
    assert "without --folder" in shown
    assert "without --mode" in shown
    assert "luneta index --vault" in shown


# -- related ----------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("indexed")
def test_related_notes(run: Run, vault: Path) -> None:
    found = answer(run, "related", "Kitchen/Bread.md")
    assert list(found) == ["query", "took_ms", "degraded", "hits"]
    assert "Kitchen/Bread.md" not in paths(found)
    assert {hit["path"]: hit["linked"] for hit in found["hits"]}["Kitchen/Green tea.md"] is True
    assert "Kitchen/Green tea.md" not in paths(answer(run, "related", "Kitchen/Bread", "--unlinked"))
    inside = run("related", "Bread.md", "--json", cwd=vault / "Kitchen")
    assert paths(json.loads(inside.stdout)) == paths(found)
    shown = run("related", "Kitchen/Bread.md").stdout.decode()
    assert "Green tea (linked)" in shown


# -- status -----------------------------------------------------------------------------------------------------


def test_status(indexed: dict[str, Any], run: Run, vault: Path, places: Mapping[str, str]) -> None:
    state = answer(run, "status")
    assert (state["notes"], state["chunks"]) == (len(NOTES), indexed["chunks"])
    assert Path(state["vault"]).samefile(vault)
    database = Path(state["db_path"])
    assert database.is_relative_to(places["LUNETA_CACHE_DIR"])
    assert state["db_bytes"] >= database.stat().st_size
    assert (state["vec_available"], state["degraded"]) == (True, None)
    assert abs(state["last_run"] - time.time()) < 3600
    every = answer(run, "status", "--all")
    mine = next(index for index in every["indexes"] if index["db_path"] == str(database))
    assert Path(mine["vault"]).samefile(vault)
    assert every["bytes"] == sum(index["bytes"] for index in every["indexes"])
    shown = run("status").stdout.decode()
    assert f"{len(NOTES)} notes, {indexed['chunks']} chunks" in shown
    assert "in all" in run("status", "--all").stdout.decode()


def test_status_names_what_is_missing_and_why(run: Run, tmp_path: Path) -> None:
    write_notes(tmp_path, {"Good.md": "# Good\n\nA perfectly good note about nothing.\n"})
    for number in range(25):
        (tmp_path / f"Bytes {number:02}.md").write_bytes(
            b"# Bytes\n\nA note with a bad byte \xff in the middle of it.\n"
        )
    assert run("index", "--vault", str(tmp_path)).returncode == 0
    state = answer(run, "status", "--vault", str(tmp_path))
    assert sorted(problem["path"] for problem in state["problems"]) == [f"Bytes {number:02}.md" for number in range(25)]
    assert {problem["kind"] for problem in state["problems"]} == {"partial"}
    shown = run("status", "--vault", str(tmp_path)).stdout.decode()
    assert "partial, 25: " in shown
    assert "Bytes 19.md" in shown
    assert "Bytes 20.md" not in shown
    assert "--json lists all" in shown


# -- doctor, config, forget -------------------------------------------------------------------------------------


@pytest.mark.usefixtures("indexed")
def test_doctor_finds_nothing_wrong(run: Run, tmp_path: Path) -> None:
    found = answer(run, "doctor")
    assert found["ok"] is True
    names = [check["name"] for check in found["checks"]]
    assert names == ["Python", "Packages", "SQLite", "sqlite-vec", "Vault", "Model", "Index folder", "Index"]
    assert {check["state"] for check in found["checks"]} == {"ok"}
    assert run("doctor").stdout.decode().endswith("Nothing is wrong.\n")
    outside = json.loads(run("doctor", "--json", cwd=tmp_path).stdout)
    assert [check["state"] for check in outside["checks"] if check["name"] == "Vault"] == ["note"]


def test_doctor_finds_a_damaged_index(run: Run, tmp_path: Path) -> None:
    write_notes(
        tmp_path, {f"{number}.md": f"# Note {number}\n\n" + "words to fill pages " * 50 for number in range(50)}
    )
    assert run("index", "--vault", str(tmp_path)).returncode == 0
    database = Path(answer(run, "status", "--vault", str(tmp_path))["db_path"])
    with database.open("r+b") as file:
        file.seek(database.stat().st_size // 2)
        file.write(b"\xa5" * 8192)
    done = run("doctor", "--json", "--vault", str(tmp_path))
    assert done.returncode == 1
    index = next(check for check in json.loads(done.stdout)["checks"] if check["name"] == "Index")
    assert index["state"] == "wrong"
    assert "luneta index" in index["mend"]


@POSIX_ONLY
def test_doctor_finds_an_index_that_others_can_read(run: Run, tmp_path: Path) -> None:
    write_notes(tmp_path, {"A.md": "# A\n\nA note that nobody else should read.\n"})
    assert run("index", "--vault", str(tmp_path)).returncode == 0
    folder = Path(answer(run, "status", "--vault", str(tmp_path))["db_path"]).parent
    folder.chmod(0o755)
    done = run("doctor", "--json", "--vault", str(tmp_path))
    place = next(check for check in json.loads(done.stdout)["checks"] if check["name"] == "Index folder")
    assert (done.returncode, place["state"]) == (1, "wrong")
    assert place["mend"] == f"chmod -R go= '{folder}'"


def test_doctor_reports_a_broken_installation(run: Run, tmp_path: Path) -> None:
    (tmp_path / "simsimd.py").write_text("raise ImportError('built for another machine')")
    (tmp_path / "orjson.py").write_text("raise ImportError('built for another machine')")
    broken = {"PYTHONPATH": os.pathsep.join([str(tmp_path), str(PACKAGE_ROOT)])}
    searched = run("search", "x", "--json", env=broken)
    assert searched.returncode == 1
    assert json.loads(searched.stdout)["error"]["type"] == "InternalError"
    (tmp_path / "orjson.py").unlink()
    done = run("doctor", "--json", env=broken)
    packages = next(check for check in json.loads(done.stdout)["checks"] if check["name"] == "Packages")
    assert (done.returncode, packages["state"]) == (1, "wrong")
    assert "simsimd (built for another machine)" in packages["detail"]


def test_config_shows_and_changes_settings(run: Run, tmp_path: Path) -> None:
    def config(*words: str) -> str:
        done = run("config", *words, "--vault", str(tmp_path))
        assert done.returncode == 0, done.stderr.decode()
        return done.stdout.decode()

    assert "limit = 10\n    Hits shown" in config("list")
    assert config("get", "exclude") == ""
    assert config("add", "exclude", "Diary").startswith("exclude = Diary\nSearch obeys at once")
    config("add", "exclude", "Private/Keys")
    assert config("get", "exclude") == "Diary\nPrivate/Keys\n"
    assert config("set", "limit", "20") == "limit = 20\n"
    assert "limit = 20   (default: 10)" in config("list")
    assert config("set", "model", "none").endswith("Takes effect with the next `luneta index`.\n")
    assert config("remove", "exclude", "Diary").startswith("exclude = Private/Keys\n")


def snapshot(root: Path) -> dict[str, bytes]:
    return {str(path.relative_to(root)): path.read_bytes() for path in root.rglob("*") if path.is_file()}


def test_forget_removes_the_index_and_never_the_vault(run: Run, tmp_path: Path) -> None:
    write_notes(tmp_path, {"A.md": "# A\n\nA note to be remembered for ever.\n"})
    run("index", "--vault", str(tmp_path))
    before, folder = snapshot(tmp_path), Path(answer(run, "status", "--vault", str(tmp_path))["db_path"]).parent
    refused = run("forget", "--vault", str(tmp_path))
    assert (refused.returncode, folder.is_dir()) == (2, True)  # nobody there to ask
    assert b"--yes" in refused.stderr
    removed = answer(run, "forget", "--yes", "--vault", str(tmp_path))
    assert Path(removed["removed"]) == folder
    assert removed["bytes"] > 0
    assert not folder.exists()
    assert snapshot(tmp_path) == before
    assert run("search", "x", "--vault", str(tmp_path)).returncode == 3
    assert run("forget", "--yes", "--vault", str(tmp_path)).returncode == 3


def test_the_index_of_a_vault_that_has_gone_can_be_forgotten(run: Run, tmp_path: Path) -> None:
    gone = tmp_path / "gone"
    write_notes(gone, {"A.md": "# A\n\nA note that will not be there for long.\n"})
    run("index", "--vault", str(gone))
    shutil.rmtree(gone)
    listed = run("status", "--all").stdout.decode()
    assert "not there now" in listed
    assert answer(run, "forget", "--yes", "--vault", str(gone))["bytes"] > 0
    assert "not there now" not in run("status", "--all").stdout.decode()


# -- how commands end -------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("indexed")
@pytest.mark.parametrize(
    ("words", "code", "kind"),
    [
        (["search", "x", "--limit", "0"], 2, "UsageError"),
        (["serch", "x"], 2, "UsageError"),
        (["search"], 2, "UsageError"),
        (["search", "x", "--folder", "../other"], 2, "PathOutsideVaultError"),
        (["related", "../other.md"], 2, "PathOutsideVaultError"),
        (["related", "No such note.md"], 2, "UsageError"),
        (["config", "set", "limit", "many"], 2, "ConfigError"),
        (["config", "set", "no_such", "1"], 2, "UsageError"),
        (["config", "set"], 2, "UsageError"),
        (["config", "get", "limit", "5"], 2, "UsageError"),
        (["config", "list", "limit"], 2, "UsageError"),
        (["index", "--vault", "no such folder"], 1, "VaultError"),
        (["search", "x", "--vault", "no such folder"], 1, "VaultError"),
        (["status", "--vault", "Kitchen"], 3, "NoIndexError"),
        (["search", "x", "--vault", "Kitchen"], 3, "NoIndexError"),
        (["related", "Bread.md", "--vault", "Kitchen"], 3, "NoIndexError"),
        (["forget", "--yes", "--vault", "Kitchen"], 3, "NoIndexError"),
    ],
)
def test_errors_have_a_code_a_type_and_a_sentence(run: Run, words: Sequence[str], code: int, kind: str) -> None:
    shown = run(*words)
    assert (shown.returncode, shown.stdout) == (code, b"")
    assert shown.stderr.startswith(b"luneta: ")
    assert b"Traceback" not in shown.stderr
    told = run(*words, "--json")
    assert (told.returncode, told.stderr) == (code, b"")
    error = json.loads(told.stdout)["error"]
    assert error["type"] == kind
    assert error["message"] in shown.stderr.decode()
    if code == 3:
        assert "luneta index" in error["message"]


@pytest.mark.parametrize(
    "words", [["--batch", "no such file"], ["x", "--batch", "f"], ["--batch", "f", "--limit", "0"]]
)
def test_a_batch_tells_its_errors_as_json(run: Run, words: Sequence[str]) -> None:
    done = run("search", *words)
    assert (done.returncode, done.stderr) == (2, b"")
    assert json.loads(done.stdout)["error"]["type"] == "UsageError"


def test_no_vault_here_is_said(run: Run, tmp_path: Path) -> None:
    done = run("search", "x", cwd=tmp_path)
    assert done.returncode == 2
    assert b"--vault FOLDER" in done.stderr


@pytest.mark.usefixtures("indexed")
def test_the_vault_is_found_from_below(run: Run, vault: Path) -> None:
    assert json.loads(run("search", "linen", "--json", cwd=vault / "Kitchen").stdout)["hits"][0]["title"] == "Bread"


def test_a_vault_with_accents_and_spaces_in_its_name(run: Run, tmp_path: Path) -> None:
    root = tmp_path / "Väult dos Pão & Co"
    write_notes(root, {"Notas/Café.md": "# Café\n\nO café da manhã com pão de queijo.\n"})
    (root / ".obsidian").mkdir()
    assert run("index", cwd=root / "Notas").returncode == 0
    assert paths(json.loads(run("search", "queijo", "--json", "--vault", str(root)).stdout)) == ["Notas/Café.md"]


def test_help_and_version(run: Run) -> None:
    assert run("--version").stdout.decode().strip() == f"luneta {luneta.__version__}"
    assert run().stdout == run("--help").stdout == run("help").stdout
    assert b"examples:" in run("search", "--help").stdout


def test_a_surprise_is_one_line_and_a_traceback_only_on_demand(run: Run, tmp_path: Path) -> None:
    (tmp_path / "platformdirs.py").write_text("raise RuntimeError('out of\\x1b order')")
    broken = {"PYTHONPATH": os.pathsep.join([str(tmp_path), str(PACKAGE_ROOT)]), "LUNETA_CACHE_DIR": ""}
    shown = run("status", "--all", env=broken)
    assert shown.returncode == 1
    assert shown.stderr.decode().startswith("luneta: Unexpected error: RuntimeError (out of␛ order). ")
    assert shown.stderr.count(b"\n") == 1
    traced = run("status", "--all", env=broken | {"LUNETA_DEBUG": "1"})
    assert b"Traceback" in traced.stderr


@pytest.mark.usefixtures("indexed")
@pytest.mark.parametrize("json_wanted", [True, False])
def test_a_reader_that_has_gone_is_no_error(places: Mapping[str, str], vault: Path, json_wanted: bool) -> None:
    command = [sys.executable, "-m", "luneta", "search", "tea", *(["--json"] if json_wanted else [])]
    with subprocess.Popen(command, cwd=vault, env=places, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait(60) == 0


@pytest.mark.usefixtures("indexed")
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full, a device that is always full")
@pytest.mark.parametrize("words", [["search", "tea"], ["search", "tea", "--json"], ["help"]])
def test_a_full_disk_is_said(places: Mapping[str, str], vault: Path, words: list[str]) -> None:
    with open("/dev/full", "wb") as full:
        command = [sys.executable, "-m", "luneta", *words]
        done = subprocess.run(
            command, cwd=vault, env=places, stdout=full, stderr=subprocess.PIPE, check=False, timeout=60
        )
    assert done.returncode == 1
    assert done.stderr.startswith(b"luneta: Cannot write the output: ")


# -- any locale, any text ---------------------------------------------------------------------------------------

LOCALES = [
    {"PYTHONIOENCODING": "cp1252"},
    {"LC_ALL": "C", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"},
    {"LC_ALL": "POSIX"},
    {"PYTHONUTF8": "1"},
]


@pytest.mark.usefixtures("indexed")
@pytest.mark.parametrize("locale", LOCALES)
def test_output_is_utf8_whatever_the_locale(run: Run, locale: Mapping[str, str]) -> None:
    found = json.loads(run("search", "clapper", "--json", env=locale).stdout.decode())
    assert found["hits"][0]["title"] == "Film → 🎬"
    assert "1.  Film → 🎬\n" in run("search", "clapper", env=locale).stdout.decode()
    refused = run("search", "x", "--folder", "../é", env=locale)
    assert "../é" in refused.stderr.decode()


@pytest.mark.usefixtures("indexed")
@POSIX_ONLY
@pytest.mark.parametrize("locale", LOCALES)
def test_a_query_is_read_as_utf8_and_bad_bytes_do_not_stop_it(run: Run, locale: Mapping[str, str]) -> None:
    found = json.loads(run("search", "ação".encode(), "--mode", "keyword", "--json", env=locale).stdout.decode())
    assert (found["query"], paths(found)) == ("ação", ["Ação e reação.md"])
    torn = run("search", b"linen \xff\xed\xa0\x80", "--json", env=locale)
    assert json.loads(torn.stdout.decode())["hits"][0]["path"] == "Kitchen/Bread.md"
    for words in ([b"related", b"\xff.md"], [b"config", b"get", b"\xff"], [b"\xff"], [b"status", b"--vault", b"\xff"]):
        for form in ([], [b"--json"]):
            done = run(*words, *form, env=locale)
            assert done.returncode in (1, 2)
            assert b"Unexpected" not in done.stderr + done.stdout


@pytest.mark.usefixtures("indexed")
@pytest.mark.parametrize("words", [["search", "clapper", "control"], ["search", "clapper", "--max-tokens", "500"]])
def test_escape_sequences_in_notes_do_not_reach_the_terminal(run: Run, words: list[str]) -> None:
    plain = run(*words).stdout.decode()
    assert "␛[31mred" in plain or "␛]0;owned␇" in plain
    assert not {"\x1b", "\x07", "\x9b"} & set(plain)
    machine = run(*words, "--json").stdout.decode()
    assert not {"\x1b", "\x07", "\x9b"} & set(machine)


# -- Ctrl-C -----------------------------------------------------------------------------------------------------


@POSIX_ONLY
def test_ctrl_c_finishes_the_note_at_hand_and_the_next_run_goes_on(
    places: Mapping[str, str], run: Run, tmp_path: Path
) -> None:
    many = 6000
    text = "\n\n".join(f"## Part {part}\n\n" + f"words about the subject number {part} " * 20 for part in range(4))
    write_notes(tmp_path, {f"{number % 20}/{number}.md": f"# Note {number}\n\n{text}" for number in range(many)})
    command = [sys.executable, "-m", "luneta", "index", "--vault", str(tmp_path), "--json"]
    process = subprocess.Popen(command, env=places, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stderr is not None
    first = process.stderr.readline()  # "500 of 6000 notes, ..."
    assert first.split(" of ")[1].startswith(f"{many} notes, ")
    process.send_signal(signal.SIGINT)
    output, messages = process.communicate(timeout=60)
    report = json.loads(output)
    assert (process.returncode, report["interrupted"]) == (130, True)
    assert 500 <= report["notes"] < many
    assert "Traceback" not in messages
    assert "the next `luneta index` goes on from there" in messages
    assert answer(run, "status", "--vault", str(tmp_path))["notes"] == report["notes"]
    rest = json.loads(run("index", "--vault", str(tmp_path), "--json").stdout)
    assert (rest["notes"], rest["changed"], rest["interrupted"]) == (many, many - report["notes"], False)


@POSIX_ONLY
def test_a_second_ctrl_c_ends_at_once(places: Mapping[str, str]) -> None:
    script = (
        "import os, signal\nfrom luneta.cli.index import stop_flag\n"
        "with stop_flag() as stop:\n"
        "    assert not stop()\n    os.kill(os.getpid(), signal.SIGINT)\n    assert stop()\n"
        "    os.kill(os.getpid(), signal.SIGINT)\n    print('still here')\n"
    )
    done = subprocess.run([sys.executable, "-c", script], env=places, capture_output=True, check=False, timeout=60)
    assert (done.returncode, done.stdout) == (130, b"")
    assert b"Ctrl-C again ends at once" in done.stderr


@POSIX_ONLY
@pytest.mark.usefixtures("indexed")
def test_ctrl_c_in_any_other_command_is_quiet(places: Mapping[str, str], vault: Path) -> None:
    command = [sys.executable, "-m", "luneta", "search", "--batch", "-"]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    with subprocess.Popen(command, cwd=vault, env=places, **pipes) as process:  # type: ignore[call-overload]
        process.stdin.write(b"tea\n")
        process.stdin.flush()
        process.stdout.readline()
        process.send_signal(signal.SIGINT)
        output, messages = process.communicate(timeout=60)
    assert process.returncode == 130
    assert json.loads(output) == {"error": {"type": "Interrupted", "message": "Interrupted."}}
    assert messages == b""


# -- on a terminal ----------------------------------------------------------------------------------------------


def on_a_terminal(words: Sequence[str], cwd: Path, env: Mapping[str, str], keys: bytes = b"") -> tuple[int, str]:
    """Run the command on a pseudo-terminal of 80 columns; its exit code and all that it showed."""
    import fcntl
    import pty
    import struct
    import termios

    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    command = [sys.executable, "-m", "luneta", *words]
    with subprocess.Popen(command, cwd=cwd, env=env, stdin=theirs, stdout=theirs, stderr=theirs) as process:
        os.close(theirs)
        os.write(ours, keys)
        shown = b""
        while True:
            try:
                piece = os.read(ours, 65536)
            except OSError:  # Linux says EIO when the other end is closed
                break
            if not piece:
                break
            shown += piece
    os.close(ours)
    return process.returncode, shown.decode()


@POSIX_ONLY
@pytest.mark.usefixtures("indexed")
def test_a_terminal_gets_styles_and_links(places: Mapping[str, str], vault: Path) -> None:
    able = places | {"TERM": "xterm-256color", "VTE_VERSION": "7600"}
    code, shown = on_a_terminal(["search", "linen", "bag"], vault, able)
    assert code == 0
    assert "\x1b[1;35mlinen\x1b[0m" in shown
    assert "\x1b]8;;obsidian://open?vault=My%20Vault%20%26%20Co&" in shown
    assert "&file=Kitchen%2FBread.md\x1b\\\x1b[1mBread\x1b[0m\x1b]8;;\x1b\\" in shown
    _, plain = on_a_terminal(["search", "linen", "bag"], vault, able | {"NO_COLOR": "1", "FORCE_HYPERLINK": "0"})
    assert "\x1b" not in plain
    _, dumb = on_a_terminal(["search", "linen", "bag"], vault, able | {"TERM": "dumb"})
    assert "\x1b" not in dumb


@POSIX_ONLY
def test_a_terminal_gets_a_live_bar_and_then_the_summary(places: Mapping[str, str], tmp_path: Path) -> None:
    write_notes(
        tmp_path, {f"{number}.md": f"# Note {number}\n\nWords about the subject {number}.\n" for number in range(40)}
    )
    code, shown = on_a_terminal(["index", "--vault", str(tmp_path)], tmp_path, places | {"TERM": "xterm-256color"})
    assert code == 0
    assert "\x1b[?25l" in shown  # the cursor is hidden while the bar lives
    assert shown.rindex("\x1b[?25h") > shown.rindex("\x1b[?25l")
    assert "Indexing" in shown
    assert "of 40 notes" in shown
    assert re.sub(r"\x1b\[\d*[AK]", "", shown).rstrip().splitlines()[-1].startswith("40 notes, 40 chunks in the index.")


@POSIX_ONLY
def test_forget_asks_on_a_terminal(places: Mapping[str, str], run: Run, tmp_path: Path) -> None:
    write_notes(tmp_path, {"A.md": "# A\n\nA note to be asked about before it goes.\n"})
    run("index", "--vault", str(tmp_path))
    folder = Path(answer(run, "status", "--vault", str(tmp_path))["db_path"]).parent
    code, shown = on_a_terminal(["forget", "--vault", str(tmp_path)], tmp_path, places, b"\n")
    assert (code, folder.is_dir()) == (1, True)
    assert "[y/N]" in shown
    assert "Nothing was removed." in shown
    code, shown = on_a_terminal(["forget", "--vault", str(tmp_path)], tmp_path, places, b"y\n")
    assert (code, folder.exists()) == (0, False)
    assert "The vault is as it was." in shown


# -- start-up ---------------------------------------------------------------------------------------------------


@pytest.mark.usefixtures("indexed")
def test_a_search_imports_nothing_that_it_does_not_need(places: Mapping[str, str], vault: Path) -> None:
    script = (
        "import sys\nfrom luneta.cli import main\nmain(['search', 'tea', '--json'])\n"
        "print(*sys.modules, file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], cwd=vault, env=places, capture_output=True, check=True, timeout=60
    )
    loaded = {name.split(".")[0] for name in done.stderr.decode().split()}
    assert "orjson" in loaded
    assert not loaded & {
        "rich",
        "model2vec",
        "tokenizers",
        "aiohttp",
        "pyromark",
        "platformdirs",
        "huggingface_hub",
        "shlex",
    }


def test_the_terminal_itself_imports_only_the_standard_library_and_orjson(places: Mapping[str, str]) -> None:
    script = (
        "import sys\nfrom luneta.cli import arguments, exits, face, stream\nfrom luneta.cli.hits import lines_of_hits\n"
        "from luneta.cli import terminal\narguments.read(['search', 'x'])\nprint(*sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", script], env=places, capture_output=True, check=True, timeout=60)
    outside = {name.split(".")[0] for name in done.stdout.decode().split()} - set(sys.stdlib_module_names)
    assert {name for name in outside if not name.startswith("_")} <= {"luneta", "orjson"}


def test_main_raises_nothing(capfd: pytest.CaptureFixture[str]) -> None:
    assert main(["nonsense"]) == 2
    assert main(["--version"]) == 0
    assert capfd.readouterr().out == f"luneta {luneta.__version__}\n"
