"""After Corollary 5: the canonical link is one-to-one, up to what no distribution tells apart."""

from __future__ import annotations

from typing import Any

from sympy import Expr, Lambda, exp, log

from proofs.geometric_view.canonical_links import (
    NAMES, SOME, base, expectation, i, log_probability, m, outcomes, partition, probability, statistic, theta, v,
)  # fmt: skip
from verify.author.kernel import Theorem, assume, cases, certify, combine, generalize, identity, instantiate
from verify.claims import Claim, fails_as, fails_without
from verify.language.terms import Inner, VecHead, eq, forall, ge, gt, integer, le, real, substitute, vector
from verify.lemmas import sum_above_member, vanishes_with_its_square
from verify.prover.proving import certificate

c, x, y = real("c x y")
q = integer("q")
other = vector("θ′")
SAME_MEAN = forall(v, eq(expectation(theta, v), expectation(other, v)))
OUTCOME, EACH = [ge(q, 1), ge(m, q)], [ge(i, 1), ge(m, i)]
MINIMAL = forall([v, c], eq(v, 0), [forall(i, eq(Inner(statistic(i), v), c), EACH)])


def chance(theta: Any) -> Expr:
    """p_q(θ)."""
    return substitute(probability(theta), {i: q})


ONE_TO_ONE = Claim(
    "geometric_view/canonical-links-one-to-one",
    at="after Corollary 5",
    says="The canonical link of a family on finitely many outcomes is one-to-one: equal expectation parameters are "
    "those of one distribution, and of one natural parameter if the family is minimal",
    given=[SAME_MEAN, SOME, *OUTCOME, MINIMAL],
    where=NAMES,
    states=[eq(chance(theta), chance(other)), eq(other, theta)],
    rests_on=["geometric_view/canonical-links"],
    reading=(
        "p_i(θ) = h_i e^{⟨θ, T_i⟩}/Z(θ) for m ≥ 1 outcomes i, and μ(θ) = Σ p_i(θ)T_i, as in "
        "geometric_view/canonical-links. If μ(θ) = μ(θ′), then p_q(θ) = p_q(θ′) for each outcome q; and θ′ = θ if the "
        "family is minimal, which says that ⟨T_i, v⟩ is the same for all i for v = 0 only."
    ),
)


def gap(x: Any, y: Any) -> Expr:
    """(eˣ − eʸ)(x − y)."""
    return (exp(x) - exp(y)) * (x - y)


def least(x: Any, y: Any) -> Expr:
    """(x − y)²eˣ⁺ʸ/(eˣ + eʸ)."""
    return (x - y) ** 2 * exp(x + y) / (exp(x) + exp(y))


def apart() -> Theorem:
    """(eˣ − eʸ)(x − y) ≥ (x − y)²eˣ⁺ʸ/(eˣ + eʸ), as e^|x − y| ≥ 1 + |x − y|."""
    goal, grows = ge(gap(x, y), least(x, y)), certify(certificate(ge(exp(x), 1 + x)))
    sides = []
    for high, low in ((x, y), (y, x)):
        case = ge(high, low)
        above = instantiate(grows, {x: high - low})
        rest = (x - y) ** 2 * exp(low) ** 2 / (exp(x) + exp(y))
        sides.append(combine(goal, [((high - low) * exp(low), above), (1, rest)], facts=[case]))
    return cases(sides, [ge(x, y), ge(y, x)])


def equal_exponents() -> Theorem:
    """x = y, if (eˣ − eʸ)(x − y) ≤ 0."""
    small = le(gap(x, y), 0)
    weight = (exp(x) + exp(y)) / exp(x + y)
    square = combine(le((x - y) ** 2, 0), [(weight, apart()), (weight, assume(small))])
    nothing = combine(eq((x - y) ** 2, 0), [(1, (x - y) ** 2)], facts=[square])
    return combine(eq(x, y), [(1, vanishes_with_its_square(x - y, nothing))])


@ONE_TO_ONE.proof
def entropies_both_ways(claim: Claim) -> list[Theorem]:
    """Σ (p_i − p′_i)(ln p_i − ln p′_i) = ⟨μ − μ′, θ − θ′⟩ = 0, and no term is negative: each is 0."""
    same, one = claim.states
    some, range_ = ([h for h in claim.given if h in part] for part in ([SOME], OUTCOME))
    first, second = log_probability(theta), log_probability(other)
    masses = [partition(point) for point in (theta, other)]
    known = [*map(assume, some), *(combine(gt(mass, 0), [(1, mass)], facts=some) for mass in masses)]
    term = (probability(theta) - probability(other)) * (first - second)
    means = [(1, instantiate(assume(h), [theta - other], known)) for h in claim.given if h == SAME_MEAN]
    members = [identity(eq(outcomes(probability(point)), 1), facts=known) for point in (theta, other)]
    moved = log(masses[0]) - log(masses[1])
    nothing = combine(eq(outcomes(term), 0), [*means, (-moved, members[0]), (moved, members[1])], facts=known)
    entropy = instantiate(apart(), {x: first, y: second}, known)
    never = combine(ge(term, 0), [(1, entropy), (1, least(first, second))], facts=[*known, *EACH])
    member = sum_above_member(outcomes(term), q, [*known, *range_, generalize(never, [i], EACH)])
    small = combine(le(substitute(term, {i: q}), 0), [(1, member), (-1, nothing)], facts=[*known, *range_])
    ends = {x: substitute(first, {i: q}), y: substitute(second, {i: q})}
    level = instantiate(equal_exponents(), ends, [small, *known, *map(assume, range_)])
    products = eq(Inner(theta, statistic(q)), Inner(other, statistic(q)) + moved)
    alike = combine(products, [(1, level)], facts=[*known, *range_])
    constant = combine(eq(Inner(statistic(q), other - theta), -moved), [(-1, alike)], facts=known)
    unique = [
        instantiate(assume(h), [other - theta, -moved], [_for_each(constant), *known])
        for h in claim.given
        if h == MINIMAL
    ]
    return [
        identity(same, using=[alike], facts=[*known, *range_]),
        combine(one, [(1, h) for h in unique], facts=known),
    ]


def _for_each(outcome: Theorem) -> Theorem:
    return generalize(instantiate(outcome, {q: i}), [i], EACH)


r = real("r")
COIN: dict[Any, Any] = {m: 2, base: Lambda(i, 1), VecHead("T"): Lambda(i, i - 1), theta: 1, other: 1, q: 2}
"""A coin, T = 0 and 1, at θ = θ′ = 1."""


def same_coin() -> list[Theorem]:
    """The means are equal, and (i − 1)v = c for i = 1, 2 gives v = 0."""
    mean = exp(1) / (1 + exp(1))
    alike = generalize(identity(eq(mean * r, r - r / (1 + exp(1)))), [r])
    constant = forall(i, eq((i - 1) * r, c), [ge(i, 1), ge(2, i)])
    first, second = (instantiate(assume(constant), [n]) for n in (1, 2))
    return [alike, generalize(combine(eq(r, 0), [(1, second), (-1, first)]), [r, c], [constant])]


def no_statistic() -> list[Theorem]:
    """T = 0 has the mean 0 for every θ."""
    return [generalize(identity(eq(r - r, 0)), [r])]


fails_as(ONE_TO_ONE,
    ("constant", [eq(chance(theta), 2 * chance(other)), ONE_TO_ONE.states[1]], "p_q(θ) = 2p_q(θ′).", COIN, same_coin),
    ("sign", [ONE_TO_ONE.states[0], eq(other, -theta)], "θ′ = −θ.", COIN, same_coin),
)  # fmt: skip


fails_without(ONE_TO_ONE,
    (SAME_MEAN, "The expectation parameters may differ.", COIN | {other: 0}, same_coin),
    (MINIMAL, "⟨T_i, v⟩ may be the same for all i for other v.", COIN | {VecHead("T"): Lambda(i, 0), other: 0},
        no_statistic),
)  # fmt: skip


NO_OUTCOME = COIN | {VecHead("T"): Lambda(i, (i - 1) * (i - 2)), other: 0, q: 3}


fails_without(ONE_TO_ONE,
    ([MINIMAL, OUTCOME[1]], "q need not be an outcome, nor the family minimal.", NO_OUTCOME, no_statistic),
)  # fmt: skip
