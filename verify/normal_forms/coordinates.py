"""Statements read in R^n: a vector or point is its n coordinates, an inner product the sum of their products.

A field is then a function of n numbers, its gradient has the partial derivatives as coordinates, and a family of
vectors is n families of numbers. With n = 1 this is the real line.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from sympy import Add, Dummy, Integral, Lambda, Mul, S, Sum, Symbol, Tuple, preorder_traversal

from verify.language.terms import (
    FRESH,
    Constant,
    Deriv,
    ForAll,
    Formula,
    Fun,
    FunHead,
    Gradient,
    Head,
    Hessian,
    IllFormed,
    Inner,
    Predicate,
    Pt,
    PtHead,
    Relation,
    Tangent,
    Vec,
    VecHead,
    sort_of,
    substitute,
)
from verify.normal_forms.definedness import conditions
from verify.normal_forms.facts import Facts, unsettled

Bound = Mapping[Symbol, list[Any]]
"""The coordinates of the vectors and points that are bound where a term stands."""


def read(
    formulas: Sequence[Formula], assignment: Mapping[Symbol, Any]
) -> tuple[dict[Symbol, Any], list[list[Formula]], list[Formula], list[Formula]]:
    """Hypotheses and, last, a conclusion, read in the R^n that the assignment's tuples have the size of.

    Returns:
        The values of the variables, coordinates in the place of vectors; for each hypothesis the formulas that say it
        together; what says that all formulas are defined; and the formulas that say the conclusion together.

    Raises:
        IllFormed: for what has no reading in coordinates.
    """
    defined = [c for f in formulas for c in conditions(f)]
    space = _Coordinates(assignment, [*formulas, *defined])
    *hypotheses, goals = [space.read(f) for f in formulas]
    return space.values, hypotheses, [part for c in defined for part in space.read(c)], goals


class _Coordinates:
    """The reading in R^n of formulas whose variables have the values of an assignment.

    Args:
        assignment: values of variables. A vector or point has a `Tuple` of n numbers (or one number where n = 1), a
            family of them a `Lambda` with such a body; vectors among the arguments of a `Lambda` are n numbers each.
        formulas: all formulas that will be read; they show which arguments of a function are vectors.

    Raises:
        IllFormed: where the values have different dimensions.
    """

    def __init__(self, assignment: Mapping[Symbol, Any], formulas: Iterable[Formula]) -> None:
        tuples = [body for v in assignment.values() if isinstance(body := _body(v), Tuple)]
        sizes = {len(t) for t in tuples} or {1}
        if 0 in sizes:
            raise IllFormed("a vector must have one coordinate or more, not 0")
        if len(sizes) > 1:
            raise IllFormed(f"the vectors of one space have one dimension, not {' and '.join(map(str, sorted(sizes)))}")
        (self.n,) = sizes
        self._families = {head for head, v in assignment.items() if isinstance(v, Lambda)}
        self._vectorial: set[tuple[Symbol, int]] = set()
        self._has_spaces = False
        for formula in formulas:
            self._note(formula)
        self._assigned = assignment
        self.values = self._split(assignment)

    def _note(self, formula: Formula) -> None:
        for node in preorder_traversal(formula):
            self._has_spaces |= isinstance(node, VecHead | PtHead | Constant | Tangent)
            if isinstance(node, Fun | Vec | Pt):
                head, args = node.args[0], _arguments(node)
                self._vectorial |= {(head, n) for n, a in enumerate(args) if _is_vector(a)}
                if args and isinstance(node, Vec | Pt):
                    self._families.add(head)
            elif isinstance(node, Gradient | Hessian):
                self._vectorial.add((node.args[0], 0))

    def _split(self, assignment: Mapping[Symbol, Any]) -> dict[Symbol, Any]:
        """The assignment with the coordinates of each vector or point in its place."""
        found: dict[Symbol, Any] = {}
        for head, value in assignment.items():
            if not isinstance(head, VecHead | PtHead):
                found[head] = value
                continue
            body = _body(value)
            parts = list(body) if isinstance(body, Tuple) else [body]
            if len(parts) != self.n:
                raise IllFormed(f"{head}: {value} must have {self.n} coordinates")
            if isinstance(value, Lambda):
                parts = [Lambda(tuple(value.signature), part) for part in parts]
            found |= dict(zip(self._names(head), parts, strict=True))
        return found

    def _names(self, head: Symbol) -> list[Symbol]:
        """The variables that stand for the coordinates of a free vector or point, or of a family of them."""
        if isinstance(head, Constant):
            raise IllFormed(f"{head} has a meaning of its own and is not interpreted in coordinates")
        kind = FunHead if head in self._families else Symbol
        name = f"{head.name}{FRESH}{type(head).__name__}"  # no variable that is renamed, and no other head, has it
        return [kind(f"{name}{i}", real=True) for i in range(1, self.n + 1)]

    # --- formulas ---------------------------------------------------------------------------------------------------

    def read(self, formula: Formula) -> list[Formula]:
        """The formulas that together say in coordinates what `formula` says.

        Raises:
            IllFormed: for what has no reading in coordinates.
        """
        return self._formula(formula, {})

    def _formula(self, formula: Any, bound: Bound) -> list[Formula]:
        if isinstance(formula, Relation):
            sides = (formula.lhs, formula.rhs)
            if not any(map(_is_vector, sides)):
                return [Relation(formula.op, *(self._scalar(side, bound) for side in sides))]
            pairs = zip(*(self._vector(side, bound) for side in sides), strict=True)
            return [Relation(formula.op, left, right) for left, right in pairs]
        if isinstance(formula, ForAll):
            variables: list[Symbol] = []
            inside = dict(bound)
            for v in formula.variables:
                if isinstance(v, VecHead | PtHead):
                    inside[v] = [Dummy(v.name, real=True) for _ in range(self.n)]
                variables += inside[v] if isinstance(v, VecHead | PtHead) else [v]
            given = [part for f in formula.given for part in self._formula(f, inside)]
            return [ForAll(variables, given, body) for body in self._formula(formula.body, inside)]
        if isinstance(formula, Predicate):
            words, *terms = formula.args
            said = Predicate(words, *(part for a in terms for part in self._spoken_of(a, bound)))
            return [said.in_coordinates(self.n, formula.kinds) if self._has_spaces else said]
        raise IllFormed(f"{formula} has no reading in coordinates")

    def _spoken_of(self, term: Any, bound: Bound) -> list[Any]:
        """An argument of a predicate: a vector, or one of a family, is a tuple, not the numbers that it is made of."""
        value = self._assigned.get(term)
        if isinstance(term, VecHead | PtHead) and term not in bound and isinstance(value, Lambda):
            parts = [self.values[name].expr for name in self._names(term)]
            return [Lambda(tuple(value.signature), Tuple(*parts))]
        made = self._argument(term, bound)
        if isinstance(term, VecHead | PtHead):
            vector = term not in self._families
        else:
            vector = not isinstance(term, Head | Lambda) and _is_vector(term)
        return [Tuple(*made)] if vector else made

    def _argument(self, term: Any, bound: Bound) -> list[Any]:
        if isinstance(term, VecHead | PtHead):
            return bound.get(term) or self._names(term)
        if isinstance(term, Head | Lambda):
            return [term]
        return self._vector(term, bound) if _is_vector(term) else [self._scalar(term, bound)]

    # --- terms ------------------------------------------------------------------------------------------------------

    def _scalar(self, term: Any, bound: Bound) -> Any:
        if not term.args:
            return term
        if isinstance(term, Inner):
            left, right = (self._vector(a, bound) for a in term.args)
            return Add(*(a * b for a, b in zip(left, right, strict=True)))
        if isinstance(term, Fun):
            return Fun(*term.args[:2], *self._flat(term, bound))
        return term.func(*(self._scalar(a, bound) for a in term.args))

    def _vector(self, term: Any, bound: Bound) -> list[Any]:
        if term == 0:
            return [S.Zero] * self.n
        if isinstance(term, Add):
            return [Add(*column) for column in zip(*(self._vector(a, bound) for a in term.args), strict=True)]
        if isinstance(term, Mul):
            (vector,) = [a for a in term.args if _is_vector(a)]
            factor = Mul(*(self._scalar(a, bound) for a in term.args if a is not vector))
            return [factor * x for x in self._vector(vector, bound)]
        if isinstance(term, Vec | Pt):
            head, flat = term.args[0], self._flat(term, bound)
            if head in bound:
                if flat:
                    raise IllFormed(f"{head} is bound and has arguments: a family is no tuple of numbers")
                return bound[head]
            return [Fun(name, 0, *flat) if flat else name for name in self._names(head)]
        if isinstance(term, Gradient):
            at = self._vector(term.args[1], bound)
            return [self._partial(term.args[0], at, [i]) for i in range(self.n)]
        if isinstance(term, Hessian):
            at, direction = (self._vector(a, bound) for a in term.args[1:])
            return [
                Add(*(u * self._partial(term.args[0], at, [i, j]) for j, u in enumerate(direction)))
                for i in range(self.n)
            ]
        if isinstance(term, Sum | Integral | Deriv):
            rest = [self._scalar(a, bound) for a in term.args[1:]]
            return [term.func(part, *rest) for part in self._vector(term.args[0], bound)]
        raise IllFormed(f"{type(term).__name__} has no coordinates: {term}")

    def _partial(self, head: Symbol, at: Sequence[Any], by: Sequence[int]) -> Any:
        """The derivative of the field's value by the coordinates in turn, at the point."""
        rule = self._assigned.get(head)
        if not isinstance(rule, Lambda) or len(rule.signature) != self.n:
            raise IllFormed(f"{head}: a field with a gradient must be a Lambda of {self.n} numbers")
        if self.n > 1 and unsettled(conditions(rule.expr), Facts()):  # sympy might forget them as numbers are put in
            raise IllFormed(f"{head}: a field with a gradient in R^{self.n} must be defined everywhere")
        places = [Dummy(v.name, real=True) for v in rule.signature]
        made = substitute(rule.expr, dict(zip(rule.signature, places, strict=True)))
        for i in by:
            s = Dummy("s", real=True)
            made = Deriv(substitute(made, {places[i]: s}), s, places[i])
        return substitute(made, dict(zip(places, at, strict=True)))

    def _flat(self, term: Any, bound: Bound) -> list[Any]:
        """The arguments of a function or family, with the coordinates of each vector or point in its place."""
        found: list[Any] = []
        for n, a in enumerate(_arguments(term)):
            vectorial = (term.args[0], n) in self._vectorial
            if vectorial and not (_is_vector(a) or a == 0):
                raise IllFormed(f"{term.args[0]} is applied to a vector and to {a}")
            found += self._vector(a, bound) if vectorial else [self._scalar(a, bound)]
        return found


def _body(value: Any) -> Any:
    return value.expr if isinstance(value, Lambda) else value


def _arguments(node: Any) -> Sequence[Any]:
    return node.args[1 if isinstance(node, Pt) else 2 :]


def _is_vector(term: Any) -> bool:
    return not isinstance(term, Tuple | Tangent | Head) and sort_of(term) not in ("scalar", "zero")
