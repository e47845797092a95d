"""A tool's output -> the same, in the tool's own shape, with its long texts made short (agents.compress).

What an agent asked to read is never shortened: files, and commands whose purpose is to show a text.
"""

import re
from collections.abc import Mapping
from typing import Any

from luneta.agents.compress import compress, focus_words

#: Their last stage shows a text; whoever runs them wants all of it.
_TEXT_TOOLS = (
    "cat tac head tail less more most bat batcat nl sed awk jq yq xxd od hexdump strings diff comm column fold man view"
    " base64 type get-content gc"
)
_SHOWS_TEXT = frozenset(_TEXT_TOOLS.split())
_SHOWN_BY = {
    "git": re.compile(r"\b(?:diff|show|blame|cat-file|stash show|log\b.*\s(?:-p|-u|--patch))\b"),
    "gh": re.compile(r"\b(?:diff|view)\b"),
}
_PIPE = re.compile(r"(?<!\|)\|&?(?!\|)")
_SEQUENCE = re.compile(r"&&|\|\||[;\n&]")
_BEFORE_COMMAND = re.compile(r"^(?:\s*(?:\w+=\S*|sudo|time|nice|env|command|exec|then|do|\(|\{|!)\s+)*\s*[({]*\s*")
_QUOTED = re.compile(r"'[^']*'|\"(?:[^\"\\]|\\.)*\"")
#: Tools whose answers keep to a budget by themselves.
_OWN = "mcp__luneta__"


def shortened(tool: str, given: Mapping[str, Any], response: object, task: str) -> object | None:
    """The response with its long texts shortened; None if it should stay as it is.

    `task` is what the conversation is about: lines that have words of it, or of the tool's input, are kept.
    """
    focus = focus_words(task, *(value for value in given.values() if isinstance(value, str)))
    if tool == "Bash":
        command = given.get("command")
        if not isinstance(response, dict) or response.get("isImage") or shows_text(str(command or "")):
            return None
        return _with(response, ("stdout", "stderr"), focus, "`COMMAND > FILE 2>&1` keeps all of it")
    if tool == "Grep":
        return _with(response, ("content",), focus, "a narrower pattern or path shows the rest")
    if tool.startswith("mcp__") and not tool.startswith(_OWN):
        return _contents(response, focus)
    return None


def shows_text(command: str) -> bool:
    """Whether a shell command, or a part of it, is there to show a text as it is."""
    bare = _QUOTED.sub("''", command)
    return any(_shows(_PIPE.split(part)[-1]) for part in _SEQUENCE.split(bare))


def _shows(stage: str) -> bool:
    words = _BEFORE_COMMAND.sub("", stage, count=1).split()
    if not words:
        return False
    name = re.split(r"[\\/]", words[0])[-1].lower().removesuffix(".exe")
    if name == "sed" and any(word.startswith(("-i", "--in-place")) for word in words[1:]):
        return False
    if name in _SHOWN_BY:
        return _SHOWN_BY[name].search(" ".join(words[1:])) is not None
    return name in _SHOWS_TEXT


def _with(response: object, names: tuple[str, ...], focus: frozenset[str], how: str) -> dict[str, Any] | None:
    """A copy of a response with the texts of these names shortened; None if none was."""
    if not isinstance(response, dict):
        return None
    made = dict(response)
    for name in names:
        if isinstance(text := made.get(name), str) and (short := _short(text, focus, how)) is not None:
            made[name] = short
    return made if made != response else None


def _contents(response: object, focus: frozenset[str]) -> object | None:
    """The text parts of what an MCP tool returned, in whichever of the usual shapes."""
    how = "the tool returned more"
    if isinstance(response, str):
        return _short(response, focus, how)
    if isinstance(response, list):
        made = [_with(part, ("text",), focus, how) or part for part in response]
        return made if made != response else None
    if isinstance(response, dict) and isinstance(response.get("content"), list):
        content = _contents(response["content"], focus)
        return None if content is None else {**response, "content": content}
    return None


def _short(text: str, focus: frozenset[str], how: str) -> str | None:
    made = compress(text, focus)
    if made is None:
        return None
    return f"{made.text}[{made.dropped} of {made.lines} lines are not shown; {how}]\n" if made.dropped else made.text
