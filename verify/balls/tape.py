"""Terms compiled once and evaluated many times: a list of operations, each on results before it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import sympy
from sympy import Add, Expr, Integer, Mul, Pow, Rational, Symbol, preorder_traversal

from verify.balls.evaluate import Undefined, Unsupported

_HEADS = (
    sympy.exp, sympy.log, sympy.sin, sympy.cos, sympy.tan, sympy.sinc, sympy.sinh, sympy.cosh, sympy.tanh, sympy.asin,
    sympy.acos, sympy.atan, sympy.asinh, sympy.acosh, sympy.atanh, sympy.Abs, sympy.Max, sympy.Min,
)  # fmt: skip

Operation = Callable[[Any, list[Any]], Any]


class Tape:
    """A term in real variables, ready to be evaluated in any arithmetic of `verify.balls`.

    Raises:
        Unsupported: for a term that is not made of rationals, π, e, the variables and elementary functions.
    """

    def __init__(self, expr: Expr, variables: tuple[Symbol, ...]) -> None:
        self.variables = variables
        self._steps: list[Operation] = []
        self._constants: list[Operation] = []
        self._kept: dict[Any, list[Any]] = {}
        self._known: dict[Any, int] = {x: i for i, x in enumerate(variables)}
        for constant in dict.fromkeys(node for node in preorder_traversal(expr) if _is_constant(node)):
            self._known[constant] = len(variables) + len(self._constants)
            self._constants.append(_constant(constant))
        self._last = self._compile(expr)

    def __len__(self) -> int:
        """How many operations it has."""
        return len(self._steps)

    def __call__(self, arithmetic: Any, values: Mapping[Symbol, Any] | list[Any]) -> Any:
        """The value, as a number of the arithmetic; `values` are numbers of it, one a variable.

        Raises:
            Undefined: where the value could not be kept inside a function's domain.
        """
        slots = [values[x] for x in self.variables] if isinstance(values, Mapping) else list(values)
        try:
            slots += self._constants_in(arithmetic)
            for step in self._steps:
                slots.append(step(arithmetic, slots))
        except ZeroDivisionError:
            raise Undefined("a denominator may be zero") from None
        return arithmetic.finite(slots[self._last])

    def _constants_in(self, arithmetic: Any) -> list[Any]:
        """The values of the constants, which are the same each time in an arithmetic at a precision."""
        key = arithmetic.key()
        if key is None:
            return [constant(arithmetic, []) for constant in self._constants]
        if key not in self._kept:
            self._kept[key] = [constant(arithmetic, []) for constant in self._constants]
        return self._kept[key]

    def _compile(self, expr: Any) -> int:
        if expr not in self._known:
            step = self._step(expr)
            self._steps.append(step)
            self._known[expr] = len(self.variables) + len(self._constants) + len(self._steps) - 1
        return self._known[expr]

    def _step(self, expr: Any) -> Operation:
        if isinstance(expr, Add | Mul):
            at = [self._compile(a) for a in expr.args]
            return _sum(at) if isinstance(expr, Add) else _product(at)
        if isinstance(expr, Pow):
            return self._power(*expr.args)
        if expr.func in _HEADS:
            head, at = expr.func, [self._compile(a) for a in expr.args]
            return lambda ring, slots: ring.function(head, *(slots[i] for i in at))
        raise Unsupported(f"no enclosure for {expr}")

    def _power(self, base: Expr, exponent: Expr) -> Operation:
        b = self._compile(base)
        if isinstance(exponent, Integer):
            n = int(exponent)
            return lambda ring, slots: ring.power(slots[b], n)
        if isinstance(exponent, Rational):
            p, q = int(exponent.p), int(exponent.q)
            return lambda ring, slots: ring.rational_power(slots[b], p, q)
        e = self._compile(exponent)
        return lambda ring, slots: ring.function(sympy.exp, slots[e] * ring.function(sympy.log, slots[b]))


def _is_constant(node: Any) -> bool:
    return isinstance(node, Rational) or node in (sympy.pi, sympy.E)


def _constant(expr: Expr) -> Operation:
    if isinstance(expr, Rational):
        p, q = int(expr.p), int(expr.q)
        return lambda ring, _: ring.rational(p, q)
    if expr == sympy.pi:
        return lambda ring, _: ring.pi()
    return lambda ring, _: ring.function(sympy.exp, ring.rational(1))


def _sum(at: list[int]) -> Operation:
    def step(ring: Any, slots: list[Any]) -> Any:
        total = slots[at[0]]
        for i in at[1:]:
            total = total + slots[i]
        return total

    return step


def _product(at: list[int]) -> Operation:
    def step(ring: Any, slots: list[Any]) -> Any:
        total = slots[at[0]]
        for i in at[1:]:
            total = total * slots[i]
        return total

    return step
