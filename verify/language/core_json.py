"""Terms of the core → the JSON that `verify.core.reading` reads them from; not believed: what is written is checked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from verify.core.nodes import (
    CONSTANT,
    FUNCTION,
    FUNCTIONS,
    INTEGER,
    INTEGERS,
    NUMBER,
    PARTIAL,
    POINT,
    REAL,
    VECTOR,
    WHOLE,
    IllFormed,
    Signature,
    Term,
)  # fmt: skip
from verify.core.reading import is_name
from verify.core.terms import opened, variable

Json = Any
_KINDS: Final = {
    NUMBER: "Symbol", INTEGER: "Symbol", FUNCTION: "FunHead", INTEGERS: "FunHead", PARTIAL: "PartialHead",
    VECTOR: "VecHead", CONSTANT: "Constant", POINT: "PtHead",
}  # fmt: skip
_NAMES: Final = {
    "add": "Add", "mul": "Mul", "power": "Pow", "max": "Max", "min": "Min", "delta": "KroneckerDelta", "inner": "Inner",
    "tuple": "Tuple", "tangent": "Tangent", "vector": "Vec", "point": "Pt", "gradient": "Gradient", "abs": "Abs",
    "hessian": "Hessian", **{name: name for name in FUNCTIONS if name != "abs"},
}  # fmt: skip
_BINDERS: Final = {"sum": "Sum", "integral": "Integral", "derivative": "Deriv"}
_LETTERS: Final = {NUMBER: "r", INTEGER: "i", VECTOR: "v", POINT: "p"}


def encode(term: Term) -> Json:
    """The JSON value that `decode` reads the term from; bound variables get names that nothing free in it has.

    Raises:
        IllFormed: where a variable is bound by nothing.
    """
    return _Writer(frozenset(v.args[0] for v in term.free))(term)


class _Writer:
    """Names bound variables by how deep their binder is."""

    def __init__(self, taken: frozenset[str]) -> None:
        self.taken = taken
        self.depth = 0

    def __call__(self, t: Term) -> Json:
        kind, args = t.kind, t.args
        if kind == "number":
            q = args[0]
            return q.numerator if q.denominator == 1 else [q.numerator, q.denominator]
        if kind in ("pi", "e"):
            return {"constant": "pi" if kind == "pi" else "E"}
        if kind == "variable":
            return _variable(*args)
        if kind == "bound":
            raise IllFormed("a variable is bound by nothing")
        if kind in _BINDERS:
            (v,), (body,) = self._inside([WHOLE if kind == "sum" else REAL], args[:1])
            bounds = [self(a) for a in args[1:]]
            return {_BINDERS[kind]: [body, v, *bounds] if kind == "derivative" else [body, {"Tuple": [v, *bounds]}]}
        if kind == "lambda":
            variables, (body,) = self._inside(args[0], args[1:])
            return {"Lambda": [{"Tuple": variables}, body]}
        if kind == "forall":
            variables, (*given, body) = self._inside(args[0], args[1:])
            return {"ForAll": [{"Tuple": variables}, {"Tuple": given}, body]}
        if kind in ("relation", "predicate"):
            return {kind.capitalize(): [{"text": args[0]}, *map(self, args[1:])]}
        if kind == "apply":
            return {"Fun": [self(args[0]), args[1], *map(self, args[2:])]}
        return {_NAMES[kind]: [self(a) for a in args]}

    def _inside(self, signatures: Sequence[Signature], bodies: Sequence[Term]) -> tuple[list[Json], list[Json]]:
        """The variables that a node binds, and what they are bound in."""
        self.depth += 1
        variables = [self._new(signature, n) for n, signature in enumerate(signatures)]
        written = [self(opened(b, variables)) for b in bodies]
        self.depth -= 1
        return [self(v) for v in variables], written

    def _new(self, signature: Signature, n: int) -> Term:
        name = f"{_LETTERS.get(signature[0], 'f')}{self.depth}" + (f"_{n}" if n else "")
        while name in self.taken:
            name += "∙"
        return variable(name, *signature)


_ESCAPE: Final = "ˆ"
_ESCAPED: Final = dict(
    zip(
        f"{_ESCAPE}⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻ √{{}}+-−^|↦=≠≥>≤<⊢∀∈:;,·*/()[]⟨⟩'\"∙∇‖⋄ᵏᵀ⋆\u0302\u0303",
        f"{_ESCAPE}₀₁₂₃₄₅₆₇₈₉₊₋_rljpmncbtehgawkyuiodsxqzvfABCDEFMGPLKTSHW",
        strict=True,
    )
)
"""Signs that the core takes in no name, or in some places only, each as one that it does take; X stands for others."""


def readable_name(name: str) -> str:
    """The name as it is written in files: φ⁻¹, which could pass for a formula, as φˆ₋ˆ₁; no two become one."""
    if is_name(name) and _ESCAPE not in name:
        return name
    made = "".join(c if c not in _ESCAPED and is_name("x" + c) else _escaped(c) for c in name)
    return made if is_name(made) else f"{_ESCAPE}N{made}"


def _escaped(c: str) -> str:
    return _ESCAPE + (_ESCAPED[c] if c in _ESCAPED else f"X{ord(c):06x}")


def _variable(name: str, kind: str, sign: str) -> Json:
    declared = [] if kind in (VECTOR, CONSTANT, POINT) else ["integer" if kind in (INTEGER, INTEGERS) else "real"]
    return {
        "name": readable_name(name),
        "kind": _KINDS[kind],
        "is": dict.fromkeys([*declared, *([sign] if sign else [])], True),
    }
