"""Sequential risk and regret: the definitions, and that the best fixed predictor makes the regret largest."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from sympy import Expr, Lambda, Rational, Sum

from numeric.learners.run import Trace
from numeric.reference import run as reference
from verify.claims import Claim, Conformance
from verify.concrete import value
from verify.conformance import conformance
from verify.kernel import Theorem, assume, combine, generalize, instantiate
from verify.terms import family, forall, function, ge, integer, le, point, points, real

t, T = integer("t T")
r = real("r")
best, other = point("b"), point("g")
choice = points("h")
loss = function("ℓ")
mine, theirs = family("a"), family("c")


def risk(losses: Any) -> Expr:
    """(1/T) Σ of the losses over the rounds t = 1, …, T."""
    return Sum(losses, (t, 1, T)) / T


def regret(predictor: Any) -> Expr:
    """The sequential risk less the risk of one fixed predictor."""
    return risk(loss(t, choice(t))) - risk(loss(t, predictor))


SOME = ge(T, 1)
BEST = forall(other, le(risk(loss(t, best)), risk(loss(t, other))))

RISK = Claim(
    "gradient_descent/sequential-risk",
    at="page 2",
    printed="(1/T) Σ ℓ_t(h_t) − min over h of (1/T) Σ ℓ_t(h)",
    given=[BEST, SOME],
    states=[
        forall(other, ge(regret(best), regret(other))),
        ge(regret(best), Sum(loss(t, choice(t)) - loss(t, other), (t, 1, T)) / T),
    ],
    reading=(
        "Definitions, for predictors that are points of any set: ℓ(t, g) is the loss of the predictor g in round "
        "t, h(t) the learner's. Where a best fixed predictor b exists, as min demands, the regret is that against b, "
        "and at least R_T(g)/T for every g: a bound on R_T(u) for all u is a bound on the regret. It may be negative, "
        "since the learner may change its predictor."
    ),
)


@RISK.proof
def best_is_the_worst_comparator(claim: Claim) -> list[Theorem]:
    """The risk of b is at most that of h."""
    against, sums = claim.states
    best_of_all = [(1, instantiate(assume(f), [other])) for f in claim.given if f == BEST]
    facts = [f for f in claim.given if f == SOME]
    one = combine(against.body, best_of_all, facts=facts)
    return [generalize(one, [other]), combine(sums, best_of_all, facts=facts)]


SQUARES: dict[Any, Any] = {
    loss: Lambda((t, r), r**2),
    choice: Lambda(t, 1),
    T: 1,
    best: 0,
    other: 1,
}


def never_negative() -> list[Theorem]:
    """h² ≥ 0² in one round."""
    return [generalize(combine(ge(r**2, 0), [(1, r**2)]), [r])]


@RISK.mutant("constant", at=SQUARES | {other: Rational(1, 2)}, discharge=never_negative)
def half_the_regret(claim: Claim) -> Claim:
    """Half the regret is as large as any."""
    return claim.replace(states=[claim.states[0], ge(regret(best) / 2, claim.states[1].rhs)])


@RISK.mutant("sign", at=SQUARES | {other: Rational(1, 2)}, discharge=never_negative)
def smallest(claim: Claim) -> Claim:
    """The regret against the best predictor is the smallest."""
    return claim.replace(states=[claim.states[0], le(regret(best), claim.states[1].rhs)])


@RISK.mutant("hypothesis", at=SQUARES | {best: 2})
def any_predictor(claim: Claim) -> Claim:
    """b need not be the best."""
    return claim.replace(given=[f for f in claim.given if f != BEST])


@RISK.mutant("hypothesis", undecided="for T = 0 there is no average")
def any_number_of_rounds(claim: Claim) -> Claim:
    """T may be any integer."""
    return claim.replace(given=[f for f in claim.given if f != SOME])


def losses() -> Iterator[tuple[Any, Any]]:
    """Losses of a learner and of a comparator, over many orders of magnitude, some nearly equal."""
    rng = np.random.default_rng(12)
    for case in range(40):
        rounds = int(rng.integers(1, 60))
        own = 10.0 ** rng.uniform(-10, 10, rounds)
        yield (
            own,
            own * (1.0 + 1e-9 * rng.standard_normal(rounds)) if case % 2 else 10.0 ** rng.uniform(-10, 10, rounds),
        )


@RISK.conformance
def traces_follow_the_definitions() -> Iterator[Conformance]:
    """The mean loss and the mean regret of a run."""
    yield from conformance(
        list(losses()),
        formula=lambda at: value(risk(mine(t)), {mine: list(at[0]), T: len(at[0])}),
        code=lambda at: Trace(at[0], at[0]).cumulative_loss / len(at[0]),
        reference=lambda at: reference.sequential_risk(list(at[0])),
        ulps=2.0,
    )
    yield from conformance(
        list(losses()),
        formula=lambda at: value(
            risk(mine(t)) - risk(theirs(t)), {mine: list(at[0]), theirs: list(at[1]), T: len(at[0])}
        ),
        code=lambda at: (Trace(at[0], at[0], at[1]).regret or 0.0) / len(at[0]),
        reference=lambda at: reference.average_regret(list(at[0]), list(at[1])),
        ulps=2.0,
    )
