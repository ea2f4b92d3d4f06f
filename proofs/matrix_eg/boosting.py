"""Boosting of matrices: constraints that contradict each other by a margin c let the dual objective fall to ρ(c)^T.

Let Σ β_jD_j ≥ cI with β_j ≥ 0, Σ β_j = 1 and c > 0. Then:

1. Σ β_j tr(WD_j) ≥ c for every W, so that the most violated constraint of each round has r_t ≥ c (`edge_at_least`).
2. The bound on a round at the step α(c), which ρ(c) is, falls as r grows; so ρ(r) ≤ ρ(c) for r ≥ c (`falls_with_r`).
3. The dual objective is at most Π ρ(r_t), Theorem 4.1, and so at most ρ(c)^T.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import cache
from typing import Any

from sympy import Expr, Lambda, Rational, Tuple, exp, log

from proofs.matrix_eg._diagonal import b1, b2
from proofs.matrix_eg._one_round import level
from proofs.matrix_eg._symmetric import EXPONENTIALS, A, i, mexp
from proofs.matrix_eg._symmetric import family as matrices
from proofs.matrix_eg.approximate_alpha import (
    ABOVE, BELOW, MINIMISES, chord_bound, high, low, progress, r, step, x,
)  # fmt: skip
from proofs.matrix_eg.approximate_alpha import REPAIRED as FORWARD
from proofs.matrix_eg.approximate_alpha import beta as any_step
from proofs.matrix_eg.dual import CONSTRAINTS, j, n, over_constraints
from proofs.matrix_eg.dual import TOTAL as S
from proofs.matrix_eg.infeasible_dual import SMALLEST, WEIGHTS, beta, c, mean_eigenvalue
from proofs.matrix_eg.theorem_4_1 import (
    COMMON, FACTORS, INSIDE, RUN_READING, ROUND, SIGNS, SOME, STEP, TRACE_ONE, VIOLATION, T, constraint, edge, exponent,
    largest, logarithms, objective, one_projection, opened, rho, smallest, t,
)  # fmt: skip
from proofs.matrix_eg.violations import log_of_the_factor, v
from verify.audit import (
    Claim, Inner, Theorem, assume, at, combine, eq, exponential_above_tangent, fails_as, fails_without, forall, ge,
    generalize, gt, instantiate, le, logarithm_rises, substitute, telescope,
)  # fmt: skip
from verify.author.kernel import KernelError
from verify.language.terms import VecHead
from verify.lemmas.few_rounds import each_round

given = matrices("D")
TOTAL_IS = forall(A, eq(Inner(S, A), over_constraints(beta(j) * Inner(given(j), A))))
SHARES = eq(over_constraints(beta(j)), 1)
MOST = forall(
    [t, j], ge(Inner(mexp(exponent(t)), constraint(t)), Inner(mexp(exponent(t)), given(j))), [*ROUND, *CONSTRAINTS]
)
ONE_INTERVAL = {smallest.head: Lambda(t, low), largest.head: Lambda(t, high)}
"""The same ends in all rounds."""
STEP_IS = substitute(STEP, ONE_INTERVAL)
MARGIN, BOUNDED = gt(c, 0), gt(high, c)


def at_margin() -> Expr:
    """ρ(c)."""
    return progress(c, low, high)


IS_FACTOR = eq(level, at_margin())


def edge_at_least() -> Theorem:
    """Step 1, r_t ≥ c."""
    here, inside = mexp(exponent(t)), list(map(assume, ROUND))
    mean = instantiate(mean_eigenvalue(), {A: exponent(t), VecHead("C"): Lambda(j, given(j))})
    most = at(MOST, t, j, by=inside)
    weighed = combine(ge(beta(j) * (Inner(here, constraint(t)) - Inner(here, given(j))), 0), [(at(WEIGHTS, j), most)])
    added = telescope(weighed, j, 1, n)
    scale = 1 / objective(t)
    terms = [(scale, added), (scale, mean), (-scale * Inner(here, constraint(t)), SHARES), (-scale, opened(VIOLATION))]
    return combine(ge(edge(t), c), terms)


CLAIM = Claim(
    "matrix_eg/boosting",
    at="sections 4.2 and 4.3, sharper",
    says=(
        "If Σ β_jD_j ≥ cI with c > 0, β_j ≥ 0 and Σ β_j = 1, and the most violated D_j is chosen in each round, the "
        "dual objective is at most ρ(c)^T, and that at most exp(−2c²T/(λ_max − λ_min)²)"
    ),
    given=[
        *(substitute(f, ONE_INTERVAL) for f in (*COMMON, STEP) if f not in (*SIGNS, INSIDE[0])),
        BELOW,
        ABOVE,
        BOUNDED,
        TOTAL_IS,
        WEIGHTS,
        SHARES,
        SMALLEST,
        MARGIN,
        MOST,
    ],
    where=EXPONENTIALS,
    states=[
        le(objective(T + 1), exp(T * log(at_margin()))),
        le(exp(T * log(at_margin())), exp(-2 * c**2 * T / (high - low) ** 2)),
    ],
    rests_on=["matrix_eg/theorem-4-1.repaired", "matrix_eg/infeasible-dual", "matrix_eg/rho.sharp"],
    reading=RUN_READING
    + (
        " D(j), j = 1, …, n, are the constraints, and S = Σ β_jD_j has the eigenvalues λ(i, S) ≥ c. All eigenvalues "
        "are in one interval [λ_min, λ_max]. In each round C(t) violates its constraint at least as much as each D(j): "
        "it may be the most violated of them. For diagonal matrices with entries ±1 it is the bound (1 − c²)^(T/2) on "
        "the exponential loss of AdaBoost, for hypotheses with the margin c. The step is (13) repaired."
    ),
)


def bound_falls() -> Theorem:
    """bound(β, r) ≤ bound(β, c), for β ≥ 0 and r ≥ c."""
    width, above = high - low, exp(-any_step * high)
    drop = exponential_above_tangent(any_step * width)
    wide, forward = gt(width, 0), ge(any_step, 0)
    rise = combine(ge(exp(-any_step * low) - above, 0), [(above, drop), (width * above, forward)], facts=[wide])
    goal = le(chord_bound(any_step, r, low, high), chord_bound(any_step, c, low, high))
    return combine(goal, [((r - c) / width, rise)], facts=[wide, ge(r, c)])


@cache
def falls_with_r() -> Theorem:
    """Step 2, ρ(r) ≤ bound(α(c), r) ≤ bound(α(c), c) = ρ(c)."""
    known: list[Any] = [gt(0, low), gt(high, 0), gt(c, 0), gt(high, c), gt(high, r), ge(r, c)]
    more = [
        combine(gt(high - low, 0), [(1, high), (1, -low)], facts=known),
        combine(gt(c, low), [(1, c), (1, -low)], facts=known),
        combine(gt(r, low), [(1, r - c), (1, c - low)], facts=known),
    ]
    taken, facts = step(c, low, high), [*known, *more]
    any_, best = (MINIMISES.theorem(f) for f in MINIMISES.states)
    forward = instantiate(FORWARD.theorem(FORWARD.states[1]), {r: c})
    falls = instantiate(bound_falls(), {any_step: taken}, [forward])
    terms = [(1, instantiate(any_, {any_step: taken})), (1, falls), (1, instantiate(best, {r: c}))]
    return instantiate(combine(le(progress(r, low, high), at_margin()), terms, facts=facts), {}, more)


def above_the_least() -> Theorem:
    """r_t > λ_min."""
    return combine(gt(edge(t), low), [(1, edge_at_least()), (1, MARGIN), (1, BELOW)])


WIDE = gt(high - low, 0)


def falling() -> Theorem:
    """ln Z(M_1) + Σ ln ρ(t) ≥ ln Z(M_{T+1}), Theorem 4.1, in one interval."""
    settled = [generalize(f, [t], ROUND) for f in (*map(assume, (BELOW, ABOVE)), above_the_least())]
    found = instantiate(logarithms(), ONE_INTERVAL)
    at_the_end = combine(ge(T + 1, 1), [(1, SOME)])
    known = [BELOW, ABOVE, SOME, WIDE]
    return combine(found.conclusion, [(1, instantiate(found, {}, [*settled, at_the_end]))], facts=known)


@cache
def each_factor() -> Theorem:
    """ln ρ(t) ≤ ln ρ, for ρ = ρ(c)."""
    (most,) = (at(substitute(f, ONE_INTERVAL), t, by=list(map(assume, ROUND))) for f in INSIDE[1:])
    inside = [assume(gt(edge(t), low)), assume(gt(high, edge(t)))]
    signs = [BELOW, ABOVE, MARGIN, BOUNDED, WIDE]
    factor = instantiate(assume(substitute(FACTORS, ONE_INTERVAL)), [t], [*inside, *map(assume, signs)])
    falls = instantiate(falls_with_r(), {r: edge(t)})
    terms = [(1, falls), (-1, factor), (1, IS_FACTOR)]
    below = combine(le(rho(t), level), terms, facts=[*signs, gt(edge(t), low), gt(high, edge(t))])
    return instantiate(logarithm_rises(below), {}, [above_the_least(), edge_at_least(), most])


def least_is_simpler() -> Theorem:
    """ρ^T ≤ exp(−2c²T/(λ_max − λ_min)²), for ρ = ρ(c), as −ln ρ ≥ 2c²/(λ_max − λ_min)²."""
    rate, whole = 2 * c**2 / (high - low) ** 2, T * log(level)
    larger = instantiate(log_of_the_factor(), {r: c, v: rate}, [combine(eq(rate, rate), [], facts=[WIDE])])
    rises = combine(le(exp(x), exp(v)), [(exp(x), exponential_above_tangent(v - x)), (exp(x), ge(v, x))])
    less = combine(ge(-rate * T, whole), [(T, larger)], facts=[SOME, WIDE])
    return instantiate(rises, {x: whole, v: -rate * T}, [less])


@CLAIM.proof
def round_by_round(claim: Claim) -> list[Theorem]:
    """Step 3."""
    last, whole = objective(T + 1), T * log(level)
    added, room = telescope(each_factor(), t, 1, T), exponential_above_tangent(whole - log(last))
    terms = [(last, room), (last, falling()), (last, added)]
    reached = combine(le(last, exp(whole)), terms, using=[TRACE_ONE], facts=[SOME])
    known: list[Any] = [BELOW, ABOVE, MARGIN, BOUNDED, combine(WIDE, [(1, ABOVE), (1, BELOW)])]
    known.append(combine(gt(c, low), [(1, MARGIN), (1, BELOW)]))
    factor = combine(gt(at_margin(), 0), [(1, at_margin())], facts=known)
    same = combine(eq(at_margin(), at_margin()), [], facts=known)
    (most,) = (at(substitute(f, ONE_INTERVAL), t, by=list(map(assume, ROUND))) for f in INSIDE[1:])
    ends = [(low, -1, above_the_least()), (high, 1, most)]
    defined = [
        generalize(combine(gt((end - edge(t)) / end, 0), [(sign / end, side)], facts=known), [t], ROUND)
        for end, sign, side in ends
    ]
    return [
        combine(
            goal,
            [(1, instantiate(instantiate(theorem, {level: at_margin()}, [factor, same]), {}, defined))],
            facts=known,
        )
        for goal, theorem in zip(claim.states, (reached, least_is_simpler()), strict=True)
    ]


# --- one round with two by two diagonal matrices ---------------------------------------------------------------------

HALF = Rational(1, 2)


def game(margin: Any = HALF, share: Any = HALF, total: Any = None, **changes: Any) -> dict[str, Any]:
    """D_1 = diag(−1, h) and D_2 = diag(h, −1), h = 1 + 2·margin, and β = (share, share), from W_1 = I/2; C = D_1.

    `total`: other eigenvalues of S. `claimed`: another c than the margin. Other `changes`: those of `one_projection`.
    """
    upper, claimed = 1 + 2 * Rational(margin), changes.pop("claimed", margin)
    found = one_projection(step, changes.pop("violation", margin), high=upper, **changes)
    whole = share * (upper - 1) if total is None else total
    entries = -(2 - j) + upper * (j - 1), upper * (2 - j) - (j - 1)
    at = {name: value for name, value in found["at"].items() if name not in (smallest, largest)}
    at |= {
        low: -1,
        high: upper,
        c: claimed,
        n: 2,
        beta: Lambda(j, share),
        S: (whole, whole),
        VecHead("D"): Lambda(j, Tuple(*entries)),
    }
    path = found["at"][VecHead("M")].expr

    def met() -> list[Theorem]:
        theorems, inside = found["discharge"](), [ge(t, 1), ge(1, t), ge(j, 1), ge(2, j)]
        now = combine(eq(t, 1), [(1, t - 1)], facts=inside[:2])
        first, second = map(exp, path)
        spelt = share * (upper - 1) * (b1 + b2)
        attempts: list[Callable[[], Theorem]] = [
            lambda: generalize(combine(eq(whole * b1 + whole * b2, spelt), []), [b1, b2]),
            lambda: each_round(ge(share, 0), j, lambda _: [(share, 1)]),
            lambda: each_round(ge(whole, claimed), i, lambda _: [(whole - claimed, 1)]),
            lambda: generalize(
                combine(ge(-first + upper * second, entries[0] * first + entries[1] * second), [], using=[now]),
                [t, j],
                inside,
            ),
        ]
        for attempt in attempts:
            with suppress(KernelError):
                theorems.append(attempt())
        return theorems

    return {"at": at, "discharge": met}


REACHED, SIMPLER = CLAIM.states
POWER = exp(T * log(at_margin()))

fails_as(CLAIM,
    ("constant", {REACHED: le(REACHED.rhs, Rational(99, 100) * POWER)}, "99/100 of ρ(c)^T.", game()),
    ("constant", {SIMPLER: le(POWER, exp(-Rational(21, 10) * c**2 * T / (high - low) ** 2))}, "21/10 in place of 2.",
        game(Rational(1, 10))),
    ("sign", {REACHED: le(POWER, REACHED.rhs)}, "≥ in place of ≤.", game(claimed=Rational(1, 10))),
)  # fmt: skip
fails_without(CLAIM,
    (MOST, "C(t) may be violated less.", game(violation=Rational(1, 10))),
    (SMALLEST, "S may have eigenvalues below c.", game(claimed=1)),
    (SHARES, "Σ β_j may be 2.", game(share=1, claimed=1)),
    (TOTAL_IS, "S may be anything.", game(claimed=1, total=1)),
    (STEP_IS, "α(t) may be anything.", game(taken=0)),
)  # fmt: skip


@CLAIM.extremal("c", [Rational(1, 10), HALF, 2], formula=0)
def first_round(margin: Any) -> tuple[dict[Any, Any], list[Theorem]]:
    """D_1 = diag(−1, h), D_2 = diag(h, −1), h = 1 + 2c, from W_1 = I/2: attained for T = 1.

    In the second round r_2 is more than c here. It stays near c for many rounds only where W_t stays near I/d, in large
    dimensions.
    """
    found = game(margin)
    return found["at"], found["discharge"]()


@CLAIM.extremal("c", [Rational(1, 2), Rational(1, 10), Rational(1, 100)], formula=1)
def small_margins(margin: Any) -> tuple[dict[Any, Any], list[Theorem]]:
    """The same: the ratio tends to 1 as c → 0."""
    found = game(margin)
    return found["at"], found["discharge"]()
