"""The softmax function (4): its range, its potential, convex but not strictly, and that it is not one-to-one."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
from sympy import Expr, Integer, Lambda, Rational, exp, log

from numeric.matching import Softmax
from numeric.reference import matching as reference
from proofs.general_additive.c_softmax import i, j, k, over_outputs, ratio_inequality, relative_entropy_term
from verify.audit import (
    Claim, Conformance, Deriv, Theorem, eq, fails_as, fails_without, family, follows, forall, ge, generalize, gt,
    identity, instantiate, integer, positive, real, telescope,
)  # fmt: skip
from verify.claims.concrete import value
from verify.claims.conformance import conformance

s, shift, each = real("s"), real("c"), integer("p")
u = positive("u")
a, b, v = family("a"), family("â"), family("v")
y, x = family("y", positive=True), family("ŷ", positive=True)
logarithm = family("l")


def partition(a: Any) -> Expr:
    """Σ_p exp(a_p)."""
    return over_outputs(exp(a(each)), each)


def softmax(a: Any, index: Any = i) -> Expr:
    """σ_i(a) = exp(a_i)/Σ_j exp(a_j) (4)."""
    return exp(a(index)) / partition(a)


def log_sum_exp(a: Any) -> Expr:
    """P_σ(a) = ln Σ_j exp(a_j)."""
    return log(partition(a))


def along(a: Any, v: Any, s: Any = s) -> Lambda:
    """The activations a + sv."""
    return Lambda(i, a(i) + s * v(i))


def shifted(a: Any) -> Lambda:
    """The activations a + c(1, …, 1)."""
    return Lambda(i, a(i) + shift)


def softmax_divergence(b: Any, a: Any) -> Expr:
    """Δ_σ(â, a) = P_σ(â) − P_σ(a) − Σ (â_i − a_i) σ_i(a) (19)."""
    return log_sum_exp(b) - log_sum_exp(a) - over_outputs((b(i) - a(i)) * softmax(a))


SOME_OUTPUT = ge(k, 1)
NORMALISED = eq(over_outputs(y(j), j), 1)
LOGARITHMS = forall(i, eq(logarithm(i), log(y(i))))
"""So named, as sympy would make exp(ln y) to y before it is put to the core."""

RANGE = [gt(softmax(a), 0), eq(over_outputs(softmax(a)), 1), eq(softmax(logarithm), y(i))]
GRADIENT = eq(Deriv(log_sum_exp(along(a, v)), s, 0), over_outputs(softmax(a) * v(i)))
ABOVE_TANGENT = ge(softmax_divergence(b, a), 0)
NOT_STRICTLY = eq(softmax_divergence(shifted(a), a), 0)
NOT_ONE_TO_ONE = eq(softmax(shifted(a)), softmax(a))

SOFTMAX_POTENTIAL = Claim(
    "general_additive/softmax-potential",
    at="(4)",
    printed=(
        "the range of σ is {y ∈ R^k | Σ_j y_j = 1 and y_j > 0 for all j} … The softmax function has a convex "
        "potential function given by P_σ(a) = ln(Σ_j exp(a_j)). However, P_σ is not strictly convex, and its "
        "gradient σ is not one-to-one"
    ),
    given=[SOME_OUTPUT, NORMALISED, LOGARITHMS],
    states=[*RANGE, GRADIENT, ABOVE_TANGENT, NOT_STRICTLY, NOT_ONE_TO_ONE],
    reading=(
        "For every number k ≥ 1 of outputs. The range: σ(a) is positive with sum one, and every positive y with sum "
        "one is σ(l) for l_i = ln y_i. The derivative of P_σ along every v is ⟨σ(a), v⟩. Convex: P_σ(â) ≥ P_σ(a) + "
        "⟨σ(a), â − a⟩ for all a and â. Along (1, …, 1) there is equality and σ does not change, so P_σ is not "
        "strictly convex and σ not one-to-one; the shift c is any real number."
    ),
)


def entropy_gap(y: Any, x: Any) -> Expr:
    """3(y − ŷ)²/(2(y + 2ŷ)), by how much y ln(y/ŷ) exceeds y − ŷ at least."""
    return 3 * (y - x) ** 2 / (2 * (y + 2 * x))


def entropy_term_inequality() -> Theorem:
    """y_i ln(y_i/ŷ_i) ≥ y_i − ŷ_i + 3(y_i − ŷ_i)²/(2(y_i + 2ŷ_i)): ŷ_i times the inequality for the ratio."""
    ratio = instantiate(ratio_inequality(), {u: y(i) / x(i)})
    goal = ge(relative_entropy_term(y(i), x(i)), y(i) - x(i) + entropy_gap(y(i), x(i)))
    return follows(goal, ratio)


@SOFTMAX_POTENTIAL.proof
def entropy_is_not_negative(claim: Claim) -> list[Theorem]:
    """Δ_σ(â, a) = Σ σ_i(a) ln(σ_i(a)/σ_i(â)), which is at least Σ (σ_i(a) − σ_i(â)) = 0; the rest is algebra."""
    some = [SOME_OUTPUT]
    logarithms = [NORMALISED, LOGARITHMS]
    is_positive, total, onto, gradient, convex, flat, same = claim.states
    term = instantiate(entropy_term_inequality(), {y: Lambda(i, softmax(a)), x: Lambda(i, softmax(b))})
    spare = entropy_gap(softmax(a), softmax(b))
    plain = follows(ge(term.conclusion.lhs, softmax(a) - softmax(b)), term, spare)
    return [
        follows(is_positive, softmax(a), some),
        identity(total, facts=some),
        identity(onto, using=logarithms, facts=some),
        identity(gradient, facts=some),
        follows(convex, telescope(plain, i, 1, k), some),
        identity(flat, facts=some),
        identity(same, facts=some),
    ]


HALF = Lambda(i, Rational(1, 2))
EVEN = {k: 2, i: 1, y: HALF, a: Lambda(i, 0), b: Lambda(i, i), v: Lambda(i, 1), shift: 1}
EVEN[logarithm] = Lambda(i, log(Rational(1, 2)))


def logarithms_of(outcome: Any) -> Callable[[], list[Theorem]]:
    """l_i is the logarithm of an outcome that is the same for all i."""
    return lambda: [generalize(identity(eq(log(outcome), log(outcome))), [i])]


EVENLY = logarithms_of(Rational(1, 2))


fails_as(SOFTMAX_POTENTIAL,
    ("constant", {GRADIENT: eq(GRADIENT.lhs, GRADIENT.rhs / 2)}, "The gradient is σ/2.", EVEN, EVENLY),
    ("sign", {GRADIENT: eq(GRADIENT.lhs, -GRADIENT.rhs)}, "The gradient is −σ.", EVEN, EVENLY),
    ("sign", {ABOVE_TANGENT: ge(0, ABOVE_TANGENT.lhs)}, "P_σ lies below its tangents.", EVEN, EVENLY),
    ("constant", {ABOVE_TANGENT: gt(ABOVE_TANGENT.lhs, 0)},
        "P_σ lies strictly above its tangents (0 in place of ≥ 0 is never reached).", {**EVEN, b: Lambda(i, 0)},
        EVENLY),
    ("constant", {NOT_ONE_TO_ONE: eq(softmax(Lambda(i, a(i) + shift * i)), softmax(a))},
        "σ does not change along (1, 2, …, k).", EVEN, EVENLY),
)  # fmt: skip


ONES = {**EVEN, y: Lambda(i, 1), logarithm: Lambda(i, 0)}


fails_without(SOFTMAX_POTENTIAL,
    (NORMALISED, "y need not have sum one.", ONES, logarithms_of(Integer(1))),
    (LOGARITHMS, "l_i need not be ln y_i.", {**EVEN, logarithm: Lambda(i, i)}),
)  # fmt: skip


@SOFTMAX_POTENTIAL.conformance
def code_follows_the_softmax() -> Iterator[Conformance]:
    """σ and P_σ for 1 to 20 outputs."""
    rng = np.random.default_rng(4)
    points = [rng.normal(0, 4, n).tolist() for n in (1, 2, 3, 20) for _ in range(4)]
    code = Softmax()
    yield from conformance(
        points,
        formula=lambda w: [value(softmax(a), {a: w, k: len(w), i: n + 1}) for n in range(len(w))],
        code=code.transfer,
        reference=lambda w: reference.transfer("softmax", w),
        ulps=4.0,
    )
    yield from conformance(
        points,
        formula=lambda w: value(log_sum_exp(a), {a: w, k: len(w)}),
        code=code.potential,
        reference=lambda w: reference.potential("softmax", w),
        ulps=4.0,
    )
