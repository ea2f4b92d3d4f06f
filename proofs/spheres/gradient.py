"""Gradient (11): on the unit sphere, grad ⟨·, x⟩² is the tangential part of the flat gradient."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from sympy import Expr, Rational

from numeric.learners import geodesic
from numeric.manifolds import Sphere
from numeric.reference import geodesic as reference
from numeric.reference.sphere import projx
from verify.author.kernel import Theorem, assume, cite, combine, generalize, identity, instantiate
from verify.axioms import DEFINITE
from verify.claims import Claim, Conformance, fails_as, fails_without
from verify.claims.concrete import value
from verify.claims.conformance import conformance
from verify.language.terms import Deriv, Inner, eq, forall, real, vector, vectors

s, q = real("s q")
p, x, g = vectors("p x g")
V = vector("V")


def loss(p: Any, x: Any) -> Expr:
    """The loss (8) of the scale-invariant linear predictor, ⟨p, x⟩²."""
    return Inner(p, x) ** 2


def flat_gradient(p: Any, x: Any) -> Expr:
    """The gradient of ⟨·, x⟩² in the ambient space, 2⟨p, x⟩x."""
    return 2 * Inner(p, x) * x


def gradient(p: Any, x: Any) -> Expr:
    """grad L(p) = 2⟨p, x⟩(x − ⟨p, x⟩p), as printed in (11)."""
    return 2 * Inner(p, x) * (x - Inner(p, x) * p)


def differential(p: Any, x: Any, V: Any) -> Expr:
    """dL(p)(V), along the line p + sV; for a tangent V every curve with this velocity gives the same."""
    return Deriv(loss(p + s * V, x), s, 0)


UNIT = eq(Inner(p, p), 1)
TANGENT_GRADIENT = eq(Inner(g, p), 0)
REPRESENTS = forall(V, eq(differential(p, x, V), Inner(g, V)), [eq(Inner(p, V), 0)])

GRADIENT = Claim(
    "spheres/gradient",
    at="(11)",
    printed=(
        "The covariant gradient grad L_t(p) on S^{n−1} is equal to the projection of the standard "
        "gradient onto the tangent space at p"
    ),
    given=[UNIT, TANGENT_GRADIENT, REPRESENTS],
    states=[
        eq(g, gradient(p, x)),
        eq(g, flat_gradient(p, x) - Inner(flat_gradient(p, x), p) * p),
    ],
    reading=(
        "g is the gradient of L = ⟨·, x⟩² at the unit vector p by its definition (section 5): tangent at p, with "
        "dL(p)(V) = ⟨g, V⟩ for every tangent V. Then g is the printed vector, and that is the projection of the flat "
        "gradient 2⟨p, x⟩x. Any dimension; x need not be of length one. That the printed vector has the defining "
        "property is spheres/gradient-exists."
    ),
)

GRADIENT_EXISTS = Claim(
    "spheres/gradient-exists",
    at="(11), existence",
    says="dh(w)(V) = ⟨grad h(w), V⟩ for any tangent V",
    given=[UNIT],
    states=[
        eq(Inner(gradient(p, x), p), 0),
        forall(V, eq(differential(p, x, V), Inner(gradient(p, x), V)), [eq(Inner(p, V), 0)]),
    ],
    reading="The printed vector is tangent at p and represents the differential of ⟨·, x⟩² on all tangent vectors.",
)


@GRADIENT_EXISTS.proof
def product_rule(claim: Claim) -> list[Theorem]:
    """d⟨p + sV, x⟩² = 2⟨p, x⟩⟨V, x⟩, and ⟨p, V⟩ = 0 removes the other part."""
    tangency, represents = claim.states
    (orthogonal,) = represents.given
    differs = identity(represents.body, using=[orthogonal])
    return [identity(tangency, using=list(claim.given)), generalize(differs, [V], [orthogonal])]


@GRADIENT.proof
def only_one_vector_represents(claim: Claim) -> list[Theorem]:
    """The difference d of g and the printed vector is tangent, and ⟨d, d⟩ = dL(d) − dL(d) = 0."""
    orthonormal = [f for f in claim.given if f in (UNIT, TANGENT_GRADIENT)]
    d = g - claim.states[0].rhs
    tangent = identity(eq(Inner(p, d), 0), using=orthonormal)
    defined = instantiate(assume(REPRESENTS), [d], discharge=[tangent])
    printed = identity(eq(differential(p, x, d), Inner(claim.states[0].rhs, d)), using=orthonormal)
    square = combine(eq(Inner(d, d), 0), [(1, printed), (-1, defined)])
    zero = instantiate(cite(DEFINITE), {x: d}, discharge=[square])
    first = identity(claim.states[0], using=[zero])
    return [first, identity(claim.states[1], using=[first])]


ACROSS = {p: (1, 0), x: (Rational(3, 5), Rational(4, 5)), g: (0, Rational(24, 25))}


def represents(length: int = 1, radial: int = 0) -> list[Theorem]:
    """In the plane, x = (3/5, 4/5), p = (length, 0), g = (radial, 24 length/25): d⟨p + sV, x⟩² = ⟨g, V⟩ on V ⟂ p."""
    v1, v2 = real("V₁ V₂")
    at = Rational(3, 5) * (length + s * v1) + Rational(4, 5) * s * v2
    orthogonal = eq(length * v1, 0)
    goal = eq(Deriv(at**2, s, 0), radial * v1 + Rational(24, 25) * length * v2)
    product = combine(goal, [(Rational(18, 25) - Rational(radial, length), assume(orthogonal))])
    return [generalize(product, [v1, v2], [orthogonal])]


fails_as(GRADIENT,
    ("constant", [eq(g, gradient(p, x) / 2), GRADIENT.states[1]], "The factor 2 is lost.", ACROSS, represents),
    ("sign", [eq(g, 2 * Inner(p, x) * (x + Inner(p, x) * p)), GRADIENT.states[1]],
        "The normal part is added instead of taken away.", ACROSS, represents),
)  # fmt: skip


fails_without(GRADIENT,
    (UNIT, "p need not be a unit vector.", {**ACROSS, p: (2, 0), g: (0, Rational(48, 25))}, lambda: represents(2)),
    (TANGENT_GRADIENT, "g need not be tangent.", {**ACROSS, g: (1, Rational(24, 25))}, lambda: represents(1, 1)),
)  # fmt: skip


@GRADIENT_EXISTS.instance
def a_unit_vector() -> dict[Any, Any]:
    """p = (1, 0)."""
    return {p: (1, 0)}


fails_without(GRADIENT_EXISTS, (UNIT, "p need not be a unit vector.", {p: (2, 0), x: ACROSS[x]}))


def pairs_of_unit_vectors() -> list[tuple[Any, Any]]:
    """Random pairs in 2 to 50 dimensions, some nearly parallel and some nearly orthogonal."""
    rng, sphere = np.random.default_rng(11), Sphere()
    found = []
    for n in (2, 3, 10, 50):
        for _ in range(5):
            at, data = sphere.random_point(rng, n), sphere.random_point(rng, n)
            across = sphere.projx(sphere.proju(at, data))
            found += [(at, data), (at, sphere.exp(at, 1e-7 * across)), (at, sphere.projx(across + 1e-7 * at))]
    return found


def at_unit_vectors(pair: Any) -> dict[Any, Any]:
    """The unit vectors that a pair of float vectors stands for."""
    return {p: projx(pair[0]), x: projx(pair[1])}


@GRADIENT.conformance
def code_follows_the_gradient() -> Iterator[Conformance]:
    """The learner's gradient and its reference, at random and at nearly parallel or orthogonal vectors."""
    return conformance(
        pairs_of_unit_vectors(),
        formula=lambda pair: value(gradient(p, x), at_unit_vectors(pair)),
        code=lambda pair: geodesic.gradient(*pair),
        reference=lambda pair: reference.gradient(*pair),
        ulps=4.0,
    )
