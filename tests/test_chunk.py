"""core/chunk.py: a note -> its chunks; every word in some chunk, every line number true."""

import re
import time
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from luneta.core.chunk import ChunkSettings, chunk_note, is_prose
from luneta.core.cut import data_spans
from luneta.core.note import read_note
from luneta.core.places import find_places
from luneta.core.types import Chunk, Note
from luneta.errors import ConfigError
from real_notes import real_notes, unpack_nasty_files

WORD = re.compile(r"[^\W_]+")
SENTENCE = "The kayak drifts past the old lighthouse while gulls argue over bread. "


@dataclass(frozen=True)
class Unchanged:
    text: str
    counts: dict[str, int] = field(default_factory=dict)


def tokens(word: str) -> int:
    return 1 + len(word) // 5


def read(text: str, path: str = "Note.md") -> Note:
    return read_note(path, text.encode(), redact=Unchanged)


def chunks(text: str, path: str = "Note.md", **chosen: object) -> tuple[Chunk, ...]:
    return chunk_note(read(text, path), ChunkSettings(**chosen), tokens)  # type: ignore[arg-type]


def words_to_find(note: Note) -> set[str]:
    """Every word of the note that must be in some chunk: not those of link sections, nor pasted data, nor what is
    longer than half of the shortest chunk ever asked for here and must be cut somewhere."""
    wanted: set[str] = set()
    for place in find_places(note):
        if place.skipped:
            continue
        wanted.update(WORD.findall(" ".join(place.path)))
        position = place.start
        for start, end in [*data_spans(note.text, place.start, place.end), (place.end, place.end)]:
            wanted.update(WORD.findall(note.text[position:start]))
            position = end
    return {word for word in wanted if len(word) <= 50}


def check(note: Note, found: tuple[Chunk, ...]) -> None:
    """What holds for the chunks of every note."""
    lines = note.text.split("\n")
    for ordinal, chunk in enumerate(found):
        assert chunk.ordinal == ordinal
        assert chunk.text.strip() == chunk.text != ""
        if not note.file_lines:
            first, last = chunk.lines
            assert chunk.text in "\n".join(lines[first - 1 : last])
            assert chunk.text.split("\n")[0] in lines[first - 1]
            assert chunk.text.split("\n")[-1] in lines[last - 1]
    for one, other in pairwise(found):
        assert one.lines[0] <= other.lines[0]
        assert one.lines[1] <= other.lines[1]
        assert other.text not in one.text or note.text.find(other.text) != note.text.rfind(other.text)
    have = {word for chunk in found for word in WORD.findall(f"{chunk.section}\n{chunk.text}")}
    assert words_to_find(note) - have == set()


# --- the notes profile


def test_each_section_of_level_2_is_a_chunk_under_its_path() -> None:
    text = f"---\ntype: log\ntags: [x, y]\n---\n# Top\n{SENTENCE}\n## A\n{SENTENCE}\n### A1\nmore\n## B\n{SENTENCE}\n"
    found = chunks(text)
    assert [(chunk.section, chunk.lines) for chunk in found] == [
        ("Top", (6, 6)),
        ("Top > A", (8, 10)),
        ("Top > B", (12, 12)),
    ]
    assert found[1].text == f"{SENTENCE}\n### A1\nmore"
    assert {chunk.heading_context for chunk in found} == {"Note | log | x, y"}
    assert found[1].encoded_text == f"Note\nTop > A\n{found[1].text}"


def test_headings_in_code_and_rules_under_lists_cut_nothing() -> None:
    text = f"````\n```\n## not me\n```\n````\n- item\n\n---\ntext {SENTENCE}\n## Real\n{SENTENCE}"
    assert [chunk.section for chunk in chunks(text)] == ["", "Real"]


def test_a_heading_alone_makes_no_chunk_that_outranks_its_body() -> None:
    found = chunks(f"# Day\n## Scenes\n{SENTENCE}\n")
    assert [(chunk.section, chunk.text) for chunk in found] == [("Day > Scenes", SENTENCE.strip())]


def test_a_short_piece_is_joined_and_never_lost() -> None:
    found = chunks(f"## A\n{SENTENCE}\n## B\nok\n## C\n{SENTENCE}\n")
    assert [(chunk.section, chunk.text.split("\n")[-1]) for chunk in found] == [("A", "ok"), ("C", SENTENCE.strip())]
    assert "## B" in found[0].text


def test_a_short_introduction_goes_to_what_is_below_it() -> None:
    found = chunks(f"## Other\n{SENTENCE}\n# Title\nshort\n## A\n{SENTENCE}\n")
    assert [chunk.section for chunk in found] == ["Other", "Title > A"]
    assert found[1].text.startswith("short\n## A\n")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", []),
        ("\n \n", []),
        ("Twelve chars", ["Twelve chars"]),
        ("# Only a title", ["# Only a title"]),
        ("## A\n## B\n## C", ["## A\n## B\n## C"]),
        ("---\ntitle: x\n---\n", []),
        ("%%\nTODO\n%%", ["%%\nTODO\n%%"]),
        ("## Links\n- [[A]]\n", []),
    ],
)
def test_notes_with_hardly_anything_in_them(text: str, expected: list[str]) -> None:
    assert [chunk.text for chunk in chunks(text)] == expected


def test_sections_of_links_are_left_out_in_both_languages() -> None:
    text = (
        f"# N\n{SENTENCE}\n## Ver também\n- [[Zebra]]\n- [[Girafa]]\n## Fim\n{SENTENCE}\n## See also\n{SENTENCE * 9}\n"
    )
    found = chunks(text)
    assert [chunk.section for chunk in found] == ["N", "N > Fim", "N > See also"]
    assert not any("Zebra" in chunk.text for chunk in found)


def test_a_long_section_is_cut_at_level_3_then_at_blocks() -> None:
    paragraph = SENTENCE * 5 + "\n\n"
    text = f"## A\n{paragraph}### A1\n{paragraph * 4}\n### A2\n{paragraph * 9}"
    found = chunks(text, profile="notes")
    assert [chunk.section for chunk in found[:3]] == ["A", "A > A1", "A > A2"]
    assert all(chunk.text.endswith("bread.") and len(chunk.text) <= 2000 for chunk in found)


def test_long_texts_stay_findable_to_their_end() -> None:
    text = "".join(f"Paragraph {n} talks about marker{n} and little else of interest.\n\n" for n in range(1000))
    found = chunks(text, profile="notes")
    for n in (1, 100, 500, 999):
        assert sum(f"marker{n} " in chunk.text for chunk in found) == 1


def test_pasted_data_leaves_the_words_around_it() -> None:
    blob = "iVBORw0KGgoAAAANSUhEUg" * 2000
    found = chunks(f"Words before it. ![kayak](data:image/png;base64,{blob})\n\nWords after the picture stay too.\n")
    assert "".join(chunk.text for chunk in found).count("iVBOR") == 0
    assert {"before", "kayak", "after", "stay"} <= set(WORD.findall(" ".join(chunk.text for chunk in found)))


def test_structured_data_is_flattened_for_the_encoder_alone() -> None:
    (chunk,) = chunks('Settings of the server:\n\n```json\n{"server": {"port": 8080}}\n```\n')
    assert '{"server": {"port": 8080}}' in chunk.text
    assert "server.port: 8080" in chunk.encoded_text
    assert "{" not in chunk.encoded_text


def test_comments_are_marked_wherever_a_chunk_is_cut() -> None:
    text = (
        f"Shown. %%private%% {SENTENCE}\n\n%%\n"
        + f"secret {SENTENCE}\n\n" * 60
        + "%%\n\nShown again at last, after it.\n"
    )
    found = chunks(text, profile="notes")
    assert len(found) > 2
    for chunk in found:
        shown = list(chunk.text)
        for start, end in chunk.hidden:
            shown[start:end] = " " * (end - start)
        assert re.search("private|secret", "".join(shown)) is None
    assert "Shown again" in found[-1].text


# --- the prose profile


def prose(chapters: int = 2, sentences: int = 150) -> str:
    return "".join(f"## Chapter {n}\n" + SENTENCE * sentences + "\n\n" for n in range(chapters))


def test_long_sections_without_sub_headings_are_prose() -> None:
    def profile(text: str) -> bool:
        note = read(text)
        return is_prose(note.text, find_places(note), 2000)

    assert profile(prose())
    assert not profile("## A\n" + SENTENCE * 5)
    assert not profile("| a | b |\n|---|---|\n" + f"| {SENTENCE} | x |\n" * 200)
    assert not profile("```\n" + SENTENCE * 200 + "\n```\n")
    assert not profile("".join(f"## H{n}\n{SENTENCE * 5}\n" for n in range(60)))


def test_windows_do_not_cross_chapters_and_know_their_section() -> None:
    found = chunks(prose())
    assert {chunk.section for chunk in found} == {"Chapter 0", "Chapter 1"}
    for chunk in found:
        assert sum(map(tokens, chunk.text.split())) <= 384
        assert chunk.text.endswith("bread.")
    for one, other in pairwise(found):
        if one.section == other.section:
            assert other.text.startswith(one.text[-len(SENTENCE) + 1 :])


def test_a_profile_can_be_chosen() -> None:
    text = prose(1)
    assert len(chunks(text, profile="prose")) == len(chunks(text))
    assert len(chunks(text, profile="notes")) < len(chunks(text))
    assert len(chunks(text, chunk_size_tokens=100)) > len(chunks(text))


# --- settings


@pytest.mark.parametrize(
    "wrong",
    [
        {"chunk_overlap_percent": 100},
        {"chunk_overlap_percent": -1},
        {"chunk_size_tokens": 0},
        {"min_chars": 2000},
        {"max_chars": 10},
        {"profile": "novel"},
    ],
)
def test_settings_that_cannot_work_are_refused(wrong: dict[str, object]) -> None:
    with pytest.raises(ConfigError):
        ChunkSettings(**wrong)  # type: ignore[arg-type]


# --- what holds for every note

PARTS = [
    "# Head\n", "## Part two\n", "### Sub\n", "#### Deep\n", "## See also\n", "- [[Zebra]]\n", "short\n", "\n", "\n\n",
    SENTENCE + "\n", SENTENCE * 8 + "\n\n", "```\n## code\n```\n", "| a | b |\n|---|---|\n| c | d |\n", "> quoted\n",
    "É ação.\n", "漢字漢字。" * 30, "%%private%% ", "---\n", "Set\n===\n", "x" * 300 + "\n", "- one\n- two\n",
]  # fmt: skip


@settings(max_examples=150, deadline=None)
@given(
    st.lists(st.sampled_from(PARTS), max_size=30).map("".join),
    st.sampled_from(["auto", "notes", "prose"]),
    st.integers(100, 400),
    st.integers(0, 40),
    st.integers(8, 60),
    st.integers(0, 60),
)
def test_every_word_is_in_some_chunk_and_every_line_is_true(
    text: str, profile: str, most: int, least: int, size: int, overlap: int
) -> None:
    note = read(text)
    chosen = ChunkSettings(profile, least, most, size, overlap)  # type: ignore[arg-type]
    found = chunk_note(note, chosen, tokens)
    check(note, found)
    assert chunk_note(note, chosen, tokens) == found
    if profile == "notes":
        assert all(len(chunk.text) <= most + 4 * least for chunk in found)


def test_every_awkward_file_keeps_its_words_and_lines(tmp_path: Path) -> None:
    folder = unpack_nasty_files(tmp_path)
    files = [file for file in sorted(folder.iterdir()) if file.suffix != ".tsv"]
    assert len(files) == 81
    for file in files:
        data = file.read_bytes()
        started = time.process_time()
        note = read_note(file.name, data, redact=Unchanged)
        found = chunk_note(note, ChunkSettings(), tokens)
        assert time.process_time() - started < 2, file.name
        check(note, found)
        if not note.file_lines and file.name != "74-memoria.excalidraw.md" and not note.problems:
            text = data.decode("utf-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig")
            lines = re.split(r"\r\n|\r|\n", text)
            for chunk in found:
                assert chunk.text in "\n".join(lines[chunk.lines[0] - 1 : chunk.lines[1]]), (file.name, chunk.lines)


def test_real_notes_keep_their_words_and_lines() -> None:
    for path, data in real_notes(every=40):
        note = read_note(path, data, redact=Unchanged)
        for profile in ("auto", "notes", "prose"):
            found = chunk_note(note, ChunkSettings(profile), tokens)
            check(note, found)
            lines = re.split(r"\r\n|\r|\n", data.decode("utf-8-sig"))
            for chunk in found:
                assert chunk.text in "\n".join(lines[chunk.lines[0] - 1 : chunk.lines[1]]), (path, chunk.lines)


@pytest.mark.parametrize(
    "text",
    [
        "A" * 200_000,
        "word " * 200_000,
        "# a\n" * 50_000,
        "## a\ntext\n" * 30_000,
        "".join("#" * (1 + n % 6) + " a\nxx\n" for n in range(30_000)),
        "%% a\n" * 50_000,
        "## a\nb\n" * 30_000,
        "漢" * 300_000,
        "- " * 200_000,
    ],
    ids=["A", "words", "headings", "sections", "deep", "comments", "short", "cjk", "lists"],
)
def test_hostile_notes_take_linear_time(text: str) -> None:
    for profile in ("notes", "prose"):
        started = time.process_time()
        chunks(text, profile=profile)
        assert time.process_time() - started < 6


def test_lines_of_a_canvas_are_those_of_its_file() -> None:
    source = '{"nodes":[\n{"type":"text","text":"' + SENTENCE + '"},\n{"type":"text","text":"' + SENTENCE[::-1] + '"}]}'
    assert [chunk.lines for chunk in chunks(source, "Board.canvas")] == [(2, 2), (3, 3)]
