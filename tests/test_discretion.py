"""What an agent is shown of notes with comments."""

from pathlib import Path

import pytest

from canonical import index_kept_in
from luneta.core.types import SearchOptions, SearchResult
from luneta.engine import Engine

PARAGRAPH = "The sourdough of the island is baked at dawn, with sea water and rye. " * 12
NOTES = {
    "Inline.md": "# Inline\n\nSourdough bread %%do not tell: quincunx%% with rye.\n",
    "Long.md": f"# Long\n\n## One\n\n{PARAGRAPH}\n\n%%\nquincunx begins\n\n## Two\n\nquincunx sourdough inside"
    f" {PARAGRAPH}\n\n## Three\n\n{PARAGRAPH} quincunx ends %% and sourdough after it\n",
    "Code.md": "# Code\n\nSourdough in `%% no comment %%` stays, quincuncial too.\n",
    "Plain.md": "# Plain\n\nSourdough without any comment.\n",
    "Only.md": "# Only\n\n%%sourdough quincunx and nothing else%%\n",
}


@pytest.fixture(params=[None, 5000], ids=["snippets", "whole passages"])
def options(request: pytest.FixtureRequest) -> SearchOptions:
    return SearchOptions(limit=20, passages=20, max_tokens=request.param, marks=True)


def shown(result: SearchResult) -> dict[str, str]:
    """What can be read of each note."""
    return {
        hit.path: "\n".join("".join(s.text for s in p.snippet) + p.text for p in hit.passages) for hit in result.hits
    }


def test_comments_are_cut_out_wherever_passages_end(tmp_path: Path, options: SearchOptions) -> None:
    vault = tmp_path / "vault"
    vault.mkdir()
    for path, text in NOTES.items():
        (vault / path).write_text(text, encoding="utf-8")
    with index_kept_in(tmp_path / "cache"), Engine.open(vault) as engine:
        engine.index()
        for query in ("sourdough", "quincunx", "sourdough quincunx rye"):
            everything = shown(engine.search(query, options))
            told = shown(engine.for_agent(engine.search(query, options)))
            assert any("quincunx" in text for text in everything.values()), "the author finds it"
            assert not any("quincunx" in text for text in told.values()), told
            assert told.keys() == everything.keys()
        told = shown(engine.for_agent(engine.search("sourdough", options)))
        assert "Sourdough bread  with rye." in told["Inline.md"]
        assert "%% no comment %%" in told["Code.md"]
        assert told["Only.md"] == ""
        assert told["Plain.md"] == everything_of(engine, "Plain.md", options)


def everything_of(engine: Engine, path: str, options: SearchOptions) -> str:
    return shown(engine.search("sourdough", options))[path]


def test_a_passage_that_the_note_does_not_have_any_more_is_not_shown(tmp_path: Path) -> None:
    """What lay outside a comment yesterday may lie inside one today."""
    vault = tmp_path / "vault"
    vault.mkdir()
    note = vault / "Note.md"
    note.write_text("# Note\n\nSourdough and a quincunx.\n", encoding="utf-8")
    with index_kept_in(tmp_path / "cache"), Engine.open(vault) as engine:
        engine.index()
        found = engine.search("sourdough", SearchOptions())
        assert "quincunx" in shown(engine.for_agent(found))["Note.md"]
        note.write_text("# Note\n\nSourdough %%and a quincunx.%%\n", encoding="utf-8")
        assert shown(engine.for_agent(found)) == {"Note.md": ""}
        note.unlink()
        assert shown(engine.for_agent(found)) == {"Note.md": ""}
