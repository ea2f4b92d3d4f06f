"""Quadratic polynomials: false claims about them fail where they are least, or along a line on which they fall."""

import random

import pytest
from flint import fmpq, fmpq_mat
from sympy import sqrt, symbols

from tests.prover.goals import asked
from verify.prover.allowance import Allowance
from verify.prover.refute import find_counterexample
from verify.prover.refuting.quadratics import lowest

ALL = "-oo < {} < oo".format
A, B, C = symbols("a b c", real=True)


def everywhere(names):
    return ", ".join(map(ALL, names))


@pytest.mark.parametrize(
    ("relation", "where"),
    [
        ("a^2 + b^2 + c^2 + d^2 + f^2 >= 101/100*a*(b + c + d + f)", everywhere("abcdf")),
        ("a^2 + 3*b^2 - a - b > -1/4 - 1/12", "-1 <= a <= 1, -1 <= b <= 1"),
        ("a*b + b*c + c*a >= -a^2/100 - b^2/100 - c^2/100", everywhere("abc")),
        ("(a - 2*b)^2 + (b - 3*c)^2 + c/10^6 >= 0", everywhere("abc")),
        ("a^2 + 2*a*b + b^2 >= a/50", everywhere("ab")),
    ],
)
def test_the_first_places_that_are_looked_at_refute_what_is_quadratic(relation, where):
    goal, _ = asked(relation, where)
    assert find_counterexample(goal, (), Allowance(1.0), reach="alike") is not None


def test_a_quadratic_form_falls_along_a_line_or_is_semidefinite():
    draw = random.Random(1)
    for _ in range(300):
        form = sum(draw.randint(-2, 2) * x * y for x in (A, B, C) for y in (A, B, C))
        rest = [[fmpq(int(form.diff(x, y))) for y in (A, B, C)] for x in (A, B, C)]
        minors = [rest[0][0], rest[1][1], rest[2][2]]
        minors += [rest[i][i] * rest[j][j] - rest[i][j] ** 2 for i in range(3) for j in range(i)]
        whole = fmpq_mat(3, 3, [c for row in rest for c in row]).det()
        falls = any(form.subs(dict(zip((A, B, C), p, strict=True))) < 0 for p in lowest(form, (A, B, C)))
        assert falls == (min(*minors, whole) < 0)


def test_other_terms_have_no_such_places():
    for term in (A**3 + B**2, A * B / C, sqrt(2) * A**2 + B**2, A + B):
        assert not list(lowest(term, (A, B, C)))
