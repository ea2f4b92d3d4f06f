"""Section 6.1: the order of x_t, p_t and p_{t+1} on their arc, for steps that are short enough."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from sympy import Rational, acos, cos, pi, sin, sqrt

from proofs.spheres._cosine_gain import UNITS
from proofs.spheres.collinear import PLAIN, SETTING, b, cosines_of_the_next
from proofs.spheres.lemma_7_sign import INSIDE, before_the_equator, sine_is_positive, z
from proofs.spheres.single_step import ANGLE, NAMES, NEXT, UNIT, UNIT_DATA, UPDATE_EVERYWHERE, d, eta, p, x
from verify.author.kernel import Theorem, assume, certify, combine, instantiate, witness
from verify.claims import Claim, Sharpness, fails_as, fails_without
from verify.language.terms import Inner, eq, ge, gt, le, lt
from verify.lemmas.circular import arccosine_of_cosine, within_one
from verify.prover.proving import certificate

TO_DATA, MOVED = acos(Inner(NEXT, x)), acos(Inner(NEXT, p))
ACUTE, OBTUSE = [gt(d, 0), lt(d, pi / 2)], [gt(d, pi / 2), lt(d, pi)]
ORDER = (
    "The order of three points of an arc is that the distance of the outer two is the sum of the other two distances; "
    "distances are arccosines. "
)

ORDER_BEYOND = Claim(
    "spheres/collinear-order",
    weight="reading",
    slip=(
        "With a large rate the step goes past the antipode of the data. Section 6 opens with 0 < η < 1, and for these "
        "rates the printed order is right, as it is up to η = 2.3016…."
    ),
    at="section 6.1",
    printed=(
        "When the inner product ⟨p_t, x_t⟩ is positive then d < π/2 and the order of x_t, p_t, p_{t+1} is"
        " as illustrated on Figure 2"
    ),
    given=[UNIT, UNIT_DATA, ANGLE, *ACUTE],
    where=NAMES,
    states=eq(TO_DATA, d + MOVED),
    rests_on=["spheres/collinear"],
    reading=SETTING + ORDER + "Section 6.1 speaks of the algorithm (10), with any η > 0.",
)

ORDER_BEFORE = Claim(
    "spheres/collinear-order-obtuse",
    face_of="spheres/collinear-order",
    at="section 6.1",
    printed="for ⟨p_t, x_t⟩ negative d > π/2 and the order of the points changes to x_t, p_{t+1}, p_t",
    given=[UNIT, UNIT_DATA, ANGLE, *OBTUSE],
    where=NAMES,
    states=eq(d, TO_DATA + MOVED),
    rests_on=["spheres/collinear"],
    reading=SETTING + ORDER + "Section 6.1 speaks of the algorithm (10), with any η > 0.",
)

SHORT_OF_ANTIPODE, SHORT_OF_DATA = le(d + b, pi), ge(d + b, 0)

ORDER_BEYOND_REPAIRED = Claim(
    "spheres/collinear-order.repaired",
    at="section 6.1",
    says="when ⟨p_t, x_t⟩ is positive and d + b ≤ π, the order is x_t, p_t, p_{t+1}",
    given=[*ORDER_BEYOND.given, SHORT_OF_ANTIPODE],
    where=NAMES,
    states=ORDER_BEYOND.states,
    repairs="spheres/collinear-order",
    rests_on=["spheres/collinear"],
    reading=SETTING + ORDER + "The step of the length b does not pass −x, which is π − d away from p.",
)

ORDER_BEFORE_REPAIRED = Claim(
    "spheres/collinear-order-obtuse.repaired",
    at="section 6.1",
    says="for ⟨p_t, x_t⟩ negative and d + b ≥ 0 the order is x_t, p_{t+1}, p_t",
    given=[*ORDER_BEFORE.given, SHORT_OF_DATA],
    where=NAMES,
    states=ORDER_BEFORE.states,
    repairs="spheres/collinear-order-obtuse",
    rests_on=["spheres/collinear"],
    reading=SETTING + ORDER + "b is negative: the step of the length −b does not pass x, which is d away from p.",
)

EDGE, BEYOND_EDGE = Rational(230166942437585, 10**14), Rational(230166942437586, 10**14)
UP_TO_EDGE = le(eta, EDGE)
RATES = (
    "At these rates, all of 0 < η < 1 among them, no trial's step is so long: the largest η for which that is so is "
    "the least value of (π − d)/sin 2d, 2.30166942437585…. "
)

ORDER_BEYOND_SHARP = Claim(
    "spheres/collinear-order.sharp",
    at="section 6.1",
    says="when ⟨p_t, x_t⟩ is positive and 0 < η ≤ 2.30166942437585, the order is x_t, p_t, p_{t+1}",
    given=[*ORDER_BEYOND.given, UP_TO_EDGE],
    where=NAMES,
    states=ORDER_BEYOND.states,
    rests_on=["spheres/collinear-order.repaired"],
    reading=SETTING + ORDER + RATES,
    sharpens="spheres/collinear-order.repaired",
)

ORDER_BEFORE_SHARP = Claim(
    "spheres/collinear-order-obtuse.sharp",
    at="section 6.1",
    says="for ⟨p_t, x_t⟩ negative and 0 < η ≤ 2.30166942437585 the order is x_t, p_{t+1}, p_t",
    given=[*ORDER_BEFORE.given, UP_TO_EDGE],
    where=NAMES,
    states=ORDER_BEFORE.states,
    rests_on=["spheres/collinear-order-obtuse.repaired"],
    reading=SETTING + ORDER + RATES,
    sharpens="spheres/collinear-order-obtuse.repaired",
)

DIAGONAL = sqrt(2) / 2
AROUND = {p: (1, 0), x: (DIAGONAL, DIAGONAL), d: pi / 4, eta: pi}
PAST_THE_DATA = {p: (1, 0), x: (-DIAGONAL, DIAGONAL), d: 3 * pi / 4, eta: pi}


@ORDER_BEYOND.counterexample
def past_the_antipode(claim: Claim) -> Theorem:
    """d = π/4, η = π: b = π, so p_{t+1} = −p is 3π/4 from x and π from p, while p is π/4 from x."""
    return witness(claim.given, claim.states[0], AROUND)


@ORDER_BEFORE.counterexample
def past_the_data(claim: Claim) -> Theorem:
    """d = 3π/4, η = π: b = −π, so p_{t+1} = −p is π/4 from x and π from p, while p is 3π/4 from x."""
    return witness(claim.given, claim.states[0], PAST_THE_DATA)


def _distances(claim: Claim, to_data: Any, moved: Any, bounds: list[Theorem]) -> list[Theorem]:
    """arccos⟨p_{t+1}, x⟩ = to_data and arccos⟨p_{t+1}, p⟩ = moved, for two angles in [0, π] with these cosines."""
    known = [*map(assume, claim.given), *bounds, *_in_range(claim)]
    found = []
    for cosine, angle in zip(cosines_of_the_next(), (to_data, moved), strict=True):
        product = cosine.conclusion.lhs
        met = instantiate(cosine, {}, known)
        agrees = combine(eq(product, cos(angle)), [(1, met)])
        found.append(arccosine_of_cosine(product, angle, [agrees, *known]))
    return found


@cache
def steps_ahead() -> Theorem:
    """b > 0 for 0 < d < π/2."""
    return before_the_equator()[0]


@ORDER_BEYOND_REPAIRED.proof
def angles_add_up(claim: Claim) -> Theorem:
    """0 < d < d + b ≤ π, so the distances are the angles d + b and b."""
    known = [*map(assume, claim.given)]
    ahead, start, acute = (instantiate(t, {}, known) for t in (steps_ahead(), *map(assume, ACUTE)))
    short = instantiate(assume(SHORT_OF_ANTIPODE), {}, known)
    bounds = [
        start,
        combine(lt(d, pi), [(1, acute), (1, pi / 2)]),
        combine(ge(b, 0), [(1, ahead)]),
        combine(le(b, pi), [(1, short), (1, start)]),
        combine(ge(d + b, 0), [(1, ahead), (1, start)]),
        short,
    ]
    to_data, moved = _distances(claim, d + b, b, bounds)
    return combine(claim.states[0], [(1, to_data), (-1, moved)], facts=_in_range(claim))


@ORDER_BEFORE_REPAIRED.proof
def angles_add_up_backwards(claim: Claim) -> Theorem:
    """0 ≤ d + b < d < π, so the distances are d + b and −b."""
    known = [*map(assume, claim.given)]
    late, end = (instantiate(assume(f), {}, known) for f in OBTUSE)
    mirrored = [combine(gt(pi - d, 0), [(1, end)]), combine(lt(pi - d, pi / 2), [(1, late)])]
    back = instantiate(steps_ahead(), {d: pi - d}, [*known, *mirrored])
    short = instantiate(assume(SHORT_OF_DATA), {}, known)
    bounds = [
        combine(gt(d, 0), [(1, late), (1, pi / 2)]),
        end,
        combine(ge(-b, 0), [(1, back)]),
        combine(le(-b, pi), [(1, short), (1, end)]),
        short,
        combine(le(d + b, pi), [(1, back), (1, end)]),
    ]
    to_data, moved = _distances(claim, d + b, -b, bounds)
    return combine(claim.states[0], [(-1, to_data), (-1, moved)], facts=_in_range(claim))


@cache
def never_past_the_antipode() -> Theorem:
    """d + b ≤ π for 0 < d < π/2 and η up to the edge."""
    at_edge = certify(certificate(ge(pi - d, EDGE * sin(2 * d)), [ge(d, 0), le(d, pi / 2)]))
    doubled, rest = (combine(gt(term, 0), [(2, assume(f))]) for term, f in zip((2 * d, pi - 2 * d), ACUTE, strict=True))
    sine = instantiate(sine_is_positive(), {z: 2 * d}, [doubled, rest])
    return combine(SHORT_OF_ANTIPODE, [(1, at_edge), (sine, assume(UP_TO_EDGE))])


@ORDER_BEYOND_SHARP.proof
def no_step_is_so_long(claim: Claim) -> Theorem:
    """(π − d)/sin 2d is at least the edge."""
    known = [*map(assume, claim.given)]
    short = instantiate(never_past_the_antipode(), {}, known)
    return instantiate(ORDER_BEYOND_REPAIRED.theorem(ORDER_BEYOND_REPAIRED.states[0]), {}, [short, *known])


@ORDER_BEFORE_SHARP.proof
def no_step_back_is_so_long(claim: Claim) -> Theorem:
    """The same for π − d."""
    known = [*map(assume, claim.given)]
    late, end = (assume(f) for f in OBTUSE)
    mirrored = [combine(gt(pi - d, 0), [(1, end)]), combine(lt(pi - d, pi / 2), [(1, late)])]
    turned = instantiate(never_past_the_antipode(), {d: pi - d}, mirrored)
    short = instantiate(combine(SHORT_OF_DATA, [(1, turned)]), {}, known)
    return instantiate(ORDER_BEFORE_REPAIRED.theorem(ORDER_BEFORE_REPAIRED.states[0]), {}, [short, *known])


WORST = Rational(8948879246, 10**10)
"""Where (π − d)/sin 2d is least."""


@ORDER_BEYOND_SHARP.sharp
def largest_rate() -> Iterator[Sharpness]:
    """The theorem at the edge, and an instance just past it."""
    fails = witness([*ACUTE, le(eta, BEYOND_EDGE)], SHORT_OF_ANTIPODE, {d: WORST, eta: BEYOND_EDGE})
    yield Sharpness(
        "the largest η for which no step passes the antipode of the data, between the two values of the theorems",
        "2.30166942437585…",
        [never_past_the_antipode(), fails],
    )


def _in_range(claim: Claim) -> list[Theorem]:
    """|⟨p_{t+1}, x⟩| ≤ 1 and |⟨p_{t+1}, p⟩| ≤ 1."""
    stays = UPDATE_EVERYWHERE.theorem(UPDATE_EVERYWHERE.states[1])
    units = [g for g in claim.given if g in UNITS]
    return [t for other in (x, p) for t in within_one(NEXT, other, [stays, *units])]


OBTUSE_PLAIN = PLAIN | {p: (-Rational(3, 5), Rational(4, 5)), d: acos(-Rational(3, 5))}
SHORT_PARAMETER = PLAIN | {p: (Rational(1, 2), 0), x: (1, 0), d: pi / 3, eta: Rational(1, 3)}
LONG_DATA = PLAIN | {p: (1, 0), x: (Rational(1, 2), 1), d: pi / 3, eta: Rational(1, 2)}


fails_without(ORDER_BEYOND_REPAIRED, (SHORT_OF_ANTIPODE, "The step may be of any length.", AROUND))


fails_as(ORDER_BEYOND_REPAIRED,
    ("constant", eq(TO_DATA, d + MOVED / 2), "Half of dist(p, p_{t+1}) is added.", PLAIN),
    ("sign", eq(TO_DATA, d - MOVED), "dist(p, p_{t+1}) is subtracted.", PLAIN),
)  # fmt: skip


fails_without(ORDER_BEYOND_REPAIRED, (ANGLE, "d need not be the distance from p to x.", PLAIN | {d: 1}))


fails_without(ORDER_BEFORE_REPAIRED, (SHORT_OF_DATA, "The step may be of any length.", PAST_THE_DATA))


fails_as(ORDER_BEFORE_REPAIRED,
    ("constant", eq(d, TO_DATA + MOVED / 2), "Half of dist(p, p_{t+1}) is added.", OBTUSE_PLAIN),
    ("sign", eq(d, TO_DATA - MOVED), "dist(p, p_{t+1}) is subtracted.", OBTUSE_PLAIN),
)  # fmt: skip


fails_without(ORDER_BEFORE_REPAIRED, (ANGLE, "d need not be the distance from p to x.", OBTUSE_PLAIN | {d: 2}))


fails_without(ORDER_BEYOND_REPAIRED, ({ACUTE[1]: INSIDE[1]}, "d may be more than π/2.", OBTUSE_PLAIN))


fails_without(ORDER_BEFORE_REPAIRED, ({OBTUSE[0]: INSIDE[0]}, "d may be less than π/2.", PLAIN))


fails_without(ORDER_BEYOND_REPAIRED, (ACUTE[0], "d may be negative.", PLAIN | {d: -acos(Rational(3, 5))}))


fails_without(ORDER_BEFORE_REPAIRED,
    (OBTUSE[1], "d may be more than π.", OBTUSE_PLAIN | {d: 2 * pi - acos(-Rational(3, 5))}),
)  # fmt: skip


fails_without(ORDER_BEYOND_REPAIRED, (UNIT, "p need not be a unit vector.", SHORT_PARAMETER))


fails_without(ORDER_BEFORE_REPAIRED,
    (UNIT, "p need not be a unit vector.", SHORT_PARAMETER | {x: (-1, 0), d: 2 * pi / 3}),
)  # fmt: skip


fails_without(ORDER_BEYOND_REPAIRED, (UNIT_DATA, "x need not be a unit vector.", LONG_DATA))


fails_without(ORDER_BEFORE_REPAIRED,
    (UNIT_DATA, "x need not be a unit vector.", LONG_DATA | {x: (-Rational(1, 2), 1), d: 2 * pi / 3}),
)  # fmt: skip


WORST_TRIAL = {p: (cos(WORST), sin(WORST)), x: (1, 0), d: WORST, eta: 3}


fails_without(ORDER_BEYOND_SHARP, (UP_TO_EDGE, "Any η > 0.", WORST_TRIAL))


@ORDER_BEYOND_SHARP.mutant("constant", at=WORST_TRIAL | {eta: Rational(2302, 1000)})
def beyond_the_edge(claim: Claim) -> Claim:
    """η up to 2.302."""
    return claim.replace(given=[le(eta, Rational(2302, 1000)) if g == UP_TO_EDGE else g for g in claim.given])


fails_as(ORDER_BEYOND_SHARP, ("sign", eq(TO_DATA, d - MOVED), "dist(p, p_{t+1}) is subtracted.", PLAIN))


fails_without(ORDER_BEFORE_SHARP, (UP_TO_EDGE, "Any η > 0.", WORST_TRIAL | {x: (-1, 0), d: pi - WORST}))


@ORDER_BEFORE_SHARP.mutant("constant", at=WORST_TRIAL | {x: (-1, 0), d: pi - WORST, eta: Rational(2302, 1000)})
def before_the_edge(claim: Claim) -> Claim:
    """η up to 2.302."""
    return claim.replace(given=[le(eta, Rational(2302, 1000)) if g == UP_TO_EDGE else g for g in claim.given])


fails_as(ORDER_BEFORE_SHARP, ("sign", eq(d, TO_DATA - MOVED), "dist(p, p_{t+1}) is subtracted.", OBTUSE_PLAIN))
