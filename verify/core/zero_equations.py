"""Equations as rules that rewrite atoms."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from verify.core.definedness import conditions
from verify.core.matching import schema
from verify.core.nodes import POINT_SORT, Term, is_scalar
from verify.core.polynomials import minus, product, total
from verify.core.rational import Undecided
from verify.core.signs import DECLARED
from verify.core.terms import number, substitute, walk

if TYPE_CHECKING:
    from verify.core.zero import NormalForm


@dataclass(frozen=True, slots=True)
class Rule:
    """left → right, for all values of the variables at which every formula in `given` holds."""

    variables: tuple[Term, ...]
    given: tuple[Term, ...]
    left: Term
    right: Term


def rule_of(form: NormalForm, formula: Term) -> Rule:
    """The equation as a rule: its left side is an atom, or it is solved for a vector that is one.

    Raises:
        Undecided: where it is no such equation.
    """
    variables: tuple[Term, ...] = ()
    given: tuple[Term, ...] = ()
    body = formula
    if formula.kind == "forall":
        found = schema(formula)
        if not found.usable:
            raise Undecided(f"it is not known which functions {formula!r} speaks of")
        variables, given, body = found.variables, found.given, found.body
    if body.kind != "relation" or body.args[0] != "=":
        raise Undecided(f"only an equation rewrites, not {formula!r}")
    _, left, right = body.args
    if variables:
        return Rule(variables, given, left, right)
    plain = type(form)(form.facts)
    left, right = plain.settled(lambda: _oriented(plain, left, right))
    if left.kind == "sum":  # longer sums are split where this one ends
        form.note_ending(left.args[1], left.args[2])
    return Rule((), (), left, right)


def _oriented(form: NormalForm, left: Term, right: Term) -> tuple[Term, Term]:
    """The equation with an atom as its left side."""
    if left.sort == POINT_SORT:
        return form.canonical(left), right
    if is_scalar(left) and is_scalar(right):
        atom = form.single(form.reduced(form.scalar(form.carried_out(left))))
        if atom is None:
            raise Undecided(f"the left side of {left!r} = {right!r} is no atom, so it does not rewrite")
        return atom, right
    parts = {x: form.reduced(c) for x, c in form.value(form.carried_out(left)).items()}
    parts = {x: c for x, c in parts.items() if not c[0].is_zero()}
    if len(parts) == 1 and form.UNIT in parts.values():
        return next(iter(parts)), right
    parts = {x: form.reduced(c) for x, c in form.value(form.carried_out(minus(left, right))).items()}
    plainly = [x for x, (n, d) in parts.items() if n.is_constant() and d.is_constant() and not n.is_zero()]
    for x in sorted(plainly, key=lambda x: x.order):
        rest = total(*(product(form.spelled(c), y) for y, c in parts.items() if y is not x))
        if all(part is not x for part in walk(rest)):
            factor = form.spelled(parts[x]).args[0]
            return x, product(number(-1 / factor), rest)
    raise Undecided(f"{left!r} = {right!r} is to be solved for a vector")


def meets(form: NormalForm, rule: Rule, found: dict[Term, Term]) -> bool:
    """Whether the rule may be used at these values: of the right signs, defined, and meeting the conditions.

    A part of the atom need not be defined where the whole is: it may come from a sum over an empty range, or from
    beside a delta. The equation is defined for all values, as it was concluded: so it is at these.
    """
    for v, value in found.items():
        if is_scalar(value) and form.signs(value) & ~DECLARED[v.args[2]]:
            return False
        if not all(map(form.holds, conditions(value))):
            return False
    return all(form.holds(substitute(g, found)) for g in rule.given)
