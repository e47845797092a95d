"""What one step learns from: texts of the teachers' sample, and pairs of each kind."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from material import Material

#: How often each language is drawn among the translations; others 0.02.
TRANSLATIONS = {"pt": 0.27, "es": 0.14, "fr": 0.09, "de": 0.07, "ru": 0.12, "zh": 0.12, "ja": 0.07}
TRANSLATIONS |= {"it": 0.03, "pl": 0.03, "nl": 0.03, "tr": 0.02, "uk": 0.01}
#: How much oftener a text of another language than English and Portuguese is drawn: they are fewer.
_OTHER_LANGUAGES = 1.3
#: Texts drawn from one cluster, so that near neighbours meet in a batch.
_OF_CLUSTER = 32
#: A source with as many headings is drawn from by itself in every other step.
_OWN_SOURCE = 200


@dataclass(frozen=True)
class Batch:
    """Numbers of sample texts for each teacher, and numbers of pairs by kind."""

    first: np.ndarray
    second: np.ndarray
    pairs: dict[str, np.ndarray]


class Batches:
    """Draws batches of `size` texts and `pairs` pairs; every other one from clusters and from single sources."""

    def __init__(
        self,
        material: Material,
        have: np.ndarray,
        clusters: Sequence[np.ndarray],
        second: Sequence[np.ndarray],
        size: int,
        pairs: int,
        rng: np.random.Generator,
    ) -> None:
        self._have, self._size, self._number, self._rng = have, size, pairs, rng
        self._clusters, self._cluster_odds = clusters, _odds([len(c) ** 0.7 for c in clusters])
        self._second, self._second_odds = second, _odds([len(c) ** 0.7 for c in second])
        main = np.isin(material.languages[have], ["en", "pt"])
        self._odds = _odds(np.where(main, 1.0, _OTHER_LANGUAGES))
        self._counts = {kind: len(found) for kind, found in material.pairs.items()}
        groups = _grouped(material.pairs["heading"].group)
        self._sources = [rows for rows in groups.values() if len(rows) > _OWN_SOURCE] or list(groups.values())
        self._source_odds = _odds([len(rows) ** 0.5 for rows in self._sources])
        self._languages = _grouped(material.pairs["translation"].group)
        self._language_odds = _odds([TRANSLATIONS.get(language, 0.02) for language in self._languages])

    def draw(self, step: int) -> Batch:
        """The batch of this step."""
        rng, near = self._rng, step % 2 == 1
        first = (
            self._clustered(self._clusters, self._cluster_odds)
            if near
            else rng.choice(self._have, self._size, p=self._odds)
        )
        second = self._clustered(self._second, self._second_odds) if self._second else np.zeros(0, int)
        return Batch(first, second, {kind: self._pairs(kind, near) for kind, count in self._counts.items() if count})

    def _pairs(self, kind: str, near: bool) -> np.ndarray:
        rng, number = self._rng, self._number
        if kind == "translation":
            drawn = rng.multinomial(number, self._language_odds)
            return np.concatenate([rng.choice(r, n) for r, n in zip(self._languages.values(), drawn, strict=True)])
        if kind == "heading":
            rows = self._sources[rng.choice(len(self._sources), p=self._source_odds)] if near else self._counts[kind]
            return np.unique(rng.choice(rows, number))
        return rng.choice(self._counts[kind], number // 2 if kind == "gloss" else number)

    def _clustered(self, clusters: Sequence[np.ndarray], odds: np.ndarray) -> np.ndarray:
        chosen = self._rng.choice(len(clusters), max(1, self._size // _OF_CLUSTER), p=odds)
        parts = (clusters[number] for number in chosen)
        return np.concatenate([self._rng.choice(part, min(_OF_CLUSTER, len(part)), replace=False) for part in parts])


def _odds(weights: Sequence[float] | np.ndarray) -> np.ndarray:
    odds = np.asarray(weights, float)
    return odds / odds.sum() if len(odds) else odds


def _grouped(groups: np.ndarray) -> dict[str, np.ndarray]:
    return {str(group): np.flatnonzero(groups == group) for group in np.unique(groups)}
