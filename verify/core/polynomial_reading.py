"""Terms read as quotients of polynomials over the rationals in atoms, and what is known of the atoms.

At a point at which a term is defined, it is p/q at the values of its atoms, and q is not zero there: denominators are
bases of negative powers, products of such, and factors of these. An atom is a variable, or its k-th root if roots of it
occur (then it is not negative, as terms with the root are defined), a root or an absolute value of another term, or a
number that is not rational. Whatever is forgotten here weakens the conditions, so what is proved of the polynomials
holds of the terms.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import lcm
from typing import Any, Final

from flint import arb, fmpq, fmpq_mpoly_ctx

from verify.core.balls import enclosure, precision
from verify.core.nodes import Refused, Term
from verify.core.obligations import Known, facts_of
from verify.core.polynomials import difference, product, raised_to, total
from verify.core.signs import NEGATIVE, Facts
from verify.core.terms import number, power, sides

Polynomial = Any
"""A flint `fmpq_mpoly`."""

_LARGEST_POWER: Final = 60
_LARGEST_ROOT: Final = 12
_MOST_TERMS: Final = 3000
_MOST_BITS: Final = 100_000
_DIGITS: Final = 12


class Unreadable(Refused):
    """The term is not algebraic in its variables, or too large; the message names it."""


class Sign:
    """The polynomial is > 0 if strict, else ≥ 0."""

    __slots__ = ("polynomial", "strict")

    def __init__(self, polynomial: Polynomial, strict: bool) -> None:
        self.polynomial, self.strict = polynomial, strict


class System:
    """The ring of what occurs in a term and in known formulas, with what these say of its variables.

    Attributes:
        meanings: variable i of the ring stands for this term.
        known: signs that hold where the formulas hold and the term is defined.
        constants: those that are numbers, each with a polynomial that vanishes there where it is algebraic.
        radicands: for each that is a square root or an absolute value, its square as a quotient.
    """

    def __init__(self, term: Term, strict: bool, formulas: Known) -> None:
        self.strict = strict
        self._facts = facts_of(formulas)
        self._orders: dict[Term, int] = {}
        self._atoms: dict[Term, None] = {}
        self._collect(term)
        readable: list[tuple[str, Term]] = []
        for f in formulas:
            if f.kind == "relation":
                before = dict(self._orders), dict(self._atoms)
                try:
                    self._collect(difference(f))
                    readable.append((sides(f)[0], difference(f)))
                except Refused:
                    self._orders, self._atoms = before
        self.meanings = [raised_to(a, number(Fraction(1, self._orders.get(a, 1)))) for a in self._atoms]
        self._places = {a: i for i, a in enumerate(self._atoms)}
        self.ring = fmpq_mpoly_ctx.get([f"v{i}" for i in range(max(1, len(self._atoms)))], "lex")
        self.gens = self.ring.gens()
        self.numerator, self.denominator = self.quotient(term)
        self.shows = self.numerator * self.denominator
        self.known: list[Sign] = []
        self.constants: dict[int, tuple[Term, Polynomial | None]] = {}
        self.radicands: dict[int, tuple[Polynomial, Polynomial]] = {}
        self._note_nonzero(self.denominator)
        for op, gap in readable:
            try:
                p, q = self.quotient(gap)
            except Unreadable:
                continue
            self._note_nonzero(q)
            if op in ("≥", ">"):
                self._note(self._without_root(p * q), op == ">")
            elif op == "=":
                self._note_zero(p)
            else:
                self._note_nonzero(p)
        for i, a in enumerate(self._atoms):
            self._note_atom(i, a)

    # --- what is known ---

    def _note(self, polynomial: Polynomial, strict: bool) -> None:
        if not any(s.strict == strict and s.polynomial == polynomial for s in self.known):
            self.known.append(Sign(polynomial, strict))

    def _note_zero(self, polynomial: Polynomial) -> None:
        self._note(polynomial, strict=False)
        self._note(-polynomial, strict=False)

    def _note_nonzero(self, polynomial: Polynomial) -> None:
        if not polynomial.is_constant():
            self._note(polynomial * polynomial, strict=True)

    def _note_atom(self, i: int, a: Term) -> None:
        """A root is not negative and its power is what it is of; a number lies between rational numbers."""
        x, vanishing = self.gens[i], None
        if a.kind == "variable":
            if self._orders.get(a, 1) > 1:
                self._note(x, strict=False)
            return
        if a.kind == "abs" or (a.kind == "power" and a.args[1].kind == "number"):
            p, q = self.quotient(a.args[0])
            k = 2 if a.kind == "abs" else a.args[1].args[0].denominator
            if a.kind == "abs":
                p, q = p * p, q * q
            vanishing = x**k * q - p
            if k == 2:
                self.radicands[i] = p, q
            self._note_zero(vanishing)
        if a.free:
            self._note(x, strict=False)
        else:
            low, high = rational_bounds(a, _DIGITS)
            self._note(x - low, strict=True)
            self._note(high - x, strict=True)
            self.constants[i] = a, vanishing

    def _without_root(self, polynomial: Polynomial) -> Polynomial:
        """The variable s for c·s^k, c > 0, where s stands for a root and so is not negative."""
        terms = polynomial.to_dict()
        if len(terms) == 1:
            ((exponents, c),) = terms.items()
            for i, a in enumerate(self._atoms):
                if self._orders.get(a, 1) > 1 and c > 0 and exponents[i] and sum(exponents) == exponents[i]:
                    return self.gens[i]
        return polynomial

    # --- reading ---

    def _collect(self, t: Term) -> None:
        """Finds the atoms."""
        if t.kind == "number":
            return
        if t.kind == "variable":
            self._atoms[t] = None
        elif t.kind in ("add", "mul"):
            for a in t.args:
                self._collect(a)
        elif t.kind == "power" and t.args[1].kind == "number":
            base, q = t.args[0], t.args[1].args[0]
            if abs(q.numerator) > _LARGEST_POWER or q.denominator > _LARGEST_ROOT:
                raise Unreadable(f"{t!r} has too large a power")
            split = self._split_root(t)
            if split is not None:
                self._collect(split)
                return
            self._collect(base)
            if q.denominator > 1:
                if base.kind == "variable":
                    self._orders[base] = lcm(self._orders.get(base, 1), q.denominator)
                else:
                    self._add(power(base, number(Fraction(1, q.denominator))))
        elif t.kind == "abs":
            self._collect(t.args[0])
            self._add(t)
        elif not t.free:
            self._add(t)
        else:
            raise Unreadable(f"{t!r} is not algebraic")

    def _add(self, atom: Term) -> None:
        if not atom.free:
            rational_bounds(atom, _DIGITS)
        self._atoms[atom] = None

    def _split_root(self, t: Term) -> Term | None:
        """(x·y)^r as x^r·y^r, where no factor is negative: all are numbers or variables, or powers of these."""
        base, r = t.args
        if r.args[0].denominator == 1 or base.kind not in ("mul", "power"):
            return None
        factors = []
        for f in base.args if base.kind == "mul" else (base,):
            inner, k = f.args if f.kind == "power" and f.args[1].kind == "number" else (f, number(1))
            if (inner.kind == "number" and inner.args[0] > 0) or _is_known(inner, self._facts):
                factors.append(power(inner, number(k.args[0] * r.args[0])))
            else:
                return None
        return product(*factors)

    def quotient(self, t: Term) -> tuple[Polynomial, Polynomial]:
        """Numerator and denominator of a term of the atoms, in lowest terms.

        Raises:
            Unreadable: for a term with other parts.
        """
        return _lowest(*self._quotient(t))

    def _quotient(self, t: Term) -> tuple[Polynomial, Polynomial]:
        one = self.ring.constant(1)
        if t.kind == "number":
            return self.ring.constant(flint_number(t.args[0])), one
        if t.kind == "variable":
            return self._gen(t) ** self._orders.get(t, 1), one
        if t.kind == "add":
            top, bottom = self.ring.constant(0), one
            for a in t.args:
                p, q = self._quotient(a)
                top, bottom = (top + p, bottom) if q == bottom else _lowest(top * q + p * bottom, bottom * q)
            return top, bottom
        if t.kind == "mul":
            top = bottom = one
            for a in t.args:
                p, q = self._quotient(a)
                top, bottom = top * p, bottom * q
                _small_enough(top, bottom)
            return top, bottom
        if t.kind == "power" and t.args[1].kind == "number":
            return self._power(t)
        return self._gen(t), one

    def _power(self, t: Term) -> tuple[Polynomial, Polynomial]:
        base, k = t.args[0], t.args[1].args[0]
        if abs(k.numerator) > _LARGEST_POWER:
            raise Unreadable(f"{t!r} has too large a power")
        split = self._split_root(t)
        if split is not None:
            return self._quotient(split)
        p, q = self._quotient(base) if k.denominator == 1 else (self.ring.constant(1), self.ring.constant(1))
        if k.denominator > 1 and base.kind == "variable":
            order = self._orders.get(base, 1)
            if order % k.denominator:
                raise Unreadable(f"{t!r} is not among the roots of its system")
            p = self._gen(base) ** (order // k.denominator)
        elif k.denominator > 1:
            p = self._gen(power(base, number(Fraction(1, k.denominator))))
        _small_enough(p, q, abs(k.numerator))
        if k < 0:
            if p.is_zero():
                raise Unreadable(f"{t!r} divides by zero")
            p, q = q, p
        return p ** abs(k.numerator), q ** abs(k.numerator)

    def _gen(self, atom: Term) -> Polynomial:
        if atom not in self._places:
            raise Unreadable(f"{atom!r} is no part of the goal or of its conditions")
        return self.gens[self._places[atom]]

    def polynomial(self, t: Term) -> Polynomial:
        """A term that is a polynomial in the atoms."""
        p, q = self.quotient(t)
        if not q.is_constant():
            raise Unreadable(f"{t!r} is no polynomial")
        return p / q.leading_coefficient()

    def place(self, t: Term) -> int:
        """The number of the variable of the ring that stands for the term."""
        p = self.polynomial(t)
        for i, x in enumerate(self.gens[: len(self.meanings)]):
            if p == x:
                return i
        raise Refused(f"{t!r} is no variable of the system")

    def spelled(self, polynomial: Polynomial) -> Term:
        """The polynomial as a term."""
        parts = []
        for exponents, c in polynomial.to_dict().items():
            powers = []
            for a, e in zip(self._atoms, exponents, strict=False):
                if e:
                    powers.append(raised_to(a, number(Fraction(int(e), self._orders.get(a, 1)))))
            parts.append(product(number(Fraction(int(c.p), int(c.q))), *powers))
        return total(*parts)


def _is_known(t: Term, facts: Facts) -> bool:
    return t.kind == "variable" and not facts.signs(t) & NEGATIVE


def divides(factor: Term, whole: Term) -> bool:
    """Whether the factor is not zero wherever the whole is not, and both are defined.

    Sound: with factor = p/q and whole = P/Q, q and Q are not zero; if P = p·r and P ≠ 0, then p ≠ 0.
    """
    try:
        system = System(product(factor, whole), False, ())
        (p, _), (above, _) = system.quotient(factor), system.quotient(whole)
    except Refused:
        return False
    return not p.is_zero() and bool((above % p).is_zero())


def variables_of(polynomial: Polynomial) -> set[int]:
    """The numbers of the variables that occur."""
    return {i for exponents in polynomial.to_dict() for i, e in enumerate(exponents) if e}


def evaluate(polynomial: Polynomial, values: Sequence[Any]) -> Any:
    """The value at rational numbers, or a ball that contains it for balls."""
    found: Any = fmpq(0)
    for exponents, c in polynomial.to_dict().items():
        term: Any = c
        for v, e in zip(values, exponents, strict=False):
            if e:
                term = v ** int(e) * term
        found = term + found
    return found


def flint_number(q: Fraction) -> fmpq:
    """The same number for flint."""
    return fmpq(q.numerator, q.denominator)


def exact(value: arb) -> fmpq:
    """The number that a ball without width stands for."""
    mantissa, exponent = value.man_exp()
    return fmpq(mantissa) * fmpq(2) ** int(exponent)


def rational_bounds(constant: Term, digits: int) -> tuple[fmpq, fmpq]:
    """Rational numbers below and above a real constant, of about so many decimal digits."""
    with precision(4 * digits + 64):
        value = enclosure(constant) * 10**digits
        low, high = value.lower().floor(), value.upper().ceil()
    return (exact(low) - 1) / 10**digits, (exact(high) + 1) / 10**digits


def _small_enough(p: Polynomial, q: Polynomial, exponent: int = 1) -> None:
    terms = max(len(p), len(q))
    long = terms > 1 and (terms * exponent > _MOST_TERMS or exponent > 30)
    if long or exponent * max(p.total_degree(), q.total_degree(), *map(_bits, (p, q))) > _MOST_BITS:
        raise Unreadable("the polynomial is too large")


def _bits(p: Polynomial) -> int:
    return max((max(c.p.bit_length(), c.q.bit_length()) for c in p.coeffs()), default=0)


def _lowest(p: Polynomial, q: Polynomial) -> tuple[Polynomial, Polynomial]:
    _small_enough(p, q)
    if q.is_constant():
        return p / q.leading_coefficient(), q / q.leading_coefficient()
    g = p.gcd(q)
    return p / g, q / g


def signs_in(signs: Iterable[Sign], allowed: set[int]) -> list[Sign]:
    """Those that speak of these variables only."""
    return [s for s in signs if variables_of(s.polynomial) <= allowed]
