"""Example 6: ‖grad L‖ = 2|⟨p, x⟩|√(1 − ⟨p, x⟩²) = |sin 2d|, where d is the distance of p and x."""

from __future__ import annotations

from collections.abc import Iterator

from sympy import Abs, Rational, acos, sin, sqrt

from numeric.learners import geodesic
from numeric.reference import geodesic as reference
from proofs.spheres.gradient import at_unit_vectors, gradient, pairs_of_unit_vectors
from verify.author.kernel import Theorem, combine, identity
from verify.claims import Claim, Conformance, fails_as, fails_without
from verify.claims.concrete import value
from verify.claims.conformance import conformance
from verify.language.terms import Formula, Inner, eq, ge, norm, vectors

p, x = vectors("p x")
c = Inner(p, x)
d = acos(c)

UNIT, UNIT_DATA = eq(Inner(p, p), 1), eq(Inner(x, x), 1)

GRADIENT_NORM = Claim(
    "spheres/gradient-norm",
    at="Example 6",
    printed="‖V_t‖ = ‖grad L_t(p_t)‖ = 2|⟨p_t, x_t⟩| ‖x_t − ⟨p_t, x_t⟩p_t‖ = 2|⟨p_t, x_t⟩|√(1 − ⟨p_t, x_t⟩²), or in "
    "short ‖V_t‖ = |sin 2d|, where d = arccos⟨p_t, x_t⟩",
    given=[UNIT, UNIT_DATA],
    states=[
        eq(norm(gradient(p, x)), 2 * Abs(c) * norm(x - c * p)),
        eq(norm(gradient(p, x)), 2 * Abs(c) * sqrt(1 - c**2)),
        eq(norm(gradient(p, x)), Abs(sin(2 * d))),
    ],
    reading=(
        "p and x are unit vectors of a space of any dimension (section 3.2 puts the data on the sphere; without "
        "‖x‖ = 1 the formula fails), V is the vector (11) and d = arccos⟨p, x⟩."
    ),
)


@GRADIENT_NORM.proof
def gram_matrix(claim: Claim) -> list[Theorem]:
    """⟨V, V⟩ = 4c²(1 − c²) by bilinearity; −1 ≤ c ≤ 1 by Cauchy–Schwarz; d = arccos c."""
    inside = cauchy_schwarz(list(claim.given))
    return [identity(state, using=list(claim.given), facts=inside) for state in claim.states]


def cauchy_schwarz(units: list[Formula]) -> list[Theorem]:
    """1 − c ≥ 0 and 1 + c ≥ 0, as ‖x ∓ p‖² = 2 ∓ 2c; and their product."""
    below = combine(ge(1 - c, 0), [(sqrt(1) / 2, Inner(x - p, x - p))], using=units)
    above = combine(ge(1 + c, 0), [(sqrt(1) / 2, Inner(x + p, x + p))], using=units)
    return [below, above, combine(ge(1 - c**2, 0), [(below, above)])]


ACROSS = {p: (1, 0), x: (Rational(3, 5), Rational(4, 5))}


fails_as(GRADIENT_NORM,
    ("constant", [*GRADIENT_NORM.states[:2], eq(norm(gradient(p, x)), Abs(sin(d)))], "|sin d| in place of |sin 2d|.",
        ACROSS),
)  # fmt: skip


@GRADIENT_NORM.mutant("sign", at=ACROSS)
def plus_under_the_root(claim: Claim) -> Claim:
    """√(1 + c²)."""
    first, _, last = claim.states
    return claim.replace(states=[first, eq(norm(gradient(p, x)), 2 * Abs(c) * sqrt(1 + c**2)), last])


@GRADIENT_NORM.mutant("sign", at={p: (-1, 0), x: ACROSS[x]})
def without_magnitude(claim: Claim) -> Claim:
    """c in place of |c|."""
    first, _, last = claim.states
    return claim.replace(states=[first, eq(norm(gradient(p, x)), 2 * c * sqrt(1 - c**2)), last])


fails_without(GRADIENT_NORM,
    (UNIT, "p need not be a unit vector.", {p: (Rational(1, 2), 0), x: (1, 0)}),
    (UNIT_DATA, "x need not be a unit vector.", {p: (1, 0), x: (Rational(1, 2), Rational(1, 2))}),
)  # fmt: skip


@GRADIENT_NORM.conformance
def code_follows_the_norm() -> Iterator[Conformance]:
    """The learner's norm and its reference against |sin 2d|."""
    return conformance(
        pairs_of_unit_vectors(),
        formula=lambda pair: value(Abs(sin(2 * d)), at_unit_vectors(pair)),
        code=lambda pair: geodesic.gradient_norm(*pair),
        reference=lambda pair: reference.gradient_norm(*pair),
        ulps=4.0,
    )
