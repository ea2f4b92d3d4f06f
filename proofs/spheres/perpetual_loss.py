"""Why η must not be larger than 1: for every such rate there are data on which the update costs the same for ever."""

from __future__ import annotations

from functools import cache

from sympy import Rational, cos, pi, sin, sqrt

from proofs.spheres.gradient import loss
from proofs.spheres.lemma_7_sign import sine_is_positive, z
from proofs.spheres.single_step import ANGLE, NEXT, UNIT, UNIT_DATA, along, d, eta, next_parameter, p, x
from verify.author.kernel import Theorem, assume, cite, combine, identity, instantiate
from verify.axioms import DEFINITE
from verify.claims import Claim, fails_as, fails_without
from verify.language.terms import EUCLIDEAN, Inner, Vec, VecHead, eq, gt, lt, vector, vectors

MIRRORED = p - 2 * Inner(p, x) * x
"""p reflected at the equator of x."""
direction, q, u, v = vectors("r q u v")
BEFORE = [gt(d, 0), lt(d, pi / 2)]
REFLECTS = eq(eta, (pi - 2 * d) / sin(2 * d))

PERPETUAL = Claim(
    "spheres/perpetual-loss",
    at="section 6.2, the condition η < 1",
    says=(
        "where η = (π − 2d)/sin 2d the update reflects p_t at the equator of x_t, and with the same data back again: "
        "the loss is cos² d in every trial"
    ),
    given=[UNIT, UNIT_DATA, ANGLE, *BEFORE, REFLECTS],
    where={vector("p°"): MIRRORED, Vec(VecHead("A"), EUCLIDEAN, q): next_parameter(q, x, eta)},
    states=[
        eq(NEXT, MIRRORED),
        eq(loss(NEXT, x), loss(p, x)),
        eq(next_parameter(MIRRORED, x, eta), p),
    ],
    rests_on=["spheres/collinear"],
    reading=(
        "p = p_t and x = x_t are unit vectors of any dimension, d = dist(p, x) with 0 < d < π/2, A(q) is the explicit "
        "update of q (spheres/update-everywhere), and p° is p reflected at the equator of x. With x_{t+1} = x_t the "
        "update takes p_{t+1} back to p_t, so that the two points alternate and k trials cost k cos² d, though every "
        "p⋆ of the equator has no loss. As sin z < z, such a rate is larger than 1; and any η > 1 is one, as η sin 2d "
        "− (π − 2d) is negative for small d and positive just before π/2."
    ),
)


@cache
def reflected() -> Theorem:
    """sin d p_{t+1} = sin(π − d) p − sin(π − 2d) x, and sin 2d = 2 sin d cos d."""
    below = combine(gt(pi, d), [(1, assume(BEFORE[1])), (1, pi / 2)])
    sine = instantiate(sine_is_positive(), {z: d}, [assume(BEFORE[0]), below])
    doubled = [combine(gt(2 * d, 0), [(2, assume(BEFORE[0]))]), combine(gt(pi, 2 * d), [(2, assume(BEFORE[1]))])]
    twice = instantiate(sine_is_positive(), {z: 2 * d}, doubled)
    rest = NEXT - MIRRORED
    goal = eq(sin(d) * Inner(rest, direction), 0)
    turned = combine(goal, [(1, along(direction))], using=[ANGLE, REFLECTS], facts=[sine, twice])
    turned = instantiate(turned, {direction: rest}, [sine, twice])
    square = combine(eq(Inner(rest, rest), 0), [(1 / sin(d), turned)], facts=[sine])
    zero = instantiate(cite(DEFINITE), {vector("x"): rest}, [square])
    equal = identity(eq(u, v), using=[assume(eq(u - v, 0))])
    return instantiate(equal, {u: NEXT, v: MIRRORED}, [zero, sine])


@PERPETUAL.proof
def there_and_back(claim: Claim) -> list[Theorem]:
    """The update reflects; the reflected point is as far from −x as p is from x, and −x costs what x does."""
    _, same, back = claim.states
    known = [assume(g) for g in claim.given]
    there = instantiate(reflected(), {}, known)
    there_loss = identity(eq(loss(u, x), loss(p, x)), using=[UNIT_DATA, eq(u, MIRRORED)])
    arrived = instantiate(there_loss, {u: NEXT}, [there])
    length = identity(eq(Inner(MIRRORED, MIRRORED), 1), using=[UNIT, UNIT_DATA])
    angle = identity(eq(Inner(MIRRORED, -x), cos(d)), using=[UNIT_DATA, ANGLE])
    again = instantiate(reflected(), {p: MIRRORED, x: -x}, [length, angle, *known])
    return [there, combine(same, [(1, arrived)]), combine(back, [(1, again)], using=[UNIT_DATA])]


EIGHTH = {p: (1 / sqrt(2), 1 / sqrt(2)), x: (1, 0), d: pi / 4, eta: pi / 2}


fails_as(PERPETUAL,
    ("constant", {PERPETUAL.states[1]: eq(loss(NEXT, x), loss(p, x) / 2)}, "Half of the loss is left.", EIGHTH),
    ("sign", {PERPETUAL.states[0]: eq(NEXT, -1 * MIRRORED)}, "p is reflected at the line of x.", EIGHTH),
)  # fmt: skip


fails_without(PERPETUAL,
    (REFLECTS, "η may be anything.", EIGHTH | {eta: Rational(1, 2)}),
    (UNIT_DATA, "x need not be a unit vector.",
        EIGHTH | {x: (2, 0), p: (Rational(1, 4), sqrt(15) / 4), d: pi / 3, eta: 2 * pi / (3 * sqrt(3))}),
)  # fmt: skip
