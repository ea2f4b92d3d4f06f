"""Proposition 2: a matching divergence is half the Hessian form somewhere on the segment, and what that bounds."""

from __future__ import annotations

from typing import Any

from sympy import Expr, Lambda, Rational, S

from proofs.general_additive.divergence import divergence
from verify.audit import (
    Claim, Deriv, Hessian, Inner, Theorem, assume, at, cite, combine, decided_by, eq, exists, fails_as, fails_without,
    field, follows, forall, ge, generalize, identity, instantiate, le, partial, real, vectors,
)  # fmt: skip
from verify.axioms import TAYLOR
from verify.language.exists import ANYTHING, NOTHING_EXISTS

s, r, z, largest = real("s r z λ")
P = field("P")
theta, x, v, w = vectors("θ x v w")

SEGMENT = [ge(s, 0), ge(1, s)]


def form(at: Any, direction: Any) -> Expr:
    """(direction)ᵀDφ(at)(direction), for φ = ∇P."""
    return Inner(Hessian(P.head, at, direction), direction)


MOVED = divergence(P, theta + x, theta)


HALF = Rational(1, 2)


def some_point(factor: Any = HALF, segment: Any = SEGMENT) -> Any:
    """There is an s with Δ(θ + x, θ) = ½xᵀDφ(θ + sx)x."""
    return exists(s, [*segment, eq(MOVED, factor * form(theta + s * x, x))])


PROP_2 = Claim(
    "general_additive/prop-2",
    at="Proposition 2",
    printed="there is a value 0 ≤ s ≤ 1 such that for θ′ = θ + s·x we have Δ_φ(θ + x, θ) = ½xᵀDφ(θ′)x",
    states=some_point(),
    reading=(
        "φ = ∇P on R^k for a twice differentiable P, for every k, θ and x; convex or not. Where φ has a kink there may "
        "be no such s: general_additive/prop-2-kink."
    ),
)

WITHIN = forall([w, v], ge(largest * Inner(v, v), form(w, v)))
ON_THE_SEGMENT = forall(s, ge(largest * Inner(x, x), form(theta + s * x, x)), SEGMENT)

PROP_2_BOUND = Claim(
    "general_additive/prop-2-bound",
    at="after Proposition 2",
    printed="Δ_φ(θ + x, θ) ≤ λ_max‖x‖²/2, where λ_max is the largest eigenvalue of Dφ(r) for any r",
    given=[WITHIN],
    states=le(MOVED, largest * Inner(x, x) / 2),
    rests_on=["general_additive/prop-2"],
    reading=(
        "λ_max is at least every eigenvalue of every Dφ(r), which is symmetric: vᵀDφ(r)v ≤ λ_max‖v‖². Where the "
        "eigenvalues are unbounded there is no such λ_max. P need not be convex."
    ),
)


@PROP_2.proof
def along_the_segment(claim: Claim) -> Theorem:
    """Taylor's theorem for s ↦ P(θ + sx) on [0, 1]."""
    along, curved = Lambda(s, P(theta + s * x)), Lambda(s, form(theta + s * x, x))
    second = identity(eq(Deriv(Deriv(along(r), r, z), z, s), curved(s)))
    (there,) = claim.given
    here = generalize(at(there, s), [s], [*SEGMENT, there.given[-1]])
    values = {partial("f"): along, partial("k"): curved, TAYLOR.conclusion.lhs: ANYTHING}
    return instantiate(cite(TAYLOR), values, [generalize(second, [s], SEGMENT), here])


@PROP_2_BOUND.proof
def at_that_point(claim: Claim) -> Theorem:
    """At the point of Proposition 2 the form is at most λ_max‖x‖²."""
    gap = largest * Inner(x, x) / 2 - MOVED
    proposition = instantiate(PROP_2.theorem(PROP_2.states[0]), {ANYTHING: gap})
    equation = some_point().formulas[-1]
    below = [at(WITHIN, theta + s * x, x)]
    here = follows(ge(gap, 0), below, equation)
    met = generalize(here, [s], [*SEGMENT, equation])
    return follows(claim.states[0], instantiate(proposition, {}, [met]))


SQUARE = Lambda(r, r**2)
NOWHERE = {P: SQUARE, theta: 0, x: 1, **NOTHING_EXISTS}


def never(factor: Any, segment: Any = SEGMENT) -> Any:
    """For x² the form is 2 everywhere and the divergence is 1: no point of the segment has another factor than ½."""

    def theorems() -> list[Theorem]:
        wrong = assume(eq(1, factor * 2))
        return [generalize(combine(ge(-1, 0), [(1 / (2 * S(factor) - 1), wrong)]), [s], [*segment, wrong.conclusion])]

    return theorems


fails_as(PROP_2,
    ("constant", some_point(1), "The form in place of half of it.", NOWHERE, never(1)),
    ("sign", some_point(-Rational(1, 2)), "−½ in place of ½.", NOWHERE, never(-Rational(1, 2))),
)  # fmt: skip


CUBE = {P: Lambda(r, r**3), theta: 0, x: 1, **NOTHING_EXISTS}


def not_at_the_end() -> list[Theorem]:
    """For x³ from 0 to 1 the form is 6s and the divergence 1: not at s = 1."""
    segment = [ge(s, 1), ge(1, s)]
    third = eq(1, 3 * s)
    return [generalize(combine(ge(-1, 0), [(Rational(1, 2), assume(third)), (Rational(3, 2), assume(segment[0]))]),
                       [s], [*segment, third])]  # fmt: skip


fails_as(PROP_2,
    ("hypothesis", some_point(segment=[ge(s, 1), ge(1, s)]), "s must be 1: the Hessian at the new parameters.",
        CUBE, not_at_the_end),
)  # fmt: skip


UPWARDS = {P: SQUARE, theta: 0, x: 1, largest: 2}


def two_is_largest() -> list[Theorem]:
    """For x² the form is 2v²."""
    a, b = real("a b")
    return [generalize(combine(ge(2 * b * b, b * Deriv(Deriv(SQUARE(r), r, s), s, a) * b), []), [a, b])]


fails_as(PROP_2_BOUND,
    ("constant", le(MOVED, largest * Inner(x, x) / 4), "λ_max‖x‖²/4.", UPWARDS, two_is_largest),
    ("sign", le(MOVED, -largest * Inner(x, x) / 2), "−λ_max‖x‖²/2.", UPWARDS, two_is_largest),
)  # fmt: skip


fails_without(PROP_2_BOUND, (WITHIN, "λ_max may be anything.", {**UPWARDS, largest: 1}))


def bound_on_the_segment(claim: Claim) -> Theorem:
    """The proof uses the form on the segment, in the direction x, and nowhere else."""
    (below,) = map(assume, claim.given)
    equation = some_point().formulas[-1]
    gap = largest * Inner(x, x) / 2 - MOVED
    here = combine(ge(gap, 0), [(Rational(1, 2), instantiate(below, [s])), (-1, assume(equation))])
    met = generalize(here, [s], [*SEGMENT, equation])
    proposition = instantiate(PROP_2.theorem(PROP_2.states[0]), {ANYTHING: gap}, [met])
    return combine(claim.states[0], [(1, proposition)])


fails_without(PROP_2_BOUND,
    ({WITHIN: ON_THE_SEGMENT},
        "λ_max bounds the form in the direction x on the segment from θ to θ + x, and nowhere else.",
        decided_by(proof=bound_on_the_segment)),
)  # fmt: skip


@PROP_2.instance
def nothing_asked() -> tuple[dict[Any, Any], list[Theorem]]:
    """What follows is 0 ≥ 0, which anything is."""
    here = [*SEGMENT, eq(1, 1)]
    return {P: SQUARE, theta: 0, x: 1, ANYTHING: 0}, [generalize(combine(ge(0, 0), []), [s], here)]
