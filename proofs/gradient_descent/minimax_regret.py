"""No algorithm has a regret below UG√T on linear losses, from two dimensions on: what (8) is to be measured by."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from sympy import Add, Lambda, Rational, S, Tuple, radsimp, sqrt

from proofs.gradient_descent._projected import SOME
from proofs.gradient_descent.linear_losses import regret, slope, total
from proofs.gradient_descent.ogd_fixed_rate import KNOWN
from proofs.gradient_descent.ogd_setting import ROUND, G, T, U, square, t, u, w
from verify.audit import (
    Claim, Inner, Sharpness, Theorem, assume, at, at_most_by_squares, by_induction, cases, combine, eq, exists,
    fails_as, fails_without, follows, forall, ge, generalize, gt, identity, instantiate, integer, le, listed, positive,
    real, telescope, vanishes_with_its_square, vectors,
)  # fmt: skip
from verify.language.exists import ANYTHING, NOTHING_EXISTS

c = positive("c")
n = integer("n")
x, y = real("x y")
a, b, g, p, s = vectors("a b g p s")

LENGTH = forall(t, eq(square(slope(t)), G**2), ROUND)
AGAINST = forall(t, ge(Inner(slope(t), w(t)), 0), ROUND)
ONWARD = forall(t, ge(Inner(slope(t), total(t - 1)), 0), ROUND)
FROM_ZERO = eq(total(0), 0)
ADDED = forall(t, eq(total(t), total(t - 1) + slope(t)), ROUND)
OPPOSITE = [eq(u, -c * total(T)), eq(square(u), U**2)]

LOWER = Claim(
    "gradient_descent/minimax-regret",
    at="(8), for every algorithm",
    says="whatever the algorithm, linear losses with gradients of length G cost it UG/√T on average, in the plane too",
    given=[LENGTH, AGAINST, ONWARD, FROM_ZERO, ADDED, *OPPOSITE, SOME],
    states=ge(regret(), U * G / sqrt(T)),
    sharpens="gradient_descent/linear-tight",
    reading=(
        "w(1), …, w(T) are the predictors of any algorithm, any vectors. After w(t) an adversary takes for round t the "
        "linear loss with a gradient g(t) of length G at no obtuse angle to w(t), nor to the sum S(t − 1) of the "
        "gradients so far: ⟨g(t), w(t)⟩ ≥ 0 and ⟨g(t), S(t − 1)⟩ ≥ 0. There is one in every dimension "
        "d ≥ 2 (gradient_descent/minimax-adversary). u = −cS(T) is the point of the sphere of radius U opposite to "
        "S(T), c > 0. The average regret against u is at least UG/√T, for every T ≥ 1: (8) promises √8 times as much, "
        "and the same algorithm with the rate U/(G√T) in every round has UG/√T (gradient_descent/ogd-known-horizon), "
        "so that UG√T is the value of the game. On a line it is less (gradient_descent/minimax-regret-line)."
    ),
)


def long() -> Theorem:
    """‖S(n)‖² ≥ nG² for n ≤ T, by induction: ⟨g, S⟩ ≥ 0."""
    goal = ge(square(total(n)), n * G**2)
    later = [ge(n, 0), ge(T, n + 1)]
    among = [follows(ge(n + 1, 1), later), follows(ge(T, n + 1), later)]
    moves, length, onward = (at(f, n + 1, by=among) for f in (ADDED, LENGTH, ONWARD))

    def step(here: Theorem) -> Theorem:
        return combine(ge(square(total(n + 1)), (n + 1) * G**2), [(1, here), (1, length), (2, onward)], using=[moves])

    base = combine(ge(square(total(0)), 0), [], using=[FROM_ZERO])
    return by_induction(goal, n, 0, base=base, step=step, until=T)


@LOWER.proof
def the_sum_is_long(claim: Claim) -> Theorem:
    """Σ⟨g, w⟩ ≥ 0, and −⟨S(T), u⟩ = U‖S(T)‖ ≥ UG√T."""
    opposite, sphere = OPPOSITE
    whole = instantiate(long(), {n: T}, [follows(ge(T, 0), SOME), follows(ge(T, T))])
    radius = combine(eq(c**2 * square(total(T)), U**2), [(1, sphere)], using=[opposite])
    squares = combine(
        ge((c * square(total(T))) ** 2, (U * G * sqrt(T)) ** 2),
        [(square(total(T)), radius), (U**2, whole)],
        facts=[SOME],
    )
    far = at_most_by_squares(U * G * sqrt(T), c * square(total(T)), squares, facts=[SOME])
    cost = Inner(slope(t), w(t)) - Inner(slope(t), u)
    step = combine(ge(cost, Inner(total(t - 1), u) - Inner(total(t), u)), [(1, at(AGAINST, t))], using=[at(ADDED, t)])
    added = instantiate(telescope(step, t, 1, T, -Inner(total(t - 1), u)), {}, [follows(ge(T + 1, 1), SOME)])
    return combine(claim.states[0], [(1 / T, added), (1 / T, far)], using=[opposite, FROM_ZERO], facts=[SOME])


@LOWER.sharp
def the_value_of_the_game() -> Sharpness:
    """What an algorithm reaches on all convex losses, every algorithm must pay on linear ones."""
    return Sharpness(
        "the least regret that an algorithm can have, over UG√T, against all losses with gradients of length G",
        "1, exactly, for every T and every dimension d ≥ 2, where (8) promises √8",
        [LOWER.theorem(LOWER.states[0]), KNOWN.theorem(KNOWN.states[0])],
    )


# --- the adversary ---------------------------------------------------------------------------------------------------

PLANE = [eq(square(a), 1), eq(square(b), 1), eq(Inner(a, b), 0)]

ADVERSARY = Claim(
    "gradient_descent/minimax-adversary",
    at="(8), for every algorithm",
    says="from two dimensions on there is a gradient of length G with ⟨g, p⟩ = 0 and ⟨g, s⟩ ≥ 0, for any p and s",
    given=PLANE,
    states=exists(g, [eq(square(g), G**2), eq(Inner(g, p), 0), ge(Inner(g, s), 0)]),
    reading=(
        "What the adversary of gradient_descent/minimax-regret needs, for p = w(t) and s = S(t − 1): a and b are "
        "orthonormal, for which there is room from two dimensions on."
    ),
)


@ADVERSARY.proof
def a_quarter_turn(claim: Claim) -> Theorem:
    """±G(⟨b, p⟩a − ⟨a, p⟩b)/√(⟨a, p⟩² + ⟨b, p⟩²), or ±G a where p is orthogonal to the plane."""
    along, across = Inner(a, p), Inner(b, p)
    size = along**2 + across**2
    none, some = ge(0, size), gt(size, 0)
    small = combine(ge(0, along**2), [(1, none), (1, across**2)])
    still = vanishes_with_its_square(along, combine(eq(along**2, 0), [(1, along**2)], facts=[small]))
    turned = (across * a - along * b) / sqrt(size)
    return cases([on_one_side(claim, a, [still]), on_one_side(claim, turned, [some])], [none, some])


def on_one_side(claim: Claim, unit: Any, facts: list[Any]) -> Theorem:
    """G or −G times a unit vector that is orthogonal to p, whichever makes no obtuse angle with s."""
    equations = [assume(f) for f in PLANE] + [f for f in facts if isinstance(f, Theorem)]
    signs = [f for f in facts if not isinstance(f, Theorem)]
    found, sides = [], [ge(Inner(unit, s), 0), ge(0, Inner(unit, s))]
    for sign, side in zip((1, -1), sides, strict=True):
        gradient = sign * G * unit
        met = [identity(eq(square(gradient), G**2), using=equations, facts=signs)]
        met.append(identity(eq(Inner(gradient, p), 0), using=equations, facts=signs))
        met.append(combine(ge(Inner(gradient, s), 0), [(G, side)], facts=signs))
        found.append(at(claim.given[-1], gradient, by=met))
    return cases(found, sides)


@ADVERSARY.instance
def of_the_plane() -> tuple[dict[Any, Any], list[Theorem]]:
    """Of (0, ±1) for p = (1, 0) it is asked that 0 ≥ 0."""
    met = [eq(x**2 + y**2, 1), eq(x, 0), ge(y, 0)]
    place = {a: (1, 0), b: (0, 1), p: (1, 0), s: (0, 1), G: 1, ANYTHING: 0}
    return place, [generalize(combine(ge(0, 0), []), [x, y], met)]


# --- changed claims ------------------------------------------------------------------------------------------------


def spiral(count: int, start: Any = (0, 0)) -> list[tuple[Any, Any]]:
    """S(0), …, S(T) in the plane, each step of length 1 at a right angle to what is there."""
    sums: list[tuple[Any, Any]] = [(S(start[0]), S(start[1]))]
    for _ in range(count):
        along, across = sums[-1]
        size = sqrt(radsimp(along**2 + across**2).expand())
        step = (S.One, S.Zero) if size == 0 else (-across / size, along / size)
        sums.append((along + step[0], across + step[1]))
    return sums


def against(sums: list[Any], path: Any = None, compared: Any = None, **other: Any) -> dict[Any, Any]:
    """G = 1, the sums S(0), …, S(T), and an algorithm that stays at 0; g(t) is how S grows, or as given.

    u is opposite to S(T), on the sphere of radius `radius`.
    """
    points = [p if isinstance(p, tuple) else (S(p),) for p in sums]
    grown = [tuple(y - x for x, y in zip(*two, strict=True)) for two in pairwise(points)]
    last, radius = points[-1], other.get("radius", 1)
    size = sqrt(radsimp(Add(*(x**2 for x in last))).expand())
    opposite = tuple(-radius * x / size for x in last)
    shifted = Tuple(*(x.subs(t, t + 1) for x in listed(points, t).expr))
    still = [tuple(0 * x for x in last)] * len(grown)
    return {
        T: len(grown),
        U: 1,
        G: 1,
        c: radius / size,
        u: Tuple(*(compared or opposite)),
        total: Lambda(t, shifted),
        slope: listed(other.get("slopes", grown), t),
        w: listed(path or still, t),
    }


@LOWER.extremal("T", range(1, 5))
def at_right_angles(count: int) -> dict[Any, Any]:
    """In the plane, an algorithm that stays at 0 against gradients at right angles to their sum: UG√T exactly."""
    return against(spiral(count))


HALF = Rational(1, 2)

fails_as(LOWER,
    ("constant", ge(regret(), Rational(101, 100) * U * G / sqrt(T)), "101/100 in place of 1.", against(spiral(2))),
    ("sign", le(regret(), HALF * U * G / sqrt(T)), "The average regret is at most ½UG/√T.", against(spiral(2))),
)  # fmt: skip

fails_without(LOWER,
    (LENGTH, "The gradients may be short.", against([0, HALF])),
    (AGAINST, "The algorithm may know the gradient.", against([0, 1], path=[(-1,)])),
    (ONWARD, "The gradients may go to and fro: on the line three rounds cost no more than one.", against([0, 1, 0, 1])),
    (FROM_ZERO, "S(0) may be anything.", against([(5, 0), (5, 1), (5, 2)])),
    (ADDED, "S(T) may be anything.", against([0, -1], slopes=[(1,)])),
    (OPPOSITE[0], "u may be any point of the sphere.", against([0, 1], compared=(1,))),
    (OPPOSITE[1], "u may be shorter.", against([0, 1], radius=HALF)),
)  # fmt: skip


def nowhere_on_the_line() -> list[Theorem]:
    """No number has the square 1 and the product 0 with 1."""
    one, none = eq(x**2, 1), eq(x, 0)
    return [generalize(combine(ge(-1, 0), [(1, one)], using=[none]), [x], [one, none, ge(x, 0)])]


def nowhere_in_the_plane() -> list[Theorem]:
    """x = 0 and x ≥ 1 for no point (x, y)."""
    none, far = eq(x, 0), ge(x, 1)
    return [generalize(combine(ge(-1, 0), [(1, far)], using=[none]), [x, y], [eq(x**2 + y**2, 1), none, far])]


fails_without(ADVERSARY,
    (PLANE[2], "a and b may be parallel: on the line only 0 is orthogonal to 1.",
        {a: 1, b: 1, p: 1, s: 1, G: 1, **NOTHING_EXISTS}, nowhere_on_the_line),
)  # fmt: skip

fails_as(ADVERSARY,
    ("constant", exists(g, [eq(square(g), G**2), eq(Inner(g, p), 0), ge(Inner(g, s), G)]),
        "⟨g, s⟩ ≥ G: not where s is p.",
        {a: (1, 0), b: (0, 1), p: (1, 0), s: (1, 0), G: 1, **NOTHING_EXISTS}, nowhere_in_the_plane),
)  # fmt: skip
