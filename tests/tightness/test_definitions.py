"""Formulas that define a run are told from formulas that may contradict each other."""

import pytest
from sympy import Rational, Symbol, sqrt

from verify.audit import (
    Inner,
    eq,
    family,
    forall,
    function,
    ge,
    gt,
    integer,
    ne,
    nonnegative,
    norm,
    partial,
    point,
    positive,
    real,
    vector,
    vectors,
)  # fmt: skip
from verify.language.nodes import Fun, Tangent
from verify.language.translation import translate
from verify.tightness.definitions import NotDefined, check_defined

i, j, q, t, T = integer("i j q t T")
x, y = real("x y")
e, h, u, w = vectors("e h u w")
a, b, s = family("a"), family("b"), family("s", positive=True)
f, g = function("f"), function("g")
U, r = positive("U"), nonnegative("r")
n = Symbol("n", integer=True, positive=True)

ROUNDS = [ge(t, 1), ge(q, t)]
UNIT = eq(Inner(e, e), 1)
ACROSS = [UNIT, eq(Inner(h, h), 1), eq(Inner(e, h), 0)]

HALVES = [ge(j, 1), ge(q, j)]

DEFINED = {
    "a condition on the number": [ge(q, 3)],
    "a recursion": [eq(a(0), 1), forall(t, eq(a(t), a(t - 1) / t), ROUNDS)],
    "a recursion of two": [
        forall(t, eq(a(t), b(t)), ROUNDS), eq(b(0), 1), forall(t, eq(b(t + 1), -b(t)), [ge(t, 0), ge(q, t)])],
    "odd and even": [forall(j, eq(a(2 * j - 1), 1), HALVES), forall(j, eq(a(2 * j), -1), HALVES)],
    "one after the other": [forall(t, eq(a(t), 1), ROUNDS), forall(i, eq(a(q + i), 2), [ge(i, 1), ge(q**2, i)])],
    "from the last one down": [eq(a(q), 0), forall(t, eq(a(t), a(t + 1) + 1), [ge(t, 0), ge(q - 1, t)])],
    "orthonormal vectors": [*ACROSS, eq(u, U * e), forall(t, eq(w(t), u / t - h), ROUNDS)],
    "a function": [forall([t, x], eq(f(t, x), a(t) * x)), forall(t, eq(a(t), 1 / (2 * t + 1)), ROUNDS)],
    "of a positive name what is positive": [forall(t, eq(s(t), 2 * U**2 / sqrt(U + 1)), ROUNDS)],
    "an integer": [eq(T, 2 * q**2 - 1)],
    "halves": [forall(t, eq(a(t / 2), t), ROUNDS), eq(a(Rational(1, 4)), 0)],
    "one and the same from a number on": [forall(t, eq(a(t), t), ROUNDS), forall(t, eq(a(t), b(2)), [ge(t, q + 1)])],
}  # fmt: skip

NOT = {
    "it is not shown to hold": [gt(q, 5)],
    r"a\(3\) is defined twice": [forall(t, eq(a(t), 1), ROUNDS), eq(a(3), 1)],
    r"a\(4\) is defined twice": [forall(j, eq(a(2 * j), 1), [ge(j, 1), ge(q, j)]), eq(a(4), 2)],
    r"the definition of a\(\d\) leads back to it": [
        forall(t, eq(a(2 * t), a(t + 2)), ROUNDS), forall(t, eq(a(2 * t + 1), 1), [ge(t, 0), ge(q, t)])],
    "by way of other names": [forall(t, eq(a(t), b(t)), ROUNDS), forall(t, eq(b(t), a(t) + 1), ROUNDS)],
    "the definition of f leads back": [forall([t, x], eq(f(t, x), f(t - 1, x) + 1))],
    "the definition of [fg] leads back": [forall(x, eq(f(x), g(x))), forall(x, eq(g(x), f(x) + 1))],
    "f is defined twice": [forall(x, eq(f(x), x)), forall(x, eq(f(x), 1))],
    "f.* is defined twice": [forall(x, eq(f(x), x)), eq(f(2), 1)],
    "f is defined twice$": [eq(f(2), 1), forall(x, eq(f(x), x))],
    "not said of two vectors": [eq(Inner(w(1), w(1)), 1)],
    "s is declared positive, which n1": [forall(x, eq(s(x), x))],
    "not certain that its right side is defined": [forall(x, eq(f(x), 1 / x))],
    "-5 [+] n1, of which a root or an inverse": [forall(t, eq(a(t), 1 / (t - 5)), [ge(t, 5), ge(q + 1, t)])],
    r"f'\(1\) is no name and no member": [eq(Fun(f(0).args[0], 1, 1), 2)],
    "z.* is no name and no member": [eq(vector("z", Tangent(point("p"))), 0)],
    "it is no definition for all arguments": [forall(x, eq(f(x, x), 1))],
    "it is no definition$": [forall(t, ge(a(t), 1), ROUNDS)],
    "no name and no member": [eq(a(1) + a(2), 1), eq(a(1), 0)],
    "e is defined, and its inner products": [UNIT, eq(e, 2 * u)],
    "it does not say that they are orthonormal": [eq(Inner(e, e), 2)],
    "the length of . is not given": [UNIT, eq(Inner(e, h), 0)],
    "is not positive": [forall(t, eq(a(t), 1 / (t - 3)), ROUNDS)],
    "T is declared an integer": [eq(T, q * x)],
    "s is declared positive, which -U": [forall(t, eq(s(t), -U), ROUNDS)],
    "U is declared positive, which x": [eq(U, x)],
    "is no polynomial in what": [forall(t, eq(a(t), x ** (1 / t)), ROUNDS)],
    "its range has no end, and": [forall(t, eq(a(t), 1 / t), [ge(t, 1)])],
    "its range has no beginning": [forall(t, eq(a(t), 1), [ge(q, t)])],
    r"a\(7\) is defined twice": [forall(t, eq(a(t), 1), [ge(t, q)]), eq(a(7), 1)],
    r"a is defined twice": [eq(a(7), 1), forall(t, eq(a(t), 1), [ge(t, q)])],
    r"a\(5\) is defined twice": [eq(a(5), 1), forall(t, eq(a(t), 1), [ge(t, q)])],
    "^.*a is defined twice$": [forall(t, eq(a(t), 1), [ge(t, q)]), forall(t, eq(a(t), 1), [ge(t, q + 1)])],
    "2·n1 ≥ 1 is no end of a range": [forall(t, eq(a(t), 1), [ge(2 * t, 1), ge(q, t)])],
    "is no end of a range": [forall(t, eq(a(t), 1), [ge(t**2, 1), ge(q, t)])],
    "it is not said for one integer": [forall(x, eq(f(x), 1), [ge(x, 1), ge(q, x)])],
    "that they are orthonormal$": [eq(Inner(e, e), x)],
    "no definition for all arguments$": [forall([t, x], eq(f(t, y), x))],
    "its range has no end, and it does not say": [forall(t, eq(a(-t), 1), [ge(t, 1)]), eq(a(-7), 2)],
    "a is defined (twice)$": [eq(a(6), 1), forall(t, eq(a(t), 2), [ge(t, q)])],
    r"a\(6\) is defined twice": [forall(t, eq(a(t), 2), [ge(t, q)]), eq(a(6), 1)],
    "it is not said for one integer that runs": [forall(n, eq(a(n), 1), [ge(n, -3), ge(q, n)])],
    "n1 ≠ 3 is no end of a range": [forall(t, eq(a(t), 1), [ne(t, 3), ge(q, t)]), eq(a(1), 2)],
    "is of what cannot be defined": [eq(partial("p")(2), 1)],
    "-5 [+] n1, of which a root": [forall(t, eq(a(t), sqrt(t - 5)), [ge(t, 4), ge(q, t)])],
    "s is declared positive, which 0": [eq(s(1), 0)],
    "U is declared positive, which r": [eq(U, r)],
    "is not looked into": [forall(t, eq(a(t), norm(u) + abs(x)), ROUNDS)],
}  # fmt: skip


def look_at(formulas):
    """The look at formulas of the core, for q = 5."""
    check_defined(list(map(translate, formulas)), {translate(q): 5})


@pytest.mark.parametrize("formulas", DEFINED.values(), ids=DEFINED)
def test_what_defines_a_run_is_seen_to(formulas):
    look_at(formulas)


@pytest.mark.parametrize(("says", "formulas"), NOT.items(), ids=NOT)
def test_what_may_contradict_itself_is_refused_with_the_reason(says, formulas):
    with pytest.raises(NotDefined, match=says):
        look_at(formulas)


@pytest.mark.parametrize("numbers", [{x: 5}, {q: Rational(5)}, {q: True}])
def test_ranges_depend_on_integers_only(numbers):
    with pytest.raises(NotDefined, match="is no integer variable with an integer"):
        check_defined([translate(ge(q, 3))], {translate(n): value for n, value in numbers.items()})
