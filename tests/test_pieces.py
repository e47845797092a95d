"""core/pieces.py: how the tree of sections is cut, before short pieces are joined."""

from dataclasses import dataclass, field

from luneta.core.note import read_note
from luneta.core.pieces import Pieces
from luneta.core.places import find_places


@dataclass(frozen=True)
class Unchanged:
    text: str
    counts: dict[str, int] = field(default_factory=dict)


def cut_up(text: str, max_chars: int = 100) -> list[tuple[str, str]]:
    note = read_note("n.md", text.encode(), redact=Unchanged)
    found = Pieces(note.text, find_places(note), max_chars).of_notes()
    return [(" > ".join(piece.path), note.text[piece.start : piece.end]) for piece in found]


def test_a_section_that_fits_keeps_its_sub_headings() -> None:
    assert cut_up("## A\na\n### A1\nb\n#### A2\nc\n## B\nd\n") == [("A", "a\n### A1\nb\n#### A2\nc"), ("B", "d")]


def test_a_section_that_does_not_fit_is_cut_at_its_sub_headings() -> None:
    long = "word " * 15
    text = f"## A\nown\n### A1\n{long}\n#### A1a\nx\n### A2\n{long}\n"
    assert [(section, piece[:4]) for section, piece in cut_up(text)] == [
        ("A", "own"),
        ("A > A1", "word"),
        ("A > A2", "word"),
    ]
    assert cut_up(text)[1][1].endswith("#### A1a\nx")


def test_levels_may_be_left_out() -> None:
    long = "word " * 15
    text = f"## A\n#### Deep\n{long}\n### Less\n{long}\n"
    assert [section for section, _ in cut_up(text)] == ["A > Deep", "A > Less"]


def test_a_heading_without_text_is_in_the_path_of_what_follows_or_a_piece() -> None:
    assert cut_up("# Day\n## Scenes\ntext\n") == [("Day > Scenes", "text")]
    assert cut_up("## Empty\n## Full\ntext\n") == [("Empty", "## Empty"), ("Full", "text")]


def test_links_are_left_out_of_the_section_around_them() -> None:
    text = "## A\na\n### See also\n- [[L]]\n### C\nc\n"
    assert cut_up(text) == [("A", "a"), ("A > C", "c")]


def test_the_head_of_a_piece_takes_in_the_empty_headings_above() -> None:
    note = read_note("n.md", b"# Day\n\n## Part\n### Scene\ntext\n", redact=Unchanged)
    places = find_places(note)
    assert [(piece.start, piece.head) for piece in Pieces(note.text, places[2:], 100).of_notes()] == [(25, 15)]
    assert [piece.head for piece in Pieces(note.text, places, 100).of_notes()] == [0]


def test_pasted_data_is_a_gap() -> None:
    blob = "data:image/png;base64," + "iVBOR" * 100
    note = read_note("n.md", f"Before it. ![x]({blob}) After it.\n".encode(), redact=Unchanged)
    pieces = Pieces(note.text, find_places(note), 100).of_notes()
    assert [(note.text[piece.start : piece.end], piece.apart) for piece in pieces] == [
        ("Before it. ![x](", False),
        (") After it.", True),
    ]
