"""A proof as plain data: a list of nodes that name their premises by index, so that each step appears once."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from verify.prover.certificate import Certificate
from verify.prover.files import margin

if TYPE_CHECKING:
    from verify.kernel import Theorem


def proof_tree(theorems: Iterable[Theorem]) -> dict[str, Any]:
    """`nodes` with premises before what follows from them, the `roots` among them, and the `axioms` used."""
    nodes: list[dict[str, Any]] = []
    seen: dict[str, int] = {}  # by content
    index: dict[int, int] = {}  # by identity; the roots keep every theorem alive
    roots = list(theorems)
    pending = list(reversed(roots))
    while pending:
        theorem = pending[-1]
        missing = [premise for premise in theorem.premises if id(premise) not in index]
        if missing and id(theorem) not in index:
            pending.extend(reversed(missing))
            continue
        pending.pop()
        if id(theorem) not in index:
            node = _node(theorem, [index[id(premise)] for premise in theorem.premises])
            position = seen.setdefault(repr(node), len(nodes))
            if position == len(nodes):
                nodes.append(node)
            index[id(theorem)] = position
    axioms = {axiom for theorem in roots for axiom in theorem.axioms}
    return {
        "roots": [index[id(theorem)] for theorem in roots],
        "nodes": nodes,
        "axioms": sorted(
            ({"name": a.name, "statement": str(a.statement), "reference": a.reference} for a in axioms),
            key=lambda axiom: (axiom["name"], axiom["statement"]),
        ),
    }


def _node(theorem: Theorem, premises: list[int]) -> dict[str, Any]:
    certified = theorem.certificates if theorem.rule == "certify" else ()
    return {
        "rule": theorem.rule,
        "statement": str(theorem.conclusion),
        "hypotheses": [str(formula) for formula in theorem.hypotheses],
        "note": theorem.note,
        "axioms": sorted({axiom.name for axiom in theorem.axioms}),
        "premises": premises,
        "certificates": [_certificate(c) for c in certified],
    }


def _certificate(certificate: Certificate) -> dict[str, Any]:
    """How large a certificate is, and how far its covers stay from what they exclude."""
    return {
        "rules": certificate.rules,
        "steps": sum(1 for _ in certificate.proof.walk()),
        "boxes": certificate.boxes,
        "precision": certificate.precision,
        "margin": margin(certificate),
    }
