"""sympy's digits of numbers, taken from balls: it decides signs by them, and simplifies terms by the signs.

Left to itself it counts digits as certain that come of rounded arguments. So acos(1 − ε) is 0 to two digits, and
sin(2 acos(1 − ε)) is simplified to 0 as the term is built; and the square of a number whose first hundred digits are 0
is positive. Here no bit is counted that a ball does not hold, and sympy leaves the sign open where there is none.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import reduce
from operator import add, mul
from typing import Any

import sympy
from flint import acb, arb, ctx
from mpmath.libmp import fone, from_man_exp, round_nearest
from sympy import Add, Expr, Mul, Pow, Sum
from sympy.concrete.expr_with_limits import ExprWithLimits
from sympy.core import evalf as sympys

from verify.balls.evaluate import FUNCTIONS, LONGEST_SUM, Undefined, Unsupported, enclose, working_precision

_ENCLOSED = frozenset({Add, Mul, Pow, Sum, *FUNCTIONS})
_GUARD = 16
_IN_FLOATS = sympys.evalf

_Part = tuple[Any, int | None]
"""A float of mpmath's and how many of its bits are certain; None for what is exactly 0."""

_NOTHING_KNOWN = -(1 << 20)


def decide_signs_by_balls() -> None:
    """Puts balls in the place of rounded floats wherever sympy asks for the digits of a number.

    Integrals and infinite sums are no numbers to it any more: no digit that quadrature gives is certain.
    """
    sympys.evalf = _evaluated
    ExprWithLimits.is_number = property(_is_number)
    Expr._eval_is_algebraic = lambda self: None  # is asked of every number without digits, and some have no answer


def _is_number(term: ExprWithLimits) -> bool:
    """Whether balls enclose it: a sum of so many numbers."""
    if not isinstance(term, Sum) or term.free_symbols:
        return False
    ends = [end for limits in term.limits for end in limits[1:]]
    return all(end.is_Integer and abs(end) < LONGEST_SUM / 2 for end in ends)


def _evaluated(term: Expr, bits: int, options: dict[str, Any]) -> Any:
    """What `sympy.core.evalf.evalf` gives: real and imaginary part, and how many bits of each are certain."""
    if type(term) not in _ENCLOSED or options.get("chop"):
        return _IN_FLOATS(term, bits, options)
    most = options.get("maxprec", sympys.DEFAULT_MAXPREC)
    try:
        try:
            found = _digits(_real_parts, term, bits, most)
        except Undefined:
            found = _digits(_complex_parts, term, bits, most)
    except Unsupported:
        return _IN_FLOATS(term, bits, options)
    except Undefined:
        found = (fone, _NOTHING_KNOWN), (None, None)
    (re, re_bits), (im, im_bits) = found
    result = re, im, re_bits, im_bits
    if options.get("strict"):
        sympys.check_target(term, result, bits)
    return result


def _digits(parts: Callable[[Expr, int], tuple[arb, arb]], term: Expr, bits: int, most: int) -> tuple[_Part, _Part]:
    """So many bits, or as many as there are when more than `most` have been worked with.

    Raises:
        Undefined: if the term has no such parts at any precision.
        Unsupported: for a term without an enclosure.
    """
    precision = bits + _GUARD
    while True:
        last = precision > most
        try:
            found = parts(term, precision)
        except Undefined:
            if last:
                raise
        else:
            if last or all(x == 0 or x.rel_accuracy_bits() >= bits for x in found):
                re, im = (_float(x, bits) for x in found)
                return re, im
        precision *= 2


def _float(x: arb, bits: int) -> _Part:
    if x == 0:
        return None, None
    certain = max(0, min(bits, x.rel_accuracy_bits()))
    mantissa, exponent = (x.mid() if certain else x.abs_upper()).man_exp()
    return from_man_exp(int(mantissa), int(exponent), bits, round_nearest), certain


def _real_parts(term: Expr, precision: int) -> tuple[arb, arb]:
    return enclose(term, {}, precision), arb(0)


def _complex_parts(term: Expr, precision: int) -> tuple[arb, arb]:
    with working_precision(precision):
        found = _complex(term)
    return found.real, found.imag


def _complex(term: Expr) -> acb:
    """An enclosure of the principal value."""
    if isinstance(term, Add | Mul):
        found = reduce(add if isinstance(term, Add) else mul, map(_complex, term.args))
    elif isinstance(term, Pow):
        base, exponent = term.args
        found = _complex(base) ** (int(exponent) if isinstance(exponent, sympy.Integer) else _complex(exponent))
    elif term is sympy.I:
        found = acb(0, 1)
    elif type(term) in FUNCTIONS and type(term) not in (sympy.Max, sympy.Min):
        (x,) = map(_complex, term.args)
        found = acb(abs(x)) if isinstance(term, sympy.Abs) else getattr(x, type(term).__name__)()
    else:
        found = acb(enclose(term, {}, ctx.prec))
    if not found.is_finite():
        raise Undefined(f"{term} is not certain to be defined")
    return found
