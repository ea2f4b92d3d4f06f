"""Variables that range over finitely many integers: each value is looked at in turn."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from sympy import Integer, Symbol

from verify.author.kernel import Theorem, assume, cases, combine, instantiate
from verify.discharge.absurdity import from_nothing
from verify.discharge.stumbles import GIVES_UP
from verify.language.terms import Formula, Relation, difference, eq, free_variables, ge, gt, substitute

if TYPE_CHECKING:
    from verify.discharge.sequents import Sequents

LONGEST = 64


def each(goal: Relation, given: Sequence[Formula], search: Sequents) -> Theorem | None:
    """The goal at each value of one integer that the conditions keep in a finite range; the others follow in turn."""
    for v in sorted(set().union(*map(free_variables, given)), key=str):
        ends = _range(v, given)
        if ends is not None:
            return _Range(v, *ends, goal, given, search).theorem()
    return None


def are_few(given: Sequence[Formula]) -> bool:
    """Whether the conditions keep an integer in a finite range, so that `each` has looked at all its values."""
    return any(_range(v, given) is not None for v in set().union(*map(free_variables, given)))


End = tuple[int, Formula]
"""A bound, and the condition that says it."""


def _range(v: Symbol, given: Sequence[Formula]) -> tuple[End, End] | None:
    if type(v) is not Symbol or v._assumptions_orig != {"integer": True}:
        return None
    lows: list[End] = []
    highs: list[End] = []
    for condition in given:
        if isinstance(condition, Relation) and condition.op in ("≥", ">") and free_variables(condition) == {v}:
            gap = difference(condition).expand()
            slope, rest = gap.coeff(v), gap.coeff(v, 0)
            if rest.is_Integer and slope in (1, -1) and gap == slope * v + rest:
                reach = int(rest) - (condition.op == ">")
                (lows if slope == 1 else highs).append((-reach if slope == 1 else reach, condition))
    if not lows or not highs:
        return None
    low, high = max(lows, key=lambda end: end[0]), min(highs, key=lambda end: end[0])
    return (low, high) if high[0] - low[0] < LONGEST else None


class _Range:
    """One goal over the range of one integer."""

    def __init__(
        self, v: Symbol, low: End, high: End, goal: Relation, given: Sequence[Formula], search: Sequents
    ) -> None:
        self._v, self._low, self._high = v, low, high
        self._goal, self._given, self._search = goal, given, search

    def theorem(self) -> Theorem | None:
        """The goal, under the conditions."""
        v, (first, below), (last, above) = self._v, self._low, self._high
        if last < first:
            absurd = combine(ge(last - first, 0), [(1, assume(below)), (1, assume(above))])
            return from_nothing(self._goal, absurd)
        found: Theorem | None = None
        for n in range(last, first - 1, -1):
            start = assume(below) if n == first else assume(gt(v, n - 1))
            end = assume(above) if n == last else assume(ge(n, v))
            here = self._here(n, combine(eq(v, n), [(1, v - n)], facts=[start, end]))
            if here is None:
                return None
            found = here if found is None else cases([here, found], [ge(n, v), gt(v, n)])
        return found

    def _here(self, n: int, equation: Theorem) -> Theorem | None:
        """The goal where the variable is n."""
        at = {self._v: Integer(n)}
        rest = [g for g in self._given if self._v not in free_variables(g)]
        moved = {substitute(g, at): g for g in self._given if self._v in free_variables(g)}
        goal = substitute(self._goal, at)
        if self._goal.op == "=" and not any(_range(w, [*rest, *moved]) for w in free_variables(goal)):
            try:
                return combine(self._goal, [], using=[equation], facts=rest)
            except GIVES_UP:
                pass
        theorem = self._search.formula(goal, [*rest, *moved])
        if theorem is None:
            return None
        met = [_carried(new, old, equation) for new, old in moved.items() if isinstance(new, Relation)]
        theorem = instantiate(theorem, {}, [m for m in met if m is not None])
        return _carried(self._goal, theorem, equation)


def _carried(goal: Relation, source: Any, equation: Theorem) -> Theorem | None:
    """A relation from what it reads at a value of one of its variables."""
    theorem = source if isinstance(source, Theorem) else assume(source)
    try:
        return combine(goal, [(1, theorem)], using=[equation])
    except GIVES_UP:
        return None
