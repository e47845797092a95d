"""core/canvas.py: cards, groups and labels become text; of a drawing only its words."""

import json
import time
from pathlib import Path

from luneta.core.canvas import excalidraw_text, render_canvas
from real_notes import unpack_nasty_files

CANVAS = """{
	"nodes":[
		{"id":"g1","type":"group","label":"Group: é","x":0},
		{"id":"t1","type":"text","text":"# Card\\nsee [[Plan]]","x":0},
		{"id":"f1","type":"file","file":"People/Ana.md","subpath":"#Work"},
		{"id":"l1","type":"link","url":"https://a.example"},
		{"id":"t2","type":"text","text":"   "},
		{"type":"unknown"}, 7
	],
	"edges":[
		{"id":"e1","fromNode":"t1","toNode":"f1"},
		{"id":"e2","fromNode":"t1","toNode":"f1","label":"kills"}
	]
}"""


def test_cards_come_in_the_order_of_the_file_with_their_lines() -> None:
    rendition = render_canvas(CANVAS)
    assert [rendition.text[start:end] for start, end in rendition.cards] == [
        "Group: é",
        "# Card\nsee [[Plan]]",
        "[[People/Ana.md#Work]]",
        "https://a.example",
        "   ",
        "kills",
    ]
    assert rendition.text.count("\n") + 1 == len(rendition.file_lines)
    assert rendition.file_lines == (3, 3, 4, 4, 4, 5, 5, 6, 6, 7, 7, 12)
    assert rendition.problems == ()


def test_a_canvas_written_over_many_lines_or_with_escapes_is_read_too() -> None:
    document = {"nodes": [{"id": "a", "type": "text", "text": "ação 🎬"}, {"id": "b", "type": "text", "text": "dois"}]}
    rendition = render_canvas(json.dumps(document, indent=1))
    assert rendition.text == "ação 🎬\n\ndois"
    assert rendition.file_lines[-1] == 11  # the line of "text": "dois"


def test_broken_json_fails_by_name_and_an_empty_file_does_not() -> None:
    for source in ("{", "[]", "7", '{"nodes":' * 5000):
        rendition = render_canvas(source)
        assert rendition.text == ""
        assert [problem.kind for problem in rendition.problems] == ["failed"]
    assert render_canvas("") == render_canvas(" \n")
    assert render_canvas("").problems == ()
    assert render_canvas('{"nodes": 7, "edges": {}}').text == ""


def test_json_cannot_smuggle_in_what_no_file_could_hold() -> None:
    rendition = render_canvas('{"nodes":[{"type":"text","text":"a\\ud800b\\u0000c\\r\\nd\\rend"}]}')
    assert rendition.text == "a?bc\nd\nend"


def test_many_cards_take_linear_time() -> None:
    cards = [{"id": f"id{n}", "type": "text", "text": f"card {n % 7}\nx"} for n in range(30_000)]
    started = time.process_time()
    rendition = render_canvas(json.dumps({"nodes": cards}))
    assert time.process_time() - started < 3
    assert len(rendition.cards) == 30_000


DRAWING = """---
excalidraw-plugin: parsed
tags: [excalidraw]
---
==⚠  Switch to EXCALIDRAW VIEW in the MORE OPTIONS menu of this document. ⚠==

My own words on the back.

# Excalidraw Data

## Text Elements
MEMORY ^iALG2Gey

1. spatial
2. temporal ^R644Xznp

## Element Links
x: [[y]]

## Embedded Files
35f1: [[Pasted.png]]

%%
## Drawing
```compressed-json
N4KAkARALgngDgUwgLgAQQQDwMYEMA2AlgCYBOuA7hADTg
```
%%"""


def test_only_the_words_of_a_drawing_stay_and_on_their_lines() -> None:
    text = excalidraw_text(DRAWING)
    kept = {number: line for number, line in enumerate(text.split("\n"), 1) if line}
    assert kept == {
        1: "---",
        2: "excalidraw-plugin: parsed",
        3: "tags: [excalidraw]",
        4: "---",
        7: "My own words on the back.",
        12: "MEMORY",
        14: "1. spatial",
        15: "2. temporal",
    }
    assert text.count("\n") == DRAWING.count("\n")


def test_the_older_form_of_a_drawing_is_read(tmp_path: Path) -> None:
    file = unpack_nasty_files(tmp_path) / "74-memoria.excalidraw.md"
    text = excalidraw_text(file.read_text(encoding="utf-8"))
    assert "GERARCHIA DELLA MEMORIA\n" in text
    for gone in ("^iALG2Gey", "Pasted Image", "appState", "EXCALIDRAW VIEW"):
        assert gone not in text
