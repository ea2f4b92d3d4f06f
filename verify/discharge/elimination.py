"""Equations that give variables numbers, at which another condition is false."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from typing import TYPE_CHECKING, Any

from sympy import Integer, S, Symbol, pi

from verify.author.kernel import Theorem, assume, combine, instantiate
from verify.discharge.absurdity import ABSURD
from verify.discharge.normal import expanded, plain
from verify.discharge.stumbles import GIVES_UP
from verify.language.terms import ForAll, Formula, Fun, Head, Relation, difference, eq, free_variables, substitute
from verify.normal_forms.ground import decided

if TYPE_CHECKING:
    from verify.discharge.sequents import Sequents

_NUMBERS = (S.Zero, S.One, S.NegativeOne, Integer(2), pi, 2 * pi)
_MOST_VARIABLES = 2


def eliminated(given: Sequence[Formula], search: Sequents) -> Theorem | None:
    """−1 ≥ 0, where equations among the conditions, and instances of them, determine variables that a relation denies.

    Instances are taken at small numbers and at the period of the circular functions.
    """
    sources = [assume(g) for g in given if isinstance(g, Relation)]
    sources += [i for g in given if isinstance(g, ForAll) for i in _instances(g)]
    solved = _Solved()
    grows = True
    while grows and search.left > 0:
        grows = False
        for theorem in sources:
            absurd = solved.denied(theorem)
            if absurd is not None:
                return absurd
            grows = solved.learnt(theorem) or grows
    return None


class _Solved:
    """The variables that have numbers so far, with proofs."""

    def __init__(self) -> None:
        self._numbers: dict[Symbol, Any] = {}
        self._proofs: list[Theorem] = []

    def _gap(self, theorem: Theorem) -> Any:
        return expanded(substitute(plain(difference(theorem.conclusion)), self._numbers))

    def denied(self, theorem: Theorem) -> Theorem | None:
        """−1 ≥ 0, if the relation is false at the numbers."""
        gap, op = self._gap(theorem), theorem.conclusion.op
        if op == "≠" or gap == 0 or free_variables(gap) or decided(Relation(op, gap, 0)) is not False:
            return None
        try:
            return combine(ABSURD, [(-1 / gap, theorem)], using=self._proofs)
        except GIVES_UP:
            return None

    def learnt(self, theorem: Theorem) -> bool:
        """Whether the relation is an equation that gives one more variable a number."""
        if theorem.conclusion.op != "=":
            return False
        gap = self._gap(theorem)
        unknown = free_variables(gap)
        if len(unknown) != 1 or gap.atoms(Fun):
            return False
        (x,) = unknown
        slope = gap.coeff(x)
        rest = expanded(gap - slope * x)
        if slope == 0 or free_variables(slope) | free_variables(rest):
            return False
        try:
            number = combine(eq(x, -rest / slope), [(1 / slope, theorem)], using=self._proofs)
        except GIVES_UP:
            return False
        self._numbers[x] = -rest / slope
        self._proofs.append(number)
        return True


def _instances(schema: ForAll) -> Iterator[Theorem]:
    """Instances of an equation for all numbers in which no abstract function is left."""
    body, variables = schema.body, schema.variables
    scalars = not any(isinstance(v, Head) for v in variables)
    if not isinstance(body, Relation) or schema.given or len(variables) > _MOST_VARIABLES or not scalars:
        return
    for values in product(_NUMBERS, repeat=len(variables)):
        made = substitute(body, dict(zip(variables, values, strict=True)))
        try:
            gap = plain(difference(made))
            if gap != 0 and not gap.atoms(Fun):
                yield instantiate(assume(schema), list(values))
        except GIVES_UP:
            continue
