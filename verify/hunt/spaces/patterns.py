"""Long families by structure: constant, alternating, ramping, geometric, of two phases, with a spike, going round.

A member of a family is a + b·P at its indices; P is chosen by whole numbers and a number q, which a search varies like
all others. So a run of any length has few coordinates.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from typing import Any

import numpy as np
from sympy import Add, Expr, Function, Integer, KroneckerDelta, Rational, S, Symbol, sympify

from verify.hunt.space import Coordinate, FloatArray
from verify.hunt.spaces.grounding import Key
from verify.hunt.spaces.solving import Plan

FEWEST = 4
"""Members of a family that have numbers of their own if there are no more."""

SWITCHES = 6
"""The patterns up to this one have the values 0 and 1 alone."""

KINDS = 11
"""The last pattern."""

ROUNDS = 6
"""The last pattern of the second index."""

_CAP = 300.0
"""How large the logarithm of a power may be in floats: beyond it, it overflows."""

SHAPES = (S.Half, S(2), -S.One, S.One, Rational(1, 3), Rational(9, 10), -S.Half, Rational(1, 10), Rational(3, 4), S(3))
"""Bases, exponents and shares that are worth trying."""


class Pattern(Function):
    """Pattern(kind, q, i, n): the i-th of n values, of such a kind.

    0: all 1; 1: 1 where i is even; 2: 1 at the first; 3: 1 at the last; 4: 1 where i ≤ q n; 5: 1 at every third;
    6: all 0; 7: (−1)^i; 8: i/n; 9: q^i; 10: i^q; 11: (−1)^i i/n. What is no number is 0.
    """

    @classmethod
    def eval(cls, kind: Any, q: Any, i: Any, n: Any) -> Any:
        """The exact value, where all is known."""
        if not (kind.is_Integer and i.is_Integer and n.is_Integer and q.is_number):
            return None
        k, here, last = int(kind), int(i), int(n)
        if k == 4:
            return Integer(bool(i <= q * n))
        if k == 9:
            return q**i if q else S.Zero
        if k == 10:
            return i**q if here > 0 else S.Zero
        return S(_fixed(here, last)[k])


class Round(Function):
    """Round(kind, t, i, n): the i-th of n values in the round t, of such a kind.

    0: all 1; 1: 1 at the first; 2: 1 at the last; 3: (−1)^i; 4: i/n; 5: 1 at the t-th, going round; 6: (−1)^{i+t}.
    """

    @classmethod
    def eval(cls, kind: Any, t: Any, i: Any, n: Any) -> Any:
        """The exact value, where all is known."""
        if not all(a.is_Integer for a in (kind, t, i, n)):
            return None
        return S(_going(int(t), int(i), int(n))[int(kind)])


@lru_cache(maxsize=100_000)
def _fixed(i: int, n: int) -> tuple[Fraction, ...]:
    """The patterns without a number, the others 0."""
    signs = [i % 2 == 0, i <= 1, i == n, 0, i % 3 == 0, 0]
    share = Fraction(i, n) if n else Fraction(0)
    return (Fraction(1), *map(Fraction, signs), Fraction((-1) ** i), share, *[Fraction(0)] * 2, (-1) ** i * share)


@lru_cache(maxsize=100_000)
def _going(t: int, i: int, n: int) -> tuple[Fraction, ...]:
    share = Fraction(i, n) if n else Fraction(0)
    turn = Fraction((i - t) % n == 0) if n else Fraction(0)
    signs = [Fraction((-1) ** m) for m in (i, i + t)]
    return (Fraction(1), Fraction(i <= 1), Fraction(i == n), signs[0], share, turn, signs[1])


@lru_cache(maxsize=100_000)
def _floats(values: tuple[Fraction, ...]) -> FloatArray:
    return np.array(list(map(float, values)))


def pattern(kind: Any, q: Any, i: int, n: int) -> FloatArray:
    """`Pattern` in floats, for arrays of kinds and numbers."""
    kind, q = np.broadcast_arrays(np.asarray(kind, dtype=np.float64), np.asarray(q, dtype=np.float64))
    made = np.array(_floats(_fixed(i, n))[kind.astype(np.intp)])
    made[(kind == 4) & (i <= q * n)] = 1.0
    powers = (kind == 9) & (q != 0)
    made[powers] = np.where(i * np.log(np.abs(q[powers])) < _CAP, q[powers] ** float(i), np.nan)
    if i > 0:
        made[kind == 10] = float(i) ** np.clip(q[kind == 10], -_CAP, _CAP)
    return made


def going_round(kind: Any, t: int, i: int, n: int) -> FloatArray:
    """`Round` in floats, for an array of kinds."""
    return _floats(_going(t, i, n))[np.asarray(kind, dtype=np.intp)]


class Patterned:
    """The pattern of one family, with its symbols.

    Args:
        name: of the family.
        sizes: how many values each of its indices takes; the first two count.
        switching: whether the values are 0 and 1.
    """

    def __init__(self, name: str, sizes: tuple[int, ...], switching: bool = False) -> None:
        self._name, self._sizes, self._switching = name, sizes, switching
        self.symbols: list[Symbol] = []

    def at(self, index: tuple[Any, ...], part: str = "") -> Expr:
        """The member at the index; coordinates of a vector have numbers of their own, told apart by `part`."""
        kind = self._symbol("switch" if self._switching else "kind", integer=True)
        made: Expr = Pattern(kind, self._symbol("q", real=True), sympify(index[0]), Integer(self._sizes[0]))
        if len(index) > 1:
            second = self._symbol("round", integer=True)
            made *= Round(second, sympify(index[0]), sympify(index[1]), Integer(self._sizes[1]))
        if self._switching:
            return made
        return self._symbol("a", part, real=True) + self._symbol("b", part, real=True) * made

    def _symbol(self, letter: str, part: str = "", **signs: bool) -> Symbol:
        made = Symbol(f"{letter} of {self._name}{part}", **signs)
        self.symbols = list(dict.fromkeys([*self.symbols, made]))
        return made


_LAST = {"kind": KINDS, "switch": SWITCHES, "round": ROUNDS}


def coordinate(symbol: Symbol) -> Coordinate | None:
    """The coordinate of what chooses among patterns, and of q; None for any other symbol."""
    letter, of, _ = symbol.name.partition(" of ")
    if of and letter in _LAST:
        last = _LAST[letter]
        return Coordinate(symbol.name, 0.0, float(last), True, tuple(map(Integer, range(last + 1))))
    return Coordinate(symbol.name, -3.0, 3.0, False, SHAPES) if of and letter == "q" else None


def spelt(term: Any) -> Any:
    """The term with each pattern at an index that is not known yet as a sum of steps."""
    places = {
        p: Add(
            *(p.func(*p.args[:2], Integer(m), p.args[3]) * KroneckerDelta(p.args[2], m) for m in range(p.args[3] + 1))
        )
        for p in term.atoms(Pattern)
        if p.args[0].is_Integer and p.args[2].free_symbols
    }
    return term.xreplace(places)


def patterned(members: Mapping[Key, tuple[Symbol, ...]], free: Collection[Symbol], plan: Plan) -> list[Patterned]:
    """Steps for the members of long families that are free, and for the angles and branches where there are many.

    Args:
        members: the symbols of the members of families.
        free: the symbols that nothing determines.
        plan: it gets the steps.
    """
    places: dict[Symbol, dict[Symbol, tuple[tuple[int, ...], str]]] = {}
    for (head, index), symbols in members.items():
        for n, symbol in enumerate(symbols, start=1):
            if index and symbol in free:
                places.setdefault(head, {})[symbol] = index, f".{n}" if len(symbols) > 1 else ""
    found = [_stepped(head.name, table, plan) for head, table in places.items() if len(table) >= FEWEST]
    for choices in (plan.angles, plan.branches):
        owned: dict[str, dict[Symbol, tuple[tuple[int, ...], str]]] = {}
        for symbol, (name, index) in _owners(members, choices, plan).items():
            owned.setdefault(name, {})[symbol] = index, ""
        for name, table in owned.items():
            if len(table) >= FEWEST:
                found.append(_stepped(name, table, plan, switching=choices is plan.branches))
                choices[:] = [symbol for symbol in choices if symbol not in table]
    return found


def _stepped(
    name: str, table: Mapping[Symbol, tuple[tuple[int, ...], str]], plan: Plan, switching: bool = False
) -> Patterned:
    """The pattern that the symbols at these indices follow from now on."""
    arity = min(len(index) for index, _ in table.values())
    made = Patterned(name, tuple(max(index[n] for index, _ in table.values()) for n in range(arity)), switching)
    plan.steps |= {symbol: made.at(index[:arity], part) for symbol, (index, part) in table.items()}
    return made


def _owners(
    members: Mapping[Key, tuple[Symbol, ...]], choices: Sequence[Symbol], plan: Plan
) -> dict[Symbol, tuple[str, tuple[int, ...]]]:
    """For each angle or branch the family and the index that it belongs to, or its own place among the others."""
    found: dict[Symbol, tuple[str, tuple[int, ...]]] = {}
    for (head, index), symbols in members.items():
        for n, symbol in enumerate(symbols, start=1):
            inside = plan.steps[symbol].free_symbols & set(choices) if index and symbol in plan.steps else set()
            for choice in inside - set(found):
                found[choice] = f"{head.name}, {choice.name.partition(' ')[0]}{n if len(symbols) > 1 else ''}", index
    return found | {s: (s.name.partition(" ")[0], (n,)) for n, s in enumerate(choices, start=1) if s not in found}
