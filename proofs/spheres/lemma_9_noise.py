"""Lemma 9 with noise: p⋆ may have losses, as long as they are few for where the run starts."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np
from mpmath import mp
from sympy import Abs, Expr, Lambda, Rational, S, Sum, cos, pi, sin, sqrt

from numeric import bounds
from numeric.learners.geodesic import SphereLearner
from numeric.manifolds import Sphere
from numeric.reference import bounds as reference
from proofs.spheres._noise import (
    D, K, N, cauchy_schwarz_for_sums, closer_or_not_much_farther, f, g, larger_root, noise_bound,
    v, y,
)  # fmt: skip
from proofs.spheres._noise import one_trial as gained_in_one
from proofs.spheres._one_trial import Run, meets, one_trial, stepped
from proofs.spheres._runs import (
    CUMULATIVE, DATA, NAMES, START, TRIAL, TRIALS, UPDATES, at_trial, datum, j, k, n, parameter, t, trials, units,
)  # fmt: skip
from proofs.spheres._runs import LOSS as LOSS_AT
from proofs.spheres.lemma_7_sign import AT_MOST_ONE, BELOW_ONE
from proofs.spheres.lemma_9_cosine import TOWARDS_START
from proofs.spheres.lemma_9_step import linear
from proofs.spheres.prop_8 import ACUTE, BELOW_EDGE, EDGE, NOT_NEGATIVE, ORDERED, PROP_8_SHARP, C, a, c
from proofs.spheres.single_step import UNIT_BEST, best, eta, p, x
from verify.audit import (
    Claim, Conformance, Inner, Searched, Theorem, assume, at, at_most_by_squares, by_induction, combine, decided, eq,
    fails_as, fails_without, follows, forall, ge, generalize, gt, induct, instantiate, integer, le, lt, ne, real,
    telescope,
)  # fmt: skip
from verify.claims.concrete import value
from verify.claims.conformance import conformance
from verify.language.terms import Formula, VecHead

m = integer("m")


def noise(n: Any) -> Expr:
    """Σ ⟨p⋆, x_t⟩² of the first n trials."""
    return Sum(Inner(datum(t), best) ** 2, (t, 0, n - 1))


COMPARED = noise(k)
"""L⋆, the cumulative loss of p⋆."""


def room(n: Any) -> Expr:
    """⟨p_0, p⋆⟩² − η/(1 − η)·(the loss of p⋆ in the first n trials)."""
    return Inner(parameter(0), best) ** 2 - eta / (1 - eta) * noise(n)


ENOUGH = gt(room(k), 0)
KAPPA = sqrt(room(k))


RISE = Inner(parameter(k), best) - Inner(parameter(0), best)
"""z_k − z_0."""


READING = (
    "k ≥ 1 trials with unit vectors x_t of any dimension; p_0 and p⋆ are unit vectors, and p_{t+1} is the explicit "
    "update of p_t (spheres/update-everywhere). z_t = ⟨p_t, p⋆⟩ is the cosine of dist(p_t, p⋆). loss_k = Σ ⟨p_t, x_t⟩² "
    "is the loss of the run and L⋆ = Σ ⟨p⋆, x_t⟩² that of p⋆, which need not solve a trial. "
)

NOISE = Claim(
    "spheres/lemma-9-noise",
    at="Lemma 9, sharper",
    says="with noise: if κ² = z_0² − ηL⋆/(1 − η) > 0 and z_0 > 0, then z_k ≥ κ, and "
    "√loss_k ≤ (√L⋆ + √(L⋆ + 2(1 − η)κ(z_k − z_0)/η))/(2(1 − η)κ)",
    given=[UNIT_BEST, START, DATA, UPDATES, TRIALS, TOWARDS_START, BELOW_ONE, ENOUGH],
    where=NAMES | {real("L⋆"): COMPARED, real("κ"): KAPPA},
    states=[
        ge(Inner(parameter(k), best), KAPPA),
        le(sqrt(CUMULATIVE), noise_bound(COMPARED, KAPPA, RISE)),
    ],
    rests_on=["spheres/lemma-9-step.repaired"],
    reading=READING + "0 < η < 1. The paper has the noise-free case only, L⋆ = 0 (section 2); then κ = z_0, and the "
    "bound is no more than the second of Lemma 9 (spheres/lemma-9-noise.none). The condition on κ says how much noise "
    "a start can bear; as η → 0 it is z_0 > 0.",
    idle={UNIT_BEST: "p⋆ is a point of the sphere; the length of p⋆ changes both sides alike"},
    sharpens=["spheres/lemma-9-bound-2", "spheres/lemma-9-noise.simple"],
)


# --- the run --------------------------------------------------------------------------------------------------------


@cache
def later() -> Theorem:
    """The loss of p⋆ in all trials is at least that in the first n, for 0 ≤ n ≤ k."""
    started = follows(ge(m, 0), ge(m, n), ge(n, 0))
    more = by_induction(ge(noise(m), noise(n)), m, n, step=[Inner(datum(m), best) ** 2, started])
    return instantiate(more, {m: k})


@cache
def unit_at(n_: Any) -> Theorem:
    """p_n is a unit vector for 0 ≤ n ≤ k."""
    return instantiate(instantiate(units(), {n: n_}), [S.Zero])


def not_less(n: Any) -> Formula:
    """⟨p_n, p⋆⟩ ≥ v for n ≤ k and each v ≥ 0 with v² ≤ `room`(n)."""
    return forall([j, v], ge(Inner(parameter(n), best), v), [ge(k, n), ge(v, 0), ge(room(n), v**2)])


@cache
def enough_left() -> list[Theorem]:
    """`room`(n) ≥ `room`(n + 1) > 0, and `room`(n) > η/(1 − η)⟨p⋆, x_n⟩², for 0 ≤ n ≤ k − 1."""
    rate = follows(gt(1 - eta, 0), BELOW_ONE)
    share, known = follows(gt(eta / (1 - eta), 0), eta, rate), [rate, ge(n, 0)]
    trial = eta / (1 - eta) * Inner(datum(n), best) ** 2
    rest = follows(
        ge(eta / (1 - eta) * (COMPARED - noise(n + 1)), 0),
        instantiate(later(), {n: n + 1}, [follows(ge(n + 1, 0), ge(n, 0))]),
        share,
    )
    after = follows(gt(room(n + 1), 0), rest, ENOUGH, facts=[rate])
    return [follows(gt(room(n), 0), after, trial, facts=known), after, follows(gt(room(n), trial), after, facts=known)]


@cache
def next_step() -> Theorem:
    """`not_less`(n + 1), from `not_less`(n)."""
    before, _, spare = enough_left()
    reached, cosine = follows(ge(k, n), ge(k, n + 1)), Inner(parameter(n), best)
    root = sqrt(room(n))
    defined = follows(ge(room(n), 0), before)
    square = follows(ge(room(n), root**2), facts=[defined])
    here = at(not_less(n), 0, root, by=[reached, square, follows(ge(root, 0), root, facts=[defined])])
    ahead = follows(gt(root, 0), root, before)
    towards = follows(gt(cosine, 0), here, ahead)
    trial = Inner(datum(n), best) ** 2
    larger = combine(ge(cosine**2, room(n)), [(cosine + root, here)], facts=[towards, ahead, defined])
    rate = follows(gt(1 - eta, 0), BELOW_ONE)
    left = follows(gt((1 - eta) * cosine**2, eta * trial), larger, spare, facts=[rate])
    known = [instantiate(unit_at(n), {}, [reached]), at_trial(DATA, n), towards, left]
    values = {p: parameter(n), x: datum(n)}
    forward, kept = (instantiate(theorem, values, known) for theorem in closer_or_not_much_farther())
    update, following = at_trial(UPDATES, n), Inner(parameter(n + 1), best)
    forward = follows(gt(following, 0), forward, using=[update])
    kept = follows(ge((1 - eta) * following**2, (1 - eta) * cosine**2 - eta * trial), kept, using=[update])
    enough = follows(ge(following**2, room(n + 1)), kept, larger, facts=[rate, ge(n, 0)])
    asked = [ge(k, n + 1), ge(v, 0), ge(room(n + 1), v**2)]
    found = at_most_by_squares(v, following, follows(ge(following**2, v**2), enough, asked[2]), [forward, asked[1]])
    found = instantiate(follows(ge(following, v), found), {}, [defined, rate])
    return generalize(found, [j, v], asked)


@cache
def never_far() -> Theorem:
    """⟨p_n, p⋆⟩ ≥ κ for 0 ≤ n ≤ k."""
    start = Inner(parameter(0), best)
    rate = follows(ne(1 - eta, 0), BELOW_ONE)
    asked = [ge(k, 0), ge(v, 0), ge(room(0), v**2)]
    square = follows(ge(start**2, v**2), asked[2], facts=[rate])
    base = at_most_by_squares(v, start, square, [TOWARDS_START, asked[1]])
    base = generalize(instantiate(follows(ge(start, v), base), {}, [rate]), [j, v], asked)
    always = induct(base, instantiate(next_step(), {}, [rate]), not_less(n), n, 0)
    defined = follows(ge(room(k), 0), ENOUGH)
    rise = follows(gt(eta / (1 - eta), 0), eta, follows(gt(1 - eta, 0), BELOW_ONE))
    square = follows(ge(room(n), KAPPA**2), later(), rise, facts=[defined])
    return at(always, 0, KAPPA, by=[square, follows(ge(KAPPA, 0), KAPPA, facts=[defined]), defined])


# --- all trials -----------------------------------------------------------------------------------------------------


@cache
def summed() -> Theorem:
    """⟨p_k, p⋆⟩ − ⟨p_0, p⋆⟩ ≥ 2η(1 − η)κ loss_k − 2η√(loss_k)√L⋆."""
    before = follows(ge(k, t), TRIAL[1])
    trial = [at(schema, t) for schema in (DATA, UPDATES)]
    here = instantiate(never_far(), {n: t}, [before])
    unit = instantiate(unit_at(t), {}, [before])
    defined = follows(ge(room(k), 0), ENOUGH)
    ahead = follows(ge(Inner(parameter(t), best), 0), here, KAPPA, facts=[defined])
    values = {p: parameter(t), x: datum(t)}
    moved = instantiate(gained_in_one(), values, [trial[0], unit, ahead, follows(AT_MOST_ONE, BELOW_ONE)])
    now, then = (Inner(parameter(i), best) for i in (t, t + 1))
    both = Abs(Inner(parameter(t), datum(t))) * Abs(Inner(datum(t), best))
    goal = ge(then - now, linear(eta) * KAPPA * LOSS_AT - 2 * eta * both)
    weight = linear(eta) * LOSS_AT
    step = combine(goal, [(1, moved), (weight, here)], using=[trial[1]], facts=[BELOW_ONE, defined])
    total = telescope(step, t, 0, k - 1, -now)
    shares = {f: Lambda(t, Abs(Inner(parameter(t), datum(t)))), g: Lambda(t, Abs(Inner(datum(t), best)))}
    squares = instantiate(cauchy_schwarz_for_sums(), shares)
    crossed, roots = trials(both), sqrt(CUMULATIVE) * sqrt(COMPARED)
    signs = [follows(ge(CUMULATIVE, 0), CUMULATIVE), follows(ge(COMPARED, 0), COMPARED)]
    squares = follows(ge(roots**2, crossed**2), squares, facts=signs)
    below = at_most_by_squares(crossed, roots, squares, [follows(ge(crossed, 0), crossed), *signs])
    goal = ge(RISE, linear(eta) * KAPPA * CUMULATIVE - 2 * eta * roots)
    return instantiate(follows(goal, total, below, facts=[defined, TRIALS, *signs]), {}, [*signs, defined])


VALUES = {y: sqrt(CUMULATIVE), N: COMPARED, K: KAPPA, D: RISE}
"""Of the variables of the quadratic."""


@cache
def rates() -> list[Theorem]:
    """1 − η > 0, which is not 0, and k ≥ 0."""
    rate = follows(gt(1 - eta, 0), BELOW_ONE)
    return [rate, follows(ne(1 - eta, 0), rate), follows(ge(k, 0), TRIALS)]


@cache
def quadratic() -> tuple[Theorem, list[Theorem]]:
    """√loss_k is at most the larger root, whose own root is defined; and what is known of the terms in it."""
    squares = [follows(ge(term, 0), term) for term in (CUMULATIVE, COMPARED)]
    squares += [follows(ge(room(k), 0), ENOUGH), *rates()]
    kappa = instantiate(follows(gt(KAPPA, 0), KAPPA, ENOUGH), {}, squares)
    known = [*squares, kappa, instantiate(summed(), {}, rates())]
    root, defined = (instantiate(theorem, VALUES, known) for theorem in larger_root())
    return root, [*known, defined]


def closed(theorem: Theorem) -> Theorem:
    """The theorem without the hypotheses that what is known of the terms meets."""
    *_, defined = quadratic()[1]
    return instantiate(instantiate(theorem, {}, [defined]), {}, rates())


@NOISE.proof
def cosines_stay_large(claim: Claim) -> list[Theorem]:
    """z_{t+1} ≥ z_t + 2η(1 − η)z_tL_t − 2η√L_t|⟨p⋆, x_t⟩|, least at some L_t; and Cauchy–Schwarz for the sum."""
    kept, bound = claim.states
    root, known = quadratic()
    end = follows(kept, instantiate(instantiate(never_far(), {n: k}), {}, rates()))
    return [end, closed(follows(bound, root, facts=known))]


# --- without noise --------------------------------------------------------------------------------------------------

RISEN = cos(a) - cos(c)
NO_NOISE = Claim(
    "spheres/lemma-9-noise.none",
    at="Lemma 9, sharper",
    says="where L⋆ = 0 and dist(p_0, p⋆) ≤ C the bound is loss_k ≤ (z_k − z_0)/(2η(1 − η)z_0), no more than the "
    "second bound of Lemma 9, for every C < π/2 with cos C (1 + C²) ≥ 1, as π/3",
    given=[*PROP_8_SHARP.given, BELOW_ONE],
    states=[
        eq(noise_bound(0, cos(c), RISEN) ** 2, RISEN / (2 * eta * (1 - eta) * cos(c))),
        le(noise_bound(0, cos(c), RISEN) ** 2, (c**2 - a**2) / (2 * eta * (1 - eta))),
    ],
    rests_on=["spheres/prop-8.sharp"],
    reading="c = dist(p_0, p⋆) and a = dist(p_k, p⋆), with a ≤ c as for trials that p⋆ solves; then κ = cos c. The "
    "largest C is 1.1025…, and the two bounds tend to be one as c does to that and a to 0.",
)


@NO_NOISE.proof
def proposition_8(claim: Claim) -> list[Theorem]:
    """(cos a − cos c)/cos c ≤ c² − a²."""
    equal, smaller = claim.states
    order = [NOT_NEGATIVE, ORDERED]
    acute = follows(lt(c, pi / 2), BELOW_EDGE, ACUTE)
    positive, rises = decided(gt(cos(c), 0), ge(c, 0), lt(c, pi / 2)), decided(ge(RISEN, 0), *order, lt(c, pi / 2))
    gained = instantiate(rises, {}, [acute])
    known = [instantiate(positive, {}, [follows(ge(c, 0), order), acute]), gained, assume(BELOW_ONE)]
    inside = combine(ge(2 * (1 - eta) * cos(c) * RISEN / eta, 0), [(2 * (1 - eta) * cos(c) / eta, gained)], facts=known)
    same = follows(equal, facts=[*known, inside])
    gain = PROP_8_SHARP.theorem(PROP_8_SHARP.states[0])
    found = combine(smaller, [(1, same), (1 / (2 * eta * (1 - eta)), gain)], facts=[*known, inside])
    return [instantiate(theorem, {}, [inside, *known]) for theorem in (same, found)]


# --- what happens when something is changed -------------------------------------------------------------------------


DATUM = (cos(5 * pi / 12), sin(5 * pi / 12))
START_AT, BESIDE = (Rational(3, 5), Rational(4, 5)), (Rational(4, 5), -Rational(3, 5))


def met(run: Run) -> tuple[Run, list[Theorem]]:
    """The run, with the theorems that its trial is as the hypotheses say."""
    return run, meets(run, (DATA, UPDATES))


def with_noise(rate: Any) -> tuple[Run, list[Theorem]]:
    """One trial in the plane from π/3 with x at 5π/12 from p⋆, which has a loss of 0.066…; the ratio → 1 with η → 0."""
    angle = pi / 3 - t * rate / 2
    return met(one_trial([cos(angle), sin(angle)], DATUM, (1, 0), rate))


NOISE.extremal("η", [Rational(1, 10), Rational(1, 100), Rational(1, 1000)], formula=1)(with_noise)


@NO_NOISE.extremal("c", [1, pi / 3, Rational(11, 10)], formula=1)
def to_the_end(start: Any) -> dict[Any, Any]:
    """From c to p⋆ with η = 1/2, and C = c."""
    return {c: start, C: start, a: 0, eta: Rational(1, 2)}


SLOW = with_noise(Rational(1, 1000))[0]


@NOISE.mutant("constant", at=SLOW, discharge=lambda: met(SLOW)[1])
def a_hundredth_less(claim: Claim) -> Claim:
    """99/100 of the bound."""
    kept, bound = claim.states
    return claim.replace(states=[kept, le(bound.rhs, Rational(99, 100) * bound.lhs)])


@NOISE.mutant("sign", at=SLOW, discharge=lambda: met(SLOW)[1])
def noise_helps(claim: Claim) -> Claim:
    """−√L⋆ in the place of √L⋆."""
    kept, bound = claim.states
    less = 2 * sqrt(COMPARED) / (2 * (1 - eta) * KAPPA)
    return claim.replace(states=[kept, le(bound.rhs, bound.lhs - less)])


SLOWLY = Rational(1, 1000)
"""A rate at which κ² > 0; with x = (4/5, −3/5), orthogonal to p_0 = (3/5, 4/5), nothing moves."""
BEHIND = stepped((-Rational(3, 5), Rational(4, 5)), (Rational(4, 5), Rational(3, 5)), SLOWLY)
TOO_FAST = stepped(START_AT, BESIDE, 2)
LONG_START = stepped((Rational(3, 5), 4), (0, 1), SLOWLY)
LONG_DATA = stepped(START_AT, (0, 12), SLOWLY)
RESTS = one_trial(START_AT, (0, 1), (1, 0), SLOWLY)
for _formula, _summary, _run in [
    (TOWARDS_START, "⟨p_0, p⋆⟩ may be negative.", BEHIND),
    (BELOW_ONE, "Any η > 0.", TOO_FAST),
    (START, "p_0 need not be a unit vector.", LONG_START),
    (DATA, "The data need not be unit vectors.", LONG_DATA),
    (UPDATES, "Any p_1: it stays where p_0 is.", RESTS),
]:  # fmt: skip
    _given = [f for f in (DATA, UPDATES) if f != _formula]
    fails_without(NOISE, (_formula, _summary, _run, lambda run=_run, given=_given: meets(run, given)))

HALF_RATE = {c: pi / 3, C: pi / 3, a: pi / 6, eta: Rational(1, 2)}
FAR = {c: 49 * pi / 100, a: 48 * pi / 100, eta: Rational(1, 2)}
fails_as(NO_NOISE,
    ("constant", [NO_NOISE.states[0], le(NO_NOISE.states[1].rhs, NO_NOISE.states[1].lhs / 2)], "Half of it.",
        HALF_RATE),
)  # fmt: skip
fails_without(NO_NOISE,
    (BELOW_EDGE, "Any start.", {**FAR, C: pi / 3}),
    (EDGE, "Any C below π/2.", {**FAR, C: 49 * pi / 100}),
    (BELOW_ONE, "Any η > 0.", {**HALF_RATE, eta: 2}),
)  # fmt: skip


# --- in floats ------------------------------------------------------------------------------------------------------


def _points() -> list[tuple[float, float, float, float]]:
    """η, dist(p_0, p⋆), dist(p_k, p⋆) and the loss of p⋆, with ends farther than the start too."""
    ends = [(1.5, 0.25, 0.0), (1.0, 0.9, 0.01), (0.5, 0.50001, 0.1), (0.1, 0.0, 0.5)]
    return [(rate, *point) for rate in (1e-3, 0.1, 0.5) for point in ends]


def _at(point: Any) -> dict[Any, Any]:
    """One trial with unit vectors at these distances from p⋆ = (1, 0), and a datum with this loss of p⋆."""
    rate, start, end, lost = point
    path = [[mp.cos(angle), mp.sin(angle)] for angle in (mp.mpf(start), mp.mpf(end))]
    seen = [mp.sqrt(mp.mpf(lost)), mp.sqrt(1 - mp.mpf(lost))]
    one, zero = mp.mpf(1), mp.mpf(0)
    return {VecHead("p"): lambda i: path[int(i)], VecHead("x"): lambda i: seen, best: [one, zero], eta: rate, k: 1}


@NOISE.conformance
def code_follows_the_bound() -> Iterator[Conformance]:
    """The bound as a function of the two distances and the loss of p⋆."""
    return conformance(
        _points(),
        formula=lambda point: value(noise_bound(COMPARED, KAPPA, RISE) ** 2, _at(point)),
        code=lambda point: bounds.noisy_sphere_loss_bound(*point),
        reference=lambda point: reference.noisy_sphere_loss_bound(*point),
        ulps=16.0,
    )


@NOISE.search
def random_runs() -> Iterator[Searched]:
    """The learner on random data that p⋆ nearly solves, in 2 to 6 dimensions, from up to 1.5 away."""
    rng, sphere, tried, worst = np.random.default_rng(31), Sphere(), 0, 0.0
    while tried < 100:
        dimension, number, rate = int(rng.integers(2, 7)), int(rng.integers(1, 13)), float(rng.uniform(0.01, 0.9))
        target, start, spread = sphere.random_point(rng, dimension), float(rng.uniform(0.1, 1.5)), rng.uniform(0.0, 0.3)
        aside = sphere.projx(sphere.proju(target, rng.standard_normal(dimension)))
        learner = SphereLearner(np.cos(start) * target + np.sin(start) * aside, rate)
        lost, noise = 0.0, 0.0
        for _ in range(number):
            datum = sphere.proju(target, rng.standard_normal(dimension)) + spread * rng.standard_normal() * target
            datum = sphere.projx(datum)
            lost, noise = lost + learner.loss_one(datum), noise + float(datum @ target) ** 2
            learner.learn_one(datum)
        if np.cos(start) ** 2 > rate * noise / (1.0 - rate):
            end = float(sphere.dist(learner.coef_, target))
            tried += 1
            worst = max(worst, lost / float(bounds.noisy_sphere_loss_bound(rate, start, end, noise)))
    yield Searched("loss over the bound", tried, worst, "2 to 6 dimensions, up to 12 trials")
