"""Example 2: the Jacobian of softmax is a variance."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from sympy import Expr, KroneckerDelta, Lambda

from numeric.matching import Softmax
from numeric.reference import matching as reference
from proofs.general_additive.c_softmax import i, j, k, over_outputs
from proofs.general_additive.softmax_potential import SOME_OUTPUT, a, along, log_sum_exp, s, softmax
from verify.audit import (
    Claim, Conformance, Deriv, Theorem, eq, fails_as, fails_without, family, follows, function, ge, gt, identity,
    integer, real,
)  # fmt: skip
from verify.claims.concrete import value
from verify.claims.conformance import conformance

r, c = real("r c")
m = integer("m")
x = family("x")
INDEX = [ge(i, 1), ge(k, i)]
OTHER = [ge(m, 1), ge(k, m)]


def jacobian(a: Any, i: Any, j: Any) -> Expr:
    """Dσ(a)_ij = δ_ij σ_i(a) − σ_i(a) σ_j(a)."""
    return KroneckerDelta(i, j) * softmax(a, i) - softmax(a, i) * softmax(a, j)


def image(a: Any, x: Any, i: Any) -> Expr:
    """The component i of Dσ(a)x."""
    return over_outputs(jacobian(a, i, j) * x(j), j)


def mean(a: Any, x: Any) -> Expr:
    """EX, for an X that takes the value x_i with probability σ_i(a)."""
    return over_outputs(softmax(a, j) * x(j), j)


def variance(a: Any, x: Any) -> Expr:
    """Var X = E(X − EX)²."""
    return over_outputs(softmax(a) * (x(i) - mean(a, x)) ** 2)


def form(a: Any, x: Any) -> Expr:
    """xᵀDσ(a)x, as Σ σ_i x_i² − (Σ σ_i x_i)²."""
    return over_outputs(softmax(a) * x(i) ** 2) - mean(a, x) ** 2


JACOBIAN, SIGMA, MEAN = function("Dσ"), function("σ"), real("EX")
NAMES = {
    JACOBIAN(i, j): KroneckerDelta(i, j) * SIGMA(i) - SIGMA(i) * SIGMA(j),
    MEAN: over_outputs(SIGMA(j) * x(j), j),
    SIGMA(i): softmax(a, i),
}
"""The Jacobian, the mean and the outputs of softmax at a, where statements are shown."""
ENTRY, FORM = over_outputs(JACOBIAN(i, j) * x(j), j), over_outputs(SIGMA(i) * x(i) ** 2) - MEAN**2
PRODUCT = over_outputs(x(i) * ENTRY)

ENTRIES = eq(Deriv(softmax(along(a, x)), s, 0), image(a, x, i))
SECOND = eq(Deriv(Deriv(log_sum_exp(along(a, x, r)), r, s), s, 0), over_outputs(x(i) * image(a, x, i)))
IS_FORM = eq(over_outputs(x(i) * image(a, x, i)), form(a, x))
IS_VARIANCE = eq(form(a, x), variance(a, x))
NOT_NEGATIVE = ge(over_outputs(x(i) * image(a, x, i)), 0)

EXAMPLE_2 = Claim(
    "general_additive/example-2",
    at="Example 2",
    printed=(
        "Dσ(a)_ij = δ_ij σ_i(a) − σ_i(a)σ_j(a) … xᵀDσ(a)x = Σ σ_i(a)x_i² − ΣΣ σ_i(a)x_i σ_j(a)x_j = EX² − (EX)² = "
        "Var X ≥ 0"
    ),
    given=INDEX,
    where=NAMES,
    states=[
        eq(ENTRIES.lhs, ENTRY),
        eq(SECOND.lhs, PRODUCT),
        eq(PRODUCT, FORM),
        eq(FORM, over_outputs(SIGMA(i) * (x(i) - MEAN) ** 2)),
        ge(PRODUCT, 0),
    ],
    rests_on=["general_additive/softmax-potential"],
    reading=(
        "For every number k of outputs and all a and x. The derivative of σ_i along x is component i of the matrix "
        "times x, for 1 ≤ i ≤ k, and the second derivative of P_σ along x is xᵀDσ(a)x. X takes the value x_i with "
        "probability σ_i(a), and Var X = E(X − EX)². That P_σ is convex follows; general_additive/softmax-potential "
        "shows it directly."
    ),
)


def some_output(given: Any) -> list[Theorem]:
    """k ≥ 1, as there is an index 1 ≤ i ≤ k."""
    return [follows(SOME_OUTPUT, [f for f in given if f in INDEX])]


@EXAMPLE_2.proof
def quotient_rule(claim: Claim) -> list[Theorem]:
    """Derivatives of exp(a_i)/Σ exp(a_j); the variance is expanded with Σ σ_i = 1."""
    entries, second, is_form, is_variance, not_negative = claim.states
    facts: list[Any] = [*claim.given, *some_output(claim.given)]
    expanded = [identity(f, facts=facts) for f in (entries, second, is_form, is_variance)]
    spread = follows(ge(variance(a, x), 0), variance(a, x), facts)
    return [*expanded, follows(not_negative, spread, expanded[2], expanded[3], facts)]


AT_ZERO = {k: 2, i: 1, a: Lambda(i, 0), x: Lambda(i, i)}


FORMULAS = [ENTRIES, SECOND, IS_FORM, IS_VARIANCE, NOT_NEGATIVE]


def with_states(claim: Claim, old: Any, new: Any) -> Claim:
    """The claim with one of its formulas replaced."""
    here = FORMULAS.index(old)
    return claim.replace(states=[*claim.states[:here], new, *claim.states[here + 1 :]])


fails_as(EXAMPLE_2,
    ("sign", {ENTRIES: eq(ENTRIES.lhs, over_outputs((KroneckerDelta(i, j) * softmax(a, i) + softmax(a,
        i) * softmax(a, j)) * x(j), j))}, "δ_ij σ_i + σ_i σ_j.", AT_ZERO),
    ("constant", {SECOND: eq(SECOND.lhs, SECOND.rhs / 2)}, "Half the form.", AT_ZERO),
    ("constant", {IS_VARIANCE: eq(over_outputs(softmax(a) * x(i) ** 2), variance(a, x))},
        "EX² in place of the variance.", AT_ZERO),
    ("sign", {NOT_NEGATIVE: ge(0, NOT_NEGATIVE.lhs)}, "The form is at most 0.", AT_ZERO),
    ("constant", {NOT_NEGATIVE: gt(NOT_NEGATIVE.lhs, 0)}, "The form is positive for every x.",
        {**AT_ZERO, x: Lambda(i, 1)}),
)  # fmt: skip


fails_without(EXAMPLE_2,
    (INDEX[1], "i may exceed k.", {**AT_ZERO, i: 3}),
    (INDEX[0], "i may be 0.", {**AT_ZERO, i: 0, x: Lambda(i, 1 + i**2)}),
)  # fmt: skip


@EXAMPLE_2.conformance
def reference_follows_the_variance() -> Iterator[Conformance]:
    """xᵀDσ(a)x of the reference, by differences, for 2 to 12 outputs, against the variance; and numpy's sum of it."""
    rng = np.random.default_rng(2)
    points = [(rng.normal(0, 2, n).tolist(), rng.normal(0, 1, n).tolist()) for n in (2, 3, 12) for _ in range(3)]
    return conformance(
        points,
        formula=lambda pair: value(form(a, x), {a: pair[0], x: pair[1], k: len(pair[0])}),
        code=_variance_in_floats,
        reference=lambda pair: reference.curvature("softmax", *pair, dps=100),
        ulps=8.0,
    )


def _variance_in_floats(pair: Any) -> float:
    probabilities, values = Softmax().transfer(pair[0]), np.array(pair[1])
    return float(probabilities @ (values - probabilities @ values) ** 2)
