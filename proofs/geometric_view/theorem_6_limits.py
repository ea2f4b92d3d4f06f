"""Theorem 6: false where steps go beyond the shortest path; and the sphere, on which only constants are convex."""

from __future__ import annotations

from typing import Any

from sympy import Integer, Lambda, Tuple, cos, pi, sin

from proofs.geometric_view._moebius import ACROSS
from proofs.geometric_view._trials import t
from proofs.geometric_view.theorem_6 import CURVATURE, EXPLICIT, LOSS, SOME, across_the_band, of, promise
from proofs.geometric_view.theorem_6_lambda import ARRIVES, BEND, LAMBDA_CONVEX, SHORTEST, strength
from proofs.geometric_view.theorem_8 import CONVEX, MANIFOLD
from verify.author.kernel import Theorem, assume, combine, generalize, instantiate, witness
from verify.axioms import MOEBIUS_BAND
from verify.claims import Claim, fails_as, fails_without
from verify.language.terms import VecHead, eq, field, forall, ge, le, real, vectors

# --- the flat Möbius band --------------------------------------------------------------------------------------------

MOEBIUS = (
    "On a complete connected manifold with curvature ≥ 0, D = ½dist²; points at the distance 0 are one point. The "
    "update by (6) and (10) is w_{t+1} = Exp(−η grad), the end point of a geodesic segment with initial velocity −η "
    "grad as (10) says in words, not of a shortest one. (If Exp⁻¹ in (10) were the velocity of a shortest path, as in "
    "(9), (10) would exclude the step of this run, and (12) is true: geometric_view/theorem-6.repaired. But (10) is "
    "said to be precisely (6).) The counterexample is on the flat Möbius band, R² with (x, h) and (x + 1, −h) "
    "identified: complete, connected, of curvature 0. There (0, 2) and (0, −2), which is (1, 2), are joined by a "
    "geodesic of length 4 across the band, and by one of length 1 along it. "
)

THEOREM_6 = Claim(
    "geometric_view/theorem-6",
    at="Theorem 6, (12)",
    printed="Σ L_t(w_t) ≤ Σ L_t(w⋆) + (1/η)(D(w⋆,w_0) − D(w⋆,w_k)) + (1/η) Σ D(w_t,w_{t+1})",
    given=[MANIFOLD, CURVATURE, CONVEX, EXPLICIT, SOME],
    states=le(LOSS, promise()),
    reading=MOEBIUS
    + "The loss is convex along every geodesic. In Rⁿ, where every geodesic is a shortest path, (12) is "
    "true.",
    weight="gap",
    slip="The proof takes the step's length η‖grad L_t(w_t)‖ for dist(w_t, w_{t+1}), as the text after (10) does; "
    "past the shortest path D(w_t,w_{t+1}) is less, and the bound fails. It is true with shortest steps, or with "
    "½η²‖grad‖² for D.",
)

THEOREM_6_LAMBDA = Claim(
    "geometric_view/theorem-6-lambda",
    at="Theorem 6, (13)",
    printed="Σ L_t(w_t) ≤ Σ L_t(w⋆) + (1/η)(D(w⋆,w_0) − D(w⋆,w_k)) + (1/η) Σ D(w_t,w_{t+1}) − 2 Σ λ_tD(w_t,w⋆)",
    given=[MANIFOLD, CURVATURE, ARRIVES, SHORTEST, LAMBDA_CONVEX, EXPLICIT, SOME],
    states=le(LOSS, promise(extra=BEND)),
    reading=MOEBIUS + "γ_t is a shortest path from w_t to w⋆, on which L_t is λ_t-convex: of this L_t(w⋆) ≥ L_t(w_t) + "
    "⟨grad, γ̇⟩ + λ_tℓ² is used, ℓ its length.",
    face_of="geometric_view/theorem-6",
)


@THEOREM_6.counterexample
def once_across(claim: Claim) -> Theorem:
    """L = h², η = 1, w_0 = 2, w_1 = −2, w⋆ = 0: 4 on the left, 0 + (2 − 2) + ½ on the right."""
    return witness(list(claim.given), claim.states[0], ACROSS, across_the_band())


@THEOREM_6_LAMBDA.counterexample
def across_a_parabola(claim: Claim) -> Theorem:
    """L = h², λ = 1, η = 1, one trial from 2 to −2, w⋆ = 0: 4 on the left, 0 + (2 − 2) + ½ − 4 on the right."""
    values = {**ACROSS, strength: Lambda(t, 1), VecHead("γ̇"): Lambda(t, Tuple(0, -2))}
    return witness(list(claim.given), claim.states[0], values, MOEBIUS_BAND.facts("curvature ≥ 0"))


# --- the sphere ------------------------------------------------------------------------------------------------------

P = field("L")
p, x = vectors("p x")
angle, a, b, s, u, v = real("θ a b s u v")


def around(angle: Any) -> Any:
    """The loss at an angle on the great circle from p in the direction x."""
    return P(cos(angle) * p + sin(angle) * x)


ON_CIRCLES = forall(
    [a, b, s],
    le(around((1 - s) * a + s * b), (1 - s) * around(a) + s * around(b)),
    [ge(s, 0), ge(1, s)],
)
TURN = [ge(angle, 0), ge(2 * pi, angle)]

SPHERE = Claim(
    "geometric_view/theorem-6.sphere",
    at="Theorem 6, hypotheses",
    says="a loss that is convex along every geodesic of the unit sphere is constant",
    given=[ON_CIRCLES, *TURN],
    states=eq(around(angle), P(p)),
    reading=(
        "The text names the unit sphere as an example of a space of curvature ≥ 0, before Theorem 6, and it is one "
        "(geometric_view/nonnegative-curvature); this is what (12) is worth there. On Sⁿ, n ≥ 1, a function that is "
        "convex along every geodesic is constant: along the great circle from p in the direction x (p and x orthogonal "
        "unit vectors, though that is not used), on which every point of the sphere lies for some x at an angle from 0 "
        "to 2π, it has everywhere the value at p. So Theorem 6 speaks of no other losses on the sphere; on a "
        "hemisphere or on the open simplex, which are not complete, there are others."
    ),
)


@SPHERE.proof
def twice_around(claim: Claim) -> Theorem:
    """Between p and p a turn later the loss is at most that at p; between q and q a turn later, at most that at q."""
    turn = [assume(f) for f in TURN]
    weights = (angle / (2 * pi), 1 - angle / (2 * pi))
    inside = [combine(ge(r, 0), [(1 / (2 * pi), f)]) for r, f in zip(weights, turn, strict=True)]
    inside += [combine(ge(1 - r, 0), [(1, f)]) for r, f in zip(weights, reversed(inside), strict=True)]
    schemas = [assume(f) for f in of(claim, ON_CIRCLES)]
    down = [instantiate(f, [0, 2 * pi, weights[0]], inside) for f in schemas]
    up = [instantiate(f, [angle, angle + 2 * pi, weights[1]], inside) for f in schemas]
    below = combine(ge(P(p), around(angle)), [(1, f) for f in down])
    above = combine(ge(around(angle), P(p)), [(1, f) for f in up])
    return combine(claim.states[0], [(1, around(angle) - P(p))], facts=[below, above])


UP = {P: Lambda((u, v), u), p: (1, 0), x: (0, 1), angle: pi}
CONSTANT = UP | {P: Lambda((u, v), Integer(1))}


def constant() -> list[Theorem]:
    """1 ≤ (1 − s) + s."""
    return [generalize(combine(le(Integer(1), (1 - s) + s), []), [a, b, s], [ge(s, 0), ge(1, s)])]


fails_as(SPHERE,
    ("constant", eq(around(angle), P(p) / 2), "Half the value at p.", CONSTANT, constant),
    ("sign", eq(around(angle), -P(p)), "Minus the value at p.", CONSTANT, constant),
)  # fmt: skip


fails_without(SPHERE, (ON_CIRCLES, "The loss may be anything, such as the height.", UP))
