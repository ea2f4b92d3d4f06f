"""Section 4.3: r_t is the edge of a hypothesis, 1 − 2·error, and not its error."""

from __future__ import annotations

from typing import Any

from sympy import Expr, Rational

from proofs.matrix_eg import LOST
from proofs.matrix_eg._adaboost import BINARY, EDGE, HALF, NORMALISED, ONE, d, guess, i, label, over_samples, weight
from proofs.matrix_eg.approximate_alpha import r
from verify.audit import Claim, Theorem, eq, fails_as, fails_without, follows, witness


def weighted_error() -> Expr:
    """Σ w_i [h(x_i) ≠ y_i], where [h ≠ y] = (1 − yh)/2 for y, h = ±1."""
    return over_samples(weight(i) * (1 - label(i) * guess(i)) / 2)


ERROR = Claim(
    "matrix_eg/adaboost-error",
    at="section 4.3",
    printed="where r_t is the weighted … training error of the t-th hypothesis, i.e. r_t = Σ w_{ti}y_ih_t(x_i)",
    given=[NORMALISED, EDGE, *BINARY],
    reconstructed=True,
    states=eq(r, weighted_error()),
    weight="wording",
    slip=(
        "The formula is right and AdaBoost's: the edge, which is 1 − 2·error for hypotheses with values ±1; the words "
        "beside it call it the weighted training error."
    ),
    reading=LOST
    + (
        "The weighted training error is the weight of the samples with h(x_i) ≠ y_i, for labels and hypotheses with "
        "values ±1: [h ≠ y] = (1 − yh)/2. The weights sum to one."
    ),
)

ERROR_REPAIRED = Claim(
    "matrix_eg/adaboost-error.repaired",
    at="section 4.3",
    says="r_t = Σ w_{ti}y_ih_t(x_i) is 1 − 2·(weighted training error)",
    given=[NORMALISED, EDGE],
    states=eq(r, 1 - 2 * weighted_error()),
    repairs="matrix_eg/adaboost-error",
    reading=(
        "r_t is the edge: the weight of what h gets right less that of what it gets wrong, for labels and hypotheses "
        "with values ±1; the error is the weight of the samples with h(x_i) ≠ y_i, [h ≠ y] being written (1 − yh)/2, "
        "and the weights sum to one. Edge and error agree at 1/3 only."
    ),
)


@ERROR.counterexample
def one_right_one_wrong(claim: Claim) -> Theorem:
    """Right on the sample of weight 3/4, wrong on that of 1/4: r = 1/2, and the error is 1/4."""
    at = {d: 2, r: HALF, weight: [Rational(3, 4), Rational(1, 4)], label: [1, 1], guess: [1, -1]}
    return witness(claim.given, claim.states[0], at)


@ERROR_REPAIRED.proof
def twice_the_error(claim: Claim) -> Theorem:
    """1 − 2 Σ w(1 − yh)/2 = Σ wyh, as Σ w = 1."""
    return follows(claim.states[0], EDGE, NORMALISED)


def sample(edge: Any, mass: Any = 1, guessed: Any = 1) -> dict[Any, Any]:
    """One sample of the weight `mass`, which the hypothesis gets right."""
    return {**ONE, r: edge, weight: [mass], guess: [guessed]}


fails_as(ERROR_REPAIRED,
    ("constant", eq(r, 1 - weighted_error()), "1 − error.", sample(-1, guessed=-1)),
    ("sign", eq(r, 1 + 2 * weighted_error()), "1 + 2·error.", sample(-1, guessed=-1)),
)  # fmt: skip
fails_without(ERROR_REPAIRED,
    (NORMALISED, "The weights need not sum to one.", sample(2, 2)),
    (EDGE, "r may be anything.", sample(0)),
)  # fmt: skip
