"""Lemma 3.2 with a rate for each prediction: what lies near an end of the spectrum of X_t bears a larger one.

The proof is that of Lemma 3.2, with κ_t r_t² in the place of r², as the moment of the share q_t = (ŷ_t − λ_min)/r_t is
bounded by matrix_eg/kearns-saul and not by Hoeffding's lemma. Where the comparator has no loss, c is left to go to ∞.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from typing import Any

import numpy as np
from sympy import Expr, Integer, Lambda, Rational, exp, log, tanh

from numeric.learners.matrix_eg import MatrixEG, mean_rate, moment_factor
from numeric.spectral import von_neumann_divergence
from proofs.matrix_eg._instances import HALF, adaptive, adaptively
from proofs.matrix_eg._progress import SHARE, progress, s
from proofs.matrix_eg._run import POSITIVE, START, added_up, at_trial, divergence_at_the_end, during
from proofs.matrix_eg._trial import (
    NAMES, TRIAL_READING, T, compared, divergence, eta, label, least, omega, prediction, r, surprise, t, trials,
)  # fmt: skip
from proofs.matrix_eg.kearns_saul import a, h, in_odds, moment, q
from proofs.matrix_eg.lemma_3_2 import c
from proofs.matrix_eg.online_rate import NO_LOSS
from proofs.matrix_eg.spread_per_trial import OWN, OWN_RATE, RELATIVE, at_its_rate, rate, width
from proofs.matrix_eg.two_sided_loss import left
from verify.audit import (
    Claim, Searched, Theorem, assume, at, cases, combine, eq, fails_as, fails_without, family, forall, function, ge,
    generalize, gt, hoeffding, instantiate, le, lt, real, substitute,
)  # fmt: skip
from verify.author.kernel import KernelError

FAR, factor = function("Δ"), real("f")
kappa, odds = family("κ", positive=True), family("a")
ROUND = [ge(t, 1), ge(T, t)]
IN_ODDS = forall(t, eq(prediction(t), least(t) + width(t) / (1 + exp(odds(t)))), ROUND)
LARGE = forall(t, ge(odds(t) * (kappa(t) * odds(t) - 2 * tanh(odds(t) / 2)), 0), ROUND)
EVEN = forall(t, ge(kappa(t), 1), [*ROUND, eq(odds(t), 0)])

FREE = [f for f in RELATIVE.given if f != during([OWN_RATE])[0]]
"""A run in which each trial has a rate of its own, whatever it is."""

GIVEN = [*FREE, IN_ODDS, LARGE, EVEN]
SPREAD = kappa(t) * width(t) ** 2
READING = TRIAL_READING + (
    "The run has T ≥ 1 such trials, with a rate η(t) and a bound r(t) > 0 on λmax − λmin at each. The prediction is "
    "ŷ_t = λmin(t) + q_t r(t) with 0 < q_t < 1, told by a(t) = ln((1 − q_t)/q_t), which is any real number. κ(t) > 0 "
    "is κ(q_t) = 2(1 − 2q_t)/ln((1 − q_t)/q_t), which is 2 tanh(a(t)/2)/a(t), or 1 where q_t = 1/2, or any "
    "larger number; κ(q) < 1 elsewhere, matrix_eg/kearns-saul. So the rate depends on what is known before the label "
    "is. tr W_1 = tr U = 1, U is positive definite, and Δ₁ is Δ(U, W_1) with tr(U log U) = Σ υ log υ. "
)


def part(term: Any) -> Expr:
    """The sum over the trials of the terms over κ_t r_t²."""
    return trials(term / SPREAD)


PART_RATE = forall(t, eq(rate(t), 2 * c / (SPREAD * (2 + c))), ROUND)

RELATIVE_LOSS = Claim(
    "matrix_eg/spread-per-trial-mean",
    at="Lemma 3.2, sharper",
    says=(
        "With η_t = 2c/(κ_t r_t²(2 + c)), κ_t = κ(q_t) for the place q_t of ŷ_t in the spectrum of X_t: (6) holds for "
        "losses relative to κ_t r_t²"
    ),
    given=[*GIVEN, PART_RATE],
    where={real("Δ₁"): START, **NAMES},
    states=le(
        part(surprise(t) ** 2),
        (1 + c / 2) * part((compared(t) - label(t)) ** 2) + (2 + c) / (2 * c) * START,
    ),
    rests_on=["matrix_eg/lemma-3-1", "matrix_eg/kearns-saul"],
    sharpens="matrix_eg/spread-per-trial",
    reading=READING + "With κ(t) = 1 throughout it is matrix_eg/spread-per-trial.",
)

FULL_RATE = forall(t, eq(rate(t), 2 / SPREAD), ROUND)

ONLINE = Claim(
    "matrix_eg/online-loss-mean",
    at="Section 5, sharper",
    says="With L_U(S) = 0 and η_t = 2/(κ_t r_t²): Σ (ŷ_t − y_t)²/(κ_t r_t²) ≤ (Δ(U, W_1) − Δ(U, W_{T+1}))/2",
    given=[*GIVEN, FULL_RATE, *NO_LOSS],
    where={FAR(t): left(t), **NAMES},
    states=[
        le(part(surprise(t) ** 2), (FAR(1) - FAR(T + 1)) / 2),
        ge(FAR(T + 1), 0),
    ],
    rests_on=["matrix_eg/lemma-3-1", "matrix_eg/kearns-saul"],
    sharpens="matrix_eg/online-rate-loss",
    reading=READING
    + (
        "tr(UX_t) = y_t in each trial, and Δ(t) is Δ(U, W_t). Where all κ(t) are 1 and all r(t) are r this is L_MEG(S) "
        "≤ (r²/2)Δ(U, W_1), with what is dropped there; for ŷ_t near 1/52 in a spectrum from 0 to 1, as for the "
        "distances of section 5 where W_t is near I/52, κ(t) is 0.49, and the loss of such trials is bounded by half "
        "of what it is there."
    ),
)


MEAN = 1 / (1 + exp(odds(t)))
"""q_t."""


def lowest() -> Theorem:
    """λmin(t) = ŷ_t − q_t r_t, to put q_t in."""
    return combine(eq(least(t), prediction(t) - width(t) * MEAN), [(-1, at_trial([IN_ODDS], t)[0])])


@cache
def moment_of_the_share() -> Theorem:
    """ln(1 − q_t + q_t e^h) ≤ q_t h + κ_t h²/8, by Hoeffding's lemma where q_t = 1/2, a_t = 0."""
    here, scale = odds(t), h**2 / (8 * odds(t) ** 2)
    (enough,) = at_trial([LARGE], t)
    goal, sides = substitute(moment(kappa(t)), {q: MEAN}), [gt(here, 0), gt(0, here), eq(here, 0)]
    right = instantiate(in_odds(), {a: here})
    left = combine(right.conclusion, [(1, instantiate(in_odds(), {a: -here, h: -h}))], facts=[sides[1]])
    between = [combine(ge(MEAN, 0), [(MEAN, 1)]), combine(ge(1, MEAN), [(1 - MEAN, 1)])]
    middle = at(EVEN, t, by=[assume(f) for f in ROUND])
    on_the_right, on_the_left = (
        combine(goal, [(1, f), (scale, enough)], facts=[side]) for f, side in ((right, sides[0]), (left, sides[1]))
    )
    at_the_middle = combine(goal, [(1, hoeffding(MEAN, h, between)), (h**2 / 8, middle)])
    return cases([on_the_right, on_the_left, at_the_middle], sides)


@cache
def one_trial() -> Theorem:
    """Δ(U, W_t) − Δ(U, W_{t+1}) ≥ 2ηp(p − q) − κη²p²r²/2, with the rate and the spread of the trial."""
    mixed, kept = 1 - SHARE + SHARE * exp(s * r), {**OWN, s: -2 * rate(t) * surprise(t)}
    bounded = le(log(mixed), SHARE * s * r + factor * s**2 * r**2 / 8)
    mean = combine(gt(1 - MEAN + MEAN * exp(h), 0), [(1 - MEAN, 1), (MEAN * exp(h), 1)])
    place = {h: kept[s] * width(t)}
    above = combine(substitute(gt(mixed, 0), kept), [(1, instantiate(mean, place))], using=[lowest()])
    below = instantiate(moment_of_the_share(), place)
    there = combine(substitute(bounded, {**kept, factor: kappa(t)}), [(1, below)], using=[lowest()], facts=[above])
    return at_its_rate(progress(assume(bounded), factor), {factor: kappa(t)}, [there, above])


@RELATIVE_LOSS.proof
def complete_the_square(claim: Claim) -> Theorem:
    """2ηp(p − q) − κη²p²r²/2 is ηp² − bq² + b(q − ηp/b)², for b = c/(κr²) and η = 2b/(2 + κr²b)."""
    p, q = surprise(t), compared(t) - label(t)
    b = c / SPREAD
    goal = le(b * (2 / (2 + c) * p**2 - q**2), divergence(t) - divergence(t + 1))
    each = combine(goal, [(1, one_trial()), (b, (q - 2 / (2 + c) * p) ** 2)], using=at_trial([PART_RATE], t))
    scale = (2 + c) / (2 * c)
    return combine(claim.states[0], [(scale, added_up(each)), (scale, divergence_at_the_end())], facts=[POSITIVE])


@ONLINE.proof
def nothing_is_lost(claim: Claim) -> list[Theorem]:
    """2ηp² − κη²p²r²/2 = 2p²/(κr²) for η = 2/(κr²)."""
    bounded, last = claim.states
    p = surprise(t)
    goal = le(2 * p**2 / SPREAD, divergence(t) - divergence(t + 1))
    right = (-4 * p / SPREAD, at_trial(NO_LOSS, t)[0])
    each = combine(goal, [(1, one_trial()), right], using=at_trial([FULL_RATE], t))
    total = combine(bounded, [(HALF, added_up(each))], facts=[POSITIVE])
    return [total, combine(last, [(1, divergence_at_the_end())], facts=[POSITIVE])]


# --- one trial with diagonal 2 × 2 matrices --------------------------------------------------------------------------


def trial(share: Any, error: Any, comparator: Any, **changes: Any) -> dict[str, Any]:
    """X_1 = ½diag(1, −1), W_1 = diag(q, 1 − q), q = `share`, ŷ − y = `error`, U = diag(u, 1 − u), u = `comparator`.

    `changes`: other values of `odds`, a, `factor`, κ, and `rate`, η, than those that belong to q; `tuned`, c.
    """
    own = log((1 - share) / share)
    least_factor = 2 * (1 - 2 * share) / own if own != 0 else Integer(1)
    a_, factor_ = changes.get("odds", own), changes.get("factor", least_factor)
    taken = changes.get("rate", 2 / factor_)
    values = adaptive(error, own / (2 * taken) + error * (t - 1), comparator, rate=taken)
    own_values = {rate: taken, width: 1, odds: a_, kappa: factor_}
    at = {name: value for name, value in values.items() if name not in (eta, r)}
    at |= {name.head if hasattr(name, "head") else name: Lambda(t, value) for name, value in own_values.items()}
    if "tuned" in changes:
        at[c] = changes["tuned"]

    def met() -> list[Theorem]:
        found, inside = adaptively(values), [ge(t, 1), ge(1, t)]
        now, still = combine(eq(t, 1), [(1, t - 1)], facts=inside), eq(a_, 0)
        w = values[omega.head]
        excess = a_ * (factor_ * a_ - 2 * tanh(a_ / 2))
        attempts: list[tuple[Any, list[Any], list[Any], list[Any]]] = [
            (eq((w(t, 1) - w(t, 2)) / 2, -HALF + 1 / (1 + exp(a_))), [], [now], []),
            (eq(comparator - HALF, values[label.head](t)), [], [now], []),
            (ge(excess, 0), [(excess, 1)], [], []),
            (ge(factor_, 1), [(factor_ - 1, 1)] if a_ == 0 else [((factor_ - 1) / a_, still)], [], [still]),
        ]
        for body, terms, using, more in attempts:
            with suppress(KernelError):
                found.append(generalize(combine(body, terms, using=using), [t], [*inside, *more]))
        return found

    return {"at": at, "discharge": met}


def to_the_comparator(share: Any, **changes: Any) -> dict[str, Any]:
    """y = λmin + 1 − q, and U = W_2 = diag(1 − q, q)."""
    return trial(share, 2 * share - 1, 1 - share, **changes)


def beyond(share: Any, tuned: int = 4, **changes: Any) -> dict[str, Any]:
    """The same U = W_2, with the loss (2(1 − 2q)/c)², at the rate for c = `tuned`."""
    taken = tuned * log((1 - share) / share) / ((1 - 2 * share) * (2 + tuned))
    changes = {"rate": taken, "tuned": tuned} | changes
    return trial(share, (2 * share - 1) * (1 + Rational(2, tuned)), 1 - share, **changes)


FIFTH, SMALL = Rational(1, 5), Rational(1, 16)
MORE, ATTAINED = Rational(101, 100), to_the_comparator(FIFTH)
BOUNDED, LAST = ONLINE.states

fails_as(ONLINE,
    ("constant", {BOUNDED: le(MORE * BOUNDED.rhs, BOUNDED.lhs)}, "101/100 times the sum.", ATTAINED),
    ("sign", {BOUNDED: le(BOUNDED.lhs, -BOUNDED.rhs)}, "≤ −Σ (ŷ − y)²/(κr²).", ATTAINED),
    ("sign", {LAST: lt(LAST.lhs, LAST.rhs)}, "Δ(U, W_{T+1}) < 0.", ATTAINED),
)  # fmt: skip
fails_without(ONLINE,
    ([*NO_LOSS], "U may have a loss: here U = W_1.", trial(FIFTH, Rational(-3, 5), FIFTH)),
    (LARGE, "κ may be less than κ(q): half of it.", to_the_comparator(FIFTH, factor=Rational(3, 5) / log(4))),
    (EVEN, "κ may be less than 1 where q = 1/2.", trial(HALF, SMALL, HALF - SMALL, factor=HALF)),
    (IN_ODDS, "a may be anything: ln 4 for q = 1/2.",
        trial(HALF, SMALL, HALF - SMALL, odds=log(4), factor=Rational(6, 5) / log(4))),
    (FULL_RATE, "η may be anything: 1/100.", to_the_comparator(FIFTH, rate=Rational(1, 100))),
)  # fmt: skip


@ONLINE.extremal("q", [Rational(1, 1000), Rational(1, 52), FIFTH, Rational(49, 100)])
def across_the_middle(share: Any) -> tuple[dict[Any, Any], list[Theorem]]:
    """One trial with ŷ = λ_min + q and y = λ_max − q, after which W_2 = U: attained for every q."""
    found = to_the_comparator(share)
    return found["at"], found["discharge"]()


PROMISE, LOST = RELATIVE_LOSS.states[0].lhs, RELATIVE_LOSS.states[0].rhs

fails_as(RELATIVE_LOSS,
    ("constant", le(MORE * LOST, PROMISE), "101/100 times the loss.", beyond(FIFTH)),
    ("sign", le(LOST, -PROMISE), "− in place of +.", beyond(FIFTH)),
)  # fmt: skip
fails_without(RELATIVE_LOSS,
    (LARGE, "κ may be less than κ(q): half of it, at c = 100.",
        trial(FIFTH, Rational(-3, 5) * Rational(51, 50), Rational(4, 5), factor=Rational(3, 5) / log(4), tuned=100,
            rate=Rational(200, 102) * log(4) / Rational(3, 5))),
)  # fmt: skip


@RELATIVE_LOSS.extremal("q", [Rational(1, 52), FIFTH, Rational(49, 100)])
def beyond_the_comparator(share: Any) -> tuple[dict[Any, Any], list[Theorem]]:
    """One trial at c = 4 with y = λ_max − q + (1 − 2q)/2, after which W_2 = U: attained for every q."""
    found = beyond(share)
    return found["at"], found["discharge"]()


@ONLINE.search
def random_runs() -> Iterator[Searched]:
    """Σ (ŷ − y)²/(κr²) over half of the fall of the divergence, for dense matrices and a right comparator."""
    rng = np.random.default_rng(15)
    worst, where, cases = 0.0, "", 60
    for _ in range(cases):
        size, length = int(rng.integers(2, 6)), int(rng.integers(1, 30))
        raw = rng.normal(size=(size, size))
        target = raw @ raw.T / np.trace(raw @ raw.T)
        learner = MatrixEG(np.eye(size) / size, 1.0)
        start, lost = float(von_neumann_divergence(learner.coef_, target)), 0.0
        for matrix in rng.normal(size=(length, size, size)):
            instance = matrix + matrix.T
            ends = np.linalg.eigvalsh(instance)
            spread, wanted = float(ends[-1] - ends[0]), float(np.vdot(target, instance))
            share = (learner.predict_one(instance) - float(ends[0])) / spread
            learner.eta = mean_rate(share, spread)
            lost += learner.loss_one(instance, wanted) / (moment_factor(share) * spread**2)
            learner.learn_one(instance, wanted)
        found = 2 * lost / (start - float(von_neumann_divergence(learner.coef_, target)))
        if found > worst:
            worst, where = found, f"d = {size}, T = {length}"
    yield Searched("2 Σ (ŷ − y)²/(κr²) over Δ(U, W_1) − Δ(U, W_{T+1})", cases, worst, where, 1 + 1e-9)
