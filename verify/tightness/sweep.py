"""One instance of a claim's family after the other, each as plain data."""

from __future__ import annotations

import importlib
import time
from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from sympy import Expr, Integer, N, Rational, sympify

from verify.author.kernel import KernelError
from verify.claims import registry
from verify.claims.claim import Claim, Step
from verify.claims.proof_tree import proof_tree
from verify.claims.registry import one_line
from verify.discharge import discharged
from verify.language.terms import text
from verify.prover.found import asked_by
from verify.tightness.brackets import NoRatio, above, bracket, decimal

LONGEST = 40
"""Of an exact number that is shown in full."""


def families(claim: Claim) -> list[Step]:
    """The steps that give instances at which the claim's bounds are sharp."""
    return [step for step in claim.steps if step.kind == "tightness"]


def point(claim: Claim, step: Step, value: Any) -> dict[str, Any]:
    """The bracket at one value of the parameter, as plain data; `message` says what went wrong, or is empty.

    `found` is certified: the ratio reaches it where `attained`, and exceeds it otherwise. `above` is the certified
    upper end beside that of the claim's own proof, or empty. `ratio` and `below` are floats of the two, for plots.
    """
    assert step.over is not None
    started = time.perf_counter()
    exact: Expr = Integer(value) if isinstance(value, int) else sympify(value)
    data: dict[str, Any] = {"value": text(exact), "at": float(exact), "message": ""}
    try:
        bound = step.over.bound(claim.states)
        returned = step.function(value)
        assignment = returned[0] if isinstance(returned, tuple) else returned
        met = returned[1] if isinstance(returned, tuple) else discharged(claim.given, bound, assignment)
        found = bracket(claim.given, bound, assignment, met)
        data |= {
            "found": decimal(found.found),
            "attained": found.attained,
            "ratio": found.ratio,
            "promise": _short(found.promise),
            "truth": _short(found.truth),
            "assignment": {str(k): text(v) for k, v in found.theorem.conclusion.assignment.items()},
            "shown_by": proof_tree([found.theorem]),
            "above": "",
            "below": 1.0,
        }
        upper = above(claim.given, bound, step.over, value)
        if upper is not None:
            constant, theorem = sympify(upper[0]), upper[1]
            data |= {"above": decimal(constant), "below": float(constant), "bounded_by": proof_tree([theorem])}
    except (KernelError, NoRatio) as error:
        data["message"] = " ".join(str(error).split())
    except Exception as error:
        data["message"] = one_line(error)
    return data | {"seconds": round(time.perf_counter() - started, 3)}


def measured(task: Mapping[str, Any]) -> dict[str, Any]:
    """The bracket that a task asks for: of a module's claim and step, at one of the family's values or another."""
    importlib.import_module(task["module"])
    claim = registry.current().claim(task["claim"])
    (step,) = [step for step in families(claim) if step.name == task["step"]]
    assert step.over is not None
    value = step.over.values[task["place"]] if "place" in task else exact_number(task["value"])
    with asked_by(claim.id, claim.source.folder):
        return point(claim, step, value)


def exact_number(text: str) -> int | Rational:
    """The integer or fraction that a text such as `5/2` writes.

    Raises:
        ValueError: for a text that is none.
    """
    try:
        found = Fraction(text.strip())
    except (ValueError, ZeroDivisionError):
        raise ValueError(f"not a number: {text!r}") from None
    return int(found) if found.denominator == 1 else Rational(found.numerator, found.denominator)


def _short(number: Expr) -> str:
    """A number in full where that is short, else its first digits."""
    full = text(number)
    return full if len(full) <= LONGEST else f"{N(number, 12)!s}…"
