"""What formulas say, and what follows at once: tables of what is so, and of what is not."""

from __future__ import annotations

from typing import Any

import pytest

from tests.core.test_zero import (
    HALF,
    T,
    X,
    absolute,
    delta,
    exp,
    f,
    g,
    i,
    inner,
    integral,
    j,
    log,
    m,
    n,
    p,
    q,
    rel,
    s,
    sin,
    total,
    u,
    v,
    w,
    x,
    y,
    z,
)  # fmt: skip
from verify.core.equality import follows, same, same_term, settle
from verify.core.nodes import FUNCTION, POINT, Term, node
from verify.core.terms import forall, function, predicate, relation, variable
from verify.core.zero import Undecided

F, G = (function([x.t], node("apply", variable(name, FUNCTION), 0, x.t)) for name in "fg")
P1, P2 = node("point", variable("P", POINT), i.t), node("point", variable("P", POINT), (i + 0).t)


def every(variables: list[T], given: list[Term], body: Term) -> Term:
    return forall([a.t for a in variables], given, body)


SAME: dict[str, tuple[Any, ...]] = {
    "moved": (rel("≥", x, y), rel("≥", x - y)),
    "turned": (rel("≥", x, y), rel("≤", y, x)),
    "strict, turned": (rel(">", x, y), rel("<", y - x)),
    "equation with signs": (rel("=", x, y), rel("=", y - x)),
    "unequal": (rel("≠", x, y), rel("≠", y, x)),
    "normal forms": (rel("≥", (x + y) ** 2), rel("≥", x**2 + 2 * x * y, -(y**2))),
    "under facts": (rel("≥", absolute(x)), rel("≥", x), [rel("≥", x)]),
    "vectors": (rel("=", u, v), rel("=", v - u)),
    "points": (relation("=", P1, P2), relation("=", P2, P1)),
    "for all": (every([x], [], rel("≥", f(x), y)), every([z], [], rel("≤", y, f(z)))),
    "for all with conditions": (
        every([i], [rel("≥", i, 1)], rel("=", f(i), g(i) + g(i))),
        every([i], [rel("≥", i - 1)], rel("=", f(i), 2 * g(i))),
    ),
    "a condition that is defined by the one before": (
        every([x], [rel(">", x), rel("≥", log(x))], rel("≥", x)),
        every([x], [rel(">", x), rel("≤", 0, log(x))], rel("≥", x)),
    ),
    "predicate": (predicate("is nice", F, (x + x).t), predicate("is nice", F, (2 * x).t)),
    "predicate of a function": (
        predicate("is convex", function([x.t], (x * x).t)), predicate("is convex", function([y.t], (y**2).t)),
    ),
    "sums with another index": (rel("≥", total(f(i), i, 1, n)), rel("≥", total(f(j), j, 1, n))),
}  # fmt: skip

DIFFERENT: dict[str, tuple[Any, ...]] = {
    "strict": (rel("≥", x, y), rel(">", x, y)),
    "turned the wrong way": (rel("≥", x, y), rel("≥", y, x)),
    "shifted": (rel("≥", x, y), rel("≥", x, y + 1)),
    "scaled by what has no sign": (rel("≥", x), rel("≥", x * y)),
    "equation and inequality": (rel("=", x), rel("≥", x)),
    "other functions": (predicate("is nice", F), predicate("is nice", G)),
    "other words": (predicate("is nice", F), predicate("is bad", F)),
    "for all, other conditions": (
        every([i], [rel("≥", i, 1)], rel("=", f(i))), every([i], [rel("≥", i)], rel("=", f(i))),
    ),
    "for all, fewer conditions": (every([i], [rel("≥", i, 1)], rel("=", f(i))), every([i], [], rel("=", f(i)))),
    "for all, other kinds": (every([i], [], rel("=", f(i))), every([x], [], rel("=", f(x)))),
    "for all, other signs": (every([x], [], rel("≥", f(x))), every([p], [], rel("≥", f(p)))),
    "capture": (every([x], [], rel("≥", x, y)), every([y], [], rel("≥", y, y))),
    "integral clash": (
        every([x], [rel("≥", x)], rel("≥", integral(absolute(z), z, -1, 1), x)),
        every([x], [rel("≥", x)], rel("≥", integral(z, z, -1, 1), x)),
    ),
    "sum clash": (
        every([i], [rel("≥", i)], rel("≥", total(absolute(j), j, -n, n), i)),
        every([i], [rel("≥", i)], rel("≥", total(j, j, -n, n), i)),
    ),
    "a condition that may be undefined": (
        every([x], [rel("≥", x / x, 1)], rel("≥", f(x))), every([x], [rel("≥", 1, 1)], rel("≥", f(x))),
    ),
    "a condition that cancels": (
        every([x], [rel("≥", log(x) - log(x))], rel("≥", x)), every([x], [rel("≥", 0)], rel("≥", x)),
    ),
    "two variables for one": (every([x, y], [], rel("≥", x, y)), every([x, y], [], rel("≥", y, x))),
    "a number and a vector": (rel("=", u, v), rel("=", x)),
    "vectors of two spaces": (rel("=", u), rel("=", s)),
    "other points": (
        relation("=", P1, P2), relation("=", P1, node("point", variable("P", POINT), j.t)),
    ),
    "identically undefined": (rel("≥", 1 / (x - x)), rel("≥", 1 / (y - y))),
}  # fmt: skip

FOLLOWS: dict[str, tuple[Any, ...]] = {
    "literally": (rel("≥", 1 / x), [rel("≥", 1 / x)]),
    "by a sign": (rel("≥", p * q + w)  , []),
    "strict": (rel("≥", x, y), [rel(">", x, y)]),
    "by the normal form": (rel("≥", exp(x / 2) ** 2 - exp(x)), []),
    "the same said otherwise": (rel("=", f(x + x), y), [rel("=", f(2 * x) - y)]),
    "a denominator that is settled": (rel("=", x / y, 1), [rel("=", x * y / y**2, 1), rel("≠", y)]),
    "for all": (every([i], [rel("≥", i, 2)], rel("≥", i, 1)), []),
    "integers": (rel("≥", n, 1), [rel(">", n)]),
    "a root": (rel("≥", x**HALF), [rel("≥", x)]),
    "an equation of vectors": (rel("=", u, v), [rel("=", v, u)]),
}  # fmt: skip

DOES_NOT_FOLLOW: dict[str, tuple[Any, ...]] = {
    "nothing known": (rel("≥", x), []),
    "strict": (rel(">", x, y), [rel("≥", x, y)]),
    "another": (rel("≥", f(m)), [rel("≥", f(n))]),
    "where it is undefined": (rel("=", x / x, 1), []),
    "x − x of what is undefined": (rel("=", log(x) - log(x)), []),
    "0 times what is undefined": (rel("=", 0 / x), []),
    "the same, but undefined": (rel("=", y + x / x, y + 1), [rel("≥", y)]),
    "1/x of x ≥ 0": (rel("≥", 1 / x), [rel("≥", x)]),
    "log of x ≥ 0": (rel("≥", log(x + 1) - log(x)), [rel("≥", x)]),
    "a root of any number": (rel("≥", x**HALF), []),
    "≠ of ≥": (rel("≠", x), [rel("≥", x)]),
    "the root of −x²": (rel(">", (-(x**2)) ** HALF), [rel("≥", 0, x**2)]),
    "for all, one only": (every([i], [], rel("≥", f(i))), [rel("≥", f(n))]),
    "an instance outside the conditions": (rel("≥", f(n)), [every([i], [rel("≥", i, 1)], rel("≥", f(i)))]),
    "one instance for another head": (rel("≥", g(n)), [every([i], [], rel("≥", f(i)))]),
    "a name like a local one": (
        every([x], [], rel("≥", x)), [every([y], [rel("≥", y)], rel("≥", y)), rel("≥", z)],
    ),
    "a vector": (rel("=", inner(u, v)), [rel("=", inner(u, u))]),
    "a predicate": (predicate("is nice", F), [predicate("is nice", G)]),
    "a delta": (rel("=", delta(i, j)), []),
    "vectors": (rel("=", X(i)), [rel("=", X(j))]),
    "sine": (rel("≥", sin(x)), [rel("≥", x)]),
}  # fmt: skip


@pytest.mark.parametrize("row", SAME.values(), ids=list(SAME))
def test_the_same_is_said(row: tuple[Any, ...]) -> None:
    assert same(*row)
    assert same(row[1], row[0], *row[2:])


@pytest.mark.parametrize("row", DIFFERENT.values(), ids=list(DIFFERENT))
def test_something_else_is_said(row: tuple[Any, ...]) -> None:
    assert not same(*row)
    assert not same(row[1], row[0])


@pytest.mark.parametrize("row", FOLLOWS.values(), ids=list(FOLLOWS))
def test_it_follows(row: tuple[Any, ...]) -> None:
    assert follows(*row)


@pytest.mark.parametrize("row", DOES_NOT_FOLLOW.values(), ids=list(DOES_NOT_FOLLOW))
def test_it_does_not_follow(row: tuple[Any, ...]) -> None:
    assert not follows(*row)


def test_terms() -> None:
    assert same_term(function([x.t], (x + x).t), function([y.t], (2 * y).t))
    assert same_term(function([x.t], (x + x).t), function([p.t], (2 * p).t))  # of all numbers, both
    assert not same_term(function([x.t], absolute(x).t), function([p.t], p.t))
    assert not same_term(function([x.t], x.t), function([x.t, y.t], x.t))
    assert same_term(node("tuple", (x + 0).t), node("tuple", x.t))
    assert not same_term(node("tuple", x.t), node("tuple", x.t, x.t))
    assert same_term(F, F)
    assert not same_term(F, G)
    assert not same_term(u.t, x.t)
    assert same_term(node("tangent", P1), node("tangent", P2))


def test_what_is_settled_counts_for_what_comes_after() -> None:
    settle([rel(">", p), rel("≥", 1 / p), rel("≠", p)], [], [], "goal")
    settle([rel("≥", x)], [rel("≥", x)], [], "goal")
    with pytest.raises(Undecided, match=r"goal.*x"):
        settle([rel(">", p), rel("≠", x)], [], [rel("≥", x)], "goal")
    with pytest.raises(Undecided):
        settle([rel("=", x / x, 1), rel("≠", x)], [], [], "goal")
