"""Theorem 6: false where steps go beyond the shortest path; and the sphere, on which only constants are convex."""

from __future__ import annotations

from typing import Any

from sympy import Expr, Integer, Lambda, Min, cos, pi, sin, sqrt

from proofs.geometric_view._square import SOME, TRIAL, eta, k, of, t, trials, without
from verify.claims import Claim
from verify.kernel import Theorem, assume, combine, generalize, identity, instantiate, witness
from verify.terms import Deriv, eq, family, field, forall, function, ge, le, real, vectors

# --- the flat Möbius band --------------------------------------------------------------------------------------------

u, v, q = real("u v q")
best, bend = real("w⋆ λ")
loss, place = function("L"), family("w")


def distance(a: Any, b: Any) -> Expr:
    """The distance of two points of one fibre of the Möbius band: directly, or once around the band."""
    return Min(sqrt((a - b) ** 2), sqrt(1 + (a + b) ** 2))


def divergence(a: Any, b: Any) -> Expr:
    """D = ½ dist² (8)."""
    return distance(a, b) ** 2 / 2


def slope(at: Any) -> Any:
    """L′ at a point."""
    return Deriv(loss(q), q, at)


CONVEX = forall([v, u], ge(loss(v + u), loss(v) + slope(v) * u))
EVEN = forall(v, eq(loss(-v), loss(v)))
UPDATE = forall(t, eq(place(t + 1), place(t) - eta * slope(place(t))), TRIAL)

BOUND = (
    trials(loss(best))
    + (divergence(place(0), best) - divergence(place(k), best)) / eta
    + trials(divergence(place(t), place(t + 1))) / eta
)
"""The right-hand side of (12)."""
MOEBIUS = (
    "The update by (6) and (10), w_{t+1} = Exp(−η grad), the end point of a geodesic segment with initial velocity −η "
    "grad as (10) says in words, not a shortest one, on the flat "
    "Möbius band, R² with (s, z) and (s + 1, −z) identified: complete, connected, of curvature 0. A loss L(z) on it is "
    "an even differentiable function, its gradient is L′(z) along the fibre of z, so the run stays in its fibre, and "
    "so does the comparator here. Two points z, z′ of a fibre are joined by segments of length |z − z′| and √(1 + (z + "
    "z′)²), and longer ones. "
)

THEOREM_6 = Claim(
    "geometric_view/theorem-6",
    at="Theorem 6, (12)",
    printed="Σ L_t(w_t) ≤ Σ L_t(w⋆) + (1/η)(D(w⋆,w_0) − D(w⋆,w_k)) + (1/η) Σ D(w_t,w_{t+1})",
    given=[CONVEX, EVEN, UPDATE, SOME],
    where={function("D")(u, v): divergence(u, v)},
    states=le(trials(loss(place(t))), BOUND),
    reading=MOEBIUS
    + "A convex L(z) is convex along all geodesics. In Rⁿ, where every geodesic is a shortest path, (12) "
    "is true.",
    weight="gap",
    slip="The proof takes the step's length η‖grad L_t(w_t)‖ for dist(w_t, w_{t+1}), as the text after (10) does; "
    "past the shortest path D(w_t,w_{t+1}) is less, and the bound fails. It is true with shortest steps, or with "
    "½η²‖grad‖² for D.",
)

BENT = forall([v, u], ge(loss(v + u), loss(v) + slope(v) * u + bend * u**2))

THEOREM_6_LAMBDA = Claim(
    "geometric_view/theorem-6-lambda",
    at="Theorem 6, (13)",
    printed="Σ L_t(w_t) ≤ Σ L_t(w⋆) + (1/η)(D(w⋆,w_0) − D(w⋆,w_k)) + (1/η) Σ D(w_t,w_{t+1}) − 2 Σ λ_tD(w_t,w⋆)",
    given=[BENT, EVEN, UPDATE, SOME],
    where={function("D")(u, v): divergence(u, v)},
    states=le(trials(loss(place(t))), BOUND - 2 * trials(bend * divergence(place(t), best))),
    reading=MOEBIUS + "L(z) is λ-convex along the fibre, so on γ_t, with one λ for all trials.",
    face_of="geometric_view/theorem-6",
)


z = real("z")
ACROSS = {loss: Lambda(z, z**2), eta: Integer(1), place: Lambda(t, 2 - 4 * t), best: Integer(0), k: Integer(1)}
"""L = z² and one trial from 2 to −2."""


def across(gap: list[Any]) -> list[Theorem]:
    """z² is convex, 1-convex without a gap to spare, and even; the step with η = 1 takes 2 to 2 − 2·2."""
    tangent = v**2 + 2 * v * u + (0 if gap else u**2)
    convex = combine(ge((v + u) ** 2, tangent), gap)
    even = identity(eq((-v) ** 2, v**2))
    trial = [ge(t, 0), ge(0, t)]
    first = combine(eq(t, 0), [(1, t)], facts=trial)
    step = combine(eq(2 - 4 * (t + 1), 2 - 4 * t - 2 * (2 - 4 * t)), [(-8, first)])
    return [generalize(convex, [v, u]), generalize(even, [v]), generalize(step, [t], trial)]


@THEOREM_6.counterexample
def once_across(claim: Claim) -> Theorem:
    """L = z², η = 1, w_0 = 2, w_1 = −2, w⋆ = 0: 4 on the left, 0 + (2 − 2) + ½ on the right."""
    return witness(list(claim.given), claim.states[0], ACROSS, across([(1, u**2)]))


@THEOREM_6_LAMBDA.counterexample
def across_a_parabola(claim: Claim) -> Theorem:
    """L = z², λ = 1, η = 1, one trial from 2 to −2, w⋆ = 0: 4 on the left, 0 + (2 − 2) + ½ − 4 on the right."""
    return witness(list(claim.given), claim.states[0], ACROSS | {bend: Integer(1)}, across([]))


# --- the sphere ------------------------------------------------------------------------------------------------------

P = field("L")
p, x = vectors("p x")
angle, a, b, s = real("θ a b s")


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


@SPHERE.mutant("constant", at=CONSTANT, discharge=constant)
def half_the_value(claim: Claim) -> Claim:
    """Half the value at p."""
    return claim.replace(states=eq(around(angle), P(p) / 2))


@SPHERE.mutant("sign", at=CONSTANT, discharge=constant)
def minus_the_value(claim: Claim) -> Claim:
    """Minus the value at p."""
    return claim.replace(states=eq(around(angle), -P(p)))


@SPHERE.mutant("hypothesis", at=UP)
def not_convex(claim: Claim) -> Claim:
    """The loss may be anything, such as the height."""
    return without(claim, ON_CIRCLES)
