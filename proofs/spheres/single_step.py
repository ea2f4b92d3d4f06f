"""The explicit update (10) of one trial, in a form that also holds where the gradient vanishes."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np
from sympy import Expr, Rational, cos, sin, sinc

from numeric.learners.geodesic import SphereLearner
from numeric.manifolds import Sphere
from numeric.reference import geodesic as reference
from proofs.spheres.exponential_map import EXP_IS_ABSTRACT, EXPONENTIAL_MAP_ZERO
from proofs.spheres.gradient import at_unit_vectors, gradient, pairs_of_unit_vectors
from proofs.spheres.update import MOVES, UPDATE, G, explicit_update
from verify.author.kernel import Theorem, assume, cases, cite, combine, identity, instantiate
from verify.axioms import DEFINITE, sphere_exp
from verify.claims import Claim, Conformance, decided_by, fails_as, fails_without
from verify.claims.concrete import value
from verify.claims.conformance import conformance
from verify.language.terms import Inner, eq, ge, gt, le, norm, positive, real, vector, vectors

d, h, m, n, s, c = real("d h m n s c")
p, x, best = vectors("p x p⋆")
W, u = vectors("W u")
eta = positive("η")

UNIT, UNIT_DATA, UNIT_BEST = eq(Inner(p, p), 1), eq(Inner(x, x), 1), eq(Inner(best, best), 1)
SOLVES = eq(Inner(x, best), 0)
"""⟨p⋆, x⟩ = 0: the comparator has no loss on this trial."""
ANGLE = eq(Inner(p, x), cos(d))


def step(d: Any, eta: Any) -> Expr:
    """b = η sin 2d, with its sign: positive for d < π/2, negative for d > π/2."""
    return eta * sin(2 * d)


def moved(p: Any, V: Any, eta: Any) -> Expr:
    """p cos(η‖V‖) − ηV sinc(η‖V‖): Exp_p(−ηV) of (12), and p where V = 0."""
    return p * cos(eta * norm(V)) - eta * V * sinc(eta * norm(V))


def next_parameter(p: Any, x: Any, eta: Any) -> Expr:
    """p_{t+1} of the explicit update (10) for the loss ⟨p, x⟩²."""
    return moved(p, gradient(p, x), eta)


NEXT = next_parameter(p, x, eta)
NAMES = {vector("p′"): NEXT, vector("V"): G}
"""The next parameter and the gradient (11), as statements on one trial are shown."""

UPDATE_EVERYWHERE = Claim(
    "spheres/update-everywhere",
    at="(10), Example 6",
    printed="p_{t+1} = Exp_{p_t}(−η grad L_t(p_t))",
    given=[UNIT],
    where=NAMES,
    states=[eq(sphere_exp(p, -eta * G), NEXT), eq(Inner(NEXT, NEXT), 1)],
    rests_on=["spheres/update", "spheres/exponential-map-zero"],
    reading=(
        "p = p_t is any unit vector, x = x_t any vector, η > 0 and V_t the gradient (11) of the loss at p. The update "
        "is p′ = p_{t+1} = p cos(η‖V_t‖) − ηV_t sinc(η‖V_t‖) with sinc z = sin z/z and sinc 0 = 1: the printed formula "
        "where V_t ≠ 0, and p where V_t = 0. It is a unit vector. The claims on section 6 mean it by p_{t+1}, and "
        "leave out the index t where only one trial is spoken of."
    ),
)


@UPDATE_EVERYWHERE.proof
def moving_or_at_rest(claim: Claim) -> list[Theorem]:
    """‖V‖ > 0: the printed update. ‖V‖ = 0: V = 0 and Exp_p(0) = p. The length follows from ⟨p, V⟩ = 0."""
    given = list(claim.given)
    arrives = eq(sphere_exp(p, -eta * W), moved(p, W, eta))
    printed = assume(eq(sphere_exp(p, -eta * W), explicit_update(p, W, eta)))
    in_motion = identity(arrives, using=[printed], facts=[gt(Inner(W, W), 0)])
    moving = instantiate(in_motion, {W: G}, [UPDATE.theorem(UPDATE.states[0])])
    still = EXPONENTIAL_MAP_ZERO.theorem(EXPONENTIAL_MAP_ZERO.states[0])
    at_rest = identity(arrives, using=[eq(W, 0), still])
    no_length = le(Inner(G, G), 0)
    square = combine(eq(Inner(G, G), 0), [(1, Inner(G, G))], facts=[no_length])
    resting = instantiate(at_rest, {W: G}, [instantiate(cite(DEFINITE), {x: G}, [square])])
    reached = cases([moving, resting], [MOVES, no_length])
    tangent = identity(eq(Inner(p, G), 0), using=given)
    unit = identity(eq(Inner(moved(p, W, eta), moved(p, W, eta)), 1), using=[*given, eq(Inner(p, W), 0)])
    return [reached, instantiate(unit, {W: G}, [tangent])]


@UPDATE_EVERYWHERE.instance
def on_the_circle() -> dict[Any, Any]:
    """p = (1, 0), x = (3/5, 4/5), η = 1/2."""
    return {p: (1, 0), x: (Rational(3, 5), Rational(4, 5)), eta: Rational(1, 2)}


@UPDATE_EVERYWHERE.mutant("sign", undecided=EXP_IS_ABSTRACT)
def uphill(claim: Claim) -> Claim:
    """The step goes along the gradient."""
    wrong = moved(p, -G, eta)
    return claim.replace(states=[eq(sphere_exp(p, -eta * G), wrong), eq(Inner(wrong, wrong), 1)])


fails_as(UPDATE_EVERYWHERE,
    ("constant", [eq(sphere_exp(p, -eta * G), moved(p, G, 2 * eta)), UPDATE_EVERYWHERE.states[1]], "The rate is 2η.",
        decided_by(undecided=EXP_IS_ABSTRACT)),
)  # fmt: skip


fails_without(UPDATE_EVERYWHERE,
    (UNIT, "p need not be a unit vector.", {p: (2, 0), x: (Rational(3, 5), Rational(4, 5)), eta: Rational(1, 2)}),
)  # fmt: skip


@cache
def along(direction: Any) -> Theorem:
    """sin d ⟨p_{t+1}, u⟩ = sin(b + d)⟨p, u⟩ − sin b ⟨x, u⟩, b = η sin 2d, for every u and d with ⟨p, x⟩ = cos d.

    ‖V‖ = |sin 2d|, and both cos and sinc are even, so b may take the place of η‖V‖ whatever its sign.
    """
    scaled = eq(Inner(W, W), m**2)
    goal = eq(Inner(moved(p, W, eta), u), Inner(p, u) * cos(eta * m) - eta * Inner(W, u) * sinc(eta * m))
    either = [ge(m, 0), le(m, 0)]
    general = cases([identity(goal, using=[scaled], facts=[sign]) for sign in either], either)
    length = identity(eq(Inner(G, G), sin(2 * d) ** 2), using=[UNIT, UNIT_DATA, ANGLE])
    component = instantiate(general, {W: G, m: sin(2 * d), u: direction}, [length])
    angle = h * s * c
    rotation = identity(
        eq(
            s * (m * cos(angle) - h * c * (n - c * m) * sinc(angle)),
            (s * cos(angle) + c * sin(angle)) * m - sin(angle) * n,
        )
    )
    values = {s: sin(d), c: cos(d), h: 2 * eta, m: Inner(p, direction), n: Inner(x, direction)}
    b = step(d, eta)
    return combine(
        eq(sin(d) * Inner(NEXT, direction), sin(b + d) * Inner(p, direction) - sin(b) * Inner(x, direction)),
        [(sin(d), component), (1, instantiate(rotation, values))],
        using=[ANGLE],
    )


RATE = 0.375


def _learned(pair: Any) -> Any:
    learner = SphereLearner(pair[0], RATE)
    learner.learn_one(pair[1])
    return learner.coef_


@UPDATE_EVERYWHERE.conformance
def learner_follows_the_update() -> Iterator[Conformance]:
    """One step of the learner and of its reference with η = 3/8, also where nothing moves."""
    axis = np.array([1.0, 0.0, 0.0])
    at_rest = [(axis, axis), (axis, -axis), (axis, np.array([0.0, 1.0, 0.0]))]
    rng, sphere = np.random.default_rng(12), Sphere()
    nearly = [(at, sphere.projx(at + 1e-9 * rng.standard_normal(5))) for at in (sphere.random_point(rng, 5),)]
    return conformance(
        [*pairs_of_unit_vectors(), *at_rest, *nearly],
        formula=lambda pair: value(NEXT, {**at_unit_vectors(pair), eta: RATE}),
        code=_learned,
        reference=lambda pair: reference.sphere_update(pair[0], pair[1], RATE),
        ulps=4.0,
    )
