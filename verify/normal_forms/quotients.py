"""Rational functions in lowest terms: what sympy's `cancel` gives, by FLINT's polynomials over the integers."""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from math import comb
from typing import Any, Final

from flint import Ordering, fmpz_mpoly, fmpz_mpoly_ctx
from sympy import Add, Expr, Mul, Poly, Pow, Rational, Symbol, expand, rem
from sympy import cancel as cancel_any

Quotient = tuple[fmpz_mpoly, fmpz_mpoly]
"""Numerator and denominator; not yet in lowest terms."""


MOST_MONOMIALS: Final = 1000
"""Of a numerator or denominator: common divisors of longer ones may take hours."""


class TooLong(ArithmeticError):
    """A numerator or denominator has more monomials than are worked with."""

    def __init__(self) -> None:
        super().__init__(f"a common denominator, or what is over it, has more than {MOST_MONOMIALS} terms")


class _NoQuotient(Exception):
    """The term is no rational function of its symbols with rational coefficients."""


def cancel(term: Expr) -> Expr:
    """The term as P/Q: expanded, without a common factor, with integer coefficients; Q's leading one is positive.

    A term that is no rational function of its symbols is left to sympy.

    Raises:
        TooLong: where a numerator or denominator becomes too long on the way.
    """
    symbols = sorted(term.free_symbols, key=lambda s: s.sort_key())
    if not symbols:
        return cancel_any(term)
    try:
        return _Field(symbols).lowest(term)
    except _NoQuotient:
        return cancel_any(term)


def remainder(term: Expr, relation: Expr, symbol: Symbol) -> Expr:
    """What is left of a polynomial, expanded, after division by another one that is monic in the symbol.

    Both have rational coefficients; what else they are made of is left to sympy.
    """
    symbols = sorted((term.free_symbols | relation.free_symbols) - {symbol}, key=lambda s: s.sort_key())
    field = _Field([symbol, *symbols])  # in lexicographic order, so that the relation's leading term is symbol**degree
    try:
        (above, m), (divisor, n) = field.quotient(term), field.quotient(relation)
    except _NoQuotient:
        return _remainder_any(term, relation, symbol)
    lead = divisor.leading_coefficient()
    if not (m.is_constant() and n.is_constant()) or divisor.monoms()[0][1:] != (0,) * len(symbols):
        return _remainder_any(term, relation, symbol)
    scale = lead ** max(0, above.degrees()[0] - divisor.degrees()[0] + 1)  # so that all quotients are whole
    _, rest = divmod(above * scale, divisor)
    return spelt(rest, field.symbols) * Rational(1, int(scale * m.leading_coefficient()))


def _remainder_any(term: Expr, relation: Expr, symbol: Symbol) -> Expr:
    return expand(rem(Poly(term, symbol), Poly(relation, symbol)).as_expr())


def spelt(polynomial: Any, meanings: Sequence[Expr]) -> Expr:
    """A polynomial of FLINT's over integers or rationals as an expanded term, of what its variables mean."""
    return Add(*(
        Mul(Rational(int(c.numerator), int(c.denominator)), *(m**e for m, e in zip(meanings, powers, strict=True) if e))
        for powers, c in polynomial.to_dict().items()
    ))  # fmt: skip


class _Field:
    """The rational functions of these symbols."""

    def __init__(self, symbols: list[Any]) -> None:
        self.symbols = symbols
        self.context = fmpz_mpoly_ctx.get([f"x{i}" for i in range(len(symbols))], Ordering.lex)
        self.generators = dict(zip(symbols, self.context.gens(), strict=True))
        self.one = self.context.constant(1)
        self._memo: dict[Expr, Quotient] = {}

    def lowest(self, term: Expr) -> Expr:
        """The term in lowest terms."""
        above, below = self.quotient(term)
        if below.is_zero():
            return cancel_any(term)  # undefined, as sympy says it
        if above.is_zero():
            return Rational(0)
        common = above.gcd(below)
        above, below = above / common, below / common
        if below.leading_coefficient() < 0:
            above, below = -above, -below
        return spelt(above, self.symbols) / spelt(below, self.symbols)

    def quotient(self, term: Expr) -> Quotient:
        """The term as a quotient of polynomials."""
        if term not in self._memo:
            self._memo[term] = self._quotient(term)
        return self._memo[term]

    def _quotient(self, term: Expr) -> Quotient:
        if isinstance(term, Rational):
            return self.context.constant(int(term.p)), self.context.constant(int(term.q))
        if isinstance(term, Symbol):
            return self.generators[term], self.one
        if isinstance(term, Add):
            return reduce(self._sum, map(self.quotient, term.args))
        if isinstance(term, Mul):
            return reduce(self._product, map(self.quotient, term.args))
        if isinstance(term, Pow) and term.exp.is_Integer:
            above, below = self.quotient(term.base)
            n = int(term.exp)
            above, below = _power(above, abs(n)), _power(below, abs(n))
            return (above, below) if n > 0 else (below, above)
        raise _NoQuotient

    def _sum(self, one: Quotient, other: Quotient) -> Quotient:
        (a, b), (c, d) = one, other
        if b == d:
            return a + c, b
        if b.is_zero() or d.is_zero():
            return a, self.context.constant(0)
        common = b.gcd(d)
        b, rest = b / common, d / common
        return _short(_times(a, rest) + _times(c, b)), _times(b, d)

    def _product(self, one: Quotient, other: Quotient) -> Quotient:
        (a, b), (c, d) = one, other
        if b.is_one() and d.is_one():
            return _times(a, c), self.one
        if b.is_zero() or d.is_zero():
            return _times(a, c), _times(b, d)
        left, right = a.gcd(d), c.gcd(b)
        return _times(a / left, c / right), _times(b / right, d / left)


def _short(a: fmpz_mpoly) -> fmpz_mpoly:
    if len(a) > MOST_MONOMIALS:
        raise TooLong
    return a


def _times(a: fmpz_mpoly, b: fmpz_mpoly) -> fmpz_mpoly:
    """The product, which has so many monomials at most that it can be made before they are counted."""
    if len(a) * len(b) > MOST_MONOMIALS**2:
        raise TooLong
    return _short(a * b)


def _power(a: fmpz_mpoly, n: int) -> fmpz_mpoly:
    if len(a) > 1 and comb(len(a) + n - 1, n) > MOST_MONOMIALS**2:
        raise TooLong
    return _short(a**n)
