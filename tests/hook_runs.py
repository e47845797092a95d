"""`luneta hook ...` as a process, as Claude Code runs it."""

import json
import subprocess
import sys
import time
from collections.abc import Mapping
from typing import Any

from running import Place

#: What is promised, s, on a machine that has nothing else to do; tests share theirs, so the process's start is not
#: counted in.
LONGEST = 2.0
QUESTION = "how is the sourdough of the island baked at dawn?"
NOTES = {
    "Island/Bread.md": "# Island bread\n\nSourdough of the island, baked at dawn. %%quincunx%% Rye from the mill.\n",
    "Island/Mill.md": "# The mill\n\n## Flour\n\nRye flour for the sourdough of the island: the mill at the bay.\n",
    "Diary/Monday.md": "# Monday\n\nThe quinces were ripe on Monday, and the dog slept.\n",
    "Odd.md": "# Clapper → 🎬\n\nThe film with the clapper → 🎬 was shot at the lighthouse in winter.\n",
    "Other.md": "# Other\n\nThe tax office wants the form by Friday.\n",
}


class Ran:
    """How a hook ended."""

    def __init__(self, done: "subprocess.CompletedProcess[bytes]", seconds: float) -> None:
        self.code, self.output, self.errors, self.seconds = done.returncode, done.stdout, done.stderr, seconds

    @property
    def silent(self) -> bool:
        """Without a word, and nothing that Claude Code would tell of."""
        return (self.code, self.output, self.errors) == (0, b"", b"")

    @property
    def specific(self) -> dict[str, Any]:
        """The one thing that may stand in the output."""
        assert (self.code, self.errors) == (0, b""), self.errors
        answer = json.loads(self.output)
        assert list(answer) == ["hookSpecificOutput"]
        return dict(answer["hookSpecificOutput"])

    @property
    def context(self) -> str:
        text = self.specific["additionalContext"]
        assert isinstance(text, str)
        assert len(text) < 10_000
        return text


def hook(place: Place, event: str, given: object, *more: str, environment: Mapping[str, str] | None = None) -> Ran:
    """Run a hook for the place's vault. `given`: bytes as they are, or what becomes JSON."""
    data = given if isinstance(given, bytes) else json.dumps(given).encode()
    command = [sys.executable, "-m", "luneta", "hook", event, "--vault", str(place.vault), *more]
    began = time.perf_counter()
    done = subprocess.run(
        command,
        input=data,
        env={**place.environment, **(environment or {})},
        capture_output=True,
        check=False,
        timeout=30,
    )
    return Ran(done, time.perf_counter() - began)


def spoken(place: Place, event: str, given: object, *more: str) -> Ran:
    """The same, when the index has to be opened for it, until it says something: on a busy machine its time may be over
    before, and then it is right to be silent."""
    for _ in range(4):
        ran = hook(place, event, given, *more)
        if not ran.silent:
            break
    return ran


def asked(prompt: str, session: str = "") -> dict[str, str]:
    """What Claude Code says of a prompt."""
    return {"session_id": session, "hook_event_name": "UserPromptSubmit", "cwd": "/", "prompt": prompt}
