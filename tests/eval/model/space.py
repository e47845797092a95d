"""The teachers' spaces made ready to learn: centred, turned, cut to the student's dimensions; k-means of them."""

from pathlib import Path

import numpy as np
import scipy.sparse as sp
from material import Material
from sklearn.cluster import MiniBatchKMeans

#: Fewer texts than this have no centre of their own.
_OWN_CENTRE = 150
#: Texts from which axes are found: more changes nothing that can be seen.
_FOR_AXES, _FOR_TURNING = 40_000, 20_000
#: Dimensions in which clusters are found, and the least texts in one.
_CLUSTER_DIMENSIONS, _LEAST = 96, 8


def unit(vectors: np.ndarray) -> np.ndarray:
    """The rows at length 1; rows of zeros stay zeros."""
    return vectors / np.maximum(np.linalg.norm(vectors, axis=-1, keepdims=True), 1e-9)


def read(path: Path, groups: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """A teacher's vectors, each group's mean taken off and made unit, and the rows that have one.

    A language's texts share a direction that says nothing of their meaning; so do queries and passages.
    """
    vectors = np.load(path).astype(np.float32)
    have = np.flatnonzero(vectors.any(1))
    general = vectors[have].mean(0)
    for group in np.unique(groups[have]):
        rows = have[groups[have] == group]
        vectors[rows] -= vectors[rows].mean(0) if len(rows) > _OWN_CENTRE else general
    return unit(vectors), have


def principal_axes(vectors: np.ndarray, dimensions: int, rng: np.random.Generator) -> np.ndarray:
    """The axes of greatest variance, [dimensions, teacher's dimensions]."""
    some = vectors[rng.choice(len(vectors), min(_FOR_AXES, len(vectors)), replace=False)]
    return np.linalg.svd(some.T @ some / len(some))[2][:dimensions]


def turned_axes(
    vectors: np.ndarray,
    rows: np.ndarray,
    material: Material,
    start: dict[str, np.ndarray],
    rng: np.random.Generator,
) -> np.ndarray:
    """The axes that turn the teacher's `vectors` onto those a student already has (orthogonal Procrustes)."""
    chosen = rng.choice(rows, min(_FOR_TURNING, len(rows)), replace=False)
    texts = material.sample[chosen]
    pieces = np.concatenate(texts)
    ends = np.cumsum([0, *map(len, texts)])
    sums = sp.csr_matrix((start["weights"][pieces], pieces, ends), shape=(len(texts), len(start["weights"])))
    left, _, right = np.linalg.svd(vectors[chosen].T @ unit(sums @ start["vectors"]), full_matrices=False)
    return (left @ right).T


def clusters(vectors: np.ndarray, rows: np.ndarray, number: int, seed: int) -> list[np.ndarray]:
    """The rows in about `number` groups of near neighbours; groups of fewer than 8 are left out."""
    if len(rows) < number * _LEAST:
        return [rows] if len(rows) else []
    points = vectors[rows][:, :_CLUSTER_DIMENSIONS]
    found = (
        MiniBatchKMeans(number, batch_size=4096, n_init=1, max_iter=6, random_state=seed).fit(points).predict(points)
    )
    order = np.argsort(found, kind="stable")
    parts = np.split(rows[order], np.cumsum(np.bincount(found, minlength=number))[:-1])
    return [part for part in parts if len(part) >= _LEAST] or [rows]


def share_rows(
    vectors: np.ndarray, weights: np.ndarray, frequencies: np.ndarray, rows: int, own: float
) -> tuple[np.ndarray, np.ndarray]:
    """Fewer rows than pieces: the pieces that matter most keep one each, a part `own` of `rows`; the others share.

    Gives the vectors of the rows and the row of each piece. What matters is frequency x weight.
    """
    alone = int(rows * own)
    order = np.argsort(-frequencies * np.maximum(weights, 1e-9), kind="stable")
    rare = order[alone:]
    means = MiniBatchKMeans(rows - alone, batch_size=8192, init="random", n_init=1, max_iter=4, random_state=0)
    means.fit(vectors[rare])
    row_of = np.zeros(len(vectors), np.int64)
    row_of[order[:alone]] = np.arange(alone)
    row_of[rare] = alone + means.labels_
    return np.concatenate([vectors[order[:alone]], unit(means.cluster_centers_)]).astype(np.float32), row_of
