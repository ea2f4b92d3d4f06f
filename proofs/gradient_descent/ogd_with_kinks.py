"""(8) for the hinge loss and the absolute loss, which have kinks: projected OGD with subgradients."""

from __future__ import annotations

from typing import Any

from sympy import Abs, Expr, Lambda, Rational, sqrt

from proofs.gradient_descent._on_the_line import closest_on_the_line, held
from proofs.gradient_descent._perceptron import hinge, hinge_is_larger, hinge_is_not_negative, y
from proofs.gradient_descent._projected import COMPARED, SOME
from proofs.gradient_descent.ogd_bound import BOUND
from proofs.gradient_descent.ogd_bound_eta import BOUNDED, FROM_ZERO
from proofs.gradient_descent.ogd_setting import CONVEX, ROUND, START, G, T, U, loss, moved, rounds, square, t, u, w
from proofs.gradient_descent.perceptron_rounds import LABELS, x
from verify.audit import (
    Claim, Inner, Theorem, assume, at, cases, combine, decided_by, eq, fails_as, fails_without, family, follows,
    forall, ge, generalize, gt, instantiate, le, lt, magnitude_bounds, positive, real, substitute, telescope,
)  # fmt: skip
from verify.language.terms import Formula, Vec, VecHead

X = positive("X")
share = family("θ")
point = VecHead("v")
m, n, part = real("m n θ")
SHORT = forall(t, ge(X**2, square(x(t))), ROUND)


def given(subgradient: Any) -> list[Formula]:
    """The hypotheses of (8) on the run, with X for G and a vector of round t in the place of the gradient."""
    place = {VecHead("∇ℓ"): Lambda((t, point), subgradient), G: X}
    return [substitute(f, place) for f in BOUND.given if f not in (CONVEX, BOUNDED)]


def excess(loss_of: Any) -> tuple[Expr, Expr]:
    """The two sides of (8)."""
    return rounds(loss_of(w(t))) / T, rounds(loss_of(u)) / T + U * X * sqrt(8 / T)


def linear_run(claim: Claim, subgradient: Any, short: Theorem, tangent: Theorem) -> Theorem:
    """(8), from (8) for the linear losses ⟨g_t, v⟩ and ℓ_t(w_t) − ℓ_t(u) ≤ ⟨g_t, w_t − u⟩."""
    linear = {
        loss: Lambda((t, point), Inner(subgradient, Vec(point))),
        VecHead("∇ℓ"): Lambda((t, point), subgradient),
        G: X,
    }
    convex = substitute(CONVEX, {loss.head: linear[loss], VecHead("∇ℓ"): linear[VecHead("∇ℓ")]})
    above = generalize(combine(convex.body, []), list(convex.variables), convex.given)
    bound = instantiate(BOUND.theorem(BOUND.states[0]), linear, [above, generalize(short, [t], ROUND)])
    return follows(claim.states[0], bound, telescope(tangent, t, 1, T), SOME)


# --- the hinge loss --------------------------------------------------------------------------------------------------


def margin(at: Any) -> Expr:
    """y_t⟨·, x_t⟩."""
    return y(t) * Inner(at, x(t))


def hinge_loss(at: Any) -> Expr:
    """[1 − y_t⟨·, x_t⟩]₊."""
    return hinge(margin(at))


DOWN = -share(t) * y(t) * x(t)
BETWEEN = [forall(t, ge(share(t), 0), ROUND), forall(t, ge(1, share(t)), ROUND)]
FALLING = forall(t, eq(share(t), 1), [*ROUND, lt(margin(w(t)), 1)])
FLAT = forall(t, eq(share(t), 0), [*ROUND, gt(margin(w(t)), 1)])

HINGE = Claim(
    "gradient_descent/ogd-hinge",
    loose="where the ball is small the loss is linear in it, and (8) is approached only as T grows",
    at="page 3, footnote 1, with (8)",
    printed="we can still run OGD using the notion of subgradient instead of gradient",
    given=[*given(DOWN), LABELS, SHORT, *BETWEEN, FALLING, FLAT],
    states=le(*excess(hinge_loss)),
    rests_on=["gradient_descent/ogd-bound"],
    idle={START: FROM_ZERO},
    reading=(
        "Projected OGD on ℓ_t(w) = [1 − y_t wᵀx_t]₊ with y_t ∈ {−1, 1} and ‖x_t‖ ≤ X. A subgradient at w_t is "
        "−θ_t y_t x_t, with θ_t = 1 where the margin is smaller than 1, θ_t = 0 where it is larger, and any θ_t from 0 "
        "to 1 at the kink. None is longer than X, so that (8) holds with G = X and η = (U/X)√2, for every T ≥ 1 and "
        "every u of the ball."
    ),
)


@HINGE.proof
def a_line_below_the_loss(claim: Claim) -> Theorem:
    """h(u) ≥ θ(1 − m(u)) for every θ from 0 to 1, and h(w_t) = θ_t(1 − m(w_t))."""
    goal = le(hinge(m) - hinge(n), -part * (m - n))
    between = [(ge(part, 0), hinge_is_larger(n)), (ge(1, part), hinge_is_not_negative(n))]
    below = [(assume(bound), line) for bound, line in between]
    sides = {
        lt(m, 1): (combine(goal, below, using=[eq(part, 1)], facts=[lt(m, 1)]), FALLING),
        eq(m, 1): (combine(goal, below, using=[eq(m, 1)]),),
        gt(m, 1): (combine(goal, below, using=[eq(part, 0)], facts=[gt(m, 1)]), FLAT),
    }
    tangent = on_each_side(sides, {m: margin(w(t)), n: margin(u), part: share(t)}, BETWEEN)
    low, high = (at(bound, t) for bound in BETWEEN)
    flag = combine(ge(1, share(t) ** 2), [(high, 1 + share(t))], facts=[low])
    size = square(x(t))
    terms = [(1, at(SHORT, t)), (-size, at(LABELS, t)), (size * y(t) ** 2, flag)]
    return linear_run(claim, DOWN, combine(ge(X**2, square(DOWN)), terms), tangent)


def on_each_side(sides: dict[Any, Any], place: dict[Any, Any], known: list[Any]) -> Theorem:
    """What holds in each case at these values, by what is known of round t, there and always."""
    parts = [instantiate(side, place, [at(f, t) for f in (*known, *more)]) for side, *more in sides.values()]
    return cases(parts, [substitute(case, place) for case in sides])


# --- the absolute loss -----------------------------------------------------------------------------------------------


def absolute_loss(at: Any) -> Expr:
    """|y_t − ⟨·, x_t⟩|."""
    return Abs(y(t) - Inner(at, x(t)))


ALONG = share(t) * x(t)
SIZES = [forall(t, ge(share(t), -1), ROUND), forall(t, ge(1, share(t)), ROUND)]
RISES = forall(t, eq(share(t), 1), [*ROUND, gt(Inner(w(t), x(t)), y(t))])
FALLS = forall(t, eq(share(t), -1), [*ROUND, lt(Inner(w(t), x(t)), y(t))])

ABSOLUTE = Claim(
    "gradient_descent/ogd-absolute",
    loose="for labels beyond the ball the loss is linear in it, and (8) is approached only as T grows",
    at="page 5, with (8)",
    says="with subgradients, (8) holds for the absolute loss ℓ_t(w) = |y_t − wᵀx_t|, with G = X",
    given=[*given(ALONG), SHORT, *SIZES, RISES, FALLS],
    states=le(*excess(absolute_loss)),
    rests_on=["gradient_descent/ogd-bound"],
    idle={START: FROM_ZERO},
    reading=(
        "That (8) holds for the absolute loss, which is neither linear nor differentiable "
        "(gradient_descent/linear-example): projected OGD on ℓ_t(w) = |y_t − wᵀx_t| with ‖x_t‖ ≤ X and any y_t. A "
        "subgradient at w_t is θ_t x_t, with θ_t = 1 where wᵀx_t is larger than y_t, θ_t = −1 where it is smaller, and "
        "any θ_t from −1 to 1 where they are equal. None is longer than X, so G = X and η = (U/X)√2."
    ),
)


@ABSOLUTE.proof
def another_line_below_the_loss(claim: Claim) -> Theorem:
    """|n| ≥ θn for every θ from −1 to 1, and |m| = θm for m = w_tᵀx_t − y_t."""
    goal = le(2 * (Abs(m) - Abs(n)), 2 * part * (m - n))
    below = [(assume(ge(1, part)), magnitude_bounds(n, 1)), (assume(ge(part, -1)), magnitude_bounds(n, -1))]
    sides = {
        gt(m, 0): (combine(goal, below, using=[eq(part, 1)], facts=[gt(m, 0)]), RISES),
        eq(m, 0): (combine(goal, below, using=[eq(m, 0)]),),
        lt(m, 0): (combine(goal, below, using=[eq(part, -1)], facts=[lt(m, 0)]), FALLS),
    }
    place = {m: Inner(w(t), x(t)) - y(t), n: Inner(u, x(t)) - y(t), part: share(t)}
    doubled = on_each_side(sides, place, SIZES)
    tangent = follows(le(absolute_loss(w(t)) - absolute_loss(u), Inner(ALONG, w(t) - u)), doubled)
    low, high = (at(size, t) for size in SIZES)
    flag = combine(ge(1, share(t) ** 2), [(low, high)])
    short = combine(ge(X**2, square(ALONG)), [(1, at(SHORT, t)), (square(x(t)), flag)])
    return linear_run(claim, ALONG, short, tangent)


# --- rounds on the line ----------------------------------------------------------------------------------------------


def on_the_line(
    path: Any, before: Any, examples: Any = (1,), labels: Any = (1,), part: Any = 1, compared: Any = 1
) -> Any:  # fmt: skip
    """Rounds from w = 0 in the unit ball, X = 1 and θ_t = `part`, with predictors w and w′, against u."""
    count = len(path) - 1
    examples, labels = ([*values] * (count if len(values) < count else 1) for values in (examples, labels))
    run = {w: [*path], moved: [*before], x: examples, y: labels, share: Lambda(t, part)}
    sizes = {T: count, U: 1, X: 1, u: compared}
    return decided_by(at=run | sizes, discharge=lambda: held(lambda: closest_on_the_line(path, before)))


ROOT = sqrt(2)
ONCE, TO_AND_FRO, STILL = ((0, 1), (0, ROOT)), ((0, 1, -1), (0, ROOT, -9)), ((0,) * 11, (0,) * 11)


def restated(loss_of: Any, factor: Any) -> Any:
    """The bound with a factor on UX√(8/T)."""
    low, high = excess(loss_of)
    return le(low, high + (factor - 1) * U * X * sqrt(8 / T))


fails_as(HINGE,
    ("constant", restated(hinge_loss, Rational(3, 10)), "Three tenths of the bound: one round may cost UX.",
        on_the_line(*ONCE)),
    ("sign", restated(hinge_loss, -1), "The bound is subtracted.", on_the_line(*ONCE)),
)  # fmt: skip

fails_without(HINGE,
    (LABELS, "Labels of any size: y = −10 costs 11 at w = 1.", on_the_line(*TO_AND_FRO, labels=(1, -10), compared=0)),
    (SHORT, "Examples of any length.", on_the_line(*TO_AND_FRO, examples=(1, -10), compared=0)),
    (FALLING, "θ_t may be 0 where the margin is smaller than 1: the algorithm stays at 0, and each round costs 1.",
        on_the_line(*STILL, part=0)),
)  # fmt: skip

fails_as(ABSOLUTE,
    ("constant", restated(absolute_loss, Rational(3, 10)), "Three tenths of the bound: one round may cost UX.",
        on_the_line(*ONCE, part=-1)),
    ("sign", restated(absolute_loss, -1), "The bound is subtracted.", on_the_line(*ONCE, part=-1)),
)  # fmt: skip

fails_without(ABSOLUTE,
    (COMPARED, "u may be outside the ball.", on_the_line(*ONCE, labels=(10,), part=-1, compared=10)),
    (SHORT, "Examples of any length.", on_the_line((0, 1), (0, 10 * ROOT), (-10,), (-10,))),
    (FALLS, "θ_t may be 0 where wᵀx_t is smaller than y_t.", on_the_line(*STILL, part=0)),
)  # fmt: skip
