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
    L, after, at_step, c, eta, f, q, r, s, square_loss_gradient, steps, v, velocity, w, widrow_hoff, x, y,
)  # fmt: skip
from verify.author.kernel import Theorem, assume, cite, combine, generalize, identity, instantiate
from verify.axioms import DEFINITE, ZERO_DERIVATIVE
from verify.claims import Claim, Conformance, fails_as, fails_without
from verify.claims.concrete import value
from verify.claims.conformance import conformance
from verify.language.terms import EUCLIDEAN, Deriv, Inner, Vec, VecHead, eq, forall, gt, ne, partial, vector


def curve(s: Any) -> Vec:
    """γ(s)."""
    return Vec(VecHead("γ"), EUCLIDEAN, s)


def second(s: Any) -> Vec:
    """σ(s)."""
    return Vec(VecHead("σ"), EUCLIDEAN, s)


def geodesic(curve: Any, start: Any, velocity: Any) -> list[Any]:
    """The curve has no acceleration, and starts at this point with this velocity."""
    return [
        forall(s, eq(Deriv(Deriv(curve(q), q, r), r, s), 0)),
        eq(curve(0), start),
        eq(Deriv(curve(q), q, 0), velocity),
    ]


STRAIGHT, STARTS, LEAVES = geodesic(curve, w, velocity)
BACK, ONWARD = geodesic(curve, after, eta * L.gradient(after)), geodesic(second, w, -eta * L.gradient(w))
IMPLICIT, EXPLICIT = eq(curve(1), w), eq(second(1), f)

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


fails_as(GEODESICS,
    ("constant", eq(curve(1), w + 2 * velocity), "γ(1) = w + 2V.", BENT, without_acceleration),
    ("sign", eq(curve(1), w - velocity), "γ(1) = w − V.", BENT, without_acceleration),
)  # fmt: skip


fails_without(GEODESICS,
    (STRAIGHT, "γ may be accelerated.", BENT | {VecHead("γ"): Lambda(s, s + s**2)}),
    (STARTS, "γ need not start at w.", BENT | {w: 3}, without_acceleration),
    (LEAVES, "γ need not leave with velocity V.", BENT | {velocity: 3}, without_acceleration),
)  # fmt: skip


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
    printed="the implicit update (9) becomes w_{t+1} = w_t − η ∂L_t(w_{t+1}) … the explicit update (10) becomes "
    "w_{t+1} = w_t − η ∂L_t(w_t), which is precisely the Widrow-Hoff learning algorithm (1) … (9) "
    "and (10) are not the same",
    given=[*BACK, IMPLICIT, *ONWARD, EXPLICIT, SOME_ERROR, SOME_DATA],
    states=[
        eq(after, w - eta * L.gradient(after)),
        eq(f, w - eta * L.gradient(w)),
        eq(implicit_square_loss(w), widrow_hoff(w, square_loss_gradient(implicit_square_loss(w)))),
        gt(Inner(APART, APART), 0),
    ],
    rests_on=["geometric_view/example-1-geodesics", "geometric_view/widrow-hoff"],
    reading=(
        "In Rⁿ, any n. (9), Exp⁻¹_{w₊} w = η∂L(w₊), says that the geodesic γ from w₊ with the velocity η∂L(w₊) ends at "
        "w = γ(1): then w₊ is w − η∂L(w₊). (10), −Exp_w⁻¹ f = η∂L(w), says that the geodesic σ from w with the "
        "velocity −η∂L(w) ends at f: then f is w − η∂L(w), which is (1). Geodesics are the curves without "
        "acceleration, as section 2 has them (geometric_view/example-1-geodesics). The proof of each formula uses its "
        "own hypotheses only: (10) becomes (1) whether (9) has a solution or not. That they are not the same: for the "
        "square loss (4), w − 2η(⟨w, x⟩ − y)x/(1 + 2η‖x‖²) solves the implicit equation, and it is another point than "
        "the explicit update wherever x ≠ 0 and ⟨w, x⟩ ≠ y."
    ),
)


@EXAMPLE_1.proof
def lines(claim: Claim) -> list[Theorem]:
    """γ(1) = w₊ + η∂L(w₊), σ(1) = w − η∂L(w); the steps for (4) differ by 4η²‖x‖²(⟨w, x⟩ − y)/(1 + 2η‖x‖²) x."""
    implicit, explicit, solves, differ = claim.states
    given = list(claim.given)
    back = _ends([h for h in given if h in BACK], curve, after, eta * L.gradient(after))
    onward = _ends([h for h in given if h in ONWARD], second, w, -eta * L.gradient(w))
    arrives = [(1, assume(h)) for h in given if h == IMPLICIT]
    found = [(-1, assume(h)) for h in given if h == EXPLICIT]
    facts = [h for h in given if h in (SOME_ERROR, SOME_DATA)]
    size = Inner(x, x)
    factor = (4 * eta**2 * size / (1 + 2 * eta * size)) ** 2 * size
    apart = combine(differ, [(factor, (Inner(w, x) - y) ** 2)], facts=facts)
    return [
        combine(implicit, [*arrives, (-1, back)]),
        combine(explicit, [*found, (1, onward)]),
        identity(solves),
        apart,
    ]


def _ends(known: list[Any], curve: Any, start: Any, velocity_there: Any) -> Theorem:
    """The curve ends at its start and its velocity."""
    ends = GEODESICS.theorem(GEODESICS.states[0])
    values = {VecHead("γ"): Lambda(s, curve(s)), w: start, velocity: velocity_there}
    return instantiate(ends, values, [assume(h) for h in known])


STEP = {
    VecHead("γ"): Lambda(s, (1 + 2 * s) / 3),
    VecHead("σ"): Lambda(s, 1 - 2 * s),
    w: 1,
    after: Rational(1, 3),
    f: -1,
    eta: 1,
    L: Lambda(c, c**2),
    x: 1,
    y: 0,
}


def both_lines() -> list[Theorem]:
    """((1 + 2s)/3)″ = 0 and (1 − 2s)″ = 0."""
    return [generalize(identity(eq(Deriv(Deriv(at, q, r), r, s), 0)), [s]) for at in ((1 + 2 * q) / 3, 1 - 2 * q)]


def a_line_from_five() -> list[Theorem]:
    """(5 − 4s)″ = 0, (5 + 10s)″ = 0 and (1 − 2s)″ = 0."""
    ways = (5 - 4 * q, 5 + 10 * q, 1 - 2 * q)
    return [generalize(identity(eq(Deriv(Deriv(at, q, r), r, s), 0)), [s]) for at in ways]


def the_second_line() -> list[Theorem]:
    """(1 − 2s)″ = 0."""
    return both_lines()[1:]


fails_as(EXAMPLE_1,
    ("sign", [eq(after, w + eta * L.gradient(after)), *EXAMPLE_1.states[1:]], "w + η∂L(w₊).", STEP, both_lines),
    ("sign", [EXAMPLE_1.states[0], eq(f, w + eta * L.gradient(w)), *EXAMPLE_1.states[2:]], "w + η∂L(w).", STEP,
        both_lines),
)  # fmt: skip


@EXAMPLE_1.mutant("constant", at=STEP, discharge=both_lines)
def without_two(claim: Claim) -> Claim:
    """w − η(⟨w, x⟩ − y)x/(1 + η‖x‖²) as the solution for (4)."""
    wrong = w - eta * (Inner(w, x) - y) / (1 + eta * Inner(x, x)) * x
    solves = eq(wrong, widrow_hoff(w, square_loss_gradient(wrong)))
    return claim.replace(states=[*claim.states[:2], solves, claim.states[3]])


ACCELERATED = STEP | {VecHead("γ"): Lambda(s, 5 + 10 * s - 14 * s**2), after: 5}


fails_without(EXAMPLE_1,
    (BACK[0], "γ may be accelerated.", ACCELERATED, the_second_line),
    (BACK[2], "γ need not leave with the velocity η∂L(w₊).", STEP | {VecHead("γ"): Lambda(s, 5 - 4 * s), after: 5},
        a_line_from_five),
    (IMPLICIT, "γ need not end at w.", STEP | {after: 5, VecHead("γ"): Lambda(s, 5 + 10 * s)}, a_line_from_five),
    (EXPLICIT, "σ need not end at f.", STEP | {f: 5}, both_lines),
    (SOME_ERROR, "⟨w, x⟩ may be y: nothing moves.", STEP | {y: 1}, both_lines),
    (SOME_DATA, "x may be 0: nothing moves.", STEP | {x: 0, y: 1}, both_lines),
)  # fmt: skip


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
