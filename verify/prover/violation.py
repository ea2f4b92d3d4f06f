"""What decides that a point refutes a goal: exact values, and balls.

It says of one exact point whether it meets every condition, whether everything is defined there, and by how much the
claim fails. Nothing else of a search for counterexamples is relied on.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import sympy
from flint import arb
from sympy import Dummy, Expr, Integer, Pow, Rational, S, Symbol, nan, oo, zoo

from verify.balls.evaluate import Undefined, Unsupported, enclose
from verify.prover.goal import Goal, Inequality
from verify.prover.language import Requirement, text
from verify.prover.statement import ALLOWED, sign_of

Point = Mapping[Symbol, Expr]

_PRECISIONS = (64, 256, 1024, 4096, 32768)
_LONGEST_POWER = 100
_LARGEST_EXPONENT = 500
_LARGEST_ROOT = 1000
"""The denominator of an exponent: sympy writes out u^n for the root of order n of u, but for the root."""


@dataclass(frozen=True)
class FailingPoint:
    """An exact point that meets all conditions and where the claim certainly fails.

    `violation` is a decimal enclosure of the claim's expression there: negative, or 0 where it was to be positive.
    """

    point: Point
    violation: str

    def __str__(self) -> str:
        return ", ".join(f"{x} = {text(v)}" for x, v in self.point.items()) + f": {self.violation}"


def violation(goal: Goal, requirements: Iterable[Requirement], point: Point) -> str | None:
    """The enclosure of the claim's expression at the point if it certainly is a counterexample, else None.

    The point must give each variable an exact real value; every condition and requirement must certainly hold, every
    term must certainly be defined, and the claim must certainly fail.
    """
    if set(point) != set(goal.variables) or not all(_is_number(v) for v in point.values()):
        return None
    exprs = [goal.shows.expr, *(g.expr for g in goal.given)]
    needed = {(r.kind, r.expr) for r in requirements}
    exprs += [expr for _, expr in needed]
    for expr in exprs:
        needed |= set(_needs(expr))
    for kind, expr in sorted(needed, key=lambda n: sympy.count_ops(n[1])):
        sign = sign_at(expr, point)
        if sign is None or not ALLOWED[kind](sign):
            return None
    if not all(_holds_at(g, point) for g in goal.given):
        return None
    sign = sign_at(goal.shows.expr, point)
    if sign == -1:
        return _decimal(goal.shows.expr, point)
    return "0" if sign == 0 and goal.shows.strict else None


def _is_number(value: Expr) -> bool:
    """Whether the term is certainly a real number; what is infinite is none, though it has a sign.

    The zero test speaks of what is defined only, and calls √(1 − e) zero: so what the roots and logarithms need is
    looked at first.
    """
    if value.has(oo, -oo):
        return False
    for kind, expr in sorted(_needs(value), key=lambda n: sympy.count_ops(n[1])):
        sign = sign_of(expr)
        if sign is None or not ALLOWED[kind](sign):
            return False
    return sign_of(value) is not None


def _holds_at(given: Inequality, point: Point) -> bool:
    sign = sign_at(given.expr, point)
    return sign is not None and (sign > 0 or (sign == 0 and not given.strict))


def _needs(expr: Expr) -> Iterator[tuple[Any, Expr]]:
    """What the nodes of the term need to be defined as real numbers."""
    for node in sympy.preorder_traversal(expr):
        if isinstance(node, Pow):
            base, exponent = node.args
            if isinstance(exponent, Integer):
                if exponent < 0:
                    yield "!=0", base
            elif isinstance(exponent, Rational):
                yield (">=0" if exponent > 0 else ">0"), base
            else:
                yield ">0", base
        elif isinstance(node, sympy.log):
            yield ">0", node.args[0]
        elif isinstance(node, sympy.asin | sympy.acos):
            yield ">=0", 1 - node.args[0]
            yield ">=0", 1 + node.args[0]
        elif isinstance(node, sympy.acosh):
            yield ">=0", node.args[0] - 1
        elif isinstance(node, sympy.atanh):
            yield ">0", 1 - node.args[0]
            yield ">0", 1 + node.args[0]
        elif isinstance(node, sympy.tan):
            yield "!=0", sympy.cos(node.args[0])


def sign_at(expr: Expr, point: Point) -> int | None:
    """The sign of the term at the point; None where it is not certain."""
    exact = None
    for precision in _PRECISIONS:
        found = _ball_at(expr, point, precision)
        if found is not None and found != 0 and (found > 0 or found < 0):
            return 1 if found > 0 else -1
        if precision >= 256:
            exact = exact if exact is not None else exact_at(expr, point)
            if precision == 256 and not _towers(exact) and (sign := sign_of(exact)) is not None:
                return sign
    return None


def _towers(constant: Expr) -> bool:
    """Whether an exponential in it has more digits than an expansion could write out."""
    return any(not abs(e.args[0]) < _LARGEST_EXPONENT for e in constant.atoms(sympy.exp))


def exact_at(expr: Expr, point: Point) -> Expr:
    """The constant that the term is at the point; nan if it is no real number, or too long to be written out."""
    for exponent in _exponents(expr):
        size = _ball_at(exponent, point, 64)
        if size is None or not abs(size) <= _LONGEST_POWER:
            return S.NaN
        exact = exponent.xreplace(dict(point))
        if exact.is_Rational and exact.q > _LARGEST_ROOT:
            return S.NaN
    found = expr.xreplace(dict(point))
    return S.NaN if found.has(nan, zoo, oo, -oo, S.ImaginaryUnit) else found


@lru_cache(maxsize=64)
def _exponents(expr: Expr) -> list[Expr]:
    """The exponents with variables, also those of u that there are where exp(c·log u) is written as a power.

    Those that stand in others come before these.
    """
    found = [node.exp for node in expr.atoms(Pow) if node.exp.free_symbols]
    for argument in (node.args[0] for node in expr.atoms(sympy.exp)):
        for logarithm in argument.atoms(sympy.log):
            place = Dummy()
            found.append(argument.xreplace({logarithm: place}).diff(place).xreplace({place: logarithm}))
    return sorted(found, key=lambda exponent: exponent.count_ops())


def _ball_at(expr: Expr, point: Point, precision: int) -> arb | None:
    """An enclosure of the term at the point, if it can be evaluated at this precision."""
    try:
        return enclose(expr, {x: enclose(v, {}, precision) for x, v in point.items()}, precision)
    except (Undefined, Unsupported, OverflowError):
        pass
    try:  # √0 is only certain once it is exact
        return enclose(exact_at(expr, point), {}, precision) if point else None
    except (Undefined, Unsupported, OverflowError):
        return None


def precise_at(expr: Expr, point: Point, bits: int) -> arb | None:
    """An enclosure of the term at the point, not zero, whose first so many bits are certain."""
    for precision in _PRECISIONS:
        found = _ball_at(expr, point, precision)
        if found is not None and found != 0 and found.rel_accuracy_bits() >= bits:
            return found
    return None


def _decimal(expr: Expr, point: Point) -> str | None:
    """A decimal enclosure of at least ten digits."""
    found = precise_at(expr, point, 50)
    return str(found.str(12)) if found is not None and found < 0 else None
