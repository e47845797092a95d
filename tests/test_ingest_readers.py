"""Sources as the world writes them: broken lines, odd encodings, feeds with faults, exports of browsers."""

import json
from pathlib import Path

import pytest

from luneta.errors import UsageError
from luneta.ingest import readers
from luneta.ingest.readers import clipboard_signal, read_bytes, read_source, typed_signals
from luneta.ingest.signals import Signal, Unreadable


def read(data: bytes | str, name: str) -> list[Signal | Unreadable]:
    return list(read_bytes(data.encode() if isinstance(data, str) else data, Path(name)))


def signals(data: bytes | str, name: str) -> list[Signal]:
    found = read(data, name)
    assert all(isinstance(one, Signal) for one in found), found
    return [one for one in found if isinstance(one, Signal)]


# JSON


def test_a_broken_line_is_told_of_and_the_rest_goes_on(tmp_path: Path) -> None:
    file = tmp_path / "s.jsonl"
    file.write_bytes(
        b'\xef\xbb\xbf{"title": "One"}\r\n{broken\n\n[1]\n{"x": 1}\n{"title": "Caf\xe9"}\n{"title": "Two"}'
    )
    found = list(read_source(file))
    assert [one.title for one in found if isinstance(one, Signal)] == ["One", "Café", "Two"]
    bad = [one for one in found if isinstance(one, Unreadable)]
    assert [one.where.rpartition(":")[2] for one in bad] == ["2", "4", "5"]
    assert [one.reason.split(" (")[0] for one in bad] == ["no JSON", "no JSON object", "neither a title nor a text"]


def test_a_line_or_text_without_measure_is_passed_over(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(readers, "_MOST_LINE", 100)
    monkeypatch.setattr(readers, "MOST_CHARACTERS", 60)
    file = tmp_path / "s.jsonl"
    rows = [{"title": "x" * 350}, {"text": "y" * 70}, {"title": "Two"}]
    file.write_text("".join(f"{json.dumps(row)}\n" for row in rows))
    found = list(read_source(file))
    assert [type(one) for one in found] == [Unreadable, Unreadable, Signal]


def test_names_of_fields_that_exporters_use() -> None:
    row = (
        '{"headline": "T", "body": "<p>A &amp; b</p>", "permalink": "https://a.example", "by": "Ann", "tags": "x, #y"}'
    )
    assert signals(row, "s.jsonl") == [Signal("T", "A & b", "https://a.example", "s.jsonl", "Ann", "", ("x", "y"))]


@pytest.mark.parametrize(
    "text",
    [
        '[{"title": "One"}, {"title": "Two"}]',
        '{"version": "https://jsonfeed.org/version/1.1", "title": "F", "items": [{"title": "One"}, {"title": "Two"}]}',
        '{"title": "One"}\n{"title": "Two"}\n',
    ],
)
def test_json_is_a_list_a_feed_or_lines(text: str) -> None:
    assert [one.title for one in signals(text, "s.json")] == ["One", "Two"]


def test_json_feed_items_have_html_and_authors() -> None:
    item = {"id": "x", "url": "https://a.example/1", "content_html": "<p>Hi</p>", "authors": [{"name": "A"}]}
    (found,) = signals(json.dumps({"items": [item]}), "feed.json")
    assert found == Signal("Hi", "Hi", "https://a.example/1", "feed.json", "A")


# Text and pages


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
def test_text_in_any_usual_encoding(encoding: str) -> None:
    (found,) = signals("# Ação\r\n\r\nTexto é “bom”.".encode(encoding), "n.md")
    assert (found.title, found.text) == ("Ação", "# Ação\n\nTexto é “bom”.")


def test_a_note_gives_its_properties() -> None:
    text = "---\ntitle: T\nurl: https://a.example/x\nauthor: Ann\ntags: [a, b]\ndate: 2026-01-02\n---\nBody."
    (found,) = signals(text, "n.md")
    assert found == Signal("T", "Body.", "https://a.example/x", "n.md", "Ann", "2026-01-02", ("a", "b"))


def test_a_page_gives_its_title_and_canonical_address() -> None:
    page = (
        "<html><head><title>A &amp;\n B</title><link rel=canonical href='https://a.example/p'></head><body><script>x()"
        "</script><h2>Part</h2><p>Text</p><ol><li>one<li>two</ol><pre>code  here</pre></body></html>"
    )
    (found,) = signals(page, "p.html")
    assert (found.title, found.origin) == ("A & B", "https://a.example/p")
    assert found.text == "## Part\n\nText\n\n1. one\n2. two\n\n```\ncode  here\n```"


def test_a_folder_is_read_whole_without_what_is_hidden(tmp_path: Path) -> None:
    for name in ("b/two.md", "a.txt", ".git/x.md", "c.png"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("text")
    found = list(read_source(tmp_path))
    assert [one.title for one in found if isinstance(one, Signal)] == ["a", "two"]
    assert [Path(one.where).name for one in found if isinstance(one, Unreadable)] == ["c.png"]


def test_a_source_that_is_not_there_is_an_error_of_the_user(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot be read"):
        list(read_source(tmp_path / "none.xml"))


# Standard input


def test_what_was_copied_has_its_first_line_as_title_and_its_link_as_origin() -> None:
    assert clipboard_signal("https://a.example/x\n# A thing\n\nsaid") == Signal(
        "A thing", "https://a.example/x\n# A thing\n\nsaid", "https://a.example/x", "clipboard"
    )


def test_a_feed_or_json_may_come_on_standard_input() -> None:
    feed = b"<rss><channel><title>F</title><item><title>One</title></item></channel></rss>"
    for data in (feed, b'{"title": "One"}\n{"title": "One"}', b'[{"title": "One"}]'):
        assert {one.title for one in typed_signals(data) if isinstance(one, Signal)} == {"One"}
    assert list(typed_signals(b"  \n")) == [Unreadable("standard input", "empty")]
