"""Luneta's hooks in Claude Code's settings: put in, taken out. Pure; what others have put there stays as it is."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from luneta.errors import ConfigError

Settings = Mapping[str, Any]

#: Seconds after which Claude Code gives up on a hook; ours ends by itself within two.
TIMEOUT = 10
#: Event, our name for it, and the tools that it is for ("" is all, of an event that knows no tools).
#: Before a tool: where the vault may know better than what is about to be looked up or written. After one: where
#: output is long and not read as a text.
_EVENTS = (
    ("UserPromptSubmit", "user-prompt", ""),
    ("PreToolUse", "pre-tool", "Task|Agent|WebSearch|WebFetch|Grep|Edit|Write"),
    ("PostToolUse", "post-tool", "Bash|Grep|mcp__.*"),
)
_OURS = re.compile(r"luneta(?:\.exe)?[\"']? hook (?:user-prompt|pre-tool|post-tool)\b")


def with_hooks(settings: Settings, command: str, vault_words: str) -> dict[str, Any]:
    """The settings with our hooks, in place of those of ours that were there.

    `command` is how luneta is run, and `vault_words` what names the vaults, both quoted for a shell. ConfigError: the
    settings are not of the shape that Claude Code documents.
    """
    wanted = {event: _entry(f"{command} hook {name} {vault_words}", tools) for event, name, tools in _EVENTS}
    present = _lists(settings)
    ours = {event: [entry for entry in entries if _is_ours(entry)] for event, entries in present.items()}
    if {event: entries for event, entries in ours.items() if entries} == {e: [entry] for e, entry in wanted.items()}:
        return dict(settings)
    made = without_hooks(settings)
    hooks = dict(made.get("hooks", {}))
    for event, entry in wanted.items():
        hooks[event] = [*hooks.get(event, []), entry]
    return {**made, "hooks": hooks}


def without_hooks(settings: Settings) -> dict[str, Any]:
    """The settings without our hooks. ConfigError as above."""
    left: dict[str, list[Any]] = {}
    for event, entries in _lists(settings).items():
        kept = [rest for entry in entries if (rest := _without_ours(entry)) is not None]
        if kept or not entries:
            left[event] = kept
    made = {name: value for name, value in settings.items() if name != "hooks"}
    return {name: left if name == "hooks" else value for name, value in settings.items()} if left else made


def has_hooks(settings: Settings) -> bool:
    """Whether any of our hooks are there. ConfigError as above."""
    return any(_is_ours(entry) for entries in _lists(settings).values() for entry in entries)


def _entry(command: str, tools: str) -> dict[str, Any]:
    hook = {"type": "command", "command": command, "timeout": TIMEOUT}
    return {"matcher": tools, "hooks": [hook]} if tools else {"hooks": [hook]}


def _lists(settings: Settings) -> Mapping[str, Sequence[Any]]:
    hooks = settings.get("hooks", {})
    if not isinstance(hooks, dict) or not all(isinstance(entries, list) for entries in hooks.values()):
        raise ConfigError("hooks in these settings are not as Claude Code documents them: an object of lists.")
    return hooks


def _is_ours(entry: object) -> bool:
    return any(_is_our_command(hook) for hook in _commands(entry))


def _without_ours(entry: object) -> object | None:
    """The entry without our commands; None if nothing else was in it."""
    if not isinstance(entry, dict) or not _is_ours(entry):
        return entry
    kept = [hook for hook in _commands(entry) if not _is_our_command(hook)]
    return {**entry, "hooks": kept} if kept else None


def _commands(entry: object) -> Sequence[object]:
    hooks = entry.get("hooks") if isinstance(entry, dict) else None
    return hooks if isinstance(hooks, list) else ()


def _is_our_command(hook: object) -> bool:
    command = hook.get("command") if isinstance(hook, dict) else None
    return isinstance(command, str) and _OURS.search(command) is not None
