"""Polynomials over the rationals as products of irreducible ones, by flint.

What is found is what sympy's `factor_list` finds, in the same order; sympy's own factoring of several variables took
half of the time that the confirmation of a counterexample with roots of sums needs.
"""

from __future__ import annotations

from typing import Any

from flint import fmpz_mpoly_ctx
from sympy import QQ, ZZ, Expr, Poly, Rational, Symbol


def irreducible(polynomial: Expr, *gens: Symbol) -> tuple[Rational, list[tuple[Expr, int]]]:
    """The polynomial as a number and irreducible factors with integer coefficients, each to what power.

    Args:
        polynomial: in `gens`, with rational coefficients.
        gens: its variables, in the order by which the sign of a factor's first coefficient is positive.

    Raises:
        PolynomialError: where it is no polynomial in these.
        CoercionFailed: where a coefficient is not rational.
    """
    number, whole = Poly(polynomial, *gens, domain=QQ).clear_denoms(convert=True)
    if whole.is_ground:
        return Rational(whole.LC()) / Rational(number), []
    ring = fmpz_mpoly_ctx.get([f"v{i}" for i in range(len(gens))], "lex")
    content, found = ring.from_dict({m: int(c) for m, c in whole.rep.terms()}).factor()
    made = []
    for factor, power in found:
        terms = {tuple(map(int, m)): ZZ(int(c)) for m, c in factor.to_dict().items()}
        made.append((Poly.from_dict(terms, *gens, domain=ZZ), int(power)))
    made.sort(key=_order)
    return Rational(int(content)) / Rational(number), [(f.as_expr(), power) for f, power in made]


def _order(factor: tuple[Poly, int]) -> Any:
    """Of higher degree later, then of higher powers, then by the coefficients."""
    rep = factor[0].rep.to_list()
    return len(rep), factor[1], rep
