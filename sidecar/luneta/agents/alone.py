"""A hook's answer without a sidecar: the index is opened here, for one question."""

from pathlib import Path
from typing import Any

from luneta.engine import Engine
from luneta.recall import recall


def pieces(vault: str, query: str, budget: int, seen: list[str]) -> list[dict[str, Any]]:
    """What the sidecar would answer. Raises LunetaError; nothing is built or mended for a hook."""
    with Engine.open(Path(vault), repairs=False) as engine:
        found = recall(engine, query, budget, frozenset(seen))
    return [{"key": one.key, "text": one.text, "relevance": one.relevance} for one in found]
