"""luneta.cli.search: `luneta search`, for people and for programs."""

import json
import signal
from collections.abc import Sequence
from pathlib import Path

import pytest

from cli_runs import NOTES, POSIX_ONLY, Home, kitchen, on_a_terminal, paths
from luneta.cli.search import page
from luneta.core.types import Hit, SearchOptions, SearchResult


@pytest.fixture
def home() -> Home:
    return kitchen()


def test_search_prints_one_object(home: Home) -> None:
    found = home.answer("search", "linen", "bag")
    assert list(found) == ["query", "took_ms", "degraded", "hits", "filters", "remarks", "also"]
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


def test_the_same_query_gives_the_same_bytes_but_for_the_time_taken(home: Home) -> None:
    one, other = (home.run("search", "green tea", "--json").stdout for _ in range(2))
    assert one.replace(_took(one), b"") == other.replace(_took(other), b"")


def _took(line: bytes) -> bytes:
    return line[line.index(b'"took_ms"') : line.index(b',"degraded"')]


def test_what_narrows_a_search(home: Home) -> None:
    assert set(paths(home.answer("search", "bread", "--mode", "keyword"))) == {
        "Kitchen/Bread.md",
        "Diary/2026-01-05.md",
    }
    assert paths(home.answer("search", "bread", "-market", "--mode", "keyword")) == ["Kitchen/Bread.md"]
    assert paths(home.answer("search", "bread", "--mode", "keyword", "--folder", "Diary/")) == ["Diary/2026-01-05.md"]
    assert paths(home.answer("search", "bread", "--mode", "names"))[0] == "Kitchen/Bread.md"
    both = home.answer("search", "bread", "--folder", "Diary", "--folder", "Kitchen")
    assert {path.split("/")[0] for path in paths(both)} == {"Diary", "Kitchen"}
    assert len(home.answer("search", "tea", "--limit", "1")["hits"]) == 1


def test_the_setting_says_how_many_hits_when_the_command_does_not(home: Home) -> None:
    with home.setting("set", "limit", "1"):
        assert len(home.answer("search", "tea")["hits"]) == 1
        assert len(home.answer("search", "tea", "--limit", "2")["hits"]) == 2


def test_a_denied_folder_is_silent_at_once(home: Home) -> None:
    assert "Diary/2026-01-05.md" in paths(home.answer("search", "market"))
    with home.setting("add", "exclude", "Diary"):
        assert home.answer("config", "get", "exclude")["settings"] == {"exclude": ["Diary"]}
        assert "Diary/2026-01-05.md" not in paths(home.answer("search", "market"))
    assert "Diary/2026-01-05.md" in paths(home.answer("search", "market"))


def test_max_tokens_gives_whole_passages(home: Home) -> None:
    found = home.answer("search", "steep green tea", "--max-tokens", "500", "--folder", "Kitchen")
    texts = ["".join(s["text"] for s in p["snippet"]) for hit in found["hits"] for p in hit["passages"]]
    assert any("Steep green tea at eighty degrees." in text for text in texts)
    assert sum(len(text) for text in texts) <= 500 * 4
    assert home.answer("search", "steep green tea", "--max-tokens", "1")["hits"] == []


def test_a_batch_answers_line_by_line(home: Home, tmp_path: Path) -> None:
    lines = ["linen bag", "", "ação", "  ", "unfindable\u2028in keyword", "linen bag"]
    (tmp_path / "queries.txt").write_bytes("\ufeff".encode() + "\r\n".join(lines).encode())
    done = home.run("search", "--batch", str(tmp_path / "queries.txt"), "--mode", "keyword")
    answers = [json.loads(line) for line in done.stdout.split(b"\n")[:-1]]
    assert [found["query"] for found in answers] == lines
    assert [bool(found["hits"]) for found in answers] == [True, False, True, False, False, True]
    alone = home.answer("search", "linen bag", "--mode", "keyword")
    assert answers[0]["hits"] == answers[5]["hits"] == alone["hits"]
    piped = home.run("search", "--batch", "-", "--mode", "keyword", input="\n".join([*lines, ""]).encode())
    assert [json.loads(line)["hits"] for line in piped.stdout.splitlines()] == [found["hits"] for found in answers]


def test_a_batch_answers_each_line_as_it_comes(home: Home) -> None:
    with home.start("search", "--batch", "-") as process:
        assert process.stdin is not None
        assert process.stdout is not None
        for query in ("linen", "ação"):
            process.stdin.write(query.encode() + b"\n")
            process.stdin.flush()
            assert json.loads(process.stdout.readline())["query"] == query
        process.stdin.close()
        assert process.wait(30) == 0


@pytest.mark.parametrize(
    "words", [["--batch", "no such file"], ["x", "--batch", "f"], ["--batch", "f", "--limit", "0"]]
)
def test_a_batch_tells_its_errors_as_json(home: Home, words: Sequence[str]) -> None:
    done = home.run("search", *words)
    assert (done.returncode, done.stderr) == (2, b"")
    assert json.loads(done.stdout)["error"]["type"] == "UsageError"


def test_search_for_a_person(home: Home) -> None:
    shown = home.run("search", "linen", "bag", "--explain").stdout.decode().splitlines()
    assert shown[:2] == ["1.  Bread", "    Kitchen/Bread.md"]
    assert any("Keep bread in a linen bag" in line for line in shown)
    assert any(line.split()[:2] == ["words", "1"] for line in shown)


def test_nothing_found_says_what_was_tried(home: Home) -> None:
    shown = home.run("search", "qwertzuiop", "--mode", "keyword", "--folder", "Diary").stdout.decode()
    assert shown.startswith("Nothing found for “qwertzuiop” in Diary (tried: words only).")
    assert "Notes in the folder “Diary”." in shown
    assert "without --folder" in shown
    assert "without --mode" in shown
    assert "luneta index --vault" in shown


@POSIX_ONLY
def test_a_terminal_gets_styles_and_links(home: Home) -> None:
    able = {"TERM": "xterm-256color", "VTE_VERSION": "7600"}
    code, shown = on_a_terminal(home, "search", "linen", "bag", env=able)
    assert code == 0
    assert "\x1b[1;35mlinen\x1b[0m" in shown
    assert "\x1b]8;;obsidian://open?vault=My%20Vault%20%26%20Co&" in shown
    assert "&file=Kitchen%2FBread.md\x1b\\\x1b[1mBread\x1b[0m\x1b]8;;\x1b\\" in shown
    _, plain = on_a_terminal(home, "search", "linen", "bag", env=able | {"NO_COLOR": "1", "FORCE_HYPERLINK": "0"})
    assert "\x1b" not in plain
    _, dumb = on_a_terminal(home, "search", "linen", "bag", env=able | {"TERM": "dumb"})
    assert "\x1b" not in dumb


@POSIX_ONLY
def test_ctrl_c_in_any_other_command_is_quiet(home: Home) -> None:
    with home.start("search", "--batch", "-") as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(b"tea\n")
        process.stdin.flush()
        process.stdout.readline()
        process.send_signal(signal.SIGINT)
        output, messages = process.communicate(timeout=60)
    assert process.returncode == 130
    assert json.loads(output) == {"error": {"type": "Interrupted", "message": "Interrupted."}}
    assert messages == b""


def test_other_names_that_were_looked_for_are_told(tmp_path: Path) -> None:
    hit = Hit("A.md", "A", 1.0, ())
    for hits in ((hit,), ()):
        result = SearchResult("Strider", hits, None, 1.0, also=("Aragorn", "Elessar\x1b[31m"))
        shown = page(result, tmp_path, SearchOptions(), explain=False)
        assert "Also: Aragorn, Elessar" in shown
        assert "\x1b" not in shown
