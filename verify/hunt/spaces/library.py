"""Exact functions to try in the place of abstract ones, by what they take and give.

All of them are rules for numbers: a vector argument is its coordinates. None belongs to a claim.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from sympy import Abs, Add, Dummy, Expr, Integer, Lambda, Rational, S, Symbol, Tuple, atan, exp, log, prod

from verify.hunt.spaces.signature import INDEX, NUMBER, VECTOR

HALF = Rational(1, 2)


@dataclass(frozen=True)
class Rule:
    """A function to try: what it is in words, and as a `Lambda` of numbers; `parameters` are the symbols left free."""

    words: str
    rule: Lambda
    parameters: tuple[Symbol, ...] = ()


def _parabola(x: Sequence[Symbol], name: str) -> Expr:
    """κ/2·‖x − m e₁‖² up to a constant, where κ > 0 and m are free."""
    bend, middle = Symbol(f"κ_{name}", positive=True), Symbol(f"m_{name}", real=True)
    return bend * Add(*(a**2 for a in x)) / 2 - bend * middle * x[0]


def quadratic(name: str) -> Rule:
    """ar + br²/2 with free a and b, for a function of one number."""
    (r,) = _names(NUMBER, 0, 1)
    a, b = Symbol(f"a_{name}", real=True), Symbol(f"b_{name}", real=True)
    return Rule("ar + br²/2", Lambda((r,), a * r + b * r**2 / 2), (a, b))


def _of_a_number(r: Symbol, name: str) -> list[tuple[str, Expr]]:
    return [
        ("r²/2", r**2 / 2),
        ("r²", r**2),
        ("r", r),
        ("−r", -r),
        ("κ(r²/2 − mr)", _parabola([r], name)),
        ("r − r²/2", r - r**2 / 2),
        ("−r²/2", -(r**2) / 2),
        ("r⁴", r**4),
        ("eʳ", exp(r)),
        ("1", S.One),
        ("−1", S.NegativeOne),
        ("0", S.Zero),
        ("|r|", Abs(r)),
        ("r²/2 + r", r**2 / 2 + r),
        ("(r − 2)²", (r - 2) ** 2),
        ("5(r − 1)²", 5 * (r - 1) ** 2),
        ("eʳ − r²/2", exp(r) - r**2 / 2),
        ("log(1 + eʳ)", log(1 + exp(r))),
        ("r² + r³ + r⁴", r**2 + r**3 + r**4),
        ("2|r|^(3/2)", 2 * Abs(r) ** Rational(3, 2)),
        ("r³", r**3),
        ("2r", 2 * r),
        ("r/2", r / 2),
        ("r + 1", r + 1),
        ("e⁻ʳ", exp(-r)),
        ("1/(1 + e⁻ʳ)", 1 / (1 + exp(-r))),
        ("r²/2 + r⁴", r**2 / 2 + r**4),
        ("r atan(2r)/2 − log(1 + 4r²)/8", _arc(r)),
    ]


def _arc(r: Symbol) -> Expr:
    return r * atan(2 * r) / 2 - log(4 * r**2 + 1) / 8


def _of_a_vector(x: Sequence[Symbol], name: str) -> list[tuple[str, Expr]]:
    square = Add(*(a**2 for a in x))
    found = [
        ("‖x‖²/2", square / 2),
        ("‖x‖²", square),
        ("5‖x − e₁‖²", 5 * (square - 2 * x[0] + 1)),
        ("Σ exp xᵢ", Add(*map(exp, x))),
        ("log Σ exp xᵢ", log(Add(*map(exp, x)))),
        ("x₁", x[0]),
        ("κ(‖x‖²/2 − mx₁)", _parabola(x, name)),
        ("Σ xᵢ⁴", Add(*(a**4 for a in x))),
        ("−‖x‖²/2", -square / 2),
        ("0", S.Zero),
        ("−1", S.NegativeOne),
        ("1", S.One),
        ("Σ (exp xᵢ − xᵢ²/2)", Add(*(exp(a) - a**2 / 2 for a in x))),
        ("‖x‖⁴", square**2),
    ]
    if len(x) == 1:
        known = {e for _, e in found}
        found += [(w.replace("r", "x"), e) for w, e in _of_a_number(x[0], name) if e not in known]
    return found


def _maps(x: Sequence[Symbol]) -> list[tuple[str, list[Expr]]]:
    moved = [a + (1 if n == 0 else 0) for n, a in enumerate(x)]
    return [
        ("x", list(x)),
        ("−x", [-a for a in x]),
        ("2x", [2 * a for a in x]),
        ("x/2", [a / 2 for a in x]),
        ("x + e₁", moved),
        ("0", [S.Zero] * len(x)),
        ("e₁", [S.One] + [S.Zero] * (len(x) - 1)),
    ]


def rules(name: str, places: Sequence[str], n: int, vector_valued: bool, slopes: Sequence[Rule] = ()) -> Iterator[Rule]:
    """Functions of arguments that range over these places, in R^n; the derivatives of the given ones come first.

    Args:
        name: of the function, for the names of parameters.
        places: what each argument is: an index, a number or a vector.
        n: the dimension.
        vector_valued: whether the values are vectors (or points).
        slopes: rules that were chosen already and take the same arguments.
    """
    arguments = [_names(place, m, n) for m, place in enumerate(places)]
    flat = [s for names in arguments for s in names]
    known = {s for chosen in slopes for s in chosen.rule.free_symbols}
    for word, body in _bodies(name, places, arguments, n, vector_valued, slopes):
        made: Any = Tuple(*body) if isinstance(body, list) and len(body) > 1 else body
        made = made[0] if isinstance(made, list) else made
        parameters = sorted(made.free_symbols.difference(flat, known), key=str)
        yield Rule(word, Lambda(tuple(flat), made), tuple(parameters))


def _names(place: str, m: int, n: int) -> list[Symbol]:
    if place == VECTOR:
        return [Dummy(f"x{m + 1}{i + 1}", real=True) for i in range(n)]
    return [Dummy(f"i{m + 1}", integer=True)] if place == INDEX else [Dummy(f"r{m + 1}", real=True)]


def _bodies(
    name: str,
    places: Sequence[str],
    arguments: list[list[Symbol]],
    n: int,
    vector_valued: bool,
    slopes: Sequence[Rule],
) -> Iterator[tuple[str, Any]]:
    last, kinds = arguments[-1], [p for p in places if p != INDEX]
    indices = [a[0] for p, a in zip(places, arguments, strict=True) if p == INDEX]
    for chosen in slopes:
        yield from _slopes(chosen, arguments, vector_valued)
    if not vector_valued:
        if kinds == [VECTOR]:
            if indices and n > 1:
                yield "the coordinate xᵢ", Add(*(x * _pick(indices[-1], i + 1, n) for i, x in enumerate(last)))
            yield from _of_a_vector(last, name)
        elif kinds == [VECTOR, VECTOR]:
            first = next(a for p, a in zip(places, arguments, strict=True) if p == VECTOR)
            yield "⟨x, y⟩", Add(*(a * b for a, b in zip(first, last, strict=True)))
        elif kinds[-1:] == [NUMBER]:
            yield from _of_a_number(last[0], name)
        return
    if indices and kinds in ([], [VECTOR]):
        yield "the axis eᵢ", [_pick(indices[-1], i + 1, n) for i in range(n)]
    if kinds[-1:] == [VECTOR]:
        if len(kinds) > 1 and kinds[-2] == VECTOR:
            first = [a for p, a in zip(places, arguments, strict=True) if p == VECTOR][-2]
            yield "x + y", [a + b for a, b in zip(first, last, strict=True)]
        yield from _maps(last)
    elif kinds == [NUMBER]:
        (r,) = last
        yield "r e₁", [r] + [S.Zero] * (n - 1)
        yield "r² e₁", [r**2] + [S.Zero] * (n - 1)


def _slopes(chosen: Rule, arguments: list[list[Symbol]], vector_valued: bool) -> Iterator[tuple[str, Any]]:
    """The derivative of the chosen function by its last arguments."""
    flat, body = [s for names in arguments for s in names], chosen.rule.expr
    places = list(chosen.rule.signature)
    if vector_valued and len(arguments) > 1 and len(arguments[-1]) == len(arguments[-2]) == len(places):
        parts = list(body) if isinstance(body, Tuple) else [body]
        if len(parts) == len(places):
            at = dict(zip(places, arguments[-2], strict=True))
            rows = [[part.diff(place).xreplace(at) for place in places] for part in parts]
            yield (
                f"the differential of {chosen.words}",
                [Add(*(a * u for a, u in zip(row, arguments[-1], strict=True))) for row in rows],
            )
    if isinstance(body, Tuple) or not places or len(arguments[-1]) > len(places):
        return
    count = len(arguments[-1])
    slopes = [body.diff(place) for place in places[-count:]]
    if len(places) == len(flat):
        at = dict(zip(places, flat, strict=True))
    elif len(places) == count:
        at = dict(zip(places, arguments[-1], strict=True))
    else:
        return
    found = [slope.xreplace(at) for slope in slopes]
    if vector_valued or count == 1:
        yield f"the slope of {chosen.words}", found if vector_valued else found[0]


def _pick(index: Symbol, value: int, n: int) -> Expr:
    """A polynomial of the index that is 1 at the value and 0 at the others from 1 to n."""
    others = [m for m in range(1, n + 1) if m != value]
    return prod([(index - m) / Integer(value - m) for m in others], start=S.One)
