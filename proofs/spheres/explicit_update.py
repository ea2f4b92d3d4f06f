"""Explicit update (10): the end of the geodesic that leaves with velocity −η grad L; on the sphere and in Rⁿ."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from numeric.learners.geodesic import GeodesicLearner, ScaleInvariantLoss
from numeric.manifolds import Sphere
from numeric.reference import geodesic as reference
from proofs.spheres.gradient import at_unit_vectors, pairs_of_unit_vectors
from proofs.spheres.single_step import NEXT, UNIT, UPDATE_EVERYWHERE, eta, p, x
from proofs.spheres.update import G
from verify.author.kernel import Theorem, identity
from verify.axioms import sphere_exp
from verify.claims import Claim, Conformance, fails_as, fails_without
from verify.claims.concrete import value
from verify.claims.conformance import conformance
from verify.language.terms import Deriv, eq, real, vectors

s, r = real("s r")
start, velocity, after = vectors("q V w")

EXPLICIT = Claim(
    "spheres/explicit-update",
    at="(10)",
    printed=(
        "p_{t+1} is the end point of the geodesic starting from p_t with initial velocity vector equal to"
        " −η grad L_t(p_t)"
    ),
    given=[UNIT, eq(after, start - eta * velocity)],
    states=[
        eq(sphere_exp(p, -eta * G), NEXT),
        eq(start + s * (-eta * velocity), start + s * (after - start)),
        eq(Deriv(start + s * (after - start), s, r), -eta * velocity),
    ],
    rests_on=["spheres/update-everywhere", "spheres/example-5"],
    reading=(
        "On the unit sphere with the loss (8) the end Exp_p(−η grad L) of that geodesic is p cos(η‖V‖) − ηV "
        "sinc(η‖V‖), "
        "V = grad L, at every p and x. In Rⁿ the geodesic from q with velocity −ηV, V = grad L(q), is the line to "
        "w = q − ηV, which it reaches at s = 1."
    ),
)


@EXPLICIT.proof
def on_both_manifolds(claim: Claim) -> list[Theorem]:
    """The update on the sphere, and a line."""
    line = [f for f in claim.given if f != UNIT]
    on_sphere = UPDATE_EVERYWHERE.theorem(UPDATE_EVERYWHERE.states[0])
    return [on_sphere, *(identity(f, using=line) for f in claim.states[1:])]


STEP = {p: 1, x: 1, eta: 1, start: 1, velocity: 1, after: 0, s: 1, r: 0}


fails_as(EXPLICIT,
    ("sign", [*EXPLICIT.states[:2], eq(EXPLICIT.states[2].lhs, eta * velocity)], "The line leaves with velocity +ηV.",
        STEP),
    ("constant", [*EXPLICIT.states[:2], eq(EXPLICIT.states[2].lhs, -2 * eta * velocity)],
        "The line leaves with velocity −2ηV.", STEP),
)  # fmt: skip


fails_without(EXPLICIT, (EXPLICIT.given[1], "w may be anything.", {**STEP, after: 5}))


RATE = 0.375


def _learned(pair: Any) -> Any:
    learner = GeodesicLearner(Sphere(), ScaleInvariantLoss(), pair[0], RATE)
    learner.learn_one(pair[1])
    return learner.coef_


@EXPLICIT.conformance
def learner_on_the_sphere() -> Iterator[Conformance]:
    """The geodesic learner for any manifold and loss, on the sphere with (8), and the reference."""
    return conformance(
        pairs_of_unit_vectors(),
        formula=lambda pair: value(NEXT, {**at_unit_vectors(pair), eta: RATE}),
        code=_learned,
        reference=lambda pair: reference.sphere_update(pair[0], pair[1], RATE),
        ulps=8.0,
    )
