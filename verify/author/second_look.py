"""A second look, by sympy's side, at each identity; shown with a claim, no part of its verdict."""

from __future__ import annotations

from typing import Any

from verify.normal_forms.crosscheck import Disagreement, decide_zero


def note_of(theorem: Any) -> str:
    """What is to be said beside a step: how a second test found its identity, its certificate, its reference."""
    if theorem.rule == "certify":
        return str(theorem.parameters["certificate"].summary())
    if theorem.rule == "cite":
        return str(theorem.parameters["axiom"].reference)
    if theorem.rule != "identity":
        return ""
    given, premises = theorem.parameters, theorem.premises
    using = int(given["using"])
    known = [*theorem.hypotheses, *(p.conclusion for p in premises)]
    try:
        return decide_zero(given["goal"], known, [p.conclusion for p in premises[:using]])
    except Disagreement as error:
        return f"the second test disagrees: {error}"
    except (ValueError, ArithmeticError, TypeError, AttributeError, LookupError, RecursionError):
        return "not decided by the second test"
