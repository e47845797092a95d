"""Chunks: code is not structure, nothing is lost, nothing takes for ever."""

import time

import pytest

from cases.trial_vault import OTHERS, PAD, TrialVault, snippet_of
from luneta.errors import ConfigError

#: A word that stands in every section of a note, to see all of them.
EVERYWHERE = "lantern"


def sections(vault: TrialVault) -> set[str]:
    return {passage.section for passage in vault.passages(EVERYWHERE)}


@pytest.mark.parametrize(
    "block",
    [
        "````md\n```py\nx = 1\n```\n## not me\nlantern\n````",
        "~~~~\n~~~\n## not me\n~~~\n```\nlantern\n~~~~",
        "~~~\n```\n## not me\nlantern\n```\n~~~",
        "```\n~~~\n## not me\nlantern\n~~~\n```",
        "```sh\n# not me\n## not me\nlantern\n```",
        "   ```\n## not me\nlantern\n   ```",
        "- item\n  ```\n  ## not me\n  lantern\n  ```",
        "> ```\n> ## not me\n> lantern\n> ```",
        "    ## not me\n    lantern",
        "<!--\n## not me\nlantern\n-->",
    ],
)
def test_c1_what_looks_like_a_heading_in_code_is_none(vault: TrialVault, block: str) -> None:
    """A `#` in code became a section, and a fence of four ticks was closed by one of three inside it."""
    vault.write("Note.md", f"{PAD} {EVERYWHERE}\n\n{block}\n\n## Real\n\nThe real {EVERYWHERE}. {PAD}\n")
    vault.index()
    assert sections(vault) == {"", "Real"}
    assert [p.section for p in vault.passages('"the real lantern"')] == ["Real"]


ENDLESS = {
    "letters": "A" * 200_000,
    "image": "![x](data:image/png;base64," + "iVBORw0KGgoAAAANSUhEUgAA" * 8_000 + ")",
    "Han": "漢字" * 40_000,
    "emoji": "\U0001f600" * 50_000,
    "accents": "a\u0301" * 80_000,
    "dashes": "-" * 200_000,
    "bars": "|" * 100_000,
    "brackets": "[[" * 60_000,
    "comments": "%%" * 60_000,
}


@pytest.mark.parametrize("profile", ["auto", "notes", "prose"])
def test_c2_one_token_without_end(vault: TrialVault, profile: str) -> None:
    """One unbroken token, as pasted image data is, made the chunker run for ever."""
    vault.configure("chunk_profile", profile)
    vault.write("Small.md", f"Something to begin with. {PAD}\n")
    vault.index()  # the model is loaded before the clock starts
    for kind, token in ENDLESS.items():
        vault.write(f"{kind}.md", f"{PAD} before\n\n{token}\n\nafterwards {PAD}\n")
        began = time.process_time()
        vault.engine.index_notes([f"{kind}.md"])
        assert time.process_time() - began < 2, kind
    assert vault.problems() == {}
    assert set(vault.by_words("afterwards", limit=100)) == {f"{kind}.md" for kind in ENDLESS}


@pytest.mark.parametrize("overlap", ["51", "100", "150", "-1"])
def test_c2_an_overlap_that_cannot_end_is_refused(vault: TrialVault, overlap: str) -> None:
    """With an overlap of a whole window, the next window began where the last one had."""
    with pytest.raises(ConfigError, match="chunk_overlap_percent"):
        vault.configure("chunk_overlap_percent", overlap)
    done = vault.run("config", "set", "chunk_overlap_percent", overlap, "--vault", str(vault.root))
    assert done.returncode == 2


def test_c2_the_largest_overlap_of_the_smallest_window_ends(vault: TrialVault) -> None:
    for name, value in {
        "chunk_profile": "prose",
        "chunk_size_tokens": "16",
        "chunk_overlap_percent": "50",
    }.items():
        vault.configure(name, value)
    vault.write("Note.md", " ".join(f"word{i}" for i in range(3000)) + " " + "A" * 20_000 + " afterwards\n")
    began = time.process_time()
    vault.index()
    assert time.process_time() - began < 2
    for word in ("word0", "word1500", "word2999", "afterwards"):
        assert vault.by_words(word) == ["Note.md"]


def test_c4_short_notes_do_not_vanish(vault: TrialVault) -> None:
    """Notes shorter than a chunk were in no list at all, and nobody was told."""
    vault.write("Gate code.md", "Code: 4711ab")
    vault.write("Only a title.md", "# Only a title\n")
    vault.write("In the metadata.md", "---\ntitle: Said above\n---\n")
    vault.write("Nothing at all.md", "")
    vault.write("Blank.md", " \n\n\t\n")
    vault.write_all(OTHERS)
    report = vault.index()
    assert (report.notes, report.skipped, report.failed) == (len(OTHERS) + 5, 0, 0)
    for query, note in {
        "gate code": "Gate code.md",
        "only a title": "Only a title.md",
        "said above": "In the metadata.md",
        "nothing at all": "Nothing at all.md",
        "blank": "Blank.md",
    }.items():
        assert note in vault.paths(query)
        assert vault.paths(query, mode="names")[0] == note
    assert vault.by_words("4711ab") == ["Gate code.md"]


def test_c4_the_count_says_what_was_left_out(vault: TrialVault) -> None:
    vault.write("Here.md", PAD)
    vault.write("Binary.md", b"\x00\x01\x02\x03" * 4000)
    try:
        (vault.root / "Nowhere.md").symlink_to(vault.root / "missing.md")
    except OSError:
        pytest.skip("this system makes no symbolic links")
    report = vault.index()
    left_out = {path for path, kind in vault.problems().items() if kind in ("skipped", "failed")}
    assert "Nowhere.md" in left_out
    assert report.skipped + report.failed == len(left_out)
    assert report.notes + len(left_out) == 3, "every file is either in the index or named"


def test_c4_a_heading_alone_does_not_outrank_its_text(vault: TrialVault) -> None:
    """A chunk of nothing but a heading came first, and the hit showed no text."""
    vault.write("Film.md", f"# Day\n## Scenes\n\nThe hero leaves the village before dawn. {PAD}\n")
    vault.write_all(OTHERS)
    vault.index()
    for query in ("Day", "Scenes", "day scenes"):
        (hit,) = (hit for hit in vault.hits(query) if hit.path == "Film.md")
        assert "The hero leaves the village" in snippet_of(hit.passages[0]), query
        assert hit.passages[0].section.endswith("Scenes")


@pytest.mark.parametrize("filler", ["", PAD * 40], ids=["short", "long"])
def test_c5_a_deeper_heading_ends_with_its_section(vault: TrialVault, filler: str) -> None:
    """A heading of level 3 stayed in the path of the level 2 that followed."""
    vault.configure("chunk_profile", "notes")
    text = f"{EVERYWHERE} {PAD} {filler}"
    vault.write("Note.md", f"## A\n\n{text}\n\n### A1\n\n{text}\n\n## B\n\n{text} the last one\n\n### B1\n\n{text}\n")
    vault.index()
    assert [p.section for p in vault.passages('"the last one"')] == ["B"]
    assert sections(vault) == ({"A", "A > A1", "B", "B > B1"} if filler else {"A", "B"})


def test_c5_skipped_levels(vault: TrialVault) -> None:
    vault.configure("chunk_profile", "notes")
    part = f"{EVERYWHERE} {PAD} {PAD * 30}"
    vault.write(
        "Note.md", f"# T\n\n#### Deep\n\n{part}\n\n## B\n\n{part}\n\nSetext\n===\n\n{part}\n\n##### Low\n\n{part}\n"
    )
    vault.index()
    assert sections(vault) == {"T > Deep", "T > B", "Setext", "Setext > Low"}


@pytest.mark.parametrize(
    "text", ["- item\n---\ntext", "> item\n---\ntext", "1. item\n---\ntext", "- [ ] item\n---\ntext"]
)
def test_c6_a_rule_under_a_list_or_quotation_is_no_heading(vault: TrialVault, text: str) -> None:
    """`---` straight under a list item or a quotation made it a heading."""
    vault.write("Note.md", f"{PAD}\n\n{text} with a {EVERYWHERE}. {PAD}\n\n## Real\n\n{EVERYWHERE} {PAD}\n")
    vault.index()
    assert sections(vault) == {"", "Real"}


def test_c6_a_line_of_text_over_a_rule_is_a_heading(vault: TrialVault) -> None:
    """So Markdown and Obsidian have it."""
    vault.write("Note.md", f"{PAD} {EVERYWHERE}\n\nHeading\n---\n\n{EVERYWHERE} {PAD}\n")
    vault.index()
    assert sections(vault) == {"", "Heading"}


def _long(kind: str) -> tuple[str, list[str]]:
    """60,000 characters with a marker at 1, 6, 30 and 59 thousand."""
    filler = "The committee met again and put the matter off until the following week. "
    parts = {
        "lines": filler.strip() + "\n",
        "paragraphs": filler * 6 + "\n\n",
        "one line": filler,
        "sections": "\n\n## A meeting\n\n" + filler * 20 + "\n",
        "list": f"- {filler}\n",
        "table": f"| {filler} | x |\n",
        "code": "```\n" + filler * 8 + "\n```\n\n",
        "quotation": f"> {filler}\n",
    }
    unit = parts[kind]
    text = "| a | b |\n|---|---|\n" if kind == "table" else ""
    markers = []
    for at in (1_000, 6_000, 30_000, 59_000, 60_000):
        while len(text) < at:
            text += unit
        if at < 60_000:
            marker = f"marker{at}zq"
            markers.append(marker)
            text += unit.replace("matter", marker, 1)
    return text, markers


@pytest.mark.parametrize("kind", ["lines", "paragraphs", "one line", "sections", "list", "table", "code", "quotation"])
def test_c7_the_whole_of_a_long_note_is_found(vault: TrialVault, kind: str) -> None:
    """Text behind the first 5,600 characters could not be found."""
    text, markers = _long(kind)
    vault.write("Long.md", text)
    vault.index()
    lines = text.split("\n")
    for marker in markers:
        (hit,) = vault.hits(marker, mode="keyword")
        shown = hit.passages[0]
        assert marker in snippet_of(shown)
        first, last = shown.lines
        assert marker in "\n".join(lines[first - 1 : last])
        assert vault.paths(marker)[0] == "Long.md"
