"""Names: exact first, misspelt, half typed, in other words; as others call them; and names that stand only in texts."""

import pytest

from cases.trial_vault import OTHERS, TrialVault

LORE = {
    "Lore/Orianna Velúria.md": "---\naliases: [A Tecelã]\n---\nShe weaves the fates of those who come to her tower.\n",
    "Lore/Grimholt.md": "A fortress over the ravine, taken three times and never by force.\n",
    "Lore/Cajado.md": "It is made of ash and iron, and burns the hand of whoever lies while holding it.\n",
    "Tales/One.md": "They carried [[Cajado|the rod of ashes]] over the bridge, and Thessaly Quorn held the lamp.\n",
    "Tales/Two.md": "Nobody had seen [[Cajado|the rod of ashes]] since the flood, or so the ferryman told us.\n",
}


@pytest.fixture
def lore(vault: TrialVault) -> TrialVault:
    vault.write_all(OTHERS)
    vault.write_all(LORE)
    vault.index()
    return vault


@pytest.mark.parametrize(
    ("query", "note"),
    [
        ("orianna veluria", "Lore/Orianna Velúria.md"),
        ("veluria orianna", "Lore/Orianna Velúria.md"),
        ("a tecela", "Lore/Orianna Velúria.md"),
        ("orian", "Lore/Orianna Velúria.md"),  # still being typed
        ("oriana veluria", "Lore/Orianna Velúria.md"),  # a letter short
        ("oriannna", "Lore/Orianna Velúria.md"),  # a letter too many
        ("oriánna velruia", "Lore/Orianna Velúria.md"),  # a wrong accent, and two letters swapped
        ("grimhotl", "Lore/Grimholt.md"),  # swapped
        ("rgimholt", "Lore/Grimholt.md"),  # the first two swapped
        ("grimmhot", "Lore/Grimholt.md"),  # two errors in a long word
        ("rod of ashes", "Lore/Cajado.md"),  # as others call it
        ("the rod of ashse", "Lore/Cajado.md"),
    ],
)
def test_a_name_is_found_however_it_is_typed(lore: TrialVault, query: str, note: str) -> None:
    """Those who call the staff the rod of ashes have these very words in their text, and may come before it."""
    assert lore.paths(query, mode="names")[0] == note
    first = 3 if "rod" in query else 1
    assert note in lore.paths(query)[:first]


@pytest.mark.parametrize("query", ["Thessaly Quorn", "Thesaly Quorn", "quorn thessayl", "Thessalyy"])
def test_a_misspelt_name_that_stands_only_in_a_text_is_found(lore: TrialVault, query: str) -> None:
    assert lore.paths(query, mode="keyword") == ["Tales/One.md"]
    assert lore.paths(query)[0] == "Tales/One.md"


@pytest.mark.parametrize("query", ["lamb", "xqz", "rxyzvw", "2o13"])
def test_what_is_near_to_nothing_is_found_nowhere(lore: TrialVault, query: str) -> None:
    """A short word is near to too many others, and a word that nobody could have meant is near to none."""
    assert lore.paths(query, mode="keyword") == []
    assert lore.paths(query, mode="names") == []


def test_a_word_that_the_vault_has_is_taken_as_typed(lore: TrialVault) -> None:
    """ "tower" is a word of a text, however near "Tomer" may be, who has a note."""
    lore.write("Lore/Tomer.md", "A man of few words and fewer debts, who keeps bees behind the mill.\n")
    lore.index()
    assert lore.paths("tower", mode="names") == []
    assert lore.paths("tower", mode="keyword") == ["Lore/Orianna Velúria.md"]


def test_names_follow_the_links_at_once(lore: TrialVault) -> None:
    """What others call a note is no longer its name when nobody says it any more."""
    for path in ("Tales/One.md", "Tales/Two.md"):
        lore.write(path, "Nothing of the kind stands here now, only a long sentence about the weather.\n")
    lore.index()
    assert lore.paths("rod of ashes", mode="names") == []


def test_what_links_say_of_everything_names_nothing(vault: TrialVault) -> None:
    """ "here" leads to thirty notes: it is the name of none. The note called so is first."""
    for number in range(30):
        vault.write(f"Target {number}.md", f"The text of the note that has number {number}, and nothing else at all.\n")
        vault.write(f"Source {number}.md", f"Read more about this subject [[Target {number}|here]], if you like.\n")
    vault.write("Here.md", "A note of its own, about being here and not in any other place at this moment.\n")
    vault.index()
    assert vault.paths("here", mode="names")[0] == "Here.md"
    first, second, *_ = vault.hits("here", mode="names")
    assert second.score < 0.6 * first.score
