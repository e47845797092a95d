"""A note -> its chunks.

Two profiles. `notes`: each section down to level 2 is a chunk; one over 2,000 characters is cut at level 3 and deeper,
then at blocks, then at sentences. `prose`, for notes most of whose text stands in long sections without sub-headings:
overlapping windows of tokens that do not cross headings of level 1 and 2. Pieces under 30 characters are joined to a
neighbour. Every word is in some chunk or in its section, except those in sections of links and in pasted data.
"""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import accumulate, chain, pairwise
from typing import Literal

from luneta.core.comments import comment_spans
from luneta.core.cut import is_line_block
from luneta.core.pieces import Piece, Pieces
from luneta.core.places import Place, find_places
from luneta.core.structured import flatten_fences
from luneta.core.types import SECTION_SEPARATOR, Chunk, Note, Profile
from luneta.core.windows import windows
from luneta.core.words import TokenCounts
from luneta.errors import ConfigError

#: What a joined piece may exceed the limit by, in shortest lengths: 120 characters with the defaults.
_JOIN_SLACK = 4


@dataclass(frozen=True, slots=True)
class ChunkSettings:
    """How notes are cut. Raises ConfigError if the values cannot work together.

    `min_chars` and `max_chars` bound a piece of the notes profile, in characters; a window of the prose profile has
    `chunk_size_tokens` and repeats `chunk_overlap_percent` of the one before.
    """

    profile: Literal["auto", "notes", "prose"] = "auto"
    min_chars: int = 30
    max_chars: int = 2_000
    chunk_size_tokens: int = 384
    chunk_overlap_percent: int = 10

    def __post_init__(self) -> None:
        if self.profile not in ("auto", "notes", "prose"):
            raise ConfigError(f"chunk profile {self.profile!r}: give auto, notes or prose")
        if not 0 <= self.min_chars < self.max_chars or self.max_chars < 100:
            raise ConfigError("chunk lengths: give a least below the most, and a most of at least 100 characters")
        if self.chunk_size_tokens < 8:
            raise ConfigError("chunk_size_tokens: give at least 8")
        if not 0 <= self.chunk_overlap_percent < 100:
            raise ConfigError("chunk_overlap_percent: give at least 0 and less than 100")

    @property
    def overlap_tokens(self) -> int:
        return self.chunk_size_tokens * self.chunk_overlap_percent // 100


def chunk_note(note: Note, settings: ChunkSettings, count_tokens: Callable[[str], int]) -> tuple[Chunk, ...]:
    """The chunks of a note in order; none if it has no text.

    `count_tokens` gives the encoder's tokens in a word (no special ones); it is called only for the prose profile,
    once for each distinct word of the note; a TokenCounts remembers them from note to note.
    """
    places = find_places(note)
    if not places:
        return ()
    text = note.text
    pieces = Pieces(text, places, settings.max_chars)
    if _profile(text, places, settings) == "prose":
        size, overlap = settings.chunk_size_tokens, settings.overlap_tokens
        counts = count_tokens if isinstance(count_tokens, TokenCounts) else TokenCounts(count_tokens)
        found = pieces.of_prose(lambda start, end: windows(text, start, end, counts, size, overlap))
    else:
        found = pieces.of_notes()
    return _chunks(note, places[0].start, _joined(found, settings))


def _profile(text: str, places: Sequence[Place], settings: ChunkSettings) -> Profile:
    if settings.profile != "auto":
        return settings.profile
    return "prose" if is_prose(text, places, settings.max_chars) else "notes"


def is_prose(text: str, places: Sequence[Place], max_chars: int) -> bool:
    """Whether more than half of the text is paragraphs of sections over `max_chars` without sub-headings."""
    total = sum(place.end - place.start for place in places)
    if total <= max_chars:
        return False
    levels = [place.level for place in places] + [0]
    long = [
        place
        for place, following in zip(places, levels[1:], strict=True)
        if place.end - place.start > max_chars and (not place.level or following <= place.level)
    ]
    if 2 * sum(place.end - place.start for place in long) <= total:
        return False
    lengths = chain.from_iterable(_paragraphs(text, place) for place in long)
    return any(2 * so_far > total for so_far in accumulate(lengths))


def _paragraphs(text: str, place: Place) -> Iterator[int]:
    """The characters of a section's blocks which are not made of lines (tables, lists, code)."""
    breaks = place.section.breaks
    borders = [place.start + at for at in breaks] + [place.end]
    return (end - start for start, end in pairwise(borders) if not is_line_block(text, start))


def _joined(pieces: list[Piece], settings: ChunkSettings) -> list[Piece]:
    """Each piece too short to stand alone, or only a heading, joined to a neighbour of the note.

    To the piece after it if that one is below its heading, or if there is none before it, else to the one before.
    """
    slack = _JOIN_SLACK * settings.min_chars

    def short(piece: Piece) -> bool:
        return piece.bare or piece.length < settings.min_chars

    def fits(one: Piece, other: Piece) -> bool:
        limit = max(settings.max_chars, one.longest, other.longest)
        return not other.apart and other.end - one.head <= limit + slack

    joined: list[Piece] = []
    for index, piece in enumerate(pieces):
        following = pieces[index + 1] if index + 1 < len(pieces) else None
        if joined and short(joined[-1]) and fits(joined[-1], piece):
            joined[-1] = _join(joined[-1], piece)
        elif not joined or not short(piece) or not fits(joined[-1], piece) or _leads(piece, following, fits):
            joined.append(piece)
        else:
            joined[-1] = _join(joined[-1], piece)
    return joined


def _leads(piece: Piece, following: Piece | None, fits: Callable[[Piece, Piece], bool]) -> bool:
    """Whether the next piece is below this one's heading and can take it in."""
    if following is None or not piece.path:
        return False
    return following.path[: len(piece.path)] == piece.path and fits(piece, following)


def _join(one: Piece, other: Piece) -> Piece:
    """Both as one piece under the path of the longer one, with every heading that this path does not name."""
    path = other.path if one.bare or (other.length > one.length and not other.bare) else one.path
    start = one.start if path[: len(one.path)] == one.path else one.head
    longest = max(one.longest, other.longest)
    return Piece(start, other.end, path, one.head, longest, bare=one.bare and other.bare, apart=one.apart)


def _chunks(note: Note, body: int, pieces: list[Piece]) -> tuple[Chunk, ...]:
    text = note.text
    context = " | ".join(part for part in (note.title, note.type, ", ".join(note.tags)) if part)
    comments = [(start + body, end + body) for start, end in comment_spans(text[body:])] if "%" in text else []
    chunks: list[Chunk] = []
    line, position = 1, 0
    for ordinal, piece in enumerate(pieces):
        line += text.count("\n", position, piece.start)
        position = piece.start
        section = SECTION_SEPARATOR.join(piece.path)
        source = text[piece.start : piece.end]
        chunks.append(
            Chunk(
                ordinal=ordinal,
                section=section,
                text=source,
                start=piece.start,
                encoded_text="\n".join(part for part in (note.title, section, flatten_fences(source)) if part),
                heading_context=context,
                lines=_file_lines(note, line, line + source.count("\n")),
                hidden=_within(comments, piece) if comments else (),
            )
        )
    return tuple(chunks)


def _file_lines(note: Note, first: int, last: int) -> tuple[int, int]:
    if not note.file_lines:
        return first, last
    spanned = note.file_lines[first - 1 : last]
    return min(spanned), max(spanned)


def _within(spans: list[tuple[int, int]], piece: Piece) -> tuple[tuple[int, int], ...]:
    """The parts of `spans` that lie in the piece, counted from its start."""
    first = bisect_right(spans, piece.start, key=lambda span: span[1])
    last = bisect_left(spans, piece.end, key=lambda span: span[0])
    return tuple(
        (max(start, piece.start) - piece.start, min(end, piece.end) - piece.start) for start, end in spans[first:last]
    )
