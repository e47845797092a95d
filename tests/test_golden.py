"""Golden sets are read as written, and corpora become vaults that any file system holds."""

import json
from pathlib import Path

import pytest

from luneta.errors import UsageError
from luneta.evaluate.golden import GoldenQuery, corpus_paths, note_path, read_golden, write_vault


def _write(
    folder: Path, queries: list[dict[str, object]], qrels: str, corpus: list[dict[str, str]] | None = None
) -> Path:
    folder.mkdir(exist_ok=True)
    (folder / "queries.jsonl").write_text("".join(json.dumps(q) + "\n" for q in queries), encoding="utf-8")
    (folder / "qrels.tsv").write_text("query-id\tcorpus-id\tscore\n" + qrels, encoding="utf-8")
    if corpus is not None:
        (folder / "corpus.jsonl").write_text("".join(json.dumps(d) + "\n" for d in corpus), encoding="utf-8")
    return folder


def test_reads_a_set(tmp_path: Path) -> None:
    """Odd ids stay whole, a pair judged twice keeps the higher score, queries without a right note are set apart."""
    queries: list[dict[str, object]] = [
        {"id": "q1", "text": "olá", "kind": "name", "goal": True},
        {"id": "q2", "text": "none right"},
        {"id": "q3", "text": "never judged"},
    ]
    qrels = "q1\ta b\u2028c.md\t1\nq1\ta b\u2028c.md\t3\nq1\td.md\t0.5\nq2\td.md\t0\n"
    golden = read_golden(_write(tmp_path / "set", queries, qrels, corpus=[]))
    assert golden.name == "set"
    assert golden.queries == (GoldenQuery("q1", "olá", "name"),)
    assert golden.unanswered == ("q2", "q3")
    assert golden.judgments == {"q1": {"a b\u2028c.md": 3.0, "d.md": 0.5}, "q2": {"d.md": 0.0}}
    assert (golden.vault, golden.corpus) == (None, tmp_path / "set" / "corpus.jsonl")


def test_where_the_notes_are(tmp_path: Path) -> None:
    """A vault that is named goes first, then one in the folder, then the corpus; with none of them it says so."""
    folder = _write(tmp_path / "set", [{"id": "q", "text": "x"}], "q\ta.md\t1\n")
    with pytest.raises(UsageError, match="neither a vault folder nor corpus"):
        read_golden(folder)
    (folder / "corpus.jsonl").touch()
    assert read_golden(folder).corpus == folder / "corpus.jsonl"
    (folder / "vault").mkdir()
    assert read_golden(folder).vault == folder / "vault"
    assert read_golden(folder).corpus is None
    assert read_golden(folder, tmp_path).vault == tmp_path


@pytest.mark.parametrize(
    ("file", "content", "complaint"),
    [
        ("queries.jsonl", '{"id": "q", "text": "x"}\nnot json\n', "queries.jsonl, line 2: not JSON"),
        ("queries.jsonl", '["q"]\n', "line 1: expected an object"),
        ("queries.jsonl", '{"id": "q"}\n', 'line 1: "text" must be text'),
        ("queries.jsonl", '{"id": 7, "text": "x"}\n', 'line 1: "id" must be text'),
        (
            "queries.jsonl",
            '{"id": "q", "text": "x"}\n\n{"id": "q", "text": "y"}\n',
            "line 3: the query 'q' stands there twice",
        ),
        ("queries.jsonl", '{"id": "other", "text": "x"}\n', "judges queries that queries.jsonl does not have: q"),
        ("qrels.tsv", "head\nq\ta.md\n", "qrels.tsv, line 2: expected query id, note id and score"),
        ("qrels.tsv", "head\nq\ta.md\t1\nq\tb.md\tyes\n", "qrels.tsv, line 3"),
        ("qrels.tsv", "head\nq\ta.md\tnan\n", "qrels.tsv, line 2"),
    ],
)
def test_faults_name_their_place(tmp_path: Path, file: str, content: str, complaint: str) -> None:
    folder = _write(tmp_path / "set", [{"id": "q", "text": "x"}], "q\ta.md\t1\n", corpus=[])
    (folder / file).write_text(content, encoding="utf-8")
    with pytest.raises(UsageError) as error:
        read_golden(folder)
    assert complaint in str(error.value)


@pytest.mark.parametrize("file", ["queries.jsonl", "qrels.tsv"])
def test_missing_files_are_named(tmp_path: Path, file: str) -> None:
    folder = _write(tmp_path / "set", [{"id": "q", "text": "x"}], "q\ta.md\t1\n", corpus=[])
    (folder / file).unlink()
    with pytest.raises(UsageError, match=rf"{file} is missing"):
        read_golden(folder)


@pytest.mark.parametrize(
    ("document", "path"),
    [
        ("docs/npc/-/Order of Scarlat/npc.md", "docs/npc/-/Order of Scarlat/npc.md"),
        ("184", "184.md"),
        ("https://example.org/a?b=1#get-started", "https/example.org/a b=1 get-started.md"),
        ("web/css/@media/index.md", "web/css/@media/index.md"),
        ("../../etc/passwd", "etc/passwd.md"),
        (".obsidian/x.md", "obsidian/x.md"),
        ("CON", "CON_.md"),
        ("cafe\u0301.md", "caf\u00e9.md"),
        ("a|b\\c\n<d>", "a b c d.md"),
    ],
)
def test_paths_keep_what_file_systems_hold(document: str, path: str) -> None:
    assert note_path(document) == path


def test_long_and_empty_names_become_digests() -> None:
    long = note_path("x" * 400 + "/" + "é" * 400)
    assert [len(part.encode()) < 130 for part in long.split("/")] == [True, True]
    assert long != note_path("x" * 400 + "/" + "é" * 399)
    assert note_path("???") != note_path("//")
    assert note_path("???").endswith(".md")


def test_a_corpus_becomes_a_vault(tmp_path: Path) -> None:
    """Every document is one file, also where ids differ only by case or by what a path cannot hold; nothing is lost."""
    corpus = [
        {"id": "real/note.md", "title": "ignored", "text": "---\ntitle: Own\n---\r\nText"},
        {"id": "1", "title": "A  title\n", "text": "Body"},
        {"id": "2", "title": 'Again: "é"', "text": 'Again: "é"\n\n\nBody'},
        {"id": "3", "title": "", "text": "Only text"},
        {"id": "a?b", "title": "", "text": "first"},
        {"id": "A*b", "title": "", "text": "second"},
    ]
    folder = _write(tmp_path / "set", [], "", corpus)
    paths = corpus_paths(folder / "corpus.jsonl")
    write_vault(folder / "corpus.jsonl", tmp_path / "work" / "vault")
    written = {
        file.relative_to(tmp_path / "work" / "vault").as_posix(): file.read_bytes().decode()
        for file in (tmp_path / "work").rglob("*.md")
    }
    assert {document: written[path] for document, path in paths.items()} == {
        "real/note.md": "---\ntitle: Own\n---\r\nText",
        "1": '---\ntitle: "A title"\n---\n\nBody',
        "2": '---\ntitle: "Again: \\"é\\""\n---\n\nBody',
        "3": "Only text",
        "a?b": "first",
        "A*b": "second",
    }
    assert len(written) == len(corpus)
    assert len({path.casefold() for path in paths.values()}) == len(corpus)
    assert [entry.name for entry in (tmp_path / "work").iterdir()] == ["vault"]


def test_a_document_twice_is_an_error(tmp_path: Path) -> None:
    folder = _write(tmp_path / "set", [], "", [{"id": "1", "title": "", "text": ""}] * 2)
    with pytest.raises(UsageError, match="line 2: the id '1' stands there twice"):
        corpus_paths(folder / "corpus.jsonl")
