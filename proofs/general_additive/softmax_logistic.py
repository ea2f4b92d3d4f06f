"""Section 1: with two outputs softmax is the logistic function of the difference of the activations."""

from __future__ import annotations

from typing import Any

from sympy import Expr, Lambda, exp

from proofs.general_additive.c_softmax import i, k
from proofs.general_additive.rho import rho
from proofs.general_additive.softmax_potential import a, softmax
from verify.audit import Claim, Theorem, eq, fails_as, function, identity, real

r = real("r")


def logistic(r: Any) -> Expr:
    """1/(1 + e^{−r})."""
    return 1 / (1 + exp(-r))


PHI = function("φ")

GENERALISES = Claim(
    "general_additive/softmax-logistic",
    at="section 1, after (4)",
    printed="The softmax function generalizes the logistic function to the multidimensional case",
    given=[],
    where={PHI(r): logistic(r)},
    states=[
        eq(softmax(a, 1).subs(k, 2), PHI(a(1) - a(2))),
        eq(softmax(a, 2).subs(k, 2), PHI(a(2) - a(1))),
        eq(rho(a, 1).subs(k, 2), PHI(a(1))),
    ],
    reading=(
        "For k = 2 outputs: σ_1(a) = φ(a_1 − a_2) and σ_2(a) = φ(a_2 − a_1) = 1 − σ_1(a) for the logistic function "
        "φ(r) = 1/(1 + e^{−r}); with a_2 = 0, which is the function ρ of Example 3, σ_1 is φ(a_1) itself."
    ),
)


@GENERALISES.proof
def divide_by_one_exponential(claim: Claim) -> list[Theorem]:
    """e^{a_1}/(e^{a_1} + e^{a_2}) = 1/(1 + e^{a_2 − a_1})."""
    return [identity(state) for state in claim.states]


APART = {a: Lambda(i, i)}


fails_as(GENERALISES,
    ("constant", {GENERALISES.states[0]: eq(GENERALISES.states[0].lhs, logistic((a(1) - a(2)) / 2))},
        "φ(½(a_1 − a_2)).", APART),
    ("sign", {GENERALISES.states[0]: eq(GENERALISES.states[0].lhs, logistic(a(2) - a(1)))},
        "σ_1(a) = φ(a_2 − a_1).", APART),
)  # fmt: skip
