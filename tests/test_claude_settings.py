"""Our hooks in Claude Code's settings: merged with what is there, taken out without a trace."""

import json

import pytest

from luneta.agents.claude_settings import TIMEOUT, has_hooks, with_hooks, without_hooks
from luneta.errors import ConfigError

COMMAND, VAULTS = "'/opt/my tools/luneta'", "--vault '/home/me/My Notes'"
OTHERS = {
    "model": "opus",
    "hooks": {
        "PreToolUse": [
            {"matcher": "Bash", "hooks": [{"type": "command", "command": "guard.sh", "timeout": 60}]},
        ],
        "Stop": [{"hooks": [{"type": "command", "command": "echo luneta hooks are fine"}]}],
    },
    "permissions": {"allow": []},
}


def test_into_nothing() -> None:
    made = with_hooks({}, COMMAND, VAULTS)
    assert list(made["hooks"]) == ["UserPromptSubmit", "PreToolUse", "PostToolUse"]
    (entry,) = made["hooks"]["UserPromptSubmit"]
    command = "'/opt/my tools/luneta' hook user-prompt --vault '/home/me/My Notes'"
    assert entry == {"hooks": [{"type": "command", "command": command, "timeout": TIMEOUT}]}
    assert made["hooks"]["PostToolUse"][0]["matcher"] == "Bash|Grep|mcp__.*"
    assert "WebSearch" in made["hooks"]["PreToolUse"][0]["matcher"].split("|")
    assert TIMEOUT <= 10, "seconds, not milliseconds"
    assert has_hooks(made)
    assert without_hooks(made) == {}


def test_beside_others() -> None:
    before = json.dumps(OTHERS)
    made = with_hooks(OTHERS, COMMAND, VAULTS)
    assert json.dumps(OTHERS) == before
    assert list(made) == list(OTHERS)
    assert made["hooks"]["PreToolUse"][0] == OTHERS["hooks"]["PreToolUse"][0]  # type: ignore[index]
    assert made["hooks"]["Stop"] == OTHERS["hooks"]["Stop"]  # type: ignore[index]
    assert without_hooks(made) == OTHERS
    assert not has_hooks(OTHERS)
    assert without_hooks(OTHERS) == OTHERS


def test_again_is_the_same_and_other_vaults_take_the_place_of_the_old() -> None:
    once = with_hooks(OTHERS, COMMAND, VAULTS)
    later = {**once, "hooks": {**once["hooks"], "PreToolUse": [*once["hooks"]["PreToolUse"], {"hooks": []}]}}
    assert with_hooks(once, COMMAND, VAULTS) == once
    assert with_hooks(later, COMMAND, VAULTS) == later, "nothing is moved"
    moved = with_hooks(once, '"C:/Tools/luneta.exe"', '--vault "D:/Notes"')
    assert json.dumps(moved).count(" hook user-prompt ") == 1
    assert without_hooks(moved) == OTHERS


def test_a_command_of_ours_among_others_of_one_entry() -> None:
    guard = {"type": "command", "command": "guard.sh"}
    ours = {"type": "command", "command": "/usr/bin/python -m luneta hook pre-tool --vault /x"}
    settings = {"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [guard, ours]}]}}
    assert without_hooks(settings) == {"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [guard]}]}}


@pytest.mark.parametrize("hooks", [[], "x", {"PreToolUse": {}}, {"PreToolUse": None}])
def test_settings_of_another_shape_are_not_touched(hooks: object) -> None:
    for change in (without_hooks, lambda settings: with_hooks(settings, COMMAND, VAULTS)):
        with pytest.raises(ConfigError):
            change({"hooks": hooks})
