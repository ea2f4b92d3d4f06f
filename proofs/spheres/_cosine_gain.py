"""One trial with η ≤ 1 increases ⟨p, p⋆⟩ where that is positive, strictly if it has a loss."""

from __future__ import annotations

from functools import cache
from typing import Any

from sympy import acos, cos, pi, sin

from proofs.spheres.lemma_7_sign import (
    AT_MOST_ONE, BELOW_ONE, before_the_equator, gains_before_the_equator, sine_is_positive, z,
)  # fmt: skip
from proofs.spheres.single_step import (
    NEXT, SOLVES, UNIT, UNIT_BEST, UNIT_DATA, UPDATE_EVERYWHERE, along, best, d, eta, p, step, x,
)  # fmt: skip
from verify.author.kernel import Theorem, assume, cases, combine, identity, instantiate
from verify.claims import Claim
from verify.language.terms import Formula, Inner, eq, ge, gt, lt, ne
from verify.lemmas.circular import arccosine_decreases, arccosine_is_acute, arccosine_is_positive, within_one

BEFORE_COSINE, AFTER_COSINE, CORRELATION = Inner(p, best), Inner(NEXT, best), Inner(p, x)
DISTANCE_BEFORE, DISTANCE_AFTER = acos(BEFORE_COSINE), acos(AFTER_COSINE)

UNITS = [UNIT, UNIT_DATA, UNIT_BEST]

ONE_STEP = (
    "p = p_t, x = x_t and p⋆ are unit vectors of any dimension with ⟨p⋆, x⟩ = 0, p_{t+1} is the explicit update "
    "(spheres/update-everywhere), and distances are arccosines. "
)
SETTING = ONE_STEP + "0 < η < 1. "
HAS_LOSS = ne(CORRELATION, 0)


@cache
def cosines_in_range() -> list[Theorem]:
    """|⟨p, p⋆⟩| ≤ 1 and |⟨p_{t+1}, p⋆⟩| ≤ 1, for unit vectors."""
    stays = UPDATE_EVERYWHERE.theorem(UPDATE_EVERYWHERE.states[1])
    return [*within_one(p, best, [UNIT, UNIT_BEST]), *within_one(NEXT, best, [stays, UNIT_BEST])]


@cache
def closed_form() -> Theorem:
    """sin d ⟨p_{t+1}, p⋆⟩ = sin(b + d)⟨p, p⋆⟩."""
    solved = combine(eq(sin(step(d, eta)) * Inner(x, best), 0), [(sin(step(d, eta)), assume(SOLVES))])
    return combine(eq(sin(d) * AFTER_COSINE, sin(step(d, eta) + d) * BEFORE_COSINE), [(1, along(best)), (-1, solved)])


@cache
def correlated_data_gain() -> Theorem:
    """⟨p_{t+1}, p⋆⟩ > ⟨p, p⋆⟩ where ⟨p, p⋆⟩ > 0 and ⟨p, x⟩ > 0, η ≤ 1: at d = arccos⟨p, x⟩ < π/2."""
    towards, correlated = gt(BEFORE_COSINE, 0), gt(CORRELATION, 0)
    within = [gt(d, 0), lt(d, pi / 2)]
    ahead, before, _, _ = before_the_equator()
    below_pi = combine(lt(d, pi), [(1, assume(within[1])), (1, pi / 2)])
    sine = instantiate(sine_is_positive(), {z: d}, [assume(within[0]), below_pi])
    turned = step(d, eta) + d
    up = combine(gt(turned, 0), [(1, ahead), (1, assume(within[0]))])
    down = combine(gt(pi, turned), [(1, before), (1, assume(within[0]))])
    later = instantiate(sine_is_positive(), {z: turned}, [up, down])
    product = combine(gt(sin(turned) * BEFORE_COSINE, 0), [(later, assume(towards))])
    stays = combine(gt(AFTER_COSINE, 0), [(1 / sin(d), product), (1 / sin(d), closed_form())], facts=[sine])
    squares = combine(
        gt(AFTER_COSINE**2, BEFORE_COSINE**2),
        [
            (BEFORE_COSINE**2 / sin(d) ** 2, gains_before_the_equator()),
            ((AFTER_COSINE + sin(turned) * BEFORE_COSINE / sin(d)) / sin(d), closed_form()),
        ],
        facts=[sine, towards],
    )
    grows = combine(
        gt(AFTER_COSINE, BEFORE_COSINE), [(1 / (AFTER_COSINE + BEFORE_COSINE), squares)], facts=[stays, towards, sine]
    )
    apart = combine(
        gt(1 - CORRELATION**2, 0),
        [
            (1, Inner(p - CORRELATION * x - BEFORE_COSINE * best, p - CORRELATION * x - BEFORE_COSINE * best)),
            (assume(towards), assume(towards)),
        ],
        using=[*UNITS, SOLVES],
    )
    below_one = combine(gt(1, CORRELATION), [(1 / (1 + CORRELATION), apart)], facts=[correlated])
    angle = acos(CORRELATION)
    above = combine(gt(1 + CORRELATION, 0), [(1, CORRELATION), (1, 1)], facts=[correlated])
    facts = [assume(correlated), below_one, above]
    not_zero = arccosine_is_positive(CORRELATION, facts)
    acute = arccosine_is_acute(CORRELATION, facts)
    defined = identity(eq(CORRELATION, cos(angle)), facts=facts)
    return instantiate(grows, {d: angle}, [not_zero, acute, defined, *facts])


GROWS = gt(AFTER_COSINE, BEFORE_COSINE)
POSITIVE, NONE, NEGATIVE = gt(CORRELATION, 0), eq(CORRELATION, 0), lt(CORRELATION, 0)


@cache
def opposite_data_gain() -> Theorem:
    """The same where ⟨p, x⟩ < 0: −x is the same trial."""
    mirrored = [
        combine(gt(Inner(p, -x), 0), [(1, assume(NEGATIVE))]),
        identity(eq(Inner(-x, -x), 1), using=[UNIT_DATA]),
        identity(eq(Inner(-x, best), 0), using=[SOLVES]),
    ]
    return combine(GROWS, [(1, instantiate(correlated_data_gain(), {x: -x}, mirrored))])


@cache
def every_loss_gains() -> Theorem:
    """⟨p_{t+1}, p⋆⟩ > ⟨p, p⋆⟩ where ⟨p, p⋆⟩ > 0 and ⟨p, x⟩ ≠ 0, η ≤ 1."""
    square = combine(gt(CORRELATION**2, 0), [(1, CORRELATION**2)], facts=[HAS_LOSS])
    never = combine(GROWS, [(1, square)], using=[NONE])
    return cases([correlated_data_gain(), never, opposite_data_gain()], [POSITIVE, NONE, NEGATIVE])


@cache
def nothing_is_lost() -> Theorem:
    """⟨p_{t+1}, p⋆⟩ ≥ ⟨p, p⋆⟩ where ⟨p, p⋆⟩ > 0, η ≤ 1: without a loss p_{t+1} = p."""
    goal = ge(AFTER_COSINE, BEFORE_COSINE)
    rests = combine(goal, [], using=[NONE])
    moves = [combine(goal, [(1, theorem)]) for theorem in (correlated_data_gain(), opposite_data_gain())]
    return cases([moves[0], rests, moves[1]], [POSITIVE, NONE, NEGATIVE])


def given_rate(claim: Claim) -> list[Theorem]:
    """The claim's hypotheses, and η ≤ 1 from its bound on η."""
    bounds = [g for g in claim.given if g in (BELOW_ONE, AT_MOST_ONE)]
    return [*map(assume, claim.given), *(combine(AT_MOST_ONE, [(1, assume(g))]) for g in bounds)]


def nearer(goal: Formula, ends: tuple[Any, Any], cosine_grows: Theorem, known: list[Theorem]) -> Theorem:
    """The goal, arccos of the first end > arccos of the second, from the cosines."""
    first, second = ends
    shrinks = arccosine_decreases(first, second, [cosine_grows, *known])
    return combine(goal, [(1, shrinks)], facts=known)
