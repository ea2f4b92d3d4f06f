"""Exact terms as an arithmetic, so that Taylor coefficients can be had as terms in the other variables."""

from __future__ import annotations

from typing import Any

import sympy
from sympy import Expr, Integer, Rational

from verify.balls.evaluate import Undefined, Unsupported


class Exact:
    """sympy's terms with the interface of an arithmetic; nothing is enclosed, everything is kept."""

    name = "exact"

    @staticmethod
    def key() -> Any:
        """Constants are made anew each time."""
        return None

    @staticmethod
    def rational(p: int, q: int = 1) -> Expr:
        """p/q."""
        return Rational(p, q)

    @staticmethod
    def pi() -> Expr:
        """π."""
        return sympy.pi

    @staticmethod
    def power(x: Expr, n: int) -> Expr:
        """xⁿ."""
        if n < 0 and x == 0:
            raise Undefined("the base of a negative power is zero")
        return sympy.expand(x ** Integer(n))

    @staticmethod
    def rational_power(x: Expr, p: int, q: int) -> Expr:
        """x^(p/q)."""
        if x == 0 and p < 0:
            raise Undefined("the base of a negative power is zero")
        return x ** Rational(p, q)

    @staticmethod
    def function(head: Any, *arguments: Expr) -> Expr:
        """The function's value, which sympy may know."""
        if head in (sympy.Abs, sympy.Max, sympy.Min):
            raise Unsupported("absolute values, maxima and minima must be unfolded first")
        found = head(*arguments)
        if found.has(sympy.zoo, sympy.nan, sympy.oo, sympy.I):
            raise Undefined(f"{head.__name__} is not defined there")
        return found

    @staticmethod
    def finite(x: Any) -> Any:
        """x itself."""
        return x
