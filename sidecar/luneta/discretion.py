"""What an agent may read: passages without `%%comments%%`, which are between the note and its author."""

from collections.abc import Iterable
from dataclasses import replace
from pathlib import Path

from luneta.core.chunk import ChunkSettings, chunk_note
from luneta.core.note import read_note
from luneta.core.redact import redact
from luneta.core.types import Hit, Passage, Segment
from luneta.core.words import TokenCounts
from luneta.vault import Contents, read_bytes

_MARK = b"%%"
Span = tuple[int, int]


def without_comments(
    hits: Iterable[Hit], root: Path, settings: ChunkSettings, count_tokens: TokenCounts
) -> tuple[Hit, ...]:
    """The hits as an agent may see them.

    A comment may begin in one passage and end in another, so what is hidden is found in the whole note, as it is now.
    A passage that the note does not have any more is left out if the note has comments.
    """
    return tuple(_discreet(hit, root, settings, count_tokens) for hit in hits)


def _discreet(hit: Hit, root: Path, settings: ChunkSettings, count_tokens: TokenCounts) -> Hit:
    contents = read_bytes(root, hit.path)
    if not isinstance(contents, Contents):
        return replace(hit, passages=())
    if _MARK not in contents.data:
        return hit
    chunks = chunk_note(read_note(hit.path, contents.data, redact=redact), settings, count_tokens)
    hidden = {(chunk.text, chunk.lines): chunk.hidden for chunk in chunks}
    places = [(passage, (passage.text, passage.lines)) for passage in hit.passages]
    kept = (_cut(passage, hidden[place]) for passage, place in places if place in hidden)
    return replace(hit, passages=tuple(passage for passage in kept if passage.snippet))


def _cut(passage: Passage, hidden: tuple[Span, ...]) -> Passage:
    if not hidden:
        return passage
    shown = "".join(segment.text for segment in passage.snippet)
    start = passage.text.find(shown)
    pieces = list(_outside(passage.snippet, start, hidden)) if start >= 0 else []
    if not "".join(piece.text for piece in pieces).strip():
        pieces = []
    return replace(passage, snippet=tuple(pieces), text="")


def _outside(segments: Iterable[Segment], start: int, hidden: tuple[Span, ...]) -> Iterable[Segment]:
    """What of the segments, which stand at `start` of the text, lies outside the spans."""
    for segment in segments:
        end = start + len(segment.text)
        at = start
        for first, last in (*hidden, (end, end)):
            if at < min(first, end):
                yield Segment(segment.text[at - start : min(first, end) - start], segment.match)
            at = max(at, min(last, end))
        start = end
