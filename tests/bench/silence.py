"""What recall says to prompts that have nothing to do with a vault, and to those that have: the table of the guide.

python tests/bench/silence.py VAULT [QUERIES.jsonl ...]     a prompt for each line's "text"; without files, the
prompts of tests/agent_prompts.py. The vault must be indexed.
"""

import json
import sys
from collections.abc import Sequence
from pathlib import Path

from luneta.core import relevance
from luneta.engine import Engine

sys.path.insert(0, str(Path(__file__).parent.parent))
from agent_prompts import ABOUT, ELSEWHERE, NOTHING

FLOORS = (0.5, 0.7, 0.8, 0.9, 0.95)
#: Prompts of a file that are asked, spread evenly.
_MOST = 200


def best(engine: Engine, prompt: str) -> float:
    """The relevance of the best passage."""
    _, found = engine.recollect(prompt, limit=6)
    return found[0].relevance if found else 0.0


def row(name: str, engine: Engine, prompts: Sequence[str]) -> str:
    values = [best(engine, prompt) for prompt in prompts]
    shares = (f"{sum(value >= floor for value in values) / len(values):.0%}" for floor in FLOORS)
    return f"| {name} | {len(prompts)} | {' | '.join(shares)} |"


def texts(path: Path) -> list[str]:
    with path.open(encoding="utf-8") as stream:
        found = [str(json.loads(line)["text"]) for line in stream]
    return found[:: -(-len(found) // _MOST)]


def main() -> None:
    vault, *files = map(Path, sys.argv[1:])
    print(f"| prompts | how many | {' | '.join(f'≥ {floor}' for floor in FLOORS)} |\n|---|---|{'---|' * len(FLOORS)}")
    with Engine.open(vault, resident=True) as engine:
        if not files:
            print(row("about the vault", engine, [prompt for prompt, _ in ABOUT]))
            print(row("about something else", engine, ELSEWHERE))
            print(row("about nothing", engine, NOTHING))
        for path in files:
            print(row(path.parent.name, engine, texts(path)))
    print(f"\nThe floor is {relevance.FLOOR}.")


if __name__ == "__main__":
    main()
