"""Learn the ranking's weights, and show how they do on sets that they were not learnt from.

    python tests/eval/train.py --gather FOLDER... --work WORK      (minutes: every query is asked once)
    python tests/eval/train.py --work WORK --report NAME [--ablation] [--write]

--gather keeps the candidates of golden sets in WORK; sets whose names begin with "links-" (see mine_links.py) only
teach. The report leaves each set out in turn: the weights that it is measured with have not seen it. --write puts the
weights learnt from all sets where Luneta reads them. tests/eval/golden is measured, never learnt from.
"""

import argparse
import json
import pickle
import sys
from collections.abc import Mapping, Sequence
from pathlib import Path

import numpy as np
from gather import Judged, gather
from learning import Array, learn, measure

from luneta.core.features import NAMES
from luneta.evaluate.significance import chance
from luneta.ranker import WEIGHTS

HERE = Path(__file__).resolve().parent
OWN = "golden"
#: What a mined set weighs, a judged one being 1, and what it must not teach about: it is made of the same notes.
MINED, MINED_SHARE = "links-", 0.5
SAME_NOTES = {"lore-pt": "links-bardos"}
_DECIMALS = 4
#: The heading of what is written by hand below a report, and stays when it is made again.
BY_HAND = "## Tried, not taken"


def main(arguments: Sequence[str] | None = None) -> int:
    """Do what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--gather", nargs="+", type=Path, default=[], metavar="FOLDER")
    parser.add_argument("--work", type=Path, required=True)
    parser.add_argument("--report", metavar="NAME")
    parser.add_argument("--ablation", action="store_true", help="learn without each feature, one at a time")
    parser.add_argument("--write", action="store_true", help="write the weights for Luneta to use")
    options = parser.parse_args(arguments)
    kept: Path = options.work / "candidates"
    kept.mkdir(parents=True, exist_ok=True)
    for folder in options.gather:
        vault = HERE.parent / "vault" if folder.resolve().name == OWN else None
        (kept / folder.resolve().name).write_bytes(pickle.dumps(gather(folder, options.work, vault)))
    sets: dict[str, list[Judged]] = {file.name: pickle.loads(file.read_bytes()) for file in sorted(kept.iterdir())}
    own = sets.pop(OWN, [])
    weights = learn(sets, shares(sets))
    if options.write:
        WEIGHTS.write_text(json.dumps({"weights": rounded(weights)}, indent=1) + "\n", encoding="utf-8", newline="\n")
    if options.report:
        file = HERE / "results" / f"{options.report}.md"
        text = report(sets, own, weights, ablation=options.ablation) + _by_hand(file)
        file.write_text(text, encoding="utf-8", newline="\n")
        print(text)
    return 0


def _by_hand(report: Path) -> str:
    """What somebody wrote below an earlier report."""
    earlier = report.read_text(encoding="utf-8") if report.exists() else ""
    _, mark, text = earlier.partition(BY_HAND)
    return f"\n{mark}{text}" if mark else ""


def shares(sets: Mapping[str, Sequence[Judged]]) -> dict[str, float]:
    """What each set weighs in learning."""
    return {name: MINED_SHARE if name.startswith(MINED) else 1.0 for name in sets}


def rounded(weights: Array) -> dict[str, float]:
    """The weights by feature, as they are shipped."""
    return {name: round(float(weight), _DECIMALS) for name, weight in zip(NAMES, weights, strict=True)}


def left_out(sets: Mapping[str, Sequence[Judged]], without: Sequence[str] = ()) -> dict[str, Array]:
    """nDCG@10 of each query of each judged set, by weights that were learnt from the other sets."""
    values = {}
    for tested in sets:
        if not tested.startswith(MINED):
            others = {name: of for name, of in sets.items() if name not in (tested, SAME_NOTES.get(tested))}
            values[tested] = measure(sets[tested], learn(others, shares(others), without))
    return values


def fusion(queries: Sequence[Judged]) -> Array:
    """nDCG@10 of each query in the fusion's order."""
    return measure(queries, np.array([float(name == "fusion") for name in NAMES]))


def report(sets: Mapping[str, Sequence[Judged]], own: Sequence[Judged], weights: Array, *, ablation: bool) -> str:
    """What was learnt, in Markdown."""
    values = left_out(sets)
    lines = ["# The ranking of the first notes", "", "nDCG@10; each set ranked by weights learnt from the others.", ""]
    lines += ["| set | queries | fusion | re-ranked | difference | chance |", "|---|---|---|---|---|---|"]
    for name, of in values.items():
        lines.append(_row(name, fusion(sets[name]), of))
    before, after = (
        np.mean([each.mean() for each in all_]) for all_ in ([fusion(sets[s]) for s in values], values.values())
    )
    lines.append(f"| mean of sets | | {before:.3f} | {after:.3f} | {after - before:+.3f} | |")
    if own:
        lines += [_row("the project's own (by the weights of all)", fusion(own), measure(own, weights))]
    lines += ["", "Weights learnt from all sets:", "", "| feature | weight |", "|---|---|"]
    lines += [f"| {name} | {weight} |" for name, weight in rounded(weights).items()]
    if ablation:
        lines += ["", "Learnt without a feature, sets left out in turn: what it gives.", ""]
        lines += ["| feature | mean | " + " | ".join(values) + " |", "|---|---|" + "---|" * len(values)]
        for name in NAMES:
            without = left_out(sets, [name])
            gains = [float(values[s].mean() - without[s].mean()) for s in values]
            lines.append(f"| {name} | {np.mean(gains):+.4f} | " + " | ".join(f"{gain:+.3f}" for gain in gains) + " |")
    return "\n".join(lines) + "\n"


def _row(name: str, before: Array, after: Array) -> str:
    gain = float(after.mean() - before.mean())
    odds = chance((after - before).tolist())
    return f"| {name} | {len(after)} | {before.mean():.3f} | {after.mean():.3f} | {gain:+.3f} | {odds:.4f} |"


if __name__ == "__main__":
    sys.exit(main())
