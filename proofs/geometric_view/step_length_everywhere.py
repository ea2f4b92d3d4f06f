"""After (10): on every manifold the explicit update moves by at most η‖grad L_t(w_t)‖."""

from __future__ import annotations

from typing import Any

from sympy import Lambda, Rational

from verify.author.kernel import Theorem, cite, combine, instantiate
from verify.axioms import DIST, DISTANCE_AT_MOST_LENGTH, EXP, REAL_LINE, complete, same_point
from verify.claims import Claim, fails_as, fails_without
from verify.language.terms import Tangent, Vec, VecHead, le, norm, point, positive, real

v, after, q = point("v"), point("w′"), point("q")
eta = positive("η")
G = Vec(VecHead("G"), Tangent(v))
x, y = real("x y")
MANIFOLD, LANDS = complete(), same_point(EXP(v, -eta * G), after)

BOUND = Claim(
    "geometric_view/step-length-bound-everywhere",
    at="after (10)",
    says="dist(w_t, w_{t+1}) ≤ η‖grad L_t(w_t)‖ for the explicit rule, on every manifold",
    given=[MANIFOLD, LANDS],
    states=le(DIST(v, after), eta * norm(G)),
    reading=(
        "On a complete connected manifold, of any curvature: v = w_t, G = grad L_t(w_t), and w′ = w_{t+1} is the "
        "point Exp_v(−ηG), which is said by their distance 0. The geodesic from w_t to w_{t+1} has the length η‖G‖, "
        "and the distance is at most that; where it is less, the text after (10) is wrong "
        "(geometric_view/step-length)."
    ),
)


@BOUND.proof
def a_geodesic_is_a_path(claim: Claim) -> Theorem:
    """‖−ηG‖ = η‖G‖."""
    longer = instantiate(cite(DISTANCE_AT_MOST_LENGTH), {VecHead("U"): -eta * G, q: after})
    return combine(claim.states[0], [(1, longer)])


ON_THE_LINE: dict[Any, Any] = {**REAL_LINE.values, v: 0, after: -1, G: 1, eta: 1}


def line() -> list[Theorem]:
    """R."""
    return REAL_LINE.facts()


fails_as(BOUND,
    ("constant", le(DIST(v, after), eta * norm(G) / 2), "½η‖grad‖.", ON_THE_LINE, line),
    ("sign", le(DIST(v, after), -eta * norm(G)), "−η‖grad‖.", ON_THE_LINE, line),
)  # fmt: skip


fails_without(BOUND,
    (LANDS, "w_{t+1} may be anything.", ON_THE_LINE | {after: 5}, line),
    (MANIFOLD, "dist may be anything that is 0 from Exp(−η grad) to w_{t+1}.",
        ON_THE_LINE | {DIST.head: Lambda((x, y), 5 * (x + 1))}),
)  # fmt: skip


@BOUND.extremal("η", [Rational(1, 2), 1, 10])
def on_the_line(rate: Any) -> tuple[dict[Any, Any], list[Theorem]]:
    """From 0 to −η on the line: attained at every rate."""
    return ON_THE_LINE | {after: -rate, eta: rate}, line()
