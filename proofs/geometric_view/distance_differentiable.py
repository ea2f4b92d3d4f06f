"""After (8): D is said to be differentiable; on the sphere it is off the cut locus, and not at antipodes."""

from __future__ import annotations

from typing import Any

from sympy import Rational, acos, cos, pi, sin, sqrt

from proofs.geometric_view.stationarity import ABOVE_THE_POLE, DIRECTION, STATIONARITY_SPHERE, V, geodesic, s
from proofs.spheres.distance_gradient import APART, NOT_ANTIPODAL, UNIT, UNIT_Q, distance, logarithm, p, q
from verify.author.kernel import Theorem, assume, combine, generalize, identity, instantiate, witness
from verify.claims import Claim, fails_as, fails_without
from verify.language.exists import NOTHING_EXISTS, exists
from verify.language.terms import EUCLIDEAN, Deriv, Inner, Vec, VecHead, eq, forall, function, ge, gt, le, real, vector
from verify.lemmas.circular import arccosine_of_cosine

x, A, delta, d = vector("x"), vector("A"), real("δ"), real("d")
HALF = Rational(1, 2)


def half_square(x: Any) -> Any:
    """D(x, q) (8)."""
    return distance(x, q) ** 2 / 2


GAP = half_square(geodesic(s)) - d - s * Inner(A, V)
COSINE = Inner(geodesic(s), q)
CLOSE = forall([V, s], le(GAP**2, s**2), [*DIRECTION, gt(s, 0), le(s, delta), ge(COSINE, -1), le(COSINE, 1)])

DIFFERENTIABLE = Claim(
    "geometric_view/distance-differentiable",
    at="after (8)",
    printed="D is symmetric and differentiable",
    given=[UNIT, UNIT_Q],
    where={function("D")(x): half_square(x), Vec(VecHead("γ"), EUCLIDEAN, V, s): geodesic(s)},
    states=exists([A, d, delta], [gt(delta, 0), CLOSE]),
    reading=(
        "On the unit sphere, D(·, q) at any point p. A function with a differential A at p is on the great circles "
        "from p, with unit velocity V, d + s⟨A, V⟩ with d = D(p, q) up to an error of at most εs, for every ε > 0 and "
        "0 < s ≤ δ. No more is asked here than that for ε = 1. (That −1 ≤ ⟨γ(s), q⟩ ≤ 1 is always so; it stands there "
        "for arccos to be defined.)"
    ),
    weight="wording",
    slip="D is differentiable only where the two points have one shortest path between them, off the cut locus, as the "
    "theorem that is cited for dD after (8) is; at antipodes of a sphere it falls in every direction.",
)

REPAIRED = Claim(
    "geometric_view/distance-differentiable.repaired",
    at="after (8), M = Sⁿ",
    says="On the unit sphere dD(w, w_t)(V) = −⟨Exp_w⁻¹w_t, V⟩ for w ≠ ±w_t",
    given=[UNIT, UNIT_Q, APART, NOT_ANTIPODAL, *DIRECTION],
    states=eq(Deriv(half_square(geodesic(s)), s, 0), -Inner(logarithm(p, q), V)),
    repairs="geometric_view/distance-differentiable",
    rests_on=["geometric_view/stationarity-sphere"],
    reading=(
        "p = w and q = w_t, unit vectors of any dimension, neither equal nor antipodal. Along every great circle from "
        "p, with unit velocity V, D(·, q) has a derivative, which is linear in V and, as the text has it, the product "
        "with −Exp_p⁻¹ q. What happens at antipodes: geometric_view/distance-antipode."
    ),
)


(ONE, TWO), (FIRST, SECOND), r = real("V₁ V₂"), real("A₁ A₂"), real("r")
GAP_THERE = acos(-cos(s) + ONE * sin(s)) ** 2 / 2 - d - s * (FIRST * ONE + SECOND * TWO)
UNIT_THERE = [eq(ONE**2 + TWO**2, 1), eq(-ONE, 0)]
COSINE_THERE = -cos(s) + ONE * sin(s)
CLOSE_THERE = forall(
    [ONE, TWO, s],
    le(GAP_THERE**2, s**2),
    [*UNIT_THERE, gt(s, 0), le(s, delta), ge(COSINE_THERE, -1), le(COSINE_THERE, 1)],
)
"""The same on the circle, at p = (−1, 0) with q = (1, 0)."""


def _both_ways() -> Theorem:
    """(½(π − r)² − d)² ≤ r² for 0 < r ≤ δ, r ≤ 1: the sum of both directions, in which ⟨A, V⟩ has both signs."""
    steps = [gt(r, 0), le(r, delta), le(r, 1)]
    cosine = identity(eq(-cos(r), cos(pi - r)))
    ends = [
        combine(ge(pi - r, 0), [(1, assume(steps[2])), (1, pi - 1)]),
        combine(ge(pi, pi - r), [(1, assume(steps[0]))]),
    ]
    within = [
        combine(ge(1 - sign * cos(r), 0), [(2, half)]) for sign, half in ((1, sin(r / 2) ** 2), (-1, cos(r / 2) ** 2))
    ]
    angle = arccosine_of_cosine(-cos(r), pi - r, [cosine, *ends, *within])
    bounds = [combine(ge(-cos(r), -1), [(1, within[0])]), combine(le(-cos(r), 1), [(1, within[1])])]
    near = [*map(assume, steps[:2]), *bounds]
    sides = [instantiate(assume(CLOSE_THERE), [0, way, r], near) for way in (1, -1)]
    turn = acos(-cos(r))
    same = (turn + pi - r) * (turn**2 / 2 + _fall(r) - d) / 2
    terms = [(HALF, instantiate(h, {}, within)) for h in sides]
    return combine(ge(r**2, _fall(r) ** 2), [*terms, (1, SECOND**2 * r**2), (same, angle)], facts=within)


def _fall(r: Any) -> Any:
    """½(π − r)² − d."""
    return (pi - r) ** 2 / 2 - d


def no_differential() -> Theorem:
    """D(r) ≥ d − r and D(r/4) ≤ d + r/4, so that D falls from r/4 to r by 5r/4 at most; but it falls by 1.8r."""
    some = gt(delta, 0)
    square, far, near = _both_ways(), delta / (1 + delta), delta / (4 * (1 + delta))
    ahead = combine(gt(far, 0), [(1, far)], facts=[some])
    inside = combine(le(far, delta), [(1, delta**2 / (1 + delta))], facts=[some])
    short = combine(le(far, 1), [(1, 1 / (1 + delta))], facts=[some])
    quarter = [
        combine(gt(near, 0), [(Rational(1, 4), ahead)]),
        combine(le(near, delta), [(1, inside), (3, near)], facts=[some]),
        combine(le(near, 1), [(1, short), (3, near)], facts=[some]),
    ]
    whole, part = instantiate(square, {r: far}, [ahead, inside, short]), instantiate(square, {r: near}, quarter)
    low = combine(
        ge(_fall(far) + far, 0), [(1 / (2 * far), whole), (1 / (2 * far), (_fall(far) + far) ** 2)], facts=[some]
    )
    high = combine(
        ge(near - _fall(near), 0), [(1 / (2 * near), part), (1 / (2 * near), (near - _fall(near)) ** 2)], facts=[some]
    )
    factor = Rational(32, 17)
    terms = [(factor / far, low), (factor / far, high), (factor, (pi - 3) * Rational(3, 4)), (HALF * 30 / 17, short)]
    absurd = combine(ge(-1, 0), terms, facts=[some])
    return generalize(absurd, [FIRST, SECOND, d, delta], [some, CLOSE_THERE])


@DIFFERENTIABLE.counterexample
def at_the_antipode(claim: Claim) -> Theorem:
    """On the unit circle, p = (−1, 0) and q = (1, 0): both ways D falls from ½π² to ½(π − s)², by more than 2s."""
    at = {**NOTHING_EXISTS, p: (-1, 0), q: (1, 0)}
    return witness(list(claim.given), claim.states[0], at, discharge=[no_differential()])


@REPAIRED.proof
def minus_the_logarithm(_: Claim) -> Theorem:
    """The first part of geometric_view/stationarity-sphere."""
    return STATIONARITY_SPHERE.theorem(STATIONARITY_SPHERE.states[0])


HERE = {name: value for name, value in ABOVE_THE_POLE.items() if name in (p, q, V)}


fails_as(REPAIRED,
    ("constant", eq(2 * REPAIRED.states[0].lhs, REPAIRED.states[0].rhs), "D = dist².", HERE),
    ("sign", eq(REPAIRED.states[0].lhs, -REPAIRED.states[0].rhs), "+⟨Exp_w⁻¹w_t, V⟩.", HERE),
)  # fmt: skip


fails_without(REPAIRED,
    (DIRECTION[1], "V need not be tangent.", {q: (1, 0), p: (HALF, sqrt(3) / 2), V: (HALF, sqrt(3) / 2)}),
)  # fmt: skip
