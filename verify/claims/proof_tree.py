"""A proof as plain data: a list of nodes that name their premises by index, so that each step appears once."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from functools import cache
from typing import TYPE_CHECKING

from verify.author.kernel import Axiom
from verify.author.made_with import made_with
from verify.author.second_look import note_of
from verify.axioms import every_axiom
from verify.claims.records import AxiomRecord, CertificateRecord, ProofRecord, StepRecord
from verify.language.codec import Encoder, Unreadable
from verify.prover.certificate import Certificate
from verify.prover.margins import margin

if TYPE_CHECKING:
    from verify.author.kernel import Theorem
    from verify.language.terms import Formula


def proof_tree(
    theorems: Iterable[Theorem], shown: Callable[[Formula], Formula] = lambda formula: formula
) -> ProofRecord:
    """`nodes` with premises before what follows from them, the `roots` among them, and the `axioms` used.

    `shown` gives a formula as readers are to see it.
    """
    nodes: list[StepRecord] = []
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
            node = _node(theorem, [index[id(premise)] for premise in theorem.premises], shown)
            position = seen.setdefault(repr(node), len(nodes))
            if position == len(nodes):
                nodes.append(node)
            index[id(theorem)] = position
    axioms = {axiom for theorem in roots for axiom in theorem.axioms}
    return {
        "roots": [index[id(theorem)] for theorem in roots],
        "nodes": nodes,
        "axioms": sorted(map(axiom_data, axioms), key=lambda axiom: (axiom["name"], axiom["statement"])),
    }


def axiom_data(axiom: Axiom) -> AxiomRecord:
    """What an axiom says, in words, in formulas and as data, where from, and whether it is the author's own."""
    return {**_said(axiom), "own": _written(axiom) not in _library()}


def _said(axiom: Axiom) -> AxiomRecord:
    """What an axiom says, as if it were from the library."""
    encode = Encoder()
    try:
        encoded = [encode(formula) for formula in (*axiom.hypotheses, axiom.conclusion)]
    except Unreadable:
        encoded = []
    return {
        "name": axiom.name,
        "statement": str(axiom.statement),
        "reference": axiom.reference,
        "hypotheses": [str(formula) for formula in axiom.hypotheses],
        "conclusion": str(axiom.conclusion),
        "own": False,
        "encoded": encoded,
    }


@cache
def _library() -> frozenset[str]:
    """The axioms of `verify.axioms`, by all that they say: one that differs from them in anything is another."""
    return frozenset(map(_written, every_axiom()))


def _written(axiom: Axiom) -> str:
    return json.dumps(_said(axiom), sort_keys=True)


def _node(theorem: Theorem, premises: list[int], shown: Callable[[Formula], Formula]) -> StepRecord:
    certified = theorem.certificates if theorem.rule == "certify" else ()
    return {
        "rule": theorem.rule,
        "statement": str(shown(theorem.conclusion)),
        "hypotheses": [str(shown(formula)) for formula in theorem.hypotheses],
        "how": made_with(theorem),
        "note": note_of(theorem),
        "axioms": sorted({axiom.name for axiom in theorem.axioms}),
        "premises": premises,
        "certificates": [_certificate(c) for c in certified],
    }


def _certificate(certificate: Certificate) -> CertificateRecord:
    """How large a certificate is, and how far its covers stay from what they exclude."""
    return {
        "rules": certificate.rules,
        "steps": sum(1 for _ in certificate.proof.walk()),
        "boxes": certificate.boxes,
        "precision": certificate.precision,
        "margin": margin(certificate),
    }
