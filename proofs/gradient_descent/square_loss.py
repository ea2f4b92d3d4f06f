"""Online gradient descent on the square loss: the bound on its gradient, and (8) with it."""

from __future__ import annotations

from contextlib import suppress
from typing import Any

import numpy as np
from sympy import Abs, Expr, Lambda, Rational, S, cancel, expand, sqrt

from numeric.learners.gradient_descent import projected_step
from proofs.gradient_descent._projected import INSIDE, SOME
from proofs.gradient_descent.ogd_bound import BOUND
from proofs.gradient_descent.ogd_bound_eta import BOUNDED, FROM_ZERO
from proofs.gradient_descent.ogd_setting import CONVEX, ROUND, START, G, T, U, loss, rounds, t, u, w
from verify.author.kernel import (
    KernelError, Theorem, assume, cases, combine, generalize, identity, instantiate, witness,
)  # fmt: skip
from verify.claims import Claim, Searched, Sharpness, fails_as, fails_without
from verify.language.tables import listed
from verify.language.terms import (
    EUCLIDEAN, Deriv, Inner, Vec, VecHead, eq, family, forall, ge, gt, le, norm, positive, real, substitute, vectors,
)  # fmt: skip
from verify.lemmas import at_most_by_squares, cauchy_schwarz, magnitude_bounds
from verify.lemmas.few_rounds import each_round

s, r, y = real("s r y")
X = positive("X")
p, z, v = vectors("p z v")
label = family("y")
a, b = VecHead("a"), VecHead("b")


def data(t: Any) -> Vec:
    """The instance x_t."""
    return Vec(VecHead("x"), EUCLIDEAN, t)


def square(term: Any) -> Expr:
    """‖·‖²."""
    return Inner(term, term)


def square_loss(w: Any, x: Any, y: Any) -> Expr:
    """(wᵀx − y)²."""
    return (Inner(w, x) - y) ** 2


def gradient(w: Any, x: Any, y: Any) -> Expr:
    """2(wᵀx − y)x."""
    return 2 * (Inner(w, x) - y) * x


WITHIN, SHORT, SMALL = ge(U**2, square(p)), ge(X**2, square(z)), ge((U * X) ** 2, y**2)

GRADIENT_BOUND = Claim(
    "gradient_descent/gradient-bound",
    at="after (8)",
    printed="‖∇ℓ_t(w_t)‖ ≤ 2|wᵀx_t − y_t|‖x_t‖ ≤ 2(‖w_t‖‖x_t‖ + |y_t|)‖x_t‖ ≤ 4UX²",
    given=[WITHIN, SHORT, SMALL],
    states=[
        eq(Deriv(square_loss(p + s * v, z, y), s, 0), Inner(gradient(p, z, y), v)),
        le(norm(gradient(p, z, y)), 4 * U * X**2),
        le(norm(gradient(p, z, y)), 2 * Abs(Inner(p, z) - y) * norm(z)),
        le(2 * Abs(Inner(p, z) - y) * norm(z), 2 * (norm(p) * norm(z) + Abs(y)) * norm(z)),
        le(2 * (norm(p) * norm(z) + Abs(y)) * norm(z), 4 * U * X**2),
    ],
    reading=(
        "ℓ(w) = (wᵀx − y)² with ‖w‖ ≤ U, ‖x‖ ≤ X and |y| ≤ UX, for w = p and x = z in any dimension. Its gradient is "
        "2(wᵀx − y)x, by its products with all v, and has length at most 4UX²; then the printed chain, link by link. "
        "The w without index in it is w_t."
    ),
)


@GRADIENT_BOUND.proof
def prediction_and_label_are_small(claim: Claim) -> list[Theorem]:
    """The gradient is 2|wᵀx − y|‖x‖ long; |wᵀx − y| ≤ ‖w‖‖x‖ + |y| by Cauchy–Schwarz; and ‖w‖‖x‖ + |y| ≤ 2UX."""
    derivative, total, _, second, third = claim.states
    product = norm(p) * norm(z)
    known = [(WITHIN, norm(p), U), (SHORT, norm(z), X), (SMALL, Abs(y), U * X)]
    weights, data, labels = (
        [at_most_by_squares(short, most, combine(ge(most**2, short**2), [(1, assume(f))]))]
        if f in claim.given else [] for f, short, most in known
    )  # fmt: skip
    size = norm(gradient(p, z, y))
    squares = combine(ge((2 * Abs(Inner(p, z) - y) * norm(z)) ** 2, size**2), [])
    length = at_most_by_squares(size, 2 * Abs(Inner(p, z) - y) * norm(z), squares)
    up, down = (
        combine(
            ge(product + Abs(y), sign * (Inner(p, z) - y)),
            [(1, cauchy_schwarz(sign * p, z)), (1, magnitude_bounds(y, sign))],
        )
        for sign in (1, -1)
    )
    error = at_most_both_ways(Inner(p, z) - y, product + Abs(y), up, down)
    middle = combine(second, [(2 * norm(z), error)])
    slacks = [*((2 * norm(z) ** 2, f) for f in weights), *((2 * norm(z), f) for f in labels)]
    slacks += [(2 * U * (norm(z) + 2 * X), f) for f in data]
    last = combine(third, slacks)
    return [identity(derivative), combine(total, [(1, length), (1, middle), (1, last)]), length, middle, last]


def at_most_both_ways(term: Any, most: Any, up: Theorem, down: Theorem) -> Theorem:
    """|term| ≤ most, from term ≤ most and −term ≤ most."""
    goal, above, below = ge(s, Abs(r)), ge(r, 0), gt(0, r)
    right = combine(goal, [(1, assume(ge(s, r)))], facts=[above])
    left = combine(goal, [(1, assume(ge(s, -r)))], facts=[below])
    return instantiate(cases([right, left], [above, below]), {r: term, s: most}, [up, down])


SQUARES = {
    loss: Lambda((t, a), square_loss(Vec(a), data(t), label(t))),
    VecHead("∇ℓ"): Lambda((t, b), gradient(Vec(b), data(t), label(t))),
}
STEEPEST = 4 * U * X**2
INSTANCES = forall(t, ge(X**2, square(data(t))), ROUND)
LABELS = forall(t, ge((U * X) ** 2, label(t) ** 2), ROUND)


def on_squares(formula: Any) -> Any:
    """A hypothesis of (8) with the square losses, and with 4UX² for G."""
    names = {getattr(k, "head", k): v for k, v in SQUARES.items()}
    return substitute(formula, {**names, G: STEEPEST})


SQUARE_LOSS_BOUND = Claim(
    "gradient_descent/square-loss-bound",
    loose="gradients of the length 4UX² are met at the edge of the ball only; how much is lost is not known",
    at="after (8)",
    printed=(
        "Substituting this value for G in the previous upper bound we get (1/T) Σ ℓ_t(w_t) ≤ min_{u: ‖u‖ ≤ U} "
        "(1/T) Σ ℓ_t(u) + 8(UX)²√(2/T)"
    ),
    given=[*(on_squares(f) for f in BOUND.given if f not in (CONVEX, BOUNDED)), INSTANCES, LABELS],
    states=le(
        rounds(square_loss(w(t), data(t), label(t))) / T,
        rounds(square_loss(u, data(t), label(t))) / T + 8 * (U * X) ** 2 * sqrt(2 / T),
    ),
    rests_on=["gradient_descent/ogd-bound", "gradient_descent/gradient-bound"],
    idle={START: FROM_ZERO},
    reading=(
        "Projected OGD as in gradient_descent/ogd-bound, with ℓ_t(w) = (wᵀx_t − y_t)², ‖x_t‖ ≤ X and |y_t| ≤ UX; the "
        "rate is that of (8) for G = 4UX², η/√t with η = √2/(4X²). For every u of the ball, so for the best one. "
        "Convexity and the bound on the gradients are not assumed but proved."
    ),
)


@SQUARE_LOSS_BOUND.proof
def with_this_gradient(claim: Claim) -> Theorem:
    """(8) for these losses: convex as ⟨a − b, x⟩² ≥ 0, and with gradients of length at most 4UX²."""
    given = list(claim.given)
    first, second = Vec(a), Vec(b)
    above = ge(
        square_loss(first, data(t), label(t)),
        square_loss(second, data(t), label(t)) + Inner(gradient(second, data(t), label(t)), first - second),
    )
    convex = generalize(combine(above, [(1, Inner(first - second, data(t)) ** 2)]), [t, first, second], ROUND)
    place = {p: w(t), z: data(t), y: label(t)}
    known = [instantiate(assume(f), [t]) for f in given if f in (INSIDE, INSTANCES, LABELS)]
    short = instantiate(GRADIENT_BOUND.theorem(GRADIENT_BOUND.states[1]), place, known)
    size = norm(gradient(w(t), data(t), label(t)))
    squares = combine(ge(STEEPEST**2, size**2), [(short, STEEPEST + size)])
    bounded = generalize(squares, [t], ROUND)
    general = BOUND.theorem(BOUND.states[0])
    there = instantiate(general, {**SQUARES, G: STEEPEST}, [convex, bounded])
    return combine(claim.states[0], [(1, there)], facts=[f for f in given if f == SOME])


EXTREME = {U: 1, X: 1, p: 1, z: 1, y: -1, v: 1}
"""w = x = 1 and y = −1: the gradient is 4."""


fails_as(GRADIENT_BOUND,
    ("constant", [GRADIENT_BOUND.states[0], le(norm(gradient(p, z, y)), 3 * U * X**2), *GRADIENT_BOUND.states[2:]],
        "3UX²: the factor 4 is attained.", EXTREME),
    ("sign", [eq(GRADIENT_BOUND.states[0].lhs, Inner(gradient(p, z, -y), v)), *GRADIENT_BOUND.states[1:]],
        "2(wᵀx + y)x for the gradient.", EXTREME),
)  # fmt: skip


@GRADIENT_BOUND.mutant("sign", at=EXTREME)
def label_subtracted(claim: Claim) -> Claim:
    """2(‖w‖‖x‖ − |y|)‖x‖ in the middle of the chain."""
    link = le(2 * Abs(Inner(p, z) - y) * norm(z), 2 * (norm(p) * norm(z) - Abs(y)) * norm(z))
    return claim.replace(states=[*claim.states[:3], link, claim.states[4]])


fails_without(GRADIENT_BOUND,
    (WITHIN, "‖w‖ may be larger than U.", {**EXTREME, p: 2}),
    (SHORT, "‖x‖ may be larger than X.", {**EXTREME, z: 2}),
    (SMALL, "|y| may be larger than UX.", {**EXTREME, y: -2}),
)  # fmt: skip


@GRADIENT_BOUND.extremal("U", [1, 3], formula=1)
def against_the_label(radius: Any) -> dict[Any, Any]:
    """w = U and y = −U on the line, where x = 1."""
    return EXTREME | {U: radius, p: radius, y: -radius}


@GRADIENT_BOUND.sharp
def attained() -> Sharpness:
    """w = x = 1, y = −1."""
    length, bound = norm(gradient(p, z, y)), 4 * U * X**2
    reached = witness([WITHIN, SHORT, SMALL], gt(bound, length), EXTREME)
    return Sharpness(
        "the factor of UX²",
        "4, attained at w = x = U = X = 1, y = −1",
        [GRADIENT_BOUND.theorem(GRADIENT_BOUND.states[1]), reached],
    )


def average(factor: Any) -> Any:
    """The bound with another factor in the place of 8√2."""
    total = rounds(square_loss(u, data(t), label(t))) / T
    return le(rounds(square_loss(w(t), data(t), label(t))) / T, total + factor * (U * X) ** 2 / sqrt(T))


SILENT = {
    T: 1,
    U: 1,
    X: 1,
    u: 1,
    VecHead("x"): Lambda(t, 1),
    label: Lambda(t, 1),
    VecHead("w"): Lambda(t, (t - 1) / sqrt(2)),
    VecHead("w′"): Lambda(t, (t - 1) / sqrt(2)),
}
"""One round with x = y = 1 from w = 0, against u = 1: the loss is 1, and the step √2/4·2 leads to 1/√2."""


def one_round() -> list[Theorem]:
    """The hypotheses of that round."""
    c = real("c")
    here, ends = [ge(t, 1), ge(1, t)], [ge(t, 1), ge(2, t)]
    place = (t - 1) / sqrt(2)
    step = place - sqrt(2) / (4 * sqrt(t)) * 2 * (place - 1)
    rest = cancel((t / sqrt(2) - step).subs(sqrt(t), r).subs(t, r**2) / (r - 1)).subs(r, sqrt(t))
    one_more = combine(eq(sqrt(t) - 1, 0), [(1 / (sqrt(t) + 1), t - 1)], facts=here)
    update = combine(eq(t / sqrt(2), step), [(rest, one_more)], facts=here)
    closest = ge((c - t / sqrt(2)) ** 2, (t / sqrt(2) - t / sqrt(2)) ** 2)
    inside = combine(ge(1, place**2), [(Rational(1, 2), 1), (t / 2, 2 - t)], facts=ends)
    ball = [*here, ge(1, c**2)]
    return [
        generalize(update, [t], here),
        generalize(combine(closest, [(1, (c - t / sqrt(2)) ** 2)]), [t, c], ball),
        generalize(inside, [t], ends),
        generalize(combine(ge(1, 1), []), [t], here),
    ]


fails_as(SQUARE_LOSS_BOUND,
    ("constant", average(Rational(9, 10)), "9/10 in place of 8√2: one round can cost (UX)².", SILENT, one_round),
    ("sign", average(-8 * sqrt(2)), "−8√2.", SILENT, one_round),
)  # fmt: skip


def run_on_the_line(example: Any, labels: list[Any], path: list[Any], before: list[Any], best: Any) -> dict[str, Any]:
    """Rounds with x = `example` from w = 0 in the unit ball, the predictors w and w′, against u = `best`.

    The bounds on the example and on the labels are met where they hold: the mutant has dropped the others.
    """
    count, ball = len(labels), ge(1, r**2)
    target, place, early = (S(listed(v, t).expr if len(v) > 1 else v[0]) for v in (labels, path, before))
    after, raw = place.subs(t, t + 1), early.subs(t, t + 1)
    step = place - sqrt(2) / (2 * sqrt(t)) * (place * example - target) * example

    def no_closer(n: int) -> list[tuple[Any, Any]]:
        end, goal = path[n], before[n]
        return [(end * goal, (1 - end * r) ** 2), (end * goal - 1, assume(ball))]

    def met() -> list[Theorem]:
        found = [
            each_round(eq(raw, step), t, last=count),
            each_round(ge((r - raw) ** 2, (after - raw) ** 2), t, no_closer, last=count, more=[r], given=[ball]),
            each_round(ge(1, place**2), t, lambda n: [(1 - path[n - 1] ** 2, 1)], last=count + 1),
        ]
        with suppress(KernelError):
            found.append(each_round(ge(1, example**2), t, lambda n: [(1 - example**2, 1)], last=count))
        with suppress(KernelError):
            found.append(each_round(ge(1, target**2), t, lambda n: [(1 - labels[n - 1] ** 2, 1)], last=count))
        return found

    at = {
        **SILENT,
        T: count,
        u: best,
        VecHead("x"): Lambda(t, example),
        label: Lambda(t, target),
        VecHead("w"): Lambda(t, place),
        VecHead("w′"): Lambda(t, early),
    }
    return {"at": at, "discharge": met}


fails_without(SQUARE_LOSS_BOUND,
    (INSTANCES,
        ("The instances may be of any length: with x = 10 the first step leads to 1, where the label " "−1 costs 121."),
        run_on_the_line(S(10), [1, -1], [0, 1, -1], [0, 5 * sqrt(2), -54], 0)),
    (LABELS, "The labels may be of any size: y = 10 costs 100, and 81 against u = 1.",
        run_on_the_line(S.One, [10], [0, 1], [0, 5 * sqrt(2)], 1)),
)  # fmt: skip


@SQUARE_LOSS_BOUND.extremal("T", range(1, 4))
def alternating_labels(count: int) -> dict[Any, Any]:
    """x = 1 and the labels 1, −1, 1, …, on the line, against their mean; no step leaves the ball."""
    labels, path = [(-1) ** k for k in range(count)], [S.Zero]
    for k, target in enumerate(labels, start=1):
        path.append(expand(path[-1] - sqrt(2) / (2 * sqrt(k)) * (path[-1] - target)))
    run = listed(path, t)
    mean = Rational(sum(labels), count)
    more = {label: listed(labels, t), VecHead("w"): run, VecHead("w′"): run}
    return {**SILENT, T: count, u: mean} | more


@SQUARE_LOSS_BOUND.search
def random_regressions() -> Searched:
    """Projected OGD on random streams with ‖x‖ ≤ 1 and |y| ≤ U, against the best of the ball by a long descent."""
    rng = np.random.default_rng(22)
    worst, where, cases = 0.0, "no run", 0
    for _ in range(25):
        dimension, length, radius = int(rng.integers(1, 5)), int(rng.integers(1, 40)), float(rng.uniform(0.5, 2))
        instances = rng.standard_normal((length, dimension))
        instances /= np.maximum(1.0, np.linalg.norm(instances, axis=1))[:, None]
        labels = radius * rng.choice([-1.0, 1.0], length)
        weights, cost = np.zeros(dimension), 0.0
        for k, (one, target) in enumerate(zip(instances, labels, strict=True), start=1):
            error = float(weights @ one) - target
            cost += error**2
            weights = projected_step(weights, 2 * error * one, float(np.sqrt(2.0)) / 4, k, radius)
        best = np.zeros(dimension)
        for _ in range(300):
            best = best - instances.T @ (instances @ best - labels) / length
            best *= min(1.0, radius / max(float(np.linalg.norm(best)), 1e-300))
        regret = cost - float(((instances @ best - labels) ** 2).sum())
        cases += 1
        ratio = regret / (8 * radius**2 * float(np.sqrt(2.0 * length)))
        if ratio > worst:
            worst, where = ratio, f"T = {length}, {dimension} dimensions"
    return Searched("regret over the bound, random regressions", cases, worst, where)


@SQUARE_LOSS_BOUND.sharp
def far_from_tight() -> Sharpness:
    """One round from w = 0 costs y² − (uᵀx − y)² ≤ (UX)², and that much for x = y = u = 1; 8√2(UX)² is promised."""
    cost = y**2 - square_loss(p, z, y)
    most = combine(ge((U * X) ** 2, cost), [(1, assume(SMALL)), (1, square_loss(p, z, y))])
    reached = witness([SMALL], gt((U * X) ** 2, cost), EXTREME | {y: 1})
    return Sharpness("the largest ratio of regret to bound at T = 1", "1/(8√2) = 0.088…, attained", [most, reached])
