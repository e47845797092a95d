"""The user's own golden set: which notes were right for which query, a line of JSON for each time it was said.

It lies beside the settings, so that it goes where the vault goes. Lines are only added; of two about the same query and
note the later one counts. `{"query": "...", "right": ["a/b.md"]}`, or `"wrong"`.
"""

import json
import os
from pathlib import Path

from luneta.config import settings_file
from luneta.errors import ConfigError

_SUFFIX = "golden.jsonl"


def golden_file(vault: Path, config_dir: str) -> Path:
    """Where the user's golden set of this vault is; it may not exist yet."""
    source = settings_file(vault, config_dir=config_dir)
    return source.with_name(_SUFFIX if source.name == "data.json" else f"{source.stem}.{_SUFFIX}")


def add(path: Path, query: str, note: str, *, right: bool) -> None:
    """Write one judgment down. ConfigError: the file cannot be written."""
    line = json.dumps({"query": query, "right" if right else "wrong": [note]}, ensure_ascii=False) + "\n"
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with open(os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND, 0o600), "r+b") as stream:
            if stream.seek(0, os.SEEK_END) and _last_byte(stream.fileno()) != b"\n":
                line = "\n" + line  # somebody wrote in it by hand
            stream.write(line.encode("utf-8", "replace"))
    except OSError as error:
        raise ConfigError(f"{path} cannot be written: {error.strerror}.") from error


def _last_byte(descriptor: int) -> bytes:
    os.lseek(descriptor, -1, os.SEEK_END)
    return os.read(descriptor, 1)
