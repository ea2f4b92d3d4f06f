"""Runs of projected OGD on linear losses in the unit ball, as exact instances and in floats."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sympy import Add, Lambda, Max, Min, Rational, S, Tuple, expand, sqrt

from proofs.gradient_descent._worst_case_data import RUNS
from proofs.gradient_descent.ogd_setting import G, T, U, loss, t, u
from verify.author.kernel import Theorem, assume, combine, generalize
from verify.language.tables import listed
from verify.language.terms import VecHead, ge, real
from verify.lemmas.few_rounds import each_round

Point = tuple[Any, ...]
BEST_RATE = sqrt(2)
"""That of (8) for U = G = 1."""


@dataclass(frozen=True)
class Run:
    """Predictors w(1) = 0, …, w(T + 1) of the unit ball, with G = 1, the rate η and u = (1, 0, …).

    `before` holds the w′(t) that are not w(t), those that a projection moved. The losses are linear, and their
    gradients those that make these steps.
    """

    points: tuple[Point, ...]
    before: dict[int, Point] = field(default_factory=dict)
    rate: Any = BEST_RATE

    @property
    def rounds(self) -> int:
        """T."""
        return len(self.points) - 1

    @property
    def comparator(self) -> Point:
        """u."""
        return (S.One, *[S.Zero] * (len(self.points[0]) - 1))

    @cached_property
    def path(self) -> Point:
        """Polynomials in t through the coordinates of w(t)."""
        return tuple(listed(self.points, t).expr)

    @cached_property
    def moved(self) -> Point:
        """The same for w′(t)."""
        return tuple(listed([self.before.get(n, p) for n, p in enumerate(self.points, 1)], t).expr)

    @cached_property
    def gradients(self) -> Point:
        """∇ℓ_t = √t(w(t) − w′(t + 1))/η."""
        size = sqrt(t) / self.rate
        return tuple(size * (a - b.subs(t, t + 1)) for a, b in zip(self.path, self.moved, strict=True))

    def instance(self, scale: Any = 1, compared: Any = 1, lossless: bool = False) -> dict[str, Any]:
        """The assignment, and the theorems that meet its schemas; with losses times `scale`, and `compared`·u.

        The losses are 0 at 0, or, where `lossless`, at u.
        """
        v = real(" ".join(f"v{i}" for i in range(len(self.path)))) if len(self.path) > 1 else (real("v0"),)
        origin = self.comparator if lossless else [S.Zero] * len(v)
        linear = Add(*(g * (x - o) for g, x, o in zip(self.gradients, v, origin, strict=True)))
        at = {
            U: 1,
            G: 1,
            u: Tuple(*(compared * x for x in self.comparator)),
            loss: Lambda((t, *v), scale * linear),
            VecHead("∇ℓ"): Lambda((t, *v), Tuple(*self.gradients)),
            VecHead("w"): Lambda(t, Tuple(*self.path)),
            VecHead("w′"): Lambda(t, Tuple(*self.moved)),
        }
        return {"at": at, "discharge": lambda: self.schemas}

    def lossless(self) -> tuple[dict[Any, Any], list[Theorem]]:
        """The instance with its number of rounds, in which u has no loss, as a family gives it."""
        found = self.instance(lossless=True)
        return found["at"] | {T: self.rounds}, self.schemas

    @cached_property
    def schemas(self) -> list[Theorem]:
        """That the losses are convex, and that w(t) is the point of the ball closest to w′(t)."""
        return [self._convex(), self._closest()]

    def _convex(self) -> Theorem:
        """Linear losses are on their tangents."""
        a, b = (real(" ".join(f"{x}{i}" for i in range(2 * len(self.path))))[: len(self.path)] for x in "ab")
        at_a, at_b, along = (
            Add(*(g * x for g, x in zip(self.gradients, point, strict=True)))
            for point in (a, b, [x - y for x, y in zip(a, b, strict=True)])
        )
        return generalize(combine(ge(at_a, at_b + along), []), [t, *a, *b], [ge(t, 1), ge(self.rounds, t)])

    def _closest(self) -> Theorem:
        """‖v − w′‖² ≥ ‖w − w′‖² for ‖v‖ ≤ 1: w′ is w, or κw with ‖w‖ = 1 and κ > 1."""
        v = real(" ".join(f"v{i}" for i in range(2 * len(self.path))))[: len(self.path)]
        ball = ge(1, Add(*(x**2 for x in v)))

        def away(place: Sequence[Any], moved: Point) -> Any:
            return Add(*((a - b) ** 2 for a, b in zip(place, moved, strict=True)))

        def slack(n: int) -> list[tuple[Any, Any]]:
            here, early = self.points[n], self.before.get(n + 1, self.points[n])
            if early == here:
                return [(1, (a - b) ** 2) for a, b in zip(v, early, strict=True)]
            factor = Add(*(a * b for a, b in zip(here, early, strict=True)))
            return [*((factor, (a - b) ** 2) for a, b in zip(v, here, strict=True)), (factor - 1, assume(ball))]

        early, here = (tuple(x.subs(t, t + 1) for x in path) for path in (self.moved, self.path))
        return each_round(ge(away(v, early), away(here, early)), t, slack, self.rounds, v, [ball])

    def gradients_in_floats(self) -> NDArray[np.float64]:
        """The gradients, shape (T, n)."""
        return np.array([[float(g.subs(t, n)) for g in self.gradients] for n in range(1, self.rounds + 1)])


HALF, ROOT = Rational(1, 2), sqrt(3) / 2

EXTREMAL = {
    1: Run(((0,), (1,)), {2: (sqrt(2),)}),
    2: Run(((0, 0), (HALF, -ROOT), (1, 0)), {2: (sqrt(2) * HALF, -sqrt(2) * ROOT)}),
    3: Run(((0,), (-1,), (0,), (sqrt(6) / 3,))),
}
"""Runs with the largest regret."""


def two_rounds(rate: Any) -> Run:
    """The two rounds with the largest regret at a rate η: 2 − η, 1/(2η) + η, 3/2, 2 − 1/η, parted by η = ½, 1 and 2.

    With unit gradients g₁, g₂ and the best u it is ‖g₁ + g₂‖ − min(η, 1)⟨g₁, g₂⟩, largest for ‖g₁ + g₂‖ = 1/min(η, 1)
    as far as that is at most 2. For η > 2 a first gradient of length 1/η costs less, and leads as far, to −1.

    Args:
        rate: η > 0; for the end of the run to be of square roots of rationals, (η/√2)² − η/√2 + 1 must be a square
            where the second step leaves the ball.
    """
    if rate > 2:
        back = rate / sqrt(2) - 1
        return Run(((S.Zero,), (-S.One,), (Min(back, 1),)), {3: (back,)}, rate)
    reach = Min(rate, 1)
    along = Min(1, 1 / (2 * reach))
    across = sqrt(1 - along**2)
    gradients = (-along, across), (-along, -across)
    early = (rate * along, -rate * across)
    second = (reach * along, -reach * across)
    beyond = tuple(a - rate / sqrt(2) * g for a, g in zip(second, gradients[1], strict=True))
    length = Max(1, sqrt(sum(expand(x**2) for x in beyond)))
    third = tuple(x / length for x in beyond)
    return Run(((S.Zero, S.Zero), second, third), {2: early, 3: beyond}, rate)


NEAR = {last: Run(tuple(tuple(Rational(x, 10**4) for x in p) for p in points)) for last, points in RUNS.items()}
"""Runs with almost the largest regret, in coordinates of four digits."""
