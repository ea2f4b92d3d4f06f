"""What shows that the hypotheses of Lemma 5 are needed: runs of gradient descent on the line, with y_t = 0."""

from __future__ import annotations

from typing import Any

from sympy import Integer, Lambda, Rational

from proofs.general_additive._line import gradient_descent, halving, met, r
from proofs.general_additive._moves import B_BOUND, CONVEX_PSI, C_BOUND, SLOW, STABLE, b, c
from proofs.general_additive.algorithm import ACTIVATION, COMPARED, STANDARD_BASIS, UPDATE, j, t
from verify.audit import Claim, fails_without

RATES = [Rational(1, 100), Rational(1, 10), Rational(1, 2), Rational(9, 10)]


def one_step(rate: Any) -> Any:
    """θ_1 = 1 and θ_2 = 1 − η: the one trial of gradient descent with x = 1 and y = 0."""
    return lambda t: 1 - (t - 1) * rate


def case(instance: dict[Any, Any], b_value: Any = 1, c_value: Any = 1) -> dict[str, Any]:
    """How a mutant is refuted at an instance with these constants."""
    return {"at": {**instance, b: b_value, c: c_value}, "discharge": met(instance, b_value, c_value)}


RISING = gradient_descent(
    lambda t: Rational(3, 2) ** (t - 1),
    0,
    Psi=Lambda(r, -(r**2) / 2),
    predicted=Lambda(t, -(Rational(3, 2) ** (t - 1))),
)


TOO_FAST = case(gradient_descent(halving, 0), 4)
"""η = ½ with b = 4."""


def hypotheses_are_needed(claim: Claim, fast: dict[str, Any] = TOO_FAST) -> None:
    """The claim without one of the hypotheses of Lemma 5 fails, each time at a run of gradient descent on the line."""
    still = gradient_descent(lambda _: Integer(1), 0, trials=10)
    nowhere = gradient_descent(lambda _: Integer(1), 0, trials=10, basis=Lambda(j, 0), inputs=Lambda(t, 0))
    fails_without(claim,
        ([f for f in (SLOW, STABLE) if f in claim.given], "Any η > 0.", fast),
        (B_BOUND, "b may be anything.", case(gradient_descent(halving, Rational(2, 3)), Rational(1, 2))),
        (C_BOUND, "c may be anything.", case(gradient_descent(halving, Rational(2, 3)), 1, Rational(1, 2))),
        (CONVEX_PSI, "Ψ need not be convex.", case(RISING)),
        (UPDATE, "The parameters may be anything.", case(still)),
        (ACTIVATION, "The algorithm's activations may be anything.",
            case(gradient_descent(lambda t: 6 - 5 * t, 1, predicted=Lambda(t, 10)))),
        (COMPARED, "The comparator's activations may be anything.",
            case(gradient_descent(halving, 1, comparator=Lambda(t, 0)))),
        (STANDARD_BASIS, "The vectors e need not be a basis.", case(nowhere)),
    )  # fmt: skip
