"""The natural gradient update (5), which is (4) in the flat metric."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from mpmath import mp
from sympy import Lambda

from numeric.learners.natural_gradient import natural_gradient
from numeric.reference import natural_gradient as natural_reference
from verify.author.kernel import Theorem, assume, cite, combine, generalize, identity, instantiate
from verify.axioms import DEFINITE
from verify.claims import Claim, Conformance, fails_as, fails_without
from verify.claims.conformance import conformance
from verify.language.terms import EUCLIDEAN, Inner, Vec, VecHead, eq, forall, positive, real, vector, vectors

s = real("s")
eta = positive("η")
p, v, g, w = vectors("p v g w")


def metric(u: Any) -> Vec:
    """Gu."""
    return Vec(VecHead("G"), EUCLIDEAN, u)


INVERSE = forall(v, eq(Inner(metric(w), v), Inner(g, v)))
FLAT = forall(v, eq(metric(v), v))

NATURAL = Claim(
    "spheres/natural-gradient",
    at="(5)",
    printed="p_{t+1} = p_t − η G⁻¹ ∂_pL",
    given=[INVERSE],
    states=eq(metric(w), g),
    reading=(
        "w = G⁻¹∂L is the gradient for the metric ⟨Gu, v⟩: its product ⟨Gw, v⟩ with every v is the derivative "
        "⟨∂L, v⟩ along "
        "v. Then Gw = ∂L, in every dimension, and the update is p − ηw."
    ),
)

NATURAL_FLAT = Claim(
    "spheres/natural-gradient-flat",
    at="(4), (5)",
    says="the update (5) in the flat metric, G = 1, is (4)",
    given=[INVERSE, FLAT],
    states=eq(p - eta * w, p - eta * g),
    rests_on=["spheres/natural-gradient"],
    reading="With G the identity the natural gradient is ∂L, and (5) is (4).",
)


@NATURAL.proof
def difference_has_no_length(claim: Claim) -> Theorem:
    """Gw − ∂L has product 0 with itself."""
    rest = metric(w) - g
    tested = [instantiate(assume(f), [rest]) for f in claim.given if f == INVERSE]
    square = combine(eq(Inner(rest, rest), 0), [(1, t) for t in tested])
    zero = instantiate(cite(DEFINITE), {vector("x"): rest}, [square])
    return identity(claim.states[0], using=[zero])


@NATURAL_FLAT.proof
def the_identity_metric(claim: Claim) -> Theorem:
    """w = Gw = ∂L."""
    a, b, c = vectors("a b c")
    chain = identity(eq(b, c), using=[assume(eq(b, a)), assume(eq(a, c))])
    flat = [identity(eq(w, metric(w)), using=[f]) for f in claim.given if f == FLAT]
    first = NATURAL.theorem(NATURAL.states[0])
    same = instantiate(chain, {b: w, a: metric(w), c: g}, [*flat, first])
    return identity(claim.states[0], using=[same])


def doubling() -> list[Theorem]:
    """⟨2w, v⟩ = ⟨g, v⟩ for w = 1 and g = 2 on the line."""
    c = real("c")
    return [generalize(identity(eq(2 * c, 2 * c)), [c])]


DOUBLED = {VecHead("G"): Lambda(s, 2 * s), w: 1, g: 2, p: 0, eta: 1}


fails_as(NATURAL, ("constant", eq(metric(w), g / 2), "Gw = ½∂L.", DOUBLED, doubling))


fails_without(NATURAL, (INVERSE, "w may be anything.", {**DOUBLED, g: 5}))


def flat_too() -> list[Theorem]:
    """For G = 1 and w = g = 1."""
    c = real("c")
    return [generalize(identity(eq(c, c)), [c])]


fails_as(NATURAL_FLAT,
    ("sign", eq(NATURAL_FLAT.states[0].lhs, p + eta * g), "+η.",
        {VecHead("G"): Lambda(s, s), w: 1, g: 1, p: 0, eta: 1}, flat_too),
)  # fmt: skip


fails_without(NATURAL_FLAT, (FLAT, "The metric may be anything.", DOUBLED, doubling))


def _metrics() -> list[tuple[Any, Any]]:
    """Well-conditioned metrics and derivatives."""
    rng = np.random.default_rng(33)
    found = []
    for k in (1, 3, 8):
        root = rng.standard_normal((k, k)) / 4
        found.append((root @ root.T + np.eye(k), rng.standard_normal(k)))
    return found


def _solved(pair: Any) -> list[Any]:
    """The w with Gw = ∂L, by elimination."""
    with mp.workdps(60):
        return list(mp.lu_solve(mp.matrix(pair[0].tolist()), mp.matrix(pair[1].tolist())))


@NATURAL.conformance
def code_solves_for_the_natural_gradient() -> Iterator[Conformance]:
    """The natural gradient and its reference against Gw = ∂L."""
    return conformance(
        _metrics(),
        formula=_solved,
        code=lambda pair: natural_gradient(*pair),
        reference=lambda pair: natural_reference.natural_gradient(pair[0].tolist(), pair[1]),
        ulps=16.0,
    )
