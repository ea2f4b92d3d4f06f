"""How authors declare variables: numbers, functions, families, fields, vectors, points."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from sympy import Basic, Expr, Symbol, sqrt

from verify.language.formulas import ForAll, Formula, Predicate, as_formula
from verify.language.nodes import (
    EUCLIDEAN,
    Fun,
    FunHead,
    Gradient,
    Head,
    IllFormed,
    Inner,
    PartialHead,
    Pt,
    PtHead,
    Vec,
    VecHead,
)

_DECLARED = ("real", "integer", "positive", "nonnegative")


def forall(variables: Any, body: Formula, given: Iterable[Formula] = ()) -> ForAll:
    """The schema: for all variables (symbols, vectors, points, functions) with `given`, body.

    >>> forall([t], ge(f(t), 0), [ge(t, 1), ge(T, t)])
    for all t with 1 ≤ t ≤ T: f(t) ≥ 0
    """
    items = variables if isinstance(variables, tuple | list) else (variables,)
    return ForAll([variable(v) for v in items], [as_formula(formula) for formula in given], as_formula(body))


def real(names: str) -> Any:
    """Real symbols, as `sympy.symbols` reads the names.

    >>> real("x y")
    (x, y)
    """
    return _symbols(names, real=True)


def positive(names: str) -> Any:
    """Positive real symbols.

    >>> positive("η").is_positive
    True
    """
    return _symbols(names, positive=True)


def nonnegative(names: str) -> Any:
    """Non-negative real symbols.

    >>> nonnegative("r").is_nonnegative
    True
    """
    return _symbols(names, nonnegative=True)


def integer(names: str) -> Any:
    """Integer symbols: indices, counts, bounds of sums.

    >>> integer("t T")
    (t, T)
    """
    return _symbols(names, integer=True)


def _symbols(names: str, **assumptions: bool) -> Any:
    made = tuple(Symbol(name, **assumptions) for name in _split(names, next(iter(assumptions))))
    return made if len(made) > 1 else made[0]


def _split(names: Any, called: str) -> list[str]:
    if not isinstance(names, str) or not names.split():
        raise IllFormed(f'{called}: names must be a text with one name or several, as {called}("x y"), not {names!r}')
    return names.split()


@dataclass(frozen=True)
class _Abstract:
    """A callable that applies a head to arguments."""

    head: Head
    space: Basic | None = None

    def __call__(self, *args: Any) -> Any:
        if isinstance(self.head, FunHead):
            return Fun(self.head, 0, *args)
        if isinstance(self.head, PtHead):
            return Pt(self.head, *args)
        return Vec(self.head, self.space or EUCLIDEAN, *args)

    def prime(self, x: Any, order: int = 1) -> Fun:
        """The derivative of a function of one variable, at x."""
        return Fun(self.head, order, x)

    def gradient(self, x: Any) -> Gradient:
        """The gradient of a scalar field, at the vector x."""
        return Gradient(self.head, x)


def function(name: str, **assumptions: bool) -> _Abstract:
    """An abstract function with real values, as often differentiable as the statement's derivatives need.

    It is of what it is applied to: R → R of a number, and of a vector the same as `field` makes.

    >>> function("h").prime(x)
    h'(x)
    """
    if unknown := assumptions.keys() - set(_DECLARED):
        raise IllFormed(f"{name}: {', '.join(_DECLARED)} can be declared of it, not {min(unknown)}")
    return _Abstract(FunHead(name, **({"real": True} | assumptions)))


def family(name: str, **assumptions: bool) -> _Abstract:
    """An indexed family of reals; `family("p", positive=True)(i)` is p_i > 0.

    What it takes beside indices makes it a family of functions: ℓ(t, v) is the loss of round t at the vector v, and its
    value in a witness a Lambda of the index and of the coordinates, `{ℓ: Lambda((t, a, b), t * a - b)}` in the plane.

    >>> Sum(family("ℓ")(t), (t, 1, T))
    Sum(ℓ(t), (t, 1, T))
    >>> family("ℓ")(t, v) - family("ℓ")(t, u)
    -ℓ(t, u) + ℓ(t, v)
    """
    return function(name, **assumptions)


def field(name: str) -> _Abstract:
    """An abstract scalar field on an inner-product space, with `gradient`.

    >>> F = field("F")
    >>> F(u), F.gradient(u)
    (F(u), ∇F(u))
    """
    return function(name)


def partial(name: str) -> _Abstract:
    """An abstract function or field that is defined on an open set only; its domain is `in_domain(head, x)`.

    >>> partial("F")(x)
    F(x)
    """
    return _Abstract(PartialHead(name, real=True))


def in_domain(f: Any, *args: Any) -> Predicate:
    """The formula: the arguments are in the (open) domain of the partial function f.

    >>> in_domain(partial("F"), u)
    in the domain of(F, u)
    """
    return Predicate("in the domain of", f.head if isinstance(f, _Abstract) else f, *args)


def vector(name: str, space: Basic = EUCLIDEAN) -> Vec:
    """One abstract vector, or a family of them: `w = vector("w")` is w, and w(t) its member t.

    >>> vector("w")(t + 1)
    w(t + 1)
    """
    return Vec(VecHead(name), space)


def vectors(names: str) -> tuple[Vec, ...]:
    """Abstract vectors of one inner-product space of any dimension, or families of them, as `vector` makes one.

    >>> u, w = vectors("u w")
    >>> Inner(w(t) - u, u)
    ⟨-u + w(t), u⟩
    """
    return tuple(vector(name) for name in _split(names, "vectors"))


def point(name: str) -> Pt:
    """One abstract point.

    >>> point("p")
    p
    """
    return Pt(PtHead(name))


def points(name: str) -> _Abstract:
    """A family of points, or a point-valued function.

    >>> points("p")(t)
    p(t)
    """
    return _Abstract(PtHead(name))


def norm(u: Any) -> Expr:
    """‖u‖ = √⟨u, u⟩.

    >>> norm(u - v)
    sqrt(‖u - v‖**2)
    """
    return sqrt(Inner(u, u))


def variable(v: Any) -> Symbol:
    """The variable that a symbol, a bare vector or point, or an abstract function stands for.

    Raises:
        IllFormed: for anything else.
    """
    if isinstance(v, _Abstract):
        return v.head
    if isinstance(v, Vec | Pt) and len(v.args) == (2 if isinstance(v, Vec) else 1):
        return v.args[0]
    if isinstance(v, Symbol):
        return v
    raise IllFormed(f"{v} is not a variable: a symbol, vector, point, function or family")


def kind_of(symbol: Symbol) -> str:
    """What a name stands for, with the sign it is declared to have."""
    heads = ((PartialHead, "partial function"), (FunHead, "function"), (VecHead, "vector"), (PtHead, "point"))
    head = next((word for kind, word in heads if isinstance(symbol, kind)), "")
    sign = "positive" if symbol.is_positive else "nonnegative" if symbol.is_nonnegative else ""
    number = "integer" if symbol.is_integer else "real" if symbol.is_real and not head else ""
    return " ".join(word for word in (sign, number, head) if word) or "of any sort"
