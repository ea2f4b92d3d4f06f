"""Section 4: at a rate above ½ the update is not the best step of its length, from any place close to the equator."""

from __future__ import annotations

from functools import cache
from typing import Any

from sympy import Rational, cos, pi, sin

from proofs.spheres.collinear import cosines_of_the_next
from proofs.spheres.gradient import loss
from proofs.spheres.largest_decrease import READING
from proofs.spheres.lemma_7_sign import AT_MOST_ONE, z
from proofs.spheres.single_step import NAMES, NEXT, UNIT, UNIT_DATA, d, eta, p, x
from verify.audit import (
    Claim, Inner, Theorem, assume, combine, decided, eq, fails_as, fails_without, follows, ge, gt, instantiate, le,
    real, vector,
)  # fmt: skip

delta = real("δ")
NEAR_EQUATOR = eq(Inner(p, x), sin(delta))
SHORT = gt(3 * (2 * eta - 1), 4 * eta * delta**2)
LENGTH = eta * sin(2 * delta)
END = (p - sin(delta) * x) / cos(delta)
"""The point of the equator of x that is nearest to p."""

CONVERSE = Claim(
    "spheres/largest-decrease-half.only",
    at="section 4, on compatibility",
    says="for ½ < η ≤ 1 and every p at a distance δ > 0 from the equator with δ² < 3(2η − 1)/(4η), the nearest point "
    "of the equator is closer to p than p_{t+1}, and has no loss, while p_{t+1} has one",
    given=[UNIT, UNIT_DATA, NEAR_EQUATOR, gt(delta, 0), SHORT, AT_MOST_ONE],
    where=NAMES | {vector("q"): END},
    states=[
        eq(Inner(END, END), 1),
        eq(Inner(p, END), cos(delta)),
        gt(LENGTH, delta),
        eq(loss(END, x), 0),
        gt(loss(NEXT, x), 0),
    ],
    rests_on=["spheres/collinear"],
    reading=READING
    + "Here d = π/2 − δ, and the step has the length η sin 2δ. There are such δ exactly if η > ½, so that with "
    "spheres/largest-decrease-half the update is the best of all steps that are no longer, wherever p is, exactly for "
    "η ≤ ½: the constant ½ there is the best.",
)


@cache
def past_the_equator() -> list[Theorem]:
    """0 < δ < 1, cos δ > 0 and η sin 2δ > δ, as sin z ≥ z − z³/6."""
    positive = gt(delta, 0)
    half = combine(gt(3, 4 * delta**2), [(1 / eta, assume(SHORT)), (3 / eta, assume(AT_MOST_ONE))])
    below = follows(gt(1 - delta**2, 0), half)
    short = combine(gt(1, delta), [(1 / (1 + delta), below)], facts=[positive])
    ends = [follows(ge(delta, 0), positive), follows(le(delta, 1), short)]
    cosine = instantiate(decided(gt(cos(z), 0), ge(z, 0), le(z, 1)), {z: delta}, ends)
    doubled = [follows(ge(2 * delta, 0), positive), follows(le(2 * delta, 2), short)]
    series = instantiate(decided(ge(sin(z), z - z**3 / 6), ge(z, 0), le(z, 2)), {z: 2 * delta}, doubled)
    longer = combine(gt(LENGTH, delta), [(eta, series), (delta / 3, assume(SHORT))], facts=[positive])
    return [short, cosine, longer]


@CONVERSE.proof
def beyond_it(claim: Claim) -> list[Theorem]:
    """⟨p_{t+1}, x⟩ = cos(π/2 − δ + b) = −sin(b − δ), with 0 < b − δ < π."""
    unit, angle, _, none, some = claim.states
    short, cosine, past = past_the_equator()
    known = [UNIT, UNIT_DATA, NEAR_EQUATOR]
    where = {d: pi / 2 - delta}
    inside = [follows(gt(pi / 2 - delta, 0), short, pi / 2 - 1), follows(gt(pi, pi / 2 - delta), gt(delta, 0), pi / 2)]
    along = follows(eq(Inner(p, x), cos(pi / 2 - delta)), NEAR_EQUATOR)
    arrives = instantiate(cosines_of_the_next()[0], where, [*inside, along])
    arrives = follows(eq(Inner(NEXT, x), -sin(LENGTH - delta)), arrives)
    doubled = [follows(ge(2 * delta, 0), gt(delta, 0)), follows(le(2 * delta, 2), short)]
    most = instantiate(decided(le(sin(z), 1), ge(z, 0), le(z, 2)), {z: 2 * delta}, doubled)
    beyond = LENGTH - delta
    small = combine(le(beyond, 1), [(eta, most), (1, assume(AT_MOST_ONE)), (1, assume(gt(delta, 0)))])
    moved = [follows(gt(beyond, 0), past), small]
    sine = instantiate(decided(gt(sin(z), 0), gt(z, 0), le(z, 1)), {z: beyond}, moved)
    lost = combine(some, [(sine, sine), (Inner(NEXT, x) - sin(beyond), arrives)])
    return [
        follows(unit, using=known, facts=[cosine]),
        follows(angle, using=known, facts=[cosine]),
        past,
        follows(none, using=known, facts=[cosine]),
        lost,
    ]


# --- what happens when something is changed -------------------------------------------------------------------------


def beside(distance: Any, rate: Any) -> dict[Any, Any]:
    """p in the plane, at this distance before the equator of x = (1, 0)."""
    return {p: (sin(distance), cos(distance)), x: (1, 0), delta: distance, eta: rate}


WITHOUT_LENGTH = beside(Rational(1, 10), Rational(3, 5))
FARTHER = beside(Rational(9, 10), Rational(3, 5))

fails_as(CONVERSE,
    ("constant", [*CONVERSE.states[:2], gt(LENGTH, Rational(6, 5) * delta), *CONVERSE.states[3:]],
        "Six fifths of δ; at η = 3/5 the step is up to 2η times as long.", WITHOUT_LENGTH),
    ("sign", [*CONVERSE.states[:4], gt(-loss(NEXT, x), 0)], "A negative loss.", WITHOUT_LENGTH),
)  # fmt: skip
fails_without(CONVERSE,
    (SHORT, "p may be anywhere.", FARTHER),
    (UNIT, "p need not be a unit vector.", {**WITHOUT_LENGTH, p: (sin(Rational(1, 10)), 2)}),
    (NEAR_EQUATOR, "δ need not be the distance from the equator.", {**WITHOUT_LENGTH, delta: Rational(1, 5)}),
    (gt(delta, 0), "p may be on the equator.", beside(0, Rational(3, 5))),
)  # fmt: skip
