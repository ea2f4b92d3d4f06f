"""No algorithm that stays near the data has a regret below (G²/(2σ)) Σ 1/t on σ-strongly convex losses."""

from __future__ import annotations

from typing import Any

from sympy import Lambda, Rational

from proofs.gradient_descent._projected import SOME
from proofs.gradient_descent._strong import G, sigma, target
from proofs.gradient_descent.ogd_setting import ROUND, T, rounds, square, t, u, w
from proofs.gradient_descent.strong_bound import SHARP
from proofs.gradient_descent.strong_tight import STEEP, quadratic
from proofs.gradient_descent.sums import HARMONIC_SUM
from verify.audit import (
    Claim, Sharpness, Theorem, at, at_most_by_squares, cases, combine, eq, exists, fails_as,
    fails_without, follows, forall, ge, generalize, gt, identity, le, listed, norm, product_with_null,
    real, telescope, vector, vectors,
)  # fmt: skip
from verify.language.exists import ANYTHING, NOTHING_EXISTS

mean = vector("m")
"""The mean of the minima up to t."""

AVERAGED = forall(t, eq(mean(t), mean(t - 1) + (target(t) - mean(t - 1)) / t), ROUND)
CLOSE = forall(t, ge(G**2, sigma**2 * square(target(t) - mean(t - 1))), ROUND)
LAST = eq(u, mean(T))

LOWER = Claim(
    "gradient_descent/strong-minimax",
    at="last page, for every algorithm",
    says="quadratic losses with gradients of length G cost any algorithm (G²/(2σ)) Σ 1/t, if it stays near the data",
    given=[STEEP, AVERAGED, CLOSE, LAST, SOME],
    states=ge(rounds(quadratic(t, w(t)) - quadratic(t, u)), G**2 / (2 * sigma) * HARMONIC_SUM),
    sharpens="gradient_descent/strong-tight",
    reading=(
        "w(1), …, w(T) are the predictors of any algorithm. After w(t) an adversary takes for round t the loss "
        "(σ/2)‖v − z(t)‖², which meets (9) with equality, with its minimum z(t) at the distance G/σ from w(t), so that "
        "the gradient met is G long, and no further from the mean m(t − 1) of the minima so far, or from any m(0) in "
        "the first round. There is such a z(t) wherever w(t) is within 2G/σ of that mean "
        "(gradient_descent/strong-minimax-adversary), as the predictors of OGD are, which on these losses are the "
        "mean. Then the regret against u = m(T), the best predictor, is at least (G²/(2σ)) Σ 1/t, which is what OGD "
        "never "
        "exceeds (gradient_descent/strong-bound), for every T ≥ 1. An algorithm further away than 2G/σ is not spoken "
        "of: G bounds the gradients that are met, and where the losses must have their minima near such predictors, "
        "they lead the adversary away."
    ),
)


@LOWER.proof
def the_mean_moves_little(claim: Claim) -> Theorem:
    """t‖m(t) − u‖² = (t−1)‖m(t−1) − u‖² + ‖z(t) − u‖² − (1 − 1/t)‖z(t) − m(t−1)‖², and the last is at most G²/σ²."""
    before = (t - 1) * square(mean(t - 1) - u)
    goal = ge(
        quadratic(t, w(t)) - quadratic(t, u),
        sigma / 2 * (before - t * square(mean(t) - u)) + G**2 / (2 * sigma * t),
    )
    terms = [(1 / (2 * sigma), at(STEEP, t)), ((t - 1) / (2 * sigma * t), at(CLOSE, t))]
    step = combine(goal, terms, using=[at(AVERAGED, t)], facts=ROUND)
    added = telescope(step, t, 1, T, -sigma / 2 * before)
    return follows(claim.states[0], added, SOME, using=[LAST])


@LOWER.sharp
def what_the_algorithm_of_the_notes_reaches() -> Sharpness:
    """The bound of the algorithm, and what any algorithm pays."""
    return Sharpness(
        "the least regret over (G²/(2σ)) Σ 1/t of an algorithm that stays within 2G/σ of the mean of the minima",
        "1, exactly, for every T: OGD has it, and stays there",
        [LOWER.theorem(LOWER.states[0]), SHARP.theorem(SHARP.states[0])],
    )


@LOWER.extremal("T", range(1, 5))
def marching(count: int) -> dict[Any, Any]:
    """OGD itself, with minima one ahead of it: its predictors are the means."""
    path = [sum((Rational(1, k) for k in range(1, n)), Rational(0)) for n in range(1, count + 2)]
    run = listed(path, t)
    return {T: count, sigma: 1, G: 1, u: path[-1], w: run, target: Lambda(t, run(t) + 1), mean: Lambda(t, run(t + 1))}


# --- the adversary ---------------------------------------------------------------------------------------------------

e, p, q, z = vectors("e p q z")
x = real("x")
UNIT, REACH = eq(square(e), 1), ge(4 * G**2, sigma**2 * square(p - q))


def found(most: Any) -> Any:
    """A minimum at the distance G/σ from p, and at most `most` from q."""
    return exists(z, [eq(sigma**2 * square(z - p), G**2), ge(most**2, sigma**2 * square(z - q))])


ADVERSARY = Claim(
    "gradient_descent/strong-minimax-adversary",
    at="last page, for every algorithm",
    says="within 2G/σ of any two points p and q there is a z at the distance G/σ from p and no further from q",
    given=[UNIT, REACH],
    states=found(G),
    reading=(
        "What the adversary of gradient_descent/strong-minimax needs, for p = w(t) and q = m(t − 1): ‖p − q‖ is at "
        "most 2G/σ, and e is a unit vector, so that the space is not a point."
    ),
)


@ADVERSARY.proof
def towards_the_mean(claim: Claim) -> Theorem:
    """From p by G/σ towards q; or in any direction where they are one point."""
    apart, length = square(p - q), norm(p - q)
    none, some = ge(0, apart), gt(apart, 0)
    near = at_most_by_squares(sigma * length, 2 * G, combine(ge((2 * G) ** 2, (sigma * length) ** 2), [(1, REACH)]))
    towards = p - G / (sigma * length) * (p - q)
    ahead = identity(eq(sigma**2 * square(towards - p), G**2), facts=[some])
    product = combine(ge(sigma * length * (2 * G - sigma * length), 0), [(sigma * length, near)])
    close = combine(ge(G**2, sigma**2 * square(towards - q)), [(1, product)], facts=[some])
    moved = at(claim.given[-1], towards, by=[ahead, close])
    null = combine(eq(apart, 0), [(1, apart)], facts=[combine(ge(0, apart), [(1, none)])])
    any_way = p + G / sigma * e
    along = product_with_null(e, p - q, null)
    there = identity(eq(sigma**2 * square(any_way - p), G**2), using=[UNIT])
    same = combine(
        ge(G**2, sigma**2 * square(any_way - q)), [(-(sigma**2), null), (-2 * G * sigma, along)], using=[UNIT]
    )
    stayed = at(claim.given[-1], any_way, by=[there, same])
    return cases([stayed, moved], [none, some])


@ADVERSARY.instance
def on_both_sides() -> tuple[dict[Any, Any], list[Theorem]]:
    """Of z = ±1, for p = q = 0, it is asked that 0 ≥ 0."""
    met = [eq(x**2, 1), ge(1, x**2)]
    return {e: 1, p: 0, q: 0, sigma: 1, G: 1, ANYTHING: 0}, [generalize(combine(ge(0, 0), []), [x], met)]


# --- changed claims --------------------------------------------------------------------------------------------------


def line(path: Any, minima: Any, **other: Any) -> dict[Any, Any]:
    """σ = G = 1 on the line, with the means of the minima from 0 on, and u the last."""
    sums = [sum(minima[:k], Rational(0)) for k in range(len(minima) + 1)]
    means = other.get("means", [total / max(k, 1) for k, total in enumerate(sums)])
    lists = {w: listed(path, t), target: listed(minima, t), mean: Lambda(t, listed(means, t)(t + 1))}
    return {T: len(path), sigma: 1, G: 1, u: other.get("u", means[-1]), **lists}


TWICE = line((0, 1), (1, 0))
REGRET = LOWER.states[0].lhs

fails_as(LOWER,
    ("constant", ge(REGRET, Rational(101, 100) * LOWER.states[0].rhs), "101/100 of it.", TWICE),
    ("sign", le(REGRET, LOWER.states[0].rhs / 2), "At most half of it.", TWICE),
)  # fmt: skip

fails_without(LOWER,
    (STEEP, "The minima may be where the predictors are.", line((0, 0), (0, 0))),
    (AVERAGED, "m may be anything.", line((0,), (1,), means=[0, 10])),
    (CLOSE, "The algorithm may lead the adversary away.", line((0, -1), (1, -2))),
    (LAST, "u may be anything.", line((0, 1), (1, 0), u=10)),
)  # fmt: skip


def too_far() -> list[Theorem]:
    """No x has x² = 1 and (x − 5)² ≤ 1."""
    one, near = eq(x**2, 1), ge(1, (x - 5) ** 2)
    terms = [(Rational(1, 15), near), (Rational(1, 3), (x - 1) ** 2), (-Rational(4, 15), one)]
    return [generalize(combine(ge(-1, 0), terms), [x], [one, near])]


def too_near() -> list[Theorem]:
    """No x has x² = 1 and x² ≤ ¼."""
    one, near = eq(x**2, 1), ge(Rational(1, 4), x**2)
    return [generalize(combine(ge(-1, 0), [(Rational(4, 3), near), (Rational(4, 3), one)]), [x], [one, near])]


fails_without(ADVERSARY,
    (REACH, "p and q may be far apart.", {e: 1, p: 0, q: 5, sigma: 1, G: 1, **NOTHING_EXISTS}, too_far),
)  # fmt: skip

fails_as(ADVERSARY,
    ("constant", found(G / 2), "At most ½G/σ from q: not where q is p.",
        {e: 1, p: 0, q: 0, sigma: 1, G: 1, **NOTHING_EXISTS}, too_near),
)  # fmt: skip
