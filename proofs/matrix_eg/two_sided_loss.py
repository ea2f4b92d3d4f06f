"""Section 5, "about twice": where the comparator has no loss, that of MEG is bounded from both sides.

Let p = ŷ_t − y_t, the comparator be right, tr(UX_t) = y_t, and Z = tr exp(log W_t − 2ηpX_t). Then

    Δ(U, W_t) − Δ(U, W_{t+1}) = 2ηpŷ_t − 2ηpy_t − (ln Z + 2ηpŷ_t) = 2ηp² − Δ(W_t, W_{t+1}),

and Δ(W_t, W_{t+1}) is at least 0, and at most η²p²r²/2 as in Lemma 3.1, which is known exactly so, for any
comparator. The sums over the trials telescope.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np
from sympy import Expr, KroneckerDelta, Lambda, Rational, exp, log

from numeric.learners.matrix_eg import MatrixEG, least_realizable_loss, most_realizable_loss
from numeric.spectral import von_neumann_divergence
from proofs.matrix_eg import _klein
from proofs.matrix_eg._instances import adaptive, diagonal
from proofs.matrix_eg._matrices import COMPLETE_TOO, d, i, j, of, orthonormal, total, trace_of_product
from proofs.matrix_eg._progress import new_log, new_trace, progress_of_the_update
from proofs.matrix_eg._run import LOSS, OF_U, POSITIVE, RUN, UNIT_FIRST, at_trial, in_the_run
from proofs.matrix_eg._trial import (
    NAMES, TRIAL_READING, UNIT_COMPARATOR, UNIT_START, T, Z, compared, divergence, entropy, eta, label, log_parameter,
    omega, prediction, r, spectrum, surprise, t, update, upsilon, v, z,
)  # fmt: skip
from proofs.matrix_eg.lemma_3_1 import DATA, STILL, THIRD, tight
from proofs.matrix_eg.lemma_3_1 import line as one_number
from proofs.matrix_eg.lemma_3_1 import plane as two_numbers
from proofs.matrix_eg.online_rate import (
    GAIN, MODERATE, NO_LOSS, line, without_comparator, without_loss,
)  # fmt: skip
from verify.audit import (
    Claim, Inner, Searched, Theorem, at, combine, eq, fails_as, fails_without, function, ge, gt, instantiate, le,
    substitute, telescope,
)  # fmt: skip
from verify.language.terms import VecHead

FAR = function("Δ")
SIZES = [ge(d, 1), ge(T, 1)]


def left(trial: Any) -> Expr:
    """Δ(U, W_t), for tr(U log U) = Σ υ log υ."""
    return substitute(divergence(trial), {entropy: OF_U})


FALL = FAR(1) - FAR(T + 1)
p, q = surprise(t), compared(t) - label(t)
ITSELF = trace_of_product(of(omega, t), of(v, t), lambda at: log_parameter(t + 1, at))
MOVED = total(omega(t, i) * log(omega(t, i))) - ITSELF - total(omega(t, i)) + total(omega(t + 1, i))
"""Δ(W_t, W_{t+1})."""

EXACT = Claim(
    "matrix_eg/lemma-3-1-equation",
    at="Lemma 3.1, (5), sharper",
    says=(
        "Δ(U, W_t) − Δ(U, W_{t+1}) = 2η(ŷ_t − y_t)(ŷ_t − tr(UX_t)) − Δ(W_t, W_{t+1}) for every η > 0, and 0 ≤ "
        "Δ(W_t, W_{t+1}) ≤ η²r²(ŷ_t − y_t)²/2"
    ),
    given=[*DATA, *update(t), UNIT_START, UNIT_COMPARATOR],
    idle={orthonormal(z)[1]: COMPLETE_TOO},
    where={FAR(t): divergence(t), function("moved")(t): MOVED, **NAMES},
    states=[
        eq(divergence(t) - divergence(t + 1), 2 * eta * p * (p - q) - MOVED),
        ge(MOVED, 0),
        le(MOVED, eta**2 * r**2 * p**2 / 2),
    ],
    rests_on=["matrix_eg/golden-thompson", "matrix_eg/matrix-jensen.sharp"],
    sharpens="matrix_eg/lemma-3-1",
    reading=TRIAL_READING
    + (
        "λmax − λmin ≤ r, r > 0, tr W_t = tr U = 1, Δ(t) is Δ(U, W_t), and moved(t) is Δ(W_t, W_{t+1}), both (1). What "
        "a trial gains is known but for what the parameter moves. (5) follows for η = 2b/(2 + r²b), as 2ηp(p − q) − "
        "η²r²p²/2 = ηp² − bq² + b(q − ηp/b)², p and q being the errors of W_t and U."
    ),
)

TWO_SIDED = Claim(
    "matrix_eg/online-loss-two-sided",
    at="Section 5, Figure 2, sharper",
    says=(
        "With L_U(S) = 0 and any η < 4/r²: (Δ(U, W_1) − Δ(U, W_{T+1}))/(2η) ≤ L_MEG(S) ≤ (Δ(U, W_1) − "
        "Δ(U, W_{T+1}))/(2η − η²r²/2)"
    ),
    given=[*RUN, POSITIVE, UNIT_FIRST, UNIT_COMPARATOR, *NO_LOSS, MODERATE],
    idle={orthonormal(z)[1]: COMPLETE_TOO},
    where={FAR(t): left(t), **NAMES},
    states=[le(FALL / (2 * eta), LOSS), le(LOSS, FALL / GAIN)],
    rests_on=["matrix_eg/lemma-3-1"],
    sharpens="matrix_eg/online-rate-loss",
    reading=TRIAL_READING
    + (
        "T ≥ 1 trials, λmax − λmin ≤ r, r > 0, with tr(UX_t) = y_t at each and any rate 0 < η < 4/r²; tr W_1 = tr U = "
        "1, U is positive definite, and Δ(t) is Δ(U, W_t), (1) with tr(U log U) = Σ υ log υ. The two sides differ by "
        "the factor 1 − ηr²/4, a half at η = 2/r²: so the loss is known up to a factor of two from the divergence at "
        "the start and at the end, on any data, and the bound Δ(U, W_1)/2 of Figure 2 is at most about twice a loss "
        "after which little of the divergence is left. The first formula needs no bound on the spectra."
    ),
)


def own_logarithm() -> Theorem:
    """tr(W_t log W_t) = Σ ω log ω, by orthonormality."""
    here, product = v(t, j), at(orthonormal(of(v, t))[0], i, j)
    scale = log(omega(t, i))
    entry = combine(eq(scale * Inner(v(t, i), here) ** 2, scale * KroneckerDelta(i, j)), [], using=[product])
    row, inside = telescope(entry, i, 1, d), [ge(j, 1), ge(d, j)]
    goal = eq(omega(t, j) * log_parameter(t, here), omega(t, j) * log(omega(t, j)))
    return telescope(combine(goal, [(omega(t, j), row)], facts=inside), j, 1, d)


@cache
def distance_moved() -> Theorem:
    """Δ(W_t, W_{t+1}) = log Z + 2ηpŷ_t."""
    moved = instantiate(new_log(), {upsilon: Lambda(i, omega(t, i)), VecHead("z"): Lambda(i, v(t, i))})
    goal = eq(MOVED, log(Z(t)) + 2 * eta * surprise(t) * prediction(t))
    terms = [(-1, moved), (-1, own_logarithm()), (1, new_trace()), (log(Z(t)) - 1, UNIT_START)]
    return combine(goal, terms)


@cache
def not_negative() -> Theorem:
    """Δ(W_t, W_{t+1}) ≥ 0, by Klein's inequality."""
    place = {
        _klein.first: Lambda(i, omega(t, i)),
        _klein.second: Lambda(i, omega(t + 1, i)),
        VecHead("a"): Lambda(i, v(t, i)),
        VecHead("b"): Lambda(i, v(t + 1, i)),
    }
    return combine(ge(MOVED, 0), [(1, instantiate(_klein.klein(), place))])


@EXACT.proof
def pythagoras(claim: Claim) -> list[Theorem]:
    """tr(U log W_{t+1}) − tr(U log W_t) = −2ηp tr(UX_t) − log Z, for U and for W_t itself."""
    equal, apart, near = claim.states
    terms = [(1, new_log()), (1, UNIT_START), (-1, new_trace()), (-log(Z(t)), UNIT_COMPARATOR), (1, distance_moved())]
    whole = combine(equal, terms)
    bounded = combine(near, [(1, progress_of_the_update()), (-1, whole)])
    known = [ge(d, 1)]
    return [whole, combine(apart, [(1, not_negative())], facts=known), bounded]


@cache
def at_most_twice() -> Theorem:
    """Δ(U, W_t) − Δ(U, W_{t+1}) ≤ 2ηp², at each trial, where tr(UX_t) = y_t."""
    p, whole, apart = surprise(t), *(EXACT.theorem(f) for f in EXACT.states[:2])
    gained = combine(le(divergence(t) - divergence(t + 1), 2 * eta * p * (p - q)), [(-1, whole), (1, apart)])
    right = at_trial(NO_LOSS, t)[0]
    goal = le(divergence(t) - divergence(t + 1), 2 * eta * p**2)
    return combine(goal, [(1, in_the_run(gained)), (2 * eta * p, right)])


@TWO_SIDED.proof
def from_both_sides(claim: Claim) -> list[Theorem]:
    """The bounds on each trial's progress, added up."""
    below, above = claim.states
    most = instantiate(telescope(at_most_twice(), t, 1, T, -divergence(t)), {entropy: OF_U})
    room = combine(gt(GAIN, 0), [(eta / 2, MODERATE)])
    return [
        combine(below, [(1 / (2 * eta), most)], facts=[POSITIVE, *SIZES]),
        combine(above, [(1 / GAIN, without_comparator())], facts=[room, POSITIVE, *SIZES]),
    ]


# --- instances -------------------------------------------------------------------------------------------------------


def moved(error: Any, tilt: Any = 0, rate: Any = 2) -> dict[str, Any]:
    """One trial with r = 1, X_1 = ½diag(1, −1), ŷ − y = error and a comparator without loss.

    W_1 = diag(w, 1 − w) with (1 − w)/w = e^(2·rate·tilt).
    """
    share = 1 / (1 + exp(2 * rate * tilt))
    values = adaptive(error, tilt + error * (t - 1), share - error, rate=rate)
    return {"at": values, "discharge": lambda: without_loss(values)}


EQUATION, _, NEAR = EXACT.states

fails_as(EXACT,
    ("constant", {EQUATION: eq(EQUATION.lhs, EQUATION.rhs - MOVED)}, "Δ(W_t, W_{t+1}) twice.",
        two_numbers(**tight(THIRD))),
    ("constant", {NEAR: le(NEAR.rhs * Rational(101, 100), NEAR.lhs)}, "101/100 of Δ(W_t, W_{t+1}).",
        two_numbers(**tight(THIRD, p=Rational(1, 100)))),
    ("sign", {EQUATION: eq(EQUATION.lhs, EQUATION.rhs + 2 * MOVED)}, "+Δ(W_t, W_{t+1}).", two_numbers(**tight(THIRD))),
)  # fmt: skip
fails_without(EXACT,
    (UNIT_COMPARATOR, "tr U may be anything: W_t = W_{t+1} = X = 1 and y = U = 2.", one_number(2, comparator=2)),
    (UNIT_START, "tr W_t may be anything: W_t = 2, U = 1, X = y = 10.", one_number(10, x=10, start=2)),
    ([*update(t)], "W_{t+1} need not come from the update.", STILL, lambda: diagonal(STILL, still=True)),
    ([*spectrum(t)], "The eigenvalues of X_t may be anywhere.",
        two_numbers(**tight(THIRD), width=Rational(1, 2))),
)  # fmt: skip


@EXACT.extremal("ŷ − y", [Rational(1, 2), Rational(1, 10), Rational(1, 100)], formula=2)
def small_steps(error: Any) -> tuple[dict[Any, Any], list[Theorem]]:
    """W_t = I/2 and X_t = ½diag(1, −1): the ratio tends to 1 as ŷ − y → 0."""
    found = two_numbers(**tight(THIRD, p=error))
    return found["at"], found["discharge"]()


TINY, UNEVEN = Rational(1, 1000), log(10)
"""An error, and the tilt with which W_1 = diag(1, 10⁴)/10001 at the rate 2."""
LEAST, MOST = TWO_SIDED.states

fails_as(TWO_SIDED,
    ("constant", {LEAST: le(LEAST.rhs * Rational(101, 100), LEAST.lhs)}, "101/100 of the lower bound.",
        moved(-TINY, UNEVEN)),
    ("constant", {MOST: le(MOST.rhs * Rational(101, 100), MOST.lhs)}, "100/101 of the upper bound.", moved(TINY)),
    ("sign", {LEAST: le(LEAST.lhs, LEAST.rhs)}, "≤ in place of ≥.", moved(TINY)),
)  # fmt: skip
fails_without(TWO_SIDED,
    ([*NO_LOSS], "U may have a loss: at y = 2 that of U = W_1 is 1.", line(2, 2)),
    (MODERATE, "η may be 4/r² or more: then 2η − η²r²/2 is no longer positive.",
        moved(-TINY, log(10) / 4, 8)),
)  # fmt: skip


@TWO_SIDED.extremal("w/(1 − w)", [Rational(1, 4), Rational(1, 100), Rational(1, 10**4)], formula=0)
def small_steps_from_an_end(odds: Any) -> tuple[dict[Any, Any], list[Theorem]]:
    """η = 2, y − ŷ = 1/1000, W_1 = diag(w, 1 − w): X_1 hardly varies under W_1, and the ratio tends to 1 as w → 0."""
    found = moved(-TINY, -log(odds) / 4)
    return found["at"], found["discharge"]()


@TWO_SIDED.extremal("ŷ − y", [Rational(1, 4), Rational(1, 16), TINY], formula=1)
def small_steps_from_the_middle(error: Any) -> tuple[dict[Any, Any], list[Theorem]]:
    """η = 2 and W_1 = I/2, where X_1 varies most: the ratio tends to 1 as ŷ − y → 0."""
    found = moved(error)
    return found["at"], found["discharge"]()


@TWO_SIDED.search
def random_runs() -> Iterator[Searched]:
    """The lower bound over the loss, and the loss over the upper one, for dense matrices and a right comparator."""
    rng = np.random.default_rng(16)
    worst, where, cases = [0.0, 0.0], ["", ""], 60
    for _ in range(cases):
        size, length, share = int(rng.integers(2, 6)), int(rng.integers(1, 30)), float(rng.uniform(0.05, 3.5))
        raw = rng.normal(size=(size, size))
        target = raw @ raw.T / np.trace(raw @ raw.T)
        matrices = rng.normal(size=(length, size, size))
        matrices = matrices + matrices.transpose(0, 2, 1)
        spread = max(float(np.ptp(np.linalg.eigvalsh(matrix))) for matrix in matrices)
        learner = MatrixEG(np.eye(size) / size, share / spread**2)
        start, lost = float(von_neumann_divergence(learner.coef_, target)), 0.0
        for matrix in matrices:
            wanted = float(np.vdot(target, matrix))
            lost += learner.loss_one(matrix, wanted)
            learner.learn_one(matrix, wanted)
        fall = start - float(von_neumann_divergence(learner.coef_, target))
        low = least_realizable_loss(max(fall, 0.0), learner.eta)
        high = most_realizable_loss(fall, learner.eta, spread)
        for number, found in enumerate((low / lost, lost / high)):
            if found > worst[number]:
                worst[number], where[number] = found, f"d = {size}, T = {length}, ηr² = {share:.3g}"
    for number, what in enumerate(("the lower bound over the loss", "the loss over the upper bound")):
        yield Searched(what, cases, worst[number], where[number], 1 + 1e-9)
