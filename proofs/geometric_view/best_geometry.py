"""After Theorem 6: Σ D(w_t, w_{t+1}) ≥ D(w_0, w_k)/k, with equality for equal steps on a shortest path."""

from __future__ import annotations

from typing import Any

from sympy import Abs, Expr, Lambda, Rational, Sum

from verify.author.kernel import Theorem, assume, cases, combine, generalize, identity, induct, instantiate, telescope
from verify.axioms import DIST, LINE_DIST
from verify.claims import Claim, fails_as, fails_without
from verify.language.terms import eq, family, forall, ge, integer, le, point, points, real, substitute
from verify.lemmas import at_most_by_squares, magnitude_bounds, vanishes_with_its_square

HALF = Rational(1, 2)
t, k, i, j = integer("t k i j")
w, u, v, z = points("w"), point("u"), point("v"), point("z")
SOME = ge(k, 1)
TRIANGLE = forall([u, v, z], ge(DIST(u, v) + DIST(v, z), DIST(u, z)))
NOT_NEGATIVE = forall([u, v], ge(DIST(u, v), 0))


def trials(term: Any, last: Any = k - 1) -> Expr:
    """The sum over the trials t = 0, …, k − 1."""
    return Sum(term, (t, 0, last))


def step(t: Any) -> Expr:
    """ℓ_t = dist(w_t, w_{t+1})."""
    return DIST(w(t), w(t + 1))


def divergence(u: Any, v: Any) -> Expr:
    """D(u, v) = ½ dist(u, v)² (8)."""
    return DIST(u, v) ** 2 / 2


MOVED = trials(divergence(w(t), w(t + 1)))
PATH = trials(step(t))
REACH = DIST(w(0), w(k))
DIRECT = divergence(w(0), w(k)) / k
STEPS = "ℓ_t = dist(w_t, w_{t+1}) for the k ≥ 1 steps, and ℓ(γ) = Σ ℓ_t is the length of the path through all points. "
READING = "dist is any function of two points that is not negative and meets the triangle inequality; " + STEPS

BEST_GEOMETRY = Claim(
    "geometric_view/best-geometry",
    at="after Theorem 6",
    printed="Σ D(w_t,w_{t+1}) = ½ Σ ℓ_t² ≥ (k/2)((1/k) Σ ℓ_t)² = ℓ(γ)²/(2k) ≥ D(w_0,w_k)/k",
    given=[TRIANGLE, NOT_NEGATIVE, SOME],
    states=[
        eq(MOVED, trials(step(t) ** 2) / 2),
        ge(MOVED, k * (PATH / k) ** 2 / 2),
        ge(PATH**2 / (2 * k), DIRECT),
        ge(MOVED, DIRECT),
    ],
    reading=READING,
)

FIRST, SECOND = eq(MOVED, PATH**2 / (2 * k)), eq(PATH**2 / (2 * k), DIRECT)
"""Equality in the first inequality and in the second."""
SHORTEST = eq(PATH, REACH)
INDICES = [ge(i, 0), ge(k, i + 1), ge(j, 0), ge(k, j + 1)]

EQUALITY = Claim(
    "geometric_view/best-geometry-equality",
    at="after Theorem 6",
    printed="the equality holds if and only if i) all ℓ_t are equal (the first inequality), and ii) γ is the distance "
    "minimizing curve (the second inequality)",
    given=[NOT_NEGATIVE, SOME, FIRST, SECOND, *INDICES],
    states=[eq(step(i), step(j)), SHORTEST],
    reading=STEPS
    + "Only if. dist is any function of two points that is not negative. From equality in the first inequality alone, "
    "Σ D = ℓ(γ)²/(2k), ℓ_i = ℓ_j follows for any two steps, and from equality in the second alone, ℓ(γ)²/(2k) = "
    "D(w_0,w_k)/k, that ℓ(γ) = dist(w_0,w_k). (The ends of the whole display are equal exactly if both are equations.)",
)

EQUAL_STEPS = forall(t, eq(step(t), step(0)), [ge(t, 0), ge(k - 1, t)])

CONVERSE = Claim(
    "geometric_view/best-geometry-converse",
    at="after Theorem 6",
    printed="the equality holds if and only if i) all ℓ_t are equal (the first inequality), and ii) γ is the distance "
    "minimizing curve (the second inequality)",
    given=[SOME, EQUAL_STEPS, SHORTEST],
    states=[FIRST, SECOND],
    reading=STEPS
    + "If. Equal steps alone make the first inequality an equation, and a path as short as the distance alone the "
    "second. dist may be any function here.",
)


def of(claim: Claim, *wanted: Any) -> list[Any]:
    """Those of the hypotheses that the claim has."""
    return [f for f in claim.given if f in wanted]


def variance() -> Theorem:
    """½ Σ ℓ_t² − (Σ ℓ_t)²/(2k) = ½ Σ (ℓ_t − ℓ̄)² ≥ 0 with the mean ℓ̄."""
    mean = PATH / k
    return combine(ge(MOVED, PATH**2 / (2 * k)), [(HALF, trials((step(t) - mean) ** 2))], facts=[SOME])


def path_is_longer(claim: Claim) -> Theorem:
    """Σ ℓ_t ≥ dist(w_0, w_k), by the triangle inequality, k times."""
    state = ge(PATH, REACH)
    base = combine(substitute(state, {k: 1}), [])
    corners = [w(0), w(k), w(k + 1)]
    longer = [(1, instantiate(assume(f), corners)) for f in of(claim, TRIANGLE)]
    after = combine(substitute(state, {k: k + 1}), [(1, assume(state)), *longer], facts=[SOME])
    return induct(base, after, state, k, 1)


def squares_of_path(claim: Claim) -> Theorem:
    """(Σ ℓ_t)² ≥ dist(w_0, w_k)², as the distance is not negative."""
    longer = path_is_longer(claim)
    signs = [instantiate(assume(f), [w(0), w(k)]) for f in of(claim, NOT_NEGATIVE)] or [assume(SOME)]
    total = combine(ge(PATH + REACH, 0), [(1, longer), (2, signs[0])])
    return combine(ge(PATH**2, REACH**2), [(longer, total)])


@BEST_GEOMETRY.proof
def mean_and_triangle(claim: Claim) -> list[Theorem]:
    """The variance of the steps is not negative; a path is no shorter than the distance of its ends."""
    same, mean, direct, both = claim.states
    some = of(claim, SOME)
    squares = squares_of_path(claim)
    return [
        identity(same),
        combine(mean, [(1, variance())], facts=some),
        combine(direct, [(1 / (2 * k), squares)], facts=some),
        combine(both, [(1, variance()), (1 / (2 * k), squares)], facts=some),
    ]


_a = family("a", nonnegative=True)


def one_of_the_terms(term: Any, index: Any) -> Theorem:
    """Σ a_t ≥ a_j for 0 ≤ j ≤ k − 1, where no term is negative."""
    state = ge(trials(_a(t)), _a(j))
    first, inside = ge(j, 0), ge(k, j + 1)
    base = combine(substitute(state, {k: j + 1}), [(1, trials(_a(t), j - 1))], facts=[first])
    some = combine(ge(k, 1), [(1, assume(first)), (1, assume(inside))])
    after = combine(substitute(state, {k: k + 1}), [(1, assume(state)), (1, _a(k))], facts=[some])
    theorem = induct(base, after, state, k, j + 1)
    return instantiate(theorem, {_a: Lambda(t, term), j: index})


@EQUALITY.proof
def nothing_to_spare(claim: Claim) -> list[Theorem]:
    """Both inequalities are equations: each (ℓ_t − ℓ̄)² vanishes, and ℓ(γ)² = dist(w_0, w_k)²."""
    equal, shortest = claim.states
    some = of(claim, SOME)
    first, second = ([assume(f) for f in of(claim, known)] for known in (FIRST, SECOND))
    mean = PATH / k
    spread = trials((step(t) - mean) ** 2)
    none = combine(ge(0, spread), [(-2, f) for f in first], facts=some)
    means = []
    for index in (i, j):
        term = (step(index) - mean) ** 2
        above = one_of_the_terms((step(t) - mean) ** 2, index)
        still = combine(ge(0, term), [(1, above), (1, none)], facts=some)
        means.append(
            vanishes_with_its_square(step(index) - mean, combine(eq(term, 0), [(1, term)], facts=[still, *some]))
        )
    far = [instantiate(assume(f), [w(0), w(k)]) for f in of(claim, NOT_NEGATIVE)] or [assume(ge(REACH, 0))]
    long = [telescope(instantiate(assume(f), [w(t), w(t + 1)]), t, 0, k - 1) for f in of(claim, NOT_NEGATIVE)]
    total = combine(ge(PATH, 0), [(1, f) for f in long])
    longer = combine(ge(REACH**2, PATH**2), [(-2 * k, f) for f in second], facts=some)
    shorter = combine(ge(PATH**2, REACH**2), [(2 * k, f) for f in second], facts=some)
    below = at_most_by_squares(PATH, REACH, longer, facts=[*far, total])
    above = at_most_by_squares(REACH, PATH, shorter, facts=[*far, total])
    return [
        combine(equal, [(1, means[0]), (-1, means[1])], facts=some),
        combine(shortest, [(1, PATH - REACH)], facts=[above, below]),
    ]


@CONVERSE.proof
def nothing_lost(claim: Claim) -> list[Theorem]:
    """With ℓ_t = ℓ_0: Σ ℓ_t² = kℓ_0² and Σ ℓ_t = kℓ_0."""
    mean, both = claim.states
    some = of(claim, SOME)
    steps = [instantiate(assume(f), [t]) for f in of(claim, EQUAL_STEPS)]
    squares = combine(eq(step(t) ** 2, step(0) ** 2), [(step(t) + step(0), f) for f in steps])
    added = telescope(squares, t, 0, k - 1)
    lengths = telescope(steps[0] if steps else squares, t, 0, k - 1)
    first = combine(mean, [(HALF, added), (-(PATH + k * step(0)) / (2 * k), lengths)], facts=some)
    shortest = [assume(f) for f in of(claim, SHORTEST)]
    return [first, combine(both, [((PATH + REACH) / (2 * k), f) for f in shortest], facts=some)]


A, B = real("a b")


def walk(*places: int) -> dict[Any, Any]:
    """One or two steps on the line through these places."""
    first, *others = places
    path = first + t * (others[0] - first)
    if len(others) == 2:
        path += (t**2 - t) * (others[1] - 2 * others[0] + first) / 2
    return {DIST.head: LINE_DIST, w.head: Lambda(t, path), k: len(others)}


def triangle_on_the_line(a: Any, b: Any, c: Any) -> Theorem:
    """|a − b| + |b − c| ≥ |a − c|."""
    goal = ge(LINE_DIST(a, b) + LINE_DIST(b, c), LINE_DIST(a, c))
    ahead, behind = ge(a - c, 0), ge(c - a, 0)
    parts = []
    for sign, case in ((1, ahead), (-1, behind)):
        terms = [(1, magnitude_bounds(a - b, -sign)), (1, magnitude_bounds(b - c, -sign))]
        parts.append(combine(goal, terms, facts=[case]))
    return cases(parts, [ahead, behind])


def metric() -> list[Theorem]:
    """|a − b| + |b − c| ≥ |a − c| and |a − b| ≥ 0."""
    a, b, c = real("a b c")
    return [
        generalize(triangle_on_the_line(a, b, c), [a, b, c]),
        generalize(combine(ge(LINE_DIST(a, b), 0), [(1, LINE_DIST(a, b))]), [a, b]),
    ]


fails_as(BEST_GEOMETRY,
    ("constant", [*BEST_GEOMETRY.states[:3], ge(MOVED, k * DIRECT)], "D(w_0,w_k) in place of D(w_0,w_k)/k.",
        walk(0, 1, 2), metric),
    ("constant", [eq(MOVED, trials(step(t) ** 2)), *BEST_GEOMETRY.states[1:]], "Σ ℓ_t² in place of half of it.",
        walk(0, 1, 2), metric),
    ("constant", [BEST_GEOMETRY.states[0], ge(MOVED, PATH**2 / k), *BEST_GEOMETRY.states[2:]],
        "ℓ(γ)²/k in place of ℓ(γ)²/(2k).", walk(0, 1, 2), metric),
    ("sign", [*BEST_GEOMETRY.states[:3], le(MOVED, DIRECT)], "≤.", walk(0, 1, 0), metric),
)  # fmt: skip


SQUARED = {**walk(0, 1, 2), DIST.head: Lambda((A, B), (A - B) ** 2)}
SIGNED = Lambda((A, B), A - B + Abs(A - B) / 2)


def squares_are_not_negative() -> list[Theorem]:
    """(a − b)² ≥ 0."""
    return [generalize(combine(ge((A - B) ** 2, 0), [(1, (A - B) ** 2)]), [A, B])]


def signed_triangle(potential: Any, weight: Any) -> list[Theorem]:
    """f(b) − f(a) + c|a − b| meets the triangle inequality."""
    a, b, c = real("a b c")

    def far(a: Any, b: Any) -> Expr:
        return potential(b) - potential(a) + weight * Abs(a - b)

    theorem = combine(ge(far(a, b) + far(b, c), far(a, c)), [(weight, triangle_on_the_line(a, b, c))])
    return [generalize(theorem, [a, b, c])]


def falling() -> list[Theorem]:
    """f(x) = −x and c = ½."""
    return signed_triangle(Lambda(A, -A), HALF)


def bending() -> list[Theorem]:
    """f(x) = (7x² − 25x)/6 and c = 1."""
    return signed_triangle(BEND, 1)


fails_without(BEST_GEOMETRY,
    (TRIANGLE, "The triangle inequality may fail.", SQUARED, squares_are_not_negative),
    (NOT_NEGATIVE, "Distances may be negative.", walk(0, 3, 2) | {DIST.head: SIGNED}, falling),
)  # fmt: skip


EVEN = walk(0, 1, 2) | {i: 0, j: 1}
BEND = Lambda(A, 7 * A**2 / 6 - 25 * A / 6)
BACK = {**walk(0, 3, 1), i: 0, j: 1, DIST.head: Lambda((A, B), BEND(B) - BEND(A) + Abs(A - B))}
"""Steps of 1 and 1, and −2 from the start to the end."""


fails_as(EQUALITY,
    ("constant", [eq(step(i), 2 * step(j)), EQUALITY.states[1]], "ℓ_i = 2ℓ_j.", EVEN, metric),
    ("sign", [eq(step(i), -step(j)), EQUALITY.states[1]], "ℓ_i = −ℓ_j.", EVEN, metric),
)  # fmt: skip


fails_without(EQUALITY,
    (FIRST, "The first inequality may be strict: steps of 1 and 2.", walk(0, 1, 3) | {i: 0, j: 1}, metric),
    (SECOND, "The second inequality may be strict: there and back.", walk(0, 1, 0) | {i: 0, j: 1}, metric),
    (NOT_NEGATIVE, "Distances may be negative.", BACK, bending),
    (INDICES[3], "j may be k.", walk(0, 1, 2) | {w.head: Lambda(t, t**2 * (t - 1)), i: 0, j: 1, k: 1}, metric),
    (INDICES[2], "j may be negative.", walk(0, 1) | {w.head: Lambda(t, t**2), i: 0, j: -2, k: 1}, metric),
)  # fmt: skip


fails_as(CONVERSE,
    ("constant", [eq(MOVED, PATH**2 / k), CONVERSE.states[1]], "ℓ(γ)²/k.", walk(0, 1, 2)),
    ("sign", [FIRST, eq(SECOND.lhs, -DIRECT)], "−D(w_0,w_k)/k.", walk(0, 1, 2)),
)  # fmt: skip


fails_without(CONVERSE,
    (EQUAL_STEPS, "The steps may have any lengths.", walk(0, 1, 3)),
    (SHORTEST, "The path may be longer than the distance.", walk(0, 1, 2) | {DIST.head: Lambda((A, B), 1)}),
)  # fmt: skip


@BEST_GEOMETRY.extremal("k", range(1, 4), formula=3)
def equal_steps_along_a_line(number: int) -> tuple[dict[Any, Any], list[Theorem]]:
    """w_t = t."""
    return {DIST.head: LINE_DIST, w.head: Lambda(t, t), k: number}, metric()
