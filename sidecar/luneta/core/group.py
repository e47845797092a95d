"""Chunks -> notes: one note, one hit."""

from collections.abc import Callable, Mapping, Sequence

from luneta.core.types import RankedList


def by_note(lists: Sequence[RankedList], note_of: Callable[[int], int] | Mapping[int, int]) -> list[RankedList]:
    """The same lists, of notes: each note where its best chunk stands, later chunks of it left out.

    Fused so, a note that the words find in one place and the meaning in another has both votes; fused by chunk it
    would have them on two chunks and lose to a note found twice in one place. A long note takes no more room than a
    short one.
    """
    find = note_of.__getitem__ if isinstance(note_of, Mapping) else note_of
    grouped = []
    for ranked in lists:
        fits = ranked.fits or (1.0,) * len(ranked.chunk_ids)
        best: dict[int, float] = {}
        for chunk, fit in zip(ranked.chunk_ids, fits, strict=True):
            best.setdefault(find(chunk), fit)
        grouped.append(RankedList(ranked.name, tuple(best), tuple(best.values()) if ranked.fits else ()))
    return grouped
