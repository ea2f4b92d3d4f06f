"""Section 4: whether the update is the best step of its length: it is as long as it does not pass the equator."""

from __future__ import annotations

from functools import cache
from typing import Any

from sympy import Rational, acos, cos, pi, sin, sqrt

from proofs.spheres.collinear import cosines_of_the_next
from proofs.spheres.gradient import loss
from proofs.spheres.lemma_7_sign import BELOW_ONE, INSIDE, sine_is_at_most, sine_is_not_negative, z
from proofs.spheres.single_step import ANGLE, NAMES, NEXT, UNIT, UNIT_DATA, d, eta, p, step, x
from verify.author.kernel import Theorem, assume, cases, certify, combine, instantiate, witness
from verify.claims import Claim, fails_without
from verify.language.terms import Formula, Inner, eq, ge, gt, le, norm, real, vector
from verify.lemmas import at_most_by_squares, cauchy_schwarz
from verify.prover.proving import certificate

q, theta = vector("q"), real("θ")
b = step(d, eta)
HALF = Rational(1, 2)

UNIT_END = eq(Inner(q, q), 1)
AS_LONG = eq(Inner(p, q), cos(b))
LEAST_LOSS = le(loss(NEXT, x), loss(q, x))

READING = (
    "On the sphere, p = p_t, x = x_t and q are unit vectors of any dimension, d = dist(p, x) with 0 < d < π, and "
    "p_{t+1} is the explicit update (spheres/update-everywhere), a step of the length |b|, b = η sin 2d. q is where "
    "another step ends. The loss is ⟨p, x⟩² (8). "
)

LARGEST_DECREASE = Claim(
    "spheres/largest-decrease",
    weight="gap",
    slip=(
        "That the loss falls fastest at each instant does not make the whole step the best of its length: past the "
        "equator the loss grows again. It is the best as long as it does not pass the equator, and so always for η ≤ ½."
    ),
    at="section 4, on compatibility",
    printed="the update step generates the maximal total decrease in loss for a step of that length",
    given=[UNIT, UNIT_DATA, UNIT_END, ANGLE, *INSIDE, BELOW_ONE, AS_LONG],
    where=NAMES,
    states=LEAST_LOSS,
    rests_on=["spheres/compatibility-sphere"],
    reading=READING
    + "dist(p, q) is the same length, ⟨p, q⟩ = cos b with |b| ≤ η < 1, and the loss at p_{t+1} is no larger than at "
    "q. (In the plane there is one other such q, and the words are true: cos²(d + b) − cos²(d − b) = −sin 2d sin 2b ≤ "
    "0.)",
)

DISTANCE = [ge(theta, 0), eq(Inner(p, q), cos(theta))]
NO_LONGER, HALF_RATE = le(theta**2, b**2), le(eta, HALF)
NOT_PAST = le(b**2, (pi / 2 - d) ** 2)
ANOTHER_STEP = [UNIT, UNIT_DATA, UNIT_END, ANGLE, *INSIDE, *DISTANCE, NO_LONGER]

LARGEST_DECREASE_REPAIRED = Claim(
    "spheres/largest-decrease.repaired",
    at="section 4, on compatibility",
    says="as long as the update does not pass the equator, no step that is no longer ends at a smaller loss",
    given=[*ANOTHER_STEP, NOT_PAST],
    where=NAMES,
    states=LEAST_LOSS,
    repairs="spheres/largest-decrease",
    rests_on=["spheres/collinear"],
    reading=READING
    + "θ = dist(p, q) ≤ |b|, so that shorter steps are included, and |b| ≤ |π/2 − d|, the distance of p from the "
    "equator. Past it a shorter step, to the nearest point of the equator, ends without a loss.",
)

LARGEST_DECREASE_HALF = Claim(
    "spheres/largest-decrease-half",
    at="section 4, on compatibility",
    says="for η ≤ ½ no step that is no longer than the update ends at a smaller loss",
    given=[*ANOTHER_STEP, HALF_RATE],
    where=NAMES,
    states=LEAST_LOSS,
    rests_on=["spheres/largest-decrease.repaired"],
    reading=READING
    + "θ = dist(p, q) ≤ |b|, so that shorter steps are included. At these rates no update passes the equator, as "
    "|b| ≤ ½ sin|π − 2d| ≤ |π/2 − d|. For no η > ½ this is so for every d: near the equator |b| is then larger than "
    "|π/2 − d|.",
)

OVERSHOT = {
    p: (Rational(3, 5), Rational(4, 5), 0),
    x: (1, 0, 0),
    q: (0, 5 * sqrt(2) / 8, sqrt(14) / 8),
    d: acos(Rational(3, 5)),
    eta: 25 * pi / 96,
}
"""b = (24/25)η = π/4, and ⟨p, q⟩ = cos(π/4)."""


@LARGEST_DECREASE.counterexample
def beyond_the_equator(claim: Claim) -> Theorem:
    """d = arccos(3/5), b = π/4: p_{t+1} is beyond the equator, with the loss 1/50, and a q as far from p is on it."""
    return witness(claim.given, claim.states[0], OVERSHOT)


@cache
def cosine_falls() -> Theorem:
    """cos z ≥ cos w for 0 ≤ z ≤ w ≤ π/2."""
    return certify(certificate(ge(cos(z) - cos(w), 0), [ge(z, 0), ge(w, z), ge(pi / 2, w)]))


@cache
def cosine_is_not_negative() -> Theorem:
    """cos w ≥ 0 for 0 ≤ w ≤ π/2."""
    return certify(certificate(ge(cos(w), 0), [ge(w, 0), le(w, pi / 2)]))


w = real("w")
BEFORE_THE_EQUATOR, BEYOND = le(d, pi / 2), gt(d, pi / 2)


@cache
def before_the_equator() -> Theorem:
    """For d ≤ π/2: ⟨q, x⟩ ≥ cos(d + θ) ≥ cos(d + b) = ⟨p_{t+1}, x⟩ ≥ 0, as d + b ≤ π/2."""
    doubled = combine(ge(2 * d, 0), [(2, assume(INSIDE[0]))])
    rest = combine(ge(pi - 2 * d, 0), [(2, assume(BEFORE_THE_EQUATOR))])
    sine = instantiate(sine_is_not_negative(), {z: 2 * d}, [doubled, combine(le(2 * d, pi), [(1, rest)])])
    left = combine(ge(pi / 2 - d, 0), [(1, assume(BEFORE_THE_EQUATOR))])
    forward = combine(ge(b, 0), [(eta, sine)])
    within = at_most_by_squares(b, pi / 2 - d, assume(NOT_PAST), facts=[left, forward])
    short = combine(ge(pi / 2, d + b), [(1, within)])
    nearer = at_most_by_squares(theta, b, assume(NO_LONGER), facts=[DISTANCE[0], forward])
    start = combine(ge(d + theta, 0), [(1, assume(INSIDE[0])), (1, assume(DISTANCE[0]))])
    later = combine(ge(d + b, d + theta), [(1, nearer)])
    falls = instantiate(cosine_falls(), {z: d + theta, w: d + b}, [start, later, short])
    reached = combine(ge(d + b, 0), [(1, start), (1, later)])
    positive = instantiate(cosine_is_not_negative(), {w: d + b}, [reached, combine(le(d + b, pi / 2), [(1, short)])])
    triangle = _no_closer([nearer, short])
    ahead = combine(ge(Inner(q, x), cos(d + b)), [(1, triangle), (1, falls)])
    both = combine(ge(Inner(q, x) + cos(d + b), 0), [(1, ahead), (2, positive)])
    after, _ = cosines_of_the_next()
    equal = after.conclusion
    return combine(LEAST_LOSS, [(ahead, both), (-(equal.lhs + equal.rhs), after)])


def _no_closer(bounds: list[Theorem]) -> Theorem:
    """⟨q, x⟩ ≥ cos(d + θ): Cauchy–Schwarz for the parts of q and x that are orthogonal to p."""
    units = [UNIT, UNIT_DATA, UNIT_END, ANGLE, DISTANCE[1]]
    parts = ((q - cos(theta) * p, theta), (x - cos(d) * p, d))
    nearer, short = bounds
    up_to = {
        theta: combine(le(theta, pi), [(1, nearer), (1, short), (1, assume(INSIDE[0])), (1, pi / 2)]),
        d: assume(INSIDE[1]),
    }
    sines, lengths = [], []
    for part, angle in parts:
        from_zero = combine(ge(angle, 0), [(1, assume(f)) for f in (DISTANCE[0], INSIDE[0]) if f.lhs == angle])
        within = combine(le(angle, pi), [(1, up_to[angle])])
        sine = instantiate(sine_is_not_negative(), {z: angle}, [from_zero, within])
        square = combine(ge(sin(angle) ** 2, norm(part) ** 2), [], using=units)
        sines.append(sine)
        lengths.append(at_most_by_squares(norm(part), sin(angle), square, facts=[sine]))
    (first, _), (second, _) = parts
    product = cauchy_schwarz(-1 * first, second)
    goal = ge(Inner(q, x), cos(d + theta))
    return combine(goal, [(1, product), (lengths[0], norm(second)), (sines[0], lengths[1])], using=units)


@LARGEST_DECREASE_REPAIRED.proof
def no_step_gets_past_the_equator(claim: Claim) -> Theorem:
    """Beyond the equator −x and π − d stand in the place of x and d: neither p_{t+1} nor the loss changes."""
    known = [assume(g) for g in claim.given]
    first = before_the_equator()
    opposite = {x: -x, d: pi - d}
    within = [combine(gt(pi - d, 0), [(1, assume(f)) for f in INSIDE[1:]])]
    within.append(combine(gt(pi, pi - d), [(1, assume(INSIDE[0]))]))
    within.append(combine(ge(pi / 2, pi - d), [(1, assume(BEYOND))]))
    angle = combine(eq(Inner(p, -x), cos(pi - d)), [(-1, assume(ANGLE))])
    not_past = [combine(le(b**2, (d - pi / 2) ** 2), [(1, assume(g))]) for g in claim.given if g == NOT_PAST]
    turned = instantiate(first, opposite, [*within, angle, *not_past, *known])
    goal = claim.states[0]
    second = combine(goal, [(1, turned)])
    sides = [BEFORE_THE_EQUATOR, BEYOND]
    return cases([instantiate(first, {}, known), second], sides)


@cache
def half_a_sine() -> Theorem:
    """b² ≤ (π/2 − d)² for d ≤ π/2, d > 0 and η ≤ ½: b = η sin(π − 2d)."""
    rest = combine(ge(pi - 2 * d, 0), [(2, assume(BEFORE_THE_EQUATOR))])
    doubled = combine(ge(2 * d, 0), [(2, assume(INSIDE[0]))])
    sine = instantiate(sine_is_not_negative(), {z: 2 * d}, [doubled, combine(le(2 * d, pi), [(1, rest)])])
    small = instantiate(sine_is_at_most(), {z: pi - 2 * d}, [rest])
    forward = combine(ge(b, 0), [(eta, sine)])
    short = combine(ge(pi / 2 - d - b, 0), [(HALF, small), (assume(HALF_RATE), sine)])
    both = combine(ge(pi / 2 - d + b, 0), [(HALF, rest), (1, forward)])
    return combine(NOT_PAST, [(short, both)])


@LARGEST_DECREASE_HALF.proof
def half_the_way_to_the_equator(claim: Claim) -> Theorem:
    """|b| ≤ ½ sin|π − 2d| ≤ |π/2 − d|, before the equator and, with π − d, beyond it."""
    mirrored = [combine(gt(pi - d, 0), [(1, assume(INSIDE[1]))]), combine(le(pi - d, pi / 2), [(1, assume(BEYOND))])]
    beyond = combine(NOT_PAST, [(1, instantiate(half_a_sine(), {d: pi - d}, mirrored))])
    within = cases([half_a_sine(), beyond], [BEFORE_THE_EQUATOR, BEYOND])
    known = [assume(g) for g in claim.given]
    best = LARGEST_DECREASE_REPAIRED.theorem(LARGEST_DECREASE_REPAIRED.states[0])
    return instantiate(best, {}, [instantiate(within, {}, known), *known])


def without(claim: Claim, *hypotheses: Formula) -> Claim:
    """The claim without some of its hypotheses."""
    return claim.replace(given=[f for f in claim.given if f not in hypotheses])


SHORT = Rational(3, 10)
NEAR = {p: (sin(SHORT), cos(SHORT)), x: (1, 0), q: (0, 1), d: pi / 2 - SHORT, theta: SHORT, eta: Rational(3, 5)}
"""p is 0.3 before the equator, and q on it."""


fails_without(LARGEST_DECREASE_REPAIRED, (NOT_PAST, "The update may pass the equator.", OVERSHOT | {theta: pi / 4}))


@LARGEST_DECREASE_REPAIRED.mutant("constant", at=NEAR)
def a_little_past_the_equator(claim: Claim) -> Claim:
    """|b| may be 113/100 of |π/2 − d|; in the instance it is 1.129… of it."""
    farther = le(b**2, (Rational(113, 100) * (pi / 2 - d)) ** 2)
    return claim.replace(given=[farther if g == NOT_PAST else g for g in claim.given])


fails_without(LARGEST_DECREASE_HALF, (HALF_RATE, "η may be anything.", OVERSHOT | {theta: pi / 4}))


@LARGEST_DECREASE_HALF.mutant("constant", at=NEAR)
def three_fifths(claim: Claim) -> Claim:
    """η may be 3/5."""
    return claim.replace(given=[le(eta, Rational(3, 5)) if g == HALF_RATE else g for g in claim.given])


@LARGEST_DECREASE_HALF.mutant("hypothesis", at=NEAR | {eta: Rational(1, 10)})
@LARGEST_DECREASE_REPAIRED.mutant("hypothesis", at=NEAR | {eta: Rational(1, 10)})
def longer(claim: Claim) -> Claim:
    """The other step may be longer."""
    return without(claim, NO_LONGER)


@LARGEST_DECREASE_HALF.mutant("hypothesis", at=NEAR | {theta: 0, eta: Rational(1, 10)})
@LARGEST_DECREASE_REPAIRED.mutant("hypothesis", at=NEAR | {theta: 0, eta: Rational(1, 10)})
def anywhere(claim: Claim) -> Claim:
    """q may be anywhere."""
    return without(claim, DISTANCE[1])


@LARGEST_DECREASE_HALF.mutant("sign", at=NEAR | {q: (sin(SHORT), cos(SHORT)), theta: 0, eta: Rational(1, 10)})
@LARGEST_DECREASE_REPAIRED.mutant("sign", at=NEAR | {q: (sin(SHORT), cos(SHORT)), theta: 0, eta: Rational(1, 10)})
def largest_loss(claim: Claim) -> Claim:
    """No other step ends at a larger loss."""
    return claim.replace(states=ge(loss(NEXT, x), loss(q, x)))


SIDEWAYS = {p: (Rational(3, 5), Rational(4, 5)), x: (1, 0), d: acos(Rational(3, 5)), eta: Rational(1, 4), theta: 0}
TURNED = acos(Rational(3, 5)) + Rational(1, 4)


@LARGEST_DECREASE_HALF.mutant("hypothesis", at=SIDEWAYS | {q: (0, Rational(5, 4))})
@LARGEST_DECREASE_REPAIRED.mutant("hypothesis", at=SIDEWAYS | {q: (0, Rational(5, 4))})
def end_off_the_sphere(claim: Claim) -> Claim:
    """q need not be a unit vector."""
    return without(claim, UNIT_END)


LONG = {p: (HALF, 2, 0), x: (1, 0, 0), q: (0, HALF, sqrt(3) / 2), d: pi / 3, eta: Rational(1, 4), theta: 0}


@LARGEST_DECREASE_HALF.mutant("hypothesis", at=LONG)
@LARGEST_DECREASE_REPAIRED.mutant("hypothesis", at=LONG)
def parameter_off_the_sphere(claim: Claim) -> Claim:
    """p need not be a unit vector."""
    return without(claim, UNIT)


@LARGEST_DECREASE_HALF.mutant("hypothesis", at=SIDEWAYS | {p: (1, 0), x: (Rational(3, 5), 2), q: (1, 0)})
@LARGEST_DECREASE_REPAIRED.mutant("hypothesis", at=SIDEWAYS | {p: (1, 0), x: (Rational(3, 5), 2), q: (1, 0)})
def long_data(claim: Claim) -> Claim:
    """x need not be a unit vector."""
    return without(claim, UNIT_DATA)


ELSEWHERE = SIDEWAYS | {d: pi / 4, theta: Rational(1, 4), q: (cos(TURNED), sin(TURNED))}


@LARGEST_DECREASE_HALF.mutant("hypothesis", at=ELSEWHERE)
@LARGEST_DECREASE_REPAIRED.mutant("hypothesis", at=ELSEWHERE)
def any_angle(claim: Claim) -> Claim:
    """d need not be the distance of p and x."""
    return without(claim, ANGLE)


fails_without(LARGEST_DECREASE_REPAIRED,
    (INSIDE[0], "d may be negative.", OVERSHOT | {theta: pi / 4, d: -acos(Rational(3, 5))}),
    (INSIDE[1], "d may be more than π.", OVERSHOT | {theta: pi / 4, d: 2 * pi - acos(Rational(3, 5))}),
)  # fmt: skip


@LARGEST_DECREASE_HALF.extremal("η", [Rational(1, 4)])
@LARGEST_DECREASE_REPAIRED.extremal("η", [Rational(1, 4)])
def the_update_itself(rate: Any) -> dict[Any, Any]:
    """q = p_{t+1}, at the distance b = η from p with d = π/4."""
    ends = {p: (cos(pi / 4), sin(pi / 4)), q: (cos(pi / 4 + rate), sin(pi / 4 + rate))}
    return {**ends, x: (1, 0), d: pi / 4, theta: rate, eta: rate}
