"""Rational functions, over the rationals, of generators that stand for terms; some generators obey relations.

A quotient (n, d) of polynomials with integer coefficients stands for n/d; the generators are real numbers at each
assignment of values. Everything here is algebra that holds for all values of the generators at which no denominator
vanishes, and which obey the relations. A generator may be multiplied by 0 where its term has no value; any number does
for it there (one that obeys its relation, if need be a complex one).
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from typing import Final

from flint import Ordering, fmpz, fmpz_mpoly, fmpz_mpoly_ctx

from verify.core.nodes import MOST_BITS, Refused, Term
from verify.core.polynomials import inverse, product, raised_to, total
from verify.core.terms import ONE, ZERO, number

Quotient = tuple[fmpz_mpoly, fmpz_mpoly]
"""Numerator and denominator, not always in lowest terms; the denominator is not the polynomial 0."""

FIRST_GENERATORS: Final = 24
MOST_GENERATORS: Final = 1536
MOST_TERMS: Final = 10_000
"""Polynomials with more terms are not worked out."""
MOST_PRODUCTS: Final = 1_000_000
MOST_DEGREE: Final = 2000
"""Polynomials of higher degree are not factored: exp(p/q) is a power of exp(1/q), and polynomials are dense there."""
_MOST_PRIMES: Final = 200
_MOST_COMMON: Final = 1_000_000
_MOST_EXPONENT: Final = 1 << 30


class Undecided(Refused):
    """What is asked is not decided."""


class Undefined(Refused):
    """A denominator, or the argument of a logarithm, is identically zero or negative: a term has a value nowhere."""


class Restart(Exception):
    """Something was met that the work must know from its beginning, and now does."""


class RationalFunctions:
    """The generators that there are, and the arithmetic of quotients in them.

    The generator made first is the last variable of flint's ring, in the lexicographic order: the one made last leads.
    """

    def __init__(self) -> None:
        self.room = FIRST_GENERATORS
        self.begin()

    def begin(self) -> None:
        """Forget all generators."""
        names = [f"x{i}" for i in range(self.room)]
        self.context = fmpz_mpoly_ctx.get(names, Ordering.lex)
        self._variables = self.context.gens()
        self.meaning: list[Term] = []
        self._index: dict[Term, int] = {}
        self.relations: dict[int, tuple[int, fmpz_mpoly]] = {}
        self.one = self.context.constant(1)
        self.zero = self.context.constant(0)
        self.NIL: Quotient = (self.zero, self.one)
        self.UNIT: Quotient = (self.one, self.one)

    # --- generators ---------------------------------------------------------------------------------------------------

    def generator(self, key: Term, relation: tuple[int, fmpz_mpoly] | None = None) -> fmpz_mpoly:
        """The generator that stands for the term; with relation (q, r), generator^q = r, in generators made before."""
        i = self._index.get(key)
        if i is None:
            i = len(self.meaning)
            if i >= self.room:
                if self.room >= MOST_GENERATORS:
                    raise Undecided("there are too many different parts")
                self.room *= 2
                raise Restart
            self._index[key] = i
            self.meaning.append(key)
            if relation is not None:
                self.relations[i] = relation
        return self._variables[self.room - 1 - i]

    def zero_or_one(self, key: Term) -> fmpz_mpoly:
        """The generator of a term whose value is 0 or 1."""
        known = key in self._index
        made = self.generator(key)
        if not known:
            self.relations[self._index[key]] = (2, made)
        return made

    def generators_in(self, p: fmpz_mpoly) -> Iterable[tuple[int, int]]:
        """For each generator in the polynomial: its place in the tuples of exponents, and its place in `meaning`."""
        degrees = p.degrees()
        return [(k, self.room - 1 - k) for k, degree in enumerate(degrees) if degree > 0]

    def single(self, x: Quotient) -> Term | None:
        """The term that the quotient stands for, where it is one generator."""
        n, d = x
        if not d.is_one() or len(n) != 1 or n.total_degree() != 1 or n.leading_coefficient() != 1:
            return None
        ((_, i),) = self.generators_in(n)
        return self.meaning[i]

    def without(self, monomial: fmpz_mpoly, k: int) -> fmpz_mpoly:
        """The monomial without the generator in the k-th place of the exponents."""
        ((exponents, c),) = monomial.to_dict().items()
        return self.context.from_dict({(*exponents[:k], 0, *exponents[k + 1 :]): c})

    # --- arithmetic ---------------------------------------------------------------------------------------------------

    def constant(self, q: Fraction) -> Quotient:
        """A number."""
        return (self.context.constant(q.numerator), self.context.constant(q.denominator))

    def multiplied(self, a: fmpz_mpoly, b: fmpz_mpoly) -> fmpz_mpoly:
        """The product, unless it would be too long."""
        if len(a) * len(b) > MOST_PRODUCTS:
            raise Undecided("a product is too long")
        made = a * b
        if len(made) > MOST_TERMS:
            raise Undecided("a polynomial is too long")
        return made

    def power_of(self, p: fmpz_mpoly, k: int) -> fmpz_mpoly:
        """p^k for k ≥ 0, unless it would be too long."""
        if k <= 1 or p.is_one() or p.is_zero():
            return p if k else self.one
        bits = max(fmpz(c).bit_length() for c in p.coeffs())
        if (bits > 1 and bits * k > MOST_BITS) or k * p.total_degree() > _MOST_EXPONENT:
            raise Undecided("a power is too high")
        if len(p) == 1:
            return p**k
        made = self.one
        for bit in bin(k)[2:]:  # by squaring, so that its length is watched
            made = self.multiplied(made, made)
            if bit == "1":
                made = self.multiplied(made, p)
        return made

    def plus(self, x: Quotient, y: Quotient) -> Quotient:
        """x + y."""
        (a, b), (c, d) = x, y
        if b == d:
            return (a + c, b)
        g = _common(b, d)
        below, other = b / g, d / g
        return (self.multiplied(a, other) + self.multiplied(c, below), self.multiplied(below, d))

    def times(self, x: Quotient, y: Quotient) -> Quotient:
        """x·y; 0 if one is 0."""
        (a, b), (c, d) = x, y
        if a.is_zero() or c.is_zero():
            return self.NIL
        if b.is_one() and d.is_one():
            return (self.multiplied(a, c), self.one)
        g, h = _common(a, d), _common(c, b)
        return (self.multiplied(a / g, c / h), self.multiplied(b / h, d / g))

    def negated(self, x: Quotient) -> Quotient:
        """−x."""
        return (-x[0], x[1])

    def minus(self, x: Quotient, y: Quotient) -> Quotient:
        """x − y."""
        return self.plus(x, self.negated(y))

    def to_the(self, x: Quotient, k: int) -> Quotient:
        """x^k; for negative k, x must be reduced.

        Raises:
            Undefined: for 0 to a negative power.
        """
        n, d = x
        if k < 0:
            if n.is_zero():
                raise Undefined("something is divided by what is identically zero")
            n, d, k = d, n, -k
        return (self.power_of(n, k), self.power_of(d, k))

    # --- normal forms -------------------------------------------------------------------------------------------------

    def reduced(self, x: Quotient) -> Quotient:
        """In lowest terms, after the relations; the denominator leads with a positive coefficient.

        Raises:
            Undefined: where the denominator is identically zero.
        """
        n, d = self.remainder(x[0]), self.remainder(x[1])
        if d.is_zero():
            raise Undefined("a denominator is identically zero")
        if n.is_zero():
            return self.NIL
        return self.lowest(n, d)

    def lowest(self, n: fmpz_mpoly, d: fmpz_mpoly) -> Quotient:
        """n/d without a common divisor."""
        g = _common(n, d)
        n, d = n / g, d / g
        return (-n, -d) if d.leading_coefficient() < 0 else (n, d)

    def remainder(self, p: fmpz_mpoly) -> fmpz_mpoly:
        """The polynomial after all relations g^q = r, those of the generators made last first."""
        degrees = p.degrees()
        for i in sorted(self.relations, reverse=True):
            q, r = self.relations[i]
            k = self.room - 1 - i
            while not p.is_zero() and degrees[k] >= q:
                parts: dict[int, dict[tuple[int, ...], fmpz]] = {}
                for exponents, c in p.to_dict().items():
                    times, rest = divmod(int(exponents[k]), q)
                    parts.setdefault(times, {})[(*exponents[:k], rest, *exponents[k + 1 :])] = c
                p = self.zero
                for times, part in parts.items():
                    p += self.multiplied(self.context.from_dict(part), self.power_of(r, times))
                degrees = p.degrees()
        return p

    def factors(self, x: Quotient) -> tuple[Fraction, list[tuple[fmpz_mpoly, int]]]:
        """A reduced quotient as a number times powers, with exponents of either sign, of polynomials."""
        if x[0].is_zero():
            return Fraction(0), []
        above, factors = self._factored(x[0])
        below, divisors = self._factored(x[1])
        return Fraction(above, below), factors + [(f, -k) for f, k in divisors]

    def _factored(self, p: fmpz_mpoly) -> tuple[int, list[tuple[fmpz_mpoly, int]]]:
        if len(p) > 1 and max(p.degrees()) > MOST_DEGREE:
            content, primitive = p.primitive()
            return int(content), [(primitive, 1)]
        content, found = p.factor()
        return int(content), [(f, int(k)) for f, k in found]

    def monomials(self, x: Quotient) -> list[tuple[Fraction, Quotient]]:
        """A reduced quotient as a sum of rational multiples of monomials over one primitive denominator."""
        content, below = x[1].primitive()
        return [
            (Fraction(int(c), int(content)), self.lowest(self.context.from_dict({exponents: 1}), below))
            for exponents, c in x[0].to_dict().items()
        ]

    # --- back to terms ------------------------------------------------------------------------------------------------

    def spelled_polynomial(self, p: fmpz_mpoly) -> Term:
        """The polynomial as a term."""
        used = self.generators_in(p)
        return total(
            *(
                product(
                    number(int(c)),
                    *(raised_to(self.meaning[i], number(int(exponents[k]))) for k, i in used if exponents[k]),
                )
                for exponents, c in p.to_dict().items()
            )
        )

    def spelled(self, x: Quotient) -> Term:
        """The reduced quotient as a term, whose signs do not depend on which generators were made first."""
        n, d = x
        if n.is_zero():
            return ZERO
        below = self.spelled_polynomial(d)
        first = min(below.args if below.kind == "add" else (below,), key=_by_structure)
        if _coefficient(first) < 0:
            n, below = -n, self.spelled_polynomial(-d)
        above = self.spelled_polynomial(n)
        if below is ONE:
            return above
        if below.kind == "number":
            return total(*(product(inverse(below), t) for t in (above.args if above.kind == "add" else (above,))))
        return product(above, inverse(below))


def _common(p: fmpz_mpoly, q: fmpz_mpoly) -> fmpz_mpoly:
    """The greatest common divisor, unless degrees are so high that it would take all memory."""
    if min(len(p), len(q)) > 1 and max(*p.degrees(), *q.degrees()) > _MOST_COMMON:
        raise Undecided("a degree is too high")
    return p.gcd(q)


def _by_structure(t: Term) -> tuple[int, ...]:
    """An order of monomials that does not look at their coefficients."""
    return tuple(sorted(f.order for f in (t.args if t.kind == "mul" else (t,)) if f.kind != "number"))


def _coefficient(t: Term) -> Fraction:
    for f in t.args if t.kind == "mul" else (t,):
        if f.kind == "number":
            return Fraction(f.args[0])
    return Fraction(1)


def primes(n: int) -> list[tuple[int, int]]:
    """n > 0 as a product of powers, of primes unless n is long; the same for the same n."""
    limit = None if n.bit_length() <= 64 else _MOST_PRIMES
    return [(int(p), int(k)) for p, k in fmpz(n).factor(trial_limit=limit) if p != 1]
