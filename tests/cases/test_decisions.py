"""What is a note, as decided: canvas cards are, the text of a drawing is, attachments are not."""

import json

from cases.trial_vault import OTHERS, PAD, TrialVault, snippet_of


def test_decided_canvas_cards_are_notes_text(vault: TrialVault) -> None:
    vault.write("Plan.md", f"{PAD}\n")
    nodes = [
        {"id": "1", "type": "text", "text": "# Marzipan\n\nSee [[Plan]] for the rest of it, says the first card."},
        {"id": "2", "type": "text", "text": "An avalanche of ideas stands on the second card, and nowhere else."},
        {"id": "3", "type": "file", "file": "Plan.md"},
        {"id": "4", "type": "group", "label": "Zeppelins"},
    ]
    vault.write("Board.canvas", json.dumps({"nodes": nodes, "edges": []}, indent=2))
    vault.index()
    for word in ("marzipan", "avalanche", "zeppelins"):
        assert vault.by_words(word) == ["Board.canvas"], word
    assert "avalanche" in snippet_of(vault.hits("avalanche")[0].passages[0])
    assert vault.paths("Board", mode="names") == ["Board.canvas"]
    assert vault.linked("Board.canvas") == {"Plan.md"}


def test_decided_a_broken_canvas_is_named(vault: TrialVault) -> None:
    vault.write_all(OTHERS)
    vault.write("Board.canvas", '{"nodes": [')
    vault.write("Empty.canvas", "")
    report = vault.index()
    assert (report.notes, report.failed) == (len(OTHERS) + 1, 1)
    assert vault.problems() == {"Board.canvas": "failed"}


def test_decided_only_the_text_of_a_drawing(vault: TrialVault) -> None:
    vault.write(
        "Sketch.excalidraw.md",
        "---\nexcalidraw-plugin: parsed\ntags: [excalidraw]\n---\n==⚠  Switch to EXCALIDRAW VIEW in the MORE OPTIONS "
        "menu of this document. ⚠==\n\n# Excalidraw Data\n\n## Text Elements\nMarzipan pump and its outlet valve "
        "^a1B2c3D4\n\nAnother label of the drawing ^e5F6g7H8\n\n%%\n## Drawing\n```compressed-json\n"
        "N4KAkARALgngDgUwgLgAQQQDwMYEMA2AlgCYBOuA7hADTgQBuCpAzoQPYB2KqATLZMzYBXUtiRoIACyhQ4zZAHoFAc0JRJQgEYA6bGwC2CgF7N6hbEcK4OCtptbErHALRY8"
        "RMpWdx8Q1TdIEfARcZgRmBShcZQUebQBGADZtRJo6IIR9BA4oZm4AbXAwUDBS\n```\n%%\n",
    )
    vault.index()
    assert vault.by_words("marzipan") == ["Sketch.excalidraw.md"]
    assert vault.hits("marzipan")[0].title == "Sketch"
    shown = "".join(passage.text for passage in vault.passages("marzipan drawing"))
    assert "N4KAk" not in shown
    assert "EXCALIDRAW VIEW" not in shown
    assert vault.by_words('"compressed json"') == []


def test_decided_attachments_are_no_notes(vault: TrialVault) -> None:
    for name in ("Scan.pdf", "Photo.png", "Table.base", "Page.html", "Words.txt", "Old.markdown", "Data.json"):
        vault.write(name, f"Marzipan. {PAD}\n")
    vault.write(".obsidian/Note.md", f"Marzipan. {PAD}\n")
    vault.write(".trash/Note.md", f"Marzipan. {PAD}\n")
    vault.write(".hidden/Note.md", f"Marzipan. {PAD}\n")
    vault.write("Note.MD", f"Marzipan. {PAD}\n")
    report = vault.index()
    assert (report.notes, report.skipped, report.failed) == (1, 0, 0)
    assert vault.by_words("marzipan") == ["Note.MD"]
