"""What was measured, and under which conditions: for the terminal and for programs."""

from dataclasses import dataclass, field

import machine
import table
from rows import Json, Row


@dataclass
class Report:
    """Fills up while the operations run. `about`: what is measured on what; it goes into --json as it is.

    `others`: for each operation how many cores other programs used meanwhile (None: unknown). `failed`: the step that
    ended the run before its time.
    """

    about: Json
    rows: list[Row] = field(default_factory=list)
    seconds: dict[str, float] = field(default_factory=dict)
    others: dict[str, float | None] = field(default_factory=dict)
    failed: str | None = None
    _machine: Json = field(default_factory=machine.description)
    _load_before: float | None = field(default_factory=machine.load)

    def warnings(self) -> list[str]:
        """Why the times may be doubtful."""
        found = []
        if self._load_before is not None and self._load_before > machine.LOADED * machine.cores():
            found.append(f"The load was {self._load_before} before the start: wait until the machine is idle.")
        disturbed = [f"{name} {share:.2f}" for name, share in self.others.items() if share and share > machine.BUSY]
        if disturbed:
            found.append(f"Other programs were computing meanwhile; cores that they used: {', '.join(disturbed)}.")
        return found

    def as_json(self) -> Json:
        """Everything."""
        return {
            **self.about,
            "machine": self._machine,
            "load": {"before": self._load_before, "after": machine.load()},
            "seconds": self.seconds,
            "cores_used_by_others": self.others,
            "warnings": self.warnings(),
            "rows": [row.as_json() for row in self.rows],
            "failed": self.failed,
        }

    def text(self) -> str:
        """The table, and what is needed to read it."""
        about, system = self.about, self._machine
        head = [
            f"Luneta {about['luneta']} on {about['vault']} ({about['notes']} notes), runs: {about['runs']}, medians",
            f"{system['cores']} cores, Python {system['python']}, {system['system']}, "
            f"load {self._load_before} before and {machine.load()} after",
        ]
        if about["yardstick_left_out"]:
            head.append(f"The yardstick is left out: {about['yardstick_left_out']}")
        head += [f"WARNING: {sentence}" for sentence in self.warnings()]
        return "\n".join([*head, "", *table.lines(self.rows)])
