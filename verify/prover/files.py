"""Answers as JSON, those that prove something as the core accepted them, and what an interrupted search had proved."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from sympy import Symbol

from verify.core.answers import FORMAT
from verify.prover.certificate import Certificate, from_json, to_json
from verify.prover.goal import Goal
from verify.prover.language import expression, text
from verify.prover.proving import Answer, Memory
from verify.prover.rejected import Rejected
from verify.prover.statement import Statement

PARTIAL = "verify partial certificate 1"


def answer_to_json(answer: Answer) -> dict[str, Any]:
    """The answer as JSON; a proof is what the core accepted, for `python -m verify.core`."""
    found: dict[str, Any] = {
        "format": FORMAT,
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
    return found | (answer.file or {})


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


def _certificate(data: Any) -> Certificate:
    try:
        return from_json(data, _decode)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise Rejected(f"certificate: it cannot be read: {type(error).__name__}: {error}") from None


def _decode(written: Any) -> Any:
    if not isinstance(written, str):
        raise Rejected(f"a term must be a text, not {written!r}")
    return expression(written)


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
