"""The words that are searched by: those of the person, not those of the paste."""

import time

import pytest

from luneta.agents.prompts import MOST, own_words, words_of_tool


def test_code_and_logs_are_not_the_prompt() -> None:
    prompt = """Why does the parser lose the last heading?

```python
def parse(lines):
    frontmatter = harbour(lines)
```
2026-01-01 10:00:00 ERROR lighthouse failed
Traceback (most recent call last):
  File "app.py", line 3, in <module>
    raise KeyError(name);
<system-reminder>fog signals</system-reminder>
See https://example.org/foghorn/page and tell me.
"""
    words = own_words(prompt)
    assert words == "Why does the parser lose the last heading? See and tell me."


def test_a_plain_prompt_stays_as_it_is() -> None:
    assert own_words("  import the notes from\n the old vault ") == "import the notes from the old vault"
    assert own_words("Let's return to class; what was the plan (for May)?") == (
        "Let's return to class; what was the plan (for May)?"
    )
    assert own_words("") == ""
    assert own_words("```\nonly code\n```") == ""
    assert own_words("```\nnever closed\nonly code") == ""


@pytest.mark.parametrize(
    "filler", ["x" * 10_000_000, "<a>" * 300_000, "```\n" * 300_000, "word " * 2_000_000, "\n" * 10**6]
)
def test_a_huge_prompt_takes_no_time(filler: str) -> None:
    began = time.process_time()
    words = own_words(f"What about tides?\n{filler}")
    assert len(words) <= MOST
    assert time.process_time() - began < 1


@pytest.mark.parametrize(
    ("tool", "given", "expected"),
    [
        ("Bash", {"command": "pytest -q tests/auth --maxfail=1\nls", "description": "Run auth tests"},
         "Run auth tests pytest tests auth"),
        ("Read", {"file_path": "/home/me/app/src/auth/tokenRotation.py"}, "auth token Rotation"),
        ("Write", {"file_path": "C:\\work\\repo\\docs\\release-plan.md"}, "repo docs release plan"),
        ("Glob", {"pattern": "**/*billing*.ts"}, "billing"),
        ("Grep", {"pattern": r"\bparse_front\w+\(", "path": "src/notes"}, "parse_front notes"),
        ("WebSearch", {"query": "sqlite wal checkpoint"}, "sqlite wal checkpoint"),
        ("WebFetch", {"url": "https://x.example", "prompt": "how long is the tunnel?"}, "how long is the tunnel?"),
        ("Task", {"description": "Find tides", "prompt": "Look up tide tables"}, "Find tides Look up tide tables"),
        ("mcp__jira__create", {"title": "Tunnel", "body": "It leaks", "n": 3}, "Tunnel It leaks"),
        ("TodoWrite", {"todos": []}, ""),
        ("Read", {"file_path": 3}, ""),
    ],
)  # fmt: skip
def test_a_tools_input_in_words(tool: str, given: dict[str, object], expected: str) -> None:
    assert words_of_tool(tool, given) == expected
