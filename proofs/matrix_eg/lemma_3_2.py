"""Lemma 3.2 (6): the relative loss bound of MEG for every number of trials; true for matrices of trace one."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from sympy import Expr, Lambda, log

from proofs.matrix_eg import _klein
from proofs.matrix_eg._matrices import INDEX, d, i, of, orthonormal, total
from proofs.matrix_eg._progress import new_trace
from proofs.matrix_eg._trial import (
    UNIT_COMPARATOR,
    UNIT_START,
    T,
    compared,
    divergence,
    entropy,
    eta,
    label,
    omega,
    r,
    spectrum,
    starts,
    surprise,
    t,
    trials,
    u,
    update,
    upsilon,
    v,
    z,
)
from proofs.matrix_eg.lemma_3_1 import LEMMA_3_1_REPAIRED, RATE, a, b, progress
from verify.claims import Claim
from verify.kernel import Theorem, assume, cases, combine, generalize, identity, instantiate, telescope, witness
from verify.terms import VecHead, eq, forall, ge, gt, le, positive, substitute

c = positive("c")
TUNED = 2 * c / (r**2 * (2 + c))
DURING = [ge(t, 1), ge(T, t)]
OF_U = total(upsilon(i) * log(upsilon(i)))


def during(formulas: Sequence[Any], last: Any = T) -> list[Any]:
    """The formulas for every trial t = 1, …, last."""
    return [forall(t, f, [ge(t, 1), ge(last, t)]) for f in formulas]


LOSS = trials(surprise(t) ** 2)
COMPARED = trials((compared(t) - label(t)) ** 2)
START = substitute(divergence(1), {entropy: OF_U})
RATE_IS = eq(eta, TUNED)
POSITIVE = forall(i, gt(upsilon(i), 0), INDEX)
UNIT_FIRST = substitute(UNIT_START, {t: 1})
RUN = [
    ge(d, 1),
    ge(T, 1),
    *during(starts(t), T + 1),
    *during(orthonormal(of(u, t))),
    *orthonormal(z),
    *during(spectrum(t)),
    *during(update(t)),
]
GIVEN = [*RUN, POSITIVE, RATE_IS]


def bound(loss: Any = 1 + c / 2, far: Any = (2 + c) / (2 * c)) -> Expr:
    """(1 + c/2) L_U(S) + (1/2 + 1/c) r² Δ(U, W_1)."""
    return loss * COMPARED + far * r**2 * START


READING = (
    "The run is that of matrix_eg/lemma-3-1, for T ≥ 1 trials: at each, W_t, X_t and W_{t+1} have orthonormal eigenbases, "
    "the eigenvalues of X_t are within r > 0 of each other, and (4) holds with the rate 2c/(r²(2 + c)), c > 0. U is "
    "positive definite and Δ(U, W_1) is (1) with tr(U log U) = Σ υ log υ. "
)
PRINTED = "L_MEG(S) ≤ (1 + c/2) L_U(S) + (1/2 + 1/c) r² Δ(U, W_1), for η = 2c/(r²(2 + c))"

LEMMA_3_2 = Claim(
    "matrix_eg/lemma-3-2",
    at="Lemma 3.2, (6)",
    printed=f"W_1 and U arbitrary symmetric positive definite matrices: {PRINTED}",
    given=GIVEN,
    states=le(LOSS, bound()),
    rests_on=["matrix_eg/lemma-3-1"],
    reading=READING + "As printed: nothing is said of the traces of W_1 and U.",
    reconstructed=True,
)

LEMMA_3_2_REPAIRED = Claim(
    "matrix_eg/lemma-3-2.repaired",
    at="Lemma 3.2, (6)",
    printed=f"W_1 and U symmetric positive definite matrices of trace one: {PRINTED}",
    given=[*GIVEN, UNIT_FIRST, UNIT_COMPARATOR],
    states=le(LOSS, bound()),
    repairs="matrix_eg/lemma-3-2",
    rests_on=["matrix_eg/lemma-3-1.repaired"],
    reading=READING + "tr W_1 = tr U = 1.",
    reconstructed=True,
)


def at_trial(schemas: Sequence[Any], trial: Any) -> list[Theorem]:
    """The schemas of `during` at a trial."""
    inside = [assume(f) for f in DURING]
    return [instantiate(assume(f), [trial], inside) for f in schemas]


def traces_stay_one() -> Theorem:
    """tr W_t = 1 at each trial: at the first as given, later by the update before."""
    goal = eq(total(omega(t, i)), 1)
    first, later = le(t, 1), gt(t, 1)
    now = combine(eq(t, 1), [(1, t - 1)], facts=[*DURING, first])
    known = [assume(ge(t - 1, 1)), combine(ge(T, t - 1), [(1, assume(ge(T, t))), (1, 1)])]
    updates = [instantiate(assume(f), [t - 1], known) for f in during(update(t))]
    before = instantiate(new_trace(), {t: t - 1}, updates)
    return cases([combine(goal, [(1, assume(UNIT_FIRST))], using=[now]), combine(goal, [(1, before)])], [first, later])


def divergence_at_the_end() -> Theorem:
    """Δ(U, W_{T+1}) ≥ 0."""
    place = {
        _klein.first: upsilon,
        _klein.second: Lambda(i, omega(T + 1, i)),
        VecHead("a"): Lambda(i, z(i)),
        VecHead("b"): Lambda(i, v(T + 1, i)),
    }
    return instantiate(_klein.klein(), place)


@cache
def trials_added() -> Theorem:
    """η L_MEG − b L_U ≤ Δ(U, W_1), for b = c/r² and η = 2b/(2 + r²b): Lemma 3.1 with a = η, telescoped."""
    weight = c / r**2
    largest_a = substitute(RATE, {b: weight})
    rate = combine(eq(eta, largest_a), [(1, assume(RATE_IS))])
    within = combine(ge(T + 1, t + 1), [(1, assume(ge(T, t)))])
    positive_next = combine(ge(t + 1, 1), [(1, assume(ge(t, 1))), (1, 1)])
    longer = combine(ge(T + 1, t), [(1, assume(ge(T, t))), (1, 1)])
    here = [instantiate(assume(f), [t], [assume(ge(t, 1)), longer]) for f in during(starts(t), T + 1)]
    after = [instantiate(assume(f), [t + 1], [positive_next, within]) for f in during(starts(t), T + 1)]
    known = at_trial([*during(orthonormal(of(u, t))), *during(spectrum(t)), *during(update(t))], t)
    lemma = LEMMA_3_1_REPAIRED.theorem(progress())
    discharge = [*here, *after, *known, traces_stay_one(), rate]
    step = instantiate(lemma, {a: largest_a, b: weight}, discharge)
    numbers = combine(
        le(largest_a * surprise(t) ** 2 - weight * (compared(t) - label(t)) ** 2, divergence(t) - divergence(t + 1)),
        [(1, step)],
    )
    added = telescope(numbers, t, 1, T, divergence(t))
    return instantiate(added, {entropy: OF_U})


@LEMMA_3_2_REPAIRED.proof
def add_up_the_trials(claim: Claim) -> Theorem:
    """The sum of Lemma 3.1 over the trials, divided by η; Δ(U, W_{T+1}) ≥ 0 by Klein's inequality."""
    end = divergence_at_the_end()
    factor = r**2 * (2 + c) / (2 * c)
    return combine(claim.states[0], [(factor, trials_added()), (factor, end)], facts=[POSITIVE])
