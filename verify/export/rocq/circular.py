"""Laws of circular and hyperbolic functions and their inverses."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import TYPE_CHECKING, Final

from verify.core.nodes import Term, node
from verify.core.polynomials import product, total
from verify.core.rational import Quotient
from verify.core.terms import MINUS_ONE, ONE, add, mul, number, power
from verify.export.rocq.ways import by, canonical_argument

if TYPE_CHECKING:
    from verify.export.rocq.equations import Equations

HALF: Final = Fraction(1, 2)


def _circular(of: Equations, a: Term, x: Quotient) -> str:
    return canonical_argument(of, a, lambda b: _circular_of_sum(of, b, x))


def _circular_of_sum(of: Equations, a: Term, x: Quotient) -> str:
    form = of.form
    u = a.args[0]
    parts = form.monomials(form.reduced(form.scalar(u)))
    if not parts:
        return "circular_of_number."
    c, m = parts[0]
    part = form.spelled(m)
    atom = form.single(m)
    if len(parts) > 1:
        first = product(number(c), part)
        return _addition(of, a, x, first, total(*(product(number(d), form.spelled(n)) for d, n in parts[1:])))
    if atom is not None and atom.kind == "pi" and 12 % c.denominator == 0:
        return "circular_of_number."
    if c < 0:
        other = node(a.kind, product(number(-c), part))
        return by(of, other if a.kind == "cos" else mul(MINUS_ONE, other), x, "circular_of_negative.")
    if atom is not None and c == 1 and atom.kind in ("acos", "asin", "atan"):
        return _of_inverse(of, a, x, atom)
    b = form.denominator("circular", part, c.denominator)
    if b and c * b > 1:
        one = product(number(Fraction(1, b)), part)
        return _addition(of, a, x, one, product(number(c - Fraction(1, b)), part))
    angle = product(number(Fraction(1, b) if b else c), part)
    if form.is_cardinal(angle) and a.kind == "sin":
        return by(of, mul(angle, node("sinc", angle)), x, "symmetry; apply sinc_mul.")
    return "reflexivity."


def _addition(of: Equations, a: Term, x: Quotient, u: Term, v: Term) -> str:
    (cos_u, sin_u), (cos_v, sin_v) = ((node("cos", t), node("sin", t)) for t in (u, v))
    if a.kind == "cos":
        made = add(mul(cos_u, cos_v), mul(MINUS_ONE, sin_u, sin_v))
    else:
        made = add(mul(sin_u, cos_v), mul(cos_u, sin_v))
    how = of.equal(a.args[0], add(u, v))
    whole = node(a.kind, add(u, v))
    return (
        f"transitivity {of.write.term(whole)}. {{ apply (f_equal {a.kind}). {how} }} "
        f"transitivity {of.write.term(made)}. {{ rewrite {a.kind}_plus; ring. }} {of.reduces(made, x)}"
    )


def _of_inverse(of: Equations, a: Term, x: Quotient, atom: Term) -> str:
    (v,) = atom.args
    side = power(add(ONE, mul(MINUS_ONE, power(v, number(2)))), number(HALF))
    if atom.kind == "atan":
        cosine = power(power(add(ONE, power(v, number(2))), number(HALF)), number(-1))
        made = cosine if a.kind == "cos" else mul(v, cosine)
    else:
        made = v if (a.kind, atom.kind) in (("cos", "acos"), ("sin", "asin")) else side
    return by(of, made, x, "circular_of_inverse.")


def _sinc(of: Equations, a: Term, x: Quotient) -> str:
    return canonical_argument(of, a, lambda b: "cardinal.")


def _rewritten(made: Callable[[Term], Term], how: str) -> Callable[[Equations, Term, Quotient], str]:
    def of_argument(of: Equations, a: Term, x: Quotient) -> str:
        return by(of, made(a.args[0]), x, how)

    return of_argument


def _e(u: Term) -> Term:
    return node("exp", u)


def _half(t: Term) -> Term:
    return mul(number(HALF), t)


def _tanh(u: Term) -> Term:
    square = _e(mul(number(2), u))
    return mul(add(square, MINUS_ONE), power(add(square, ONE), MINUS_ONE))


def _area(u: Term, sign: int) -> Term:
    return node("log", add(u, power(add(power(u, number(2)), number(sign)), number(HALF))))


def _atanh(u: Term) -> Term:
    return _half(add(node("log", add(ONE, u)), mul(MINUS_ONE, node("log", add(ONE, mul(MINUS_ONE, u))))))


def _inverse(of: Equations, a: Term, x: Quotient) -> str:
    return canonical_argument(of, a, lambda b: "inverse_circular.")


CIRCULAR: Final[dict[str, Callable[[Equations, Term, Quotient], str]]] = {
    "cos": _circular, "sin": _circular, "sinc": _sinc,
    "tan": _rewritten(lambda u: mul(node("sin", u), power(node("cos", u), MINUS_ONE)), "unfold tan; reflexivity."),
    "cosh": _rewritten(lambda u: _half(add(_e(u), _e(mul(MINUS_ONE, u)))), "hyperbolic."),
    "sinh": _rewritten(lambda u: _half(add(_e(u), mul(MINUS_ONE, _e(mul(MINUS_ONE, u))))), "hyperbolic."),
    "tanh": _rewritten(_tanh, "hyperbolic."),
    "asinh": _rewritten(lambda u: _area(u, 1), "hyperbolic."),
    "acosh": _rewritten(lambda u: _area(u, -1), "hyperbolic."),
    "atanh": _rewritten(_atanh, "hyperbolic."),
    "acos": _inverse, "asin": _inverse, "atan": _inverse,
}  # fmt: skip
"""By the kind of term."""
