"""Example 3: how far a step may go before it leaves the simplex, tan(η‖V‖/2) < ‖V‖/(max ∂L − Σ pʲ∂ⱼL)."""

from __future__ import annotations

from typing import Any

from sympy import Expr, Lambda, Rational, cos, pi, sin, sqrt

from proofs.geometric_view.push_forward import d, i, j, mean, n, p, total
from proofs.geometric_view.simplex_update import (
    GIVEN, NAMES, WRITTEN, average, eta, root, root_after, s, size, square_of_the_norm,
)  # fmt: skip
from verify.author.kernel import Theorem, assume, cases, certify, combine, identity, instantiate
from verify.claims import Claim, fails_as, fails_without
from verify.language.terms import eq, ge, gt, le, lt, real
from verify.prover.proving import certificate

largest, q, r = real("M q r")
ANGLE, ABOVE = eta * size / 2, largest - mean(p, d)
"""η‖V‖/2, and how much the largest partial derivative is above their mean."""

STEEP = ge(largest, d(i))
SHORT = lt(eta * size, pi)
NEAR = lt(ABOVE * sin(ANGLE), size * cos(ANGLE))
FAR = ge(ABOVE * sin(ANGLE), size * cos(ANGLE))
ATTAINED = eq(d(i), largest)
READING = (
    "p is in the open simplex of Rⁿ⁺¹ and V as in geometric_view/simplex-update, ‖V‖ > 0, and M is the largest of the "
    "∂ᵢL, which is above their mean Σ pʲ∂ⱼL as V is not 0. The tangent is written sin/cos: for 0 < η‖V‖ < π the cosine "
    "is positive. "
)
SLACK = largest - average
ABBREVIATIONS = {real("a"): SLACK, **NAMES, real("h"): ANGLE}
PART = [gt(s, 0), le(s, 1)]

STAYS = Claim(
    "geometric_view/simplex-update-stays",
    at="Example 3",
    says="for η‖V‖ < π and tan(η‖V‖/2) < ‖V‖/(max ∂L − Σ pʲ∂ⱼL) the update stays in the open simplex",
    given=[*WRITTEN, SHORT, STEEP, NEAR, *PART],
    where=ABBREVIATIONS,
    states=[gt(root(i, s), 0), eq(total(root(j, s) ** 2), 1)],
    rests_on=["geometric_view/simplex-update.repaired"],
    reading=READING
    + "The printed right-hand side with sη in the place of η, 0 < s ≤ 1, is root(i, s): every component i is positive, "
    "and their squares add up to 1. So the geodesic stays in the open simplex, and Exp_p(−η grad L) is its end.",
)

LEAVES = Claim(
    "geometric_view/simplex-update-leaves",
    at="Example 3",
    says="for any η‖V‖: where (max ∂L − Σ pʲ∂ⱼL) sin(η‖V‖/2) ≥ ‖V‖ cos(η‖V‖/2) the component with the largest ∂L is "
    "not positive any more; for η‖V‖ < π that is tan(η‖V‖/2) ≥ ‖V‖/(max ∂L − Σ pʲ∂ⱼL)",
    given=[ATTAINED, FAR],
    where=ABBREVIATIONS,
    states=le(root(i, 1), 0),
    rests_on=["geometric_view/simplex-update-stays"],
    reading=READING + "So the condition of geometric_view/simplex-update-stays is exact, also at η‖V‖ = π.",
)


def _bracket(slope: Any, s: Any = 1) -> Expr:
    """cos sh − (∂ᵢL − mean)/‖V‖ sin sh, of which the right-hand side is √pⁱ times."""
    return cos(s * ANGLE) - (slope - mean(p, d)) / size * sin(s * ANGLE)


def _factored(s: Any = 1) -> Theorem:
    """The right-hand side of the update is √pⁱ (cos sh − (∂ᵢL − mean)/‖V‖ sin sh)."""
    return identity(eq(root_after(i, s), sqrt(p(i)) * _bracket(d(i), s)))


def _shorter(inside: list[Theorem]) -> list[Theorem]:
    """0 < sin sh ≤ sin h and cos sh ≥ cos h, for 0 < s ≤ 1 and 0 < h < π/2."""
    ends = [gt(r, 0), le(r, q), lt(q, pi / 2)]
    facts = [gt(sin(r), 0), ge(sin(q), sin(r)), ge(cos(r), cos(q))]
    part = [
        combine(gt(s * ANGLE, 0), [(s, ANGLE)], facts=PART),
        combine(le(s * ANGLE, ANGLE), [(1 - s, ANGLE)], facts=PART),
    ]
    at = {r: s * ANGLE, q: ANGLE}
    return [instantiate(certify(certificate(f, ends)), at, [*part, *inside]) for f in facts]


@STAYS.proof
def largest_slope_decides(claim: Claim) -> list[Theorem]:
    """sin and cos are monotone up to π/2, so that no component falls faster than that of the largest slope."""
    short, steep, near = ([assume(f) for f in claim.given if f == known] for known in (SHORT, STEEP, NEAR))
    inside = [combine(lt(ANGLE, pi / 2), [(Rational(1, 2), f)]) for f in short]
    positive, sine, cosine = _shorter(inside)
    falls = [
        combine(ge(_bracket(d(i), s), _bracket(largest, s)), [(sin(s * ANGLE) / size, f)], facts=[positive])
        for f in steep
    ]
    upwards, flat = gt(ABOVE, 0), le(ABOVE, 0)
    goal = gt(size * cos(s * ANGLE), ABOVE * sin(s * ANGLE))
    cosine_is_positive = certify(certificate(gt(cos(r), 0), [gt(r, 0), lt(r, pi / 2)]))
    acute = instantiate(cosine_is_positive, {r: ANGLE}, inside)
    steepest = [
        cases(
            [
                combine(goal, [(size, cosine), (ABOVE, sine), (1, f)], facts=[upwards]),
                combine(goal, [(size, cosine), (size, acute), (-ABOVE, positive)], facts=[flat]),
            ],
            [upwards, flat],
        )
        for f in near
    ]
    least = [combine(gt(_bracket(largest, s), 0), [(1 / size, f)]) for f in steepest]
    above = combine(gt(_bracket(d(i), s), 0), [*((1, f) for f in falls), *((1, f) for f in least)])
    inner, one = claim.states
    return [combine(inner, [(sqrt(p(i)), above), (1, _factored(s))]), combine(one, [(1, square_of_the_norm(claim))])]


@LEAVES.proof
def that_component_is_used_up(claim: Claim) -> Theorem:
    """At ∂ᵢL = M the bracket is (‖V‖ cos h − (M − mean) sin h)/‖V‖."""
    there, far = ([assume(f) for f in claim.given if f == known] for known in (ATTAINED, FAR))
    slope = (sin(ANGLE) / size, there)
    terms = [*((1 / size, f) for f in far), *((slope[0], f) for f in there)]
    below = combine(le(_bracket(d(i)), 0), terms)
    return combine(claim.states[0], [(sqrt(p(i)), below), (-1, _factored())])


EVEN = {n: 1, p: Lambda(j, Rational(1, 2)), d: Lambda(j, 3 - 2 * j), size: 1, i: 1, largest: 1}
"""p = (½, ½) and ∂L = (1, −1): V = (√½, −√½), and the condition is η < π/2."""


HERE = EVEN | {eta: pi / 3, s: 1}


fails_as(STAYS, ("sign", [lt(root_after(i, s), 0), STAYS.states[1]], "The component is negative.", HERE))


@STAYS.mutant("constant", at=HERE | {eta: 2 * pi / 3})
def twice_as_steep(claim: Claim) -> Claim:
    """With twice ‖V‖ on the right-hand side."""
    wider = lt(ABOVE * sin(ANGLE), 2 * size * cos(ANGLE))
    return claim.replace(given=[wider if f == NEAR else f for f in claim.given])


def dropped(name: str, words: str, hypothesis: Any, change: dict[Any, Any]) -> None:
    """A changed claim without one hypothesis, and what changes in the instance."""

    def changed(claim: Claim) -> Claim:
        return claim.replace(given=[f for f in claim.given if f != hypothesis])

    changed.__name__, changed.__doc__ = name, words
    STAYS.mutant("hypothesis", at=HERE | change)(changed)


dropped("any_step", "The step may be longer.", NEAR, {eta: 2 * pi / 3})
dropped("any_number", "M may be less than ∂ᵢL.", STEEP, {eta: 2 * pi / 3, largest: Rational(1, 2)})
dropped("round_the_circle", "η‖V‖ may be more than π.", SHORT, {eta: 7 * pi / 2, i: 2})
dropped("longer_steps", "s may be more than 1.", PART[1], {s: 2})
dropped("no_distribution", "p may have any sum.", GIVEN[0], {p: Lambda(j, 1), size: sqrt(2), eta: pi / 6})
dropped("another_length", "‖V‖ may be any number.", GIVEN[1], {size: 2, eta: pi / 6})


@LEAVES.instance
def all_of_the_way() -> dict[Any, Any]:
    """η = π/2, and tan(π/4) = 1."""
    return EVEN | {eta: pi / 2}


fails_as(LEAVES, ("sign", ge(root_after(i, 1), 0), "The component is not negative.", EVEN | {eta: 2 * pi / 3}))


fails_without(LEAVES,
    (ATTAINED, "Of any component.", EVEN | {eta: 2 * pi / 3, i: 2}),
    (FAR, "Of any step.", EVEN | {eta: pi / 3}),
)  # fmt: skip
