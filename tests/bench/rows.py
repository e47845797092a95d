"""What was measured: one row of the table for each, with the bar that it must clear."""

from collections.abc import Sequence
from dataclasses import dataclass
from statistics import median
from typing import Any, Literal

Json = dict[str, Any]
Rule = Literal["times as fast", "of it or less", "or less"]


@dataclass(frozen=True, slots=True)
class Bar:
    """What Luneta must reach.

    "times as fast": the yardstick's median divided by Luneta's is `value` or more. "of it or less": Luneta's median
    is at most `value` of the yardstick's. "or less": Luneta's median is at most `value`, in the row's unit.
    """

    rule: Rule
    value: float


@dataclass(frozen=True, slots=True)
class Row:
    """One thing measured, once a round: `luneta` and `yardstick` in `unit`, the latter empty if it took no part.

    `details`: whatever else is worth keeping, for --json. `remarks`: sentences shown below the table.
    """

    what: str
    unit: str
    luneta: Sequence[float]
    yardstick: Sequence[float] = ()
    bar: Bar | None = None
    details: Json | None = None
    remarks: Sequence[str] = ()

    @property
    def share(self) -> float | None:
        """Luneta's median divided by the yardstick's; None without a yardstick."""
        return median(self.luneta) / median(self.yardstick) if self.yardstick else None

    @property
    def met(self) -> bool | None:
        """Whether the bar is cleared; None if there is no bar, or no yardstick to compare with."""
        if self.bar is None:
            return None
        if self.bar.rule == "or less":
            return median(self.luneta) <= self.bar.value
        if self.share is None:
            return None
        return self.share <= (1 / self.bar.value if self.bar.rule == "times as fast" else self.bar.value)

    def as_json(self) -> Json:
        """The row for --json."""
        return {
            "what": self.what,
            "unit": self.unit,
            "yardstick": {"median": median(self.yardstick), "rounds": list(self.yardstick)} if self.yardstick else None,
            "luneta": {"median": median(self.luneta), "rounds": list(self.luneta)},
            "share": self.share,
            "bar": {"rule": self.bar.rule, "value": self.bar.value} if self.bar else None,
            "met": self.met,
            "details": self.details or {},
            "remarks": list(self.remarks),
        }
