"""What other programs' hooks and servers for agents got wrong."""

import json
import os
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from hook_runs import LONGEST, asked, hook, spoken
from luneta import runfile
from luneta.agents.claude_settings import with_hooks
from luneta.cli.commands import COMMANDS
from running import Place
from serving import Sidecar

DIARY = "The quinces of the orchard were ripe in October, and the jelly took two days."
ASKED = asked("when were the quinces of the orchard ripe, and how long did the jelly take?")
CLAPPERS = asked("who shot the film with the clapper at the lighthouse?")
CLAPPER = "The film with the clapper → 🎬 was shot at the lighthouse, in winter, by a crew of nine."


@pytest.fixture(scope="module")
def sidecar(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Sidecar]:
    place = Place(tmp_path_factory.mktemp("agents"))
    (place.vault / ".obsidian").mkdir()
    place.write("Orchard.md", "# Orchard\n\nThe quinces of the orchard make a good jelly. %%they were stolen%%\n")
    place.write("Diary/October.md", f"# October\n\n{DIARY}\n")
    place.write("Clapper → 🎬.md", f"# Film\n\n{CLAPPER}\n")
    with Sidecar(place, environment={"PYTHONIOENCODING": "cp1252", "PYTHONUTF8": "0"}) as sidecar:
        sidecar.wait_until_ready().close()
        yield sidecar


def test_h1_a_mute_or_missing_sidecar_costs_less_than_two_seconds(sidecar: Sidecar, tmp_path: Path) -> None:
    """claude-mem #729: a server that is down blocked the prompt; claude-honcho #59: a timeout in the wrong unit."""
    lonely = Place(tmp_path)
    lonely.write("A.md", DIARY)
    assert lonely.run("index").returncode == 0
    with socket.create_server(("127.0.0.1", 0)) as mute:
        running = runfile.Running("127.0.0.1", mute.getsockname()[1], "t", os.getpid(), "0.1.0", 1)
        runfile.write(lonely.database.parent, running)
        ran = hook(lonely, "user-prompt", ASKED)
    assert ran.silent
    assert ran.seconds < LONGEST + 1.0
    settings = with_hooks({}, "luneta", "--vault /notes")
    timeouts = [
        hook["timeout"] for entries in settings["hooks"].values() for entry in entries for hook in entry["hooks"]
    ]
    assert len(timeouts) == 3
    assert all(LONGEST < timeout <= 60 for timeout in timeouts), "seconds"


def test_h2_the_last_line_and_the_exit_status_stay(tmp_path: Path) -> None:
    """llmtrim #281, trusty-tools #7384."""
    lines = [f"step {number}: everything as usual here, nothing to see" for number in range(1, 401)]
    lines[316], lines[398], lines[399] = "ERROR disk full", "exit status 1", "RESULT 7f"
    response = {"stdout": "\n".join(lines) + "\n", "stderr": "", "interrupted": False, "isImage": False}
    given = {"tool_name": "Bash", "tool_input": {"command": "make"}, "tool_response": response}
    made = hook(Place(tmp_path), "post-tool", given).specific["updatedToolOutput"]
    assert set(made) == set(response)
    for kept in ("ERROR disk full", "exit status 1", "RESULT 7f"):
        assert kept in made["stdout"].splitlines()
    assert "of 400 lines are not shown" in made["stdout"]


def test_h4_comments_are_not_sent_to_the_model(sidecar: Sidecar) -> None:
    """mcp-obsidian PR 148."""
    text = hook(sidecar.place, "user-prompt", ASKED).context
    assert "good jelly" in text
    assert "stolen" not in text


def test_p4_a_code_page_of_the_west_kills_nobody(sidecar: Sidecar) -> None:
    """podcli PR 12."""
    western = {"PYTHONIOENCODING": "cp1252", "PYTHONUTF8": "0"}
    ran = hook(
        sidecar.place,
        "user-prompt",
        CLAPPERS,
        environment=western,
    )
    assert CLAPPER in ran.context
    assert "Clapper → 🎬.md" in ran.context


def test_i5_a_folder_denied_a_moment_ago_is_silent_for_agents(sidecar: Sidecar) -> None:
    """silversearch #14, obsidian-copilot #334, markdown-vault-mcp PR 256: one path skipped the rule."""
    place = sidecar.place
    assert DIARY in hook(place, "user-prompt", ASKED).context
    settings = place.vault / ".obsidian" / "plugins" / "luneta" / "data.json"
    settings.parent.mkdir(parents=True)
    settings.write_text(json.dumps({"exclude": ["Diary"]}), encoding="utf-8")
    for _ in range(3):
        ran = hook(place, "user-prompt", ASKED)
        assert ran.silent or "October" not in ran.context
        place.write("Diary/October.md", f"# October\n\n{DIARY} Edited.\n")
    alone = Place(place.vault.parent)
    alone.environment = {**place.environment, "LUNETA_CACHE_DIR": str(place.cache.parent / "other")}
    assert alone.run("index").returncode == 0
    assert CLAPPER in spoken(alone, "user-prompt", CLAPPERS).context, "it answers"
    ran = hook(alone, "user-prompt", ASKED)
    assert ran.silent or "October" not in ran.context


def test_n1_there_is_no_switch_that_opens_the_mcp_server_to_the_web() -> None:
    """obsidian-claude-code-mcp #12, octo-agent PR 1374. What is refused over HTTP is in test_mcp.py."""
    from argparse import ArgumentParser

    parser = ArgumentParser()
    COMMANDS["mcp"].add_arguments(parser)
    options = {option for action in parser._actions for option in action.option_strings}
    assert options == {"-h", "--help", "--vault", "--http", "--port", "--json"}
