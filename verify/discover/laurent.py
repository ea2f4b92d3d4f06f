"""Polynomials in generators with exponents of either sign, as a linear program needs them: rational rows."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any

from sympy import Expr, Mul, Poly, PolynomialError, Pow, Rational, S, Symbol, factor_list, fraction

Monomial = frozenset[tuple[Symbol, int]]
Laurent = dict[Monomial, Fraction]

ONE: Monomial = frozenset()


class NoPolynomial(ArithmeticError):
    """A coefficient is no rational number."""


def times(a: Monomial, b: Monomial) -> Monomial:
    """The product of two monomials."""
    powers = dict(a)
    for g, n in b:
        powers[g] = powers.get(g, 0) + n
    return frozenset((g, n) for g, n in powers.items() if n)


def over(a: Monomial, b: Monomial) -> Monomial:
    """Their quotient."""
    return times(a, frozenset((g, -n) for g, n in b))


def multiplied(a: Mapping[Monomial, Fraction], b: Mapping[Monomial, Fraction]) -> Laurent:
    """The product of two polynomials."""
    found: Laurent = {}
    for m, c in a.items():
        for n, d in b.items():
            key = times(m, n)
            found[key] = found.get(key, Fraction(0)) + c * d
    return {m: c for m, c in found.items() if c}


def expanded(term: Any) -> Any:
    """A term as a sum of products; exponentials and logarithms of sums are left as they are."""
    return term.expand(power_exp=False, power_base=False, log=False)


@lru_cache(maxsize=100_000)
def order(m: Monomial) -> tuple[int, str]:
    """What monomials are sorted by: those of a small degree first."""
    return sum(abs(n) for _, n in m), str(sorted(f"({g}, {n})" for g, n in m))


def written(m: Monomial) -> Expr:
    """A monomial as a term in generators."""
    return Mul(*(Pow(g, n) for g, n in sorted(m, key=lambda p: str(p[0]))))


def denominators(terms: Iterable[Expr], roots: Collection[Symbol] = ()) -> dict[Expr, int]:
    """The irreducible denominators of terms that are roots of sums or no single generators, each to what power."""
    found: dict[Expr, int] = {}
    for term in terms:
        _, below = fraction(term)
        if (below.is_Symbol and below not in roots) or below.is_number:
            continue
        for factor, power in factor_list(below)[1]:
            if not factor.is_Symbol or factor in roots:
                found[factor] = max(found.get(factor, 0), int(power))
    return found


def laurent(term: Expr) -> Laurent:
    """A term whose denominator is a monomial.

    Raises:
        NoPolynomial: for another, or where a coefficient is not rational.
    """
    above, below = fraction(term)
    gens = sorted(term.free_symbols, key=str)
    try:
        down = Poly(below, *gens).terms() if gens else [((), below)]
        up = Poly(above, *gens).terms() if gens else [((), above)]
    except PolynomialError as error:
        raise NoPolynomial(str(error)) from None
    if len(down) != 1:
        raise NoPolynomial(f"{below} is a sum")
    (shift, scale) = down[0]
    found: Laurent = {}
    for powers, c in up:
        value = S(c) / S(scale)
        if not isinstance(value, Rational):
            raise NoPolynomial(f"{value} is not rational")
        if value != 0:
            key = frozenset(
                (g, p - q) for g, p, q in zip(gens, powers, shift or (0,) * len(gens), strict=True) if p != q
            )
            found[key] = found.get(key, Fraction(0)) + Fraction(int(value.p), int(value.q))
    return found


class Relations:
    """Squares of roots and the like: powers of a generator that others replace."""

    def __init__(self, relations: Iterable[tuple[Symbol, Expr]]) -> None:
        self._rules: dict[Symbol, tuple[int, Laurent]] = {}
        for g, relation in relations:
            try:
                parts = laurent(relation)
            except NoPolynomial:
                continue
            degree = max((dict(m).get(g, 0) for m in parts), default=0)
            top = [m for m in parts if dict(m).get(g, 0) == degree]
            rest = {m: -c for m, c in parts.items() if m not in top}
            if top == [frozenset({(g, degree)})] and parts[top[0]] == 1 and not any(g in dict(m) for m in rest):
                self._rules[g] = (degree, rest)

    @property
    def of_sums(self) -> set[Symbol]:
        """The generators whose powers below the bar no rule replaces: square roots of sums, for example."""
        return {g for g, (_, rest) in self._rules.items() if len(rest) > 1}

    def reduced(self, polynomial: Mapping[Any, Fraction]) -> Laurent:
        """The polynomial with those powers replaced."""
        todo, done = list(polynomial.items()), dict[Monomial, Fraction]()
        while todo:
            m, c = todo.pop()
            powers = dict(m)
            rule = next(((g, r) for g, r in self._rules.items() if _out(powers.get(g, 0), r)), None)
            if rule is None:
                done[m] = done.get(m, Fraction(0)) + c
                continue
            g, (degree, rest) = rule
            if powers[g] >= degree:
                lower = times(m, frozenset({(g, -degree)}))
                todo += [(times(lower, n), c * d) for n, d in rest.items()]
            else:
                ((n, d),) = rest.items()
                todo.append((over(times(m, frozenset({(g, degree)})), n), c / d))
        return {m: c for m, c in done.items() if c}


def _out(power: int, rule: tuple[int, Laurent]) -> bool:
    return power >= rule[0] or (power < 0 and len(rule[1]) == 1)
