"""Definition 2, weak compatibility: what has the least loss is a solution, on both examples."""

from __future__ import annotations

from typing import Any

from sympy import Expr, Rational

from proofs.spheres.regular_values import UNIT
from verify.author.kernel import Theorem, assume, combine, generalize, identity, instantiate
from verify.claims import Claim, fails_as, fails_without
from verify.language.terms import Inner, eq, forall, ge, real, vector, vectors
from verify.lemmas import vanishes_with_its_square

y, c, k = real("y c k")
p, q, x, best = vectors("p q x p⋆")


def square_loss(p: Any) -> Expr:
    """(⟨p, x⟩ − y)², (7); with y = 0 it is (8)."""
    return (Inner(p, x) - y) ** 2


SOLUTION = eq(Inner(best, x), y)
other = vector("w")
MINIMAL = forall(other, ge(square_loss(other), square_loss(p)))

UNIT_BEST = eq(Inner(best, best), 1)

MINIMAL_UNIT = forall(other, ge(Inner(other, x) ** 2, Inner(p, x) ** 2), [eq(Inner(other, other), 1)])

WEAK = Claim(
    "spheres/weak-compatibility",
    at="Definition 2, after it",
    printed=(
        "In both the examples posed, Section 3.1 and 3.2, it is clear that the PMC and loss function are "
        "weakly compatible"
    ),
    given=[UNIT, MINIMAL_UNIT, UNIT_BEST, eq(Inner(best, x), 0)],
    idle={
        UNIT: "the parameters of section 3.2 are unit vectors; a p of no more loss than p⋆ is a solution wherever it is"
    },
    states=[eq(Inner(p, x), 0), eq(Inner(q, x) ** 2, Inner(best, x) ** 2 + Inner(q - best, x) ** 2)],
    reading=(
        "For the sphere of section 3.2, in every dimension, with the true parameter p⋆ that it supposes, a unit vector "
        "with ⟨p⋆, x⟩ = 0: a unit vector p of least loss is a solution, and a solution has least loss, as any q "
        "has ⟨q − p⋆, x⟩² more. On S⁰ = {−1, 1} no p⋆ is orthogonal to unit data. "
        "Section 3.1 is spheres/weak-compatibility-euclid."
    ),
)

WEAK_EUCLID = Claim(
    "spheres/weak-compatibility-euclid",
    at="Definition 2, after it",
    printed=(
        "In both the examples posed, Section 3.1 and 3.2, it is clear that the PMC and loss function are "
        "weakly compatible"
    ),
    given=[SOLUTION, MINIMAL],
    states=[eq(Inner(p, x), y), eq(square_loss(q), square_loss(best) + Inner(q - best, x) ** 2)],
    reading=(
        "For section 3.1, in Rⁿ, with a true parameter p⋆: a p of least loss is a solution, ⟨p, x⟩ = y, and any q has "
        "⟨q − p⋆, x⟩² more loss than a solution, for every n. Section 3.2 is spheres/weak-compatibility."
    ),
)


def _zero(square: Theorem, term: Any) -> Theorem:
    """term = 0, from 0 ≥ term²."""
    return vanishes_with_its_square(term, combine(eq(term**2, 0), [(1, term**2)], facts=[square]))


@WEAK.proof
def no_more_than_the_solution(claim: Claim) -> list[Theorem]:
    """⟨p, x⟩² ≤ ⟨p⋆, x⟩² = 0."""
    solution = [f for f in claim.given if f == eq(Inner(best, x), 0)]
    unit = [assume(f) for f in claim.given if f == UNIT_BEST]
    least = [instantiate(assume(f), [best], unit) for f in claim.given if f == MINIMAL_UNIT]
    below = combine(ge(0, Inner(p, x) ** 2), [(1, f) for f in least], using=solution)
    return [_zero(below, Inner(p, x)), identity(claim.states[1], using=solution)]


@WEAK_EUCLID.proof
def no_more_than_the_true_parameter(claim: Claim) -> list[Theorem]:
    """L(p) ≤ L(p⋆) = 0."""
    solution = [f for f in claim.given if f == SOLUTION]
    least = [instantiate(assume(f), [best]) for f in claim.given if f == MINIMAL]
    below = combine(ge(0, square_loss(p)), [(1, f) for f in least], using=solution)
    zero = _zero(below, Inner(p, x) - y)
    return [
        combine(claim.states[0], [(1, zero)]),
        identity(claim.states[1], using=solution),
    ]


ACROSS = {p: (0, 1), x: (1, 0), q: (1, 0), best: (0, -1)}


def least_at_zero() -> list[Theorem]:
    """⟨q, x⟩² ≥ 0 for x = (1, 0)."""
    sphere = eq(c**2 + k**2, 1)
    return [generalize(combine(ge(c**2, 0), [(1, c**2)]), [c, k], [sphere])]


fails_as(WEAK,
    ("constant", [eq(Inner(p, x), Rational(1, 2)), WEAK.states[1]], "⟨p, x⟩ = ½.", ACROSS, least_at_zero),
    ("sign", [WEAK.states[0], eq(Inner(q, x) ** 2, Inner(best, x) ** 2 - Inner(q - best, x) ** 2)],
        "A solution has the largest loss.", ACROSS, least_at_zero),
)  # fmt: skip


fails_without(WEAK,
    (MINIMAL_UNIT, "p may be any point.", {**ACROSS, p: (1, 0)}),
    (eq(Inner(best, x), 0), "p⋆ need not be a solution.", {**ACROSS, best: (1, 0), q: (0, 1)}, least_at_zero),
)  # fmt: skip


ON_THE_LINE = {p: 2, x: 1, y: 2, best: 2, q: 0}


def least_on_the_line() -> list[Theorem]:
    """(q − 2)² ≥ 0."""
    return [generalize(combine(ge((c - 2) ** 2, 0), [(1, (c - 2) ** 2)]), [c])]


fails_as(WEAK_EUCLID,
    ("sign", [eq(Inner(p, x), -y), WEAK_EUCLID.states[1]], "⟨p, x⟩ = −y.", ON_THE_LINE, least_on_the_line),
    ("constant", [eq(Inner(p, x), 2 * y), WEAK_EUCLID.states[1]], "⟨p, x⟩ = 2y.", ON_THE_LINE, least_on_the_line),
)  # fmt: skip


fails_without(WEAK_EUCLID,
    (MINIMAL, "p may be anything.", {**ON_THE_LINE, p: 0}),
    (SOLUTION, "p⋆ need not be a solution.", {**ON_THE_LINE, best: 0, q: 1}, least_on_the_line),
)  # fmt: skip
