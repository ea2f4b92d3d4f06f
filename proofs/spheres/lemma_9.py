"""Lemma 9: the cumulative loss of the explicit update on the sphere, for every number of trials."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any

import numpy as np
from mpmath import mp
from sympy import Add, Expr, Lambda, Rational, S, Sum, Tuple, acos, cos, pi, sin, sinc, sqrt

from numeric import bounds
from numeric.learners.geodesic import SphereLearner
from numeric.manifolds import Sphere
from numeric.reference import bounds as reference
from numeric.worst_case import sphere_losses
from proofs.spheres.gradient import gradient, loss
from proofs.spheres.lemma_7 import AFTER_COSINE, BEFORE_COSINE, cosines_in_range
from proofs.spheres.lemma_7_sign import AT_MOST_ONE, BELOW_ONE, z
from proofs.spheres.lemma_9_progress import LEMMA_9_PROGRESS_REPAIRED, gain_is_not_negative, turn
from proofs.spheres.lemma_9_step import linear, promise, quadratic
from proofs.spheres.single_step import UNIT_BEST, UPDATE_EVERYWHERE, best, eta, next_parameter, p, x
from verify.author.kernel import (
    Theorem, assume, certify, combine, generalize, identity, induct, instantiate, telescope, witness,
)  # fmt: skip
from verify.claims import Claim, Conformance, Searched, Sharpness
from verify.claims.concrete import value
from verify.claims.conformance import conformance
from verify.language.terms import (
    EUCLIDEAN, Formula, Inner, Vec, VecHead, eq, family, forall, function, ge, gt, integer, le, positive, real,
)  # fmt: skip
from verify.lemmas.circular import within_one
from verify.prover.proving import certificate

t, j, k, n = integer("t j k n")
amount = family("ℓ")
D, c, q, r, s, y = real("D c q r s y")
rate = positive("ρ")


def parameter(t: Any) -> Vec:
    """p_t."""
    return Vec(VecHead("p"), EUCLIDEAN, t)


def datum(t: Any) -> Vec:
    """x_t."""
    return Vec(VecHead("x"), EUCLIDEAN, t)


def tangent_gradient(t: Any) -> Vec:
    """V_t, the gradient (11) at p_t."""
    return Vec(VecHead("V"), EUCLIDEAN, t)


def trials(term: Any, t: Any = t) -> Expr:
    """The sum over the trials t = 0, …, k − 1."""
    return Sum(term, (t, 0, k - 1))


def distance(t: Any) -> Expr:
    """dist(p_t, p⋆)."""
    return acos(Inner(parameter(t), best))


LOSS = loss(parameter(t), datum(t))
CUMULATIVE = trials(LOSS)
"""loss_k, the cumulative loss."""
COVERED = distance(0) ** 2 - distance(k) ** 2
"""dist(p_0, p⋆)² − dist(p_k, p⋆)²."""


def first_bound(covered: Any, eta: Any) -> Expr:
    """The first right-hand side of Lemma 9, for k trials."""
    root = sqrt((1 - eta) ** 2 + Rational(2, 3) / k * (3 - (2 - eta) * eta) * covered)
    return covered / (eta * (1 - eta + root))


def second_bound(covered: Any, eta: Any) -> Expr:
    """The second right-hand side of Lemma 9."""
    return covered / (2 * eta * (1 - eta))


TRIAL = [ge(t, 0), ge(k - 1, t)]
TRIALS = ge(k, 1)
START = eq(Inner(parameter(0), parameter(0)), 1)
NEAR = le(distance(0), pi / 3)
DATA = forall(t, eq(Inner(datum(t), datum(t)), 1), TRIAL)
SOLVED = forall(t, eq(Inner(datum(t), best), 0), TRIAL)
UPDATES = forall(t, eq(parameter(t + 1), next_parameter(parameter(t), datum(t), eta)), TRIAL)
RUN = [UNIT_BEST, START, DATA, SOLVED, UPDATES, TRIALS]

NAMES = {tangent_gradient(t): gradient(parameter(t), datum(t))}
NAMES_AND_DISTANCES = {function("dist")(t): distance(t)} | NAMES
"""What statements on a run are shown with: V_t = grad L_t(p_t) (11), and dist(t) for dist(p_t, p⋆)."""

ON_RUNS = (
    "k ≥ 1 trials with unit vectors x_t, ⟨p⋆, x_t⟩ = 0, of any dimension; p_0 and p⋆ are unit vectors, and p_{t+1} is "
    "the explicit update of p_t (spheres/update-everywhere). Distances are arccosines, dist(t) is dist(p_t, p⋆), the "
    "loss of a trial is ⟨p_t, x_t⟩². "
)
FROM_A_THIRD = ON_RUNS + "dist(p_0, p⋆) ≤ π/3. "
READING = FROM_A_THIRD + "0 < η < 1. "

LEMMA_9_SUM = Claim(
    "spheres/lemma-9-sum",
    face_of="spheres/lemma-9-step",
    at="proof of Lemma 9",
    printed="dist(p_0, p⋆)² − dist(p_k, p⋆)² > 2η(1 − η) Σ L_t(p_t) + (2/3)η²(3 − (2 − η)η) Σ L_t(p_t)² … and hence "
    "dist(p_0, p⋆)² − dist(p_k, p⋆)² > 2η(1 − η) loss_k + (2/3)η²(3 − (2 − η)η)(1/k)(loss_k)²",
    given=[*RUN, NEAR, BELOW_ONE],
    where=NAMES_AND_DISTANCES,
    states=[
        gt(COVERED, linear(eta) * CUMULATIVE + quadratic(eta) * trials(LOSS**2)),
        gt(COVERED, promise(CUMULATIVE, eta, 1 / k)),
    ],
    rests_on=["spheres/lemma-9-progress"],
    reading=READING + "As printed, with >.",
)

LEMMA_9_SUM_REPAIRED = Claim(
    "spheres/lemma-9-sum.repaired",
    at="proof of Lemma 9",
    says="dist(p_0, p⋆)² − dist(p_k, p⋆)² ≥ 2η(1 − η)Σ L_t(p_t) + (2/3)η²(3 − (2 − η)η)Σ L_t(p_t)², "
    "Σ L_t(p_t)² ≥ (1/k)(Σ L_t(p_t))², and hence the first with the latter",
    given=[*RUN, NEAR, AT_MOST_ONE],
    where=NAMES_AND_DISTANCES,
    states=[
        ge(COVERED, linear(eta) * CUMULATIVE + quadratic(eta) * trials(LOSS**2)),
        ge(trials(LOSS**2), CUMULATIVE**2 / k),
        ge(COVERED, promise(CUMULATIVE, eta, 1 / k)),
    ],
    repairs="spheres/lemma-9-sum",
    rests_on=["spheres/lemma-9-progress.repaired", "spheres/lemma-7-remark.sharp"],
    reading=FROM_A_THIRD + "0 < η ≤ 1: with ≥, and η = 1 is allowed. The second part is Hölder's inequality.",
)

LEMMA_9_BOUND_1 = Claim(
    "spheres/lemma-9-bound-1",
    at="Lemma 9",
    printed="loss_k ≤ (dist(p_0, p⋆)² − dist(p_k, p⋆)²)/(η(1 − η + √((1 − η)² + (2/3k)(3 − (2 − η)η)"
    "(dist(p_0, p⋆)² − dist(p_k, p⋆)²))))",
    given=[*RUN, NEAR, BELOW_ONE],
    where=NAMES_AND_DISTANCES,
    states=le(CUMULATIVE, first_bound(COVERED, eta)),
    rests_on=["spheres/lemma-9-sum.repaired"],
    reading=READING + "As printed, with 2/(3k) under the root.",
)

LEMMA_9_BOUND_2 = Claim(
    "spheres/lemma-9-bound-2",
    at="Lemma 9",
    printed="… ≤ (dist(p_0, p⋆)² − dist(p_k, p⋆)²)/(2η(1 − η))",
    given=[*RUN, NEAR, BELOW_ONE],
    where=NAMES_AND_DISTANCES,
    states=[
        le(first_bound(COVERED, eta), second_bound(COVERED, eta)),
        le(CUMULATIVE, second_bound(COVERED, eta)),
    ],
    rests_on=["spheres/lemma-9-bound-1"],
    reading=READING + "The first bound is at most the second, which therefore bounds the loss too.",
)


# --- the run: every p_t is a unit vector within π/3 of p⋆ ------------------------------------------------------------


def up_to(formula: Any) -> Formula:
    """The formula in n, for n ≤ k; j stands for nothing."""
    return forall(j, formula, [ge(k, n)])


def at_trial(schema: Any, n: Any) -> Theorem:
    """The schema of the trials at trial n, for 0 ≤ n and n + 1 ≤ k."""
    return instantiate(assume(schema), [n], [assume(ge(n, 0)), _before()])


@cache
def _before() -> Theorem:
    """n ≤ k − 1 from n + 1 ≤ k."""
    return combine(ge(k - 1, n), [(1, assume(ge(k, n + 1)))])


def earlier(formula: Any) -> Theorem:
    """The induction hypothesis, opened for n + 1 ≤ k."""
    return instantiate(assume(up_to(formula)), [S.Zero], [reached()])


UNIT_AT = eq(Inner(parameter(n), parameter(n)), 1)
NEAR_AT = le(distance(n), pi / 3)


@cache
def units() -> Theorem:
    """p_n is a unit vector for 0 ≤ n ≤ k."""
    here = {p: parameter(n), x: datum(n)}
    stays = instantiate(UPDATE_EVERYWHERE.theorem(UPDATE_EVERYWHERE.states[1]), here, [earlier(UNIT_AT)])
    after = combine(eq(Inner(parameter(n + 1), parameter(n + 1)), 1), [(1, stays)], using=[at_trial(UPDATES, n)])
    base = generalize(assume(START), [j], [ge(k, 0)])
    return induct(base, generalize(after, [j], [ge(k, n + 1)]), up_to(UNIT_AT), n, 0)


HALF = Rational(1, 2)
TOWARDS = ge(Inner(parameter(n), best), HALF)


@cache
def closer() -> Theorem:
    """⟨p_{t+1}, p⋆⟩ ≥ ⟨p_t, p⋆⟩ ≥ 1/2, by the turn of one trial."""
    near = ge(BEFORE_COSINE, HALF)
    return combine(
        ge(AFTER_COSINE, HALF), [(BEFORE_COSINE, gain_is_not_negative()), (1, turn()), (1, assume(near))], facts=[near]
    )


@cache
def at_least_half() -> Theorem:
    """z ≥ 1/2 where arccos z ≤ π/3."""
    arc = certify(certificate(ge(acos(z), 0), INSIDE))
    cosine = certify(certificate(ge(cos(c), HALF), [ge(c, 0), le(c, pi / 3)]))
    near = combine(ge(pi / 3 - acos(z), 0), [(1, assume(le(acos(z), pi / 3)))], facts=INSIDE)
    found = instantiate(cosine, {c: acos(z)}, [arc, near, *map(assume, INSIDE)])
    return combine(ge(z, HALF), [(1, found)], facts=INSIDE)


@cache
def at_most_a_third() -> Theorem:
    """arccos z ≤ π/3 for 1/2 ≤ z ≤ 1."""
    return certify(certificate(ge(pi / 3, acos(z)), [ge(z, HALF), le(z, 1)]))


INSIDE = [ge(z, -1), le(z, 1)]


@cache
def halves() -> Theorem:
    """⟨p_n, p⋆⟩ ≥ 1/2 for 0 ≤ n ≤ k."""
    here = {p: parameter(n), x: datum(n)}
    unit = instantiate(units(), [S.Zero], [reached()])
    trial = [unit, at_trial(DATA, n), at_trial(SOLVED, n), earlier(TOWARDS)]
    step = instantiate(closer(), here, trial)
    after = combine(ge(Inner(parameter(n + 1), best), HALF), [(1, step)], using=[at_trial(UPDATES, n)])
    first = instantiate(
        at_least_half(), {z: Inner(parameter(0), best)}, within_one(parameter(0), best, [START, UNIT_BEST])
    )
    base = generalize(first, [j], [ge(k, 0)])
    return induct(base, generalize(after, [j], [ge(k, n + 1)]), up_to(TOWARDS), n, 0)


@cache
def reached() -> Theorem:
    """n ≤ k from n + 1 ≤ k."""
    return combine(ge(k, n), [(1, assume(ge(k, n + 1))), (1, 1)])


@cache
def arrived(end: Any) -> list[Theorem]:
    """For 0 ≤ end ≤ k: p is a unit vector there, its product with p⋆ is in [−1, 1], and its distance to p⋆ ≤ π/3."""
    unit, half = (instantiate(instantiate(known, {n: end}), [S.Zero]) for known in (units(), halves()))
    inside = within_one(parameter(end), best, [unit, UNIT_BEST])
    near = instantiate(at_most_a_third(), {z: Inner(parameter(end), best)}, [half, *inside])
    return [unit, *inside, near]


@cache
def covered() -> Theorem:
    """dist(p_0, p⋆)² − dist(p_k, p⋆)² ≥ Σ (2η(1 − η)L + (2/3)η²(3 − (2 − η)η)L²)."""
    trial = [instantiate(assume(f), [t]) for f in (DATA, SOLVED, UPDATES)]
    reached = combine(ge(k, t), [(1, assume(TRIAL[1])), (1, 1)])
    here = [instantiate(known, {}, [reached]) for known in arrived(t)]
    there = [instantiate(known, {}, [reached]) for known in arrived(t + 1)]
    values = {p: parameter(t), x: datum(t)}
    after = [instantiate(known, values, [*trial, *here]) for known in cosines_in_range()]
    progress = LEMMA_9_PROGRESS_REPAIRED.theorem(LEMMA_9_PROGRESS_REPAIRED.states[0])
    step = instantiate(progress, values, [*trial, *here, *after])
    goal = ge(distance(t) ** 2 - distance(t + 1) ** 2, promise(LOSS, eta))
    moved = combine(goal, [(1, step)], using=[trial[2]], facts=[*here, *there, *after])
    return telescope(moved, t, 0, k - 1, distance(t) ** 2)


# --- adding up -------------------------------------------------------------------------------------------------------


@cache
def inside_at_ends() -> list[Theorem]:
    """−1 ≤ ⟨p_0, p⋆⟩ ≤ 1, the same for p_k, and k ≥ 0."""
    some = combine(ge(k, 0), [(1, assume(TRIALS)), (1, 1)])
    return [some, *(instantiate(f, {}, [some]) for end in (S.Zero, k) for f in arrived(end)[1:3])]


@cache
def hoelder() -> Theorem:
    """Σ ℓ_t² ≥ (1/k)(Σ ℓ_t)² for any k ≥ 1 numbers, as Σ (ℓ_t − mean)² ≥ 0."""
    mean = trials(amount(j), j) / k
    square = combine(ge((amount(t) - mean) ** 2, 0), [(1, (amount(t) - mean) ** 2)], facts=[TRIALS])
    goal = ge(trials(amount(t) ** 2), trials(amount(t)) ** 2 / k)
    return combine(goal, [(1, telescope(square, t, 0, k - 1))], facts=[TRIALS])


def _rate(below_one: bool) -> list[Theorem]:
    """η ≤ 1, from η < 1 if that is given."""
    return [combine(AT_MOST_ONE, [(1, assume(BELOW_ONE))]) if below_one else assume(AT_MOST_ONE)]


@cache
def summed(below_one: bool, run: Callable[[], Theorem] = covered) -> list[Theorem]:
    """Both sums, and Hölder's inequality between them, for η < 1 or for η ≤ 1; `run` adds the trials up."""
    first, _, third = LEMMA_9_SUM_REPAIRED.states
    total = instantiate(run(), {}, [*inside_at_ends(), *_rate(below_one)])
    squares = combine(first, [(1, total)], facts=inside_at_ends())
    mean = instantiate(hoelder(), {amount: Lambda(t, LOSS)})
    left = Rational(2, 3) * eta**2
    parts = [(left * 2, mean), (left * (1 - eta) ** 2, mean)]
    return [squares, mean, combine(third, [(1, squares), *parts], facts=[TRIALS, *inside_at_ends()])]


@LEMMA_9_SUM_REPAIRED.proof
def telescoping(claim: Claim) -> list[Theorem]:
    """The progress of each trial adds up; the mean of the squares is at least the square of the mean."""
    return summed(BELOW_ONE in claim.given)


@cache
def solved() -> Theorem:
    """y ≤ D/(r + s) where 2ry + qy² ≤ D, s² = r² + qD, and r, s, y ≥ 0, r + s > 0, q > 0.

    The difference of the sides is (D − 2ry − qy²)/(s + qy + r).
    """
    signs = [ge(r, 0), ge(s, 0), ge(y, 0), gt(r + s, 0), gt(q, 0)]
    more = combine(gt(s + q * y + r, 0), [(1, assume(signs[3])), (q, y)], facts=signs)
    return combine(
        le(y, D / (r + s)),
        [
            (1 / (s + q * y + r), assume(ge(D, 2 * r * y + q * y**2))),
            (-y / ((s + q * y + r) * (r + s)), assume(eq(s**2, r**2 + q * D))),
        ],
        facts=[*signs, more],
    )


@cache
def root_left_out() -> Theorem:
    """D/(r + s) ≤ D/(2r) where s² = r² + qD, r > 0, s, D ≥ 0 and q > 0."""
    signs = [gt(r, 0), ge(s, 0), ge(D, 0), gt(q, 0)]
    weight = D / (2 * r * (r + s) ** 2)
    some = combine(gt(r + s, 0), [(1, r), (1, s)], facts=signs)
    return combine(
        le(D / (r + s), D / (2 * r)),
        [(weight * D, q), (weight, assume(eq(s**2, r**2 + q * D)))],
        facts=[*signs, some],
    )


CURVED = Rational(2, 3) / k * (3 - (2 - eta) * eta)
AHEAD = gt(COVERED, 0)
ROOT = sqrt((1 - eta) ** 2 + CURVED * COVERED)
VALUES = {D: COVERED, r: 1 - eta, s: ROOT, q: CURVED, y: eta * CUMULATIVE}


@cache
def quadratic_at_ends(below_one: bool, run: Callable[[], Theorem] = covered) -> list[Theorem]:
    """What is needed to solve the quadratic: D ≥ 2(1 − η)y + qy², D ≥ 0, the root, 1 − η + √… > 0, and η < 1.

    The first is the sum, D = dist(p_0, p⋆)² − dist(p_k, p⋆)² and y = η loss_k. Without η < 1 a D > 0 is a hypothesis.
    """
    total, rates = summed(below_one, run)[2], _rate(below_one)
    apart = [assume(BELOW_ONE)] if below_one else []
    facts = [*inside_at_ends(), assume(TRIALS), *rates, *apart]
    scaled = VALUES[y]
    lost = combine(ge(scaled, 0), [(eta, CUMULATIVE)])
    squares = [(Rational(2, 3) / k * scaled**2, factor) for factor in (2, (1 - eta) ** 2)]
    ahead = combine(ge(COVERED, 0), [(1, total), *((2 * scaled, rate) for rate in rates), *squares], facts=facts)
    curved = combine(gt(CURVED, 0), [(Rational(2, 3) / k, part) for part in (2, (1 - eta) ** 2)], facts=facts)
    inside = combine(ge((1 - eta) ** 2 + CURVED * COVERED, 0), [(1, (1 - eta) ** 2), (curved, ahead)], facts=facts)
    facts = [*facts, ahead, inside, curved, lost]
    if below_one:
        some = combine(gt(1 - eta + ROOT, 0), [(1, apart[0]), (1, ROOT)], facts=facts)
    else:
        forward = combine(
            gt((1 - eta) ** 2 + CURVED * COVERED, 0), [(1, (1 - eta) ** 2), (curved, assume(AHEAD))], facts=facts
        )
        facts = [*facts, forward, assume(AHEAD)]
        some = combine(gt(1 - eta + ROOT, 0), [(1, rates[0]), (1, ROOT)], facts=facts)
    square = identity(eq(ROOT**2, (1 - eta) ** 2 + CURVED * COVERED), facts=facts)
    length = combine(ge(COVERED, 2 * (1 - eta) * scaled + CURVED * scaled**2), [(1, total)], facts=facts)
    return [length, square, some, *facts]


@LEMMA_9_BOUND_1.proof
def quadratic_solved(claim: Claim) -> Theorem:
    """With y = η loss_k the sum reads 2(1 − η)y + qy² ≤ D, so y is at most the larger root, D/(1 − η + √…)."""
    return within_root(claim.states[0], quadratic_at_ends(BELOW_ONE in claim.given))


def within_root(goal: Formula, facts: list[Theorem]) -> Theorem:
    """The goal, loss_k at most the first bound, from the quadratic."""
    return combine(goal, [(1 / eta, instantiate(solved(), VALUES, facts))], facts=facts)


LEMMA_9_BOUND_1_SHARP = Claim(
    "spheres/lemma-9-bound-1.sharp",
    at="Lemma 9",
    says="the first bound of Lemma 9 for 0 < η ≤ 1, if dist(p_k, p⋆) < dist(p_0, p⋆)",
    given=[*RUN, NEAR, AT_MOST_ONE, AHEAD],
    where=NAMES_AND_DISTANCES,
    states=le(CUMULATIVE, first_bound(COVERED, eta)),
    rests_on=["spheres/lemma-9-sum.repaired"],
    reading=FROM_A_THIRD + "0 < η ≤ 1: η = 1 is allowed too. Without progress the first bound would be 0/0 there.",
    sharpens="spheres/lemma-9-bound-1",
)


@LEMMA_9_BOUND_1_SHARP.proof
def with_rate_one(claim: Claim) -> Theorem:
    """The root is positive, as D is."""
    return quadratic_solved(claim)


@LEMMA_9_BOUND_2.proof
def smaller_root(claim: Claim) -> list[Theorem]:
    """√((1 − η)² + qD) ≥ 1 − η, as D ≥ 0."""
    between, whole = claim.states
    facts = quadratic_at_ends(below_one=True)
    found = instantiate(solved(), VALUES, facts)
    larger = instantiate(root_left_out(), VALUES, facts)
    return [
        combine(between, [(1 / eta, larger)], facts=facts),
        combine(whole, [(1 / eta, larger), (1 / eta, found)], facts=facts),
    ]


@LEMMA_9_SUM.counterexample
def no_loss_at_all(claim: Claim) -> Theorem:
    """p_0 = p_1 = (1/2, √3/2, 0), x_0 = (0, 0, 1), p⋆ = (1, 0, 0): no loss, nothing moves, and both sides are 0."""
    return witness(claim.given, claim.states[0], AT_REST, meets(AT_REST))


# --- what happens when something is changed -------------------------------------------------------------------------

Coordinates = Sequence[Any]
Run = dict[Any, Any]
THIRD, QUARTER_TURN = (HALF, sqrt(3) / 2), (0, 1)


def _dot(u: Coordinates, v: Coordinates) -> Any:
    return Add(*(a * b for a, b in zip(u, v, strict=True)))


def next_coordinates(p: Coordinates, x: Coordinates, eta: Any) -> list[Any]:
    """The coordinates of p_{t+1}: `next_parameter`, read in coordinates."""
    tangent = [2 * _dot(p, x) * (b - _dot(p, x) * a) for a, b in zip(p, x, strict=True)]
    length = eta * sqrt(_dot(tangent, tangent))
    return [a * cos(length) - eta * g * sinc(length) for a, g in zip(p, tangent, strict=True)]


def one_trial(path: Coordinates, x: Coordinates, best_: Coordinates, rate: Any) -> Run:
    """The run of one trial, p_0 and p_1 given by functions of t."""
    families = {VecHead("p"): Lambda(t, Tuple(*path)), VecHead("x"): Lambda(t, Tuple(*x))}
    return {**families, best: tuple(best_), eta: rate, k: 1}


def in_plane(start: Any, rate: Any, direction: int = -1, x: Coordinates = QUARTER_TURN) -> Run:
    """The run in the plane with p⋆ = (1, 0) from the angle `start`, that turns by η|sin(2 start)|."""
    angle = start + direction * t * rate * sin(2 * start)
    return one_trial([cos(angle), sin(angle)], x, (1, 0), rate)


def meets(run: Run, schemas: Sequence[Formula] = (DATA, SOLVED, UPDATES)) -> list[Theorem]:
    """The schemas of the trials, proved for a run of one trial, where t = 0."""
    path, data, rate = run[VecHead("p")], run[VecHead("x")].expr, run[eta]
    only = [ge(t, 0), ge(0, t)]
    zero = combine(eq(t, 0), [(1, t)], facts=only)
    goals = {
        DATA: [eq(_dot(data, data), 1)],
        SOLVED: [eq(_dot(data, run[best]), 0)],
        UPDATES: [eq(a, b) for a, b in zip(path(t + 1), next_coordinates(list(path(t)), data, rate), strict=True)],
    }
    wanted = [goal for schema in schemas for goal in goals[schema]]
    return [generalize(identity(goal, using=[zero]), [t], only) for goal in wanted]


AT_REST = one_trial((*THIRD, 0), (0, 0, 1), (1, 0, 0), HALF)
SLOW = in_plane(pi / 3, Rational(1, 10))
HALF_RATE = in_plane(pi / 3, HALF)
TOO_FAST = in_plane(pi / 3, 2)
FAR = in_plane(5 * pi / 12, Rational(1, 10))
"""dist(p_0, p⋆) = 5π/12 = 1.3089…"""
RESTS_ANYWAY = one_trial(THIRD, QUARTER_TURN, (1, 0), HALF)
LONG_START = one_trial((HALF, 2), QUARTER_TURN, (1, 0), pi / (2 * sqrt(10)))
LONG_DATA = one_trial(THIRD, (0, 3), (1, 0), 4 * pi / (9 * sqrt(3)))
"""Off the sphere, with a rate at which the step is a full turn, so that p_1 = p_0."""
WITH_A_LOSS = in_plane(pi / 3, Rational(1, 10), 1, (1, 0))

DROPPED: list[tuple[Formula, str, Run]] = [
    (START, "p_0 need not be a unit vector: (1/2, 2), with the loss 4 and p_1 = p_0.", LONG_START),
    (DATA, "The data need not be unit vectors: (0, 3), with the loss 27/4 and p_1 = p_0.", LONG_DATA),
    (SOLVED, "p⋆ may have a loss: x_0 = p⋆, and p_1 is farther away.", WITH_A_LOSS),
    (UPDATES, "Any p_1: it stays where p_0 is.", RESTS_ANYWAY),
    (NEAR, "Any distance from p_0 to p⋆: 5π/12.", FAR),
    (BELOW_ONE, "Any η > 0: 2.", TOO_FAST),
    (AT_MOST_ONE, "Any η > 0: 2.", TOO_FAST),
]


def without(claim: Claim, formula: Formula, number: int, summary: str, run: Run) -> None:
    """A mutant that lacks one hypothesis."""

    def dropped(changed: Claim) -> Claim:
        return changed.replace(given=[g for g in changed.given if g != formula])

    dropped.__name__, dropped.__doc__ = f"without_hypothesis_{number}", summary
    schemas = [f for f in (DATA, SOLVED, UPDATES) if f != formula]
    claim.mutant("hypothesis", at=run, discharge=lambda: meets(run, schemas))(dropped)


def undecided(claim: Claim, formula: Formula, name: str, summary: str, reason: str) -> None:
    """A mutant that lacks one hypothesis, and why it is not decided."""

    def dropped(changed: Claim) -> Claim:
        return changed.replace(given=[g for g in changed.given if g != formula])

    dropped.__name__, dropped.__doc__ = name, summary
    claim.mutant("hypothesis", undecided=reason)(dropped)


ONLY_DEFINED = (
    "p⋆ enters through ⟨p_t, p⋆⟩ alone, so the statement stays true as far as the arccosines are defined, which they "
    "need not be; for one trial spheres/lemma-9-progress.repaired proves that"
)

for _claim in (LEMMA_9_SUM_REPAIRED, LEMMA_9_BOUND_1, LEMMA_9_BOUND_2):
    for _number, (_formula, _summary, _run) in enumerate(DROPPED, start=1):
        if _formula in _claim.given:
            without(_claim, _formula, _number, _summary, _run)


def _met(run: Run) -> Callable[[], list[Theorem]]:
    return lambda: meets(run)


@LEMMA_9_SUM_REPAIRED.mutant("constant", at=SLOW, discharge=_met(SLOW))
def a_third_more(claim: Claim) -> Claim:
    """One third more of the linear term."""
    more = linear(eta) * CUMULATIVE / 3
    first, second, third = claim.states
    return claim.replace(states=[ge(COVERED, first.rhs + more), second, ge(COVERED, third.rhs + more)])


@LEMMA_9_SUM_REPAIRED.mutant("constant", at=SLOW, discharge=_met(SLOW))
def twice_the_mean(claim: Claim) -> Claim:
    """2/k in Hölder's inequality."""
    first, second, third = claim.states
    return claim.replace(states=[first, ge(second.lhs, 2 * second.rhs), third])


@LEMMA_9_SUM_REPAIRED.mutant("sign", at=SLOW, discharge=_met(SLOW))
def from_last_to_first(claim: Claim) -> Claim:
    """The distances exchanged."""
    first, second, third = claim.states
    return claim.replace(states=[ge(-COVERED, first.rhs), second, ge(-COVERED, third.rhs)])


for _number, (_formula, _summary, _run) in enumerate(DROPPED, start=1):
    if _formula in (NEAR, AT_MOST_ONE):
        without(LEMMA_9_BOUND_1_SHARP, _formula, _number, _summary, _run)
A_LITTLE = one_trial((cos(pi / 3 - t / 100), sin(pi / 3 - t / 100)), QUARTER_TURN, (1, 0), HALF)


def stepped(start: Coordinates, x: Coordinates, rate: Any, best_: Coordinates = (1, 0)) -> Run:
    """The run of one trial from these coordinates, straight to where the update leads."""
    ends = zip(start, next_coordinates(start, x, rate), strict=True)
    return one_trial([a + t * (b - a) for a, b in ends], x, best_, rate)


WITH_PROGRESS: list[tuple[Formula, str, Run]] = [
    (UPDATES, "Any p_1: a little closer than p_0.", A_LITTLE),
    (
        START,
        "p_0 need not be a unit vector: (1/2, 2), with the loss 4, a turn and a twelfth of one.",
        stepped((HALF, 2), QUARTER_TURN, 13 * pi / (24 * sqrt(10))),
    ),
    (
        DATA,
        "The data need not be unit vectors: (0, 3), with the loss 27/4, a turn and a twelfth of one.",
        stepped(THIRD, (0, 3), 13 * pi / (27 * sqrt(3))),
    ),
    (
        SOLVED,
        "p⋆ may have a loss: x_0 is near p_0, on the side away from p⋆.",
        stepped((Rational(3, 5), Rational(4, 5)), (Rational(16, 65), Rational(63, 65)), Rational(1, 10)),
    ),
]
for _number, (_formula, _summary, _run) in enumerate(WITH_PROGRESS, start=8):
    without(LEMMA_9_BOUND_1_SHARP, _formula, _number, _summary, _run)
undecided(LEMMA_9_BOUND_1_SHARP, UNIT_BEST, "long_comparator", "p⋆ of any length.", ONLY_DEFINED)
undecided(LEMMA_9_BOUND_1_SHARP, TRIALS, "no_trials", "k may be 0 or negative.", "then 1/k, or the sum, means nothing")
undecided(
    LEMMA_9_BOUND_1_SHARP,
    AHEAD,
    "without_progress",
    "dist(p_k, p⋆) may equal dist(p_0, p⋆).",
    "then the bound is 0/0 for η = 1, and for η < 1 it is spheres/lemma-9-bound-1",
)


@LEMMA_9_BOUND_1_SHARP.mutant("constant", at=SLOW, discharge=_met(SLOW))
@LEMMA_9_BOUND_1.mutant("constant", at=SLOW, discharge=_met(SLOW))
def three_quarters(claim: Claim) -> Claim:
    """Three quarters of the bound."""
    return claim.replace(states=le(CUMULATIVE, Rational(3, 4) * first_bound(COVERED, eta)))


@LEMMA_9_BOUND_1.mutant("constant", at=HALF_RATE, discharge=_met(HALF_RATE))
def three_times_under_the_root(claim: Claim) -> Claim:
    """2/k under the root in the place of 2/(3k)."""
    root = sqrt((1 - eta) ** 2 + 3 * CURVED * COVERED)
    return claim.replace(states=le(CUMULATIVE, COVERED / (eta * (1 - eta + root))))


@LEMMA_9_BOUND_1_SHARP.mutant("sign", at=HALF_RATE, discharge=_met(HALF_RATE))
@LEMMA_9_BOUND_1.mutant("sign", at=HALF_RATE, discharge=_met(HALF_RATE))
def plus_eta(claim: Claim) -> Claim:
    """1 + η before the root."""
    return claim.replace(states=le(CUMULATIVE, COVERED / (eta * (1 + eta + ROOT))))


@LEMMA_9_BOUND_2.mutant("constant", at=SLOW, discharge=_met(SLOW))
def three_quarters_of_it(claim: Claim) -> Claim:
    """Three quarters of the second bound."""
    smaller = Rational(3, 4) * second_bound(COVERED, eta)
    return claim.replace(states=[le(first_bound(COVERED, eta), smaller), le(CUMULATIVE, smaller)])


@LEMMA_9_BOUND_2.mutant("sign", at=HALF_RATE, discharge=_met(HALF_RATE))
def one_plus_eta(claim: Claim) -> Claim:
    """1 + η in the second bound."""
    smaller = COVERED / (2 * eta * (1 + eta))
    return claim.replace(states=[le(first_bound(COVERED, eta), smaller), le(CUMULATIVE, smaller)])


# --- how near the loss comes, after one trial -------------------------------------------------------------------------

RATES = [Rational(1, 100), Rational(1, 10), Rational(1, 4), Rational(1, 2)]
STARTS = [pi / 6, pi / 3]
SLOWLY = Rational(1, 100)


def met(run: Run) -> tuple[Run, list[Theorem]]:
    """The run, with the theorems that its trial is as the hypotheses say."""
    return run, meets(run)


def small_loss(start: Any, rate: Any) -> Run:
    """A trial in space at this distance from p⋆ = (1, 0, 0), with the loss 1/10000."""
    tilt = Rational(1, 100)
    return stepped((cos(start), sqrt(sin(start) ** 2 - tilt**2), tilt), (0, 0, 1), rate, (1, 0, 0))


@LEMMA_9_BOUND_1.extremal("η", RATES)
@LEMMA_9_BOUND_2.extremal("η", RATES, formula=1)
def largest_loss(rate: Any) -> tuple[Run, list[Theorem]]:
    """One trial in the plane from the distance π/3, with the largest loss that there is, 3/4."""
    return met(in_plane(pi / 3, rate))


@LEMMA_9_BOUND_2.extremal("c", STARTS, formula=1)
def smallest_loss(start: Any) -> tuple[Run, list[Theorem]]:
    """A trial with a small loss at the distance c, η = 1/100: the ratio tends to tan(c)/(2c) as both tend to 0."""
    return met(small_loss(start, SLOWLY))


# --- in floats: code, searches, worst cases -------------------------------------------------------------------------


def _distances() -> list[tuple[float, float, float, int]]:
    """η, dist(p_0, p⋆), dist(p_k, p⋆) and k, some distances closer than 1e-9, some rates close to 0 or 1."""
    rng = np.random.default_rng(17)
    found = []
    for rate in (1e-6, 0.1, 0.5, 0.9, 1 - 1e-9):
        for number in (1, 2, 1000):
            for fall in (1.0, 1e-3, 1e-9):
                start = float(rng.uniform(0.1, np.pi / 3))
                found.append((rate, start, start - fall * start * float(rng.uniform(0, 1)), number))
    return found


def at_distances(point: Any) -> dict[Any, Any]:
    """Unit vectors in the plane at these distances from p⋆ = (1, 0)."""
    rate, start, end, number = point
    angles = {0: mp.mpf(start), number: mp.mpf(end)}
    path = {n: [mp.cos(angle), mp.sin(angle)] for n, angle in angles.items()}
    return {VecHead("p"): lambda n: path[int(n)], best: [mp.mpf(1), mp.mpf(0)], eta: rate, k: number}


@LEMMA_9_BOUND_1.conformance
def code_follows_the_first_bound() -> Iterator[Conformance]:
    """The first bound as a function of the two distances."""
    return conformance(
        _distances(),
        formula=lambda at: value(first_bound(COVERED, eta), at_distances(at)),
        code=lambda at: bounds.sphere_loss_bound(*at),
        reference=lambda at: reference.sphere_loss_bound(*at),
        ulps=8.0,
    )


@LEMMA_9_BOUND_2.conformance
def code_follows_the_second_bound() -> Iterator[Conformance]:
    """The second bound as a function of the two distances."""
    return conformance(
        _distances(),
        formula=lambda at: value(second_bound(COVERED, eta), at_distances(at)),
        code=lambda at: bounds.simple_sphere_loss_bound(*at[:3]),
        reference=lambda at: reference.simple_sphere_loss_bound(*at[:3]),
        ulps=8.0,
    )


RUNS = 100
"""Random ones of the learner, the same for both bounds."""


def worst_run(bound: Callable[..., Any], farthest: float = np.pi / 3, fastest: float = 0.99) -> tuple[int, float, str]:
    """Random runs of the learner: how many, the largest ratio of loss to bound, and where it was found."""
    worst, where = 0.0, ""
    for n, rate, begin, end, number, lost in _runs(farthest, fastest):
        ratio = lost / float(bound(rate, begin, end, number))
        if ratio > worst:
            worst = ratio
            where = f"n = {n}, k = {number}, η = {rate:.3f}, dist from {begin:.4f} to {end:.4f}, loss {lost:.4g}"
    return RUNS, worst, where


@cache
def _runs(farthest: float, fastest: float) -> list[tuple[int, float, float, float, int, float]]:
    """Runs that come closer to p⋆: n, η, the distance at the start and at the end, k and the loss."""
    rng, sphere = np.random.default_rng(29), Sphere()
    found = []
    for _ in range(RUNS):
        n, number, rate = int(rng.integers(2, 7)), int(rng.integers(1, 13)), float(rng.uniform(0.01, fastest))
        target = sphere.random_point(rng, n)
        start = float(rng.uniform(0.3, 1.0) * farthest)
        aside = sphere.projx(sphere.proju(target, rng.standard_normal(n)))
        learner = SphereLearner(np.cos(start) * target + np.sin(start) * aside, rate)
        lost, begin = 0.0, float(sphere.dist(learner.coef_, target))
        share = 10.0 ** rng.uniform(-2, 1.5)
        for _ in range(number):
            towards = sphere.proju(target, learner.coef_)
            datum = sphere.projx(sphere.proju(target, share * towards + rng.standard_normal(n)))
            lost += learner.loss_one(datum)
            learner.learn_one(datum)
        end = float(sphere.dist(learner.coef_, target))
        if begin - end >= 1e-6:
            found.append((n, rate, begin, end, number, lost))
    return found


@LEMMA_9_BOUND_1.search
def random_runs() -> Iterator[Searched]:
    """The learner on random data orthogonal to p⋆, in 2 to 6 dimensions."""
    yield Searched("loss over the first bound", *worst_run(bounds.sphere_loss_bound))


@LEMMA_9_BOUND_2.search
def the_same_runs() -> Iterator[Searched]:
    """The learner on random data orthogonal to p⋆, in 2 to 6 dimensions."""
    yield Searched(
        "loss over the second bound", *worst_run(lambda rate, *ends: bounds.simple_sphere_loss_bound(rate, *ends[:2]))
    )


def _worst(number: int, which: str) -> str:
    """The largest ratio of loss to bound for η = 1/2 and dist(p_0, p⋆) = π/3, over runs that end elsewhere."""
    start, rate = float(np.pi / 3), 0.5
    ends, losses = sphere_losses(start, rate, number, states=500)
    moved = np.isfinite(losses) & (ends < start)
    first = bounds.sphere_loss_bound(rate, start, ends[moved], number)
    second = bounds.simple_sphere_loss_bound(rate, start, ends[moved])
    ratios = losses[moved] / (first if which == "first" else second)
    worst = int(np.argmax(ratios))
    return f"{ratios[worst]:.4f} (floats; at dist(p_k, p⋆) = {ends[moved][worst]:.4f})"


@LEMMA_9_BOUND_1.sharp
def worst_runs() -> Iterator[Sharpness]:
    """Dynamic programming over the distance to p⋆; no run is worse than by this factor, up to the grid."""
    for number in (1, 2, 5, 20):
        yield Sharpness(f"worst loss over the first bound, k = {number}, η = 1/2, from π/3", _worst(number, "first"))


@LEMMA_9_BOUND_2.sharp
def worst_runs_of_the_second() -> Iterator[Sharpness]:
    """The same; as the losses become small the ratio tends to tan(π/3)/(2π/3) = 0.82699…"""
    for number in (1, 2, 5, 20):
        yield Sharpness(f"worst loss over the second bound, k = {number}, η = 1/2, from π/3", _worst(number, "second"))
