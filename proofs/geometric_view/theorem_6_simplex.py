"""(12) on the simplex Δ¹ fails for a loss that is linear in p: convex must mean along geodesics."""

from __future__ import annotations

from typing import Any

from sympy import Expr, Integer, Rational, cos, pi, sin

from verify.author.kernel import Theorem, assume, certify, combine
from verify.claims import Claim, fails_as, fails_without
from verify.language.terms import eq, ge, gt, nonnegative
from verify.prover.proving import certificate

angle = nonnegative("φ")
AT = 5 * pi / 12
START = eq(angle, AT)
BEST, RATE = pi / 6, 2 * pi / 3


def after(x: Any) -> Expr:
    """φ_1 = φ − (η/2) sin φ cos φ."""
    return x - RATE / 2 * sin(x) * cos(x)


def bound(x: Any, ways: Any = 1) -> Expr:
    """The right-hand side of (12), with D = 2(φ − φ′)²."""
    covered = 2 * (x - BEST) ** 2 - 2 * (after(x) - BEST) ** 2
    return Rational(1, 4) + ways * covered / RATE + 2 * (x - after(x)) ** 2 / RATE


SIMPLEX = Claim(
    "geometric_view/theorem-6-simplex",
    at="Theorem 6 and Example 3",
    says="on the simplex Δ¹ the loss L(p) = p₂, which is linear in p, does not satisfy (12)",
    given=[START],
    states=gt(sin(angle) ** 2, bound(angle)),
    reading="p = (cos²φ, sin²φ) with 0 < φ < π/2 is at the angle φ of the circle of radius 2, by f(p) = 2√p, so dist "
    "is 2|φ − φ′| and the derivative of L = sin²φ by length is sin φ cos φ. One explicit step with η = 2π/3 goes from "
    "5π/12 to π/3, by a shortest path inside Δ¹, and the comparator is at π/6, with the loss ¼. L is convex in p, but "
    "not along the geodesics of the metric of Example 3, which (12) supposes; nor is the open simplex complete.",
)
HERE = {angle: AT}


@SIMPLEX.proof
def a_flat_top(claim: Claim) -> Theorem:
    """(2 + √3)/4 is more than ¼ + π/8."""
    number = certify(certificate(gt(sin(AT) ** 2, bound(AT))))
    return combine(claim.states[0], [(1, number)], using=[assume(f) for f in claim.given])


fails_as(SIMPLEX,
    ("constant", gt(sin(angle) ** 2, bound(angle, 2)), "Twice the way towards w⋆.", HERE),
    ("sign", ge(bound(angle), sin(angle) ** 2), "(12).", HERE),
)  # fmt: skip


fails_without(SIMPLEX, (START, "w_0 may be anywhere.", {angle: Integer(0)}))
