"""After (8): D is not differentiable where there is more than one shortest path, such as at antipodes of the sphere."""

from __future__ import annotations

from typing import Any

from sympy import Expr, cos, pi, sin

from proofs.spheres.distance_gradient import distance
from verify.author.kernel import Theorem, assume, combine, identity, instantiate
from verify.claims import Claim, fails_as, fails_without
from verify.language.terms import Inner, eq, ge, real, vectors
from verify.lemmas.circular import arccosine_of_cosine

s, w = real("s w")
q, V = vectors("q V")
UNIT_Q, UNIT_V, ACROSS = eq(Inner(q, q), 1), eq(Inner(V, V), 1), eq(Inner(V, q), 0)
HALF_TURN = [ge(s, 0), ge(pi, s)]


def along(V: Any, s: Any) -> Expr:
    """D(γ(s), q) for the great circle γ(s) = −q cos s + V sin s, which starts at the antipode of q."""
    return distance(-q * cos(s) + V * sin(s), q) ** 2 / 2


ANTIPODE = Claim(
    "geometric_view/distance-antipode",
    at="after (8)",
    says="On the unit sphere D(·, q) falls with the slope −π from −q in every direction, and so is not differentiable "
    "there",
    given=[UNIT_Q, UNIT_V, ACROSS, *HALF_TURN],
    states=[
        eq(along(V, s), (pi - s) ** 2 / 2),
        eq(along(V, s) + along(-V, s) - 2 * along(V, 0), s**2 - 2 * pi * s),
    ],
    rests_on=["spheres/exponential-map"],
    reading="The text says that D is differentiable (geometric_view/distance-differentiable); on the unit sphere, of "
    "any dimension, it is not at antipodes, and the update (9) has no Exp⁻¹ there. V is any unit tangent vector at "
    "−q, 0 ≤ s ≤ π: in the direction V, D is ½(π − s)², with the slope −π at s = 0, and so it is in the direction −V. "
    "For a function with a differential at −q the two slopes would sum to 0, and the second difference, here s² − "
    "2πs, would be o(s).",
    idle={UNIT_V: "V is a velocity of unit speed; of its length nothing is used, as ⟨V, q⟩ = 0 alone gives ⟨γ, q⟩."},
)


def _distance(claim: Claim, V: Any, s: Any, turn: list[Theorem]) -> tuple[Theorem, list[Theorem]]:
    """dist(γ(s), q) = π − s, as ⟨γ(s), q⟩ = −cos s, which is between −1 and 1."""
    known = [h for h in claim.given if h in (UNIT_Q, ACROSS)]
    place = Inner(-q * cos(s) + V * sin(s), q)
    cosine = identity(eq(place, cos(pi - s)), using=known)
    ends = [combine(ge(pi - s, 0), [(1, turn[1])]), combine(ge(pi, pi - s), [(1, turn[0])])]
    squares = {1: sin(s / 2) ** 2, -1: cos(s / 2) ** 2}
    inside = [combine(ge(1 + sign * place, 0), [(2, squares[sign]), (sign, cosine)]) for sign in (1, -1)]
    found = arccosine_of_cosine(place, pi - s, [cosine, *ends, *inside])
    half = (distance_at(V, s) + pi - s) / 2
    return combine(eq(along(V, s), (pi - s) ** 2 / 2), [(half, found)], facts=inside), inside


def distance_at(V: Any, s: Any) -> Expr:
    """dist(γ(s), q)."""
    return distance(-q * cos(s) + V * sin(s), q)


@ANTIPODE.proof
def straight_on(claim: Claim) -> list[Theorem]:
    """dist(γ(s), q) = π − s both ways."""
    _, second = claim.states
    turn = [assume(h) for h in HALF_TURN]
    here, inside = _distance(claim, V, s, turn)
    there, across = _distance(claim, -V, s, turn)
    start, level = _distance(claim, V, 0, [combine(ge(0, 0), []), combine(ge(pi, 0), [(1, pi)])])
    defined = [*inside, *across, *level]
    both = combine(second, [(1, here), (1, there), (-2, start)], facts=defined)
    return [instantiate(here, {}, inside), instantiate(both, {}, defined)]


QUARTER = {q: (1, 0), V: (0, 1), s: pi / 2}


fails_as(ANTIPODE,
    ("constant", [eq(ANTIPODE.states[0].lhs, 2 * ANTIPODE.states[0].rhs), ANTIPODE.states[1]], "(π − s)².", QUARTER),
    ("sign", [eq(ANTIPODE.states[0].lhs, (pi + s) ** 2 / 2), ANTIPODE.states[1]], "½(π + s)².", QUARTER),
)  # fmt: skip


fails_without(ANTIPODE,
    (ACROSS, "V need not be orthogonal to q.", QUARTER | {V: (1, 0)}),
    (HALF_TURN[1], "s may exceed π.", QUARTER | {s: 5 * pi / 2}),
    (HALF_TURN[0], "s may be negative.", QUARTER | {s: -pi / 2}),
)  # fmt: skip
