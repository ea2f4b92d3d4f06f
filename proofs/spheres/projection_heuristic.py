"""Section 2: the point of the sphere that is closest to a parameter is what normalising it gives."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from mpmath import mp
from sympy import Rational

from numeric.learners.project_back import project_back_update
from numeric.manifolds import Sphere
from numeric.reference import sphere as sphere_reference
from proofs.spheres.gradient import pairs_of_unit_vectors
from verify.author.kernel import Theorem, combine, identity
from verify.claims import Claim, Conformance, fails_without
from verify.claims.concrete import value
from verify.claims.conformance import conformance
from verify.language.terms import Inner, eq, ge, gt, le, norm, vectors
from verify.lemmas import cauchy_schwarz

w, q = vectors("w q")

HEURISTIC = Claim(
    "spheres/projection-heuristic",
    at="section 2",
    printed="Replace the intermediate parameter p′_t by the point p_{t+1} on the sphere that is closest to p′_t",
    given=[gt(Inner(w, w), 0), eq(Inner(q, q), 1)],
    states=[
        eq(Inner(w / norm(w), w / norm(w)), 1),
        ge(Inner(q - w, q - w), Inner(w / norm(w) - w, w / norm(w) - w)),
    ],
    reading=(
        "w = p′_t ≠ 0 is anywhere in Rⁿ, and q any unit vector: w/‖w‖ is a unit vector, and no q is closer to w. "
        "At w = 0, "
        "which a gradient step can reach, all points of the sphere are equally close and the heuristic says nothing."
    ),
)


@HEURISTIC.proof
def normalise(claim: Claim) -> list[Theorem]:
    """The difference of the squared distances is 2(‖w‖ − ⟨q, w⟩), by Cauchy–Schwarz."""
    moving = [f for f in claim.given if f.op == ">"]
    unit = [f for f in claim.given if f.op == "="]
    product = combine(ge(norm(w), Inner(q, w)), [(1, cauchy_schwarz(q, w))], using=unit, facts=moving)
    return [
        identity(claim.states[0], facts=moving),
        combine(claim.states[1], [(2, product)], using=unit, facts=moving),
    ]


@HEURISTIC.mutant("sign", at={w: 2, q: -1})
def the_farthest(claim: Claim) -> Claim:
    """No q is farther."""
    last = claim.states[1]
    return claim.replace(states=[claim.states[0], le(last.lhs, last.rhs)])


@HEURISTIC.mutant("constant", at={w: 2, q: 1})
def strictly_closer(claim: Claim) -> Claim:
    """Every q is farther by 1/10."""
    last = claim.states[1]
    return claim.replace(states=[claim.states[0], ge(last.lhs, last.rhs + Rational(1, 10))])


fails_without(HEURISTIC, (HEURISTIC.given[1], "q need not be on the sphere.", {w: 2, q: 2}))


def _project_back(pair: Any) -> Any:
    flat = 2.0 * np.dot(*pair) * pair[1]
    return project_back_update(Sphere(), pair[0], flat, 0.25)


@HEURISTIC.conformance
def code_follows_the_heuristic() -> Iterator[Conformance]:
    """One step of the heuristic on the loss ⟨p, x⟩², its reference, and the formula w/‖w‖ for w = p − η∂L."""
    return conformance(
        pairs_of_unit_vectors(),
        formula=lambda pair: value(w / norm(w), {w: _flat_step(pair)}),
        code=_project_back,
        reference=lambda pair: sphere_reference.projx(_flat_step(pair)),
        ulps=8.0,
    )


def _flat_step(pair: Any) -> list[Any]:
    flat = 2.0 * np.dot(*pair) * pair[1]
    return [mp.mpf(a) - mp.mpf(0.25) * mp.mpf(b) for a, b in zip(pair[0], flat, strict=True)]
