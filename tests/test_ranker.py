"""The order of the first notes, in whole vaults: the worked questions of the inspiration, little worlds, depth."""

from collections.abc import Iterator, Mapping
from pathlib import Path

import pytest

from luneta.core.types import SearchOptions
from luneta.engine import Engine

SAMPLE = Path(__file__).parent / "vault"


def made(folder: Path, notes: Mapping[str, str]) -> Engine:
    """An engine over a vault with these notes, indexed."""
    for path, text in notes.items():
        file = folder / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    engine = Engine.open(folder, resident=True)
    engine.index()
    return engine


def found(engine: Engine, query: str, limit: int = 10) -> list[str]:
    return [hit.path for hit in engine.search(query, SearchOptions(limit=limit)).hits]


@pytest.fixture(scope="module")
def sample(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Engine]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LUNETA_CACHE_DIR", str(tmp_path_factory.mktemp("cache")))
        with Engine.open(SAMPLE, resident=True) as engine:
            engine.index()
            yield engine


# The questions that the inspiration itself works through


def test_the_strategy_and_the_hooks_file_are_the_first_two(sample: Engine) -> None:
    assert set(found(sample, "PostToolUse hook for context compression", 2)) == {
        "Projects/Assistant/PostToolUse hook - compress_context.py.md",
        "Projects/Assistant/Context compression strategy.md",
    }


def test_a_question_finds_the_note_that_answers_it(sample: Engine) -> None:
    assert found(sample, "how does the review aggregator handle disagreements")[0] == "Code/Review aggregator.md"


def test_the_note_about_a_configuration_is_before_files_that_have_such_keys(sample: Engine) -> None:
    """Structured data ranks badly: each JSON with a `review` key was found."""
    assert found(sample, "review configuration")[0] == "Code/Review configuration.md"


def test_a_paraphrase_without_a_common_word_is_found(sample: Engine) -> None:
    """No note has the word authentication; two have the other words many times over."""
    assert "Code/Login error recovery.md" in found(sample, "how to handle authentication failures", 3)


def test_an_identifier_is_found_by_its_name(sample: Engine) -> None:
    assert found(sample, "_rrf_fuse")[0] == "Code/_rrf_fuse in the search service.md"


# A little world: where does a thing break?

#: The same story about different things, so that no name decides.
STAVES = [
    ("Morgan", "Onde o cajado de Morgan foi quebrado?", "cajado", "Tessaly", "carvalho-cinza"),
    ("Ilvara", "Onde o cajado de Ilvara foi quebrado?", "cajado", "Ondrun", "freixo-negro"),
    ("Beltor", "Onde a lança de Beltor foi quebrada?", "lança", "Quasmir", "teixo-branco"),
]


def world(owner: str, thing: str, place: str, wood: str) -> dict[str, str]:
    broken = "quebrou" if thing == "cajado" else "partiu"
    article = "O" if thing == "cajado" else "A"
    return {
        f"Capítulos/09 - A ponte de {place}.md": (
            f"A chuva caía sobre a ponte de {place} quando {owner} ergueu {article.lower()} {thing} pela última vez. "
            f"O golpe do ferro veio de lado. {article} {thing} de {owner} se {broken} ao meio sobre as pedras da "
            f"ponte, e os dois pedaços, quebrados, rolaram para o rio. {owner} ficou de joelhos, sem {thing}, ouvindo "
            "a água.\n\n"
            "Os outros recuaram em silêncio. Ninguém falou até o amanhecer.\n"
        ),
        f"Wiki/{thing.capitalize()} de {owner}.md": (
            f"{article} {thing} de {owner} é feito de {wood}, com um anel de cobre. Foi presente da mestra. "
            f"Acompanhou {owner} por vinte anos de estrada e hoje restam só lascas no relicário.\n"
        ),
        f"Capítulos/02 - O treino de {owner}.md": (
            f"No pátio do mosteiro {owner} treinava com {article.lower()} {thing} todas as manhãs. A mestra corrigia a "
            f"guarda e o passo. {owner} aprendeu a girar o {thing} sem olhar para as mãos.\n"
        ),
        "Wiki/Cetro perdido do rei.md": (
            "O cetro do rei, uma vara longa de madeira e ouro como um bastão, perdeu-se na tomada do castelo. Dizem "
            "que foi quebrado; onde, ninguém sabe. O rei morreu sem o cetro.\n"
        ),
        "Capítulos/05 - O banquete.md": (
            "No salão serviram javali e vinho. Os músicos tocaram até tarde, e o rei riu.\n"
        ),
        "Wiki/Mosteiro.md": "O mosteiro fica no alto do vale. Tem um pátio, um sino e uma biblioteca pequena.\n",
        f"Wiki/{owner}.md": f"{owner} nasceu no vale e foi criança no mosteiro. Viajou muito, e escreveu pouco.\n",
        "Capítulos/07 - A travessia.md": "Atravessaram o pântano em dois dias. A canoa fez água, e perderam o sal.\n",
    }


@pytest.mark.parametrize(("owner", "question", "thing", "place", "wood"), STAVES)
def test_where_the_staff_breaks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, owner: str, question: str, thing: str, place: str, wood: str
) -> None:
    """The chapter that tells it, the page about the thing, the chapter where it is learnt; a king's sceptre, however
    like it is, not before these."""
    monkeypatch.setenv("LUNETA_CACHE_DIR", str(tmp_path / "cache"))
    with made(tmp_path / "vault", world(owner, thing, place, wood)) as engine:
        first = found(engine, question, 3)
    assert first == [
        f"Capítulos/09 - A ponte de {place}.md",
        f"Wiki/{thing.capitalize()} de {owner}.md",
        f"Capítulos/02 - O treino de {owner}.md",
    ]


# Depth against repetition

DEEP = (
    "# {subject}\n\nThis guide is about {long}. It begins with what you need, goes on to each step, and ends with what "
    "goes wrong.\n\n## What you need\n\n{needs}\n\n## The steps\n\n{steps}\n\n## What goes wrong\n\n{wrong}\n"
)
PAIRS = [
    (
        "sourdough starter feeding",
        DEEP.format(
            subject="Keeping a sourdough starter",
            long="feeding a sourdough starter so that it stays lively for years",
            needs="A jar, flour, water without chlorine, and a scale. A warm shelf helps in winter. " * 3,
            steps="Feed the starter once a day at room temperature: one part starter, one part flour, one part water. "
            "A starter from the fridge is fed twice before baking. The sourdough is ready when it doubles. " * 3,
            wrong="A starter that smells of acetone is hungry: feed it more often. Grey liquid is harmless. " * 3,
        ),
        "sourdough starter feeding sourdough starter feeding sourdough starter feeding\n",
    ),
    (
        "database migration rollback",
        DEEP.format(
            subject="Rolling back a migration",
            long="how to roll back a database migration without losing what was written since",
            needs="A backup that was restored once for trial, and the migration's own way back. " * 3,
            steps="Stop the writers. Run the rollback of the migration inside a transaction, look at the counts, then "
            "commit. A database with replicas waits until these have caught up. " * 3,
            wrong="A migration that drops a column has no rollback but the backup. Say so in the migration. " * 3,
        ),
        "database migration rollback. migration rollback database. rollback!\n",
    ),
    (
        "poda de roseiras no inverno",
        DEEP.format(
            subject="Roseiras",
            long="a poda de roseiras, que se faz no inverno, quando a planta dorme",
            needs="Uma tesoura limpa e afiada, luvas grossas e álcool. " * 3,
            steps="A poda começa pelos ramos mortos. Das roseiras arbustivas ficam três a cinco ramos, cortados acima "
            "de uma gema que olha para fora. No inverno o corte seca devagar. " * 3,
            wrong="Podar tarde tira as flores; podar na geada queima os ramos. " * 3,
        ),
        "poda roseiras inverno poda roseiras inverno poda de roseiras no inverno\n",
    ),
]


@pytest.mark.parametrize(("query", "deep", "shallow"), PAIRS)
def test_a_deep_note_is_not_beaten_by_one_that_repeats_the_words(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, query: str, deep: str, shallow: str
) -> None:
    monkeypatch.setenv("LUNETA_CACHE_DIR", str(tmp_path / "cache"))
    others = {
        f"Other {i}.md": f"A note about something else, number {i}, with a few words of its own." for i in range(9)
    }
    with made(tmp_path / "vault", {"Deep.md": deep, "Shallow.md": shallow, **others}) as engine:
        assert found(engine, query, 2) == ["Deep.md", "Shallow.md"]


def test_a_long_note_does_not_crowd_out_short_ones(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Forty sections that each name the hive are one hit, and the short note that is about it is before it."""
    monkeypatch.setenv("LUNETA_CACHE_DIR", str(tmp_path / "cache"))
    diary = "".join(
        f"## Day {day}\n\nLooked at the hive in passing, then did other work, {day} hours.\n\n" for day in range(40)
    )
    notes = {"Diary.md": diary, "Moving a hive.md": "A hive is moved at night, closed, and at least three miles.\n"}
    notes |= {f"Hive {i}.md": f"The hive number {i} has a new queen and eight frames of brood.\n" for i in range(5)}
    with made(tmp_path / "vault", notes) as engine:
        hits = found(engine, "how to move a hive")
    assert hits[0] == "Moving a hive.md"
    assert len(hits) == len(set(hits)) == 7


def test_an_overview_is_before_its_own_parts_when_the_query_is_as_general(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LUNETA_CACHE_DIR", str(tmp_path / "cache"))
    sources = ("Apple Journal", "Evernote", "Notion", "Markdown files", "HTML files")
    parts = {
        f"Import/Import from {source}.md": f"You can import notes from {source}. Export your notes there first, then "
        f"import the notes with Importer. Importing notes from {source} keeps their dates.\n"
        for source in sources
    }
    overview = "Bring what you have written elsewhere into your vault.\n\n" + "".join(
        f"- [[Import from {source}]]\n" for source in sources
    )
    home = "Start here: [[Import notes]], then write.\n"
    with made(tmp_path / "vault", {"Import/Import notes.md": overview, "Home.md": home, **parts}) as engine:
        assert found(engine, "import notes")[0] == "Import/Import notes.md"
        assert found(engine, "import notes from notion")[0] == "Import/Import from Notion.md"


def test_what_a_question_says_again_is_what_it_is_about(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each note has one of the two words, as rare. By words the one that is asked about twice is first."""
    monkeypatch.setenv("LUNETA_CACHE_DIR", str(tmp_path / "cache"))
    notes = {
        "Monday.md": "The kiln was fired to cone six and left to cool for a day.\n",
        "Tuesday.md": "The glaze was fired to cone six and left to cool for a day.\n",
    }
    with made(tmp_path / "vault", notes) as engine:
        for asked, first in (("kiln", "Monday.md"), ("glaze", "Tuesday.md")):
            question = f"which kiln suits the glaze, and is the {asked} shared"
            hits = engine.search(question, SearchOptions(mode="keyword")).hits
            assert hits[0].path == first


def test_a_long_question_tells_what_the_words_of_its_first_answers_gave(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """So that who asks to explain sees why a note is here that has few of the question's own words."""
    monkeypatch.setenv("LUNETA_CACHE_DIR", str(tmp_path / "cache"))
    notes = {
        f"Panel {i}.md": f"Heated panels of aircraft wings flutter at speed {i}, says aeroelastic theory.\n"
        for i in range(5)
    }
    notes |= {"Wing.md": "Aeroelastic theory says when wings flutter.\n", "Bread.md": "Bread rises overnight.\n"}
    question = "what similarity laws must heated models of high speed aircraft obey in tunnels with thin panels"
    with made(tmp_path / "vault", notes) as engine:
        hits = {hit.path: hit for hit in engine.search(question, SearchOptions()).hits}
        short = engine.search("heated aircraft", SearchOptions()).hits
    shares = {path: hit.reasons.get("words_of_leaders", 0.0) for path, hit in hits.items()}
    assert shares["Panel 0.md"] > shares["Wing.md"] > shares.get("Bread.md", 0.0)
    assert all("words_of_leaders" not in hit.reasons for hit in short)
