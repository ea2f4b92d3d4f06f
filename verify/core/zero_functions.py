"""Normal forms of exp, log, roots, absolute values and circular functions.

Each function here returns a quotient that has the value of what it is asked for, wherever that has one and the facts
hold. A branch (which of √(f²) = f and −f) is taken only where the facts settle the sign of the factor f; where they do
not, the factor stays inside.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import gcd
from typing import TYPE_CHECKING, Final

from flint import fmpz_mpoly

from verify.core.nodes import Term, node
from verify.core.polynomials import canonical, inverse, minus, negative, product, raised_to, total
from verify.core.rational import Quotient, Undecided, Undefined, primes
from verify.core.signs import NEGATIVE, POSITIVE, ZERO_SIGN
from verify.core.terms import MINUS_ONE, ONE, ZERO, number

if TYPE_CHECKING:
    from verify.core.zero import NormalForm

Factors = list[tuple[fmpz_mpoly, int]]

MOST_MULTIPLE: Final = 24
"""Higher multiples of an angle are not expanded."""
_HALF: Final = Fraction(1, 2)
_QUARTER: Final = Fraction(1, 4)
_HIGHEST_COSINE: Final = 8
"""Cosines of twelfths of π are no higher terms."""


def _scaled(q: Fraction, t: Term) -> Term:
    return product(number(q), t)


# --- exp and log ------------------------------------------------------------------------------------------------------


def exponential(form: NormalForm, u: Term) -> Quotient:
    """exp(Σ c·m) = Π exp(m/q)^(c·q), q the common denominator of all multiples of m; exp(c·log v) = v^c if v > 0.

    Where u is defined, log v need not be, beside a delta or in a multiple that counts a range; and exp L = 0 for no L.
    """
    made = form.UNIT
    for c, m in form.monomials(form.reduced(form.scalar(u))):
        atom = form.single(m)
        if atom is not None and atom.kind == "log":
            form.ask_defined(atom)
            base = form.reduced(root(form, atom.args[0], c.denominator))
            made = form.times(made, form.to_the(base, c.numerator))
            continue
        part = form.spelled(m)
        q = form.denominator("exp", part, c.denominator)
        if not q:
            made = form.times(made, (form.generator(node("exp", _scaled(c, part))), form.one))
            continue
        g = form.generator(node("exp", _scaled(Fraction(1, q), part)))
        made = form.times(made, form.to_the((g, form.one), int(c * q)))
    return made


def logarithm(form: NormalForm, u: Term) -> Quotient:
    """log of a product is a sum over the factors that are not negative (so positive, where the logarithm has a value).

    The factors whose sign is not settled stay together: what is left of a positive number when positive factors are
    taken out is positive. log(exp v) = v; log(b^q) = q·log b for a root, as b ≥ 0 where b^q has a value.
    """
    rational, parts = form.factors(form.reduced(form.scalar(u)))
    if rational == 0:
        raise Undefined("the logarithm of what is identically zero")
    core, made = form.UNIT, form.NIL
    for f, k in parts:
        t = form.spelled_polynomial(f)
        signs = form.signs(t)
        if t.kind == "exp":
            made = form.plus(made, form.times(form.constant(Fraction(k)), form.scalar(t.args[0])))
        elif t.kind == "power" and t.args[1].kind == "number":
            made = form.plus(made, form.times(form.constant(k * t.args[1].args[0]), logarithm(form, t.args[0])))
        elif not signs & NEGATIVE:
            made = form.plus(made, (form.generator(node("log", t)) * k, form.one))
        elif not signs & POSITIVE:
            rational *= (-1) ** (k % 2)
            made = form.plus(made, (form.generator(node("log", form.spelled_polynomial(-f))) * k, form.one))
        else:
            core = form.times(core, form.to_the((f, form.one), k))
    if core == form.UNIT:
        if rational < 0:
            raise Undefined("the logarithm of what is negative or zero")
    else:
        core = form.negated(core) if rational < 0 else core
        made = form.plus(made, (form.generator(node("log", form.spelled(form.lowest(*core)))), form.one))
    for p, k in _prime_powers(rational):
        made = form.plus(made, (form.generator(node("log", number(p))) * k, form.one))
    return made


def _prime_powers(q: Fraction) -> list[tuple[int, int]]:
    """|q| as a product of powers."""
    return primes(abs(q.numerator)) + [(p, -k) for p, k in primes(q.denominator)]


# --- roots and absolute values ----------------------------------------------------------------------------------------


def power(form: NormalForm, base: Term, exponent: Term) -> Quotient:
    """base^exponent: whole powers are products, p/q-th ones powers of roots, others are exp(exponent·log base).

    The last only of a base that is positive: an exponent that happens to be an integer may have any other.
    """
    if exponent.kind != "number":
        exponent = form.canonical(exponent)
    if exponent.kind != "number":
        if form.signs(base) != POSITIVE:
            return form.atom(node("power", form.canonical(base), exponent))
        return exponential(form, product(exponent, node("log", base)))
    q = exponent.args[0]
    below = form.scalar(base) if q.denominator == 1 else root(form, base, q.denominator)
    return form.to_the(form.reduced(below) if q < 0 else below, q.numerator)


def root(form: NormalForm, u: Term, q: int) -> Quotient:
    """The q-th root of what is not negative.

    Factors that are not negative come out, each as its own root; under a square root also |f| from f² for every f. What
    comes out, A, is not negative, and u = A·B. If B = 1, that is all. Otherwise A may not be 0 where B is negative, as
    then u has a root and B has none: so of a factor that may be 0 whole powers come out only if one of it is in B. Then
    B is not negative either, and its root is a number (a generator whose q-th power is B).
    """
    if q == 1:
        return form.reduced(form.scalar(u))
    rational, factors = form.factors(form.reduced(form.scalar(u)))
    if rational == 0:
        return form.NIL
    core, made = form.UNIT, form.UNIT
    parts, alone = _signed(form, factors, q)
    if q == 2:
        sines, turned, others = _sines(form, factors)
        rest, without = _signed(form, others, q)
        if without:
            made, rational, parts, alone = sines, rational * turned, rest, True
    for f, k, signs in parts:
        if not signs & POSITIVE:
            rational *= (-1) ** (k % 2)
        g = f if signs & POSITIVE else -f
        inside = 0 if alone or k < 0 or not signs & ZERO_SIGN else k % q or k
        if not (signs & NEGATIVE and signs & POSITIVE):
            made = form.times(made, _root_of_power(form, g, k - inside, q))
        elif q == 2:
            inside = inside or k % 2
            made = form.times(made, form.to_the(magnitude(form, g), (k - inside) // 2))
        else:
            inside = k
        core = form.times(core, form.to_the((g, form.one), inside))
    if core == form.UNIT and rational < 0:
        if not factors:
            raise Undefined("a root of a negative number")
        return form.NIL  # u ≤ 0 everywhere, so the root has a value only where u = 0
    for p, k in _prime_powers(rational):
        made = form.times(made, _root_of_power(form, form.context.constant(p), k, q))
    if core == form.UNIT:
        return made
    n, d = form.lowest(*(form.negated(core) if rational < 0 else core))
    if q == 2 and not d.is_one():  # √(n/d) = √(n·d)/|d|
        content, divisors = form.factors((d, form.one))
        made = form.times(made, form.constant(1 / abs(content)))
        for f, k in divisors:
            made = form.times(made, form.to_the(magnitude(form, f), -k))
        n, d = form.multiplied(n, d), form.one
    key = raised_to(form.spelled((n, d)), number(Fraction(1, q)))
    return form.times(made, (form.generator(key, (q, n) if d.is_one() else None), form.one))


def _signed(form: NormalForm, factors: Factors, q: int) -> tuple[list[tuple[fmpz_mpoly, int, int]], bool]:
    """The factors with their signs, and whether all come out of a q-th root: none of unsettled sign stays inside."""
    found = [(f, k, form.signs(form.spelled_polynomial(f))) for f, k in factors]
    alone = not any(signs & NEGATIVE and signs & POSITIVE and (q > 2 or k % 2) for _, k, signs in found)
    return found, alone


def _sines(form: NormalForm, parts: Factors) -> tuple[Quotient, int, Factors]:
    """√(1 − cos²) = |sin|, of each cosine that occurs: what comes out, the sign that is left, the other factors."""
    made, sign = form.UNIT, 1
    for angle in [t.args[0] for t in form.meaning if t.kind == "cos"]:
        if form.is_cardinal(angle):
            continue
        c = form.generator(node("cos", angle))
        above = next((p for p in parts if p[0] == form.one + c), None)
        below = next((p for p in parts if p[0] in (form.one - c, c - form.one)), None)
        if above is None or below is None or above[1] != below[1]:
            continue
        sine = form.generator(node("sin", angle), (2, form.one - c * c))
        made = form.times(made, form.to_the(magnitude(form, sine), above[1]))
        sign *= 1 if below[0] == form.one - c else (-1) ** (above[1] % 2)
        parts = [p for p in parts if p is not above and p is not below]
    return made, sign, parts


def _root_of_power(form: NormalForm, f: fmpz_mpoly, k: int, q: int) -> Quotient:
    """f^(k/q) for f ≥ 0; f > 0 where k < 0."""
    common = gcd(k, q)
    k, q = k // common, q // common
    whole, rest = divmod(k, q)
    made = form.to_the((f, form.one), whole)
    if rest == 0:
        return made
    t = form.spelled_polynomial(f)
    if t.kind == "exp":
        return form.times(made, exponential(form, _scaled(Fraction(rest, q), t.args[0])))
    g = form.generator(raised_to(t, number(Fraction(1, q))), (q, f))
    return form.times(made, (g**rest, form.one))


def absolute(form: NormalForm, u: Term) -> Quotient:
    """|u| is the product of the magnitudes of its factors."""
    rational, parts = form.factors(form.reduced(form.scalar(u)))
    made = form.constant(abs(rational))
    for f, k in parts:
        made = form.times(made, form.to_the(magnitude(form, f), k))
    return made


def magnitude(form: NormalForm, f: fmpz_mpoly) -> Quotient:
    """|f|: f or −f where the sign is settled, otherwise a generator whose square is f²; |f| = |−f|."""
    t = form.spelled_polynomial(f)
    signs = form.signs(t)
    if not signs & NEGATIVE:
        return (f, form.one)
    if not signs & POSITIVE:
        return (-f, form.one)
    t = min(t, form.spelled_polynomial(-f), key=lambda s: s.order)
    return (form.generator(node("abs", t), (2, form.multiplied(f, f))), form.one)


def extreme(form: NormalForm, parts: Sequence[Term], sign: int) -> Quotient:
    """max(u, v) = (u + v + |u − v|)/2, min with a minus; more of them in turn, in one order."""
    made, *rest = sorted(dict.fromkeys(map(form.canonical, parts)), key=lambda t: t.order)
    for t in rest:
        made = _scaled(_HALF, total(made, t, product(number(sign), node("abs", minus(made, t)))))
    return form.scalar(made)


# --- circular functions -----------------------------------------------------------------------------------------------


def circular(form: NormalForm, u: Term) -> tuple[Quotient, Quotient]:
    """(cos u, sin u) by the addition formulas, from those of a common part of all multiples of each monomial of u."""
    c, s = form.UNIT, form.NIL
    for q, m in form.monomials(form.reduced(form.scalar(u))):
        atom = form.single(m)
        if atom is not None and atom.kind == "pi" and 12 % q.denominator == 0:
            part = _of_pi(form, q % 2)
        else:
            b = form.denominator("circular", form.spelled(m), q.denominator)
            if b and abs(q * b) <= MOST_MULTIPLE:
                part = _multiple(form, _base(form, m, b), int(q * b))
            else:
                own = _base(form, form.reduced(form.times(form.constant(abs(q)), m)), 1)
                part = _multiple(form, own, 1 if q > 0 else -1)
        c, s = _rotated(form, (c, s), part)
    return c, s


def _rotated(form: NormalForm, x: tuple[Quotient, Quotient], y: tuple[Quotient, Quotient]) -> tuple[Quotient, Quotient]:
    """Cosine and sine of the sum of two angles."""
    (a, b), (c, d) = x, y
    return (
        form.minus(form.times(a, c), form.times(b, d)),
        form.plus(form.times(b, c), form.times(a, d)),
    )


def _of_pi(form: NormalForm, q: Fraction) -> tuple[Quotient, Quotient]:
    """Cosine and sine of q·π, 0 ≤ q < 2, q a multiple of 1/12."""
    if q.denominator == 12:
        return _rotated(form, _of_pi(form, (q - _QUARTER) % 2), _of_pi(form, _QUARTER))
    two, three = (_scaled(_HALF, raised_to(number(n), number(_HALF))) for n in (2, 3))
    half = number(_HALF)
    first = {
        Fraction(0): (ONE, ZERO), Fraction(1, 6): (three, half), Fraction(1, 4): (two, two),
        Fraction(1, 3): (half, three), _HALF: (ZERO, ONE),
    }  # fmt: skip
    if q <= _HALF:
        c, s = first[q]
    elif q <= 1:
        c, s = first[1 - q]
        c = negative(c)
    elif q <= Fraction(3, 2):
        c, s = map(negative, first[q - 1])
    else:
        c, s = first[2 - q]
        s = negative(s)
    return form.scalar(c), form.scalar(s)


def _base(form: NormalForm, m: Quotient, b: int) -> tuple[Quotient, Quotient]:
    """Cosine and sine of the monomial m over b: cos² + sin² = 1, and sin v = v·sinc v where sinc v occurs."""
    t = form.spelled(m)
    if b == 1 and t.kind in ("acos", "asin", "atan"):
        form.ask_defined(t)
    if b == 1 and t.kind in ("acos", "asin"):
        (v,) = t.args  # both angles have the other function's value not negative
        other = root(form, minus(ONE, raised_to(v, number(2))), 2)
        return (form.scalar(v), other) if t.kind == "acos" else (other, form.scalar(v))
    if b == 1 and t.kind == "atan":
        (v,) = t.args  # its cosine is positive
        cosine = form.to_the(form.reduced(root(form, total(ONE, raised_to(v, number(2))), 2)), -1)
        return cosine, form.times(form.scalar(v), cosine)
    angle = _scaled(Fraction(1, b), t)
    if form.is_cardinal(angle):
        g = form.generator(node("sinc", angle))
        sine = form.times(form.times(m, form.constant(Fraction(1, b))), (g, form.one))
        square = form.one - form.power_of(sine[0], 2) if sine[1].is_one() else None
        cosine = (form.generator(node("cos", angle), (2, square) if square is not None else None), form.one)
        return cosine, sine
    c = form.generator(node("cos", angle))
    return (c, form.one), (form.generator(node("sin", angle), (2, form.one - c * c)), form.one)


def _multiple(form: NormalForm, base: tuple[Quotient, Quotient], k: int) -> tuple[Quotient, Quotient]:
    """Cosine and sine of k times an angle."""
    if abs(k) > MOST_MULTIPLE:
        raise Undecided(f"an angle occurs with multiples {k} apart")
    c, s = form.UNIT, form.NIL
    for _ in range(abs(k)):
        c, s = _rotated(form, (c, s), base)
    return (c, s) if k >= 0 else (c, form.negated(s))


def _sinc(form: NormalForm, u: Term) -> Quotient:
    """sinc is even, and 1 at 0; the sine of its argument is then written through it, which also holds at 0."""
    t = form.canonical(u)
    if t is ZERO:
        return form.UNIT
    if not t.free and form.signs(t) in (POSITIVE, NEGATIVE):
        return form.times(circular(form, t)[1], form.to_the(form.reduced(form.scalar(t)), -1))
    parts = form.monomials(form.reduced(form.scalar(t)))
    b = form.denominator("circular", form.spelled(parts[0][1]), parts[0][0].denominator) if len(parts) == 1 else 1
    if len(parts) == 1 and (not b or abs(parts[0][0].numerator) == 1):
        ((c, m),) = parts
        t = _scaled(abs(c), form.spelled(m))
        if b in (0, c.denominator):
            form.note_cardinal(t)
    else:
        t = min(t, form.canonical(negative(t)), key=lambda s: s.order)
    return (form.generator(node("sinc", t)), form.one)


def _tangent(form: NormalForm, u: Term) -> Quotient:
    c, s = circular(form, u)
    return form.times(s, form.to_the(form.reduced(c), -1))


def _inverse(kind: str) -> Callable[[NormalForm, Term], Quotient]:
    """An inverse circular function, a generator unless the light form knows its value or that it is odd."""

    def of(form: NormalForm, u: Term) -> Quotient:
        v = form.canonical(u)
        known = _of_twelfths(form, v) if kind in ("acos", "asin") else None
        if known is not None:
            angle = known if kind == "acos" else _HALF - known
            return form.times(form.constant(angle), form.scalar(node("pi")))
        key = node(kind, v)
        simpler = canonical(key)
        return (form.generator(key), form.one) if simpler.kind == kind else form.scalar(simpler)

    return of


def _of_twelfths(form: NormalForm, v: Term) -> Fraction | None:
    """acos v as a multiple of π, if v is the cosine of a multiple of π/12 between 0 and π."""
    if v.free or v.height > _HIGHEST_COSINE:
        return None
    for k in range(13):
        if form.canonical(node("cos", product(number(Fraction(k, 12)), node("pi")))) is v:
            return Fraction(k, 12)
    return None


def _exp(u: Term) -> Term:
    return node("exp", u)


def _tanh(u: Term) -> Term:
    square = _exp(_scaled(Fraction(2), u))
    return product(total(square, MINUS_ONE), inverse(total(square, ONE)))


def _area(u: Term, sign: int) -> Term:
    """log(u + √(u² ± 1))."""
    return node("log", total(u, raised_to(total(raised_to(u, number(2)), number(sign)), number(_HALF))))


def _atanh(u: Term) -> Term:
    return _scaled(_HALF, minus(node("log", total(ONE, u)), node("log", minus(ONE, u))))


OF_ONE: Final[dict[str, Callable[[NormalForm, Term], Quotient]]] = {
    "exp": exponential,
    "log": logarithm,
    "abs": absolute,
    "cos": lambda form, u: circular(form, u)[0],
    "sin": lambda form, u: circular(form, u)[1],
    "tan": _tangent,
    "sinc": _sinc,
    "cosh": lambda form, u: form.scalar(_scaled(_HALF, total(_exp(u), _exp(negative(u))))),
    "sinh": lambda form, u: form.scalar(_scaled(_HALF, minus(_exp(u), _exp(negative(u))))),
    "tanh": lambda form, u: form.scalar(_tanh(u)),
    "asinh": lambda form, u: form.scalar(_area(u, 1)),
    "acosh": lambda form, u: form.scalar(_area(u, -1)),
    "atanh": lambda form, u: form.scalar(_atanh(u)),
    "acos": _inverse("acos"),
    "asin": _inverse("asin"),
    "atan": _inverse("atan"),
}
"""The normal form of each elementary function. Hyperbolic ones are exponentials, their inverses logarithms."""
