"""Section 4.3: the eigenvalues of C_j lie between −1 and 1."""

from __future__ import annotations

from typing import Any

from sympy import Rational

from proofs.matrix_eg._adaboost import BINARY, HALF, SAMPLE, d, guess, i, k, label, margin
from verify.audit import Claim, Theorem, at, fails_as, fails_without, follows, forall, ge, le

SMALL = forall(i, ge(1, guess(i) ** 2), SAMPLE)

INTERVAL = Claim(
    "matrix_eg/adaboost-interval",
    at="section 4.3",
    printed="Since |y h_j(x)| ≤ 1, λ_max/min = ±1 for any t",
    given=[BINARY[0], SMALL, ge(k, 1), ge(d, k)],
    states=[le(margin(k), 1), ge(margin(k), -1)],
    reading=(
        "The eigenvalues y_kh(x_k) of C_j, one for each sample, lie in [−1, 1], as (13) and Theorem 4.1 need for "
        "λ_min = −1, λ_max = 1. That ±1 are eigenvalues is not so: all |h| may be less than 1."
    ),
)


@INTERVAL.proof
def square_at_most_one(claim: Claim) -> list[Theorem]:
    """1 ∓ yh = (h ∓ y)²/2 + (1 − h²)/2, as y² = 1."""
    squares = [at(f, k) for f in (BINARY[0], SMALL)]
    return [
        follows(state, (guess(k) - sign * label(k)) ** 2, squares)
        for state, sign in zip(claim.states, (1, -1), strict=True)
    ]


def one_sample(y: Any, h: Any) -> dict[Any, Any]:
    """One sample with this label and hypothesis."""
    return {d: 1, k: 1, label: [y], guess: [h]}


fails_as(INTERVAL,
    ("constant", [le(margin(k), HALF), INTERVAL.states[1]], "yh ≤ ½.", one_sample(1, Rational(3, 4))),
    ("sign", [le(margin(k), -1), INTERVAL.states[1]], "yh ≤ −1.", one_sample(1, Rational(3, 4))),
)  # fmt: skip
fails_without(INTERVAL,
    (BINARY[0], "Labels need not be ±1.", one_sample(2, Rational(3, 4))),
    (SMALL, "Hypotheses need not be in [−1, 1].", one_sample(1, 2)),
)  # fmt: skip
