"""A person's own inequality, proved or refuted by `verify prove`, as a file for Rocq."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

from verify.core import kernel
from verify.core.answers import check_answer
from verify.core.certificate import Certificate, certificate_from_json
from verify.core.grammar import read_relations, read_term
from verify.core.kernel import Counterexample
from verify.core.nodes import Refused, Term
from verify.core.terms import ZERO, relation, sides, variable
from verify.export.claims import replace_file
from verify.export.proofs import proof_file
from verify.export.rocq.certificates import UNWRITTEN
from verify.export.rocq.names import Inexpressible
from verify.export.rocq.whole_files import whole_file
from verify.export.rocq.writing import write_library

__all__ = ["NAME", "UNWRITTEN", "settled", "unwritten_rules", "write_inequality"]

NAME: Final = "inequality"


def write_inequality(answer: Mapping[str, Any], out: Path) -> Path:
    """Writes the file, and the support library, to a folder that `make` checks; where the file is.

    Args:
        answer: what `verify prove --json` prints of a proof or a refutation.

    Raises:
        Inexpressible, NoStatement: where something has no form in Rocq yet. OSError: where it cannot be written.
    """
    text = whole_file(settled(answer), [f"{answer['relation']}, where {answer['where'] or 'nothing is assumed'}"])
    write_library(out)
    path = out / f"{NAME}.v"
    replace_file(path, text.encode())
    return path


def unwritten_rules(answer: Mapping[str, Any]) -> list[str]:
    """The rules of a proof, as `verify prove --json` prints it, that have no form in Rocq yet."""

    def rules(certificate: Certificate) -> set[str]:
        return {certificate.rule}.union(*map(rules, certificate.parts))

    rows = answer["certificate"] if answer["verdict"] == "proved" else []
    return sorted(UNWRITTEN & {rule for row in rows for rule in rules(certificate_from_json(row))})


def settled(answer: Mapping[str, Any]) -> dict[str, Any]:
    """The proof file: the conditions are given, the relations are stated.

    Raises:
        Inexpressible: where the point that refutes it is no counterexample for the core. Refused: where the core does
        not accept the proof.
    """
    if answer["verdict"] == "proved":
        made = check_answer(dict(answer)).made
        return proof_file(made, NAME, [_plain(f) for f in made[0].hypotheses], [m.conclusion for m in made])
    found = _counterexample(answer)
    return proof_file([found], NAME, found.hypotheses, [found.conclusion])


def _counterexample(answer: Mapping[str, Any]) -> Counterexample:
    """Of the first of the relations that is false at the point."""
    given = [_plain(g) for g in read_relations(answer["where"], infinite=True) if not _is_no_condition(g)]
    values = {variable(name): read_term(value) for name, value in answer["point"].items()}
    refused: Refused | None = None
    for goal in read_relations(answer["relation"]):
        try:
            return kernel.witness(given, goal, {v: values[v] for v in values if v in _speaks_of([*given, goal])})
        except Refused as error:
            refused = error
    raise Inexpressible(f"the point is no counterexample for the core: {refused}")


def _plain(condition: Term) -> Term:
    """What says 0 < x or 0 ≤ x, as the files write it: for them those are declarations of x."""
    return relation(*sides(condition)) if condition.args[1] is ZERO else condition


def _is_no_condition(g: Term) -> bool:
    """Whether it says only that a variable has a value."""
    return g.args[1] is g.args[2] and g.args[1].kind == "variable"


def _speaks_of(formulas: list[Term]) -> frozenset[Term]:
    return frozenset[Term]().union(*(f.free for f in formulas))
