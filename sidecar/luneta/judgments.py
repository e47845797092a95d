"""The user's own golden set: which notes were right for which query, a line of JSON for each time it was said.

It lies beside the settings, so that it goes where the vault goes. Lines are only added; of two about the same query and
note the later one counts: `{"query": "...", "right": ["a/b.md"]}`, or `"partly"`, or `"wrong"`. evaluate.judged reads
it.
"""

import json
import os
from pathlib import Path
from typing import Literal

from luneta.errors import ConfigError

Verdict = Literal["right", "partly", "wrong"]


def judgments_file(settings: Path) -> Path:
    """Where a user's own judgments of a vault are kept: beside its settings (config.Config.source)."""
    return settings.with_name(f"{settings.stem}.judgments.jsonl")


def add(path: Path, query: str, note: str, verdict: Verdict = "right") -> None:
    """Write one judgment down. ConfigError: the file cannot be written."""
    line = json.dumps({"query": " ".join(query.split()), verdict: [note]}, ensure_ascii=False) + "\n"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with open(os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600), "r+b") as stream:
            if stream.seek(0, os.SEEK_END) and _last_byte(stream.fileno()) != b"\n":
                line = "\n" + line  # somebody wrote in it by hand
            stream.write(line.encode("utf-8", "replace"))
            stream.flush()
            os.fsync(stream.fileno())
    except OSError as error:
        raise ConfigError(f"{path} cannot be written: {error.strerror}.") from error


def _last_byte(descriptor: int) -> bytes:
    os.lseek(descriptor, -1, os.SEEK_END)
    return os.read(descriptor, 1)
