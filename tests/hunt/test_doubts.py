"""Schemas that are false are doubted, also where their samples meet them; those that are true are not."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from sympy import Abs, Min, Rational, cos, exp, log, sin, sqrt

from verify.hunt.space import spaces
from verify.hunt.spaces.doubts import Doubt
from verify.hunt.spaces.grounding import Grounding, Schema
from verify.hunt.spaces.scoring import Sampled
from verify.hunt.spaces.signature import signature
from verify.language.terms import Inner, eq, forall, ge, gt, lt, real, vectors

a, b, r, s, t = real("a b r s t")
u, v = vectors("u v")


def doubted(formula: Any, dimension: int = 1, **at: float) -> bool:
    (schema,) = Grounding(signature([formula]), dimension, {}).formulas(formula)
    assert isinstance(schema, Schema)
    doubt = Doubt(schema)
    return doubt.about({symbol: at[symbol.name] for symbol in doubt.free}) is not None


UNIT = [ge(t, 0), ge(1, t)]
TANGENT = exp(s) * (1 + r - s)
NEVER = -1

FALSE = {
    "a product that meets zero inside": forall([r, s, t], gt((s * t + r) ** 2, 0), [gt(r**2, 0), *UNIT]),
    "a bound that fails in a corner": forall([r, s], ge(6, exp(r + s)), [lt(r**2, 1), lt(s**2, 1)]),
    "a bound that fails in a small place": forall([r], ge((r - 3) ** 2, Rational(1, 1000))),
    "no solution, of an equation that has one": forall([r], ge(NEVER, 0), [eq(r, exp(-r))]),
    "a parabola that turns far out": forall([r, s], gt(42 * r - r**2 / 2, 42 * s - s**2 / 2), [gt(r, s), ge(s, 0)]),
    "a hill far out, between two numbers": forall(
        [r, s, t, b],
        ge(b, 6 * t - t**2 / 6),
        [ge(t, r), ge(s, t), ge(b, 6 * r - r**2 / 6), ge(b, 6 * s - s**2 / 6)],
    ),
    "equal numbers that are apart": forall([r, s], eq(r, s), [eq(r**3 + r, s**3 + 8 * s)]),
    "a slope that is nearly the right one": forall(
        [r, s, t], ge(t**2, r**2 + Rational(20001, 10000) * r * s), [eq(Abs(r + s - t), 0)]
    ),
    "one name of an angle": forall([r, s], ge(r, s), [eq(sqrt(s**2 + sin((r - s) / 2) ** 2), 0)]),
    "the other one of two that may be near": forall([r, s], ge(r, s), [eq(Min(Abs(r - s), (r + s - 1) ** 2), 0)]),
}

TRUE = {
    "above a tangent": forall([r, s], gt(exp(r), TANGENT), [gt((r - s) ** 2, 0)]),
    "touching its bound": forall([r], ge(r**4 - 2 * r**2 + 1, 0)),
    "no solution, of an equation that has none": forall([r], ge(NEVER, 0), [eq(-r, exp(r) - r)]),
    "no solution but far out": forall([r], ge(NEVER, 0), [eq(r, log(1 + exp(r)))]),
    "positive and tiny": forall([r], gt(exp(-(r**2)), 0)),
    "less and less, and never": forall([r, s], gt(exp(-s), exp(-r)), [gt(r, s)]),
    "the right slope": forall([r, s, t], ge(t**2, r**2 + 2 * r * s), [eq(Abs(r + s - t), 0)]),
    "every name of an angle": forall([r, s], ge(1, cos(r - s)), [eq(Abs(sin((r - s) / 2)), 0)]),
    "either of two that may be near": forall([r, s], ge(r**2, s**2), [eq(Min(Abs(r - s), Abs(r + s)), 0)]),
    "one root": forall([r, s], eq(r, s), [eq(r**3 + r, s**3 + s)]),
    "a condition that nothing meets": forall([r], ge(NEVER, 0), [gt(-(r**2), 0)]),
}


@pytest.mark.parametrize("name", FALSE)
def test_what_is_false_is_doubted(name):
    assert doubted(FALSE[name])


@pytest.mark.parametrize("name", TRUE)
def test_what_is_true_is_not(name):
    assert not doubted(TRUE[name])


def test_samples_that_miss_it_are_why():
    (schema,) = Grounding(signature([]), 1, {}).formulas(FALSE["a product that meets zero inside"])
    assert isinstance(schema, Schema)
    with np.errstate(all="ignore"):
        assert Sampled(schema)({}) >= 0


@pytest.mark.parametrize(("radius", "wrong"), [(1.0, False), (1.01, True)])
def test_vectors_in_a_ball_and_free_numbers(radius, wrong):
    bounded = forall([v], ge(1, Inner(v, v)), [ge(a**2, Inner(v, v))])
    assert doubted(bounded, 3, a=radius) == wrong


def test_schemas_among_the_conditions_are_left_to_the_proof():
    assert not doubted(forall([r], ge(NEVER, 0), [forall([s], ge(s**2 + r**2, 0))]))


def test_a_system_in_two_unknowns():
    softmax = [exp(x) / (exp(r) + exp(s)) for x in (r, s)]
    critical = [eq(4 - r, softmax[0]), eq(-5 - s, softmax[1])]
    assert doubted(forall([r, s], ge(NEVER, 0), critical))


def test_where_a_schema_fails_is_looked_at_from_then_on():
    """With a = 10⁴ it fails between 7.39 and 7.41 alone, for b = 1.5 as for b = 1.4."""
    bound = forall([r], ge(a * (r - Rational(37, 5)) ** 2 + 1, b))
    claim = SimpleNamespace(id="planted", given=(bound,), states=(ge(1, b),))
    space = next(iter(spaces(claim)))  # type: ignore[arg-type]
    names = [c.name for c in space.coordinates]
    narrow = [{"a": 1e4, "b": 1.5}[name] for name in names]
    other = [{"a": 1e4, "b": 1.4}[name] for name in names]
    assert space.score(np.array([narrow, other]).T).slack.min() >= 0
    sharper = space.sharpened(narrow)
    assert sharper is not None
    assert space.score(np.array([narrow]).T).slack[0] >= 0
    assert sharper.score(np.array([narrow, other]).T).slack.max() < 0
    assert sharper.score(np.array([[1.0], [1.0]])).slack[0] >= 0
