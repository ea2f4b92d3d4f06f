"""Proof files: how the theorems of a claim are made, as steps that `python -m verify.core FILE` makes again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from verify.core.certificate import certificate_to_json
from verify.core.kernel import Counterexample, Theorem
from verify.core.nodes import Term
from verify.core.proofs import FORMAT
from verify.language.core_json import encode

Made = Theorem | Counterexample
M = TypeVar("M", Theorem, Made)


def proof_file(
    made: Sequence[Made], claim: str = "", given: Sequence[Term] = (), states: Sequence[Term] = ()
) -> dict[str, Any]:
    """The proofs of theorems, or of one counterexample, as a proof file; with a name, as those of a claim.

    Each step is written once, however often it is used, and however many theorems say the same.
    """
    steps: list[dict[str, Any]] = []
    by_content: dict[str, int] = {}
    numbers: dict[int, int] = {}
    for node in premises_first(made):
        step = _step(node, [numbers[id(p)] for p in node.premises])
        position = by_content.setdefault(repr(step), len(steps))
        if position == len(steps):
            steps.append(step)
        numbers[id(node)] = position
    shows = [numbers[id(theorem)] for theorem in made]
    found: dict[str, Any] = {"format": FORMAT, "shows": shows, "steps": steps}
    if claim:
        found["claim"] = {"name": claim, "given": [encode(f) for f in given], "states": [encode(f) for f in states]}
    return found


def premises_first(made: Sequence[M]) -> list[M | Theorem]:
    """What was made and all that it rests on, each once, after its premises."""
    found: dict[int, M | Theorem] = {}
    waiting: list[M | Theorem] = list(reversed(made))
    while waiting:
        node = waiting[-1]
        missing = [p for p in node.premises if id(p) not in found]
        if missing and id(node) not in found:
            waiting.extend(reversed(missing))
            continue
        waiting.pop()
        found.setdefault(id(node), node)
    return list(found.values())


def _step(made: Made, premises: list[int]) -> dict[str, Any]:
    return {
        "rule": made.rule,
        "premises": premises,
        "with": _WRITE.get(made.rule, lambda _: {})(made.parameters),
        "hypotheses": [encode(f) for f in made.hypotheses],
        "conclusion": encode(made.conclusion),
    }


def _pairs(values: Any) -> list[Any]:
    return [[encode(v), encode(x)] for v, x in values.items()]


def _combined(given: Any) -> dict[str, Any]:
    terms = [[None if f is None else encode(f) for f in pair] for pair in given["terms"]]
    return {"using": given["using"], "facts": given["facts"], "terms": terms}


def _values(given: Any) -> dict[str, Any]:
    values = given["values"]
    return {"replaced": _pairs(values)} if isinstance(values, dict) else {"values": [encode(x) for x in values]}


def _cited(given: Any) -> dict[str, Any]:
    axiom = given["axiom"]
    return {"name": axiom.name, "statement": axiom.statement, "reference": axiom.reference}


_WRITE: dict[str, Callable[[Any], dict[str, Any]]] = {
    "identity": lambda given: {"using": given["using"]},
    "combine": _combined,
    "instantiate": _values,
    "generalize": lambda given: {
        "variables": [encode(v) for v in given["variables"]],
        "given": [encode(f) for f in given["given"]],
    },
    "cases": lambda given: {"on": [encode(f) for f in given["on"]]},
    "induct": lambda given: {name: encode(given[name]) for name in ("n", "start")},
    "telescope": lambda given: {name: encode(given[name]) for name in ("t", "lo", "hi", "potential")},
    "cite": _cited,
    "certify": lambda given: {"certificate": certificate_to_json(given["certificate"], encode)},
    "witness": lambda given: {"assignment": _pairs(given["assignment"])},
}
