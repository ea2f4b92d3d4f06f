"""Streams of examples for the Perceptron in floats: random, orthogonal, hostile, and hill-climbed towards a bound."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from verify.claims import Searched

Array = npt.NDArray[np.float64]
ROUNDING = 1e-12


@dataclass(frozen=True)
class Run:
    """The Perceptron's run over the rows of X with labels Y, and a comparator u."""

    X: Array
    Y: Array
    u: Array
    w: Array
    wrong: npt.NDArray[np.bool_]

    @property
    def mistakes(self) -> int:
        """M."""
        return int(self.wrong.sum())

    @property
    def hinges(self) -> Array:
        """The hinge losses of u, one a round."""
        return np.maximum(0.0, 1.0 - self.Y * (self.X @ self.u))

    @property
    def longest(self) -> float:
        """The largest ‖x_t‖."""
        return float(np.max(np.linalg.norm(self.X, axis=1)))

    @property
    def size(self) -> float:
        """‖u‖X."""
        return float(np.linalg.norm(self.u)) * self.longest


def run(X: Array, Y: Array, u: Array) -> Run:
    """The run from w = 0; a round is wrong where y⟨w, x⟩ ≤ 0."""
    w, wrong = np.zeros(X.shape[1]), np.zeros(len(Y), dtype=bool)
    for t, (x, y) in enumerate(zip(X, Y.tolist(), strict=True)):
        if y * float(w @ x) <= 0.0:
            w, wrong[t] = w + y * x, True
    return Run(X, Y, u, w, wrong)


def hostile(rng: np.random.Generator, rounds: int, n: int) -> tuple[Array, Array]:
    """Each example of length one and, nearly, orthogonal to the weights, on the wrong side."""
    X, Y, w = np.zeros((rounds, n)), rng.choice([-1.0, 1.0], rounds), np.zeros(n)
    for t in range(rounds):
        x = rng.standard_normal(n)
        size = w @ w
        if size > 0.0:
            x -= (x @ w) / size * w + Y[t] * 10.0 ** rng.uniform(-9, 0) * w / float(np.sqrt(size))
        X[t] = x / np.linalg.norm(x)
        w = w + Y[t] * X[t] if Y[t] * float(w @ X[t]) <= 0.0 else w
    return X, Y


def noisy(rng: np.random.Generator, n: int) -> tuple[str, Run]:
    """100 examples with the labels of u, a fifth of them wrong, or none and u scaled to margin 1."""
    u, X = rng.standard_normal(n), rng.standard_normal((100, n))
    Y = np.where(X @ u >= 0.0, 1.0, -1.0)
    if rng.random() < 0.5:
        return f"noisy, T = 100, n = {n}", run(X, Y * np.where(rng.random(100) < 0.2, -1.0, 1.0), u)
    kept = np.abs(X @ u) >= np.quantile(np.abs(X @ u), 0.3)
    X, Y = X[kept], Y[kept]
    return f"separable, T = {len(Y)}, n = {n}", run(X, Y, u / float(np.min(Y * (X @ u))))


def streams(rng: np.random.Generator, count: int) -> Iterator[tuple[str, Run]]:
    """Random, orthogonal, hostile, and long streams with noisy labels in turn, with comparators of several kinds."""
    for case in range(count):
        rounds, n = int(rng.integers(1, 25)), int(rng.integers(1, 12))
        name = ("random", "orthogonal", "hostile", "noisy")[case % 4]
        if name == "noisy":
            yield noisy(rng, n)
            continue
        if name == "random":
            X, Y = rng.standard_normal((rounds, n)), rng.choice([-1.0, 1.0], rounds)
        elif name == "orthogonal":
            X, Y = np.linalg.qr(rng.standard_normal((n, n)))[0], rng.choice([-1.0, 1.0], n)
        else:
            X, Y = hostile(rng, rounds, n)
        first = run(X, Y, np.zeros(n))
        along = (
            first.w * 10.0 ** rng.uniform(-3, 0.5) * (1.0 if case % 8 < 4 else 1.0 / max(1.0, float(first.w @ first.w)))
        )
        u = along + 10.0 ** rng.uniform(-6, 0) * rng.standard_normal(n) * (case % 5 == 0)
        yield f"{name}, T = {len(Y)}, n = {n}", Run(X, Y, u, first.w, first.wrong)


def climbed(start: Run, ratio: Callable[[Run], float], rng: np.random.Generator, steps: int) -> Run:
    """The stream after random moves of examples and comparator, each kept where the ratio grows."""
    best, value = start, ratio(start)
    for _ in range(steps):
        scale = 10.0 ** rng.uniform(-4, 0)
        X = best.X + scale * rng.standard_normal(best.X.shape) * (rng.random() < 0.5)
        moved = run(X, best.Y, best.u + scale * rng.standard_normal(best.u.shape) * (rng.random() < 0.7))
        if ratio(moved) > value:
            best, value = moved, ratio(moved)
    return best


def search(name: str, ratio: Callable[[Run], float], seed: int) -> Iterator[Searched]:
    """The largest ratio over 300 streams, and over those that 20 of them are climbed to."""
    rng = np.random.default_rng(seed)
    found = [(ratio(stream), words, stream) for words, stream in streams(rng, 300)]
    found.sort(key=lambda item: item[0], reverse=True)
    yield Searched(f"{name}: streams", len(found), found[0][0], found[0][1], allowed=1.0 + ROUNDING)
    starts = [item for item in found if item[0] < 0.999][:20]
    tops = [(ratio(climbed(stream, ratio, rng, 40)), words) for _, words, stream in starts]
    worst, at = max(tops)
    yield Searched(f"{name}: climbed", 40 * len(tops), worst, f"climbed from {at}", allowed=1.0 + ROUNDING)
