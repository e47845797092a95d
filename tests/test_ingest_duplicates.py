"""What is there already is linked, not repeated: in the vault, by earlier runs, within the run."""

from pathlib import Path

import pytest

from luneta.engine import Engine
from luneta.ingest.duplicates import Known
from luneta.ingest.likeness import address
from luneta.ingest.profile import default_profile
from luneta.ingest.routing import Decision, decide
from luneta.ingest.signals import Signal, key_of

PROFILE = default_profile()
TEXT = (
    "The cause was the checkpoint, because open reads pin the log of the database. We measured two seconds before and "
    "less than forty milliseconds after. However, the number of writes to the disk rose, which means that slow disks "
    "gain less. Therefore look at the size of the log before you blame the disk."
)
OTHER = (
    "Sourdough needs time. Fold the dough four times, let it rise in the cold for a night, and bake it in a hot pot."
)


def wanted(title: str, text: str = TEXT, origin: str = "") -> Decision:
    signal = Signal(title, text, origin)
    return Decision(signal, decide(signal, PROFILE).score, "file", "Areas/Software")


@pytest.fixture(scope="module")
def engine(tmp_path_factory: pytest.TempPathFactory) -> Engine:
    base = tmp_path_factory.mktemp("known")
    notes = {
        "Code/Stalls.md": f"---\nsource: https://www.a.example/stalls/?utm_source=x\n---\n# Stalls\n\n{TEXT}\n",
        "Kitchen/Bread.md": f"# My favourite bread of all\n\n{OTHER}\n\n" + "More words on flour and water. " * 20,
        "Links.md": "# Links on databases and bread\n\n- https://c.example/list\n",
    }
    for name, text in notes.items():
        (base / "v" / name).parent.mkdir(parents=True, exist_ok=True)
        (base / "v" / name).write_text(text)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("LUNETA_CACHE_DIR", str(base / "cache"))
        patch.setenv("LUNETA_CONFIG_DIR", str(base / "config"))
        found = Engine.open(base / "v")
        found.index()
    return found


def settle(engine: Engine, decision: Decision) -> tuple[str, str]:
    def read(path: str) -> str:
        return (Path(engine.vault) / path).read_text()

    found = Known(engine, read).settle(decision)
    return found.route, found.like


def test_a_text_that_the_vault_has_is_known(engine: Engine) -> None:
    assert settle(engine, wanted("Another title", f"Reposted. {TEXT}")) == ("known", "Code/Stalls.md")


def test_a_page_that_a_note_is_about_is_known_whatever_its_words(engine: Engine) -> None:
    page = wanted("Stalls of the database", "The log and the disk, in short.", "http://a.example/stalls?fbclid=1#top")
    assert settle(engine, page) == ("known", "Code/Stalls.md")


def test_a_page_that_a_note_only_links_to_is_filed_with_a_link(engine: Engine) -> None:
    page = wanted("Databases and bread", "A list of links on databases and bread, sorted.", "https://c.example/list")
    assert settle(engine, page) == ("file", "Links.md")


def test_a_teaser_of_a_note_of_the_same_title_is_known_and_a_longer_text_is_linked(engine: Engine) -> None:
    assert settle(engine, wanted("My favourite bread of all", "Bread for all.")) == ("known", "Kitchen/Bread.md")
    longer = " ".join(f"word{n} on bread" for n in range(200))
    assert settle(engine, wanted("My favourite bread of all", longer)) == ("file", "Kitchen/Bread.md")


def test_a_text_that_shares_a_part_is_linked(engine: Engine) -> None:
    part = TEXT[:90] + " " + " ".join(f"and database{n} disk{n}" for n in range(12))
    assert settle(engine, wanted("Checkpoints and logs", part)) == ("file", "Code/Stalls.md")


def test_what_is_new_is_filed_without_a_link(engine: Engine) -> None:
    assert settle(engine, wanted("Lenses", "A galaxy bends the light of another that lies behind it.")) == ("file", "")


def test_of_copies_in_one_run_the_best_is_kept_whatever_the_order() -> None:
    best = wanted("How to look at a log", f"1. Start.\n2. Avoid long reads.\n\n{TEXT}", "https://a.example/1")
    copies = [wanted("Copy", TEXT), best, wanted("Same page", OTHER, "https://www.a.example/1/")]
    for order in ([0, 1, 2], [2, 1, 0], [1, 0, 2]):
        known = Known(None, lambda _: "")
        settled = known.settle_all([copies[n] for n in order])
        routes = {one.signal.title: (one.route, one.like) for one in settled}
        assert routes == {
            "How to look at a log": ("file", ""),
            "Copy": ("known", "“How to look at a log”"),
            "Same page": ("known", "“How to look at a log”"),
        }


def test_what_an_earlier_run_took_is_known_by_its_key_or_page() -> None:
    one = wanted("One", TEXT, "https://a.example/1")
    for name in (key_of(one.signal), "a.example/1"):
        found = Known(None, lambda _: "", {name: "Areas/One.md"}).settle(one)
        assert (found.route, found.like) == ("known", "Areas/One.md")


def test_a_title_that_asks_the_search_to_do_things_is_only_words(engine: Engine) -> None:
    for title in ('"unclosed -path:Code tag:#x OR', "(((", "/regex[/", "path:", "-" * 50):
        assert settle(engine, wanted(title, OTHER))[1] == "Kitchen/Bread.md"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("http://www.a.example/x/", "https://A.example/x#part"),
        ("https://a.example/x?b=2&a=1&utm_campaign=z", "https://a.example/x?a=1&b=2"),
        ("https://a.example:443/x", "https://a.example/x"),
    ],
)
def test_addresses_of_the_same_page(one: str, other: str) -> None:
    assert address(one) == address(other) != ""


def test_addresses_of_other_pages_and_of_none() -> None:
    pages = ["https://a.example/watch?v=1", "https://a.example/watch?v=2", "https://a.example:8080/watch?v=1"]
    assert len({address(page) for page in pages}) == 3
    assert {address(odd) for odd in ("", "x", "mailto:a@b", "https://[half", "https://a.example:port/")} == {""}
