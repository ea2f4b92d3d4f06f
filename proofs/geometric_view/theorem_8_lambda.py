"""Theorem 8 (17): the loss bound of the implicit update for λ-convex losses, and what else it needs."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from sympy import Abs, Expr, Lambda, Rational

from proofs.geometric_view._searches import CURVED, FLAT, Run, runs
from proofs.geometric_view.theorem_8 import (
    CURVATURE,
    IMPLICIT,
    MINIMISING,
    STEP,
    TRIAL,
    best,
    divergence,
    eta,
    grad,
    k,
    loss,
    q,
    t,
    trials,
    v,
    w,
)  # fmt: skip
from verify.axioms import (
    COVERING,
    DIST,
    DISTANCE_AT_MOST_LENGTH,
    DISTANCE_NOT_NEGATIVE,
    EXP,
    HINGE,
    LIFT,
    LINE_DIST,
    LINE_EXP,
    LINE_LIFT,
    REAL_LINE,
    lift,
)
from verify.claims import Claim, Searched, Sharpness
from verify.kernel import Theorem, assume, cite, combine, generalize, identity, instantiate, telescope, witness
from verify.terms import Inner, Tangent, Vec, VecHead, eq, family, forall, ge, le, norm, real

HALF = Rational(1, 2)
SOME, EVEN_NONE = ge(k, 1), ge(k, 0)
strength = family("λ")
HERE = w(t + 1)
TOWARD = lift(HERE, STEP, best)
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
U = Vec(VecHead("U"), Tangent(v))
UNIQUE = forall([v, U], eq(DIST(v, EXP(v, U)), norm(U)))
NOT_STEEP = forall(t, ge(1 + 2 * eta * strength(t), 0), TRIAL)
SETTING = (
    "Points and tangent vectors are those of a complete manifold with curvature ≤ 0, D = ½dist², w⋆ is any point and η "
    "> 0. The implicit update (9): the geodesic from w_{t+1} with velocity η grad L_t(w_{t+1}) ends at w_t. "
)
GEODESIC = (
    "γ_{t+1} is the geodesic from w_{t+1} to w⋆ that ends, in the tangent space there, where the lift that starts at η "
    "grad L_t(w_{t+1}) of a shortest path from w_t to w⋆ ends; L_t is λ_t-convex on it, of which L_t(w⋆) ≥ "
    "L_t(w_{t+1}) + ⟨grad, γ̇(0)⟩ + λ_tℓ², ℓ its length, is used (geometric_view/lambda-convex)."
)
SIMPLY = "Every geodesic is a shortest path (the manifold is simply connected), so there is one geodesic to w⋆. "

THEOREM_8_LAMBDA = Claim(
    "geometric_view/theorem-8-lambda",
    at="Theorem 8, (17)",
    printed="Σ L_t(w_t) ≤ Σ L_t(w⋆) + (1/η)(D(w⋆,w_0) − D(w⋆,w_k)) − (1/η) Σ D(w_t,w_{t+1}) − 2 Σ λ_tD(w_t,w⋆)",
    given=[CURVATURE, UNIQUE, LAMBDA_CONVEX, IMPLICIT, MINIMISING, SOME],
    states=le(LOSS, promise(bend=PRINTED_BEND)),
    rests_on=["geometric_view/lambda-convex"],
    reading=SETTING + GEODESIC + SIMPLY + "False twice: for L_t(w_t), as (16), and for D(w_t,w⋆).",
    face_of="geometric_view/theorem-8",
)

THEOREM_8_LAMBDA_REPAIRED = Claim(
    "geometric_view/theorem-8-lambda.repaired",
    at="Theorem 8, (17)",
    says=(
        "on a simply connected M, Σ L_t(w_{t+1}) ≤ Σ L_t(w⋆) + (1/η)(D(w⋆,w_0) − D(w⋆,w_k)) − (1/η) Σ D(w_t,w_{t+1}) − "
        "2 Σ λ_tD(w_{t+1},w⋆)"
    ),
    given=[CURVATURE, UNIQUE, LAMBDA_CONVEX, IMPLICIT, SOME],
    states=le(AFTER, promise()),
    repairs="geometric_view/theorem-8-lambda",
    rests_on=["geometric_view/lambda-convex"],
    reading=SETTING
    + GEODESIC
    + SIMPLY
    + "Loss and divergence after the update; λ_t may have any sign, and L_t be anything off the geodesic.",
)

COVERED = Claim(
    "geometric_view/theorem-8-lambda.covered",
    at="Theorem 8, (17)",
    says=(
        "for λ_t ≥ −1/(2η), and L_t λ_t-convex on the geodesic to w⋆ that is lifted together with the step, Σ "
        "L_t(w_{t+1}) ≤ Σ L_t(w⋆) + (1/η)(D(w⋆,w_0) − D(w⋆,w_k)) − (1/η) Σ D(w_t,w_{t+1}) − 2 Σ λ_tD(w_{t+1},w⋆)"
    ),
    given=[CURVATURE, LAMBDA_CONVEX, NOT_STEEP, IMPLICIT, SOME],
    states=le(AFTER, promise()),
    repairs="geometric_view/theorem-8-lambda.circle",
    rests_on=["geometric_view/lambda-convex"],
    reading=SETTING
    + GEODESIC
    + "λ_t ≥ −1/(2η); the manifold need not be simply connected. It has to be this geodesic: for "
    "another one, such as the shortest, see geometric_view/theorem-8-lambda.circle.",
)


def of(claim: Claim, *wanted: Any) -> list[Any]:
    """Those of the hypotheses that the claim has."""
    return [f for f in claim.given if f in wanted]


def without(claim: Claim, *hypotheses: Any) -> Claim:
    """The claim without some of its hypotheses."""
    return claim.replace(given=[f for f in claim.given if f not in hypotheses])


PLACE = {v: HERE, q: best, VecHead("U"): STEP}


def arrives() -> Theorem:
    """Exp at w_{t+1} of the end of the lift is w⋆."""
    return instantiate(cite(COVERING), PLACE)


def hinge(claim: Claim) -> Theorem:
    """dist(w_t, w⋆)² ≥ ‖ηgrad‖² + ‖γ̇‖² − 2η⟨grad, γ̇⟩."""
    implicit = [instantiate(assume(f), [t]) for f in of(claim, IMPLICIT)]
    longer = Inner(STEP, STEP) + Inner(TOWARD, TOWARD) - 2 * Inner(STEP, TOWARD)
    return combine(ge(DIST(w(t), best) ** 2, longer), [(1, instantiate(cite(HINGE), PLACE))], using=implicit)


def squared(length: Any, reach: Any, longer: Theorem, sign: Theorem) -> Theorem:
    """length² ≥ reach², from length ≥ reach ≥ 0."""
    return combine(ge(length**2, reach**2), [(longer, length), (longer, sign)])


def reaches() -> Theorem:
    """‖γ̇‖² ≥ dist(w_{t+1}, w⋆)²."""
    shorter = instantiate(cite(DISTANCE_AT_MOST_LENGTH), {v: HERE, VecHead("U"): TOWARD})
    length, reach = norm(TOWARD), DIST(HERE, best)
    longer = combine(ge(length, reach), [(1, shorter)], using=[arrives()])
    return squared(length, reach, longer, instantiate(cite(DISTANCE_NOT_NEGATIVE), {v: HERE, q: best}))


def steps(claim: Claim) -> Theorem:
    """‖ηgrad‖² ≥ dist(w_{t+1}, w_t)²."""
    implicit = [instantiate(assume(f), [t]) for f in of(claim, IMPLICIT)]
    shorter = instantiate(cite(DISTANCE_AT_MOST_LENGTH), {v: HERE, VecHead("U"): STEP})
    length, reach = norm(STEP), DIST(HERE, w(t))
    longer = combine(ge(length, reach), [(1, shorter)], using=implicit)
    return squared(length, reach, longer, instantiate(cite(DISTANCE_NOT_NEGATIVE), {v: HERE, q: w(t)}))


def added_up(trial: Theorem) -> Theorem:
    """The sum of the trials; the distances to w⋆ telescope."""
    return telescope(trial, t, 0, k - 1, divergence(w(t), best) / eta)


def covered() -> Expr:
    """(D(w_t,w⋆) − D(w_{t+1},w⋆))/η."""
    return (divergence(w(t), best) - divergence(HERE, best)) / eta


@THEOREM_8_LAMBDA_REPAIRED.proof
def one_geodesic(claim: Claim) -> Theorem:
    """‖γ̇‖ = dist(w_{t+1}, w⋆), whatever the sign of λ_t; the rest is the proof of (16)."""
    unique = [instantiate(assume(f), [HERE, TOWARD]) for f in of(claim, UNIQUE)]
    length = combine(eq(norm(TOWARD), DIST(HERE, best)), [(-1, f) for f in unique], using=[arrives()])
    square = combine(eq(Inner(TOWARD, TOWARD), DIST(HERE, best) ** 2), [(norm(TOWARD) + DIST(HERE, best), length)])
    convex = [instantiate(assume(f), [t]) for f in of(claim, LAMBDA_CONVEX)]
    bend = strength(t) * DIST(HERE, best) ** 2
    goal = ge(loss(t, best) + covered() - divergence(HERE, w(t)) / eta - bend, loss(t, HERE))
    terms = [*((1, f) for f in convex), (1 / (2 * eta), hinge(claim)), (1 / (2 * eta), steps(claim))]
    trial = combine(goal, [*terms, (strength(t) + 1 / (2 * eta), square)])
    return combine(claim.states[0], [(1, added_up(trial))], facts=of(claim, SOME, EVEN_NONE))


@COVERED.proof
def longer_geodesics_bend_more(claim: Claim) -> Theorem:
    """(λ_t + 1/(2η))(‖γ̇‖² − dist(w_{t+1}, w⋆)²) ≥ 0."""
    weight = ge(strength(t) + 1 / (2 * eta), 0)
    signs = [combine(weight, [(1 / (2 * eta), instantiate(assume(f), [t]))]) for f in of(claim, NOT_STEEP)]
    convex = [instantiate(assume(f), [t]) for f in of(claim, LAMBDA_CONVEX)]
    bend = strength(t) * DIST(HERE, best) ** 2
    goal = ge(loss(t, best) + covered() - divergence(HERE, w(t)) / eta - bend, loss(t, HERE))
    terms = [*((1, f) for f in convex), (1 / (2 * eta), hinge(claim)), (1 / (2 * eta), steps(claim))]
    trial = combine(goal, [*terms, *((f, reaches()) for f in signs)])
    return combine(claim.states[0], [(1, added_up(trial))], facts=of(claim, SOME, EVEN_NONE))


# --- on the real line -----------------------------------------------------------------------------------------------

X, Y, Z = real("x y z")


def on_the_line(path: Any, value: Any, slope: Any, bend: Any, **values: Any) -> dict[Any, Any]:
    """One trial on the line, with the path as a term in t and the loss and its derivative as terms in x."""
    return {
        EXP.head: LINE_EXP,
        DIST.head: LINE_DIST,
        LIFT: LINE_LIFT,
        loss: Lambda((t, X), value),
        VecHead("grad"): Lambda((t, X), slope),
        strength: Lambda(t, bend),
        w.head: Lambda(t, path),
        best: values.get("best", 0),
        eta: values.get("rate", HALF),
        k: 1,
    }


def met_by(instance: dict[Any, Any], *, bends: bool = True, lands: bool = True) -> Callable[[], list[Theorem]]:
    """What meets the schemas at an instance."""

    def theorems() -> list[Theorem]:
        value, slope, path, rate, bend = (instance[h] for h in (loss, VecHead("grad"), w.head, eta, strength))
        trial, goal, here = [ge(t, 0), ge(0, t)], instance[best], path(t + 1)
        step = rate * slope(t, here)
        tangent = value(t, here) + slope(t, here) * (goal - here) + bend(t) * (goal - here) ** 2
        shown = [combine(ge(value(t, goal), tangent), [])] if bends else []
        if lands:
            shown += [identity(eq(here + step, path(t))), identity(eq(Abs(here - path(t)), Abs(step)))]
        a, b = real("a b")
        unique = generalize(identity(eq(Abs(a - (a + b)), Abs(b))), [a, b])
        return [cite(REAL_LINE), unique, *(generalize(f, [t], trial) for f in shown)]

    return theorems


PARABOLA = on_the_line(HALF**t, X**2, 2 * X, 1)
"""L = x² and λ = 1, from 1 to ½ towards 0: the repaired (17) is an equation."""
CONCAVE = on_the_line(2**t, -(X**2), -2 * X, -1, rate=Rational(1, 4))
"""L = −x² and λ = −1, from 1 to 2 away from 0: the repaired (17) is an equation."""
STEEPER = PARABOLA | {strength: Lambda(t, 2)}
AWAY = PARABOLA | {w.head: Lambda(t, Rational(2) ** t)}
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


@THEOREM_8_LAMBDA_REPAIRED.mutant("sign", at=PARABOLA, discharge=PARABOLA_MET)
def before_the_update(claim: Claim) -> Claim:
    """The print: the loss and the divergence before the update."""
    return claim.replace(states=le(LOSS, promise(bend=PRINTED_BEND)))


@THEOREM_8_LAMBDA_REPAIRED.mutant("sign", at=PARABOLA, discharge=PARABOLA_MET)
def divergence_before_the_update(claim: Claim) -> Claim:
    """The loss after the update, but D(w_t,w⋆) as printed: false on its own."""
    return claim.replace(states=le(AFTER, promise(bend=PRINTED_BEND)))


@THEOREM_8_LAMBDA_REPAIRED.mutant("hypothesis", at=STEEPER, discharge=STEEPER_MET)
def any_strength(claim: Claim) -> Claim:
    """λ_t may be anything."""
    return without(claim, LAMBDA_CONVEX)


@THEOREM_8_LAMBDA_REPAIRED.mutant("hypothesis", at=AWAY, discharge=AWAY_MET)
def any_direction(claim: Claim) -> Claim:
    """The update may go anywhere."""
    return without(claim, IMPLICIT)


BACKWARDS = on_the_line(-t / 2, -X, 1, 0, best=1) | {LIFT: Lambda((X, Y, Z), X - Z)}
"""A lift that ends on the other side."""


def line() -> list[Theorem]:
    """Every geodesic of the line is a shortest path."""
    a, b = real("a b")
    return [generalize(identity(eq(Abs(a - (a + b)), Abs(b))), [a, b])]


@THEOREM_8_LAMBDA_REPAIRED.mutant("hypothesis", at=BACKWARDS, discharge=line)
def any_curvature(claim: Claim) -> Claim:
    """No manifold at all."""
    return without(claim, CURVATURE)


@THEOREM_8_LAMBDA_REPAIRED.mutant(
    "hypothesis",
    undecided="It is false: on the circle with λ_t < −1/(2η) and a lift that is longer than the distance the hinge is "
    "an equation and the bound fails. But the circle has no global coordinate for the witness, which interprets "
    "points in R^n.",
)
def several_geodesics(claim: Claim) -> Claim:
    """The manifold need not be simply connected."""
    return without(claim, UNIQUE)


@COVERED.mutant("constant", at=PARABOLA, discharge=PARABOLA_MET)
def movement_twice(claim: Claim) -> Claim:
    """−(2/η) Σ D(w_t,w_{t+1})."""
    return twice_the_movement(claim)


@COVERED.mutant("constant", at=PARABOLA, discharge=PARABOLA_MET)
def way_halved(claim: Claim) -> Claim:
    """(1/2η)(D(w⋆,w_0) − D(w⋆,w_k))."""
    return half_the_way(claim)


@COVERED.mutant("constant", at=PARABOLA, discharge=PARABOLA_MET)
def bend_three_times(claim: Claim) -> Claim:
    """−3 Σ λ_tD(w_{t+1},w⋆)."""
    return three_times_the_bend(claim)


@COVERED.mutant("sign", at=CONCAVE, discharge=CONCAVE_MET)
def bend_with_plus(claim: Claim) -> Claim:
    """+2 Σ λ_tD(w_{t+1},w⋆)."""
    return bend_added(claim)


@COVERED.mutant("hypothesis", at=STEEPER, discharge=STEEPER_MET)
def stronger_than_it_is(claim: Claim) -> Claim:
    """λ_t may be anything."""
    return without(claim, LAMBDA_CONVEX)


@COVERED.mutant("hypothesis", at=AWAY, discharge=AWAY_MET)
def elsewhere(claim: Claim) -> Claim:
    """The update may go anywhere."""
    return without(claim, IMPLICIT)


@COVERED.mutant("hypothesis", at=BACKWARDS)
def no_curvature_bound(claim: Claim) -> Claim:
    """No manifold at all."""
    return without(claim, CURVATURE)


@COVERED.mutant(
    "hypothesis",
    undecided="It is false: on the circle with λ_t < −1/(2η) and a lift that is longer than the distance the hinge is "
    "an equation and the bound fails. But the circle has no global coordinate for the witness, which interprets "
    "points in R^n.",
)
def bent_down(claim: Claim) -> Claim:
    """λ_t may be smaller."""
    return without(claim, NOT_STEEP)


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


@COVERED.mutant("hypothesis", proof=longer_geodesics_bend_more)
def no_trials_at_all(claim: Claim) -> Claim:
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
