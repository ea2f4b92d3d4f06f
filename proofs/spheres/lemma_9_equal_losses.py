"""The exact worst case behind Lemma 9 is attained: for equal losses its inequality is an equation."""

from __future__ import annotations

from functools import cache
from typing import Any

from sympy import Add, Rational, S, log, pi

from proofs.spheres._one_trial import SLOW, Run, in_plane, meets
from proofs.spheres._runs import CUMULATIVE, DATA, NAMES, SOLVED, TRIAL, TRIALS, datum, k, parameter, t
from proofs.spheres._runs import LOSS as LOSS_AT
from proofs.spheres._turn import below_parabola, defined, turn_of
from proofs.spheres._turn import h as rate
from proofs.spheres._turn import w as lost
from proofs.spheres.lemma_7_sign import AT_MOST_ONE
from proofs.spheres.lemma_9_cosine import GAINED_IN_ALL, GROWTH, READING, at_each_trial, facing, facing_at_ends, towards
from proofs.spheres.lemma_9_progress import LOSS
from proofs.spheres.lemma_9_step import linear
from proofs.spheres.lemma_9_worst_case import (
    FACTOR_OF, SHARED, SOME_LOSS, as_printed, growth, known_of_one_trial, less_than_one, of_one_trial, turned, y,
)  # fmt: skip
from proofs.spheres.single_step import best, eta, p, x
from verify.author.kernel import Theorem, assume, combine, generalize, identity, instantiate, telescope
from verify.claims import Claim, fails_as
from verify.language.terms import Inner, VecHead, eq, forall, ge, gt

EQUAL = forall(t, eq(LOSS_AT, y), TRIAL)

LEMMA_9_EQUAL_LOSSES = Claim(
    "spheres/lemma-9-equal-losses",
    at="Lemma 9, sharper",
    says="all losses L > 0: loss_k = kL, ln(cos c_k/cos c_0) = k ln T(L) ≤ (2η(1 − η) + 3η²L) loss_k",
    given=[*SHARED, EQUAL, SOME_LOSS],
    where=NAMES | FACTOR_OF,
    states=[
        eq(CUMULATIVE, k * y),
        eq(GAINED_IN_ALL, k * log(turn_of(y, eta))),
        ge((linear(eta) + 3 * eta**2 * y) * CUMULATIVE, GAINED_IN_ALL),
    ],
    rests_on=["spheres/lemma-9-progress.cosine"],
    reading=READING
    + "0 < η ≤ 1, and T is that of spheres/lemma-9-worst-case. As k grows between two fixed distances, L tends to 0 "
    "and loss_k to ln(cos c_k/cos c_0)/(2η(1 − η)): the constant of spheres/lemma-9-bound-2.cosine is the best. Such "
    "runs exist in every dimension from 3 on (spheres/lemma-9-losses-in-space).",
)


@cache
def equal_trial() -> Theorem:
    """ln(cos c_{t+1}/cos c_t) = ln T(y), where the loss is y > 0."""
    equal, some = growth()
    same = eq(LOSS, y)
    moving_on = combine(gt(LOSS, 0), [(1, assume(same)), (1, assume(SOME_LOSS))])
    below = combine(gt(1, y), [(1, less_than_one()), (1, assume(same))])
    line = instantiate(turned()[1], of_one_trial(), [*known_of_one_trial(), moving_on, below])
    there = instantiate(turned()[0], {rate: eta}, [below, *known_of_one_trial()])
    found = combine(eq(GROWTH, log(turn_of(y, eta))), [(1, line), (1, equal)], facts=[towards(), some, there, below])
    return instantiate(found, {}, [towards(), some, there, below])


@LEMMA_9_EQUAL_LOSSES.proof
def every_trial_alike(claim: Claim) -> list[Theorem]:
    """The sums of equal terms; and ln T(L) ≤ 2η(1 − η)L + 3η²L²."""
    total, attained, near = claim.states
    ends = facing_at_ends()
    same = instantiate(assume(EQUAL), [t])
    losses = combine(total, [(1, telescope(same, t, 0, k - 1))], facts=[TRIALS])
    first = instantiate(generalize(instantiate(bounded_loss(), {}, [same]), [t], TRIAL), [S.Zero])
    below = instantiate(first, {}, [combine(ge(k - 1, 0), [(1, assume(TRIALS))])])
    known = [assume(SOME_LOSS), below, combine(gt(eta, 0), [(1, eta)]), assume(AT_MOST_ONE)]
    there = instantiate(turned()[0], {rate: eta}, known)
    known += [instantiate(theorem, {lost: y, rate: eta}, known) for theorem in defined()]
    step = at_each_trial(equal_trial(), log(turn_of(y, eta)), eq, [same])
    grown = telescope(step, t, 0, k - 1, -log(Inner(parameter(t), best)))
    found = combine(attained, [(1, grown)], facts=[TRIALS, *ends, there, *known])
    parabola = instantiate(below_parabola(), {lost: y, rate: eta}, known)
    printed = as_printed(y, known)
    slow = combine(
        near, [(linear(eta) + 3 * eta**2 * y, losses), (k, parabola), (-k, printed), (-1, found)],
        facts=[TRIALS, *ends, there, *known],
    )  # fmt: skip
    return [losses, *(instantiate(theorem, {}, [*ends, there, *known]) for theorem in (found, slow))]


@cache
def bounded_loss() -> Theorem:
    """1 > y, where a trial has the loss y."""
    before = combine(ge(k, t), [(1, assume(TRIAL[1])), (1, 1)])
    here = [instantiate(theorem, {}, [before]) for theorem in facing(t)]
    trial = [instantiate(assume(f), [t]) for f in (DATA, SOLVED)]
    room = instantiate(less_than_one(), {p: parameter(t), x: datum(t)}, [*here, *trial])
    return combine(gt(1, y), [(1, room), (1, assume(eq(LOSS_AT, y)))])


# --- what happens when something is changed ---------------------------------------------------------------------------

SLOW_AND_EQUAL = {**SLOW, y: Rational(3, 4)}


def _met(run: Run = SLOW) -> list[Theorem]:
    only = [ge(t, 0), ge(0, t)]
    zero = combine(eq(t, 0), [(1, t)], facts=only)
    path, data = run[VecHead("p")], run[VecHead("x")].expr
    loss = Add(*(a * b for a, b in zip(path(t), data, strict=True))) ** 2
    return [*meets(run), generalize(identity(eq(loss, Rational(3, 4)), using=[zero]), [t], only)]


fails_as(LEMMA_9_EQUAL_LOSSES,
    ("constant", [eq(CUMULATIVE, 2 * k * y), *LEMMA_9_EQUAL_LOSSES.states[1:]], "loss_k = 2kL.", SLOW_AND_EQUAL, _met),
)  # fmt: skip


@LEMMA_9_EQUAL_LOSSES.extremal("η", [Rational(1, 10), Rational(1, 1000)], formula=2)
def one_trial_of_its_loss(rate: Any) -> tuple[Run, list[Theorem]]:
    """One trial in the plane from π/3: the ratio tends to 1 with η → 0."""
    run = in_plane(pi / 3, rate)
    return {**run, y: Rational(3, 4)}, _met(run)
