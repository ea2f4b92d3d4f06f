"""The matching loss as a relative entropy of an exponential family: for its cumulant function, and not for every φ."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
from mpmath import mp
from sympy import Add, Expr, Lambda, Sum, atan, exp, log

from numeric.matching import Softmax
from numeric.reference import matching as reference
from proofs.general_additive.identity_loss import divergence
from verify.audit import (
    Claim, Conformance, Deriv, Inner, Theorem, at, combine, eq, fails_as, fails_without, family, follows, forall,
    function, ge, generalize, gt, identity, integer, real, substitute, vectors, witness,
)  # fmt: skip
from verify.claims.concrete import value
from verify.claims.conformance import conformance
from verify.language.terms import EUCLIDEAN, Vec, VecHead

s, r, z = real("s r z")
i, m, q = integer("i m q")
a, b, v = vectors("a â v")
carrier = family("h", positive=True)
STATISTIC = VecHead("T")
SOME_OUTCOME = ge(m, 1)


def statistic(i: Any) -> Vec:
    """T(i), the sufficient statistic of outcome i."""
    return Vec(STATISTIC, EUCLIDEAN, i)


def over_outcomes(term: Any) -> Expr:
    """The sum over the m outcomes."""
    return Sum(term, (i, 1, m))


def cumulant(a: Any) -> Expr:
    """P(a) = ln Σ h(i) exp⟨a, T(i)⟩."""
    return log(over_outcomes(carrier(i) * exp(Inner(a, statistic(i)))))


def probability(a: Any) -> Expr:
    """h(i) exp(⟨a, T(i)⟩ − P(a)), the probability of outcome i with natural parameter a."""
    return carrier(i) * exp(Inner(a, statistic(i))) / Sum(carrier(q) * exp(Inner(a, statistic(q))), (q, 1, m))


def relative_entropy(a: Any, b: Any) -> Expr:
    """Σ p_a(i) ln(p_a(i)/p_â(i))."""
    return over_outcomes(probability(a) * log(probability(a) / probability(b)))


HERE, THERE = function("p_a"), function("p_â")
"""What the probabilities are called where statements are shown."""
MEMBERS = eq(over_outcomes(probability(a)), 1)
MEAN = eq(Deriv(cumulant(a + s * v), s, 0), over_outcomes(probability(a) * Inner(statistic(i), v)))
ENTROPY = eq(divergence(cumulant, b, a), relative_entropy(a, b))

FAMILY = Claim(
    "general_additive/exponential-family.repaired",
    at="section 1, after (5)",
    says=(
        "where P_φ is the cumulant function of an exponential family on finitely many outcomes, L_φ(φ(a), φ(â)) is the "
        "relative entropy between its members with natural parameters a and â"
    ),
    given=[SOME_OUTCOME],
    where={HERE(i): probability(a), THERE(i): probability(b), function("P")(v): cumulant(v)},
    states=[MEMBERS, MEAN, eq(ENTROPY.lhs, over_outcomes(HERE(i) * log(HERE(i) / THERE(i))))],
    repairs="general_additive/exponential-family",
    reading=(
        "The outcomes are i = 1, …, m, with any carrier h > 0 and any statistic T(i) in R^k, for "
        "any m and k: p_a(i) = h(i) exp(⟨a, T(i)⟩ − P(a)). φ(a) = ∇P(a) is the mean of T. The loss is the right-hand "
        "side of (16) at the pair (â, a), its last term written as the derivative of P at a along â − a, and it is the "
        "entropy of p_a relative to p_â. In an infinite family the same holds where P may be differentiated under the "
        "integral, as in the interior of its domain; that is not stated here."
    ),
)


@FAMILY.proof
def logarithms_of_probabilities(claim: Claim) -> list[Theorem]:
    """ln(p_a/p_â) = ⟨a − â, T⟩ − P(a) + P(â), and the mean of T is ∇P(a)."""
    facts = list(claim.given)
    return [identity(f, facts=facts) for f in claim.states]


BERNOULLI = {m: 2, carrier: Lambda(i, 1), STATISTIC: Lambda(i, i - 1), a: 0, b: 1, v: 1}


fails_as(FAMILY,
    ("sign", {MEAN: eq(MEAN.lhs, -MEAN.rhs)}, "φ(a) is minus the mean of T.", BERNOULLI),
    ("constant", {ENTROPY: eq(ENTROPY.lhs, relative_entropy(b, a))}, "The entropy of p_â relative to p_a.", BERNOULLI),
    ("constant", {ENTROPY: eq(ENTROPY.lhs, 2 * ENTROPY.rhs)}, "Twice the entropy.", BERNOULLI),
)  # fmt: skip


@FAMILY.conformance
def softmax_is_the_categorical_family() -> Iterator[Conformance]:
    """h = 1 and T(i) = e_i for i = 1, …, k: the softmax divergence against the entropy of the members."""
    rng = np.random.default_rng(3)
    points = [tuple(rng.normal(0, 2, (2, n)).tolist()) for n in (2, 3, 8) for _ in range(3)]

    def exactly(pair: Any) -> Any:
        n = len(pair[0])
        basis = [[mp.mpf(int(row == column)) for column in range(n)] for row in range(n)]
        at = {m: n, carrier: [1] * n, STATISTIC: lambda index: basis[int(index) - 1], a: pair[0], b: pair[1]}
        return value(relative_entropy(a, b), at)

    return conformance(
        points,
        formula=exactly,
        code=lambda pair: Softmax().divergence(pair[1], pair[0]),
        reference=lambda pair: reference.divergence("softmax", pair[1], pair[0]),
        ulps=4.0,
    )


# --- for every φ? --------------------------------------------------------------------------------------------------

P = function("P")
M = function("M")
first, second, third, fourth = real("r1 r2 r3 r4")
constant, linear, quadratic = real("a b c")


def cumulants(r: Any) -> tuple[Expr, Expr]:
    """The second and the fourth derivative of ln M."""
    curved = Deriv(Deriv(log(M(first)), first, second), second, third)
    return substitute(curved, {third: r}), Deriv(Deriv(curved, third, fourth), fourth, r)


def square_mean(derivatives: Sequence[Any], a: Any, b: Any, c: Any) -> Expr:
    """∫ (a + bT + cT²)² e^{zT} h, from ∫ Tⁿ e^{zT} h for n = 0, …, 4, the derivatives of M at z."""
    weights = (a**2, 2 * a * b, 2 * a * c + b**2, 2 * b * c, c**2)
    return Add(*(weight * moment for weight, moment in zip(weights, derivatives, strict=True)))


def derivatives(f: Any, at: Any) -> list[Any]:
    """f and its first four derivatives."""
    places = [first, second, third, fourth]
    found, here = [f(at)], f(first)
    for n, place in enumerate(places):
        found.append(Deriv(here, place, at))
        here = Deriv(here, place, places[n + 1]) if n < 3 else here
    return found


def variance_and_square(r: Any, factor: Any = 2) -> Expr:
    """P⁗ + 2(P″)², for P = ln M."""
    curved, fourth_cumulant = cumulants(r)
    return fourth_cumulant + factor * curved**2


POSITIVE = forall(z, gt(M(z), 0))
MOMENTS = [M(z), *(M.prime(z, n) for n in (1, 2, 3, 4))]
COEFFICIENTS = [constant, linear, quadratic]
SQUARES = forall([z, *COEFFICIENTS], ge(square_mean(MOMENTS, *COEFFICIENTS), 0))


KURTOSIS = Claim(
    "general_additive/exponential-family-kurtosis",
    at="section 1, after (5)",
    says="cumulant functions P_φ satisfy P_φ⁗ + 2(P_φ″)² ≥ 0 (not in the paper; implied by its claim on every φ)",
    given=[POSITIVE, SQUARES],
    where={function("P")(r): log(M(r))},
    states=ge(variance_and_square(r), 0),
    reading=(
        "For every family with one natural parameter that may be any real r: P = ln M with M(r) = ∫ e^{rT(x)}h(dx) for "
        "any measure h and statistic T. Its n-th derivative is ∫ Tⁿe^{rT}h (L. D. Brown, Fundamentals of Statistical "
        "Exponential Families, 1986, Theorem 2.2). All "
        "that is used of it is that it is positive, and so is the integral of every square (a + bT + cT²)²e^{zT}: with "
        "the mean and the variance of T put in, P⁗ + 2(P″)² = E((T − ET)² − Var T)²."
    ),
)


@KURTOSIS.proof
def variance_of_the_square(claim: Claim) -> Theorem:
    """The square is T² − 2mT + 2m² − v with the mean m and the second moment v of T, divided by M."""
    facts = [at(POSITIVE, r)]
    mean, moment = M.prime(r, 1) / M(r), M.prime(r, 2) / M(r)
    squares = [at(SQUARES, r, 2 * mean**2 - moment, -2 * mean, 1)]
    return follows(claim.states[0], squares, facts)


IN_GENERAL = Claim(
    "general_additive/exponential-family",
    weight="gap",
    slip=(
        "True where P_φ is a cumulant function. Such a function is smooth and meets P⁗ + 2(P″)² ≥ 0, which the "
        "potential of an increasing function need not."
    ),
    at="section 1, after (5)",
    printed=(
        "in general, L_φ(φ(a), φ(â)) can be interpreted as the relative entropy between two distributions from the "
        "exponential family with cumulant function P_φ"
    ),
    given=[forall(z, gt(P.prime(z, 2), 0))],
    states=ge(P.prime(r, 4) + 2 * P.prime(r, 2) ** 2, 0),
    rests_on=["general_additive/exponential-family-kurtosis"],
    reading=(
        "One output and any smooth φ = P′ with φ′ > 0. What is stated follows from the print: a cumulant function is "
        "P_φ only if P_φ⁗ + 2(P_φ″)² ≥ 0 everywhere, by general_additive/exponential-family-kurtosis, for every family."
    ),
)

ARCTAN = Lambda(r, r * atan(2 * r) / 2 - log(1 + 4 * r**2) / 8)


@IN_GENERAL.counterexample
def arcus_tangens(claim: Claim) -> Theorem:
    """φ(a) = arctan(2a)/2: φ′ = 1/(1 + 4a²) > 0, and at 0 it is −8 + 2 < 0."""
    return witness(list(claim.given), claim.states[0], {P: ARCTAN, r: 0}, discharge=[arctan_increases()])


def arctan_increases() -> Theorem:
    """P″ = 1/(1 + 4z²)."""
    slope = Deriv(Deriv(ARCTAN(first), first, second), second, z)
    return generalize(combine(gt(slope, 0), [(1, 1 / (1 + 4 * z**2))]), [z])


BERNOULLI_MASS = Lambda(r, 1 + exp(r))


def bernoulli() -> list[Theorem]:
    """M = 1 + eʳ, of T = 0 and 1: the integral of a square is a² + (a + b + c)²e^z."""
    goal = ge(square_mean(derivatives(BERNOULLI_MASS, z), *COEFFICIENTS), 0)
    mean = combine(goal, [(1, constant**2), (exp(z), (constant + linear + quadratic) ** 2)])
    return [
        *positive_mass(BERNOULLI_MASS)(),
        generalize(mean, [z, *COEFFICIENTS]),
    ]


BERNOULLI_AT_ZERO = {M: BERNOULLI_MASS, r: 0}


fails_as(KURTOSIS,
    ("sign", ge(0, variance_and_square(r)), "≤ in place of ≥.", {M: BERNOULLI_MASS, r: 1}, bernoulli),
    ("constant", ge(variance_and_square(r, 1), 0), "The square of the second derivative once.", BERNOULLI_AT_ZERO,
        bernoulli),
)  # fmt: skip


def positive_mass(mass: Lambda) -> Callable[[], list[Theorem]]:
    """M > 0."""
    return lambda: [generalize(combine(gt(mass(z), 0), [(1, mass(z))]), [z])]


EXPONENTIAL = Lambda(r, exp(ARCTAN(r)))


fails_without(KURTOSIS,
    (SQUARES, "M > 0 need be no such integral.", {M: EXPONENTIAL, r: 0}, positive_mass(EXPONENTIAL)),
)  # fmt: skip
