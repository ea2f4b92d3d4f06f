"""A second look, by sympy's side, at the steps that a zero test decides; shown with a claim, no part of its verdict."""

from __future__ import annotations

from typing import Any

from verify.normal_forms.crosscheck import Disagreement, decide_zero
from verify.terms import difference

_ZERO_TESTS = ("identity", "combine")


def note_of(theorem: Any) -> str:
    """What is to be said beside a step: how a second test found its identity, its certificate, its reference."""
    if theorem.rule == "certify":
        return str(theorem.parameters["certificate"].summary())
    if theorem.rule == "cite":
        return str(theorem.parameters["axiom"].reference)
    if theorem.rule not in _ZERO_TESTS:
        return ""
    given, premises = theorem.parameters, theorem.premises
    using, facts = int(given["using"]), int(given.get("facts", len(premises) - given["using"]))
    rest = iter(premises[using + facts :])
    known = [*theorem.hypotheses, *(p.conclusion for p in premises)]
    total: Any = 0
    for pair in given.get("terms", ()):
        a, b = (difference(next(rest).conclusion) if f is None else f for f in pair)
        total += a * b
    try:
        return decide_zero(given["goal"], known, [p.conclusion for p in premises[:using]], total)
    except Disagreement as error:
        return f"the second test disagrees: {error}"
    except (ValueError, ArithmeticError, TypeError, AttributeError, LookupError, RecursionError):
        return "not decided by the second test"
