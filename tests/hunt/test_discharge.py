"""Schemas at exact assignments: proved where they hold, and never where they do not."""

from __future__ import annotations

import time
from typing import Any

import pytest
from sympy import Abs, Lambda, Max, Rational, S, Tuple, exp, log, sqrt

from tests.sampling import every
from verify.author.kernel import KernelError, Theorem, generalize, proves, witness
from verify.author.steps import decided
from verify.axioms import (
    CYLINDER,
    HYPERBOLIC_PLANE,
    LINE_DIST,
    LINE_EXP,
    PLANE_EXP,
    complete,
    continuously_differentiable,
    determinant,
    link_of,
    nonnegative_curvature,
    nonpositive_curvature,
    orthonormal_basis,
    simply_connected,
)
from verify.discharge import discharged
from verify.language.terms import (
    EUCLIDEAN,
    Inner,
    Vec,
    VecHead,
    eq,
    family,
    field,
    forall,
    function,
    ge,
    gt,
    integer,
    norm,
    points,
    positive,
    real,
    vectors,
)

a, d, q, r, s, z, eta, xi = real("a d q r s z η ξ")
r1, r2 = real("r1 r2")
a_, b_ = positive("a b")
i, j, n, t, T = integer("i j n t T")
u, v, w, x = vectors("u v w x")
f, g, loss = function("f"), function("g"), function("ℓ")
p_, q_ = family("p", positive=True), family("q", positive=True)
F = field("F")
NEVER = eq(S.Zero, S.One)
AMPLE = 120.0
"""Seconds for what takes one or two, as a busy machine may be slow."""


def met(given: list[Any], at: dict[Any, Any]) -> Theorem:
    """The theorem that all hypotheses hold there."""
    return witness(given, NEVER, at, discharged(given, NEVER, at, AMPLE))


def not_met(given: list[Any], at: dict[Any, Any]) -> None:
    """The kernel refuses the assignment, with all the theorems that are found."""
    with pytest.raises(KernelError, match="not shown to meet"):
        witness(given, NEVER, at, discharged(given, NEVER, at, 10.0))


def refused(given: list[Any], at: dict[Any, Any]) -> None:
    """No theorem is found for the one hypothesis, and the kernel refuses the assignment."""
    assert discharged(given, NEVER, at, 10.0) == []
    with pytest.raises(KernelError):
        witness(given, NEVER, at)


def basis(index: Any) -> Vec:
    return Vec(VecHead("e"), EUCLIDEAN, index)


CONVEX = forall([r, s], ge(f(r), f(s) + (r - s) * f.prime(s)))
TANGENT_PLANES = forall([u, v], ge(F(u), F(v) + Inner(u - v, F.gradient(v))))
RISING_SLOPE = forall([r, s], gt(f.prime(r), f.prime(s)), [gt(r, s)])
INJECTIVE = forall([s, r], eq(s, r), [ge(s, 0), ge(r, 0), eq(f(s), f(r))])
CRITICAL = forall([r], eq(r, a), [eq(f.prime(r), 0)])
NO_MINIMUM = forall([r], ge(z, 0), [forall([s], ge(f(s), f(r)))])
NO_COMMON_RATE = forall(
    [xi],
    ge(z, 0),
    [gt(xi, 0), forall([r, eta], ge(f(r), f(r - eta * f.prime(r))), [gt(eta, 0), gt(xi, eta)])],
)
NEAREST = forall([v], ge(Inner(v - x, v - x), Inner(w - x, w - x)), [eq(Inner(v, v), 1)])
ROUNDS = forall([t, v], ge(loss(t, v), 0), [ge(t, 1), ge(T, t), ge(1, Inner(v, v))])
LIPSCHITZ = forall([t, v], ge(a**2, loss(t, v) ** 2), [ge(t, 1), ge(T, t), ge(1, Inner(v, v))])
NESTED = forall(t, forall([r], ge(loss(t, r), 0), [ge(r, 0)]), [ge(t, 1), ge(T, t)])


def of(body: Any) -> dict[Any, Any]:
    return {f: Lambda(r, body)}


def on_the_plane(body: Any, **more: Any) -> dict[Any, Any]:
    return {F: Lambda((r1, r2), body), w: (0, 0)} | more


HOLD: dict[str, tuple[list[Any], dict[Any, Any]]] = {
    "a square lies above its tangents": ([CONVEX], of((r - 2) ** 2)),
    "the exponential lies above its tangents": ([CONVEX], of(exp(r))),
    "the logistic loss lies above its tangents": ([CONVEX], of(log(1 + exp(r)))),
    "an exponential less a square is strictly convex": (
        [forall([r, s], gt(f(r), f(s) + (r - s) * f.prime(s)), [gt((r - s) ** 2, 0)])],
        of(exp(r) + r**2),
    ),
    "a quadratic of the plane lies above its tangent planes": (
        [TANGENT_PLANES, eq(w, 0 * w)],
        on_the_plane(r1**2 + r1 * r2 + r2**2),
    ),
    "log-sum-exp lies above its tangent planes": ([TANGENT_PLANES, eq(w, 0 * w)], on_the_plane(log(exp(r1) + exp(r2)))),
    "a convex function has a rising slope": ([RISING_SLOPE], of(r**4 + r**2)),
    "a kink has many slopes": ([forall([r], ge(Max(0, 1 - r), 1 - r))], {}),
    "the divergence of two positive numbers is not negative": (
        [forall([p_, q_], ge(p_(1) - q_(1), q_(1) * (log(p_(1)) - log(q_(1)))))],
        {},
    ),
    "squares are injective on the half-line": ([INJECTIVE], of(r**2)),
    "an exponential has one critical point": ([CRITICAL], {**of(exp(r) - r), a: 0}),
    "a quartic has one critical point": ([CRITICAL], {**of(r**4), a: 0}),
    "the logistic loss has no minimum": ([NO_MINIMUM], {**of(log(1 + exp(-r))), z: -1}),
    "a cube has no minimum": ([NO_MINIMUM], {**of(r**3), z: -1}),
    "a quartic allows no common rate": ([NO_COMMON_RATE], {**of(r**4), z: -1}),
    "the nearest point of the circle": ([NEAREST], {w: (Rational(3, 5), Rational(4, 5)), x: (3, 4)}),
    "each round has its own loss": ([ROUNDS], {T: 3, loss: Lambda((t, r), t - 1 + r**2)}),
    "each round has its own bound": ([LIPSCHITZ], {T: 2, a: 6, loss: Lambda((t, r), 2 * t + t * r)}),
    "rounds around a schema of the reals": ([NESTED], {T: 2, loss: Lambda((t, r), t * r)}),
    "a rotated basis is orthonormal": (
        orthonormal_basis(basis, n),
        {VecHead("e"): Lambda(i, Tuple((10 - 7 * i) / 5, (5 - i) / 5)), n: 2},
    ),
    "a line is a flat manifold": (
        [nonpositive_curvature()],
        {points("Exp"): LINE_EXP, function("dist"): LINE_DIST},
    ),
    "a cylinder, unrolled, is a complete manifold": (
        [complete(), nonpositive_curvature()],
        dict(CYLINDER.values),
    ),
    "a convex function of points that meet": (
        [forall([r, s, z], ge(f(z), f(r) + s * f.prime(r)), [eq(Abs(r + s - z), 0)])],
        of(r**2),
    ),
    "scaling the line is a diffeomorphism": (
        [link_of()],
        {points("Exp"): LINE_EXP, VecHead("f"): Lambda(r, -3 * r), VecHead("Df"): Lambda((r, s), -3 * s)},
    ),
    "a matrix of one entry has it as determinant": (
        [determinant(family("A"), n, a)],
        {family("A"): Lambda((i, j), -7), n: 1, a: -7},
    ),
    "a polynomial has its derivative": (
        [continuously_differentiable(f.head, g.head)],
        {f: Lambda(r, r**3 - r), g: Lambda(r, 3 * r**2 - 1)},
    ),
}

FAIL: dict[str, tuple[list[Any], dict[Any, Any]]] = {
    "a concave function": ([CONVEX], of(-(r**2))),
    "a cubic is not convex": ([CONVEX], of(r**3)),
    "a double well is not convex": ([CONVEX], of(r**4 - r**2)),
    "a saddle is not convex": ([TANGENT_PLANES], {F: Lambda((r1, r2), r1 * r2), x: (0, 0)}),
    "a line has a constant slope": ([RISING_SLOPE], of(3 * r)),
    "a parabola off the half-line is not injective": ([INJECTIVE], of((r - 1) ** 2)),
    "two critical points": ([CRITICAL], {**of(r**2 * (r - 1) ** 2), a: 0}),
    "a square has a minimum": ([NO_MINIMUM], {**of(r**2), z: -1}),
    "a square allows a common rate": ([NO_COMMON_RATE], {**of(r**2), z: -1}),
    "another point of the circle is nearer": ([NEAREST], {w: (0, 1), x: (2, 0)}),
    "one round fails": ([ROUNDS], {T: 3, loss: Lambda((t, r), (t - 2) ** 2 + r)}),
    "one round has a larger bound": ([LIPSCHITZ], {T: 2, a: 5, loss: Lambda((t, r), 2 * t + t * r)}),
    "one round of a nested schema fails": ([NESTED], {T: 2, loss: Lambda((t, r), (t - 2) * r)}),
    "vectors that are not orthogonal": (
        [orthonormal_basis(basis, n)[1]],
        {VecHead("e"): Lambda(i, Tuple(2 - i, 1)), n: 2},
    ),
    "another distance": (
        [nonpositive_curvature()],
        {points("Exp"): LINE_EXP, function("dist"): Lambda((r, s), 2 * Abs(r - s))},
    ),
    "a plane is no hyperbolic plane": (
        [complete()],
        {points("Exp"): PLANE_EXP, function("dist"): HYPERBOLIC_PLANE.distance},
    ),
    "a hyperbolic plane has no curvature ≥ 0": ([nonnegative_curvature()], dict(HYPERBOLIC_PLANE.values)),
    "a concave function of points that meet": (
        [forall([r, s, z], ge(f(z), f(r) + s * f.prime(r)), [eq(Abs(r + s - z), 0)])],
        of(-(r**2)),
    ),
    "points that do not meet": (
        [forall([r, s, z], ge(f(z), f(r) + s * f.prime(r)), [eq(Abs(r + s + z), 0)])],
        of(exp(r)),
    ),
    "a map to one point is no diffeomorphism": (
        [link_of()],
        {points("Exp"): LINE_EXP, VecHead("f"): Lambda(r, 0 * r), VecHead("Df"): Lambda((r, s), 0 * s)},
    ),
    "another number is no determinant": (
        [determinant(family("A"), n, a)],
        {family("A"): Lambda((i, j), -7), n: 1, a: 7},
    ),
    "another derivative": (
        [continuously_differentiable(f.head, g.head)],
        {f: Lambda(r, r**3 - r), g: Lambda(r, 3 * r**2)},
    ),
}


@pytest.mark.parametrize(("given", "at"), every(4, HOLD.values(), list(HOLD)))
def test_a_schema_that_holds_is_met(given, at):
    assert met(given, at).rule == "witness"


@pytest.mark.parametrize(("given", "at"), FAIL.values(), ids=FAIL)
def test_no_theorem_meets_a_schema_that_fails(given, at):
    refused(given, at)


def test_conditions_that_nothing_meets_are_refuted_by_an_equation_at_a_special_number():
    turns = forall([s], eq(f(1, 0), f(1, 0) + d * s))
    fixed = forall([d], ge(z, 0), [turns, eq(d**2, 1)])
    assert met([fixed], {f: Lambda((r, s), r), z: -1}).rule == "witness"
    refused([forall([d], ge(z, 0), [turns, eq(d**2, 0)])], {f: Lambda((r, s), r), z: -1})


def test_theorems_have_no_hypotheses():
    for given, at in (HOLD["a quartic allows no common rate"], HOLD["a kink has many slopes"]):
        theorems = discharged(given, None, at, AMPLE)
        assert theorems
        assert not any(theorem.hypotheses for theorem in theorems)


def test_what_a_conclusion_needs_to_be_defined_is_met_too():
    states = ge(f(q), 0)
    at = {f: Lambda(r, sqrt(1 + r**2)), q: 0}
    assert witness([CONVEX], gt(f(q), 1), at, discharged([CONVEX], gt(f(q), 1), at, AMPLE)).rule == "witness"
    with pytest.raises(KernelError, match="not shown to fail"):
        witness([CONVEX], states, at, discharged([CONVEX], states, at, AMPLE))


def test_a_condition_that_denies_itself_is_met_by_nothing():
    """On a line nothing is across a vector that is not zero."""

    def across(of: Any) -> Any:
        return w / norm(of) - Inner(of, w) * of / norm(of) ** 3

    sized = [gt(Inner(u, u), 0), gt(Inner(v, v), 0), eq(across(u), 0 * u)]
    assert met([forall([u, v, w], ge(z, 0), [*sized, gt(Inner(across(v), across(v)), 0)])], {z: -1}).rule == "witness"
    not_met([forall([u, v, w], ge(z, 0), [*sized, gt(Inner(across(v) + w, across(v) + w), 0)])], {z: -1})


def test_what_is_not_found_is_asked_for_elsewhere_once_all_is_tried():
    asked = []

    def otherwise(formula, seconds):
        asked.append(formula)
        assert 5.0 < seconds <= 10.0  # all of the time is for what is left

    false, true = forall([r], ge(r, 0)), forall([r], ge(r**2 + 1, 2 * r))
    (theorem,) = discharged([false, true], None, {}, 10.0, otherwise)
    assert asked == [false]
    proves(theorem, [], true)


def test_what_is_found_elsewhere_counts():
    unknown, square = forall([r], ge(r, 3)), decided(ge(r**2, 0))

    def otherwise(formula, seconds):
        return generalize(square, [r]) if formula == unknown else None

    assert len(discharged([unknown], None, {}, 10.0, otherwise)) == 1


def test_an_assignment_of_another_sort_has_no_theorems():
    assert discharged([CONVEX], None, {f: 3}) == []
    assert discharged([TANGENT_PLANES], None, {F: Lambda(r, r**2), x: (0, 0)}) == []


def test_the_time_is_kept():
    start = time.monotonic()
    softplus = {F: Lambda((r1, r2), log(1 + exp(r1)) + log(1 + exp(r2)))}
    assert discharged([TANGENT_PLANES, eq(w, 0 * w)], None, {**softplus, w: (0, 0)}, 0.001) == []
    assert time.monotonic() - start < 30


def test_a_function_with_values_and_inverses_of_one_sign_alone_is_no_isometry():
    g, h = function("g"), function("h")
    inverse, apart = forall(r, eq(g(h(r)), r)), eq((g(s) - g(r)) ** 2, (s - r) ** 2)
    positive = [forall(r, gt(h(r), 0)), inverse, forall([s, r], apart, [gt(s, 0), gt(r, 0)])]
    assert met([forall([g, h], ge(z, 0), positive)], {z: -1}).rule == "witness"
    refused([forall([g, h], ge(z, 0), [inverse, forall([s, r], apart)])], {z: -1})  # the identity meets these
    refused([forall([g, h], ge(z, 0), positive[1:])], {z: -1})


def test_a_logarithm_has_its_tangent_beside_logarithms_of_numbers():
    above, below = (
        forall([a_, b_], ge(log(k) * (a_ - b_), log(k) * b_ * (log(a_) - log(b_))))
        for k in (Rational(73, 36), Rational(36, 73))
    )
    assert met([above], {z: 0}).rule == "witness"
    not_met([below], {z: 0})


def test_a_cylinder_is_not_simply_connected():
    not_met([complete(), simply_connected()], dict(CYLINDER.values))
