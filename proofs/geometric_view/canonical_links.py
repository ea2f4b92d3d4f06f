"""After Corollary 5: the canonical link is an isometry between natural and expectation parameters of a family."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from sympy import Expr, Lambda, Rational, Sum, exp, log

from numeric.matching import Softmax
from numeric.reference import matching as reference
from verify.author.kernel import Theorem, assume, combine, generalize, identity, instantiate
from verify.claims import Claim, Conformance, fails_as, fails_without
from verify.claims.concrete import value
from verify.claims.conformance import conformance
from verify.language.terms import (
    EUCLIDEAN, Deriv, Inner, Vec, VecHead, eq, family, forall, function, ge, integer, real, vector, vectors,
)  # fmt: skip

i, j, m = integer("i j m")
s, q = real("s q")
theta, u, v, a = vectors("θ u v a")
base = family("h", positive=True)


def statistic(i: Any) -> Vec:
    """T_i, the sufficient statistic of the i-th outcome."""
    return Vec(VecHead("T"), EUCLIDEAN, i)


def outcomes(term: Any) -> Expr:
    """The sum over the m outcomes."""
    return Sum(term, (i, 1, m))


def partition(theta: Any) -> Expr:
    """Z(θ) = Σ h_i e^{⟨θ, T_i⟩}."""
    return outcomes(base(i) * exp(Inner(theta, statistic(i))))


def probability(theta: Any) -> Expr:
    """p_i(θ) = h_i e^{⟨θ, T_i⟩}/Z(θ)."""
    return base(i) * exp(Inner(theta, statistic(i))) / partition(theta)


def log_probability(theta: Any) -> Expr:
    """ln p_i(θ)."""
    return log(base(i)) + Inner(theta, statistic(i)) - log(partition(theta))


def expectation(theta: Any, v: Any) -> Expr:
    """⟨μ(θ), v⟩, μ(θ) = Σ p_i(θ)T_i the expectation parameter."""
    return outcomes(probability(theta) * Inner(statistic(i), v))


def score(u: Any) -> Expr:
    """The derivative of ln p_i at θ along u."""
    return Deriv(log_probability(theta + s * u), s, 0)


def fisher(u: Any, v: Any) -> Expr:
    """Fisher's metric at θ, E[∂_u ln p ∂_v ln p]."""
    return outcomes(probability(theta) * score(u) * score(v))


def curve(s: Any) -> Vec:
    """Natural parameters c(s)."""
    return Vec(VecHead("c"), EUCLIDEAN, s)


at = vector("τ")
NAMES = {
    function("p")(i, at): probability(at),
    function("ln_p")(i, at): log_probability(at),
    function("Z")(at): partition(at),
}
SOME = ge(m, 1)
STARTS = eq(curve(0), theta)
MOVES = forall(v, eq(Deriv(expectation(curve(s), v), s, 0), Inner(a, v)))
PUSHED = forall(v, eq(Inner(a, v), Deriv(expectation(theta + s * u, v), s, 0)))
OTHER_SCORE = Deriv(log_probability(curve(s)), s, 0)

CANONICAL = Claim(
    "geometric_view/canonical-links",
    at="after Corollary 5",
    says="For a family on finitely many outcomes the canonical link, from natural to expectation parameters, is the "
    "gradient of ln Z and keeps the lengths of Fisher's metric",
    given=[SOME, STARTS, MOVES, PUSHED],
    where=NAMES,
    states=[
        eq(Deriv(log(partition(theta + s * v)), s, 0), expectation(theta, v)),
        eq(fisher(u, v), Deriv(expectation(theta + s * u, v), s, 0)),
        eq(outcomes(probability(theta) * OTHER_SCORE**2), fisher(u, u)),
    ],
    reading=(
        "An exponential family of finitely many outcomes, p_i(θ) = h_i e^{⟨θ, T_i⟩}/Z(θ) with T_i ∈ Rᵏ and any number "
        "of outcomes; its canonical link maps θ to μ(θ) = Σ p_i T_i. Both spaces carry Fisher's metric, of the family "
        "with that parameter. a = μ⋆u is the image of u under the link, and c(s) are natural parameters of a curve of "
        "expectation parameters with velocity a: then the length of a, from the derivative of ln p_i along c, is that "
        "of u. That the link is one-to-one, where Fisher's metric is one, is "
        "geometric_view/canonical-links-one-to-one; families on infinitely many outcomes are in "
        "geometric_view/canonical-links-every-family."
    ),
)


@CANONICAL.proof
def scores_agree(claim: Claim) -> list[Theorem]:
    """⟨μ⋆u, v⟩ is Fisher's metric of u and v; so that of c′ − u and c′ + u is 0."""
    first, second, third = claim.states
    some = [h for h in claim.given if h == SOME]
    velocity = Deriv(curve(q), q, 0)
    both = velocity + u
    starts = [h for h in claim.given if h == STARTS]
    moves = [instantiate(assume(h), [both]) for h in claim.given if h == MOVES]
    pushed = [instantiate(assume(h), [both]) for h in claim.given if h == PUSHED]
    gap = Deriv(expectation(curve(s), both), s, 0) - Deriv(expectation(theta + s * u, both), s, 0)
    along = identity(eq(gap, third.lhs - third.rhs), using=starts, facts=some)
    length = combine(third, [(-1, along), *((1, h) for h in moves), *((1, h) for h in pushed)], facts=some)
    return [identity(first, facts=some), identity(second, facts=some), length]


TWO: dict[Any, Any] = {
    m: 2,
    base: Lambda(i, 1),
    VecHead("T"): Lambda(i, i - 1),
    theta: 0,
    u: 1,
    v: 1,
    a: Rational(1, 4),
    VecHead("c"): Lambda(s, s),
}
"""A coin, T = 0 and 1, at θ = 0: μ = ½ and μ′ = ¼."""

r = real("r")


def slopes(natural: Any, pushed: Any, velocity: Any) -> list[Theorem]:
    """d/ds μ·r = velocity·r at s = 0, along the curve of natural parameters and along θ + su."""
    made = []
    for at in (natural, pushed):
        goal = eq(Deriv(exp(at) * r / (1 + exp(at)), s, 0), velocity * r)
        made.append(generalize(identity(goal), [r]))
    return [*made, generalize(combine(eq(goal.rhs, goal.lhs), [(-1, identity(goal))]), [r])]


def coin() -> list[Theorem]:
    """c(s) = θ + su = s."""
    return slopes(s, s, Rational(1, 4))


fails_as(CANONICAL,
    ("constant", [*CANONICAL.states[:2], eq(CANONICAL.states[2].lhs, 2 * fisher(u, u))], "Twice Fisher's metric.",
        TWO, coin),
)  # fmt: skip


@CANONICAL.mutant("sign", at=TWO, discharge=coin)
def negative_covariance(claim: Claim) -> Claim:
    """Minus the covariance."""
    second = claim.states[1]
    return claim.replace(states=[claim.states[0], eq(second.lhs, -second.rhs), claim.states[2]])


fails_without(CANONICAL,
    (MOVES, "c need not have those expectation parameters.", TWO | {VecHead("c"): Lambda(s, 5 * s)}, coin),
    (PUSHED, "a need not be the image of u.", TWO | {u: 2}, coin),
)  # fmt: skip


BIASED = TWO | {theta: log(2), a: Rational(2, 9), VecHead("c"): Lambda(s, s * Rational(8, 9))}


def biased() -> list[Theorem]:
    """θ = ln 2, and a curve from 0 whose expectation parameter moves as fast as along u."""
    return slopes(s * Rational(8, 9), log(2) + s, Rational(2, 9))


fails_without(CANONICAL, (STARTS, "c need not start at θ.", BIASED, biased))


def _unit(size: int, index: int) -> list[int]:
    return [int(k == index) for k in range(size)]


def _link(point: Any) -> list[Any]:
    """⟨μ(θ), e_k⟩ for the family of all distributions on n outcomes, T_i the unit vectors and h_i = 1."""
    size = len(point)
    at = {m: size, base: [1] * size, statistic(i): lambda k: _unit(size, int(k) - 1), theta: point}
    return [value(expectation(theta, v), {**at, v: _unit(size, k)}) for k in range(size)]


@CANONICAL.conformance
def softmax_is_the_canonical_link() -> Iterator[Conformance]:
    """The canonical link of the distributions on 2 to 5 outcomes is the softmax function."""
    rng = np.random.default_rng(5)
    return conformance(
        [rng.normal(0, 3, size) for size in (2, 3, 5) for _ in range(3)],
        formula=_link,
        code=Softmax().transfer,
        reference=lambda point: reference.transfer("softmax", point),
        ulps=4.0,
    )
