"""Answers as JSON: certificates that `verify check` re-checks, and what an interrupted search had proved."""

from __future__ import annotations

import functools
import json
from fractions import Fraction
from pathlib import Path
from typing import Any

from sympy import Symbol

from verify.balls.arithmetic import ARITHMETICS
from verify.prover.bounds import is_empty
from verify.prover.certificate import Certificate, Step, check, from_json, reduce, to_json
from verify.prover.goal import Goal, Inequality
from verify.prover.language import expression, text
from verify.prover.proving import Answer, Memory
from verify.prover.rejected import Rejected
from verify.prover.rules.boxes import Cover
from verify.prover.statement import Statement, parse_statement, where_defined

CERTIFICATE = "verify certificate 1"
PARTIAL = "verify partial certificate 1"
_DIGITS = 10


def answer_to_json(answer: Answer, *, certificate: bool = True) -> dict[str, Any]:
    """The answer as JSON, with its certificate if it is a proof."""
    found: dict[str, Any] = {
        "format": CERTIFICATE,
        "verdict": answer.verdict,
        "relation": answer.statement.relation,
        "where": answer.statement.where,
    }
    if answer.point is not None:
        found["point"] = {x.name: text(v) for x, v in answer.point.items()}
        found["violation"] = answer.violation
    for name in ("resists", "note"):
        if getattr(answer, name):
            found[name] = getattr(answer, name)
    if certificate and answer.certificates:
        found["certificate"] = [to_json(c, text) for c in answer.certificates]
    return found


def read(file: Path) -> dict[str, Any]:
    """The JSON object in a file.

    Raises:
        Rejected: if there is none.
    """
    try:
        data = json.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise Rejected(f"{file}: {error.strerror}") from None
    except (ValueError, RecursionError) as error:
        raise Rejected(f"{file}: not JSON: {error}") from None
    if not isinstance(data, dict):
        raise Rejected(f"{file}: must hold a JSON object")
    return data


def check_answer(data: dict[str, Any], arithmetic: str = "mpmath") -> Statement:
    """Re-checks a proof without any search; the statement that it proves.

    Every relation of the statement, and every requirement of its logarithms and roots, needs a certificate.

    Raises:
        Rejected: naming what does not hold. FormulaError: if the statement cannot be read.
    """
    if data.get("format") != CERTIFICATE:
        raise Rejected(f"format: must be {CERTIFICATE!r}, not {data.get('format')!r}")
    if data.get("verdict") != "proved":
        raise Rejected(f"verdict: only proofs have certificates, this says {data.get('verdict')!r}")
    statement = parse_statement(str(data.get("relation")), str(data.get("where")))
    certificates = [_certificate(c) for c in data.get("certificate", [])]
    for certificate in certificates:
        check(certificate, arithmetic)
    proved = {_key(c.goal) for c in certificates}
    for goal in statement.goals:
        if not {_key(goal), _key(where_defined(goal, statement.requirements))} & proved:
            raise Rejected(f"no certificate is of the statement's own {goal}")
    for needed in statement.requirements:
        goal = Goal(statement.variables, statement.given, Inequality(needed.expr, False))
        if needed.kind != "!=0" and _key(goal) not in proved and not is_empty(goal):
            raise Rejected(f"no certificate says that {needed}")
    return statement


def _key(goal: Goal) -> tuple[Any, ...]:
    return frozenset(goal.variables), frozenset(goal.given), goal.shows


def _certificate(data: Any) -> Certificate:
    try:
        return from_json(data, _decode)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise Rejected(f"certificate: it cannot be read: {type(error).__name__}: {error}") from None


def _decode(written: Any) -> Any:
    if not isinstance(written, str):
        raise Rejected(f"a term must be a text, not {written!r}")
    return expression(written)


# --- margins ----------------------------------------------------------------------------------------------------------


def with_margins(certificate: Certificate, arithmetic: str) -> Certificate:
    """The certificate with the margin of each cover, as the arithmetic finds it, rounded down to ten digits.

    Raises:
        Rejected: if the certificate does not hold in this arithmetic.
    """
    step = _measured(certificate.goal, certificate.proof, arithmetic)
    return Certificate(certificate.goal, step, certificate.versions)


@functools.cache
def margin(certificate: Certificate) -> str | None:
    """The least margin of its covers in Arb, rounded down to ten digits; None without a cover.

    Raises:
        Rejected: if the certificate does not hold.
    """
    if not certificate.boxes:
        return None
    steps = with_margins(certificate, "arb").proof.walk()
    found = [step.data.get("margin", {}).get("arb") for step in steps if step.rule == "boxes"]
    return min(filter(None, found), key=Fraction, default=None)


def _measured(goal: Goal, step: Step, arithmetic: str) -> Step:
    data = step.data
    if step.rule == "boxes":
        cover = Cover(goal, {**data, "margin": {}}, ARITHMETICS[arithmetic])
        cover.check_tree()
        left = cover.left()
        if cover.least is not None:
            data = {**data, "margin": {**data.get("margin", {}), arithmetic: rounded_down(cover.least)}}
    else:
        left = reduce(goal, step.rule, data, ARITHMETICS[arithmetic])
    parts = tuple(_measured(g, p, arithmetic) for g, p in zip(left, step.parts, strict=True))
    return Step(step.rule, data, parts)


def rounded_down(value: Fraction) -> str:
    """A decimal number of ten digits, not above the value."""
    if value == 0:
        return "0"
    exponent = len(str(abs(value.numerator))) - len(str(value.denominator)) - _DIGITS
    scaled = value / Fraction(10) ** exponent
    return f"{scaled.numerator // scaled.denominator}e{exponent}"


# --- what an interrupted search had proved ----------------------------------------------------------------------------


def memory_to_json(statement: Statement, memory: Memory) -> dict[str, Any]:
    """What was proved on the way, to go on from."""
    rows = []
    for goal, step in memory.proved.items():
        try:
            rows.append(to_json(Certificate(goal, step), text))
        except ValueError:  # a term of the search that has no text: it is found again
            continue
    return {"format": PARTIAL, "relation": statement.relation, "where": statement.where, "proved": rows}


def memory_from_json(data: dict[str, Any]) -> Memory:
    """The memory in a partial certificate; its proofs are checked when they are used.

    Raises:
        Rejected: if the file holds no partial certificate.
    """
    if data.get("format") != PARTIAL:
        raise Rejected(f"format: must be {PARTIAL!r}, not {data.get('format')!r}")
    memory = Memory()
    for row in data.get("proved", []):
        certificate = _certificate(row)
        variables = tuple(Symbol(x.name, real=True) for x in certificate.goal.variables)
        memory.proved[Goal(variables, certificate.goal.given, certificate.goal.shows)] = certificate.proof
    return memory
