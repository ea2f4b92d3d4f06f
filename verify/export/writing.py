"""Terms of the core as JSON, as `verify.core.reading` reads them; not believed: what is written is checked."""

from __future__ import annotations

from typing import Any, Final

from verify.core.nodes import (
    CONSTANT, FUNCTION, FUNCTIONS, INTEGER, INTEGERS, NUMBER, PARTIAL, POINT, VECTOR, Signature, Term,
)  # fmt: skip
from verify.core.terms import opened, variable

_KINDS: Final = {
    NUMBER: "Symbol", INTEGER: "Symbol", FUNCTION: "FunHead", INTEGERS: "FunHead", PARTIAL: "PartialHead",
    VECTOR: "VecHead", CONSTANT: "Constant", POINT: "PtHead",
}  # fmt: skip
_NAMES: Final = {
    "add": "Add", "mul": "Mul", "power": "Pow", "max": "Max", "min": "Min", "delta": "KroneckerDelta",
    "inner": "Inner", "tuple": "Tuple", "tangent": "Tangent", "vector": "Vec", "point": "Pt", "gradient": "Gradient",
    "hessian": "Hessian", "abs": "Abs", **{name: name for name in FUNCTIONS if name != "abs"},
}  # fmt: skip
_STEMS: Final = {NUMBER: "r", INTEGER: "i", FUNCTION: "f", INTEGERS: "f", PARTIAL: "f", VECTOR: "v", POINT: "p"}
_BINDERS: Final = {"sum": "Sum", "integral": "Integral"}


def encode(term: Term) -> Any:
    """The JSON value that `decode` reads as the same term; bound variables get names that nothing else has."""
    return _encoded(term, 0)


def _encoded(term: Term, depth: int) -> Any:
    kind, args = term.kind, term.args
    if kind == "number":
        q = args[0]
        return q.numerator if q.denominator == 1 else [q.numerator, q.denominator]
    if kind in ("pi", "e"):
        return {"constant": "pi" if kind == "pi" else "E"}
    if kind == "variable":
        return _variable(*args)
    if kind in _BINDERS:
        (v,), (body,), inner = _opened(term, [("integer" if kind == "sum" else "real", "")], args[:1], depth)
        return {_BINDERS[kind]: [_encoded(body, inner), {"Tuple": [_encoded(t, depth) for t in (v, *args[1:])]}]}
    if kind == "derivative":
        (v,), (body,), inner = _opened(term, [("real", "")], args[:1], depth)
        return {"Deriv": [_encoded(body, inner), _encoded(v, depth), _encoded(args[1], depth)]}
    if kind == "lambda":
        bound, (body,), inner = _opened(term, args[0], args[1:], depth)
        return {"Lambda": [_listed(bound, depth), _encoded(body, inner)]}
    if kind == "forall":
        bound, (*given, body), inner = _opened(term, args[0], args[1:], depth)
        return {"ForAll": [_listed(bound, depth), _listed(given, inner), _encoded(body, inner)]}
    if kind == "relation":
        return {"Relation": [{"text": args[0]}, *(_encoded(a, depth) for a in args[1:])]}
    if kind == "predicate":
        return {"Predicate": [{"text": args[0]}, *(_encoded(a, depth) for a in args[1:])]}
    if kind == "apply":
        return {"Fun": [_encoded(args[0], depth), args[1], *(_encoded(a, depth) for a in args[2:])]}
    return {_NAMES[kind]: [_encoded(a, depth) for a in args]}


def _listed(terms: Any, depth: int) -> Any:
    return {"Tuple": [_encoded(t, depth) for t in terms]}


def _variable(name: str, kind: str, sign: str) -> Any:
    declared: dict[str, bool] = {}
    if kind in (INTEGER, INTEGERS):
        declared["integer"] = True
    elif kind in (NUMBER, FUNCTION, PARTIAL) and not sign:
        declared["real"] = True
    if sign:
        declared[sign] = True
    return {"name": name, "kind": _KINDS[kind], "is": declared}


def _opened(term: Term, signatures: Any, parts: Any, depth: int) -> tuple[list[Term], list[Term], int]:
    """Named variables for the bound ones, the parts with them, and the depth inside."""
    taken = {v.args[0] for v in term.free}
    bound: list[Term] = []
    for signature in signatures:
        depth += 1
        bound.append(_named(signature, depth, taken))
    return bound, [opened(p, bound) for p in parts], depth


def _named(signature: Signature, depth: int, taken: set[str]) -> Term:
    kind, sign = signature
    name = f"{_STEMS[kind]}{depth}"
    while name in taken:
        name += "′"
    taken.add(name)
    return variable(name, kind, sign)
