"""Appendix A: strictly convex potentials, and that the condition on the zero space is not necessary."""

from __future__ import annotations

from typing import Any

from sympy import Lambda, Rational

from proofs.general_additive.appendix_kernel import CONSTANT_COMPONENT, DIRECTION, LINEAR, flat
from proofs.general_additive.appendix_linear import CONVEX, LINE, a, met
from proofs.general_additive.appendix_linear import b as other
from proofs.general_additive.divergence import P, divergence
from verify.audit import (
    Claim, Deriv, Inner, Theorem, assume, at, cases, cite, combine, eq, fails_as, fails_without, follows, forall, ge,
    generalize, gt, identity, instantiate, le, ne, partial, real, vanishes_with_its_square, vectors, witness,
)  # fmt: skip
from verify.axioms import DEFINITE, SLOPE_AT_THE_END, ZERO_DERIVATIVE

s, r, p, q = real("s r p q")
b, u, v, x = vectors("â u v x")
HALF = Rational(1, 2)

OPEN = [gt(s, 0), gt(1, s)]


def chord(first: Any, second: Any) -> Any:
    """P((1 − s)a + sâ) < (1 − s)P(a) + sP(â)."""
    return gt((1 - s) * P(first) + s * P(second), P((1 - s) * first + s * second))


STRICT = forall([u, v, s], chord(u, v), [gt(Inner(u - v, u - v), 0), *OPEN])

DEFINITION = Claim(
    "general_additive/appendix-strict-definition",
    weight="wording",
    slip="For a = â no strict inequality can hold; a ≠ â is meant, and a definition has nothing to prove.",
    at="Appendix A, second paragraph",
    printed=(
        "P_φ is strictly convex, i.e., for all a and â we have P_φ((1 − s)a + sâ) < (1 − s)P_φ(a) + sP_φ(â) for 0 < s "
        "< 1"
    ),
    given=[STRICT, *OPEN],
    states=chord(a, b),
    reading="For a P with this property for all a ≠ â, as printed for all a and â.",
)


def square_is_strict() -> list[Theorem]:
    """(1 − s)p² + sq² − ((1 − s)p + sq)² = s(1 − s)(p − q)²."""
    given = [gt((p - q) ** 2, 0), *OPEN]
    inside = combine(gt(s * (1 - s), 0), [(assume(OPEN[0]), assume(OPEN[1]))])
    above = combine(gt((1 - s) * p**2 + s * q**2, ((1 - s) * p + s * q) ** 2), [(inside, assume(given[0]))])
    return [generalize(above, [p, q, s], given)]


SQUARE, QUARTIC = Lambda(r, r**2), Lambda(r, r**4)


@DEFINITION.counterexample
def one_point(claim: Claim) -> Theorem:
    """P(x) = x², a = â = 0: 0 < 0."""
    return witness(list(claim.given), claim.states[0], {P: SQUARE, a: 0, b: 0, s: HALF}, square_is_strict())


APART = {P: SQUARE, a: 0, b: 1, s: HALF}


# --- one-to-one, and positive --------------------------------------------------------------------------------------

SAME, DIFFERENT = eq(P.gradient(a), P.gradient(b)), gt(Inner(a - b, a - b), 0)
READING = "P is differentiable and strictly convex on R^k, by chords, for a ≠ â. "

ONE_TO_ONE = Claim(
    "general_additive/appendix-strict",
    at="Appendix A, second paragraph",
    printed="Then the gradient φ is one-to-one, so the value L_φ(y, ŷ) is uniquely defined by (16)",
    given=[STRICT, SAME],
    states=eq(a, b),
    rests_on=["general_additive/appendix-strict-positive"],
    reading=READING + "Equal outputs have equal activations, so that (16) has one value for each y and ŷ.",
)

STRICTLY_POSITIVE = Claim(
    "general_additive/appendix-strict-positive",
    at="Appendix A, second paragraph",
    printed="it is clear that the loss L_φ(y, ŷ) is strictly positive for y ≠ ŷ",
    given=[STRICT, DIFFERENT],
    states=gt(divergence(P, b, a), 0),
    reading=READING + "Δ_φ(â, a) > 0 for a ≠ â; y ≠ ŷ implies a ≠ â.",
)


def above_tangent_strictly() -> Theorem:
    """P(b) > P(a) + ⟨φ(a), b − a⟩ for a ≠ b: half-way the chord is above the graph, and that above the tangent."""
    apart = gt(Inner(a - b, a - b), 0)
    weak = chord_above_tangent()
    middle = at(STRICT, a, b, HALF, by=[assume(apart)])
    return follows(gt(divergence(P, b, a), 0), middle, weak)


def chord_above_tangent() -> Theorem:
    """P((a + b)/2) − P(a) ≥ ½⟨φ(a), b − a⟩, from the slope at 0 of the chords from a to (a + b)/2."""
    apart = gt(Inner(a - b, a - b), 0)
    middle = (a + b) / 2
    gap = Lambda(s, (1 - s) * P(a) + s * P(middle) - P((1 - s) * a + s * middle))
    near = follows(gt(Inner(a - middle, a - middle), 0), apart)
    inner = follows(ge(gap(s), 0), at(STRICT, a, middle, s, by=[near]))
    start = follows(eq(s, 0), s, ge(s, 0), le(s, 0))
    end = follows(eq(s, 1), s - 1, ge(1, s), le(1 - s, 0))
    ends = [follows(ge(gap(s), 0), using=[theorem]) for theorem in (start, end)]
    below = cases([inner, ends[1]], [gt(1 - s, 0), le(1 - s, 0)])
    chords = cases([below, ends[0]], [gt(s, 0), le(s, 0)])
    met = [identity(eq(gap(0), 0)), generalize(chords, [s], [ge(s, 0), ge(1, s)])]
    slope = instantiate(cite(SLOPE_AT_THE_END), {partial("f"): gap}, met)
    goal = ge(P(middle) - P(a), Inner(P.gradient(a), b - a) / 2)
    return follows(goal, slope)


@STRICTLY_POSITIVE.proof
def above_the_tangent(claim: Claim) -> Theorem:
    """Δ_φ(â, a) is the height of P above its tangent."""
    return follows(claim.states[0], above_tangent_strictly())


@ONE_TO_ONE.proof
def tangents_and_their_sum(claim: Claim) -> Theorem:
    """Δ(â, a) + Δ(a, â) = ⟨φ(â) − φ(a), â − a⟩, which would be 0."""
    above = above_tangent_strictly()
    size = Inner(a - b, a - b)
    there = instantiate(above, {a: b, b: a}, [follows(gt(Inner(b - a, b - a), 0), gt(size, 0))])
    product = Inner(P.gradient(b) - P.gradient(a), b - a)
    rising = follows(gt(product, 0), above, there)
    level = follows(le(product, 0), using=[SAME])
    contradiction = follows(ge(-(product**2), 0), level, rising)
    apart = follows(le(size, 0), contradiction, rising)
    near = cases([apart, assume(le(size, 0))], [gt(size, 0), le(size, 0)])
    nothing = follows(eq(size, 0), size, near)
    equal = instantiate(cite(DEFINITE), {DEFINITE.conclusion.lhs: a - b}, [nothing])
    return identity(claim.states[0], using=[equal])


fails_without(ONE_TO_ONE,
    ({STRICT: CONVEX}, "P need only be convex: 3x.", {P: LINE, a: 0, b: 1}, met(LINE)),
    (SAME, "The outputs may differ.", {P: SQUARE, a: 0, b: 1}, square_is_strict),
)  # fmt: skip


fails_as(ONE_TO_ONE, ("constant", eq(a, 2 * b), "a = 2â.", {P: SQUARE, a: 1, b: 1}, square_is_strict))


fails_without(STRICTLY_POSITIVE,
    ({STRICT: CONVEX}, "P need only be convex: 3x.", {P: LINE, a: 0, b: 1}, met(LINE)),
    (DIFFERENT, "â may be a.", {P: SQUARE, a: 1, b: 1}, square_is_strict),
)  # fmt: skip


fails_as(STRICTLY_POSITIVE,
    ("sign", gt(0, STRICTLY_POSITIVE.states[0].lhs), "L_φ < 0.", {P: SQUARE, a: 0, b: 1}, square_is_strict),
)  # fmt: skip


# --- translations --------------------------------------------------------------------------------------------------

TRANSLATION = Claim(
    "general_additive/appendix-translation",
    at="Appendix A, last paragraph",
    printed="P(x + â − â′) = P(x) + c(â, â′) for some c that does not depend on x",
    given=[DIRECTION],
    states=eq(P(u + x) - P(u), P(v + x) - P(v)),
    rests_on=["general_additive/appendix-component"],
    reading="x = â − â′ is in the zero space of the Hessian everywhere; u and v are any two points of R^k.",
)


@TRANSLATION.proof
def same_slope(claim: Claim) -> Theorem:
    """P(u + sx) − P(v + sx) has the derivative ⟨φ(u + sx) − φ(v + sx), x⟩ = 0."""
    apart = Lambda(s, P(u + s * x) - P(v + s * x))
    component = instantiate(CONSTANT_COMPONENT.theorem(CONSTANT_COMPONENT.states[0]), {a: u + s * x, other: v + s * x})
    still = follows(eq(Deriv(apart(r), r, s), 0), component)
    constant = instantiate(cite(ZERO_DERIVATIVE), {partial("f"): apart}, [generalize(still, [s], [ge(s, 0), ge(1, s)])])
    return follows(claim.states[0], constant)


@TRANSLATION.instance
def a_linear_potential() -> tuple[dict[Any, Any], list[Theorem]]:
    """P(r) = r on the line, whose zero space is the line everywhere."""
    return LINEAR | {u: 0, v: 1}, flat()


fails_without(TRANSLATION,
    (DIRECTION, "x need not be in the zero space: (0 + 1)² − 0² against 2² − 1².", {P: SQUARE, u: 0, v: 1, x: 1}),
)  # fmt: skip


# --- the condition is not necessary --------------------------------------------------------------------------------


def on_the_line(at: Any, base: Any) -> Any:
    """Δ(at, base) for x⁴ on the line."""
    return QUARTIC(at) - QUARTIC(base) - (at - base) * Deriv(QUARTIC(r), r, base)


def bend(at: Any) -> Any:
    """The second derivative of x⁴."""
    return Deriv(Deriv(QUARTIC(q), q, r), r, at)


NOT_NECESSARY = Claim(
    "general_additive/appendix-not-necessary",
    at="Appendix A, third paragraph",
    says="that the zero space of the Hessian is the same for all a, which suffices, is not necessary",
    given=[],
    states=[
        forall([p, q], eq(p, q), [eq(Deriv(QUARTIC(r), r, p), Deriv(QUARTIC(r), r, q))]),
        forall([p, q], gt(on_the_line(p, q), 0), [gt((p - q) ** 2, 0)]),
        eq(bend(0), 0),
        ne(bend(1), 0),
    ],
    rests_on=["general_additive/appendix-kernel", "general_additive/appendix-strict"],
    reading=(
        "Is the assumption necessary? No: for P(x) = x⁴ on the line φ is one-to-one, so that the loss is well defined, "
        "and the loss is positive, but the zero space of the Hessian is the line at 0 and {0} at 1. What is necessary "
        "and sufficient is in general_additive/appendix-exact."
    ),
)


def gap_of_quartics() -> Theorem:
    """x⁴ − y⁴ − 4y³(x − y) ≥ ⅓(x − y)⁴: the rest is ⅔(x − y)²(x + 2y)²."""
    return follows(ge(on_the_line(p, q), (p - q) ** 4 / 3), (p + 2 * q) ** 2)


@NOT_NECESSARY.proof
def squares_in_the_quartic(claim: Claim) -> list[Theorem]:
    """(x − y)(x³ − y³) ≥ ¼(x − y)⁴, and the divergence is at least ⅓(x − y)⁴."""
    injective, positive, flat, bent = claim.states
    square = (p - q) ** 2
    same = assume(injective.given[0])
    fourth = combine(le(square**2, 0), [(-(p - q), same), (3, square * (p + q) ** 2)])
    nothing = follows(eq(square**2, 0), square**2, fourth)
    equal = vanishes_with_its_square(p - q, vanishes_with_its_square(square, nothing))
    apart = assume(positive.given[0])
    strict = follows(positive.body, gap_of_quartics(), follows(gt(square**2, 0), apart))
    return [
        generalize(follows(injective.body, equal), [p, q], injective.given),
        generalize(strict, [p, q], positive.given),
        identity(flat),
        follows(bent),
    ]


fails_as(NOT_NECESSARY,
    ("constant", [*NOT_NECESSARY.states[:3], eq(bend(1), 0)], "The second derivative is 0 at 1.", {}),
    ("sign", [*NOT_NECESSARY.states[:2], ne(bend(0), 0), NOT_NECESSARY.states[3]],
        "The second derivative is not 0 at 0.", {}),
)  # fmt: skip
