"""Terms and theorems of the core → the JSON that the core reads back: proof files.

What is written is not believed: `verify.core.reading.decode` of it must give the term back, and `check_file` must make
the theorems again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from verify.core.certificate import certificate_to_json
from verify.core.kernel import Counterexample, Theorem
from verify.core.nodes import (
    CONSTANT, FUNCTION, FUNCTIONS, INTEGER, INTEGERS, NUMBER, PARTIAL, POINT, REAL, VECTOR, WHOLE, IllFormed,
    Signature, Term,
)  # fmt: skip
from verify.core.proofs import FORMAT
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
_LETTERS: Final = {NUMBER: "r", INTEGER: "i", VECTOR: "v", POINT: "p"}


def encode(term: Term) -> Json:
    """The JSON value that `decode` reads the term from.

    Raises:
        IllFormed: where a variable is bound by nothing.
    """
    return _Writer({v.args[0] for v in term.free})(term)


class _Writer:
    """Gives bound variables names that nothing free in the term has, by how deep their binder is."""

    def __init__(self, taken: set[str]) -> None:
        self.taken = taken
        self.depth = 0

    def __call__(self, t: Term) -> Json:
        kind, args = t.kind, t.args
        if kind == "number":
            q = args[0]
            return int(q) if q.denominator == 1 else [q.numerator, q.denominator]
        if kind in ("pi", "e"):
            return {"constant": "pi" if kind == "pi" else "E"}
        if kind == "variable":
            return _variable(*args)
        if kind == "bound":
            raise IllFormed("a variable is bound by nothing")
        if kind in ("sum", "integral", "derivative"):
            (v,), (body,) = self._inside([WHOLE if kind == "sum" else REAL], args[:1])
            bounds = [self(a) for a in args[1:]]
            if kind == "derivative":
                return {"Deriv": [body, v, *bounds]}
            return {"Sum" if kind == "sum" else "Integral": [body, {"Tuple": [v, *bounds]}]}
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
        letter = _LETTERS.get(signature[0], "f")
        name = f"{letter}{self.depth}" + (f"_{n}" if n else "")
        while name in self.taken:
            name += "∙"
        return variable(name, *signature)


def _variable(name: str, kind: str, sign: str) -> Json:
    declared = [] if kind in (VECTOR, CONSTANT, POINT) else ["integer" if kind in (INTEGER, INTEGERS) else "real"]
    return {"name": name, "kind": _KINDS[kind], "is": dict.fromkeys([*declared, *([sign] if sign else [])], True)}


# --- proofs -----------------------------------------------------------------------------------------------------------


def proof_file(
    made: Sequence[Theorem | Counterexample], claim: str = "", given: Sequence[Term] = (), states: Sequence[Term] = ()
) -> Json:
    """The proofs of theorems, or of a counterexample, as a file that `check_file` accepts."""
    steps: list[Json] = []
    numbers: dict[Any, int] = {}

    def write(theorem: Any) -> int:
        waiting = [theorem]
        while waiting:
            now = waiting[-1]
            missing = [p for p in now.premises if p not in numbers]
            waiting += missing
            if not missing:
                waiting.pop()
                if now not in numbers:
                    numbers[now] = len(steps)
                    steps.append(_step(now, [numbers[p] for p in now.premises]))
        return numbers[theorem]

    shows = [write(m) for m in made]
    about = {"claim": {"name": claim, "given": list(map(encode, given)), "states": list(map(encode, states))}}
    return {"format": FORMAT, **(about if claim else {}), "shows": shows, "steps": steps}


def _step(theorem: Any, premises: list[int]) -> Json:
    return {
        "rule": theorem.rule,
        "premises": premises,
        "with": _parameters(theorem.rule, theorem.parameters),
        "hypotheses": [encode(h) for h in theorem.hypotheses],
        "conclusion": encode(theorem.conclusion),
    }


def _parameters(rule: str, given: Mapping[str, Any]) -> Json:
    if rule == "identity":
        return {"using": given["using"]}
    if rule == "combine":
        terms = [[None if f is None else encode(f) for f in pair] for pair in given["terms"]]
        return {"using": given["using"], "facts": given["facts"], "terms": terms}
    if rule == "instantiate":
        values = given["values"]
        if isinstance(values, Mapping):
            return {"replaced": _pairs(values)}
        return {"values": [encode(x) for x in values]}
    if rule == "witness":
        return {"assignment": _pairs(given["assignment"])}
    if rule == "cite":
        return {name: getattr(given["axiom"], name) for name in ("name", "statement", "reference")}
    if rule == "certify":
        return {"certificate": certificate_to_json(given["certificate"], encode)}
    if rule == "assume":
        return {}
    return {name: encode(x) if type(x) is Term else [encode(y) for y in x] for name, x in given.items()}


def _pairs(values: Mapping[Term, Term]) -> list[list[Json]]:
    return [[encode(v), encode(x)] for v, x in values.items()]
