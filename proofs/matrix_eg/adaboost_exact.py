"""Section 4.3: for hypotheses with values ±1 the step (13) is exact."""

from __future__ import annotations

from functools import cache
from typing import Any

from sympy import Expr, Rational, exp, log

from proofs.matrix_eg._adaboost import (
    BINARY, EDGE, HALF, NORMALISED, beta, d, guess, i, label, margin, over_samples, weight,
)  # fmt: skip
from proofs.matrix_eg.approximate_alpha import CHORD, MINIMISES, STEP, chord_bound, high, low, r
from verify.audit import (
    Claim, Theorem, at, cases, combine, eq, exponential_above_tangent, fails_as, fails_without, follows, function, ge,
    gt, holds_at, instantiate, real, telescope,
)  # fmt: skip

sign = real("m")

HALF_LOG = log((1 + r) / (1 - r)) / 2
Z_OF = function("Z")


def normaliser(beta: Any) -> Expr:
    """Z_t(β), the sum of the w_i exp(−β y_ih(x_i))."""
    return over_samples(weight(i) * exp(-beta * margin(i)))


EXACT = Claim(
    "matrix_eg/adaboost-exact",
    at="section 4.3",
    says=(
        "For hypotheses with values ±1 and 0 ≤ r_t < 1 the bound that (13) minimises is Z_t itself, so that (13) "
        "solves (11) and is no approximation"
    ),
    given=[NORMALISED, EDGE, *BINARY, ge(r, 0), gt(1, r)],
    where={STEP: HALF_LOG, Z_OF(beta): normaliser(beta), CHORD(beta): chord_bound(beta, r, -1, 1)},
    states=[eq(Z_OF(beta), CHORD(beta)), ge(Z_OF(beta), Z_OF(STEP)), ge(STEP, 0)],
    rests_on=["matrix_eg/approximate-alpha-minimises.repaired"],
    reading=(
        "Z(β) is Z_t(β) = tr exp(log W_t − βC_t) for W_t = diag(w) of trace one and C_t = diag(y_ih(x_i)), for every "
        "β, with y_i, h(x_i) = ±1, and r = Σ w_iy_ih(x_i). (13), which is AdaBoost's step ½ log((1 + r)/(1 − r)) by "
        "matrix_eg/adaboost-alpha, is at least 0 and minimises Z_t over all β, and so over the β ≥ 0 of (11). For r < "
        "0 the solution of (11) is 0, matrix_eg/stop-rule, and for r = 1 there is none."
    ),
)


@cache
def sign_or_its_opposite() -> Theorem:
    """e^(−βm) = ½(1 + m)e^(−β) + ½(1 − m)e^β for m = ±1."""
    square = eq(sign**2, 1)
    goal = eq(exp(-beta * sign), (1 + sign) * exp(-beta) / 2 + (1 - sign) * exp(beta) / 2)
    on = [gt(sign, 0), eq(sign, 0), gt(0, sign)]
    one = combine(eq(sign, 1), [(1 / (sign + 1), square)], facts=[on[0]])
    other = combine(eq(sign, -1), [(1 / (sign - 1), square)], facts=[on[2]])
    neither = combine(goal, [(goal.rhs - goal.lhs, square), ((goal.lhs - goal.rhs) * sign, on[1])])
    return cases([follows(goal, using=[one]), neither, follows(goal, using=[other])], on)


def on_the_chord(claim: Claim) -> Theorem:
    """The chord of e^(−βm) over [−1, 1] meets it at m = ±1, and the weights add the chords up."""
    square = follows(eq(margin(i) ** 2, 1), *(at(f, i) for f in BINARY))
    here = instantiate(sign_or_its_opposite(), {sign: margin(i)}, [square])
    gap = here.conclusion.lhs - here.conclusion.rhs
    added = telescope(combine(eq(weight(i) * gap, 0), [(weight(i), here)]), i, 1, d)
    return follows(claim.states[0], added, NORMALISED, EDGE)


@EXACT.proof
def chord_through_the_values(claim: Claim) -> list[Theorem]:
    """Z_t is the chord bound, of which (13) is the minimiser; ln u ≥ 1 − 1/u for u = (1 + r)/(1 − r) ≥ 1."""
    edges = [ge(r, 0), gt(1, r)]
    same = on_the_chord(claim)
    known = [follows(f, edges) for f in (gt(0, -1), gt(1, 0), gt(r, -1), gt(1, r))]
    best = [instantiate(MINIMISES.theorem(f), {low: -1, high: 1}, known) for f in MINIMISES.states]
    there = instantiate(same, {beta: HALF_LOG})
    least = combine(claim.states[1], [(1, same), (-1, there), *((1, f) for f in best)], facts=edges)
    return [same, least, follows(claim.states[2], exponential_above_tangent(-2 * HALF_LOG), edges)]


def split(edge: Any = HALF, mass: Any = 1, guesses: Any = (1, -1), at: Any = 1) -> dict[Any, Any]:
    """Right on the first of two samples, of weight ¾, and wrong on the second, at β = 1; `mass` is that of both."""
    weights = [mass * Rational(3, 4), mass * Rational(1, 4)]
    return {d: 2, r: edge, beta: at, weight: weights, label: [1, 1], guess: [*guesses]}


SAME, LEAST, _ = EXACT.states

fails_as(EXACT,
    ("constant", {SAME: eq(SAME.lhs, 2 * SAME.rhs)}, "Twice the bound.", split()),
    ("sign", {SAME: eq(SAME.lhs, chord_bound(beta, -r, -1, 1))}, "The bound at −r.", split()),
    ("constant", {LEAST: ge(Rational(4, 5) * LEAST.lhs, LEAST.rhs)},
        "4/5 of Z_t(β) is at least Z_t at the step: at β = 0 it is 4/5, and √3/2 at the step.", split(at=0)),
)  # fmt: skip
fails_without(EXACT,
    (ge(r, 0), "r may be negative: then the step is.", split(-HALF, at=0, guesses=(-1, 1))),
    (EDGE, "r may be anything.", split(edge=0)),
    (NORMALISED, "The weights need not sum to one.", split(HALF / 2, HALF)),
    (BINARY[1], "h may be 0 on a sample.", split(Rational(3, 4), guesses=(1, 0))),
)  # fmt: skip


holds_at(EXACT, ("At the step.", split(at=HALF)))
