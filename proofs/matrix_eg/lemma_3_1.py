"""Lemma 3.1 (5): the progress of one MEG update bounds its loss; true for matrices of trace one."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np
from sympy import Rational

from proofs.matrix_eg._instances import diagonal, one_number, orthonormal_in_one_dimension, two_numbers
from proofs.matrix_eg._matrices import COMPLETE_TOO, d, of, orthonormal
from proofs.matrix_eg._progress import progress_of_the_update
from proofs.matrix_eg._trial import (
    NAMES, TRIAL_READING, UNIT_COMPARATOR, UNIT_START, compared, divergence, eta, label, r, spectrum, starts,
    surprise, t, u, update, z,
)  # fmt: skip
from verify.audit import (
    Claim, Searched, Sharpness, Theorem, assume, certify, combine, eq, fails_as, fails_without, function, ge, gt,
    instantiate, le, positive, real, witness,
)  # fmt: skip
from verify.prover.proving import certificate

a, b = positive("a b")
RATE = 2 * b / (2 + r**2 * b)
BASES = [*orthonormal(of(u, t)), *orthonormal(z)]
DATA = [ge(d, 1), *starts(t), *starts(t + 1), *BASES, *spectrum(t)]


def progress(of_loss: Any = a, of_comparator: Any = b, rate: Any = eta) -> Any:
    """a(y − tr(W_tX_t))² − b(y − tr(UX_t))² ≤ Δ(U, W_t) − Δ(U, W_{t+1})."""
    losses = of_loss * surprise(t) ** 2 - of_comparator * (compared(t) - label(t)) ** 2
    return le(losses, divergence(t) - divergence(t + 1))


MISSES = function("ŷ")(t) - label(t), function("tr_UX")(t) - label(t)
FAR = function("Δ")
PROGRESS = le(a * MISSES[0] ** 2 - b * MISSES[1] ** 2, FAR(t) - FAR(t + 1))
"""The same in the names with which it is shown; Δ(t) is Δ(U, W_t)."""
RATE_IS = eq(eta, RATE)
SMALL_A = le(a, RATE)
GIVEN = [*DATA, *update(t), RATE_IS, SMALL_A]

READING = TRIAL_READING + (
    "λmax − λmin ≤ r, and r > 0: where r = 0, X_t is a multiple of I and nothing moves, which is not stated here. Δ(t) "
    "is Δ(U, W_t), the divergence (1), tr(U log U) being the same number in both (any number will do: U may be "
    "singular, or not even semi-definite). The signs of the inequalities are reconstructed. "
)

LEMMA_3_1 = Claim(
    "matrix_eg/lemma-3-1",
    at="Lemma 3.1, (5)",
    printed=(
        "Let W_t be any symmetric positive definite matrix. Let X_t be any symmetric matrix whose smallest and largest "
        "eigenvalues satisfy λ_max − λ_min ≤ r. Assume W_{t+1} is produced from W_t by the MEG update and let U be any "
        "symmetric positive semi-definite matrix. Then for any constants a and b such that 0 < a ≤ 2b/(2 + r²b) and "
        "any learning rate η = 2b/(2 + r²b), we have "
        "a(y_t − tr(W_tX_t))² − b(y_t − tr(UX_t))² ≤ Δ(U, W_t) − Δ(U, W_{t+1})"
    ),
    given=[*GIVEN, UNIT_START, UNIT_COMPARATOR],
    idle={orthonormal(z)[1]: COMPLETE_TOO},
    states=PROGRESS,
    where={FAR(t): divergence(t), **NAMES},
    rests_on=["matrix_eg/golden-thompson", "matrix_eg/matrix-jensen.sharp"],
    reading=READING
    + (
        "tr W_t = tr U = 1: the matrices that are learnt have trace one, of U the paragraph before the lemma says so, "
        "and the update keeps it. With tr U = 2 it is false, as a mutant shows."
    ),
    reconstructed=True,
)


def square_left(p: Any, q: Any, b: Any, r: Any) -> Any:
    """2ηp(p − q) − η²p²r²/2 ≥ ηp² − bq² for η = 2b/(2 + r²b)."""
    rate = 2 * b / (2 + r**2 * b)
    return ge(2 * rate * p * (p - q) - rate**2 * p**2 * r**2 / 2 - rate * p**2 + b * q**2, 0)


@cache
def completed_square() -> Theorem:
    """By a certificate: the difference is b(q − ηp/b)², as η(r²/2 + 1/b) = 1."""
    p, q, plain_b, plain_r = real("p q b r")
    found = certify(certificate(square_left(p, q, plain_b, plain_r), [gt(plain_b, 0), gt(plain_r, 0)]))
    return instantiate(found, {p: surprise(t), q: compared(t) - label(t), plain_b: b, plain_r: r})


@LEMMA_3_1.proof
def complete_the_square(claim: Claim) -> Theorem:
    """The progress for any rate, the certificate for η = 2b/(2 + r²b), and (2b/(2 + r²b) − a)p²."""
    square = surprise(t) ** 2
    return combine(
        claim.states[0],
        [(1, progress_of_the_update()), (1, completed_square()), (square, assume(SMALL_A))],
        using=[assume(RATE_IS)],
    )


HALF, THIRD = Rational(1, 2), Rational(2, 3)
CONSTANTS = {a: THIRD, b: 1}


def line(y: Any, constants: Any = None, **changes: Any) -> dict[str, Any]:
    """How a mutant is refuted by 1 × 1 matrices."""
    values = one_number(y, **changes)
    return {"at": values | CONSTANTS | (constants or {}), "discharge": orthonormal_in_one_dimension}


def plane(y: Any, comparator: Any, constants: Any = None, **changes: Any) -> dict[str, Any]:
    """How a mutant is refuted by diagonal 2 × 2 matrices."""
    values = two_numbers(y, comparator, **changes)
    return {"at": values | CONSTANTS | (constants or {}), "discharge": lambda: diagonal(values)}


TENTH = Rational(1, 10)
"""p = ŷ − y = 1/10, W_t = I/2 and X_t = ½diag(1, −1); with q = ηp/b the quadratic inequality is an equation."""


def tight(rate: Any, weight: Any = 1, p: Any = TENTH) -> dict[str, Any]:
    """The label and the comparator with ŷ − y = p and tr(UX_t) − y = ηp/b, where Lemma 3.1 is tight as p → 0."""
    return {"y": -p, "comparator": HALF + (rate / weight - 1) * p, "rate": rate}


@LEMMA_3_1.mutant("constant", **plane(**tight(THIRD), constants={a: Rational(11, 15)}))
def larger_a(claim: Claim) -> Claim:
    """a up to 11/10 of 2b/(2 + r²b)."""
    return claim.replace(given=[le(a, Rational(11, 10) * RATE) if f == SMALL_A else f for f in claim.given])


@LEMMA_3_1.mutant("constant", **plane(**tight(2 * THIRD)))
def twice_the_rate(claim: Claim) -> Claim:
    """η = 4b/(2 + r²b)."""
    return claim.replace(given=[eq(eta, 2 * RATE) if f == RATE_IS else f for f in claim.given])


@LEMMA_3_1.mutant("constant", **plane(**tight(THIRD / 2)))
def half_the_rate(claim: Claim) -> Claim:
    """η = b/(2 + r²b)."""
    return claim.replace(given=[eq(eta, RATE / 2) if f == RATE_IS else f for f in claim.given])


RATE_OF_HALF = 2 * 2 / (2 + Rational(1, 4) * 2)
"""η for b = 2 and r = ½."""


@LEMMA_3_1.mutant("constant", **plane(**tight(RATE_OF_HALF, 2), constants={a: RATE_OF_HALF, b: 2}, width=HALF))
def twice_the_spread(claim: Claim) -> Claim:
    """λmax − λmin ≤ 2r."""
    spread = spectrum(t)[2]
    return claim.replace(given=[ge(2 * r, spread.rhs) if f == spread else f for f in claim.given])


fails_as(LEMMA_3_1,
    ("constant", progress(of_comparator=b / 2), "½b(y − tr(UX))² in place of b(y − tr(UX))².", plane(**tight(THIRD))),
    ("sign", progress(of_comparator=-b), "a(y − tr(WX))² + b(y − tr(UX))².", plane(0, 1)),
    ("sign", le(progress().rhs, -progress().lhs), "Δ(U, W_{t+1}) − Δ(U, W_t).", plane(HALF, 1)),
)  # fmt: skip


fails_without(LEMMA_3_1,
    (UNIT_COMPARATOR,
        ("tr U may be anything: at W_t = W_{t+1} = X = 1, y = U = 2, b = r = 1 and a = η = 2/3 it says" " 2/3 ≤ 0."),
        line(2, comparator=2)),
    (UNIT_START, "tr W_t may be anything: at W_t = 2, U = 1, X = y = 10 the comparator has no loss.",
        line(10, x=10, start=2)),
    (SMALL_A, "a may be anything.", line(2, constants={a: 2})),
    (RATE_IS, "η may be anything.", plane(HALF, 1, rate=Rational(1, 100))),
    ([*spectrum(t)], "The eigenvalues of X_t may be anywhere.",
        plane(**tight(RATE_OF_HALF, 2), constants={a: RATE_OF_HALF, b: 2}, width=HALF)),
)  # fmt: skip


STILL = two_numbers(HALF, 1, still=True)
"""W_{t+1} = W_t."""


fails_without(LEMMA_3_1,
    ([*update(t)], "W_{t+1} need not come from the update.", STILL | CONSTANTS, lambda: diagonal(STILL, still=True)),
    ([*(f for f in orthonormal(z) if f not in starts(t))], "The vectors of U need not be orthonormal.",
        line(1, lengths={"z": 2}, x=Rational(1, 4))),
    ([*starts(t)], "The vectors of W_t need not be orthonormal.", line(1, lengths={"v": 2})),
    ([*starts(t + 1)], "The vectors of W_{t+1} need not be orthonormal.", plane(HALF, 1, lengths={"next": 2})),
    ([*orthonormal(of(u, t))], "The vectors of X_t need not be orthonormal.", plane(-TENTH, HALF, lengths={"u": 4})),
)  # fmt: skip


@LEMMA_3_1.extremal("ŷ − y", [Rational(1, 2), TENTH])
def smaller_errors(error: Any) -> tuple[dict[Any, Any], list[Theorem]]:
    """b = r = 1 and a = 2/3, with tr(UX_t) − y = ηp/b: the ratio tends to 1 as p = ŷ − y → 0."""
    found = plane(**tight(THIRD, p=error))
    return found["at"], found["discharge"]()


@LEMMA_3_1.sharp
def a_cannot_be_larger() -> Iterator[Sharpness]:
    """At X_t = ½diag(1, −1), W_t = I/2, ŷ − y = p and tr(UX_t) − y = ηp/b, as p → 0."""
    claim = LEMMA_3_1
    more = Rational(1001, 1000)
    values = two_numbers(**tight(THIRD, p=TENTH**2)) | {a: more * THIRD, b: 1}
    given = [le(a, more * RATE) if f == SMALL_A else f for f in claim.given]
    found = witness(given, claim.states[0], values, diagonal(values))
    yield Sharpness("the largest a, in units of 2b/(2 + r²b)", f"at least 1, below {more}", found)


@LEMMA_3_1.search
def random_trials() -> Iterator[Searched]:
    """a p²/(Δ(U, W_t) − Δ(U, W_{t+1}) + b q²) on random matrices that do not commute."""
    rng = np.random.default_rng(5)
    worst, where, cases = 0.0, "", 3000
    for _ in range(cases):
        n = int(rng.integers(2, 7))
        weight = float(10 ** rng.uniform(-2, 2))
        basis = np.linalg.qr(rng.normal(size=(2, n, n)))[0]
        start, comparator = rng.dirichlet(np.full(n, 0.5), 2) + 1e-9
        logs = (basis[0] * np.log(start / start.sum())) @ basis[0].T
        parameter = (basis[0] * (start / start.sum())) @ basis[0].T
        target = (basis[1] * (comparator / comparator.sum())) @ basis[1].T
        matrix = rng.normal(size=(n, n))
        matrix = (matrix + matrix.T) / 2
        spread = float(np.ptp(np.linalg.eigvalsh(matrix)))
        rate = 2 * weight / (2 + spread**2 * weight)
        predicted, wanted = float(np.vdot(parameter, matrix)), float(np.vdot(target, matrix))
        p = float(rng.choice([-1, 1]) * 10 ** rng.uniform(-2, 1))
        label_of = predicted - p
        s = -2 * rate * p
        values = np.linalg.eigvalsh(logs + s * matrix)
        gained = s * wanted - (values[-1] + np.log(np.exp(values - values[-1]).sum()))
        ratio = rate * p**2 / (gained + weight * (wanted - label_of) ** 2)
        if ratio > worst:
            worst, where = ratio, f"d = {n}, b = {weight:.3g}, r = {spread:.3g}, ŷ − y = {p:.3g}"
    yield Searched("a p²/(progress + b q²)", cases, worst, where, allowed=1 + 1e-8)
