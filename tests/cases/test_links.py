"""The graph of links: each leads to the note that Obsidian would open, after any change and any rebuild."""

import itertools
import unicodedata

import pytest

from cases.trial_vault import PAD, Form, TrialVault


def test_l1_aliases_headings_and_code_are_no_targets(vault: TrialVault) -> None:
    """The text of a link, its heading, and links inside code became notes of their own."""
    vault.write("Plan.md", f"{PAD}\n")
    for ghost in ("Ghost", "the plan", "Goals"):
        vault.write(f"{ghost}.md", f"{PAD} {ghost}\n")
    vault.write(
        "Source.md",
        "[[Plan|the plan]], [[Plan#Goals]], [[Plan#^b1]], ![[Plan]], [[Plan#Goals|the plan]] and `[[Ghost]]`.\n\n"
        "```\n[[Ghost]]\n```\n\n~~~md\n[[Ghost]]\n~~~\n\n````\n```\n[[Ghost]]\n```\n````\n\n    [[Ghost]]\n\n"
        "``a ` [[Ghost]]`` <!-- [[Ghost]] --> \\[[Ghost]] \\![[Plan]] \\\\[[Plan]]\n\n"
        "| a | b |\n|---|---|\n| [[Plan\\|the plan]] | x |\n",
    )
    vault.index()
    assert vault.linked("Source.md") == {"Plan.md"}
    assert vault.linked("Ghost.md") == set()


def test_l1_links_in_properties_count(vault: TrialVault) -> None:
    vault.write("Plan.md", f"{PAD}\n")
    vault.write("Source.md", f'---\nup: "[[Plan|the plan]]"\nlist: ["[[Other]]"]\n---\n{PAD}\n')
    vault.write("Other.md", f"{PAD} Other.\n")
    vault.index()
    assert vault.linked("Source.md") == {"Plan.md", "Other.md"}


TODOS = {
    "a/Todo.md": f"Buy paint and brushes. {PAD}\n",
    "b/Todo.md": f"Call the plumber about the tap. {PAD}\n",
    "b/Index.md": f"[[Todo]] {PAD}\n",
}


def test_l2_of_two_notes_of_one_name_the_nearer_is_meant(vault: TrialVault) -> None:
    """A link to a name that two notes have dangled, or led to another one after each rebuild."""
    vault.write_all(TODOS)
    vault.index()
    assert vault.linked("b/Index.md") == {"b/Todo.md"}
    vault.rebuild()
    assert vault.linked("b/Index.md") == {"b/Todo.md"}
    vault.write("c/Todo.md", f"Water the plants on the roof. {PAD}\n")
    vault.index()
    assert vault.linked("b/Index.md") == {"b/Todo.md"}
    vault.index(full=True)
    assert vault.linked("b/Index.md") == {"b/Todo.md"}


def test_l2_in_whatever_order_notes_come(vault: TrialVault) -> None:
    for order in itertools.permutations(TODOS):
        for path in TODOS:
            if (vault.root / path).exists():
                vault.delete(path)
        vault.index()
        for path in order:
            vault.write(path, TODOS[path])
            vault.engine.index_notes([path])
        assert vault.linked("b/Index.md") == {"b/Todo.md"}, order


def test_l2_the_next_best_note_takes_over_and_gives_back(vault: TrialVault) -> None:
    """Else the shortest path, else the first by path; and when the nearer note comes back, it is meant again."""
    vault.write_all(TODOS)
    vault.write("a/deep/er/Todo.md", f"Sharpen the garden shears. {PAD}\n")
    vault.write("A0/Todo.md", f"Oil the hinges of the gate. {PAD}\n")
    vault.index()
    vault.delete("b/Todo.md")
    vault.index()
    assert vault.linked("b/Index.md") == {"a/Todo.md"}
    vault.delete("a/Todo.md")
    vault.index()
    assert vault.linked("b/Index.md") == {"A0/Todo.md"}
    vault.write("b/Todo.md", TODOS["b/Todo.md"])
    vault.index()
    assert vault.linked("b/Index.md") == {"b/Todo.md"}


def test_l2_a_folder_in_the_link_decides(vault: TrialVault) -> None:
    vault.write_all(TODOS)
    vault.write("b/Index.md", f"[[a/Todo]] {PAD}\n")
    vault.index()
    assert vault.linked("b/Index.md") == {"a/Todo.md"}


@pytest.mark.parametrize("on_disk", ["NFC", "NFD"])
@pytest.mark.parametrize("in_link", ["NFC", "NFD"])
@pytest.mark.parametrize("written", ["[[{}]]", "[[{}|the other]]", "[x]({}.md)", "![[{}]]"])
def test_l3_names_compare_composed(vault: TrialVault, on_disk: Form, in_link: Form, written: str) -> None:
    """A link written composed did not meet a file whose name the disk spells decomposed."""
    name = "Résumé"
    vault.write(unicodedata.normalize(on_disk, f"Männer/{name}.md"), f"{PAD}\n")
    vault.write("Source.md", written.format(unicodedata.normalize(in_link, name)) + f" {PAD} Source.\n")
    vault.index()
    assert vault.linked("Source.md") == {f"Männer/{name}.md"}
    assert vault.linked(f"Männer/{name}.md") == {"Source.md"}


def test_l3_letter_case_of_a_link_does_not_matter(vault: TrialVault) -> None:
    vault.write("People/Résumé.md", f"{PAD}\n")
    vault.write("Source.md", f"[[résumé]] and [[people/RÉSUMÉ]] {PAD} Source.\n")
    vault.index()
    assert vault.linked("Source.md") == {"People/Résumé.md"}


@pytest.mark.parametrize(
    ("link", "note"),
    [
        ("[x](People/Ana%20Li.md)", "People/Ana Li.md"),
        ("[x](People/Ana%20Li)", "People/Ana Li.md"),
        ("[x](<People/Ana Li.md>)", "People/Ana Li.md"),
        ("[x](People/Ana%20Li.md#A%20heading)", "People/Ana Li.md"),
        ("[x](./People/Ana%20Li.md)", "People/Ana Li.md"),
        ("[x](Ana%20Li.md)", "People/Ana Li.md"),
        ("![x](People/Ana%20Li.md)", "People/Ana Li.md"),
        ("[x][ref]\n\n[ref]: People/Ana%20Li.md", "People/Ana Li.md"),
        ("[x](Caf%C3%A9.md)", "Café.md"),
        ("[x](Cafe%CC%81.md)", "Café.md"),
        ("[x](100%25.md)", "100%.md"),
        ("[x](100%.md)", "100%.md"),
        ("[x](C%23.md)", "C#.md"),
    ],
)
def test_l4_percent_encoded_links(vault: TrialVault, link: str, note: str) -> None:
    """`%20` was never decoded, so every link of a note with a space in its name dangled."""
    for path in ("People/Ana Li.md", "Café.md", "100%.md", "C#.md"):
        vault.write(path, f"{PAD} {path}\n")
    vault.write("Source.md", f"{link}\n\n{PAD} Source.\n")
    vault.index()
    assert vault.linked("Source.md") == {note}


def test_l4_relative_to_the_linking_note(vault: TrialVault) -> None:
    vault.write("People/Ana Li.md", f"{PAD}\n")
    vault.write("Other/Ana Li.md", f"{PAD} Other.\n")
    vault.write("Work/Source.md", f"[x](../Other/Ana%20Li.md) {PAD} Source.\n")
    vault.index()
    assert vault.linked("Work/Source.md") == {"Other/Ana Li.md"}
