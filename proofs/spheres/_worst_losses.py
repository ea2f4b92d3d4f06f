"""Exact worst cases of the explicit update: how large the loss of k trials is, from a start, against both bounds."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from sympy import Expr, Rational, cos, log, pi

from proofs.spheres._runs import k
from proofs.spheres._turn import between_ends, defined, h, w
from proofs.spheres.lemma_9_bound_1 import first_bound
from proofs.spheres.lemma_9_bound_2 import second_bound
from proofs.spheres.lemma_9_losses import LEMMA_9_CONVEX
from verify.author.kernel import Theorem, combine, instantiate
from verify.balls.arithmetic import Arb
from verify.balls.evaluate import ball, enclose, working_precision
from verify.claims import Sharpness
from verify.language.terms import gt, real
from verify.tightness.brackets import decimal
from verify.tightness.dynamic_programming import PRECISION, Game, Steps, bends_upwards

x = real("x")

RATES = tuple(Rational(n, 10) for n in range(1, 10))
THIRD = pi / 3


@dataclass(frozen=True)
class WorstLoss:
    """The largest cumulative loss of so many trials from a distance to p⋆, in three dimensions or more, as floats.

    `lower` ≤ it ≤ `upper` are rounded outwards. The run of the lower end has trials with the loss `equal` each, but
    for the last `greedy`, which have the largest loss that there is, as in the plane. `plane` is an enclosure of the
    loss in the plane, where there is one run. `first` and `second` are the bounds of Lemma 9 for a run that ends
    anywhere, dist(p_k, p⋆) = 0, and `cosine` is that of spheres/lemma-9-worst-case.
    """

    trials: int
    rate: Rational
    start: Expr
    lower: float
    upper: float
    equal: float
    greedy: int
    plane: tuple[float, float]
    first: float
    second: float


@cache
def need_is_convex() -> Theorem:
    """−ln(1 − L)/2 = −ln cos c at L = sin² c is convex: its second derivative is 1/(2(1 − L)²)."""
    goal = bends_upwards(NEED, x)
    return combine(goal, [(1 / (2 * (1 - x) ** 2), 1)], facts=[gt(x, 0), gt(1, x)])


NEED = -log(1 - x) / 2


@cache
def steps(rate: Rational) -> Steps:
    """The trials as steps that spend −ln cos dist(p_t, p⋆): a loss L needs L ≤ sin² c, and costs ln T(L).

    0 ≤ ln T as T ≥ 1 for η ≤ 1 (spheres/lemma-9-progress.cosine), and ln T is at most the need as the cosine of the
    next distance is at most 1.

    Raises:
        ValueError: unless the rate is a rational number with 0 < rate ≤ 1.
    """
    if not (isinstance(rate, Rational) and 0 < rate <= 1):
        raise ValueError(f"rate is {rate!r}; it must be a rational number with 0 < rate ≤ 1")
    here = {w: x, h: rate}
    positive = [instantiate(theorem, here) for theorem in defined()]
    turned = instantiate(LEMMA_9_CONVEX.theorem(LEMMA_9_CONVEX.states[0]), here, positive)
    return Steps(x, log(between_ends(x, rate)), NEED, (turned, need_is_convex()), lambda left: -math.expm1(-2.0 * left))


def worst_losses(rate: Rational, trials: Sequence[int], start: Expr = THIRD) -> Iterator[WorstLoss]:
    """The worst losses for each number of trials, in that order.

    rate: 0 < η < 1. start: an exact distance with 0 < start < π/2.

    Raises:
        ValueError: for another rate or start.
    """
    if not (0 < start < pi / 2):
        raise ValueError(f"start is {start}; it must be a distance between 0 and π/2")
    if rate == 1:
        raise ValueError("rate is 1; the second bound is for rates below 1")
    game = Game(steps(rate), -log(cos(start)))
    for number in trials:
        found = game.value(number)
        first = first_bound(start**2, rate).subs(k, number)
        yield WorstLoss(
            number,
            rate,
            start,
            _down(found.lower),
            -_down(-found.upper),
            float(found.gains[0]) if found.greedy < number else math.nan,
            found.greedy,
            plane_loss(rate, number, start),
            float(first),
            float(second_bound(start**2, rate)),
        )


def plane_loss(rate: Rational, trials: int, start: Expr = THIRD) -> tuple[float, float]:
    """An enclosure of the loss of the one run in the plane: L = sin² c, and then c' = |c − η sin 2c|."""
    precision = PRECISION + 2 * trials  # a trial may triple the radius of the ball
    with working_precision(precision):
        distance, total = enclose(start, {}, precision), ball(0)
        for _ in range(trials):
            height = distance.sin()
            total += height * height
            distance = abs(distance - ball(rate) * (2 * distance).sin())
        return _down(Arb.lower(total)), -_down(Arb.lower(-total))


def _down(number: Fraction) -> float:
    """The largest float that is at most the number, or the one below it."""
    near = float(number)
    return near if Fraction(near) <= number else math.nextafter(near, -math.inf)


SHORT = (Rational(1, 10), Rational(1, 2), Rational(9, 10)), (1, 2, 5, 10, 20, 100)
"""The rates and numbers of trials of the report; the whole table has `RATES` and every k up to 100."""


def records(number: int) -> Iterator[Sharpness]:
    """The worst losses against the first (0) or the second (1) bound of Lemma 9."""
    for rate in SHORT[0]:
        for found in worst_losses(rate, SHORT[1]):
            bound = (found.first, found.second)[number]
            same = found.trials - found.greedy
            run = f"{same} trials with the loss {found.equal:.6f}, then " if same else ""
            low, high = _places(found.lower, math.floor), _places(found.upper, math.ceil)
            yield Sharpness(
                f"worst loss of k = {found.trials} trials from π/3, η = {rate}, any end, n ≥ 3 (balls)",
                f"between {low} and {high}, {found.upper / bound:.4f} of the bound {bound:.6f} with dist(p_k, p⋆) = 0; "
                f"{run}{found.greedy} with the largest loss; in the plane, n = 2: {found.plane[0]:.9f}…",
                [steps(rate).convex[0]],
            )


def _places(number: float, rounded: Callable[[Fraction], int]) -> str:
    """Twelve decimal places, rounded up or down."""
    return decimal(Rational(rounded(Fraction(number) * 10**12), 10**12), 12)
