"""How well signals are routed: precision and recall on a labelled set, and what moving the thresholds does.

    python tests/ingest/measure.py            both parts, on standard output
    python tests/ingest/measure.py --write    into tests/ingest/results/routing.md too
    python tests/ingest/measure.py --wrong tune   which signals of a part went astray, with their scores

`labelled.jsonl` has one signal a line with the route and the domain that a person gave it before any score was looked
at. Its part `tune` is what the profile and the scoring were tuned by; its part `measure` is only measured.
"""

import argparse
import json
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "sidecar"))

from luneta.ingest.duplicates import Known
from luneta.ingest.profile import Profile, default_profile
from luneta.ingest.readers import read_bytes
from luneta.ingest.routing import Decision, Route, decide
from luneta.ingest.signals import Signal

HERE = Path(__file__).parent
ROUTES: tuple[Route, ...] = ("file", "review", "known", "discard")
#: Thresholds to try: (file, review).
_PAIRS = (
    (0.45, 0.30),
    (0.50, 0.35),
    (0.50, 0.40),
    (0.55, 0.35),
    (0.55, 0.40),
    (0.55, 0.45),
    (0.60, 0.40),
    (0.65, 0.50),
)


@dataclass(frozen=True)
class Labelled:
    """A signal and what a person said about it. `domain` is a folder, empty for what belongs nowhere."""

    part: str
    route: Route
    domain: str
    kind: str
    signal: Signal


def labelled() -> list[Labelled]:
    """The labelled set, read as `luneta ingest` reads JSON Lines."""
    found = []
    for line in (HERE / "labelled.jsonl").read_text("utf-8").splitlines():
        row = json.loads(line)
        (signal,) = read_bytes(json.dumps(row["signal"]).encode(), Path("labelled.jsonl"))
        assert isinstance(signal, Signal), signal
        found.append(Labelled(row["part"], row["route"], row["domain"], row["kind"], signal))
    return found


def decided(rows: Sequence[Labelled], profile: Profile) -> list[Decision]:
    """The decisions on a whole run: copies are told by what came before them, without any vault."""
    known = Known(None, lambda _: "")
    return known.settle_all([decide(row.signal, profile) for row in rows])


@dataclass(frozen=True)
class Measured:
    """Of one part. `confusion` counts (wanted, given)."""

    confusion: Counter[tuple[Route, Route]]
    domains_right: int
    domains_asked: int

    def precision(self, route: Route) -> float:
        return self._share(route, sum(n for (_, given), n in self.confusion.items() if given == route))

    def recall(self, route: Route) -> float:
        return self._share(route, sum(n for (wanted, _), n in self.confusion.items() if wanted == route))

    def _share(self, route: Route, of: int) -> float:
        return self.confusion[route, route] / of if of else 0.0

    @property
    def accuracy(self) -> float:
        return sum(self.confusion[route, route] for route in ROUTES) / self.confusion.total()


def measured(part: str, profile: Profile) -> Measured:
    """Measure one part, `tune` or `measure`. A domain is asked for where a person named one and it was not
    discarded."""
    rows = labelled()
    pairs = [(row, given) for row, given in zip(rows, decided(rows, profile), strict=True) if row.part == part]
    placed = [(row, given) for row, given in pairs if row.domain and given.route in ("file", "review")]
    return Measured(
        Counter((row.route, given.route) for row, given in pairs),
        sum(row.domain == given.folder for row, given in placed),
        len(placed),
    )


def report(profile: Profile) -> Iterator[str]:
    """The whole report, in Markdown."""
    yield "# Routing of signals"
    yield ""
    yield (
        "By `python tests/ingest/measure.py --write`, on `tests/ingest/labelled.jsonl`. `tune` is what the word "
        "lists and the scoring were tuned by; **`measure` is the part that counts**."
    )
    for part in ("tune", "measure"):
        found = measured(part, profile)
        yield from ("", f"## {part}: {found.confusion.total()} signals, {found.accuracy:.0%} to the right place", "")
        yield "| wanted | " + " | ".join(ROUTES) + " | precision | recall |"
        yield "|---|" + "--:|" * (len(ROUTES) + 2)
        for wanted in ROUTES:
            counts = " | ".join(str(found.confusion[wanted, given]) for given in ROUTES)
            yield f"| {wanted} | {counts} | {found.precision(wanted):.2f} | {found.recall(wanted):.2f} |"
        yield ""
        share = found.domains_right / max(found.domains_asked, 1)
        yield f"Domain right: {found.domains_right} of {found.domains_asked} ({share:.0%})."
        yield from ("", "| file from | review from | filed: precision | recall | discarded: precision | recall | all |")
        yield "|--:|--:|--:|--:|--:|--:|--:|"
        for file_from, review_from in _PAIRS:
            moved = measured(part, replace(profile, file_from=file_from, review_from=review_from))
            numbers = (
                moved.precision("file"),
                moved.recall("file"),
                moved.precision("discard"),
                moved.recall("discard"),
            )
            shares = " | ".join(f"{number:.2f}" for number in numbers)
            yield f"| {file_from:.2f} | {review_from:.2f} | {shares} | {moved.accuracy:.0%} |"


def wrong(part: str, profile: Profile) -> Iterator[str]:
    """The signals of a part whose route or domain is not what a person said, worst first."""
    rows = labelled()
    for row, given in zip(rows, decided(rows, profile), strict=True):
        strays = row.domain and given.route in ("file", "review") and row.domain != given.folder
        if row.part == part and (row.route != given.route or strays):
            dimensions = " ".join(f"{name[0]} {value:.2f}" for name, value in given.score.dimensions.items())
            yield f"{row.route:>7} -> {given.route:<7} {given.score.total:.2f} {dimensions}  {row.signal.title[:60]}"
            if strays:
                yield f"        domain {row.domain} -> {given.score.reasons['relevance']}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true")
    parser.add_argument("--wrong", choices=("tune", "measure"))
    arguments = parser.parse_args()
    if arguments.wrong:
        print("\n".join(wrong(arguments.wrong, default_profile())))
        return
    text = "\n".join(report(default_profile())) + "\n"
    print(text)
    if arguments.write:
        (HERE / "results").mkdir(exist_ok=True)
        (HERE / "results" / "routing.md").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
