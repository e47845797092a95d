"""Hits as a person reads them in a terminal."""

from collections.abc import Iterator, Mapping, Sequence
from urllib.parse import quote

from luneta.cli.clean import clean, clean_line, columns_of, shorten, shorten_left, wrap
from luneta.cli.terminal import Terminal
from luneta.core.types import LISTS, SECTION_SEPARATOR, Hit, ListName, Passage, Segment

#: What the lists are called in front of people.
LIST_NAMES: Mapping[ListName, str] = {"postings": "words", "vectors": "meaning", "names": "names"}
#: Lines of a snippet: of the best passage of a note, and of the others.
BEST_LINES = 3
OTHER_LINES = 2
#: Left of everything but the number and the title, and left of a passage under its section.
INDENT = "    "
DEEPER = INDENT + "  "


#: Features of a match that are told of a note.
_REASONS = 6


def lines_of_hits(
    hits: Sequence[Hit], vault: str, terminal: Terminal, *, whole: bool = False, explain: bool = False
) -> Iterator[str]:
    """The lines to print for the hits of the vault called `vault` (its folder's name), without line ends.

    `whole`: the passages in full, with their own lines, instead of shortened snippets. `explain`: with the rank that
    each list gave the note, and that list's share of its score.
    """
    for number, hit in enumerate(hits, 1):
        if number > 1:
            yield ""
        yield from _head(number, hit, vault, terminal)
        if explain:
            yield from _votes(hit, terminal)
        for place, passage in enumerate(hit.passages):
            yield from _place(passage, hit.title, terminal)
            if whole:
                for text, flags in _rows(passage.snippet):
                    yield from _all_lines(text, flags, terminal)
            else:
                yield from _best_lines(passage, terminal, BEST_LINES if place == 0 else OTHER_LINES)


def address(vault: str, path: str) -> str:
    """The link that opens a note in Obsidian."""
    return f"obsidian://open?vault={_quoted(vault)}&file={_quoted(path)}"


def _quoted(text: str) -> str:
    return quote(text.encode("utf-8", "replace"), safe="")


def _head(number: int, hit: Hit, vault: str, terminal: Terminal) -> Iterator[str]:
    folder, _, name = hit.path.rpartition("/")
    lead, linked = f"{number}. ".ljust(len(INDENT)), " (linked)" if hit.linked else ""
    title = shorten(clean(hit.title) or clean(name), terminal.columns - len(lead) - len(linked))
    link = terminal.link(terminal.style(title, "title"), address(vault, hit.path))
    yield lead + link + terminal.style(linked, "quiet")
    where = f"{clean(folder)}/" if folder else ""
    yield INDENT + terminal.style(shorten_left(f"{where}{clean(name)}", terminal.columns - len(INDENT)), "quiet")


def _place(passage: Passage, title: str, terminal: Terminal) -> Iterator[str]:
    """Section and lines; the section without the note's own title, which stands above already."""
    if not passage.snippet:  # a note that is nothing but its name
        return
    first, last = passage.lines
    lines = f"line {first}" if first == last else f"lines {first}-{last}"
    path = passage.section.split(SECTION_SEPARATOR)
    section = clean(SECTION_SEPARATOR.join(path[1:] if path[0] == title else path))
    shown = shorten(section, terminal.columns - len(INDENT) - len("›  · ") - len(lines))
    yield INDENT + terminal.style(f"› {shown} · {lines}" if shown else f"› {lines}", "quiet")


def _row(snippet: Sequence[Segment]) -> tuple[str, list[bool]]:
    """A snippet as one line of clean text, and for each of its characters whether it matched."""
    text, flags = "", list[bool]()
    for segment in snippet:
        piece = clean(segment.text)
        if text.endswith(" ") or not text:
            piece = piece.removeprefix(" ")
        text += piece
        flags += [segment.match] * len(piece)
    return text, flags


def _rows(snippet: Sequence[Segment]) -> Iterator[tuple[str, list[bool]]]:
    """The same, line by line of the source, spaces kept."""
    text, flags = "", list[bool]()
    for segment in snippet:
        for place, line in enumerate(segment.text.replace("\r\n", "\n").replace("\r", "\n").split("\n")):
            if place:
                yield text, flags
                text, flags = "", []
            piece = clean_line(line)
            text += piece
            flags += [segment.match] * len(piece)
    yield text, flags


def _all_lines(text: str, flags: Sequence[bool], terminal: Terminal) -> Iterator[str]:
    """A line of the source, as many lines as it takes, each as far indented as it is."""
    room = terminal.columns - len(DEEPER)
    spaces = min(len(text) - len(text.lstrip(" ")), room // 2)
    for start, end in wrap(text, room - spaces):
        yield DEEPER + " " * spaces + _styled(text, flags, start, end, terminal)
    if not text.strip():
        yield ""


def lines_of_snippet(snippet: Sequence[Segment], terminal: Terminal, indent: str) -> Iterator[str]:
    """A snippet as running text, all of it, in as many lines as it takes."""
    text, flags = _row(snippet)
    for start, end in wrap(text, terminal.columns - len(indent)):
        yield indent + _styled(text, flags, start, end, terminal)


def _best_lines(passage: Passage, terminal: Terminal, most: int) -> Iterator[str]:
    """A snippet in at most `most` lines, beginning early enough to show the first match; … where more text stands."""
    text, flags = _row(passage.snippet)
    source, bare = clean(passage.text).strip(), text.strip()
    lines = list(wrap(text, terminal.columns - len(DEEPER) - len("… ") - len(" …")))
    matched = next((place for place, (start, end) in enumerate(lines) if any(flags[start:end])), 0)
    begin = max(0, min(matched - 1, len(lines) - most))
    shown = lines[begin : begin + most]
    for place, (start, end) in enumerate(shown):
        cut_before = place == 0 and (begin > 0 or not source.startswith(bare))
        cut_after = place == len(shown) - 1 and (begin + most < len(lines) or not source.endswith(bare))
        line = _styled(text, flags, start, end, terminal)
        yield f"{DEEPER}{'… ' if cut_before else ''}{line}{' …' if cut_after else ''}"


def _styled(text: str, flags: Sequence[bool], start: int, end: int, terminal: Terminal) -> str:
    line, at = "", start
    while at < end:
        stop = at
        while stop < end and flags[stop] == flags[at]:
            stop += 1
        line += terminal.style(text[at:stop], "match") if flags[at] else text[at:stop]
        at = stop
    return line


def _votes(hit: Hit, terminal: Terminal) -> Iterator[str]:
    """A small table: each list's rank of the note and its share of the fusion, then what gave most to its score."""
    width = max(map(columns_of, LIST_NAMES.values()))
    yield INDENT + terminal.style(f"{'list':<{width}}  rank    share", "quiet")
    for name in LISTS:
        vote = hit.votes.get(name)
        rank, share = (str(vote.rank), f"{vote.share:.5f}") if vote else ("-", "-")
        yield INDENT + terminal.style(f"{LIST_NAMES[name]:<{width}}  {rank:>4}  {share:>7}", "quiet")
    for feature, given in list(hit.reasons.items())[:_REASONS]:
        yield INDENT + terminal.style(f"{given:.3f} {feature.replace('_', ' ')}", "quiet")
