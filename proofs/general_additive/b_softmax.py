"""Example 5: the constant b of the softmax function is at most a quarter of the square of the inputs' range."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from sympy import Expr, KroneckerDelta, Lambda, Rational, Sum, exp, log

from numeric.matching import Softmax
from verify.audit import (
    Claim, Deriv, Searched, Sharpness, Theorem, assume, at, combine, eq, fails_as, fails_without, family, follows,
    forall, ge, generalize, gt, identity, instantiate, integer, listed, lt, positive, real, telescope,
)  # fmt: skip

i, n = integer("i n")
s, q, m, M, N = real("s q m M N")
rho = positive("r")
x, theta = family("x"), family("θ")


def over_inputs(term: Any) -> Expr:
    """The sum over the n components."""
    return Sum(term, (i, 1, n))


def potential(theta: Any) -> Expr:
    """ln Σ exp θ_i, for components given as a function of the index."""
    return log(over_inputs(exp(theta(i))))


def quadratic_form(theta: Any, x: Any) -> Expr:
    """xᵀDσ(θ)x, the second derivative of the potential along x."""
    return Deriv(Deriv(potential(lambda i: theta(i) + s * x(i)), s, q), q, 0)


TOTAL = over_inputs(exp(theta(i)))
MEAN = over_inputs(exp(theta(i)) * x(i)) / TOTAL
INDEX = [ge(i, 1), ge(n, i)]
ABOVE, BELOW = forall(i, ge(x(i), m), INDEX), forall(i, ge(M, x(i)), INDEX)
WITHIN = [ge(N, m), ge(N, -m), ge(N, M), ge(N, -M)]
SOME = ge(n, 1)

B_SOFTMAX = Claim(
    "general_additive/b-softmax",
    at="Example 5",
    printed="b_{X,σ} ≤ max (max_i x_i − min_i x_i)²/4 ≤ max ‖x‖_∞²",
    given=[SOME, ABOVE, BELOW, *WITHIN],
    states=[ge((M - m) ** 2 / 4, quadratic_form(theta, x)), ge(N**2, (M - m) ** 2 / 4)],
    reading=(
        "xᵀDσ(θ)x is the second derivative of ln Σ exp θ_i along x. For every n ≥ 1, θ and x, with m and M a lower and "
        "an upper bound of the components of x, and N at least |m| and |M|."
    ),
)

KAPPA = n * rho / (1 - 2 * rho)
BELOW_HALF = lt(rho, Rational(1, 2))


def heavy(kappa: Any) -> Any:
    """θ with exp θ_i = 1 + κ for the first two components and 1 for the others."""
    return Lambda(i, log(1 + kappa * (KroneckerDelta(i, 1) + KroneckerDelta(i, 2))))


B_SOFTMAX_SHARP = Claim(
    "general_additive/b-softmax.sharp",
    at="Example 5",
    says="no less than max (max_i x_i − min_i x_i)²/4 will do, so that b_{X,σ} is that with general_additive/b-softmax",
    given=[ge(n, 2), BELOW_HALF],
    states=ge(quadratic_form(heavy(KAPPA), x), rho * (x(1) - x(2)) ** 2 / 2),
    rests_on=["general_additive/b-softmax"],
    reading=(
        "For every n ≥ 2, every x and 0 < r < ½: with exp θ_i = 1 + nr/(1 − 2r) for the first two components and 1 for "
        "the others, xᵀDσ(θ)x ≥ (r/2)(x_1 − x_2)². As r nears ½, and with the largest and the smallest component of x "
        "first, the supremum is (max x − min x)²/4, for each input and so for their set."
    ),
    sharpens="general_additive/b-softmax",
)


def as_variance() -> Theorem:
    """xᵀDσ(θ)x Σ exp θ_i = Σ exp θ_i (x_i − μ)², for the mean μ."""
    form = quadratic_form(theta, x)
    return identity(eq(form * TOTAL, over_inputs(exp(theta(i)) * (x(i) - MEAN) ** 2)), facts=[SOME])


@B_SOFTMAX.proof
def variance_of_a_bounded_variable(claim: Claim) -> list[Theorem]:
    """Σ σ_i (M − x_i)(x_i − m) ≥ 0 (Popoviciu); and (M − m)² ≤ (2N)²."""
    variance, square = claim.states
    low, high = (at(f, i) for f in (ABOVE, BELOW))
    between = follows(ge((M - x(i)) * (x(i) - m), 0), low, high)
    added = telescope(follows(ge(exp(theta(i)) * (M - x(i)) * (x(i) - m), 0), between), i, 1, n)
    bound = follows(variance, added, as_variance(), (MEAN - (M + m) / 2) ** 2, SOME)
    room = follows(ge(2 * N - (M - m), 0), WITHIN[1:3])
    other = follows(ge(2 * N + (M - m), 0), WITHIN[::3])
    return [bound, follows(square, room, other)]


kappa = positive("κ")


def two_heavy_components() -> Theorem:
    """xᵀDσ(θ)x (n + 2κ) ≥ (½ + κ)(x_1 − x_2)²/2, for every κ > 0."""
    several = ge(n, 2)
    weights = heavy(kappa)
    exact = instantiate(as_variance(), {theta: weights}, discharge=[follows(SOME, several)])
    mean = over_inputs(exp(weights(i)) * x(i)) / over_inputs(exp(weights(i)))
    apart, half = (x(i) - mean) ** 2, Rational(1, 2)
    first, second = (KroneckerDelta(i, index) for index in (1, 2))
    goal = ge(exp(weights(i)) * apart, (half + kappa) * (first + second) * apart)
    term = follows(goal, 1 - first, 1 - second, several)
    added = telescope(term, i, 1, n)
    return follows(
        ge(quadratic_form(weights, x) * (n + 2 * kappa), (half + kappa) * (x(1) - x(2)) ** 2 / 2),
        added,
        exact,
        (x(1) + x(2) - 2 * mean) ** 2,
        several,
    )


@B_SOFTMAX_SHARP.proof
def half_the_mass_on_each_end(claim: Claim) -> Theorem:
    """Σ w_i (x_i − μ)² ≥ (½ + κ)((x_1 − μ)² + (x_2 − μ)²) ≥ (½ + κ)(x_1 − x_2)²/2, and ½ + κ = r(n + 2κ) + ½."""
    known = [assume(f) for f in claim.given]
    positive_kappa = follows(gt(KAPPA, 0), KAPPA, known)
    general = instantiate(two_heavy_components(), {kappa: KAPPA}, discharge=[*known, positive_kappa])
    total = n + 2 * KAPPA
    terms = [(1 / total, general), ((x(1) - x(2)) ** 2 / (4 * total), 1)]
    return combine(claim.states[0], terms, facts=[*known, positive_kappa])


def two_inputs(first: Any = 1, second: Any = -1, **values: Any) -> dict[Any, Any]:
    """Inputs alternating between two values, with equal weights."""
    middle, half = Rational(first + second, 2), Rational(first - second, 2)
    names: dict[str, Any] = {"n": n, "m": m, "M": M, "N": N, "r": rho}
    found = {n: 2, m: min(first, second), M: max(first, second), N: max(abs(first), abs(second))}
    found |= {names[name]: place for name, place in values.items()}
    return found | {theta: Lambda(i, 0), x: Lambda(i, middle + half * (3 - 2 * i))}


def in_between(low: Any = -1, high: Any = 1) -> Any:
    """The theorems that meet the two schemas for the inputs 3 − 2i of i = 1, 2."""

    def theorems() -> list[Theorem]:
        index, at = [ge(i, 1), ge(2, i)], 3 - 2 * i
        above = combine(ge(at, low), [(2, 2 - i), (-1 - low, 1)], facts=index)
        below = combine(ge(high, at), [(2, i - 1), (high - 1, 1)], facts=index)
        return [generalize(t, [i], index) for t in (above, below)]

    return theorems


fails_as(B_SOFTMAX,
    ("constant", [ge((M - m) ** 2 / 5, B_SOFTMAX.states[0].rhs), B_SOFTMAX.states[1]], "(M − m)²/5.", two_inputs(),
        in_between()),
    ("constant", [B_SOFTMAX.states[0], ge(N**2, (M - m) ** 2 / 2)], "N² ≥ (M − m)²/2.", two_inputs(), in_between()),
    ("sign", [ge((M + m) ** 2 / 4, B_SOFTMAX.states[0].rhs), B_SOFTMAX.states[1]], "(M + m)²/4.", two_inputs(),
        in_between()),
)  # fmt: skip


fails_without(B_SOFTMAX,
    (ABOVE, "m need not be a lower bound.", two_inputs(m=0), in_between()),
    (BELOW, "M need not be an upper bound.", two_inputs(M=0), in_between()),
    (WITHIN, "N may be anything.", two_inputs(N=0), in_between()),
)  # fmt: skip


fails_as(B_SOFTMAX_SHARP,
    ("constant", ge(B_SOFTMAX_SHARP.states[0].lhs, Rational(3, 2) * B_SOFTMAX_SHARP.states[0].rhs),
        "¾r(x_1 − x_2)² in place of half.", two_inputs(r=Rational(3, 8))),
)  # fmt: skip


fails_without(B_SOFTMAX_SHARP, (B_SOFTMAX_SHARP.given[0], "n may be 1.", two_inputs(n=1, r=Rational(1, 4))))


@B_SOFTMAX.sharp
def the_supremum() -> Iterator[Sharpness]:
    """(max − min)²/4 is the supremum, attained by two equal weights when there are two components."""
    theorem = B_SOFTMAX_SHARP.theorem(B_SOFTMAX_SHARP.states[0])
    yield Sharpness("best factor of (max x − min x)², for every n ≥ 2", "1/4", theorem)


@B_SOFTMAX.extremal("σ_1", [Rational(1, 16), Rational(1, 4), Rational(1, 2)])
def unequal_weights(first: Any) -> dict[Any, Any]:
    """Two inputs ±1 of the weights σ_1 and 1 − σ_1: the ratio is 4σ_1(1 − σ_1)."""
    return two_inputs() | {theta: Lambda(i, (2 - i) * log(first / (1 - first)))}


@B_SOFTMAX.extremal("n", range(2, 6))
def alternating_inputs(count: int) -> dict[Any, Any]:
    """Equal weights and the inputs 1, −1, 1, …: attained for even n, and 1 − 1/n² for odd n."""
    return two_inputs() | {n: count, x: listed([(-1) ** index for index in range(count)], i)}


@B_SOFTMAX.extremal("m", [-1, -Rational(1, 2), 0], formula=1)
def off_the_centre(low: Any) -> dict[Any, Any]:
    """Two inputs, 1 and m: attained where they are opposite."""
    return two_inputs(1, low)


@B_SOFTMAX_SHARP.extremal("r", [Rational(1, 4), Rational(31, 64), Rational(511, 1024)])
def two_equal_weights(value: Any) -> dict[Any, Any]:
    """Two inputs: the ratio is 2r."""
    return two_inputs(r=value)


@B_SOFTMAX.search
def quadratic_forms() -> Searched:
    """xᵀDσ(θ)x against the bound, for random weights, from nearly equal to concentrated on one."""
    rng = np.random.default_rng(55)
    worst, where = 0.0, ""
    for size in (2, 3, 8):
        activation = rng.normal(0, 1, (20_000, size)) * 10.0 ** rng.uniform(-2, 1.5, (20_000, 1))
        inputs = rng.normal(0, 1, (20_000, size))
        weights = Softmax().transfer(activation)
        mean = np.sum(weights * inputs, axis=1, keepdims=True)
        form = np.sum(weights * (inputs - mean) ** 2, axis=1)
        ratio = form / (np.ptp(inputs, axis=1) ** 2 / 4.0)
        best = int(np.argmax(ratio))
        if ratio[best] > worst:
            worst, where = float(ratio[best]), f"n = {size}, weights {np.round(weights[best], 3)}"
    return Searched("random weights and inputs", 60_000, worst, where, allowed=1.0 + 1e-12)
