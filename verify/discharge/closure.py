"""Functions that are bound, at terms made of their own values: what schemas say there contradicts itself."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice, product
from typing import TYPE_CHECKING, Any

from sympy import Expr, Mul, S, Symbol, factor_list

from verify.author.kernel import Theorem, assume, combine, instantiate
from verify.discharge.absurdity import ABSURD
from verify.discharge.normal import expanded, plain
from verify.discharge.stumbles import GIVES_UP
from verify.language.terms import ForAll, Formula, Fun, Head, Relation, difference, eq, substitute
from verify.normal_forms.facts import Facts

if TYPE_CHECKING:
    from verify.discharge.sequents import Sequents

_MOST_TERMS = 12
_MOST_INSTANCES = 60
_ROUNDS = 2


def closed(given: Sequence[Formula], search: Sequents) -> Theorem | None:
    """−1 ≥ 0, from instances of schemas about functions at 0, at their values there, and at the opposites of these.

    Equations among the instances are solved one after the other for a value of a function: of a product that is zero,
    a factor without a definite sign is. What is left is to deny an inequality, or an equation of numbers.
    """
    schemas = [g for g in given if isinstance(g, ForAll) and isinstance(g.body, Relation) and g.body.atoms(Fun)]
    if len(schemas) < 2 or any(isinstance(v, Head) for g in schemas for v in g.variables):
        return None
    terms: list[Expr] = [S.Zero]
    facts: list[Theorem] = [assume(g) for g in given if isinstance(g, Relation)]
    for _ in range(_ROUNDS):
        facts += _instances(schemas, terms, facts)
        values = _values(facts)
        names = {a: Symbol(f"a∙{n}", real=True) for n, a in enumerate(values)}
        spelt = [assume(t.conclusion.xreplace(names)) for t in facts]  # the outermost values first
        absurd = _Elimination(spelt, set(names.values())).absurd(search)
        if absurd is not None:
            return instantiate(absurd, {name: a for a, name in names.items()}, facts)
        terms += [s * a for a in values for s in (1, -1) if s * a not in terms]
        del terms[_MOST_TERMS:]
    return None


def _values(facts: Sequence[Theorem]) -> list[Expr]:
    """The values of functions that the facts speak of, the shorter first."""
    return sorted({a for t in facts for a in t.conclusion.atoms(Fun)}, key=lambda a: (len(str(a)), str(a)))


def _instances(schemas: Sequence[ForAll], terms: Sequence[Expr], facts: Sequence[Theorem]) -> list[Theorem]:
    """The instances of the schemas at the terms, and at the values that instances speak of, where conditions hold."""
    found: list[Theorem] = []
    for schema in sorted(schemas, key=lambda g: (len(g.given), len(g.variables))):
        known = [*facts, *found]
        places = list(terms)
        if schema.given:
            places = _values(known)
        choices = product(places[:_MOST_TERMS], repeat=len(schema.variables))
        made = (_instance(schema, list(values), known) for values in islice(choices, _MOST_INSTANCES))
        found += [theorem for theorem in made if theorem is not None]
    return found


def _instance(schema: ForAll, values: list[Any], known: Sequence[Theorem]) -> Theorem | None:
    at = dict(zip(schema.variables, values, strict=True))
    wanted = {substitute(g, at) for g in schema.given}
    met = [t for t in known if t.conclusion in wanted]
    if len({t.conclusion for t in met}) < len(wanted):
        return None
    try:
        return instantiate(assume(schema), values, met)
    except GIVES_UP:
        return None


class _Elimination:
    """Equations and inequalities between numbers, solved as far as they are linear up to factors that are not zero."""

    def __init__(self, facts: Sequence[Theorem], unknowns: set[Symbol]) -> None:
        self._facts, self._unknowns = list(dict.fromkeys(facts)), unknowns
        self._positive = [t for t in facts if t.conclusion.op == ">"]
        self._signs = Facts([t.conclusion for t in self._positive])
        self._numbers: dict[Expr, Expr] = {}
        self._proofs: list[Theorem] = []

    def absurd(self, search: Sequents) -> Theorem | None:
        """−1 ≥ 0, if what the equations determine denies one of the facts."""
        grows = True
        while grows and search.left > 0:
            grows = False
            for theorem in self._facts:
                gap = expanded(plain(difference(theorem.conclusion).xreplace(self._numbers)))
                if gap == 0 or theorem.conclusion.op == "≠":
                    continue
                found = self._denied(theorem, gap)
                if found is not None:
                    return found
                grows = (theorem.conclusion.op == "=" and self._learnt(theorem, gap)) or grows
        return None

    def _denied(self, theorem: Theorem, gap: Expr) -> Theorem | None:
        signs, op = self._signs.signs(gap), theorem.conclusion.op
        if not (len(signs) == 1 and 0 not in signs) or (op != "=" and signs == {1}):
            return None
        return self._combined(ABSURD, -1 / gap, theorem)

    def _learnt(self, theorem: Theorem, gap: Expr) -> bool:
        """Whether the equation gives one more unknown."""
        constant, factors = factor_list(gap)
        unsure = [(f, k) for f, k in factors if 0 in self._signs.signs(f)]
        if len(unsure) != 1 or unsure[0][1] != 1:
            return False
        ((linear, _),) = unsure
        sure = constant * Mul(*(f**k for f, k in factors if f != linear))
        for value in sorted(linear.free_symbols & self._unknowns, key=lambda s: -int(s.name.partition("∙")[2])):
            slope = linear.coeff(value)
            rest = expanded(linear - slope * value)
            if not slope.is_Rational or slope == 0 or rest.has(value):
                continue
            number = self._combined(eq(value, -rest / slope), 1 / (slope * sure), theorem)
            if number is not None:
                self._numbers = {v: e.xreplace({value: -rest / slope}) for v, e in self._numbers.items()}
                self._numbers[value] = -rest / slope
                self._proofs.append(number)
                return True
        return False

    def _combined(self, goal: Relation, factor: Expr, theorem: Theorem) -> Theorem | None:
        about = [t for t in self._positive if t.conclusion.free_symbols & factor.free_symbols]
        try:
            return combine(goal, [(factor, theorem)], using=self._proofs, facts=about)
        except GIVES_UP:
            return None
