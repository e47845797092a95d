"""What a vault has to say to a prompt, as pieces of a block for an agent; nothing, if nothing is relevant enough.

The same for the sidecar and for a hook that opens the index itself: the same index, the same pieces.
"""

import hashlib
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace

from luneta.agents.excerpt import Excerpt, piece
from luneta.core.relevance import FLOOR
from luneta.core.types import Passage, SearchResult, Segment
from luneta.engine import Engine
from luneta.recollect import Recollection
from luneta.vault import Contents, read_bytes

_MARK = b"%%"
#: Notes that are looked at.
_NOTES = 6
#: Pieces at most: of more, the last ones are noise, whatever their relevance.
_PIECES = 4


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece of a block. `key` names the passage with its text: another text is another piece."""

    key: str
    text: str
    relevance: float


def recall(engine: Engine, prompt: str, max_tokens: int, seen: Collection[str] = ()) -> tuple[Piece, ...]:
    """Pieces for a prompt, the most relevant first, together at most `max_tokens`, without those whose keys are in
    `seen`. Raises LunetaError."""
    understood, found = engine.recollect(prompt, limit=_NOTES)
    relevant = [one for one in found if one.relevance >= FLOOR]
    pieces: list[Piece] = []
    left = max_tokens
    for one in relevant:
        key = _key(one)
        if key in seen or len(pieces) == _PIECES or any(other.key == key for other in pieces):
            continue
        made = _piece(engine, one, understood.weights, left)
        if made is not None:
            pieces.append(Piece(key, made, one.relevance))
            left -= -(-len(made) // 4)
    return tuple(pieces)


def _piece(engine: Engine, one: Recollection, weights: Mapping[str, float], max_tokens: int) -> str | None:
    text = _open_text(engine, one)
    if text is None:
        return None
    return piece(
        Excerpt(one.hit.path, one.hit.title, one.passage.section, text, one.passage.lines), weights, max_tokens
    )


def _open_text(engine: Engine, one: Recollection) -> str | None:
    """The passage's text without comments, also those that begin or end in another passage; None if it cannot be known
    that there are none."""
    contents = read_bytes(engine.vault, one.hit.path)
    if not isinstance(contents, Contents):
        return None
    if _MARK not in contents.data:
        return one.passage.text  # most notes; what finds comments takes longer to import than all else here
    whole = replace(one.passage, snippet=(Segment(one.passage.text, False),))
    shown = engine.for_agent(SearchResult("", (replace(one.hit, passages=(whole,)),), None, 0.0)).hits
    passages: tuple[Passage, ...] = tuple(passage for hit in shown for passage in hit.passages)
    return "".join(segment.text for segment in passages[0].snippet) if passages else None


def _key(one: Recollection) -> str:
    digest = hashlib.sha256(f"{one.hit.path}\0{one.passage.text}".encode("utf-8", "surrogatepass"))
    return digest.hexdigest()[:16]
