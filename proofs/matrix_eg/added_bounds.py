"""The last lines of the proof of Lemma 3.2: what the sum of the bounds (5) says, and what it drops."""

from __future__ import annotations

from typing import Any

from sympy import Expr, Rational

from proofs.matrix_eg._instances import HALF, RATE, adaptive, adaptively
from proofs.matrix_eg._run import COMPARED, LOSS, OF_U, POSITIVE, RUN, UNIT_FIRST, divergence_at_the_end
from proofs.matrix_eg._trial import NAMES, TRIAL_READING, UNIT_COMPARATOR, T, divergence, entropy, r, t
from proofs.matrix_eg.lemma_3_2 import RATE_IS, c, trials_added
from verify.audit import (
    Claim, Theorem, combine, fails_as, fails_without, function, ge, integer, le, real, substitute, witness,
)  # fmt: skip

k = integer("k")
FAR = function("Δ")


def left(trial: Any) -> Expr:
    """Δ(U, W_t), for tr(U log U) = Σ υ log υ."""
    return substitute(divergence(trial), {entropy: OF_U})


WEIGHED = 2 * c / (2 + c) * LOSS - c * COMPARED
WHERE = {real("L_MEG"): LOSS, real("L_U"): COMPARED, FAR(t): left(t), **NAMES}
GIVEN = [*RUN, POSITIVE, RATE_IS, UNIT_FIRST, UNIT_COMPARATOR]
READING = TRIAL_READING + (
    "The run has T ≥ 1 such trials; at each λmax − λmin ≤ r, r > 0, and the rate is η = 2c/(r²(2 + c)), c > 0. "
    "tr W_1 = tr U = 1, U is positive definite, and Δ(t) is Δ(U, W_t), (1) with tr(U log U) = Σ υ log υ. "
)

PRINTED = Claim(
    "matrix_eg/lemma-3-2-added",
    at="proof of Lemma 3.2",
    printed=(
        "Adding the bounds for t = 1, …, T, we get (2c/(2 + c))L_MEG(S) − cL_U(S) ≤ r²(Δ(U, W_1) − Δ(U, W_{t+1})) ≤ "
        "r²Δ(U, W_1), which is equivalent to (6)"
    ),
    given=[*GIVEN, ge(k, 1), ge(T, k)],
    where=WHERE,
    states=le(WEIGHED, r**2 * (left(1) - left(k + 1))),
    weight="misprint",
    slip="The last index is T + 1: what is left is the divergence after the last trial, as the sum of (5) has it.",
    rests_on=["matrix_eg/lemma-3-1"],
    reading=READING + "The t that is left after the sum is read as any trial, k.",
    reconstructed=True,
)

REPAIRED = Claim(
    "matrix_eg/lemma-3-2-added.repaired",
    at="proof of Lemma 3.2",
    says=(
        "(2c/(2 + c))L_MEG(S) − cL_U(S) ≤ r²(Δ(U, W_1) − Δ(U, W_{T+1})) ≤ r²Δ(U, W_1); so (6) with Δ(U, W_1) − "
        "Δ(U, W_{T+1}) in the place of Δ(U, W_1)"
    ),
    given=GIVEN,
    where=WHERE,
    states=[
        le(WEIGHED, r**2 * (left(1) - left(T + 1))),
        le(r**2 * (left(1) - left(T + 1)), r**2 * left(1)),
        le(LOSS, (1 + c / 2) * COMPARED + (2 + c) / (2 * c) * r**2 * (left(1) - left(T + 1))),
    ],
    repairs="matrix_eg/lemma-3-2-added",
    rests_on=["matrix_eg/lemma-3-1"],
    reading=READING
    + (
        "The third formula is the first, multiplied by (2 + c)/(2c): (6), less (1/2 + 1/c)r²Δ(U, W_{T+1}), which the "
        "paper drops."
    ),
)


@REPAIRED.proof
def add_up_the_trials(claim: Claim) -> list[Theorem]:
    """The sum of Lemma 3.1 over the trials, and Δ(U, W_{T+1}) ≥ 0 by Klein's inequality."""
    added, dropped, solved = claim.states
    known = [POSITIVE]
    return [
        combine(added, [(r**2, trials_added())], facts=known),
        combine(dropped, [(r**2, divergence_at_the_end())], facts=known),
        combine(solved, [((2 + c) / (2 * c) * r**2, trials_added())], facts=known),
    ]


QUARTER = Rational(1, 4)


def two_trials(rate: Any = RATE) -> dict[str, Any]:
    """X_t = ½diag(1, −1), W_1 = I/2, c = r = 1: no error in the first trial, ¼ in the second; U = diag(3/8, 5/8)."""
    error, moved = QUARTER * (t - 1), QUARTER * (t - 1) * (t - 2) / 2
    values = adaptive(error, moved, HALF - QUARTER / 2, rate=rate, trials=2)
    return {"at": values | {c: 1}, "discharge": lambda: adaptively(values)}


@PRINTED.counterexample
def an_error_after_it(claim: Claim) -> Theorem:
    """T = 2, t = 1, c = r = 1: W_2 = W_1 = I/2, ŷ_2 − y_2 = ¼, U = diag(3/8, 5/8): 1/24 − 1/32 ≤ 0."""
    found = two_trials()
    return witness(list(claim.given), claim.states[0], found["at"] | {k: 1}, found["discharge"]())


fails_as(REPAIRED,
    ("constant", {REPAIRED.states[0]: le(WEIGHED, r**2 * (left(1) - left(T)))},
        "Δ(U, W_T) in the place of Δ(U, W_{T+1}).", two_trials()),
    ("sign", {REPAIRED.states[0]: le(2 * c / (2 + c) * LOSS + c * COMPARED, REPAIRED.states[0].lhs)}, "+cL_U.",
        two_trials()),
)  # fmt: skip
fails_without(REPAIRED, (RATE_IS, "η may be anything: 1/100, for c = 1.", two_trials(Rational(1, 100))))


SMALL_ERRORS = [Rational(1, 4), Rational(1, 16), Rational(1, 64)]


def steady(error: Any) -> tuple[dict[Any, Any], list[Theorem]]:
    """One trial at c = 4 and r = 1, X_1 = ½diag(1, −1), W_1 = I/2, and U with ⅓ of the error of W_1."""
    values = adaptive(error, error * (t - 1), HALF - Rational(2, 3) * error, rate=2 * RATE)
    return values | {c: 4}, adaptively(values)


@REPAIRED.extremal("ŷ − y", SMALL_ERRORS)
def weighted_losses(error: Any) -> tuple[dict[Any, Any], list[Theorem]]:
    """`steady`: the ratio tends to 1 as the error does to 0."""
    return steady(error)


@REPAIRED.extremal("ŷ − y", SMALL_ERRORS, formula=1)
def little_is_left(error: Any) -> tuple[dict[Any, Any], list[Theorem]]:
    """`steady`, where W_2 is nearly U: the ratio tends to 1 as the error does to 0."""
    return steady(error)


@REPAIRED.extremal("ŷ − y", SMALL_ERRORS, formula=2)
def the_loss(error: Any) -> tuple[dict[Any, Any], list[Theorem]]:
    """`steady`: the ratio tends to 1 as the error does to 0."""
    return steady(error)
