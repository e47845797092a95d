"""What shortening saves on real outputs of tools: the table of the guide. python tests/bench/logs.py"""

from pathlib import Path

from luneta.agents.outputs import shortened
from luneta.core.budget import count_tokens

LOGS = Path(__file__).parent.parent / "logs"
#: What each file is the output of.
COMMANDS = {
    "pytest-fail": "`pytest -v`, 3 of 151 fail",
    "pytest-pass": "`pytest -v`, all pass",
    "npm": "`npm ci`",
    "tsc": "`tsc --listFiles`, 6 errors",
    "grep": "`grep -rn`, 400 matches",
}


def table() -> str:
    """Tokens and lines before and after, by the estimate of four characters a token."""
    rows = ["| output of | tokens | shortened | saved |", "|---|---|---|---|"]
    for name, command in COMMANDS.items():
        text = (LOGS / f"{name}.txt").read_text(encoding="utf-8")
        made = shortened("Bash", {"command": "run"}, {"stdout": text, "stderr": ""}, "")
        assert isinstance(made, dict)
        before, after = count_tokens(text), count_tokens(made["stdout"])
        rows.append(f"| {command} | {before:,} | {after:,} | {1 - after / before:.0%} |")
    return "\n".join(rows)


if __name__ == "__main__":
    print(table())
