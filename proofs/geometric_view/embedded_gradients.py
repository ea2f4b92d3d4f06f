"""Examples 2 and 3: the gradient on a sphere is the tangent part of the flat one; the explicit update on the sphere."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from mpmath import mp
from sympy import Expr, Lambda, Rational, cos

from numeric.learners.geodesic import explicit_update
from numeric.manifolds import Sphere
from numeric.reference import geodesic as geodesic_reference
from numeric.reference import sphere as reference
from proofs.spheres.exponential_map import ENDPOINT, EXPONENTIAL_MAP, EXPONENTIAL_MAP_ZERO
from proofs.spheres.exponential_map import V as TANGENT_VECTOR
from proofs.spheres.exponential_map import p as base_point
from proofs.spheres.update import explicit_update as printed_update
from verify.author.kernel import Theorem, assume, cite, combine, generalize, identity, instantiate
from verify.axioms import DEFINITE, sphere_exp
from verify.claims import Claim, Conformance, fails_as, fails_without
from verify.claims.concrete import ConcreteField, value
from verify.claims.conformance import conformance
from verify.language.terms import Inner, eq, field, forall, gt, norm, positive, real, vector, vectors

eta = positive("η")
w, g, V = vectors("w g V")
L = field("L")


def projected(w: Any, square: int) -> Expr:
    """∂L(w) − w⟨∂L(w), w⟩/r², the part of the flat gradient that is tangent to the sphere of radius r, r² = square."""
    return L.gradient(w) - Inner(L.gradient(w), w) / square * w


TANGENT = eq(Inner(g, w), 0)
REPRESENTS = forall(V, eq(Inner(L.gradient(w), V), Inner(g, V)), [eq(Inner(w, V), 0)])


def on_sphere(square: int) -> Any:
    """⟨w, w⟩ = r²."""
    return eq(Inner(w, w), square)


def only_one_vector(claim: Claim, square: int) -> Theorem:
    """The difference d of g and the projection is tangent, and ⟨d, d⟩ = dL(d) − dL(d) = 0."""
    wanted = projected(w, square)
    plain = [h for h in claim.given if h in (on_sphere(square), TANGENT)]
    rest = g - wanted
    tangent = identity(eq(Inner(w, rest), 0), using=plain)
    tested = [instantiate(assume(h), [rest], [tangent]) for h in claim.given if h == REPRESENTS]
    slope = identity(eq(Inner(L.gradient(w), rest), Inner(wanted, rest)), using=plain)
    size = combine(eq(Inner(rest, rest), 0), [(1, slope), *((-1, t) for t in tested)])
    zero = instantiate(cite(DEFINITE), {vector("x"): rest}, [size])
    return identity(eq(g, wanted), using=[zero])


def exists(square: int) -> list[Any]:
    """That the projection is tangent and represents the differential."""
    wanted = projected(w, square)
    represents = forall(V, eq(Inner(L.gradient(w), V), Inner(wanted, V)), [eq(Inner(w, V), 0)])
    return [eq(Inner(wanted, w), 0), represents]


def projection_represents(goals: list[Any], plain: list[Any]) -> list[Theorem]:
    """⟨w, V⟩ = 0 removes the normal part."""
    tangent, represents = goals
    (orthogonal,) = represents.given
    return [
        identity(tangent, using=plain),
        generalize(identity(represents.body, using=[orthogonal]), [V], [orthogonal]),
    ]


G = projected(w, 1)
MOVES = gt(Inner(G, G), 0)
UNIT = on_sphere(1)

EXAMPLE_2 = Claim(
    "geometric_view/example-2",
    at="Example 2",
    printed="w_{t+1} = Exp_{w_t}(−η grad L_t(w_t)) = w_t cos(η‖V‖) − V/‖V‖ sin(η‖V‖), where V = grad L_t(w_t) is the "
    "projection of the standard gradient ∂L_t onto the tangent plane …, i.e., grad L_t(w_t) = ∂L_t(w_t) − "
    "w_t⟨∂L_t(w_t), w_t⟩",
    given=[UNIT, TANGENT, REPRESENTS, MOVES],
    where={vector("w′"): printed_update(w, G, eta), vector("grad_L"): G},
    states=[
        eq(g, G),
        *exists(1),
        eq(sphere_exp(w, -eta * G), printed_update(w, G, eta)),
        eq(Inner(printed_update(w, G, eta), printed_update(w, G, eta)), 1),
    ],
    rests_on=["spheres/exponential-map"],
    reading=(
        "L is a differentiable function that is defined around the unit sphere of Rⁿ⁺¹, any n, with the vector ∂L of "
        "partial derivatives, so dL(w)(V) = ⟨∂L(w), V⟩. The gradient on the sphere is by definition the tangent g "
        "with dL(w)(V) = ⟨g, V⟩ for every tangent V: it is the printed vector, which has that property. The printed "
        "update is the end of the geodesic with velocity −η grad L, and on the sphere. That grad L ≠ 0, the V of the "
        "print, is a hypothesis: at a critical point the printed formula is 0/0, and w stays "
        "(geometric_view/example-2-at-rest)."
    ),
)


@EXAMPLE_2.proof
def projection_and_geodesic(claim: Claim) -> list[Theorem]:
    """Only one tangent vector represents dL; (12) at −ηV."""
    _, tangent, represents, reaches, stays = claim.states
    unit = [h for h in claim.given if h == UNIT]
    moves = [h for h in claim.given if h == MOVES]
    step = -eta * G
    orthogonal = identity(eq(Inner(w, step), 0), using=unit)
    longer = [combine(gt(Inner(step, step), 0), [(eta**2, assume(h))]) for h in moves]
    exp = instantiate(
        EXPONENTIAL_MAP.theorem(ENDPOINT),
        {base_point: w, TANGENT_VECTOR: step},
        [*map(assume, unit), orthogonal, *longer],
    )
    return [
        identity(claim.states[0], using=[only_one_vector(claim, 1)]),
        *projection_represents([tangent, represents], unit),
        identity(reaches, using=[exp], facts=moves),
        identity(stays, using=unit, facts=moves),
    ]


a, b = real("a b")
PLANE = {w: (1, 0), g: (0, 2), L: Lambda((a, b), 2 * b + a), eta: 1}


def slanted(length: int = 1, radial: int = 0) -> list[Theorem]:
    """w = (length, 0) and L(a, b) = a + 2b: dL(V) = V₁ + 2V₂ = ⟨(radial, 2), V⟩ where length·V₁ = 0."""
    v1, v2 = real("V₁ V₂")
    orthogonal = eq(length * v1, 0)
    goal = eq(v1 + 2 * v2, radial * v1 + 2 * v2)
    factor = Rational(1 - radial, length)
    return [generalize(combine(goal, [(factor, assume(orthogonal))]), [v1, v2], [orthogonal])]


@EXAMPLE_2.mutant("sign", at=PLANE, discharge=slanted)
def normal_part_added(claim: Claim) -> Claim:
    """∂L + w⟨∂L, w⟩."""
    wrong = L.gradient(w) + Inner(L.gradient(w), w) * w
    return claim.replace(states=[eq(g, wrong), *claim.states[1:]])


@EXAMPLE_2.mutant("constant", at=PLANE, discharge=slanted)
def half_of_the_normal_part(claim: Claim) -> Claim:
    """∂L − ½w⟨∂L, w⟩."""
    wrong = L.gradient(w) - Inner(L.gradient(w), w) / 2 * w
    return claim.replace(states=[eq(g, wrong), *claim.states[1:]])


fails_without(EXAMPLE_2,
    (UNIT, "w need not be a unit vector.", PLANE | {w: (2, 0)}, lambda: slanted(2)),
    (TANGENT, "g need not be tangent.", PLANE | {g: (1, 2)}, lambda: slanted(1, 1)),
    (REPRESENTS, "g need not represent dL.", PLANE | {g: (0, 5)}),
)  # fmt: skip


RADIUS_2 = Claim(
    "geometric_view/radius-2-gradient",
    at="Example 3",
    printed="(grad L̃_t(w))ⁱ = ∂ᵢL̃_t(w) − (wⁱ/4)⟨∂L̃_t(w), w⟩",
    given=[on_sphere(4), TANGENT, REPRESENTS],
    states=[eq(g, projected(w, 4)), *exists(4)],
    reading=(
        "The same on the sphere of radius 2: g is tangent at w, ‖w‖ = 2, and represents the differential of L̃ on the "
        "tangent vectors. It is the printed vector (each of its components), and that has the property. Any dimension."
    ),
)


@RADIUS_2.proof
def projection(claim: Claim) -> list[Theorem]:
    """Only one tangent vector represents dL̃."""
    first = identity(claim.states[0], using=[only_one_vector(claim, 4)])
    return [first, *projection_represents(list(claim.states[1:]), [h for h in claim.given if h == on_sphere(4)])]


FAR = PLANE | {w: (2, 0)}


fails_as(RADIUS_2,
    ("constant", [eq(g, projected(w, 1)), *RADIUS_2.states[1:]], "Without the division by 4.", FAR,
        lambda: slanted(2)),
    ("sign", [eq(g, projected(w, -4)), *RADIUS_2.states[1:]], "+(w/4)⟨∂L̃, w⟩.", FAR, lambda: slanted(2)),
)  # fmt: skip


fails_without(RADIUS_2,
    (on_sphere(4), "w may have any length.", PLANE, slanted),
    (TANGENT, "g need not be tangent.", FAR | {g: (1, 2)}, lambda: slanted(2, 1)),
    (REPRESENTS, "g need not represent dL̃.", FAR | {g: (0, 5)}),
)  # fmt: skip


def points_and_partials(radius: float) -> list[tuple[Any, Any]]:
    """Points of a sphere in 2 to 50 dimensions, with partial derivatives."""
    rng, sphere = np.random.default_rng(42), Sphere(radius)
    return [(sphere.random_point(rng, n), rng.standard_normal(n)) for n in (2, 3, 10, 50) for _ in range(4)]


def _at(pair: Any, radius: int) -> dict[Any, Any]:
    partials = [mp.mpf(t) for t in pair[1]]
    return {w: reference.projx(pair[0], radius=radius), L: ConcreteField(lambda _: mp.mpf(0), lambda _: partials)}


RATE = 0.375


@EXAMPLE_2.conformance
def code_follows_the_update() -> Iterator[Conformance]:
    """The explicit update of any manifold, on the unit sphere, for random partial derivatives."""
    return conformance(
        points_and_partials(1.0),
        formula=lambda pair: value(printed_update(w, G, eta), {**_at(pair, 1), eta: RATE}),
        code=lambda pair: explicit_update(Sphere(), pair[0], pair[1], RATE),
        reference=lambda pair: geodesic_reference.explicit_update_sphere(pair[0], pair[1], mp.mpf(RATE)),
        ulps=16.0,
    )


@RADIUS_2.conformance
def code_follows_the_gradient() -> Iterator[Conformance]:
    """The sphere's gradient from partial derivatives, at radius 2."""
    return conformance(
        points_and_partials(2.0),
        formula=lambda pair: value(projected(w, 4), _at(pair, 2)),
        code=lambda pair: Sphere(2.0).egrad2rgrad(*pair),
        reference=lambda pair: reference.proju(reference.projx(pair[0], radius=2), pair[1]),
        ulps=4.0,
    )


# --- V = 0 ----------------------------------------------------------------------------------------------------------

RESTS = eq(Inner(G, G), 0)

AT_REST = Claim(
    "geometric_view/example-2-at-rest",
    at="Example 2, V = 0",
    says="At a critical point, where V/‖V‖ is undefined, the update leaves w where it is.",
    given=[UNIT, RESTS],
    states=[eq(sphere_exp(w, -eta * G), w), eq(cos(eta * norm(G)) * w, w)],
    rests_on=["spheres/exponential-map-zero"],
    reading="Where the gradient V of Example 2 is 0, Exp_w(−ηV) = w, which is the first term of the printed formula.",
)


@AT_REST.proof
def constant_geodesic(claim: Claim) -> list[Theorem]:
    """−ηV = 0, and Exp_w(0) = w; cos 0 = 1."""
    still = instantiate(EXPONENTIAL_MAP_ZERO.theorem(EXPONENTIAL_MAP_ZERO.states[0]), {base_point: w})
    stays = identity(eq(sphere_exp(w, -eta * V), w), using=[still, eq(V, 0)])
    first = identity(eq(cos(eta * norm(V)) * w, w), using=[eq(V, 0)])
    nothing = [instantiate(cite(DEFINITE), {vector("x"): G}, [assume(h)]) for h in claim.given if h == RESTS]
    return [instantiate(theorem, {V: G}, nothing) for theorem in (stays, first)]


CONSTANT = {w: (1, 0), L: Lambda((a, b), 0), eta: 1}


fails_as(AT_REST,
    ("sign", [AT_REST.states[0], eq(AT_REST.states[1].lhs, -w)], "−w.", CONSTANT),
    ("constant", [AT_REST.states[0], eq(AT_REST.states[1].lhs, 2 * w)], "2w.", CONSTANT),
)  # fmt: skip


fails_without(AT_REST, (RESTS, "V may be anything.", CONSTANT | {L: Lambda((a, b), b)}))
