"""Example 1: geodesics of Rⁿ, and the implicit and the explicit update."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from sympy import Lambda, Rational

from numeric.learners.geodesic import explicit_update, implicit_update_line
from numeric.manifolds import Euclidean
from numeric.reference import geodesic as geodesic_reference
from numeric.reference import gradient_descent as reference
from proofs.geometric_view.widrow_hoff import (
    L,
    after,
    at_step,
    c,
    eta,
    f,
    q,
    r,
    s,
    square_loss_gradient,
    steps,
    v,
    velocity,
    w,
    widrow_hoff,
    without,
    x,
    y,
)
from verify.axioms import DEFINITE, ZERO_DERIVATIVE
from verify.claims import Claim, Conformance
from verify.concrete import value
from verify.conformance import conformance
from verify.kernel import Theorem, assume, cite, combine, generalize, identity, instantiate
from verify.terms import EUCLIDEAN, Deriv, Inner, Vec, VecHead, eq, forall, gt, ne, partial, vector


def curve(s: Any) -> Vec:
    """γ(s)."""
    return Vec(VecHead("γ"), EUCLIDEAN, s)


STRAIGHT = forall(s, eq(Deriv(Deriv(curve(q), q, r), r, s), 0))
STARTS = eq(curve(0), w)
LEAVES = eq(Deriv(curve(q), q, 0), velocity)
IMPLICIT = eq(w - after, eta * L.gradient(after))
EXPLICIT = eq(f - w, -eta * L.gradient(w))

GEODESICS = Claim(
    "geometric_view/example-1-geodesics",
    at="Example 1",
    printed="geodesics in Rⁿ are line segments and the velocity vector Exp⁻¹_{w_{t+1}} w_t = w_t − w_{t+1}",
    given=[STRAIGHT, STARTS, LEAVES],
    states=eq(curve(1), w + velocity),
    reading=(
        "γ is a twice differentiable curve of Rⁿ without acceleration, γ(0) = w and γ′(0) = V: it ends at γ(1) = w + "
        "V. So Exp_w(V) = w + V, which reaches u for V = u − w and no other V: Exp_w⁻¹ u = u − w. The same for the "
        "curve s ↦ γ(cs), which is of the same kind, gives γ(c) = w + cV: a segment."
    ),
)


@GEODESICS.proof
def constant_velocity(claim: Claim) -> Theorem:
    """⟨γ′ − V, u⟩ has derivative 0, so is 0; then ⟨γ(s) − sV, u⟩ has; and u = γ(1) − w − V has length 0."""
    straight, rest = [h for h in claim.given if h == STRAIGHT], [h for h in claim.given if h != STRAIGHT]
    starts, leaves = [h for h in rest if h == STARTS], [h for h in rest if h == LEAVES]
    place, moving = curve(s), Deriv(curve(q), q, r * s)
    constant = instantiate(cite(ZERO_DERIVATIVE), {partial("f"): Lambda(s, Inner(moving, v))})
    still = _met(constant, straight)
    steady = combine(eq(Inner(Deriv(curve(q), q, r), v), Inner(velocity, v)), [(1, still)], using=leaves)
    along = instantiate(cite(ZERO_DERIVATIVE), {partial("f"): Lambda(s, Inner(place - s * velocity, v))})
    (schema,) = along.hypotheses
    at_s = instantiate(steady, {r: s})
    flat = generalize(combine(schema.body, [(1, at_s)]), [s], schema.given)
    arrives = instantiate(along, {}, [flat])
    gap = curve(1) - w - velocity
    whole = instantiate(arrives, {v: gap})
    square = combine(eq(Inner(gap, gap), 0), [(1, whole)], using=starts)
    zero = instantiate(cite(DEFINITE), {vector("x"): gap}, [square])
    return identity(claim.states[0], using=[zero])


def _met(constant: Theorem, straight: list[Any]) -> Theorem:
    (schema,) = constant.hypotheses
    there = [instantiate(assume(h), [r * s]) for h in straight]
    return instantiate(constant, {}, [generalize(identity(schema.body, using=there), [s], schema.given)])


BENT = {VecHead("γ"): Lambda(s, s), w: 0, velocity: 1}


def without_acceleration() -> list[Theorem]:
    """s″ = 0."""
    return [generalize(identity(eq(Deriv(Deriv(q, q, r), r, s), 0)), [s])]


@GEODESICS.mutant("constant", at=BENT, discharge=without_acceleration)
def twice_as_far(claim: Claim) -> Claim:
    """γ(1) = w + 2V."""
    return claim.replace(states=eq(curve(1), w + 2 * velocity))


@GEODESICS.mutant("sign", at=BENT, discharge=without_acceleration)
def backwards(claim: Claim) -> Claim:
    """γ(1) = w − V."""
    return claim.replace(states=eq(curve(1), w - velocity))


@GEODESICS.mutant("hypothesis", at=BENT | {VecHead("γ"): Lambda(s, s + s**2)})
def accelerated(claim: Claim) -> Claim:
    """γ may be accelerated."""
    return without(claim, STRAIGHT)


@GEODESICS.mutant("hypothesis", at=BENT | {w: 3}, discharge=without_acceleration)
def from_elsewhere(claim: Claim) -> Claim:
    """γ need not start at w."""
    return without(claim, STARTS)


@GEODESICS.mutant("hypothesis", at=BENT | {velocity: 3}, discharge=without_acceleration)
def with_another_velocity(claim: Claim) -> Claim:
    """γ need not leave with velocity V."""
    return without(claim, LEAVES)


def implicit_square_loss(w: Any) -> Any:
    """w − 2η(⟨w, x⟩ − y)/(1 + 2η‖x‖²) x, the implicit update for (4)."""
    return w - 2 * eta * (Inner(w, x) - y) / (1 + 2 * eta * Inner(x, x)) * x


def explicit_square_loss(w: Any) -> Any:
    """w − 2η(⟨w, x⟩ − y)x, the explicit update for (4)."""
    return widrow_hoff(w, square_loss_gradient(w))


SOME_ERROR, SOME_DATA = ne(Inner(w, x) - y, 0), gt(Inner(x, x), 0)
APART = explicit_square_loss(w) - implicit_square_loss(w)

EXAMPLE_1 = Claim(
    "geometric_view/example-1",
    at="Example 1",
    printed="w_{t+1} = w_t − η ∂L_t(w_{t+1}), and w_{t+1} = w_t − η ∂L_t(w_t); the two algorithms are not the same",
    given=[IMPLICIT, EXPLICIT, SOME_ERROR, SOME_DATA],
    states=[
        eq(after, w - eta * L.gradient(after)),
        eq(f, w - eta * L.gradient(w)),
        eq(implicit_square_loss(w), widrow_hoff(w, square_loss_gradient(implicit_square_loss(w)))),
        gt(Inner(APART, APART), 0),
    ],
    rests_on=["geometric_view/example-1-geodesics", "geometric_view/widrow-hoff"],
    reading=(
        "In Rⁿ, any n, Exp_u⁻¹ v = v − u (geometric_view/example-1-geodesics). w₊ with Exp⁻¹_{w₊} w = η∂L(w₊), (9), is "
        "w − η∂L(w₊), and f with −Exp_w⁻¹ f = η∂L(w), (10), is w − η∂L(w), which is (1). That they are not the same: "
        "for the square loss (4), w − 2η(⟨w, x⟩ − y)x/(1 + 2η‖x‖²) solves the implicit equation, and it is another "
        "point than the explicit update wherever x ≠ 0 and ⟨w, x⟩ ≠ y."
    ),
)


@EXAMPLE_1.proof
def lines(claim: Claim) -> list[Theorem]:
    """Exp⁻¹ is a difference; the two steps for (4) differ by 4η²‖x‖²(⟨w, x⟩ − y)/(1 + 2η‖x‖²) x."""
    implicit, explicit, solves, differ = claim.states
    first = [h for h in claim.given if h == IMPLICIT]
    second = [h for h in claim.given if h == EXPLICIT]
    sums = identity(eq(v, velocity + x), using=[eq(v - velocity, x)])
    arrives = [instantiate(sums, {v: f, velocity: w, x: -eta * L.gradient(w)}, [assume(h)]) for h in second]
    leaves = [instantiate(sums, {v: w, velocity: after, x: eta * L.gradient(after)}, [assume(h)]) for h in first]
    back = [_solved(t) for t in leaves]
    facts = [h for h in claim.given if h in (SOME_ERROR, SOME_DATA)]
    size = Inner(x, x)
    factor = (4 * eta**2 * size / (1 + 2 * eta * size)) ** 2 * size
    apart = combine(differ, [(factor, (Inner(w, x) - y) ** 2)], facts=facts)
    return [
        *(back or [assume(implicit)]),
        identity(explicit, using=arrives),
        identity(solves),
        apart,
    ]


def _solved(arrives: Theorem) -> Theorem:
    """w₊ = w − ηu from w = w₊ + ηu, u = ∂L(w₊)."""
    turned = identity(eq(v, w - x), using=[eq(w, v + x)])
    return instantiate(turned, {v: after, x: eta * L.gradient(after)}, [arrives])


STEP = {
    w: 1,
    after: Rational(1, 3),
    f: -1,
    eta: 1,
    L: Lambda(c, c**2),
    x: 1,
    y: 0,
}


@EXAMPLE_1.mutant("sign", at=STEP)
def implicitly_uphill(claim: Claim) -> Claim:
    """w + η∂L(w₊)."""
    return claim.replace(states=[eq(after, w + eta * L.gradient(after)), *claim.states[1:]])


@EXAMPLE_1.mutant("sign", at=STEP)
def explicitly_uphill(claim: Claim) -> Claim:
    """w + η∂L(w)."""
    return claim.replace(states=[claim.states[0], eq(f, w + eta * L.gradient(w)), *claim.states[2:]])


@EXAMPLE_1.mutant("constant", at=STEP)
def without_two(claim: Claim) -> Claim:
    """w − η(⟨w, x⟩ − y)x/(1 + η‖x‖²) as the solution for (4)."""
    wrong = w - eta * (Inner(w, x) - y) / (1 + eta * Inner(x, x)) * x
    solves = eq(wrong, widrow_hoff(w, square_loss_gradient(wrong)))
    return claim.replace(states=[*claim.states[:2], solves, claim.states[3]])


@EXAMPLE_1.mutant("hypothesis", at=STEP | {after: 5})
def another_implicit_end(claim: Claim) -> Claim:
    """w₊ may be anything."""
    return without(claim, IMPLICIT)


@EXAMPLE_1.mutant("hypothesis", at=STEP | {f: 5})
def another_explicit_end(claim: Claim) -> Claim:
    """f may be anything."""
    return without(claim, EXPLICIT)


@EXAMPLE_1.mutant("hypothesis", at=STEP | {y: 1})
def no_error(claim: Claim) -> Claim:
    """⟨w, x⟩ may be y: nothing moves."""
    return without(claim, SOME_ERROR)


@EXAMPLE_1.mutant("hypothesis", at=STEP | {x: 0, y: 1})
def no_data(claim: Claim) -> Claim:
    """x may be 0: nothing moves."""
    return without(claim, SOME_DATA)


def _explicit(step: Any) -> Any:
    start, data, label, rate = step
    return explicit_update(Euclidean(), start, 2.0 * (np.dot(start, data) - label) * data, rate)


@EXAMPLE_1.conformance
def code_follows_the_implicit_update() -> Iterator[Conformance]:
    """The implicit update of Rⁿ with the square loss, and its reference (a linear system)."""
    return conformance(
        steps(),
        formula=lambda step: value(implicit_square_loss(w), at_step(step)),
        code=lambda step: implicit_update_line(*step),
        reference=lambda step: geodesic_reference.implicit_update_line(*step),
        ulps=4.0,
    )


@EXAMPLE_1.conformance
def code_follows_the_explicit_update() -> Iterator[Conformance]:
    """The explicit update of any manifold, on Rⁿ, and the LMS reference; the gradient is rounded before the step."""
    return conformance(
        steps(),
        formula=lambda step: value(explicit_square_loss(w), at_step(step)),
        code=_explicit,
        reference=lambda step: reference.lms_update(*step),
        ulps=16.0,
    )
