"""The projection (10) onto one constraint, its dual (11), and the update (12)."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import numpy as np
from mpmath import mp
from sympy import Expr, Lambda, exp, log

from numeric.learners.definite_boost import DefiniteBoost
from numeric.reference import definite_boost as reference
from proofs.matrix_eg._diagonal import DIAGONAL, diagonal_facts
from proofs.matrix_eg._gibbs import FAR, NAMES, gibbs, relative_entropy
from proofs.matrix_eg._symmetric import SPECTRAL, SPECTRAL_READING, A, B, M, Z, mexp
from verify.audit import (
    Claim, Conformance, Inner, Theorem, assume, at, cases, cite, combine, eq, fails_as, fails_without, follows,
    forall, ge, generalize, gt, identity, instantiate, le, partial, real,
)  # fmt: skip
from verify.author.kernel import KernelError
from verify.axioms import SLOPE_AT_THE_END, SYM
from verify.claims.conformance import error
from verify.language.terms import Vec, VecHead

a, s, q = real("α s q")
C = Vec(VecHead("C"), SYM)
NEXT = M - a * C
"""log W_t − α_tC_t."""


def trace_with(M: Any) -> Expr:
    """tr(WC) tr exp M for W = exp M/tr exp M."""
    return Inner(mexp(M), C)


MULTIPLIER = ge(a, 0)
MINIMAL = forall(s, ge(Z(M - s * C), Z(NEXT)), [ge(s, 0)])
VIOLATED = gt(trace_with(M), 0)
FEASIBLE = le(trace_with(A), 0)

EXACT = Claim(
    "matrix_eg/exact-projection",
    at="(10)–(12)",
    printed=(
        "following Bregman projection with respect to the chosen constraint is solved. … By means of "
        "a Lagrange multiplier α, the dual problem is described as α_t = argmin tr[exp(log W_t − αC_t)], "
        "α ≥ 0. … Using the solution of the dual problem, W_t is updated as W_{t+1} = (1/Z_t(α_t)) "
        "exp(log W_t − α_tC_t)"
    ),
    given=[*SPECTRAL, MULTIPLIER, MINIMAL, VIOLATED, FEASIBLE],
    reconstructed=True,
    where=NAMES,
    states=[
        eq(trace_with(NEXT), 0),
        gt(a, 0),
        ge(FAR(A, M), FAR(A, NEXT) + FAR(NEXT, M)),
        ge(FAR(A, NEXT), 0),
        eq(FAR(NEXT, M), log(Z(M)) - log(Z(NEXT))),
    ],
    rests_on=["matrix_eg/dual"],
    reading=SPECTRAL_READING
    + (
        "W_t = exp M/tr exp M and W = exp A/tr exp A are any positive definite matrices of trace one, and Δ(A, M) is "
        "Δ(W, W_t) = tr(W log W − W log W_t); as log W_t is M less a multiple of I, (11) minimises tr exp(M − αC), "
        "and (12) is the exponential of M − αC over its trace. α is a minimiser of (11) and W_t violates the "
        "constraint, as the most unsatisfied one does. Then W_{t+1} meets the constraint with equality, α > 0, and "
        "Δ(W, W_t) ≥ Δ(W, W_{t+1}) + Δ(W_{t+1}, W_t) for every feasible W, so that none is nearer to W_t; its "
        "distance is the dual value. That (11) has a minimiser is a hypothesis: it fails where C is positive "
        "semidefinite, matrix_eg/infeasible."
    ),
)


def slope(direction: Any, not_below: Theorem) -> Theorem:
    """⟨exp(M − αC), V⟩ ≥ 0 from Z(M − αC + sV) ≥ Z(M − αC) for 0 ≤ s ≤ 1."""
    rise = Lambda(q, Z(NEXT + q * direction) - Z(NEXT))
    starts = identity(eq(rise(0), 0))
    grows = generalize(not_below, [s], [ge(s, 0), ge(1, s)])
    axiom = instantiate(cite(SLOPE_AT_THE_END), {partial("f"): rise}, [starts, grows])
    return combine(ge(Inner(mexp(NEXT), direction), 0), [(1, axiom)])


@EXACT.proof
def slopes_at_the_minimiser(claim: Claim) -> list[Theorem]:
    """The slope of (11) at α is zero if α > 0 and not negative if α = 0, which a violated constraint excludes."""
    held, moving, nearer, _, value = claim.states
    forward = at(MINIMAL, a + s, by=[follows(ge(a + s, 0), MULTIPLIER, ge(s, 0))])
    outward = slope(-C, follows(ge(Z(NEXT + s * (-C)), Z(NEXT)), forward))
    shorter = combine(ge(a - s * a, 0), [(1 - s, MULTIPLIER)], facts=[ge(1, s)])
    inward = slope(a * C, follows(ge(Z(NEXT + s * (a * C)), Z(NEXT)), at(MINIMAL, a - s * a, by=[shorter])))
    still = eq(a, 0)
    absurd = combine(gt(0, 0), [(1, outward), (1, VIOLATED)], using=[still])
    below = combine(moving, [(2, MULTIPLIER), (1, gt(0, a))])
    moves = cases([assume(moving), combine(moving, [(1, absurd)], using=[still]), below], [moving, still, gt(0, a)])
    trace = trace_with(NEXT)
    at_least = combine(ge(trace, 0), [(1 / a, inward)], facts=[moves])
    equal = combine(held, [(1, trace)], facts=[at_least, follows(le(trace, 0), outward)])
    closer = combine(nearer, [(a / Z(A), FEASIBLE), (a / Z(NEXT), equal)], facts=[moves])
    return [equal, moves, closer, instantiate(gibbs(), {B: NEXT}), combine(value, [(-a / Z(NEXT), equal)])]


# --- two by two diagonal matrices ------------------------------------------------------------------------------------


LN_2, START = log(2), (0, log(4))


def one_constraint(alpha: Any = LN_2, W: Any = (0, 0), start: Any = START) -> dict[str, Any]:
    """C = diag(−1, 1) and W_t = diag(1/5, 4/5), so that α = ln 2 and W_{t+1} = I/2."""
    at = {**DIAGONAL, a: alpha, C: (-1, 1), M: start, A: W}
    first, second = map(exp, start)
    here = first * exp(alpha), second * exp(-alpha)

    def met() -> list[Theorem]:
        found = diagonal_facts()
        minimal = ge(first * exp(s) + second * exp(-s), here[0] + here[1])
        square = (exp((s - alpha) / 2) - exp((alpha - s) / 2)) ** 2
        with suppress(KernelError):
            found.append(generalize(combine(minimal, [(here[0], square)]), [s], [ge(s, 0)]))
        return found

    return {"at": at, "discharge": met}


def restated(claim: Claim, number: int, formula: Any) -> Claim:
    """The claim with another formula in one place."""
    return claim.replace(states=[*claim.states[:number], formula, *claim.states[number + 1 :]])


FURTHER = relative_entropy(A, NEXT) + 2 * relative_entropy(NEXT, M)

fails_as(EXACT,
    ("constant", {EXACT.states[2]: ge(relative_entropy(A, M), FURTHER)}, "Δ(W_{t+1}, W_t) twice.", one_constraint()),
    ("sign", {EXACT.states[1]: gt(0, a)}, "α < 0.", one_constraint()),
    ("sign", {EXACT.states[4]: eq(relative_entropy(NEXT, M), log(Z(NEXT)) - log(Z(M)))},
        "The distance is ln Z(α) in place of −ln Z(α).", one_constraint()),
)  # fmt: skip


fails_without(EXACT,
    ([MULTIPLIER, VIOLATED], "α may be negative; then a met constraint is made an equality.",
        one_constraint(-log(2), start=(log(4), 0))),
    (MINIMAL, "α may be anything.", one_constraint(0)),
    (VIOLATED, "W_t may meet the constraint: then nothing moves.", one_constraint(0, start=(0, 0))),
    (FEASIBLE, "W need not meet the constraint.", one_constraint(W=(0, log(3)))),
)  # fmt: skip


# --- code ------------------------------------------------------------------------------------------------------------


@EXACT.conformance
def code_follows_the_projection() -> Iterator[Conformance]:
    """α of (11) against the root in mpmath, and (12) at the step of the code, for dense matrices with d from 2 to 8."""
    rng = np.random.default_rng(10)
    worst_step = worst_matrix = mp.mpf(0)
    sizes = (2, 3, 5, 8)
    for size in sizes:
        start = np.diag(rng.integers(1, 9, size).astype(float))
        start /= np.trace(start)
        C = rng.normal(size=(size, size))
        C = C + C.T
        C -= (float(np.sum(start * C)) - 0.5) * np.eye(size)
        learner = DefiniteBoost(start, "exact")
        learner.learn_one(C)
        with mp.workdps(60):
            wanted = reference.exact_alpha(start, C, learner.alpha_)
            worst_step = max(worst_step, error(learner.alpha_, wanted))
            after = reference.project(start, C, learner.alpha_)
            worst_matrix = max(worst_matrix, error(learner.coef_.ravel(), list(after)))
    ulp = 2.0**-52
    yield Conformance("the step (11)", len(sizes), float(worst_step / ulp), "ulp", 8.0)
    yield Conformance("the matrix (12)", len(sizes), float(worst_matrix / ulp), "ulp", 32.0)
