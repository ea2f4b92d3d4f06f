"""Proof of Lemma 3.2: (5) at its largest a, and the form that it takes for b = c/r²."""

from __future__ import annotations

from typing import Any

from sympy import Rational

from proofs.matrix_eg.lemma_3_1 import RATE, SMALL_A, a, b
from proofs.matrix_eg.lemma_3_2 import TUNED, c
from verify.audit import Claim, Theorem, assume, combine, eq, fails_as, fails_without, identity, le, positive, real

p, q = real("p q")
r = positive("r")
WEIGHED = RATE * p**2 - b * q**2
CHOSEN = eq(b, c / r**2)

LARGEST = Claim(
    "matrix_eg/lemma-3-2-largest-a",
    at="proof of Lemma 3.2",
    printed=(
        "For the maximum tightness of (5), a should be chosen as a = η = 2b/(2 + r²b). Let b = c/r², and thus a = "
        "2c/(r²(2 + c)). Then (5) is rewritten as (2c/(2 + c))(y_t − tr(W_tX_t))² − c(y_t − tr(UX_t))² ≤ r²(Δ(U, W_t) "
        "− Δ(U, W_{t+1}))"
    ),
    given=[SMALL_A, CHOSEN],
    states=[
        le(a * p**2 - b * q**2, WEIGHED),
        eq(RATE, TUNED),
        eq(r**2 * WEIGHED, 2 * c / (2 + c) * p**2 - c * q**2),
    ],
    rests_on=["matrix_eg/lemma-3-1"],
    reconstructed=True,
    reading=(
        "p = y_t − tr(W_tX_t) and q = y_t − tr(UX_t), and a is any that Lemma 3.1 allows. Tightest: the left side of "
        "(5) is largest at the largest a, which is 2b/(2 + r²b), for every p and q. At b = c/r² that is 2c/(r²(2 + "
        "c)), and r² times the left side of (5) is the one that is printed, so that (5) says it. That no larger a "
        "will do is a changed claim of matrix_eg/lemma-3-1."
    ),
)


@LARGEST.proof
def more_of_a_square(claim: Claim) -> list[Theorem]:
    """(2b/(2 + r²b) − a)p² ≥ 0."""
    largest, *equal = claim.states
    chosen = [f for f in claim.given if f == CHOSEN]
    return [
        combine(largest, [(p**2, assume(f)) for f in claim.given if f == SMALL_A]),
        *(identity(f, using=chosen) for f in equal),
    ]


AT = {a: Rational(1, 2), b: 1, r: 1, c: 1, p: 1, q: 1}


MOST, _, SPELT = LARGEST.states

fails_as(LARGEST,
    ("constant", {MOST: le(MOST.rhs, WEIGHED / 2)}, "At most half of it.", AT | {q: 0}),
    ("constant", {SPELT: eq(SPELT.lhs, SPELT.rhs - c * q**2)}, "−2c q².", AT),
    ("sign", {MOST: le(WEIGHED, MOST.rhs)}, "Least at the largest a.", AT),
)  # fmt: skip
fails_without(LARGEST,
    (SMALL_A, "a may be anything.", AT | {a: 1}),
    (CHOSEN, "b need not be c/r².", AT | {b: 2}),
)  # fmt: skip


@LARGEST.extremal("a", [Rational(1, 2), Rational(2, 3)])
def the_largest(number: Any) -> dict[Any, Any]:
    """b = c = r = 1 and q = 0: attained at the largest a, 2/3."""
    return AT | {a: number, q: 0}
