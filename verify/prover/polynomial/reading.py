"""A goal read as polynomials over the rationals: what the certificate kinds of this package are about.

Everything that is done here weakens the conditions or keeps them, so what is proved about the polynomials holds for
the goal: a quotient p/q is read as p·q, as its sign is the same wherever it is defined; a root x^(1/k) of a variable
becomes the variable, and any other root or constant becomes a variable of its own with what is known about it as
conditions; a condition that is not algebraic is dropped.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property, lru_cache
from math import lcm
from typing import Any

from flint import fmpq, fmpq_mpoly_ctx
from sympy import Abs, Add, Expr, Integer, Mul, Pow, Rational, Symbol

from verify.balls.arithmetic import Arb
from verify.balls.evaluate import Undefined, Unsupported, enclose
from verify.normal_forms.quotients import spelt
from verify.prover.goal import Goal, Inequality
from verify.prover.rejected import Rejected

Polynomial = Any
"""A flint `fmpq_mpoly` in the ring of the system it belongs to."""

_CONSTANT_BITS = 128
_DIGITS = 12
_LARGEST_POWER = 60
_MOST_TERMS = 3000


@dataclass(frozen=True)
class Sign:
    """polynomial > 0 if strict, else polynomial ≥ 0."""

    polynomial: Polynomial
    strict: bool


@dataclass(frozen=True)
class System:
    """`given` and `nonzero` imply that numerator/denominator > 0 if strict, else ≥ 0.

    Variable i of the ring stands for `meanings[i]`; `order[i]` is k where it stands for the k-th root of a variable.
    """

    ring: Any
    meanings: tuple[Expr, ...]
    order: tuple[int, ...]
    numerator: Polynomial
    denominator: Polynomial
    strict: bool
    given: tuple[Sign, ...]
    nonzero: tuple[Polynomial, ...]
    constants: dict[int, tuple[Expr, Polynomial | None]] = field(hash=False)
    """Which variables of the ring are constants, with a polynomial that vanishes there where it is algebraic."""
    radicands: dict[int, tuple[Polynomial, Polynomial]] = field(hash=False)
    """For each variable that stands for a square root or an absolute value: its square, as a quotient."""

    @cached_property
    def shows(self) -> Polynomial:
        """The polynomial whose sign is to be proved."""
        return self.numerator * self.denominator

    @cached_property
    def known(self) -> tuple[Sign, ...]:
        """All that may be assumed: the conditions, and that no denominator vanishes."""
        return self.given + tuple(Sign(q * q, strict=True) for q in self.nonzero)

    @cached_property
    def implied(self) -> tuple[Inequality, ...]:
        """Conditions that hold because the goal's terms are defined, in its own variables."""
        roots = [m for i, m in enumerate(self.meanings) if isinstance(m, Pow) and i not in self.constants]
        return tuple(Inequality(m.base, strict=False) for m in roots)

    def expression(self, polynomial: Polynomial) -> Expr:
        """The polynomial as a term in the goal's variables."""
        return spelt(polynomial, self.meanings)


class Unreadable(ValueError):
    """The term is not algebraic in the variables; the message names it."""


def rational(value: fmpq | Fraction) -> Rational:
    """The same number for sympy."""
    value = fmpq(value.numerator, value.denominator)
    return Rational(int(value.p), int(value.q))


def fraction(value: Rational) -> fmpq:
    """The same number for flint."""
    return fmpq(int(value.p), int(value.q))


@lru_cache(maxsize=512)
def read(goal: Goal) -> System:
    """The system of a goal, which each kind of certificate asks for anew.

    Raises:
        Unreadable: where what is to be shown is not algebraic, or is too large.
    """
    return _Reader(goal).system()


def read_or_reject(goal: Goal) -> System:
    """`read` for checks."""
    try:
        return read(goal)
    except Unreadable as error:
        raise Rejected(str(error)) from None


def part(goal: Goal, system: System, polynomial: Polynomial, strict: bool) -> Goal:
    """That the polynomial is positive, or not negative, where the goal's conditions hold and its terms are defined."""
    given = goal.given + tuple(i for i in system.implied if i not in goal.given)
    if strict:
        given += tuple(Inequality(system.expression(q) ** 2, strict=True) for q in system.nonzero)
    return Goal(goal.variables, given, Inequality(system.expression(polynomial), strict))


class _Reader:
    def __init__(self, goal: Goal) -> None:
        self._goal = goal
        self._orders: dict[Symbol, int] = {}
        self._fresh: list[Expr] = []
        self._signs = {
            s: any(g.expr == s for g in goal.given) for s in goal.variables
        }  # whether the variable is known to be non-negative
        self._collect(goal.shows.expr)
        self._readable: list[Inequality] = []
        for condition in goal.given:
            before = dict(self._orders), list(self._fresh)
            try:
                self._collect(condition.expr)
                self._readable.append(condition)
            except Unreadable:
                self._orders, self._fresh = before
        used = set().union(goal.shows.expr.free_symbols, *(c.expr.free_symbols for c in self._readable))
        used |= {s for f in self._fresh for s in f.free_symbols}
        self._symbols = [v for v in goal.variables if v in used]
        strangers = used - set(goal.variables)
        if strangers:
            raise Unreadable(f"{min(map(str, strangers))} is not a variable of the goal")
        size = max(1, len(self._symbols) + len(self._fresh))
        self._ring = fmpq_mpoly_ctx.get([f"v{i}" for i in range(size)], "lex")
        self._gens = self._ring.gens()

    def _collect(self, expr: Expr) -> None:
        """Finds the roots and constants that become variables."""
        if isinstance(expr, Rational | Symbol):
            return
        if isinstance(expr, Add | Mul):
            for a in expr.args:
                self._collect(a)
        elif isinstance(expr, Pow) and isinstance(expr.exp, Integer):
            if abs(int(expr.exp)) > _LARGEST_POWER:
                raise Unreadable(f"{expr} has too large a power")
            self._collect(expr.base)
        elif isinstance(expr, Pow) and isinstance(expr.exp, Rational):
            if expr.exp.q > 12 or abs(expr.exp.p) > _LARGEST_POWER:
                raise Unreadable(f"{expr} has too large a power")
            split = self._split_root(expr)
            if split is not None:
                self._collect(split)
            elif isinstance(expr.base, Symbol):
                self._orders[expr.base] = lcm(self._orders.get(expr.base, 1), int(expr.exp.q))
            else:
                root = Pow(expr.base, Rational(1, expr.exp.q))
                _real_if_constant(root)
                self._collect(expr.base)
                self._add(root)
        elif isinstance(expr, Abs):
            self._collect(expr.args[0])
            self._add(expr)
        elif not expr.free_symbols:
            _real_if_constant(expr)
            self._add(expr)
        else:
            raise Unreadable(f"{expr} is not algebraic")

    def _split_root(self, expr: Pow) -> Expr | None:
        """(x·y)^r as x^r·y^r, where every factor is a variable that is known to be non-negative, or a number."""
        if not isinstance(expr.base, Mul | Pow):
            return None
        factors = []
        for f in Mul.make_args(expr.base):
            base, power = f.as_base_exp()
            if isinstance(f, Rational) and f > 0:
                factors.append(Pow(f, expr.exp))
            elif isinstance(base, Symbol) and self._signs.get(base) and isinstance(power, Rational):
                factors.append(Pow(base, power * expr.exp))
            else:
                return None
        return Mul(*factors)

    def _add(self, term: Expr) -> None:
        if term not in self._fresh:
            self._fresh.append(term)

    def _slot(self, term: Expr) -> Polynomial:
        if term in self._symbols:
            return self._gens[self._symbols.index(term)]
        return self._gens[len(self._symbols) + self._fresh.index(term)]

    def _quotient(self, expr: Expr) -> tuple[Polynomial, Polynomial]:
        """Numerator and denominator, not yet in lowest terms."""
        one = self._ring.constant(1)
        if isinstance(expr, Rational):
            return self._ring.constant(fraction(expr)), one
        if isinstance(expr, Symbol):
            return self._slot(expr) ** self._orders.get(expr, 1), one
        if isinstance(expr, Add):
            top, bottom = self._ring.constant(0), one
            for a in expr.args:
                p, q = self._quotient(a)
                top, bottom = (top + p, bottom) if q == bottom else _lowest(top * q + p * bottom, bottom * q)
            return top, bottom
        if isinstance(expr, Mul):
            top = bottom = one
            for a in expr.args:
                p, q = self._quotient(a)
                top, bottom = top * p, bottom * q
                _small_enough(top, bottom)
            return top, bottom
        if isinstance(expr, Pow) and isinstance(expr.exp, Rational):
            if isinstance(expr.exp, Integer):
                p, q = self._quotient(expr.base)
            elif (split := self._split_root(expr)) is not None:
                return self._quotient(split)
            elif isinstance(expr.base, Symbol):
                slot = self._slot(expr.base)
                p, q = slot ** (self._orders[expr.base] // int(expr.exp.q)), one
            else:
                p, q = self._slot(Pow(expr.base, Rational(1, expr.exp.q))), one
            n = int(expr.exp.p)
            _small_enough(p, q, abs(n))
            if n < 0:
                if p.is_zero():
                    raise Unreadable(f"{expr} divides by zero")
                p, q = q, p
            return p ** abs(n), q ** abs(n)
        return self._slot(expr), one

    def system(self) -> System:
        top, bottom = _lowest(*self._quotient(self._goal.shows.expr))
        given: list[Sign] = []
        nonzero = [] if bottom.is_constant() else [bottom]
        for condition in self._readable:
            try:
                p, q = _lowest(*self._quotient(condition.expr))
            except Unreadable:
                continue
            if not q.is_constant():
                nonzero.append(q)
            given.append(Sign(self._without_root(p * q), condition.strict))
        order = [self._orders.get(s, 1) for s in self._symbols] + [1] * len(self._fresh)
        for i, k in enumerate(order):
            if k > 1:
                given.append(Sign(self._gens[i], strict=False))
        constants: dict[int, tuple[Expr, Polynomial | None]] = {}
        radicands: dict[int, tuple[Polynomial, Polynomial]] = {}
        for i, term in enumerate(self._fresh, len(self._symbols)):
            power = self._power(term)
            vanishing = None
            if power is not None:
                k, p, q = power
                vanishing = self._gens[i] ** k * q - p
                if k == 2:
                    radicands[i] = p, q
            if not term.free_symbols:
                constants[i] = (term, vanishing)
                lo, hi = rational_bounds(term, _DIGITS)
                given += [Sign(self._gens[i] - lo, strict=True), Sign(hi - self._gens[i], strict=True)]
            else:
                given.append(Sign(self._gens[i], strict=False))
            if vanishing is not None:
                given += [Sign(vanishing, strict=False), Sign(-vanishing, strict=False)]
        meanings = [Pow(s, Rational(1, k)) for s, k in zip(self._symbols, order, strict=False)] + self._fresh
        if not meanings:
            meanings, order = [Integer(0)], [1]
        return System(
            self._ring, tuple(meanings), tuple(order), top, bottom, self._goal.shows.strict,
            _distinct(given), tuple(nonzero), constants, radicands,
        )  # fmt: skip

    def _without_root(self, polynomial: Polynomial) -> Polynomial:
        """The variable s for c·s^k, c > 0, where s stands for a root and so is not negative."""
        terms = polynomial.to_dict()
        if len(terms) == 1:
            ((exponents, c),) = terms.items()
            for i, s in enumerate(self._symbols):
                if self._orders.get(s, 1) > 1 and c > 0 and exponents[i] and sum(exponents) == exponents[i]:
                    return self._gens[i]
        return polynomial

    def _power(self, term: Expr) -> tuple[int, Polynomial, Polynomial] | None:
        """For r = b^(1/k): k, p and q with r^k = p/q; |u| is √(u²)."""
        if isinstance(term, Abs):
            p, q = _lowest(*self._quotient(term.args[0]))
            return 2, p * p, q * q
        if isinstance(term, Pow) and isinstance(term.exp, Rational):
            return int(term.exp.q), *_lowest(*self._quotient(term.base))
        return None


def _real_if_constant(expr: Expr) -> None:
    if not expr.free_symbols:
        try:
            enclose(expr, {}, _CONSTANT_BITS)
        except (Undefined, Unsupported) as error:
            raise Unreadable(str(error)) from None


def _distinct(signs: Iterable[Sign]) -> tuple[Sign, ...]:
    found: list[Sign] = []
    for s in signs:
        if s not in found:
            found.append(s)
    return tuple(found)


def _small_enough(p: Polynomial, q: Polynomial, power: int = 1) -> None:
    terms = max(len(p.to_dict()), len(q.to_dict()))
    if terms > 1 and (terms > _MOST_TERMS or terms * power > _MOST_TERMS or power > 30):
        raise Unreadable("the polynomial is too large")


def _lowest(p: Polynomial, q: Polynomial) -> tuple[Polynomial, Polynomial]:
    _small_enough(p, q)
    if q.is_constant():
        return p / q.leading_coefficient(), q / q.leading_coefficient()
    g = p.gcd(q)
    return p / g, q / g


def rational_bounds(constant: Expr, digits: int) -> tuple[fmpq, fmpq]:
    """Rational numbers below and above a real constant, of about so many decimal digits."""
    scale = 10**digits
    with Arb.precision(4 * digits + 64):
        value = enclose(constant, {}, 4 * digits + 64) * scale
        lo, hi = value.lower().floor(), value.upper().ceil()
    return fmpq(int(lo.unique_fmpz()) - 1, scale), fmpq(int(hi.unique_fmpz()) + 1, scale)


def to_json(polynomial: Polynomial) -> list[list[Any]]:
    """The terms, each as its coefficient "p/q" and its exponents."""
    return [[str(c), list(map(int, e))] for e, c in polynomial.to_dict().items()]


def from_json(ring: Any, data: Any) -> Polynomial:
    """The polynomial that `to_json` wrote.

    Raises:
        Rejected: where the data are not of that form.
    """
    if not isinstance(data, list):
        raise Rejected(f"a polynomial must be a list of terms, not {data!r}")
    terms: dict[tuple[int, ...], fmpq] = {}
    for item in data:
        if not (isinstance(item, list) and len(item) == 2 and isinstance(item[1], list)):
            raise Rejected(f"a term must be a coefficient and exponents, not {item!r}")
        if len(item[1]) != ring.nvars() or not all(type(e) is int and 0 <= e <= 1000 for e in item[1]):
            raise Rejected(f"a term must have {ring.nvars()} exponents, not {item[1]!r}")
        key = tuple(item[1])
        terms[key] = terms.get(key, fmpq(0)) + number(item[0])
    return ring.from_dict(terms)


def number(text: Any) -> fmpq:
    """The rational number written "p/q" or "p".

    Raises:
        Rejected: for anything else.
    """
    try:
        if not isinstance(text, str) or any(c not in "0123456789-/" for c in text):
            raise ValueError
        value = Fraction(text)
    except (ValueError, ZeroDivisionError):
        raise Rejected(f"not a rational number: {text!r}") from None
    return fmpq(value.numerator, value.denominator)


def evaluate(polynomial: Polynomial, values: Sequence[Any]) -> Any:
    """The value at rational numbers, or a ball that contains it for balls."""
    total: Any = fmpq(0)
    for exponents, c in polynomial.to_dict().items():
        term: Any = c
        for v, e in zip(values, exponents, strict=True):
            if e:
                term = v ** int(e) * term
        total = term + total
    return total
