"""Puts the first notes of the fusion in their final order: gathers what the ranking asks of them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
import orjson

from luneta.core.features import Material, measure
from luneta.core.feedback import LONG, counts
from luneta.core.intent import certainty
from luneta.core.rerank import Known, Reranker
from luneta.core.shortlist import SHORTLISTED, SHORTLISTED_IF_LONG
from luneta.core.synonyms import OTHER_NAME
from luneta.core.terms import Terms
from luneta.core.types import Candidate, ListName
from luneta.core.vectors import Floats, to_unit_length
from luneta.encoder import Encoder
from luneta.lists import Found
from luneta.nearest import Nearest
from luneta.remembered import Remembered
from luneta.store.chunks import StoredChunk
from luneta.store.signals import NoteSignals

#: The learnt weights, by feature; tests/eval/train.py writes them.
WEIGHTS = Path(__file__).with_name("model") / "ranking.json"
#: Titles whose vectors are kept: 2 MB of 256 dimensions.
_TITLES_REMEMBERED = 2000


@cache
def shipped() -> Reranker:
    """The reranker with the weights that come with Luneta."""
    return Reranker(orjson.loads(WEIGHTS.read_bytes())["weights"])


def looked_at(terms: Terms) -> int:
    """How many notes are put in a new order: of a query without words none."""
    if not terms.words:
        return 0
    return SHORTLISTED_IF_LONG if len(terms.words) >= LONG else SHORTLISTED


@dataclass(frozen=True, slots=True)
class Vectors:
    """The vectors of passages in the order asked for, shape (n, d), zeros where there is none; `cosines` with the
    query; `titles`, the cosines of titles."""

    passages: Floats
    cosines: Sequence[float]
    titles: Sequence[float]


class Ranker:
    """Ranks within one connection. `encoder` and `nearest` are both None when there are no vectors."""

    def __init__(
        self,
        remembered: Remembered,
        encoder: Encoder | None,
        nearest: Nearest | None,
        reranker: Reranker | None = None,
    ) -> None:
        self._remembered = remembered
        self._encoder = encoder
        self._nearest = nearest
        self._reranker = reranker or shipped()
        self._title_rows: dict[str, int] = {}
        self._titles: Floats = np.zeros((0, 0), np.float32)

    def rank(
        self,
        first: Sequence[Candidate],
        rest: Sequence[Candidate],
        terms: Terms,
        found: Found,
        best: Sequence[int],
        texts: Mapping[int, StoredChunk],
        lists: Mapping[ListName, float],
    ) -> tuple[list[Candidate], Callable[[int], Mapping[str, float]]]:
        """Notes in their final order with their scores, and what tells why a note (its id) has its score.

        `first` and `rest` as core.shortlist gives them; `best` is the best passage of each of the first, `texts` what
        these say; `lists` the user's weights.
        """
        if not first:
            return list(rest), lambda note: {}
        ranked = self._reranker.rank(self.known(first, terms, found, best, texts), lists)
        ordered = [
            Candidate(first[place].chunk_id, score, first[place].votes)
            for place, score in zip(ranked.order, ranked.scores, strict=True)
        ]
        least = ordered[-1].score
        place = {note.chunk_id: i for i, note in enumerate(first)}
        return (
            ordered + [note._replace(score=min(note.score, least)) for note in rest],
            lambda note: ranked.reasons(place[note]) if note in place else {},
        )

    def known(
        self,
        fused: Sequence[Candidate],
        terms: Terms,
        found: Found,
        best: Sequence[int],
        texts: Mapping[int, StoredChunk],
    ) -> Known:
        """What is known of the notes `fused`, one or more."""
        known = self._remembered.signals([note.chunk_id for note in fused])
        vectors = self._vectors(found, best, [known[note.chunk_id].title for note in fused])
        materials = []
        for i, (note, chunk) in enumerate(zip(fused, best, strict=True)):
            near = (0.0, 0.0) if vectors is None else (vectors.cosines[i], vectors.titles[i])
            materials.append(_material(note, known[note.chunk_id], texts.get(chunk), found, near))
        measured = measure(materials, terms)
        for other in found.also:
            measured = np.maximum(measured, OTHER_NAME * measure(materials, other))
        passages = None if vectors is None else vectors.passages
        if len(terms.words) < LONG:
            return Known(measured, passages)
        words = [counts(material.passage, material.title, material.section) for material in materials]
        return Known(measured, passages, words, tuple(terms.place), 1.0 - certainty(found.evidence))

    def _vectors(self, found: Found, passages: Sequence[int], titles: Sequence[str]) -> Vectors | None:
        if self._nearest is None or self._encoder is None or found.vector is None:
            return None
        ids, stored = self._nearest.vectors(passages)
        place = {chunk: i for i, chunk in enumerate(passages)}
        rows = [place[chunk] for chunk in ids]
        unit = np.zeros((len(passages), len(found.vector)), np.float32)
        unit[rows] = to_unit_length(stored.astype(np.float32))
        cosines = np.einsum("ij,j->i", unit, found.vector)
        named = np.einsum("ij,j->i", self._title_vectors(self._encoder, titles), found.vector)
        return Vectors(unit, cosines.tolist(), named.tolist())

    def _title_vectors(self, encoder: Encoder, titles: Sequence[str]) -> Floats:
        """The unit vectors of titles, shape (n, d), each encoded once: queries keep meeting the same notes."""
        rows = self._title_rows
        missing = [title for title in dict.fromkeys(titles) if title not in rows]
        if len(rows) + len(missing) > len(self._titles):
            rows.clear()
            missing = list(dict.fromkeys(titles))
            self._titles = np.zeros((max(_TITLES_REMEMBERED, len(missing)), encoder.dimensions), np.float32)
        if missing:
            first = len(rows)
            self._titles[first : first + len(missing)] = encoder.encode(missing)
            rows.update(zip(missing, range(first, first + len(missing)), strict=True))
        vectors: Floats = self._titles[[rows[title] for title in titles]]
        return vectors


def _material(
    note: Candidate, known: NoteSignals, passage: StoredChunk | None, found: Found, near: tuple[float, float]
) -> Material:
    """`near`: the cosines of its passage and of its title."""
    return Material(
        title=known.title,
        section=passage.section if passage else "",
        passage=passage.text if passage else "",
        aliases=known.aliases,
        keyword=tuple(found.keyword.get(note.chunk_id, ())),
        ranks={name: vote.rank for name, vote in note.votes.items()},
        fused=note.score,
        name=found.names.get(note.chunk_id, 0.0),
        called=known.called,
        authority=known.authority,
        cosine=max(near[0], found.cosines.get(note.chunk_id, 0.0)),
        title_cosine=near[1],
    )
