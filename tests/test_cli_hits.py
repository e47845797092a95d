"""luneta.cli.hits: results as a person reads them."""

from urllib.parse import parse_qs, urlsplit

from luneta.cli.clean import columns_of
from luneta.cli.hits import address, lines_of_hits
from luneta.cli.terminal import Terminal
from luneta.core.types import Hit, ListName, Passage, Segment, Vote

PLAIN = Terminal(60, False, False)
RICH = Terminal(60, True, True)


def passage(
    *pieces: str, section: str = "Tea > Green", lines: tuple[int, int] = (3, 9), text: str | None = None
) -> Passage:
    """Every second piece matched; `text` is the whole passage, if the pieces are not."""
    snippet = tuple(Segment(piece, bool(place % 2)) for place, piece in enumerate(pieces))
    votes: dict[ListName, Vote] = {"postings": Vote(1, 0.01639), "vectors": Vote(12, 0.01389)}
    return Passage(section, snippet, lines, votes, text="".join(pieces) if text is None else text)


def test_number_title_folder_section_lines_and_snippet() -> None:
    hits = [Hit("Kitchen/Tea.md", "All about tea", 1.0, (passage("a cup of ", "tea", "\nor two"),))]
    assert list(lines_of_hits(hits, "Notes", PLAIN)) == [
        "1.  All about tea",
        "    Kitchen/Tea.md",
        "    › Tea > Green · lines 3-9",
        "      a cup of tea or two",
    ]


def test_the_section_is_shown_without_the_title() -> None:
    passages = (passage("a"), passage("b", section="Tea", lines=(2, 2)), passage("c", section=""))
    shown = [line for line in lines_of_hits([Hit("Tea.md", "Tea", 1.0, passages)], "Notes", PLAIN) if "›" in line]
    assert shown == ["    › Green · lines 3-9", "    › line 2", "    › lines 3-9"]


def test_a_note_that_is_nothing_but_its_name() -> None:
    hits = [Hit("Tea.md", "Tea", 1.0, (Passage("", (), (1, 1), {"names": Vote(1, 0.01639)}),))]
    assert list(lines_of_hits(hits, "Notes", PLAIN)) == ["1.  Tea", "    Tea.md"]


def test_a_snippet_says_where_the_passage_goes_on() -> None:
    def shown(text: str) -> str:
        return list(lines_of_hits([Hit("T.md", "T", 1.0, (passage("a cup of ", "tea", text=text),))], "V", PLAIN))[3]

    assert shown("a cup\nof tea ") == "      a cup of tea"
    assert shown("a cup of tea or two") == "      a cup of tea …"
    assert shown("Make a cup of tea") == "      … a cup of tea"


def test_matches_are_highlighted_and_the_title_opens_the_note() -> None:
    hits = [Hit("Kitchen/Tea.md", "Tea", 1.0, (passage("a cup of ", "tea"),))]
    head, _, _, snippet = lines_of_hits(hits, "Notes", RICH)
    assert "\x1b]8;;obsidian://open?vault=Notes&file=Kitchen%2FTea.md\x1b\\\x1b[1mTea\x1b[0m\x1b]8;;\x1b\\" in head
    assert snippet == "      a cup of \x1b[1;35mtea\x1b[0m"


def test_an_address_carries_any_name() -> None:
    parts = urlsplit(address("My Väult & Co", "a b/ç#?&=%.md"))
    assert (parts.scheme, parts.netloc) == ("obsidian", "open")
    assert parse_qs(parts.query) == {"vault": ["My Väult & Co"], "file": ["a b/ç#?&=%.md"]}
    assert address("v", "\udce9\x1b.md").isascii()
    assert "\x1b" not in address("v", "\x1b.md")


def test_long_snippets_are_shortened_around_the_match() -> None:
    hits = [Hit("Tea.md", "Tea", 1.0, (passage("before " * 60, "tea", " after" * 60),))]
    lines = list(lines_of_hits(hits, "Notes", PLAIN))[3:]
    assert len(lines) == 3
    assert lines[0].startswith("      … before")
    assert lines[-1].endswith("after …")
    assert any("tea" in line for line in lines)
    assert all(columns_of(line) <= 60 for line in lines)


def test_whole_passages_keep_their_lines() -> None:
    hits = [Hit("Tea.md", "Tea", 1.0, (passage("# x\n\n    indented ", "te\na", "\n- item"),))]
    lines = list(lines_of_hits(hits, "Notes", PLAIN, whole=True))[3:]
    assert lines == ["      # x", "", "          indented te", "      a", "      - item"]


def test_explained_with_each_lists_rank_and_share() -> None:
    votes: dict[ListName, Vote] = {"postings": Vote(1, 0.01639), "vectors": Vote(12, 0.01389)}
    hits = [Hit("Tea.md", "Tea", 1.0, (passage("tea"),), votes=votes)]
    assert list(lines_of_hits(hits, "Notes", PLAIN, explain=True))[2:6] == [
        "    list     rank    share",
        "    words       1  0.01639",
        "    meaning    12  0.01389",
        "    names       -        -",
    ]


def test_nothing_in_a_note_steers_the_terminal() -> None:
    nasty = "\x1b]0;owned\x07\x9b2J\u202e"
    hit = Hit(f"{nasty}/{nasty}.md", nasty, 1.0, (passage(nasty, nasty, section=nasty),), linked=True)
    for whole in (False, True):
        shown = "\n".join(lines_of_hits([hit], nasty, PLAIN, whole=whole))
        assert not {"\x1b", "\x07", "\x9b", "\u202e"} & set(shown)


def test_long_titles_and_paths_fit() -> None:
    hit = Hit("folder/" * 30 + "Tea.md", "title " * 30, 1.0, (passage("tea", section="heading > " * 30),))
    lines = list(lines_of_hits([hit] * 100, "Notes", PLAIN))
    assert all(columns_of(line) <= 60 for line in lines)
    assert lines[-4].startswith("100. title")
