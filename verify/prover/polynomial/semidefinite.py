"""Small semidefinite problems in floating point, for proposals only: nothing here is trusted.

The problem: among C + Σ y_k·N_k, block-diagonal symmetric matrices, one whose least eigenvalue is largest. A barrier
method with Newton's steps; for blocks of up to some thirty rows and a thousand unknowns.
"""

from __future__ import annotations

import ctypes
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from verify.prover.allowance import Allowance

Array = NDArray[np.float64]

_TRACE = 1e4
_STEEPEST = 1e10
_ENOUGH = 1e-4
_SMALL = 16
_FEWEST_STEPS = 20
"""Newton's steps without which nothing is found, or seen not to be there."""


@dataclass(frozen=True)
class Solution:
    """The blocks found, their least eigenvalue, and the dual blocks, of trace one together."""

    blocks: list[Array]
    least: float
    duals: list[Array]


def solve(sizes: Sequence[int], constant: Array, directions: Array, allowed: Allowance) -> Solution | None:
    """The blocks with the largest least eigenvalue, or, where that is positive, well inside the feasible ones.

    Args:
        sizes: rows of each block.
        constant: C, the entries of all blocks one after the other.
        directions: one N_k a row.
        allowed: the work that may be done.
    """
    with _one_thread():
        return _solve(sizes, constant, directions, allowed)


def _solve(sizes: Sequence[int], constant: Array, directions: Array, allowed: Allowance) -> Solution | None:
    if len(directions):
        conditioned = 2e-10 * directions.shape[1] * len(directions) ** 2
        if conditioned + _FEWEST_STEPS * _step(sizes, len(directions)) > allowed.left:
            return None  # it would be given up on the way
        allowed.spend(conditioned)
        # Orthonormal directions and the least constant: the same affine space, better conditioned.
        directions = np.linalg.qr(directions.T)[0].T
        constant = constant - directions.T @ (directions @ constant)
    scale = max(1e-9, float(np.abs(constant).max(initial=0.0)))
    barrier = _Barrier(sizes, constant / scale, directions)
    x = barrier.start()
    steepness = 1.0
    while steepness <= _STEEPEST:
        moved = barrier.centre(x, steepness, allowed)
        if moved is None:
            return None
        x = moved
        if x[-1] > _ENOUGH or x[-1] + 2 * barrier.gap / steepness < -_ENOUGH:
            break
        steepness *= 8.0
    if x[-1] > 1e-7:
        fixed = barrier.centre(x, 0.0, allowed, least=float(x[-1]) * 0.05)
        x = x if fixed is None else fixed
        return Solution([b * scale for b in barrier.blocks(x[:-1])], float(x[-1]) * scale, [])
    inverses: list[Array] = [np.asarray(np.linalg.inv(s), dtype=np.float64) for s in barrier.slacks(x)[: len(sizes)]]
    return Solution([b * scale for b in barrier.blocks(x[:-1])], float(x[-1]), [z / steepness for z in inverses])


@contextmanager
def _one_thread() -> Iterator[None]:
    """Keeps numpy's own OpenBLAS to one thread: on matrices this small, several wait for each other most of the time.

    Measured: 1.1 s instead of 40 s on two busy cores. Where the library is not numpy's own, nothing is done.
    """
    found = _openblas()
    if found is None:
        yield
        return
    get, put = found
    before = get()
    put(1)
    try:
        yield
    finally:
        put(before)


@cache
def _openblas() -> tuple[Any, Any] | None:
    for path in sorted((Path(np.__file__).parent.parent / "numpy.libs").glob("*openblas*")):
        try:
            library = ctypes.CDLL(str(path))
        except OSError:
            continue
        for suffix in ("64_", ""):
            try:
                return (
                    getattr(library, f"scipy_openblas_get_num_threads{suffix}"),
                    getattr(library, f"scipy_openblas_set_num_threads{suffix}"),
                )
            except AttributeError:
                continue
    return None


def _step(sizes: Sequence[int], rows: int) -> float:
    """The work of one of Newton's steps."""
    entries = sum(n * n for n in sizes)
    products = rows * sum(n**4 if n <= _SMALL else 4 * n**3 for n in sizes) + rows**2 * (entries + rows)
    return 3e-4 + 1e-4 * len(sizes) + 6e-11 * products


class _Barrier:
    """−steepness·t − Σ log det (Q_j − t·1) − log(1 − t) − log(bound − trace Q), a function of (y, t)."""

    def __init__(self, sizes: Sequence[int], constant: Array, directions: Array) -> None:
        self._sizes = list(sizes)
        self._constant, self._directions = constant, directions
        identity = np.concatenate([np.eye(n).ravel() for n in sizes])
        self._identity = identity
        self._all = np.vstack([directions.reshape(len(directions), len(constant)), -identity])
        self._trace = np.append(directions.reshape(len(directions), len(constant)) @ identity, 0.0)
        self._bound = max(_TRACE, 10 * abs(float(constant @ identity)))
        self._offsets = np.cumsum([0, *(n * n for n in sizes)])
        self._single = np.array([a for n, a in zip(sizes, self._offsets, strict=False) if n == 1], dtype=int)
        """Where the blocks of one row are, of which there is one for each product of conditions: all are one vector."""
        self.gap = float(sum(sizes)) + 2
        """Over the steepness: how much larger t can be than at the centre, where the derivative of the barrier is 0."""
        self._work = _step(sizes, len(directions))

    def start(self) -> Array:
        least = min(float(np.linalg.eigvalsh(b)[0]) for b in self.blocks(np.zeros(len(self._directions))))
        return np.append(np.zeros(len(self._directions)), min(least, 0.0) - 0.5)

    def blocks(self, y: Array) -> list[Array]:
        flat = self._constant + (y @ self._directions if len(y) else 0.0)
        return [flat[a:b].reshape(n, n) for n, a, b in
                zip(self._sizes, self._offsets, self._offsets[1:], strict=False)]  # fmt: skip

    def slacks(self, x: Array) -> list[Array]:
        return [b - x[-1] * np.eye(len(b)) for b in self.blocks(x[:-1])]

    def _parts(self, x: Array) -> tuple[Array, list[tuple[Array, int]]]:
        """The slacks of single rows, and those of larger blocks with where they are."""
        flat = self._constant + x @ self._all
        found = zip(self._sizes, self._offsets, strict=False)
        return flat[self._single], [(flat[a : a + n * n].reshape(n, n), int(a)) for n, a in found if n > 1]

    def _value(self, x: Array, steepness: float) -> float:
        rest = self._bound - float(self._constant @ self._identity) - float(self._trace @ x)
        if rest <= 0 or x[-1] >= 1:
            return np.inf
        total = -steepness * float(x[-1]) - float(np.log(rest)) - float(np.log(1 - x[-1]))
        single, larger = self._parts(x)
        if (single <= 0).any():
            return np.inf
        total -= float(np.log(single).sum())
        for s, _ in larger:
            try:
                factor = np.linalg.cholesky(s)
            except np.linalg.LinAlgError:
                return np.inf
            total -= 2 * float(np.log(np.diag(factor)).sum())
        return total

    def centre(self, x: Array, steepness: float, allowed: Allowance, least: float | None = None) -> Array | None:
        """Newton's steps to the minimum; with `least`, t is held there instead."""
        free = slice(None)
        if least is not None:
            x = np.append(x[:-1], least)
            free = slice(0, len(x) - 1)
            if len(x) == 1:
                return x
        current = self._value(x, steepness)
        for _ in range(40):
            if allowed.is_over:
                return None
            allowed.spend(self._work)
            gradient, hessian = self._derivatives(x, steepness)
            gradient, hessian = gradient[free], hessian[free, free]
            ridge = 1e-13 * float(np.trace(hessian)) / len(gradient)
            try:
                step = -np.linalg.solve(hessian + ridge * np.eye(len(gradient)), gradient)
            except np.linalg.LinAlgError:
                return x
            decrement = -float(gradient @ step)
            if decrement < (1e-3 if steepness else 1e-6):
                return x
            length = 1.0 if decrement < 0.1 else 1.0 / (1.0 + np.sqrt(decrement))
            # Bold first: the damped step always stays inside, a full one often does better.
            for trial in (1.0, 0.5, length, length / 4, length / 16, length / 256):
                new = x.copy()
                new[free] += trial * step
                value = self._value(new, steepness)
                if value < current - 1e-12 * abs(current):
                    x, current = new, value
                    break
            else:
                return x
        return x

    def _derivatives(self, x: Array, steepness: float) -> tuple[Array, Array]:
        size = len(x)
        gradient = np.zeros(size)
        hessian = np.zeros((size, size))
        single, larger = self._parts(x)
        if len(single):
            moved = self._all[:, self._single] / single
            gradient -= moved.sum(axis=1)
            hessian += moved @ moved.T
        for s, a in larger:
            n = len(s)
            inverse = np.linalg.inv(np.linalg.cholesky(s))
            moved = self._all[:, a : a + n * n]
            if n <= _SMALL:  # one product of large matrices is faster than many of small ones
                product = inverse[:, None, :, None] * inverse[None, :, None, :]  # of Kronecker, sooner than by `kron`
                moved = moved @ product.reshape(n * n, n * n).T
            else:
                moved = (inverse @ moved.reshape(size, n, n) @ inverse.T).reshape(size, n * n)
            gradient -= moved[:, :: n + 1].sum(axis=1)
            hessian += moved @ moved.T
        rest = self._bound - float(self._constant @ self._identity) - float(self._trace @ x)
        gradient += self._trace / rest
        hessian += np.outer(self._trace, self._trace) / rest**2
        gradient[-1] += -steepness + 1 / (1 - x[-1])
        hessian[-1, -1] += 1 / (1 - x[-1]) ** 2
        return gradient, hessian
