"""Pairwise learning of the ranking's weights: logistic loss on the differences of right and wrong candidates.

Each set weighs the same whatever its size, and each query of a set. Weights are not negative (every feature is made so
that more is better), and are drawn towards weighing every feature alike, in units of what it usually differs by: with
this, weights learnt without a set serve it better than with the usual pull to 0 (mean nDCG@10 0.699 against 0.696).
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from gather import Judged
from scipy.optimize import minimize

from luneta.core.features import LIKE_LEADERS, NAMES, WIDENED, WORDS_OF_LEADERS
from luneta.core.rerank import likenesses
from luneta.evaluate.measures import ndcg

Array = npt.NDArray[np.float64]

#: Strength of the pull, and the weight in units of difference towards which it goes.
PULL, TOWARDS = 0.2, 0.2
#: Authority says nothing of the query, and in sets made of links the right notes are by their making linked to: towards
#: a quarter of the others' (towards as much, mean nDCG@10 0.7019 instead of 0.7028; lore-pt 0.949 instead of 0.956).
_LESS = {"authority": 0.05}
#: A widened question is heard as far as its words are in doubt, and then it tells more than any of its words' other
#: features, though in most sets few are in doubt (towards as much as others, mean nDCG@10 .7260 instead of .7271).
_MORE = {WIDENED: 0.3}
#: Pairs of a query that are looked at, drawn evenly.
_MOST_PAIRS = 120
#: Rounds of learning with the leaders that the last round's weights choose.
_ROUNDS = 2
_LIKE = [NAMES.index(name) for name in (LIKE_LEADERS, WORDS_OF_LEADERS, WIDENED)]


@dataclass(frozen=True, slots=True)
class Pairs:
    """Differences of right and wrong candidates' features, and what each weighs; the weights' sum is 1."""

    differences: Array
    weights: Array


def with_leaders(queries: Sequence[Judged], weights: Array) -> list[Array]:
    """Each query's features with the likeness to the leaders that `weights` choose."""
    whole = []
    for query in queries:
        features = query.known.features.astype(np.float64)
        if len(features):
            features[:, _LIKE] = 0
            order = np.argsort(-np.round(features @ weights, 6), kind="stable")
            for column, likeness in likenesses(query.known, order.tolist()).items():
                features[:, column] = likeness
        whole.append(features)
    return whole


def pairs(queries: Sequence[Judged], features: Sequence[Array]) -> Pairs:
    """The pairs of candidates of which one is judged better, drawn with a fixed seed."""
    draw = np.random.default_rng(0)
    differences, weights = [], []
    for query, matrix in zip(queries, features, strict=True):
        gains = np.array([max(query.judgments.get(note, 0.0), 0.0) for note in query.ids])
        better, worse = np.nonzero(gains[:, None] > gains[None, :])
        if not len(better):
            continue
        if len(better) > _MOST_PAIRS:
            chosen = draw.choice(len(better), _MOST_PAIRS, replace=False)
            better, worse = better[chosen], worse[chosen]
        differences.append(matrix[better] - matrix[worse])
        weights.append(np.full(len(better), 1 / len(better)))
    weight = np.concatenate(weights)
    return Pairs(np.concatenate(differences), weight / weight.sum())


def fit(parts: Sequence[tuple[Pairs, float]], used: npt.NDArray[np.bool_]) -> Array:
    """The weights of the features `used` (others get 0), from each set's pairs and what the set weighs."""
    x = np.concatenate([part.differences for part, _ in parts])[:, used]
    w = np.concatenate([part.weights * share for part, share in parts]) / sum(share for _, share in parts)
    unit = np.sqrt((w[:, None] * x**2).sum(axis=0)) + 1e-9
    z = x / unit
    towards = np.array([{**_LESS, **_MORE}.get(name, TOWARDS) for name in NAMES])[used]

    def loss(b: Array) -> tuple[float, Array]:
        margin = z @ b
        away = b - towards
        value = float((w * np.logaddexp(0, -margin)).sum() + PULL * away @ away)
        return value, z.T @ (-w / (1 + np.exp(margin))) + 2 * PULL * away

    found = minimize(loss, towards, jac=True, method="L-BFGS-B", bounds=[(0, None)] * x.shape[1])
    weights = np.zeros(len(used))
    weights[used] = found.x / unit
    return weights


def learn(sets: Mapping[str, Sequence[Judged]], shares: Mapping[str, float], without: Sequence[str] = ()) -> Array:
    """Weights from whole sets, of every feature but `without`."""
    used = np.array([name not in without for name in NAMES])
    start = used.copy()
    start[_LIKE] = False
    plain = {name: with_leaders(queries, np.zeros(len(NAMES))) for name, queries in sets.items()}
    weights = fit([(pairs(sets[name], plain[name]), shares[name]) for name in sets], start)
    for _ in range(_ROUNDS):
        parts = [(pairs(queries, with_leaders(queries, weights)), shares[name]) for name, queries in sets.items()]
        weights = fit(parts, used)
    return weights


def measure(queries: Sequence[Judged], weights: Array) -> Array:
    """nDCG@10 of each query, ordered by `weights`."""
    values = []
    for query, features in zip(queries, with_leaders(queries, weights), strict=True):
        order = np.argsort(-np.round(features @ weights, 6), kind="stable") if len(features) else []
        values.append(ndcg([query.ids[i] for i in order], query.judgments, 10))
    return np.array(values)
