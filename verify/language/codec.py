"""Terms and formulas as JSON, and back: class names and arguments, nothing evaluated that was not before."""

from __future__ import annotations

from typing import Any

import sympy
from sympy import Basic, Dummy, Integer, Lambda, Rational, Symbol, Tuple

from verify.language import terms

_SYMPY = [
    "Add", "Mul", "Pow", "exp", "log", "sin", "cos", "tan", "sinh", "cosh", "tanh", "acos", "asin", "atan", "sinc",
    "Abs", "Max", "Min", "Sum", "Integral", "KroneckerDelta", "Tuple", "Lambda",
]  # fmt: skip
_TERMS = [
    "Fun", "Vec", "Pt", "Inner", "Gradient", "Hessian", "Deriv", "Relation", "Predicate", "ForAll", "Tangent",
]  # fmt: skip
_CLASSES: dict[str, Any] = {name: getattr(sympy, name) for name in _SYMPY} | {
    name: getattr(terms, name) for name in _TERMS
}
_SYMBOLS: dict[str, Any] = {
    "Symbol": Symbol,
    **{name: getattr(terms, name) for name in ("FunHead", "PartialHead", "VecHead", "Constant", "PtHead")},
}
_CONSTANTS: dict[str, Basic] = {"pi": sympy.pi, "E": sympy.E}


class Unreadable(ValueError):
    """The data is not a term; the message says where it stops making sense."""


class Encoder:
    """Writes terms; bound dummies are numbered in the order in which they are met."""

    def __init__(self) -> None:
        self._dummies: dict[Basic, str] = {}

    def __call__(self, term: Any) -> Any:
        """The JSON value of a term.

        Raises:
            Unreadable: for a node that is not part of the language.
        """
        if isinstance(term, Integer):
            return int(term)
        if isinstance(term, Rational):
            return [int(term.p), int(term.q)]
        if isinstance(term, terms.Word):
            return {"text": str(term.name)}
        if isinstance(term, Symbol):
            return self._symbol(term)
        for name, constant in _CONSTANTS.items():
            if term == constant:
                return {"constant": name}
        if isinstance(term, Lambda):
            return {"Lambda": [self(Tuple(*term.signature)), self(term.expr)]}
        name = type(term).__name__
        if name not in _CLASSES or type(term) is not _CLASSES[name]:
            raise Unreadable(f"{name} cannot be written: {term}")
        return {name: [self(a) for a in term.args]}

    def _symbol(self, symbol: Symbol) -> dict[str, Any]:
        kind = "Symbol" if isinstance(symbol, Dummy) else type(symbol).__name__
        if kind not in _SYMBOLS:
            raise Unreadable(f"{kind} cannot be written: {symbol}")
        name = symbol.name
        if isinstance(symbol, Dummy):
            name = self._dummies.setdefault(symbol, f"{symbol.name}∙{len(self._dummies)}")
        declared = {k: v for k, v in symbol._assumptions_orig.items() if k != "commutative"}
        return {"name": name, "kind": kind, "is": declared}


def decode(data: Any) -> Any:
    """The term that the JSON value stands for.

    Raises:
        Unreadable: where the value is not what `Encoder` writes.
    """
    try:
        return _decoded(data)
    except (KeyError, TypeError, AttributeError, terms.IllFormed) as error:
        raise Unreadable(f"{data!r} is no term: {error}") from None


def _decoded(data: Any) -> Any:
    if isinstance(data, bool) or data is None or isinstance(data, float | str):
        raise Unreadable(f"{data!r} is no term: numbers are integers or pairs [p, q]")
    if isinstance(data, int):
        return Integer(data)
    if isinstance(data, list):
        if len(data) != 2 or not all(type(n) is int for n in data) or data[1] == 0:
            raise Unreadable(f"{data!r} is no rational number [p, q]")
        return Rational(*data)
    if "text" in data:
        return terms.Word(data["text"])
    if "constant" in data:
        return _CONSTANTS[data["constant"]]
    if "name" in data:
        if data.get("kind") not in _SYMBOLS:
            raise Unreadable(f"{data.get('kind')!r} is no kind of symbol")
        declared = data.get("is", {})
        if not isinstance(data["name"], str) or not all(type(value) is bool for value in declared.values()):
            raise Unreadable(f"{data!r} is no symbol: a name, and assumptions that are true or false")
        return _SYMBOLS[data["kind"]](data["name"], **declared)
    if len(data) != 1 or next(iter(data)) not in _CLASSES:
        raise Unreadable(f"{sorted(data)} names no node of the language")
    ((name, args),) = data.items()
    return _CLASSES[name](*map(decode, args))
