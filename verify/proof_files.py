"""Theorems as data: the tree of rules that made one, as JSON, and the replay that makes it again.

A file holds no theorem, only how to prove it: `replay` calls the kernel's rules from the leaves up, so what it returns
was proved anew, without the code that found the proof.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from sympy import S

from verify import axioms, kernel
from verify.codec import Encoder, decode
from verify.kernel import Axiom, KernelError, Theorem
from verify.normal_forms.equivalence import same
from verify.prover import certificate as certificates
from verify.prover.certificate import Certificate

FORMAT = 1


def to_json(theorem: Theorem) -> dict[str, Any]:
    """The proof of a theorem: a list of steps, each naming the steps it uses by number; the last is the theorem."""
    encode = Encoder()
    steps: list[dict[str, Any]] = []
    numbers: dict[Theorem, int] = {}

    def write(node: Theorem) -> int:
        if node not in numbers:
            premises = [write(p) for p in node.premises]
            parameters = {name: _pack(value, encode) for name, value in node.parameters.items()}
            numbers[node] = len(steps)
            steps.append(
                {
                    "rule": node.rule,
                    "premises": premises,
                    "with": parameters,
                    "hypotheses": [encode(h) for h in node.hypotheses],
                    "conclusion": encode(node.conclusion) if node.rule != "witness" else None,
                    "reads": str(node),
                }
            )
        return numbers[node]

    write(theorem)
    return {"format": FORMAT, "steps": steps}


def replay(data: dict[str, Any], arithmetic: Literal["arb", "mpmath"] = "arb") -> Theorem:
    """Proves again what a proof file says, by the kernel's rules, from the leaves.

    Args:
        data: what `to_json` wrote.
        arithmetic: the interval arithmetic that re-checks certificates besides the kernel's own.

    Raises:
        KernelError: where a step does not hold, or does not give what the file says it gives.
    """
    if not isinstance(data, dict) or data.get("format") != FORMAT or not isinstance(data.get("steps"), list):
        raise KernelError(f"proof file: the format must be {FORMAT} with at least one step")
    done: list[Theorem] = []
    for number, step in enumerate(data["steps"]):
        try:
            premises = [done[p] for p in step["premises"]]
            made = _RULES[step["rule"]](premises, {k: _unpack(v) for k, v in step["with"].items()}, arithmetic)
            said = [decode(h) for h in step["hypotheses"]]
            conclusion = decode(step["conclusion"]) if step["conclusion"] is not None else None
        except (LookupError, TypeError, ValueError, AttributeError, RuntimeError) as error:
            raise KernelError(f"proof file: step {number} cannot be read: {error}") from None
        if conclusion is not None:
            for hypothesis in made.hypotheses:
                if not any(same(hypothesis, h) for h in said):
                    raise KernelError(f"proof file: step {number} needs {hypothesis}, which the file does not say")
            if not same(made.conclusion, conclusion):
                raise KernelError(f"proof file: step {number} gives {made.conclusion}, the file says {conclusion}")
        done.append(made)
    if not done:
        raise KernelError("proof file: it holds no step")
    return done[-1]


# --- parameters ----------------------------------------------------------------------------------------------------


def _pack(value: Any, encode: Encoder) -> Any:
    if isinstance(value, dict):
        return {"map": [[_pack(_key(k), encode), _pack(v, encode)] for k, v in value.items()]}
    if isinstance(value, list | tuple):
        return {"list": [_pack(v, encode) for v in value]}
    if value is None or isinstance(value, bool):
        return {"plain": value}
    if isinstance(value, Certificate):
        return {"certificate": certificates.to_json(value, encode)}
    if isinstance(value, Axiom):
        return {
            "axiom": {
                "name": value.name,
                "statement": value.statement,
                "reference": value.reference,
                "hypotheses": [encode(h) for h in value.hypotheses],
                "conclusion": encode(value.conclusion),
            }
        }
    return {"term": encode(S(_key(value)))}


def _key(value: Any) -> Any:
    return getattr(value, "head", value)


def _unpack(data: dict[str, Any]) -> Any:
    ((kind, value),) = data.items()
    if kind == "map":
        return {_unpack(k): _unpack(v) for k, v in value}
    if kind == "list":
        return [_unpack(v) for v in value]
    if kind == "plain":
        return value
    if kind == "certificate":
        return certificates.from_json(value, decode)
    if kind == "axiom":
        return _axiom(value)
    return decode(value)


def _axiom(value: dict[str, Any]) -> Axiom:
    """The axiom in the file; one of a known name must be the known one."""
    hypotheses, conclusion = tuple(decode(h) for h in value["hypotheses"]), decode(value["conclusion"])
    found = Axiom(value["name"], value["statement"], value["reference"], hypotheses, conclusion)
    known = {axiom.name: axiom for axiom in vars(axioms).values() if isinstance(axiom, Axiom)}.get(found.name, found)
    pairs = zip((*known.hypotheses, known.conclusion), (*found.hypotheses, found.conclusion), strict=True)
    if not all(same(a, b) for a, b in pairs):
        raise KernelError(f"proof file: the axiom {found.name!r} is not the one known by that name")
    return found


# --- rules ---------------------------------------------------------------------------------------------------------

_Rule = Callable[[list[Theorem], dict[str, Any], Literal["arb", "mpmath"]], Theorem]


def _combine(premises: list[Theorem], given: dict[str, Any], _: Any) -> Theorem:
    used, facts = int(given["using"]), int(given["facts"])
    factors = iter(premises[used + facts :])
    terms = [(next(factors, 0) if a is None else a, next(factors, 0) if b is None else b) for a, b in given["terms"]]
    return kernel.combine(given["goal"], terms, premises[:used], premises[used : used + facts])


def _certify(_: list[Theorem], given: dict[str, Any], arithmetic: Literal["arb", "mpmath"]) -> Theorem:
    if arithmetic != "arb":
        certificates.check(given["certificate"], arithmetic)
    return kernel.certify(given["certificate"])


_RULES: dict[str, _Rule] = {
    "assume": lambda _, w, __: kernel.assume(w["formula"]),
    "identity": lambda p, w, _: kernel.identity(w["goal"], p[: int(w["using"])], p[int(w["using"]) :]),
    "combine": _combine,
    "certify": _certify,
    "instantiate": lambda p, w, _: kernel.instantiate(p[0], w["values"], p[1:]),
    "generalize": lambda p, w, _: kernel.generalize(p[0], w["variables"], w["given"]),
    "cases": lambda p, w, _: kernel.cases(p, w["on"]),
    "induct": lambda p, w, _: kernel.induct(p[0], p[1], w["goal"], w["n"], w["start"]),
    "telescope": lambda p, w, _: kernel.telescope(p[0], w["t"], w["lo"], w["hi"], w["potential"]),
    "cite": lambda _, w, __: kernel.cite(w["axiom"]),
    "witness": lambda p, w, _: kernel.witness(w["given"], w["states"], w["assignment"], p),
}
