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
from verify.claims.claim import Claim
from verify.claims.family import Runs
from verify.claims.proof_tree import proof_tree
from verify.claims.remedies import one_line
from verify.claims.steps import Step
from verify.discharge import discharged
from verify.language.nodes import IllFormed
from verify.language.tables import as_family, in_words
from verify.language.terms import text
from verify.normal_forms.replacement import variable
from verify.prover.found import NotKept, asked_by
from verify.tightness.brackets import Bracket, NoRatio, above, bracket, check_met, decimal
from verify.tightness.records import NoPoint, Point
from verify.tightness.runs import bracket_of_runs

LONGEST = 40
"""Of an exact number that is shown in full."""


def families(claim: Claim) -> list[Step]:
    """The steps that give instances at which the claim's bounds are sharp."""
    return [step for step in claim.steps if step.kind == "tightness"]


def point(claim: Claim, step: Step, value: Any) -> Point | NoPoint:
    """The bracket at one value of the parameter, or what went wrong there."""
    try:
        return _timed(claim, step, value)
    except NotKept as error:
        return _none(_exact(value), str(error))


def _timed(claim: Claim, step: Step, value: Any) -> Point | NoPoint:
    """The same with its time.

    Raises:
        NotKept: where what is needed is neither kept nor searched for.
    """
    started, exact = time.perf_counter(), _exact(value)
    try:
        data = _bracketed(claim, step, value, exact)
    except NotKept:
        raise
    except (KernelError, NoRatio, IllFormed) as error:
        data = _none(exact, " ".join(str(error).split()))
    except Exception as error:
        data = _none(exact, one_line(error))
    data["seconds"] = round(time.perf_counter() - started, 3)
    return data


def _exact(value: Any) -> Expr:
    return Integer(value) if isinstance(value, int) else sympify(value)


def _none(exact: Expr, message: str) -> Point | NoPoint:
    return {"value": text(exact), "at": float(exact), "message": message, "seconds": 0.0}


def _bracketed(claim: Claim, step: Step, value: Any, exact: Expr) -> Point | NoPoint:
    assert step.over is not None
    bound = step.over.bound(claim.states)
    returned = step.function(value)
    if isinstance(returned, Runs):
        return bracket_of_runs(claim.given, bound, claim.theorem(bound), returned, text(exact), float(exact))
    given = returned[0] if isinstance(returned, tuple) else returned
    assignment = {variable(k): as_family(variable(k), v) for k, v in given.items()}
    try:
        met = returned[1] if isinstance(returned, tuple) else discharged(claim.given, bound, assignment)
        found = bracket(claim.given, bound, assignment, met)
    except (NotKept, KernelError):  # which say what was not shown, or not kept: often as it is false
        check_met(claim.given, assignment)
        raise
    data = record(found, text(exact), float(exact))
    upper = above(claim.given, bound, step.over, value)
    if upper is not None and found.turned:
        raise NoRatio("promise and truth are negative there, of which `above` says nothing")
    if upper is not None:
        constant, theorem = sympify(upper[0]), upper[1]
        data |= {"above": decimal(constant), "below": float(constant), "bounded_by": proof_tree([theorem])}
    return data


def record(found: Bracket, value: str, at: float) -> Point:
    """A bracket as plain data; `at` is the value of the parameter for a plot."""
    return {
        "value": value,
        "at": at,
        "message": "",
        "seconds": 0.0,
        "found": decimal(found.found),
        "attained": found.attained,
        "ratio": found.ratio,
        "promise": _short(found.promise),
        "truth": _short(found.truth),
        "assignment": {str(k): in_words(v) for k, v in found.theorem.conclusion.assignment.items()},
        "shown_by": proof_tree([found.theorem]),
        "above": "",
        "below": 1.0,
    }


def measured(task: Mapping[str, Any]) -> Point | NoPoint:
    """The bracket that a task asks for: of a module's claim and step, at one of the family's values or another.

    For another value nothing is kept that only its instance needs, and no refresh would: that is searched for.
    """
    importlib.import_module(task["module"])
    claim = registry.current().claim(task["claim"])
    (step,) = [step for step in families(claim) if step.name == task["step"]]
    assert step.over is not None
    value = step.over.values[task["place"]] if "place" in task else exact_number(task["value"])
    try:
        with asked_by(claim.id, claim.source.folder):
            return (point if "place" in task else _timed)(claim, step, value)
    except NotKept:
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
