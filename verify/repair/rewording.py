"""Terms with one thing changed: a number, a sign, an exponent, an index. The same for every term, and of no paper's.

Each change has a size: what a slip of the pen is likely to have changed is smaller.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final

from sympy import Abs, Add, Integral, Lambda, Mul, Pow, Rational, S, Sum, Symbol, Tuple, sqrt

from verify.discover.instances import arguments
from verify.language.terms import Deriv, Fun, Gradient, Head, Hessian, Inner, Pt, Vec, sort_of, text

SCALES: Final = tuple((Rational(*pair), size) for *pair, size in (
    (2, 1, 2.0), (1, 2, 2.0), (4, 1, 2.3), (1, 4, 2.3), (3, 1, 2.5), (1, 3, 2.5), (3, 2, 2.6), (2, 3, 2.6),
))  # fmt: skip
"""What a number is multiplied by, and how large a change that is."""

DEEPER: Final = 0.1
"""How much larger a change is one level further inside."""

APPLICATIONS = (Fun, Vec, Pt, Gradient, Hessian)

Put = Callable[[Any], Any]


@dataclass(frozen=True)
class Reworded:
    """A term with one thing changed: how large the change is, and what it is called.

    scaled: for a change of a constant, the whole as a function of the factor that is put at it, which is `factor` here.
    """

    size: float
    words: str
    term: Any
    scaled: Put | None = None
    factor: Rational = S.One


def reworded(term: Any) -> Iterator[Reworded]:
    """All the ways in which one thing of a term, of numbers or vectors, can be changed."""
    yield from _inside(term, lambda made: made, 0)


def _inside(term: Any, put: Put, depth: int) -> Iterator[Reworded]:
    """The changes of a part; `put` makes the whole from what takes its place."""
    less = DEEPER * depth
    if isinstance(term, Head) or (depth and isinstance(term, Symbol) and term.is_integer):
        return
    if term.is_number:
        yield from _number(term, put, less)
        return
    addends = Add.make_args(term) if sort_of(term) != "point" else (term,)
    for n, addend in enumerate(addends):
        rest = addends[:n] + addends[n + 1 :]
        whole = _with(put, rest)
        yield from _addend(addend, whole, less, len(addends) > 1)
        yield from _part(addend, whole, depth)


def _with(put: Put, rest: tuple[Any, ...]) -> Put:
    return lambda made: put(Add(*rest, made))


def _scaled(put: Put, term: Any) -> Put:
    return lambda factor: put(factor * term)


def _number(term: Any, put: Put, less: float) -> Iterator[Reworded]:
    if term == 0:
        return
    scaled = _scaled(put, term)
    for factor, size in SCALES:
        yield Reworded(size + less, f"{factor} times {text(term)}", put(factor * term), scaled, factor)
    if term.is_Integer:
        for step in (1, -1):
            yield Reworded(2.6 + less, f"{term + step} for {term}", put(term + step))


def _addend(addend: Any, put: Put, less: float, among_others: bool) -> Iterator[Reworded]:
    yield Reworded(2.0 + less, f"the other sign of {text(addend)}", put(-addend))
    scaled = _scaled(put, addend)
    for factor, size in SCALES:
        yield Reworded(size + 0.1 + less, f"{factor} times {text(addend)}", put(factor * addend), scaled, factor)
    if among_others:
        yield Reworded(2.9 + less, f"without {text(addend)}", put(S.Zero * addend))
    if sort_of(addend) == "scalar" and not addend.is_number:
        yield Reworded(2.2 + less, f"the magnitude of {text(addend)}", put(Abs(addend)))
        yield Reworded(3.0 + less, f"√ of {text(addend)}", put(sqrt(addend)))
        yield Reworded(3.0 + less, f"the square of {text(addend)}", put(addend**2))


def _part(term: Any, put: Put, depth: int) -> Iterator[Reworded]:
    """The changes of what one addend is made of."""
    less = DEEPER * (depth + 1)
    if isinstance(term, Mul):
        yield from _factors(term, put, depth)
    elif isinstance(term, Pow):
        base, power = term.args
        if power.is_Rational:
            for new in dict.fromkeys((2 * power, power / 2, power + 1, power - 1, -power)):
                if new != 0:
                    yield Reworded(2.4 + less, f"the power {new} for {power}", put(base**new))
        yield from _inside(base, lambda made: put(made**power), depth + 1)
        if not power.is_number:
            yield from _inside(power, lambda made: put(base**made), depth + 1)
    elif isinstance(term, APPLICATIONS):
        yield from _application(term, put, depth)
    elif isinstance(term, Sum | Integral):
        yield from _summed(term, put, depth)
    elif isinstance(term, Deriv):
        body, s, at = term.args
        yield from _inside(body, lambda made: put(Deriv(made, s, at)), depth + 1)
    elif isinstance(term, Inner) and term.args[0] == term.args[1]:
        yield from _inside(term.args[0], lambda made: put(Inner(made, made)), depth + 1)
    elif not isinstance(term, Symbol | Lambda | Tuple):
        if isinstance(term, Abs):
            yield Reworded(2.8 + less, f"{text(term.args[0])} for its magnitude", put(term.args[0]))
        for n, argument in enumerate(term.args):
            yield from _inside(argument, _at(term, n, put), depth + 1)


def _factors(term: Mul, put: Put, depth: int) -> Iterator[Reworded]:
    """A product with one factor changed, or left out."""
    for n, factor in enumerate(term.args):
        rest = Mul(*term.args[:n], *term.args[n + 1 :])
        inner = _at(term, n, put)
        if isinstance(factor, Add):
            yield from _inside(factor, inner, depth + 1)
        elif not factor.is_number:
            yield from _part(factor, inner, depth)
            if sort_of(factor) == "scalar":
                size = 3.0 + DEEPER * (depth + 1)
                yield Reworded(size, f"without the factor {text(factor)}", put(rest))
                yield Reworded(size + 0.1, f"the factor {text(factor)} once more", put(rest * factor**2))


def _at(term: Any, n: int, put: Put) -> Put:
    """The whole as a function of what stands in one place of a term."""
    return lambda made: put(term.func(*term.args[:n], made, *term.args[n + 1 :]))


def _application(term: Any, put: Put, depth: int) -> Iterator[Reworded]:
    """A function, family or field at another index, or at something changed."""
    first = len(term.args) - len(arguments(term))
    for n in range(first, len(term.args)):
        if term.args[n].is_integer:
            for step in (1, -1):
                moved = term.func(*term.args[:n], term.args[n] + step, *term.args[n + 1 :])
                yield Reworded(2.2 + DEEPER * (depth + 1), f"{text(moved)} for {text(term)}", put(moved))
        elif not isinstance(term.args[n], Symbol):
            yield from _inside(term.args[n], _at(term, n, put), depth + 1)


def _summed(term: Any, put: Put, depth: int) -> Iterator[Reworded]:
    """A sum with another summand or another end."""
    body, *limits = term.args
    yield from _inside(body, lambda made: put(term.func(made, *limits)), depth + 1)
    i, low, high = limits[-1]
    if isinstance(term, Sum):
        for new in ((i, low + 1, high), (i, low - 1, high), (i, low, high + 1), (i, low, high - 1)):
            made = term.func(body, *limits[:-1], new)
            yield Reworded(2.4 + DEEPER * (depth + 1), f"a sum from {new[1]} to {new[2]}", put(made))
