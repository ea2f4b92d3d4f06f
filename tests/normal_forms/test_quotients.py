"""Lowest terms and remainders by FLINT's polynomials are those of sympy's, and what is no quotient is left to sympy."""

import random
from math import prod

import pytest
import sympy
from sympy import Dummy, Expr, Rational, expand, nan, oo, sqrt, symbols, zoo

from tests.sampling import amounts
from verify.normal_forms.quotients import MOST_MONOMIALS, TooLong, cancel, remainder

GENERATORS = [Dummy(f"g{n}") for n in range(4)]
x, y, z = symbols("x y z")


def random_quotient(rng, depth):
    kind = rng.random()
    if depth == 0 or kind < 0.2:
        return rng.choice([*GENERATORS, Rational(rng.randint(-4, 4), rng.randint(1, 3))])
    one = random_quotient(rng, depth - 1)
    if kind < 0.8:
        other = random_quotient(rng, depth - 1)
        return one + other if kind < 0.5 else one * other
    return one ** rng.choice([2, -1, -2, 3])


def random_polynomial(rng, terms):
    return expand(
        sum(
            Rational(rng.randint(-5, 5), rng.randint(1, 4))
            * prod(rng.choice([*GENERATORS, 1]) for _ in range(rng.randint(0, 5)))
            for _ in range(terms)
        )
    )


@pytest.mark.parametrize("many", amounts(80, 400))
def test_lowest_terms_are_those_of_sympy(many):
    rng, tried = random.Random(3), 0
    for _ in range(many):
        term = random_quotient(rng, 4)
        if not isinstance(term, Expr) or term.has(zoo, nan, oo):
            continue
        tried += 1
        assert cancel(term) == sympy.cancel(term), term
    assert tried > 0.875 * many


@pytest.mark.parametrize("many", amounts(60, 300))
def test_remainders_are_those_of_sympy(many):
    rng = random.Random(5)
    for _ in range(many):
        g, degree = rng.choice(GENERATORS), rng.randint(1, 3)
        rest = sum(random_polynomial(rng, 2).subs(g, rng.randint(-1, 2)) * g**n for n in range(degree))
        term = random_polynomial(rng, 6) * rng.choice([1, random_polynomial(rng, 2)])
        found = remainder(term, g**degree + rest, g)
        assert found == expand(sympy.rem(sympy.Poly(term, g), sympy.Poly(g**degree + rest, g)).as_expr())


@pytest.mark.parametrize(
    ("term", "lowest"),
    [
        ((x**2 - y**2) / (x - y), x + y),
        (x / x**3, 1 / x**2),
        (x - x, 0),
        (Rational(2, 3) * x + x / 3, x),
        ((4 * x + 2) / (-6 * y), (-2 * x - 1) / (3 * y)),
        ((x + 1) * (1 / (x + 1) - 1 / (x + 2)), 1 / (x + 2)),
    ],
)
def test_lowest_terms(term, lowest):
    assert cancel(sympy.sympify(term)) == lowest


def test_what_is_no_quotient_is_left_to_sympy():
    term = (sqrt(2) * x + x * y) / x
    assert cancel(term) == sympy.cancel(term) == y + sqrt(2)
    assert cancel(Rational(1, 2) + 0) == Rational(1, 2)
    assert remainder(sqrt(2) * x**2, x**2 - y, x) == sqrt(2) * y


def test_a_denominator_that_vanishes_stays_undefined():
    term = sympy.Mul(x, sympy.Pow(sympy.Add(y, -y, evaluate=False), -1, evaluate=False), evaluate=False)
    assert cancel(term) == sympy.cancel(term)
    hidden = 1 / ((x + y) ** 2 - x**2 - 2 * x * y - y**2)
    assert not cancel(hidden).is_finite


@pytest.mark.parametrize(
    "term",
    [
        sum(1 / (a + b) for a, b in zip(symbols("a:12"), symbols("b:12"), strict=True)),
        prod(a + b for a, b in zip(symbols("a:12"), symbols("b:12"), strict=True)),
        (x + y + z + 1) ** 40,
        (x + y) ** (MOST_MONOMIALS + 1),
    ],
    ids=["a sum", "a product", "a power", "a power of two"],
)
def test_what_is_too_long_is_refused_before_it_is_made(term):
    with pytest.raises(TooLong, match=f"more than {MOST_MONOMIALS} terms"):
        cancel(term)
