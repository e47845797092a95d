"""Other forms of a word are found, and its own form first."""

from cases.trial_vault import TrialVault

ENGLISH = "The keeper of the {} had seen it before, and so did all of those who were with him at the time."
PORTUGUESE = "O guarda do farol disse que a {} não era para os que chegam de noite, como ele já tinha visto."


def test_other_forms_are_found_and_the_typed_form_is_first(vault: TrialVault) -> None:
    vault.write("A.md", ENGLISH.format("harbour") + "\n")
    vault.write("B.md", ENGLISH.format("harbours") + "\n")
    vault.write("C.md", PORTUGUESE.format("navegação") + "\n")
    vault.write("D.md", PORTUGUESE.format("navegou") + "\n")
    vault.index()
    assert vault.by_words("harbours") == ["B.md", "A.md"]
    assert vault.by_words("harbour") == ["A.md", "B.md"]
    assert vault.by_words("navegou") == ["D.md", "C.md"]
    assert vault.by_words('"harbours"') == ["B.md"]  # a quoted word is meant to the letter
    assert vault.by_words("keeper -harbours") == ["A.md"]
