"""How far each list is to be trusted for a query: weights from what the lists themselves show.

Constants measured on the seven development sets (nDCG@10, mean over sets): equal weights 0.612, these 0.673, with
every set at or above its best single list. Between 0.6 and 0.7 `_SPREAD_OF_CERTAINTY` makes no difference.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from luneta.core.types import ListName

#: The note whose score is compared with the first one's: the 20th.
SPREAD_DEPTH = 20
#: From this spread on, the words have found what was meant, and meaning alone would only dilute it.
_SPREAD_OF_CERTAINTY = 0.7
#: What is left to a list that the words contradict: enough to order what no other list has.
_LEAST = 0.001
#: How much of the names' weight goes when the words are certain and no name fits wholly.
_NAMES_YIELD = 0.8


@dataclass(frozen=True, slots=True)
class Evidence:
    """What the lists show of a query.

    `spread`: by how much the first note's keyword score stands out from the 20th's, 0 (not at all) to 1. `name`: how
    well the best name fits (core.names.score), 0 if none does. `known`: the share of the query that stands somewhere
    in the vault (core.terms.Terms.known).
    """

    spread: float = 0.0
    name: float = 0.0
    known: float = 1.0


def spread(scores: Sequence[float], *, exhausted: bool) -> float:
    """Of notes' keyword scores, best first. `exhausted`: there are no more matching notes than these."""
    if not scores or scores[0] <= 0:
        return 0.0
    last = 0.0 if exhausted else scores[-1]
    reference = scores[SPREAD_DEPTH - 1] if len(scores) >= SPREAD_DEPTH else last
    return min(max((scores[0] - reference) / scores[0], 0.0), 1.0)


def certainty(evidence: Evidence) -> float:
    """How far the words have found what was meant, 0 to 1."""
    return evidence.known * min(evidence.spread / _SPREAD_OF_CERTAINTY, 1.0)


def weigh(weights: Mapping[ListName, float], evidence: Evidence) -> dict[ListName, float]:
    """The user's weights, moved to what can be trusted.

    Words that single out few notes are nearly always right, so meaning counts for less the more they stand out. Names
    yield as well, unless one fits wholly: a question that holds half of a title is not about that note. Of a query with
    words that stand nowhere, notes with the others stand out by chance.
    """
    certain = certainty(evidence)
    name_fits = evidence.name >= 1.0
    return {
        "postings": weights["postings"],
        "vectors": weights["vectors"] * max(1.0 - certain, _LEAST),
        "names": weights["names"] * (1.0 if name_fits else 1.0 - _NAMES_YIELD * evidence.spread),
    }
