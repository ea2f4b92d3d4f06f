"""Exact random models, to evaluate what the core claims: nothing is rounded, and what is not certain is not said.

A number is a Fraction, or an Arb ball where it need not be rational. A function of reals or vectors is a polynomial (or
one with a bend, where nothing differentiates it), a function of integers a table that is constant far out, a partial
function one with a domain of its own, in pieces that need not fit together. A formula is true, false or unknown; a hole
is reported only if all hypotheses are certain to be true and the conclusion is certain not to be, or not to be defined.

There are two readings. In a total model each term has a value: where it is not defined, one that is drawn from its
kind and the values of its parts alone; that is what a theorem speaks of. In others a formula that is not defined is
false, and "for all" passes over values at which a condition is not defined; so people read a claim.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise, product
from random import Random
from typing import Any

import flint
from flint import arb, fmpq, fmpq_poly, fmpz_poly

from verify.core.definedness import conditions
from verify.core.nodes import (
    CONSTANT,
    FORMULAS,
    FUNCTION,
    INTEGER,
    INTEGERS,
    NUMBER,
    OTHER,
    PARTIAL,
    POINT,
    VECTOR,
    Refused,
    Term,
    is_vector,
)  # fmt: skip
from verify.core.terms import walk

EDGE = 4  # tables are constant outside −EDGE … EDGE
WINDOW = 12  # integers up to this one are tried, one more than any that behaves differently from those further out
REACH = 7  # of the numbers that an integer bound by "for all" is compared with, or moved by


class Unknown(Exception):
    """The model cannot say."""


class NoValue(Exception):
    """The term has certainly no value in the model."""


class Vector(tuple):
    """Coordinates in the space that `space` names."""

    space: Any

    def __new__(cls, space, coordinates):
        made = super().__new__(cls, coordinates)
        made.space = space
        return made


class Dual:
    """A number and how fast it moves: `speed` may be one that moves with another variable."""

    __slots__ = ("at", "level", "speed")

    def __init__(self, level, at, speed):
        self.level, self.at, self.speed = level, at, speed


class Formal:
    """A polynomial in one real variable that ranges over [low, high], or over all reals."""

    __slots__ = ("name", "poly", "range")

    def __init__(self, name, poly, span):
        self.name, self.poly, self.range = name, poly, span


class Head:
    """What names a function, vector or point has for its value: all of it is drawn from the key."""

    __slots__ = ("jumps", "key", "kind", "real", "sign", "smooth")

    def __init__(self, key, kind, sign, smooth=True, real=None, jumps=False):
        self.key, self.kind, self.sign, self.smooth, self.real, self.jumps = key, kind, sign, smooth, real, jumps

    def __repr__(self):
        return repr(self.key)


def rational(x):
    return Fraction(int(x.p), int(x.q)) if type(x) is fmpq else x


def as_fmpq(q):
    return fmpq(q.numerator, q.denominator)


def ball(x):
    return arb(as_fmpq(x)) if type(x) is Fraction else x


# --- arithmetic of all of these ---------------------------------------------------------------------------------------


def plus(a, b):
    if type(a) is Fraction and type(b) is Fraction:
        return a + b
    if type(a) is Vector or type(b) is Vector:
        if type(a) is Fraction and not a:
            return b
        if type(b) is Fraction and not b:
            return a
        if type(a) is not Vector or type(b) is not Vector or a.space != b.space:
            raise Unknown("vectors of two spaces")
        return Vector(a.space, [plus(x, y) for x, y in zip(a, b, strict=True)])
    if type(a) is Dual or type(b) is Dual:
        level = max(x.level for x in (a, b) if type(x) is Dual)
        a, b = _at_level(a, level), _at_level(b, level)
        return Dual(level, plus(a.at, b.at), plus(a.speed, b.speed))
    if type(a) is Formal or type(b) is Formal:
        f, g, like = _formals(a, b)
        return Formal(like.name, f + g, like.range)
    return ball(a) + ball(b)


def times(a, b):
    if type(a) is Fraction and type(b) is Fraction:
        return a * b
    if type(a) is Vector or type(b) is Vector:
        if type(b) is Vector:
            a, b = b, a
        if type(b) is Vector:
            raise Unknown("a product of vectors")
        return Vector(a.space, [times(x, b) for x in a])
    if type(a) is Dual or type(b) is Dual:
        level = max(x.level for x in (a, b) if type(x) is Dual)
        a, b = _at_level(a, level), _at_level(b, level)
        return Dual(level, times(a.at, b.at), plus(times(a.at, b.speed), times(a.speed, b.at)))
    if type(a) is Formal or type(b) is Formal:
        f, g, like = _formals(a, b)
        return Formal(like.name, f * g, like.range)
    if (type(a) is Fraction and not a) or (type(b) is Fraction and not b):
        return Fraction(0)
    return ball(a) * ball(b)


def _at_level(x, level):
    return x if type(x) is Dual and x.level == level else Dual(level, x, Fraction(0))


def _formals(a, b):
    like = a if type(a) is Formal else b
    if type(a) is Formal and type(b) is Formal and a.name != b.name:
        raise Unknown("two formal variables")
    if type(a) is arb or type(b) is arb:
        raise Unknown("a formal variable and a ball")
    f, g = (x.poly if type(x) is Formal else fmpq_poly([as_fmpq(x)]) for x in (a, b))
    return f, g, like


def minus(a, b):
    return plus(a, times(Fraction(-1), b))


def natural_power(a, n):
    made = Fraction(1)
    for _ in range(n):
        made = times(made, a)
    return made


def sign_of(a):
    """−1, 0 or 1; None where it is not certain."""
    if type(a) is Fraction:
        return (a > 0) - (a < 0)
    if type(a) is arb:
        if not a.is_finite():
            return None
        if a > 0:
            return 1
        return -1 if a < 0 else (0 if a.is_zero() else None)
    if type(a) is Dual:
        return sign_of(a.at)
    if type(a) is Formal:
        if a.poly.degree() <= 0:
            return sign_of(rational(a.poly[0]))
        signs = signs_over(a.poly, a.range)
        return signs.pop() if len(signs) == 1 else None
    raise Unknown("the sign of a vector")


def attains_zero(a):
    if type(a) is Formal and a.poly.degree() > 0:
        return a.range is not None and 0 in signs_over(a.poly, a.range)
    return sign_of(a) == 0


def inverse(a):
    if attains_zero(a):
        raise NoValue("a division by 0")
    if sign_of(a) is None:
        raise Unknown("whether a denominator vanishes")
    if type(a) is Fraction:
        return 1 / a
    if type(a) is Dual:
        there = inverse(a.at)
        return Dual(a.level, there, times(times(Fraction(-1), a.speed), times(there, there)))
    if type(a) is Formal:
        if a.poly.degree() > 0:
            raise Unknown("a formal fraction")
        return 1 / rational(a.poly[0])
    return 1 / a


def absolute(a):
    sign = sign_of(a)
    if type(a) is Dual and not sign:
        raise Unknown("a bend")
    if sign is None:
        if type(a) is arb:
            return abs(a)
        raise Unknown("a bend")
    return a if sign >= 0 else times(Fraction(-1), a)


def _derivative_of(kind, u):
    """The derivative of the elementary function at u."""
    one = Fraction(1)
    square = times(u, u)
    if kind == "exp":
        return elementary("exp", u)
    if kind == "log":
        return inverse(u)
    if kind == "sin":
        return elementary("cos", u)
    if kind == "cos":
        return times(-one, elementary("sin", u))
    if kind == "tan":
        return plus(one, natural_power(elementary("tan", u), 2))
    if kind == "sinh":
        return elementary("cosh", u)
    if kind == "cosh":
        return elementary("sinh", u)
    if kind == "tanh":
        return minus(one, natural_power(elementary("tanh", u), 2))
    if kind == "atan":
        return inverse(plus(one, square))
    if kind in ("asin", "acos"):
        slope = inverse(root(minus(one, square), Fraction(1, 2)))
        return slope if kind == "asin" else times(-one, slope)
    if kind == "asinh":
        return inverse(root(plus(one, square), Fraction(1, 2)))
    if kind == "acosh":
        return inverse(root(minus(square, one), Fraction(1, 2)))
    if kind == "atanh":
        return inverse(minus(one, square))
    raise Unknown(f"the derivative of {kind}")


_AT_ZERO = dict.fromkeys(["sin", "tan", "sinh", "tanh", "asin", "atan", "asinh", "atanh"], Fraction(0)) | dict.fromkeys(
    ["exp", "cos", "cosh", "sinc"], Fraction(1)
)


def elementary(kind, u):
    if kind == "abs":
        return absolute(u)
    if type(u) is Vector:
        raise Unknown("a function of a vector")
    if kind == "log":
        _need(sign_of(u), (1,), (-1, 0), u)
    if kind in ("acos", "asin", "atanh"):
        one = Fraction(1)
        for side in (minus(one, u), plus(one, u)):
            _need(
                sign_of(side),
                (1,) if kind == "atanh" or type(u) is Dual else (0, 1),
                (-1, 0) if kind == "atanh" else (-1,),
                u,
            )
    if kind == "acosh":
        _need(sign_of(minus(u, Fraction(1))), (1,) if type(u) is Dual else (0, 1), (-1,), u)
    if type(u) is Fraction:
        if u == 0 and kind in _AT_ZERO:
            return _AT_ZERO[kind]
        if u == 1 and kind in ("log", "acos", "acosh"):
            return Fraction(0)
        if kind in ("exp", "sinh", "cosh") and abs(u) > 200:
            raise Unknown("too large")
        return _ball_function(kind, ball(u))
    if type(u) is Dual:
        return Dual(u.level, elementary(kind, u.at), times(_derivative_of(kind, u.at), u.speed))
    if type(u) is Formal:
        if u.poly.degree() > 0:
            raise Unknown("a formal function")
        return elementary(kind, rational(u.poly[0]))
    return _ball_function(kind, u)


def _need(sign, good, bad, u):
    if sign in good:
        return
    if sign in bad and not (type(u) is Formal and u.range is None):
        if type(u) is Dual and sign == 0 and 0 not in bad:
            raise Unknown("the edge of a domain")
        raise NoValue("outside the domain")
    raise Unknown("whether it is in the domain")


def _ball_function(kind, u):
    made = u.sinc() if kind == "sinc" else u.tan() if kind == "tan" else getattr(u, kind)()
    if not made.is_finite():
        raise Unknown(f"{kind} of a wide ball")
    return made


def root(a, exponent):
    """a to an exponent that is not an integer."""
    sign = sign_of(a)
    if sign is None:
        raise Unknown("whether a root is of a positive number")
    if sign < 0 or (sign == 0 and exponent < 0):
        if type(a) is Formal and a.range is None:
            raise Unknown("a root of a formal number")
        raise NoValue("a root of a negative number")
    if type(a) is Dual:
        if sign == 0:
            raise Unknown("a root at 0")
        return Dual(a.level, root(a.at, exponent), times(times(exponent, any_power(a.at, exponent - 1)), a.speed))
    if type(a) is Formal:
        if a.poly.degree() > 0:
            raise Unknown("a formal root")
        a = rational(a.poly[0])
    if sign == 0:
        return Fraction(0)
    if type(a) is Fraction:
        top, bottom = (_whole_root(x, exponent.denominator) for x in (a.numerator, a.denominator))
        if top and bottom:
            return Fraction(top, bottom) ** exponent.numerator
    return (ball(exponent) * ball(a).log()).exp()


def any_power(a, exponent):
    if exponent.denominator != 1:
        return root(a, exponent)
    if abs(exponent) > 60:
        raise Unknown("a high power")
    return natural_power(a, int(exponent)) if exponent >= 0 else inverse(natural_power(a, int(-exponent)))


def _whole_root(n, k):
    guess = round(n ** (1 / k)) if n < 10**12 else 0
    return guess if guess and guess**k == n else 0


# --- polynomials over a range -----------------------------------------------------------------------------------------


def _integral_factors(poly):
    return [f for f, _ in fmpz_poly([int(c) for c in poly.numer().coeffs()]).factor()[1]]


@functools.lru_cache(maxsize=4000)
def _roots_of(coefficients):
    """The real roots of the factors, in order, each as (low, high, factor): rational ones have low = high."""
    found = []
    for factor in _integral_factors(fmpq_poly([as_fmpq(c) for c in coefficients])):
        if factor.degree() == 1:
            r = Fraction(-int(factor[0]), int(factor[1]))
            found.append((r, r, factor))
            continue
        if factor.degree() < 1:
            continue
        for value, _ in factor.complex_roots():
            if value.imag.is_zero():
                found.append((_exactly(value.real.lower()), _exactly(value.real.upper()), factor))
            elif value.imag.contains(0):
                raise Unknown("whether a root is real")
    found.sort(key=lambda r: r[0])
    if any(a[1] >= b[0] for a, b in pairwise(found)):
        raise Unknown("roots that are not apart")
    return tuple(found)


def _exactly(x):
    """The exact ball as a Fraction."""
    digits, exponent = x.man_exp()
    return Fraction(int(digits)) * Fraction(2) ** int(exponent)


def cells(polys):
    """Points that represent the real line: between and at all real roots of the polynomials."""
    whole = fmpq_poly([1])
    for p in polys:
        if p.degree() > 0:
            whole *= p
    roots = _roots_of(tuple(rational(c) for c in whole.coeffs())) if whole.degree() > 0 else ()
    if not roots:
        return [(Fraction(0), None)]
    points = [(roots[0][0] - 1, None)]
    for i, r in enumerate(roots):
        points.append((r[0], None) if r[0] == r[1] else ((r[0], r[1]), r[2]))
        points.append(((r[1] + roots[i + 1][0]) / 2 if i + 1 < len(roots) else r[1] + 1, None))
    return points


def sign_at(poly, point):
    place, factor = point
    if factor is None:
        return sign_of(rational(poly(as_fmpq(place))))
    if poly.degree() < 0:
        return 0
    if not (poly % fmpq_poly([int(c) for c in factor.coeffs()])).degree() >= 0:
        return 0
    low, high = place
    at = ball(low).union(ball(high))
    made = arb(0)
    for c in reversed(poly.coeffs()):
        made = made * at + arb(c)
    sign = sign_of(made)
    if sign is None:
        raise Unknown("a sign at a root")
    return sign


def signs_over(poly, span):
    """The signs that the polynomial has in the range."""
    if span is None:
        return {sign_at(poly, p) for p in cells([poly])}
    low, high = span
    edges = [fmpq_poly([as_fmpq(-low), 1]), fmpq_poly([as_fmpq(-high), 1])]
    return {sign_at(poly, p) for p in cells([poly, *edges]) if sign_at(edges[0], p) >= 0 and sign_at(edges[1], p) <= 0}


# --- models -----------------------------------------------------------------------------------------------------------

NUMBERS = [Fraction(n) for n in (-2, -1, -1, 0, 0, 1, 1, 2, 3)] + [
    Fraction(1, 2),
    Fraction(-1, 2),
    Fraction(3, 2),
    Fraction(1, 3),
]
WHOLES = [Fraction(n) for n in (-3, -2, -1, 0, 0, 1, 1, 2, 2, 3, 4, 5)]
DIFFERENTIATES = {"derivative", "gradient", "hessian"}
GAPS = [Fraction(n) for n in (-1, 0, 0, 0)]
"""Values that variables have more often in total models: much is not defined there."""
JUNK = [Fraction(n) for n in (-2, -1, -1, 0, 0, 0, 1, 1, 2, 3)] + [Fraction(1, 2), Fraction(-1, 2)]
"""Values of terms where they are not defined."""


GAPPED = {"power", "log", "acos", "asin", "atanh"}
"""What is not defined for some values of its first argument."""


def heads_of(formulas: Iterable[Term]):
    """(heads that something differentiates, places (head, index) where heads are applied to what is no integer)."""
    smooth, real, vectors, integrated = set(), set(), set(), set()
    for f in formulas:
        for t in walk(f):
            if t.kind == "integral":
                integrated.update(x.args[0] for x in walk(t.args[0]) if x.kind in ("apply", "vector"))
            if t.kind in ("gradient", "hessian") or (t.kind == "apply" and t.args[1]):
                smooth.add(t.args[0])
                real.add((t.args[0], 0))
            if t.kind in ("gradient", "hessian"):
                vectors.add((t.args[0], 0))
            if t.kind == "derivative":
                smooth.update(x.args[0] for x in walk(t.args[0]) if x.kind in ("apply", "vector"))
            if t.kind in ("apply", "vector"):
                first = 2
                for i, a in enumerate(t.args[first:]):
                    if type(a) is Term and a.sort != OTHER and not a.whole:
                        real.add((t.args[0], i))
                    if is_vector(a):
                        vectors.add((t.args[0], i))
    return smooth, real, vectors, integrated


class Model:
    """One random model for the variables of some formulas, with uses that the formulas do not show.

    If it is `total`, each term has a value.
    """

    def __init__(self, seed, formulas: Sequence[Term] = (), smooth=(), real=(), *, total=False):
        self.seed, self.total = seed, total
        self.numbers = [*NUMBERS, *GAPS] if total else NUMBERS
        found = heads_of(formulas)
        self.smooth = found[0] | set(smooth)
        self.real = found[1] | set(real)
        self.integrated = found[3] | {head for head, _ in real}
        self.vectors = found[2]
        self.set: dict[Any, Any] = {}  # values that were chosen, of variables and of entries of tables
        self.level = 0

    def random(self, *key):
        return Random(f"{self.seed}{key!r}")

    # -- values of variables --

    def number(self, key, kind, sign):
        r = self.random("number", key)
        x = r.choice(WHOLES if kind in (INTEGER, INTEGERS) else self.numbers)
        if sign == "positive":
            return abs(x) or Fraction(1)
        return abs(x) if sign else x

    def variable(self, v):
        if v in self.set:
            return self.set[v]
        name, kind, sign = v.args
        if kind in (NUMBER, INTEGER):
            return self.number(v.args, kind, sign)
        places = {i for head, i in self.real if head is v}
        jumps = v not in self.smooth and v not in self.integrated and self.random("jumps", v.args).random() < 0.5
        return Head(("free", name, kind, sign), kind, sign, v in self.smooth, places, jumps)

    def sample(self, kind, sign, r: Random):
        """A value for a variable that "for all" binds."""
        if kind in (NUMBER, INTEGER):
            if kind == NUMBER and r.random() < 0.3:
                x = Fraction(r.randint(-30, 30), r.randint(1, 12))
            else:
                x = r.choice(WHOLES if kind == INTEGER else NUMBERS)
            return (abs(x) or Fraction(1)) if sign == "positive" else abs(x) if sign else x
        return Head(("bound", r.random()), kind, sign)

    # -- terms --

    def value(self, t: Term, env=()):
        """The value; env holds those of the bound variables, innermost last.

        Raises:
            NoValue, Unknown
        """
        if not self.total:
            return self.defined_value(t, env)
        try:
            return self.defined_value(t, env)
        except NoValue:
            return self.junk(t, env)

    def value_if_defined(self, t: Term, env=()):
        """The value, also in a total model only where the term is defined.

        Raises:
            NoValue, Unknown
        """
        total, self.total = self.total, False
        try:
            return self.value(t, env)
        finally:
            self.total = total

    def junk(self, t: Term, env):
        """The value of a term that is not defined though its parts have values."""
        key = self.junk_key(t, env)
        if key in self.set:
            return self.set[key]
        if t.kind in ("gradient", "hessian"):
            x = self.value(t.args[1], env)
            if type(x) is not Vector:
                raise Unknown("a gradient at 0")
            return Vector(x.space, [self.random(key, j).choice(JUNK) for j in range(len(x))])
        return self.random(key).choice(JUNK)

    def junk_key(self, t: Term, env):
        """The kind of the term, and about where its parts are: all that its value may depend on."""
        if t.kind in ("sum", "integral", "derivative"):
            raise Unknown("on what it depends")
        parts = [self.value(a, env) if type(a) is Term else a for a in t.args]
        return ("junk", t.kind, *map(self.about, parts))

    def about(self, x):
        """The same for one value however it was computed; and, as in tables, for all numbers far out."""
        if type(x) is Head:
            return x.key
        if type(x) is Vector:
            found = tuple(map(self.about, x))
            return (x.space, *found) if any(sign_of(c) != 0 for c in x) else 0
        if type(x) is Formal and x.poly.degree() <= 0:
            x = rational(x.poly[0])
        if type(x) is Fraction:
            return max(-2 * EDGE, min(2 * EDGE, 2 * x.numerator // x.denominator))
        if type(x) is arb:
            low = (2 * x).floor().unique_fmpz()
            if low is None:
                raise Unknown("about where a ball is")
            return max(-2 * EDGE, min(2 * EDGE, int(low)))
        if type(x) in (int, str) or (type(x) is tuple and all(type(y) in (int, str) for y in x)):
            return x
        raise Unknown("on what it depends")

    def defined_value(self, t: Term, env):
        kind, args = t.kind, t.args
        if kind == "number":
            return args[0]
        if kind == "variable":
            return self.variable(t)
        if kind == "bound":
            return env[-1 - args[0]]
        if kind == "pi":
            return arb.pi()
        if kind == "e":
            return arb(1).exp()
        if kind in ("sum", "integral", "derivative"):
            return self.binding(t, env)
        if kind in ("apply", "vector", "gradient", "hessian", "point"):
            return self.headed(t, env)
        if kind == "power":
            return self.power(t, env)
        if kind in ("lambda", "tuple", "tangent"):
            raise Unknown(kind)
        values = self.values(args, env)
        if kind == "add":
            return functools.reduce(plus, values, Fraction(0))
        if kind == "mul":
            return functools.reduce(times, values, Fraction(1))
        if kind in ("max", "min"):
            return self.extreme(kind, values)
        if kind == "delta":
            return Fraction(int(self.whole(values[0]) == self.whole(values[1])))
        if kind == "inner":
            return self.inner(*values)
        return elementary(kind, values[0])

    def values(self, terms, env):
        """All of them; what has no value prevails over what is unknown."""
        made, unknown = [], None
        for a in terms:
            try:
                made.append(self.value(a, env))
            except Unknown as error:
                unknown = error
        if unknown:
            raise unknown
        return made

    def inner(self, u, v):
        if type(u) is not Vector or type(v) is not Vector:
            return Fraction(0)
        if u.space != v.space:
            raise Unknown("vectors of two spaces")
        return functools.reduce(plus, [times(x, y) for x, y in zip(u, v, strict=True)], Fraction(0))

    def extreme(self, kind, values):
        best = values[0]
        for x in values[1:]:
            sign = sign_of(minus(x, best))
            if sign is None or (sign == 0 and type(minus(x, best)) is Dual):
                if type(x) in (Fraction, arb) and type(best) in (Fraction, arb):
                    best = ball(best).max(ball(x)) if kind == "max" else ball(best).min(ball(x))
                    continue
                raise Unknown("which is the larger")
            if (sign > 0) == (kind == "max") and sign:
                best = x
        return best

    @staticmethod
    def whole(x):
        if type(x) is not Fraction or x.denominator != 1:
            raise Unknown("an integer that is none")
        return int(x)

    def power(self, t, env):
        base, exponent = t.args
        if exponent.kind == "number":
            a, k = self.value(base, env), exponent.args[0]
            return any_power(a, k)
        a, k = self.values(t.args, env)
        sign = sign_of(a)
        if sign == 1 and type(a) in (Fraction, arb) and type(k) in (Fraction, arb):
            if type(k) is Fraction:
                return any_power(a, k)
            return (ball(k) * ball(a).log()).exp()
        if sign == 1:
            return elementary("exp", times(k, elementary("log", a)))
        if type(a) is Fraction and type(k) is Fraction:
            if k.denominator == 1 or a == 0:  # an integer that the exponent happens to be will do
                return any_power(a, k)
            raise NoValue("a power")
        if type(a) is Fraction and type(k) is arb and a == 0 and sign_of(k) == -1:
            raise NoValue("a power")
        raise Unknown("a power")

    def binding(self, t, env):
        body = t.args[0]
        bounds = self.values(t.args[1:], env)
        if t.kind == "sum":
            low, high = map(self.whole, bounds)
            if high - low > 40:
                raise Unknown("a long sum")
            made, unknown = Fraction(0), None
            for k in range(low, high + 1):
                try:
                    made = plus(made, self.value(body, (*env, Fraction(k))))
                except Unknown as error:
                    unknown = error
            if unknown:
                raise unknown
            return made
        if t.kind == "derivative":
            self.level += 1
            level = self.level
            moved = self.value(body, (*env, Dual(level, bounds[0], Fraction(1))))
            return _speed(moved, level)
        return self.integral(body, bounds, env)

    def integral(self, body, bounds, env):
        if any(type(b) is Dual for b in bounds):
            span = None
        elif all(type(b) is Fraction for b in bounds):
            span = (min(bounds), max(bounds))
            for i in range(5):  # where it has no value at one place, the integral has none
                self.may_be_unknown(body, (*env, span[0] + (span[1] - span[0]) * Fraction(i, 4)))
        else:
            raise Unknown("bounds that are not rational")
        self.level += 1
        made = self.value(body, (*env, Formal(self.level, fmpq_poly([0, 1]), span)))
        return _integrated(made, self.level, bounds)

    def may_be_unknown(self, body, env):
        try:
            self.value(body, env)
        except Unknown:
            return

    # -- heads --

    def headed(self, t, env):
        first = 1 if t.kind in ("point", "gradient", "hessian") else 2
        head = self.value(t.args[0], env)
        values = []
        for i, a in enumerate(t.args[first:]):
            if a.kind in ("variable", "bound") and a.sort == OTHER:
                values.append(self.value(a, env))
            elif a.kind == "tuple":
                values.append(tuple(self.values(a.args, env)))
            else:
                values.append(self.value(a, env))
                if a.sort == "zero" and (t.args[0], i) in self.vectors:
                    raise Unknown("a zero vector of which space")
        if t.kind == "apply":
            return self.applied(head, values, t.args[1])
        if t.kind == "point":
            return ("point", self.random("point", head.key, repr([self.key(v) for v in values])).randint(0, 2))
        if t.kind == "vector":
            if not values and (t.args[0],) in self.set:
                return self.set[(t.args[0],)]
            return self.vector(head, self.space(t.args[1], env), values)
        if type(values[0]) is not Vector:
            raise Unknown("a gradient at 0")
        if t.kind == "gradient":
            return self.gradient(head, values[0])
        self.level += 1
        level = self.level
        if type(values[1]) is not Vector:
            return Fraction(0)
        moved = [Dual(level, x, u) for x, u in zip(*values, strict=True)]
        return _speed(self.gradient(head, Vector(values[0].space, moved)), level)

    def gradient(self, head, x):
        made = []
        for i in range(len(x)):
            self.level += 1
            level = self.level
            moved = [Dual(level, c, Fraction(int(i == j))) for j, c in enumerate(x)]
            made.append(_speed(self.applied(head, [Vector(x.space, moved)], 0), level))
        return Vector(x.space, made)

    def key(self, v):
        """Of an argument that a table is read at."""
        if type(v) is Fraction:
            return max(-EDGE, min(EDGE, int(v))) if v.denominator == 1 else v
        if type(v) is Head:
            return v.key
        if type(v) is tuple and all(type(x) in (Fraction, int, str) for x in v):
            return v
        raise Unknown("an argument of a table")

    def space(self, space, env):
        if space.kind == "variable":
            return space.args[0]
        return ("tangent", self.key(self.value(space.args[0], env)))

    def dimension(self, space):
        return self.random("dimension", space).choice([1, 2, 2, 3])

    def split(self, head, values):
        """The arguments of a table, and those of a continuous function."""
        table, continuous = [], []
        for i, v in enumerate(values):
            reads = (
                type(v) is Fraction
                and v.denominator == 1
                and (head.kind == INTEGERS or (head.real is not None and i not in head.real))
            )
            if type(v) in (Vector, Dual, Formal, arb) or (type(v) is Fraction and not reads):
                if head.kind == INTEGERS:
                    raise Unknown("an integer function of what is no integer")
                continuous.append(v)
            else:
                table.append((i, self.key(v)))
        return table, continuous

    def coefficient(self, *key):
        return self.random(*key).choice(NUMBERS)

    def polynomial(self, key, continuous, smooth, sign, jumps=False):
        """A polynomial in the arguments, drawn from the key; the square of one where it must not be negative."""
        made = self.coefficient(key, "constant")
        if jumps:
            places = [c for x in continuous for c in (x if type(x) is Vector else [x])]
            if not all(type(c) is Fraction for c in places):
                raise Unknown("a function that may jump")
            made += self.coefficient(key, "jump", *(c.numerator * 2 // c.denominator for c in places))
        cross = self.coefficient(key, "cross") if len(continuous) > 1 else Fraction(0)
        for i, x in enumerate(continuous):
            if type(x) is Vector:
                slope = [self.coefficient(key, i, j) for j in range(len(x))]
                made = functools.reduce(plus, [times(a, c) for a, c in zip(slope, x, strict=True)], made)
                if not sign:
                    made = plus(made, times(self.coefficient(key, i, "square"), self.inner(x, x)))
                cross = times(cross, x[0])
            else:
                made = plus(made, times(self.coefficient(key, i, 1), x))
                if not sign:
                    made = plus(made, times(self.coefficient(key, i, 2), times(x, x)))
                if not smooth and self.random(key, i, "bend").random() < 0.4:
                    at = self.coefficient(key, i, "at")
                    made = plus(made, times(self.coefficient(key, i, "by"), absolute(minus(x, at))))
                cross = times(cross, x)
        made = plus(made, cross)
        if sign:
            made = times(made, made)
        return plus(made, abs(self.coefficient(key, "more")) or Fraction(1)) if sign == "positive" else made

    def applied(self, head, values, order):
        if order:
            self.level += 1
            level = self.level
            return _speed(self.applied(head, [Dual(level, values[0], Fraction(1))], order - 1), level)
        if type(head) is not Head:
            raise Unknown("an unknown head")
        if head.key[0] == "free" and (head.key, *map(self.hashable, values)) in self.set:
            return self.set[(head.key, *map(self.hashable, values))]
        table, continuous = self.split(head, values)
        key = (head.key, tuple(table))
        if head.kind == PARTIAL:
            key = (*key, self.piece(head, key, continuous))
        if not continuous:
            return self.number(key, head.kind, head.sign)
        return self.polynomial(key, continuous, head.smooth, head.sign, head.jumps)

    @staticmethod
    def hashable(v):
        return v if type(v) is Fraction else id(v)

    def pieces(self, head, key):
        """Ranges (low, high, with ends) of the first continuous argument for which a partial function has a value."""
        r = self.random("domain", key)
        a, b = sorted(r.sample([Fraction(n, 2) for n in range(-4, 8)], 2))
        shape = r.randrange(6)
        if shape == 0:
            return [(None, None, True)]
        if shape == 1:
            return [(None, a, False), (a, None, False)]
        if shape == 2:
            return [(a, None, not head.smooth)]
        if shape == 3:
            return [(None, b, not head.smooth)]
        if shape == 4:
            return [(a, b, not head.smooth)]
        return [(None, a, not head.smooth), (b, None, not head.smooth)]

    def piece(self, head, key, continuous):
        """Which piece of its domain the arguments are in."""
        if not continuous:
            if self.random("domain", key).random() < 0.3:
                raise NoValue("a partial function outside its domain")
            return 0
        x = continuous[0]
        if type(x) is Vector:
            x = self.inner(x, x)
        unknown = False
        for n, (low, high, ends) in enumerate(self.pieces(head, key)):
            inside = [self.beyond(minus(x, low), ends)] if low is not None else []
            inside += [self.beyond(minus(high, x), ends)] if high is not None else []
            if all(s is True for s in inside):
                return n
            unknown = unknown or all(s is not False for s in inside)
        if unknown or type(x) is Formal:
            raise Unknown("whether it is in the domain of a partial function")
        raise NoValue("a partial function outside its domain")

    @staticmethod
    def beyond(x, ends):
        if type(x) is Formal and x.poly.degree() > 0:
            signs = signs_over(x.poly, x.range)
            return True if signs <= ({0, 1} if ends else {1}) else False if signs <= {-1} else None
        sign = sign_of(x)
        if sign is None:
            return None
        if sign == 0 and type(x) is Dual:
            return False if not ends else None
        return sign > 0 or (sign == 0 and ends)

    def vector(self, head, space, values):
        table, continuous = self.split(head, values)
        if any(type(v) is Vector for v in continuous):
            raise Unknown("a field of vectors")
        coordinates = []
        for j in range(self.dimension(space)):
            key = (head.key, space, tuple(table), j)
            coordinates.append(
                self.polynomial(key, continuous, head.smooth, "", head.jumps) if continuous else self.coefficient(key)
            )
        return Vector(space, coordinates)

    # -- formulas --

    def holds(self, f: Term, env=(), *, effort=12):
        """True where it is certain to be defined and true, False where it is certain not to be, else None."""
        try:
            if f.kind == "relation":
                return self.compared(f.args[0], *self.values(f.args[1:], env))
            if f.kind == "predicate":
                return self.predicate(f, env)
            return self.for_all(f, env, effort)
        except Unknown:
            return None
        except NoValue:
            return False
        except OverflowError:
            return None

    @staticmethod
    def compared(op, a, b):
        if type(a) is tuple and a[0] == "point":
            return a == b
        if type(a) is Vector or type(b) is Vector:
            d = minus(a, b)
            signs = [sign_of(x) for x in d] if type(d) is Vector else [sign_of(d)]
            equal = True if not any(s != 0 for s in signs) else False if any(s in (-1, 1) for s in signs) else None
            return equal if op == "=" else None
        return _related(op, a, b)

    def predicate(self, f, env):
        words, *terms = f.args
        if words == "in the domain of":
            head = self.value(terms[0], env)
            values = [self.value(a, env) for a in terms[1:]]
            table, continuous = self.split(head, values)
            try:
                self.piece(head, (head.key, tuple(table)), continuous)
            except NoValue:
                return False
            return True
        if words == "is defined":
            raise Unknown(words)
        values = [self.key(self.value(a, env)) for a in terms]
        return self.random(words, repr(values)).random() < 0.5

    def samples(self, f, env, effort):
        """Some values of the variables that "for all" binds, in environments for what is inside."""
        signatures = f.args[0]
        r = self.random("for all", f.order, repr(env) if all(type(e) is Fraction for e in env) else 0)
        for n in range(effort):
            values = [self.sample(*s, r) for s in signatures]
            if n < 2 * len(signatures) + 2:  # ends of ranges are where things go wrong
                values = [
                    Fraction(n // 2 if s[0] == INTEGER else r.choice([0, 1, 1, 2]))
                    if s[0] in (NUMBER, INTEGER) and not s[1]
                    else v
                    for s, v in zip(signatures, values, strict=True)
                ]
            yield (*env, *reversed(values))

    def for_all(self, f, env, effort):
        given, body = f.args[1:-1], f.args[-1]
        for inner in self.samples(f, env, effort):
            if (
                all(self.holds(g, inner, effort=3) is True for g in given)
                and self.holds(body, inner, effort=3) is False
            ):
                return False
        try:
            return self.surely(f, env)
        except Unknown:
            return None

    def is_undefined(self, f: Term, env=(), *, effort=12):
        """Whether the formula is certain not to be defined."""
        if f.kind == "forall":
            for inner in self.samples(f, env, effort):
                for g in f.args[1:]:
                    if self.is_undefined(g, inner, effort=3):
                        return True
                    if self.holds(g, inner, effort=3) is not True:
                        break
            return False
        domain = f.kind == "predicate" and f.args[0] == "in the domain of"
        for a in f.args[2 if domain else 1 :]:
            try:
                self.value_if_defined(a, env)
            except NoValue:
                return True
            except (Unknown, OverflowError):
                continue
        return False

    def surely(self, f, env):
        """Whether it holds for all values, if that can be told: for integers in tame places and one real number."""
        signatures = f.args[0]
        given, body = f.args[1:-1], f.args[-1]
        whole = [i for i, s in enumerate(signatures) if s[0] == INTEGER]
        reals = [i for i, s in enumerate(signatures) if s[0] == NUMBER]
        if len(whole) + len(reals) < len(signatures) or len(reals) > 1 or len(whole) > 2:
            raise Unknown("what it is for all of")
        for g in (*given, body):
            for i in whole:
                self.tame(g, i, env, signatures)
        for ks in product(range(-WINDOW, WINDOW + 1), repeat=len(whole)):
            values: list[Any] = [None] * len(signatures)
            for i, k in zip(whole, ks, strict=True):
                values[i] = Fraction(k)
            if any(
                values[i] <= 0 if s[1] == "positive" else s[1] and values[i] < 0
                for i, s in enumerate(signatures)
                if i in whole
            ):
                continue
            if reals:
                self.level += 1
                values[reals[0]] = Formal(self.level, fmpq_poly([0, 1]), None)
                if not self.over_reals(
                    given, body, (*env, *reversed(values)), signatures[reals[0]][1], values[reals[0]]
                ):
                    return False
                continue
            inner = (*env, *reversed(values))
            met = [self.holds(g, inner, effort=3) for g in given]
            if any(m is False for m in met):
                continue
            true = self.holds(body, inner, effort=3)
            if true is True:
                continue
            if true is False and all(met):
                return False
            raise Unknown("a formula for one integer")
        return True

    def tame(self, f, i, env, signatures):
        """An integer bound by "for all" is only an argument of heads, ±k away, or compared with a number nearby."""
        here = len(env) + len(signatures)
        if f.kind in ("forall", "predicate") and f.open:
            raise Unknown("a formula in a formula")

        def is_it(t, depth):
            return t.kind == "bound" and t.args[0] - depth == i

        def mentions(t, depth):
            if is_it(t, depth):
                return True
            inner = 1 if t.kind in ("sum", "integral", "derivative") else 0
            return any(
                mentions(a, depth + (inner if j == 0 else 0))
                for j, a in enumerate(t.args)
                if type(a) is Term and a.open
            )

        def near(t, depth):
            """It is k + a small number."""
            if is_it(t, depth):
                return True
            if t.kind != "add":
                return False
            rest = [a for a in t.args if not is_it(a, depth)]
            return len(rest) == len(t.args) - 1 and all(
                a.kind == "number" and abs(a.args[0]) <= REACH - EDGE for a in rest
            )

        def look(t, depth):
            if not mentions(t, depth):
                return
            if t.kind in ("apply", "vector", "point") and type(t.args[0]) is Term and t.args[0].kind == "variable":
                first = 1 if t.kind == "point" else 2
                for n, a in enumerate(t.args[first:]):
                    if mentions(a, depth) and not (near(a, depth) and (t.args[0], n) not in self.real):
                        raise Unknown("an argument that moves with an integer")
                if t.kind == "vector" and mentions(t.args[1], depth):
                    raise Unknown("a space that moves with an integer")
                return
            if is_it(t, depth) or t.kind in ("sum", "integral", "derivative"):
                raise Unknown("an integer that is not in a tame place")
            for a in t.args:
                if type(a) is Term:
                    look(a, depth)

        if f.kind == "relation":
            left, right = f.args[1:]
            for a, b in ((left, right), (right, left)):
                if near(a, 0):
                    if b.open:
                        raise Unknown("two bound variables compared")
                    if abs(self.value(b)) > REACH:
                        raise Unknown("a number that is far away")
                    return
            look(left, 0)
            look(right, 0)
        assert here

    def over_reals(self, given, body, env, sign, formal):
        """Whether the body holds for all reals at which all that is given holds; all sides are polynomials in it."""
        relations = []
        if sign:
            relations.append((">" if sign == "positive" else "≥", formal.poly))
        for g in given:
            if g.kind != "relation":
                raise Unknown("a condition that is no relation")
            try:
                made = self.polynomial_of(g, env, formal)
            except NoValue:
                return True
            relations.append(made)
        if body.kind != "relation":
            raise Unknown("a body that is no relation")
        try:
            concluded = self.polynomial_of(body, env, formal)
        except NoValue:
            raise Unknown("a body without a value") from None
        for point in cells([p for _, p in (*relations, concluded)]):
            if all(_op_allows(op, sign_at(p, point)) for op, p in relations) and not _op_allows(
                concluded[0], sign_at(concluded[1], point)
            ):
                return False
        return True

    def polynomial_of(self, f, env, formal):
        a, b = self.values(f.args[1:], env)
        if type(a) is tuple or type(a) is Vector or type(b) is Vector:
            raise Unknown("no numbers")
        d = minus(a, b)
        if type(d) is Fraction:
            return f.args[0], fmpq_poly([as_fmpq(d)])
        if type(d) is not Formal or d.name != formal.name:
            raise Unknown("no polynomial")
        return f.args[0], d.poly

    # -- making hypotheses true --

    def bend_to(self, hypotheses):
        """Chooses values of variables, and entries of tables, so that more hypotheses hold."""
        r = self.random("bend")
        if self.total and r.random() < 0.7:
            self.leave_a_gap(hypotheses, r)
        for h in hypotheses:
            if h.kind != "relation" or self.holds(h) is True:
                continue
            op, left, right = h.args
            for mine, other, flip in ((left, right, False), (right, left, True)):
                try:
                    goal = self.value(other)
                    if op in ("≥", ">", "≤", "<", "≠") and type(goal) is Fraction:
                        by = r.choice([Fraction(0), Fraction(1), Fraction(1), Fraction(2), Fraction(1, 2)])
                        up = (op in ("≥", ">")) != flip
                        goal = goal + (by if up else -by)
                    if self.choose(mine, goal) or (self.total and self.choose_a_part(mine, goal)):
                        break
                except (Unknown, NoValue):
                    continue

    def leave_a_gap(self, hypotheses, r):
        """Chooses values so that something in the hypotheses is not defined."""
        found = [t for h in hypotheses if h.kind == "relation" for t in walk(h) if t.kind in GAPPED and not t.open]
        if not found:
            return
        t = r.choice(found)
        bad = [Fraction(0), Fraction(-1)] if t.kind in ("power", "log") else [Fraction(2), Fraction(-2)]
        r.shuffle(bad)
        for value in bad:
            try:
                if self.choose(t.args[0], value) or self.choose_a_part(t.args[0], value):
                    return
            except (Unknown, NoValue, OverflowError):
                continue

    def choose(self, t, value):
        """Whether the term can be given the value, and now has it."""
        if t.kind == "variable" and t.args[1] in (NUMBER, INTEGER) and type(value) is Fraction:
            if not _fits(value, *t.args[1:]) or t in self.set:
                return False
            self.set[t] = value
            return True
        if t.kind == "apply" and t.args[0].kind == "variable" and not t.args[1] and type(value) is Fraction:
            head = t.args[0]
            if (
                not _fits(value, INTEGER if head.args[1] == INTEGERS else NUMBER, head.args[2])
                or head.args[1] == PARTIAL
            ):
                return False
            arguments = [self.value(a) for a in t.args[2:]]
            places = {i for h, i in self.real if h is head}
            if places or not arguments or any(type(a) is not Fraction or abs(a) >= EDGE for a in arguments):
                return False
            self.set[(("free", *head.args), *arguments)] = value
            return True
        if t.kind == "vector" and t.args[0].kind == "variable" and len(t.args) == 2 and type(value) is Vector:
            if (t.args[0],) in self.set:
                return False
            self.set[(t.args[0],)] = value
            return True
        if self.total and type(value) is Fraction and self.is_junk(t):
            key = self.junk_key(t, ())
            if key not in self.set:
                self.set[key] = value
                return True
        return False

    def is_junk(self, t):
        """Whether the number has a value that nothing is known of though its parts are defined or have such values."""
        if t.kind in ("number", "variable", "sum", "integral", "derivative", "gradient", "hessian"):
            return False
        try:
            self.defined_value(t, ())
        except NoValue:
            return True
        return False

    def choose_a_part(self, t, value):
        """The same for a sum or product, by one of its terms."""
        if t.kind not in ("add", "mul") or type(value) is not Fraction:
            return False
        for i, a in enumerate(t.args):
            rest = [self.value(x) for j, x in enumerate(t.args) if j != i]
            if any(type(x) is not Fraction for x in rest):
                continue
            if t.kind == "add":
                goal = value - sum(rest)
            else:
                factor = functools.reduce(times, rest, Fraction(1))
                if not factor:
                    continue
                goal = value / factor
            if self.choose(a, goal) or self.choose_a_part(a, goal):
                return True
        return False


def _fits(value, kind, sign):
    return (kind == NUMBER or value.denominator == 1) and (value > 0 if sign == "positive" else not sign or value >= 0)


def _op_allows(op, sign):
    return {"=": sign == 0, "≠": sign != 0, "≥": sign >= 0, ">": sign > 0, "≤": sign <= 0, "<": sign < 0}[op]


def _related(op, a, b):
    d = minus(a, b)
    if type(d) is Formal and d.poly.degree() > 0:
        raise Unknown("a formal relation")
    sign = sign_of(d)
    if sign is not None:
        return _op_allows(op, sign)
    if type(d) is arb and d.is_finite():
        if op in ("≥", "≤") and (d >= 0 if op == "≥" else d <= 0):
            return True
        if op in (">", "<") and (d <= 0 if op == ">" else d >= 0):
            return False
    return None


def _speed(x, level):
    if type(x) is Vector:
        return Vector(x.space, [_speed(c, level) for c in x])
    if type(x) is Formal or type(x) is not Dual or x.level != level:
        return Fraction(0)
    return x.speed


def _integrated(x, name, bounds):
    if type(x) is Vector:
        return Vector(x.space, [_integrated(c, name, bounds) for c in x])
    low, high = bounds
    if type(x) is Dual:
        return (
            Dual(x.level, _integrated(x.at, name, bounds), _integrated(x.speed, name, bounds))
            if all(type(b) is not Dual for b in bounds)
            else _unknown("a moving integral")
        )
    if type(x) is not Formal or x.name != name:
        return times(x, minus(high, low))
    whole = x.poly.integral()
    ends = []
    for b in (low, high):
        made: Any = Fraction(0)
        for c in reversed(whole.coeffs()):
            made = plus(times(made, b), rational(c))
        ends.append(made)
    return minus(ends[1], ends[0])


def _unknown(why):
    raise Unknown(why)


# --- theorems in models -----------------------------------------------------------------------------------------------


def uses_of_theorem(theorem):
    """(heads that the proof differentiates, real places of heads): what a model of the theorem must give them."""
    uses = theorem.uses
    smooth = {v for s in getattr(uses, "slopes", ()) for v in s.free}
    return smooth, {place[:2] for place in getattr(uses, "places", ())}


def falsifies(hypotheses, conclusion, seed, smooth=(), real=(), *, total=True):
    """(whether the hypotheses are certain to hold in the model with this seed, whether one is not defined, why not).

    The last says what is wrong with the conclusion there; it is empty if nothing is known to be.
    """
    model = Model(seed, [*hypotheses, conclusion], smooth, real, total=total)
    model.bend_to(hypotheses)
    quick_first = sorted(hypotheses, key=lambda h: h.kind == "forall")
    if not all(model.holds(h) is True for h in quick_first):
        return False, False, ""
    gaps = total and any(model.is_undefined(h) for h in hypotheses)
    return True, gaps, fault(model, conclusion)


def fault(model, conclusion):
    """What is wrong with the conclusion in the model: it is false, or not defined, or a condition for that fails."""
    if model.holds(conclusion, effort=24) is False:
        return "false"
    if not model.total:
        return ""
    if model.is_undefined(conclusion, effort=24):
        return "not defined"
    try:
        needed = conditions(conclusion)
    except Refused:
        return ""
    return next((f"the condition {c!r} fails" for c in needed if model.holds(c, effort=24) is False), "")


@dataclass
class Search:
    """What was found in models: the first fault, with the seed of its model; and in how many all hypotheses hold."""

    fault: str = ""
    seed: int | None = None
    met: int = 0
    gaps: int = 0


def search(hypotheses, conclusion, seeds: Iterable[int], smooth=(), real=(), *, total=True, enough=3):
    """Looks for a model in which the hypotheses hold and the conclusion does not, or is not defined.

    `enough` models in which they hold are looked at, of those in which one of them is not defined as many again.
    """
    found = Search()
    for seed in seeds:
        holds, gaps, why = falsifies(hypotheses, conclusion, seed, smooth, real, total=total)
        found.met += holds
        found.gaps += gaps
        if why:
            found.fault, found.seed = why, seed
            break
        if found.met >= 2 * enough or found.met - found.gaps >= enough:
            break
    return found


def hole(theorem, seeds: Iterable[int], enough=3):
    """The search for a total model in which the theorem fails."""
    return search(theorem.hypotheses, theorem.conclusion, seeds, *uses_of_theorem(theorem), enough=enough)


__all__ = [
    "CONSTANT",
    "FORMULAS",
    "FUNCTION",
    "POINT",
    "VECTOR",
    "Model",
    "NoValue",
    "Search",
    "Unknown",
    "falsifies",
    "flint",
    "hole",
    "search",
]
