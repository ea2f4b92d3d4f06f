"""Families that hypotheses speak of at every integer: which they are, and that rounds may have their own values."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest
from sympy import Integer, Rational

from verify.hunt.space import spaces
from verify.hunt.spaces.signature import signature
from verify.hunt.spaces.unbounded import families, unbounded
from verify.language.terms import Inner, Vec, VecHead, eq, family, forall, ge, integer, vector

i, s, t, T = integer("i s t T")
y = family("y")
ROUND = [ge(t, 1), ge(T, t)]


def run(name: str, *indices: Any) -> Any:
    return Vec(VecHead(name), vector("x").args[1], *indices)


FORMULAS = {
    "a place without bounds beside one of rounds": (forall([t, i], eq(y(t + 1, i), y(t, i) / 2), ROUND), {1}),
    "both without bounds": (forall([t, i], eq(y(t, i), 1)), {0, 1}),
    "both with bounds": (forall([t, i], eq(y(t, i), 1), [*ROUND, ge(i, 1), ge(2, i)]), None),
    "rows of a matrix": (forall([t, i], eq(run("y", t + 1, i), run("y", t, i) / 2), ROUND), {1}),
    "the vectors of a basis": (forall(i, eq(Inner(run("y", i), run("y", i)), 1)), None),
}


@pytest.mark.parametrize("name", FORMULAS)
def test_a_place_without_bounds_is_seen(name: str) -> None:
    formula, where = FORMULAS[name]
    found = unbounded([formula], signature([formula]).places)
    assert [set(places) for places in found.values()] == ([where] if where else [])


@pytest.mark.parametrize("head", [y.head, VecHead("w")])
def test_each_round_has_a_value_of_its_own(head: Any) -> None:
    rule = next(families(head, 2, frozenset({1}), 2, 2))
    for n in range(4):
        values = rule.rule(Integer(n), Integer(77))
        parts = list(values) if isinstance(head, VecHead) else [values]
        assert [str(part) for part in parts] == [s.name for s in rule.parameters if f"({n})" in s.name]


def test_what_halves_in_every_round_is_not_taken_to_be_constant() -> None:
    halves = forall([t, i], eq(y(t + 1, i), y(t, i) / 2), ROUND)
    says = SimpleNamespace(id="toy", given=[halves, eq(y(1, i), 1), ge(T, 1)], states=[eq(y(T + 1, i), 1)])
    for space in spaces(says):
        if (theorem := space.confirm(tuple(Rational(1) for _ in space.coordinates))) is not None:
            break
    assert theorem is not None


@pytest.mark.parametrize(
    "formula",
    [
        forall([t, s, i], eq(run("y", t + 1, s, i), run("y", t, s, i) / 2), [*ROUND, ge(s, 1), ge(T, s)]),
        forall([t, i], eq(run("y", t + 1, i), run("y", t, i) / 2), [*ROUND, ge(T, 5)]),
    ],
)
def test_vectors_of_many_rounds_have_a_rule_too(formula: Any) -> None:
    """Where no value of its own is given to each round, the vectors are all one."""
    ((head, where),) = unbounded([formula], signature([formula]).places).items()
    assert list(families(head, len(signature([formula]).places[head]), where, 2, 6))
