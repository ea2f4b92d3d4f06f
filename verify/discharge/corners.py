"""Schemas about small positive numbers: instances that go to zero by different ways and contradict each other.

What has two limits in a corner of its domain stays near no number there.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations, product
from typing import TYPE_CHECKING, Any

from sympy import Add, Expr, Mul, Rational, Symbol, exp, expand_log

from verify.author.kernel import KernelError, Theorem, assume, combine, instantiate
from verify.discharge.absurdity import clash
from verify.discharge.instances import meeting
from verify.discharge.normal import expanded
from verify.discharge.stumbles import GIVES_UP
from verify.language.terms import ForAll, Formula, Fun, Relation, difference, free_variables, ge, gt, substitute

if TYPE_CHECKING:
    from verify.discharge.sequents import Sequents

_EPSILON = Symbol("ε∙", positive=True)
_FAST = _EPSILON * exp(-1 / _EPSILON)
"""Goes to zero so much faster that its logarithm is as large as 1/ε."""

_SHARE = Symbol("s∙", positive=True)
"""What is between 0 and 1, in the place of e^{−1/ε}."""

_MOST = Rational(1, 4)
_MOST_VARIABLES = 2


def two_limits(given: Sequence[Formula], search: Sequents) -> Theorem | None:
    """−1 ≥ 0, from two instances of one schema at numbers that are as small as its conditions ask for."""
    for schema in given:
        if isinstance(schema, ForAll) and isinstance(schema.body, Relation):
            bounds = _bounds(schema)
            if bounds:
                rest = [g for g in given if g != schema and isinstance(g, Relation)]
                found = _Corner(schema, bounds, rest, search).absurd()
                if found is not None:
                    return found
    return None


def _bounds(schema: ForAll) -> list[Any]:
    """What all variables are to be smaller than, where that is all that the conditions say; empty where it is not."""
    variables = schema.variables
    if len(variables) > _MOST_VARIABLES or schema.body.atoms(Fun):
        return []
    if not all(type(v) is Symbol and v._assumptions_orig == {"positive": True} for v in variables):
        return []
    found = []
    for condition in schema.given:
        if not isinstance(condition, Relation) or condition.op != ">" or condition.rhs not in variables:
            return []
        if not condition.lhs.is_positive or not (condition.lhs.is_number or condition.lhs.is_Symbol):
            return []
        found.append(condition.lhs)
    return list(dict.fromkeys(found))


def _spelt(term: Any) -> Expr:
    """The term multiplied out, with logarithms of products taken apart and e^{−1/ε} as a variable."""
    return expanded(expand_log(term)).xreplace({exp(-1 / _EPSILON): _SHARE})


class _Corner:
    """The instances of one schema at ε and at what is much smaller."""

    def __init__(self, schema: ForAll, bounds: Sequence[Any], given: Sequence[Formula], search: Sequents) -> None:
        self._schema, self._bounds, self._given, self._search = schema, bounds, list(given), search
        self._small = [gt(_MOST, _EPSILON)]
        self._below = [gt(bound, _EPSILON) for bound in bounds]

    def absurd(self) -> Theorem | None:
        """−1 ≥ 0, under the schema and what is given besides."""
        ways = list(product((_EPSILON, _FAST), repeat=len(self._schema.variables)))
        for first, second in permutations(ways, 2):
            if self._search.left <= 0:
                return None
            if not self._both_may_hold(first, second):
                try:
                    found = self._clash(first, second)
                except GIVES_UP:
                    continue
                if found is not None:
                    return self._at_a_number(found)
        return None

    def _body(self, values: Sequence[Expr]) -> Relation:
        made: Relation = substitute(self._schema.body, dict(zip(self._schema.variables, values, strict=True)))
        return made

    def _both_may_hold(self, *ways: Sequence[Expr]) -> bool:
        """Whether both instances hold at some sample, in floats."""
        says = [*map(self._body, ways), *self._small]
        context = sorted(set().union(*map(free_variables, says)), key=str)
        return meeting(context, says, least=1) is not None

    def _clash(self, *ways: Sequence[Expr]) -> Theorem | None:
        """−1 ≥ 0, as the gaps of both instances add up to what is not positive, whatever their other variable is."""
        first, second = map(self._instance, ways)
        gaps = Add(*(difference(t.conclusion) for t in (first, second)))
        total = _spelt(gaps)
        for other in sorted(free_variables(total) - {_EPSILON, _SHARE}, key=str):
            bend, slope = (total.coeff(other, n) for n in (2, 1))
            rest = expanded(total - bend * other**2 - slope * other)
            if rest.has(other) or not (bend.is_Rational and bend < 0):
                continue
            middle = -slope / (2 * bend)
            most = expanded(rest + slope * middle / 2)
            never = self._search.formula(ge(-most, 0), [*self._small, gt(1, _SHARE)])
            if never is None:
                continue
            back = {_SHARE: exp(-1 / _EPSILON)}
            never = instantiate(never, back, [combine(gt(1, back[_SHARE]), [(1 / _EPSILON, self._faster())])])
            square = (other - middle.xreplace(back)) ** 2
            opposite = combine(ge(-gaps, 0), [(1, never), (-bend, square)], facts=self._small)
            absurd = clash(combine(gt(gaps, 0), [(1, first), (1, second)]), opposite)
            less = combine(gt(1 - _FAST, 0), [(1, self._faster()), (1, 1 - _EPSILON)], facts=self._small)
            return instantiate(absurd, {}, [less])
        return None

    def _faster(self) -> Theorem:
        """ε > ε e^{−1/ε}."""
        found = self._search.formula(gt(_EPSILON, _FAST), self._small)
        if found is None:
            raise KernelError("it is not seen that e^{−1/ε} < 1")
        return found

    def _instance(self, values: Sequence[Expr]) -> Theorem:
        faster = self._faster()
        met = [assume(condition) for condition in self._below]
        met += [combine(gt(bound, _FAST), [(1, assume(gt(bound, _EPSILON))), (1, faster)]) for bound in self._bounds]
        return instantiate(instantiate(assume(self._schema), list(values)), {}, met)

    def _at_a_number(self, theorem: Theorem) -> Theorem | None:
        """The theorem where ε is smaller than all the bounds."""
        epsilon = Mul(*(bound / (4 + 4 * bound) for bound in self._bounds))
        met = [self._search.formula(gt(bound, epsilon), self._given) for bound in (*self._bounds, _MOST)]
        proofs = [m for m in met if m is not None]
        return instantiate(theorem, {_EPSILON: epsilon}, proofs) if len(proofs) == len(met) else None
