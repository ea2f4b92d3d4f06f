"""Theorem 6 repaired: the loss bound of the explicit update, curvature ≥ 0, where steps are shortest paths."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from sympy import Abs, Expr, Lambda, Rational

from proofs.geometric_view import _moebius
from proofs.geometric_view._hyperbolic import ACROSS, across_met
from proofs.geometric_view._instances import convex_on_the_line
from proofs.geometric_view._searches import FLAT, ROUND, Run, runs
from proofs.geometric_view._trials import TRIAL, best, divergence, eta, grad, k, loss, q, t, trials, v, w
from proofs.geometric_view.theorem_8 import CONVEX, CONVEXITY, MANIFOLD
from verify.author.kernel import Theorem, assume, cite, combine, generalize, identity, instantiate, telescope
from verify.axioms import DIST, EXP, MINIMISING_GEODESIC, MOEBIUS_BAND, REAL_LINE, TOPONOGOV, nonnegative_curvature
from verify.claims import Claim, Searched, Sharpness, fails_as, fails_without
from verify.language.terms import EUCLIDEAN, Inner, Tangent, Vec, VecHead, eq, forall, ge, le, norm, real, vector
from verify.lemmas import with_some

HALF = Rational(1, 2)
CURVATURE = nonnegative_curvature()
STEP = -eta * grad(t, w(t))
EXPLICIT = forall(t, eq(EXP(w(t), STEP), w(t + 1)), TRIAL)
MINIMISING = forall(t, eq(DIST(w(t), w(t + 1)), norm(STEP)), TRIAL)
SOME = ge(k, 1)
TOWARD = Vec(VecHead("W"), Tangent(w(t)))
MOVED = trials(divergence(w(t), w(t + 1)))
STEPPED = trials(Inner(STEP, STEP) / 2)


def promise(moved: Any = MOVED, extra: Any = 0, ways: Any = 1) -> Expr:
    """The right-hand side of (12): the comparator's loss, the way covered towards it, and the movement, over η."""
    travelled = divergence(w(0), best) - divergence(w(k), best)
    return trials(loss(t, best)) + ways * travelled / eta + moved / eta - extra


LOSS = trials(loss(t, w(t)))
SETTING = (
    "Points and tangent vectors are those of a complete connected manifold with curvature ≥ 0, D = ½dist², w⋆ is any "
    "point and η > 0; points at the distance 0 are one point, which may have several names, as an angle has. "
) + CONVEXITY
FROM_EXP = "The explicit update (6), (10) goes from w_t along the geodesic with velocity −η grad L_t(w_t) to w_{t+1}"

THEOREM_6_REPAIRED = Claim(
    "geometric_view/theorem-6.repaired",
    at="Theorem 6, (12)",
    says="(12), where every step is a shortest path from w_t to w_{t+1}",
    given=[MANIFOLD, CURVATURE, CONVEX, EXPLICIT, MINIMISING, SOME],
    states=le(LOSS, promise()),
    repairs="geometric_view/theorem-6",
    rests_on=["geometric_view/theorem-6.sharp"],
    reading=SETTING
    + FROM_EXP
    + ", and is as short as their distance, as the text after (10) takes for granted. Where it is longer, (12) fails: "
    "geometric_view/theorem-6. On Sⁿ only constant losses meet the hypotheses (geometric_view/theorem-6.sphere), and "
    "the open simplex is not complete. Without curvature ≥ 0 it fails on the hyperbolic plane "
    "(geometric_view/theorem-6-negative-curvature is the same in other coordinates), without complete on the slit "
    "plane: geometric_view/theorem-6-incomplete.",
)

THEOREM_6_SHARP = Claim(
    "geometric_view/theorem-6.sharp",
    at="Theorem 6, (12)",
    says="(12) with (η/2) Σ ‖grad L_t(w_t)‖² in the place of (1/η) Σ D(w_t,w_{t+1}), for steps of any length",
    given=[MANIFOLD, CURVATURE, CONVEX, EXPLICIT, SOME],
    states=le(LOSS, promise(STEPPED)),
    repairs="geometric_view/theorem-6",
    reading=SETTING + FROM_EXP + ", however long; ½η²‖grad‖² stands in the place of D(w_t,w_{t+1}), which it is when "
    "the step is a shortest path.",
    sharpens="geometric_view/theorem-6.repaired",
)


def of(claim: Claim, *wanted: Any) -> list[Any]:
    """Those of the hypotheses that the claim has."""
    return [f for f in claim.given if f in wanted]


def hinge(explicit: list[Theorem], toward: Any) -> Theorem:
    """dist(w_{t+1}, w⋆)² ≤ ‖ηgrad‖² + dist(w_t, w⋆)² + 2η⟨grad, γ̇⟩, where γ̇ leads to w⋆ along a shortest path."""
    place = {v: w(t), q: best, VecHead("U"): STEP, VecHead("W"): toward}
    longer = Inner(STEP, STEP) + DIST(w(t), best) ** 2 - 2 * Inner(STEP, toward)
    shortest = eq(Inner(toward, toward), DIST(w(t), best) ** 2)
    goal = ge(longer, DIST(w(t + 1), best) ** 2)
    return combine(goal, [(1, instantiate(cite(TOPONOGOV), place)), (-1, assume(shortest))], using=explicit)


def trial(claim: Claim, toward: Any, below: Sequence[Theorem], extra: Any = 0) -> Theorem:
    """The bound of one trial, with ½‖ηgrad‖² for the movement; `extra` is what `below` leaves to the loss."""
    explicit = [instantiate(assume(f), [t]) for f in of(claim, EXPLICIT)]
    d = divergence
    covered = (d(w(t), best) - d(w(t + 1), best) + Inner(STEP, STEP) / 2) / eta
    goal = ge(loss(t, best) + covered - extra, loss(t, w(t)))
    return combine(goal, [*((1, f) for f in below), (1 / (2 * eta), hinge(explicit, toward))])


def added_up(trial: Theorem) -> Theorem:
    """The sum of the trials; the distances to w⋆ telescope."""
    return telescope(trial, t, 0, k - 1, divergence(w(t), best) / eta)


def all_trials(claim: Claim) -> Theorem:
    """Convexity and the hinge at w_t, towards w⋆ along a shortest path, of which there is one; added up."""
    below = [instantiate(assume(f), [t, w(t), TOWARD, best]) for f in of(claim, CONVEX)]
    one = trial(claim, TOWARD, below)
    return added_up(with_some(MINIMISING_GEODESIC, {v: w(t), q: best}, TOWARD, one))


def shortest_steps(claim: Claim) -> Theorem:
    """Σ D(w_t, w_{t+1}) = Σ ½‖ηgrad‖²."""
    lengths = [instantiate(assume(f), [t]) for f in of(claim, MINIMISING)]
    step = identity(eq(divergence(w(t), w(t + 1)), Inner(STEP, STEP) / 2), using=lengths)
    return telescope(step, t, 0, k - 1)


@THEOREM_6_SHARP.proof
def hinge_and_telescope(claim: Claim) -> Theorem:
    """Convexity towards w⋆ and the hinge at w_t bound each trial; the distances to w⋆ telescope."""
    return combine(claim.states[0], [(1, all_trials(claim))], facts=of(claim, SOME))


@THEOREM_6_REPAIRED.proof
def the_step_is_shortest(claim: Claim) -> Theorem:
    """½‖ηgrad‖² = D(w_t, w_{t+1})."""
    terms = [(1, all_trials(claim)), (1 / eta, shortest_steps(claim))]
    return combine(claim.states[0], terms, facts=of(claim, SOME))


# --- on the real line -----------------------------------------------------------------------------------------------

X, Y, Z = real("x y z")


def on_the_line(path: Any, value: Any, slope: Any, **values: Any) -> dict[Any, Any]:
    """k trials on the line, with the path as a term in t and the loss and its derivative as terms in x."""
    return {
        **REAL_LINE.values,
        loss: Lambda((t, X), value),
        VecHead("grad"): Lambda((t, X), slope),
        w.head: Lambda(t, path),
        best: values.get("best", 0),
        eta: values.get("rate", HALF),
        k: values.get("trials", 1),
    }


def met_by(instance: dict[Any, Any], *gap: tuple[Any, Any]) -> Callable[[], list[Theorem]]:
    """What meets the schemas at an instance, with the convexity of the loss by a product of factors."""

    def theorems() -> list[Theorem]:
        value, slope, path, rate = (instance[h] for h in (loss, VecHead("grad"), w.head, eta))
        last = instance[k] - 1
        trial = [ge(t, 0), ge(last, t)]
        step = -rate * slope(t, path(t))
        lands = identity(eq(path(t) + step, path(t + 1)))
        length = identity(eq(Abs(path(t) - path(t + 1)), Abs(step)))
        convex = convex_on_the_line(value, slope, trial, gap)
        return [*REAL_LINE.facts("curvature ≥ 0"), convex, *(generalize(f, [t], trial) for f in (lands, length))]

    return theorems


LINEAR = on_the_line(-t / 2, X, 1, best=-1)
PARABOLA = on_the_line(HALF**t, X**2, 2 * X, rate=Rational(1, 4))
CONCAVE = on_the_line(2**t, -(X**2), -2 * X, best=10)
NEVER = on_the_line(t / 2, X, 1, best=-1)
_gap = (1, real("U") ** 2)
LINEAR_MET, PARABOLA_MET = met_by(LINEAR), met_by(PARABOLA, _gap)


def going_up() -> list[Theorem]:
    """L(w) = w is convex, and w_t = t/2."""
    trial = [ge(t, 0), ge(0, t)]
    length = identity(eq(Abs(t / 2 - (t + 1) / 2), HALF))
    convex = convex_on_the_line(NEVER[loss], NEVER[VecHead("grad")], trial)
    return [*REAL_LINE.facts("curvature ≥ 0"), convex, generalize(length, [t], trial)]


def concave_met() -> list[Theorem]:
    """w_{t+1} = 2w_t for L = −w² and η = ½."""
    path = 2**t
    trial = [ge(t, 0), ge(0, t)]
    lands = identity(eq(path + HALF * 2 * path, 2 ** (t + 1)))
    length = identity(eq(Abs(path - 2 ** (t + 1)), Abs(HALF * 2 * path)))
    return [*REAL_LINE.facts("curvature ≥ 0"), generalize(lands, [t], trial), generalize(length, [t], trial)]


fails_as(THEOREM_6_REPAIRED,
    ("constant", le(LOSS, promise(MOVED / 2)), "(1/2η) Σ D(w_t,w_{t+1}).", LINEAR, LINEAR_MET),
    ("constant", le(LOSS, promise(ways=HALF)), "(1/2η)(D(w⋆,w_0) − D(w⋆,w_k)).", LINEAR, LINEAR_MET),
    ("sign", le(LOSS, promise(-MOVED)), "−(1/η) Σ D(w_t,w_{t+1}), the bound of the implicit update.", LINEAR,
        LINEAR_MET),
)  # fmt: skip


fails_without(THEOREM_6_REPAIRED,
    (CURVATURE,
        "Any curvature: on the hyperbolic plane, across a line from which the loss grows as sinh² of the distance.",
        ACROSS, across_met),
    (CONVEX, "The losses need not be convex.", CONCAVE, concave_met),
    (EXPLICIT, "The update may go anywhere, as far as it should.", NEVER, going_up),
)  # fmt: skip


def across_the_band() -> list[Theorem]:
    """What meets the schemas on the Möbius band."""
    return [*MOEBIUS_BAND.facts("curvature ≥ 0"), _moebius.convex_along_geodesics([ge(t, 0), ge(0, t)])]


fails_without(THEOREM_6_REPAIRED,
    (MINIMISING, "The print: the step need not be a shortest path.", _moebius.ACROSS, across_the_band),
)  # fmt: skip


def empty_run_too(claim: Claim) -> Theorem:
    """The proof itself, where k may be 0."""
    terms = [(1, all_trials(claim))]
    if MINIMISING in claim.given:
        terms.append((1 / eta, shortest_steps(claim)))
    return combine(claim.states[0], terms, facts=[ge(k, 0)])


@THEOREM_6_REPAIRED.mutant("hypothesis", proof=empty_run_too)
def no_trials(claim: Claim) -> Claim:
    """k may be 0."""
    return claim.replace(given=[f if f != SOME else ge(k, 0) for f in claim.given])


fails_as(THEOREM_6_SHARP,
    ("constant", le(LOSS, promise(STEPPED / 2)), "(η/4) Σ ‖grad‖².", LINEAR, LINEAR_MET),
    ("constant", le(LOSS, promise(STEPPED, ways=HALF)), "(1/2η)(D(w⋆,w_0) − D(w⋆,w_k)).", LINEAR, LINEAR_MET),
    ("sign", le(LOSS, promise(-STEPPED)), "−(η/2) Σ ‖grad‖².", LINEAR, LINEAR_MET),
)  # fmt: skip


fails_without(THEOREM_6_SHARP,
    (CURVATURE,
        "Any curvature: on the hyperbolic plane, across a line from which the loss grows as sinh² of the distance.",
        ACROSS, across_met),
    (CONVEX, "The losses need not be convex.", CONCAVE, concave_met),
    (EXPLICIT, "The update may go anywhere.", NEVER, going_up),
)  # fmt: skip


@THEOREM_6_SHARP.mutant("hypothesis", proof=empty_run_too)
def not_one_trial(claim: Claim) -> Claim:
    """k may be 0."""
    return claim.replace(given=[f if f != SOME else ge(k, 0) for f in claim.given])


def linear_losses_in_space() -> Theorem:
    """Σ ⟨w_t, x_t⟩ = Σ ⟨w⋆, x_t⟩ + (‖w_0 − w⋆‖² − ‖w_k − w⋆‖²)/(2η) + (1/2η) Σ ‖w_t − w_{t+1}‖², for every k."""

    def path(t: Any) -> Vec:
        return Vec(VecHead("w"), EUCLIDEAN, t)

    instance, goal = Vec(VecHead("x"), EUCLIDEAN, t), vector("w⋆")
    update = eq(path(t + 1), path(t) - eta * instance)
    away = Inner(path(t) - goal, path(t) - goal) / (2 * eta)
    ahead = Inner(path(t + 1) - goal, path(t + 1) - goal) / (2 * eta)
    moved = Inner(path(t) - path(t + 1), path(t) - path(t + 1)) / (2 * eta)
    steps = instantiate(assume(forall(t, update, TRIAL)), [t])
    trial = identity(eq(Inner(goal, instance) + away - ahead + moved, Inner(path(t), instance)), using=[steps])
    return telescope(trial, t, 0, k - 1, away)


@THEOREM_6_REPAIRED.sharp
def equality() -> Sharpness:
    """Linear losses in R^n make (12) an equation, for every k and every run."""
    return Sharpness(
        "the loss less the right-hand side of (12), for linear losses in Rⁿ", "0", linear_losses_in_space()
    )


@THEOREM_6_REPAIRED.search
def squared_distances() -> Iterator[Searched]:
    """Losses ½dist(·, x_t)² on flat manifolds, and on pieces of round ones, which are not complete."""
    yield from runs(FLAT | ROUND, Run.explicit, implicit=False, cases=20, reach=0.6)


@THEOREM_6_REPAIRED.extremal("k", range(1, 4))
def linear_losses(trials: int) -> dict[Any, Any]:
    """L = x on the line with η = 1, from k down to 0 = w⋆."""
    return on_the_line(trials - t, X, 1, best=0, rate=1) | {k: trials}


@THEOREM_6_SHARP.extremal("k", range(1, 4))
def linear_losses_with_long_steps(trials: int) -> dict[Any, Any]:
    """L = x on the line with η = 1, from k down to 0 = w⋆."""
    return on_the_line(trials - t, X, 1, best=0, rate=1) | {k: trials}
