"""Theorem 6 needs both of its hypotheses on M: (12) fails on the slit plane, and on the hyperbolic plane."""

from __future__ import annotations

from typing import Any

from sympy import Expr, Integer, Rational, cos, cosh, log, pi, sin, sinh, sqrt

from verify.author.kernel import Theorem, assume, certify, combine, identity
from verify.claims import Claim, fails_as, fails_without
from verify.language.terms import eq, ge, gt, nonnegative, positive, real
from verify.prover.proving import certificate

# --- the slit plane, flat and not complete --------------------------------------------------------------------------

r0, r1, r2, eta = positive("r_0 r_1 r⋆ η")
a0, a1, a2, g1, g2 = real("θ_0 θ_1 θ⋆ a b")


def linear(r: Any, angle: Any) -> Expr:
    """L = ax + by at the polar coordinates of a point."""
    return g1 * r * cos(angle) + g2 * r * sin(angle)


def direct(r: Any, angle: Any, s: Any, other: Any) -> Expr:
    """½dist² of two points whose angles differ by π at most, by the cosine rule."""
    return (r**2 + s**2 - 2 * r * s * cos(angle - other)) / 2


def around(r: Any, s: Any) -> Expr:
    """½dist² of two points whose angles differ by π or more: paths between them are as long as that through 0."""
    return (r + s) ** 2 / 2


LANDS = [
    eq(g1, (r0 * cos(a0) - r1 * cos(a1)) / eta),
    eq(g2, (r0 * sin(a0) - r1 * sin(a1)) / eta),
]
IN_SIGHT = [gt(pi, a1 - a0), ge(a1, a0), ge(pi, a0 - a2), ge(a0, a2)]
HIDDEN = ge(a1 - a2, pi)
ON_PLANE = [gt(a2, 0), gt(2 * pi, a1)]
FLAT_BOUND = linear(r2, a2) + (direct(r0, a0, r2, a2) - around(r1, r2)) / eta + direct(r0, a0, r1, a1) / eta
"""The right-hand side of (12)."""
SHOWN = "It decides which formula of the distance holds, and the equation is one of these formulas."

SLIT = Claim(
    "geometric_view/theorem-6-incomplete",
    at="Theorem 6, hypotheses",
    says="without completeness (12) fails: on the slit plane, for a linear loss, by r_1r⋆(1 + cos(θ_1 − θ⋆))/η",
    given=[*LANDS, *IN_SIGHT, HIDDEN, *ON_PLANE],
    states=eq(linear(r0, a0) - FLAT_BOUND, r1 * r2 * (1 + cos(a1 - a2)) / eta),
    idle=dict.fromkeys([*IN_SIGHT, HIDDEN, *ON_PLANE], SHOWN),
    reading="The slit plane is R² without the half-line of the points (x, 0) with x ≥ 0: a connected manifold of "
    "curvature 0, not complete. Its points have polar coordinates r > 0 and 0 < θ < 2π. The distance, the infimum of "
    "the lengths of paths, is that of the plane where the angles differ by π at most, and r + r′ else, past the end of "
    "the slit. L = ax + by is convex, and linear, along every geodesic. One trial: w_1 = w_0 − η grad L, by a segment "
    "that does not meet the slit and is a shortest path, and w⋆ is behind the slit from w_1 and not from w_0. The loss "
    "less the right side of (12) is positive unless θ_1 − θ⋆ = π. Example: (a, b) = (−2, 1), η = 1, w_0 = (−1, 0), "
    "w_1 = (1, −1), w⋆ = (1, 1) give 2 ≤ 0. In coordinates, as Exp is not defined for all vectors.",
)

BEHIND = {
    r0: Integer(1),
    r1: sqrt(2),
    r2: sqrt(2),
    a0: pi,
    a1: 7 * pi / 4,
    a2: pi / 4,
    g1: Integer(-2),
    g2: Integer(1),
    eta: Integer(1),
}
"""w_0 = (−1, 0), w_1 = (1, −1), w⋆ = (1, 1)."""


@SLIT.proof
def the_way_around(claim: Claim) -> Theorem:
    """In the plane (12) is an equation for linear losses; the slit takes (r_1 + r⋆)² − ‖w_1 − w⋆‖² from it, over 2η."""
    return identity(claim.states[0], using=[f for f in claim.given if f in LANDS])


fails_as(SLIT,
    ("constant", eq(SLIT.states[0].lhs, SLIT.states[0].rhs / 2), "Half as much.", BEHIND),
    ("sign", eq(SLIT.states[0].lhs, -SLIT.states[0].rhs), "(12) with as much to spare.", BEHIND),
)  # fmt: skip


fails_without(SLIT,
    (LANDS[0], "The update may end at any x.", BEHIND | {g1: Integer(-3)}),
    (LANDS[1], "The update may end at any y.", BEHIND | {g2: Integer(2)}),
)  # fmt: skip


# --- the hyperbolic plane, complete and negatively curved ---------------------------------------------------------

height = nonnegative("ρ")


def hyperbolic(x: Any) -> Expr:
    """½arcosh² of c = cosh x cosh 1, with c² − 1 = sinh²x cosh²1 + sinh²1: D of points x beside and 1 along a line."""
    return log(cosh(x) * cosh(1) + sqrt(sinh(x) ** 2 * cosh(1) ** 2 + sinh(1) ** 2)) ** 2 / 2


RATE = Integer(5)
AFTER = height - RATE * 2 * height
START = eq(height, Rational(1, 10))
HYPERBOLIC_BOUND = (hyperbolic(height) - hyperbolic(AFTER)) / RATE + (height - AFTER) ** 2 / 2 / RATE
"""The right-hand side of (12); w⋆ has no loss."""

CURVED = Claim(
    "geometric_view/theorem-6-negative-curvature",
    at="Theorem 6, hypotheses",
    says="without curvature ≥ 0 (12) fails: on the hyperbolic plane, for L = max(ρ, 0)²",
    given=[START],
    states=gt(height**2, HYPERBOLIC_BOUND),
    reading="The hyperbolic plane, of curvature −1, is complete, and every geodesic of it is a shortest path. ρ is the "
    "signed distance from a line, and τ the place of the foot along it: dist((ρ, τ), (0, τ′)) has the hyperbolic "
    "cosine cosh ρ cosh (τ − τ′). L = max(ρ, 0)² is the squared distance from the half-plane ρ ≤ 0, which is convex, "
    "so L is convex and differentiable, and grad L is 2ρ towards larger ρ where ρ ≥ 0. One trial with η = 5 from w_0 = "
    "(ρ, 0), ρ = 1/10, goes along the geodesic τ = 0 to w_1 = (−9ρ, 0); w⋆ = (0, 1), where L is 0. The loss is "
    ".01, and the right-hand side of (12) negative. In the flat plane the latter is .02. With sinh²ρ for L, which is "
    "convex too, the hyperbolic plane decides what becomes of geometric_view/theorem-6.repaired without curvature ≥ 0.",
)
HERE = {height: Rational(1, 10)}


fails_as(CURVED,
    ("constant", gt(height**2, HYPERBOLIC_BOUND + (height - AFTER) ** 2 / 2 / RATE), "Twice the movement in (12).",
        HERE),
    ("sign", ge(HYPERBOLIC_BOUND, height**2), "(12).", HERE),
)  # fmt: skip


fails_without(CURVED, (START, "w_0 may be on the line.", {height: Integer(0)}))


@CURVED.proof
def far_from_the_line(claim: Claim) -> Theorem:
    """At ρ = 1/10 both sides are numbers, and enclosures part them."""
    start = [assume(f) for f in claim.given]
    bound = HYPERBOLIC_BOUND.subs(height, Rational(1, 10))
    number = certify(certificate(gt(Rational(1, 100), bound)))
    return combine(claim.states[0], [(1, number)], using=start)
