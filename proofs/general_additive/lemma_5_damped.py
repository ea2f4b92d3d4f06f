"""Lemma 5 at every rate, sharpness: gradient descent that takes its distance to the comparator times −μ, for ever."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from itertools import pairwise
from typing import Any

from sympy import Lambda, Rational, Sum, sqrt

from proofs.general_additive._line import HALF
from verify.audit import (
    Claim, Theorem, assume, at, by_induction, combine, eq, fails_as, fails_without, family, follows, forall, ge, gt,
    identity, instantiate, integer, listed, positive, real, telescope,
)  # fmt: skip
from verify.author.kernel import KernelError
from verify.lemmas.few_rounds import each_round

n, t, length = integer("n t ℓ")
eta, p, rho = positive("η p ρ")
mu, s = real("μ s")
theta, y = family("θ"), family("y")

TRIAL = [ge(t, 1), ge(length, t)]
WITHIN, LEFT = 1 + mu - eta, 1 + mu - mu * eta
RANGE = [gt(1 + mu, 0), ge(1, mu), gt(WITHIN, 0)]
SIZE = eq(mu**2, rho**2)
FACTOR = eq(p, (1 + mu) ** 2 / (WITHIN * LEFT))
START = eq(theta(1), 1)
DAMPED = forall(t, eq(theta(t + 1), -mu * theta(t)), TRIAL)
UPDATE = forall(t, eq(theta(t + 1), theta(t) - eta * (theta(t) - y(t))), TRIAL)
LOSS, COMPARED = (Sum(loss**2 / 2, (t, 1, length)) for loss in (theta(t) - y(t), y(t)))
ROOT = sqrt((2 - eta) ** 2 - 4 / p)
START_FACTOR = 2 / (eta * (2 - eta + ROOT))
"""The factor of Δ in general_additive/lemma-5-every-rate, with b = c = 1."""


def gap(left: Any) -> Any:
    """p·Loss⋆ + q·Δ − Loss = left, for the factor q of Δ = ½."""
    return eq(p * COMPARED + START_FACTOR / 2 - LOSS, left)


CLAIM = Claim(
    "general_additive/lemma-5-damped",
    at="Lemma 5, (34), sharpness",
    says=(
        "for every rate 0 < η < 2 and every p > 4/(2 − η)², but 1/(1 − η), there are runs for which p Loss⋆ + qΔ is "
        "more than the loss by qΔρ^{2ℓ}, for q = 2/(η(2 − η + √((2 − η)² − 4/p))) and some ρ < 1"
    ),
    given=[ge(length, 0), *RANGE, SIZE, FACTOR, START, DAMPED, UPDATE],
    states=[gap(START_FACTOR * rho ** (2 * length) / 2), eq(START_FACTOR, (1 + mu) / (eta * LEFT))],
    rests_on=["general_additive/lemma-5-every-rate"],
    reading=(
        "Gradient descent on the line with square loss, so that b = c = 1 and r = η: all inputs are 1, θ_1 = 1, the "
        "comparator is 0, so that Δ = ½, and the outcomes are such that θ_{t+1} = −μθ_t, for −1 < μ ≤ 1 with 1 + μ > η "
        "and ρ = |μ| > 0. Then p = (1 + μ)²/((1 + μ − η)(1 + μ − μη)): it is 4/(2 − η)² at μ = 1 and grows without end "
        "as μ falls to η − 1, so that every p from the least on has its μ; that of p = 1/(1 − η) is 0, and then one "
        "trial attains the bound, by general_additive/lemma-5.sharp. For |μ| < 1 the difference tends to 0 as ℓ grows, "
        "and so no smaller q will do for this p; for μ = 1 see general_additive/lemma-5-to-and-fro."
    ),
)


@cache
def known() -> list[Theorem]:
    """1 + μ − μη > 0, and √((2 − η)² − 4/p) = η(1 − μ)/(1 + μ), which is defined and not negative."""
    exact = eta * (1 - mu) / (1 + mu)
    facts = [combine(gt(LEFT, 0), [(1, assume(RANGE[2])), (eta, assume(RANGE[1]))])]
    square = identity(eq((2 - eta) ** 2 - 4 / p, exact**2), using=[FACTOR], facts=[*RANGE, *facts])
    facts += [
        combine(ge(exact, 0), [(eta / (1 + mu), assume(RANGE[1]))], facts=RANGE),
        follows(ge((2 - eta) ** 2 - 4 / p, 0), square, exact**2, RANGE),
    ]
    root = instantiate(identity(eq(ROOT, exact), using=[FACTOR], facts=[*facts, *RANGE]), {}, facts)
    more = combine(gt(2 - eta + ROOT, 0), [(2 / (1 + mu), facts[0]), (1, root)], facts=[*facts, *RANGE])
    return [*facts, root, more]


def factor_of_the_start() -> Theorem:
    """q = (1 + μ)/(η(1 + μ − μη))."""
    exact = eta * (1 - mu) / (1 + mu)
    there = identity(
        eq(2 / (eta * (2 - eta + s)), (1 + mu) / (eta * LEFT)), using=[eq(s, exact)], facts=[*RANGE, known()[0]]
    )
    return instantiate(there, {s: ROOT}, known())


@CLAIM.proof
def nothing_is_left_but_the_end(claim: Claim) -> list[Theorem]:
    """In each trial the bound is an equality, so that q·θ_{ℓ+1}²/2 is left, and θ_{ℓ+1}² = μ^{2ℓ} by induction."""
    start = factor_of_the_start()
    moves, shrinks = at(UPDATE, t), at(DAMPED, t)
    outcome = follows(eq(y(t), theta(t) * (eta - 1 - mu) / eta), moves, shrinks)
    factor, potential = (1 + mu) ** 2 / (WITHIN * LEFT), Lambda(t, (1 + mu) / (eta * LEFT) * theta(t) ** 2 / 2)
    facts: list[Any] = [*RANGE, *known()]
    paid = eq(factor * y(t) ** 2 / 2 - (theta(t) - y(t)) ** 2 / 2 + potential(t) - potential(t + 1), 0)
    summed = telescope(identity(paid, using=[outcome, shrinks], facts=facts), t, 1, length, potential(t))
    end = eq(theta(n) ** 2, rho ** (2 * (n - 1)))

    def later(here: Theorem) -> Theorem:
        return follows(eq(theta(n + 1) ** 2, rho ** (2 * n)), here, SIZE, using=[at(DAMPED, n)])

    last = instantiate(by_induction(end, n, 1, base=[START], step=later, until=length + 1), {n: length + 1})
    left = follows(eq(theta(length + 1) ** 2, rho ** (2 * length)), last, ge(length, 0))
    exceeds = follows(claim.states[0], summed, left, start, ge(length, 0), facts, using=[FACTOR, START])
    return [instantiate(f, {}, known()) for f in (exceeds, start)]


# --- two trials ------------------------------------------------------------------------------------------------------


def two_trials(path: Sequence[Any], desired: Any = None, size: Any = HALF, factor: Any = "9/5") -> dict[str, Any]:
    """Two trials at η = ½ with μ = ½ along a path, with the outcomes that the update asks for, or others."""
    outcomes = [here - 2 * (here - then) for here, then in pairwise(path)]
    chosen = listed(outcomes, t) if desired is None else Lambda(t, desired)
    at = {length: 2, eta: HALF, mu: HALF, rho: size, p: Rational(factor), theta: listed(path, t), y: chosen}
    where = at[theta]
    bodies = [
        eq(where(t + 1), -where(t) / 2),
        eq(where(t + 1), where(t) - (where(t) - chosen(t)) / 2),
    ]

    def met() -> list[Theorem]:
        found = []
        for body in bodies:
            with suppress(KernelError):
                found.append(each_round(body, t, last=2))
        return found

    return {"at": at, "discharge": met}


TWO = [Rational(1), -HALF, Rational(1, 4)]
LEFT_OVER = START_FACTOR * rho ** (2 * length) / 2


fails_as(CLAIM,
    ("constant", {CLAIM.states[0]: gap(0)}, "The bound is attained.", two_trials(TWO)),
    ("constant", {CLAIM.states[1]: eq(START_FACTOR, (1 + mu) / (2 * eta * LEFT))}, "Half of q.", two_trials(TWO)),
    ("sign", {CLAIM.states[0]: gap(-LEFT_OVER)}, "The loss exceeds the bound.", two_trials(TWO)),
)  # fmt: skip


fails_without(CLAIM,
    (START, "θ_1 may be anything.", two_trials([2 * place for place in TWO])),
    (DAMPED, "θ_{t+1} may be anything.", two_trials([Rational(1), Rational(1), Rational(1)])),
    (UPDATE, "The outcomes may be anything.", two_trials(TWO, desired=0)),
    (SIZE, "ρ may be anything.", two_trials(TWO, size=1)),
    (FACTOR, "p may be anything.", two_trials(TWO, factor=9)),
)  # fmt: skip
