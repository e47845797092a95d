"""`luneta hook user-prompt|pre-tool|post-tool`: what Claude Code runs before and after what it does.

A hook must never be in the way. It ends with 0 and without a word when anything is not as it should be, and at the
latest when its time is over. It is a process of its own for every prompt and every use of a tool, so everything here is
of the standard library until there is no sidecar to ask.
"""

import json
import os
import sys
import threading
import time

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

#: After so many seconds a hook ends, whatever it waits for.
LONGEST = 1.6
#: So many of them a sidecar may take.
_SIDECAR = 1.1
#: After so many no further vault is asked: what the first ones say is better than nothing.
_NO_MORE = 0.8
_began = time.monotonic()
#: Bytes of input; more is not read.
_MOST_INPUT = 24 * 1024 * 1024
#: Claude Code shows only a preview of longer texts.
_MOST_TEXT = 9_900
EVENTS = {"user-prompt": "UserPromptSubmit", "pre-tool": "PreToolUse", "post-tool": "PostToolUse"}


def run(words: "list[str]") -> int:
    """Answer one event, given on standard input. Always 0."""
    _end_in_time()
    debugging = bool(os.environ.get("LUNETA_DEBUG"))
    try:
        answer = _answer(words[0], _vaults(words[1:]))
        if answer is not None:
            # In ASCII, so that no code page matters, and at once, so that there is never half of it.
            _write_once(json.dumps({"hookSpecificOutput": {"hookEventName": EVENTS[words[0]], **answer}}).encode())
    except Exception:  # whatever it is: a hook that fails visibly would block the user
        if debugging:
            import traceback

            traceback.print_exc()
    sys.stdout.flush()
    os._exit(0)  # nothing is left to tidy, and a thread that still waits for something must not be waited for


def _end_in_time() -> None:
    timer = threading.Timer(LONGEST, os._exit, (0,))
    timer.daemon = True
    timer.start()


def _write_once(data: bytes) -> None:
    sys.stdout.buffer.write(data)
    sys.stdout.buffer.flush()


def _vaults(words: "list[str]") -> "list[str]":
    """The vaults of `--vault V`..., absolute, each once."""
    found = []
    for place, word in enumerate(words):
        if word == "--vault" and place + 1 < len(words):
            found.append(words[place + 1])
        elif word.startswith("--vault="):
            found.append(word.removeprefix("--vault="))
    return list(dict.fromkeys(os.path.abspath(os.path.expanduser(vault)) for vault in found))


def _answer(event: str, vaults: "list[str]") -> "dict[str, Any] | None":
    data = sys.stdin.buffer.read(_MOST_INPUT + 1)
    if len(data) > _MOST_INPUT:
        return None
    given = json.loads(data)
    if not isinstance(given, dict):
        return None
    session = str(given.get("session_id") or "")
    if event == "post-tool":
        return _after_tool(given, session, vaults)
    from luneta.agents import prompts

    if event == "user-prompt":
        prompt = given.get("prompt")
        query = prompts.own_words(prompt) if isinstance(prompt, str) else ""
    else:
        tool, tool_input = given.get("tool_name"), given.get("tool_input")
        query = (
            prompts.words_of_tool(tool, tool_input) if isinstance(tool, str) and isinstance(tool_input, dict) else ""
        )
    text = _context(query, session, vaults, remember=event == "user-prompt") if query else ""
    return {"additionalContext": text} if text else None


def _context(query: str, session: str, vaults: "list[str]", *, remember: bool) -> str:
    """The block for a query; what is in it is remembered for the conversation."""
    from luneta.agents.block import BUDGET, block, room
    from luneta.agents.sessions import Conversation
    from luneta.whereabouts import index_folder

    budget = room(vaults, BUDGET)
    conversations = {vault: Conversation(index_folder(vault), session) for vault in vaults}
    found: list[tuple[float, int, str, str, str]] = []
    for number, vault in enumerate(vaults):
        if number and time.monotonic() - _began > _NO_MORE:
            break
        seen = conversations[vault].seen() if session else []
        for piece in _pieces(vault, query, budget, seen):
            found.append((-float(piece["relevance"]), number, vault, str(piece["key"]), str(piece["text"])))
    found.sort(key=lambda one: one[:2])
    text, shown = block([(one[2], one[4]) for one in found], BUDGET)
    if session:
        for vault, conversation in conversations.items():
            keys = [found[number][3] for number in shown if found[number][2] == vault]
            conversation.add(keys, query if remember else "")
    return text if len(text) <= _MOST_TEXT else ""


def _pieces(vault: str, query: str, budget: int, seen: "list[str]") -> "list[dict[str, Any]]":
    """Of the sidecar that serves the vault; if there is none, of the index itself. None if neither can be asked."""
    from luneta.client import Client, ClientError, TookTooLongError

    if not os.path.isdir(vault):
        return []
    try:
        client = Client.connect(vault, name="a hook", timeout=_SIDECAR)
    except TookTooLongError:
        return []  # somebody is there and does not answer: there is no time left to do it here
    except ClientError:
        return _pieces_of_index(vault, query, budget, seen)
    try:
        answer = client.request({"type": "recall", "query": query, "max_tokens": budget, "seen": seen})
    except ClientError:
        return []  # no index yet, or a sidecar of another version
    finally:
        client.close()
    pieces: list[dict[str, Any]] = answer["pieces"]
    return pieces


def _pieces_of_index(vault: str, query: str, budget: int, seen: "list[str]") -> "list[dict[str, Any]]":
    from luneta.agents import alone
    from luneta.errors import LunetaError

    try:
        return alone.pieces(vault, query, budget, seen)
    except LunetaError:
        return []  # no index, a damaged one, settings that cannot be read


def _after_tool(given: "dict[str, Any]", session: str, vaults: "list[str]") -> "dict[str, Any] | None":
    from luneta.agents.outputs import shortened
    from luneta.agents.sessions import Conversation
    from luneta.whereabouts import index_folder

    tool, tool_input = given.get("tool_name"), given.get("tool_input")
    if not isinstance(tool, str):
        return None
    task = Conversation(index_folder(vaults[0]), session).task() if session and vaults else ""
    made = shortened(tool, tool_input if isinstance(tool_input, dict) else {}, given.get("tool_response"), task)
    return None if made is None else {"updatedToolOutput": made}
