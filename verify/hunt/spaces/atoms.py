"""Functions of one number with free coefficients, the simple ones first."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from sympy import Abs, Add, Expr, S, Symbol, atan, exp, log

from verify.hunt.spaces.coefficients import Coefficients


def atoms(r: Expr, c: Coefficients) -> Iterator[tuple[str, Expr]]:
    """Functions of a real number r with values of either sign, as words and terms."""
    a, b, d = c("a"), c("b"), c("d")
    middle, rate = c("m"), c.whole("κ", positive=True)
    yield "ar + br²/2", a * r + b * r**2 / 2
    yield "c", c("c")
    yield "c + ar", c("c") + a * r
    yield "b(r − m)²/2", b * (r - middle) ** 2 / 2
    yield "b|r − m|", b * Abs(r - middle)
    yield "b exp(ar)", b * exp(c.whole("a") * r)
    yield "b log(1 + exp(ar))", b * log(1 + exp(c.whole("a") * r))
    yield "br⁴", b * r**4
    yield "br³", b * r**3
    yield "b max(0, r − m)²/2", b * (r - middle) * _part(r - middle) / 2
    yield "b max(0, r − m)", b * _part(r - middle)
    yield "b/(1 + exp(−ar))", b / (1 + exp(-c.whole("a") * r))
    yield "b(r atan(κr) − log(1 + κ²r²)/(2κ))", b * (r * atan(rate * r) - log(1 + rate**2 * r**2) / (2 * rate))
    yield "b|r|^p", b * Abs(r) ** c.whole("p", positive=True)
    yield "ar + br²/2 + dr³ + er⁴", a * r + b * r**2 / 2 + d * r**3 + c("e") * r**4
    yield "a exp(r) + dr + br²/2", a * exp(r) + d * r + b * r**2 / 2
    yield "a|r| + br²/2", a * Abs(r) + b * r**2 / 2
    yield "a|r| + b|r − m|", a * Abs(r) + b * Abs(r - middle)
    yield "a exp(r) + b exp(−r)", a * exp(r) + b * exp(-r)
    yield "a log(1 + exp(r)) + br²/2 + dr", a * log(1 + exp(r)) + b * r**2 / 2 + d * r
    yield "b atan(κr) + ar", b * atan(rate * r) + a * r


def _part(r: Expr) -> Expr:
    """max(0, r), in a form whose derivative has signs and no cases."""
    return (r + Abs(r)) / 2


def general(r: Expr, c: Coefficients) -> Iterator[tuple[str, Expr]]:
    """Functions of a number r ≥ 0 that are smooth where its root is."""
    rate = c.whole("κ", positive=True)
    yield "b exp(−κr)", c("b") * exp(-rate * r)
    yield "b log(1 + κr)", c("b") * log(1 + rate * r)
    yield "b(1 + κr)^½", c("b") * (1 + rate * r) ** S.Half


def signed_atoms(x: Sequence[Symbol], c: Coefficients, sign: str) -> Iterator[tuple[str, Expr]]:
    """Functions of any numbers whose declared sign, "positive" or "nonnegative", is plain."""
    strict = c("c", positive=True)
    square = Add(*(s**2 for s in x))
    yield "c", strict
    if not x:
        return
    slope = Add(*(c(f"a{i}") * s for i, s in enumerate(x, start=1)))
    if sign == "nonnegative":
        yield "(a + ⟨b, x⟩)²", (c("a") + slope) ** 2
        yield "0", S.Zero
        yield "c‖x‖²", strict * square
    yield "c exp⟨a, x⟩", strict * exp(slope)
    yield "c + b‖x‖²", strict + c("b", positive=True) * square
    yield "c/(1 + b‖x‖²)", strict / (1 + c("b", positive=True) * square)
