"""Theorem 8 (17): the loss bound of the implicit update for λ-convex losses, and what else it needs."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from sympy import Abs, Expr, Integer, Lambda, Rational, Tuple, cos, pi, sin, sinh, sqrt

from proofs.geometric_view._hyperbolic import mean_at_one, unit_step
from proofs.geometric_view._searches import CURVED, FLAT, Run, runs
from proofs.geometric_view._trials import TRIAL, best, divergence, eta, grad, k, loss, q, t, trials, v, w
from proofs.geometric_view.theorem_8 import CURVATURE, IMPLICIT, MANIFOLD, MINIMISING, STEP, reaches, same  # fmt: skip
from verify.author.kernel import Theorem, assume, cite, combine, generalize, identity, instantiate, telescope, witness
from verify.axioms import (
    CYLINDER, CYLINDER_LIFTS, DIST, EVERY_GEODESIC_IS_SHORTEST, EXP, HINGE, HYPERBOLIC_DIST, HYPERBOLIC_EXP,
    HYPERBOLIC_LIFTS, HYPERBOLIC_PLANE, LINE_LIFTS, ONE_LIFT, REAL_LINE, same_point, simply_connected,
)  # fmt: skip
from verify.claims import Claim, Searched, Sharpness, fails_as, fails_without
from verify.language.terms import Inner, Tangent, Vec, VecHead, eq, family, forall, ge, le, norm, real

HALF = Rational(1, 2)
SOME, EVEN_NONE = ge(k, 1), ge(k, 0)
strength = family("λ")
HERE = w(t + 1)
TOWARD = Vec(VecHead("γ̇"), Tangent(HERE), t)
LOSS, AFTER = trials(loss(t, w(t))), trials(loss(t, HERE))
MOVED = trials(divergence(HERE, w(t)))
STEPPED = trials(Inner(STEP, STEP) / 2)
BEND = 2 * trials(strength(t) * divergence(HERE, best))
PRINTED_BEND = 2 * trials(strength(t) * divergence(w(t), best))


def promise(moved: Any = MOVED, bend: Any = BEND, ways: Any = 1) -> Expr:
    """The right-hand side of (17): the comparator's loss, the way covered, the movement over η, and the bend."""
    travelled = divergence(w(0), best) - divergence(w(k), best)
    return trials(loss(t, best)) + ways * travelled / eta - moved / eta - bend


ABOVE = loss(t, HERE) + Inner(grad(t, HERE), TOWARD) + strength(t) * Inner(TOWARD, TOWARD)
LAMBDA_CONVEX = forall(t, ge(loss(t, best), ABOVE), TRIAL)
SIMPLY = simply_connected()
ARRIVES = forall(t, same_point(EXP(HERE, TOWARD), best), TRIAL)
SETTING = (
    "Points and tangent vectors are those of a complete connected manifold with curvature ≤ 0, D = ½dist², w⋆ is any "
    "point and η > 0; points at the distance 0 are one point. The implicit update (9): the geodesic from w_{t+1} with "
    "velocity η grad L_t(w_{t+1}) ends at w_t. "
)
USED = (
    "L_t is λ_t-convex on it, of which L_t(w⋆) ≥ L_t(w_{t+1}) + ⟨grad, γ̇(0)⟩ + λ_tℓ², ℓ its length, is used "
    "(geometric_view/lambda-convex). "
)
ANY = "The manifold is simply connected, so that γ_{t+1} is the geodesic from w_{t+1} to w⋆, a shortest path. " + USED
THEOREM_8_LAMBDA = Claim(
    "geometric_view/theorem-8-lambda",
    at="Theorem 8, (17)",
    printed="Σ L_t(w_t) ≤ Σ L_t(w⋆) + (1/η)(D(w⋆,w_0) − D(w⋆,w_k)) − (1/η) Σ D(w_t,w_{t+1}) − 2 Σ λ_tD(w_t,w⋆)",
    given=[MANIFOLD, CURVATURE, SIMPLY, ARRIVES, LAMBDA_CONVEX, IMPLICIT, MINIMISING, SOME],
    states=le(LOSS, promise(bend=PRINTED_BEND)),
    rests_on=["geometric_view/lambda-convex"],
    reading=SETTING + ANY + "False twice: for L_t(w_t), as (16), and for D(w_t,w⋆).",
    face_of="geometric_view/theorem-8",
)

THEOREM_8_LAMBDA_REPAIRED = Claim(
    "geometric_view/theorem-8-lambda.repaired",
    at="Theorem 8, (17)",
    says=(
        "on a simply connected M, Σ L_t(w_{t+1}) ≤ Σ L_t(w⋆) + (1/η)(D(w⋆,w_0) − D(w⋆,w_k)) − (1/η) Σ D(w_t,w_{t+1}) − "
        "2 Σ λ_tD(w_{t+1},w⋆)"
    ),
    given=[MANIFOLD, CURVATURE, SIMPLY, ARRIVES, LAMBDA_CONVEX, IMPLICIT, SOME],
    states=le(AFTER, promise()),
    repairs="geometric_view/theorem-8-lambda",
    rests_on=["geometric_view/lambda-convex"],
    reading=SETTING
    + ANY
    + "Loss and divergence after the update; λ_t may have any sign, and L_t be anything off the geodesic.",
)


def of(claim: Claim, *wanted: Any) -> list[Any]:
    """Those of the hypotheses that the claim has."""
    return [f for f in claim.given if f in wanted]


PLACE = {v: HERE, q: best, VecHead("U"): STEP, VecHead("W"): TOWARD}


def implicit(claim: Claim) -> list[Theorem]:
    """Exp at w_{t+1} of η grad is w_t."""
    return [instantiate(assume(f), [t]) for f in of(claim, IMPLICIT)]


def hinge(claim: Claim, lift: Sequence[Theorem]) -> Theorem:
    """dist(w_t, w⋆)² ≥ ‖ηgrad‖² + ‖γ̇‖² − 2η⟨grad, γ̇⟩."""
    longer = Inner(STEP, STEP) + Inner(TOWARD, TOWARD) - 2 * Inner(STEP, TOWARD)
    compared = instantiate(cite(HINGE), PLACE, lift)
    return combine(ge(DIST(w(t), best) ** 2, longer), [(1, compared)], using=implicit(claim))


def steps(claim: Claim) -> Theorem:
    """‖ηgrad‖² ≥ dist(w_{t+1}, w_t)²."""
    return reaches(STEP, w(t), same(EXP(HERE, STEP), w(t), implicit(claim)))


def added_up(trial: Theorem) -> Theorem:
    """The sum of the trials; the distances to w⋆ telescope."""
    return telescope(trial, t, 0, k - 1, divergence(w(t), best) / eta)


def covered() -> Expr:
    """(D(w_t,w⋆) − D(w_{t+1},w⋆))/η."""
    return (divergence(w(t), best) - divergence(HERE, best)) / eta


@THEOREM_8_LAMBDA_REPAIRED.proof
def one_geodesic(claim: Claim) -> Theorem:
    """‖γ̇‖ = dist(w_{t+1}, w⋆), whatever the sign of λ_t; the rest is the proof of (16)."""
    arrives = [instantiate(assume(f), [t]) for f in of(claim, ARRIVES)]
    lift = instantiate(cite(ONE_LIFT), PLACE, arrives)
    length = instantiate(cite(EVERY_GEODESIC_IS_SHORTEST), {**PLACE, VecHead("U"): TOWARD}, arrives)
    square = combine(eq(Inner(TOWARD, TOWARD), DIST(HERE, best) ** 2), [(norm(TOWARD) + DIST(HERE, best), length)])
    convex = [instantiate(assume(f), [t]) for f in of(claim, LAMBDA_CONVEX)]
    bend = strength(t) * DIST(HERE, best) ** 2
    goal = ge(loss(t, best) + covered() - divergence(HERE, w(t)) / eta - bend, loss(t, HERE))
    terms = [*((1, f) for f in convex), (1 / (2 * eta), hinge(claim, [lift])), (1 / (2 * eta), steps(claim))]
    trial = combine(goal, [*terms, (strength(t) + 1 / (2 * eta), square)])
    return combine(claim.states[0], [(1, added_up(trial))], facts=of(claim, SOME, EVEN_NONE))


# --- on the real line -----------------------------------------------------------------------------------------------

X, Y, Z = real("x y z")


def on_the_line(path: Any, value: Any, slope: Any, bend: Any, **values: Any) -> dict[Any, Any]:
    """One trial on the line, with the path as a term in t and the loss and its derivative as terms in x."""
    goal = values.get("best", 0)
    return {
        **REAL_LINE.values,
        loss: Lambda((t, X), value),
        VecHead("grad"): Lambda((t, X), slope),
        strength: Lambda(t, bend),
        w.head: Lambda(t, path),
        VecHead("γ̇"): Lambda(t, goal - path.subs(t, t + 1)),
        best: goal,
        eta: values.get("rate", HALF),
        k: 1,
    }


def met_by(instance: dict[Any, Any], *, bends: bool = True, lands: bool = True) -> Callable[[], list[Theorem]]:
    """What meets the schemas at an instance."""

    def theorems() -> list[Theorem]:
        value, slope, path, rate, bend = (instance[h] for h in (loss, VecHead("grad"), w.head, eta, strength))
        trial, goal, here = [ge(t, 0), ge(0, t)], instance[best], path(t + 1)
        step, toward = rate * slope(t, here), instance[VecHead("γ̇")](t)
        tangent = value(t, here) + slope(t, here) * (goal - here) + bend(t) * (goal - here) ** 2
        shown = [combine(ge(value(t, goal), tangent), [])] if bends else []
        if lands:
            shown += [identity(eq(here + step, path(t))), identity(eq(Abs(here - path(t)), Abs(step)))]
        shown += [identity(eq(Abs(here + toward - goal), 0)), instantiate(cite(LINE_LIFTS), [here, step, goal])]
        return [*REAL_LINE.facts("curvature ≤ 0", "simply connected"), *(generalize(f, [t], trial) for f in shown)]

    return theorems


PARABOLA = on_the_line(HALF**t, X**2, 2 * X, 1)
"""L = x² and λ = 1, from 1 to ½ towards 0: the repaired (17) is an equation."""
CONCAVE = on_the_line(2**t, -(X**2), -2 * X, -1, rate=Rational(1, 4))
"""L = −x² and λ = −1, from 1 to 2 away from 0: the repaired (17) is an equation."""
STEEPER = PARABOLA | {strength: Lambda(t, 2)}
AWAY = on_the_line(Rational(2) ** t, X**2, 2 * X, 1)
PARABOLA_MET, CONCAVE_MET = met_by(PARABOLA), met_by(CONCAVE)
STEEPER_MET, AWAY_MET = met_by(STEEPER, bends=False), met_by(AWAY, lands=False)


@THEOREM_8_LAMBDA.counterexample
def halved(claim: Claim) -> Theorem:
    """R, L = x², λ = 1, η = ½, w_0 = 1, w_1 = ½, w⋆ = 0, one trial: 1 against −½."""
    return witness(list(claim.given), claim.states[0], PARABOLA, PARABOLA_MET())


@THEOREM_8_LAMBDA_REPAIRED.mutant("constant", at=PARABOLA, discharge=PARABOLA_MET)
def twice_the_movement(claim: Claim) -> Claim:
    """−(2/η) Σ D(w_t,w_{t+1})."""
    return claim.replace(states=le(AFTER, promise(2 * MOVED)))


@THEOREM_8_LAMBDA_REPAIRED.mutant("constant", at=PARABOLA, discharge=PARABOLA_MET)
def half_the_way(claim: Claim) -> Claim:
    """(1/2η)(D(w⋆,w_0) − D(w⋆,w_k))."""
    return claim.replace(states=le(AFTER, promise(ways=HALF)))


@THEOREM_8_LAMBDA_REPAIRED.mutant("constant", at=PARABOLA, discharge=PARABOLA_MET)
def three_times_the_bend(claim: Claim) -> Claim:
    """−3 Σ λ_tD(w_{t+1},w⋆)."""
    return claim.replace(states=le(AFTER, promise(bend=3 * BEND / 2)))


@THEOREM_8_LAMBDA_REPAIRED.mutant("sign", at=CONCAVE, discharge=CONCAVE_MET)
def bend_added(claim: Claim) -> Claim:
    """+2 Σ λ_tD(w_{t+1},w⋆)."""
    return claim.replace(states=le(AFTER, promise(bend=-BEND)))


fails_as(THEOREM_8_LAMBDA_REPAIRED,
    ("sign", le(LOSS, promise(bend=PRINTED_BEND)), "The print: the loss and the divergence before the update.",
        PARABOLA, PARABOLA_MET),
    ("sign", le(AFTER, promise(bend=PRINTED_BEND)),
        "The loss after the update, but D(w_t,w⋆) as printed: false on its own.", PARABOLA, PARABOLA_MET),
)  # fmt: skip


fails_without(THEOREM_8_LAMBDA_REPAIRED,
    (LAMBDA_CONVEX, "λ_t may be anything.", STEEPER, STEEPER_MET),
    (IMPLICIT, "The update may go anywhere.", AWAY, AWAY_MET),
)  # fmt: skip


FLATTENED = on_the_line(-t / 2, X, 1, 0, best=-1) | {DIST.head: Lambda((X, Y), 0)}
"""No distances."""


fails_without(THEOREM_8_LAMBDA_REPAIRED, ([MANIFOLD, CURVATURE, SIMPLY], "Exp and dist may be anything.", FLATTENED))


# --- round the cylinder -----------------------------------------------------------------------------------------------

AROUND = {
    **CYLINDER.values,
    loss: Lambda((t, X, Y), pi * sin(X) - 2 * Y**2),
    VecHead("grad"): Lambda((t, X, Y), Tuple(pi * cos(X), -4 * Y)),
    strength: Lambda(t, -Rational(8, 5)),
    w.head: Lambda(t, Tuple(pi - pi * t, 0)),
    VecHead("γ̇"): Lambda(t, Tuple(2 * pi, 1)),
    best: (2 * pi, 1),
    eta: 1,
    k: 1,
}
"""L = π sin x − 2h², w_1 = (0, 0), w_0 = (π, 0), w⋆ = (2π, 1); γ winds round once, and L is −8/5-convex on it."""


def around_met() -> list[Theorem]:
    """w_0 is half-way round, and a shortest path from there to w⋆ goes on the same way."""
    far, goal = real("p m")
    lift = instantiate(cite(CYLINDER_LIFTS), [0, 0, far, 0, goal, 1, goal, 1])
    ends = [eq(far, pi), eq(goal, 2 * pi)]
    met = instantiate(lift, {}, [identity(f, using=ends) for f in lift.hypotheses])
    values = {far: pi, goal: 2 * pi}
    return [*CYLINDER.facts("curvature ≤ 0"), instantiate(met, values, [identity(eq(v, v)) for v in values.values()])]


fails_without(THEOREM_8_LAMBDA_REPAIRED,
    (SIMPLY, "The manifold need not be simply connected: on the cylinder, with the longer way round to w⋆.", AROUND,
        around_met),
)  # fmt: skip


# --- on the hyperbolic plane ------------------------------------------------------------------------------------------

BESIDE = {
    **HYPERBOLIC_PLANE.values,
    loss: Lambda((t, X, Y), X),
    VecHead("grad"): Lambda((t, X, Y), Tuple(sqrt(1 + X**2), 0)),
    strength: Lambda(t, 0),
    w.head: Lambda(t, Tuple((1 - t) * sinh(1), 0)),
    VecHead("γ̇"): Lambda(t, Tuple(0, 1)),
    best: (0, sinh(1)),
    eta: 1,
    k: 1,
}
"""L = x, which is 0 on the line x = 0 of γ from w_1 = (0, 0) to w⋆ = (0, sinh 1), and w_0 = (sinh 1, 0)."""


def beside_met() -> list[Theorem]:
    """One step of length 1 to the line, and a geodesic of length 1 along it."""
    there = HYPERBOLIC_EXP(0, 0, 0, 1)
    arrives = identity(eq(HYPERBOLIC_DIST(*there, 0, sinh(1)), 0), using=[mean_at_one()])
    lift = instantiate(cite(HYPERBOLIC_LIFTS), [0, 0, 1, 0, 0, sinh(1), 0, 1], [arrives])
    known = HYPERBOLIC_PLANE.facts("curvature ≤ 0", "simply connected")
    return [*known, arrives, lift, unit_step(Integer(0), Integer(1), 1)]


@THEOREM_8_LAMBDA_REPAIRED.instance
def beside_a_line() -> tuple[dict[Any, Any], list[Theorem]]:
    """The hyperbolic plane, which is curved: one step along a perpendicular of the line to w⋆."""
    return BESIDE, beside_met()


@THEOREM_8_LAMBDA_REPAIRED.sharp
def equation() -> Sharpness:
    """L = λx² on the line makes the repaired (17) an equation in every trial, 1 + 2ηλ ≠ 0."""
    a, b, rate, bend = real("a b η λ")
    start = a + rate * 2 * bend * a
    covered = ((start - b) ** 2 - (a - b) ** 2 - (start - a) ** 2) / 2
    goal = eq(rate * (bend * a**2 - bend * b**2 + bend * (a - b) ** 2), covered)
    return Sharpness("the loss less the right-hand side of (17), times η, for L = λx² on the line", "0", identity(goal))


def from_zero(claim: Claim) -> Claim:
    """The claim where k may be 0."""
    return claim.replace(given=[EVEN_NONE if f == SOME else f for f in claim.given])


@THEOREM_8_LAMBDA_REPAIRED.mutant("hypothesis", proof=one_geodesic)
def no_trials(claim: Claim) -> Claim:
    """k may be 0."""
    return from_zero(claim)


@THEOREM_8_LAMBDA_REPAIRED.search
def squared_distances() -> Iterator[Searched]:
    """Losses ½dist(·, x_t)² on flat and hyperbolic spaces, which are ½-convex there."""

    def score(run: Run) -> float:
        return run.implicit(0.5)

    yield from runs(FLAT | CURVED, score, implicit=True, cases=20, reach=0.7)


@THEOREM_8_LAMBDA_REPAIRED.extremal("k", range(1, 4))
def parabolas(trials: int) -> dict[Any, Any]:
    """L = x² and λ = 1, halved in each trial."""
    return PARABOLA | {k: trials}
