"""Instances at a point between two others, at what a condition asks for, and what they prove."""

import pytest

from verify.discover.discovering import Search
from verify.discover.facts import Context
from verify.discover.shares import between_points
from verify.language.terms import eq, field, forall, function, ge, gt, le, lt, real, vectors
from verify.prover.alarm import worked

x, y, s = real("x y s")
a, b, c, d, u, v = real("a b c d u v")
p, q, r, w = vectors("p q r w")
f, g = function("f"), function("g")
F = field("F")
SHARE = [ge(s, 0), le(s, 1)]
CONVEX = forall([x, y, s], le(f(s * x + (1 - s) * y), s * f(x) + (1 - s) * f(y)), SHARE)
RISES = forall([x, y], le(g(x), g(y)), [le(x, y)])
PROVED = {
    "at a mixture": ([CONVEX, ge(c, 0), le(c, 1)], le(f(c * a + (1 - c) * b), c * f(a) + (1 - c) * f(b))),
    "between two points": ([CONVEX, eq(f(a), 0), eq(f(c), 0), lt(a, b), lt(b, c)], le(f(b), 0)),
    "between two of four points": (
        [CONVEX, eq(f(a), 3), eq(f(c), 0), eq(f(d), 0), lt(c, u), lt(u, d)],
        le(f(u), 0),
    ),
    "slopes of chords": ([CONVEX, lt(a, b), lt(b, c), lt(a, c)], le((f(b) - f(a)) / (b - a), (f(c) - f(a)) / (c - a))),
    "shares of two weights": (
        [CONVEX, gt(c, 0), gt(d, 0)],
        le((c + d) * f((u + v) / (c + d)), c * f(u / c) + d * f(v / d)),
    ),
    "a sum of two points": ([CONVEX, eq(f(0), 0), gt(a, 0), gt(b, 0)], le(f(a) + f(b), f(a + b))),
    "what rises, of what is convex": (
        [CONVEX, RISES, ge(c, 0), le(c, 1)],
        le(g(f(c * a + (1 - c) * b)), g(c * f(a) + (1 - c) * f(b))),
    ),
    "vectors": (
        [forall([p, q, s], le(F(s * p + (1 - s) * q), s * F(p) + (1 - s) * F(q)), SHARE)],
        le(2 * F((r + w) / 2), F(r) + F(w)),
    ),
}


@pytest.mark.parametrize("name", PROVED)
def test_points_between_others(name):
    given, goal = PROVED[name]
    found = between_points(goal, Context.of(given))
    assert found is not None
    assert found.theorem.conclusion == goal
    assert set(found.theorem.hypotheses) <= set(given)


@pytest.mark.parametrize(
    ("given", "goal"),
    [
        ([CONVEX], le(f(c * a + (1 - c) * b), c * f(a) + (1 - c) * f(b))),  # c may be beyond 1
        ([CONVEX, eq(f(a), 0), eq(f(c), 0), lt(a, b)], le(f(b), 0)),  # b may be beyond c
        ([RISES, ge(u, v)], le(g(u), g(v))),
    ],
    ids=str,
)
def test_and_not_beyond_them(given, goal):
    assert between_points(goal, Context.of(given)) is None


def test_nothing_is_looked_for_where_nothing_is_mixed_or_ordered():
    plain = forall([x, y], le(f(x + y), f(x) + f(y)))
    assert between_points(le(f(a), 0), Context.of([plain, ge(a, b)])) is None


def test_the_whole_search_asks_for_shares():
    given = [CONVEX, lt(a, b), lt(b, c), le(f(a), d), le(f(c), d)]
    found = Search(worked() + 10).prove(le(f(b), d), Context.of(given))
    assert found is not None
    assert set(found.theorem.hypotheses) <= set(given)
