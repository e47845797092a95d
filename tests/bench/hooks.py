"""What a hook costs: whole processes, a sidecar's client and one that opens the index, against `python -c pass`.

python tests/bench/hooks.py VAULT [ROUNDS]     the vault must be indexed; a sidecar is started for it here
"""

import json
import os
import statistics
import subprocess
import sys
import time
from pathlib import Path

QUERIES = (
    "how does the review aggregator handle disagreements between reviewers?",
    "what is the capital of Mongolia?",
    "why does my sourdough starter smell of acetone",
    "continue",
)


def seconds(command: list[str], given: bytes, environment: dict[str, str]) -> float:
    began = time.perf_counter()
    subprocess.run(command, input=given, capture_output=True, check=True, env=environment)
    return time.perf_counter() - began


def told(name: str, values: list[float], bare: list[float]) -> str:
    p95 = sorted(values)[int(len(values) * 0.95)]
    ratio = statistics.median(values) / statistics.median(bare)
    return f"| {name} | {statistics.median(values) * 1000:.0f} ms | {p95 * 1000:.0f} ms | {ratio:.1f} |"


def main() -> None:
    vault, rounds = Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 30
    environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    bare_command = [sys.executable, "-c", "pass"]
    hook = [sys.executable, "-m", "luneta", "hook", "user-prompt", "--vault", str(vault)]
    given = [json.dumps({"session_id": "", "prompt": query}).encode() for query in QUERIES]
    bare: list[float] = []
    alone: list[float] = []
    served: list[float] = []
    for number in range(rounds):
        bare.append(seconds(bare_command, b"", environment))
        alone.append(seconds(hook, given[number % len(given)], environment))
    serve = [sys.executable, "-m", "luneta", "serve", "--vault", str(vault), "--parent-pipe"]
    with subprocess.Popen(serve, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment) as sidecar:
        assert sidecar.stdout is not None
        assert sidecar.stdin is not None
        sidecar.stdout.readline()
        time.sleep(5)
        for number in range(rounds):
            bare.append(seconds(bare_command, b"", environment))
            served.append(seconds(hook, given[number % len(given)], environment))
        sidecar.stdin.close()
    print("| process | median | p95 | medians, against the first |\n|---|---|---|---|")
    print(told("`python -c pass`", bare, bare))
    print(told("a hook with a sidecar", served, bare))
    print(told("a hook that opens the index", alone, bare))


if __name__ == "__main__":
    main()
