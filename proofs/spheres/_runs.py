"""Runs of the explicit update on the sphere, of any number of trials: they stay within π/3 of p⋆."""

from __future__ import annotations

from functools import cache
from typing import Any

from sympy import Expr, Rational, S, Sum, acos, cos, pi

from proofs.spheres._cosine_gain import AFTER_COSINE, BEFORE_COSINE
from proofs.spheres.gradient import gradient, loss
from proofs.spheres.lemma_7_sign import z
from proofs.spheres.lemma_9_progress import gain_is_not_negative, turn
from proofs.spheres.single_step import UNIT_BEST, UPDATE_EVERYWHERE, best, eta, next_parameter, p, x
from verify.author.kernel import Theorem, assume, certify, combine, generalize, induct, instantiate
from verify.language.terms import EUCLIDEAN, Formula, Inner, Vec, VecHead, eq, forall, function, ge, integer, le, real
from verify.lemmas.circular import within_one
from verify.prover.proving import certificate

t, j, k, n = integer("t j k n")
c = real("c")


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


# --- every p_t is a unit vector within π/3 of p⋆ ----------------------------------------------------------------------


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
def inside_at_ends() -> list[Theorem]:
    """−1 ≤ ⟨p_0, p⋆⟩ ≤ 1, the same for p_k, and k ≥ 0."""
    some = combine(ge(k, 0), [(1, assume(TRIALS)), (1, 1)])
    return [some, *(instantiate(f, {}, [some]) for end in (S.Zero, k) for f in arrived(end)[1:3])]
