"""What floats say of schemas, and what more digits say of a statement that floats cannot tell."""

from __future__ import annotations

from itertools import islice
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from sympy import Max, Rational, S, exp, log

from verify.hunt.exact import confirm
from verify.hunt.space import spaces
from verify.hunt.spaces.families import rule
from verify.hunt.spaces.polynomials import is_polynomial
from verify.hunt.spaces.signature import signature
from verify.language.tables import in_words
from verify.language.terms import Inner, eq, family, forall, ge, gt, integer, real, vectors
from verify.normal_forms.facts import Facts
from verify.prover.alarm import worked

a, b, c, r, s = real("a b c r s")
n = integer("n")
u, v = vectors("u v")


def score(given: Any, *numbers: float, dimension: int = 1) -> Any:
    """The slack of an instance that has these numbers, in reading order."""
    claim = SimpleNamespace(id="planted", given=tuple(given), states=(ge(a, a + 1),))
    space = next(islice(spaces(claim), dimension - 1, None))  # type: ignore[arg-type]
    return space.score(np.array(numbers).reshape(-1, 1)).slack[0]


class TestSchemas:
    HINGE = forall([r], ge(Max(0, 1 - r), Max(0, 1 - b) + a * (r - b)))

    @pytest.mark.parametrize(("slope", "place", "holds"), [(-1, 0, True), (0, 5, True), (6, 5, False), (0.2, 5, False)])
    def test_a_slope_too_steep_is_seen_far_out(self, slope, place, holds):
        assert (score([self.HINGE], slope, place) >= 0) == holds

    def test_what_overflows_or_vanishes_far_out_says_nothing(self):
        convex = forall([r, s], gt(exp(r) + a * 0, exp(s) * (1 + r - s)), [gt((r - s) ** 2, 0)])
        assert score([convex, ge(a, 0)], 1) >= 0

    @pytest.mark.parametrize("dimension", [1, 2, 3])
    def test_a_ball_is_looked_at_inside(self, dimension):
        bounded = forall([v], ge(a, Inner(v, v)), [ge(b**2, Inner(v, v))])
        assert score([bounded], 1.0, 1e-2, dimension=dimension) >= 0
        assert score([bounded], 0.99e-4, 1e-2, dimension=dimension) < 0


def test_only_sums_products_and_natural_powers_are_polynomial():
    assert is_polynomial((a + b) ** 2 * exp(b) + a, a)
    assert not is_polynomial(exp(a) + a, a)
    assert not is_polynomial(1 / a, a)


def test_the_indices_of_a_family_have_the_names_that_they_have_in_the_statement():
    (i, k, t, T), e, f = integer("i k t T"), family("e"), family("f")
    rows = forall([t, i], ge(e(t, i), f(t - 1)), [ge(t, 1), ge(T, t), ge(i, 1), ge(T, i)])
    found = signature([ge(e(1, k), 0), ge(e(T, 1), f(k)), rows])
    assert {head.name: names for head, names in found.indices.items()} == {"e": ("t", "i")}


def test_a_family_of_finitely_many_values_shows_its_sign_and_its_values():
    values = {(1,): log(2), (2,): Rational(1, 7), (3,): log(5)}
    made = rule(values, 1, True)
    assert [made(n) for n in (1, 2, 3)] == [log(2), Rational(1, 7), log(5)]
    assert Facts().signs(made.expr) == {1}
    assert in_words(made) == "(log(2), 1/7, log(5)) for i = 1, …, 3"
    assert in_words(rule(values, 1, True, ("t",))) == "(log(2), 1/7, log(5)) for t = 1, …, 3"
    assert Facts().signs(rule({(1,): S.Zero, (2,): S(3)}, 1, True).expr) == {0, 1}
    assert Facts().signs(rule({(1,): S(-1), (2,): S(3)}, 1, False).expr) != {0, 1}


def test_a_counterexample_with_a_family_that_is_declared_nonnegative_is_stated():
    """That of x(1) = 0 and x(2) = 3, which no polynomial in the index shows to be nonnegative."""
    x = family("x", nonnegative=True)
    given = (ge(n, 1), eq(x(1), 0), eq(x(n), 3))
    planted = SimpleNamespace(id="planted", given=given, states=(ge(1, n),))
    found = (space.confirm([S.One] * len(space.coordinates)) for space in spaces(planted))  # type: ignore[arg-type]
    assert next(theorem for theorem in found if theorem is not None)


def test_the_kernel_is_not_asked_where_more_digits_show_that_the_statement_holds():
    claim = SimpleNamespace(id="planted", given=(gt(a, 0),), states=(gt((1 + a) ** 2 - 1 - 2 * a, 0),))
    space: Any = next(iter(spaces(claim)))  # type: ignore[arg-type]
    tiny = Rational(1, 10**9)
    assert space.score(np.array([[float(tiny)]])).ratio[0] > 1.0
    assert space._certainly_holds(0, (tiny,))
    assert space.confirm((tiny,)) is None


def test_an_instance_that_takes_too_long_is_left():
    class Slow:
        coordinates = ()

        def __init__(self) -> None:
            self.asked: list[Any] = []

        def confirm(self, values: Any) -> None:
            self.asked.append(values)
            until = worked() + 5.0
            while worked() < until:
                pass

    space: Any = Slow()
    began = worked()
    assert confirm(space, [(1,), (2,), (3,)], 3, lambda theorem: True, seconds=0.2) is None
    assert worked() - began < 2.0
    assert space.asked[:4] == [(1,), (2,), (3,), (1,)]  # each soon, and the first again with half of the time
