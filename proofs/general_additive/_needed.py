"""What shows that the hypotheses of Lemma 5 are needed: runs of gradient descent on the line, with y_t = 0."""

from __future__ import annotations

from typing import Any

from sympy import Integer, Lambda, Rational

from proofs.general_additive._line import gradient_descent, halving, met, r
from proofs.general_additive._moves import B_BOUND, CONVEX_PSI, C_BOUND, SLOW, STABLE, b, c
from proofs.general_additive.algorithm import ACTIVATION, COMPARED, STANDARD_BASIS, UPDATE, j, t
from verify.audit import Claim

RATES = [Rational(1, 100), Rational(1, 10), Rational(1, 2), Rational(9, 10)]


def one_step(rate: Any) -> Any:
    """θ_1 = 1 and θ_2 = 1 − η: the one trial of gradient descent with x = 1 and y = 0."""
    return lambda t: 1 - (t - 1) * rate


def case(instance: dict[Any, Any], b_value: Any = 1, c_value: Any = 1) -> dict[str, Any]:
    """How a mutant is refuted at an instance with these constants."""
    return {"at": {**instance, b: b_value, c: c_value}, "discharge": met(instance, b_value, c_value)}


def without(claim: Claim, *hypotheses: Any) -> Claim:
    """The claim without some of its hypotheses."""
    return claim.replace(given=[f for f in claim.given if f not in hypotheses])


def any_rate(claim: Claim) -> Claim:
    """Any η > 0."""
    return without(claim, SLOW, STABLE)


def b_too_small(claim: Claim) -> Claim:
    """b may be anything."""
    return without(claim, B_BOUND)


def c_too_small(claim: Claim) -> Claim:
    """c may be anything."""
    return without(claim, C_BOUND)


RISING = gradient_descent(
    lambda t: Rational(3, 2) ** (t - 1),
    0,
    Psi=Lambda(r, -(r**2) / 2),
    predicted=Lambda(t, -(Rational(3, 2) ** (t - 1))),
)


def psi_not_convex(claim: Claim) -> Claim:
    """Ψ need not be convex."""
    return without(claim, CONVEX_PSI)


def no_update(claim: Claim) -> Claim:
    """The parameters may be anything."""
    return without(claim, UPDATE)


def another_prediction(claim: Claim) -> Claim:
    """The algorithm's activations may be anything."""
    return without(claim, ACTIVATION)


def another_comparator(claim: Claim) -> Claim:
    """The comparator's activations may be anything."""
    return without(claim, COMPARED)


def no_basis(claim: Claim) -> Claim:
    """The vectors e need not be a basis."""
    return without(claim, STANDARD_BASIS)


TOO_FAST = case(gradient_descent(halving, 0), 4)
"""η = ½ with b = 4."""


def hypotheses_are_needed(claim: Claim, fast: dict[str, Any] = TOO_FAST) -> None:
    """The mutants without one of the hypotheses of Lemma 5, each refuted by a run of gradient descent on the line."""
    still = gradient_descent(lambda _: Integer(1), 0, trials=10)
    nowhere = gradient_descent(lambda _: Integer(1), 0, trials=10, basis=Lambda(j, 0), inputs=Lambda(t, 0))
    refuted = {
        any_rate: fast,
        b_too_small: case(gradient_descent(halving, Rational(2, 3)), Rational(1, 2)),
        c_too_small: case(gradient_descent(halving, Rational(2, 3)), 1, Rational(1, 2)),
        psi_not_convex: case(RISING),
        no_update: case(still),
        another_prediction: case(gradient_descent(lambda t: 6 - 5 * t, 1, predicted=Lambda(t, 10))),
        another_comparator: case(gradient_descent(halving, 1, comparator=Lambda(t, 0))),
        no_basis: case(nowhere),
    }
    for dropped, instance in refuted.items():
        claim.mutant("hypothesis", **instance)(dropped)
