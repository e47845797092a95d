"""What the credential filter replaces in a vault that holds no secrets: the false alarms, by pattern.

    python tests/bench/false_alarms.py VAULT [--show N] [--json]

Prints a table of pattern, count and distinct notes, the notes read, and the CPU seconds of the filter alone. With
`--show N`, also up to N places of each pattern: the note, the line, and what stands around the secret, which itself
is masked but for its first two characters.
"""

import argparse
import json
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

from luneta.core.redact import fingerprint, redact

SUFFIXES = (".md", ".canvas", ".txt", ".json")
MARK = "[REDACTED:"
AROUND = 40


def main() -> int:
    options = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    options.add_argument("vault", type=Path)
    options.add_argument("--show", type=int, default=0, metavar="N", help="masked places of each pattern")
    options.add_argument("--json", action="store_true", help="one object instead of the table")
    given = options.parse_args()
    paths = sorted(path for path in given.vault.rglob("*") if path.suffix in SUFFIXES and path.is_file())
    if not paths:
        print(f"no notes in {given.vault}", file=sys.stderr)
        return 1
    counts: Counter[str] = Counter()
    notes: Counter[str] = Counter()
    places: defaultdict[str, list[str]] = defaultdict(list)
    characters = 0
    seconds = 0.0
    for path in paths:
        text = path.read_bytes().decode("utf-8", "replace")
        characters += len(text)
        start = time.process_time()
        done = redact(text)
        seconds += time.process_time() - start
        counts.update(done.counts)
        notes.update(done.counts.keys())
        if given.show and done.counts:
            for name, place in masked(text, done.text):
                places[name].append(f"{path.relative_to(given.vault).as_posix()}:{place}")
    report(given.json, counts, notes, {"notes": len(paths), "characters": characters, "cpu_seconds": round(seconds, 2)})
    for name in sorted(places):
        print(f"\n{name}", *places[name][: given.show], sep="\n  ")
    return 0


def masked(before: str, after: str) -> Iterator[tuple[str, str]]:
    """Pattern and place (`line: text around`) of the first secret of every line that was changed."""
    for number, (old, new) in enumerate(zip(before.split("\n"), after.split("\n"), strict=True), 1):
        at = new.find(MARK)
        if old == new or at < 0:
            continue
        name = new[at + len(MARK) : new.index("]", at)]
        rest = new[new.index("]", at) + 1 :].partition(MARK)[0]
        yield name, f"{number}: {new[max(0, at - AROUND) : at]}{old[at : at + 2]}***{rest[:AROUND]}"


def report(as_json: bool, counts: Counter[str], notes: Counter[str], totals: dict[str, float]) -> None:
    rows = [{"pattern": name, "count": count, "notes": notes[name]} for name, count in counts.most_common()]
    if as_json:
        print(json.dumps({"fingerprint": fingerprint(), **totals, "patterns": rows}, indent=2))
        return
    print(f"{'pattern':<28}{'count':>7}{'notes':>7}")
    for row in rows:
        print(f"{row['pattern']:<28}{row['count']:>7}{row['notes']:>7}")
    print(f"{'all':<28}{counts.total():>7}")
    print(", ".join(f"{name} {value:,}" for name, value in totals.items()), f"(filter {fingerprint()})")


if __name__ == "__main__":
    sys.exit(main())
