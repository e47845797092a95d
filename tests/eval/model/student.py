"""The static model while it learns: a text is the sum of weight x vector over its pieces. Needs torch and scipy."""

from collections.abc import Sequence
from pathlib import Path

import numpy as np
import scipy.sparse as sp
import torch

#: Adam's usual constants.
_FIRST_MOMENT, _SECOND_MOMENT, _EPSILON = 0.9, 0.999, 1e-8


class Student:
    """One vector and one weight for each piece, and an Adam that touches only the rows of the batch.

    `vectors` are [rows, dimensions], `log_weights` [pieces]; `rows` gives the row of each piece when pieces share rows.
    """

    def __init__(self, vectors: np.ndarray, log_weights: np.ndarray, rows: np.ndarray | None = None) -> None:
        self._vectors = torch.tensor(vectors, dtype=torch.float32)
        self._log_weights = torch.tensor(log_weights, dtype=torch.float32)[:, None]
        self._row_of = rows
        self._steps = 0
        self._moments = [(torch.zeros_like(p), torch.zeros_like(p)) for p in (self._vectors, self._log_weights)]

    def forward(self, texts: Sequence[np.ndarray]) -> torch.Tensor:
        """The sums, not yet of unit length, [texts, dimensions]; their gradient is what `step` learns from."""
        self._pieces, where = np.unique(np.concatenate(texts), return_inverse=True)
        self._rows = self._pieces if self._row_of is None else self._row_of[self._pieces]
        weights = np.exp(self._log_weights.numpy()[self._pieces, 0])
        ends = np.cumsum([0, *map(len, texts)])
        self._sums = sp.csr_matrix((weights[where], where, ends), shape=(len(texts), len(self._pieces)))
        self._used = self._vectors.numpy()[self._rows]
        self._out = torch.from_numpy(self._sums @ self._used).requires_grad_()
        return self._out

    def step(self, rate: float) -> None:
        """Move by the gradient that `backward` left on the last `forward`."""
        assert self._out.grad is not None, "step follows backward"
        gradient = self._sums.T @ self._out.grad.numpy()
        of_weights = (gradient * self._used).sum(1, keepdims=True)
        rows = self._rows
        if self._row_of is not None:
            rows, where = np.unique(rows, return_inverse=True)
            ones = np.ones(len(where), np.float32)
            gradient = sp.csr_matrix((ones, (where, np.arange(len(where)))), shape=(len(rows), len(where))) @ gradient
        self._steps += 1
        self._adam(self._vectors, self._moments[0], rows, gradient, rate)
        self._adam(self._log_weights, self._moments[1], self._pieces, of_weights, rate)

    def save(self, path: Path, mute: Sequence[int]) -> None:
        """Write `vectors` of unit length, `weights` (0 for the pieces of `mute`) and, if rows are shared, `rows`."""
        vectors, weights = self._vectors.numpy(), np.exp(self._log_weights.numpy()[:, 0])
        lengths = np.linalg.norm(vectors, axis=1)
        weights = weights * (lengths if self._row_of is None else lengths[self._row_of])
        weights[list(mute)] = 0
        shared = {} if self._row_of is None else {"rows": self._row_of}
        unit = vectors / np.maximum(lengths, 1e-9)[:, None]
        np.savez(path, vectors=unit.astype(np.float32), weights=weights.astype(np.float32), **shared)

    def _adam(
        self,
        parameter: torch.Tensor,
        moments: tuple[torch.Tensor, torch.Tensor],
        rows: np.ndarray,
        gradient: np.ndarray,
        rate: float,
    ) -> None:
        index = torch.from_numpy(rows.astype(np.int64))
        change = torch.from_numpy(np.ascontiguousarray(gradient, np.float32))
        first = moments[0][index].mul_(_FIRST_MOMENT).add_(change, alpha=1 - _FIRST_MOMENT)
        second = moments[1][index].mul_(_SECOND_MOMENT).addcmul_(change, change, value=1 - _SECOND_MOMENT)
        moments[0][index], moments[1][index] = first, second
        size = (second / (1 - _SECOND_MOMENT**self._steps)).sqrt_().add_(_EPSILON)
        parameter[index] -= rate / (1 - _FIRST_MOMENT**self._steps) * first / size
