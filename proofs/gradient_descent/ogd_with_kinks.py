"""(8) for the hinge loss and the absolute loss, which have kinks: projected OGD with subgradients."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

from sympy import Abs, Expr, Lambda, Rational, S, sqrt

from proofs.gradient_descent._perceptron import hinge, hinge_is_larger, hinge_is_not_negative, of, y
from proofs.gradient_descent.ogd_setting import CONVEX, ROUND, START, G, T, U, loss, rounds, square, t, u, w
from proofs.gradient_descent.perceptron_rounds import LABELS, x
from proofs.gradient_descent.projected_ogd import BOUND, BOUNDED, COMPARED, FROM_ZERO, SOME
from verify.author.kernel import KernelError, Theorem, assume, cases, combine, generalize, instantiate, telescope
from verify.claims import Claim, fails_without
from verify.language.tables import listed
from verify.language.terms import (
    Formula,
    Inner,
    Vec,
    VecHead,
    eq,
    family,
    forall,
    ge,
    gt,
    le,
    lt,
    positive,
    real,
    substitute,
)
from verify.lemmas import from_absurdity, magnitude_bounds
from verify.lemmas.few_rounds import each_round

X = positive("X")
q = real("q")
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
    added = telescope(tangent, t, 1, T)
    return combine(claim.states[0], [(1, bound), (1 / T, added)], facts=of(claim, SOME))


def here(claim: Claim, *schemas: Any) -> list[Theorem]:
    """Hypotheses on all rounds, at round t, where the claim has them."""
    return [instantiate(assume(f), [t]) for f in of(claim, *schemas)]


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
    cases_of_m = {lt(m, 1): eq(part, 1), eq(m, 1): None, gt(m, 1): eq(part, 0)}
    place = {m: margin(w(t)), n: margin(u), part: share(t)}
    sides = []
    for case, schema in zip(cases_of_m, (FALLING, None, FLAT), strict=True):
        value = cases_of_m[case]
        known = {"using": [value], "facts": [case]} if value is not None else {"using": [case]}
        scalar = combine(goal, below, **known)
        sides.append(instantiate(scalar, place, here(claim, *BETWEEN, *([] if schema is None else [schema]))))
    tangent = cases(sides, [substitute(case, place) for case in cases_of_m])
    flags = [(square(x(t)) * y(t) ** 2, f) for f in between_zero_and_one(claim)]
    signs = [(-square(x(t)), f) for f in here(claim, LABELS)]
    short = combine(ge(X**2, square(DOWN)), [*((1, f) for f in here(claim, SHORT)), *signs, *flags])
    return linear_run(claim, DOWN, short, tangent)


def between_zero_and_one(claim: Claim) -> list[Theorem]:
    """θ_t² ≤ 1."""
    lower, upper = (here(claim, schema) for schema in BETWEEN)
    return [
        combine(ge(1, share(t) ** 2), [(high, 1 + share(t))], facts=[low])
        for low, high in zip(lower, upper, strict=True)
    ]


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
    cases_of_m = {gt(m, 0): eq(part, 1), eq(m, 0): None, lt(m, 0): eq(part, -1)}
    place = {m: Inner(w(t), x(t)) - y(t), n: Inner(u, x(t)) - y(t), part: share(t)}
    sides = []
    for case, schema in zip(cases_of_m, (RISES, None, FALLS), strict=True):
        value = cases_of_m[case]
        known = {"using": [value], "facts": [case]} if value is not None else {"using": [case]}
        scalar = combine(goal, below, **known)
        sides.append(instantiate(scalar, place, here(claim, *SIZES, *([] if schema is None else [schema]))))
    doubled = cases(sides, [substitute(case, place) for case in cases_of_m])
    linear = Inner(ALONG, w(t) - u)
    tangent = combine(le(absolute_loss(w(t)) - absolute_loss(u), linear), [(Rational(1, 2), doubled)])
    lower, upper = (here(claim, schema) for schema in SIZES)
    sizes = [(square(x(t)), combine(ge(1, share(t) ** 2), [pair])) for pair in zip(lower, upper, strict=True)]
    short = combine(ge(X**2, square(ALONG)), [*((1, f) for f in here(claim, SHORT)), *sizes])
    return linear_run(claim, ALONG, short, tangent)


# --- rounds on the line ----------------------------------------------------------------------------------------------


def on_the_line(
    claim: Claim, path: Any, before: Any, examples: Any = (1,), labels: Any = (1,), part: Any = 1, compared: Any = 1
) -> dict[str, Any]:
    """Rounds from w = 0 in the unit ball, X = 1 and θ_t = `part`, with the predictors w and w′, against u = `compared`.

    What does not hold is left out: the mutant must have dropped it.
    """
    count, ball = len(path) - 1, ge(1, q**2)
    example, label, place, early = (
        S(listed(values, t).expr if len(values) > 1 else values[0]) for values in (examples, labels, path, before)
    )
    after, raw = place.subs(t, t + 1), early.subs(t, t + 1)
    hinged = claim.states == HINGE.states
    gradient = part * example * (-label if hinged else 1)
    kinks = [(lt, 1, 1), (gt, 1, 0)] if hinged else [(gt, label, 1), (lt, label, -1)]
    where = label * place * example if hinged else place * example

    def no_closer(n: int) -> list[tuple[Any, Any]]:
        end, goal = S(path[n]), S(before[n])
        return (
            [(1, (q - end) ** 2)] if end == goal else [(end * goal, (1 - end * q) ** 2), (end * goal - 1, assume(ball))]
        )

    def beyond(sides: Any, edge: Any, value: Any) -> Theorem:
        """θ has the value where a margin or error is on that side of the edge, as it is where none is."""
        case = sides(where, edge)
        if S(part) == value:
            return generalize(combine(eq(part, value), []), [t], [ge(t, 1), ge(count, t), case])
        gap = where - edge if sides is gt else edge - where
        never = each_round(ge(0, 1), t, lambda n: [(-1 / gap.subs(t, n), assume(case))], count, given=[case])
        absurd = instantiate(never, [t])
        return generalize(from_absurdity(eq(part, value), absurd), [t], [ge(t, 1), ge(count, t), case])

    def met() -> list[Theorem]:
        made: list[Callable[[], Theorem]] = [
            lambda: each_round(eq(raw, place - sqrt(2) / sqrt(t) * gradient), t, last=count),
            lambda: each_round(ge((q - raw) ** 2, (after - raw) ** 2), t, no_closer, count, [q], [ball]),
            lambda: each_round(ge(1, place**2), t, lambda n: [(1, 1 - place.subs(t, n) ** 2)], count + 1),
            lambda: each_round(ge(1, example**2), t, lambda n: [(1, 1 - example.subs(t, n) ** 2)], count),
            lambda: each_round(eq(label**2, 1), t, last=count),
            lambda: each_round(ge(part, 0), t, lambda n: [(1, part)], count),
            lambda: each_round(ge(1, part), t, lambda n: [(1, 1 - part)], count),
            lambda: each_round(ge(part, -1), t, lambda n: [(1, 1 + part)], count),
            *(partial(beyond, *kink) for kink in kinks),
        ]
        found: list[Theorem] = []
        for one in made:
            with suppress(KernelError):
                found.append(one())
        return found

    at = {
        T: count,
        U: 1,
        X: 1,
        u: compared,
        VecHead("x"): Lambda(t, example),
        y.head: Lambda(t, label),
        share.head: Lambda(t, part),
        VecHead("w"): Lambda(t, place),
        VecHead("w′"): Lambda(t, early),
    }
    return {"at": at, "discharge": met}


ROOT = sqrt(2)
ONCE, TO_AND_FRO, STILL = ((0, 1), (0, ROOT)), ((0, 1, -1), (0, ROOT, -9)), ((0,) * 11, (0,) * 11)


def restated(claim: Claim, loss_of: Any, factor: Any) -> Claim:
    """The bound with a factor on UX√(8/T)."""
    low, high = excess(loss_of)
    return claim.replace(states=le(low, high + (factor - 1) * U * X * sqrt(8 / T)))


@HINGE.mutant("constant", **on_the_line(HINGE, *ONCE))
def three_tenths_for_the_hinge(claim: Claim) -> Claim:
    """Three tenths of the bound: one round may cost UX."""
    return restated(claim, hinge_loss, Rational(3, 10))


@HINGE.mutant("sign", **on_the_line(HINGE, *ONCE))
def subtracted_for_the_hinge(claim: Claim) -> Claim:
    """The bound is subtracted."""
    return restated(claim, hinge_loss, -1)


fails_without(HINGE,
    (LABELS, "Labels of any size: y = −10 costs 11 at w = 1.",
        on_the_line(HINGE, *TO_AND_FRO, examples=(1, 1), labels=(1, -10), compared=0)),
    (SHORT, "Examples of any length.", on_the_line(HINGE, *TO_AND_FRO, examples=(1, -10), labels=(1, 1), compared=0)),
    (FALLING,
        ("θ_t may be 0 where the margin is smaller than 1: the algorithm stays at 0, and each round " "costs 1."),
        on_the_line(HINGE, *STILL, part=0)),
)  # fmt: skip


@ABSOLUTE.mutant("constant", **on_the_line(ABSOLUTE, *ONCE, part=-1))
def three_tenths(claim: Claim) -> Claim:
    """Three tenths of the bound: one round may cost UX."""
    return restated(claim, absolute_loss, Rational(3, 10))


@ABSOLUTE.mutant("sign", **on_the_line(ABSOLUTE, *ONCE, part=-1))
def subtracted(claim: Claim) -> Claim:
    """The bound is subtracted."""
    return restated(claim, absolute_loss, -1)


fails_without(ABSOLUTE,
    (COMPARED, "u may be outside the ball.", on_the_line(ABSOLUTE, *ONCE, labels=(10,), part=-1, compared=10)),
    (SHORT, "Examples of any length.", on_the_line(ABSOLUTE, (0, 1), (0, 10 * ROOT), (-10,), (-10,))),
    (FALLS, "θ_t may be 0 where wᵀx_t is smaller than y_t.", on_the_line(ABSOLUTE, *STILL, part=0)),
)  # fmt: skip
