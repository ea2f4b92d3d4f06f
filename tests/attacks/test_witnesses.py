"""Assignments that are no counterexamples are refused, and a few that are ones are accepted."""

from fractions import Fraction

import pytest

from tests.attacks.steps import (
    A,
    D,
    I,
    Pt,
    S,
    V,
    domain,
    eq,
    every,
    ge,
    gt,
    has,
    inner,
    inv,
    lam,
    less,
    ne,
    neg,
    over,
    plus,
    sqrt,
    term,
    times,
)
from tests.attacks.table_false import F_space, a, absolute, d, f, fp, g, half, i, log, n, p, sq, t, u, v, x, y
from verify.core import kernel
from verify.core.nodes import Refused, node
from verify.core.terms import variable

uh, vh = variable("u", "vector"), variable("v", "vector")


def tup(*numbers):
    return node("tuple", *map(term, numbers))


AT_ZERO = [eq(x), eq(u)]
ZEROS = {x: 0, y: 1, uh: tup(0, 0)}
SECOND_OF_FOUR = lam([t, p, x, y], p)

BAD = {
    "undefined conclusion": ([], ge(over(x, x), 1), {x: 0}),
    "undefined conclusion cancels": ([], ge(times(0, inv(x)), 1), {x: 0}),
    "undefined hyp": ([ge(times(0, inv(x)))], ge(-1), {x: 0}),
    "undefined hyp log": ([ge(log(x), -5)], ge(x, 0), {x: -1}),
    "false hyp": ([gt(x)], gt(x, 1), {x: 0}),
    "true conclusion": ([gt(x)], gt(x), {x: 2}),
    "half integer": ([], ge(times(n, less(n, 1))), {n: half}),
    "negative positive": ([], gt(p), {p: -1}),
    "zero positive": ([], gt(p), {p: 0}),
    "negative positive function": ([], gt(A(fp, x)), {fp: lam(t, -1), x: 0}),
    "signed function by argument": ([], gt(A(fp, x)), {fp: lam(p, p), x: -1}),
    "jump under an integral": (
        [eq(A(g, 0)), eq(A(g, 1), 1), eq(I(A(g, t), t, 0, 1), half)],
        ge(-1),
        {g: lam(t, over(plus(1, over(less(times(2, t), 1), absolute(less(times(2, t), 1)))), 2))},
    ),
    "integer family under an integral": ([eq(I(A(g, t), t, 0, 1), I(A(g, t), t, 0, 1))], ge(-1), {g: lam(i, i)}),
    "corner under a derivative": ([eq(D(A(f, t), t, 0), 0)], ge(-1), {f: lam(t, absolute(t))}),
    "corner under a derivative everywhere": ([every(x, ge(sq(D(A(f, t), t, x))))], ge(-1), {f: lam(t, absolute(t))}),
    "schema not met": ([every(x, ge(A(f, x)))], ge(-1), {f: lam(t, less(sq(t), Fraction(1, 100)))}),
    "schema not met far away": ([every(n, ge(A(a, n)))], ge(-1), {a: lam(i, less(100000, i))}),
    "schema undefined": ([every(x, ge(times(0, inv(less(x, A(f, 0))))))], ge(-1), {f: lam(t, 7)}),
    "different dimensions": ([], ge(inner(u, v)), {uh: tup(1, 2), vh: tup(1, 2, 3)}),
    "norm": ([], ge(inner(u, u), 100), {uh: tup(10, 1)}),
    "missing value": ([], ge(x, y), {x: 1}),
    "missing value used in hyp": ([gt(y, 5)], ge(x, 1), {x: 0}),
    "constant": ([], eq(inner(V("u", space=F_space), V("u", space=F_space))), {F_space: tup(1)}),
    "sum of undefined": ([eq(S(times(0, inv(A(a, i))), i, 0, 3))], ge(-1), {a: lam(i, i)}),
    "integral over a pole": ([eq(I(times(0, inv(t)), t, x, 1))], ge(-1), {x: -1}),
    "point as number": ([], eq(Pt("P"), Pt("Q")), {variable("P", "point"): tup(1), variable("Q", "point"): tup(1)}),
    "partial outside": ([ge(A(d, 0))], ge(-1), {d: lam(t, inv(t))}),
    "partial domain": ([domain(d, 0)], ge(-1), {d: lam(t, inv(t))}),
    "partial integral": ([eq(I(times(0, A(d, t)), t, -1, 1))], ge(-1), {d: lam(t, inv(t))}),
    "empty dimension": ([], eq(u, u), {uh: node("tuple")}),
    "predicate": ([has("is convex", f)], ge(-1), {f: lam(t, t)}),
    "zeros in another order": (AT_ZERO, eq(A(f, x, y, u), A(f, u, y, x)), {**ZEROS, f: SECOND_OF_FOUR}),
    "zeros in another order in a domain": (
        [*AT_ZERO, every(t, ge(neg(sq(t))), domain(d, u, t, x)), domain(d, x, y, u)],
        ge(neg(sq(y))),
        {**ZEROS, d: lam([t, p, x, y], sqrt(neg(sq(x))))},
    ),
}
GOOD = {
    "half": ([gt(x)], gt(x, 1), {x: half}),
    "pole": ([ne(x)], gt(inv(x)), {x: -1}),
    "orth": ([], gt(inner(u, v)), {uh: tup(1, 0), vh: tup(0, 1)}),
    "fun": ([every(x, ge(A(f, x)))], gt(A(f, 0)), {f: lam(t, sq(t))}),
    "partial": ([ne(x)], gt(A(d, x)), {d: lam(t, inv(t)), x: -1}),
    "field at a vector and slope at 0": (
        [eq(A(f, u))],
        ge(inner(node("gradient", f, term(0)), v), 2),
        {uh: tup(0, 0), vh: tup(1, 1), f: lam([x, y], x)},
    ),
    "zeros in one order": (AT_ZERO, eq(A(f, x, y, u), A(f, x, x, v)), {**ZEROS, vh: tup(0, 0), f: SECOND_OF_FOUR}),
}


def counterexample(given, states, assignment):
    return kernel.witness(
        given, states, {name: value if hasattr(value, "kind") else term(value) for name, value in assignment.items()}
    )


@pytest.mark.parametrize("name", BAD)
def test_no_counterexample(name):
    with pytest.raises(Refused):
        counterexample(*BAD[name])


@pytest.mark.parametrize("name", GOOD)
def test_counterexample(name):
    given, states, _ = GOOD[name]
    made = counterexample(*GOOD[name])
    kernel.refutes(made, given, states)


def test_what_zeros_in_another_order_would_refute_is_proved():
    """0 and all zero vectors are one argument, however many coordinates they have."""
    _, states, _ = BAD["zeros in another order"]
    assert kernel.identity(states, [kernel.assume(g) for g in AT_ZERO], hypotheses=AT_ZERO).conclusion is states
