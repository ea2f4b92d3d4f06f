"""Lemma 3.2 needs one r for all trials: with a rate for the spread of each X_t, losses count relative to it."""

from __future__ import annotations

from functools import cache
from typing import Any

from sympy import Expr, Lambda, Rational, S, exp, log

from proofs.matrix_eg._instances import adaptive, adaptively
from proofs.matrix_eg._matrices import INDEX, d, i, k, of, orthonormal, total
from proofs.matrix_eg._progress import new_trace
from proofs.matrix_eg._run import DURING, POSITIVE, START, UNIT_FIRST, added_up, at_trial, divergence_at_the_end, during
from proofs.matrix_eg._trial import (
    UNIT_COMPARATOR,
    T,
    compared,
    divergence,
    eta,
    label,
    largest,
    least,
    mu,
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
    z,
)
from proofs.matrix_eg.lemma_3_1 import LEMMA_3_1, RATE, a, b, progress
from proofs.matrix_eg.lemma_3_2 import STEADY, TUNED, c
from verify.claims import Claim
from verify.kernel import Theorem, assume, cases, combine, instantiate, witness
from verify.terms import eq, family, forall, ge, gt, le, substitute
from verify.tightness.instances import listed, tabled

width, rate = family("r", positive=True), family("η", positive=True)
OWN = {eta: rate(t), r: width(t)}
"""The rate and the spread of each trial."""

OWN_RATE = eq(rate(t), substitute(TUNED, OWN))


def error(t: Any) -> Expr:
    """tr(W_tX_t) − y_t for diagonal matrices."""
    return total(omega(t, i) * mu(t, i)) - label(t)


def grown(t: Any, i: Any) -> Expr:
    """An entry of exp(log W_t − 2η_t(ŷ_t − y_t)X_t)."""
    return omega(t, i) * exp(-2 * rate(t) * error(t) * mu(t, i))


EACH = [*DURING, *INDEX]
START_OF_U = total(upsilon(i) * (log(upsilon(i)) - log(omega(1, i))))
OF_U = trials((total(upsilon(i) * mu(t, i)) - label(t)) ** 2)

SPREAD = Claim(
    "matrix_eg/spread-per-trial",
    at="Lemma 3.2",
    printed="Then for any c such that η = 2c/(r²(2 + c))",
    given=[
        ge(T, 1),
        eq(total(omega(1, i)), 1),
        eq(total(upsilon(i)), 1),
        forall(i, gt(upsilon(i), 0), INDEX),
        forall([t, i], eq(omega(t + 1, i) * total(grown(t, k), k), grown(t, i)), EACH),
        forall([t, i], ge(mu(t, i), least(t)), EACH),
        forall([t, i], ge(largest(t), mu(t, i)), EACH),
        *during([ge(width(t), largest(t) - least(t)), OWN_RATE, ge(r, width(t))]),
    ],
    reconstructed=True,
    states=le(trials(error(t) ** 2), (1 + c / 2) * OF_U + (2 + c) / (2 * c) * r**2 * START_OF_U),
    weight="reading",
    slip=(
        "Lemma 3.2 does not say where its r comes from. Lemma 3.1 takes r after X_t, and with such an r_t in each rate "
        "(6) is false for the largest of them: r has to be known before the first trial, and bound all of them."
    ),
    rests_on=["matrix_eg/lemma-3-2"],
    reading=(
        "In the order of Lemma 3.1: for every X_t there is an r_t ≥ λ_max − λ_min, and the rate of the trial is "
        "2c/(r_t²(2 + c)). (6) is read with an r that is at least all r_t. Read for diagonal matrices, ω(t, i), "
        "μ(t, i) and υ(i) being the entries of W_t, X_t and U. In Lemma 3.1 itself, of one trial, the order does not "
        "matter: it holds for every r that bounds the spread."
    ),
)


def part(term: Any) -> Expr:
    """The sum over the trials of the terms over r_t²."""
    return trials(term / width(t) ** 2)


OWN_SPECTRUM = [substitute(f, OWN) for f in spectrum(t)]
OWN_UPDATE = update(t, rate(t))
RELATIVE = Claim(
    "matrix_eg/spread-per-trial.repaired",
    at="Lemma 3.2",
    says="With η_t = 2c/(r_t²(2 + c)), r_t ≥ λ_max − λ_min at trial t: (6) holds for losses relative to r_t²",
    given=[
        ge(d, 1),
        ge(T, 1),
        *during(starts(t), T + 1),
        *during(orthonormal(of(u, t))),
        *orthonormal(z),
        *during(OWN_SPECTRUM),
        *during(OWN_UPDATE),
        *during([OWN_RATE]),
        POSITIVE,
        UNIT_FIRST,
        UNIT_COMPARATOR,
    ],
    states=le(
        part(surprise(t) ** 2),
        (1 + c / 2) * part((compared(t) - label(t)) ** 2) + (2 + c) / (2 * c) * START,
    ),
    repairs="matrix_eg/spread-per-trial",
    rests_on=["matrix_eg/lemma-3-1"],
    reading=(
        "The run is that of matrix_eg/lemma-3-2, with a rate η(t) and a bound r(t) on the spread of X_t at each trial, "
        "which may depend on X_t. Both sides of (6) are divided by r², and the losses of trial t by r(t)². Where all "
        "r(t) are r it is Lemma 3.2."
    ),
)


@SPREAD.counterexample
def moved_by_a_small_instance(claim: Claim) -> Theorem:
    """c = 2 and U = W_1 = I/2; X_1 = ⅛diag(1, −1), r_1 = ¼, y_1 = −¼ln 2; X_2 = ½diag(1, −1), r_2 = r = 1, y_2 = 0.

    Then W_2 = diag(1/5, 4/5), and 9/100 + (ln 2)²/16 ≤ 2(ln 2)²/16 is false. All that follows in trial 2 is
    W_3 ∝ diag(e^(3/10), 4e^(−3/10)).
    """
    end = exp(Rational(3, 10)), 4 * exp(-Rational(3, 10))
    weights = ((Rational(1, 2),) * 2, (Rational(1, 5), Rational(4, 5)), tuple(entry / sum(end) for entry in end))
    spread = exp((t - 2) * log(4))
    at = {
        d: 2,
        T: 2,
        c: 2,
        r: 1,
        width: Lambda(t, spread),
        rate: Lambda(t, 1 / spread**2),
        omega: tabled(weights, (t, i), positive=True),
        mu: Lambda((t, i), spread * (Rational(3, 2) - i)),
        least: Lambda(t, -spread / 2),
        largest: Lambda(t, spread / 2),
        label: listed((-log(2) / 4, 0), t),
        upsilon: Lambda(i, Rational(1, 2)),
    }
    return witness(list(claim.given), claim.states[0], at)


def trace_one() -> Theorem:
    """tr W_t = 1 at each trial: at the first as given, later by the update before."""
    goal, first, later = eq(total(omega(t, i)), 1), le(t, 1), gt(t, 1)
    now = combine(eq(t, 1), [(1, t - 1)], facts=[*DURING, first])
    inside = [assume(ge(t - 1, 1)), combine(ge(T, t - 1), [(1, assume(ge(T, t))), (1, 1)])]
    updates = [instantiate(assume(f), [t - 1], inside) for f in during(OWN_UPDATE[1:])]
    before = instantiate(new_trace(), {t: t - 1}, updates)
    return cases([combine(goal, [(1, assume(UNIT_FIRST))], using=[now]), combine(goal, [(1, before)])], [first, later])


@cache
def one_trial() -> Theorem:
    """Lemma 3.1 with r = r_t, b = c/r_t² and a = η_t, at trial t."""
    inside = [combine(ge(T + 1, t), [(1, assume(ge(T, t))), (1, 1)]), assume(ge(t, 1))]
    after = [combine(ge(T + 1, t + 1), [(1, assume(ge(T, t)))]), combine(ge(t + 1, 1), [(1, assume(ge(t, 1))), (1, 1)])]
    bases = during(starts(t), T + 1)
    known = [instantiate(assume(f), [at], facts) for f in bases for at, facts in ((t, inside), (t + 1, after))]
    known += at_trial([*during(orthonormal(of(u, t))), *during(OWN_SPECTRUM), *during(OWN_UPDATE)], t)
    weight = c / width(t) ** 2
    largest_a = substitute(RATE, {b: weight, r: width(t)})
    (own,) = at_trial(during([OWN_RATE]), t)
    taken = combine(eq(rate(t), largest_a), [(1, own)])
    place = {**OWN, a: largest_a, b: weight}
    lemma = instantiate(LEMMA_3_1.theorem(progress()), place, [*known, trace_one(), taken])
    p, q = surprise(t), compared(t) - label(t)
    return combine(le(weight * (2 / (2 + c) * p**2 - q**2), divergence(t) - divergence(t + 1)), [(1, lemma)])


@RELATIVE.proof
def add_up_the_trials(claim: Claim) -> Theorem:
    """The sum of Lemma 3.1 over the trials, and Δ(U, W_{T+1}) ≥ 0 by Klein's inequality."""
    factor = (2 + c) / (2 * c)
    return combine(
        claim.states[0], [(factor, added_up(one_trial())), (factor, divergence_at_the_end())], facts=[POSITIVE]
    )


def plane(error: Any, moved: Any, comparator: Any, tuned: Any, size: Any = 1) -> dict[str, Any]:
    """How a mutant is refuted by one trial with diagonal 2 × 2 matrices, r_1 = `size` and c = `tuned`."""
    taken = 2 * S(tuned) / (2 + S(tuned)) / size**2
    values = adaptive(error, moved, comparator, rate=taken)
    own = {rate: Lambda(t, taken), width: Lambda(t, size), c: tuned}
    return {
        "at": {name: value for name, value in values.items() if name not in (eta, r)} | own,
        "discharge": lambda: adaptively(values),
    }


@RELATIVE.mutant("constant", **plane(**STEADY, tuned=4))
def half_the_divergence(claim: Claim) -> Claim:
    """½(1/2 + 1/c) in place of 1/2 + 1/c."""
    bound = (1 + c / 2) * part((compared(t) - label(t)) ** 2) + (2 + c) / (4 * c) * START
    return claim.replace(states=le(part(surprise(t) ** 2), bound))


@RELATIVE.mutant("sign", **plane(**STEADY, tuned=4))
def divergence_subtracted(claim: Claim) -> Claim:
    """−(1/2 + 1/c)Δ(U, W_1)."""
    bound = (1 + c / 2) * part((compared(t) - label(t)) ** 2) - (2 + c) / (2 * c) * START
    return claim.replace(states=le(part(surprise(t) ** 2), bound))


@RELATIVE.mutant("hypothesis", **plane(**STEADY, tuned=2, size=Rational(1, 2)))
def any_spread(claim: Claim) -> Claim:
    """r(t) may be less than the spread of X_t."""
    return claim.replace(given=[f for f in claim.given if f not in during(OWN_SPECTRUM)])
