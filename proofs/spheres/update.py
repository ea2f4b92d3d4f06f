"""Example 6: the explicit update on the sphere, p cos(η‖V‖) − V/‖V‖ sin(η‖V‖), is Exp_p(−η grad L)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sympy import Expr, Rational, cos, sin

from numeric.learners.geodesic import SphereLearner
from numeric.reference import geodesic as reference
from proofs.spheres.exponential_map import ENDPOINT, EXP_IS_ABSTRACT, EXPONENTIAL_MAP, EXPONENTIAL_MAP_ZERO
from proofs.spheres.exponential_map import V as TANGENT_VECTOR
from proofs.spheres.gradient import at_unit_vectors, gradient, pairs_of_unit_vectors
from verify.author.kernel import Theorem, assume, cite, combine, identity, instantiate
from verify.axioms import DEFINITE, sphere_exp
from verify.claims import Claim, Conformance, decided_by, fails_as, fails_without
from verify.claims.concrete import value
from verify.claims.conformance import conformance
from verify.language.terms import Inner, eq, gt, norm, positive, vector, vectors

p, x, W = vectors("p x W")
eta = positive("η")


def explicit_update(p: Any, V: Any, eta: Any) -> Expr:
    """p_{t+1} = p cos(η‖V‖) − V/‖V‖ sin(η‖V‖), as printed, for V = grad L(p) ≠ 0."""
    return p * cos(eta * norm(V)) - V / norm(V) * sin(eta * norm(V))


G = gradient(p, x)
UNIT = eq(Inner(p, p), 1)
MOVES = gt(Inner(G, G), 0)

UPDATE = Claim(
    "spheres/update",
    at="Example 6, section 3.2",
    printed="p_{t+1} = Exp_{p_t}(−η grad L_t(p_t)) = p_t cos(η‖V_t‖) − V_t/‖V_t‖ sin(η‖V_t‖) … V_t = grad L_t(p_t)",
    given=[UNIT, MOVES],
    where={vector("p′"): explicit_update(p, G, eta), vector("V"): G},
    states=[
        eq(sphere_exp(p, -eta * G), explicit_update(p, G, eta)),
        eq(Inner(explicit_update(p, G, eta), explicit_update(p, G, eta)), 1),
    ],
    rests_on=["spheres/exponential-map", "spheres/gradient"],
    reading=(
        "For η > 0, a unit vector p = p_t, any data vector x = x_t, and V_t the gradient (11): the printed update "
        "p′ = p_{t+1} is the end of the geodesic from p with velocity −ηV_t, and is a unit vector again. At V_t = 0 (x "
        "orthogonal or parallel to p) the printed formula is 0/0; V_t ≠ 0 is a hypothesis here, and the update then "
        "meant is spheres/update-at-rest."
    ),
)


@UPDATE.proof
def geodesic_backwards(claim: Claim) -> list[Theorem]:
    """(12) at −ηV, which is tangent and of length η‖V‖."""
    reaches, stays = claim.states
    (moves,) = [f for f in claim.given if f == MOVES] or [gt(Inner(G, G), 0)]
    units = [f for f in claim.given if f == UNIT]
    endpoint = EXPONENTIAL_MAP.theorem(ENDPOINT)
    step = -eta * G
    tangent = identity(eq(Inner(p, step), 0), using=units)
    longer = combine(gt(Inner(step, step), 0), [(eta**2, assume(moves))])
    exp = instantiate(endpoint, {TANGENT_VECTOR: step}, discharge=[tangent, longer])
    return [identity(reaches, using=[exp], facts=[moves]), identity(stays, using=units, facts=[moves])]


ACROSS = {p: (1, 0), x: (Rational(3, 5), Rational(4, 5)), eta: Rational(1, 2)}


@UPDATE.instance
def neither_parallel_nor_orthogonal() -> dict[Any, Any]:
    """p = (1, 0), x = (3/5, 4/5)."""
    return ACROSS


@UPDATE.mutant("sign", undecided=EXP_IS_ABSTRACT)
def uphill(claim: Claim) -> Claim:
    """The step goes along the gradient."""
    wrong = explicit_update(p, -G, eta)
    return claim.replace(states=[eq(sphere_exp(p, -eta * G), wrong), eq(Inner(wrong, wrong), 1)])


fails_as(UPDATE,
    ("constant", [eq(sphere_exp(p, -eta * G), explicit_update(p, G, 2 * eta)), UPDATE.states[1]],
        "The angle is 2η‖V‖.", decided_by(undecided=EXP_IS_ABSTRACT)),
)  # fmt: skip


fails_without(UPDATE, (UNIT, "p need not be a unit vector.", {**ACROSS, p: (2, 0)}))


AT_REST = eq(Inner(G, G), 0)

UPDATE_AT_REST = Claim(
    "spheres/update-at-rest",
    at="Example 6, V = 0",
    says="the update at a critical point, where V/‖V‖ is undefined; (10) then gives p_{t+1} = p_t",
    given=[UNIT, AT_REST],
    where={vector("V"): G},
    states=eq(sphere_exp(p, -eta * G), p),
    rests_on=["spheres/exponential-map-zero"],
    reading=(
        "p = p_t is a unit vector at which the gradient V = 2⟨p, x⟩(x − ⟨p, x⟩p) (11) vanishes: x is orthogonal to p, "
        "or parallel to it, p = ±x/‖x‖ (x = 0 is both). The explicit update (10) leaves p where it is, for every η."
    ),
)


@UPDATE_AT_REST.proof
def nothing_moves(claim: Claim) -> Theorem:
    """V has the length 0, so −ηV = 0, and Exp_p(0) = p."""
    still = EXPONENTIAL_MAP_ZERO.theorem(EXPONENTIAL_MAP_ZERO.states[0])
    stays = identity(eq(sphere_exp(p, -eta * W), p), using=[eq(W, 0), still])
    nothing = [instantiate(cite(DEFINITE), {x: G}, [assume(f)]) for f in claim.given if f == AT_REST]
    return instantiate(stays, {W: G}, nothing)


@UPDATE_AT_REST.instance
def orthogonal_vectors() -> dict[Any, Any]:
    """p = (1, 0), x = (0, 1)."""
    return {p: (1, 0), x: (0, 1)}


fails_without(UPDATE_AT_REST, (AT_REST, "The gradient need not vanish.", decided_by(undecided=EXP_IS_ABSTRACT)))


RATE = 0.375


def _learned(pair: Any) -> Any:
    learner = SphereLearner(pair[0], RATE)
    learner.learn_one(pair[1])
    return learner.coef_


@UPDATE.conformance
def learner_follows_the_update() -> Iterator[Conformance]:
    """One step of the learner and of its reference with η = 3/8."""
    return conformance(
        pairs_of_unit_vectors(),
        formula=lambda pair: value(explicit_update(p, G, eta), {**at_unit_vectors(pair), eta: RATE}),
        code=_learned,
        reference=lambda pair: reference.sphere_update(pair[0], pair[1], RATE),
        ulps=4.0,
    )
