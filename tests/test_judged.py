"""The short form of a golden set, and the marks that make it grow."""

from pathlib import Path

import pytest

from luneta.errors import UsageError
from luneta.evaluate.judged import read_judged
from luneta.judgments import add as judge
from luneta.judgments import judgments_file


def test_lines_add_up_and_the_last_word_on_a_note_holds(tmp_path: Path) -> None:
    file = tmp_path / "mine.jsonl"
    file.write_text(
        '{"query": "feed the  starter", "right": ["A.md"], "partly": ["B.md", "C.md"], "kind": "question"}\n'
        "\n"
        '{"query": "feed the starter", "right": "B.md", "wrong": ["C.md"]}\n'
        '{"query": "nothing yet"}\n',
        encoding="utf-8",
    )
    golden = read_judged(file, tmp_path)
    assert [(query.text, query.kind) for query in golden.queries] == [("feed the starter", "question")]
    assert golden.judgments["feed the starter"] == {"A.md": 2.0, "B.md": 2.0, "C.md": 0.0}
    assert golden.unanswered == ("nothing yet",)
    assert golden.vault == tmp_path


def test_marks_are_appended_and_can_be_taken_back(tmp_path: Path) -> None:
    file = judgments_file(tmp_path / "plugins" / "luneta" / "data.json")
    assert file.name == "data.judgments.jsonl"
    judge(file, "pão de  queijo", "Receitas/Pão de queijo.md")
    judge(file, "pão de queijo", "Receitas/Massa.md", "partly")
    judge(file, "pão de queijo", "Receitas/Massa.md", "wrong")
    golden = read_judged(file, tmp_path)
    assert golden.judgments == {"pão de queijo": {"Receitas/Pão de queijo.md": 2.0, "Receitas/Massa.md": 0.0}}
    assert len(file.read_bytes().splitlines()) == 3


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ('{"right": ["A.md"]}', 'line 1: "query" must be text'),
        ('{"query": " "}', 'line 1: "query" must be text'),
        ('{"query": "a", "right": [1]}', 'line 1: "right" must be a list of notes'),
        ('{"query": "a", "partly": {"A.md": 1}}', 'line 1: "partly" must be a list of notes'),
        ("no json", "line 1: not JSON"),
    ],
)
def test_a_fault_names_its_line(tmp_path: Path, line: str, complaint: str) -> None:
    file = tmp_path / "mine.jsonl"
    file.write_text(line, encoding="utf-8")
    with pytest.raises(UsageError, match=complaint):
        read_judged(file, tmp_path)
