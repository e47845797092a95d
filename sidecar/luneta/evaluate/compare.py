"""Two runs, query by query: what got better, what got worse."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import fsum

from luneta.evaluate.trial import Answer

#: Less than this is rounding, not a change.
_SAME = 0.0005


@dataclass(frozen=True, slots=True)
class Change:
    """One query answered differently well: `gain` is the measure after less the measure before, from -1 to 1."""

    before: Answer
    after: Answer
    gain: float


def changes(before: Sequence[Answer], after: Sequence[Answer], system: str, measure: str = "nDCG@10") -> list[Change]:
    """The queries in both runs whose measure changed, the greatest loss first, the greatest gain last."""
    old = {answer.query.id: answer for answer in before if answer.system == system}
    found = [
        Change(old[new.query.id], new, new.values[measure] - old[new.query.id].values[measure])
        for new in after
        if new.system == system and new.query.id in old
    ]
    return sorted((c for c in found if abs(c.gain) > _SAME), key=lambda change: (change.gain, change.after.query.id))


def describe(
    before: Mapping[str, Sequence[Answer]],
    after: Mapping[str, Sequence[Answer]],
    system: str = "default",
    measure: str = "nDCG@10",
    show: int = 10,
) -> str:
    """In words: for each set the mean before and after, the `show` worst losses and the `show` best gains."""
    lines: list[str] = []
    for name in after:
        if name not in before:
            lines.append(f"{name}: only in the second run")
            continue
        found = changes(before[name], after[name], system, measure)
        worse, better = [c for c in found if c.gain < 0], [c for c in reversed(found) if c.gain > 0]
        old, new = (_mean(run[name], system, measure) for run in (before, after))
        counts = f"{len(better)} queries better, {len(worse)} worse"
        lines.append(f"{name}, {system}: {measure} {old:.3f} -> {new:.3f}, {counts}")
        for title, part in (("worse", worse), ("better", better)):
            lines += [f"  {title}", *(line for change in part[:show] for line in _show(change))] if part else []
    lines += [f"{name}: only in the first run" for name in before if name not in after]
    return "\n".join(lines)


def _show(change: Change) -> list[str]:
    return [
        f"    {change.gain:+.3f}  {change.after.query.id}  {change.after.query.text}",
        f"            before: {' | '.join(change.before.hits[:3])}",
        f"            after:  {' | '.join(change.after.hits[:3])}",
    ]


def _mean(answers: Sequence[Answer], system: str, measure: str) -> float:
    values = [answer.values[measure] for answer in answers if answer.system == system]
    return fsum(values) / len(values) if values else 0.0
