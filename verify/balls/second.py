"""Enclosures of terms in mpmath's intervals: the second arithmetic, which computes nothing with the first.

Of mpmath it trusts the directed rounding of + − · /, integer powers and square roots only. mpmath 1.3 does not round
its exponential, logarithm and arctangent outwards where a result lies close to a number of the working precision
(`iv.atan` of a small number gives that number, without a width), so these are made here of series with remainders.
mpmath's own logarithm and arctangent only propose a number that is then verified.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from fractions import Fraction
from functools import cache, reduce
from typing import Any

import sympy
from mpmath import iv
from mpmath.libmp import finf, fnan, fninf, mpf_atan, mpf_log, round_ceiling, round_floor, round_nearest, to_int
from sympy import Add, Basic, Expr, Float, Integer, KroneckerDelta, Mul, Pow, Rational, Sum, preorder_traversal

from verify.balls.evaluate import LONGEST_SUM, Undefined, Unsupported

__all__ = ["Undefined", "Unsupported", "enclose", "hull", "magnitude", "rational", "working_precision"]

Interval = Any
Indices = Mapping[Any, Integer]
"""The values of the bound indices at a place inside of sums."""
_GUARD = 16
_LARGEST = 20
"""Arguments of the exponential and of sines are below 2 to this power."""
_STEEPEST = 4096
"""Arguments of the arctangent are below 2 to this power."""


@contextmanager
def working_precision(bits: int) -> Iterator[None]:
    """Sets the precision of mpmath's intervals, which is one for the whole process, and restores it."""
    before = iv.prec
    iv.prec = bits
    try:
        yield
    finally:
        iv.prec = before


def rational(value: Fraction | int | Rational) -> Interval:
    """An interval that contains the rational number, at the working precision."""
    if not isinstance(value, int | Fraction | Rational):
        raise TypeError(f"an interval is made of a rational number, not of {value!r}")
    return iv.mpf(int(value.numerator)) / iv.mpf(int(value.denominator))


def hull(lo: Interval, hi: Interval) -> Interval:
    """The interval from the lower end of lo to the upper end of hi."""
    return iv.mpf([lo.a, hi.b])


def magnitude(x: Interval) -> Interval:
    """The interval of absolute values."""
    if x.a >= 0:
        return x
    if x.b <= 0:
        return -x
    return iv.mpf([0, max(x.b, (-x).b)])


def enclose(expr: Expr, values: Mapping[Any, Any], precision: int = 128) -> Interval:
    """An enclosure of the value of `expr`; like `verify.balls.evaluate.enclose`, in the other arithmetic.

    Raises:
        Undefined: where an argument may leave a function's domain, or is too large for this arithmetic.
        Unsupported: for a term that this arithmetic cannot enclose.
    """
    _refuse_floats(expr)
    with working_precision(precision):
        return _finite(expr, _enclose(expr, values, {}))


def _finite(expr: Any, value: Interval) -> Interval:
    """The value; mpmath's answer for a quotient by zero is the whole line."""
    if {finf, fninf, fnan} & set(value._mpi_):
        raise Undefined(f"{expr} is not certain to be defined")
    return value


def _enclose(expr: Any, values: Mapping[Any, Any], at: Indices) -> Interval:
    known = _with_indices(expr, at)
    if known in values:
        value = values[known]
        return _finite(expr, value) if isinstance(value, iv.mpf) else rational(value)
    if expr in at:
        return rational(at[expr])
    if isinstance(expr, Rational):
        return rational(expr)
    if expr == sympy.pi:
        return _pi(iv.prec)
    if expr == sympy.E:
        return _exp_at(iv.mpf(1))
    if isinstance(expr, Add):
        return reduce(lambda a, b: a + b, (_enclose(a, values, at) for a in expr.args))
    if isinstance(expr, Mul):
        return reduce(lambda a, b: a * b, (_enclose(a, values, at) for a in expr.args))
    if isinstance(expr, Pow):
        return _power(expr, values, at)
    if isinstance(expr, KroneckerDelta):
        return rational(_delta(expr, at))
    if isinstance(expr, Sum):
        return sum((_enclose(term, values, inside) for term, inside in _summands(expr, at)), iv.mpf(0))
    if type(expr) in FUNCTIONS:
        try:
            return FUNCTIONS[type(expr)](*(_enclose(a, values, at) for a in expr.args))
        except _OutsideError as error:
            raise Undefined(f"{expr} is not certain to be defined: {error}") from None
    raise Unsupported(f"the second arithmetic has no enclosure for {type(expr).__name__}: {expr}")


def _power(expr: Pow, values: Mapping[Any, Any], at: Indices) -> Interval:
    base, exponent = _enclose(expr.args[0], values, at), _concrete(expr.args[1], at)
    if isinstance(exponent, Integer):
        n = int(exponent)
        if n < 0 and base.a <= 0 <= base.b:
            raise Undefined(f"{expr}: the base may be zero")
        power = magnitude(base) ** abs(n) if n % 2 == 0 else base ** abs(n)
        return power if n >= 0 else 1 / power
    rising = isinstance(exponent, Rational) and exponent > 0
    if not (base.a >= 0 if rising else base.a > 0):
        raise Undefined(f"{expr}: the base is not certain to be {'non-negative' if rising else 'positive'}")
    if isinstance(exponent, Rational) and exponent.q == 2:
        power = iv.sqrt(base) ** abs(int(exponent.p))
        return power if rising else 1 / power
    size = _enclose(exponent, values, at)
    try:
        if rising and not base.a > 0:
            return hull(iv.mpf(0), _exp(size * _log_at(base.b)) if base.b > 0 else iv.mpf(0))
        return _exp(size * _log(base))
    except _OutsideError as error:
        raise Undefined(f"{expr} is not certain to be defined: {error}") from None


# --- what is not arithmetic: floats, indices, sums --------------------------------------------------------------------


def _refuse_floats(expr: Any) -> None:
    """Raises Unsupported if a sympy Float is anywhere in the term."""
    if isinstance(expr, Basic) and expr.has(Float):
        raise Unsupported(f"floats never enter a proof: {expr}")


def _with_indices(expr: Any, at: Indices) -> Any:
    """The term with the values of the bound indices, to be looked up among the known values; not to be evaluated.

    sympy simplifies what it substitutes into, and 0·log(x) loses the log: what is evaluated is the term itself.
    """
    return expr.subs(at) if at else expr


def _concrete(expr: Any, at: Indices) -> Any:
    """An exponent, a bound or the index of a delta, made a number if it is made of rationals and bound indices."""
    if at and all(isinstance(node, Rational | Add | Mul) or node in at for node in preorder_traversal(expr)):
        return expr.xreplace(at)
    return expr


def _delta(expr: KroneckerDelta, at: Indices) -> int:
    """The value of a Kronecker delta of integers; raises Unsupported for another."""
    indices = [_concrete(a, at) for a in expr.args]
    if len(indices) != 2 or not all(isinstance(a, Integer) for a in indices):
        raise Unsupported(f"no enclosure for KroneckerDelta of {', '.join(map(str, indices))}")
    return int(indices[0] == indices[1])


def _summands(expr: Sum, at: Indices) -> Iterator[tuple[Any, Indices]]:
    """What is added up, for each value of the outermost index.

    Raises:
        Unsupported: for bounds that are not integers, more than 100 000 terms, or a sum that runs backwards by more
            than the empty sum does (there conventions differ).
    """
    body, *inner, limit = expr.args
    index, *ends = limit
    lo, hi = (_concrete(e, at) for e in ends) if len(ends) == 2 else (None, None)
    if not (isinstance(lo, Integer) and isinstance(hi, Integer)) or not -1 <= hi - lo < LONGEST_SUM:
        raise Unsupported(f"no enclosure for a sum with bounds {lo}, {hi}: {expr}")
    term = Sum(body, *inner) if inner else body
    for n in range(int(lo), int(hi) + 1):
        yield term, {**at, index: Integer(n)}


# --- at a point: an interval of no width, with both ends a number of the working precision or more -------------------


class _OutsideError(ArithmeticError):
    """An argument may be outside of a function's domain."""


def _inside(condition: bool | None, needed: str) -> None:
    if condition is not True:
        raise _OutsideError(needed)


def _bits(y: Interval) -> int:
    """A number n with |y| < 2ⁿ; for zero, one that is as good as any."""
    return int(iv.mag(y)) if y != 0 else -_GUARD


def _around(radius: Interval) -> Interval:
    return iv.mpf([-1, 1]) * radius


def _clip(x: Interval, lo: int, hi: int) -> Interval:
    """The interval without what is below lo or above hi, where the value cannot be."""
    return hull(max(x.a, iv.mpf(lo)), min(x.b, iv.mpf(hi)))


@cache
def _pi(bits: int) -> Interval:
    """Machin's formula: π = 16 arctan 1/5 − 4 arctan 1/239."""
    with working_precision(bits + _GUARD):
        return 16 * _arctan_of_inverse(5) - 4 * _arctan_of_inverse(239)


def _arctan_of_inverse(q: int) -> Interval:
    """The alternating series of arctan 1/q; its terms fall, so the rest is at most the first one left out."""
    total, n = iv.mpf(0), 0
    while True:
        term = iv.mpf(1) / ((2 * n + 1) * q ** (2 * n + 1))
        if _bits(term) < -iv.prec:
            return total + _around(term)
        total, n = total + (-1) ** n * term, n + 1


def _exp_at(y: Interval) -> Interval:
    """The series at y/2ᵏ, which is at most 1/2 in size, squared k times; the rest is at most twice the next term."""
    if y == 0:
        return iv.mpf(1)
    k = max(0, _bits(y) + 1)
    _inside(k <= _LARGEST, "it is too large")
    with working_precision(iv.prec + 2 * k + _GUARD):
        small = iv.ldexp(y, -k)
        total, term, n = iv.mpf(0), iv.mpf(1), 0
        while _bits(term) >= -iv.prec:
            n += 1
            total, term = total + term, term * small / n
        total += _around(2 * term)
        for _ in range(k):
            total = total**2
        return total


def _sine_and_cosine_at(y: Interval) -> tuple[Interval, Interval]:
    """The series at y/2ᵏ, at most 1/2 in size, doubled k times; either rest is at most twice the next term."""
    if y == 0:
        return iv.mpf(0), iv.mpf(1)
    k = max(0, _bits(y) + 1)
    _inside(k <= _LARGEST, "it is too large")
    with working_precision(iv.prec + 4 * k + _GUARD):
        small = iv.ldexp(y, -k)
        sums, term, n = [iv.mpf(0), iv.mpf(0)], iv.mpf(1), 0  # of the even powers, of the odd ones
        while _bits(term) >= _bits(small) - iv.prec:
            sums[n % 2] += (-1) ** (n // 2) * term
            n += 1
            term = term * small / n
        cosine, sine = (part + _around(2 * term) for part in sums)
        for _ in range(k):
            sine, cosine = 2 * sine * cosine, 1 - 2 * sine**2
        return _clip(sine, -1, 1), _clip(cosine, -1, 1)


def _log_at(y: Interval) -> Interval:
    """g + log(y/eᵍ) for a proposed g; |log(1 + d) − d| ≤ d² where |d| ≤ 1/2."""
    _inside(y > 0, "its argument may not be positive")
    with working_precision(iv.prec + _GUARD):
        proposed = mpf_log(y._mpi_[0], iv.prec, round_nearest)
        guess = iv.make_mpf((proposed, proposed))
        d = y * _exp_at(-guess) - 1
        _inside(magnitude(d) <= iv.mpf(1) / 2, "its logarithm was not found")
        return guess + d + _around(d**2)


def _arctan_at(y: Interval) -> Interval:
    """g + arctan e for a proposed g on the same side, with e the tangent of arctan(y) − g; |arctan e − e| ≤ |e|³/3."""
    if y == 0:
        return iv.mpf(0)
    steepness = max(0, _bits(y))
    _inside(steepness <= _STEEPEST, "it is too large")
    with working_precision(iv.prec + 2 * steepness + _GUARD):
        proposed = mpf_atan(y._mpi_[0], iv.prec, round_nearest)
        guess = iv.make_mpf((proposed, proposed))
        sine, cosine = _sine_and_cosine_at(guess)
        # then |g| < π/2, and arctan(y) − g lies within (−π/2, π/2) as both are on the same side of 0
        _inside(cosine > 0 and magnitude(guess) < 2 and guess * y > 0, "its arctangent was not found")
        e = (y * cosine - sine) / (cosine + y * sine)
        return guess + e + _around(magnitude(e) ** 3)


def _arcsine_at(y: Interval) -> Interval:
    """arcsin y = 2 arctan(y/(1 + √((1 − y)(1 + y))))."""
    _inside(magnitude(y) <= 1, "its argument may be outside of [-1, 1]")
    return 2 * _arctan(y / (1 + iv.sqrt(magnitude((1 - y) * (1 + y)))))


def _area_sine_at(y: Interval) -> Interval:
    size = magnitude(y)
    found = _log(size + iv.sqrt(size**2 + 1))
    return found if y >= 0 else -found


def _area_cosine_at(y: Interval) -> Interval:
    _inside(y >= 1, "its argument may be below 1")
    return _log(y + iv.sqrt(magnitude((y - 1) * (y + 1))))


def _area_tangent_at(y: Interval) -> Interval:
    _inside(magnitude(y) < 1, "its argument may be outside of (-1, 1)")
    return _log((1 + y) / (1 - y)) / 2


def _hyperbolic_sine_at(y: Interval) -> Interval:
    return (_exp_at(y) - _exp_at(-y)) / 2


def _hyperbolic_cosine_at(y: Interval) -> Interval:
    return (_exp_at(y) + _exp_at(-y)) / 2


def _hyperbolic_tangent_at(y: Interval) -> Interval:
    return 1 - 2 / (_exp_at(2 * y) + 1)


def _tangent_at(y: Interval) -> Interval:
    sine, cosine = _sine_and_cosine_at(y)
    return sine / cosine


def _cardinal_sine_at(y: Interval) -> Interval:
    return iv.mpf(1) if y == 0 else _sine_and_cosine_at(y)[0] / y


# --- on an interval -------------------------------------------------------------------------------------------------


def _rising(at_point: Callable[[Interval], Interval]) -> Callable[[Interval], Interval]:
    """A function that rises on its whole domain, which is an interval."""
    return lambda x: hull(at_point(x.a), at_point(x.b))


_exp, _log, _arctan, _arcsine = map(_rising, (_exp_at, _log_at, _arctan_at, _arcsine_at))


def _wave(x: Interval, part: int) -> Interval:
    """The sine (part 0) or cosine (part 1): between the ends, and ±1 where an extreme may be inside."""
    turns = x / _pi(iv.prec) - (iv.mpf(1) / 2 if part == 0 else 0)
    first, last = to_int(turns.a._mpi_[0], round_ceiling), to_int(turns.b._mpi_[1], round_floor)
    extremes = [iv.mpf((-1) ** (n % 2)) for n in range(first, min(last, first + 1) + 1)]
    found = [_sine_and_cosine_at(end)[part] for end in (x.a, x.b)] + extremes
    return hull(min(f.a for f in found), max(f.b for f in found))


def _tangent(x: Interval) -> Interval:
    cosine = _wave(x, 1)
    _inside(not cosine.a <= 0 <= cosine.b, "a pole may be inside")
    return _rising(_tangent_at)(x)


def _cardinal_sine(x: Interval) -> Interval:
    """sin(x)/x, which falls from 1 as |x| grows from 0 to 3 < π; further out, its slope is at most 1/2 anywhere."""
    size = magnitude(x)
    if size.b <= 3:
        return hull(_cardinal_sine_at(size.b), _cardinal_sine_at(size.a))
    return _clip(_cardinal_sine_at(size.mid) + (size - size.mid) * iv.mpf([-1, 1]) / 2, -1, 1)


def _hyperbolic_cosine(x: Interval) -> Interval:
    return _rising(_hyperbolic_cosine_at)(magnitude(x))


def _arccosine(x: Interval) -> Interval:
    return _pi(iv.prec) / 2 - _arcsine(x)


def _sign(x: Interval) -> Interval:
    _inside(x.a > 0 or x.b < 0 or x == 0, "its argument may be zero")
    return iv.mpf(0) if x == 0 else iv.mpf(1 if x.a > 0 else -1)


def _larger(*xs: Interval) -> Interval:
    return hull(max(x.a for x in xs), max(x.b for x in xs))


def _smaller(*xs: Interval) -> Interval:
    return hull(min(x.a for x in xs), min(x.b for x in xs))


FUNCTIONS: dict[type, Callable[..., Interval]] = {
    sympy.exp: _exp,
    sympy.log: _log,
    sympy.sin: lambda x: _wave(x, 0),
    sympy.cos: lambda x: _wave(x, 1),
    sympy.tan: _tangent,
    sympy.sinc: _cardinal_sine,
    sympy.sinh: _rising(_hyperbolic_sine_at),
    sympy.cosh: _hyperbolic_cosine,
    sympy.tanh: _rising(_hyperbolic_tangent_at),
    sympy.asin: _arcsine,
    sympy.acos: _arccosine,
    sympy.atan: _arctan,
    sympy.asinh: _rising(_area_sine_at),
    sympy.acosh: _rising(_area_cosine_at),
    sympy.atanh: _rising(_area_tangent_at),
    sympy.Abs: magnitude,
    sympy.sign: _sign,
    sympy.Max: _larger,
    sympy.Min: _smaller,
}
