"""Example 2 and after Example 1: the convention y ln(y/0) = ∞ as a limit, and that a continuous extension is unique."""

from __future__ import annotations

from typing import Any

from sympy import Lambda, exp

from proofs.general_additive.c_softmax import relative_entropy_term
from proofs.general_additive.closure_extension import entropy_is_at_least, epsilon, limit, other, t, x, y
from verify.audit import (
    Claim, Theorem, assume, at, cases, combine, eq, fails_as, fails_without, follows, forall, function, ge, generalize,
    gt, instantiate, vanishes_with_its_square,
)  # fmt: skip

NEAR_ZERO = ge(y * exp(-other / y), x)

AT_ZERO = Claim(
    "general_additive/softmax-loss-at-zero",
    at="Example 2",
    printed="y ln(y/0) = ∞ for y > 0",
    given=[NEAR_ZERO],
    states=ge(relative_entropy_term(y, x), other),
    reading=(
        "As a limit: for every y > 0 and every number N the term is at least N once 0 < ŷ ≤ y e^{−N/y}. That "
        "0 ln 0 = 0 is a limit too is general_additive/closure-extension.repaired; 0 ln(0/0) = 0 is none, by "
        "general_additive/closure-extension-limits."
    ),
)


@AT_ZERO.proof
def logarithm_of_the_bound(claim: Claim) -> Theorem:
    """y ln(y/ŷ) − N = y ln(u) for u = ye^{−N/y}/ŷ ≥ 1."""
    bound = y * exp(-other / y)
    rises = entropy_is_at_least(bound / x)
    return combine(claim.states[0], [(y * x / bound, rises), (y / bound, assume(NEAR_ZERO))])


fails_as(AT_ZERO,
    ("constant", ge(AT_ZERO.states[0].lhs, other + 1), "At least N + 1.", {y: 1, x: exp(-1), other: 1}),
    ("sign", ge(other, AT_ZERO.states[0].lhs), "At most N.", {y: 1, x: exp(-2), other: 1}),
)  # fmt: skip


fails_without(AT_ZERO, (NEAR_ZERO, "ŷ need not be small.", {y: 1, x: 1, other: 1}))


loss, first, second = function("g"), function("δ", positive=True), function("δ′", positive=True)


def tends(value: Any, reach: Any) -> Any:
    """g(t) is within ε of the value for 0 < t < δ(ε)."""
    return forall([epsilon, t], gt(epsilon**2, (loss(t) - value) ** 2), [gt(reach(epsilon), t)])


UNIQUE = Claim(
    "general_additive/closure-extension-unique",
    at="after Example 1",
    printed="In the examples we consider such a continuous extension is easily seen … to be unique",
    given=[tends(limit, first), tends(other, second)],
    states=eq(limit, other),
    reading=(
        "Where there is one. Every point of the closure is approached along some path in V_φ × V_φ; g(t) is the loss "
        "along it at t > 0, as t → 0. The values M and N of two continuous extensions at the end are both limits of "
        "g, within ε for 0 < t < δ(ε) and 0 < t < δ′(ε): then M = N."
    ),
)


@UNIQUE.proof
def both_are_near(claim: Claim) -> Theorem:
    """If M ≠ N, g is within |M − N|/2 of both at some t > 0."""
    place = first(epsilon) * second(epsilon) / (first(epsilon) + second(epsilon))
    near = [
        follows(gt(reach(epsilon), place), reach(epsilon) / (first(epsilon) + second(epsilon)))
        for reach in (first, second)
    ]
    close = [at(f, epsilon, place, by=near) for f in UNIQUE.given]
    both = follows(gt(4 * epsilon**2, (limit - other) ** 2), close, (2 * loss(place) - limit - other) ** 2)
    square, parts = (limit - other) ** 2, []
    sides = [gt(limit, other), gt(other, limit), eq(limit, other)]
    for side in sides[:2]:
        width = (side.lhs - side.rhs) / 4
        ahead = follows(gt(width, 0), side)
        parts.append(instantiate(both, {epsilon: width}, discharge=[ahead]))
    never = [follows(ge(0, square), f) for f in parts]
    same = follows(ge(0, square), sides[2])
    none = cases([*never, same], sides)
    zero = follows(eq(square, 0), square, none)
    return follows(claim.states[0], vanishes_with_its_square(limit - other, zero))


def constant_zero() -> list[Theorem]:
    """g = 0 tends to 0, with δ = δ′ = 1."""
    return [generalize(combine(gt(epsilon**2, 0), [(1, epsilon**2)]), [epsilon, t], [gt(1, t)])]


FLAT = {loss: Lambda(t, 0), first: Lambda(epsilon, 1), second: Lambda(epsilon, 1), limit: 0, other: 0}


fails_as(UNIQUE, ("constant", eq(limit, other + 1), "M = N + 1.", FLAT, constant_zero))


fails_without(UNIQUE,
    (UNIQUE.given[1], "N need not be a limit.", {**FLAT, other: 1}, constant_zero),
    (UNIQUE.given[0], "M need not be a limit.", {**FLAT, limit: 1}, constant_zero),
)  # fmt: skip
