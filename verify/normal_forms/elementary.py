"""Normal forms of exponentials, logarithms, circular functions, roots and absolute values."""

from __future__ import annotations

from collections.abc import Sequence
from math import gcd
from typing import TYPE_CHECKING, Any

from sympy import (
    Abs,
    Add,
    Expr,
    I,
    Integer,
    Mul,
    Poly,
    Pow,
    Rational,
    S,
    acos,
    asin,
    cos,
    exp,
    expand,
    factorint,
    fraction,
    log,
    pi,
    sin,
    sinc,
)

from verify.normal_forms.factoring import irreducible

if TYPE_CHECKING:
    from verify.normal_forms.normalizer import Normalizer

_LARGEST_MULTIPLE = 24
"""Multiples of an angle beyond this are left alone: their expansion would be too long to be of use."""

_LONGEST_FACTORED, _LARGEST_TRIED = 64, 1000
"""Integers of more bits are divided by small primes only: to factor a product of long numbers takes minutes."""

_LARGEST_DEGREE = 2000
"""Sums of powers beyond this are not factored: exp(p/q) is a power of exp(1/q), and polynomials are dense there."""


def primes(n: int) -> dict[int, int]:
    """A positive integer as a product of powers, of primes unless it is long."""
    found: dict[int, int] = factorint(n, limit=None if n.bit_length() <= _LONGEST_FACTORED else _LARGEST_TRIED)
    return found


def terms_of(table: Normalizer, argument: Any) -> list[tuple[Rational, Expr]]:
    """The argument as a sum of rational multiples of monomials (quotients of products of generators)."""
    n, d = fraction(table.reduce(table.scalar(argument)))
    found: list[tuple[Rational, Expr]] = []
    for term in Add.make_args(expand(n)):
        number, monomial = term.as_coeff_Mul()
        d_number, d_rest = d.as_coeff_Mul()
        found.append((Rational(number) / Rational(d_number), monomial / d_rest))
    return [(c, m) for c, m in found if c != 0]


def exponential(table: Normalizer, argument: Any) -> Expr:
    """exp of a sum is a product; exp(c·log f) is a power; exp(m/q) is a generator with integer powers."""
    made: list[Expr] = []
    for c, m in terms_of(table, argument):
        meaning = table.meaning.get(m)
        if isinstance(meaning, log):
            made.append(root(table, meaning.args[0], int(c.q)) ** int(c.p))
            continue
        q = table.finer("exp", table.meaning_of(m), int(c.q))
        made.append(table.generator(exp(table.meaning_of(m) / q)) ** int(c * q))
    return Mul(*made)


def factors(table: Normalizer, argument: Any) -> tuple[Rational, list[tuple[Expr, int]]]:
    """The reduced argument as a rational number and irreducible factors with multiplicities of either sign."""
    n, d = fraction(table.reduce(table.scalar(argument)))
    number, above = _factored(n)
    below_number, below = _factored(d)
    return number / below_number, above + [(f, -m) for f, m in below]


def _factored(polynomial: Expr) -> tuple[Rational, list[tuple[Expr, int]]]:
    gens = sorted(polynomial.free_symbols, key=lambda g: g.sort_key())
    number, rest = polynomial.as_coeff_mul()
    powers = [p.as_base_exp() for p in rest]
    if all(f.is_Symbol for f, _ in powers):
        return Rational(number), [(f, int(m)) for f, m in powers]
    if any(p.exp > _LARGEST_DEGREE for p in polynomial.atoms(Pow)):
        content, primitive = polynomial.primitive()
        return content, [(primitive, 1)]
    return irreducible(polynomial, *gens)


def logarithm(table: Normalizer, argument: Any) -> Expr:
    """log of a product splits at the factors that are known not to be negative; log(exp u) is u."""
    number, parts = factors(table, argument)
    if number == 0:
        return table.generator(log(S.Zero, evaluate=False))  # undefined; its condition says so
    core: Expr = S.One
    made: list[Expr] = []
    for f, m in parts:
        meaning = table.meaning_of(f)
        if isinstance(meaning, exp):
            made.append(m * table.scalar(meaning.args[0]))
            continue
        if meaning == S.Exp1:
            made.append(Integer(m))
            continue
        signs = table.facts.signs(meaning)
        if signs <= {0, 1}:
            made.append(m * table.generator(log(meaning)))
        elif signs <= {-1, 0}:
            number *= (-1) ** (m % 2)
            made.append(m * table.generator(log(-meaning)))
        else:
            core *= f**m
    if core != 1:
        core = core * (1 if number > 0 else -1)
        made.append(table.generator(log(table.meaning_of(core))))
    elif number < 0:
        return table.generator(log(Integer(-1), evaluate=False))
    for integer, sign in ((number.p, 1), (number.q, -1)):
        made += [sign * m * table.generator(log(prime)) for prime, m in primes(abs(integer)).items()]
    return Add(*made)


def root(table: Normalizer, argument: Any, q: int) -> Expr:
    """The principal q-th root: factors known not to be negative come out, even powers under √ as |·|."""
    if q == 1:
        return table.reduce(table.scalar(argument))
    number, parts = factors(table, argument)
    core: Expr = S.One
    made: Expr = S.One
    for f, m in parts:
        meaning = table.meaning_of(f)
        signs = table.facts.signs(meaning)
        if signs <= {0, 1}:
            made *= _positive_root(table, f, m, q)
        elif signs <= {-1, 0}:
            number *= (-1) ** (m % 2)
            made *= _positive_root(table, -f, m, q)
        elif q == 2:
            made *= _magnitude(table, f) ** (m // 2)
            core *= f ** (m % 2)
        else:
            core *= f**m
    n, d = number.p, number.q
    for prime, m in primes(abs(n)).items():
        made *= _positive_root(table, Integer(prime), m, q)
    for prime, m in primes(d).items():
        made *= _positive_root(table, Integer(prime), -m, q)
    core = core * (1 if n > 0 else -1) if n != 0 else S.Zero
    if core == 1 or n == 0:
        return made if n != 0 else S.Zero
    numerator, denominator = fraction(core)
    if q == 2:  # √(n/d) = √(nd)/|d|
        made /= _magnitude(table, denominator) if denominator != 1 else 1
        core = expand(numerator * denominator)
    elif denominator != 1:
        return made * table.generator(Pow(table.meaning_of(core), Rational(1, q)))
    return made * table.generator(
        Pow(table.meaning_of(core), Rational(1, q), evaluate=False), lambda g: g**q - expand(core)
    )


def _positive_root(table: Normalizer, f: Expr, m: int, q: int) -> Expr:
    """f^(m/q) for f ≥ 0."""
    common = gcd(m, q)
    m, q = m // common, q // common
    whole, rest = divmod(m, q)
    if rest == 0:
        return f**whole
    meaning = table.meaning_of(f)
    if isinstance(meaning, exp):
        return f**whole * exponential(table, meaning.args[0] * Rational(rest, q))
    g = table.generator(Pow(meaning, Rational(1, q), evaluate=False), lambda g: g**q - f)
    return f**whole * g**rest


def absolute(table: Normalizer, argument: Any) -> Expr:
    """|u| is the product of the magnitudes of its factors."""
    number, parts = factors(table, argument)
    made: Expr = abs(number)
    for f, m in parts:
        made *= _magnitude(table, f) ** m
    return made


def _magnitude(table: Normalizer, f: Expr) -> Expr:
    meaning = table.meaning_of(f)
    signs = table.facts.signs(meaning)
    if signs <= {0, 1}:
        return f
    if signs <= {-1, 0}:
        return -f
    if isinstance(meaning, Add) and meaning.could_extract_minus_sign():
        f, meaning = -f, -meaning
    return table.generator(Abs(meaning, evaluate=False), lambda g: g**2 - expand(f**2))


def extreme(table: Normalizer, arguments: Sequence[Any], sign: int) -> Expr:
    """max(a, b) = (a + b + |a − b|)/2, and min with a minus; more arguments in turn."""
    first, *rest = arguments
    if not rest:
        return table.scalar(first)
    other = type_of(sign)(*rest)
    return table.scalar((first + other + sign * Abs(first - other)) / 2)


def type_of(sign: int) -> Any:
    """Max for 1, Min for −1."""
    from sympy import Max, Min  # noqa: PLC0415

    return Max if sign == 1 else Min


def circular(table: Normalizer, argument: Any) -> tuple[Expr, Expr]:
    """(cos u, sin u) by the addition formulas, from the cosine and sine of a common part of each monomial of u."""
    c_total, s_total = S.One, S.Zero
    for c, m in terms_of(table, argument):
        if table.meaning.get(m) == pi and cos(c * pi).is_algebraic and not cos(c * pi).has(cos, sin):
            ck, sk = table.scalar(cos(c * pi)), table.scalar(sin(c * pi))
        else:
            q = table.finer("circular", table.meaning_of(m), int(c.q))
            ck, sk = _multiple(*_base(table, m, q), int(c * q))
        c_total, s_total = c_total * ck - s_total * sk, s_total * ck + c_total * sk
    return c_total, s_total


def _base(table: Normalizer, m: Expr, q: int) -> tuple[Expr, Expr]:
    """Cosine and sine of the monomial m over q."""
    meaning = table.meaning_of(m)
    if q == 1 and isinstance(meaning, acos):
        u = meaning.args[0]
        return table.scalar(u), root(table, 1 - u**2, 2)
    if q == 1 and isinstance(meaning, asin):
        u = meaning.args[0]
        return root(table, 1 - u**2, 2), table.scalar(u)
    angle = meaning / q
    if angle in table.sinc_arguments:
        sine = (m / q) * table.generator(sinc(angle))
        return table.generator(cos(angle), lambda g: g**2 - 1 + sine**2), sine
    cosine = table.generator(cos(angle))
    return cosine, table.generator(sin(angle), lambda g: g**2 - 1 + cosine**2)


def _multiple(c: Expr, s: Expr, k: int) -> tuple[Expr, Expr]:
    """cos kθ and sin kθ, the real and imaginary part of (c + i s)^k."""
    if abs(k) > _LARGEST_MULTIPLE:
        raise ValueError(f"an angle occurs with multiples {k} apart; the expansion is too long")
    power = Poly((c + I * s) ** abs(k), I)
    real = sum((p * (-1) ** (n[0] // 2) for n, p in power.terms() if n[0] % 2 == 0), S.Zero)
    imaginary = sum((p * (-1) ** (n[0] // 2) for n, p in power.terms() if n[0] % 2), S.Zero)
    return real, imaginary if k >= 0 else -imaginary


def tangent(table: Normalizer, argument: Any) -> Expr:
    """tan = sin/cos."""
    c, s = circular(table, argument)
    return s / c


def cardinal_sine(table: Normalizer, argument: Any) -> Expr:
    """sinc u, an even function; the sine of u is then written u·sinc u, which also holds at u = 0."""
    u = table.canonical(argument)
    if u == 0:
        return S.One
    u = -u if u.could_extract_minus_sign() else u
    parts = terms_of(table, u)
    if len(parts) == 1:
        c, m = parts[0]
        if c.p == 1 and table.finer("circular", table.meaning_of(m), int(c.q)) == c.q:
            table.note_sinc(u)
    return table.generator(sinc(u))
