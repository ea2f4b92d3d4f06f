"""Example 3: how far a step may go before it leaves the simplex, tan(η‖V‖/2) < ‖V‖/(max ∂L − Σ pʲ∂ⱼL)."""

from __future__ import annotations

from typing import Any

from sympy import Expr, Lambda, Rational, cos, pi, sin, sqrt

from proofs.geometric_view.push_forward import d, i, j, mean, n, p
from proofs.geometric_view.simplex_update import eta, root_after, size
from verify.claims import Claim
from verify.kernel import Theorem, assume, certify, combine, identity, instantiate
from verify.prover.proving import certificate
from verify.terms import eq, ge, gt, le, lt, real

largest, r = real("M r")
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
NAMES = {real("a"): ABOVE, real("h"): ANGLE}

STAYS = Claim(
    "geometric_view/simplex-update-stays",
    at="Example 3",
    says="for η‖V‖ < π and tan(η‖V‖/2) < ‖V‖/(max ∂L − Σ pʲ∂ⱼL) the update stays in the open simplex",
    given=[SHORT, STEEP, NEAR],
    where=NAMES,
    states=gt(root_after(i), 0),
    rests_on=["geometric_view/simplex-update.repaired"],
    reading=READING
    + "Every component i of the printed right-hand side is then positive, as it is for every shorter step.",
)

LEAVES = Claim(
    "geometric_view/simplex-update-leaves",
    at="Example 3",
    says="where tan(η‖V‖/2) ≥ ‖V‖/(max ∂L − Σ pʲ∂ⱼL) the component with the largest ∂L is not positive any more",
    given=[ATTAINED, FAR],
    where=NAMES,
    states=le(root_after(i), 0),
    rests_on=["geometric_view/simplex-update-stays"],
    reading=READING + "So the condition of geometric_view/simplex-update-stays is exact, also at η‖V‖ = π.",
)


def _bracket(slope: Any) -> Expr:
    """cos h − (∂ᵢL − mean)/‖V‖ sin h, of which the right-hand side is √pⁱ times."""
    return cos(ANGLE) - (slope - mean(p, d)) / size * sin(ANGLE)


def _factored() -> Theorem:
    """The right-hand side of the update is √pⁱ (cos h − (∂ᵢL − mean)/‖V‖ sin h)."""
    return identity(eq(root_after(i), sqrt(p(i)) * _bracket(d(i))))


@STAYS.proof
def largest_slope_decides(claim: Claim) -> Theorem:
    """sin h > 0 for 0 < h < π/2, so that no component falls faster than that of the largest slope."""
    short, steep, near = ([assume(f) for f in claim.given if f == known] for known in (SHORT, STEEP, NEAR))
    acute = [gt(r, 0), lt(r, pi / 2)]
    sine = certify(certificate(gt(sin(r), 0), acute))
    inside = [combine(lt(ANGLE, pi / 2), [(Rational(1, 2), f)]) for f in short]
    positive = instantiate(sine, {r: ANGLE}, inside)
    falls = [combine(ge(_bracket(d(i)), _bracket(largest)), [(sin(ANGLE) / size, f)], facts=[positive]) for f in steep]
    least = [combine(gt(_bracket(largest), 0), [(1 / size, f)]) for f in near]
    above = combine(gt(_bracket(d(i)), 0), [*((1, f) for f in falls), *((1, f) for f in least)])
    return combine(claim.states[0], [(sqrt(p(i)), above), (1, _factored())])


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


@STAYS.instance
def half_of_the_way() -> dict[Any, Any]:
    """η = π/3, and tan(π/6) < 1."""
    return EVEN | {eta: pi / 3}


@STAYS.mutant("sign", at=EVEN | {eta: pi / 3})
def at_once_outside(claim: Claim) -> Claim:
    """The component is negative."""
    return claim.replace(states=lt(root_after(i), 0))


@STAYS.mutant("constant", at=EVEN | {eta: 2 * pi / 3})
def twice_as_steep(claim: Claim) -> Claim:
    """With twice ‖V‖ on the right-hand side."""
    wider = lt(ABOVE * sin(ANGLE), 2 * size * cos(ANGLE))
    return claim.replace(given=[SHORT, STEEP, wider])


@STAYS.mutant("hypothesis", at=EVEN | {eta: 2 * pi / 3})
def any_step(claim: Claim) -> Claim:
    """The step may be longer."""
    return claim.replace(given=[SHORT, STEEP])


@STAYS.mutant("hypothesis", at=EVEN | {eta: 2 * pi / 3, largest: Rational(1, 2)})
def any_number(claim: Claim) -> Claim:
    """M may be less than ∂ᵢL."""
    return claim.replace(given=[SHORT, NEAR])


@STAYS.mutant("hypothesis", at=EVEN | {eta: 7 * pi / 2, i: 2})
def round_the_circle(claim: Claim) -> Claim:
    """η‖V‖ may be more than π."""
    return claim.replace(given=[STEEP, NEAR])


@LEAVES.instance
def all_of_the_way() -> dict[Any, Any]:
    """η = π/2, and tan(π/4) = 1."""
    return EVEN | {eta: pi / 2}


@LEAVES.mutant("sign", at=EVEN | {eta: 2 * pi / 3})
def still_inside(claim: Claim) -> Claim:
    """The component is not negative."""
    return claim.replace(states=ge(root_after(i), 0))


@LEAVES.mutant("hypothesis", at=EVEN | {eta: 2 * pi / 3, i: 2})
def any_component(claim: Claim) -> Claim:
    """Of any component."""
    return claim.replace(given=[FAR])


@LEAVES.mutant("hypothesis", at=EVEN | {eta: pi / 3})
def any_length(claim: Claim) -> Claim:
    """Of any step."""
    return claim.replace(given=[ATTAINED])
