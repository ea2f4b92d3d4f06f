"""Theorem 8 sharper: half the squared gradients in the place of D, no shortest steps; and (17) beyond one geodesic."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sympy import Abs, Expr, Lambda, Rational, acos, cos, pi

from proofs.geometric_view._instances import convex_on_the_line, one_name
from proofs.geometric_view._searches import CURVED, FLAT, Run, runs
from proofs.geometric_view.theorem_8 import CONVEX, CURVATURE, IMPLICIT, MANIFOLD, STEP, best, k, loss, one_trial, t, w
from proofs.geometric_view.theorem_8_lambda import (
    AFTER,
    CONCAVE,
    CONCAVE_MET,
    EVEN_NONE,
    LOSS,
    SETTING,
    SOME,
    STEPPED,
    X,
    Y,
    added_up,
    from_zero,
    implicit,
    met_by,
    of,
    on_the_line,
    promise,
    without,
)
from verify.axioms import EXP
from verify.claims import Claim, Searched, Sharpness
from verify.kernel import Theorem, combine, generalize, identity, witness
from verify.terms import Deriv, Inner, VecHead, eq, forall, function, ge, gt, le, positive, real

THEOREM_8_SHARP = Claim(
    "geometric_view/theorem-8.sharp",
    at="Theorem 8, (16)",
    says="Σ L_t(w_{t+1}) ≤ Σ L_t(w⋆) + (1/η)(D(w⋆,w_0) − D(w⋆,w_k)) − (η/2) Σ ‖grad L_t(w_{t+1})‖²",
    given=[MANIFOLD, CURVATURE, CONVEX, IMPLICIT, SOME],
    states=le(AFTER, promise(STEPPED, 0)),
    reading=SETTING + "The losses are convex along every geodesic. That the update moves along a shortest path is not "
    "needed, and ½η²‖grad‖² ≥ D(w_t,w_{t+1}) is subtracted.",
)


@THEOREM_8_SHARP.proof
def the_step_itself(claim: Claim) -> Theorem:
    """The proof of (16) without dist(w_t, w_{t+1}) ≤ ‖ηgrad‖."""
    trial = one_trial(claim.given, Inner(STEP, STEP) / 2, implicit(claim))
    return combine(claim.states[0], [(1, added_up(trial))], facts=of(claim, SOME, EVEN_NONE))


LINEAR = on_the_line(-t / 2, X, 1, 0, best=-1)
LINEAR_MET = met_by(LINEAR)


def linear() -> list[Theorem]:
    """L = x is convex on the line."""
    return [*LINEAR_MET(), convex_on_the_line(LINEAR[loss], LINEAR[VecHead("grad")], [ge(t, 0), ge(0, t)])]


@THEOREM_8_SHARP.mutant("constant", at=LINEAR, discharge=linear)
def gradients_twice(claim: Claim) -> Claim:
    """−η Σ ‖grad‖²."""
    return claim.replace(states=le(AFTER, promise(2 * STEPPED, 0)))


@THEOREM_8_SHARP.mutant("sign", at=LINEAR, discharge=linear)
def loss_before_the_update(claim: Claim) -> Claim:
    """The print: the loss before the update."""
    return claim.replace(states=le(LOSS, promise(STEPPED, 0)))


@THEOREM_8_SHARP.mutant("hypothesis", at=LINEAR | {w.head: Lambda(t, t / 2)}, discharge=linear)
def upwards(claim: Claim) -> Claim:
    """The update may go anywhere."""
    return without(claim, IMPLICIT)


STANDING = LINEAR | {EXP.head: Lambda((X, Y), X), w.head: Lambda(t, 1), VecHead("grad"): Lambda((t, X), 0)}


def standing() -> list[Theorem]:
    """Exp_v(U) = v, and L = x with gradient 0."""
    a, b = real("v q")
    there = combine(ge(b, a), [], using=[one_name()])
    return [generalize(there, [t, a, real("U"), b], [ge(t, 0), ge(0, t), eq(Abs(a - b), 0)])]


@THEOREM_8_SHARP.mutant("hypothesis", at=STANDING, discharge=standing)
def no_geometry(claim: Claim) -> Claim:
    """Exp and dist may be anything."""
    return without(claim, MANIFOLD, CURVATURE)


@THEOREM_8_SHARP.mutant("hypothesis", at=CONCAVE | {best: 10}, discharge=CONCAVE_MET)
def not_convex(claim: Claim) -> Claim:
    """The losses need not be convex."""
    return without(claim, CONVEX)


@THEOREM_8_SHARP.mutant("hypothesis", proof=the_step_itself)
def no_trials(claim: Claim) -> Claim:
    """k may be 0."""
    return from_zero(claim)


@THEOREM_8_SHARP.sharp
def equality() -> Sharpness:
    """L = x on the line makes it an equation in every trial."""
    a, b, rate = real("a b η")
    here = a - rate
    goal = eq(rate * here, rate * b + ((a - b) ** 2 - (here - b) ** 2 - rate**2) / 2)
    return Sharpness("the loss less the right-hand side, times η, for linear losses on the line", "0", identity(goal))


# --- another geodesic to w⋆ -------------------------------------------------------------------------------------------

before, after, goal, bend = real("w_t w_{t+1} w⋆ λ")
rate = positive("η")
a, b, s, x = real("a b s q")
value = function("L")


def on_circle(u: Any, v: Any) -> Expr:
    """The distance of two angles on the circle of length 2π."""
    return acos(cos(u - v))


def less(r: Any) -> Expr:
    """L − λ(distance from w_{t+1})²."""
    return value(r) - bend * (r - after) ** 2


SEGMENT = [ge(a, goal), ge(after, a), ge(b, goal), ge(after, b), ge(s, 0), ge(1, s)]
ON_THE_ARC = forall([a, b, s], le(less((1 - s) * a + s * b), (1 - s) * less(a) + s * less(b)), SEGMENT)
ARCS = [
    eq(before - after, rate * Deriv(value(x), x, after)),
    ge(before, after),
    ge(after, goal),
    gt(pi, before - after),
    gt(pi, after - goal),
]

CIRCLE = Claim(
    "geometric_view/theorem-8-lambda.circle",
    at="Theorem 8, (17)",
    printed="for all 0 ≤ t ≤ k and a geodesic γ_{t+1} from w_{t+1} to w⋆, if the loss function L_t|γ_{t+1} restricted "
    "to the image of γ_{t+1} is λ_t-convex, then … (17)",
    given=[*ARCS, ON_THE_ARC],
    states=le(
        value(after),
        value(goal)
        + (on_circle(before, goal) ** 2 - on_circle(after, goal) ** 2 - on_circle(before, after) ** 2) / (2 * rate)
        - bend * on_circle(after, goal) ** 2,
    ),
    reading=(
        "One trial on the circle of length 2π, a complete manifold of curvature ≤ 0 (it has no plane to be curved), by "
        "angles: both the step from w_{t+1} to w_t and the geodesic γ from w_{t+1} to w⋆ are the shortest paths, to "
        "opposite sides and less than half of the circle each; L is λ-convex on γ. The print asks for the convexity on "
        "γ only and for no simply connected manifold; the hinge comparison then fails. Loss and divergence are those "
        "of the repaired (17), L_t(w_{t+1}) and D(w_{t+1},w⋆). L is given by its values on the two arcs, which are not "
        "the whole circle."
    ),
    weight="gap",
    slip="The hinge comparison for curvature ≤ 0 needs a simply connected manifold, or the geodesic to w⋆ to be the "
    "one that is lifted together with the step; the paper has neither, and with the first the repaired (17) is true, "
    "with the second for λ_t ≥ −1/(2η).",
)


@CIRCLE.counterexample
def around_the_back(claim: Claim) -> Theorem:
    """w_{t+1} = 0, w_t = 2, w⋆ = −2, L = x on the arcs, η = 2: 0 against −2.69…"""
    values = {value: Lambda(x, x), before: 2, after: 0, goal: -2, rate: 2, bend: 0}
    line = combine(le((1 - s) * a + s * b, (1 - s) * a + s * b), [])
    arc = [ge(a, -2), ge(0, a), ge(b, -2), ge(0, b), ge(s, 0), ge(1, s)]
    return witness(list(claim.given), claim.states[0], values, [generalize(line, [a, b, s], arc)])


@THEOREM_8_SHARP.search
def squared_distances() -> Iterator[Searched]:
    """Losses ½dist(·, x_t)² on flat and hyperbolic spaces."""
    yield from runs(FLAT | CURVED, Run.implicit, implicit=True, cases=20, reach=0.7)


@THEOREM_8_SHARP.extremal("k", range(1, 4))
def linear_losses(trials: int) -> dict[Any, Any]:
    """L = x on the line, from 1 + k/2 down to 1."""
    return {**LINEAR, best: 0, k: trials, w.head: Lambda(t, Rational(trials + 2, 2) - t / 2)}
