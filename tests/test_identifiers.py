"""Identifiers, signs and phrases typed as they stand, over a real index: what says just that comes first."""

from collections.abc import Iterator

import pytest

from luneta.core.types import Mode, SearchOptions
from luneta.engine import Engine

NOTES = {
    "fuse": "The lists are joined by _rrf_fuse before anything is shown, which takes no time at all.",
    "kitchen": "The fuse of the kitchen blew again, and the rrf value was wrong in the table.",
    "drawing": "Each picture is drawn in requestAnimationFrame, so that the screen and the program agree.",
    "film": "We request an animation of the frame for the film about the sea, and a picture for the wall.",
    "plural": "The tables are read by grammar::fa, which knows the Persian forms of plural.",
    "scale": "A grammar of Persian, and the fa of the scale: do, re, mi, fa.",
    "release": "Since v2026.04 the settings are kept beside the notes, and older files are read once.",
    "visitors": "In 2026 we had 04 visitors, and since then nobody came to the house.",
    "mirror": "This is a state-of-the-art telescope with a mirror of two metres.",
    "patience": "The art of the state is to wait; the state of things is good, and art is long.",
    "secrets": "Secrets are kept in .env beside the program and never in the repository.",
    "server": "The server runs on node.js and needs two processors and some memory.",
    "tree": "Each node of the tree is one file of js; a node without children is a leaf node.",
    "engine": "The old engine is written in C++ and nobody wants to touch it before the release.",
    "letter": "C is a letter. C, c and C again: the letter C of the old alphabet, which nobody wants to touch.",
    "letters": "A, B and C. C comes after B, and C before D: C is the third, C is a hundred.",
    "editor": "The old editor is written in C# and nobody wants to touch it before the release.",
    "walk": "We walked along the broken bridge of the north until the evening came and the lamps were lit.",
    "repairs": "North of the town the bridge was repaired; nothing is broken there, nor in the north tower.",
}
#: The words of these stand together in each note but not in a row.
OTHERS = {
    f"trip {number}": f"Day {number}: a bridge, then the road to the north, and my shoes are broken. We slept early."
    for number in range(12)
}


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    vault = tmp_path_factory.mktemp("identifiers") / "vault"
    vault.mkdir()
    for name, text in (NOTES | OTHERS).items():
        (vault / f"{name}.md").write_text(f"{text}\n", encoding="utf-8")
    with Engine.open(vault, resident=True) as opened:
        opened.index()
        yield opened


def hits(engine: Engine, typed: str, mode: Mode = "hybrid") -> list[str]:
    found = engine.search(typed, SearchOptions(mode=mode, limit=10)).hits
    return [hit.path.removesuffix(".md") for hit in found]


@pytest.mark.parametrize("mode", ["hybrid", "keyword"])
@pytest.mark.parametrize(
    ("typed", "note"),
    [
        ("_rrf_fuse", "fuse"),
        ("rrf_fuse", "fuse"),
        ("requestAnimationFrame", "drawing"),
        ("requestanimationframe", "drawing"),
        ("grammar::fa", "plural"),
        ("v2026.04", "release"),
        ("state-of-the-art", "mirror"),
        (".env", "secrets"),
        ("node.js", "server"),
        ("Node.JS", "server"),
        ("engine C++", "engine"),
        ("editor C#", "editor"),
        ("C++", "engine"),
        ("c++ nobody", "engine"),
        ("C#", "editor"),
        ('"C#"', "editor"),
        ("csharp", "editor"),
    ],
)
def test_an_identifier_is_found_whole(engine: Engine, typed: str, note: str, mode: Mode) -> None:
    assert hits(engine, typed, mode)[0] == note


@pytest.mark.parametrize(
    ("typed", "note"),
    [
        ("rrf", "fuse"),
        ("fuse", "fuse"),
        ("grammar fa", "plural"),
        ("2026.04", "release"),
        ("state of the art", "mirror"),
        ("env", "secrets"),
        ("node js", "server"),
        ("animation frame", "drawing"),
        ("request animation", "drawing"),
        ("C", "engine"),
        ("C", "editor"),
    ],
)
def test_and_by_its_parts(engine: Engine, typed: str, note: str) -> None:
    assert note in hits(engine, typed, "keyword")


@pytest.mark.parametrize("mode", ["hybrid", "keyword"])
@pytest.mark.parametrize("typed", ["broken bridge of the north", "the broken bridge", "broken BRIDGE of the north"])
def test_a_phrase_without_quotes_ranks_where_it_stands_first(engine: Engine, typed: str, mode: Mode) -> None:
    """Thirteen other notes have all its words, some of them more often, but nowhere in a row."""
    assert hits(engine, typed, mode)[0] == "walk"


@pytest.mark.parametrize(
    ("typed", "marked"),
    [("C++", "C++"), ("C#", "C#"), (".env", ".env"), ("_rrf_fuse", "_rrf_fuse"), ("node.js", "node.js")],
)
def test_what_was_typed_is_marked_with_its_signs(engine: Engine, typed: str, marked: str) -> None:
    found = engine.search(typed, SearchOptions(limit=10)).hits
    shown = [segment.text for hit in found for passage in hit.passages for segment in passage.snippet if segment.match]
    assert marked in shown


def test_a_letter_ruled_out_with_its_signs_leaves_the_letter(engine: Engine) -> None:
    found = hits(engine, "nobody wants -C++", "keyword")
    assert "engine" not in found
    assert {"editor", "letter"} <= set(found)
