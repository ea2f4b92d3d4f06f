"""The steps of a proof of the core as lemmas of Rocq, each with its proof."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from verify.core.kernel import Theorem
from verify.core.nodes import Refused
from verify.export.proofs import premises_first
from verify.export.rocq import arithmetic, axioms, certificates, citing, structural
from verify.export.rocq.lemmas import Lemma, Statements
from verify.export.rocq.names import Head, Inexpressible, is_in_library
from verify.export.rocq.terms import is_number

Rule = Callable[[Statements, Theorem, Sequence[Lemma]], str]
RULES: Final[dict[str, Rule]] = {
    "assume": structural.assumed, "identity": arithmetic.reduced, "combine": arithmetic.reduced,
    "instantiate": structural.instantiated, "generalize": structural.generalized, "cases": structural.by_cases,
    "induct": structural.inducted, "telescope": structural.telescoped, "cite": axioms.cited,
}  # fmt: skip


@dataclass
class Step:
    """A lemma with its proof, and the lemmas that prove its certificate; or why there is none."""

    lemma: Lemma | None
    proof: str = ""
    missing: str = ""
    certificate: list[certificates.Lemma] = field(default_factory=list)


@dataclass
class Proof:
    """The steps of a claim's proof, in order, with the theorems of the core that they stand for."""

    statements: Statements
    theorems: list[Theorem]
    steps: list[Step] = field(default_factory=list)


def written_out(made: Sequence[Theorem]) -> Proof:
    """Every step of a proof as a lemma with its proof."""
    theorems = premises_first(made)
    statements = Statements(theorems)
    proof = Proof(statements, theorems)
    number = {id(t): n for n, t in enumerate(theorems)}
    for n, theorem in enumerate(theorems):
        before = [proof.steps[number[id(p)]] for p in theorem.premises]
        proof.steps.append(_step(statements, n, theorem, before))
    return proof


def _step(statements: Statements, n: int, theorem: Theorem, before: Sequence[Step]) -> Step:
    lemma = None
    try:
        lemmas = [s.lemma for s in before if s.lemma is not None]
        lemma = statements.lemma(f"s{n}", theorem, _left_over(statements, theorem, lemmas))
        if len(lemmas) < len(before):
            return Step(lemma, missing="a premise has no form in Rocq")
        certificate: list[certificates.Lemma] = []
        if theorem.rule == "certify":
            proof, certificate = citing.certified(statements, theorem, f"c{n}")
        else:
            proof = RULES[theorem.rule](statements, theorem, lemmas)
        return Step(lemma, proof.replace("enter;", f"do {lemma.entered} intro;", 1), "", certificate)
    except Inexpressible as error:
        return Step(lemma, missing=str(error))
    except Refused as error:
        return Step(lemma, missing=f"no normal form: {error}")


def _left_over(statements: Statements, theorem: Theorem, lemmas: Sequence[Lemma]) -> list[Head]:
    """Heads that the premises speak of, and that the step does not bind or replace."""
    gone: set[Any] = set()
    if theorem.rule == "generalize":
        gone = set(theorem.parameters["variables"])
    elif theorem.rule == "telescope":
        gone = {theorem.parameters["t"]}
    found: list[Head] = []
    for i, lemma in enumerate(lemmas):
        replaced = theorem.parameters["values"] if theorem.rule == "instantiate" and i == 0 else ()
        there = set(replaced) if isinstance(replaced, dict) else set()
        found += [h for h in lemma.heads if h.variable not in gone and h.variable not in there]
    if theorem.rule == "instantiate":
        values = theorem.parameters["values"]
        terms = list(values.values() if isinstance(values, dict) else values)
        heads = [x for x in terms if x.kind == "variable" and not is_number(x) and not is_in_library(x)]
        found += [Head(x, shape) for x in heads for shape in statements.names.shapes(x)]
    else:
        terms = [f for pair in theorem.parameters.get("terms", ()) for f in pair if f is not None]
    return found + list(statements.heads_in(terms))
