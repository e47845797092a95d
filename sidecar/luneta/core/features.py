"""What is known of a match between a query and a note, as numbers: what the ranking of the first notes weighs.

Every feature is 0 where nothing speaks for the note and grows with what does, at most to about 1, so that a weight
says how much the feature can do.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from luneta.core.fold import fold, fold_with_offsets
from luneta.core.names import EXACT, may_say
from luneta.core.occurrences import Occurrences, find
from luneta.core.stopwords import FUNCTION_WORDS
from luneta.core.terms import ALIKE, Terms, stems_of, words_of
from luneta.core.types import LISTS, SECTION_SEPARATOR, ListName
from luneta.core.vectors import Floats, to_unit_length

Numbers = npt.NDArray[np.float64]

#: Saturation of term frequency and share of length normalization: the constants of BM25's authors.
_K1, _B = 1.2, 0.75
#: Characters of a passage of common length (means of the development sets: 500 to 1,100).
_COMMON_LENGTH = 750.0
#: What a term in the title counts in the text's own BM25, in occurrences in the body.
_TITLE_WORTH = 2
#: Characters of a window of the passage: two sentences.
_WINDOW = 200
#: Rank constant of the reciprocal ranks: sharper than the fusion's 60, which is in the features too.
_RANK_CONSTANT = 2
#: What a name that one note uses for another is worth, and what more of them add (by the logarithm of their number).
_CALLED_ONCE, _CALLED_OFTEN = 0.7, 0.15
#: Characters that may stand between neighbouring words: signs, or one short word and two spaces.
_PAIR_GAP = 6
#: Exponent of the coverage that makes nearly all of a question much more than most of it.
_WHOLE = 4
#: Only shorter passages, in characters, and those with so many of the query's words, are looked at for emptiness.
_STUFFED, _REPEATED = 400, 5
#: Names, headings and link texts whose stems are kept: those that queries keep meeting, some 4 MB.
_NAMES_REMEMBERED = 8192
#: Passages whose common direction says what the query is about.
LEADERS = 3


class Material(NamedTuple):
    """A note among the candidates, as features need it.

    `passage` is its best passage's text, `section` that one's heading path. `keyword` are the BM25 scores of its
    chunks, best first. `ranks` and `fused` are its ranks in the lists and its score in the fusion. `name`: how well
    its names fit (core.names.score, 0 to 2). `called`: what links call it (folded terms), and how many notes say so.
    `authority`: 0 to 1. `cosine`: of its nearest chunk with the query, `title_cosine` of its title; 0 without vectors.
    """

    title: str
    section: str = ""
    passage: str = ""
    aliases: tuple[str, ...] = ()
    keyword: tuple[float, ...] = ()
    ranks: Mapping[ListName, int] = MappingProxyType({})
    fused: float = 0.0
    name: float = 0.0
    called: Mapping[str, int] = MappingProxyType({})
    authority: float = 0.0
    cosine: float = 0.0
    title_cosine: float = 0.0


@dataclass(frozen=True, slots=True)
class _Match:
    """What is found of the query in all candidates: of each, shape (n,), or of each and each term, shape (n, t)."""

    terms: Terms
    candidates: Sequence[Material]
    title: Numbers
    section: Numbers
    body: Numbers
    anywhere: Numbers
    counts: Numbers
    coverage: Numbers
    in_title: Occurrences
    in_body: Occurrences
    lengths: Numbers
    called: Numbers
    numbers: Mapping[str, Numbers]
    rarity: Numbers

    def share(self, found: Numbers) -> Numbers:
        """How much of the query's rarity is found, 0 to 1, by candidate."""
        return _share(self.terms, self.rarity, found)


Feature = Callable[[_Match], Numbers]


def _share(terms: Terms, rarity: Numbers, found: Numbers) -> Numbers:
    return found @ rarity / terms.total if terms.total else np.zeros(len(found))


def _number(name: str) -> Feature:
    return lambda match: match.numbers[name]


def _of_each(value: Callable[[Material], float]) -> Feature:
    return lambda match: np.array([value(material) for material in match.candidates], np.float64)


def _of_best(feature: Feature) -> Feature:
    """As a share of the best candidate's."""

    def share(match: _Match) -> Numbers:
        values = feature(match)
        best = max(float(values.max()), 0.0)
        return values / best if best else np.zeros(len(values))

    return share


def _rank(name: ListName) -> Feature:
    return lambda match: (1 + _RANK_CONSTANT) / (match.numbers[name] + _RANK_CONSTANT)


def _as_known(feature: Feature) -> Feature:
    """The feature, as far as the query's words are words of the vault."""
    return lambda match: feature(match) * match.terms.known


def _words_second(match: _Match) -> Numbers:
    scores = match.numbers["second_score"]
    best = float(match.numbers["best_score"].max())
    return scores / best if best > 0 else np.zeros(len(scores))


def _rarest(match: _Match) -> Numbers:
    rarity = match.terms.rarity
    return match.anywhere[:, rarity.index(max(rarity))] if rarity else np.zeros(len(match.candidates))


@lru_cache(_NAMES_REMEMBERED)
def _stems(name: str) -> tuple[tuple[str, ...], frozenset[str]]:
    """The stems of a name's words, of function words only if there are no others; and those of all its words."""
    words = words_of(name)
    content = [word for word in words if word not in FUNCTION_WORDS] or words
    return tuple(stems_of(content)), frozenset(stems_of(words))


def _precision(name: str, terms: Terms) -> float:
    """The share of the words of `name`, function words aside, that the query says."""
    stems, _ = _stems(name)
    return sum(map(terms.place.__contains__, stems)) / len(stems) if stems else 0.0


def _title_precision(match: _Match) -> Numbers:
    best = _of_each(lambda m: max(_precision(name, match.terms) for name in (m.title, *m.aliases)))
    return best(match) * match.coverage


def _section_fit(match: _Match) -> Numbers:
    leaf = _of_each(lambda m: _precision(m.section.rpartition(SECTION_SEPARATOR)[2], match.terms))
    return match.share(match.section) * leaf(match) * match.coverage


def _pairs(match: _Match, places: Occurrences) -> Numbers:
    """The share of the query's neighbouring terms that are neighbours here too, in its order, by rarity."""
    rarity = match.rarity
    shown = np.zeros((len(match.candidates), max(len(rarity) - 1, 0)))
    if not shown.size:
        return np.zeros(len(match.candidates))
    beside = (
        (places.text[1:] == places.text[:-1])
        & (places.term[1:] == places.term[:-1] + 1)
        & (places.start[1:] - places.end[:-1] <= _PAIR_GAP)
    )
    shown[places.text[:-1][beside], places.term[:-1][beside]] = 1.0
    worth = rarity[1:] + rarity[:-1]
    shares: Numbers = shown @ worth / worth.sum()
    return shares


def _window(match: _Match) -> Numbers:
    """The greatest share of the query within a window of the passage."""
    places, best = match.in_body, np.zeros(len(match.candidates))
    apart = places.text * _WINDOW  # no window reaches into the next passage
    starts, ends = places.start + apart, places.end + apart
    reach = np.maximum(starts + _WINDOW, ends)
    within = np.zeros(len(starts))
    for term, worth in enumerate(match.terms.rarity):
        own = np.where(places.term == term, ends, np.iinfo(np.int64).max)
        ends_next = np.minimum.accumulate(own[::-1])[::-1]
        within += worth * (ends_next <= reach)
    np.maximum.at(best, places.text, within)
    return best / match.terms.total if match.terms.total else best


def _text_score(match: _Match) -> Numbers:
    """BM25 over stems of the passage with its headings, as a share of what it could be at most."""
    norm = _K1 * (1 - _B + _B * match.lengths / _COMMON_LENGTH)
    return match.share(match.counts / (match.counts + norm[:, None]))


def _called(candidates: Sequence[Material], terms: Terms) -> Numbers:
    """What links that say a word of the query call each note: how well the best of these texts fits, and the greatest
    share of the query in one; shape (n, 2)."""
    best = np.zeros((len(candidates), 2))
    for row, material in enumerate(candidates):
        if not may_say(material.called, terms.place):
            continue
        for text, notes in material.called.items():
            if terms.place.keys().isdisjoint(_stems(text)[1]):
                continue
            share = terms.share(terms.found(text.split()))
            often = min(1.0, _CALLED_ONCE + _CALLED_OFTEN * math.log(notes))
            best[row] = np.maximum(best[row], (share * _precision(text, terms) * often, share))
    return best


def _as_far(feature: Feature) -> Feature:
    """The feature, of a question of an event only as far as the note has the rest of the question."""
    return lambda match: feature(match) * (match.coverage if match.terms.of_event else 1.0)


#: The features, by name, in the order of the matrix. What a name or heading says counts as far as the note has the rest
#: of the query too: to "where did Morgan's staff break" the page "Morgan's staff" that does not tell is no answer.
FEATURES: Mapping[str, Feature] = {
    "words_score": _as_known(_of_best(_number("best_score"))),
    "words_second": _as_known(_words_second),
    "words_rank": _as_known(_rank("postings")),
    "meaning_rank": _rank("vectors"),
    "names_rank": _as_far(_rank("names")),
    "cosine": _number("cosine"),
    "cosine_of_best": _of_best(_number("cosine")),
    "title_cosine": _as_far(_number("title_cosine")),
    "name_fit": _as_far(lambda match: np.minimum(match.numbers["name"], 1.0) * match.coverage),
    "name_exact": lambda match: (match.numbers["name"] >= EXACT).astype(np.float64),
    "title_coverage": _as_far(lambda match: match.share(match.title)),
    "section_coverage": lambda match: match.share(match.section),
    "body_coverage": lambda match: match.share(match.body),
    "coverage": lambda match: match.coverage,
    "rarest_term": _rarest,
    "title_precision": _as_far(_title_precision),
    "section_fit": _as_far(_section_fit),
    "body_pairs": lambda match: _pairs(match, match.in_body),
    "title_pairs": _as_far(lambda match: _pairs(match, match.in_title) * match.coverage),
    "answers": lambda match: match.coverage**_WHOLE * match.terms.of_event,
    "window": _window,
    "text_score": _text_score,
    "fusion": _of_best(_number("fused")),
    "authority": _number("authority"),
    "called_fit": lambda match: match.called[:, 0],
    "called_coverage": lambda match: match.called[:, 1],
}
#: Known only once the others have put the candidates in order: likeness to the first ones.
LIKE_LEADERS = "like_leaders"
#: The same by words (core.feedback), for long questions.
WORDS_OF_LEADERS = "words_of_leaders"
#: And with the question's own, as far as these do not single out a few notes by themselves.
WIDENED = "widened"
NAMES: tuple[str, ...] = (*FEATURES, LIKE_LEADERS, WORDS_OF_LEADERS, WIDENED)
#: The list that a feature speaks for, which a user may weigh.
SPEAKS_FOR: Mapping[str, ListName] = {
    "words_score": "postings", "words_second": "postings", "words_rank": "postings",
    "meaning_rank": "vectors", "cosine": "vectors", "cosine_of_best": "vectors", "title_cosine": "vectors",
    LIKE_LEADERS: "vectors", WORDS_OF_LEADERS: "postings", WIDENED: "postings",
    "names_rank": "names", "name_fit": "names", "name_exact": "names", "called_fit": "names",
    "called_coverage": "names",
}  # fmt: skip


#: What a passage that only repeats the query's words is told by.
_BY_TEXT = [
    list(FEATURES).index(name)
    for name in (
        "words_score", "words_second", "cosine", "cosine_of_best", "body_coverage", "body_pairs", "window", "text_score"
    )
]  # fmt: skip


def _substance(match: _Match, number: int) -> float:
    """1 for a text that says something of the query's words, down to a half for one that consists of them: a list of
    keywords is like every question about them, and answers none."""
    places = match.in_body.among(number, number + 1)
    if len(places.start) < _REPEATED:
        return 1.0
    letters = sum(map(len, words_of(match.candidates[number].passage[:_STUFFED])))
    if not letters:
        return 1.0
    density = float((places.end - places.start).sum()) / letters
    return 1.0 - min(max(density - 0.5, 0.0), 0.5)


def measure(candidates: Sequence[Material], terms: Terms) -> Floats:
    """A row for each candidate, a column for each of NAMES; the last three, of the leaders, are left 0."""
    matrix = np.zeros((len(candidates), len(NAMES)), np.float32)
    if not candidates:
        return matrix
    match = _matched(candidates, terms)
    for column, feature in enumerate(FEATURES.values()):
        matrix[:, column] = feature(match)
    if len(terms.words) > 1:
        for row, material in enumerate(candidates):
            if len(material.passage) < _STUFFED:
                matrix[row, _BY_TEXT] *= _substance(match, row)
    return matrix


def like_leaders(vectors: Floats, order: Sequence[int]) -> Floats:
    """The cosine of each candidate's passage, unit vectors of shape (n, d), with the mean of the first LEADERS in
    `order`: what the best answers have in common, the query may not have said."""
    if not len(vectors):
        return np.zeros(0, np.float32)
    centre = to_unit_length(vectors[list(order[:LEADERS])].mean(axis=0, keepdims=True))[0]
    likeness: Floats = np.einsum("ij,j->i", vectors, centre)
    return likeness


def _matched(candidates: Sequence[Material], terms: Terms) -> _Match:
    bodies = [fold_with_offsets(material.passage)[0] for material in candidates]
    titles = [fold(" \n".join((material.title, *material.aliases))) for material in candidates]
    sections = [fold(material.section) for material in candidates]
    count, width = len(candidates), len(terms.words)
    places = find(terms, [*titles, *sections, *bodies])
    cell = places.text * width + places.term
    size, rarity = 3 * count * width, np.array(terms.rarity)
    often = np.bincount(cell, minlength=size).reshape(3, count, width)
    exactly = np.bincount(cell[places.exact], minlength=size).reshape(3, count, width)
    title, section, body = found = np.where(exactly > 0, 1.0, ALIKE * (often > 0))
    anywhere = found.max(axis=0)
    return _Match(
        terms,
        candidates,
        title,
        section,
        body,
        anywhere,
        _TITLE_WORTH * often[0] + often[1] + often[2],
        _share(terms, rarity, anywhere),
        places.among(0, count),
        places.among(2 * count, 3 * count),
        np.array([len(text) for text in bodies], np.float64),
        _called(candidates, terms),
        _numbers(candidates),
        rarity,
    )


#: What is known of each candidate as a number; a rank in a list that does not have it is infinite.
_NUMBERS = (
    "best_score", "second_score", *LISTS, "cosine", "title_cosine", "name", "fused", "authority",
)  # fmt: skip


def _numbers(candidates: Sequence[Material]) -> Mapping[str, Numbers]:
    rows = [
        (
            *(*material.keyword, 0.0, 0.0)[:2],
            *[material.ranks.get(name, math.inf) for name in LISTS],
            material.cosine,
            material.title_cosine,
            material.name,
            material.fused,
            material.authority,
        )
        for material in candidates
    ]
    return dict(zip(_NUMBERS, np.array(rows, np.float64).T, strict=True))
