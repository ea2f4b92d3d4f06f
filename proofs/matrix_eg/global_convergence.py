"""Figure 1: projections one after the other, even exact ones, need not end in the solution of (8)."""

from __future__ import annotations

from typing import Any

from sympy import Expr, Lambda, Rational, Sum, exp, log

from proofs.matrix_eg import LOST
from proofs.matrix_eg.approximate_alpha import step
from verify.audit import (
    Claim, Sharpness, Theorem, combine, eq, family, forall, ge, integer, le, listed, tabled, witness,
)  # fmt: skip

t, T, i, m, d, k, n = integer("t T i m d k n")
weight, nearer = family("w", positive=True), family("p", positive=True)
constraint, alpha, chosen = family("c"), family("α"), family("j", integer=True)


def entry(t: Any, i: Any = i) -> Expr:
    """An entry of C_t, the constraint that round t takes up."""
    return constraint(chosen(t), i)


def trace_with(weights: Any, entries: Any) -> Expr:
    """tr(WC) for the diagonal matrices with these entries."""
    return Sum(weights(i) * entries(i), (i, 1, d))


def at_round(t: Any) -> Any:
    """The entries of W_t."""
    return lambda i: weight(t, i)


def taken_up(t: Any, weights: Any) -> Expr:
    """tr(WC_t)."""
    return trace_with(weights, lambda i: entry(t, i))


def of_constraint(k: Any) -> Any:
    """The entries of C_k."""
    return lambda i: constraint(k, i)


def projected(t: Any, i: Any = i) -> Expr:
    """An entry of exp(log W_t − α_tC_t)."""
    return weight(t, i) * exp(-alpha(t) * entry(t, i))


def distance(weights: Any) -> Expr:
    """Δ(W, W_1) for diagonal matrices of trace one."""
    return Sum(weights(i) * (log(weights(i)) - log(weight(1, i))), (i, 1, d))


ROUND, EVERY, ALL = [ge(t, 1), ge(T, t)], [ge(i, 1), ge(d, i)], [ge(k, 1), ge(n, k)]
START = eq(Sum(weight(1, i), (i, 1, d)), 1)
UPDATE = forall([t, i], eq(weight(t + 1, i) * Sum(projected(t, m), (m, 1, d)), projected(t)), [*ROUND, *EVERY])
CHOICE = [forall(t, ge(chosen(t), 1), ROUND), forall(t, ge(n, chosen(t)), ROUND)]
MOST = forall(
    [t, k],
    ge(trace_with(at_round(t), lambda i: entry(t, i)), trace_with(at_round(t), of_constraint(k))),
    [*ROUND, *ALL],
)
STEPS = forall(t, ge(alpha(t), 0), ROUND)
EXACT = forall(t, eq(taken_up(t, at_round(t + 1)), 0), ROUND)
SATISFIED = forall(k, le(trace_with(at_round(T + 1), of_constraint(k)), 0), ALL)
FEASIBLE = [eq(Sum(nearer(i), (i, 1, d)), 1), forall(k, le(trace_with(nearer, of_constraint(k)), 0), ALL)]

GLOBAL = Claim(
    "matrix_eg/global-convergence",
    at="Figure 1",
    printed=(
        "We project only approximately … Nevertheless, global convergence to the optimal solution is guaranteed via "
        "our proofs"
    ),
    given=[ge(T, 1), START, UPDATE, *CHOICE, MOST, STEPS, EXACT, SATISFIED, *FEASIBLE],
    reconstructed=True,
    states=le(distance(at_round(T + 1)), distance(nearer)),
    weight="error",
    slip=(
        "Projections one after the other end in a matrix that meets the inequalities, and need not end in the one "
        "nearest to W_1 (for equalities, such as the two lines of the figure, where they end they end in it, "
        "matrix_eg/sequential-projections.repaired): a constraint that holds "
        "strictly in the end keeps its α_t > 0, which no later step can lessen. The proofs bound the dual objective, "
        "and with (13) repaired, where a positive definite W meets (8), they guarantee that the violations vanish, "
        "matrix_eg/theorem-4-1.sharp."
    ),
    rests_on=["matrix_eg/exact-projection"],
    reading=LOST
    + (
        "Read for diagonal matrices, the w(t, i) being the entries of W_t and c(k, i) those of C_k. In round t the "
        "most unsatisfied constraint C_t = C_j(t) is taken up, and W_{t+1} = exp(log W_t − α_tC_t)/Z_t is the exact "
        "projection (10): α_t ≥ 0 and tr(W_{t+1}C_t) = 0, matrix_eg/exact-projection. After T rounds all constraints "
        "are met, where the algorithm stops. That W_{T+1} is the optimal solution of (8): no feasible W, here diag(p), "
        "is nearer to W_1. The projections here are exact, and those of DefiniteBoost too: both C_j of the "
        "counterexample have two distinct eigenvalues, where (13) repaired solves (10)."
    ),
)


CONSTRAINTS = ((2, 2, -10), (1, -1, -1))
MULTIPLIERS = (log(Rational(4, 3)) / 2, log(2))
WEIGHTS = (
    tuple(Rational(part, 106045) for part in (98304, 4096, 3645)),
    (Rational(4, 5), Rational(1, 30), Rational(1, 6)),
    (Rational(1, 2), Rational(1, 12), Rational(5, 12)),
)
ELSEWHERE = (Rational(1, 2), Rational(1, 4), Rational(1, 4))

TWO_ROUNDS = {
    d: 3,
    n: 2,
    T: 2,
    weight: tabled(WEIGHTS, (t, i), positive=True),
    nearer: listed(ELSEWHERE, i, positive=True),
    constraint: tabled(CONSTRAINTS, (k, i)),
    alpha: listed(MULTIPLIERS, t),
    chosen: Lambda(t, t),
}
"""The lists above, as functions of their indices: the first round takes C_1 up, the second C_2; p = (1/2, 1/4, 1/4)."""


@GLOBAL.counterexample
def never_given_back(claim: Claim) -> Theorem:
    """C_1 = diag(2, 2, −10), C_2 = diag(1, −1, −1), W_1 = diag(98304, 4096, 3645)/106045: not the nearest.

    Round 1 takes C_1 up, as tr(W_1C_1) = 33670/21209 > tr(W_1C_2) = 90563/106045. The step α_1 = ½ln(4/3) leads to
    W_2 = diag(4/5, 1/30, 1/6), with tr(W_2C_1) = 0 and tr(W_2C_2) = 3/5. Round 2 takes C_2 up, and the step α_2 = ln 2
    leads to W_3 = diag(1/2, 1/12, 5/12), with tr(W_3C_1) = −3 and tr(W_3C_2) = 0. Both constraints hold, and the run is
    at its end. But W = diag(1/2, 1/4, 1/4), with tr(WC_1) = −1 and tr(WC_2) = 0, meets them too, and is nearer to W_1:
    Δ(W_3, W_1) = 0.7950… > Δ(W, W_1) = 0.6542….
    """
    return witness(list(claim.given), claim.states[0], TWO_ROUNDS)


@GLOBAL.sharp
def the_approximate_step_is_exact() -> Sharpness:
    """Both constraints have two eigenvalues, so that (13) repaired is exact: DefiniteBoost itself stops there."""
    known = []
    for taken, row, weights in zip(MULTIPLIERS, CONSTRAINTS, WEIGHTS, strict=False):
        violation = sum(c * w for c, w in zip(row, weights, strict=True))
        known.append(combine(eq(step(violation, min(row), max(row)), taken), []))
    return Sharpness("the steps of the counterexample", "those of (13) repaired", known)
