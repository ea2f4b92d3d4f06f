"""Proof of Theorem 3: the least value of h(r, z) = r/(1 − r) + z/(r − r²), and the printed bound on it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sympy import Expr, Rational, sqrt

from verify.audit import Claim, Sharpness, Theorem, combine, eq, fails_as, follows, gt, identity, le, positive, witness

z = positive("z")


def h(r: Any, z: Any) -> Expr:
    """h(r, z) = r/(1 − r) + z/(r − r²), of the proof of Theorem 3."""
    return r / (1 - r) + z / (r - r**2)


def best_rate(z: Any) -> Expr:
    """r = √(z² + z) − z, which minimises h(·, z)."""
    return sqrt(z**2 + z) - z


H_SHARP = Claim(
    "general_additive/h-inequality.sharp",
    at="proof of Theorem 3",
    says="h(√(z² + z) − z, z) = 2z + 2√(z² + z), for h(r, z) = r/(1 − r) + z/(r − r²)",
    given=[],
    states=eq(h(best_rate(z), z), 2 * z + 2 * sqrt(z**2 + z)),
    reading="The exact value of what the printed inequality bounds, for z > 0.",
    sharpens="general_additive/h-inequality",
)

H_INEQUALITY = Claim(
    "general_additive/h-inequality",
    at="proof of Theorem 3",
    printed="h(√(z² + z) − z, z) ≤ 2√z + 4z",
    given=[],
    states=le(h(best_rate(z), z), 2 * sqrt(z) + 4 * z),
    reading="For every z > 0, with h(r, z) = r/(1 − r) + z/(r − r²).",
)


def rate_is_positive() -> Theorem:
    """√(z² + z) − z > 0: its product with √(z² + z) + z is z."""
    return follows(gt(best_rate(z), 0), z)


def rate_is_below_one() -> Theorem:
    """1 + z − √(z² + z) > 0: its product with 1 + z + √(z² + z) is 1 + z."""
    return combine(gt(1 - best_rate(z), 0), [(1 / (1 + z + sqrt(z**2 + z)), 1 + z)])


def rate_is_inside() -> Theorem:
    """r − r² > 0 for r = √(z² + z) − z."""
    return combine(gt(best_rate(z) - best_rate(z) ** 2, 0), [(rate_is_positive(), rate_is_below_one())])


@H_SHARP.proof
def the_minimum(claim: Claim) -> Theorem:
    """r² = z − 2zr makes both fractions polynomials in the root."""
    return identity(claim.states[0], facts=[rate_is_below_one(), rate_is_inside()])


fails_as(H_SHARP,
    ("constant", eq(H_SHARP.states[0].lhs, 2 * z + sqrt(z**2 + z)), "√(z² + z) in place of 2√(z² + z).", {z: 1}),
    ("sign", eq(H_SHARP.states[0].lhs, 2 * z - 2 * sqrt(z**2 + z)), "2z − 2√(z² + z).", {z: 1}),
)  # fmt: skip


@H_INEQUALITY.proof
def root_of_a_sum(claim: Claim) -> Theorem:
    """√(z² + z) ≤ z + √z."""
    exact = H_SHARP.theorem(H_SHARP.states[0])
    root, total = sqrt(z**2 + z), z + sqrt(z)
    shorter = combine(le(root, total), [(1 / (root + total), 2 * z * sqrt(z))])
    return combine(claim.states[0], [(-1, exact), (2, shorter)], facts=[rate_is_below_one(), rate_is_inside()])


def _constant(root: Any, linear: Any) -> Any:
    return le(h(best_rate(z), z), root * sqrt(z) + linear * z)


fails_as(H_INEQUALITY,
    ("constant", _constant(Rational(19, 10), 4), "19/10 in place of the factor 2 of √z.", {z: Rational(1, 10000)}),
    ("constant", _constant(2, Rational(39, 10)), "39/10 in place of the factor 4 of z.", {z: 10000}),
    ("sign", _constant(2, -4), "2√z − 4z.", {z: 1}),
)  # fmt: skip


@H_INEQUALITY.sharp
def both_constants() -> Iterator[Sharpness]:
    """Neither constant can be lowered alone: the one fails for small z, the other for large z."""
    small, large = {z: Rational(1, 10**8)}, {z: 10**6}
    for label, lower, place in (
        ("best factor of √z beside 4z (1999/1000 fails)", _constant(Rational(1999, 1000), 4), small),
        ("best factor of z beside 2√z (399/100 fails)", _constant(2, Rational(399, 100)), large),
    ):
        yield Sharpness(label, "2" if place is small else "4", witness([], lower, place))


@H_INEQUALITY.extremal("z", [Rational(1, 10**6), Rational(1, 100), Rational(9, 16), 100, 10**6])
def quotients(value: Any) -> dict[Any, Any]:
    """The ratio is (z + √(z² + z))/(2z + √z): it tends to 1 as z → 0 and as z → ∞, and is ⅘ at z = 9/16."""
    return {z: value}
