"""Ordinary and nasty inputs of one kind each, from a seeded generator.

A `Draw` has a class. An ordinary one draws ordinary inputs only. Another one takes each input from its class, or from
an ordinary one, or from any, by chance, so that a function meets the nasty input beside ordinary others too.
"""

from dataclasses import dataclass
from typing import Any

import numpy as np

CLASSES = ("tiny", "huge", "wide", "mixed", "zeros", "subnormal", "close", "corner")
"""Beside "ordinary". close: nearly parallel, antipodal, equal or on the boundary; corner: 0, 1, and the last floats."""

CORNERS = (0.0, -0.0, 1.0, -1.0, 5e-324, -5e-324, 2.3e-308, 1.7e308, -1.7e308, 1.0 + 2.0**-52, 1.0 - 2.0**-53, 0.5, 2.0)
EPSILONS = (2.0**-53, 2.0**-52, 1e-15, 1e-12, 1e-9, 1e-8, 1e-5, 1e-3, 1e-30, 1e-100, 1e-160, 1e-300, 5e-324)


@dataclass
class Draw:
    """One set of inputs."""

    rng: np.random.Generator
    kind: str

    def now(self) -> str:
        """The class of the next input."""
        if self.kind == "ordinary":
            return "ordinary"
        chance = self.rng.random()
        return self.kind if chance < 0.55 else "ordinary" if chance < 0.85 else str(self.rng.choice(CLASSES))

    def n(self, least: int = 1) -> int:
        """A dimension."""
        return max(least, int(self.rng.choice([1, 2, 2, 3, 3, 3, 17])))

    def few(self, least: int = 1) -> int:
        """A small dimension, for what takes long."""
        return max(least, int(self.rng.choice([1, 2, 2, 3])))

    def epsilon(self) -> float:
        return float(self.rng.choice(EPSILONS)) * float(self.rng.choice([1.0, -1.0, 0.7]))

    def _of(self, kind: str) -> float:
        r = self.rng
        sign = float(r.choice([-1.0, 1.0]))
        if kind == "tiny":
            return sign * 10.0 ** r.uniform(-318, -150)
        if kind == "huge":
            return sign * 10.0 ** r.uniform(140, 308)
        if kind == "wide":
            return sign * 10.0 ** r.uniform(-300, 300)
        if kind == "mixed":
            return sign * 10.0 ** r.uniform(-20, 20)
        if kind == "zeros":
            return float(r.choice([0.0, -0.0, r.standard_normal()]))
        if kind == "subnormal":
            return sign * float(r.integers(0, 1000)) * 5e-324
        if kind == "close":
            return sign * (1.0 + self.epsilon())
        if kind == "corner":
            return float(r.choice(CORNERS))
        return float(r.standard_normal())

    def number(self) -> float:
        """Any number."""
        return self._of(self.now())

    def vector(self, n: int) -> Any:
        """Any vector."""
        kind = self.now()
        if kind == "ordinary":
            return self.rng.standard_normal(n)
        if kind in ("tiny", "huge") and self.rng.random() < 0.6:
            return self.rng.standard_normal(n) * abs(self._of(kind)) * 0.2
        return np.array([self._of(kind) for _ in range(n)])

    def beside(self, v: Any) -> Any:
        """A vector nearly v, -v or at a right angle to it, or any."""
        if self.kind != "close" or self.rng.random() < 0.3:
            return self.vector(len(v))
        e = self.epsilon() * self.rng.standard_normal(len(v))
        with np.errstate(all="ignore"):
            new = float(self.rng.choice([1.0, -1.0, 0.0])) * v + np.max(np.abs(v)) * e
        return np.where(np.isfinite(new), new, v)

    def rate(self) -> float:
        """A learning rate or another number > 0."""
        kind = self.now()
        if kind == "ordinary":
            return float(10.0 ** self.rng.uniform(-3, 0.3))
        if kind == "mixed":
            return float(10.0 ** self.rng.uniform(-8, 8))
        if kind == "corner":
            return float(self.rng.choice([0.5, 1.0, 2.0, 5e-324, 1.7e308, 1.0 - 2.0**-53]))
        return float(10.0 ** self.rng.uniform(-300, 300))

    def nonnegative(self) -> float:
        return 0.0 if self.kind != "ordinary" and self.rng.random() < 0.1 else abs(self.number())

    def unit_number(self) -> float:
        """A number from 0 to 1."""
        kind = self.now()
        if kind in ("tiny", "wide", "subnormal"):
            small = min(1.0, abs(self._of("tiny" if kind == "wide" else kind)))
            return small if self.rng.random() < 0.6 else 1.0 - small
        if kind in ("close", "mixed", "huge"):
            e = abs(self.epsilon())
            return float(self.rng.choice([e, 1.0 - e, min(1.0, 0.5 + e), 0.5 - min(e, 0.5)]))
        if kind in ("corner", "zeros"):
            return float(self.rng.choice([0.0, 1.0, 0.5, 5e-324, 1.0 - 2.0**-53]))
        return float(self.rng.random())

    def unit_beside(self, p: float) -> float:
        """A number from 0 to 1, nearly p, or any."""
        if self.kind != "close" or self.rng.random() < 0.3:
            return self.unit_number()
        return float(np.clip(p * (1.0 + self.epsilon()), 0.0, 1.0))

    def sign(self) -> float:
        return float(self.rng.choice([-1.0, 1.0]))

    def positive(self, n: int) -> Any:
        """A vector of numbers > 0."""
        kind = self.now()
        if kind in ("ordinary", "zeros"):
            return np.exp(self.rng.standard_normal(n))
        v = np.abs([self._of(kind) for _ in range(n)])
        return np.where(v > 0.0, v, 1.0)

    def positive_beside(self, p: Any) -> Any:
        if self.kind != "close" or self.rng.random() < 0.3:
            return self.positive(len(p))
        with np.errstate(all="ignore"):
            new = p * (1.0 + self.epsilon() * self.rng.standard_normal(len(p)))
        return np.where((new > 0.0) & np.isfinite(new), new, p)

    def simplex(self, n: int, *, closed: bool = False) -> Any:
        """A probability vector, its entries > 0 unless closed."""
        kind = self.now()
        if kind in ("ordinary", "huge") or n == 1:
            p = self.rng.standard_exponential(n) + 1e-3
        elif kind in ("tiny", "wide", "subnormal"):
            p = np.abs([self._of("tiny" if kind == "wide" else kind) for _ in range(n)])
            p[self.rng.integers(n)] = 1.0
        elif kind in ("close", "corner"):
            p = np.full(n, abs(self.epsilon()))
            p[self.rng.integers(n)] = 1.0
        else:
            p = 10.0 ** self.rng.uniform(-20, 0, n)
        if closed and self.kind != "ordinary" and n > 1 and self.rng.random() < 0.4:
            p[self.rng.integers(n)] = 0.0
            p[self.rng.integers(n)] = 1.0
        elif not closed:
            p = np.where(p > 0.0, p, 5e-324)
        q = p / p.sum()
        if kind == "mixed":
            q = q * (1.0 + float(self.rng.choice([0.0, 3e-11, -3e-11])))
        return q if closed else np.where(q > 0.0, q, 5e-324)

    def simplex_beside(self, p: Any, *, closed: bool = False) -> Any:
        if self.kind != "close" or self.rng.random() < 0.3:
            return self.simplex(len(p), closed=closed)
        e = float(self.rng.choice([1e-15, 1e-12, 1e-8, 1e-4]))
        q = p * (1.0 + e * self.rng.standard_normal(len(p)))
        return q / q.sum()

    def unit(self, n: int, radius: float = 1.0) -> Any:
        """A vector of length `radius` within a few ulp, or within 1e-10."""
        kind = self.now()
        if kind in ("tiny", "wide", "subnormal", "close"):
            v = np.array([self._of("tiny" if kind != "subnormal" else kind) for _ in range(n)])
            if kind == "close":
                v = np.array([self.epsilon() for _ in range(n)])
            v[self.rng.integers(n)] = self.sign()
        elif kind in ("corner", "zeros"):
            v = np.zeros(n)
            v[self.rng.integers(n)] = self.sign()
        elif kind == "mixed":
            v = self.rng.standard_normal(n) * 10.0 ** self.rng.uniform(-12, 0, n)
        else:
            v = self.rng.standard_normal(n)
        v = v / np.sqrt(np.sum(v * v))
        if kind == "mixed":
            v = v * (1.0 + float(self.rng.choice([0.0, 3e-11, -3e-11])))
        return v * radius

    def sphere_beside(self, p: Any, radius: float = 1.0) -> Any:
        """A vector on the sphere, near p, -p, or at a right angle to p, or any."""
        n = len(p)
        if self.kind not in ("close", "corner") or self.rng.random() < 0.2:
            return self.unit(n, radius)
        e = self.rng.standard_normal(n)
        how = self.rng.integers(4)
        if self.kind == "corner":
            return p.copy() if how == 0 else -p if how == 1 else self.unit(n, radius)
        if how == 3 and n > 1:
            q = e - (e @ p) / (p @ p) * p + self.epsilon() * p / radius
        else:
            q = (1.0 if how < 2 else -1.0) * p / radius + abs(self.epsilon()) * e
        return q / np.sqrt(np.sum(q * q)) * radius

    def tangent(self, p: Any, size: float | None = None) -> Any:
        """A vector tangent at p on the sphere, within the rounding."""
        v = self.vector(len(p))
        scale = float(np.max(np.abs(v))) or 1.0
        v = v / scale
        v = v - (v @ p) / (p @ p) * p
        v = v - (v @ p) / (p @ p) * p
        return v * (min(scale, 1e300) if size is None else size)

    def symmetric(self, n: int, *, plain: bool = False) -> Any:
        """A symmetric matrix."""
        kind = "ordinary" if plain else self.now()
        if kind in ("zeros", "corner"):
            A = np.diag(self.rng.choice([0.0, 1.0, -1.0, 2.0], n))
        elif kind == "close":
            A = np.eye(n) + abs(self.epsilon()) * self.rng.standard_normal((n, n))
        elif kind in ("mixed", "wide"):
            d = 10.0 ** self.rng.uniform(-3, 3, n)
            A = self.rng.standard_normal((n, n)) * np.sqrt(d[:, None] * d)
        elif kind in ("tiny", "huge", "subnormal"):
            A = self.rng.standard_normal((n, n)) * 10.0 ** float(self.rng.choice([-300, -150, -20, 3, 20, 150, 300]))
        else:
            A = self.rng.standard_normal((n, n))
        return 0.5 * A + 0.5 * A.T

    def density(self, n: int) -> Any:
        """A positive definite matrix of trace one."""
        kind = self.now()
        Q = np.linalg.qr(self.rng.standard_normal((n, n)))[0]
        if kind == "ordinary":
            t = self.rng.standard_exponential(n) + 0.05
        elif kind in ("zeros", "corner"):
            Q, t = np.eye(n), self.rng.standard_exponential(n) + 0.01
        elif kind == "close":
            t = 1.0 + float(self.rng.choice([0.0, 1e-15, 1e-9])) * self.rng.standard_normal(n)
        elif kind in ("tiny", "wide"):
            Q, t = np.eye(n), 10.0 ** self.rng.uniform(-300, 0, n)
        else:
            t = 10.0 ** self.rng.uniform(-10, 0, n)
        W = (Q * (t / t.sum())) @ Q.T
        W = 0.5 * (W + W.T)
        return W / np.trace(W)
