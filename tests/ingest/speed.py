"""How long `luneta ingest --apply` takes for thousands of signals, in processor time of the whole process.

    python tests/ingest/speed.py [SIGNALS]      8,000 without a number

The signals are the labelled ones with words exchanged so that none repeats another; the vault is the sample vault.
"""

import json
import os
import random
import resource
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent


def many(count: int) -> list[str]:
    """Lines of JSON: signals as varied as the labelled set, each with words of its own."""
    rows = [json.loads(line)["signal"] for line in (HERE / "labelled.jsonl").read_text("utf-8").splitlines()]
    words = sorted({word for row in rows for word in row.get("text", "").split() if word.isalpha()})
    chance = random.Random(8000)
    lines = []
    for number in range(count):
        row = dict(rows[number % len(rows)])
        changed = [chance.choice(words) if chance.random() < 0.35 else word for word in row.get("text", "").split(" ")]
        row |= {"text": " ".join(changed), "title": f"{row['title']} {chance.choice(words)} {number}"}
        row |= {"url": f"{row['url']}/{number}"} if "url" in row else {}
        lines.append(json.dumps(row, ensure_ascii=False) + "\n")
    return lines


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 8000
    with tempfile.TemporaryDirectory() as folder:
        base = Path(folder)
        vault = Path(os.environ.get("LUNETA_SPEED_VAULT", HERE.parent / "vault"))
        environment = os.environ | {
            "LUNETA_CACHE_DIR": str(base / "cache"),
            "LUNETA_CONFIG_DIR": str(base / "config"),
            "PYTHONPATH": str(HERE.parents[1] / "sidecar"),
        }
        (base / "signals.jsonl").write_text("".join(many(count)), encoding="utf-8")
        luneta = [sys.executable, "-m", "luneta"]
        subprocess.run([*luneta, "index", "--vault", vault], env=environment, check=True, stdout=subprocess.DEVNULL)
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        shown = subprocess.run(
            [*luneta, "ingest", base / "signals.jsonl", "--vault", vault, "--json", *sys.argv[2:]],
            env=environment,
            check=True,
            capture_output=True,
        )
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        print(json.loads(shown.stdout)["counts"])
        print(f"{count} signals: {seconds:.1f} s of processor time, at most {after.ru_maxrss // 1024} MB")


if __name__ == "__main__":
    main()
