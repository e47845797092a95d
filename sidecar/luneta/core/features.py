"""What is known of a match between a query and a note, as numbers: what the ranking of the first notes weighs.

Every feature is 0 where nothing speaks for the note and grows with what does, at most to about 1, so that a weight
says how much the feature can do.
"""

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

import numpy as np

from luneta.core.fold import fold
from luneta.core.stopwords import FUNCTION_WORDS
from luneta.core.terms import ALIKE, Place, Terms, stems_of, words_of
from luneta.core.types import SECTION_SEPARATOR, ListName
from luneta.core.vectors import Floats, to_unit_length

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
#: Passages whose common direction says what the query is about.
LEADERS = 3


@dataclass(frozen=True, slots=True)
class Material:
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
    ranks: Mapping[ListName, int] = field(default_factory=dict)
    fused: float = 0.0
    name: float = 0.0
    called: Mapping[str, int] = field(default_factory=dict)
    authority: float = 0.0
    cosine: float = 0.0
    title_cosine: float = 0.0


@dataclass(frozen=True, slots=True)
class _Pool:
    """What is compared with the best of all candidates."""

    keyword: float
    cosine: float
    fused: float


@dataclass(frozen=True, slots=True)
class _Reading:
    """A candidate's texts, read once: words of its names and headings, places of the query's terms. The `found_` are as
    Terms.found gives them, `anywhere` the best of them; `coverage` is the share of the query that it makes."""

    material: Material
    title: tuple[str, ...]
    leaf: tuple[str, ...]
    length: int
    found_title: list[float]
    found_section: list[float]
    found_body: list[float]
    anywhere: list[float]
    coverage: float
    places_title: list[Place]
    places_section: list[Place]
    places_body: list[Place]


Feature = Callable[[_Reading, Terms, _Pool], float]


def _rank(name: ListName) -> Feature:
    def feature(reading: _Reading, _terms: Terms, _pool: _Pool) -> float:
        rank = reading.material.ranks.get(name)
        return 0.0 if rank is None else (1 + _RANK_CONSTANT) / (rank + _RANK_CONSTANT)

    return feature


def _keyword(number: int) -> Feature:
    def feature(reading: _Reading, terms: Terms, pool: _Pool) -> float:
        scores = reading.material.keyword
        return terms.known * scores[number] / pool.keyword if len(scores) > number and pool.keyword > 0 else 0.0

    return feature


def _rarest(reading: _Reading, terms: Terms, _pool: _Pool) -> float:
    return reading.anywhere[max(range(len(terms.rarity)), key=terms.rarity.__getitem__)] if terms.rarity else 0.0


def _precision(words: Sequence[str], terms: Terms) -> float:
    """The share of `words`, function words aside, that the query says."""
    content = [word for word in words if word not in FUNCTION_WORDS] or words
    return sum(stem in terms.place for stem in stems_of(content)) / len(content) if content else 0.0


def _title_precision(reading: _Reading, terms: Terms, _pool: _Pool) -> float:
    names = [reading.title, *(words_of(alias) for alias in reading.material.aliases)]
    return max(_precision(name, terms) for name in names) * reading.coverage


def _section_fit(reading: _Reading, terms: Terms, _pool: _Pool) -> float:
    return terms.share(reading.found_section) * _precision(reading.leaf, terms) * reading.coverage


def _pairs(places: Sequence[Place], terms: Terms) -> float:
    """The share of the query's neighbouring terms that are neighbours here too, in its order, by rarity."""
    neighbours = {
        first.term
        for first, second in pairwise(places)
        if second.term == first.term + 1 and second.start - first.end <= _PAIR_GAP
    }
    if not neighbours:
        return 0.0
    worth = [one + other for one, other in pairwise(terms.rarity)]
    return sum(worth[first] for first in neighbours) / sum(worth)


def _window(reading: _Reading, terms: Terms, _pool: _Pool) -> float:
    """The greatest share of the query within a window of the passage."""
    places, rarity = reading.places_body, terms.rarity
    inside = [0] * len(rarity)
    within = best = 0.0
    first = 0
    for start, end, term, _ in places:
        if not inside[term]:
            within += rarity[term]
        inside[term] += 1
        while end - places[first].start > _WINDOW and places[first].start < start:
            gone = places[first].term
            inside[gone] -= 1
            if not inside[gone]:
                within -= rarity[gone]
            first += 1
        best = max(best, within)
    return best / terms.total if terms.total else 0.0


def _text_score(reading: _Reading, terms: Terms, _pool: _Pool) -> float:
    """BM25 over stems of the passage with its headings, as a share of what it could be at most."""
    counts = [0.0] * len(terms.rarity)
    for places, worth in ((reading.places_body, 1), (reading.places_section, 1), (reading.places_title, _TITLE_WORTH)):
        for place in places:
            counts[place.term] += worth
    norm = _K1 * (1 - _B + _B * reading.length / _COMMON_LENGTH)
    return terms.share([count / (count + norm) for count in counts])


def _called(reading: _Reading, terms: Terms) -> list[tuple[float, float, int]]:
    """Of each text that links to the note have: the share of the query in it, its share in the query, how often."""
    said = []
    for text, notes in reading.material.called.items():
        words = text.split()
        said.append((terms.share(terms.found(words)), _precision(words, terms), notes))
    return said


def _called_fit(reading: _Reading, terms: Terms, _pool: _Pool) -> float:
    return max(
        (
            of_query * of_name * min(1.0, _CALLED_ONCE + _CALLED_OFTEN * math.log(notes))
            for of_query, of_name, notes in _called(reading, terms)
        ),
        default=0.0,
    )


def _called_coverage(reading: _Reading, terms: Terms, _pool: _Pool) -> float:
    return max((of_query for of_query, _, _ in _called(reading, terms)), default=0.0)


def _as_far(feature: Feature) -> Feature:
    """The feature, of a question of an event only as far as the note has the rest of the question."""
    return lambda r, t, p: feature(r, t, p) * (r.coverage if t.of_event else 1.0)


#: The features, by name, in the order of the matrix. What a name or heading says counts as far as the note has the rest
#: of the query too: to "where did Morgan's staff break" the page "Morgan's staff" that does not tell is no answer.
FEATURES: Mapping[str, Feature] = {
    "words_score": _keyword(0),
    "words_second": _keyword(1),
    "words_rank": lambda r, t, p: t.known * _rank("postings")(r, t, p),
    "meaning_rank": _rank("vectors"),
    "names_rank": _as_far(_rank("names")),
    "cosine": lambda r, t, p: r.material.cosine,
    "cosine_of_best": lambda r, t, p: r.material.cosine / p.cosine if p.cosine > 0 else 0.0,
    "title_cosine": _as_far(lambda r, t, p: r.material.title_cosine),
    "name_fit": _as_far(lambda r, t, p: min(r.material.name, 1.0) * r.coverage),
    "name_exact": lambda r, t, p: float(r.material.name >= 2.0),
    "title_coverage": _as_far(lambda r, t, p: t.share(r.found_title)),
    "section_coverage": lambda r, t, p: t.share(r.found_section),
    "body_coverage": lambda r, t, p: t.share(r.found_body),
    "coverage": lambda r, t, p: r.coverage,
    "rarest_term": _rarest,
    "title_precision": _as_far(_title_precision),
    "section_fit": _as_far(_section_fit),
    "body_pairs": lambda r, t, p: _pairs(r.places_body, t),
    "title_pairs": _as_far(lambda r, t, p: _pairs(r.places_title, t) * r.coverage),
    "answers": lambda r, t, p: r.coverage**_WHOLE if t.of_event else 0.0,
    "window": _window,
    "text_score": _text_score,
    "fusion": lambda r, t, p: r.material.fused / p.fused if p.fused > 0 else 0.0,
    "authority": lambda r, t, p: r.material.authority,
    "called_fit": _called_fit,
    "called_coverage": _called_coverage,
}
#: Known only once the others have put the candidates in order: likeness to the first ones.
LIKE_LEADERS = "like_leaders"
NAMES: tuple[str, ...] = (*FEATURES, LIKE_LEADERS)
#: The list that a feature speaks for, which a user may weigh.
SPEAKS_FOR: Mapping[str, ListName] = {
    "words_score": "postings", "words_second": "postings", "words_rank": "postings",
    "meaning_rank": "vectors", "cosine": "vectors", "cosine_of_best": "vectors", "title_cosine": "vectors",
    LIKE_LEADERS: "vectors",
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


def _substance(reading: _Reading) -> float:
    """1 for a text that says something of the query's words, down to a half for one that consists of them: a list of
    keywords is like every question about them, and answers none."""
    letters = sum(map(len, words_of(reading.material.passage[:_STUFFED])))
    if len(reading.places_body) < _REPEATED or not letters:
        return 1.0
    density = sum(place.end - place.start for place in reading.places_body) / letters
    return 1.0 - min(max(density - 0.5, 0.0), 0.5)


def measure(candidates: Sequence[Material], terms: Terms) -> Floats:
    """A row for each candidate, a column for each of NAMES; the last, LIKE_LEADERS, is left 0."""
    pool = _Pool(
        max((m.keyword[0] for m in candidates if m.keyword), default=0.0),
        max((m.cosine for m in candidates), default=0.0),
        max((m.fused for m in candidates), default=0.0),
    )
    matrix = np.zeros((len(candidates), len(NAMES)), np.float32)
    for row, material in enumerate(candidates):
        reading = _read(material, terms)
        matrix[row, : len(FEATURES)] = [feature(reading, terms, pool) for feature in FEATURES.values()]
        if len(material.passage) < _STUFFED and len(terms.words) > 1:
            matrix[row, _BY_TEXT] *= _substance(reading)
    return matrix


def like_leaders(vectors: Floats, order: Sequence[int]) -> Floats:
    """The cosine of each candidate's passage, unit vectors of shape (n, d), with the mean of the first LEADERS in
    `order`: what the best answers have in common, the query may not have said."""
    if not len(vectors):
        return np.zeros(0, np.float32)
    centre = to_unit_length(vectors[list(order[:LEADERS])].mean(axis=0, keepdims=True))[0]
    likeness: Floats = np.einsum("ij,j->i", vectors, centre)
    return likeness


def _read(material: Material, terms: Terms) -> _Reading:
    title, body = " \n".join((material.title, *material.aliases)), fold(material.passage)
    leaf = words_of(material.section.rpartition(SECTION_SEPARATOR)[2])
    places = [terms.places(fold(title)), terms.places(fold(material.section)), terms.places(body)]
    found_title, found_section, found_body = (_found(each, len(terms.words)) for each in places)
    anywhere = list(map(max, found_title, found_section, found_body))
    return _Reading(
        material,
        words_of(material.title),
        leaf,
        len(body),
        found_title,
        found_section,
        found_body,
        anywhere,
        terms.share(anywhere),
        *places,
    )


def _found(places: Sequence[Place], count: int) -> list[float]:
    found = [0.0] * count
    for place in places:
        found[place.term] = 1.0 if place.exact else max(found[place.term], ALIKE)
    return found
