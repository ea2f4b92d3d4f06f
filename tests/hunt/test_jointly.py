"""Instances of schemas that deny each other only together: limits, slopes and bounds that do not exist."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from sympy import Abs, Rational, S, Symbol, cos, exp, log, sin, sqrt

from verify.author.kernel import Theorem
from verify.discharge.jointly import _Quadratic, _split, combined
from verify.discharge.sequents import Sequents
from verify.language.terms import Formula, forall, ge, gt, ne, real
from verify.prover.alarm import worked

pytest.importorskip("scipy")
x, y, M, A, B, C = real("x y M A B C")
d, p, q = (Symbol(name, positive=True) for name in "dpq")

NOTHING = {
    "the logarithm has a limit at zero": [forall(p, gt(Rational(1, 4), (log(p) - M) ** 2), [gt(d, p)])],
    "what is one only near a corner has a limit there": [
        forall([p, q], gt(Rational(361, 2500), (p * (log(p) - log(q)) - M) ** 2), [gt(d, p), gt(d, q)])
    ],
    "the identity has a limit far out": [forall(x, gt(1, (x - M) ** 2), [gt(x, C)])],
    "what grows is bounded, by two bounds": [
        forall(x, ge(M, x - exp(-x)), [gt(x, C)]),
        forall(x, ge(x, M), [gt(x, C)]),
    ],
    "the root has a slope at zero": [forall(p, ge(p**2 / 9, (sqrt(p) - A * p) ** 2), [gt(d, p)])],
    "the magnitude has a slope at zero": [
        forall(x, ge(x**2 / 4, (Abs(x) - A * x) ** 2), [ge(d, x), ge(x, -d), ne(x, 0)])
    ],
    "a large value has a slope": [
        forall(x, ge(x**2 / 9, (Abs(x) + 100 - C - A * x) ** 2), [ge(d, x), ge(x, -d), ne(x, 0)])
    ],
    "the exponential is strongly convex": [
        forall([x, y], ge(exp(x) * (x - y) - d * (x - y) ** 2 / 2, exp(x) - exp(y)))
    ],
    "the square has a Lipschitz constant": [forall([x, y], ge(d * (x - y) ** 2, (x**2 - y**2) ** 2))],
    "the magnitude in the plane has a slope and a value at zero": [
        forall(
            [x, y], ge((x**2 + y**2) / 9, (Abs(x) - A * x - B * y - C) ** 2), [gt(d, x), gt(x, -d), gt(d, y), gt(y, -d)]
        )
    ],
}
SOMETHING = {
    "the square has a limit at zero": [forall(x, gt(Rational(1, 4), (x**2 - M) ** 2), [gt(d, x), gt(x, -d)])],
    "the sine has a slope at zero": [forall(x, ge(x**2 / 4, (sin(x) - A * x) ** 2), [gt(d, x), gt(x, -d)])],
    "the exponential has a limit on one side": [forall(x, gt(1, (exp(-x) - M) ** 2), [gt(x, C)])],
    "the sine has a Lipschitz constant": [forall([x, y], ge(d * (x - y) ** 2, (sin(x) - sin(y)) ** 2))],
    "the cosine stays within one": [forall(x, ge(Rational(3, 2), (cos(x) - M) ** 2), [gt(x, C)])],
}


def _denied(given: Sequence[Formula]) -> Theorem | None:
    return combined(given, Sequents().until(worked() + 60.0))


@pytest.mark.parametrize("name", NOTHING)
def test_what_does_not_exist_is_denied_by_a_few_instances(name: str) -> None:
    theorem = _denied(NOTHING[name])
    assert theorem is not None
    assert theorem.conclusion == ge(S.NegativeOne, 0)
    assert set(theorem.hypotheses) <= set(NOTHING[name])


@pytest.mark.parametrize("name", SOMETHING)
def test_what_exists_is_not_denied(name: str) -> None:
    assert _denied(SOMETHING[name]) is None


def test_a_parameter_may_be_positive_by_a_condition_or_by_declaration() -> None:
    schema = forall(p, gt(Rational(1, 4), (log(p) - M) ** 2), [gt(x, p)])
    assert _denied([schema]) is None  # nothing is between zero and a negative number
    theorem = _denied([schema, gt(x, 0)])
    assert theorem is not None
    assert set(theorem.hypotheses) == {schema, gt(x, 0)}


@pytest.mark.parametrize(
    ("gap", "sides"),
    [
        (4 - (x - 2 * y) ** 2, (2 - x + 2 * y, 2 + x - 2 * y)),
        (1 - x - y, (1 - x - y,)),
        (1 - x**2 - y**2, ()),  # no square of one linear term
        (x**2 - 1, ()),
        (x - y**2, ()),  # what the square is bounded by is unknown itself
    ],
    ids=str,
)
def test_only_a_bounded_square_of_one_term_has_two_sides(gap, sides):
    found = _split(forall(M, ge(gap, M)), (), _Quadratic.read(gap, [x, y]))
    assert {half.linear for half in found} == set(sides)
