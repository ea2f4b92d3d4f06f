"""Where Theorem 6 ends: steps beyond the shortest path, and the sphere, on which only constants are convex."""

from __future__ import annotations

from typing import Any

from sympy import Expr, Integer, Lambda, Min, cos, pi, sin, sqrt

from proofs.geometric_view._square import SOME, TRIAL, eta, k, of, t, trials, without
from verify.claims import Claim
from verify.kernel import Theorem, assume, combine, generalize, identity, instantiate, witness
from verify.terms import Deriv, eq, family, field, forall, function, ge, le, real, vectors

# --- the flat Möbius band --------------------------------------------------------------------------------------------

u, v, q = real("u v q")
best = real("w⋆")
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

BEYOND = Claim(
    "geometric_view/theorem-6.exp",
    at="Theorem 6, (12)",
    printed="Σ L_t(w_t) ≤ Σ L_t(w⋆) + (1/η)(D(w⋆,w_0) − D(w⋆,w_k)) + (1/η) Σ D(w_t,w_{t+1})",
    given=[CONVEX, EVEN, UPDATE, SOME],
    states=le(
        trials(loss(place(t))),
        trials(loss(best))
        + (divergence(place(0), best) - divergence(place(k), best)) / eta
        + trials(divergence(place(t), place(t + 1))) / eta,
    ),
    reading=(
        "The update by (6), w_{t+1} = Exp(−η grad), with a step of any length, on the flat Möbius band, R² with (s, "
        "z) and "
        "(s + 1, −z) identified: complete, connected, of curvature 0. A convex even differentiable L(z) is a convex "
        "loss on "
        "it, its gradient is L′(z) along the fibre of z, so the run stays in its fibre; (12) is written out for a "
        "comparator on that fibre. Two points z, z′ of a fibre are joined by segments of length |z − z′| and √(1 + "
        "(z + "
        "z′)²), and longer ones. In Rⁿ, where every geodesic is a shortest path, the two readings agree."
    ),
)


@BEYOND.counterexample
def once_across(claim: Claim) -> Theorem:
    """L = z², η = 1, w_0 = 2, w_1 = −2, w⋆ = 0: 4 on the left, 0 + (2 − 2) + ½ on the right."""
    z = real("z")
    values = {loss: Lambda(z, z**2), eta: Integer(1), place: Lambda(t, 2 - 4 * t), best: Integer(0), k: Integer(1)}
    convex = combine(ge((v + u) ** 2, v**2 + 2 * v * u), [(1, u**2)])
    even = identity(eq((-v) ** 2, v**2))
    trial = [ge(t, 0), ge(0, t)]
    first = combine(eq(t, 0), [(1, t)], facts=trial)
    step = combine(eq(2 - 4 * (t + 1), 2 - 4 * t - 2 * (2 - 4 * t)), [(-8, first)])
    schemas = [generalize(convex, [v, u]), generalize(even, [v]), generalize(step, [t], trial)]
    return witness(list(claim.given), claim.states[0], values, schemas)


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
    printed="Rⁿ, the unit sphere Sⁿ and the simplex are examples of the spaces of Theorem 6",
    given=[ON_CIRCLES, *TURN],
    states=eq(around(angle), P(p)),
    reading=(
        "On Sⁿ, n ≥ 1, a function that is convex along every geodesic is constant: along the great circle from p in "
        "the "
        "direction x (p and x orthogonal unit vectors, though that is not used), on which every point of the sphere "
        "lies "
        "for some x, it has everywhere the value at p. So Theorem 6 "
        "speaks of no other losses on the sphere; on a hemisphere or on the open simplex, which are not complete, "
        "there "
        "are others."
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


WHOLE_TURNS = (
    "true as well, as every angle differs from one in [0, 2π] by whole turns; the language has no integer part"
)


@SPHERE.mutant("hypothesis", undecided=WHOLE_TURNS)
def negative_angles(claim: Claim) -> Claim:
    """θ may be negative."""
    return without(claim, TURN[0])


@SPHERE.mutant("hypothesis", undecided=WHOLE_TURNS)
def more_than_a_turn(claim: Claim) -> Claim:
    """θ may exceed 2π."""
    return without(claim, TURN[1])
