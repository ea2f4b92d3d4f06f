"""Theorem 8 for the losses before the update, sharper: no shortest paths, less what the gradients differ by."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from sympy import Abs, Expr, Integer, Lambda, Rational, Tuple, pi, sqrt

from proofs.geometric_view._hyperbolic import APPROACH, BESIDE, START, approach_met, step_back
from proofs.geometric_view._instances import convex_on_the_line
from proofs.geometric_view._searches import CURVED, FLAT, Run, runs
from proofs.geometric_view._trials import TRIAL, best, eta, grad, k, loss, t, trials, w
from proofs.geometric_view.theorem_8 import CONVEX, CONVEXITY, CURVATURE, IMPLICIT, MANIFOLD, STEP
from proofs.geometric_view.theorem_8_lambda import EVEN_NONE, LOSS, SETTING, SOME, of
from proofs.geometric_view.theorem_8_predictive import FALLING, HALF, RISING, SLOPES, UPWARDS, backwards, promise
from proofs.geometric_view.theorem_8_sharp import STANDING, THEOREM_8_SHARP, standing, the_step_itself
from verify.audit import (
    Claim, Inner, Searched, Sharpness, Theorem, assume, at, combine, decided_by, eq, fails_as, fails_without, follows,
    forall, ge, generalize, identity, instantiate, le, real, sum_is_not_negative, telescope, vanishes_with_its_square,
)  # fmt: skip
from verify.axioms import (
    CYLINDER, CYLINDER_DIST, EXP, HYPERBOLIC_DIST, HYPERBOLIC_EXP, REAL_LINE, from_even, same_point,
)  # fmt: skip
from verify.language.terms import Formula, VecHead

BACK, SLOPE = backwards(t), grad(t, w(t))
DIFFERENCE = eta * SLOPE + BACK
BACKWARDS = forall(t, same_point(EXP(w(t), BACK), w(t + 1)), TRIAL)
SAME_SPEED = forall(t, eq(Inner(BACK, BACK), Inner(STEP, STEP)), TRIAL)


def gained(times: Any = 1) -> Expr:
    """The promise of theorem-8.predictive less Σ ‖η grad L_t(w_t) + R_t‖²/(2η), or so many times that."""
    return promise() - times * trials(Inner(DIFFERENCE, DIFFERENCE)) / (2 * eta)


PREDICTIVE_SHARP = Claim(
    "geometric_view/theorem-8.predictive-sharp",
    at="Theorem 8, (16), sharper",
    says="Σ L_t(w_t) ≤ Σ L_t(w⋆) + (1/η)(D(w⋆,w_0) − D(w⋆,w_k)) + (η/2) Σ (‖grad L_t(w_t)‖² − ‖grad L_t(w_t) − "
    "Π grad L_t(w_{t+1})‖²), where Π is the parallel transport along the step",
    given=[MANIFOLD, CURVATURE, CONVEX, IMPLICIT, BACKWARDS, SAME_SPEED, SOME],
    states=le(LOSS, gained()),
    sharpens="geometric_view/theorem-8.predictive",
    rests_on=["geometric_view/theorem-8.sharp"],
    reading=SETTING
    + CONVEXITY
    + "The geodesic of the step, run backwards, goes from w_t with the velocity R_t to w_{t+1}, and is as fast as the "
    "step; any geodesic that is will do. R_t is −η Π grad L_t(w_{t+1}), so that (η/2)‖grad L_t(w_t) − "
    "Π grad L_t(w_{t+1})‖² is ‖η grad L_t(w_t) + R_t‖²/(2η). No step need be a shortest path.",
)


@PREDICTIVE_SHARP.proof
def nothing_is_lost(claim: Claim) -> Theorem:
    """L_t(w_t) − L_t(w_{t+1}) ≤ −⟨grad L_t(w_t), R⟩, which is half of η‖grad‖² + ‖R‖²/η − ‖η grad + R‖²/η."""
    sharp = THEOREM_8_SHARP.replace(given=of(claim, *THEOREM_8_SHARP.given, EVEN_NONE))
    returns, speeds = ([at(h, t) for h in of(claim, schema)] for schema in (BACKWARDS, SAME_SPEED))
    below = [instantiate(at(h, t, w(t), BACK, w(t + 1)), {}, returns) for h in of(claim, CONVEX)]
    gain = eta / 2 * Inner(SLOPE, SLOPE) + Inner(STEP, STEP) / (2 * eta) - Inner(DIFFERENCE, DIFFERENCE) / (2 * eta)
    fall = follows(le(loss(t, w(t)) - loss(t, w(t + 1)), gain), below, speeds)
    total = telescope(fall, t, 0, k - 1)
    return follows(claim.states[0], the_step_itself(sharp), total, of(claim, SOME, EVEN_NONE))


# --- on the real line -----------------------------------------------------------------------------------------------

X, Y, H, Z = real("x y h z")
ONE_TRIAL = [ge(t, 0), ge(0, t)]


def met_by(instance: dict[Any, Any], gap: Any = None, fails: Formula | None = None) -> Callable[[], list[Theorem]]:
    """What meets the schemas at an instance on the line: the losses are convex with the gap; one schema may fail."""

    def theorems() -> list[Theorem]:
        value, slope, path, rate = (instance[h] for h in (loss, VecHead("grad"), w.head, eta))
        back, after, step = instance[VecHead("R")](t), path(t + 1), rate * slope(t, path(t + 1))
        ways = {
            IMPLICIT: eq(after + step, path(t)),
            BACKWARDS: eq(Abs(path(t) + back - after), 0),
            SAME_SPEED: eq(back**2, step**2),
        }
        found = [generalize(identity(way), [t], ONE_TRIAL) for schema, way in ways.items() if schema != fails]
        convex = [] if gap is None else [convex_on_the_line(value, slope, ONE_TRIAL, gap)]
        return [*REAL_LINE.facts("curvature ≤ 0"), *found, *convex]

    return theorems


FALLS = met_by(FALLING, [])
STEEP = FALLING | {
    loss: Lambda((t, X), X**2),
    VecHead("grad"): Lambda((t, X), 2 * X),
    w.head: Lambda(t, Integer(17) ** (1 - t)),
    VecHead("R"): Lambda(t, -16 * Integer(17) ** -t),
    best: 1,
    eta: 8,
}
"""L = x² and η = 8: one trial from 17 to 1 = w⋆, and what the gradients differ by is nearly all that they cost."""
STEEP_MET = met_by(STEEP, [(1, real("U") ** 2)])


fails_as(PREDICTIVE_SHARP,
    ("constant", le(LOSS, gained(Rational(9, 8))), "9/8 of the last sum.", STEEP, STEEP_MET),
    ("constant", le(LOSS, gained() - eta / 4 * SLOPES), "(η/4) Σ ‖grad L_t(w_t)‖².", FALLING, FALLS),
    ("sign", le(LOSS, gained() - eta * SLOPES), "−(η/2) Σ ‖grad L_t(w_t)‖².", FALLING, FALLS),
)  # fmt: skip


AHEAD = FALLING | {VecHead("R"): Lambda(t, HALF)}


fails_without(PREDICTIVE_SHARP,
    (CONVEX, "The losses need not be convex.", RISING, met_by(RISING)),
    (IMPLICIT, "The update may go anywhere, as fast as it should.", UPWARDS, met_by(UPWARDS, [], IMPLICIT)),
    (BACKWARDS, "R_t may lead elsewhere.", AHEAD, met_by(AHEAD, [], BACKWARDS)),
    ([MANIFOLD, CURVATURE], "Exp and dist may be anything.", STANDING | {VecHead("R"): Lambda(t, 0)}, standing),
)  # fmt: skip


# --- on the flat cylinder -------------------------------------------------------------------------------------------

AROUND = {
    **CYLINDER.values,
    loss: Lambda((t, X, H), H),
    VecHead("grad"): Lambda((t, X, H), Tuple(0, 1)),
    w.head: Lambda(t, Tuple(0, 1 - t / 2)),
    VecHead("R"): Lambda(t, Tuple(2 * pi, -HALF)),
    best: (0, 0),
    eta: HALF,
    k: 1,
}
"""L = h, one trial from the height 1 to ½; R_t goes round once on the way."""


def around_met() -> list[Theorem]:
    """A point at no distance is at the same height, so that L is convex; R_t ends where it should."""
    a, b, angle = real("a b α")
    apart = sqrt(angle**2 + (H + b - Z) ** 2)
    none = combine(le((H + b - Z) ** 2, 0), [(-apart, assume(eq(apart, 0))), (1, angle**2)])
    level = vanishes_with_its_square(H + b - Z, follows(eq((H + b - Z) ** 2, 0), none, (H + b - Z) ** 2))
    above = instantiate(follows(ge(Z, H + b), level), {angle: pi * from_even((X + a - Y) / pi)})
    convex = generalize(above, [t, X, H, a, b, Y, Z], [*ONE_TRIAL, eq(CYLINDER_DIST(X + a, H + b, Y, Z), 0)])
    back = identity(eq(CYLINDER_DIST(2 * pi, 1 - t / 2 - HALF, 0, 1 - (t + 1) / 2), 0))
    return [*CYLINDER.facts("curvature ≤ 0"), convex, generalize(back, [t], ONE_TRIAL)]


fails_without(PREDICTIVE_SHARP,
    (SAME_SPEED, "R_t may be faster than the step: it goes round the cylinder on the way.", AROUND, around_met),
)  # fmt: skip


# --- how sharp it is ------------------------------------------------------------------------------------------------


fails_without(PREDICTIVE_SHARP, ({SOME: EVEN_NONE}, "k may be 0.", decided_by(proof=nothing_is_lost)))


@PREDICTIVE_SHARP.extremal("k", range(1, 4))
def linear_losses(number: int) -> dict[Any, Any]:
    """L = x on the line, from 1 + k/2 down to 1: attained."""
    return {**FALLING, k: number, w.head: Lambda(t, 1 + (number - t) * HALF)}


@PREDICTIVE_SHARP.search
def squared_distances() -> Iterator[Searched]:
    """Losses ½dist(·, x_t)² on flat and hyperbolic spaces."""
    yield from runs(FLAT | CURVED, Run.predictive, implicit=True, cases=20, reach=0.7)


@PREDICTIVE_SHARP.sharp
def below_the_other() -> Sharpness:
    """A square is subtracted."""
    squares = sum_is_not_negative(Inner(DIFFERENCE, DIFFERENCE), (t, 0, k - 1), [Inner(DIFFERENCE, DIFFERENCE)])
    less = follows(le(gained(), promise()), squares)
    return Sharpness("the promise over that of theorem-8.predictive", "1 at most: squares are subtracted", less)


@PREDICTIVE_SHARP.instance
def and_back() -> tuple[dict[Any, Any], list[Theorem]]:
    """L = x², arsinh x the distance from a line of the hyperbolic plane, and a step of length 1 towards it."""
    p, q, h = real("p q h")
    end = HYPERBOLIC_EXP(APPROACH[w.head](0)[0], 0, -1, 0)
    same = identity(eq(HYPERBOLIC_DIST(p, h, q, 0), 0), using=[eq(p, q), eq(h, 0)])
    names = dict(zip((p, h, q), (*end, START), strict=True))
    lands = instantiate(same, names, [step_back(START, BESIDE, 1), identity(eq(end[1], 0))])
    return APPROACH | {VecHead("R"): Lambda(t, Tuple(-1, 0))}, [*approach_met(), lands]
