"""Proposition 9 (18): the implicit update moves by at most half the fall of the loss, and so lowers its cost U_t."""

from __future__ import annotations

from typing import Any

from sympy import Abs, Expr, Lambda, Rational, Tuple

from proofs.geometric_view._hyperbolic import APPROACH, BESIDE, SLOPE, START, a, b, convex, end, h, unit_step, x
from verify.author.kernel import Theorem, assume, combine, generalize, identity, instantiate
from verify.axioms import DIST, EXP, HYPERBOLIC_PLANE, LINE_DIST, LINE_EXP
from verify.claims import Claim, Sharpness, fails_as, fails_without, holds_at
from verify.language.terms import (
    Inner, Tangent, Vec, VecHead, eq, forall, function, ge, gt, le, norm, point, positive, real,
)  # fmt: skip

HALF = Rational(1, 2)
eta, lam = positive("η"), real("λ")
loss, v, before, after = function("L"), point("v"), point("w_t"), point("w_{t+1}")
U = Vec(VecHead("U"), Tangent(v))


def grad(v: Any) -> Vec:
    """grad L_t at the point v."""
    return Vec(VecHead("grad"), Tangent(v), v)


def divergence(u: Any, v: Any) -> Expr:
    """D(u, v) = ½ dist(u, v)² (8)."""
    return DIST(u, v) ** 2 / 2


STEP = eta * grad(after)
CONVEX = forall([v, U], ge(loss(EXP(v, U)), loss(v) + Inner(grad(v), U)))
IMPLICIT = eq(EXP(after, STEP), before)
SHORTER = ge(norm(STEP), DIST(after, before))
NOT_NEGATIVE = ge(DIST(after, before), 0)
ITSELF = eq(DIST(before, before), 0)
FALL = loss(before) - loss(after)
STEPS = (
    "The implicit update (9): the geodesic from w_{t+1} with velocity η grad L(w_{t+1}) ends at w_t; the distance is "
    "at most its length and not negative. That it is minimising is not needed. D is symmetric, and written with "
    "w_{t+1} first. "
)
READING = (
    "On any complete Riemannian manifold, of any curvature. L_t is differentiable and convex along every geodesic, "
    "L(Exp_v U) ≥ L(v) + ⟨grad L(v), U⟩. " + STEPS
)

PROP_9_SHARP = Claim(
    "geometric_view/prop-9.sharp",
    at="Proposition 9, (18)",
    says="D(w_t,w_{t+1}) ≤ η/(2(1 + ηλ)) · (L_t(w_t) − L_t(w_{t+1})) for a λ-convex loss",
    given=[
        ge(loss(before), loss(after) + Inner(grad(after), STEP) + lam * Inner(STEP, STEP)),
        SHORTER,
        NOT_NEGATIVE,
        gt(1 + eta * lam, 0),
    ],
    states=le(divergence(after, before), eta / (2 * (1 + eta * lam)) * FALL),
    reading="On any Riemannian manifold, of any curvature, complete or not. "
    + STEPS
    + "The loss is λ-convex on that geodesic, of which only L(w_t) ≥ L(w_{t+1}) + ⟨grad, γ̇⟩ + λℓ² is used, with "
    "1 + ηλ > 0; λ may be negative. Equality for the square loss on the line, L = λw².",
    sharpens="geometric_view/prop-9",
)

PROP_9 = Claim(
    "geometric_view/prop-9",
    at="Proposition 9, (18)",
    printed="D(w_t,w_{t+1}) ≤ (η/2)(L_t(w_t) − L_t(w_{t+1}))",
    given=[CONVEX, IMPLICIT, SHORTER, NOT_NEGATIVE],
    states=le(divergence(after, before), eta / 2 * FALL),
    reading=READING,
)


def cost(v: Any) -> Expr:
    """U_t(v) = D(v, w_t) + ηL_t(v) (7)."""
    return divergence(v, before) + eta * loss(v)


MIDDLE = divergence(after, before) + eta * loss(before) - 2 * divergence(after, before)

CONSEQUENCE = Claim(
    "geometric_view/prop-9-consequence",
    at="after Proposition 9",
    printed="U_t(w_{t+1}) = D(w_{t+1}, w_t) + ηL_t(w_{t+1}) ≤ D(w_{t+1},w_t) + ηL_t(w_t) − 2D(w_t,w_{t+1}) = "
    "ηL_t(w_t) − D(w_{t+1}, w_t) = U_t(w_t) − D(w_{t+1},w_t)",
    given=[CONVEX, IMPLICIT, SHORTER, NOT_NEGATIVE, ITSELF],
    states=[
        le(cost(after), MIDDLE),
        eq(MIDDLE, cost(before) - divergence(after, before)),
        le(cost(after), cost(before) - divergence(after, before)),
    ],
    rests_on=["geometric_view/prop-9"],
    reading=READING + "The distance of a point to itself is 0.",
)


def of(claim: Claim, *wanted: Any) -> list[Any]:
    """Those of the hypotheses that the claim has."""
    return [f for f in claim.given if f in wanted]


def without(claim: Claim, *hypotheses: Any) -> Claim:
    """The claim without some of its hypotheses."""
    return claim.replace(given=[f for f in claim.given if f not in hypotheses])


def half_squared_length(claim: Claim) -> Theorem:
    """½‖η grad‖² ≥ ½dist², from length ≥ dist ≥ 0."""
    length, reach = norm(STEP), DIST(after, before)
    longer = [assume(f) for f in of(claim, SHORTER)] or [assume(ge(length, 0))]
    signs = [assume(f) for f in of(claim, NOT_NEGATIVE)] or [assume(ge(length, 0))]
    product = combine(ge(reach * length, reach**2), [(longer[0], signs[0])])
    return combine(ge(Inner(STEP, STEP) / 2, reach**2 / 2), [(length / 2, longer[0]), (HALF, product)])


@PROP_9_SHARP.proof
def length_of_the_step(claim: Claim) -> Theorem:
    """⟨grad, γ̇⟩ = ‖γ̇‖²/η for γ̇ = η grad, so (1/η + λ)‖γ̇‖² ≤ L(w_t) − L(w_{t+1}), and 2D ≤ ‖γ̇‖²."""
    convex, fast = PROP_9_SHARP.given[0], PROP_9_SHARP.given[3]
    falls = [assume(f) for f in of(claim, convex)]
    weight = eta / (2 * (1 + eta * lam))
    terms = [(weight, f) for f in falls] + [(1, half_squared_length(claim))]
    return combine(claim.states[0], terms, facts=of(claim, fast))


@PROP_9.proof
def convexity_at_the_end(claim: Claim) -> Theorem:
    """λ = 0."""
    falls = [instantiate(assume(f), [after, STEP]) for f in of(claim, CONVEX)]
    lands = of(claim, IMPLICIT)
    here = [combine(ge(loss(before), loss(after) + Inner(grad(after), STEP)), [(1, f)], using=lands) for f in falls]
    terms = [(eta / 2, f) for f in here] + [(1, half_squared_length(claim))]
    return combine(claim.states[0], terms)


@CONSEQUENCE.proof
def add_the_loss(claim: Claim) -> list[Theorem]:
    """(18), twice."""
    moved = convexity_at_the_end(PROP_9.replace(given=of(claim, *PROP_9.given)))
    first, middle, last = claim.states
    return [
        combine(first, [(2, moved)]),
        identity(middle, using=of(claim, ITSELF)),
        combine(last, [(2, moved), (HALF, DIST(before, before) ** 2)]),
    ]


# --- on the real line -----------------------------------------------------------------------------------------------

_x, _s = real("x s")


def on_the_line(start: Any, end: Any, value: Any, slope: Any, **values: Any) -> dict[Any, Any]:
    """From `start` to `end` on the line, with the loss and its derivative as terms in x."""
    found: dict[Any, Any] = {
        EXP.head: LINE_EXP,
        DIST.head: LINE_DIST,
        loss: Lambda(_x, value),
        VecHead("grad"): Lambda(_x, slope),
        before: start,
        after: end,
        eta: values.get("rate", 1),
    }
    return found


LINEAR = on_the_line(0, -1, _x, 1)
PARABOLA = {**on_the_line(3, 1, _x**2, 2 * _x), lam: 1}
CONCAVE = on_the_line(HALF, 1, -(_x**2), -2 * _x, rate=Rational(1, 4))


def linear() -> Theorem:
    """L = x is convex."""
    x, u = real("v U")
    return generalize(combine(ge(x + u, x + u), []), [x, u])


fails_as(PROP_9,
    ("constant", le(divergence(after, before), eta / 3 * FALL), "η/3 in place of η/2.", LINEAR, linear),
    ("sign", le(divergence(after, before), -eta / 2 * FALL), "The loss rises.", LINEAR, linear),
)  # fmt: skip


fails_without(PROP_9,
    (CONVEX, "L need not be convex.", CONCAVE),
    (IMPLICIT, "w_t may be anything at most as far as the step is long.", LINEAR | {before: -2}, linear),
    (SHORTER, "The distance may be longer than the geodesic.", LINEAR | {DIST.head: Lambda((_x, _s), 2)}, linear),
    (NOT_NEGATIVE, "The distance may be negative.", LINEAR | {DIST.head: Lambda((_x, _s), -2)}, linear),
)  # fmt: skip


def sharper(times: Any) -> Any:
    """The bound of the λ-convex version with another constant before λ."""
    return le(divergence(after, before), eta / (2 * (1 + times * eta * lam)) * FALL)


fails_as(PROP_9_SHARP,
    ("constant", sharper(2), "1 + 2ηλ.", PARABOLA),
    ("constant", le(divergence(after, before), eta / (3 * (1 + eta * lam)) * FALL), "η/(3(1 + ηλ)).", PARABOLA),
    ("sign", le(divergence(after, before), -eta / (2 * (1 + eta * lam)) * FALL), "The loss rises.",
        PARABOLA | {eta: HALF, before: 2}),
)  # fmt: skip


fails_without(PROP_9_SHARP,
    (PROP_9_SHARP.given[0], "Not λ-convex.", PARABOLA | {lam: 2}),
    (SHORTER, "The distance may be longer than the geodesic.", PARABOLA | {DIST.head: Lambda((_x, _s), 3)}),
    (NOT_NEGATIVE, "The distance may be negative.", PARABOLA | {DIST.head: Lambda((_x, _s), -3)}),
    (PROP_9_SHARP.given[3], "1 + ηλ may be negative.", PARABOLA | {lam: -2, loss: Lambda(_x, 0)}),
)  # fmt: skip


holds_at(CONSEQUENCE, ("A linear loss.", LINEAR | {before: 1, after: 0}, linear))


@CONSEQUENCE.mutant("constant", at=LINEAR, discharge=linear)
def twice_the_way(claim: Claim) -> Claim:
    """U_t(w_t) − 2D."""
    last = le(cost(after), cost(before) - 2 * divergence(after, before))
    return claim.replace(states=[*claim.states[:2], last])


fails_as(CONSEQUENCE,
    ("constant", [le(cost(after), MIDDLE - divergence(after, before)), *CONSEQUENCE.states[1:]],
        "−3D in the first line.", LINEAR, linear),
    ("sign", [*CONSEQUENCE.states[:2], gt(cost(after), cost(before) - divergence(after, before))],
        "U_t(w_{t+1}) > U_t(w_t) − D.", LINEAR, linear),
)  # fmt: skip


fails_without(CONSEQUENCE,
    (CONVEX, "L need not be convex.", CONCAVE),
    (IMPLICIT, "w_t may be anything at most as far as the step is long.", LINEAR | {before: -2}, linear),
    (SHORTER, "The distance may be longer than the geodesic.",
        LINEAR | {DIST.head: Lambda((_x, _s), 2 * Abs(_x - _s))}, linear),
    (NOT_NEGATIVE, "The distance may be negative.", LINEAR | {DIST.head: Lambda((_x, _s), -2 * Abs(_x - _s))}, linear),
    (ITSELF, "A point may have a distance to itself: the middle equation needs it, the conclusion does not.",
        LINEAR | {DIST.head: Lambda((_x, _s), 1)}, linear),
)  # fmt: skip


@PROP_9.sharp
def linear_losses() -> Sharpness:
    """L(w) = w on the line: ½η² on both sides."""
    a = real("a")
    both = identity(eq((a - (a - eta)) ** 2 / 2, eta / 2 * (a - (a - eta))))
    return Sharpness("the least constant before L_t(w_t) − L_t(w_{t+1})", "η/2, attained by linear losses", both)


@PROP_9_SHARP.sharp
def parabolas() -> Sharpness:
    """L(w) = λw² on the line: w_t = (1 + 2ηλ)w_{t+1}, and both sides are 2η²λ²w_{t+1}²."""
    a = real("a")
    start, fast = a + eta * 2 * lam * a, gt(1 + eta * lam, 0)
    fall = eta / (2 * (1 + eta * lam)) * (lam * start**2 - lam * a**2)
    both = identity(eq((start - a) ** 2 / 2, fall), facts=[fast])
    return Sharpness("the least constant before L_t(w_t) − L_t(w_{t+1})", "η/(2(1 + ηλ)), attained by λw²", both)


RATES = [Rational(1, 4), HALF, 1, 2]


@PROP_9.extremal("η", RATES)
def steps_down_a_line(rate: Any) -> dict[Any, Any]:
    """L = x."""
    return on_the_line(0, -rate, _x, 1, rate=rate)


@CONSEQUENCE.extremal("η", RATES, formula=2)
def its_cost_on_a_line(rate: Any) -> dict[Any, Any]:
    """L = x, from 2 to 2 − η."""
    return on_the_line(2, 2 - rate, _x, 1, rate=rate)


@PROP_9_SHARP.extremal("λ", RATES)
def steps_down_a_parabola(bend: Any) -> dict[Any, Any]:
    """L = λx² with η = 1, from 1 + 2λ to 1."""
    return on_the_line(1 + 2 * bend, 1, bend * _x**2, 2 * bend * _x) | {lam: bend}


ONE_STEP = {
    **HYPERBOLIC_PLANE.values,
    loss: Lambda((x, h), x**2),
    VecHead("grad"): Lambda((x, h), Tuple(SLOPE, 0)),
    before: (end(START, BESIDE, 1), 0),
    after: (START, 0),
    eta: APPROACH[eta],
}
"""The trial of Theorem 8 that meets its hypotheses on the hyperbolic plane, without an index."""


def one_step_met() -> list[Theorem]:
    """The loss is convex along every geodesic, and the step lands."""
    return [generalize(convex(), [x, h, a, b]), unit_step(START, BESIDE, 1)]


@PROP_9.instance
def a_curved_step() -> tuple[dict[Any, Any], list[Theorem]]:
    """L = x², arsinh x the distance from a line of the hyperbolic plane, and a step of length 1 towards it."""
    return ONE_STEP, one_step_met()


@CONSEQUENCE.instance
def its_cost() -> tuple[dict[Any, Any], list[Theorem]]:
    """L = x², arsinh x the distance from a line of the hyperbolic plane, and a step of length 1 towards it."""
    return ONE_STEP, one_step_met()
