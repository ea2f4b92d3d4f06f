"""Lemma 3.2 with a rate for the spread of each X_t, instead of one r for all: losses count relative to it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from sympy import Expr, Lambda, Rational, S

from proofs.matrix_eg._instances import adaptive, adaptively
from proofs.matrix_eg._matrices import d, of, orthonormal
from proofs.matrix_eg._run import (
    POSITIVE, START, UNIT_FIRST, added_up, at_trial, divergence_at_the_end, during, traces_stay_one,
)  # fmt: skip
from proofs.matrix_eg._trial import (
    NAMES, TRIAL_READING, UNIT_COMPARATOR, T, compared, divergence, eta, label, r, spectrum, starts, surprise, t,
    trials, u, update, z,
)  # fmt: skip
from proofs.matrix_eg.lemma_3_1 import LEMMA_3_1, RATE, a, b, progress
from proofs.matrix_eg.lemma_3_2 import SMALL, STEADY, TUNED, c
from verify.audit import (
    Claim, Theorem, assume, combine, eq, fails_as, fails_without, family, ge, instantiate, le, real, substitute,
)  # fmt: skip

width, rate = family("r", positive=True), family("η", positive=True)
OWN = {eta: rate(t), r: width(t)}
"""The rate and the spread of each trial."""

OWN_RATE = eq(rate(t), substitute(TUNED, OWN))


def part(term: Any) -> Expr:
    """The sum over the trials of the terms over r_t²."""
    return trials(term / width(t) ** 2)


OWN_SPECTRUM = [substitute(f, OWN) for f in spectrum(t)]
OWN_UPDATE = update(t, rate(t))
RELATIVE = Claim(
    "matrix_eg/spread-per-trial",
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
    where={real("Δ₁"): START, **NAMES},
    states=le(
        part(surprise(t) ** 2),
        (1 + c / 2) * part((compared(t) - label(t)) ** 2) + (2 + c) / (2 * c) * START,
    ),
    rests_on=["matrix_eg/lemma-3-1"],
    reading=TRIAL_READING
    + (
        "The run has T ≥ 1 such trials, with a rate η(t) and a bound r(t) > 0 on λmax − λmin at each, which may "
        "depend on X_t, where Lemma 3.2 has one η and so one r for all trials. tr W_1 = tr U = 1, U is positive "
        "definite, and Δ₁ is Δ(U, W_1). Both sides of (6) are divided by r², and the losses of trial t by r(t)². "
        "Where all r(t) are r it is Lemma 3.2."
    ),
    sharpens="matrix_eg/lemma-3-2",
)


def at_its_rate(theorem: Theorem, values: Mapping[Any, Any], known: Sequence[Theorem] = ()) -> Theorem:
    """A theorem about one trial, of the hypotheses of `_trial`, at each trial of a run with η_t and r_t."""
    inside = [combine(ge(T + 1, t), [(1, assume(ge(T, t))), (1, 1)]), assume(ge(t, 1))]
    after = [combine(ge(T + 1, t + 1), [(1, assume(ge(T, t)))]), combine(ge(t + 1, 1), [(1, assume(ge(t, 1))), (1, 1)])]
    bases = during(starts(t), T + 1)
    trial = [instantiate(assume(f), [at], facts) for f in bases for at, facts in ((t, inside), (t + 1, after))]
    trial += at_trial([*during(orthonormal(of(u, t))), *during(OWN_SPECTRUM), *during(OWN_UPDATE)], t)
    return instantiate(theorem, {**OWN, **values}, [*trial, traces_stay_one(), *known])


@cache
def one_trial() -> Theorem:
    """Lemma 3.1 with r = r_t, b = c/r_t² and a = η_t, at trial t."""
    weight = c / width(t) ** 2
    largest_a = substitute(RATE, {b: weight, r: width(t)})
    (own,) = at_trial(during([OWN_RATE]), t)
    taken = combine(eq(rate(t), largest_a), [(1, own)])
    lemma = at_its_rate(LEMMA_3_1.theorem(progress()), {a: largest_a, b: weight}, [taken])
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


COMPARED = (1 + c / 2) * part((compared(t) - label(t)) ** 2)

fails_as(RELATIVE,
    ("constant", le(part(surprise(t) ** 2), COMPARED + (2 + c) / (4 * c) * START),
        "½(1/2 + 1/c) in place of 1/2 + 1/c.", plane(**STEADY, tuned=4)),
    ("sign", le(part(surprise(t) ** 2), COMPARED - (2 + c) / (2 * c) * START), "−(1/2 + 1/c)Δ(U, W_1).",
        plane(**STEADY, tuned=4)),
)  # fmt: skip
fails_without(RELATIVE,
    (during(OWN_SPECTRUM), "r(t) may be less than the spread of X_t.", plane(**STEADY, tuned=2, size=Rational(1, 2))),
)  # fmt: skip


@RELATIVE.extremal("ŷ − y", [Rational(1, 4), SMALL])
def smaller_errors(error: Any) -> tuple[dict[Any, Any], list[Theorem]]:
    """c = 4, X_1 = ½diag(1, −1), W_1 = I/2, and U has ⅓ of the error: the ratio tends to 1 as it does to 0."""
    found = plane(error, error * (t - 1), Rational(1, 2) - Rational(2, 3) * error, 4)
    return found["at"], found["discharge"]()
