"""`luneta status`."""

import time
from argparse import Namespace
from collections.abc import Iterator, Sequence
from itertools import groupby, islice

from luneta.cli import exits, face, stream, terminal
from luneta.cli.clean import clean
from luneta.cli.vaults import chosen_vault, quoted, shown
from luneta.config import StoredIndex, list_indexes
from luneta.core.types import Problem
from luneta.engine import Engine
from luneta.reports import Status

#: Notes with problems that a person is shown; --json shows all.
MOST_PROBLEMS = 20
LEFT = 10


def run(arguments: Namespace) -> int:
    """Show the state of the vault's index, or with --all of every index on this machine."""
    if arguments.all:
        indexes = list_indexes()
        if arguments.json:
            stream.write_bytes(face.encode(face.indexes(indexes)))
        else:
            stream.write("\n".join(_all_lines(indexes)) + "\n")
        return exits.FINE
    with Engine.open(chosen_vault(arguments.vault)) as engine:
        state = engine.status()
        stream.tell(engine.notices)
    if arguments.json:
        stream.write_bytes(face.encode(face.status(state)))
    else:
        stream.write("\n".join(lines_of_status(state, terminal.of_output())) + "\n")
    return exits.FINE


def lines_of_status(state: Status, screen: terminal.Terminal) -> Iterator[str]:
    """The state of an index as a person reads it."""
    yield f"{'Vault':<{LEFT}}{clean(shown(state.vault))}"
    yield f"{'Holds':<{LEFT}}{state.notes} notes, {state.chunks} chunks"
    yield f"{'Index':<{LEFT}}{size(state.db_bytes)}, {clean(shown(state.db_path))}"
    yield f"{'Model':<{LEFT}}{clean(state.model) or 'none'}"
    yield f"{'Last run':<{LEFT}}{_when(state.last_run)}"
    if state.redactions:
        found = ", ".join(f"{clean(name)} {count}" for name, count in sorted(state.redactions.items()))
        yield f"{'Secrets':<{LEFT}}kept out of the index: {found}"
    if state.degraded:
        yield f"{'Degraded':<{LEFT}}{screen.style(clean(state.degraded), 'bad')}"
    if state.problems:
        yield from _problem_lines(state.problems)


def _problem_lines(problems: Sequence[tuple[str, Problem]]) -> Iterator[str]:
    yield ""
    yield f"Not in the index, or only in part: {len(problems)}"
    by_reason = sorted(problems, key=lambda item: (item[1].kind, item[1].reason, item[0]))
    left = MOST_PROBLEMS
    for problem, found in groupby(by_reason, key=lambda item: item[1]):
        paths = [clean(path) for path, _ in found]
        yield f"  {problem.kind}, {len(paths)}: {clean(problem.reason)}"
        for path in islice(paths, left):
            yield f"    {path}"
        left = max(0, left - len(paths))
    if len(problems) > MOST_PROBLEMS:
        yield f"  The first {MOST_PROBLEMS} notes are shown; luneta status --json lists all."


def _all_lines(indexes: Sequence[StoredIndex]) -> Iterator[str]:
    if not indexes:
        yield "There is no index on this machine yet."
        return
    for index in indexes:
        yield f"{size(index.size):>{LEFT}}  {_owner(index)}"
        yield f"{'':>{LEFT}}  {clean(shown(index.db_path))}"
    yield f"{size(sum(index.size for index in indexes)):>{LEFT}}  in all"


def _owner(index: StoredIndex) -> str:
    if index.root is None:
        return f"(no record says which vault; {clean(shown(index.db_path.parent))} can be deleted)"
    if not index.root.is_dir():
        return f"{clean(shown(index.root))} (not there now; luneta forget --vault {clean(quoted(index.root))})"
    return clean(shown(index.root))


def size(count: int) -> str:
    """`512 B`, `1.2 kB`, `34.5 MB`, `1.2 GB` (powers of a thousand)."""
    amount = float(count)
    for unit in ("B", "kB", "MB", "GB"):
        if amount < 999.95 or unit == "GB":
            break
        amount /= 1000
    return f"{count} B" if unit == "B" else f"{amount:.1f} {unit}"


def _when(moment: float | None) -> str:
    return "never finished" if moment is None else time.strftime("%Y-%m-%d %H:%M", time.localtime(moment))
