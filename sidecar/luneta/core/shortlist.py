"""Which notes of the fusion are looked at closely enough to be put in their final order.

How far each list is to be trusted decides the order of the fusion. Who is looked at is another question: where words
single out a few notes, the best ones by meaning stand behind dozens that share a word, and a look at them costs little.
"""

from collections.abc import Mapping, Sequence

from luneta.core.types import Candidate, ListName

#: Notes that are looked at: as many as the ranking has time for while somebody types.
SHORTLISTED = 30
#: A long question is asked once, and has many answers that share few of its words: recall of the 60 first is .63 on
#: cranfield and .36 on cisi, of the 30 first .55 and .26.
SHORTLISTED_IF_LONG = 60
#: Of these the fusion chooses this share, each list's trust in it; the rest all lists do, trusted alike.
_BY_FUSION = 2 / 3
#: Rank constant of the lists trusted alike: who is first in one of them is among the chosen.
_RANK_CONSTANT = 10


def shortlist(
    fused: Sequence[Candidate], lists: Mapping[ListName, float], most: int
) -> tuple[list[Candidate], list[Candidate]]:
    """Notes in the fusion's order -> at most `most` that are looked at, and the others, both still in this order.

    `lists`: the user's weight of each list.
    """
    if len(fused) <= most:
        return list(fused), []
    kept = int(most * _BY_FUSION)
    behind = fused[kept:]
    worth = [_worth(note, lists) for note in behind]
    best = sorted(range(len(behind)), key=worth.__getitem__, reverse=True)  # of equals the first, for sorting is stable
    chosen = set(best[: most - kept])
    first = [*fused[:kept], *(note for place, note in enumerate(behind) if place in chosen)]
    return first, [note for place, note in enumerate(behind) if place not in chosen]


def _worth(note: Candidate, lists: Mapping[ListName, float]) -> float:
    worth = 0.0
    for name, vote in note.votes.items():
        worth += lists[name] / (_RANK_CONSTANT + vote.rank)
    return worth
