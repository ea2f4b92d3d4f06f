"""Functions to try in the place of abstract ones, by what they take and give: a small grammar with free coefficients.

A shape is a polynomial, a spline with a corner, an exponential, a power, an arc, a sum of two of these, or made of one
by the coordinates of a vector; simple ones come first. The coefficients are symbols: a search chooses numbers for them.
All shapes are rules for numbers: a vector argument is its coordinates. Which come in which order depends on nothing but
what the arguments are and whether the values have a sign.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from sympy import Add, Dummy, Expr, Integer, KroneckerDelta, Lambda, S, Symbol, Tuple, exp, log, sqrt

from verify.hunt.spaces.atoms import atoms, general, signed_atoms
from verify.hunt.spaces.coefficients import Coefficients
from verify.hunt.spaces.signature import INDEX, NUMBER, VECTOR

MOST_ENTRIES = 3
"""The dimension up to which a matrix has a coefficient for each of its entries."""


@dataclass(frozen=True)
class Rule:
    """A function to try: what it is in words, and as a `Lambda` of numbers; `parameters` are the symbols left free."""

    words: str
    rule: Lambda
    parameters: tuple[Symbol, ...] = ()


@dataclass(frozen=True)
class Kind:
    """What a function is asked to be.

    places: what each argument is, an index, a number or a vector; dimension: of the vectors; vector_valued: whether
    the values are vectors or points; sign: "positive" or "nonnegative" where the values are declared so, else "".
    steps: the largest index that a coefficient may differ at from one index to the next.
    """

    name: str
    places: tuple[str, ...]
    dimension: int
    vector_valued: bool = False
    sign: str = ""
    steps: int = 0


def rules(kind: Kind, slopes: Sequence[Rule] = ()) -> Iterator[Rule]:
    """The functions of a kind, the derivatives of those chosen already for the same arguments first."""
    arguments = [_names(place, m, kind.dimension) for m, place in enumerate(kind.places)]
    flat = [s for names in arguments for s in names]
    known = {s for chosen in slopes for s in chosen.rule.free_symbols}
    for word, body in _bodies(kind, arguments, slopes):
        made: Any = Tuple(*body) if isinstance(body, list) and len(body) > 1 else body
        made = made[0] if isinstance(made, list) else made
        parameters = sorted(made.free_symbols.difference(flat, known), key=str)
        yield Rule(word, Lambda(tuple(flat), made), tuple(parameters))


def places_in_turn(arity: int, largest: int) -> Iterator[Rule]:
    """Families of integers that choose places: one place always, one after the other, and the other way."""
    indices = tuple(Dummy(f"i{m + 1}", integer=True) for m in range(arity))
    last = indices[-1]
    ways = [("1", Integer(1)), ("i", last), ("2", Integer(2)), ("i + 1", last + 1)]
    ways += [(str(place), Integer(place)) for place in range(3, largest + 1)]
    ways += [(f"{largest + 1} − i", largest + 1 - last)]
    for word, body in ways:
        yield Rule(word, Lambda(indices, body))


def _names(place: str, m: int, n: int) -> list[Symbol]:
    if place == VECTOR:
        return [Dummy(f"x{m + 1}{i + 1}", real=True) for i in range(n)]
    return [Dummy(f"i{m + 1}", integer=True)] if place == INDEX else [Dummy(f"r{m + 1}", real=True)]


def _bodies(kind: Kind, arguments: list[list[Symbol]], slopes: Sequence[Rule]) -> Iterator[tuple[str, Any]]:
    for chosen in slopes:
        yield from _slopes(chosen, arguments, kind.vector_valued)
    indices = [a[0] for p, a in zip(kind.places, arguments, strict=True) if p == INDEX]
    given = [a for p, a in zip(kind.places, arguments, strict=True) if p != INDEX]
    plain = _of_kind(kind, indices, given, Coefficients(kind.name))
    if not (indices and kind.steps and given):
        yield from plain
        return
    differing = _of_kind(kind, indices, given, Coefficients(kind.name, indices[0], kind.steps))
    for (word, body), (same, other) in zip(plain, differing, strict=True):
        yield word, body
        if other != body:
            yield f"{same}, by rounds", other


def _of_kind(
    kind: Kind, indices: list[Symbol], given: list[list[Symbol]], c: Coefficients
) -> Iterator[tuple[str, Any]]:
    if kind.vector_valued:
        yield from _maps(kind, indices, given, c)
    elif kind.sign:
        yield from signed_atoms([s for a in given for s in a], c, kind.sign)
    elif not given:
        yield "c", c("c")
    elif len(given) > 1 and len(given[-1]) == len(given[-2]):
        yield from _of_two(given[-2], given[-1], c)
    elif len(given[-1]) == 1:
        yield from atoms(given[-1][0], c)
    else:
        if indices and kind.dimension > 1:
            yield "the coordinate xᵢ", Add(*(x * _at(indices[-1], i) for i, x in enumerate(given[-1], start=1)))
        yield from _of_a_vector(given[-1], c)


def _of_a_vector(x: Sequence[Symbol], c: Coefficients) -> Iterator[tuple[str, Expr]]:
    """Radial, linear, quadratic and separable functions, and those of one coordinate."""
    square = Add(*(a**2 for a in x))
    slope = Add(*(c(f"a{i}") * a for i, a in enumerate(x, start=1)))
    yield "⟨a, x⟩ + Σᵢ bᵢxᵢ²/2", slope + Add(*(c(f"b{i}") * a**2 / 2 for i, a in enumerate(x, start=1)))
    yield "c log Σ exp axᵢ", c("c") * log(Add(*(exp(c("a") * a) for a in x)))
    yield "c", c("c")
    if len(x) <= MOST_ENTRIES:
        pairs = [(i, j) for i in range(len(x)) for j in range(i, len(x))]
        bends = Add(*(c(f"b{i + 1}{j + 1}") * x[i] * x[j] / (2 if i == j else 1) for i, j in pairs))
        yield "⟨a, x⟩ + ⟨x, Bx⟩/2", slope + bends
    yield "c‖x‖", c("c") * sqrt(square)
    for word, body in atoms(x[0], c):
        yield f"{word}, r = x₁", body
    for word, parts in zip(
        (w for w, _ in atoms(x[0], c)), zip(*([b for _, b in atoms(a, c)] for a in x), strict=True), strict=True
    ):
        yield f"Σᵢ ({word}), r = xᵢ", Add(*parts)
    yield "c‖x‖⁴ + b‖x‖²", c("c") * square**2 + c("b") * square
    yield from ((f"{word}, r = ‖x‖²", body) for word, body in general(square, c))


def _of_two(x: Sequence[Symbol], y: Sequence[Symbol], c: Coefficients) -> Iterator[tuple[str, Expr]]:
    """Functions of two numbers, or of two vectors."""
    product = Add(*(a * b for a, b in zip(x, y, strict=True)))
    apart = Add(*((a - b) ** 2 for a, b in zip(x, y, strict=True)))
    yield "c⟨x, y⟩", c("c") * product
    yield "c‖x − y‖²/2", c("c") * apart / 2
    squares = [Add(*(a**2 for a in z)) for z in (x, y)]
    yield "a‖x‖²/2 + b⟨x, y⟩ + c‖y‖²/2", c("a") * squares[0] / 2 + c("b") * product + c("c") * squares[1] / 2
    yield "c‖x − y‖", c("c") * sqrt(apart)
    for word, body in atoms(y[0], c):
        yield f"{word}, r = y₁", body
    for word, body in atoms(x[0] - y[0], c):
        yield f"{word}, r = x₁ − y₁", body


def _maps(kind: Kind, indices: list[Symbol], given: list[list[Symbol]], c: Coefficients) -> Iterator[tuple[str, Any]]:
    """Vectors: axes, multiples, linear maps, shifts, and curves on an axis."""
    n = kind.dimension
    if indices and len(given) < 2:
        yield "the axis eᵢ", [_at(indices[-1], i) for i in range(1, n + 1)]
    if not given:
        return
    last = given[-1]
    if len(last) == n and kind.places[-1] == VECTOR:
        if len(given) > 1 and len(given[-2]) == n:
            yield "x + y", [a + b for a, b in zip(given[-2], last, strict=True)]
        yield "cx", [c("c") * a for a in last]
        yield "cx + a", [c("c") * a + c(f"a{i}") for i, a in enumerate(last, start=1)]
        yield "a", [c(f"a{i}") for i in range(1, n + 1)]
        if 1 < n <= MOST_ENTRIES:
            rows = [[c(f"b{i}{j}") for j in range(1, n + 1)] for i in range(1, n + 1)]
            yield "Bx", [Add(*(b * a for b, a in zip(row, last, strict=True))) for row in rows]
        bodies = zip(*([body for _, body in atoms(a, c)] for a in last), strict=True)
        for (word, _), parts in zip(atoms(last[0], c), bodies, strict=True):
            yield f"Σᵢ ({word}) eᵢ, r = xᵢ", list(parts)
    elif kind.places[-1] == NUMBER:
        for word, body in atoms(last[0], c):
            yield f"({word}) e₁", [body] + [S.Zero] * (n - 1)


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


def _at(index: Symbol, value: int) -> Expr:
    """1 at the value of the index, 0 elsewhere."""
    return KroneckerDelta(index, Integer(value))
