"""Lemma 3.2 (6): the relative loss bound of MEG for every number of trials; true for matrices of trace one."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np
from sympy import Expr, Rational, S

from proofs.matrix_eg._instances import adaptive, adaptively, one_number, one_trial
from proofs.matrix_eg._run import (
    COMPARED, LOSS, POSITIVE, RUN, START, UNIT_FIRST, added_up, divergence_at_the_end, during, in_the_run,
)  # fmt: skip
from proofs.matrix_eg._trial import (
    NAMES, TRIAL_READING, UNIT_COMPARATOR, compared, divergence, entropy, eta, label, r, spectrum, surprise, t,
)  # fmt: skip
from proofs.matrix_eg.lemma_3_1 import LEMMA_3_1, RATE, a, b, progress
from verify.audit import (
    Claim, Searched, Sharpness, Theorem, assume, combine, eq, fails_as, fails_without, le, positive, real, substitute,
    witness,
)  # fmt: skip

c = positive("c")
TUNED = 2 * c / (r**2 * (2 + c))
RATE_IS = eq(eta, TUNED)
GIVEN = [*RUN, POSITIVE, RATE_IS]


def bound(loss: Any = 1 + c / 2, far: Any = (2 + c) / (2 * c)) -> Expr:
    """(1 + c/2) L_U(S) + (1/2 + 1/c) r² Δ(U, W_1)."""
    return loss * COMPARED + far * r**2 * START


READING = TRIAL_READING + (
    "The run has T ≥ 1 such trials; at each λmax − λmin ≤ r, r > 0, and the rate is η = 2c/(r²(2 + c)), c > 0. U is "
    "positive definite, and Δ₁ is Δ(U, W_1), (1) with tr(U log U) = Σ υ log υ. "
)

LEMMA_3_2 = Claim(
    "matrix_eg/lemma-3-2",
    at="Lemma 3.2, (6)",
    printed=(
        "Let W_1 and U be arbitrary symmetric positive definite initial and comparison matrices, respectively. Then "
        "for any c such that η = 2c/(r²(2 + c)), L_MEG(S) ≤ (1 + c/2) L_U(S) + (1/2 + 1/c) r² Δ(U, W_1)"
    ),
    given=[*GIVEN, UNIT_FIRST, UNIT_COMPARATOR],
    where={real("Δ₁"): START, **NAMES},
    states=le(LOSS, bound()),
    rests_on=["matrix_eg/lemma-3-1"],
    reading=READING
    + (
        "tr W_1 = tr U = 1: L_U(S) is defined for U of trace one only, just before Lemma 3.1, and the first parameter "
        "matrix has trace one as all others. c = br² is positive in the proof that is printed."
    ),
    reconstructed=True,
)


@cache
def trials_added() -> Theorem:
    """η L_MEG − b L_U ≤ Δ(U, W_1), for b = c/r² and η = 2b/(2 + r²b): Lemma 3.1 with a = η, telescoped."""
    weight = c / r**2
    largest_a = substitute(RATE, {b: weight})
    rate = combine(eq(eta, largest_a), [(1, assume(RATE_IS))])
    lemma = LEMMA_3_1.theorem(progress())
    step = in_the_run(lemma, {a: largest_a, b: weight}, [rate])
    numbers = combine(
        le(largest_a * surprise(t) ** 2 - weight * (compared(t) - label(t)) ** 2, divergence(t) - divergence(t + 1)),
        [(1, step)],
    )
    return added_up(numbers)


@LEMMA_3_2.proof
def add_up_the_trials(claim: Claim) -> Theorem:
    """The sum of Lemma 3.1 over the trials, divided by η; Δ(U, W_{T+1}) ≥ 0 by Klein's inequality."""
    end = divergence_at_the_end()
    factor = r**2 * (2 + c) / (2 * c)
    return combine(claim.states[0], [(factor, trials_added()), (factor, end)], facts=[POSITIVE])


def line(y: Any, tuned: Any = 1, **changes: Any) -> dict[str, Any]:
    """How a mutant is refuted by one trial with 1 × 1 matrices, r = 1."""
    values = {
        f: x for f, x in one_number(y, rate=2 * tuned / (2 + S(tuned)), **changes).items() if f not in (t, entropy)
    }
    return {"at": values | {c: tuned}, "discharge": lambda: one_trial(values)}


def plane(error: Any, moved: Any, comparator: Any, tuned: Any, **changes: Any) -> dict[str, Any]:
    """How a mutant is refuted by diagonal 2 × 2 matrices."""
    rate = changes.pop("rate", 2 * S(tuned) / (2 + S(tuned)) / changes.get("width", 1) ** 2)
    values = adaptive(error, moved, comparator, rate=rate, **changes)
    return {"at": values | {c: tuned}, "discharge": lambda: adaptively(values)}


TRACE_TWO = line(2, 10, comparator=2)
"""1 × 1 matrices: W_t = 1, X_1 = 1, y_1 = 2, U = 2 and c = 10."""


SMALL = Rational(1, 16)
STEADY = {"error": SMALL, "moved": SMALL * (t - 1), "comparator": Rational(1, 2) - SMALL}
"""ŷ_t − y_t = 1/16 at each trial; the comparator is right at the first."""


fails_as(LEMMA_3_2,
    ("constant", le(LOSS, bound(loss=(1 + c / 2) / 2)), "½(1 + c/2) in place of 1 + c/2, at c = 1.", line(2)),
    ("constant", le(LOSS, bound(far=(2 + c) / (4 * c))), "½(1/2 + 1/c) in place of 1/2 + 1/c.",
        plane(**STEADY, tuned=4)),
)  # fmt: skip


TURNS = {"error": SMALL**2 * (3 - 2 * t), "moved": SMALL**2 * (t - 1) * (3 - t), "comparator": Rational(1, 2)}
"""ŷ_t − y_t = 1/256 and then −1/256; U = W_1 = I/2. Twice the rate for c = 4/3 and r = 1 is 8/5."""


@LEMMA_3_2.mutant("constant", **plane(**TURNS, tuned=Rational(4, 3), trials=2, rate=Rational(8, 5)))
def twice_the_rate(claim: Claim) -> Claim:
    """η = 4c/(r²(2 + c))."""
    return claim.replace(given=[eq(eta, 2 * TUNED) if f == RATE_IS else f for f in claim.given])


fails_as(LEMMA_3_2, ("sign", le(LOSS, bound(loss=-(1 + c / 2))), "−(1 + c/2) L_U.", line(2)))


fails_without(LEMMA_3_2,
    (UNIT_COMPARATOR, "tr U may be anything.", TRACE_TWO),
    (UNIT_FIRST, "tr W_1 may be anything: W_1 = 2, U = 1, X = y = 10.", line(10, x=10, start=2)),
    ([*during(spectrum(t))], "The eigenvalues of X_t may be anywhere.",
        plane(**STEADY, tuned=2, width=Rational(1, 2))),
)  # fmt: skip


@LEMMA_3_2.extremal("c", [Rational(1, 100), Rational(1, 10), 1])
def nothing_to_learn(tuned: Any) -> tuple[dict[Any, Any], list[Theorem]]:
    """One trial with 1 × 1 matrices, where W_1 = U: the ratio is 1/(1 + c/2)."""
    found = line(2, tuned)
    return found["at"], found["discharge"]()


@LEMMA_3_2.extremal("ŷ − y", [Rational(1, 2), SMALL])
def smaller_errors(error: Any) -> tuple[dict[Any, Any], list[Theorem]]:
    """c = 4, X_1 = ½diag(1, −1), W_1 = I/2, and U has ⅓ of the error: the ratio tends to 1 as it does to 0."""
    found = plane(error, error * (t - 1), Rational(1, 2) - Rational(2, 3) * error, 4)
    return found["at"], found["discharge"]()


@LEMMA_3_2.search
def random_runs() -> Iterator[Searched]:
    """The loss over the bound on runs with random matrices, and labels that a random U predicts up to noise."""
    rng = np.random.default_rng(8)
    worst, where, cases = 0.0, "", 300
    for _ in range(cases):
        n, length = int(rng.integers(2, 6)), int(rng.integers(1, 40))
        tuned, noise = float(10 ** rng.uniform(-1.5, 2)), float(10 ** rng.uniform(-3, 0))
        q = np.linalg.qr(rng.normal(size=(n, n)))[0]
        weights = rng.dirichlet(np.full(n, 0.3)) + 1e-6
        weights /= weights.sum()
        target, entropy_of = (q * weights) @ q.T, float(weights @ np.log(weights))
        matrices = rng.normal(size=(length, n, n))
        matrices = (matrices + matrices.transpose(0, 2, 1)) / 2
        spread = max(float(np.ptp(np.linalg.eigvalsh(m))) for m in matrices)
        labels = np.einsum("ij,tij->t", target, matrices) + noise * rng.normal(size=length)
        logs, loss = np.zeros((n, n)), 0.0
        for matrix, wanted in zip(matrices, labels, strict=True):
            values, vectors = np.linalg.eigh(logs)
            shares = np.exp(values - values[-1])
            error = float(np.vdot((vectors * (shares / shares.sum())) @ vectors.T, matrix)) - wanted
            loss += error**2
            logs -= 4 * tuned / (spread**2 * (2 + tuned)) * error * matrix
        compared_loss = float(((np.einsum("ij,tij->t", target, matrices) - labels) ** 2).sum())
        far = entropy_of + float(np.log(n))
        ratio = loss / ((1 + tuned / 2) * compared_loss + (0.5 + 1 / tuned) * spread**2 * far)
        if ratio > worst:
            worst, where = ratio, f"d = {n}, T = {length}, c = {tuned:.3g}"
    yield Searched("loss/bound", cases, worst, where)


@LEMMA_3_2.sharp
def the_divergence_cannot_weigh_less() -> Iterator[Sharpness]:
    """One trial, U near W_1 = I/2, tr(UX) = y, and c = 1024: 1/2 + 1/c cannot be 0.99 times as large."""
    claim = LEMMA_3_2
    p = SMALL**2
    found = plane(p, p * (t - 1), Rational(1, 2) - p, 1024)
    states = le(LOSS, bound(far=Rational(99, 100) * (2 + c) / (2 * c)))
    theorem = witness(list(claim.given), states, found["at"], found["discharge"]())
    yield Sharpness("the least weight of r²Δ(U, W_1) as c → ∞, in units of 1/2 + 1/c", "above 0.99, at most 1", theorem)
