"""The MCP server, as a client sees it: the SDK's own client, over standard input and output and over HTTP."""

import asyncio
import http.client
import json
import os
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar

import pytest
from mcp import ClientSession, StdioServerParameters, stdio_client
from mcp.client.streamable_http import create_mcp_http_client, streamable_http_client

from luneta.core.budget import count_tokens
from running import Place

T = TypeVar("T")
TOKEN = "the right token"
NOTES = {
    "Island/Bread.md": "# Island bread\n\nSourdough of the island, baked at dawn. %%quincunx%% Rye from the mill.\n"
    "\n## Times\n\nForty minutes in the hot oven.\n\n## Tools\n\nA peel.\n",
    "Island/Mill.md": "# The mill\n\nRye flour for the [[Bread]] is ground here.\n",
    "Diary/Monday.md": "# Monday\n\nThe quinces were ripe.\n",
    "Long.md": "# Tides\n\n" + "\n\n".join(f"## Tide {n}\n\n" + "The tide comes and goes. " * 20 for n in range(60)),
}


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Place:
    """A vault with an index."""
    place = Place(tmp_path_factory.mktemp("mcp"))
    for path, text in NOTES.items():
        place.write(path, text)
    settings = place.vault / ".obsidian" / "plugins" / "luneta" / "data.json"
    settings.parent.mkdir(parents=True)
    settings.write_text('{"exclude": ["Diary"]}', encoding="utf-8")
    assert place.run("index").returncode == 0
    return place


@asynccontextmanager
async def over_stdio(place: Place) -> AsyncIterator[ClientSession]:
    words = ["-m", "luneta", "mcp", "--vault", str(place.vault)]
    started = StdioServerParameters(command=sys.executable, args=words, env=dict(place.environment))
    with open(os.devnull, "w", encoding="utf-8") as nowhere:
        async with stdio_client(started, errlog=nowhere) as streams, ClientSession(*streams) as session:
            yield session


def with_client(place: Place, work: Callable[[ClientSession], Awaitable[T]]) -> T:
    async def run() -> T:
        async with over_stdio(place) as session:
            await session.initialize()
            return await work(session)

    return asyncio.run(run())


def text_of(result: Any) -> str:  # noqa: ANN401
    (content,) = result.content
    return str(content.text)


def test_what_a_client_is_told_of(place: Place) -> None:
    listed = with_client(place, lambda session: session.list_tools())
    assert [tool.name for tool in listed.tools] == ["search", "related", "read", "status"]
    for tool in listed.tools:
        assert tool.annotations is not None
        assert (tool.annotations.read_only_hint, tool.annotations.open_world_hint) == (True, False)
        assert len(tool.description or "") < 2000
        assert tool.input_schema["type"] == "object"


def test_all_tools_in_one_conversation(place: Place) -> None:
    async def work(session: ClientSession) -> None:
        found = await session.call_tool("search", {"query": "sourdough of the island"})
        assert found.structured_content is not None
        assert found.structured_content["hits"][0]["path"] == "Island/Bread.md"
        assert "Island/Bread.md:3:1" in text_of(found)
        assert "quincunx" not in text_of(found)
        for name, value in (("q", "sourdough"), ("text", "sourdough"), ("question", "sourdough")):
            other = await session.call_tool("search", {name: value, "k": "1"})
            assert other.structured_content is not None
            assert len(other.structured_content["hits"]) == 1, name
        only = await session.call_tool("search", {"query": "rye", "folder": "Island", "mode": "keyword"})
        assert only.structured_content is not None
        assert {hit["path"] for hit in only.structured_content["hits"]} == {"Island/Bread.md", "Island/Mill.md"}

        near = await session.call_tool("related", {"path": "Island/Mill"})
        assert near.structured_content is not None
        assert near.structured_content["hits"][0] == {**near.structured_content["hits"][0], "path": "Island/Bread.md"}

        part = await session.call_tool("read", {"path": "Island/Bread.md:5:3"})
        assert text_of(part) == "Island/Bread.md:5-7 of 12\n\n## Times\n\nForty minutes in the hot oven."
        section = await session.call_tool("read", {"note": "Island/Bread", "heading": "times"})
        assert "Forty minutes" in text_of(section)
        assert "A peel" not in text_of(section)
        whole = await session.call_tool("read", {"file": "Island/Bread.md"})
        assert "quincunx" not in text_of(whole)

        state = await session.call_tool("status", {})
        assert state.structured_content is not None
        assert state.structured_content["notes"] == 3

    with_client(place, work)


def test_the_budget_is_never_exceeded(place: Place) -> None:
    async def work(session: ClientSession) -> None:
        for budget in (60, 200, 1000):
            found = await session.call_tool("search", {"query": "tide comes and goes", "max_tokens": budget})
            assert count_tokens(text_of(found)) <= budget
            read = await session.call_tool("read", {"path": "Long.md", "budget": budget})
            assert count_tokens(text_of(read)) <= budget
            assert "more lines: read Long.md:" in text_of(read)

    with_client(place, work)


REFUSED = (
    ("search", {}, "query"),
    ("search", {"query": "x", "mode": "magic"}, "mode"),
    ("search", {"query": "x", "limit": -3}, "limit"),
    ("related", {"note": "None.md"}, "None.md"),
    ("read", {"path": "../../etc/passwd"}, "not a path inside the vault"),
    ("read", {"path": "Diary/Monday.md"}, "folder rules"),
    ("read", {"path": "Island/Bread.md", "section": "Nowhere"}, "no section"),
    ("write", {}, "There are: search, related, read, status"),
)


def test_refusals_say_why(place: Place) -> None:
    async def work(session: ClientSession) -> None:
        for tool, given, said in REFUSED:
            result = await session.call_tool(tool, given)
            assert result.is_error, (tool, given)
            assert said in text_of(result)

    with_client(place, work)


def test_notes_are_resources(place: Place) -> None:
    async def work(session: ClientSession) -> tuple[str, str]:
        (template,) = (await session.list_resource_templates()).resource_templates
        (contents,) = (await session.read_resource("luneta://note/Island/Bread.md")).contents
        return template.uri_template, contents.text

    template, text = with_client(place, work)
    assert template == "luneta://note/{+path}"
    assert "Sourdough of the island" in text
    assert "quincunx" not in text


def test_nothing_is_written_into_the_vault(place: Place) -> None:
    def state() -> dict[str, tuple[int, int]]:
        files = (path for path in place.vault.rglob("*") if path.is_file())
        return {str(path): (path.stat().st_mtime_ns, path.stat().st_size) for path in files}

    before = state()
    with_client(place, lambda session: session.call_tool("search", {"query": "sourdough"}))
    assert state() == before


# HTTP


class Http:
    """`luneta mcp --http`, running."""

    def __init__(self, place: Place) -> None:
        command = [sys.executable, "-m", "luneta", "mcp", "--http", "--vault", str(place.vault)]
        environment = {**place.environment, "LUNETA_TOKEN": TOKEN}
        self.process = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        assert self.process.stdout is not None
        self.ready = json.loads(self.process.stdout.readline())
        self.url = str(self.ready["url"])
        self.port = int(self.url.split(":")[2].split("/")[0])

    def ask(self, **headers: str) -> int:
        """The status of a first message with these headers."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "ping"})
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        accept = {"Content-Type": "application/json", "Accept": "application/json, text/event-stream"}
        connection.request("POST", "/mcp", body, {**accept, **named})
        status = connection.getresponse().status
        connection.close()
        return status


@pytest.fixture(scope="module")
def served(place: Place) -> Iterator[Http]:
    running = Http(place)
    yield running
    running.process.terminate()
    running.process.wait(20)
    assert running.process.stdout is not None
    running.process.stdout.close()


def test_over_http_with_the_token(served: Http) -> None:
    async def work() -> str:
        headers = {"Authorization": f"Bearer {TOKEN}"}
        async with (
            create_mcp_http_client(headers) as client,
            streamable_http_client(served.url, http_client=client) as streams,
            ClientSession(streams[0], streams[1]) as session,
        ):
            await session.initialize()
            return text_of(await session.call_tool("search", {"query": "sourdough of the island"}))

    assert "Island/Bread.md" in asyncio.run(work())
    assert served.ready["token"] == TOKEN


def test_who_is_let_in_over_http(served: Http) -> None:
    right = f"Bearer {TOKEN}"
    assert served.ask() == 401
    assert served.ask(Authorization="Bearer wrong") == 401
    assert served.ask(Authorization=TOKEN) == 401
    assert served.ask(Authorization=right, Origin="https://evil.example") == 403
    assert served.ask(Authorization=right, Origin="null") == 403
    assert served.ask(Authorization=right, Host="evil.example") == 403
    assert served.ask(Authorization=right, Host=f"evil.example:{served.port}") == 403
    assert served.ask(Authorization=right, Origin="app://obsidian.md") not in (401, 403)
    assert served.ask(Authorization=right, Host=f"localhost:{served.port}") not in (401, 403)


def test_a_port_that_is_taken_and_a_vault_that_is_not_there(served: Http, place: Place, tmp_path: Path) -> None:
    taken = place.run("mcp", "--http", "--port", str(served.port))
    assert (taken.returncode, taken.stdout) == (1, b"")
    assert str(served.port).encode() in taken.stderr
    gone = Place(tmp_path)
    gone.vault = tmp_path / "none"
    assert gone.run("mcp").returncode == 1
