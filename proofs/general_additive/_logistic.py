"""Three trials with the logistic function that lose more than is possible with the square loss."""

from __future__ import annotations

from functools import cache
from typing import Any

from sympy import Expr, Integer, Lambda, Rational, exp, log, prod

from proofs.general_additive._line import HALF, gradient_descent, met, p, q, r, w
from proofs.general_additive.algorithm import j, t
from verify.audit import (
    Deriv, Theorem, above_tangent, cases, combine, eq, follows, ge, generalize, gt, identity, instantiate,
)  # fmt: skip


def potential(a: Any) -> Expr:
    """Φ(a) = ln(1 + e^a)."""
    return log(1 + exp(a))


def logistic(a: Any) -> Expr:
    """φ(a) = 1/(1 + e^{−a})."""
    return 1 / (1 + exp(-a))


@cache
def quarter() -> Theorem:
    """(φ(p) − φ(q))² ≤ ½Δ_φ(p, q): Φ is above its tangent at q, and below its parabola at p, a step down."""
    lower = p - 4 * (logistic(p) - logistic(q))

    def convex(goal: Any, s: Any) -> Theorem:
        there = q + s * (lower - q)
        return combine(goal, [(1, exp(there) / (1 + exp(there)) ** 2)])

    def flat(goal: Any, s: Any) -> Theorem:
        there = p + s * (lower - p)
        return combine(goal, [(1, (1 - exp(there)) ** 2 / (4 * (1 + exp(there)) ** 2))])

    above = above_tangent(Lambda(r, potential(r)), q, lower, convex)
    below = above_tangent(Lambda(r, r**2 / 8 - potential(r)), p, lower, flat)
    loss = potential(p) - potential(q) - (p - q) * logistic(q)
    return follows(ge(loss / 2, (logistic(p) - logistic(q)) ** 2), above, below)


RATE, TRIALS = Integer(2), 3


def values() -> list[Expr]:
    """θ_1 = 3, …, θ_4 with the outcome ½ in each trial, for which the comparator 0 has no loss."""
    found: list[Expr] = [Integer(3)]
    for _ in range(TRIALS):
        found.append(found[-1] - RATE * (logistic(found[-1]) - HALF))
    return found


def path(t: Any) -> Expr:
    """θ_t, as the polynomial through these values."""
    numbers = range(1, TRIALS + 2)
    return sum(
        value * prod((t - m) / Rational(n - m) for m in numbers if m != n) for n, value in enumerate(values(), 1)
    )


def slope(a: Any) -> Expr:
    """Φ′(a)."""
    return Deriv(potential(r), r, a)


def updates() -> Theorem:
    """θ_{t+1} = θ_t − η(φ(θ_t) − ½), in each trial."""

    def next_value(value: Any, activation: Any) -> Any:
        return value - RATE * (activation - HALF)

    def onwards(n: int) -> Theorem:
        end = ge(TRIALS, t) if n == TRIALS else ge(n, t)
        now = combine(eq(t, n), [(1, t - n)], facts=[ge(t, n), end])
        here, after = values()[n - 1 : n + 1]
        same = identity(eq(next_value(p, logistic(p)), next_value(q, slope(q))), using=[eq(q, p)])
        there = instantiate(same, {p: here, q: path(t)}, [identity(eq(path(t), here), using=[now])])
        arrived = identity(eq(path(t + 1), after), using=[now])
        moved = combine(eq(path(t + 1), next_value(path(t), slope(path(t)))), [(1, arrived), (1, there)])
        return moved if n == TRIALS else cases([moved, onwards(n + 1)], [end, gt(t, n)])

    return generalize(onwards(1), [t, j], [ge(t, 1), ge(TRIALS, t), ge(j, 1), ge(1, j)])


def run() -> dict[Any, Any]:
    """Gradient descent at η = 2 from 3 to the comparator 0."""
    return gradient_descent(path, 0, RATE, TRIALS, Phi=Lambda(w, potential(w)), desired=Lambda(t, 0))


def rules() -> list[Theorem]:
    """The theorems that meet the schemas there, with b = 1 and c = ¼ and the loss Φ(a) − a/2 − ln 2 in each trial."""
    apart = potential(p) - potential(q) - (p - q) * slope(q)
    between = combine(ge(HALF * apart, (slope(p) - slope(q)) ** 2), [(1, quarter())])
    at_zero = instantiate(quarter(), {p: q, q: 0})
    loss = combine(ge(HALF * (potential(q) - q / 2 - log(2)), (slope(q) - HALF) ** 2), [(1, at_zero)])
    linear = met(gradient_descent(path, 0, RATE, TRIALS))
    met_here = [generalize(between, [p, q]), generalize(loss, [t, q], [ge(t, 1), ge(TRIALS, t)]), updates()]
    return [*met_here, *linear()]
