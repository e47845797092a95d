"""What the guide shows of hooks and MCP is what they do."""

import re
import shlex
from pathlib import Path

from bench import logs
from canonical import index_kept_in
from luneta.agents.block import block, room
from luneta.agents.claude_settings import with_hooks
from luneta.agents.tools import TOOLS
from luneta.cli.arguments import read
from luneta.core.budget import count_tokens
from luneta.core.relevance import FLOOR
from luneta.engine import Engine
from luneta.recall import recall

ROOT = Path(__file__).parent.parent
GUIDE = (ROOT / "sidecar" / "README.md").read_text(encoding="utf-8")
SAMPLE = ROOT / "tests" / "vault"


def text_block(heading: str) -> str:
    """The first block of plain text below a heading."""
    found = re.search(r"^(`{3,})text\n(.*?)^\1$", GUIDE.split(f"### {heading}\n")[1], re.DOTALL | re.MULTILINE)
    assert found is not None
    return found[2]


def test_the_block_that_is_shown(tmp_path: Path) -> None:
    section = " ".join(GUIDE.split("### What a hook says\n")[1].split())
    (prompt,) = re.findall(r"When you ask [“\"](.*?)[”\"], this is put before", section)
    with index_kept_in(tmp_path), Engine.open(SAMPLE) as engine:
        engine.index()
        vault = "/home/you/Notes"
        pieces = recall(engine, prompt, room([vault]))
    text, _ = block([(vault, piece.text) for piece in pieces])
    assert text_block("What a hook says") == text
    (tokens,) = re.findall(r"costs (\d+) tokens", section)
    assert abs(count_tokens(text) - int(tokens)) < 15


def test_the_line_for_claude_is_a_command_of_ours() -> None:
    words = shlex.split(text_block("luneta mcp"))
    assert words[:5] == ["claude", "mcp", "add", "luneta", "--"]
    assert words[5] == "luneta"
    assert read(words[6:]).vault == "/home/you/Notes"


def test_the_matchers_and_tools_are_listed() -> None:
    hooks = with_hooks({}, "luneta", "--vault V")["hooks"]
    assert f"`{hooks['PreToolUse'][0]['matcher']}`".replace("|", "\\|") in GUIDE
    for tool in TOOLS:
        assert f"| `{tool.name}` | " in GUIDE
    assert f"Below {FLOOR} nothing is said" in GUIDE


def test_what_shortening_saves() -> None:
    assert logs.table() in GUIDE
