"""Section 6.1: x_t, p_t and p_{t+1} lie on one great circle, at the angles 0, d and d + b."""

from __future__ import annotations

from functools import cache
from typing import Any

from sympy import Expr, Rational, acos, cos, pi, sin

from proofs.spheres.lemma_7_sign import INSIDE, sine_is_positive, z
from proofs.spheres.single_step import ANGLE, NAMES, NEXT, UNIT, UNIT_DATA, W, along, d, eta, p, step, u, x
from verify.author.kernel import Theorem, assume, cite, combine, identity, instantiate
from verify.axioms import DEFINITE
from verify.claims import Claim, fails_as, fails_without
from verify.language.terms import Inner, eq, real, vector

theta = real("θ")
b = step(d, eta)


def great_circle(theta: Any) -> Expr:
    """The unit-speed great circle from x through p, cos θ x + sin θ (p − cos d x)/sin d."""
    return cos(theta) * x + sin(theta) / sin(d) * (p - cos(d) * x)


SETTING = (
    "p = p_t and x = x_t are unit vectors of any dimension, neither equal nor opposite: d = dist(x, p) with 0 < d < π. "
    "p_{t+1} is the explicit update (spheres/update-everywhere) and b = η sin 2d, with its sign. "
)

COLLINEAR = Claim(
    "spheres/collinear",
    at="section 6.1",
    printed="the three points x_t, p_t and p_{t+1} aways lie along a geodesic, a great arc on Sⁿ⁻¹",
    given=[UNIT, UNIT_DATA, ANGLE, *INSIDE],
    where=NAMES,
    states=[
        eq(Inner(great_circle(theta), great_circle(theta)), 1),
        eq(Inner(great_circle(theta), x), cos(theta)),
        eq(Inner(great_circle(theta), p), cos(theta - d)),
        eq(great_circle(d + b), NEXT),
        eq(sin(d) * NEXT, sin(d + b) * p - sin(b) * x),
    ],
    rests_on=["spheres/update-everywhere"],
    reading=SETTING
    + "γ(θ) = cos θ x + sin θ (p − cos d x)/sin d is a great circle of unit speed: γ(θ) is at the angle θ from x and "
    "θ − d from p, so x = γ(0) and p = γ(d), and p_{t+1} = γ(d + b), for every η > 0. So p_{t+1} is a combination of "
    "p and x. As b > 0 for d < π/2 and b < 0 for d > π/2, p_{t+1} lies beyond p, seen from x, or before it, by |b| "
    "along the circle; what that says of the order on an arc, which the circle has for short steps only, is "
    "spheres/collinear-order. For p = ±x nothing moves (spheres/update-at-rest), and all three points are on every "
    "great circle through x.",
)


@COLLINEAR.proof
def one_combination(claim: Claim) -> list[Theorem]:
    """sin d p_{t+1} = sin(d + b) p − sin b x: the difference has no component in its own direction."""
    unit, start, through, arrives, combination = claim.states
    equations = [g for g in claim.given if g in (UNIT, UNIT_DATA, ANGLE)]
    sine = instantiate(sine_is_positive(), {z: d}, [assume(g) for g in claim.given if g in INSIDE])
    rest = combination.lhs - combination.rhs
    square = combine(eq(Inner(rest, rest), 0), [(1, along(rest))])
    zero = instantiate(cite(DEFINITE), {vector("x"): rest}, [square])
    circle = arrives.lhs - arrives.rhs
    opposed = instantiate(_opposed(u), {u: circle}, [sine])
    apart = combine(eq(Inner(circle, circle), 0), [(1 / sin(d), opposed)], facts=[sine])
    nothing = instantiate(cite(DEFINITE), {vector("x"): circle}, [apart, sine])
    equal = identity(eq(W + u, W), using=[eq(u, 0)])
    same = instantiate(equal, {u: circle, W: arrives.rhs}, [nothing, sine])
    return [
        identity(unit, using=equations, facts=[sine]),
        identity(start, using=equations, facts=[sine]),
        identity(through, using=equations, facts=[sine]),
        same,
        zero,
    ]


def _opposed(direction: Any) -> Theorem:
    """sin d ⟨γ(d + b) − p_{t+1}, u⟩ = 0."""
    circle = great_circle(d + b)
    goal = eq(sin(d) * (Inner(circle, direction) - Inner(NEXT, direction)), 0)
    sine = instantiate(sine_is_positive(), {z: d}, [assume(g) for g in INSIDE])
    return combine(goal, [(-1, along(direction))], facts=[sine])


PLAIN = {p: (Rational(3, 5), Rational(4, 5)), x: (1, 0), d: acos(Rational(3, 5)), eta: Rational(25, 48), theta: 1}


fails_as(COLLINEAR,
    ("sign", [*COLLINEAR.states[:3], eq(great_circle(d - b), NEXT), COLLINEAR.states[4]],
        "p_{t+1} is at the angle d − b.", PLAIN),
    ("constant", [*COLLINEAR.states[:3], eq(great_circle(d + b / 2), NEXT), COLLINEAR.states[4]],
        "p_{t+1} is at the angle d + b/2.", PLAIN),
)  # fmt: skip


fails_without(COLLINEAR,
    (UNIT, "p need not be a unit vector.", PLAIN | {p: (Rational(3, 5), 2)}),
    (UNIT_DATA, "x need not be a unit vector.", PLAIN | {p: (1, 0), x: (0, 2), d: pi / 2}),
    (ANGLE, "d need not be the distance from p to x.", PLAIN | {p: (1, 0), x: (0, 1), d: 1, theta: 2}),
)  # fmt: skip


@cache
def cosines_of_the_next() -> tuple[Theorem, Theorem]:
    """⟨p_{t+1}, x⟩ = cos(d + b) and ⟨p_{t+1}, p⟩ = cos b."""
    sine = instantiate(sine_is_positive(), {z: d}, [assume(f) for f in INSIDE])
    made = []
    for direction, angle in ((x, d + b), (p, b)):
        goal = eq(Inner(NEXT, direction), cos(angle))
        made.append(combine(goal, [(1 / sin(d), along(direction))], using=[UNIT, UNIT_DATA, ANGLE], facts=[sine]))
    return made[0], made[1]
