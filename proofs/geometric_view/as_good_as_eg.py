"""Section 7: that the new algorithms are at least as good as exponentiated gradient; not on every stream."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from typing import Any

import numpy as np
from mpmath import mp
from sympy import Expr, KroneckerDelta, Lambda, Rational, Sum, cos, exp, pi, sin, sqrt, sympify

from numeric.experiments import simplex_against_eg as in_floats
from numeric.reference import exponentiated_gradient as reference_eg
from numeric.reference import simplex as reference_simplex
from proofs.geometric_view.push_forward import pushed_gradient
from verify.author.kernel import Theorem, combine, identity, witness
from verify.claims import Claim, Conformance, fails_as
from verify.claims.concrete import value
from verify.claims.conformance import conformance
from verify.language.terms import eq, family, function, ge, gt, integer, le, positive, real, substitute

i, j, n = integer("i j n")
y, label = real("y₀ y₁")
eta, zeta = positive("η ζ")
p, x, data = family("p", positive=True), family("x₀"), family("x₁")


def total(term: Any, index: Any = j) -> Expr:
    """The sum over the components."""
    return Sum(term, (index, 1, n))


def partial(i: Any) -> Expr:
    """∂ᵢL_0(p) = 2(⟨p, x_0⟩ − y_0)x_0ⁱ, of the square loss."""
    return 2 * (total(p(j) * x(j)) - y) * x(i)


def pushed(i: Any) -> Expr:
    """Vⁱ = √pⁱ(∂ᵢL − Σⱼ pʲ∂ⱼL)."""
    slope = 2 * (total(p(j) * x(j)) - y)
    return pushed_gradient(p(i), slope * x(i), slope * total(p(j) * x(j)))


def simplex_step(i: Any, eta: Any) -> Expr:
    """pⁱ_1 of the explicit algorithm in the simplex: (√pⁱ cos(η‖V‖/2) − Vⁱ/‖V‖ sin(η‖V‖/2))²."""
    size = sqrt(total(pushed(j) ** 2))
    return (sqrt(p(i)) * cos(eta * size / 2) - pushed(i) / size * sin(eta * size / 2)) ** 2


def eg_step(i: Any, eta: Any) -> Expr:
    """pⁱ_1 of exponentiated gradient: pⁱ exp(−η∂ᵢL) over the sum of these."""
    return p(i) * exp(-eta * partial(i)) / total(p(j) * exp(-eta * partial(j)))


def loss(weights: Any) -> Expr:
    """The loss of the second trial, (⟨w, x_1⟩ − y_1)²."""
    return (total(weights(i) * data(i), i) - label) ** 2


def simplex_loss(eta: Any) -> Expr:
    """The total loss of the simplex algorithm in the two trials."""
    return (total(p(j) * x(j)) - y) ** 2 + loss(lambda i: simplex_step(i, eta))


def eg_loss(eta: Any) -> Expr:
    """The total loss of exponentiated gradient in the two trials."""
    return (total(p(j) * x(j)) - y) ** 2 + loss(lambda i: eg_step(i, eta))


NAMES = {
    function("p₁")(i): simplex_step(i, eta),
    function("q₁")(i): eg_step(i, eta),
    real("‖V‖²"): total(pushed(j) ** 2),
    function("V")(i): pushed(i),
    real("g"): 2 * (total(p(j) * x(j)) - y),
    real("ŷ"): total(p(j) * x(j)),
}
"""p₁ and q₁ are the weights after one step of the simplex algorithm and of exponentiated gradient."""

SUM_ONE = eq(total(p(j)), 1)
MOVES = gt(total(pushed(j) ** 2), 0)

AS_GOOD = Claim(
    "geometric_view/as-good-as-eg",
    at="Section 7",
    printed="Their performance is at least as good as the exponentiated gradient descent algorithm",
    weight="error",
    slip=(
        "The conclusion compares the new algorithms with exponentiated gradient and gives no bound, no experiment and "
        "no condition. It fails on a stream of two trials, and there no other rate of the simplex algorithm helps "
        "(geometric_view/as-good-as-eg-any-rate): what a reader would choose an algorithm by is not true."
    ),
    given=[SUM_ONE, MOVES, ge(n, 1)],
    where=NAMES,
    states=le(simplex_loss(eta), eg_loss(eta)),
    reading=(
        "For the simplex algorithm and the square loss, on every stream: its total loss is at most that of EG from "
        "the same start with the same rate. Streams of two trials are enough to refute it. The paper reports no "
        "experiment, and no bound of EG to compare with."
    ),
)

STREAM = {
    n: 3,
    p: Lambda(i, Rational(1, 3)),
    x: Lambda(i, i * (i - 1) / 2),
    data: Lambda(i, KroneckerDelta(i, 1)),
    y: Rational(5, 6),
    label: 1,
}
"""From (1/3, 1/3, 1/3): first x = (0, 1, 3) with y = 5/6, then x = (1, 0, 0) with y = 1."""


def on_stream(term: Any) -> Any:
    """A term on the stream."""
    return substitute(term, {getattr(name, "head", name): sympify(value) for name, value in STREAM.items()})


@AS_GOOD.counterexample
def one_good_weight(claim: Claim) -> Theorem:
    """p = (1/3, 1/3, 1/3), x_0 = (0, 1, 3), y_0 = 5/6, x_1 = (1, 0, 0), y_1 = 1, η = 2: 0.417… ≤ 0.264…."""
    return witness(list(claim.given), claim.states[0], {**STREAM, eta: 2})


SIMPLEX, EG = on_stream(simplex_loss(eta)), on_stream(eg_loss(2))
SIMPLEX_SPELT, EG_SPELT = SIMPLEX.doit(), EG.doit()

ANY_RATE = Claim(
    "geometric_view/as-good-as-eg-any-rate",
    at="Section 7",
    says="On one stream of two trials the simplex algorithm loses more, at every rate, than EG at the rate 2.",
    given=[],
    where={name: on_stream(meaning) for name, meaning in NAMES.items()} | {function("q₁")(i): on_stream(eg_step(i, 2))},
    states=[
        ge(SIMPLEX_SPELT, Rational(1, 4) + Rational(4, 49)),
        gt(SIMPLEX_SPELT, EG_SPELT),
        eq(SIMPLEX, SIMPLEX_SPELT),
        eq(EG, EG_SPELT),
    ],
    reading=(
        "The stream of the refutation of geometric_view/as-good-as-eg, with the first loss and the second added up. "
        "The great circle on which the simplex algorithm moves comes no nearer to (1, 0, 0) than p¹ = 5/7; EG reaches "
        "every p¹ < 1. Tuning the rate does not save the sentence."
    ),
)


@ANY_RATE.proof
def never_past_five_sevenths(claim: Claim) -> list[Theorem]:
    """3p¹ = (cos a + u sin a)² ≤ 1 + u² = 15/7, so the second loss is at least (2/7)²."""
    least, worse, simplex, eg = claim.states
    weight = on_stream(simplex_step(i, eta)).subs(i, 1).doit()
    angle, u = eta * sqrt(14) / 6, sqrt(Rational(8, 7))
    below = combine(le(weight, Rational(5, 7)), [(Rational(1, 3), (u * cos(angle) - sin(angle)) ** 2)])
    lost = combine(least, [(below, below), (Rational(4, 7), below)])
    rest = Rational(1, 4) + Rational(4, 49) - EG_SPELT
    return [lost, combine(worse, [(1, lost), (1, rest)]), identity(simplex), identity(eg)]


A_THIRD_OF_HALF_A_TURN = {eta: 2 * pi / sqrt(14)}
"""The step on the sphere is then by the angle π/3."""


fails_as(ANY_RATE,
    ("constant", [ge(SIMPLEX_SPELT, Rational(1, 2)), *ANY_RATE.states[1:]],
        "The simplex algorithm comes no nearer than p¹ = ½.", A_THIRD_OF_HALF_A_TURN),
    ("sign", [ANY_RATE.states[0], gt(EG_SPELT, SIMPLEX_SPELT), *ANY_RATE.states[2:]], "EG at the rate 2 is worse.",
        A_THIRD_OF_HALF_A_TURN),
    ("constant",
        [ANY_RATE.states[0], gt(SIMPLEX_SPELT, on_stream(eg_loss(Rational(1, 2))).doit()), *ANY_RATE.states[2:]],
        "EG at the rate 1/2.", A_THIRD_OF_HALF_A_TURN),
)  # fmt: skip


@ANY_RATE.conformance
def code_follows_both_steps() -> Iterator[Conformance]:
    """One step of each algorithm in the experiment, with η = 1/16, against their formulas."""
    rng = np.random.default_rng(70)
    cases = [(rng.dirichlet(np.ones(m)), rng.standard_normal(m), 0.25) for m in (2, 3, 8) for _ in range(3)]

    def formula(step: Any, case: Any) -> Any:
        exact = reference_simplex.point(case[0])
        at = {p: exact, x: list(case[1]), y: case[2], eta: 0.0625, n: len(exact)}
        return [value(step(i, eta), {**at, i: m + 1}) for m in range(len(exact))]

    def code(step: Any, case: Any) -> Any:
        weights, row, target = case
        return step(weights, 2.0 * (weights @ row - target) * row, 0.0625)

    def exactly(case: Any) -> Any:
        exact, row = reference_simplex.point(case[0]), [mp.mpf(value) for value in case[1]]
        error = 2 * (mp.fdot(exact, row) - mp.mpf(case[2]))
        gradient = reference_simplex.egrad2rgrad(exact, [error * value for value in row])
        return reference_simplex.exp(exact, [-mp.mpf(0.0625) * value for value in gradient])

    def exactly_eg(case: Any) -> Any:
        return reference_eg.eg_update(reference_simplex.point(case[0]), case[1], case[2], 0.0625)

    for step, float_step, exact_step in (
        (simplex_step, in_floats.simplex_step, exactly),
        (eg_step, in_floats.eg_step, exactly_eg),
    ):
        yield from conformance(
            cases,
            formula=functools.partial(formula, step),
            code=functools.partial(code, float_step),
            reference=exact_step,
            ulps=64.0,
        )
