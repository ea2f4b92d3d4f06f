"""Lemma 9 for every rate up to 1, with the largest factor of loss_k² that there is: ln(1 + 2η) − 2η(1 − η)."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from sympy import Expr, Lambda, Rational, log, pi, sqrt

from numeric import bounds
from numeric.reference import bounds as reference
from proofs.spheres._one_trial import DROPPED, Run, in_plane, meets, met, without
from proofs.spheres._runs import CUMULATIVE, DATA, NAMES, SOLVED, TRIALS, UPDATES, k, parameter, t
from proofs.spheres._runs import LOSS as LOSS_AT
from proofs.spheres._searches import at_distances, worst_run
from proofs.spheres.lemma_7_sign import AT_MOST_ONE, BELOW_ONE, z
from proofs.spheres.lemma_9_bound_1 import D, q, r, s, solved, y
from proofs.spheres.lemma_9_bound_2 import root_left_out
from proofs.spheres.lemma_9_cosine import (
    FACING, GAINED_IN_ALL, GROWTH, READING, READING_TRIAL, TOWARDS, at_each_trial, cosine_bound, curved_root,
    exponent, facing_at_ends, towards,
)  # fmt: skip
from proofs.spheres.lemma_9_progress import GAINED, IN_PLANE, LENGTH, LOSS, length, share
from proofs.spheres.lemma_9_step import SHARE, fourth_order, gain_to_fourth_order, h, linear, promise, w
from proofs.spheres.lemma_9_sum import amount, hoelder
from proofs.spheres.lemma_9_worst_case import growth
from proofs.spheres.single_step import SOLVES, UNIT, UNIT_DATA, best, eta, p, x
from proofs.spheres.single_step import NAMES as STEP_NAMES
from verify.audit import (
    Claim, Conformance, Inner, Searched, Theorem, assume, at_most_by_squares, decided, eq, fails_as, fails_without,
    follows, ge, gt, holds_at, instantiate, le, logarithm_rises, ne, real, telescope,
)  # fmt: skip
from verify.claims.concrete import value
from verify.claims.conformance import conformance


def curvature(eta: Any) -> Expr:
    """q(η) = ln(1 + 2η) − 2η(1 − η)."""
    return log(1 + 2 * eta) - linear(eta)


def growth_of(loss: Any, eta: Any) -> Expr:
    """2η(1 − η)L + q(η)L²."""
    return linear(eta) * loss + curvature(eta) * loss**2


BY_Q = "q(η) = ln(1 + 2η) − 2η(1 − η)"
Q_OF = {real("q"): curvature(eta)}

PROGRESS = Claim(
    "spheres/lemma-9-progress.best",
    at="proof of Lemma 9, sharper",
    says=f"ln cos dist(p_{{t+1}}, p⋆) − ln cos dist(p_t, p⋆) ≥ 2η(1 − η)L + q(η)L² with {BY_Q} ≥ η³(2 − η), for "
    "dist(p_t, p⋆) < π/2",
    given=[UNIT, UNIT_DATA, SOLVES, TOWARDS, AT_MOST_ONE],
    where=STEP_NAMES | Q_OF,
    states=[ge(GROWTH, growth_of(LOSS, eta)), ge(growth_of(LOSS, eta), exponent(LOSS, eta))],
    rests_on=["spheres/lemma-9-progress.cosine"],
    reading=READING_TRIAL
    + "It is more than spheres/lemma-9-progress.cosine has, which is the second part. There is equality at L = 0, and "
    "in the limit L → 1, where a trial multiplies the cosine by 1 + 2η: no larger q(η) will do.",
    sharpens="spheres/lemma-9-progress.cosine",
)


@cache
def logarithm_of_series() -> Theorem:
    """ln of the series of T(w), which ends with w⁴ and is exact at w = 0 and w = 1, is at least 2h(1 − h)w + q(h)w²."""
    series = 1 + promise(w, h) + fourth_order(w, h)
    return decided(ge(log(series), growth_of(w, h)), *SHARE, le(h, 1), ge(h, 0))


@cache
def larger_curvature() -> Theorem:
    """q(h) ≥ h³(2 − h), for 0 ≤ h ≤ 1."""
    return decided(ge(curvature(h), h**3 * (2 - h)), ge(h, 0), le(h, 1))


@PROGRESS.proof
def exact_at_both_ends(claim: Claim) -> list[Theorem]:
    """T(L) is at least its series up to L⁴, and that is 1 at L = 0 and 1 + 2η at L = 1."""
    here, known = {z: LENGTH, w: LOSS, h: eta}, [*length(), *share()]
    series = 1 + promise(w, h) + fourth_order(w, h)
    gained = follows(
        le(1 + promise(LOSS, eta) + fourth_order(LOSS, eta), 1 + GAINED),
        instantiate(gain_to_fourth_order(), here, known),
    )
    positive = instantiate(decided(gt(series, 0), *SHARE, ge(h, 0), le(h, 1)), here, share())
    equal, some = growth()
    rises = logarithm_rises(gained, [positive, some])
    enough = instantiate(logarithm_of_series(), here, share())
    first = follows(claim.states[0], rises, enough, equal, some, towards(), positive, known, AT_MOST_ONE)
    second = follows(claim.states[1], instantiate(larger_curvature(), {h: eta}), LOSS**2, known, AT_MOST_ONE)
    return [first, second]


# --- the run --------------------------------------------------------------------------------------------------------


def best_bound(gained: Any, eta: Any, trials: Any = k) -> Expr:
    """(k/q)(√(η²(1 − η)² + qD/k) − η(1 − η)): the y ≥ 0 with 2η(1 − η)y + qy²/k = D."""
    half, q = linear(eta) / 2, curvature(eta)
    return trials / q * (sqrt(half**2 + q * gained / trials) - half)


BOUND = Claim(
    "spheres/lemma-9-bound-1.best",
    at="Lemma 9, sharper",
    says=f"loss_k ≤ (k/q)(√(η²(1 − η)² + qD/k) − η(1 − η)) with {BY_Q}, D = ln(cos c_k/cos c_0), for every 0 < η ≤ 1 "
    "and c_0 < π/2; at η = 1 this is √(kD/ln 3)",
    given=[*FACING, AT_MOST_ONE],
    where=NAMES | Q_OF | {real("D"): GAINED_IN_ALL},
    states=[le(CUMULATIVE, best_bound(GAINED_IN_ALL, eta)), gt(curvature(eta), 0)],
    rests_on=["spheres/lemma-9-progress.best"],
    reading=READING + "0 < η ≤ 1. The right-hand side is the larger root y of 2η(1 − η)y + q(η)y²/k = D, and for "
    "η < 1 no more than the bound of spheres/lemma-9-bound-1.cosine (spheres/lemma-9-bound-1.best-below), which has "
    "η³(2 − η) in the place of q(η). No larger q(η) will do, for any η and k: in the plane loss_k → k and "
    "D → k ln(1 + 2η) as c_0 → π/2.",
    sharpens="spheres/lemma-9-bound-1.cosine",
)

BELOW = Claim(
    "spheres/lemma-9-bound-1.best-below",
    at="Lemma 9, sharper",
    says="(k/q)(√(η²(1 − η)² + qD/k) − η(1 − η)) ≤ D/(η(1 − η + √((1 − η)² + η(2 − η)D/k))) ≤ D/(2η(1 − η)) with "
    f"{BY_Q}, for 0 < η < 1, D ≥ 0 and k ≥ 1",
    given=[ge(D, 0), TRIALS, BELOW_ONE],
    where=Q_OF,
    states=[le(best_bound(D, eta), cosine_bound(D, eta)), le(cosine_bound(D, eta), D / (2 * eta * (1 - eta)))],
    rests_on=["spheres/lemma-9-progress.best"],
    reading="The bound of spheres/lemma-9-bound-1.best against those of spheres/lemma-9-bound-1.cosine and "
    "spheres/lemma-9-bound-2.cosine, for every D ≥ 0; D stands for ln(cos c_k/cos c_0).",
)


@cache
def summed() -> Theorem:
    """D ≥ 2η(1 − η) loss_k + q(η) loss_k²/k."""
    step = at_each_trial(PROGRESS.theorem(PROGRESS.states[0]), growth_of(LOSS_AT, eta))
    total = telescope(step, t, 0, k - 1, -log(Inner(parameter(t), best)))
    mean = instantiate(hoelder(), {amount: Lambda(t, LOSS_AT)})
    goal = ge(GAINED_IN_ALL, linear(eta) * CUMULATIVE + curvature(eta) * CUMULATIVE**2 / k)
    return follows(goal, total, mean, _curved(), TRIALS, facing_at_ends())


@cache
def _curved() -> Theorem:
    """q(η) > 0."""
    cubic = instantiate(larger_curvature(), {h: eta})
    return follows(gt(curvature(eta), 0), cubic, AT_MOST_ONE, eta**3)


@BOUND.proof
def larger_root(claim: Claim) -> list[Theorem]:
    """(η(1 − η) + qy/k)² ≤ η²(1 − η)² + qD/k."""
    half, q = linear(eta) / 2, curvature(eta)
    inside = half**2 + q * GAINED_IN_ALL / k
    known = [_curved(), *map(assume, (TRIALS, AT_MOST_ONE)), *facing_at_ends()]
    lost = follows(ge(CUMULATIVE, 0), CUMULATIVE)
    square = follows(ge(inside, (half + q * CUMULATIVE / k) ** 2), summed(), known)
    root = follows(ge(inside, 0), square, (half + q * CUMULATIVE / k) ** 2, known)
    forward = follows(ge(half + q * CUMULATIVE / k, 0), known, lost)
    below = at_most_by_squares(half + q * CUMULATIVE / k, sqrt(inside), square, [root, forward, *known])
    return [follows(claim.states[0], below, known, root), _curved()]


@BELOW.proof
def smaller_root(claim: Claim) -> list[Theorem]:
    """With y the bound, 2(1 − η)ηy + η(2 − η)(ηy)²/k ≤ D, as q ≥ η³(2 − η)."""
    larger, simple = claim.states
    half, factor, bound = linear(eta) / 2, curvature(eta), best_bound(D, eta)
    inside, curved = half**2 + factor * D / k, eta * (2 - eta) / k
    rate = follows(AT_MOST_ONE, BELOW_ONE)
    known = [instantiate(_curved(), {}, [rate]), rate, *map(assume, claim.given)]
    some = follows(gt(curved, 0), eta / k, rate, known)
    forward = follows(ge(half, 0), eta, BELOW_ONE)
    more = follows(ge(inside, half**2), known)
    real_root = follows(ge(inside, 0), more, half**2)
    root = at_most_by_squares(half, sqrt(inside), more, [forward, real_root])
    lost = follows(ge(bound, 0), root, known, real_root)
    solves = follows(eq(linear(eta) * bound + factor * bound**2 / k, D), facts=[*known, real_root])
    cubic = instantiate(larger_curvature(), {h: eta}, [rate])
    length = follows(ge(D, linear(eta) * bound + eta**3 * (2 - eta) / k * bound**2), solves, cubic, bound**2, known)
    under = follows(ge((1 - eta) ** 2 + curved * D, 0), (1 - eta) ** 2, some, known)
    square = follows(eq(curved_root(D, eta) ** 2, (1 - eta) ** 2 + curved * D), facts=[under, *known])
    values = {r: 1 - eta, s: curved_root(D, eta), q: curved, y: eta * bound}
    ends = [length, square, some, under, lost, *known]
    ends += [follows(ge(eta * bound, 0), lost, eta), follows(ge(1 - eta, 0), BELOW_ONE)]
    ends.append(follows(gt(1 - eta + curved_root(D, eta), 0), BELOW_ONE, curved_root(D, eta)))
    found = zip((larger, simple), (solved(), root_left_out()), strict=True)
    steps = [follows(goal, instantiate(theorem, values, ends), ends) for goal, theorem in found]
    apart = follows(ne(factor, 0), known[0])
    steps = [instantiate(step, {}, ends) for step in steps]
    return [instantiate(step, {}, [real_root, apart, under]) for step in steps]


# --- what happens when something is changed -------------------------------------------------------------------------

NEARLY_ALL = in_plane(49 * pi / 100, Rational(1, 2))
"""One trial in the plane from 0.01π before the equator of p⋆, with the loss 0.999…"""


@BOUND.mutant("constant", at=NEARLY_ALL, discharge=lambda: meets(NEARLY_ALL))
def a_hundredth_more(claim: Claim) -> Claim:
    """101/100 of q."""
    half, q = linear(eta) / 2, Rational(101, 100) * curvature(eta)
    more = k / q * (sqrt(half**2 + q * GAINED_IN_ALL / k) - half)
    return claim.replace(states=[le(CUMULATIVE, more), claim.states[1]])


@BOUND.mutant("sign", at=NEARLY_ALL, discharge=lambda: meets(NEARLY_ALL))
def added(claim: Claim) -> Claim:
    """1 + η for 1 − η, in q and in the root."""
    half, q = eta * (1 + eta), log(1 + 2 * eta) + 2 * eta * (1 + eta)
    less = k / q * (sqrt(half**2 + q * GAINED_IN_ALL / k) - half)
    return claim.replace(states=[le(CUMULATIVE, less), gt(q, 0)])


for _number, (_formula, _summary, _run) in enumerate(DROPPED, start=1):
    if _formula in (DATA, SOLVED, UPDATES):
        without(BOUND, _formula, _number, _summary, _run)


def in_one_trial(cosine: Any, rate: Any = 1) -> dict[Any, Any]:
    """A trial in the plane with ⟨p, p⋆⟩ = `cosine`, the loss 1 − cosine²."""
    return {p: (cosine, sqrt(1 - cosine**2)), x: (0, 1), best: (1, 0), eta: rate}


fails_as(PROGRESS,
    ("constant", [ge(GROWTH, linear(eta) * LOSS + Rational(101, 100) * curvature(eta) * LOSS**2), PROGRESS.states[1]],
        "101/100 of q.", in_one_trial(Rational(1, 100))),
    ("sign", [ge(-GROWTH, growth_of(LOSS, eta)), PROGRESS.states[1]], "The cosines exchanged.",
        in_one_trial(Rational(1, 2))),
)  # fmt: skip
fails_without(PROGRESS,
    (SOLVES, "⟨p⋆, x⟩ need not be 0.", {**IN_PLANE, x: (1, 0)}),
    (AT_MOST_ONE, "Any η > 0.", in_one_trial(sqrt(2) / 2, 2)),
)  # fmt: skip
HALF_WAY = {D: Rational(1, 100), k: 1, eta: Rational(1, 2)}
fails_as(BELOW,
    ("constant", [le(best_bound(D, eta), Rational(9, 10) * cosine_bound(D, eta)), BELOW.states[1]], "Nine tenths.",
        HALF_WAY),
    ("sign", [ge(best_bound(D, eta), cosine_bound(D, eta)), BELOW.states[1]], "It is the larger one.", HALF_WAY),
)  # fmt: skip
fails_without(BELOW, (BELOW_ONE, "Any η > 0.", {**HALF_WAY, D: 1, eta: Rational(3, 2)}))


# --- how near the loss comes ----------------------------------------------------------------------------------------

STARTS = [pi / 3, 5 * pi / 12, 49 * pi / 100]


@BOUND.extremal("c", STARTS)
def towards_the_equator(start: Any) -> tuple[Run, Any]:
    """One trial in the plane from the distance c with η = 1: the ratio tends to 1 as c → π/2."""
    return met(in_plane(start, 1))


@BOUND.extremal("η", [Rational(1, 100), Rational(1, 2), Rational(9, 10), 1])
def from_near_the_equator(rate: Any) -> tuple[Run, Any]:
    """One trial in the plane from 0.01π before the equator of p⋆, with any rate."""
    return met(in_plane(49 * pi / 100, rate))


PROGRESS.extremal("cos c", [Rational(1, 2), Rational(1, 10), Rational(1, 100)])(in_one_trial)
holds_at(PROGRESS,
    ("A small loss.", {p: (Rational(399, 401), Rational(40, 401)), x: (0, 1), best: (1, 0), eta: Rational(1, 2)}),
)  # fmt: skip


@BELOW.extremal("D", [1, Rational(1, 100)])
def few_losses(gained: Any) -> dict[Any, Any]:
    """One trial with η = 1/2: all three agree as D → 0."""
    return {**HALF_WAY, D: gained}


# --- in floats ------------------------------------------------------------------------------------------------------


def _distances() -> list[tuple[float, float, float, int]]:
    """η, dist(p_0, p⋆), dist(p_k, p⋆) and k, with rates close to 0 and 1, and starts close to π/2."""
    ends = [(1.5, 0.25), (1.5707, 1.5), (1.0, 1.0 - 1e-9), (0.1, 0.0)]
    return [(rate, *pair, number) for rate in (1e-3, 0.1, 0.9, 1.0) for pair in ends for number in (1, 2, 1000)]


@BOUND.conformance
def code_follows_the_bound() -> Iterator[Conformance]:
    """The bound as a function of the two distances."""
    return conformance(
        _distances(),
        formula=lambda point: value(best_bound(GAINED_IN_ALL, eta), at_distances(point)),
        code=lambda point: bounds.sphere_loss_bound_by_cosines(*point),
        reference=lambda point: reference.sphere_loss_bound_by_cosines(*point),
        ulps=8.0,
    )


@BOUND.search
def random_runs() -> Iterator[Searched]:
    """The learner on random data orthogonal to p⋆, in 2 to 6 dimensions, from up to 1.57 and at rates up to 1."""
    yield Searched("loss over the bound", *worst_run(bounds.sphere_loss_bound_by_cosines, 1.57, 1.0))
