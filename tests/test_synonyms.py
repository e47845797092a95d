"""core/synonyms.py, synonyms.py: what a note is called otherwise is found too, if the settings say so."""

from collections.abc import Iterator, Mapping
from pathlib import Path

import apsw
import pytest

from canonical import index_kept_in
from luneta import configure
from luneta.answers import Answers
from luneta.config import load_config
from luneta.core.grammar import parse_query
from luneta.core.synonyms import OTHER_NAME, replaced, runs, synonym_key, with_others
from luneta.core.types import SearchOptions, SearchResult
from luneta.engine import Engine
from luneta.protocol.replies import Hits
from luneta.protocol.requests import Search

#: A small world in two languages. Nobody is ambiguous but the Heron; the Ashen Knight's page lies in another folder
#: than the tale.
WORLD = {
    "People/Kaelen.md": "---\naliases: [The Ashen Knight, Ash]\n---\nA knight without a lord, from the sea.\n",
    "People/Maruska.md": "---\naliases: [Heron, The]\n---\nShe keeps the tower's books.\n",
    "People/Oren.md": "---\nalias: Heron\n---\nHe keeps the tower's birds.\n",
    "Tale/1.md": "Kaelen rode to the gate in the rain, and nobody opened.\n",
    "Tale/2.md": "An ashen knight stood before the gate until the morning came.\n",
    "Tale/3.md": "The gate was painted green again by the mayor's daughter.\n",
    "Tale/4.md": "A heron fished below the bridge, Maruska counted the boats.\n",
    "Gente/Tomé.md": "---\naliases:\n  - o Cavaleiro Cinzento\n  - Velho do Rio\n---\nUm homem sem senhor.\n",
    "Conto/1.md": "Tomé atravessou a ponte quando a noite já caía sobre a vila.\n",
    "Conto/2.md": "O cavaleiro cinzento dormiu debaixo da ponte, com frio e com fome.\n",
    "Conto/3.md": "A ponte foi pintada de verde pela filha do prefeito.\n",
    "Log/2026-01-05.md": "# Monday\n\nNothing happened at the gate.\n",
}
ON = SearchOptions(synonyms=True)


def write_vault(root: Path, notes: Mapping[str, str]) -> Path:
    """A vault that keeps its own settings."""
    (root / ".obsidian").mkdir(parents=True)
    for path, text in notes.items():
        (root / path).parent.mkdir(exist_ok=True)
        (root / path).write_text(text, encoding="utf-8")
    return root


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    base = tmp_path_factory.mktemp("synonyms")
    vault = write_vault(base / "vault", WORLD)
    with index_kept_in(base / "cache"), Engine.open(vault, resident=True) as engine:
        engine.index()
        yield engine


def paths(result: SearchResult) -> list[str]:
    return [hit.path for hit in result.hits]


def shown(result: SearchResult, path: str) -> list[str]:
    (hit,) = (hit for hit in result.hits if hit.path == path)
    return [segment.text for segment in hit.passages[0].snippet if segment.match]


def test_a_name_finds_the_others_behind_itself(world: Engine) -> None:
    """Of three places with a gate first the one with the name as typed, then the one with another, then the one with
    none."""
    found = world.search("Kaelen gate", ON)
    assert found.also == ("The Ashen Knight",)  # "Ash" stands in no passage
    assert [path for path in paths(found) if path.startswith("Tale/")][:3] == ["Tale/1.md", "Tale/2.md", "Tale/3.md"]
    assert shown(found, "Tale/2.md") == ["ashen knight", "gate"]
    plain = world.search("Kaelen gate", SearchOptions())
    assert plain.also == ()
    assert shown(plain, "Tale/2.md") == ["gate"]


@pytest.mark.parametrize("typed", ["Tomé", "TOME", "tomé?"])
def test_in_portuguese_whatever_the_case_and_accents(world: Engine, typed: str) -> None:
    found = world.search(typed, ON)
    assert found.also == ("o Cavaleiro Cinzento",)
    assert paths(found)[:3] == ["Gente/Tomé.md", "Conto/1.md", "Conto/2.md"]


def test_an_alias_finds_the_title(world: Engine) -> None:
    found = world.search("cavaleiro cinzento ponte", ON)
    assert found.also == ("Tomé",)
    assert paths(found).index("Conto/1.md") < paths(found).index("Conto/3.md")
    off = world.search("cavaleiro cinzento ponte", SearchOptions(mode="keyword"))
    on = world.search("cavaleiro cinzento ponte", SearchOptions(mode="keyword", synonyms=True))
    assert paths(off)[0] == paths(on)[0] == "Conto/2.md"  # what was typed stays first
    assert on.hits[0].score == off.hits[0].score


@pytest.mark.parametrize(
    "query",
    [
        "heron",  # two notes are called so
        "the gate",  # an alias that is only grammar
        "Kaelena gate",  # a word that has a name in it
        '"Kaelen" gate',  # a phrase is meant to the letter
        "monday",  # a first heading is no alias
        "gate mayor",  # nobody's name
        'Kaelen -"ashen knight"',  # ruled out
        "Kaelen the ashen knight",  # typed already
        "-Kaelen gate",
        "",
        "Kaelen " + "word " * 20,  # a text
    ],
)
def test_what_is_not_expanded(world: Engine, query: str) -> None:
    assert world.search(query, ON).also == ()
    assert world.search(query, ON).hits == world.search(query, SearchOptions()).hits


@pytest.mark.parametrize("mode", ["semantic", "names"])
def test_lists_without_words_have_no_synonyms(world: Engine, mode: str) -> None:
    options = SearchOptions(mode=mode, synonyms=True)  # type: ignore[arg-type]
    assert world.search("Kaelen", options).also == ()


def test_folders_narrow_what_is_found_and_not_who_is_called_so(world: Engine) -> None:
    found = world.search("kaelen", SearchOptions(synonyms=True, folders=("Tale",)))
    assert found.also == ("The Ashen Knight",)
    assert paths(found)[:2] == ["Tale/1.md", "Tale/2.md"]


def test_mentions_and_prompts_are_as_before(world: Engine) -> None:
    before = world.mentions("Kaelen")
    world.search("Kaelen", ON)
    after = world.mentions("Kaelen")
    assert (before.names, before.total, before.notes) == (after.names, after.total, after.notes)


def test_a_denied_note_and_a_conflict_copy_lend_no_names(tmp_path: Path) -> None:
    notes = {
        "Secret/Kaelen.md": "---\naliases: [Ashen Knight]\n---\nA knight.\n",
        "People/Tomé.md": "---\naliases: [Velho do Rio]\n---\nUm homem.\n",
        "People/Tomé.sync-conflict-20260101-120000.md": "---\naliases: [Velho do Rio]\n---\nUm homem.\n",
        "1.md": "Kaelen slept. Then the ashen knight woke up at noon.\n",
        "2.md": "O velho do rio pescava, e Tomé dormia na beira.\n",
    }
    vault = write_vault(tmp_path / "vault", notes)
    with index_kept_in(tmp_path / "cache"):
        with Engine.open(vault) as engine:
            engine.index()
            assert engine.search("Kaelen", ON).also == ("Ashen Knight",)
            assert engine.search("Tomé", ON).also == ("Velho do Rio",)
        configure.add_value(vault, "exclude", "Secret")
        with Engine.open(vault) as engine:  # before any rebuild
            assert engine.search("Kaelen", ON).also == ()


def test_the_setting_reaches_the_wire(tmp_path: Path, world: Engine) -> None:
    request = Search(id=1, query="Kaelen")
    off = Answers(world).answer(request)
    assert isinstance(off, Hits)
    assert off.also == ()
    with index_kept_in(tmp_path / "cache"), Engine.open(world.vault) as engine:
        engine.index()
        configure.set_value(world.vault, "alias_synonyms", "true")
        try:
            engine.reconfigure(load_config(world.vault))
            on = Answers(engine).answer(request)
        finally:
            configure.set_value(world.vault, "alias_synonyms", "false")
    assert isinstance(on, Hits)
    assert on.also == ("The Ashen Knight",)


def test_off_it_asks_the_index_nothing(tmp_path: Path, world: Engine) -> None:
    asked: list[str] = []

    def trace(db: apsw.Connection) -> None:
        db.exec_trace = lambda _cursor, sql, _bindings: asked.append(sql) is None

    def statements(engine: Engine, options: SearchOptions) -> list[str]:
        asked.clear()
        engine.search("gate mayor", options)
        return list(asked)

    apsw.connection_hooks.append(trace)
    try:
        with index_kept_in(tmp_path), Engine.open(world.vault) as engine:
            engine.index()
            engine.search("gate mayor", SearchOptions())
            off, on = statements(engine, SearchOptions()), statements(engine, ON)
    finally:
        apsw.connection_hooks.remove(trace)
    (names,) = set(on) - set(off)
    assert "aliases" in names


def test_whole_words_the_longest_first() -> None:
    known = {"morgan", "morgan vale", "vale of tears"}
    found = [run[:2] for run in runs(["old", "Morgan", "Vale", "of", "Tears"], known, 3)]
    assert found == [(1, 3)]
    assert [run.key for run in runs(["Morgan's", "staff"], known, 3)] == ["morgan"]
    assert list(runs(["Morgan-Vale-house", "captainmorgan"], known, 3)) == []


def test_a_key_is_without_case_accents_and_the_article_of_several_words() -> None:
    assert synonym_key("The Ashen  Knight") == synonym_key("ashen knight") == "ashen knight"
    assert synonym_key("O Cavaleiro-Cinzento") == "cavaleiro cinzento"
    assert synonym_key("The Hobbit") == "the hobbit"
    assert [synonym_key(name) for name in ("The", "as", "…", "K", "of the")] == [""] * 5


def test_the_other_name_stands_where_the_typed_one_stood() -> None:
    query = parse_query('did Kaelen\'s horse "come back" -dog')
    (run,) = runs(query.words, {"kaelen"}, 1)
    other = replaced(query, run, "The Ashen Knight")
    assert other.words == ("did", "Ashen Knight", "horse")
    assert (other.phrases, other.excluded, other.text) == (("come back",), ("dog",), "did Ashen Knight horse")


def test_other_names_weigh_less_than_what_was_typed() -> None:
    assert with_others([(1, 4.0), (2, 1.0)], []) == [(1, 4.0), (2, 1.0)]
    merged = dict(with_others([(1, 4.0), (2, 1.0)], [[(3, 8.0), (2, 4.0)]]))
    assert merged == {1: 4.0, 2: OTHER_NAME * 2.0, 3: OTHER_NAME * 4.0}
    assert dict(with_others([], [[(3, 8.0)]])) == {3: OTHER_NAME * 8.0}
