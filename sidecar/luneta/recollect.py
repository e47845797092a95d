"""What search found -> how much each passage has to do with the prompt (core.relevance), from what the index knows."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import apsw

from luneta.core.grammar import text_match
from luneta.core.relevance import UNKNOWN_LIKENESS, Prompt, content_words, evidence, relevance, stem, understood
from luneta.core.types import Hit, Passage
from luneta.core.vectors import Bytes, similarities
from luneta.encoder import Encoder
from luneta.store import chunks, postings, vectors

#: Vectors by which it is known how alike things are in this vault that have nothing to do with each other.
_SAMPLE = 64
#: A word in more than this share of the passages says so little that it need not be known how much less.
_COMMON_SHARE = 0.1
_FEW = 50
#: A shorter stem begins too many other words.
_SHORTEST_PREFIX = 4


@dataclass(frozen=True, slots=True)
class Recollection:
    """A passage of a note, and its relevance for a prompt."""

    hit: Hit
    passage: Passage
    relevance: float


class Sample:
    """Some of the vectors, read again when any vector has changed: one by one, they take as long as a search."""

    def __init__(self, db: apsw.Connection) -> None:
        self._db = db
        self._version = ""
        self._stored: Bytes | None = None

    def vectors(self, dimensions: int) -> Bytes:
        """Those of now, shape (n, dimensions)."""
        version = vectors.version(self._db)
        if self._stored is None or version != self._version:
            _, self._stored = vectors.load(self._db, chunks.sample(self._db, _SAMPLE), dimensions)
            self._version = version
        return self._stored


class Weighing:
    """Weighs passages for one prompt, over one connection. `encoder` is None when there are no vectors; `sample`
    is of the same one."""

    def __init__(self, db: apsw.Connection, encoder: Encoder | None, text: str, sample: Sample) -> None:
        self._db = db
        self._dimensions = 0
        total = chunks.count(db)
        bound = max(_FEW, int(total * _COMMON_SHARE))
        found_in = {word: postings.count(db, _match(word), bound - 1) for word in content_words(text)}
        self.prompt: Prompt = understood(text, found_in, total)
        self._vector = None
        self._usual = 0.0
        if encoder is not None and (vector := encoder.encode_query(text)).any():
            self._vector, self._dimensions = vector, encoder.dimensions
            usual = similarities(vector, sample.vectors(encoder.dimensions))
            self._usual = float(usual.mean()) if len(usual) else 0.0

    def weighed(self, hits: Iterable[Hit]) -> list[Recollection]:
        """Every passage of the hits, the most relevant first, equal ones as they came."""
        pairs = [(hit, passage) for hit in hits for passage in hit.passages if passage.text]
        alike = self._likeness([passage.chunk_id for _, passage in pairs])
        weighed = [
            Recollection(
                hit, passage, relevance(evidence(self.prompt, hit.title, passage.section, passage.text, likeness))
            )
            for (hit, passage), likeness in zip(pairs, alike, strict=True)
        ]
        return sorted(weighed, key=lambda one: -one.relevance)

    def _likeness(self, wanted: Sequence[int]) -> list[float]:
        if self._vector is None:
            return [UNKNOWN_LIKENESS] * len(wanted)
        ids, stored = vectors.load(self._db, wanted, self._dimensions)
        cosines = dict(zip(ids, similarities(self._vector, stored).tolist(), strict=True))
        room = max(1.0 - self._usual, 1e-6)
        return [(cosines.get(chunk, self._usual) - self._usual) / room for chunk in wanted]


def _match(word: str) -> str:
    """The word as it is, or in another form."""
    exact, root = text_match(word), stem(word)
    return f'({exact} OR "{root}" *)' if exact and len(root) >= _SHORTEST_PREFIX else exact
