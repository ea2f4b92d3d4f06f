"""Proposition 9: (18) is an equation only where the loss is affine on the geodesic, and that is a shortest path."""

from __future__ import annotations

from typing import Any

from sympy import Lambda, Rational

from proofs.geometric_view.prop_9 import (
    FALL, IMPLICIT, LINEAR, NOT_NEGATIVE, PARABOLA, SHORTER, STEP, after, before, divergence, eta, grad,
    half_squared_length, loss, of, without,
)  # fmt: skip
from verify.author.kernel import Theorem, assume, combine, generalize, instantiate
from verify.axioms import DIST, EXP
from verify.claims import Claim, fails_as
from verify.language.terms import Inner, eq, forall, ge, le, norm, real
from verify.lemmas import at_most_by_squares

s, x, y = real("s x y")
PART = [ge(s, 0), ge(1, s)]


def there(s: Any) -> Any:
    """The point γ(s) of the geodesic from w_{t+1} to w_t."""
    return EXP(after, s * STEP)


TANGENT = forall(s, ge(loss(there(s)), loss(after) + s * Inner(grad(after), STEP)), PART)
CHORD = forall(s, le(loss(there(s)), (1 - s) * loss(after) + s * loss(before)), PART)
EQUATION = eq(divergence(after, before), eta / 2 * FALL)

EQUALITY = Claim(
    "geometric_view/prop-9-equality",
    at="Proposition 9, (18)",
    says="(18) is an equation only if the loss is affine on the geodesic from w_{t+1} to w_t, and that is a shortest "
    "path",
    given=[TANGENT, CHORD, IMPLICIT, SHORTER, NOT_NEGATIVE, EQUATION, *PART],
    states=[
        eq(loss(there(s)), (1 - s) * loss(after) + s * loss(before)),
        eq(DIST(after, before), norm(STEP)),
    ],
    rests_on=["geometric_view/prop-9"],
    reading=(
        "The loss is convex on the geodesic γ(s) = Exp(sη grad L) from w_{t+1}, which is the implicit update's and "
        "ends at w_t: above its tangent at w_{t+1} and below its chord, 0 ≤ s ≤ 1. The distance is at most the "
        "geodesic's length. If D(w_t, w_{t+1}) = (η/2)(L_t(w_t) − L_t(w_{t+1})), then L(γ(s)) is the chord, and "
        "dist(w_t, w_{t+1}) = ‖η grad L‖. That such losses attain it: the sharpness of geometric_view/prop-9."
    ),
)


@EQUALITY.proof
def no_slack(claim: Claim) -> list[Theorem]:
    """½dist² ≤ ½‖η grad‖² ≤ (η/2)(L(w_t) − L(w_{t+1})), the second as the tangent's end is below the loss."""
    affine, shortest = claim.states
    ends = [combine(ge(1, 0), [(1, 1)]), combine(ge(1, 1), [])]
    lands = of(claim, IMPLICIT)
    last = [instantiate(assume(h), [1], ends) for h in of(claim, TANGENT)]
    fall = [combine(ge(FALL, Inner(STEP, STEP) / eta), [(1, h)], using=lands) for h in last]
    longer = half_squared_length(claim)
    equation = [assume(h) for h in of(claim, EQUATION)]
    squares = combine(
        ge(DIST(after, before) ** 2, Inner(STEP, STEP)), [*((2, h) for h in equation), *((eta, h) for h in fall)]
    )
    signs = of(claim, NOT_NEGATIVE)
    above = at_most_by_squares(norm(STEP), DIST(after, before), squares, facts=signs)
    short = of(claim, SHORTER)
    steep = combine(ge(Inner(STEP, STEP) / eta, FALL), [*((2 / eta, h) for h in equation), (2 / eta, longer)])
    part = [assume(f) for f in of(claim, *PART)]
    low = [(1, instantiate(assume(h), [s], part)) for h in of(claim, TANGENT)]
    high = [instantiate(assume(h), [s], part) for h in of(claim, CHORD)]
    below = combine(ge(loss(there(s)), affine.rhs), [*low, (s, steep)], facts=of(claim, *PART))
    return [
        combine(affine, [(1, affine.lhs - affine.rhs)], facts=[below, *high]),
        combine(shortest, [(1, DIST(after, before) - norm(STEP))], facts=[above, *short]),
    ]


HALF = Rational(1, 2)
AFFINE = LINEAR | {s: HALF}
"""L = x on the line, from w_t = 0 to w_{t+1} = −1 at η = 1."""


def straight(value: Any = s - 1, end: Any = s - 1) -> list[Theorem]:
    """On the geodesic the loss is not below `value`, nor above `end`: its tangent and its chord."""
    return [generalize(combine(ge(value, value), []), [s], PART), generalize(combine(le(end, end), []), [s], PART)]


fails_as(EQUALITY,
    ("constant", [EQUALITY.states[0], eq(DIST(after, before), 2 * norm(STEP))], "dist = 2‖η grad‖.", AFFINE, straight),
    ("sign", [EQUALITY.states[0], eq(DIST(after, before), -norm(STEP))], "dist = −‖η grad‖.", AFFINE, straight),
)  # fmt: skip


def dropped(name: str, hypothesis: Any, words: str, **instance: Any) -> None:
    """A changed claim without one hypothesis, with the instance that refutes it."""

    def changed(claim: Claim) -> Claim:
        return without(claim, hypothesis)

    changed.__name__, changed.__doc__ = name, words
    EQUALITY.mutant("hypothesis", **instance)(changed)


def within(value: Any, tangent: Any, chord: Any) -> Any:
    """The loss `value` on the geodesic is above its tangent and below its chord, by these multiples of s and 1 − s."""

    def met() -> list[Theorem]:
        line = -1 + s if value.subs(s, 0) == -1 else 1 + 4 * s
        end = value.subs(s, 0) * (1 - s) + s * value.subs(s, 1)
        bodies = [(ge(value, line), tangent), (le(value, end), chord)]
        return [
            generalize(combine(body, [terms], facts=PART), [s], PART) for body, terms in bodies if terms is not None
        ]

    return met


BENT = PARABOLA | {s: HALF}
dropped(
    "strict",
    EQUATION,
    "(18) may be strict: L = x².",
    at=BENT,
    discharge=within((1 + 2 * s) ** 2, (4 * s, s), (4 * s, 1 - s)),
)
dropped(
    "no_chord",
    CHORD,
    "The loss may be above its chord: −x².",
    at=AFFINE | {loss: Lambda(x, -(x**2))},
    discharge=within(-((s - 1) ** 2), (s, 1 - s), None),
)
dropped(
    "no_tangent",
    TANGENT,
    "The loss may be below its tangent: x² + 2x.",
    at=AFFINE | {loss: Lambda(x, x**2 + 2 * x)},
    discharge=within((s - 1) ** 2 + 2 * (s - 1), None, (s, 1 - s)),
)
dropped(
    "longer_distance",
    SHORTER,
    "The distance may be longer than the geodesic.",
    at=AFFINE | {loss: Lambda(x, 4 * x + 3), DIST.head: Lambda((x, y), 2)},
    discharge=within(4 * s - 1, (3, s), (0, s)),
)
dropped(
    "distance_below_zero",
    NOT_NEGATIVE,
    "The distance may be negative.",
    at=AFFINE | {DIST.head: Lambda((x, y), -1)},
    discharge=straight,
)
