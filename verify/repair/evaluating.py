"""The values of terms, and whether formulas hold, at one assignment, in floats; to propose, and to decide nothing."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from itertools import product
from typing import Any, Final

import numpy as np
import sympy
from sympy import Add, KroneckerDelta, Lambda, Mul, Pow, Sum, Symbol, Tuple, diff

from verify.hunt.space import FloatArray
from verify.language.terms import ForAll, Formula, Fun, Gradient, Head, Inner, PtHead, Relation, Vec, VecHead
from verify.normal_forms.calculus import evaluate_derivatives

Value = Any
"""A float, or an array for a vector."""

CLEARLY: Final = 1e-4
"""Relative differences of the sides of an inequality above it are taken for certain."""

APART: Final = 1e-2
"""Those of an equation: a hypothesis that is met within rounding leaves differences of its root."""

ROUNDED: Final = 1e-7
"""What rounding makes of a value at most: an arccosine near 0, or a root, is known to half of the digits."""

LITTLE: Final = 1e-14
"""A factor below it may be 0."""

LARGEST: Final = 9
"""Values of an integer variable, from -1 on, at which a formula for all of them is looked at."""

SAMPLES: Final = (-20.0, -4.0, -1.5, -0.5, 0.3, *(1.5 * n for n in range(19)))
"""Values of other variables."""

MOST_PLACES: Final = 1000
"""Values of all variables of a formula together, where not all of them are integers."""

_PLAIN: Final[dict[Any, Callable[..., Value]]] = {
    sympy.exp: math.exp, sympy.log: math.log, sympy.sin: math.sin, sympy.cos: math.cos, sympy.tan: math.tan,
    sympy.acos: math.acos, sympy.asin: math.asin, sympy.atan: math.atan, sympy.Abs: abs, sympy.Max: max,
    sympy.Min: min, sympy.sinh: math.sinh, sympy.cosh: math.cosh, sympy.tanh: math.tanh,
    sympy.sign: lambda x: float((x > 0) - (x < 0)), sympy.sinc: lambda x: math.sin(x) / x if x else 1.0,
    KroneckerDelta: lambda a, b: float(a == b),
}  # fmt: skip


FAILURES: Final = (TypeError, KeyError, AttributeError, IndexError, RecursionError, OverflowError, NotImplementedError)
"""How computing can fail."""


class Unknown(Exception):
    """A term has no value here that floats could compute."""


class Undefined(Exception):
    """A term has no value here."""


class Assignment:
    """Values of variables, as a space of the hunt gives them: numbers, tuples for vectors, functions as lambdas."""

    def __init__(self, values: Mapping[Any, Any]) -> None:
        self._values = dict(values)
        self._slopes: dict[Any, Any] = {}
        self._known: dict[Formula, tuple[bool | None, bool]] = {}

    def holds(self, formula: Formula) -> bool | None:
        """Whether a formula holds here; None where it is too close to tell, is not defined, or cannot be computed."""
        return self._found(formula)[0]

    def is_defined(self, formula: Formula) -> bool:
        """Whether a formula is defined here, or nothing is known of that."""
        return self._found(formula)[1]

    def is_within_rounding(self, formula: Formula) -> bool:
        """Whether the sides of an equation, or of an inequality that is not strict, differ by what may be rounding."""
        if not isinstance(formula, Relation) or formula.op not in ("=", "≥"):
            return False
        try:
            left, right = (self.value(evaluate_derivatives(side)[0], {}) for side in (formula.lhs, formula.rhs))
            return bool(np.max(np.abs(np.asarray(left - right, dtype=float))) <= ROUNDED)
        except (Undefined, Unknown, ZeroDivisionError, ValueError, *FAILURES):
            return False

    def is_above(self, formula: Formula) -> bool:
        """Whether a strict inequality holds by more than rounding makes of what is added up in it, however little."""
        if not isinstance(formula, Relation) or formula.op != ">":
            return False
        try:
            parts = [*Add.make_args(formula.lhs), *(-a for a in Add.make_args(formula.rhs))]
            values = [float(self.value(evaluate_derivatives(part)[0], {})) for part in parts]
            factors = [a.as_base_exp()[0] for part in parts for a in Mul.make_args(part) if not a.is_number]
            if any(abs(float(self.value(evaluate_derivatives(a)[0], {}))) < LITTLE for a in factors):
                return False  # as the sine of π
        except (Undefined, Unknown, ZeroDivisionError, ValueError, *FAILURES):
            return False
        return sum(values) > ROUNDED * sum(map(abs, values))

    def _found(self, formula: Formula) -> tuple[bool | None, bool]:
        if formula not in self._known:
            try:
                self._known[formula] = self._holds(formula, {}), True
            except (Undefined, ZeroDivisionError, ValueError):
                self._known[formula] = None, False
            except (Unknown, *FAILURES):
                self._known[formula] = None, True
        return self._known[formula]

    def _holds(self, formula: Formula, at: Mapping[Symbol, Value]) -> bool | None:
        if isinstance(formula, ForAll):
            return self._everywhere(formula, at)
        if not isinstance(formula, Relation):
            raise Unknown
        left, right = (self.value(evaluate_derivatives(side)[0], at) for side in (formula.lhs, formula.rhs))
        apart = np.asarray(left - right, dtype=float)
        size = float(np.max(np.abs(left)) + np.max(np.abs(right))) + 1e-6
        if not math.isfinite(size):
            return None
        far = float(np.max(np.abs(apart))) / size
        if formula.op in ("=", "≠"):
            certain = far > APART and float(np.max(np.abs(apart))) > ROUNDED
            same = True if far < 1e-12 else False if certain else None
            return same if formula.op == "=" or same is None else not same
        if far < CLEARLY:
            return None if formula.op == ">" or float(apart) < -1e-13 * size else True
        return bool(apart > 0)

    def _everywhere(self, formula: ForAll, at: Mapping[Symbol, Value]) -> bool | None:
        """At small integers, and at a few other numbers; of these nothing is known unless it fails there."""
        if any(isinstance(v, Head) for v in formula.variables):
            raise Unknown
        whole = all(v.is_integer for v in formula.variables)
        places = [_samples(v) for v in formula.variables]
        if not whole and math.prod(map(len, places)) > MOST_PLACES:
            raise Unknown
        sure: bool | None = whole or None
        for values in product(*places):
            inside = {**at, **dict(zip(formula.variables, map(float, values), strict=True))}
            conditions = self._conditions(formula.given, inside)
            if False in conditions:
                continue
            there = self._holds(formula.body, inside)
            if there is False and None not in conditions:
                return False
            sure = sure if there else None
        return sure

    def _conditions(self, given: Sequence[Formula], at: Mapping[Symbol, Value]) -> list[bool | None]:
        """What is known of each condition; what comes after one that fails need not be defined.

        Raises:
            Unknown: where one has no meaning, and it is open whether those before it hold.
        """
        found: list[bool | None] = []
        for formula in given:
            try:
                found.append(self._holds(formula, at))
            except (Undefined, ZeroDivisionError, ValueError) as error:
                if None in found:
                    raise Unknown from error
                raise
            if found[-1] is False:
                break
        return found

    def value(self, term: Any, at: Mapping[Symbol, Value]) -> Value:
        """The value of a number or vector, with values of bound variables.

        Raises:
            Unknown: for a term that has none here.
        """
        if isinstance(term, sympy.Number) or term in (sympy.pi, sympy.E):
            return float(term)
        if isinstance(term, Symbol):
            return at[term] if term in at else self._of(term)
        if isinstance(term, Add):
            return sum((self.value(a, at) for a in term.args[1:]), self.value(term.args[0], at))
        if isinstance(term, Mul):
            return math.prod((self.value(a, at) for a in term.args[1:]), start=self.value(term.args[0], at))
        if isinstance(term, Pow):
            found = self.value(term.base, at) ** self.value(term.exp, at)
            if isinstance(found, complex):
                raise Undefined
            return found
        if isinstance(term, Inner):
            u, v = (np.atleast_1d(self.value(a, at)) for a in term.args)
            return float(u @ v)
        if isinstance(term, Vec):
            return self._applied(term.args[0], self._arguments(term.args[2:], at))
        if isinstance(term, Fun):
            return self._derived(term.args[0], int(term.args[1]), self._arguments(term.args[2:], at))
        if isinstance(term, Gradient):
            return self._gradient(term.args[0], self._arguments(term.args[1:], at))
        if isinstance(term, Sum):
            return self._sum(term, at)
        plain = _PLAIN.get(type(term))
        if plain is None:
            raise Unknown
        return plain(*(self.value(a, at) for a in term.args))

    def _sum(self, term: Sum, at: Mapping[Symbol, Value]) -> Value:
        body, *inner, (i, low, high) = term.args
        summand = Sum(body, *inner) if inner else body
        first, last = (round(self.value(end, at)) for end in (low, high))
        if last - first > 100:
            raise Unknown
        return sum(self.value(summand, {**at, i: float(n)}) for n in range(first, last + 1))

    def _arguments(self, terms: tuple[Any, ...], at: Mapping[Symbol, Value]) -> list[float]:
        """Numbers, and the coordinates of vectors, in a row."""
        return [float(x) for term in terms for x in np.atleast_1d(self.value(term, at))]

    def _of(self, symbol: Symbol) -> Value:
        if symbol not in self._values:
            raise Unknown
        found = self._values[symbol]
        if isinstance(found, Lambda):
            raise Unknown
        return np.array([float(x) for x in found]) if isinstance(found, Tuple | tuple | list) else float(found)

    def _applied(self, head: Symbol, arguments: list[float]) -> Value:
        """The value of a function, family or vector."""
        if isinstance(head, PtHead) or head not in self._values:
            raise Unknown
        made = self._values[head]
        if not isinstance(made, Lambda):
            found = self._of(head)
            return np.atleast_1d(found) if isinstance(head, VecHead) else found
        if len(made.signature) != len(arguments):
            raise Unknown
        found = self._body(made.expr, dict(zip(made.signature, arguments, strict=True)))
        return np.atleast_1d(found) if isinstance(head, VecHead) else found

    def _body(self, expr: Any, at: Mapping[Symbol, Value]) -> Value:
        if isinstance(expr, Tuple):
            return np.array([self._body(x, at) for x in expr])
        try:
            return self.value(expr, at)
        except Unknown:
            return float(expr.subs({s: sympy.Float(v) for s, v in at.items()}))

    def _derived(self, head: Symbol, order: int, arguments: list[float]) -> Value:
        if not order:
            return self._applied(head, arguments)
        made = self._lambda(head)
        (r,) = made.signature
        key = (head, order)
        if key not in self._slopes:
            self._slopes[key] = diff(made.expr, r, order)
        return self._body(self._slopes[key], {r: arguments[0]})

    def _gradient(self, head: Symbol, arguments: list[float]) -> FloatArray:
        made = self._lambda(head)
        if head not in self._slopes:
            self._slopes[head] = [diff(made.expr, s) for s in made.signature]
        at = dict(zip(made.signature, arguments, strict=True))
        return np.array([self._body(slope, at) for slope in self._slopes[head]])

    def _lambda(self, head: Symbol) -> Lambda:
        made = self._values.get(head)
        if not isinstance(made, Lambda):
            raise Unknown
        return made


def _samples(v: Any) -> list[float]:
    """Values of a variable that its declared sign allows."""
    values = range(-1, LARGEST) if v.is_integer else SAMPLES
    return [s for s in values if s > 0 or not v.is_nonnegative or (s == 0 and not v.is_positive)]
