"""(1): the empirical matching loss is convex in the weights; that it has one single minimum does not follow."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from sympy import Expr, Lambda, Rational, Sum

from proofs.general_additive._increasing import INCREASING, NAMES, NOT_DECREASING, P, below_chord, p, q, s
from verify.audit import (
    Claim, Deriv, Inner, Searched, Theorem, assume, combine, decided_by, fails_as, fails_without, family, follows, ge,
    generalize, gt, holds_at, instantiate, integer, real, telescope, vectors,
)  # fmt: skip
from verify.language.terms import EUCLIDEAN, Vec, VecHead

t, length = integer("t ℓ")
u, v = vectors("u v")
a = family("a")
r = real("r")
INPUT = VecHead("x")


def x(t: Any) -> Vec:
    """The input of trial t."""
    return Vec(INPUT, EUCLIDEAN, t)


def matching_loss(a_hat: Any, a: Any) -> Expr:
    """L_φ(φ(a), φ(â)) = P(â) − P(a) − (â − a)φ(a) (2), with φ = P′."""
    return P(a_hat) - P(a) - (a_hat - a) * P.prime(a)


def empirical_loss(weights: Any) -> Expr:
    """Σ_t L_φ(y_t, φ(ω·x_t)) (1), for y_t = φ(a_t)."""
    return Sum(matching_loss(Inner(weights, x(t)), a(t)), (t, 1, length))


SHARE = [ge(s, 0), ge(1, s)]

CONVEX = Claim(
    "general_additive/matching-loss-convex",
    at="(1)",
    printed="Σ_t L_φ(y_t, φ(ω·x_t)) is a convex function of the weight vector ω",
    given=[INCREASING, *SHARE],
    where=NAMES,
    states=ge((1 - s) * empirical_loss(u) + s * empirical_loss(v), empirical_loss((1 - s) * u + s * v)),
    reading=(
        "One output; φ = P′ is continuous and strictly increasing on the line, and L_φ(y, ŷ) = P(â) − P(a) − (â − a)y "
        "with y = φ(a), ŷ = φ(â), so every y_t is in the range of φ. Inputs and weights are vectors of R^n for any n, "
        "and there are any number of trials. The chord lies above the graph. The rest of the sentence, "
        "that the loss has one single minimum, is general_additive/matching-loss-single-minimum."
    ),
)


def _gap(schemas: list[Any]) -> Theorem:
    """The chord of the loss of one trial lies above it."""
    chord = below_chord(schemas)
    ends = {p: Inner(u, x(t)), q: Inner(v, x(t))}
    goal = ge(
        (1 - s) * matching_loss(ends[p], a(t)) + s * matching_loss(ends[q], a(t)),
        matching_loss(Inner((1 - s) * u + s * v, x(t)), a(t)),
    )
    return follows(goal, instantiate(chord, ends))


def _schemas(claim: Claim) -> list[Any]:
    return [f for f in claim.given if f in (INCREASING, NOT_DECREASING)] or [INCREASING]


@CONVEX.proof
def chords_above_tangents(claim: Claim) -> Theorem:
    """Each loss is P at a linear function of ω and a linear function; P lies below its chords, as P′ increases."""
    return follows(claim.states[0], telescope(_gap(_schemas(claim)), t, 1, length))


ONE_TRIAL = {P: Lambda(r, r**2 / 2), length: 1, INPUT: Lambda(t, 1), a: Lambda(t, 0), u: 0, v: 1, s: Rational(1, 2)}


def square_increases() -> Theorem:
    """The derivative r of r²/2 increases."""
    x, y = real("x y")
    above = gt(y, x)
    slope = gt(Deriv(r**2 / 2, r, y), Deriv(r**2 / 2, r, x))
    return generalize(combine(slope, [(1, assume(above))]), [x, y], [above])


def increasing() -> list[Theorem]:
    """What meets the schema for r²/2."""
    return [square_increases()]


fails_as(CONVEX,
    ("sign", ge(CONVEX.states[0].rhs, CONVEX.states[0].lhs), "The chord lies below the graph.", ONE_TRIAL, increasing),
    ("constant", ge(CONVEX.states[0].lhs / 3, CONVEX.states[0].rhs), "A third of the chord.", ONE_TRIAL, increasing),
)  # fmt: skip


fails_without(CONVEX,
    (INCREASING, "φ need not increase.", {**ONE_TRIAL, P: Lambda(r, -(r**2))}),
    ({INCREASING: NOT_DECREASING}, "φ need not increase strictly.", decided_by(proof=chords_above_tangents)),
    (SHARE[0], "s may be negative.", {**ONE_TRIAL, s: -1}, increasing),
    (SHARE[1], "s may exceed 1.", {**ONE_TRIAL, s: 2}, increasing),
)  # fmt: skip


holds_at(CONVEX, ("At an end of the chord.", {**ONE_TRIAL, s: 1}, increasing))


@CONVEX.search
def chords_in_floats() -> Iterator[Searched]:
    """Random chords of the logistic, tanh and exponential losses, 1 to 5 weights and up to 8 trials."""
    rng = np.random.default_rng(1)
    potentials = {
        "logistic": (lambda r: np.logaddexp(0.0, r), lambda r: 0.5 * (1.0 + np.tanh(0.5 * r))),
        "tanh": (lambda r: np.logaddexp(r, -r), np.tanh),
        "exponential": (np.exp, np.exp),
    }
    worst, place, cases_tried = 0.0, "", 0
    for name, (potential, transfer) in potentials.items():
        for _ in range(400):
            n, trials = rng.integers(1, 6), rng.integers(1, 9)
            inputs, desired = rng.normal(0, 1, (trials, n)), rng.normal(0, 1, trials)
            first, second, share = rng.normal(0, 2, n), rng.normal(0, 2, n), rng.uniform(0.05, 0.95)

            def loss(weights: Any, P: Any = potential, phi: Any = transfer, X: Any = inputs, d: Any = desired) -> float:
                at = X @ weights
                return float(np.sum(P(at) - P(d) - (at - d) * phi(d)))

            chord = (1 - share) * loss(first) + share * loss(second)
            ratio = loss((1 - share) * first + share * second) / chord
            cases_tried += 1
            if ratio > worst:
                worst, place = ratio, f"{name}, n = {n}, {trials} trials"
    yield Searched("graph over chord", cases_tried, worst, place)
