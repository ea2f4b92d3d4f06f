"""Long families by structure: floats and exact numbers agree, and planted falsehoods that need long runs are found."""

from __future__ import annotations

from itertools import islice
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from sympy import Integer, KroneckerDelta, Rational, S, Sum, Symbol, log

from verify.hunt.climb import climb
from verify.hunt.exact import candidates
from verify.hunt.space import spaces
from verify.hunt.spaces.finding import _long
from verify.hunt.spaces.patterns import KINDS, ROUNDS, SWITCHES, Pattern, Round, going_round, pattern, spelt
from verify.hunt.spaces.signature import signature
from verify.language.terms import eq, family, forall, ge, integer, real
from verify.tasks import seeded

i, n, t = integer("i n t")
a, x = family("a"), family("x")
p = family("p", positive=True)
r = real("r")
ROUND = [ge(t, 1), ge(n, t)]


def planted(states: Any, *given: Any) -> Any:
    return SimpleNamespace(id="planted", given=given, states=(states,))


class TestPattern:
    @pytest.mark.parametrize("kind", range(KINDS + 1))
    @pytest.mark.parametrize("q", [S.Half, S(2), -S.One, Rational(1, 3)])
    def test_floats_and_exact_numbers_agree(self, kind, q):
        for k in range(9):
            exact = complex(Pattern(Integer(kind), q, Integer(k), Integer(8)))
            assert pattern(np.array([kind, 0]), np.array([float(q), 0.5]), k, 8)[0] == pytest.approx(exact)
            assert float(pattern(np.float64(kind), np.float64(q), k, 8)) == pytest.approx(exact)

    @pytest.mark.parametrize("kind", range(ROUNDS + 1))
    def test_so_do_those_of_two_indices(self, kind):
        for k, m in np.ndindex(5, 7):
            exact = float(Round(Integer(kind), Integer(k), Integer(m), Integer(6)))
            assert float(going_round(np.float64(kind), k, m, 6)) == exact

    def test_a_switch_is_on_or_off(self):
        for kind in range(SWITCHES + 1):
            assert {Pattern(Integer(kind), S.Half, Integer(k), Integer(8)) for k in range(1, 9)} <= {S.Zero, S.One}

    def test_at_an_index_that_is_not_known_it_is_a_sum_of_steps(self):
        k = Symbol("k", integer=True)
        made = spelt(r * Pattern(Integer(9), S(2), k, Integer(3)))
        assert made.has(KroneckerDelta)
        assert [made.subs(k, m) for m in range(4)] == [r, 2 * r, 4 * r, 8 * r]


FALSE = {
    "a run that drifts": planted(
        ge(10, a(n + 1)),
        ge(n, 1),
        eq(a(1), 0),
        forall([t], eq(a(t + 1), a(t) + x(t)), ROUND),
        forall([t], ge(1, x(t) ** 2), ROUND),
    ),
    "signs in turn": planted(
        ge(Sum(x(t), (t, 1, n)) ** 2, 1),
        ge(n, 12),
        forall([t], eq(x(t) ** 2, 1), ROUND),
    ),
    "many weights": planted(
        ge(Sum(p(i) ** 2, (i, 1, n)), Rational(1, 20)), ge(n, 1), eq(Sum(p(i), (i, 1, n)), 1)
    ),
    "a harmonic sum": planted(ge(Rational(7, 2), Sum(1 / t, (t, 1, n))), ge(n, 1)),
    "a logarithm": planted(ge(2 + log(n) / 3, Sum(1 / t, (t, 1, n))), ge(n, 1)),
}  # fmt: skip


@pytest.mark.parametrize("name", FALSE)
def test_a_planted_falsehood_of_long_runs_is_found_and_confirmed(name):
    claim = FALSE[name]
    for space in islice(_long(claim, signature([*claim.given, *claim.states])), 12):
        found = climb(space, seeded(0), 1 << 12, 60) if space is not None else None
        if found is None or not found.ratio.size or found.ratio[0] <= 1 + 1e-9:
            continue
        theorems = (space.confirm(values) for values in candidates(space, found.values[:, 0]))
        assert next((theorem for theorem in theorems if theorem is not None), None) is not None
        return
    pytest.fail("nothing was found")


def test_long_spaces_take_turns_with_short_ones():
    claim = FALSE["a run that drifts"]
    names = [space.name for space in islice(spaces(claim), 9)]
    assert names[0] == "n = 1"
    assert any(name in ("n = 6", "n = 12", "n = 25") for name in names)
