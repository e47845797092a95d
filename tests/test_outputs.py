"""Outputs of tools: shortened in their own shape, and what was asked to be read is left whole."""

import pytest

from luneta.agents.outputs import shortened, shows_text

LINES = [f"step {number}: everything as usual here, nothing to see" for number in range(1, 401)]
LINES[316] = "ERROR disk full"
LINES[398:] = ["exit status 1", "RESULT 7f"]
LONG = "\n".join(LINES) + "\n"


def test_bash_keeps_its_shape() -> None:
    response = {"stdout": LONG, "stderr": "a word\n", "interrupted": False, "isImage": False}
    made = shortened("Bash", {"command": "make"}, response, "")
    assert isinstance(made, dict)
    assert {**made, "stdout": LONG} == response, "nothing but the long text differs"
    assert response["stdout"] == LONG
    lines = made["stdout"].splitlines()
    assert {"ERROR disk full", "exit status 1", "RESULT 7f"} <= set(lines)
    assert lines[-1].startswith("[") and "of 400 lines are not shown" in lines[-1]  # noqa: PT018
    assert len(made["stdout"]) < len(LONG) / 3
    assert shortened("Bash", {"command": "make"}, response, "") == made


def test_words_of_the_conversation_are_kept() -> None:
    lines = [f"{chr(97 + n % 26)}{n * 7919 % 1000} {'lorem ipsum dolor ' * (1 + n % 5)}" for n in range(400)]
    lines[200] = "the parser of frontmatter was reached"
    response = {"stdout": "\n".join(lines), "stderr": ""}
    for task, kept in (("", False), ("why is the frontmatter slow?", True)):
        made = shortened("Bash", {"command": "make"}, response, task)
        assert isinstance(made, dict)
        assert (lines[200] in made["stdout"]) is kept


def test_grep_and_mcp_keep_their_shape() -> None:
    made = shortened("Grep", {"pattern": "x"}, {"mode": "content", "content": LONG, "numLines": 400}, "")
    assert isinstance(made, dict)
    assert made["numLines"] == 400
    assert len(made["content"]) < len(LONG) / 3
    parts = [{"type": "text", "text": LONG}, {"type": "image", "data": "x" * 9000}]
    listed = shortened("mcp__ci__log", {}, parts, "")
    assert isinstance(listed, list)
    assert listed[1] == parts[1]
    assert len(listed[0]["text"]) < len(LONG) / 3
    inside = shortened("mcp__ci__log", {}, {"content": parts, "isError": False}, "")
    assert inside == {"content": listed, "isError": False}
    assert isinstance(shortened("mcp__ci__log", {}, LONG, ""), str)


@pytest.mark.parametrize("tool", ["Read", "Edit", "Write", "Task", "mcp__luneta__search"])
def test_other_tools_are_left_alone(tool: str) -> None:
    assert shortened(tool, {}, {"stdout": LONG, "content": LONG}, "") is None


@pytest.mark.parametrize("response", [None, "text", 3, [], {}, {"stdout": 3}, {"stdout": "short", "stderr": ""}])
def test_odd_and_short_responses_are_left_alone(response: object) -> None:
    assert shortened("Bash", {"command": "make"}, response, "") is None


@pytest.mark.parametrize(
    "command",
    ["cat a.py", "cd x && cat a.py", "sed -n 1,80p a.py", "make; tail -50 log", "FOO=1 head a", "/usr/bin/less a",
     "git diff HEAD~1", "git -C x show HEAD", "git log -p -3", "diff a b", "jq . a.json", "pytest | tail -100",
     "ls | cat", "sudo cat /etc/hosts", "(cat a)", "awk '{print}' a", "gh pr diff 3"],
)  # fmt: skip
def test_commands_that_show_a_text(command: str) -> None:
    assert shows_text(command)
    assert shortened("Bash", {"command": command}, {"stdout": LONG, "stderr": ""}, "") is None


@pytest.mark.parametrize(
    "command",
    ["make", "cat a | grep x", "git log --oneline", "git status", "npm ci", "echo 'cat x'", "sed -i s/a/b/ x",
     'python -c "cat = 1; head = 2"', "", "grep -rn difference src", "./tail-logs"],
)  # fmt: skip
def test_commands_that_do_something(command: str) -> None:
    assert not shows_text(command)
