"""Sequential risk and regret: the average loss of the predictors met, less that of the best fixed one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from mpmath import mp
from sympy import Expr, Lambda, Sum

from numeric.learners.run import Trace
from verify.author.kernel import Theorem, assume, combine, generalize, instantiate
from verify.claims import Claim, Conformance, fails_as, fails_without
from verify.claims.concrete import value
from verify.claims.conformance import conformance
from verify.language.terms import PtHead, eq, forall, function, ge, integer, le, point, points, real

t, T = integer("t T")
loss = function("ℓ")
met, best, other = points("h"), point("h⋆"), point("h′")


def rounds(term: Any) -> Expr:
    """The sum over the rounds t = 1, …, T."""
    return Sum(term, (t, 1, T))


def regret(predictor: Any) -> Expr:
    """(1/T) Σ ℓ_t(h_t) − (1/T) Σ ℓ_t(h)."""
    return rounds(loss(t, met(t))) / T - rounds(loss(t, predictor)) / T


SOME = ge(T, 1)
BEST = forall(other, ge(rounds(loss(t, other)), rounds(loss(t, best))))

SEQUENTIAL_RISK = Claim(
    "gradient_descent/sequential-risk",
    at="page 2",
    printed=(
        "the regret (1/T) Σ ℓ_t(h_t) − min_{h ∈ H} (1/T) Σ ℓ_t(h) which measures the difference between the sequential "
        "risk of h_1, …, h_T … and the sequential risk of the best predictor in the class H"
    ),
    given=[BEST, SOME],
    states=[
        ge(regret(best), regret(other)),
        eq(regret(other), rounds(loss(t, met(t)) - loss(t, other)) / T),
    ],
    reading=(
        "h(1), …, h(T) are the learner's predictors, of the class H as h′ is, and h⋆ is a predictor of H of least "
        "total loss. The regret against h⋆ is the largest among those against the predictors h′ of the class, and the "
        "average of the rounds' differences. A bound against every h′ is one against the best; where the class has no "
        "best one, only the former makes sense."
    ),
)


@SEQUENTIAL_RISK.proof
def the_least_is_subtracted(claim: Claim) -> list[Theorem]:
    """Σ ℓ_t(h) ≥ Σ ℓ_t(h⋆), divided by T."""
    some = [f for f in claim.given if f == SOME]
    least = [(1 / T, instantiate(assume(f), [other])) for f in claim.given if f == BEST]
    first, second = claim.states
    return [combine(first, least, facts=some), combine(second, [], facts=some)]


ONE_ROUND = {T: 1, PtHead("h"): Lambda(t, 1), loss: Lambda((t, real("h")), real("h") ** 2), best: 0, other: 1}


def least_at_zero() -> list[Theorem]:
    """h² ≥ 0."""
    h = real("h")
    square = ge(Sum(h**2, (t, 1, 1)), Sum(0 * t, (t, 1, 1)))
    return [generalize(combine(square, [(1, h**2)]), [h])]


fails_as(SEQUENTIAL_RISK,
    ("sign", [le(regret(best), regret(other)), SEQUENTIAL_RISK.states[1]], "The smallest of the regrets.", ONE_ROUND,
        least_at_zero),
    ("constant", [SEQUENTIAL_RISK.states[0], eq(regret(other), 2 * SEQUENTIAL_RISK.states[1].rhs)],
        "Twice the average difference.", {**ONE_ROUND, other: 0}, least_at_zero),
)  # fmt: skip


@SEQUENTIAL_RISK.extremal("h′", [0])
def the_best_itself(predictor: Any) -> tuple[dict[Any, Any], list[Theorem]]:
    """h′ may be the best predictor."""
    return {**ONE_ROUND, other: predictor}, least_at_zero()


fails_without(SEQUENTIAL_RISK, (BEST, "h⋆ need not be the best.", {**ONE_ROUND, best: 2}))


def _losses() -> list[Any]:
    rng = np.random.default_rng(21)
    return [(rng.random(n), rng.random(n)) for n in (1, 5, 40) for _ in range(4)]


def _by_trace(pair: Any) -> float:
    trace = Trace(np.zeros(len(pair[0])), pair[0], pair[1])
    return float(trace.regret or 0.0) / len(pair[0])


@SEQUENTIAL_RISK.conformance
def code_follows_the_regret() -> Iterator[Conformance]:
    """The regret of a run's trace, over its length."""
    return conformance(
        _losses(),
        formula=lambda pair: value(
            regret(other),
            {T: len(pair[0]), met: lambda _: 0, other: 1, loss: lambda t, h: mp.mpf(pair[int(h)][int(t) - 1])},
        ),
        code=_by_trace,
        reference=lambda pair: mp.fsum([*map(mp.mpf, pair[0]), *(-mp.mpf(b) for b in pair[1])]) / len(pair[0]),
        ulps=2.0,
    )
