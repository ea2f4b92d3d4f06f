"""Example 3: the gradient on the simplex, pushed forward to the sphere of radius 2 by f(p) = 2√p."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from mpmath import mp
from sympy import Expr, KroneckerDelta, Lambda, Rational, Sum, sqrt

from numeric.manifolds import Simplex
from numeric.reference import simplex as reference
from verify.author.kernel import Theorem, assume, combine, generalize, identity, instantiate
from verify.claims import Claim, Conformance, fails_as, fails_without
from verify.claims.concrete import value
from verify.claims.conformance import conformance
from verify.language.terms import Deriv, eq, family, forall, ge, integer, real, substitute

n, i, j, m = integer("n i j m")
s = real("s")
p, d = family("p", positive=True), family("d")
G, V = family("G"), family("V")


def isometry(q: Any) -> Expr:
    """A component of f(p) = 2√p, which maps the simplex to the sphere of radius 2."""
    return 2 * sqrt(q)


def pushed(p_i: Any, v_i: Any) -> Expr:
    """A component of f⋆v at p: the derivative of f(p + s v) at s = 0."""
    return Deriv(isometry(p_i + s * v_i), s, 0)


def total(term: Any, index: Any = j) -> Expr:
    """The sum over the n + 1 components."""
    return Sum(term, (index, 1, n + 1))


def mean(p: Any, d: Any) -> Expr:
    """Σⱼ pʲ ∂ⱼL."""
    return total(p(j) * d(j))


def pushed_gradient(p_i: Any, d_i: Any, average: Any) -> Expr:
    """(f⋆grad L)ⁱ = √pⁱ (∂ᵢL − Σⱼ pʲ∂ⱼL), as printed."""
    return sqrt(p_i) * (d_i - average)


ON_SIMPLEX = eq(total(p(j)), 1)
TANGENT = eq(total(G(j)), 0)
DEFINES = forall(
    V,
    eq(total(d(m) * V(m), m), total(pushed(p(m), G(m)) * pushed(p(m), V(m)), m)),
    [eq(total(V(j)), 0)],
)
INDEX = [ge(i, 1), ge(n + 1, i)]

PUSH_FORWARD = Claim(
    "geometric_view/push-forward",
    at="Example 3",
    printed="(f⋆grad L_t(f(p)))ⁱ = (grad L̃_t(w))ⁱ = √pⁱ (∂ᵢL_t − Σⱼ pʲ ∂ⱼL_t)",
    given=[ON_SIMPLEX, TANGENT, DEFINES, *INDEX],
    states=eq(pushed(p(i), G(i)), pushed_gradient(p(i), d(i), mean(p, d))),
    reading=(
        "p is a point of the open simplex in R^{n+1}, d the partial derivatives of L there (of any extension to a "
        "neighbourhood). G is the gradient of L for the metric pulled back by f(p) = 2√p, by its definition: its "
        "components sum to zero and Σ dᵢVᵢ = ⟨f⋆G, f⋆V⟩ for every V whose components sum to zero. Then the i-th "
        "component of f⋆G is the printed one, for every n and i. That such a G exists is "
        "geometric_view/push-forward-exists."
    ),
)


@PUSH_FORWARD.proof
def test_with_a_tangent_vector(claim: Claim) -> Theorem:
    """V = eᵢ − p is tangent, and its product with G is Gⁱ/pⁱ."""
    toward = Lambda(m, KroneckerDelta(m, i) - p(m))
    known = [f for f in claim.given if f in (ON_SIMPLEX, TANGENT)]
    index = [f for f in claim.given if f in INDEX]
    sums_to_zero = identity(eq(total(toward(j)), 0), using=known, facts=index)
    (schema,) = [f for f in claim.given if f not in (*known, *index)]
    tested = instantiate(assume(schema), [toward], discharge=[sums_to_zero])
    left = identity(eq(tested.conclusion.lhs, d(i) - mean(p, d)), using=known, facts=index)
    right = identity(eq(tested.conclusion.rhs, G(i) / p(i)), using=known, facts=index)
    root = sqrt(p(i))
    return combine(claim.states[0], [(root, left), (-root, tested), (-root, right)], facts=index)


TWO_COMPONENTS = {n: 1, p: Lambda(m, Rational(3) ** (m - 1) / 4), d: Lambda(m, 2 * m - 1)}
"""p = (1/4, 3/4) and d = (1, 3), with mean 5/2."""
UNNORMALISED = {**TWO_COMPONENTS, p: Lambda(m, Rational(2) ** (m - 1))}
TRUE_GRADIENT = {**TWO_COMPONENTS, i: 1, G: Lambda(m, Rational(3, 8) * (2 * m - 3))}
NOT_TANGENT = {**TWO_COMPONENTS, i: 1, G: Lambda(m, Rational(1, 8) * (10 * m - 11))}
OFF_THE_SIMPLEX = {**UNNORMALISED, i: 1, G: Lambda(m, Rational(4, 3) * (2 * m - 3))}


def represents(at: dict[Any, Any]) -> list[Theorem]:
    """With two components Σ dᵢVᵢ − ⟨f⋆G, f⋆V⟩ is a multiple of V₁ + V₂."""
    schema = substitute(DEFINES, {getattr(v, "head", v): x for v, x in at.items()})
    (sums_to_zero,) = schema.given
    multiple = at[d](1) - at[G](1) / at[p](1)
    return [generalize(combine(schema.body, [(multiple, assume(sums_to_zero))]), [V], [sums_to_zero])]


fails_as(PUSH_FORWARD,
    ("constant", eq(pushed(p(i), G(i)), pushed_gradient(p(i), d(i), mean(p, d)) / 2),
        "The factor that f(p) = √p would give.", TRUE_GRADIENT, lambda: represents(TRUE_GRADIENT)),
    ("sign", eq(pushed(p(i), G(i)), pushed_gradient(p(i), d(i), -mean(p, d))), "The mean is added.", TRUE_GRADIENT,
        lambda: represents(TRUE_GRADIENT)),
)  # fmt: skip


fails_without(PUSH_FORWARD,
    (TANGENT, "The components of G need not sum to zero.", NOT_TANGENT, lambda: represents(NOT_TANGENT)),
    (ON_SIMPLEX, "The components of p need not sum to one.", OFF_THE_SIMPLEX, lambda: represents(OFF_THE_SIMPLEX)),
)  # fmt: skip


def gradient_component(p_i: Any, d_i: Any, average: Any) -> Expr:
    """The i-th component of the gradient in the simplex, pⁱ(∂ᵢL − Σⱼ pʲ∂ⱼL)."""
    return p_i * (d_i - average)


PUSH_FORWARD_EXISTS = Claim(
    "geometric_view/push-forward-exists",
    at="Example 3, existence",
    says="There is a gradient on the simplex for the metric pulled back by f, pⁱ(∂ᵢL − Σⱼ pʲ∂ⱼL)",
    given=[ON_SIMPLEX],
    states=[
        eq(total(gradient_component(p(j), d(j), mean(p, d).xreplace({j: m}))), 0),
        forall(
            V,
            eq(
                total(d(m) * V(m), m),
                total(pushed(p(m), gradient_component(p(m), d(m), mean(p, d))) * pushed(p(m), V(m)), m),
            ),
            [eq(total(V(j)), 0)],
        ),
    ],
    reading="The vector with components pⁱ(∂ᵢL − Σⱼ pʲ∂ⱼL) is tangent and represents the differential of L.",
)


@PUSH_FORWARD_EXISTS.proof
def sums_are_linear(claim: Claim) -> list[Theorem]:
    """Σ pⁱ = 1 makes it tangent; Σ Vⁱ = 0 removes the mean."""
    on_simplex = [f for f in claim.given if f == ON_SIMPLEX]
    tangent, represents = claim.states
    (sums_to_zero,) = represents.given
    product = identity(represents.body, using=[*on_simplex, sums_to_zero])
    return [identity(tangent, using=on_simplex), generalize(product, [V], [sums_to_zero])]


fails_without(PUSH_FORWARD_EXISTS, (ON_SIMPLEX, "The components of p need not sum to one.", UNNORMALISED))


def distributions_and_partials() -> list[tuple[Any, Any]]:
    """Random points of the open simplex, some near its boundary, with random partial derivatives."""
    rng = np.random.default_rng(3)
    found = []
    for size in (2, 3, 10, 40):
        for concentration in (1.0, 0.05):
            weights = rng.gamma(concentration, size=size) + 1e-12
            found.append((weights / weights.sum(), rng.standard_normal(size)))
    return found


def at_distribution(pair: Any) -> dict[Any, Any]:
    """The exactly normalised distribution that a float one stands for, and the partial derivatives."""
    return {p: reference.point(pair[0]), d: [mp.mpf(x) for x in pair[1]], n: len(pair[0]) - 1}


@PUSH_FORWARD.conformance
def code_follows_the_push_forward() -> Iterator[Conformance]:
    """The simplex's pushed gradient and its reference, as vectors."""
    return conformance(
        distributions_and_partials(),
        formula=lambda pair: [
            value(pushed_gradient(p(i), d(i), mean(p, d)), {**at_distribution(pair), i: k + 1})
            for k in range(len(pair[0]))
        ],
        code=lambda pair: Simplex().push_forward_gradient(*pair),
        reference=lambda pair: reference.push_forward_gradient(*pair),
        ulps=3.0,
    )
